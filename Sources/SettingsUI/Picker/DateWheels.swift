// The wheels of a date picker: their order, their titles, and what turning one does.

import SettingsModel
import SettingsSchema

/// A date being picked.
struct DateWheels: Equatable, Sendable {
    enum Part: Equatable, Sendable {
        case year, month, day
        /// Days one after the other, across months.
        case calendarDay
        case hour, minute, period
        /// Hours and minutes of a span.
        case hours, minutes
    }
    let picker: DatePicker
    let style: DateStyle
    /// The day that is called so.
    let today: Int64
    /// The first and the last time that can be picked.
    let earliest: LocalTime?
    let latest: LocalTime?
    var date: StoredDate
    /// What the wheels showed at first.
    let first: StoredDate

    init(_ picker: DatePicker, _ date: StoredDate, _ style: DateStyle, _ zone: Zone, now: LocalTime)
    {
        self.picker = picker
        self.style = style
        self.date = date
        first = date
        today = now.days
        earliest = picker.minimum.map { zone.local($0.seconds) }
        latest = picker.maximum.map { zone.local($0.seconds) }
    }

    /// The wheels from left to right.
    var parts: [Part] {
        switch picker.mode {
        case .countdown: [.hours, .minutes]
        case .time: clock
        case .dateAndTime: [.calendarDay] + clock
        case .date:
            switch style.order {
            case .yearFirst: [.year, .month, .day]
            case .yearThenDay: [.year, .day, .month]
            case .monthFirst: [.month, .day, .year]
            case .dayFirst: [.day, .month, .year]
            }
        }
    }

    private var clock: [Part] {
        switch style.clock {
        case .twentyFour: [.hour, .minute]
        case .twelve(.first): [.period, .hour, .minute]
        case .twelve(.last): [.hour, .minute, .period]
        }
    }

    /// The picked date in words.
    var text: String {
        let thisYear = LocalTime(days: today, seconds: 0).date.year
        return style.text(date.time, picker.mode, thisYear: thisYear)
    }

    // MARK: Turning

    /// Turns a wheel by some titles; a time out of the range becomes its end.
    mutating func turn(_ part: Part, by steps: Int) {
        date.time = turned(part, by: steps)
        if picker.mode == .countdown {
            // A span of nothing is none.
            if date.time.seconds < 60 { date.time.setMinute(picker.minuteInterval) }
            return
        }
        // Only a wheel of days shows the range of a picker without them.
        guard picker.mode != .time else { return }
        if let earliest, date.time < earliest { date.time = end(earliest) }
        if let latest, date.time > latest { date.time = end(latest) }
    }

    /// Turns a wheel to a title; to the month's last day for one that it doesn't have.
    mutating func turn(_ part: Part, to index: Int) {
        let (year, month, day) = date.time.date
        let wanted = part == .day ? min(index, SettingDate.daysIn(month, year) - 1) : index
        turn(part, by: wanted - (part == .day ? day - 1 : wheel(part).index))
    }

    /// An end of the range, with the time of day as far as that can stay.
    private func end(_ limit: LocalTime) -> LocalTime {
        let kept = LocalTime(days: limit.days, seconds: date.time.seconds)
        let isWithin = (earliest.map { kept >= $0 } ?? true) && (latest.map { kept <= $0 } ?? true)
        return isWithin ? kept : limit
    }

    private func turned(_ part: Part, by steps: Int) -> LocalTime {
        var time = date.time
        let (year, month, day) = time.date
        switch part {
        case .year: time.setDate(year: year + steps, month: month, day: day)
        case .month:
            time.setDate(year: year, month: Self.cycled(month - 1 + steps, 12) + 1, day: day)
        case .day:
            let count = SettingDate.daysIn(month, year)
            let wanted = Self.cycled(day - 1 + steps, count) + 1
            time.setDate(year: year, month: month, day: wanted)
        case .calendarDay: time.days += Int64(steps)
        case .hour:
            let hour = time.hour
            let wanted =
                style.clock == .twentyFour
                ? Self.cycled(hour + steps, 24)
                : hour / 12 * 12 + Self.cycled(hour % 12 + steps, 12)
            time.setMinute(wanted * 60 + time.minute)
        case .minute: time.setMinute(time.hour * 60 + minute(after: time.minute, steps))
        case .period:
            guard steps != 0 else { break }
            time.setMinute((time.hour % 12 + (steps > 0 ? 12 : 0)) * 60 + time.minute)
        case .hours: time.setMinute(min(23, max(0, time.hour + steps)) * 60 + time.minute)
        case .minutes: time.setMinute(time.hour * 60 + minute(after: time.minute, steps))
        }
        return time
    }

    /// The minute some intervals on; one between two intervals goes to the next.
    private func minute(after minute: Int, _ steps: Int) -> Int {
        let interval = picker.minuteInterval
        let isOnStep = minute % interval == 0
        let index = minute / interval + (steps < 0 && !isOnStep ? 1 : 0)
        return Self.cycled(index + steps, 60 / interval) * interval
    }

    private static func cycled(_ number: Int, _ count: Int) -> Int {
        ((number % count) + count) % count
    }

    // MARK: Titles

    /// The wheel of a part as it stands.
    func wheel(_ part: Part) -> Wheel {
        let (year, month, day) = date.time.date
        switch part {
        case .year: return yearWheel(year)
        case .month:
            var wheel = Wheel((1...12).map { style.title(month: $0) }, index: month - 1)
            wheel.ends = .joined
            wheel.dimmed = dimmed(12) { isOut(.month, by: $0 - (month - 1)) }
            return wheel
        case .day:
            var wheel = Wheel((1...31).map { style.title(day: $0) }, index: day - 1)
            wheel.ends = .joined
            let count = SettingDate.daysIn(month, year)
            wheel.dimmed = dimmed(31) { $0 >= count || isOut(.calendarDay, by: $0 - (day - 1)) }
            return wheel
        case .calendarDay: return calendarDays
        case .hour: return hourWheel
        case .minute, .minutes:
            let numbers = stride(from: 0, to: 60, by: picker.minuteInterval)
            let titles = numbers.map { part == .minute ? DateStyle.twoDigits($0) : String($0) }
            var wheel = Wheel(titles, index: date.time.minute / picker.minuteInterval)
            wheel.ends = .joined
            if part == .minutes { wheel.unit = "min" }
            return wheel
        case .period:
            let titles = [style.words.morning, style.words.afternoon]
            return Wheel(titles, index: date.time.hour / 12)
        case .hours:
            var wheel = Wheel((0..<24).map(String.init), index: date.time.hour)
            wheel.unit = "hours"
            return wheel
        }
    }

    private func yearWheel(_ year: Int) -> Wheel {
        let low = min(year, earliest?.date.year ?? 1_900)
        let high = max(year, latest?.date.year ?? 2_100)
        return Wheel((low...high).map { style.title(year: $0) }, index: year - low)
    }

    private var hourWheel: Wheel {
        var wheel: Wheel
        if style.clock == .twentyFour {
            wheel = Wheel((0..<24).map { style.title(hour: $0) }, index: date.time.hour)
        } else {
            // Twelve is the first hour of a half day, and stands before one.
            wheel = Wheel((0..<12).map { style.title(hour: $0) }, index: date.time.hour % 12)
        }
        wheel.ends = .joined
        return wheel
    }

    /// Days around the picked one: the wheel has no end, and shows a few at a time.
    private var calendarDays: Wheel {
        let titles = (-Self.daysAround...Self.daysAround).map { offset in
            let time = LocalTime(days: date.time.days + Int64(offset), seconds: 0)
            return time.days == today ? "Today" : style.shortDay(time)
        }
        var wheel = Wheel(titles, index: Self.daysAround)
        wheel.dimmed = dimmed(titles.count) { isOut(.calendarDay, by: $0 - Self.daysAround) }
        return wheel
    }

    private static let daysAround = 10

    private func dimmed(_ count: Int, _ isOut: (Int) -> Bool) -> Set<Int> {
        earliest == nil && latest == nil && count != 31 ? [] : Set((0..<count).filter(isOut))
    }

    /// Whether a turn leads to a day that can't be picked.
    private func isOut(_ part: Part, by steps: Int) -> Bool {
        let days = turned(part, by: steps).days
        return (earliest.map { days < $0.days } ?? false)
            || (latest.map { days > $0.days } ?? false)
    }
}
