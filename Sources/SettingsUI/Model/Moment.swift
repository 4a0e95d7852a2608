// A time of day.

/// The time of day at which something happens; the edge reads the clock.
struct Moment: Equatable, Sendable {
    var hour: Int
    var minute: Int
    var second: Int
    /// Seconds since 1970.
    var instant: Int64
    /// What it's more than that.
    var milliseconds: Int64 = 0

    /// Milliseconds since 1970.
    var allMilliseconds: Int64 { instant * 1_000 + milliseconds }

    /// As in `09:41`.
    var minutes: String { DateStyle.twoDigits(hour) + ":" + DateStyle.twoDigits(minute) }
    /// As in `09:41:07`.
    var seconds: String { minutes + ":" + DateStyle.twoDigits(second) }
}

extension Moment {
    /// The moment at an instant, in seconds since 1970, as the clocks of a zone show it.
    init(_ instant: Int64, in zone: Zone, milliseconds: Int64 = 0) {
        let time = zone.local(instant)
        self.init(
            hour: time.hour,
            minute: time.minute,
            second: time.seconds % 60,
            instant: instant,
            milliseconds: milliseconds
        )
    }
}
