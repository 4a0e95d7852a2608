// Reads JSON, JSON with comments and JSON5 into places of bytes; nothing is copied.

import SettingsModel

/// What one of the JSON languages allows.
struct JSONDialect {
    var hasComments = false
    var hasTrailingCommas = false
    /// Single quotes, bare keys, more numbers, more blanks: all that JSON5 adds besides.
    var isJSON5 = false

    /// What a format allows.
    init(_ format: Format) {
        isJSON5 = format == .json5
        hasComments = format != .json
        hasTrailingCommas = format != .json
    }
}

/// One pass over a JSON text.
struct JSONScanner: PlacedText {
    let bytes: [UInt8]
    private let text: UnsafeBufferPointer<UInt8>
    private let dialect: JSONDialect
    private let nesting: Int
    private var position = 0
    private(set) var tree = SourceTree()

    /// Creates a scanner; `text` is the contents of `bytes`, valid as long as the scanner is used.
    init(_ bytes: [UInt8], _ text: UnsafeBufferPointer<UInt8>, _ dialect: JSONDialect, nesting: Int)
    {
        self.bytes = bytes
        self.text = text
        self.dialect = dialect
        self.nesting = nesting
    }

    /// Reads the whole text; afterwards `tree` has the root first, or nothing.
    mutating func scan() throws(DocumentError) {
        tree.nodes.reserveCapacity(text.count / 16)
        position = bytes.byteOrderMarkEnd
        try skipBlanks()
        if position == text.count {
            guard dialect.hasComments else {
                throw fail("the file is empty, expected a value", "Write {} into it", at: position)
            }
            return
        }
        try values()
        try skipBlanks()
        guard position == text.count else {
            throw excess(found, after: "value", at: position)
        }
    }

    /// A container that isn't closed yet.
    private struct Open {
        var node: Int
        var lastChild = -1
    }

    /// Reads the root and all within it, with a stack of its own: nesting costs no call depth.
    private mutating func values() throws(DocumentError) {
        var open: [Open] = []
        var key: Range<Int>?
        while true {
            let node = tree.nodes.count
            let isContainer = try value(key)
            if !open.isEmpty { open[open.count - 1].lastChild = node }
            if isContainer {
                guard open.count < nesting else {
                    throw tooDeep(nesting, at: Int(tree.nodes[node].start))
                }
                open.append(Open(node: node))
            }
            // Close whatever ends here, until a container wants another child.
            while true {
                guard let inner = open.last else { return }
                let wantsChild = try separator(in: inner)
                guard !wantsChild else { break }
                tree.nodes[inner.node].end = Int32(position)
                tree.nodes[inner.node].next = Int32(tree.nodes.count)
                open.removeLast()
            }
            key = open.last.map { tree.nodes[$0.node].kind } == .dictionary ? try memberKey() : nil
        }
    }

    /// Reads up to the next child or past the closing bracket.
    ///
    /// - Returns: Whether a child follows.
    private mutating func separator(in open: Open) throws(DocumentError) -> Bool {
        let isObject = tree.nodes[open.node].kind == .dictionary
        let bracket = UInt8(ascii: isObject ? "}" : "]")
        try skipBlanks()
        let isFirst = open.lastChild < 0
        var comma: Int?
        if !isFirst, byte(position) == UInt8(ascii: ",") {
            comma = position
            tree.nodes[open.lastChild].comma = Int32(position)
            position += 1
            try skipBlanks()
        }
        if byte(position) == bracket {
            if let comma, !dialect.hasTrailingCommas {
                throw fail(
                    "found a comma before '\(isObject ? "}" : "]")', which a .json file can't have",
                    "Remove the comma",
                    at: comma
                )
            }
            position += 1
            return false
        }
        if isFirst || comma != nil {
            guard position < text.count else { throw unclosed(open.node, isObject) }
            return true
        }
        guard position < text.count else { throw unclosed(open.node, isObject) }
        throw fail(
            "found \(found), expected ',' or '\(isObject ? "}" : "]")'",
            "Put ',' between the \(isObject ? "entries" : "elements"), or close the bracket",
            at: position
        )
    }

    private func unclosed(_ node: Int, _ isObject: Bool) -> DocumentError {
        let (what, bracket) = isObject ? ("dictionary", "}") : ("array", "]")
        return unclosed(what, bracket, at: Int(tree.nodes[node].start))
    }

    /// Reads a value that isn't a container, or a container's opening bracket.
    ///
    /// - Returns: Whether it was a bracket.
    private mutating func value(_ key: Range<Int>?) throws(DocumentError) -> Bool {
        let start = position
        let kind: SourceNode.Kind
        switch byte(position) {
        case UInt8(ascii: "{"):
            kind = .dictionary
            position += 1
        case UInt8(ascii: "["):
            kind = .array
            position += 1
        case UInt8(ascii: "\""):
            kind = .string
            try string()
        case UInt8(ascii: "'") where dialect.isJSON5:
            kind = .string
            try string()
        default: kind = try plain()
        }
        tree.nodes.append(
            SourceNode(kind, start: start, end: position, key: key, next: tree.nodes.count + 1)
        )
        return kind == .dictionary || kind == .array
    }

    private mutating func memberKey() throws(DocumentError) -> Range<Int> {
        let start = position
        switch byte(position) {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "'") where dialect.isJSON5: try string()
        default:
            guard dialect.isJSON5 else {
                throw fail(
                    "found \(found), expected a key in double quotes",
                    "Quote the key",
                    at: position
                )
            }
            try bareKey()
        }
        let end = position
        guard !JSONLiteral.escaped.hasLoneSurrogate(text, start..<end) else {
            throw fail(
                "the key has half of a surrogate pair, which is no character",
                "Write both halves, for example \\ud83d\\ude00",
                at: start
            )
        }
        try skipBlanks()
        guard byte(position) == UInt8(ascii: ":") else {
            throw fail("found \(found), expected ':'", "Write it as \"key\": value", at: position)
        }
        position += 1
        try skipBlanks()
        return start..<end
    }
}

// MARK: Tokens

extension JSONScanner {
    private func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

    private mutating func skipBlanks() throws(DocumentError) {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case UInt8(ascii: "/"): try comment()
            case 0x0B, 0x0C, 0x80...0xFF:
                guard dialect.isJSON5 else { return }
                let scalar = EscapedText.scalar(text, at: position)
                guard JSONLiteral.isJSON5Blank(scalar.value) else { return }
                position += scalar.length
            default: return
            }
        }
    }

    private mutating func comment() throws(DocumentError) {
        let start = position
        let isBlock = byte(position + 1) == UInt8(ascii: "*")
        guard isBlock || byte(position + 1) == UInt8(ascii: "/") else {
            throw fail(
                "found '/', expected \(tree.nodes.isEmpty ? "a value" : "a value or a bracket")",
                "Put text in quotes; a comment begins with // or /*",
                at: position
            )
        }
        guard dialect.hasComments else {
            throw fail(
                "found a comment, which a strict .json file can't have",
                "Remove the comment, or say format = \"jsonc\"",
                at: position
            )
        }
        guard let end = JSONLiteral.commentEnd(text, from: start, dialect) else {
            throw fail("the comment that begins here has no end", "Close it with */", at: position)
        }
        position = end
        tree.comments.append(start..<end)
    }

    private mutating func string() throws(DocumentError) {
        let start = position
        let quote = text[position]
        position += 1
        while position < text.count {
            let character = text[position]
            if character == quote {
                position += 1
                return
            }
            if character == UInt8(ascii: "\\") {
                try escape()
            } else if character < 0x20, !dialect.isJSON5 || character == 0x0A || character == 0x0D {
                throw control(character, in: start)
            } else {
                position += 1
            }
        }
        throw fail("the string that begins here isn't closed", "Close the quote", at: start)
    }

    private func control(_ character: UInt8, in string: Int) -> DocumentError {
        if character == 0x0A || character == 0x0D {
            return fail(
                "the string that begins here isn't closed on its line",
                "Close the quote",
                at: string
            )
        }
        return fail(
            "found the control character \(character.controlName) in a string, expected an escape",
            "Write it as \\u\(character.controlName.dropFirst(2))",
            at: position,
            code: .control
        )
    }

    private static let escapeAdvice = "Write a backslash as \\\\"

    private mutating func escape() throws(DocumentError) {
        let start = position
        let letter = byte(position + 1)
        switch letter {
        case UInt8(ascii: "u") where isHex(position + 2, 4): position += 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "x") where dialect.isJSON5 && isHex(position + 2, 2): position += 4
        case UInt8(ascii: "0") where dialect.isJSON5 && !isDigit(position + 2): position += 2
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "u"), UInt8(ascii: "x"):
            throw fail("found an escape that stands for nothing", Self.escapeAdvice, at: start)
        default:
            guard dialect.isJSON5, position + 1 < text.count else {
                throw fail("found an escape that stands for nothing", Self.escapeAdvice, at: start)
            }
            let isPair = letter == 0x0D && byte(position + 2) == 0x0A
            position += isPair ? 3 : 1 + EscapedText.scalar(text, at: position + 1).length
        }
    }

    private func isHex(_ start: Int, _ count: Int) -> Bool {
        (start..<start + count).allSatisfy { byte($0).hexValue != nil }
    }

    private func isDigit(_ index: Int) -> Bool { (0x30...0x39).contains(byte(index)) }

    /// Reads a number or a word.
    private mutating func plain() throws(DocumentError) -> SourceNode.Kind {
        let start = position
        while position < text.count, Self.isPlain(text[position]) { position += 1 }
        let token = UnsafeBufferPointer(rebasing: text[start..<position])
        if let kind = JSONLiteral.kind(of: token, isJSON5: dialect.isJSON5) { return kind }
        position = start
        if token.isEmpty {
            throw fail(
                "found \(found), expected a value",
                "Put text in double quotes",
                at: position
            )
        }
        let shown = String(decoding: token.prefix(40), as: UTF8.self)
        throw fail("found '\(shown)', expected a value", "Put text in double quotes", at: position)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Reads an identifier as ECMAScript 5.1 has it, section 7.6.
    private mutating func bareKey() throws(DocumentError) {
        let start = position
        while position < text.count {
            var scalar = EscapedText.scalar(text, at: position)
            if scalar.value == "\\" {
                guard byte(position + 1) == UInt8(ascii: "u"), isHex(position + 2, 4),
                    let value = text[position + 2..<position + 6].hexScalar
                else {
                    throw fail(
                        "found an escape that stands for nothing",
                        Self.escapeAdvice,
                        at: position
                    )
                }
                scalar = (value, 6)
            }
            let isPart =
                position == start
                ? JSONLiteral.beginsIdentifier(scalar.value)
                : JSONLiteral.continuesIdentifier(scalar.value)
            guard isPart else { break }
            position += scalar.length
        }
        guard position > start else {
            throw fail("found \(found), expected a key", "Quote the key", at: position)
        }
    }

    // MARK: Errors

    /// What stands at the position, for a message.
    private var found: String { found(at: position) }
}
