// The lines of a Swift file with comments and the insides of strings told apart from code.

/// One line of a Swift file.
struct SwiftLine: Equatable {
    /// The line with comments left out and each character of a string literal as a dot.
    var code: String
    /// The text from `//` on, or of a `/* */` comment; empty without one.
    var comment: String

    /// How many blanks the line begins with.
    var indentation: Int { code.prefix { $0 == " " }.count }
    /// Whether the line has code, not only blanks or a comment.
    var hasCode: Bool { code.contains { $0 != " " } }
    var isDocComment: Bool { !hasCode && comment.hasPrefix("///") }
    /// The code's words: letters, digits, `_`, `@` and all that isn't ASCII, split at all else.
    var words: [Substring] { code.utf8.split { !isInWord($0) }.map(Substring.init) }
}

private func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"), 0x80...:
        true
    default: false
    }
}

/// Splits a Swift file into lines, knowing strings (also raw and multi-line ones) and comments.
///
/// Code inside a string's `\( )` counts as string.
func swiftLines(of text: String) -> [SwiftLine] {
    var scanner = SwiftScanner()
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        scanner.scan(Array(line))
    }
}

/// Where the scan is, between lines.
private struct SwiftScanner {
    private enum Place: Equatable {
        case code
        case blockComment(depth: Int)
        /// A string that ends with this many quotes and then this many number signs.
        case string(quotes: Int, signs: Int)
    }
    private var place = Place.code

    mutating func scan(_ characters: [Character]) -> SwiftLine {
        var line = SwiftLine(code: "", comment: "")
        var index = 0
        while index < characters.count {
            switch place {
            case .code: index = scanCode(characters, from: index, into: &line)
            case .blockComment(let depth):
                index = scanComment(characters, from: index, depth: depth, into: &line)
            case .string(let quotes, let signs):
                let closing =
                    Array(repeating: "\"" as Character, count: quotes)
                    + Array(repeating: "#", count: signs)
                index = scanString(characters, from: index, closing: closing, into: &line)
            }
        }
        // A string of one quote can't go on in the next line.
        if case .string(quotes: 1, _) = place { place = .code }
        return line
    }

    private mutating func scanCode(
        _ characters: [Character],
        from index: Int,
        into line: inout SwiftLine
    ) -> Int {
        let rest = characters[index...]
        if rest.starts(with: "//") {
            line.comment += String(rest)
            return characters.count
        }
        if rest.starts(with: "/*") {
            place = .blockComment(depth: 1)
            return index + 2
        }
        let signs = rest.prefix { $0 == "#" }.count
        if rest.dropFirst(signs).first == "\"" {
            let quotes = rest.dropFirst(signs).starts(with: "\"\"\"") ? 3 : 1
            place = .string(quotes: quotes, signs: signs)
            line.code += String(rest.prefix(signs + quotes))
            return index + signs + quotes
        }
        line.code.append(characters[index])
        return index + 1
    }

    private mutating func scanComment(
        _ characters: [Character],
        from index: Int,
        depth: Int,
        into line: inout SwiftLine
    ) -> Int {
        let rest = characters[index...]
        if rest.starts(with: "*/") {
            place = depth == 1 ? .code : .blockComment(depth: depth - 1)
            return index + 2
        }
        if rest.starts(with: "/*") {
            place = .blockComment(depth: depth + 1)
            return index + 2
        }
        line.comment.append(characters[index])
        return index + 1
    }

    private mutating func scanString(
        _ characters: [Character],
        from index: Int,
        closing: [Character],
        into line: inout SwiftLine
    ) -> Int {
        let rest = characters[index...]
        if rest.starts(with: closing) {
            place = .code
            line.code += String(closing)
            return index + closing.count
        }
        // In a raw string a backslash escapes only with the string's number signs behind it.
        let signs = closing.drop { $0 == "\"" }
        if rest.first == "\\", rest.dropFirst().starts(with: signs) {
            let length = min(2 + signs.count, rest.count)
            line.code += String(repeating: ".", count: length)
            return index + length
        }
        line.code += "."
        return index + 1
    }
}
