// Spells values in YAML, so that readers of YAML 1.1 and of 1.2 take them for the same.

import SettingsModel

/// How one file writes its YAML.
struct YAMLWriter {
    var lineEnding = "\n"
    /// How far a mapping within a mapping is indented.
    var unit = 2
    /// How far a sequence within a mapping is indented; 0 puts its dashes below the key.
    var sequenceUnit = 2
    /// Whether the file writes timestamps without quotes.
    var hasPlainTimestamps = false
    let style: EditStyle

    /// Where a value is written: by indentation, or in brackets, where more has to be quoted.
    enum Context { case block, flow }

    /// The characters that a key may have on one line (YAML 1.2, section 7.4.2).
    private static let longestKey = 1_024

    // MARK: On one line

    /// A value on one line; `quotes` are those that stand there, for a string.
    func inline(
        _ value: SettingValue,
        in context: Context,
        quotes: YAMLNode.Style = .plain
    ) throws(EditError) -> String {
        switch value {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .real(let value): return Self.text(value)
        case .string(let text): return scalar(text, in: context, quotes: quotes)
        case .date(let date): return scalar(date.description, in: context, quotes: quotes)
        case .data(let bytes):
            return "!!binary " + (bytes.isEmpty ? "\"\"" : Base64.encode(bytes))
        case .raw(let text):
            guard !text.contains(where: \.isNewline) else {
                throw .unrepresentable(.raw(text), in: "YAML")
            }
            return text
        case .array(let values):
            var items: [String] = []
            for value in values { items.append(try inline(value, in: .flow)) }
            return "[" + items.joined(separator: ", ") + "]"
        case .dictionary(let entries):
            var items: [String] = []
            for entry in entries { items.append(try pair(entry, quotes: .plain)) }
            return "{" + items.joined(separator: ", ") + "}"
        }
    }

    /// A pair in braces.
    func pair(
        _ entry: SettingValue.Entry,
        quotes: YAMLNode.Style
    ) throws(EditError) -> String {
        let key = try key(entry.key, in: .flow, quotes: quotes)
        return key + ": " + (try inline(entry.value, in: .flow))
    }

    /// A key; `quotes` are those of its neighbour.
    func key(
        _ key: String,
        in context: Context,
        quotes: YAMLNode.Style
    ) throws(EditError) -> String {
        let text = string(key, in: context, quotes: quotes)
        guard text.unicodeScalars.count <= Self.longestKey else {
            throw .unrepresentable(
                "a key of more than \(Self.longestKey) characters",
                in: "YAML",
                advice: "Use a shorter key"
            )
        }
        return text
    }

    /// A string, or a date; one that is a timestamp has no quotes where the file writes them so.
    private func scalar(_ text: String, in context: Context, quotes: YAMLNode.Style) -> String {
        let mayBePlain = style == .natural && quotes != .singleQuoted && quotes != .doubleQuoted
        if mayBePlain, hasPlainTimestamps, YAMLScalar.isTimestamp(text.utf8) { return text }
        return string(text, in: context, quotes: quotes)
    }

    private func string(_ text: String, in context: Context, quotes: YAMLNode.Style) -> String {
        let isPrintable = text.unicodeScalars.allSatisfy(\.isPrintableInYAML)
        guard style == .natural, isPrintable, quotes != .doubleQuoted else {
            return StringEscapes.yaml.quoted(text)
        }
        if quotes == .singleQuoted { return "'" + text.replacing("'", with: "''") + "'" }
        return Self.isSafePlain(text, in: context) ? text : StringEscapes.yaml.quoted(text)
    }

    private static func text(_ number: Double) -> String {
        if number.isNaN { return ".nan" }
        if number.isInfinite { return number < 0 ? "-.inf" : ".inf" }
        var text = number.description
        // YAML 1.1 takes 1e+20 for a string.
        if let letter = text.firstIndex(of: "e"), !text[..<letter].contains(".") {
            text.insert(contentsOf: ".0", at: letter)
        }
        return text
    }

    // MARK: By indentation

    /// Whether a value can be written on lines of its own.
    static func isBlock(_ value: SettingValue) -> Bool {
        switch value {
        case .array(let values): !values.isEmpty
        case .dictionary(let entries): !entries.isEmpty
        default: false
        }
    }

    /// A value as lines; the first without its indentation, the last without its line end.
    func block(_ value: SettingValue, indent: Int) throws(EditError) -> String {
        let separator = lineEnding + Self.blanks(indent)
        var items: [String] = []
        switch value {
        case .dictionary(let entries) where !entries.isEmpty:
            for entry in entries { items.append(try blockPair(entry, indent: indent)) }
        case .array(let values) where !values.isEmpty:
            for value in values { items.append("- " + (try block(value, indent: indent + 2))) }
        default: return try inline(value, in: .block)
        }
        return items.joined(separator: separator)
    }

    /// A key with its value on the lines below it, or beside it.
    func blockPair(
        _ entry: SettingValue.Entry,
        indent: Int,
        quotes: YAMLNode.Style = .plain
    ) throws(EditError) -> String {
        let key = try key(entry.key, in: .block, quotes: quotes) + ":"
        guard Self.isBlock(entry.value), style == .natural else {
            return key + " " + (try inline(entry.value, in: .block))
        }
        let inner = self.indent(of: entry.value, within: indent)
        return key + lineEnding + Self.blanks(inner) + (try block(entry.value, indent: inner))
    }

    /// Where a mapping's value stands on lines of its own.
    func indent(of value: SettingValue, within indent: Int) -> Int {
        if case .array = value { indent + sequenceUnit } else { indent + unit }
    }

    /// A literal's header without its comment, and its lines; nil where only quotes can carry it.
    func literal(_ text: String, indent: Int) -> (header: String, lines: String)? {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.isPrintableInYAML || $0 == "\n" || $0 == "\t"
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard isPlain, let first = lines.first, !first.isEmpty, first.first != " ",
            first.first != "\t"
        else { return nil }
        let isEnded = lines.last?.isEmpty == true
        if isEnded { lines.removeLast() }
        guard lines.last?.isEmpty == false,
            !lines.contains(where: { !$0.isEmpty && $0.allSatisfy { " \t".contains($0) } })
        else { return nil }
        let start = Self.blanks(indent)
        let body = lines.map { $0.isEmpty ? "" : start + $0 }.joined(separator: lineEnding)
        return ("|" + (isEnded ? "" : "-"), body)
    }

    /// Blanks to indent by.
    static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

// MARK: What plain text may be

extension YAMLWriter {
    /// Whether text without quotes is that text to every reader.
    static func isSafePlain(_ text: String, in context: Context) -> Bool {
        let isFlow = context == .flow
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, !looksTyped(text, bytes),
            last != 0x20, last != UInt8(ascii: ":"), !text.hasPrefix("---"),
            !text.hasPrefix("...")
        else { return false }
        switch first {
        case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "-"):
            if bytes.count < 2 || bytes[1] == 0x20 || isFlow { return false }
        default:
            if " ,[]{}#&*!|>'\"%@`".utf8.contains(first) { return false }
        }
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: ":"): if isFlow || bytes[index + 1] == 0x20 { return false }
            case UInt8(ascii: "#"): if bytes[index - 1] == 0x20 { return false }
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
                UInt8(ascii: "}"):
                if isFlow { return false }
            default: break
            }
        }
        return true
    }

    /// Words that some reader takes for something else than a string.
    private static let words: Set<String> = [
        "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "<<", "=", ".inf",
        "+.inf", "-.inf", ".nan",
    ]

    /// Whether a reader of YAML 1.1 or 1.2 may take the text for something else than a string.
    ///
    /// Numbers in all bases, with `_` and `:` in them, and dates begin with a digit, a sign or a dot
    /// and have few other characters, and one dot at most: versions and addresses are none.
    private static func looksTyped(_ text: String, _ bytes: [UInt8]) -> Bool {
        guard bytes.count > 5 || !words.contains(text.lowercased()) else { return true }
        guard let first = bytes.first else { return true }
        guard first.isDigit || "+-.".utf8.contains(first),
            bytes.count(where: { $0 == UInt8(ascii: ".") }) < 2
        else { return false }
        // Of the letters of colors and hashes only an exponent's stands in a number without a prefix.
        let digits = bytes.drop { "+-".utf8.contains($0) }
        let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
        return bytes.allSatisfy { byte in
            byte.isDigit || "+-.:_xXoObBeEtTzZpP ".utf8.contains(byte)
                || isHexadecimal && (byte | 0x20) &- 0x61 < 6
        }
    }
}

extension YAMLWriter {
    /// Takes over what the file shows, each habit from its first sample.
    init(inferredFrom document: YAMLDocument, _ layout: TextLayout, _ style: EditStyle) {
        self.style = style
        lineEnding = layout.lineEnding
        let tree = document.tree
        hasPlainTimestamps = tree.hasPlainTimestamp
        var mapping: Int?
        var sequence: Int?
        for (position, node) in tree.nodes.enumerated() where node.isBlockCollection {
            guard mapping == nil || sequence == nil else { break }
            guard node.key >= 0, node.next > position + 1 else { continue }
            let outer = tree.from(position)
            guard layout.hasLineBreak(outer..<Int(node.content)) else { continue }
            let step = layout.column(of: Int(node.content)) - layout.column(of: outer)
            if node.kind == .mapping, step > 0 { mapping = mapping ?? step }
            if node.kind == .sequence, step >= 0 { sequence = sequence ?? step }
        }
        unit = mapping ?? unit
        sequenceUnit = sequence ?? unit
    }
}

extension TextLayout {
    /// How many characters stand before an offset on its line.
    func column(of offset: Int) -> Int {
        bytes[lineStart(offset)..<offset].count { $0 & 0xC0 != 0x80 }
    }
}
