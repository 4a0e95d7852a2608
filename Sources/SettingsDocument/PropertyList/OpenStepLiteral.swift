// What the tokens of OpenStep property lists stand for.

import SettingsModel

/// Strings, data and GNUstep's typed values.
enum OpenStepLiteral {
    typealias Text = UnsafeBufferPointer<UInt8>

    /// The value of a token.
    static func value(of node: SourceNode, _ text: Text) -> SettingValue {
        // An entry without a value says its key once more.
        let range = node.range.isEmpty ? node.keyRange ?? node.range : node.range
        switch node.kind {
        case .string:
            // Half of a surrogate pair is no character: another file could not say the same.
            guard !escaped.hasLoneSurrogate(text, range) else {
                return .raw(String(decoding: text[range], as: UTF8.self))
            }
            return .string(escaped.string(text, range))
        case .data: return .data(data(text, range) ?? [])
        default: return typed(text, range) ?? .null
        }
    }

    /// Whether a character may stand in a string without quotes.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "_$/:.-".utf8.contains(byte)
        }
    }

    // MARK: Strings

    /// What strings and keys say without their quotes and escapes.
    static let escaped = EscapedText { text, index, end, body in
        let escape = escape(text, index, end: end)
        escape.unit.map(body)
        return escape.end
    }

    /// What an escape stands for, and the index after it; nil for what stands for nothing.
    ///
    /// `\U` is Apple's and `\u` is GNUstep's; Apple's reader takes the latter for a plain `u`.
    static func escape(_ text: Text, _ index: Int, end: Int) -> (unit: UInt16?, end: Int) {
        let letter = text[index + 1]
        let next = index + 2
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            let digits = text[(index + 1)..<min(index + 4, end)].prefix { 0x30...0x37 ~= $0 }
            let number = digits.reduce(0) { $0 << 3 | Int($1 & 7) }
            return (NextStepEncoding.unit(UInt8(truncatingIfNeeded: number)), digits.endIndex)
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let digits = text[next..<min(next + 4, end)].prefix { $0.hexValue != nil }
            guard !digits.isEmpty else { return (nil, next) }
            return (UInt16(truncatingIfNeeded: digits.hexNumber ?? 0), digits.endIndex)
        case UInt8(ascii: "a"): return (0x07, next)
        case UInt8(ascii: "b"): return (0x08, next)
        case UInt8(ascii: "f"): return (0x0C, next)
        case UInt8(ascii: "n"): return (0x0A, next)
        case UInt8(ascii: "r"): return (0x0D, next)
        case UInt8(ascii: "t"): return (0x09, next)
        case UInt8(ascii: "v"): return (0x0B, next)
        // A character past ASCII stands for itself, and so do its other bytes after it.
        case 0x80...0xFF: return (nil, index + 1)
        default: return (UInt16(letter), next)
        }
    }

    // MARK: Data and typed values

    /// The bytes that stand between `<` and `>`, or nil: `<0fbd 77>`, or GNUstep's `<[D713]>`.
    static func data(_ text: Text, _ range: Range<Int>) -> [UInt8]? {
        let inner = text[range].dropFirst().dropLast()
        if inner.first == UInt8(ascii: "["), inner.last == UInt8(ascii: "]") {
            return try? Base64.decode(inner.dropFirst().dropLast())
        }
        var bytes: [UInt8] = []
        var index = inner.startIndex
        while index < inner.endIndex {
            if isBlank(text[index]) {
                index += 1
                continue
            }
            guard let high = text[index].hexValue, index + 1 < inner.endIndex,
                let low = text[index + 1].hexValue
            else { return nil }
            bytes.append(high << 4 | low)
            index += 2
        }
        return bytes
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    /// What kind of value `<*` and a letter begin, or nil.
    static func kind(_ letter: UInt8) -> SourceNode.Kind? {
        switch letter {
        case UInt8(ascii: "I"): .integer
        case UInt8(ascii: "R"): .real
        case UInt8(ascii: "B"): .boolean
        case UInt8(ascii: "D"): .date
        default: nil
        }
    }

    /// The value of `<*I5>`, `<*R1.5>`, `<*BY>` or `<*D2001-01-01 00:00:00 +0000>`, or nil.
    static func typed(_ text: Text, _ range: Range<Int>) -> SettingValue? {
        guard range.count > 4 else { return nil }
        let content = String(decoding: text[range].dropFirst(3).dropLast(), as: UTF8.self)
        switch kind(text[range.lowerBound + 2]) {
        case .integer:
            if let number = Int64(content) { return .integer(number) }
            return UInt64(content).map { .raw(String($0)) }
        case .real:
            // Too large for a double: infinity would be another number.
            let isInfinite = content.utf8.contains { $0 | 0x20 == UInt8(ascii: "i") }
            return Double(content).map { $0.isInfinite && !isInfinite ? .raw(content) : .real($0) }
        case .boolean:
            return content == "Y" ? .boolean(true) : content == "N" ? .boolean(false) : nil
        case .date:
            guard let text = rfc3339(content) else { return nil }
            if let date = try? SettingDate(rfc3339: text) { return .date(date) }
            return SettingDate.isRFC3339(text) ? .raw(content) : nil
        default: return nil
        }
    }

    /// `2001-01-01 00:00:00 +0000` as RFC 3339 would have it; nil for what has other parts.
    private static func rfc3339(_ text: String) -> String? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, parts[2].utf8.count == 5 else { return nil }
        let zone = parts[2].prefix(3) + ":" + parts[2].suffix(2)
        return "\(parts[0])T\(parts[1])\(zone)"
    }

    /// A date as GNUstep writes it.
    static func text(_ date: SettingDate) -> String {
        date.description.replacing("T", with: " ").replacing("Z", with: " +0000")
    }
}

/// The characters that octal escapes name.
enum NextStepEncoding {
    /// From 0x80 on, as in NEXTSTEP.TXT of the Unicode Consortium's vendor mappings.
    private static let upper: [UInt16] = [
        0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7,
        0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
        0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
        0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7,
        0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7,
        0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
        0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
        0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF,
        0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
        0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7,
        0x2014, 0x00B1, 0x00BC, 0x00BD, 0x00BE, 0x00E0, 0x00E1, 0x00E2,
        0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
        0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1,
        0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
        0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
        0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF,
    ]

    /// The UTF-16 unit of a character, or nil for 0xFE and 0xFF, which name none.
    static func unit(_ byte: UInt8) -> UInt16? {
        guard byte >= 0x80 else { return UInt16(byte) }
        return byte < 0xFE ? upper[Int(byte) - 0x80] : nil
    }
}
