// What languages with brackets have in common, so that one editor serves them: JSON, OpenStep.

import SettingsModel

/// A document whose containers stand in brackets, with a separator behind each child.
protocol BracketedDocument: Document {
    associatedtype Writer: BracketWriter

    var tree: SourceTree { get }
    /// What the tree's places are in: the file in UTF-8.
    var text: [UInt8] { get }

    /// The key of an entry, or an empty string for what has none.
    func key(of node: Int) -> String

    /// The value of a node and all within it.
    func value(of node: Int) -> SettingValue

    /// Whether a container's children stand in the file itself, without brackets.
    func isBare(_ node: Int) -> Bool

    /// What writes as the file does; in the conservative style, as is understood best.
    func writer(_ layout: TextLayout, _ style: EditStyle) -> Writer
}

/// How one file writes its values.
protocol BracketWriter {
    var lineEnding: String { get }
    /// One level of indentation.
    var unit: String { get }
    /// Between a key and its value.
    var assignment: String { get }
    /// Behind a separator, where the next child follows on the same line.
    var gap: String { get }
    /// Whether an array without containers stands on one line among lines of others.
    var hasInlineArrays: Bool { get }

    /// What stands between two children.
    func separator(in kind: SourceNode.Kind) -> String

    /// Whether it stands behind the last child of a new container, too.
    func hasLastSeparator(in kind: SourceNode.Kind) -> Bool

    /// What a container begins and ends with.
    func brackets(of kind: SourceNode.Kind) -> (open: String, close: String)

    /// A key as the file writes them.
    func key(_ key: String) throws(EditError) -> String

    /// The text of a value that holds no others, or an error with code `.unrepresentable`.
    func leaf(
        _ value: SettingValue,
        replacing old: (SourceNode, ArraySlice<UInt8>)?
    ) throws(EditError) -> String

    /// The text of a file with just this value, without its line ending.
    func file(_ value: SettingValue) throws(EditError) -> String
}

extension BracketWriter {
    /// A value's text, or an error with code `.unrepresentable`.
    ///
    /// `old` is the value in whose place it's written, and its text: a string keeps its quotes.
    /// `indent` is the indentation of the line that it begins on, or nil to keep it on one line.
    func text(
        _ value: SettingValue,
        replacing old: (SourceNode, ArraySlice<UInt8>)?,
        indent: String?
    ) throws(EditError) -> String {
        var items: [String] = []
        switch value {
        case .array(let values):
            let isInline = hasInlineArrays && !values.contains(where: \.isContainer)
            let inner = isInline ? nil : indent
            for value in values {
                items.append(try text(value, replacing: nil, indent: inner.map { $0 + unit }))
            }
            return joined(items, .array, indent: inner)
        case .dictionary(let entries):
            for entry in entries {
                let key = try key(entry.key)
                let inner = indent.map { $0 + unit }
                items.append(
                    key + assignment + (try text(entry.value, replacing: nil, indent: inner))
                )
            }
            return joined(items, .dictionary, indent: indent)
        default: return try leaf(value, replacing: old)
        }
    }

    private func joined(_ items: [String], _ kind: SourceNode.Kind, indent: String?) -> String {
        let (open, close) = brackets(of: kind)
        guard !items.isEmpty else { return open + close }
        let separator = separator(in: kind)
        let last = hasLastSeparator(in: kind) ? separator : ""
        guard let indent else {
            return open + items.joined(separator: separator + gap) + last + close
        }
        let start = lineEnding + indent + unit
        return open + start + items.joined(separator: separator + start) + last + lineEnding
            + indent
            + close
    }
}

extension SettingValue {
    /// Whether the value holds others.
    var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }
}
