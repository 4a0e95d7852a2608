// A moment that somebody names on the command line.

import ArgumentParser
import Glibc
import SettingsModel

/// A time that has passed: how long ago, or by the clock and the calendar.
struct PastTime: ExpressibleByArgument, Equatable {
    /// Since 1970.
    let milliseconds: Int64

    private static let units: [Character: Int64] = [
        "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
    ]
    init?(argument: String) {
        guard let found = Self.ago(argument) ?? Self.date(argument) else { return nil }
        milliseconds = found
    }

    private static func ago(_ text: String) -> Int64? {
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (0...1_000_000).contains(count)
        else { return nil }
        return (Int64(time(nil)) - count * unit) * 1_000
    }

    /// A time as in `2026-11-26 08:15`, also with seconds or as a day alone; nil for anything else.
    ///
    /// It's in the user's time zone, unless it says another. A second that is named is meant to its end.
    private static func date(_ text: String) -> Int64? {
        if let date = try? SettingDate(rfc3339: text) { return date.seconds * 1_000 + 999 }
        let words = text.split(omittingEmptySubsequences: false) { "-: T".contains($0) }
        let numbers = words.compactMap { Int32($0) }
        guard numbers.count == words.count, [3, 5, 6].contains(numbers.count) else { return nil }
        let all = numbers + Array(repeating: 0, count: 6 - numbers.count)
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (all[0] - 1_900, all[1] - 1, all[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (all[3], all[4], all[5])
        parts.tm_isdst = -1
        let wanted = [parts.tm_mon, parts.tm_mday, parts.tm_min]
        let seconds = mktime(&parts)
        // What is no day of the calendar comes out as another. The year 9999 is the last of RFC 3339.
        guard (0...253_402_300_799).contains(seconds),
            wanted == [parts.tm_mon, parts.tm_mday, parts.tm_min]
        else {
            return nil
        }
        return Int64(seconds) * 1_000 + 999
    }
}
