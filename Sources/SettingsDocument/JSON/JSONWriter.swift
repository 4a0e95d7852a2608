// Spells values in JSON, JSON with comments and JSON5.

package import SettingsModel

/// How one file writes its JSON.
struct JSONWriter {
    private let isJSON5: Bool
    private let lineEnding: String
    /// One level of indentation.
    let unit: String
    /// Between a key and its value.
    let assignment: String
    /// Behind a comma, where the next child follows on the same line.
    let gap: String
    /// Whether an array without containers stands on one line among lines of others.
    private let hasInlineArrays: Bool
    /// Around new strings and keys.
    private let quote: Unicode.Scalar
    /// Whether the escapes of a string stay where it gets another text.
    private let keepsEscapes: Bool
    /// Whether keys stand without quotes where they can.
    private let hasBareKeys: Bool

    /// Takes over what a file shows, or for nil what most files do.
    init(_ habits: JSONHabits?, isJSON5: Bool, lineEnding: String) {
        self.isJSON5 = isJSON5
        self.lineEnding = lineEnding
        unit = habits?.unit ?? "  "
        assignment = habits?.assignment ?? ": "
        gap = habits?.gap ?? (assignment.hasSuffix(" ") ? " " : "")
        hasInlineArrays = habits?.hasInlineArrays ?? false
        quote = isJSON5 ? habits?.quote ?? "\"" : "\""
        keepsEscapes = habits != nil
        hasBareKeys = isJSON5 && habits?.hasBareKeys == true
    }

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
            return "[" + joined(items, indent: inner) + "]"
        case .dictionary(let entries):
            for entry in entries {
                let inner = indent.map { $0 + unit }
                let text = try text(entry.value, replacing: nil, indent: inner)
                items.append(key(entry.key) + assignment + text)
            }
            return "{" + joined(items, indent: indent) + "}"
        default: return try leaf(value, replacing: old)
        }
    }

    /// A container's children, on one line or on lines of their own.
    private func joined(_ items: [String], indent: String?) -> String {
        guard !items.isEmpty else { return "" }
        guard let indent else { return items.joined(separator: "," + gap) }
        let start = lineEnding + indent + unit
        return start + items.joined(separator: "," + start) + lineEnding + indent
    }

    private func leaf(
        _ value: SettingValue,
        replacing old: (SourceNode, ArraySlice<UInt8>)?
    ) throws(EditError) -> String {
        switch value {
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let value):
            let like = isJSON5 ? old?.1 ?? [] : []
            return NumberSpelling(like)?.spelled(value) ?? String(value)
        case .real(let value): return try text(value)
        case .string(let value):
            guard let (node, text) = old, node.kind == .string, let first = text.first else {
                return StringEscapes.json.quoted(value, in: quote)
            }
            let quote = Unicode.Scalar(first)
            return respelled(Array(text), as: value, in: quote)
                ?? StringEscapes.json.quoted(value, in: quote)
        case .date(let value): return StringEscapes.json.quoted(value.description, in: quote)
        case .data(let value): return StringEscapes.json.quoted(Base64.encode(value), in: quote)
        case .raw(let text): return try number(text)
        case .null, .array, .dictionary: return "null"
        }
    }

    /// The old string with the smallest change, so that its other escapes stay; nil where that says
    /// something else.
    private func respelled(_ old: [UInt8], as value: String, in quote: Unicode.Scalar) -> String? {
        guard keepsEscapes, old.contains(UInt8(ascii: "\\")) else { return nil }
        let range = old.indices
        let change = old.withUnsafeBufferPointer { text -> SpelledText.Change? in
            guard !JSONLiteral.escaped.hasLoneSurrogate(text, range) else { return nil }
            return JSONLiteral.escaped.spelled(text, range).change(to: value)
        }
        guard let change else { return nil }
        let added = Array(StringEscapes.json.escaped(change.text, in: quote).utf8)
        let new = old[..<change.place.lowerBound] + added + old[change.place.upperBound...]
        let said = Array(new).withUnsafeBufferPointer {
            JSONLiteral.escaped.string($0, $0.indices)
        }
        return said.isSame(as: value) ? LineText.string(new) : nil
    }

    private func text(_ number: Double) throws(EditError) -> String {
        if number.isFinite { return number.description }
        guard isJSON5 else {
            throw .unrepresentable(.real(number), in: "JSON")
        }
        return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }

    private func number(_ text: String) throws(EditError) -> String {
        var text = text
        let isNumber = text.withUTF8 { token in
            !token.isEmpty && JSONLiteral.isNumber(token, isJSON5: isJSON5)
        }
        guard isNumber else {
            throw .unrepresentable(.raw(text), in: "JSON")
        }
        return text
    }

    /// A key as the file writes them.
    func key(_ key: String) -> String {
        let scalars = key.unicodeScalars
        let isBare =
            hasBareKeys
            && scalars.first.map(JSONLiteral.beginsIdentifier) == true
            && scalars.allSatisfy { $0.isASCII && JSONLiteral.continuesIdentifier($0) }
        return isBare ? key : StringEscapes.json.quoted(key, in: quote)
    }
}

extension SettingValue {
    /// Whether the value holds others.
    package var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }
}
