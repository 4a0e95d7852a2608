// Reads what stands at the right of a row, type by type.

import SettingsDocument
import SettingsModel

extension PaneReading {
    /// The control of a row and the rule of its value.
    mutating func control(_ table: PaneTable, _ type: String) -> (Control, ValueRule) {
        let anything = ValueRule()
        switch type {
        case "PSToggleSwitchSpecifier": return toggle(table)
        case "PSSliderSpecifier": return slider(table)
        case "PSTitleValueSpecifier":
            require("Key", in: table, of: type)
            let isMapped = table["Values"] != nil || table["Titles"] != nil
            return (.readOnly(titles: isMapped ? options(in: table) : []), anything)
        case "PSTextFieldSpecifier", "IASKTextViewSpecifier": return textField(table, type)
        case "PSMultiValueSpecifier", "PSRadioGroupSpecifier": return choice(table, type)
        case "SAPickerSpecifier": return picker(table)
        case "IASKDatePickerSpecifier": return datePicker(table)
        case "PSChildPaneSpecifier", "IASKCustomViewSpecifier":
            return (childPane(table, type), anything)
        case "IASKListGroupSpecifier": return listGroup(table)
        case "IASKButtonSpecifier":
            require("Title", in: table, of: type)
            let button = Button(command: strings("SACommand", in: table))
            return (.button(button), table["Key"] == nil ? anything : ValueRule(.string))
        case "IASKOpenURLSpecifier":
            require("Title", "File", in: table, of: type)
            return (.link(address: string("File", in: table) ?? ""), anything)
        case "IASKMailComposeSpecifier": return (.mail(mail(table)), anything)
        case "": return (.unknown, anything)
        default:
            report(
                .unknownType,
                .warning,
                at: table.path(of: "Type"),
                "the type '\(type.escapedForDisplay)' is not known; the row is only shown",
                "Use one of the types in docs/settings-bundles.md"
            )
            return (.unknown, anything)
        }
    }

    // MARK: Switches and numbers

    private mutating func toggle(_ table: PaneTable) -> (Control, ValueRule) {
        require("Title", "Key", "DefaultValue", in: table, of: "PSToggleSwitchSpecifier")
        let (values, isRight) = attempt { $0.toggleValues(in: table) }
        let style = word(
            "IASKToggleStyle",
            in: table,
            of: Toggle.Style.allCases,
            otherwise: .toggle
        )
        let (on, off) = values
        let isPlain = on == .boolean(true) && off == .boolean(false)
        let rule = isPlain ? ValueRule(.boolean) : ValueRule(choices: [on, off])
        return (.toggle(Toggle(on: on, off: off, style: style)), isRight ? rule : ValueRule())
    }

    private mutating func toggleValues(in table: PaneTable) -> (on: SettingValue, off: SettingValue)
    {
        let on = scalar("TrueValue", in: table) ?? .boolean(true)
        let off = scalar("FalseValue", in: table) ?? .boolean(false)
        if on.means(off) {
            let problem = "'TrueValue' and 'FalseValue' are the same"
            report(.badValue, .error, at: table.path, problem, "Give each a value of its own")
        }
        return (on, off)
    }

    private mutating func scalar(_ key: String, in table: PaneTable) -> SettingValue? {
        guard let value = table[key] else { return nil }
        if value.isScalar, value != .null { return value }
        let problem = "'\(key)' is \(value.quotedForMessage), expected one value"
        report(
            .wrongType,
            .error,
            at: table.path(of: key),
            problem,
            "Write a text, number, date or boolean"
        )
        return nil
    }

    private mutating func slider(_ table: PaneTable) -> (Control, ValueRule) {
        let type = "PSSliderSpecifier"
        require("Key", "DefaultValue", "MinimumValue", "MaximumValue", in: table, of: type)
        let kinds: [TextField.Kind] = [.real, .integer]
        let isInteger = word("SAValueType", in: table, of: kinds, otherwise: .real) == .integer
        let ends = ends("MinimumValue", "MaximumValue", in: table)
        // Something is drawn where an end is missing, too.
        var minimum = ends.minimum ?? min(ends.maximum ?? .integer(0), .integer(0))
        var maximum = ends.maximum ?? max(minimum, .integer(1))
        if maximum < minimum { swap(&minimum, &maximum) }
        let style = word("SAStyle", in: table, of: Slider.Style.allCases, otherwise: .slider)
        let slider = Slider(
            minimum: minimum,
            maximum: maximum,
            step: step(in: table, isInteger: isInteger),
            style: style,
            isInteger: isInteger,
            unit: text("SAUnit", in: table)
        )
        var rule = ValueRule(isInteger ? .integer : .number)
        // The step says how far a key goes on the screen; a program may take what is between.
        (rule.minimum, rule.maximum) = ends.bounds
        return (.slider(slider), rule)
    }

    private mutating func step(in table: PaneTable, isInteger: Bool) -> Number? {
        guard let step = number("SAStep", in: table) else { return nil }
        if isInteger, let start = table["MinimumValue"].flatMap(Number.init), !start.isWhole {
            let problem = "'MinimumValue' is \(start), expected a whole number for whole steps"
            let advice = "Correct it; the row has steps of its own until then"
            report(.badValue, .error, at: table.path(of: "MinimumValue"), problem, advice)
            return nil
        }
        if step > .integer(0), step.double.isFinite, !isInteger || step.isWhole { return step }
        let wanted = isInteger ? "a whole number above 0" : "a number above 0"
        let problem = "'SAStep' is \(step), expected \(wanted)"
        report(.badValue, .error, at: table.path(of: "SAStep"), problem, "Write \(wanted)")
        return nil
    }

    // MARK: Dates

    private mutating func datePicker(_ table: PaneTable) -> (Control, ValueRule) {
        require("Key", in: table, of: "IASKDatePickerSpecifier")
        let (mode, isModeRight) = attempt {
            $0.word(
                "DatePickerMode",
                in: table,
                of: DatePicker.Mode.allCases,
                otherwise: .dateAndTime
            )
        }
        let dates = dates("MinimumDate", "MaximumDate", in: table)
        let picker = DatePicker(
            mode: mode,
            minuteInterval: minuteInterval(in: table),
            minimum: dates.earliest,
            maximum: dates.latest
        )
        guard isModeRight else { return (.date(picker), ValueRule()) }
        guard mode == .countdown else {
            var rule = ValueRule(.date)
            (rule.earliest, rule.latest) = dates
            return (.date(picker), rule)
        }
        // A countdown goes from one minute to 23 hours and 59 minutes, as the picker's wheels do.
        var rule = ValueRule(.integer)
        rule.minimum = .including(.integer(60))
        rule.maximum = .including(.integer(86_340))
        return (.date(picker), rule)
    }

    private mutating func minuteInterval(in table: PaneTable) -> Int {
        guard let interval = integer("MinuteInterval", in: table, from: 1) else { return 1 }
        if interval <= 30, 60 % interval == 0 { return interval }
        let problem = "'MinuteInterval' is \(interval), expected a divisor of 60 up to 30"
        report(
            .badValue,
            .error,
            at: table.path(of: "MinuteInterval"),
            problem,
            "Use 1, 5, 10, 15 or 30"
        )
        return 1
    }

    /// The date of a key; a text that spells one will do.
    mutating func date(_ key: String, in table: PaneTable) -> SettingDate? {
        guard let value = table[key] else { return nil }
        if let date = SettingDate(meantBy: value) { return date }
        let problem = "'\(key)' is \(value.quotedForMessage), expected a date"
        report(
            .wrongType,
            .error,
            at: table.path(of: key),
            problem,
            "Write it as 2026-11-21T09:30:00Z"
        )
        return nil
    }

    /// The first and the last of two keys' dates; neither, if they're the wrong way round.
    mutating func dates(
        _ first: String,
        _ last: String,
        in table: PaneTable
    ) -> (earliest: SettingDate?, latest: SettingDate?) {
        let (earliest, latest) = (date(first, in: table), date(last, in: table))
        if let earliest, let latest, latest < earliest {
            let problem = "'\(last)' is before '\(first)'"
            report(.badValue, .error, at: table.path(of: last), problem, Self.exchange)
            return (nil, nil)
        }
        return (earliest, latest)
    }

    // MARK: Rows that lead elsewhere

    private mutating func childPane(_ table: PaneTable, _ type: String) -> Control {
        let hasView = table.entries.contains { KnownKeys.views.contains($0.key) }
        let file = requireAll { $0.string("File", in: table) }
        let child = ChildPane(
            // A program's own view may take an address or another file of its own there.
            pane: hasView ? nil : file,
            title: text("IASKChildTitle", in: table)
        )
        if type == "IASKCustomViewSpecifier" {
            require("Key", in: table, of: type)
            return child.pane == nil && !hasView ? .custom : .childPane(child)
        }
        require("Title", in: table, of: type)
        // A program's own view takes the place of a file.
        if !hasView { requireAll { $0.require("File", in: table, of: type) } }
        return .childPane(child)
    }

    private mutating func mail(_ table: PaneTable) -> Mail {
        require("Title", in: table, of: "IASKMailComposeSpecifier")
        func recipients(_ key: String, _ reading: inout PaneReading) -> [String] {
            guard case .string(let one)? = table[key] else {
                return reading.strings(key, in: table)
            }
            return [one]
        }
        return Mail(
            to: recipients("IASKMailComposeToRecipents", &self),
            cc: recipients("IASKMailComposeCcRecipents", &self),
            bcc: recipients("IASKMailComposeBccRecipents", &self),
            subject: text("IASKMailComposeSubject", in: table),
            body: text("IASKMailComposeBody", in: table)
        )
    }

    private mutating func listGroup(_ table: PaneTable) -> (Control, ValueRule) {
        let type = "IASKListGroupSpecifier"
        var rule = ValueRule(.array)
        let itemTable = requireAll { reading in
            reading.require("Key", "ItemSpecifier", in: table, of: type)
            return reading.table("ItemSpecifier", in: table)
        }
        guard let itemTable else { return (.unknown, rule) }
        guard table.path.elements.count <= Self.deepestRow else {
            let problem = "lists are nested deeper than \(Self.deepestRow - 1) in one row"
            let advice = "Open a pane for the elements"
            requireAll { $0.report(.limit, .error, at: itemTable.path, problem, advice) }
            return (.unknown, rule)
        }
        let isOuterElement = isReadingElement
        isReadingElement = true
        defer { isReadingElement = isOuterElement }
        let item = row(itemTable)
        let group = ListGroup(
            item: item,
            add: requireAll { $0.table("AddSpecifier", in: table) }.map { row($0) },
            isDeletable: boolean("Deletable", in: table, otherwise: false),
            index: index(in: table)
        )
        // Without its key, it isn't known where in an element the row's value is.
        let isKeyRight = itemTable["Key"] == nil || item.keyPath != nil
        if isKeyRight { rule.otherItems = .matching(elementRule(of: item)) }
        return (.list(group), rule)
    }

    /// Steps from the pane to the row of a list's element: the array, the row, six lists in lists.
    private static var deepestRow: Int { 8 }

    /// What an element of a list may be: the row's value, or a dictionary with it.
    private func elementRule(of item: Specifier) -> ValueRule {
        if case .childPane = item.control { return ValueRule(.dictionary) }
        guard let keyPath = item.keyPath else { return item.rule }
        return keyPath.segments.reversed().reduce(item.rule) { rule, segment in
            var outer = ValueRule(.dictionary)
            outer.members = [ExactText(segment): rule]
            return outer
        }
    }
}
