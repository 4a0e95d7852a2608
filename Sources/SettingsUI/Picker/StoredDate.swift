// Dates and spans of time as files have them, and as wheels turn them.

import SettingsModel
import SettingsSchema

/// A date in the form in which it is stored.
struct StoredDate: Equatable, Sendable {
    /// How a file writes it.
    enum Form: Equatable, Sendable {
        /// An instant, the same everywhere.
        case instant
        /// An instant, as a text.
        case text
        /// What a clock shows, without a zone: TOML's local dates and times.
        case local(Parts)
        /// A number of seconds.
        case span
    }
    /// What of a date and a time is written.
    enum Parts: Equatable, Sendable {
        case date, time, both
    }
    var form: Form
    var time: LocalTime

    /// Reads a stored value; nil for one that is no date, or for a span no number of seconds.
    init?(_ value: SettingValue, _ mode: DatePicker.Mode, _ zone: Zone) {
        if mode == .countdown {
            guard let seconds = Number(value)?.double, seconds.isFinite, abs(seconds) < 86_400
            else { return nil }
            form = .span
            time = LocalTime(days: 0, seconds: Int(max(0, seconds)))
            return
        }
        guard let date = SettingDate(meantBy: value) else { return nil }
        if case .raw(let text) = value, !text.contains("Z"), !text.contains("z") {
            // Read as UTC, so that the parts are those of the text.
            form = .local(!text.contains(":") ? .date : text.contains("-") ? .both : .time)
            time = LocalTime(total: date.seconds)
            return
        }
        if case .date = value { form = .instant } else { form = .text }
        time = zone.local(date.seconds)
    }

    /// A date that was never stored.
    init(now time: LocalTime, _ mode: DatePicker.Mode) {
        form = mode == .countdown ? .span : .instant
        self.time = mode == .countdown ? LocalTime(days: 0, seconds: 60) : time
    }

    /// The value to store, and whether clocks leap over the time so that a later one is taken.
    func value(_ mode: DatePicker.Mode, _ zone: Zone) -> (value: SettingValue, isMoved: Bool) {
        switch form {
        case .span: return (.integer(Int64(time.seconds)), false)
        case .local(let parts):
            // If the wheels show other parts than the file has, date and time are both written.
            return (.raw(Self.spelled(time, parts == mode.parts ? parts : .both)), false)
        case .instant, .text:
            let (seconds, isMoved) = zone.instant(time)
            let date = SettingDate(nearestTo: seconds)
            return (form == .text ? .string(date.description) : .date(date), isMoved)
        }
    }

    private static func spelled(_ time: LocalTime, _ kept: Parts) -> String {
        // As RFC 3339 has it, less the zone and the part that isn't stored.
        let text = SettingDate(nearestTo: time.total).description.dropLast()
        let parts = text.split(separator: "T").map(String.init)
        switch kept {
        case .date: return parts[0]
        case .time: return parts[1]
        case .both: return String(text)
        }
    }
}

extension DatePicker.Mode {
    /// What its wheels turn.
    fileprivate var parts: StoredDate.Parts {
        switch self {
        case .date: .date
        case .time: .time
        case .dateAndTime, .countdown: .both
        }
    }
}

extension DateStyle {
    /// A stored date as its row shows it.
    func text(_ time: LocalTime, _ mode: DatePicker.Mode, thisYear: Int) -> String {
        switch mode {
        case .date: date(time)
        case .time: self.time(time)
        case .dateAndTime: dateAndTime(time, thisYear: thisYear)
        case .countdown: "\(time.hour) h \(time.minute) min"
        }
    }
}
