// Bytes and escapes of line-based files: what the text of a value stands for.

import SettingsModel

/// The characters of line-based files.
enum LineText {
    /// Whether a byte is a blank within a line.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Whether a byte is an ASCII letter or digit.
    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// A byte with its case taken off.
    static func folded(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// A text with the case of its ASCII letters taken off.
    static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map(folded), as: UTF8.self)
    }

    /// The text of some bytes, or nil for bytes that aren't UTF-8.
    static func string(_ bytes: some Sequence<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// Past the line break at an offset, or nil where none stands.
    static func lineBreakEnd(_ text: some RandomAccessCollection<UInt8>, at offset: Int) -> Int? {
        let bytes = text.dropFirst(offset).prefix(2)
        guard let first = bytes.first, first == 0x0A || first == 0x0D else { return nil }
        return offset + (first == 0x0D && bytes.dropFirst().first == 0x0A ? 2 : 1)
    }

    /// Past a backslash, its line break and the blanks that follow, or nil where none stands; as
    /// Java has it.
    static func continued(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
        guard text[offset] == UInt8(ascii: "\\"), offset + 1 < text.count,
            text[offset + 1] == 0x0A || text[offset + 1] == 0x0D
        else { return nil }
        let isPair = text[offset + 1] == 0x0D && offset + 2 < text.count && text[offset + 2] == 0x0A
        var end = offset + (isPair ? 3 : 2)
        while end < text.count, isBlank(text[end]) || text[end] == 0x0C { end += 1 }
        return end
    }

    /// Java's lines as one: without the backslashes at their ends and the blanks that follow.
    static func joined(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            result.append(byte)
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else { continue }
            guard next == 0x0A || next == 0x0D else {
                result.append(next)
                continue
            }
            result.removeLast()
            if next == 0x0D, rest.first == 0x0A { rest.removeFirst() }
            rest = rest.drop { isBlank($0) || $0 == 0x0C }
        }
        return result[...]
    }

    /// Whether a line ends with an odd number of backslashes.
    static func isContinued(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        line.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    }

    /// The lines of a value, line endings excluded.
    static func lines(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        var position = start
        while position < text.endIndex {
            guard text[position] == 0x0A || text[position] == 0x0D else {
                position += 1
                continue
            }
            lines.append(text[start..<position])
            let isPair =
                text[position] == 0x0D && position + 1 < text.endIndex && text[position + 1] == 0x0A
            position += isPair ? 2 : 1
            start = position
        }
        return lines + [text[start...]]
    }

    /// A line without the blanks around it.
    static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line.drop(while: isBlank)
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }
}

// MARK: What a text stands for

extension LineDialect {
    /// What the bytes of a value stand for.
    func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        if let commands { return commands.decoded(text) }
        guard quoting == .none else {
            let isPlain = quoting != .shell && !text.contains { $0 == 0x5C || $0 == 0x22 }
            return isPlain ? Array(text) : LineText.unescaped(text, quoting)
        }
        let isOneLine = !text.contains { $0 == 0x0A || $0 == 0x0D }
        if let marks, isOneLine || marks.spansLines { return marks.decoded(text) }
        // The last line of a file may end with a backslash, too.
        let isOpen = continuation == .backslash && LineText.isContinued(text)
        guard isOpen || continuation != .none && !isOneLine else { return Array(text) }
        let lines = LineText.lines(text)
        switch continuation {
        case .backslash: return joinedAtBackslashes(lines)
        case .indentation: return joinedByIndentation(lines)
        default:
            return lines.dropFirst().reduce(Array(lines[0])) { joined, line in
                joined + line.drop(while: LineText.isBlank).dropFirst()
            }
        }
    }

    /// Whether the first byte of a line that is no blank begins a comment.
    func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.first(where: { !LineText.isBlank($0) }).map(comments.contains) ?? false
    }

    /// Each backslash at a line's end is a blank (systemd.syntax(7)).
    private func joinedAtBackslashes(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
        var result: [UInt8] = []
        for (number, line) in lines.enumerated() where number == 0 || !isComment(line) {
            let line = number == 0 ? line : line.drop(while: LineText.isBlank)
            result += LineText.isContinued(line) ? line.dropLast() + [0x20] : line
        }
        return Array(LineText.trimmed(result[...]))
    }

    /// The lines without their indentation, with line feeds between them (configparser).
    private func joinedByIndentation(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
        var result = Array(LineText.trimmed(lines[0]))
        for line in lines.dropFirst() where !isComment(line) {
            result.append(0x0A)
            result += LineText.trimmed(line)
        }
        return result
    }
}

extension LineText {
    /// A text without its quotes and escapes.
    static func unescaped(
        _ text: ArraySlice<UInt8>,
        _ quoting: LineDialect.Quoting
    ) -> [UInt8] {
        var text = text
        var known = ""
        switch quoting {
        case .none: return Array(text)
        case .git: known = "ntb\"\\"
        case .desktop, .kconfig: known = "sntr\\"
        case .java: text = joined(text)
        case .shell:
            guard let quote = text.first, quote == 0x22 || quote == 0x27 else { return Array(text) }
            known = quote == 0x22 ? "\\'\"abfnrtv" : "\\'"
            text = text.dropFirst().dropLast()
        }
        var reader = EscapeReader(text: text, quoting: quoting, known: Array(known.utf8))
        return reader.result()
    }
}

/// One pass over a text with escapes.
private struct EscapeReader {
    var text: ArraySlice<UInt8>
    let quoting: LineDialect.Quoting
    /// The characters that a backslash gives a meaning to.
    let known: [UInt8]
    private var bytes: [UInt8] = []
    /// The first half of a surrogate pair, whose second half is to follow.
    private var half: UInt32?

    init(text: ArraySlice<UInt8>, quoting: LineDialect.Quoting, known: [UInt8]) {
        self.text = text
        self.quoting = quoting
        self.known = known
    }

    mutating func result() -> [UInt8] {
        bytes.reserveCapacity(text.count)
        while let byte = text.popFirst() {
            if byte == UInt8(ascii: "\\"), let letter = text.popFirst() {
                escape(letter)
            } else if byte == UInt8(ascii: "\\"), quoting == .java || quoting == .git {
                break  // at the end of the file, where nothing is left to continue with
            } else if quoting == .shell, byte == 0x0D {
                // A line's end within quotes is a line feed, however the file ends its lines.
                if text.first == 0x0A { text.removeFirst() }
                append(0x0A)
            } else if byte != UInt8(ascii: "\"") || quoting != .git {
                append(byte)
            }
        }
        endPair()
        return bytes
    }

    private mutating func escape(_ letter: UInt8) {
        if quoting == .git, letter == 0x0A || letter == 0x0D {
            if letter == 0x0D, text.first == 0x0A { text.removeFirst() }
            return
        }
        if quoting == .java, letter == UInt8(ascii: "u") { return unicode() }
        if quoting == .kconfig, letter == UInt8(ascii: "x"), let byte = hex(2) {
            text = text.dropFirst(2)
            return append(UInt8(byte))
        }
        // A backslash before a semicolon says something in a list alone: it stays as it is.
        let isListEscape = quoting == .desktop && letter == 0x5C && text.first == 0x3B
        guard quoting == .java || known.contains(letter), !isListEscape else {
            append(UInt8(ascii: "\\"))
            append(letter)
            return
        }
        append(meaning(of: letter))
    }

    private func meaning(of letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "b") where quoting != .java: 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "a") where quoting == .shell: 0x07
        case UInt8(ascii: "v") where quoting == .shell: 0x0B
        case UInt8(ascii: "s") where quoting == .desktop || quoting == .kconfig: 0x20
        default: letter
        }
    }

    private func hex(_ count: Int) -> UInt32? {
        let digits = text.prefix(count)
        guard digits.count == count else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard let nibble = digit.hexValue else { return nil }
            value = value << 4 | UInt32(nibble)
        }
        return value
    }

    private mutating func unicode() {
        guard let unit = hex(4) else { return append(UInt8(ascii: "u")) }
        text = text.dropFirst(4)
        if let high = half, (0xDC00...0xDFFF).contains(unit) {
            half = nil
            return append(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)))
        }
        endPair()
        if (0xD800...0xDBFF).contains(unit) { half = unit } else { append(Unicode.Scalar(unit)) }
    }

    private mutating func append(_ byte: UInt8) {
        endPair()
        bytes.append(byte)
    }

    private mutating func append(_ scalar: Unicode.Scalar?) {
        // Half a pair is no character; what isn't UTF-8 is never taken for a text.
        if let scalar { bytes += Array(String(scalar).utf8) } else { bytes.append(0xFF) }
    }

    private mutating func endPair() {
        if half != nil { bytes.append(0xFF) }
        half = nil
    }
}
