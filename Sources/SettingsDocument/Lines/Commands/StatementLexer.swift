// Comments, texts and lists in a file of statements.

/// A position in a file of statements, which moves past blanks, comments and values.
struct StatementLexer {
    private let source: LineSource
    private let language: StatementLanguage
    var position: Int
    private(set) var comments: [Range<Int>] = []
    /// Where a comment, a text or a list begins that has no end.
    var unclosed: Int?

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a lexer at the start of a file.
    init(_ source: LineSource, _ language: StatementLanguage) {
        self.source = source
        self.language = language
        position = source.bytes.byteOrderMarkEnd
    }

    /// The byte at the position; nil at the end of the file.
    var next: UInt8? { position < text.count ? text[position] : nil }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Where the line of an offset ends, its line ending excluded.
    func lineEnd(from offset: Int) -> Int {
        let end = text[offset...].firstIndex(of: 0x0A) ?? text.count
        return end > offset && text[end - 1] == 0x0D ? end - 1 : end
    }

    // MARK: Comments

    /// Passes over blanks and comments.
    mutating func skipSpace(acrossLines: Bool = true) {
        while let byte = next {
            if Self.isSpace(byte), byte != 0x0A || acrossLines {
                position += 1
            } else if let end = commentEnd(at: position) {
                comments.append(position..<min(end, text.count))
                if end > text.count { unclosed = unclosed ?? position }
                position = min(end, text.count)
            } else {
                return
            }
        }
    }

    /// Where the comment ends that begins at an offset, past the end of the file for one without an end; nil
    /// where none begins.
    func commentEnd(at start: Int) -> Int? {
        guard "#/".utf8.contains(text[start]) else { return nil }
        let rest = text[start...]
        if language.lineComments.contains(where: { rest.starts(with: $0.utf8) }) {
            return lineEnd(from: start)
        }
        guard language.blockComments != .none, rest.starts(with: "/*".utf8) else { return nil }
        var depth = 1
        var end = start + 2
        while end + 1 < text.count {
            let pair = text[end..<end + 2]
            if pair.elementsEqual("*/".utf8) {
                depth -= 1
                if depth == 0 { return end + 2 }
                end += 2
            } else if language.blockComments == .nested, pair.elementsEqual("/*".utf8) {
                depth += 1
                end += 2
            } else {
                end += 1
            }
        }
        return text.count + 1
    }

    // MARK: Tokens

    /// Passes over a text in quotes, a list in brackets, or a word.
    mutating func token() {
        let start = position
        if isQuote(text[start]) { return skipText(isInList: false) }
        guard "([{".utf8.contains(text[start]), !language.isOfLines else {
            repeat { position += 1 } while position < text.count && !endsWord(position)
            return
        }
        var depth = 0
        while let byte = next {
            if isQuote(byte) {
                skipText(isInList: text[start] == UInt8(ascii: "["))
            } else {
                position += 1
                if "([{".utf8.contains(byte) { depth += 1 }
                if ")]}".utf8.contains(byte) { depth -= 1 }
                if depth == 0 { return }
            }
            skipSpace()
        }
        unclosed = unclosed ?? start
    }

    private func isQuote(_ byte: UInt8) -> Bool { language.values.quotes.contains(byte) }

    private func endsWord(_ offset: Int) -> Bool {
        let byte = text[offset]
        return Self.isSpace(byte) || "()[]{}".utf8.contains(byte) || isQuote(byte)
            || language.terminators.contains(byte) || commentEnd(at: offset) != nil
    }

    private mutating func skipText(isInList: Bool) {
        let start = position
        let isRasi = language.values == .rasi
        let limit = language.values == .libconfig ? text.count : lineEnd(from: start)
        position += 1
        if isRasi, !isInList {
            // To its lexer, the last such quote of the line ends the text.
            if let end = text[position..<limit].lastIndex(of: text[start]) { position = end + 1 }
            return
        }
        while position < limit {
            let isEscape = text[position] == UInt8(ascii: "\\") && !isRasi
            position += isEscape ? 2 : 1
            if !isEscape, text[position - 1] == text[start] { return }
        }
        position = limit
        if limit == text.count { unclosed = unclosed ?? start }
    }
}
