// What clocks and calendars show at an instant, and which instant they mean.

import SettingsModel

/// A day and a time of day, as a clock on the wall shows them.
struct LocalTime: Equatable, Comparable, Sendable {
    /// Days since 1970-01-01.
    var days: Int64
    /// Seconds since midnight; 0 to 86,399.
    var seconds: Int

    /// Creates a time from days since 1970 and seconds since midnight.
    init(days: Int64, seconds: Int) {
        self.days = days
        self.seconds = seconds
    }

    /// Creates the time that is so many seconds after 1970-01-01 00:00.
    init(total: Int64) {
        days = (total >= 0 ? total : total - 86_399) / 86_400
        seconds = Int(total - days * 86_400)
    }

    /// Seconds since 1970-01-01 00:00.
    var total: Int64 { days * 86_400 + Int64(seconds) }

    var hour: Int { seconds / 3_600 }
    var minute: Int { seconds / 60 % 60 }

    var date: (year: Int, month: Int, day: Int) { SettingDate.civil(days: days) }

    /// 0 for Sunday to 6 for Saturday; 1970-01-01 was a Thursday.
    var weekday: Int { Int((days % 7 + 11) % 7) }

    static func < (a: LocalTime, b: LocalTime) -> Bool { a.total < b.total }

    /// Moves to a year, a month, a day; a day that the month doesn't have becomes its last.
    mutating func setDate(year: Int, month: Int, day: Int) {
        let year = min(max(1, year), 9_999)
        let day = min(day, SettingDate.daysIn(month, year))
        days = SettingDate.days(year: year, month: month, day: day)
    }

    /// Moves to a minute of the day; seconds go.
    mutating func setMinute(_ minute: Int) { seconds = minute * 60 }
}

/// How far clocks are from UTC.
struct Zone: Sendable {
    /// Seconds east of UTC at an instant, given in seconds since 1970.
    var offset: @Sendable (Int64) -> Int64

    static let utc = Zone { _ in 0 }

    /// What clocks show at an instant.
    func local(_ instant: Int64) -> LocalTime { LocalTime(total: instant + offset(instant)) }

    /// The instant at which clocks show a time: the first, where they show it twice.
    ///
    /// - Returns: The instant; where clocks leap over the time, that of the leap, which is moved.
    func instant(_ local: LocalTime) -> (seconds: Int64, isMoved: Bool) {
        let total = local.total
        // No zone leaps twice within a day.
        let before = offset(total - 86_400)
        let after = offset(total + 86_400)
        for candidate in [before, after] where offset(total - candidate) == candidate {
            return (total - candidate, false)
        }
        var low = total - max(before, after)
        var high = total - min(before, after)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(middle) == before { low = middle } else { high = middle }
        }
        return (high, true)
    }
}
