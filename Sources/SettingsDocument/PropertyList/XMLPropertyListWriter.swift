// Spells values in XML property lists.

import SettingsModel

/// How one file writes its property list.
struct XMLPropertyListWriter {
    let lineEnding: String
    /// One level of indentation.
    let unit: String

    /// The value as an element; `indent` is the indentation of the line that it begins on.
    func element(_ value: SettingValue, indent: String) throws(EditError) -> String {
        switch value {
        case .boolean(let value): return value ? "<true/>" : "<false/>"
        case .array(let values):
            var text = ""
            for value in values {
                text += indent + unit + (try element(value, indent: indent + unit)) + lineEnding
            }
            return values.isEmpty ? "<array/>" : "<array>" + lineEnding + text + indent + "</array>"
        case .dictionary(let entries):
            var text = ""
            let inner = indent + unit
            for entry in entries {
                text += inner + (try key(entry.key)) + lineEnding
                text += inner + (try element(entry.value, indent: inner)) + lineEnding
            }
            return entries.isEmpty ? "<dict/>" : "<dict>" + lineEnding + text + indent + "</dict>"
        default:
            let name = try name(of: value)
            return "<\(name)>" + (try content(value, indent: indent)) + "</\(name)>"
        }
    }

    /// A key as an element.
    func key(_ key: String) throws(EditError) -> String { "<key>\(try escaped(key))</key>" }

    /// The kind of element that a value without others is written as, or nil for one written otherwise.
    func kind(of value: SettingValue) -> SourceNode.Kind? {
        switch value {
        case .string: .string
        case .integer, .raw: .integer
        case .real: .real
        case .date: .date
        case .data: .data
        case .null, .boolean, .array, .dictionary: nil
        }
    }

    private func name(of value: SettingValue) throws(EditError) -> String {
        switch kind(of: value) {
        case .string: "string"
        case .integer: "integer"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        default: throw .unrepresentable(.null, in: "an XML property list")
        }
    }

    /// What stands between the tags of a value without others.
    func content(_ value: SettingValue, indent: String) throws(EditError) -> String {
        switch value {
        case .string(let text): return try escaped(text)
        case .integer(let number): return String(number)
        case .raw(let text):
            guard Self.isLiteral(text) else {
                throw .unrepresentable(.raw(text), in: "an XML property list")
            }
            return text
        case .real(let number):
            if number.isFinite { return number.description }
            return number.isNaN ? "nan" : number < 0 ? "-infinity" : "+infinity"
        case .date(let date):
            // The one form has four digits for the year, and none for parts of a second.
            let text = date.description
            guard text.utf8.count == 20 else {
                throw .unrepresentable(
                    "the date \(text)",
                    in: "an XML property list",
                    advice: "Set a date in whole seconds, of the years 0 to 9999"
                )
            }
            return text
        case .data(let bytes): return wrapped(Base64.encode(bytes), indent: indent)
        case .null, .boolean, .array, .dictionary:
            throw .unrepresentable(.null, in: "an XML property list")
        }
    }

    /// Whether a text is a number that 64 bits hold without a sign only.
    static func isLiteral(_ text: String) -> Bool {
        UInt64(text) != nil && Int64(text) == nil
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Lines as Foundation writes them: up to column 76, where a tab counts 8.
    private func wrapped(_ text: String, indent: String) -> String {
        let columns = indent.utf8.reduce(0) { $0 + ($1 == 0x09 ? 8 : 1) }
        let width = max(76 - columns, 16) / 4 * 4
        var rest = text.utf8[...]
        var lines = lineEnding + indent
        while !rest.isEmpty {
            lines += (String(rest.prefix(width)) ?? "") + lineEnding + indent
            rest = rest.dropFirst(width)
        }
        return text.isEmpty ? "" : lines
    }

    private func escaped(_ text: String) throws(EditError) -> String {
        guard text.unicodeScalars.allSatisfy(XMLText.canHold) else {
            throw .unrepresentable(
                "the control character in '\(text.escapedForDisplay)'",
                in: "XML",
                advice: "Leave it out"
            )
        }
        return text.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            // Most readers would make a line feed of a bare one (XML 1.0, section 2.11).
            case "\r": "&#13;"
            // A bare one would be the only one in a file with other line ends.
            case "\n" where lineEnding != "\n": "&#10;"
            default: nil
            }
        }
    }
}
