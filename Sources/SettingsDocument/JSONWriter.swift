// Spells values in JSON, JSON with comments and JSON5.

import SettingsModel

/// How one file writes its JSON.
struct JSONWriter {
    let isJSON5: Bool
    var lineEnding = "\n"
    /// One level of indentation.
    var unit = "  "
    /// Between a key and its value.
    var colon = ": "
    /// Between two values on one line.
    var comma = ", "
    /// Around new strings and keys.
    var quote: Unicode.Scalar = "\""
    /// Whether keys stand without quotes where they can.
    var hasBareKeys = false
    /// Whether an array without containers stands on one line among lines of others.
    var hasInlineArrays = false

    /// The value's text, or an error with code `.unrepresentable`.
    ///
    /// `indent` is the indentation of the line that it begins on, or nil to keep it on one line.
    func text(_ value: SettingValue, indent: String?) throws(EditError) -> String {
        switch value {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .real(let value): return try text(value)
        case .string(let value): return quoted(value, quote)
        case .date(let value): return quoted(value.description, quote)
        case .data(let value): return quoted(Base64.encode(value), quote)
        case .raw(let text): return try number(text)
        case .array(let values):
            let isInline = hasInlineArrays && !values.contains(where: \.isContainer)
            var items: [String] = []
            let inner = isInline ? nil : indent
            for value in values { items.append(try text(value, indent: inner.map { $0 + unit })) }
            return joined(items, "[", "]", indent: inner)
        case .dictionary(let entries):
            var items: [String] = []
            for entry in entries {
                let value = try text(entry.value, indent: indent.map { $0 + unit })
                items.append(key(entry.key) + colon + value)
            }
            return joined(items, "{", "}", indent: indent)
        }
    }

    private func joined(
        _ items: [String],
        _ open: String,
        _ close: String,
        indent: String?
    ) -> String {
        guard !items.isEmpty else { return open + close }
        guard let indent else { return open + items.joined(separator: comma) + close }
        let separator = "," + lineEnding + indent + unit
        let first = open + lineEnding + indent + unit
        return first + items.joined(separator: separator) + lineEnding + indent + close
    }

    private func text(_ number: Double) throws(EditError) -> String {
        if number.isFinite { return number.description }
        guard isJSON5 else { throw .unrepresentable("the number \(number)", in: "JSON") }
        return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }

    private func number(_ text: String) throws(EditError) -> String {
        var text = text
        let isNumber = text.withUTF8 { token in
            !token.isEmpty && JSONLiteral.isNumber(token, isJSON5: isJSON5)
        }
        guard isNumber else {
            throw .unrepresentable("the literal '\(text.escapedForDisplay)'", in: "JSON")
        }
        return text
    }

    /// A key as the file writes them.
    func key(_ key: String) -> String {
        let scalars = key.unicodeScalars
        let isBare =
            hasBareKeys
            && scalars.first.map { $0.isASCII && JSONLiteral.isIdentifier($0, isStart: true) }
                == true
            && scalars.allSatisfy { $0.isASCII && JSONLiteral.isIdentifier($0, isStart: false) }
        return isBare ? key : quoted(key, quote)
    }

    /// A string in quotes.
    func quoted(_ text: String, _ quote: Unicode.Scalar) -> String {
        var result = String(quote)
        for scalar in text.unicodeScalars {
            switch scalar {
            case quote: result += "\\" + String(quote)
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{8}": result += "\\b"
            case "\u{C}": result += "\\f"
            // Line ends to JavaScript, so that editors warn of them.
            case "\u{2028}": result += "\\u2028"
            case "\u{2029}": result += "\\u2029"
            case "\0"..."\u{1F}", "\u{7F}":
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + String(quote)
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
