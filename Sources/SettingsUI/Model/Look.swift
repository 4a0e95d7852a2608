// How the screen looks here: its size and signs, and how dates and times are written.

/// All that words and drawing depend on beside the settings.
struct Look: Sendable {
    var size: Size
    var glyphs: Glyphs
    /// The user's home folder, shown as `~`.
    var home = ""
    var dates = DateStyle.plain
    var motion = Motion.full
    /// The time zone of the clocks that the user sees.
    var zone = Zone.utc
    /// When the last event happened.
    var now = Moment(0, in: .utc)
    var mouse = MouseOwner.program

    init(size: Size, glyphs: Glyphs) {
        self.size = size
        self.glyphs = glyphs
    }

    /// Gives the mouse to the terminal, or takes it from there.
    mutating func turnMouse() -> Status {
        mouse = mouse == .program ? .terminal : .program
        let now = mouse == .program ? "is the program's" : "marks text as the terminal has it"
        return Status(.note, "The mouse \(now)")
    }

    var helpPage: HelpPage { HelpPage(size, glyphs) }

    /// Days since 1970.
    var today: Int64 { zone.local(now.instant).days }

    var thisYear: Int { zone.local(now.instant).date.year }

    /// The time of day of a moment of today, else its date too.
    func shown(milliseconds: Int64) -> String {
        let time = zone.local(milliseconds / 1_000)
        let clock = Moment(milliseconds / 1_000, in: zone).minutes
        return time.days == today ? clock : dates.date(time) + ", " + clock
    }
}

/// How much moves on the screen by itself.
enum Motion: Equatable, Sendable {
    case full
    /// A row stays lit until the next key.
    case reduced
}
