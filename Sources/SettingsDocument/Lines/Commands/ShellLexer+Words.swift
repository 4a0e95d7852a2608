// The words of a file that shells read, with all that is quoted or computed in them.

import SettingsModel

extension ShellLexer {
    /// Deeper than this, nothing is read.
    private static let mostNested = 64

    func byte(_ offset: Int) -> UInt8 { offset < text.count ? text[offset] : 0 }

    func isByte(_ offset: Int, _ sign: Unicode.Scalar) -> Bool {
        byte(offset) == UInt8(ascii: sign)
    }

    /// Reads the word that begins here.
    mutating func readWord() -> Range<Int> {
        let start = position
        var braces = 0
        while position < text.count, !isStopped {
            switch text[position] {
            case 0x09, 0x20, 0x0A, UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"),
                UInt8(ascii: ")"):
                return ended(start, braces)
            case UInt8(ascii: "<"), UInt8(ascii: ">"):
                guard isByte(position + 1, "(") else { return ended(start, braces) }
                position += 2
                substitution()
            case UInt8(ascii: "("):
                let front = text[start..<position]
                if front.elementsEqual("=".utf8) {
                    position += 1
                    substitution()
                } else if front.last == UInt8(ascii: "=") {
                    balanced(hasLines: true)
                } else if isByte(source.blanksEnd(from: position + 1), ")") {
                    return ended(start, braces)
                } else {
                    balanced(hasLines: false)
                }
            case UInt8(ascii: "{"):
                braces += 1
                position += 1
            case UInt8(ascii: "}"):
                braces -= 1
                position += 1
                // zsh ends a block here.
                if braces < 0, position - start > 1, blocks.contains(.braces) { stop() }
            default: quotedOrPlain()
            }
        }
        return ended(start, braces)
    }

    private mutating func ended(_ start: Int, _ braces: Int) -> Range<Int> {
        position = min(position, text.count)
        // What shells read as the body of a here-document would be in the word.
        if !hereDocuments.isEmpty, text[start..<position].contains(0x0A) { stop() }
        return start..<position
    }

    /// Passes over one character, or all that is in quotes or computed.
    mutating func quotedOrPlain() {
        switch text[position] {
        case UInt8(ascii: "\\"): position += 2
        case UInt8(ascii: "'"): skip(to: "'", hasEscapes: false)
        case UInt8(ascii: "`"): skip(to: "`", hasEscapes: true)
        case UInt8(ascii: "\""): doubleQuotes()
        case UInt8(ascii: "$"): dollar(isQuoted: false)
        default: position += 1
        }
    }

    private mutating func skip(to sign: Unicode.Scalar, hasEscapes: Bool) {
        position += 1
        while position < text.count, !isByte(position, sign) {
            position += hasEscapes && isByte(position, "\\") ? 2 : 1
        }
        position += 1
        if position > text.count { stop() }
    }

    private mutating func doubleQuotes() {
        position += 1
        while position < text.count, !isStopped {
            switch text[position] {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "`"): skip(to: "`", hasEscapes: true)
            case UInt8(ascii: "$"): dollar(isQuoted: true)
            default: position += 1
            }
        }
        stop()
    }

    private mutating func dollar(isQuoted: Bool) {
        nested += 1
        defer { nested -= 1 }
        if nested > Self.mostNested { stop() }
        switch byte(position + 1) {
        case UInt8(ascii: "(") where isByte(position + 2, "("):
            position += 3
            arithmetic()
        case UInt8(ascii: "("):
            position += 2
            substitution()
        case UInt8(ascii: "{"):
            position += 2
            parameter(isQuoted: isQuoted)
        case UInt8(ascii: "["): stop()
        case UInt8(ascii: "'") where !isQuoted:
            position += 1
            skip(to: "'", hasEscapes: true)
        case UInt8(ascii: "$"): position += 2
        default: position += 1
        }
    }

    // MARK: What is computed

    /// Reads the commands in parentheses.
    private mutating func substitution() {
        nested += 1
        defer { nested -= 1 }
        if nested > Self.mostNested { stop() }
        let outer = state
        open(.substitution)
        let depth = blocks.count
        while !isStopped, blocks.count >= depth {
            if position < text.count { step() } else { stop() }
        }
        state = outer
    }

    /// Reads up to the brace that ends `${`.
    private mutating func parameter(isQuoted: Bool) {
        // `${ command; }` and `${| command; }` are bash's and mksh's.
        if [0x20, 0x09, 0x0A, 0x7C].contains(byte(position)) { stop() }
        if isByte(position, "(") { flags() }
        let name = position..<(text[position...].firstIndex { !Self.isName($0) } ?? text.count)
        let sign = text[name.upperBound...].prefix(3).drop { $0 == UInt8(ascii: ":") }
        if sign.first == UInt8(ascii: "="), !name.isEmpty { changed.append(name) }
        while position < text.count, !isStopped {
            switch text[position] {
            case UInt8(ascii: "}"):
                position += 1
                return
            case UInt8(ascii: "{"): stop()
            case UInt8(ascii: "'") where isQuoted:
                // A quote to some, in some places.
                let inner = text[(position + 1)...].prefix { !"'\"\\$`{}\n".utf8.contains($0) }
                if isByte(inner.endIndex, "'") { position = inner.endIndex + 1 } else { stop() }
            case UInt8(ascii: "$"): dollar(isQuoted: isQuoted)
            default: quotedOrPlain()
            }
        }
        stop()
    }

    /// Passes over the flags of zsh that stand behind `${`.
    private mutating func flags() {
        position = text[position...].firstIndex { "'\"\\$`{})\n".utf8.contains($0) } ?? text.count
        if !isByte(position, ")") { stop() }
    }

    static func isName(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) || byte == UInt8(ascii: "_")
    }

    /// Reads up to the two parentheses that end an expression, which may assign to names.
    mutating func arithmetic() {
        let start = position
        var depth = 0
        while position < text.count, !isStopped {
            switch text[position] {
            case UInt8(ascii: "("):
                depth += 1
                position += 1
            case UInt8(ascii: ")") where depth > 0:
                depth -= 1
                position += 1
            case UInt8(ascii: ")"):
                guard isByte(position + 1, ")") else { return stop() }
                noteChanges(in: start..<position)
                position += 2
                return
            default: quotedOrPlain()
            }
        }
        stop()
    }

    private mutating func noteChanges(in range: Range<Int>) {
        let assigns = range.contains { offset in
            let (last, byte, next) = (byte(offset - 1), text[offset], byte(offset + 1))
            return byte == next && "+-".utf8.contains(byte)
                || byte == UInt8(ascii: "=") && next != byte && !"=!<>".utf8.contains(last)
        }
        if assigns { changed += names(in: range) }
    }

    /// All names in a part of the text.
    func names(in range: Range<Int>) -> [Range<Int>] {
        // Of several functions of the name, this one keeps the places.
        let words: [Slice<UnsafeBufferPointer<UInt8>>] = text[range].split { !Self.isName($0) }
        return words.map { $0.startIndex..<$0.endIndex }
    }

    /// Notes the names that anything in a part of the text seems to assign to.
    mutating func noteAssignments(in range: Range<Int>) {
        changed += names(in: range).filter { name in
            let rest = text[name.upperBound...].prefix(2)
            return rest.starts(with: "=".utf8) || rest.starts(with: "+=".utf8)
                || rest.starts(with: "[".utf8)
        }
    }
}
