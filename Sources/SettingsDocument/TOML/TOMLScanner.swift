// The small steps of reading TOML: blanks, line ends, strings, keys.

import SettingsModel

/// A place in a TOML text that moves forward.
struct TOMLScanner {
    /// The whole file.
    let bytes: [UInt8]
    /// The next byte to read.
    var index: Int
    /// Where the comments stand that it has moved past.
    private(set) var comments: [CompactRange] = []

    /// Starts at the first byte after a byte order mark.
    ///
    /// - Throws: ``DocumentError``: the bytes are not UTF-8, or a control character is among them.
    init(_ bytes: [UInt8]) throws(DocumentError) {
        self.bytes = bytes
        index = bytes.byteOrderMarkEnd
        try SourceEncoding.checkUTF8(bytes)
        if let offset = bytes.firstForbiddenControl {
            throw DocumentError(
                code: .control,
                at: offset,
                in: bytes,
                problem: "found the control character \(bytes[offset].controlName)",
                advice: "Remove it, or write it as an escape in double quotes"
            )
        }
    }

    /// The byte here; NUL, which no checked text has, at the end.
    var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// The byte so many places further on; NUL past the end.
    func byte(ahead distance: Int) -> UInt8 {
        index + distance < bytes.count ? bytes[index + distance] : 0
    }

    /// Whether all bytes are read.
    var isAtEnd: Bool { index >= bytes.count }

    /// An error at a byte, or here.
    func error(
        _ code: DocumentError.Code,
        at offset: Int? = nil,
        problem: String,
        advice: String
    ) -> DocumentError {
        DocumentError(code: code, at: offset ?? index, in: bytes, problem: problem, advice: advice)
    }

    /// What stands here, for a message.
    var found: String {
        if isAtEnd { return "the end of the file" }
        if byte == .lineFeed || byte == .carriageReturn { return "the end of the line" }
        let character = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
        return
            "'\(character.unicodeScalars.prefix(1).map { String($0).escapedForDisplay }.joined())'"
    }

    // MARK: Blanks and line ends

    /// Moves past blanks and tabs.
    mutating func skipBlanks() {
        while byte == .space || byte == .tab { index += 1 }
    }

    /// Moves past a line end, if here is one.
    mutating func skipLineEnd() -> Bool {
        switch byte {
        case .lineFeed: index += 1
        // Checked text has no carriage return without its line feed.
        case .carriageReturn: index += 2
        default: return false
        }
        return true
    }

    /// Moves past a comment, if here is one, up to the line's end.
    mutating func skipComment() {
        guard byte == UInt8(ascii: "#") else { return }
        let start = index
        while index < bytes.count, bytes[index] != .lineFeed { index += 1 }
        if bytes[index - 1] == .carriageReturn { index -= 1 }
        comments.append(CompactRange(wrappedValue: start..<index))
    }

    /// Moves past blanks, comments and line ends.
    mutating func skipTrivia() {
        repeat {
            skipBlanks()
            skipComment()
        } while skipLineEnd()
    }

    // MARK: Keys

    /// Moves past one part of a key and gives its text.
    mutating func keyPart() throws(DocumentError) -> String {
        let start = index
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard byte(ahead: 1) != byte || byte(ahead: 2) != byte else {
                throw error(
                    .syntax,
                    problem: "a key in triple quotes",
                    advice: "Put the key in single or double quotes"
                )
            }
            try skipString()
            return bytes.decodedTOMLString(start..<index)
        default:
            while byte.isBareKey { index += 1 }
            guard index > start else {
                throw error(
                    .syntax,
                    problem: "found \(found), expected a key",
                    advice: "Use letters, digits, '_' and '-', or put the key in double quotes"
                )
            }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
    }

    // MARK: Strings

    /// Moves past a string of any of the four kinds.
    mutating func skipString() throws(DocumentError) {
        let quote = byte
        if byte(ahead: 1) == quote, byte(ahead: 2) == quote {
            try skipMultilineString(quote)
        } else {
            try skipLineString(quote)
        }
    }

    private mutating func skipLineString(_ quote: UInt8) throws(DocumentError) {
        let start = index
        index += 1
        while true {
            switch byte {
            case quote:
                index += 1
                return
            case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""): try skipEscape()
            case 0, .lineFeed, .carriageReturn:
                throw error(
                    .syntax,
                    at: start,
                    problem: "the string has no closing quote on its line",
                    advice: "Close the quotes, or use three of them for a text of several lines"
                )
            default: index += 1
            }
        }
    }

    private mutating func skipMultilineString(_ quote: UInt8) throws(DocumentError) {
        let start = index
        index += 3
        while !isAtEnd {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                if !skipLineContinuation() { try skipEscape() }
                continue
            }
            guard byte == quote else {
                index += 1
                continue
            }
            var quotes = 0
            while byte == quote, quotes < 5 {
                quotes += 1
                index += 1
            }
            // Up to two quotes may stand before the closing three.
            if quotes >= 3 { return }
        }
        throw error(
            .syntax,
            at: start,
            problem: "the string has no closing quotes",
            advice: "Close it with three quotes"
        )
    }

    /// Moves past a backslash that joins its line to the next text, if here is one.
    private mutating func skipLineContinuation() -> Bool {
        var end = index + 1
        while end < bytes.count, bytes[end] == .space || bytes[end] == .tab { end += 1 }
        guard end < bytes.count, bytes[end] == .lineFeed || bytes[end] == .carriageReturn else {
            return false
        }
        index = end
        return true
    }

    private mutating func skipEscape() throws(DocumentError) {
        let start = index
        let letter = byte(ahead: 1)
        index += 2
        switch letter {
        case UInt8(ascii: "b"), UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "f"),
            UInt8(ascii: "r"), UInt8(ascii: "e"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
            return
        case UInt8(ascii: "x"): index += 2
        case UInt8(ascii: "u"): index += 4
        case UInt8(ascii: "U"): index += 8
        default:
            index = start
            throw unknownEscape
        }
        guard index <= bytes.count, bytes[start + 2..<index].hexScalar != nil else {
            index = start
            throw unknownEscape
        }
    }

    private var unknownEscape: DocumentError {
        error(
            .syntax,
            problem: "the escape in the string is not one of TOML's",
            advice:
                "Use \\\\, \\\", \\n, \\t, \\uXXXX or \\UXXXXXXXX, or put the text in single quotes"
        )
    }
}

extension UInt8 {
    /// U+0020.
    static var space: UInt8 { 0x20 }
    /// U+0009.
    static var tab: UInt8 { 0x09 }
    /// U+000A.
    static var lineFeed: UInt8 { 0x0A }
    /// U+000D.
    static var carriageReturn: UInt8 { 0x0D }

    /// Whether this is an ASCII digit.
    var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether TOML takes this byte in a key without quotes.
    var isBareKey: Bool {
        isDigit || (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "-")
    }
}
