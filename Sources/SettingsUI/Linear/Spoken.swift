// Rows and values in words, and words as values.

import SettingsModel
import SettingsSchema

extension State {
    /// Whether the screen in front is the pane of a list's element.
    var isInElement: Bool { if case .element = screen.content { true } else { false } }

    /// A setting's value in words.
    func spoken(_ place: SettingPlace) -> String { spoken(value(place), place) }

    /// A value of a setting in words.
    func spoken(_ value: SettingValue?, _ place: SettingPlace) -> String {
        guard let specifier = setting(place)?.specifier else { return shown(value, place) }
        if isSecret(place), value != nil, specifier.isSecret { return "set" }
        let shown = shown(value, place)
        if case .toggle = specifier.control { return shown.lowercased() }
        return shown.isEmpty ? "empty" : shown
    }

    // MARK: Rows

    /// A row in words: its title, what it is, its value, what is special about it.
    func spoken(_ row: Row) -> String {
        var parts = [row.title]
        switch row.target {
        case .setting(let specifier, let place):
            if row.title.isEmpty, place.element == nil { parts[0] = title(place) }
            parts += specifier.spokenParts(spoken(place).spokenLines(of: specifier))
            parts.append(row.note)
            if row.mark == .modified {
                parts.append("modified")
                if let wanted = specifier.defaultValue, !specifier.isSecret {
                    parts.append("default \(spoken(wanted, place))")
                }
            }
        case .option, .member:
            if case .check(.chosen) = row.widget { parts.append("chosen") }
            if case .box(.chosen) = row.widget { parts.append("chosen") }
            parts.append(row.note)
        default: parts += row.widget.spokenParts
        }
        if parts[0].isEmpty { parts.removeFirst() }
        // What is special about a program is its value already.
        if case .program = row.target {} else { parts += marks(of: row) }
        if !row.subtitle.isEmpty { parts.append(row.subtitle) }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func marks(of row: Row) -> [String] {
        var marks: [String] = []
        switch row.mark {
        case .error: marks.append("problem")
        case .locked: marks.append("locked")
        case .restart: marks.append("takes effect after a restart")
        case .modified, .changedElsewhere, .none: break
        }
        let isShownOnly = if case .title = row.widget { !row.isAction } else { false }
        if row.access == .readOnly || isShownOnly { marks.append("read-only") }
        return marks
    }

    // MARK: Values

    /// What to type for a new value; nil for a setting that can't be typed.
    func request(_ specifier: Specifier, _ place: SettingPlace) -> String? {
        switch specifier.control {
        case .toggle: return "on or off"
        case .slider(let slider): return "New value from \(slider.minimum) to \(slider.maximum)"
        case .text(let field):
            let plain = specifier.rule.summary == "text"
            let what = plain ? "New text" : "New value, \(specifier.rule.summary)"
            if field.isMultiline {
                return what + #", line by line; a line with only . ends it; "" for an empty one"#
            }
            return field.kind == .string ? what + "; \"\" for an empty one" : what
        case .choice(let choice): return choice.request
        case .picker(let columns): return columns.request
        case .date(let picker):
            switch picker.mode {
            case .date: return "A date as 2009-01-06"
            case .time: return "A time as 07:45"
            case .dateAndTime: return "A date and a time as 2009-01-06 07:45"
            case .countdown: return "Hours and minutes as 0:04"
            }
        default: return nil
        }
    }

    /// The value that a typed line means.
    func value(
        spoken text: String,
        _ specifier: Specifier,
        _ place: SettingPlace
    ) -> Result<SettingValue?, TypingProblem> {
        let wanted: SettingValue
        let shown = specifier.shown(typed: text)
        switch specifier.control {
        case .slider, .text:
            let typed = text == "\"\"" ? "" : text
            return specifier.value(typed: typed).map(\.value)
        case .toggle(let toggle):
            guard ["on", "off"].contains(text.lowercased()) else {
                return .failure(TypingProblem(text: "\(shown) is neither on nor off"))
            }
            wanted = text.lowercased() == "on" ? toggle.on : toggle.off
        case .choice(let choice):
            switch choice.value(spoken: text, specifier, keeping: ticked(place, choice)) {
            case .failure(let problem): return .failure(problem)
            case .success(.array(let values)) where choice.count != .one:
                if let why = objection(to: values, specifier, choice, place) {
                    let sentence = why.prefix(1).uppercased() + why.dropFirst()
                    return .failure(TypingProblem(text: sentence))
                }
                return .success(.array(values))
            case .success(let value): wanted = value
            }
        case .picker(let columns):
            switch columns.value(spoken: text, specifier) {
            case .failure(let problem): return .failure(problem)
            case .success(let value): wanted = value
            }
        case .date(let picker):
            guard let date = date(spoken: text, picker, place) else {
                return .failure(TypingProblem(text: "\(shown) is none"))
            }
            wanted = date
        default: return .failure(TypingProblem(text: "it can't be typed"))
        }
        if let refusal = specifier.rule.refusal(of: wanted) {
            return .failure(TypingProblem(text: "\(shown) is not \(refusal.expected)"))
        }
        return .success(wanted)
    }

    private func date(
        spoken text: String,
        _ picker: DatePicker,
        _ place: SettingPlace
    ) -> SettingValue? {
        let stored = value(place).flatMap { StoredDate($0, picker.mode, zone) }
        var date = stored ?? StoredDate(now: zone.local(now), picker.mode)
        let words = text.split { $0 == " " || $0 == "T" }.map(String.init)
        let hasDay = picker.mode == .date || picker.mode == .dateAndTime
        let hasTime = picker.mode != .date
        guard words.count == (hasDay ? 1 : 0) + (hasTime ? 1 : 0) else { return nil }
        if hasDay {
            guard let day = try? SettingDate(rfc3339: words[0] + "T00:00:00Z") else { return nil }
            date.time.days = LocalTime(total: day.seconds).days
        }
        if hasTime {
            let numbers = words[words.count - 1].split(separator: ":").compactMap { Int($0) }
            guard numbers.count == 2, (0..<24).contains(numbers[0]), (0..<60).contains(numbers[1])
            else { return nil }
            date.time.setMinute(numbers[0] * 60 + numbers[1])
        }
        return date.value(picker.mode, zone).value
    }
}

extension Specifier {
    /// What the setting is, its value, and its bounds.
    fileprivate func spokenParts(_ value: String) -> [String] {
        switch control {
        case _ where isSecret: ["secret", value]
        case .toggle: ["switch", value]
        case .slider(let slider):
            [
                slider.style == .stepper ? "number" : "slider", value,
                "from \(slider.minimum) to \(slider.maximum)",
            ]
        case .choice(let choice):
            choice.options.count <= 8
                ? [
                    "choice", value,
                    "of " + choice.shownOptions.map(\.title).joined(separator: ", "),
                ] : ["choice", value, "of \(choice.options.count)"]
        case .text(let field): [[.integer, .real].contains(field.kind) ? "number" : "text", value]
        case .picker: ["picker", value]
        case .date(let picker):
            [picker.mode == .countdown ? "span" : picker.mode == .time ? "time" : "date", value]
        default: [value]
        }
    }
}

extension Widget {
    /// What the control says, in words.
    fileprivate var spokenParts: [String] {
        switch self {
        case .title(let text), .link(let text): text.isEmpty ? [] : [text]
        case .difference(_, let old, let new): ["was \(old)", "is \(new)"]
        case .entry(let line):
            switch line.kind {
            case .change: [line.time, "by \(line.who)", "\(line.old) to \(line.new)"]
            case .undone, .replaced:
                [line.time, "by \(line.who)", "\(line.old) to \(line.new)", "undone"]
            case .putBack:
                [line.time, "by \(line.who)", "\(line.old) to \(line.new)", "put back"]
            case .now: []
            case .start: [line.time, line.who]
            }
        default: []
        }
    }
}

extension String {
    /// The first line of a text, and how many there are; any other value as it is.
    fileprivate func spokenLines(of specifier: Specifier) -> String {
        let lines = lines
        guard specifier.isMultiline, lines.count > 1 else { return self }
        return "\(lines.count) lines, the first: \(lines[0])"
    }
}
