// Reads .strings files: the texts of a bundle in one language.

/// The texts of a `.strings` file by their keys.
///
/// Its entries are `"key" = "text";`, or `"key";` for a key that is its own text: a dictionary in the
/// text form of OpenStep's property lists, without its braces (after Apple's CFOldStylePList.c).
/// Words need no quotes. The last one of duplicate keys counts.
package struct StringsFile {
    package let texts: [String: String]

    /// Reads a file in UTF-8, or in UTF-16, with or without a byte order mark.
    ///
    /// - Throws: ``DocumentError`` with the first place that can't be read.
    package init(_ bytes: [UInt8]) throws(DocumentError) {
        let bytes = try WideText.utf8(perhapsUnmarked: bytes) ?? bytes
        try SourceEncoding.checkUTF8(bytes)
        texts = try bytes.withUnsafeBufferPointer { text throws(DocumentError) in
            var scanner = StringsScanner(bytes, text)
            return try scanner.texts()
        }
    }
}

/// One pass over the text form of OpenStep's property lists, as far as `.strings` files have it.
struct StringsScanner: PlacedText {
    private typealias Text = UnsafeBufferPointer<UInt8>

    let bytes: [UInt8]
    private let text: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// Creates a scanner; `text` is the contents of `bytes`, valid as long as the scanner is used.
    init(_ bytes: [UInt8], _ text: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        self.text = text
        position = bytes.byteOrderMarkEnd
    }

    /// Reads the whole text.
    mutating func texts() throws(DocumentError) -> [String: String] {
        var texts: [String: String] = [:]
        try skipBlanks()
        while position < text.count {
            let key = try string("a key")
            var value = key
            if byte == UInt8(ascii: "=") {
                try skip()
                value = try string("a value")
            } else if byte != UInt8(ascii: ";") {
                throw fail("found \(found), expected '=' after the key", "Write it as key = value;")
            }
            guard byte == UInt8(ascii: ";") else {
                throw fail("found \(found), expected ';'", "End the entry with ';'")
            }
            try skip()
            texts[key] = value
        }
        return texts
    }

    /// Whether the text begins as a property list: with an array, or an entry in braces or without.
    mutating func beginsPropertyList() throws(DocumentError) -> Bool {
        try skipBlanks()
        if byte == UInt8(ascii: "(") { return true }
        let isInBraces = byte == UInt8(ascii: "{")
        if isInBraces { try skip() }
        _ = try string("a key")
        if isInBraces || byte == UInt8(ascii: ";") {
            return byte == UInt8(ascii: "=") || byte == UInt8(ascii: ";")
        }
        guard byte == UInt8(ascii: "=") else { return false }
        try skip()
        _ = try string("a value")
        return byte == UInt8(ascii: ";")
    }

    // MARK: Tokens

    private var byte: UInt8 { position < text.count ? text[position] : 0 }

    /// What stands at the position, for a message.
    private var found: String { found(at: position) }

    private func fail(_ problem: String, _ advice: String) -> DocumentError {
        fail(problem, advice, at: position)
    }

    /// Skips a sign, and the blanks and comments behind it.
    private mutating func skip() throws(DocumentError) {
        position += 1
        try skipBlanks()
    }

    private mutating func skipBlanks() throws(DocumentError) {
        while position < text.count {
            switch byte {
            case 0x09...0x0D, 0x20: position += 1
            case UInt8(ascii: "/"):
                guard position + 1 < text.count, "/*".utf8.contains(text[position + 1]) else {
                    return
                }
                let dialect = JSONDialect(.jsonc)
                guard let end = JSONLiteral.commentEnd(text, from: position, dialect) else {
                    throw fail("the comment that begins here has no end", "Close it with */")
                }
                position = end
            default: return
            }
        }
    }

    /// Reads a string, in quotes or without, and skips the blanks behind it.
    private mutating func string(_ expected: String) throws(DocumentError) -> String {
        let start = position
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            try skipQuoted()
        } else {
            while position < text.count, Self.isBare(byte) { position += 1 }
        }
        guard position > start else {
            throw fail("found \(found), expected \(expected)", "Put text in double quotes")
        }
        let string = Self.escaped.string(text, start..<position)
        try skipBlanks()
        return string
    }

    private mutating func skipQuoted() throws(DocumentError) {
        let start = position
        position += 1
        while position < text.count {
            if byte == text[start] {
                position += 1
                return
            }
            guard byte == UInt8(ascii: "\\"), position + 1 < text.count else {
                position += 1
                continue
            }
            let escape = Self.escape(text, position, end: text.count)
            guard escape.unit != nil || escape.end == position + 1 else {
                throw fail("found an escape that stands for nothing", "Write a backslash as \\\\")
            }
            position = escape.end
        }
        throw fail("the string that begins here isn't closed", "Close the quote", at: start)
    }

    /// Whether a character may stand in a string without quotes.
    private static func isBare(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) || "_$/:.-".utf8.contains(byte)
    }

    // MARK: Escapes

    private static let escaped = EscapedText { text, index, end, body in
        let escape = StringsScanner.escape(text, index, end: end)
        if let unit = escape.unit { body(unit) }
        return escape.end
    }

    /// What an escape stands for, and the index after it; nil for what stands for nothing.
    private static func escape(_ text: Text, _ index: Int, end: Int) -> (unit: UInt16?, end: Int) {
        let letter = text[index + 1]
        let next = index + 2
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            let digits = text[(index + 1)..<min(index + 4, end)].prefix { 0x30...0x37 ~= $0 }
            let number: UInt16 = digits.reduce(0) { $0 << 3 | UInt16($1 & 7) }
            // Past ASCII they are NeXTSTEP's characters.
            return (number < 0x80 ? number : nil, digits.endIndex)
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let digits = text[next..<min(next + 4, end)].prefix { $0.hexValue != nil }
            guard !digits.isEmpty else { return (nil, next) }
            return (UInt16(truncatingIfNeeded: digits.hexNumber ?? 0), digits.endIndex)
        case UInt8(ascii: "n"): return (0x0A, next)
        case UInt8(ascii: "r"): return (0x0D, next)
        case UInt8(ascii: "t"): return (0x09, next)
        // A character past ASCII stands for itself, and so do its other bytes after it.
        case 0x80...0xFF: return (nil, index + 1)
        default: return (UInt16(letter), next)
        }
    }
}
