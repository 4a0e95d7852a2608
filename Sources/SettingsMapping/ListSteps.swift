// Lists of the domain in texts, and single values in lists of the file.

import SettingsModel

/// A list of texts as one text, with a separator between them.
struct JoinStep: Equatable, Sendable {
    var separator: [UInt8]

    /// What is between two elements at least: blanks around it are only spelling.
    private var core: ArraySlice<UInt8> {
        let trimmed = separator[...].trimmed
        return trimmed.isEmpty ? separator[...] : trimmed
    }

    /// The list that a text says; nil where an element would be empty.
    func read(_ value: SettingValue) -> SettingValue? {
        guard case .string(let text) = value else { return nil }
        return elements(of: Array(text.utf8)[...]).map { elements in
            .array(elements.map { .string(String($0)) })
        }
    }

    /// The text of a list; nil where it would be read as another list.
    func write(_ value: SettingValue, over old: SettingValue?) -> SettingValue? {
        guard case .array(let values) = value else { return nil }
        if let old, read(old) == value { return old }
        var texts: [[UInt8]] = []
        for case .string(let text) in values { texts.append(Array(text.utf8)) }
        let between = old.flatMap { separator(in: $0) } ?? separator
        let written = SettingValue.string(String(Array(texts.joined(separator: between))))
        return read(written) == value ? written : nil
    }

    private func elements(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        guard !text.isEmpty else { return [] }
        var elements: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            guard text[index...].starts(with: core) else {
                index += 1
                continue
            }
            elements.append(text[start..<index].trimmed)
            index += core.count
            start = index
        }
        elements.append(text[start...].trimmed)
        return elements.contains { $0.isEmpty } ? nil : elements
    }

    /// What the file has between the first two elements.
    private func separator(in old: SettingValue) -> [UInt8]? {
        guard case .string(let text) = old else { return nil }
        let bytes = Array(text.utf8)[...]
        guard let elements = elements(of: bytes), elements.count > 1 else { return nil }
        return Array(bytes[elements[0].endIndex..<elements[1].startIndex])
    }
}

/// The first of several elements of a text, which may be in quotes; what follows it is the file's.
struct FirstOfText {
    private let before: ArraySlice<UInt8>
    /// Without quotes and the blanks around.
    let element: ArraySlice<UInt8>
    private let after: ArraySlice<UInt8>

    /// Nil where the first element is empty, or quoted in some other way.
    init?(_ value: SettingValue, separator: [UInt8]) {
        guard case .string(let text) = value else { return nil }
        let bytes = Array(text.utf8)[...]
        let first = bytes[..<(bytes.range(of: separator)?.lowerBound ?? bytes.endIndex)].trimmed
        element = first.unquoted ?? first
        guard let start = element.first, !start.isQuote, element.trimmed.count == element.count
        else { return nil }
        before = bytes[..<element.startIndex]
        after = bytes[element.endIndex...]
    }

    /// The text with another first element; nil where that would be read as something else.
    func replacing(with other: String, separator: [UInt8]) -> SettingValue? {
        let text = SettingValue.string(String(before) + other + String(after))
        return FirstOfText(text, separator: separator)
            .flatMap { String($0.element).isSame(as: other) ? text : nil }
    }
}

/// The elements of a list of the file; in formats of texts a value alone is a list of one.
struct FileList {
    var elements: [SettingValue]
    private let isList: Bool

    /// A value as a list of one, or more.
    init(_ value: SettingValue) {
        if case .array(let elements) = value {
            (self.elements, isList) = (elements, true)
        } else {
            (elements, isList) = ([value], false)
        }
    }

    /// The list, or its only element where the file has no list.
    var value: SettingValue { isList ? .array(elements) : elements[0] }

    /// The elements with one of them replaced, in its quotes.
    func replacing(_ index: Int, with value: SettingValue, as format: MappedFormat) -> FileList {
        var list = self
        list.elements[index] = UnquotedValue(elements[index], as: format).quoted(value)
        return list
    }
}
