// How the value of an option stands in a line.

import SettingsModel

/// How a program reads the value of an option.
enum ArgumentValues: Sendable {
    /// A word of a shell; what shells, Rust's shell_words, Python's shlex and GLib read in the same way.
    case shellWord
    /// The rest of the line, without the blanks around it.
    case rest
    /// The rest of the line, blanks included.
    case line
    /// The rest of the line, which has no signs that one of the programs gives a meaning to.
    case plain
    /// The rest of the line; quotes around it aren't part of the value (libgpg-error, argparse.c).
    case quotedRest
    /// A word, or a text in double quotes with escapes (curl, tool_parsecfg.c).
    case escapedWord

    /// A part of a line that is one value.
    typealias Word = WordRules.Word

    /// How words of a shell are read.
    private static let shellRules = WordRules(escapes: .agreedShell, hash: .unclear)

    // MARK: Reading

    /// What the bytes of a value stand for.
    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .rest, .line, .plain: return Array(spelling)
        case .quotedRest:
            guard spelling.first == 0x22 else { return Array(spelling) }
            let inner = spelling.dropFirst()
            return Array(inner.last == 0x22 ? inner.dropLast() : inner)
        case .shellWord, .escapedWord:
            return Array(spelling).withUnsafeBufferPointer { text in
                word(in: text, 0..<text.count)?.bytes ?? Array(text)
            }
        }
    }

    /// The word at the start of a range; nil where programs differ, or a quote isn't closed.
    func word(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Word? {
        self == .escapedWord
            ? Self.escapedWord(in: text, range) : Self.shellRules.word(in: text, range)
    }

    private static let escapes: [(letter: UInt8, byte: UInt8)] = [
        (UInt8(ascii: "t"), 0x09), (UInt8(ascii: "n"), 0x0A), (UInt8(ascii: "r"), 0x0D),
        (UInt8(ascii: "v"), 0x0B),
    ]

    private static func escapedWord(
        in text: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>
    ) -> Word? {
        var word = Word(range: range.lowerBound..<range.lowerBound)
        var position = range.lowerBound
        guard position < range.upperBound, text[position] == 0x22 else {
            word.bytes = text[range].prefix { !LineText.isBlank($0) && !(0x0A...0x0D).contains($0) }
            word.range = range.lowerBound..<range.lowerBound + word.bytes.count
            return word
        }
        position += 1
        while position < range.upperBound, text[position] != 0x22 {
            var byte = text[position]
            if byte == UInt8(ascii: "\\") {
                position += 1
                guard position < range.upperBound else { return nil }
                byte = escapes.first { $0.letter == text[position] }?.byte ?? text[position]
            }
            word.bytes.append(byte)
            position += 1
        }
        guard position < range.upperBound else { return nil }
        word.range = range.lowerBound..<position + 1
        return word
    }

    // MARK: Writing

    /// The text as it may stand in place of `old`; nil where there is no way to say it.
    func spelled(_ text: String, like old: ArraySlice<UInt8>) -> String? {
        if text.utf8.contains(0) { return nil }
        if self == .escapedWord { return Self.escaped(text, isQuoted: old.first == 0x22) }
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return nil }
        switch self {
        case .rest:
            // ctags takes `{{` for the start of a program.
            return LineDialect.hasBlankEdge(text) || text.hasSuffix("{{") ? nil : text
        case .line: return text
        case .plain:
            let isPlain = text.utf8.allSatisfy(Self.isPlain) && !LineDialect.hasBlankEdge(text)
            return isPlain ? text : nil
        case .quotedRest:
            let needsQuotes =
                text.isEmpty || text.utf8.first == 0x22 || LineDialect.hasBlankEdge(text)
            let hasQuotes = old.count > 1 && old.first == 0x22 && old.last == 0x22
            return needsQuotes || hasQuotes ? "\"\(text)\"" : text
        default: return Self.shellSpelled(text, like: old)
        }
    }

    /// Whether a byte is text to every program that reads options from a file.
    static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && !"\"'\\#".utf8.contains(byte)
    }

    private static func shellSpelled(_ text: String, like old: ArraySlice<UInt8>) -> String? {
        let quotes: [UInt8] = [0x22, 0x27]
        let present = quotes.first { old.count > 1 && old.first == $0 && old.last == $0 }
        let isWord = text.utf8.allSatisfy { byte in
            byte >= 0x80 || LineText.isLetterOrDigit(byte) || "_-.,:/+=@%^".utf8.contains(byte)
        }
        if present == nil, isWord, !text.isEmpty, !LineDialect.hasBlankEdge(text) { return text }
        // `\$` would be another text to Python: such signs stand as they are.
        let inner = text.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
        }
        let styles: [(UInt8, String)] = [(0x22, "\"\(inner.joined())\""), (0x27, "'\(text)'")]
        let ordered = present == 0x27 ? styles.reversed() : styles
        return ordered.map(\.1).first { spelled in
            let bytes = Array(spelled.utf8)
            return bytes.withUnsafeBufferPointer { buffer in
                let word = ArgumentValues.shellWord.word(in: buffer, 0..<buffer.count)
                return word?.range == 0..<buffer.count
                    && word?.bytes.elementsEqual(text.utf8) == true
            }
        }
    }

    private static func escaped(_ text: String, isQuoted: Bool) -> String {
        let isWord = !text.utf8.contains { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x5C }
        let first = text.utf8.first.map { "=:#".utf8.contains($0) } ?? true
        if isWord, !first, !isQuoted { return text }
        let inner = text.unicodeScalars.map { scalar in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            let escape = escapes.first { UInt32($0.byte) == scalar.value }
            return escape.map { "\\" + String(Unicode.Scalar($0.letter)) } ?? String(scalar)
        }
        return "\"\(inner.joined())\""
    }
}
