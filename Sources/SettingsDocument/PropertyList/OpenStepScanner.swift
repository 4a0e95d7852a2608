// Reads property lists of OpenStep into places of bytes; nothing is copied.

import SettingsModel

/// One pass over a property list of OpenStep, or a .strings file.
struct OpenStepScanner: PlacedText {
    let bytes: [UInt8]
    private let text: UnsafeBufferPointer<UInt8>
    private let nesting: Int
    private var position = 0
    private(set) var tree = SourceTree()
    /// Whether the file is a dictionary without braces.
    private(set) var isRootBare = false

    /// Creates a scanner; `text` is the contents of `bytes`, valid as long as the scanner is used.
    init(_ bytes: [UInt8], _ text: UnsafeBufferPointer<UInt8>, nesting: Int) {
        self.bytes = bytes
        self.text = text
        self.nesting = nesting
    }

    /// Reads the whole text; afterwards `tree` has the root first, or nothing.
    mutating func scan() throws(DocumentError) {
        position = bytes.byteOrderMarkEnd
        try skipBlanks()
        guard position < text.count else { return }
        isRootBare = try beginsWithEntry()
        try values()
        try skipBlanks()
        guard position == text.count else {
            throw excess(found, after: "property list", at: position)
        }
    }

    /// Whether a key and what belongs behind it stand next; looks ahead only.
    private func beginsWithEntry() throws(DocumentError) -> Bool {
        guard position < text.count, !"{(<".utf8.contains(text[position]) else { return false }
        var ahead = self
        try ahead.string()
        try ahead.skipBlanks()
        return ahead.position < text.count
            && (ahead.byte == UInt8(ascii: "=") || ahead.byte == UInt8(ascii: ";"))
    }

    /// A container that isn't closed yet.
    private struct Open {
        var node: Int
        var isDictionary: Bool
        var isBare = false
        var lastChild = -1
    }

    /// Reads the root and all within it, with a stack of its own: nesting costs no call depth.
    private mutating func values() throws(DocumentError) {
        var open: [Open] = []
        var key: Range<Int>?
        if isRootBare {
            tree.nodes.append(
                SourceNode(.dictionary, start: position, end: position, key: nil, next: 1)
            )
            open.append(Open(node: 0, isDictionary: true, isBare: true))
            key = try entryKey()
        }
        while true {
            let node = tree.nodes.count
            let isContainer = try value(key)
            if !open.isEmpty { open[open.count - 1].lastChild = node }
            if isContainer {
                guard open.count < nesting else {
                    throw tooDeep(nesting, at: Int(tree.nodes[node].start))
                }
                let isDictionary = tree.nodes[node].kind == .dictionary
                open.append(Open(node: node, isDictionary: isDictionary))
            }
            // Close whatever ends here, until a container wants another child.
            while true {
                guard let inner = open.last else { return }
                guard try !separator(in: inner) else { break }
                // What follows the last entry of a file without braces isn't part of it.
                let last = inner.isBare ? tree.nodes[inner.lastChild].comma + 1 : nil
                tree.nodes[inner.node].end = last ?? Int32(position)
                tree.nodes[inner.node].next = Int32(tree.nodes.count)
                open.removeLast()
            }
            key = open.last?.isDictionary == true ? try entryKey() : nil
        }
    }

    /// Reads up to the next child or past the end of the container.
    ///
    /// - Returns: Whether a child follows.
    private mutating func separator(in open: Open) throws(DocumentError) -> Bool {
        let sign = UInt8(ascii: open.isDictionary ? ";" : ",")
        let bracket = UInt8(ascii: open.isDictionary ? "}" : ")")
        try skipBlanks()
        var isSeparated = open.lastChild < 0
        if !isSeparated, byte == sign {
            tree.nodes[open.lastChild].comma = Int32(position)
            position += 1
            isSeparated = true
            try skipBlanks()
            if open.isBare, position == text.count { return false }
        }
        if !open.isBare, byte == bracket {
            position += 1
            return false
        }
        guard position < text.count || open.isBare else { throw unclosed(open) }
        guard isSeparated else {
            let expected = open.isDictionary ? "';'" : "',' or ')'"
            let advice = open.isDictionary ? "End the entry with ';'" : "Put ',' between elements"
            throw fail("found \(found), expected \(expected)", advice)
        }
        return true
    }

    private func unclosed(_ open: Open) -> DocumentError {
        let (what, bracket) = open.isDictionary ? ("dictionary", "}") : ("array", ")")
        return unclosed(what, bracket, at: Int(tree.nodes[open.node].start))
    }

    private mutating func entryKey() throws(DocumentError) -> Range<Int> {
        let start = position
        guard
            text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'")
                || OpenStepLiteral.isBare(text[start])
        else { throw fail("found \(found), expected a key", "Put other text in double quotes") }
        try string()
        let range = start..<position
        guard !OpenStepLiteral.escaped.hasLoneSurrogate(text, range) else {
            throw fail(
                "the key has half of a surrogate pair, which is no character",
                "Write both halves, as in \\Ud83d\\Ude00",
                at: start
            )
        }
        try skipBlanks()
        if byte == UInt8(ascii: ";") {
            // The value is the key itself; it has no text.
            position = range.upperBound
            return range
        }
        guard byte == UInt8(ascii: "=") else {
            throw fail("found \(found), expected '=' after the key", "Write it as key = value;")
        }
        position += 1
        try skipBlanks()
        return range
    }

    /// Reads a value that isn't a container, or a container's opening bracket.
    ///
    /// - Returns: Whether it was a container that is still open.
    private mutating func value(_ key: Range<Int>?) throws(DocumentError) -> Bool {
        let start = position
        var kind = SourceNode.Kind.string
        if start != key?.upperBound {
            switch byte {
            case UInt8(ascii: "{"):
                kind = .dictionary
                position += 1
            case UInt8(ascii: "("):
                kind = .array
                position += 1
            case UInt8(ascii: "<"): kind = try angled()
            default: try string()
            }
        }
        tree.nodes.append(
            SourceNode(kind, start: start, end: position, key: key, next: tree.nodes.count + 1)
        )
        return kind == .dictionary || kind == .array
    }
}

// MARK: Tokens

extension OpenStepScanner {
    private var byte: UInt8 { position < text.count ? text[position] : 0 }

    private mutating func skipBlanks() throws(DocumentError) {
        while position < text.count {
            switch text[position] {
            case 0x09...0x0D, 0x20: position += 1
            case UInt8(ascii: "/"):
                guard position + 1 < text.count, "/*".utf8.contains(text[position + 1]) else {
                    return
                }
                let start = position
                guard
                    let end = JSONLiteral.commentEnd(text, from: start, JSONDialect(.json5))
                else {
                    throw fail("the comment that begins here has no end", "Close it with */")
                }
                position = end
                tree.comments.append(start..<end)
            case 0xE2:
                // U+2028 and U+2029 end lines.
                let scalar = EscapedText.scalar(text, at: position)
                guard scalar.value == "\u{2028}" || scalar.value == "\u{2029}" else { return }
                position += scalar.length
            default: return
            }
        }
    }

    /// Reads a string, in quotes or without.
    private mutating func string() throws(DocumentError) {
        let start = position
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
            while position < text.count, OpenStepLiteral.isBare(text[position]) { position += 1 }
            guard position > start else {
                throw fail("found \(found), expected a value", "Put text in double quotes")
            }
            return
        }
        let quote = byte
        position += 1
        while position < text.count {
            if text[position] == quote {
                position += 1
                return
            }
            if text[position] == UInt8(ascii: "\\"), position + 1 < text.count {
                let escape = OpenStepLiteral.escape(text, position, end: text.count)
                guard escape.unit != nil || escape.end == position + 1 else {
                    throw fail(
                        "found an escape that stands for nothing",
                        "Write a backslash as \\\\"
                    )
                }
                position = escape.end
            } else {
                position += 1
            }
        }
        throw fail("the string that begins here isn't closed", "Close the quote", at: start)
    }

    /// Reads data, or one of GNUstep's typed values.
    private mutating func angled() throws(DocumentError) -> SourceNode.Kind {
        let start = position
        guard let end = text[start...].firstIndex(of: UInt8(ascii: ">")) else {
            throw fail("the data that begins here has no '>'", "Close it with '>'")
        }
        position = end + 1
        let range = start..<position
        guard text[start + 1] == UInt8(ascii: "*") else {
            guard OpenStepLiteral.data(text, range) != nil else {
                let advice = "Write two hexadecimal digits for each byte, as in <0fbd 77>"
                throw fail("the data that begins here is no hexadecimal", advice, at: start)
            }
            return .data
        }
        guard let kind = OpenStepLiteral.kind(text[start + 2]),
            OpenStepLiteral.typed(text, range) != nil
        else {
            throw fail(
                "the typed value that begins here can't be one",
                "Write it as <*I5>, <*R1.5>, <*BY>, <*BN> or <*D2026-11-21 09:30:00 +0000>",
                at: start
            )
        }
        return kind
    }

    // MARK: Errors

    /// What stands at the position, for a message.
    private var found: String { found(at: position) }

    private func fail(_ problem: String, _ advice: String) -> DocumentError {
        fail(problem, advice, at: position)
    }
}
