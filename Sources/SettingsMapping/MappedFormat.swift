// How values of a mapped file are typed, and the quotes around them.

import SettingsModel

/// How the values of a file are typed.
package enum MappedFormat: Sendable {
    /// Values have types, as in TOML, JSON, YAML and property lists: a hole alone passes them through.
    case typed
    /// Every value is a text. A pair of quotes around it is spelling: read through, and kept.
    case lines
}

/// A value of a file without the quotes that are only spelling there.
struct UnquotedValue {
    /// What is between the quotes, or the whole value.
    var value: SettingValue
    /// The quote on both sides; nil where there is none.
    var quote: UInt8?

    init(_ written: SettingValue, as format: MappedFormat) {
        self.init(value: written)
        guard format == .lines, case .string(let text) = written,
            let inner = Array(text.utf8)[...].unquoted
        else { return }
        self = UnquotedValue(value: .string(String(inner)), quote: text.utf8.first)
    }

    private init(value: SettingValue, quote: UInt8? = nil) {
        self.value = value
        self.quote = quote
    }

    /// Another value in the same quotes.
    func quoted(_ value: SettingValue) -> SettingValue {
        guard let quote, case .string(let text) = value else { return value }
        return .string(String([quote] + Array(text.utf8) + [quote]))
    }
}

extension UInt8 {
    /// Whether the byte is a space, a tab or the end of a line.
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// Whether the byte is a decimal digit.
    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is a quote, single or double.
    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

    /// What the byte is as a hexadecimal digit; nil where it's none.
    var hexDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// What is between a pair of quotes around it all; nil without one, or where the quote is inside, too.
    var unquoted: ArraySlice<UInt8>? {
        guard count > 1, let quote = first, quote.isQuote, last == quote else { return nil }
        let inner = dropFirst().dropLast()
        return inner.contains(quote) ? nil : inner
    }

    /// The bytes without the blanks at both ends.
    var trimmed: ArraySlice<UInt8> {
        guard let start = firstIndex(where: { !$0.isBlank }),
            let end = lastIndex(where: { !$0.isBlank })
        else { return self[endIndex...] }
        return self[start...end]
    }

    /// The offset behind the blanks at a place.
    func endOfBlanks(from start: Int) -> Int {
        self[start...].firstIndex { !$0.isBlank } ?? endIndex
    }

    /// The range of the first occurrence of some bytes, of which there is at least one.
    func range(of other: [UInt8]) -> Range<Int>? {
        indices.first { self[$0...].starts(with: other) }.map { $0..<($0 + other.count) }
    }

    /// Whether letters among hexadecimal digits are in upper case.
    var hasUpperCaseHex: Bool {
        contains { (0x41...0x46).contains($0) } && !contains { (0x61...0x66).contains($0) }
    }
}

extension String {
    /// A text of bytes that came from texts, cut where these were.
    init(_ bytes: some Collection<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}
