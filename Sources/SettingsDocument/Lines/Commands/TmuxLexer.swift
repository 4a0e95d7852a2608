// Divides tmux's configuration into words, as its own lexer does (cmd-parse.y).

/// One step of tmux's language.
enum TmuxToken {
    case word(TmuxWord)
    /// The end of a line, with the offset of its line ending.
    case lineEnd(Int)
    case semicolon
    case open(Int)
    case close
    /// `%if` and its relatives.
    case condition(String)
    case comment(Range<Int>)
    case end
}

/// One word of a command: its place, and what it stands for.
struct TmuxWord {
    var range: Range<Int>
    /// Without quotes and escapes; what tmux computes stays as it is written.
    var bytes: [UInt8] = []
    /// Whether tmux puts something else in the place of a part.
    var isComputed = false
    /// Whether it has no quotes and no escapes.
    var isPlain = true
    /// Whether it goes on in another line.
    var isContinued = false
    /// Whether a quote isn't closed.
    var isOpen = false
    /// Whether an escape is one that tmux refuses.
    var isBroken = false

    /// Whether a variable follows a dollar sign that stands before a character.
    static func beginsVariable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_", "{": true
        default: false
        }
    }

    /// The word's own text where it has no quotes.
    var plainText: String? { isPlain ? LineText.string(bytes) : nil }
}

/// One pass over a text.
struct TmuxLexer {
    let text: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    /// Whether a backslash has joined lines since ``startLine()``.
    private(set) var hasJoinedLines = false

    /// Creates a lexer that begins at an offset.
    init(_ text: UnsafeBufferPointer<UInt8>, from position: Int) {
        self.text = text
        self.position = position
    }

    /// Forgets that lines were joined.
    mutating func startLine() { hasJoinedLines = false }

    /// The next token.
    mutating func next() -> TmuxToken {
        skipBlanks()
        guard position < text.count else { return .end }
        if let end = lineBreak(at: position) {
            defer { position = end }
            return .lineEnd(position)
        }
        switch text[position] {
        case UInt8(ascii: "#"): return comment()
        case UInt8(ascii: ";"):
            position += 1
            return .semicolon
        case UInt8(ascii: "{"):
            position += 1
            return .open(position - 1)
        case UInt8(ascii: "}"):
            position += 1
            return .close
        case UInt8(ascii: "%"):
            if let name = conditionName() { return .condition(name) }
        default: break
        }
        return .word(word())
    }

    /// Passes over the condition of an `%if`, which may be a format in braces.
    mutating func skipCondition() {
        skipBlanks()
        guard position + 1 < text.count, text[position] == UInt8(ascii: "#"),
            text[position + 1] == UInt8(ascii: "{")
        else {
            if position < text.count, lineBreak(at: position) == nil { _ = word() }
            return
        }
        var depth = 0
        while position < text.count, lineBreak(at: position) == nil {
            let byte = text[position]
            position += 1
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0, byte == UInt8(ascii: "}") { return }
        }
    }

    // MARK: Between words

    private mutating func skipBlanks() {
        while position < text.count {
            if LineText.isBlank(text[position]) {
                position += 1
            } else if let end = joinedLine(at: position) {
                position = end
                hasJoinedLines = true
            } else {
                return
            }
        }
    }

    /// Past the line ending at an offset, or nil; a carriage return alone is none.
    private func lineBreak(at offset: Int) -> Int? {
        if text[offset] == 0x0A { return offset + 1 }
        let isPair =
            text[offset] == 0x0D && offset + 1 < text.count && text[offset + 1] == 0x0A
        return isPair ? offset + 2 : nil
    }

    /// Past a backslash and the line feed that it takes away, or nil.
    private func joinedLine(at offset: Int) -> Int? {
        guard text[offset] == UInt8(ascii: "\\"), offset + 1 < text.count,
            text[offset + 1] == 0x0A
        else { return nil }
        return offset + 2
    }

    private mutating func comment() -> TmuxToken {
        let start = position
        while position < text.count, lineBreak(at: position) == nil {
            if text[position] == UInt8(ascii: "\\"), position + 1 < text.count {
                if text[position + 1] == 0x0A { hasJoinedLines = true }
                // A carriage return ends the line with its line feed.
                position += text[position + 1] == 0x0D ? 1 : 2
            } else {
                position += 1
            }
        }
        return .comment(start..<position)
    }

    /// A word of letters behind `%`; what is all signs and digits is an ordinary word.
    private mutating func conditionName() -> String? {
        var end = position + 1
        while end < text.count, LineText.isLetterOrDigit(text[end]) { end += 1 }
        guard text[position + 1..<end].contains(where: { $0 > 0x39 }) else { return nil }
        defer { position = end }
        return LineText.string(text[position + 1..<end])
    }

    // MARK: Words

    private enum Quotes { case none, single, double }

    private mutating func word() -> TmuxWord {
        var word = TmuxWord(range: position..<position)
        var quotes = Quotes.none
        // Where '~' is a home folder: at the start of a word, and behind a quote.
        var isAtStart = true
        while position < text.count {
            if quotes == .none, isWordEnd(position) { break }
            let byte = text[position]
            if quotes != .none, byte == 0x0A {
                quotedLineBreak(&word)
                continue
            }
            let isBehindQuote =
                byte == 0x22 && quotes != .single || byte == 0x27 && quotes != .double
            if isBehindQuote {
                let quote: Quotes = byte == 0x22 ? .double : .single
                quotes = quotes == .none ? quote : .none
                word.isPlain = false
                position += 1
            } else if quotes == .single {
                single(&word)
            } else {
                unprotected(&word, isAtStart: isAtStart)
            }
            isAtStart = isBehindQuote
        }
        word.isOpen = quotes != .none
        word.range = word.range.lowerBound..<position
        return word
    }

    private func isWordEnd(_ offset: Int) -> Bool {
        let byte = text[offset]
        return LineText.isBlank(byte) || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "}")
            || lineBreak(at: offset) != nil
    }

    /// Takes a line break in quotes; the blanks that begin the next line aren't part of the word, nor is a comment
    /// behind them.
    private mutating func quotedLineBreak(_ word: inout TmuxWord) {
        word.isContinued = true
        word.bytes.append(0x0A)
        position += 1
        while position < text.count, LineText.isBlank(text[position]) { position += 1 }
        guard position + 1 < text.count, text[position] == UInt8(ascii: "#"),
            !",#{}:".utf8.contains(text[position + 1])
        else { return }
        position += 2
        while position < text.count, text[position] != 0x0A {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position, text.count)
    }

    /// Takes what stands in single quotes: all but line feeds that a backslash takes away.
    private mutating func single(_ word: inout TmuxWord) {
        guard text[position] == UInt8(ascii: "\\") else { return literal(&word) }
        let run = text[position...].prefix { $0 == UInt8(ascii: "\\") }.count
        let end = position + run
        let isJoined = run % 2 == 1 && end < text.count && text[end] == 0x0A
        word.bytes += Array(repeating: 0x5C, count: isJoined ? run - 1 : run)
        if isJoined { word.isContinued = true }
        position = end + (isJoined ? 1 : 0)
    }

    private mutating func unprotected(_ word: inout TmuxWord, isAtStart: Bool) {
        switch text[position] {
        case UInt8(ascii: "\\"): escape(&word)
        case UInt8(ascii: "~") where isAtStart:
            word.isComputed = true
            literal(&word)
        case UInt8(ascii: "$"):
            let next = position + 1 < text.count ? text[position + 1] : 0x20
            let isName = TmuxWord.beginsVariable(Unicode.Scalar(next))
            if isName { word.isComputed = true }
            literal(&word)
        default: literal(&word)
        }
    }

    private mutating func literal(_ word: inout TmuxWord) {
        if text[position] == 0x0A || text[position] == 0x0D { word.isContinued = true }
        word.bytes.append(text[position])
        position += 1
    }

    private mutating func escape(_ word: inout TmuxWord) {
        word.isPlain = false
        position += 1
        guard position < text.count else {
            word.isBroken = true
            return
        }
        let letter = text[position]
        position += 1
        switch letter {
        case 0x0A: word.isContinued = true
        // With a line feed behind it, it would end the line for tmux, too.
        case 0x0D: word.isBroken = true
        case UInt8(ascii: "a"): word.bytes.append(0x07)
        case UInt8(ascii: "b"): word.bytes.append(0x08)
        case UInt8(ascii: "e"): word.bytes.append(0x1B)
        case UInt8(ascii: "f"): word.bytes.append(0x0C)
        case UInt8(ascii: "s"): word.bytes.append(0x20)
        case UInt8(ascii: "v"): word.bytes.append(0x0B)
        case UInt8(ascii: "r"): word.bytes.append(0x0D)
        case UInt8(ascii: "n"): word.bytes.append(0x0A)
        case UInt8(ascii: "t"): word.bytes.append(0x09)
        case UInt8(ascii: "u"): unicode(4, &word)
        case UInt8(ascii: "U"): unicode(8, &word)
        case 0x30...0x37: octal(letter, &word)
        default: word.bytes.append(letter)
        }
    }

    private mutating func unicode(_ count: Int, _ word: inout TmuxWord) {
        let digits = text[position...].prefix(count)
        var value: UInt32 = 0
        for digit in digits {
            guard let nibble = digit.hexValue else { break }
            value = value << 4 | UInt32(nibble)
        }
        guard digits.count == count, digits.allSatisfy({ $0.hexValue != nil }), value != 0,
            let scalar = Unicode.Scalar(value)
        else {
            word.isBroken = true
            return
        }
        position += count
        word.bytes += Array(String(scalar).utf8)
    }

    private mutating func octal(_ first: UInt8, _ word: inout TmuxWord) {
        let digits = text[position...].prefix(2)
        let value = digits.reduce(Int(first - 0x30)) { $0 * 8 + Int($1) - 0x30 }
        guard digits.count == 2, digits.allSatisfy({ (0x30...0x37).contains($0) }),
            let byte = UInt8(exactly: value), byte != 0
        else {
            word.isBroken = true
            return
        }
        position += 2
        word.bytes.append(byte)
    }
}
