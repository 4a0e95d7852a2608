// Reads rows with texts to type or values to choose from.

import SettingsDocument
import SettingsModel

extension PaneReading {
    // MARK: Texts

    /// A text field or text view.
    mutating func textField(_ table: PaneTable, _ type: String) -> (Control, ValueRule) {
        require("Key", in: table, of: type)
        var field = TextField()
        field.isMultiline = type == "IASKTextViewSpecifier"
        let (kind, isKindRight) = attempt {
            $0.word("SAValueType", in: table, of: TextField.Kind.allCases, otherwise: .string)
        }
        field.kind = kind
        field.keyboard = word(
            "KeyboardType",
            in: table,
            of: TextField.Keyboard.allCases,
            otherwise: .alphabet
        )
        field.capitals = word(
            "AutocapitalizationType",
            in: table,
            of: TextField.Capitals.allCases,
            otherwise: .none
        )
        field.correction = word(
            "AutocorrectionType",
            in: table,
            of: TextField.Correction.allCases,
            otherwise: .default
        )
        field.placeholder = text("IASKPlaceholder", in: table)
        field.unit = text("SAUnit", in: table)
        var rule = rule(of: kind, in: table)
        if !isKindRight { rule.kinds = [] }
        return (.text(field), rule)
    }

    private mutating func rule(of kind: TextField.Kind, in table: PaneTable) -> ValueRule {
        var rule: ValueRule
        switch kind {
        case .string: rule = ValueRule(.string)
        case .integer: rule = ValueRule(.integer)
        case .real: rule = ValueRule(.number)
        case .date:
            rule = ValueRule(.date)
            (rule.earliest, rule.latest) = dates("SAMinimum", "SAMaximum", in: table)
        case .data: rule = ValueRule(.data)
        }
        if kind != .date {
            (rule.minimum, rule.maximum) = ends("SAMinimum", "SAMaximum", in: table).bounds
        }
        rule.length = countRange("SAMinimumLength", "SAMaximumLength", in: table)
        rule.patterns = pattern(in: table)
        if table["SAFormat"] != nil {
            rule.format = format(in: table)
        }
        return rule
    }

    /// What to do about two limits that are the wrong way round.
    static var exchange: String { "Exchange them; they aren't checked until then" }

    /// The numbers of two keys; a problem, if they're the wrong way round.
    mutating func ends(_ least: String, _ most: String, in table: PaneTable) -> Ends {
        let ends = Ends(minimum: number(least, in: table), maximum: number(most, in: table))
        if ends.areReversed, let minimum = ends.minimum, let maximum = ends.maximum {
            let problem = "'\(most)' \(maximum) is below '\(least)' \(minimum)"
            report(.badValue, .error, at: table.path(of: most), problem, Self.exchange)
        }
        return ends
    }

    /// Two keys that say the least and the most of something; the wrong way round, they say nothing.
    private mutating func countRange(
        _ least: String,
        _ most: String,
        in table: PaneTable
    ) -> CountRange {
        let range = CountRange(
            minimum: integer(least, in: table) ?? 0,
            maximum: integer(most, in: table)
        )
        if let maximum = range.maximum, maximum < range.minimum {
            let problem = "'\(most)' \(maximum) is below '\(least)' \(range.minimum)"
            report(.badValue, .error, at: table.path(of: most), problem, Self.exchange)
            return CountRange()
        }
        return range
    }

    private mutating func pattern(in table: PaneTable) -> [Pattern] {
        guard let source = string("SAPattern", in: table) else { return [] }
        do {
            return [try Pattern(source)]
        } catch {
            let advice = "Correct it; no text is checked against it until then"
            report(.pattern, .error, at: table.path(of: "SAPattern"), error.problem, advice)
            return []
        }
    }

    private mutating func format(in table: PaneTable) -> TextFormat? {
        guard let name = string("SAFormat", in: table) else { return nil }
        if let format = TextFormat(rawValue: name) { return format }
        let names = ValueRule.oneOf(TextFormat.allCases.map { .string($0.rawValue) })
        let problem = "'SAFormat' is \"\(name.escapedForDisplay)\", expected \(names)"
        let advice = "Correct it, or use 'SAPattern'; no text is checked against it until then"
        report(.badValue, .error, at: table.path(of: "SAFormat"), problem, advice)
        return nil
    }

    // MARK: Choices

    /// A multi-value row or a radio group.
    mutating func choice(_ table: PaneTable, _ type: String) -> (Control, ValueRule) {
        require("Key", "DefaultValue", "Values", "Titles", in: table, of: type)
        var choice = Choice(options: options(in: table))
        let one = rule(choosing: choice.options, in: table)
        choice.isSortedByTitle = boolean("DisplaySortedByTitle", in: table, otherwise: false)
        if type == "PSRadioGroupSpecifier" {
            choice.style = .inline
            return (.choice(choice), one)
        }
        require("Title", in: table, of: type)
        let styles: [Choice.Style] = [.segmented, .picker, .list]
        choice.style = word("SAStyle", in: table, of: styles, otherwise: .list)
        choice.footer = text("FooterText", in: table)
        choice.returnsOnChoice = boolean(
            "IASKQuickMultiValueSelection",
            in: table,
            otherwise: false
        )
        choice.index = index(in: table)
        choice.unit = text("SAUnit", in: table)
        let (isSeveral, isRight) = attempt {
            $0.boolean("SAAllowsMultiple", in: table, otherwise: false)
        }
        guard isSeveral else { return (.choice(choice), isRight ? one : ValueRule()) }
        var several = ValueRule(.array)
        several.count = count(ofChoicesIn: table, among: choice.options.count)
        several.isUnique = true
        several.otherItems = .matching(one)
        choice.count = .several(minimum: several.count.minimum, maximum: several.count.maximum)
        return (.choice(choice), several)
    }

    private mutating func count(ofChoicesIn table: PaneTable, among options: Int) -> CountRange {
        var range = countRange("SAMinimumCount", "SAMaximumCount", in: table)
        guard options > 0, range.minimum > options else { return range }
        let problem = "'SAMinimumCount' is \(range.minimum), but there are \(options) values"
        let advice = "Correct it; any number of them is taken until then"
        report(.badValue, .error, at: table.path(of: "SAMinimumCount"), problem, advice)
        range.minimum = 0
        return range
    }

    /// The rule that a value be one of the options; none where not all of them could be read.
    private mutating func rule(
        choosing options: [Choice.Option],
        in table: PaneTable
    ) -> ValueRule {
        guard case .array(let values)? = table["Values"] else { return ValueRule() }
        if values.isEmpty {
            let advice = "Write the values to choose from; anything is taken until then"
            report(.badValue, .error, at: table.path(of: "Values"), "'Values' is empty", advice)
        }
        let isWhole = !values.isEmpty && values.count == options.count
        return isWhole ? ValueRule(choices: values) : ValueRule()
    }

    /// The values of a row with their titles.
    mutating func options(in table: PaneTable) -> [Choice.Option] {
        var values = array("Values", in: table) ?? []
        if values.count > limits.options {
            let problem = "there are \(values.count) values, at most \(limits.options)"
            report(.limit, .error, at: table.path(of: "Values"), problem, "Use a text field")
            values.removeSubrange(limits.options...)
        }
        let titles = strings("Titles", in: table)
        if table["Titles"] != nil, titles.count != values.count {
            let problem = "there are \(values.count) values and \(titles.count) titles"
            report(
                .badValue,
                .error,
                at: table.path(of: "Titles"),
                problem,
                "Give each value one title"
            )
        }
        let shortTitles = strings("ShortTitles", in: table)
        noteRepeatedValues(values, in: table)
        return values.enumerated().map { index, value in
            let title = index < titles.count ? translations.text(titles[index]) : value.plainText
            var option = Choice.Option(value: value, title: title)
            if index < shortTitles.count {
                option.shortTitle = translations.text(shortTitles[index])
            }
            return option
        }
    }

    private mutating func noteRepeatedValues(_ values: [SettingValue], in table: PaneTable) {
        var seen: Set<SettingValue> = []
        for (index, value) in values.enumerated() where value.isScalar {
            if seen.insert(value).inserted { continue }
            let path = table.path(of: "Values").appending(.index(index))
            let problem = "duplicate value \(value.quotedForMessage)"
            report(.badValue, .warning, at: path, problem, "Remove one of them")
        }
    }

    /// The index ribbon of a long list.
    mutating func index(in table: PaneTable) -> IndexRibbon {
        if case .array? = table["SAIndexTitles"] {
            return .titles(strings("SAIndexTitles", in: table).map(translations.text))
        }
        return boolean("SAIndexTitles", in: table, otherwise: false) ? .firstLetters : .none
    }

    // MARK: Pickers

    /// Several wheels side by side.
    mutating func picker(_ table: PaneTable) -> (Control, ValueRule) {
        require("Key", "Columns", in: table, of: "SAPickerSpecifier")
        let (read, isRight) = attempt { $0.columns(in: table) }
        guard isRight, !read.isEmpty else {
            return (.picker(read.map(\.column)), ValueRule(.array))
        }
        var rule = ValueRule(.array)
        rule.count = CountRange(minimum: read.count, maximum: read.count)
        rule.firstItems = read.map(\.rule)
        return (.picker(read.map(\.column)), rule)
    }

    private mutating func columns(
        in table: PaneTable
    ) -> [(column: PickerColumn, rule: ValueRule)] {
        if table["Columns"] == .array([]) {
            let advice = "Write Values and Titles for each wheel"
            report(.badValue, .error, at: table.path(of: "Columns"), "'Columns' is empty", advice)
        }
        var columns: [(column: PickerColumn, rule: ValueRule)] = []
        for column in tables("Columns", in: table, each: "column", "Write Values and Titles") {
            require("Values", in: column, of: "a column")
            let wheel = PickerColumn(
                options: options(in: column),
                unit: text("SAUnit", in: column),
                isCyclic: boolean("Cyclic", in: column, otherwise: false)
            )
            columns.append((wheel, rule(choosing: wheel.options, in: column)))
        }
        return columns
    }
}

/// The ends of a range of numbers.
struct Ends {
    var minimum: Number?
    var maximum: Number?

    var areReversed: Bool {
        if let minimum, let maximum { maximum < minimum } else { false }
    }

    /// The ends as a rule has them, both within; none of those that are the wrong way round.
    var bounds: (ValueRule.Bound?, ValueRule.Bound?) {
        if areReversed { return (nil, nil) }
        return (minimum.map(ValueRule.Bound.including), maximum.map(ValueRule.Bound.including))
    }
}
