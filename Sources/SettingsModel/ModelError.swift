// What is wrong with a name, a key path or a value that came from outside.

/// A name, key path or value that can't be one.
public struct ModelError: Error, Equatable, Sendable {
    /// What kind of thing was wrong.
    public enum Code: String, Sendable {
        case domain
        case keyPath = "bad-key"
        case date
        case base64
    }
    /// What kind of thing was wrong.
    public var code: Code
    /// What was there and what was expected, as a sentence without its period.
    public var problem: String
    /// What the reader can do about it.
    public var advice: String

    /// Creates an error.
    public init(code: Code, problem: String, advice: String) {
        self.code = code
        self.problem = problem
        self.advice = advice
    }
}

extension ModelError: CustomStringConvertible {
    /// The problem and the advice as sentences, for a program that only prints them.
    public var description: String { "\(problem). \(advice.asSentence)" }
}

extension String {
    /// The text with control characters as `\u{1B}`, so that a terminal shows it and obeys none of it.
    package var escapedForDisplay: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var shown = ""
        for scalar in unicodeScalars {
            if scalar.isControl {
                shown += scalar.escaped(asASCII: true)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may act on this scalar, or draws nothing for it: C0, DEL, C1, marks and overrides of
    /// direction, the space without width, separators of lines, the byte order mark.
    ///
    /// Two keys with such a scalar in one of them would look the same. Joiners (U+200C, U+200D) and tags
    /// (U+E0020 to U+E007F) aren't among these: words of several languages have joiners, emoji have both.
    /// All of these are below U+10000.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
            0x2066...0x2069,
            0xFEFF:
            true
        default: false
        }
    }
}
