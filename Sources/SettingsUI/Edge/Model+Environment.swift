// What the screen learns of its process: the environment, the locale and the clocks.

import Glibc
import SettingsModel

extension TerminalSettings {
    /// What the environment says, with the user's locale taken on.
    static func ofThisProcess() -> TerminalSettings {
        TerminalSettings(isUnicode: takeUserLocale()) { name in
            getenv(name).map { String(cString: $0) }
        }
    }
}

extension Model {
    /// A screen of this user, here: with the home folder, the way dates are written, and the clocks.
    init(
        ofThisUserOn size: Size,
        _ settings: TerminalSettings,
        _ target: Target,
        programs: [Program]
    ) {
        self.init(
            size: size,
            glyphs: Glyphs(settings.signs),
            programs: programs,
            adoptable: target.adoptable
        )
        mirror.look.motion = settings.motion
        mirror.look.home = getenv("HOME").map { String(cString: $0) } ?? ""
        mirror.look.dates = .current
        mirror.look.zone = .current
    }
}

extension Moment {
    /// The time of day, here.
    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_nsec / 1_000_000)
        return Moment(Int64(time.tv_sec), in: .current, milliseconds: milliseconds)
    }
}
