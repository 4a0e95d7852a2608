// Spells values in JSON, JSON with comments and JSON5.

import SettingsModel

/// How one file writes its JSON.
struct JSONWriter: BracketWriter {
    private let isJSON5: Bool
    let lineEnding: String
    let unit: String
    let assignment: String
    let gap: String
    let hasInlineArrays: Bool
    /// Around new strings and keys.
    private let quote: Unicode.Scalar
    /// Whether keys stand without quotes where they can.
    private let hasBareKeys: Bool

    /// Takes over what a file shows, or for nil what most files do.
    init(_ habits: BracketHabits?, isJSON5: Bool, lineEnding: String) {
        self.isJSON5 = isJSON5
        self.lineEnding = lineEnding
        unit = habits?.unit ?? "  "
        assignment = habits?.assignment ?? ": "
        gap = habits?.gap ?? (assignment.hasSuffix(" ") ? " " : "")
        hasInlineArrays = habits?.hasInlineArrays ?? false
        quote = isJSON5 ? habits?.quote ?? "\"" : "\""
        hasBareKeys = isJSON5 && habits?.hasBareKeys == true
    }

    func separator(in kind: SourceNode.Kind) -> String { "," }

    func hasLastSeparator(in kind: SourceNode.Kind) -> Bool { false }

    func brackets(of kind: SourceNode.Kind) -> (open: String, close: String) {
        kind == .dictionary ? ("{", "}") : ("[", "]")
    }

    func file(_ value: SettingValue) throws(EditError) -> String {
        try text(value, replacing: nil, indent: "")
    }

    func leaf(
        _ value: SettingValue,
        replacing old: (SourceNode, ArraySlice<UInt8>)?
    ) throws(EditError) -> String {
        switch value {
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .real(let value): return try text(value)
        case .string(let value):
            guard let (node, text) = old, node.kind == .string, let first = text.first else {
                return StringEscapes.json.quoted(value, in: quote)
            }
            return StringEscapes.json.quoted(value, in: Unicode.Scalar(first))
        case .date(let value): return StringEscapes.json.quoted(value.description, in: quote)
        case .data(let value): return StringEscapes.json.quoted(Base64.encode(value), in: quote)
        case .raw(let text): return try number(text)
        case .null, .array, .dictionary: return "null"
        }
    }

    private func text(_ number: Double) throws(EditError) -> String {
        if number.isFinite { return number.description }
        guard isJSON5 else {
            throw .unrepresentable(
                "the number \(number)",
                in: "JSON",
                advice: "Set a finite number"
            )
        }
        return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }

    private func number(_ text: String) throws(EditError) -> String {
        var text = text
        let isNumber = text.withUTF8 { token in
            !token.isEmpty && JSONLiteral.isNumber(token, isJSON5: isJSON5)
        }
        guard isNumber else {
            throw .unrepresentable(
                "the literal '\(text.escapedForDisplay)'",
                in: "JSON",
                advice: EditError.otherFormat
            )
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
