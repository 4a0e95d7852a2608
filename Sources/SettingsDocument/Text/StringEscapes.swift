// How each language spells the characters that can't stand in its strings as they are.

/// The escapes of one language's quoted strings.
struct StringEscapes: Sendable {
    /// The letters that the language has for control characters, of those in ``letter(for:)``.
    private let letters: String
    /// The escape of a character without a letter, or nil for one that stands as it is.
    private let numbered: @Sendable (Unicode.Scalar) -> String?

    static let json = StringEscapes(letters: "bfnrt") { scalar in
        // Line ends to JavaScript, so that editors warn of them.
        let isEscaped = isControl(scalar) || scalar == "\u{2028}" || scalar == "\u{2029}"
        return isEscaped ? "\\u" + digits(scalar, count: 4) : nil
    }
    static let toml = StringEscapes(letters: "bfnrt") { scalar in
        isControl(scalar) ? "\\u" + digits(scalar, count: 4).uppercased() : nil
    }
    static let yaml = StringEscapes(letters: "nrt") { scalar in
        if scalar.isPrintableInYAML { return nil }
        let (letter, count) =
            scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
        return "\\" + letter + digits(scalar, count: count).uppercased()
    }
    /// A backslash before another letter is one to libconfig up to 1.5.
    static let libconfig = StringEscapes(letters: "fnrt") { scalar in
        isControl(scalar) ? "\\x" + digits(scalar, count: 2) : nil
    }
    static let rasi = StringEscapes(letters: "bfnrt") { scalar in
        guard isControl(scalar) else { return nil }
        let digits = String(scalar.value, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    static let lua = StringEscapes(letters: "bfnrt") { scalar in
        guard isControl(scalar) else { return nil }
        let digits = String(scalar.value)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    static let git = StringEscapes(letters: "bnt") { _ in nil }
    static let shell = StringEscapes(letters: "") { _ in nil }

    private init(
        letters: String,
        numbered: @escaping @Sendable (Unicode.Scalar) -> String?
    ) {
        self.letters = letters
        self.numbered = numbered
    }

    /// The text in quotes.
    func quoted(_ text: String, in quote: Unicode.Scalar = "\"") -> String {
        String(quote) + escaped(text, in: quote) + String(quote)
    }

    /// The text as it stands between quotes.
    func escaped(_ text: String, in quote: Unicode.Scalar = "\"") -> String {
        text.replacingScalars { scalar in
            if scalar == quote || scalar == "\\" { return "\\" + String(scalar) }
            if let letter = Self.letter(for: scalar), letters.contains(letter) {
                return "\\" + String(letter)
            }
            return numbered(scalar)
        }
    }

    private static func letter(for scalar: Unicode.Scalar) -> Character? {
        switch scalar {
        case "\u{8}": "b"
        case "\t": "t"
        case "\n": "n"
        case "\u{C}": "f"
        case "\r": "r"
        default: nil
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7F
    }

    private static func digits(_ scalar: Unicode.Scalar, count: Int) -> String {
        let digits = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

extension String {
    /// The text with each character replaced for which `replacement` has a text.
    func replacingScalars(by replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let text = replacement(scalar) {
                result += text
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether a character may stand in YAML as it is, in quotes or without.
    var isPrintableInYAML: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
            0x10000...0x10FFFF:
            true
        default: false
        }
    }
}
