// The tokens of a Lua file, and which of them end what others begin.

import SettingsModel

/// One part of a Lua file.
struct LuaToken {
    enum Kind: Equatable {
        case name
        case word(LuaWord)
        case number
        case string
        /// A sign of one character.
        case sign(UInt8)
        /// A sign of several, which stands between two values.
        case operation
        /// `::`
        case label
        /// `...`
        case dots
    }

    let kind: Kind
    let start: Int32
    let end: Int32
    /// The token that ends what this one begins; -1 for one that begins nothing.
    var last: Int32 = -1

    var range: Range<Int> { Int(start)..<Int(end) }
}

/// The reserved words; `goto` is a name before 5.2.
enum LuaWord: String {
    case and, `break`, `do`, `else`, elseif, end, `false`, `for`, function, `if`, `in`, local, `nil`
    case not, or, `repeat`, `return`, then, `true`, until, `while`
}

/// One pass over a text (Lua 5.4 Reference Manual, §3.1), up to what has no end.
struct LuaLexer {
    private struct Opening {
        var token: Int
        /// Whether a loop's `do` is still to come.
        var awaitsDo: Bool
    }

    private let text: UnsafeBufferPointer<UInt8>
    private var position: Int
    private(set) var tokens: [LuaToken] = []
    private(set) var comments: [Range<Int>] = []
    private var openings: [Opening] = []
    /// Where a comment, a text or a block begins that has no end; nothing behind it is a token.
    private(set) var unclosed: Int?

    /// Reads a whole file; of its first line, one that begins with `#` is for the shell.
    init(_ source: LineSource) {
        text = source.text
        position = source.bytes.byteOrderMarkEnd
        if position < text.count, text[position] == UInt8(ascii: "#") {
            position = lineEnd(from: position)
        }
        tokens.reserveCapacity(text.count / 6)
        while unclosed == nil, position < text.count { step() }
        if unclosed != nil || !openings.isEmpty { cut() }
    }

    /// Where the line of an offset ends, its line ending excluded.
    func lineEnd(from offset: Int) -> Int {
        text[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    }

    /// Leaves out what stands behind the first thing that has no end.
    private mutating func cut() {
        let start = openings.first.map { Int(tokens[$0.token].start) }
        let first = [start, unclosed].compactMap(\.self).min() ?? text.count
        unclosed = first
        tokens.removeLast(tokens.count - tokens.partitioningIndex { Int($0.start) >= first })
    }

    // MARK: Tokens

    private mutating func step() {
        let byte = text[position]
        let next = position + 1 < text.count ? text[position + 1] : 0
        switch byte {
        case 0x20, 0x09...0x0D: position += 1
        case UInt8(ascii: "-") where next == byte: comment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quoted()
        case UInt8(ascii: "[") where longEnd(from: position) != nil: long()
        case _ where Self.isLetter(byte): name()
        case _ where isDigit(byte) || byte == UInt8(ascii: ".") && isDigit(next): number()
        default: sign(byte, next)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) && byte > UInt8(ascii: "9") || byte == 0x5F || byte >= 0x80
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func comment() {
        let start = position
        position += 2
        if let end = longEnd(from: position) {
            guard end <= text.count else {
                unclosed = start
                return
            }
            position = end
        } else {
            position = lineEnd(from: position)
        }
        comments.append(start..<position)
    }

    /// Where long brackets end that begin at an offset, past the end of the file for those without an end; nil
    /// where none begin.
    private func longEnd(from start: Int) -> Int? {
        guard start < text.count, text[start] == UInt8(ascii: "[") else { return nil }
        let level = text[(start + 1)...].prefix { $0 == UInt8(ascii: "=") }.count
        guard start + level + 1 < text.count, text[start + level + 1] == text[start] else {
            return nil
        }
        var end = start + level + 2
        while let close = text[end...].firstIndex(of: UInt8(ascii: "]")) {
            let signs = text[(close + 1)...].prefix { $0 == UInt8(ascii: "=") }.count
            end = close + signs + 1
            if signs == level, end < text.count, text[end] == text[close] { return end + 1 }
        }
        return text.count + 1
    }

    private mutating func long() {
        let end = longEnd(from: position) ?? position
        if end > text.count { unclosed = position } else { add(.string, to: end) }
    }

    private mutating func quoted() {
        var end = position + 1
        while end < text.count, text[end] != text[position] {
            if text[end] == 0x0A || text[end] == 0x0D {
                unclosed = position
                return
            }
            guard text[end] == UInt8(ascii: "\\") else {
                end += 1
                continue
            }
            let isGap = end + 1 < text.count && text[end + 1] == UInt8(ascii: "z")
            end = LineText.lineBreakEnd(text, at: end + 1) ?? end + 2
            while isGap, end < text.count, text[end] == 0x20 || (0x09...0x0D).contains(text[end]) {
                end += 1
            }
        }
        if end < text.count { add(.string, to: end + 1) } else { unclosed = position }
    }

    private mutating func name() {
        var end = position
        while end < text.count, Self.isLetter(text[end]) || isDigit(text[end]) { end += 1 }
        let isShort = end - position <= 8
        let word = isShort ? String(decoding: text[position..<end], as: UTF8.self) : ""
        add(LuaWord(rawValue: word).map(LuaToken.Kind.word) ?? .name, to: end)
    }

    /// Passes over all that is read as a number, also where it is none, such as `3x`.
    private mutating func number() {
        let isHex = text[position...].dropFirst().first.map(LineText.folded) == UInt8(ascii: "x")
        var end = position
        while end < text.count,
            LineText.isLetterOrDigit(text[end]) || text[end] == UInt8(ascii: ".")
                || text[end] == 0x5F
        {
            let isExponent = LineText.folded(text[end]) == UInt8(ascii: isHex ? "p" : "e")
            end += 1
            if isExponent, end < text.count, "+-".utf8.contains(text[end]) { end += 1 }
        }
        add(.number, to: end)
    }

    private mutating func sign(_ byte: UInt8, _ next: UInt8) {
        let rest = text[position...]
        if rest.starts(with: "...".utf8) { return add(.dots, to: position + 3) }
        if rest.starts(with: "::".utf8) { return add(.label, to: position + 2) }
        let isPair =
            next == UInt8(ascii: "=") && "=~<>".utf8.contains(byte)
            || next == byte && "./<>".utf8.contains(byte)
        if isPair { add(.operation, to: position + 2) } else { add(.sign(byte), to: position + 1) }
    }

    // MARK: What begins and ends

    private mutating func add(_ kind: LuaToken.Kind, to end: Int) {
        tokens.append(LuaToken(kind: kind, start: Int32(position), end: Int32(end)))
        position = end
        switch kind {
        case .word(.function), .word(.if), .word(.repeat), .sign(UInt8(ascii: "(")),
            .sign(UInt8(ascii: "[")), .sign(UInt8(ascii: "{")):
            open()
        case .word(.for), .word(.while): open(awaitsDo: true)
        case .word(.do):
            if openings.last?.awaitsDo == true {
                openings[openings.count - 1].awaitsDo = false
            } else {
                open()
            }
        case .word(.end): close { [.function, .if, .for, .while, .do].map(Kind.word).contains($0) }
        case .word(.until): close { $0 == .word(.repeat) }
        case .sign(UInt8(ascii: ")")): close { $0 == .sign(UInt8(ascii: "(")) }
        case .sign(UInt8(ascii: "]")): close { $0 == .sign(UInt8(ascii: "[")) }
        case .sign(UInt8(ascii: "}")): close { $0 == .sign(UInt8(ascii: "{")) }
        default: break
        }
    }

    private typealias Kind = LuaToken.Kind

    private mutating func open(awaitsDo: Bool = false) {
        openings.append(Opening(token: tokens.count - 1, awaitsDo: awaitsDo))
    }

    private mutating func close(_ isOpening: (Kind) -> Bool) {
        let last = tokens.count - 1
        guard let opening = openings.last, !opening.awaitsDo,
            isOpening(tokens[opening.token].kind)
        else {
            unclosed = Int(tokens[last].start)
            return
        }
        tokens[opening.token].last = Int32(last)
        openings.removeLast()
    }
}
