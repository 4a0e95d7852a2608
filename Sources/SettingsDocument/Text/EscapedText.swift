// Strings with escapes that name UTF-16 units, as JSON and .strings files have them.

import SettingsModel

/// How strings and keys of one language are read: in quotes or bare, with its escapes.
struct EscapedText: Sendable {
    typealias Text = UnsafeBufferPointer<UInt8>

    /// Gives the units that the escape at an index stands for, and the index after it; the string's
    /// own text ends at `end`.
    let escape: @Sendable (_ text: Text, _ index: Int, _ end: Int, _ body: (UInt16) -> Void) -> Int

    /// The text of a string or a key, without its quotes and escapes.
    ///
    /// Half a surrogate pair becomes U+FFFD; see ``hasLoneSurrogate(_:_:)``.
    func string(_ text: Text, _ range: Range<Int>) -> String {
        let inner = Self.unquoted(text, range)
        let slice = UnsafeBufferPointer(rebasing: text[inner])
        guard slice.contains(UInt8(ascii: "\\")) else {
            return String(decoding: slice, as: UTF8.self)
        }
        var units: [UInt16] = []
        units.reserveCapacity(slice.count)
        forEachUnit(text, inner) { units.append($0) }
        return String(decoding: units, as: UTF16.self)
    }

    /// Whether a key's text says `key`; most are told apart by their bytes.
    func isKey(_ text: Text, _ range: Range<Int>, _ key: String) -> Bool {
        let slice = UnsafeBufferPointer(rebasing: text[Self.unquoted(text, range)])
        guard slice.contains(UInt8(ascii: "\\")) else { return slice.elementsEqual(key.utf8) }
        return string(text, range).isSame(as: key)
    }

    /// Whether an escape in a string or key says half of a surrogate pair without its other half.
    func hasLoneSurrogate(_ text: Text, _ range: Range<Int>) -> Bool {
        guard text[range].contains(UInt8(ascii: "\\")) else { return false }
        var isAfterHigh = false
        var isFound = false
        forEachUnit(text, Self.unquoted(text, range)) { unit in
            let isLow = 0xDC00..<0xE000 ~= unit
            if isLow != isAfterHigh { isFound = true }
            isAfterHigh = 0xD800..<0xDC00 ~= unit
        }
        return isFound || isAfterHigh
    }

    private static func unquoted(_ text: Text, _ range: Range<Int>) -> Range<Int> {
        let first = text[range.lowerBound]
        let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        return isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
    }

    private func forEachUnit(_ text: Text, _ range: Range<Int>, _ body: (UInt16) -> Void) {
        var index = range.lowerBound
        while index < range.upperBound { index = units(text, index, range.upperBound, body) }
    }

    /// Gives the units that the character or escape at an index stands for, and the index after it.
    private func units(_ text: Text, _ index: Int, _ end: Int, _ body: (UInt16) -> Void) -> Int {
        if text[index] == UInt8(ascii: "\\") { return escape(text, index, end, body) }
        let scalar = Self.scalar(text, at: index)
        UTF16.encode(scalar.value)?.forEach(body)
        return index + scalar.length
    }

    /// The text of a string with the place of each character.
    ///
    /// - Precondition: It has no half of a surrogate pair alone.
    func spelled(_ text: Text, _ range: Range<Int>) -> SpelledText {
        let inner = Self.unquoted(text, range)
        var spelled = SpelledText(at: inner.lowerBound)
        var units: [UInt16] = []
        var start = inner.lowerBound
        var index = start
        while index < inner.upperBound {
            index = self.units(text, index, inner.upperBound) { units.append($0) }
            // The other half of the pair is an escape of its own.
            if let last = units.last, UTF16.isLeadSurrogate(last) { continue }
            spelled.append(String(decoding: units, as: UTF16.self).utf8, at: start..<index)
            units = []
            start = index
        }
        return spelled
    }

    /// The scalar at a byte of valid UTF-8, and its length in bytes.
    static func scalar(_ text: Text, at index: Int) -> (value: Unicode.Scalar, length: Int) {
        let first = text[index]
        guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard index + length <= text.count else { return ("\u{FFFD}", 1) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}

// MARK: Hexadecimal digits

extension UInt8 {
    /// What a hexadecimal digit stands for, or nil.
    var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Collection<UInt8> {
    /// The number that at most eight hexadecimal digits stand for, or nil if one isn't a digit.
    var hexNumber: UInt32? {
        var number: UInt32 = 0
        for byte in self {
            guard let digit = byte.hexValue else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }

    /// The scalar with that number, or nil if there is none.
    var hexScalar: Unicode.Scalar? { hexNumber.flatMap { Unicode.Scalar($0) } }
}
