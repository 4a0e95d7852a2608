// What a hole does between the domain's value and the file's.

import SettingsModel

/// How the value of a hole is read and written.
///
/// What ``write(_:over:as:)`` gives is read as the same value, but for the rounding of numbers; and
/// writing what was read over what it was read from gives that back.
indirect enum Step: Equatable, Sendable {
    /// No step: the value passes as it is.
    case plain
    case number(NumberStep)
    case hex
    case table(ValueTable)
    case colour(ColourStep)
    case join(JoinStep)
    /// The first of several elements of a text.
    case firstOfText(separator: [UInt8], Step)
    /// The first element of a list.
    case firstOfList(Step)
    /// The one element of a list that is in the table.
    case any(ValueTable)

    /// Whether only what comes behind says where the value ends in a text.
    var isVague: Bool {
        switch self {
        case .plain, .join, .firstOfText, .firstOfList, .any: true
        case .number, .hex, .table, .colour: false
        }
    }

    /// Whether the step reads a list, which can't be a part of a text.
    var readsLists: Bool {
        switch self {
        case .firstOfList, .any: true
        default: false
        }
    }

    /// The end of the value at a place of a text; nil where there is none, or the step is vague.
    func end(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
        switch self {
        case .number: return ExactNumber.end(in: text, from: start)
        case .hex:
            let digits = text[start...].prefix(2).prefix { $0.hexDigit != nil }
            return digits.count == 2 ? digits.endIndex : nil
        case .table(let table): return table.end(in: text, from: start)
        case .colour(let step): return step.end(in: text, from: start)
        case .plain, .join, .firstOfText, .firstOfList, .any: return nil
        }
    }
}

// MARK: Reading

extension Step {
    /// The domain's value of the file's; nil where the step can't read it.
    func read(_ value: SettingValue, as format: MappedFormat) -> SettingValue? {
        switch self {
        case .plain: return value.canPass(as: format) ? value : nil
        case .number(let step): return step.read(value)
        case .hex: return HexStep.read(value)
        case .table(let table): return table.read(value)
        case .colour(let step): return step.read(value)
        case .join(let step): return step.read(value)
        case .firstOfText(let separator, let inner):
            return FirstOfText(value, separator: separator)
                .flatMap { inner.read(.string(String($0.element)), as: .lines) }
        case .firstOfList(let inner):
            return list(in: value, as: format)?.elements.first
                .flatMap { inner.read(UnquotedValue($0, as: format).value, as: format) }
        case .any(let table):
            let list = FileList(value)
            return index(in: list, of: table, as: format)
                .flatMap { table.read(UnquotedValue(list.elements[$0], as: format).value) }
        }
    }

    private func list(in value: SettingValue, as format: MappedFormat) -> FileList? {
        if case .array = value { return FileList(value) }
        return format == .lines ? FileList(value) : nil
    }

    /// The only element that the table has; nil where there is none, or another one.
    private func index(in list: FileList, of table: ValueTable, as format: MappedFormat) -> Int? {
        let found = list.elements.indices.filter {
            table.read(UnquotedValue(list.elements[$0], as: format).value) != nil
        }
        return found.count == 1 ? found[0] : nil
    }
}

// MARK: Writing

extension Step {
    /// The file's value for the domain's; nil where the step can't say it.
    ///
    /// The step can read `old`, the value of the file, whose spelling is kept.
    func write(
        _ value: SettingValue,
        over old: SettingValue?,
        as format: MappedFormat
    ) -> SettingValue? {
        switch self {
        case .plain: return value.canPass(as: format) ? value : nil
        case .number(let step): return step.write(value, over: old, as: format)
        case .hex: return HexStep.write(value, over: old)
        case .table(let table): return table.write(value, over: old, as: format)
        case .colour(let step): return step.write(value, over: old)
        case .join(let step): return step.write(value, over: old)
        case .firstOfText(let separator, let inner):
            return Self.write(value, by: inner, over: old, separator: separator)
        case .firstOfList(let inner):
            guard let old else { return new(value, by: inner, as: format) }
            return list(in: old, as: format)
                .flatMap { write(value, by: inner, at: 0, of: $0, as: format) }
        case .any(let table):
            guard let old else { return new(value, by: .table(table), as: format) }
            let list = FileList(old)
            return index(in: list, of: table, as: format)
                .flatMap { write(value, by: .table(table), at: $0, of: list, as: format) }
        }
    }

    private static func write(
        _ value: SettingValue,
        by inner: Step,
        over old: SettingValue?,
        separator: [UInt8]
    ) -> SettingValue? {
        let first = old.flatMap { FirstOfText($0, separator: separator) }
        let present = first.map { SettingValue.string(String($0.element)) }
        guard case .string(let text)? = inner.write(value, over: present, as: .lines) else {
            return nil
        }
        if let first { return first.replacing(with: text, separator: separator) }
        let alone = FirstOfText(.string(text), separator: separator)?.element
        return alone.map { String($0).isSame(as: text) } == true ? .string(text) : nil
    }

    private func write(
        _ value: SettingValue,
        by inner: Step,
        at index: Int,
        of list: FileList,
        as format: MappedFormat
    ) -> SettingValue? {
        guard list.elements.indices.contains(index) else { return nil }
        let present = UnquotedValue(list.elements[index], as: format).value
        guard let element = inner.write(value, over: present, as: format) else { return nil }
        let written = list.replacing(index, with: element, as: format).value
        // Quotes may close early, and a list may then have another element in the table.
        return inner.read(element, as: format) == read(written, as: format) ? written : nil
    }

    private func new(
        _ value: SettingValue,
        by inner: Step,
        as format: MappedFormat
    ) -> SettingValue? {
        guard let element = inner.write(value, over: nil, as: format) else { return nil }
        return format == .typed ? .array([element]) : element
    }
}

extension SettingValue {
    /// Whether a hole without steps can have this value: a text, and in typed formats all that is one
    /// setting.
    fileprivate func canPass(as format: MappedFormat) -> Bool {
        switch self {
        case .string: true
        case .dictionary(let entries): format == .typed && entries.isEmpty
        default: format == .typed
        }
    }
}

// MARK: What it can say

extension Step {
    /// What values the step can write, as messages say it.
    var expected: String {
        switch self {
        case .plain: "a text"
        case .number: "a number that fits"
        case .hex: "a number from 0 to 1"
        case .table(let table), .any(let table): table.expected
        case .colour(let step) where step.spellings.contains { $0.rawValue.contains("aa") }:
            "a colour such as #1e1e2e or #1e1e2ecc"
        case .colour: "a colour such as #1e1e2e, without opacity"
        case .join(let step): "a list of texts without '\(String(step.separator))'"
        case .firstOfText(let separator, .plain): "a text without '\(String(separator))'"
        case .firstOfText(_, let inner), .firstOfList(let inner): inner.expected
        }
    }

    /// What to do about a value that it can't write.
    var advice: String {
        switch self {
        case .plain: "Set it to a text, or add a step such as |number to the map"
        case .table(let table), .any(let table): table.advice
        case .firstOfList(let inner): inner.advice
        default: "Set it to another value, or change the map"
        }
    }
}

extension ValueTable {
    fileprivate var expected: String {
        guard name != nil else { return "true or false" }
        let settings = rows.map { row -> String in
            switch row.setting {
            case .string(let text): "'\(text)'"
            case .boolean(let isTrue): isTrue ? "true" : "false"
            case .integer(let number): "\(number)"
            default: ExactNumber(row.setting)?.text ?? row.setting.typeName
            }
        }
        let most = 6
        let shown = settings.prefix(most).joined(separator: ", ")
        return "one of " + shown + (settings.count > most ? " and others" : "")
    }

    fileprivate var advice: String {
        guard let name else { return "Set it to true or false" }
        return "Set it to one of these, or add it to '\(name)' in [values]"
    }
}
