// What a scalar of YAML stands for.

import SettingsModel

/// The meaning of scalars after YAML 1.2's core schema.
///
/// Where a reader of YAML 1.1 would take a number for another one (`0644`), it stays a literal.
enum YAMLScalar {
    /// The value of plain text without a tag.
    static func value(ofPlain text: String) -> SettingValue {
        text.utf8.count > 5 ? number(text) ?? .string(text) : value(ofShort: text)
    }

    private static func value(ofShort text: String) -> SettingValue {
        if let first = text.utf8.first, (0x30...0x39).contains(first) {
            return number(text) ?? .string(text)
        }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .real(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .real(-.infinity)
        case ".nan", ".NaN", ".NAN": return .real(.nan)
        default: return number(text) ?? .string(text)
        }
    }

    /// The number that a text spells, or nil.
    static func number(_ text: String) -> SettingValue? {
        guard let first = text.utf8.first, first < 0x3A else { return nil }
        if text.hasPrefix("0x") { return integer(text, radix: 16) }
        if text.hasPrefix("0o") { return integer(text, radix: 8) }
        let shape = YAMLNumberShape(text.utf8)
        guard shape.isNumber else { return nil }
        if !shape.isInteger {
            guard let number = Double(text), number.isFinite else { return .raw(text) }
            return .real(number)
        }
        if shape.hasLeadingZero { return .raw(text) }
        return Int64(text).map(SettingValue.integer) ?? .raw(text)
    }

    private static func integer(_ text: String, radix: Int) -> SettingValue? {
        let digits = text.dropFirst(2)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.hexValue != nil }),
            radix == 16 || digits.utf8.allSatisfy({ $0 < UInt8(ascii: "8") })
        else { return nil }
        return Int64(digits, radix: radix).map(SettingValue.integer) ?? .raw(text)
    }

    /// The value of a scalar with a tag; a literal where the text isn't what the tag says.
    static func value(
        of text: String,
        tag: YAMLTag,
        isPlain: Bool,
        source: @autoclosure () -> String
    ) -> SettingValue {
        let plain = value(ofPlain: text)
        switch (tag, plain) {
        case (.none, _): return isPlain ? plain : .string(text)
        case (.string, _), (.timestamp, _): return .string(text)
        case (.integer, .integer), (.real, .real), (.boolean, .boolean), (.null, .null):
            return plain
        case (.real, .integer(let number)): return .real(Double(number))
        case (.binary, _):
            let bytes = try? Base64.decode(text.utf8)  // nil: not what the tag says
            return bytes.map(SettingValue.data) ?? .raw(source())
        default: return .raw(source())
        }
    }

    /// Whether a text is a date with a time and an offset, as YAML 1.1 has timestamps.
    static func isTimestamp(_ text: some Collection<UInt8>) -> Bool {
        guard (20...40).contains(text.count), let first = text.first, (0x30...0x39).contains(first)
        else { return false }
        return SettingDate.isRFC3339(String(decoding: text, as: UTF8.self))
    }
}

/// Sorts out `[-+]?[0-9]*(\.[0-9]*)?([eE][-+]?[0-9]+)?`.
private struct YAMLNumberShape {
    private(set) var isNumber = false
    private(set) var isInteger = true
    private(set) var hasLeadingZero = false

    init(_ text: String.UTF8View) {
        var rest = text[...]
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest.removeFirst()
        }
        let whole = Self.takeDigits(&rest)
        hasLeadingZero = whole.count > 1 && whole.first == UInt8(ascii: "0")
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            isInteger = false
            rest.removeFirst()
            fraction = Self.takeDigits(&rest).count
        }
        guard !whole.isEmpty || fraction > 0 else { return }
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                rest.removeFirst()
            }
            guard !Self.takeDigits(&rest).isEmpty else { return }
        }
        isNumber = rest.isEmpty
    }

    private static func takeDigits(
        _ rest: inout Substring.UTF8View
    ) -> Substring.UTF8View {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits
    }
}

extension YAMLTag {
    /// What tags of YAML itself begin with.
    static let standardPrefix = "tag:yaml.org,2002:"

    /// Creates the tag of a full name.
    init(_ name: String) {
        guard name.hasPrefix(Self.standardPrefix) else {
            self = .other
            return
        }
        switch name.dropFirst(Self.standardPrefix.count) {
        case "str": self = .string
        case "int": self = .integer
        case "float": self = .real
        case "bool": self = .boolean
        case "null": self = .null
        case "binary": self = .binary
        case "timestamp": self = .timestamp
        case "merge": self = .merge
        case "map", "seq", "set", "omap", "pairs": self = .collection
        default: self = .other
        }
    }
}
