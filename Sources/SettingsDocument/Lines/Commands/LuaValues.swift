// What the literals of Lua mean, and how a text is written as one (Lua 5.4 Reference Manual, §3.1).

import SettingsModel

/// Numbers, `true`, `false` and texts.
enum LuaValues {
    /// Whether a text is a literal without quotes.
    static func isBare(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        isNumber(text) || text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
    }

    /// Whether all of a text is a number, maybe a negative one.
    private static func isNumber(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        var digits = Array(text)[...]
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        let isHex =
            digits.first == UInt8(ascii: "0")
            && digits.dropFirst().first.map(LineText.folded) == UInt8(ascii: "x")
        if isHex { digits = digits.dropFirst(2) }
        let parts = digits.split(maxSplits: 1, omittingEmptySubsequences: false) {
            LineText.folded($0) == UInt8(ascii: isHex ? "p" : "e")
        }
        let mantissa = parts[0].split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        let isMantissa = mantissa.joined().allSatisfy {
            $0.hexValue.map { isHex || $0 < 10 } == true
        }
        guard isMantissa, mantissa.count <= 2, mantissa.contains(where: { !$0.isEmpty }) else {
            return false
        }
        guard parts.count == 2 else { return true }
        let hasSign = parts[1].first.map { "+-".utf8.contains($0) } == true
        let exponent = parts[1].dropFirst(hasSign ? 1 : 0)
        return !exponent.isEmpty && exponent.allSatisfy { (0x30...0x39).contains($0) }
    }

    // MARK: Texts

    /// What a text in quotes or long brackets says; nil for one over several lines, or with an escape that isn't
    /// one everywhere.
    static func text(of spelling: ArraySlice<UInt8>) -> [UInt8]? {
        guard !spelling.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
        if spelling.first == UInt8(ascii: "[") {
            let width = longWidth(of: spelling)
            return Array(spelling.dropFirst(width).dropLast(width))
        }
        var bytes: [UInt8] = []
        var rest = spelling.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard let meaning = meaning(ofEscape: &rest) else { return nil }
            bytes += meaning
        }
        return bytes
    }

    private static func longWidth(of spelling: ArraySlice<UInt8>) -> Int {
        spelling.dropFirst().prefix { $0 == UInt8(ascii: "=") }.count + 2
    }

    private static func meaning(ofEscape rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard let letter = rest.popFirst() else { return nil }
        switch letter {
        case UInt8(ascii: "a"): return [0x07]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "v"): return [0x0B]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): return [letter]
        case UInt8(ascii: "x"):
            let digits = rest.prefix(2).compactMap(\.hexValue)
            guard digits.count == 2 else { return nil }
            rest = rest.dropFirst(2)
            return [digits[0] << 4 | digits[1]]
        case UInt8(ascii: "u"): return character(&rest)
        case 0x30...0x39:
            let digits = [letter] + rest.prefix(2).prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count - 1)
            return UInt8(String(decoding: digits, as: UTF8.self)).map { [$0] }
        default: return nil
        }
    }

    /// A character by its number in braces.
    private static func character(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}"))
        else { return nil }
        let digits = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
        rest = rest[(end + 1)...]
        guard digits.utf8.allSatisfy({ $0.hexValue != nil }),
            let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
        else { return nil }
        return Array(String(scalar).utf8)
    }

    /// A text in the quotes or brackets of another one; in double quotes where it can't be in those brackets.
    static func quoted(_ text: String, like old: ArraySlice<UInt8>) -> String {
        if old.first == UInt8(ascii: "[") {
            let close = old.suffix(longWidth(of: old))
            let inner = Array(text.utf8) + close
            let isLine = !inner.contains { $0 == 0x0A || $0 == 0x0D }
            // A bracket at the text's end may begin those that end it.
            let end = inner.indices.first { inner[$0...].starts(with: close) }
            if isLine, end == text.utf8.count,
                let spelled = LineText.string(old.prefix(close.count) + inner)
            {
                return spelled
            }
        }
        return StringEscapes.lua.quoted(text, in: old.first == UInt8(ascii: "'") ? "'" : "\"")
    }
}
