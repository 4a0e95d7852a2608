// What the tokens of JSON and JSON5 stand for.

import SettingsModel

/// Strings, numbers and comments of JSON and JSON5.
enum JSONLiteral {
    typealias Text = UnsafeBufferPointer<UInt8>

    /// The value of a string, a number or a word.
    static func value(of node: SourceNode, _ text: Text) -> SettingValue {
        let range = node.range
        switch node.kind {
        case .string:
            // Half of a surrogate pair is no character: another file could not say the same.
            guard !escaped.hasLoneSurrogate(text, range) else {
                return .raw(String(decoding: text[range], as: UTF8.self))
            }
            return .string(escaped.string(text, range))
        case .word:
            let first = text[range.lowerBound]
            return first == UInt8(ascii: "n") ? .null : .boolean(first == UInt8(ascii: "t"))
        default: return number(UnsafeBufferPointer(rebasing: text[range]))
        }
    }

    // MARK: Characters

    /// A blank or line end of ECMAScript 5.1, sections 7.2 and 7.3.
    static func isJSON5Blank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x2028, 0x2029, 0xFEFF: true
        case 0..<0x80: false
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    /// Whether a character may begin a bare key (ECMAScript 5.1, section 7.6).
    static func beginsIdentifier(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_", "$": return true
        default: break
        }
        guard scalar.value >= 0x80 else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .letterNumber:
            return true
        default: return false
        }
    }

    /// Whether a character may stand in a bare key behind its first.
    static func continuesIdentifier(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "\u{200C}", "\u{200D}": return true
        case _ where scalar.value < 0x80: return beginsIdentifier(scalar)
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
        default: return beginsIdentifier(scalar)
        }
    }

    // MARK: Comments

    /// The end of the comment that begins at an offset, its line break excluded, or nil without one.
    static func commentEnd(_ text: Text, from start: Int, _ dialect: JSONDialect) -> Int? {
        var index = start + 2
        if text[start + 1] == UInt8(ascii: "*") {
            while index + 1 < text.count {
                if text[index] == UInt8(ascii: "*"), text[index + 1] == UInt8(ascii: "/") {
                    return index + 2
                }
                index += 1
            }
            return nil
        }
        while index < text.count, text[index] != 0x0A, text[index] != 0x0D {
            // JSON5 ends lines at U+2028 and U+2029 too.
            if dialect.isJSON5, text[index] == 0xE2, index + 2 < text.count,
                text[index + 1] == 0x80,
                text[index + 2] | 1 == 0xA9
            {
                break
            }
            index += 1
        }
        return index
    }

    // MARK: Strings

    /// What strings and keys say without their quotes and escapes.
    static let escaped = EscapedText(escape: escape)

    /// Gives what the escape at an index stands for, and the index after it.
    private static func escape(
        _ text: Text,
        _ index: Int,
        _ end: Int,
        _ body: (UInt16) -> Void
    ) -> Int {
        switch text[index + 1] {
        case UInt8(ascii: "u"):
            body(UInt16(truncatingIfNeeded: text[index + 2..<index + 6].hexNumber ?? 0))
            return index + 6
        case UInt8(ascii: "x"):
            body(UInt16(truncatingIfNeeded: text[index + 2..<index + 4].hexNumber ?? 0))
            return index + 4
        case UInt8(ascii: "b"): body(0x08)
        case UInt8(ascii: "f"): body(0x0C)
        case UInt8(ascii: "n"): body(0x0A)
        case UInt8(ascii: "r"): body(0x0D)
        case UInt8(ascii: "t"): body(0x09)
        case UInt8(ascii: "v"): body(0x0B)
        case UInt8(ascii: "0"): body(0x00)
        case 0x0A: break
        case 0x0D: return index + (index + 2 < text.count && text[index + 2] == 0x0A ? 3 : 2)
        default:
            let scalar = EscapedText.scalar(text, at: index + 1)
            // A backslash before a line end joins the lines.
            if scalar.value != "\u{2028}", scalar.value != "\u{2029}" {
                UTF16.encode(scalar.value)?.forEach(body)
            }
            return index + 1 + scalar.length
        }
        return index + 2
    }

    // MARK: Numbers and words

    /// What a run of letters, digits, signs and points is, or nil when it's no token.
    static func kind(of token: Text, isJSON5: Bool) -> SourceNode.Kind? {
        switch token.first {
        case UInt8(ascii: "t"): return token.elementsEqual("true".utf8) ? .word : nil
        case UInt8(ascii: "f"): return token.elementsEqual("false".utf8) ? .word : nil
        case UInt8(ascii: "n"): return token.elementsEqual("null".utf8) ? .word : nil
        default: return isNumber(token, isJSON5: isJSON5) ? .number : nil
        }
    }

    /// Whether a token is a number of JSON, or of JSON5.
    static func isNumber(_ token: Text, isJSON5: Bool) -> Bool {
        let end = token.count
        var index = 0
        func byte(_ index: Int) -> UInt8 { index < end ? token[index] : 0 }
        func skipDigits() -> Bool {
            let start = index
            while (0x30...0x39).contains(byte(index)) { index += 1 }
            return index > start
        }
        if byte(0) == UInt8(ascii: "-") || isJSON5 && byte(0) == UInt8(ascii: "+") { index = 1 }
        if isJSON5 {
            let rest = token[index...]
            if rest.elementsEqual("Infinity".utf8) || rest.elementsEqual("NaN".utf8) { return true }
            if byte(index) == 0x30, byte(index + 1) | 0x20 == UInt8(ascii: "x") {
                return rest.count > 2 && rest.dropFirst(2).allSatisfy { $0.hexValue != nil }
            }
        }
        let whole = index
        let hasWhole = skipDigits()
        if hasWhole, token[whole] == 0x30, index > whole + 1 { return false }
        if !hasWhole, !(isJSON5 && byte(index) == UInt8(ascii: ".")) { return false }
        if byte(index) == UInt8(ascii: ".") {
            index += 1
            let hasFraction = skipDigits()
            if !hasFraction, !(isJSON5 && hasWhole) { return false }
        }
        if byte(index) | 0x20 == UInt8(ascii: "e") {
            index += 1
            if byte(index) == UInt8(ascii: "+") || byte(index) == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() else { return false }
        }
        return index == end
    }

    /// Whether a text is a number that no common type holds, so that it's read as it stands.
    static func isRawNumber(_ text: String, isJSON5: Bool) -> Bool {
        var text = text
        let value: SettingValue? = text.withUTF8 { token in
            !token.isEmpty && isNumber(token, isJSON5: isJSON5) ? number(token) : nil
        }
        return value == .raw(text)
    }

    /// The value of a number; one that no common type holds exactly enough stays as its text.
    static func number(_ token: Text) -> SettingValue {
        if let integer = integer(token) { return .integer(integer) }
        let text = String(decoding: token, as: UTF8.self)
        let isSigned = token[0] == UInt8(ascii: "-") || token[0] == UInt8(ascii: "+")
        let isNegative = token[0] == UInt8(ascii: "-")
        let magnitude = isSigned ? text.dropFirst() : text[...]
        if magnitude == "Infinity" { return .real(isNegative ? -.infinity : .infinity) }
        if magnitude == "NaN" { return .real(.nan) }
        if magnitude.hasPrefix("0x") || magnitude.hasPrefix("0X") {
            let digits = (isNegative ? "-" : "") + magnitude.dropFirst(2)
            return Int64(digits, radix: 16).map(SettingValue.integer) ?? .raw(text)
        }
        let isReal = magnitude.utf8.contains {
            $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e")
        }
        guard isReal, let number = Double(completed(magnitude)), number.isFinite else {
            return .raw(text)
        }
        // Too small for a double: zero would be another number.
        let mantissa = magnitude.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        if number == 0, mantissa.contains(where: { (0x31...0x39).contains($0) }) {
            return .raw(text)
        }
        return .real(isNegative ? -number : number)
    }

    /// The digits as an integer, or nil when they're more than that.
    private static func integer(_ token: Text) -> Int64? {
        var index = 0
        let isNegative = token[0] == UInt8(ascii: "-")
        if isNegative || token[0] == UInt8(ascii: "+") { index = 1 }
        guard index < token.count else { return nil }
        var value: Int64 = 0
        while index < token.count {
            guard (0x30...0x39).contains(token[index]) else { return nil }
            let (product, isTooLong) = value.multipliedReportingOverflow(by: 10)
            let digit = Int64(token[index] - 0x30)
            let (sum, isTooBig) = product.addingReportingOverflow(isNegative ? -digit : digit)
            guard !isTooLong, !isTooBig else { return nil }
            value = sum
            index += 1
        }
        return value
    }

    /// A JSON5 number with the digits that it may leave out: `.5`, `5.`, `5.e3`.
    private static func completed(_ number: Substring) -> String {
        var text = number.hasPrefix(".") ? "0" + number : String(number)
        if let point = text.firstIndex(of: ".") {
            let after = text.index(after: point)
            if after == text.endIndex || !text[after].isNumber { text.insert("0", at: after) }
        }
        return text
    }
}
