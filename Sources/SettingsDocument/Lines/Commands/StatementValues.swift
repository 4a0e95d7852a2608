// What the values of statements mean, with quotes and without.

import SettingsModel

/// How a program reads the value of a statement.
enum StatementValues: Sendable {
    /// Texts in quotes, numbers, `true` and `false` (libconfig, lib/scanner.l).
    case libconfig
    /// Texts in quotes, and numbers, lengths, colors and words (rofi, lexer/theme-lexer.l).
    case rasi
    /// Texts in quotes (MPD, src/util/Tokenizer.cxx).
    case mpd

    var quotes: [UInt8] { self == .rasi ? Array("\"'".utf8) : Array("\"".utf8) }

    /// Whether a spelling is one text in quotes, or a value without.
    func isPlain(_ spelling: ArraySlice<UInt8>) -> Bool {
        guard let quote = spelling.first, quotes.contains(quote) else { return isBare(spelling) }
        var end = spelling.startIndex + 1
        while end < spelling.endIndex, spelling[end] != quote {
            end += spelling[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return end == spelling.endIndex - 1
    }

    /// Whether the value of something else stands in the place of a part of this one.
    func isReference(_ spelling: ArraySlice<UInt8>) -> Bool {
        guard self == .rasi, let first = spelling.first, !quotes.contains(first),
            first != UInt8(ascii: "[")
        else { return false }
        let text = String(decoding: spelling, as: UTF8.self)
        return ["@", "${", "var(", "env("].contains(where: text.contains)
    }

    // MARK: Quotes

    /// What a spelling says.
    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        guard let quote = spelling.first, quotes.contains(quote) else { return Array(spelling) }
        var rest = spelling.dropFirst().dropLast()
        guard rest.contains(UInt8(ascii: "\\")) else { return Array(rest) }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            bytes += meaning(of: letter, before: &rest)
        }
        return bytes
    }

    private func meaning(of letter: UInt8, before rest: inout ArraySlice<UInt8>) -> [UInt8] {
        switch (self, letter) {
        case (.mpd, _): return [letter]
        case (_, UInt8(ascii: "b")): return [0x08]
        case (_, UInt8(ascii: "t")): return [0x09]
        case (_, UInt8(ascii: "n")): return [0x0A]
        case (_, UInt8(ascii: "v")): return [0x0B]
        case (_, UInt8(ascii: "f")): return [0x0C]
        case (_, UInt8(ascii: "r")): return [0x0D]
        case (.libconfig, UInt8(ascii: "a")): return [0x07]
        case (.libconfig, UInt8(ascii: "x")), (.libconfig, UInt8(ascii: "X")):
            let digits = rest.prefix(2).compactMap(\.hexValue)
            guard digits.count == 2 else { return [UInt8(ascii: "\\"), letter] }
            rest = rest.dropFirst(2)
            return [digits[0] << 4 | digits[1]]
        case (.libconfig, UInt8(ascii: "\"")), (.libconfig, UInt8(ascii: "\\")): return [letter]
        case (.libconfig, _): return [UInt8(ascii: "\\"), letter]
        // As `g_strcompress` has it.
        case (.rasi, UInt8(ascii: "0")...UInt8(ascii: "7")):
            let digits = rest.prefix(2).prefix { (0x30...0x37).contains($0) }
            rest = rest.dropFirst(digits.count)
            return [digits.reduce(letter - 0x30) { $0 << 3 | ($1 - 0x30) }]
        case (.rasi, _): return [letter]
        }
    }

    /// A text in quotes, which are those of another value; nil where it has control characters that can't be.
    func quoted(_ text: String, like old: ArraySlice<UInt8>) -> String? {
        switch self {
        case .libconfig: return StringEscapes.libconfig.quoted(text)
        case .mpd:
            let isLine = text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
            return isLine ? StringEscapes.shell.quoted(text) : nil
        case .rasi:
            // Up to 1.7.5, only one character may stand in single quotes.
            let isSign = text.utf8.count == 1 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            let isSingle = old.first == UInt8(ascii: "'") && (isSign || old.count > 3)
            return StringEscapes.rasi.quoted(text, in: isSingle ? "'" : "\"")
        }
    }

    // MARK: Without quotes

    /// Whether a value can stand without quotes.
    func isBare(_ spelling: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .libconfig: Self.isScalar(spelling)
        case .rasi: RasiWords.areValue(spelling)
        case .mpd: false
        }
    }

    /// Whether libconfig reads a number, true or false.
    private static func isScalar(_ spelling: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: spelling, as: UTF8.self)
        if ["true", "false"].contains(LineText.folded(text)) { return true }
        var number = spelling
        if number.first == UInt8(ascii: "0"),
            let letter = number.dropFirst().first.map(LineText.folded),
            let radix = ["b": 2, "o": 8, "q": 8, "x": 16][String(Unicode.Scalar(letter))]
        {
            number = withoutSuffix(number.dropFirst(2))
            return !number.isEmpty && number.allSatisfy { $0.hexValue.map { $0 < radix } == true }
        }
        if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(number.first) { number.removeFirst() }
        let whole = withoutSuffix(number)
        if !whole.isEmpty, whole.allSatisfy(isDigit) { return true }
        let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) {
            LineText.folded($0) == UInt8(ascii: "e")
        }
        let mantissa = parts[0].split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        let hasDigits = mantissa.joined().allSatisfy(isDigit) && parts[0].contains(where: isDigit)
        guard hasDigits, mantissa.count <= 2 else { return false }
        guard parts.count == 2 else { return mantissa.count == 2 }
        let exponent = parts[1].drop { "+-".utf8.contains($0) }
        return !exponent.isEmpty && parts[1].count - exponent.count < 2
            && exponent.allSatisfy(isDigit)
    }

    /// An integer without the letters that make it one of 64 bits.
    private static func withoutSuffix(_ number: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let suffix = number.suffix(2).reversed().prefix { $0 == UInt8(ascii: "L") }
        return number.dropLast(suffix.count)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
