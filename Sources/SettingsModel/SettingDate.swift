// A point in time as settings files write it.

/// A point in time, to the nanosecond, in the years 0000 to 9999 of UTC.
///
/// RFC 3339 has four digits for a year, and whatever is kept or sent is written by it.
public struct SettingDate: Hashable, Comparable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public let seconds: Int64
    /// The rest; 0 to 999,999,999.
    public let nanoseconds: Int32

    /// The seconds that a date can have: from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    public static let secondsRange: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Creates a date from seconds since 1970 and the nanoseconds past them.
    ///
    /// - Precondition: `seconds` is in ``secondsRange``, `nanoseconds` from 0 to 999,999,999.
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        precondition(Self.secondsRange.contains(seconds), "the year has more than four digits")
        precondition((0..<1_000_000_000).contains(nanoseconds), "nanoseconds out of range")
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The date that is so many seconds after 1970, or the nearest that there is.
    package init(nearestTo seconds: Int64) {
        self.init(
            seconds: min(max(seconds, Self.secondsRange.lowerBound), Self.secondsRange.upperBound)
        )
    }

    /// Whether the one is earlier.
    public static func < (a: SettingDate, b: SettingDate) -> Bool {
        (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
    }
}

extension SettingDate: CustomStringConvertible {
    /// RFC 3339 in UTC: `2026-11-21T09:30:00Z`, with as many fraction digits as it needs.
    public var description: String {
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let clock = Int(seconds - days * 86_400)
        let (year, month, day) = Self.civil(days: days)
        var text = Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
        text += "T" + Self.padded(clock / 3_600, 2) + ":" + Self.padded(clock / 60 % 60, 2)
        text += ":" + Self.padded(clock % 60, 2)
        if nanoseconds > 0 {
            var fraction = Self.padded(Int(nanoseconds), 9)
            while fraction.last == "0" { fraction.removeLast() }
            text += "." + fraction
        }
        return text + "Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}

extension SettingDate {
    /// Reads RFC 3339: `1979-05-27T00:32:00.5-07:00`; `t`, `z` and a blank for the `T` are taken too.
    ///
    /// - Throws: ``ModelError`` with code `.date`: not that form, no such day or time, or outside of
    ///   ``secondsRange``, as `9999-12-31T23:59:59-07:00` is.
    public init(rfc3339 text: String) throws(ModelError) {
        guard let instant = Self.parse(Array(text.utf8)) else {
            throw ModelError(
                code: .date,
                problem: "'\(text.escapedForDisplay)' is not a date and time with an offset",
                advice: "Write it as 2026-11-21T09:30:00Z"
            )
        }
        guard Self.secondsRange.contains(instant.seconds) else {
            throw ModelError(
                code: .date,
                problem:
                    "'\(text.escapedForDisplay)' is outside of the years 0000 to 9999 of UTC",
                advice: "Use a date within them"
            )
        }
        self.init(seconds: instant.seconds, nanoseconds: instant.nanoseconds)
    }

    /// Whether a text has the form of RFC 3339 and names a day and a time that there are, be it
    /// outside of ``secondsRange``.
    package static func isRFC3339(_ text: String) -> Bool { parse(Array(text.utf8)) != nil }

    private static func parse(_ bytes: [UInt8]) -> (seconds: Int64, nanoseconds: Int32)? {
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        func isByte(_ index: Int, _ allowed: String) -> Bool {
            index < bytes.count && allowed.utf8.contains(bytes[index])
        }
        guard let year = number(0..<4), isByte(4, "-"), let month = number(5..<7), isByte(7, "-"),
            let day = number(8..<10), isByte(10, "Tt "), let hour = number(11..<13),
            isByte(13, ":"),
            let minute = number(14..<16), isByte(16, ":"), let second = number(17..<19),
            (1...12).contains(month), (1...daysIn(month, year)).contains(day), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        var index = 19
        var nanoseconds: Int32 = 0
        if isByte(index, ".") {
            index += 1
            var scale: Int32 = 100_000_000
            let start = index
            while index < bytes.count, (48...57).contains(bytes[index]) {
                nanoseconds += Int32(bytes[index] - 48) * scale
                scale /= 10
                index += 1
            }
            guard index > start else { return nil }
        }
        guard let offset = offset(bytes, at: index, number: number) else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        let clock = Int64(hour * 3_600 + minute * 60 + second - offset)
        return (days * 86_400 + clock, nanoseconds)
    }

    /// Seconds east of UTC that the bytes from `index` to the end say, or nil.
    private static func offset(
        _ bytes: [UInt8],
        at index: Int,
        number: (Range<Int>) -> Int?
    ) -> Int? {
        guard index < bytes.count else { return nil }
        if bytes.count == index + 1, bytes[index] | 0x20 == UInt8(ascii: "z") { return 0 }
        let isEast = bytes[index] == UInt8(ascii: "+")
        guard isEast || bytes[index] == UInt8(ascii: "-"), bytes.count == index + 6,
            bytes[index + 3] == UInt8(ascii: ":"), let hours = number(index + 1..<index + 3),
            let minutes = number(index + 4..<index + 6), hours < 24, minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (isEast ? 1 : -1)
    }

    /// How many days a month of a year has; the month is from 1 to 12.
    package static func daysIn(_ month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    // Both conversions count days from 0000-03-01, so that the leap day ends a year, as in Howard
    // Hinnant, "chrono-Compatible Low-Level Date Algorithms":
    // https://howardhinnant.github.io/date_algorithms.html

    /// Days since 1970-01-01 of a day of the Gregorian calendar.
    package static func days(year: Int, month: Int, day: Int) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }

    /// The day of the Gregorian calendar that is so many days after 1970-01-01.
    package static func civil(days: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
