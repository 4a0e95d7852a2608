// Steps through JSON text byte by byte.

/// A reader of JSON text: RFC 8259 to the letter, with RFC 7493's rules for strings (valid UTF-8,
/// no lone surrogate), since neither could be given back as it came.
struct JSONScanner {
    let bytes: [UInt8]
    /// The next byte to read.
    private(set) var index: Int
    /// Where the text ends; bytes past it are never looked at.
    let end: Int

    /// Creates a scanner of a part of `bytes`.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        precondition(range.upperBound <= bytes.count, "the text ends within the bytes")
        self.bytes = bytes
        index = range.lowerBound
        end = range.upperBound
    }

    /// The next byte that isn't blank, left unread; nil at the end.
    mutating func peek() -> UInt8? {
        while index < end {
            let byte = bytes[index]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            index += 1
        }
        return nil
    }

    /// Reads `byte` if it comes next, blanks before it aside.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    /// Reads `byte`, blanks before it aside.
    mutating func expect(_ byte: UInt8, _ place: StaticString) throws(JSONError) {
        guard take(byte) else {
            throw unexpected("'\(Character(Unicode.Scalar(byte)))' \(place)")
        }
    }

    /// Checks that only blanks are left.
    mutating func expectEnd() throws(JSONError) {
        if peek() != nil { throw unexpected("nothing after the value") }
    }

    /// The error for what comes next.
    mutating func unexpected(_ expected: String) -> JSONError {
        let found: String
        if let byte = peek() {
            let isPrintable = (0x21...0x7E).contains(byte)
            found = isPrintable ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
        } else {
            found = "the end"
        }
        return JSONError(
            code: .syntax,
            offset: index,
            problem: "expected \(expected), found \(found)"
        )
    }
}

// MARK: Passing over values

extension JSONScanner {
    /// Passes over one value, checking it; `depth` more levels of arrays and objects may open.
    mutating func skipValue(depth: Int) throws(JSONError) {
        switch peek() {
        case UInt8(ascii: "{"): try skipObject(depth: depth)
        case UInt8(ascii: "["): try skipArray(depth: depth)
        case UInt8(ascii: "\""): _ = try skipString()
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: _ = try skipNumber()
        }
    }

    /// Reads the bracket that opens an array or object, which must come next.
    mutating func open(depth: Int) throws(JSONError) {
        guard depth > 0 else {
            throw JSONError(
                code: .tooDeep,
                offset: index,
                problem: "the value is nested too deep"
            )
        }
        index += 1
    }

    private mutating func skipObject(depth: Int) throws(JSONError) {
        try open(depth: depth)
        if take(UInt8(ascii: "}")) { return }
        repeat {
            _ = try skipKey()
            try skipValue(depth: depth - 1)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"), "or ',' after a member")
    }

    private mutating func skipArray(depth: Int) throws(JSONError) {
        try open(depth: depth)
        if take(UInt8(ascii: "]")) { return }
        repeat { try skipValue(depth: depth - 1) } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"), "or ',' after an element")
    }

    /// Passes over a member's key and its colon; gives the key's span, quotes included.
    mutating func skipKey() throws(JSONError) -> StringSpan {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
        let key = try skipString()
        try expect(UInt8(ascii: ":"), "after the key")
        return key
    }

    /// Passes over `true`, `false` or `null`.
    mutating func skip(_ word: StaticString) throws(JSONError) {
        let count = word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { letters in
            end - index >= count && letters.indices.allSatisfy { bytes[index + $0] == letters[$0] }
        }
        guard isThere else { throw unexpected("a value") }
        index += count
    }
}

// MARK: Numbers

extension JSONScanner {
    /// Passes over a number; gives whether it is written as an integer, without fraction and exponent.
    mutating func skipNumber() throws(JSONError) -> Bool {
        let start = index
        if index < end, bytes[index] == UInt8(ascii: "-") { index += 1 }
        let firstDigit = index
        guard skipDigits() else {
            if index == start { throw unexpected("a value") }
            throw unexpected("a digit")
        }
        if bytes[firstDigit] == UInt8(ascii: "0"), index > firstDigit + 1 {
            index = firstDigit
            throw JSONError(
                code: .syntax,
                offset: index,
                problem: "a number begins with 0, expected its first digit"
            )
        }
        var isInteger = true
        if index < end, bytes[index] == UInt8(ascii: ".") {
            index += 1
            isInteger = false
            guard skipDigits() else { throw unexpected("a digit after the point") }
        }
        if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            isInteger = false
            let hasSign = index < end && (bytes[index] == 0x2B || bytes[index] == 0x2D)
            if hasSign { index += 1 }
            guard skipDigits() else { throw unexpected("a digit of the exponent") }
        }
        return isInteger
    }

    private mutating func skipDigits() -> Bool {
        let start = index
        while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
        return index > start
    }
}

// MARK: Strings

/// Where a string stands, quotes included, and whether its text differs from its bytes.
struct StringSpan {
    var range: Range<Int>
    var hasEscapes: Bool

    init(_ range: Range<Int>, hasEscapes: Bool) {
        self.range = range
        self.hasEscapes = hasEscapes
    }
}

extension JSONScanner {
    /// Reads a string.
    mutating func string() throws(JSONError) -> String {
        text(of: try skipString())
    }

    /// Passes over a string, whose opening quote must come next.
    mutating func skipString() throws(JSONError) -> StringSpan {
        let start = index
        var hasEscapes = false
        var isASCII = true
        index += 1
        while index < end {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                if !isASCII { try checkUTF8(start..<index) }
                return StringSpan(start..<index, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                _ = try skipEscape()
            case 0..<0x20:
                throw JSONError(
                    code: .syntax,
                    offset: index,
                    problem: "a string has the control character \(byte), expected an escape"
                )
            case 0x80...:
                isASCII = false
                index += 1
            default: index += 1
            }
        }
        throw unexpected("'\"' at the end of a string")
    }

    private func checkUTF8(_ range: Range<Int>) throws(JSONError) {
        do {
            _ = try UTF8Span(validating: bytes.span.extracting(range))
        } catch {
            throw JSONError(
                code: .utf8,
                offset: range.lowerBound + error.byteOffsets.lowerBound,
                problem: "a string is not valid UTF-8"
            )
        }
    }

    /// The text of a string that was passed over.
    func text(of span: StringSpan) -> String {
        let content = span.range.dropFirst().dropLast()
        let plain = bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[content]), as: UTF8.self)
        }
        return span.hasEscapes ? unescaped(content) : plain
    }

    private func unescaped(_ content: Range<Int>) -> String {
        var reader = JSONScanner(bytes, content)
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        while reader.index < reader.end {
            let byte = bytes[reader.index]
            if byte == UInt8(ascii: "\\") {
                // The span was checked when it was passed over, so an escape always reads.
                guard let scalar = try? reader.skipEscape() else { break }
                text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            } else {
                text.append(byte)
                reader.index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads an escape, whose backslash must come next.
    private mutating func skipEscape() throws(JSONError) -> Unicode.Scalar {
        guard index + 1 < end else {
            index = end
            throw unexpected("an escaped character")
        }
        let letter = bytes[index + 1]
        let scalar: Unicode.Scalar
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            scalar = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try skipUnicodeEscape()
        default:
            index += 1
            throw unexpected("one of \"\\/bfnrtu after a backslash")
        }
        index += 2
        return scalar
    }

    /// Reads `\uXXXX`, or two of them that make a surrogate pair.
    private mutating func skipUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = index
        let first = try skipCodeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let lone = JSONError(
            code: .utf8,
            offset: start,
            problem: "a string has half a surrogate pair"
        )
        let isPair =
            index + 1 < end && bytes[index] == UInt8(ascii: "\\")
            && bytes[index + 1] == UInt8(ascii: "u")
        guard first < 0xDC00, isPair else { throw lone }
        let second = try skipCodeUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw lone }
        return scalar
    }

    private mutating func skipCodeUnit() throws(JSONError) -> UInt32 {
        index += 2
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard index < end, let digit = hexadecimalDigit(bytes[index]) else {
                throw unexpected("four hexadecimal digits after \\u")
            }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}
