// How a screen begins, and how it waits.

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
    init(ofThisUserOn size: Size, _ settings: TerminalSettings, programs: [Program]) {
        self.init(size: size, glyphs: Glyphs(settings.signs), programs: programs)
        look.motion = settings.motion
        look.home = getenv("HOME").map { String(cString: $0) } ?? ""
        look.dates = .current
        look.zone = .current
    }
}

/// What is waited for, and until when.
struct Deadlines {
    private var instants: [Timer: ContinuousClock.Instant] = [:]

    /// Begins to wait; replaces a wait for the same.
    mutating func wait(for timer: Timer, _ duration: Duration) {
        instants[timer] = .now + duration
    }

    /// The timers whose time has come, each once.
    mutating func due() -> [Timer] {
        let now = ContinuousClock.now
        let due = instants.filter { $0.value <= now }.map(\.key)
        for timer in due { instants[timer] = nil }
        return due
    }

    /// How long poll(2) may wait, in milliseconds: until a timer is due, or so long; -1 for ever.
    func timeout(atMost other: Duration? = nil) -> Int32 {
        let now = ContinuousClock.now
        let waits = instants.values.map { now.duration(to: $0) } + [other].compactMap(\.self)
        guard let left = waits.min() else { return -1 }
        guard left > .zero else { return 0 }
        // Rounded up, so that the last turn doesn't spin.
        return Int32(min(left / .milliseconds(1), 60_000)) + 1
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
