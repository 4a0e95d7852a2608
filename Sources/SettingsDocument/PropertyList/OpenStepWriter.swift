// Spells values in property lists of OpenStep.

import SettingsModel

/// How one file writes its property list.
struct OpenStepWriter: BracketWriter {
    let lineEnding: String
    let unit: String
    let assignment: String
    let gap: String
    let hasInlineArrays: Bool
    /// Whether a new file has braces around it.
    private let hasBraces: Bool
    private let hasBareKeys: Bool
    private let hasBareStrings: Bool

    /// Takes over what a file shows, or for nil what every reader understands.
    init(_ habits: BracketHabits?, hasBraces: Bool, lineEnding: String) {
        self.lineEnding = lineEnding
        self.hasBraces = hasBraces
        unit = habits?.unit ?? "    "
        assignment = habits?.assignment ?? " = "
        gap = habits?.gap ?? " "
        hasInlineArrays = habits?.hasInlineArrays ?? false
        // A .strings file has quotes, and so has the conservative style.
        let isBare = habits != nil && hasBraces
        hasBareKeys = habits?.hasBareKeys ?? isBare
        hasBareStrings = habits?.hasBareStrings ?? habits?.hasBareKeys ?? isBare
    }

    func separator(in kind: SourceNode.Kind) -> String { kind == .dictionary ? ";" : "," }

    func hasLastSeparator(in kind: SourceNode.Kind) -> Bool { kind == .dictionary }

    func brackets(of kind: SourceNode.Kind) -> (open: String, close: String) {
        kind == .dictionary ? ("{", "}") : ("(", ")")
    }

    func key(_ key: String) throws(EditError) -> String { string(key, isBare: hasBareKeys) }

    func file(_ value: SettingValue) throws(EditError) -> String {
        guard !hasBraces, case .dictionary(let entries) = value else {
            return try text(value, replacing: nil, indent: "")
        }
        var lines: [String] = []
        for entry in entries {
            let text = try text(entry.value, replacing: nil, indent: "")
            lines.append(try key(entry.key) + assignment + text + ";")
        }
        return lines.joined(separator: lineEnding)
    }

    func leaf(
        _ value: SettingValue,
        replacing old: (SourceNode, ArraySlice<UInt8>)?
    ) throws(EditError) -> String {
        switch value {
        case .string(let text):
            guard let (node, old) = old, node.kind == .string, let first = old.first else {
                return string(text, isBare: hasBareStrings)
            }
            switch first {
            case UInt8(ascii: "\""): return StringEscapes.openStep.quoted(text)
            case UInt8(ascii: "'"): return StringEscapes.openStep.quoted(text, in: "'")
            default: return string(text, isBare: true)
            }
        case .data(let bytes): return Self.text(bytes)
        case .boolean(let flag): return flag ? "<*BY>" : "<*BN>"
        case .integer(let number): return "<*I\(number)>"
        case .real(let number): return "<*R\(number)>"
        case .date(let date): return "<*D\(OpenStepLiteral.text(date))>"
        case .raw(let text) where UInt64(text) != nil: return "<*I\(text)>"
        case .null, .raw, .array, .dictionary:
            throw .unrepresentable(
                "a value of type \(value.typeName)",
                in: "an OpenStep property list",
                advice: EditError.otherFormat
            )
        }
    }

    private func string(_ text: String, isBare: Bool) -> String {
        isBare && Self.mayBeBare(text) ? text : StringEscapes.openStep.quoted(text)
    }

    /// Whether every reader takes the text for a string without quotes.
    private static func mayBeBare(_ text: String) -> Bool {
        let isLetter: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: ".") }
    }

    /// Hexadecimal digits, four bytes together.
    private static func text(_ bytes: [UInt8]) -> String {
        var text = "<"
        for (index, byte) in bytes.enumerated() {
            if index > 0, index % 4 == 0 { text += " " }
            text += (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        }
        return text + ">"
    }
}

// MARK: What the format can hold

extension OpenStepWriter {
    /// The value as the format gives it back, or nil when it can't be written.
    ///
    /// Without GNUstep's types, numbers, dates and other literals are strings, and so are `YES` and `NO`.
    static func stored(_ value: SettingValue, isTyped: Bool) -> SettingValue? {
        switch value {
        case .string, .data: return value
        case .null: return nil
        case .raw(let text):
            if isTyped, XMLPropertyListWriter.isLiteral(text) { return value }
            return LineDialect.isLiteral(text) ? .string(text) : nil
        case .boolean(let flag): return isTyped ? value : .string(flag ? "YES" : "NO")
        case .integer(let number): return isTyped ? value : .string(String(number))
        case .real(let number):
            return isTyped && number.isFinite ? value : .string(number.description)
        case .date(let date):
            let isHeld = isTyped && date.nanoseconds == 0 && date.description.utf8.count == 20
            return isHeld ? value : .string(date.description)
        case .array(let values):
            var stored: [SettingValue] = []
            for value in values {
                guard let element = Self.stored(value, isTyped: isTyped) else { return nil }
                stored.append(element)
            }
            return .array(stored)
        case .dictionary(let entries):
            var stored: [SettingValue.Entry] = []
            for entry in entries {
                guard let element = Self.stored(entry.value, isTyped: isTyped) else { return nil }
                stored.append(SettingValue.Entry(entry.key, element))
            }
            return .dictionary(stored)
        }
    }

    /// What a string says where the setting is known to be of another type, or nil.
    static func value(of text: String, like known: SettingValue) -> SettingValue? {
        switch known {
        case .boolean:
            switch text.lowercased() {
            case "yes", "true", "1": return .boolean(true)
            case "no", "false", "0": return .boolean(false)
            default: return nil
            }
        case .real where ["inf", "-inf", "nan"].contains(text):
            return Double(text).map(SettingValue.real)
        case .integer, .real: return DecimalNumber.value(of: text, like: known)
        case .raw(let old):
            return LineDialect.isLiteral(old) && LineDialect.isLiteral(text) ? .raw(text) : nil
        default: return nil
        }
    }
}
