// Reads XML property lists into places of bytes; nothing is copied.

import SettingsModel

/// One pass over an XML property list: the little of XML that property lists use.
///
/// Nothing outside the file is ever fetched; a document type with declarations of its own is refused.
struct XMLPropertyListScanner: PlacedText {
    let bytes: [UInt8]
    private let text: UnsafeBufferPointer<UInt8>
    private let nesting: Int
    private var position = 0
    private(set) var tree = SourceTree()

    /// Creates a scanner; `text` is the contents of `bytes`, valid as long as the scanner is used.
    init(_ bytes: [UInt8], _ text: UnsafeBufferPointer<UInt8>, nesting: Int) {
        self.bytes = bytes
        self.text = text
        self.nesting = nesting
    }

    /// Reads the whole text; afterwards `tree` has the root first.
    mutating func scan() throws(DocumentError) {
        position = bytes.byteOrderMarkEnd
        try declaration()
        try skipBetween()
        if has("<!DOCTYPE") {
            try documentType()
            try skipBetween()
        }
        let isWrapped = has("<plist")
        if isWrapped {
            let tag = try openingTag()
            guard tag.name == "plist", !tag.isClosed else {
                throw fail(
                    "the property list is empty",
                    "Write a value between <plist> and </plist>, for example <dict/>",
                    at: position
                )
            }
            try skipBetween()
        }
        try values()
        try skipBetween()
        if isWrapped {
            try closingTag("plist")
            try skipBetween()
        }
        guard position == text.count else {
            throw excess(found, after: "property list", at: position)
        }
    }

    /// A container that isn't closed yet.
    private struct Open {
        var node: Int
        var isDictionary: Bool
    }

    /// Reads the root and all within it, with a stack of its own: nesting costs no call depth.
    private mutating func values() throws(DocumentError) {
        var open: [Open] = []
        var key: Range<Int>?
        while true {
            let node = tree.nodes.count
            if try value(key) {
                guard open.count < nesting else {
                    throw tooDeep(nesting, at: Int(tree.nodes[node].start))
                }
                open.append(Open(node: node, isDictionary: tree.nodes[node].kind == .dictionary))
            }
            while true {
                guard let inner = open.last else { return }
                try skipBetween()
                guard position < text.count else {
                    let name = inner.isDictionary ? "dict" : "array"
                    throw fail(
                        "the <\(name)> that begins here has no </\(name)>",
                        "Close it, or remove it",
                        at: Int(tree.nodes[inner.node].start)
                    )
                }
                guard has("</") else { break }
                try closingTag(inner.isDictionary ? "dict" : "array")
                tree.nodes[inner.node].end = Int32(position)
                tree.nodes[inner.node].next = Int32(tree.nodes.count)
                open.removeLast()
            }
            key = open.last?.isDictionary == true ? try entryKey() : nil
        }
    }

    private mutating func entryKey() throws(DocumentError) -> Range<Int> {
        let start = position
        let tag = try openingTag()
        guard tag.name == "key" else {
            throw fail(
                "found <\(tag.name)>, expected <key>",
                "Put a key before the value",
                at: start
            )
        }
        if !tag.isClosed { try skipText(in: "key", from: start) }
        let range = start..<position
        try skipBetween()
        guard !has("</"), !has("<key"), position < text.count else {
            throw fail("the key has no value", "Add its value, or remove the key", at: start)
        }
        return range
    }

    /// Reads a value that isn't a container, or a container's opening tag.
    ///
    /// - Returns: Whether it was a container that is still open.
    private mutating func value(_ key: Range<Int>?) throws(DocumentError) -> Bool {
        let start = position
        let tag = try openingTag()
        guard let kind = Self.kinds[tag.name] else {
            throw fail(
                "found <\(tag.name)>, expected a value",
                "Use a type of property lists",
                at: start
            )
        }
        let isContainer = kind == .dictionary || kind == .array
        if !isContainer, !tag.isClosed { try skipText(in: tag.name, from: start) }
        tree.nodes.append(
            SourceNode(kind, start: start, end: position, key: key, next: tree.nodes.count + 1)
        )
        return isContainer && !tag.isClosed
    }

    private static let kinds: [String: SourceNode.Kind] = [
        "dict": .dictionary, "array": .array, "string": .string, "integer": .integer, "real": .real,
        "true": .boolean, "false": .boolean, "date": .date, "data": .data,
    ]
}

// MARK: Markup

extension XMLPropertyListScanner {
    private func has(_ word: StaticString) -> Bool { XMLText.has(word, text, at: position) }

    /// Goes past the next place of a word.
    private mutating func skip(past word: StaticString) -> Bool {
        while position < text.count {
            if has(word) {
                position += word.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        return false
    }

    /// Skips blanks, comments and processing instructions.
    private mutating func skipBetween() throws(DocumentError) {
        while position < text.count {
            let start = position
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case UInt8(ascii: "<") where has("<!--"):
                position += 4
                guard skip(past: "-->") else {
                    throw fail(
                        "the comment that begins here has no end",
                        "Close it with -->",
                        at: start
                    )
                }
                tree.comments.append(start..<position)
            case UInt8(ascii: "<") where has("<?"):
                guard skip(past: "?>") else {
                    throw fail(
                        "the instruction that begins here has no end",
                        "Close it with ?>",
                        at: start
                    )
                }
            default: return
            }
        }
    }

    /// Checks the encoding that the first line names.
    private mutating func declaration() throws(DocumentError) {
        let start = position
        guard has("<?xml") else { return }
        guard skip(past: "?>") else {
            throw fail("the XML declaration has no end", "Close it with ?>", at: start)
        }
        let declaration = String(decoding: text[start..<position], as: UTF8.self).lowercased()
        guard let word = declaration.utf8Range(of: "encoding") else { return }
        let quotes: Set<UInt8> = [UInt8(ascii: "\""), UInt8(ascii: "'")]
        let rest = declaration.utf8[word...].drop { !quotes.contains($0) }.dropFirst()
        let name = String(rest.prefix { !quotes.contains($0) }) ?? ""
        guard name == "utf-8" || name == "utf8" else {
            throw fail(
                "the file says it is in '\(name.escapedForDisplay)', expected UTF-8",
                "Save it as UTF-8",
                at: start,
                code: .encoding
            )
        }
    }

    private mutating func documentType() throws(DocumentError) {
        let start = position
        var quote: UInt8 = 0
        while position < text.count {
            let character = text[position]
            position += 1
            if quote != 0 {
                if character == quote { quote = 0 }
                continue
            }
            switch character {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = character
            case UInt8(ascii: "["):
                throw fail(
                    "the document type has declarations of its own",
                    "Remove the part in brackets",
                    at: position - 1
                )
            case UInt8(ascii: ">"): return
            default: break
            }
        }
        throw fail("the document type has no end", "Close it with >", at: start)
    }

    /// Reads `<name …>` or `<name …/>`.
    private mutating func openingTag() throws(DocumentError) -> (name: String, isClosed: Bool) {
        let start = position
        guard position < text.count, text[position] == UInt8(ascii: "<"), !has("</") else {
            throw fail(
                "found \(found), expected an element",
                "Write a value like <string>text</string>, or <true/>",
                at: position
            )
        }
        position += 1
        let name = tagName()
        guard !name.isEmpty else {
            throw fail("found '<' without a name", "Write it as &lt;", at: start)
        }
        var quote: UInt8 = 0
        while position < text.count {
            let character = text[position]
            position += 1
            if quote != 0 {
                if character == quote { quote = 0 }
            } else if character == UInt8(ascii: "\"") || character == UInt8(ascii: "'") {
                quote = character
            } else if character == UInt8(ascii: ">") {
                return (name, text[position - 2] == UInt8(ascii: "/"))
            } else if character == UInt8(ascii: "<") {
                break
            }
        }
        throw fail("the tag <\(name) has no end", "Close it with >", at: start)
    }

    private mutating func closingTag(_ name: String) throws(DocumentError) {
        let start = position
        guard has("</") else {
            throw fail(
                "found \(found), expected </\(name)>",
                "Close <\(name)> before it",
                at: position
            )
        }
        position += 2
        let found = tagName()
        while position < text.count, XMLText.isBlank(text[position]) { position += 1 }
        guard found == name, position < text.count, text[position] == UInt8(ascii: ">") else {
            throw fail(
                "found </\(found)>, expected </\(name)>",
                "Close the elements in order",
                at: start
            )
        }
        position += 1
    }

    private mutating func tagName() -> String {
        let start = position
        while position < text.count, Self.isName(text[position]) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "."), 0x80...0xFF:
            true
        default: false
        }
    }

    /// Goes past the text of an element and its closing tag.
    private mutating func skipText(in name: String, from start: Int) throws(DocumentError) {
        while position < text.count {
            guard text[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            if has("<![CDATA[") {
                position += 9
                guard skip(past: "]]>") else { break }
            } else if has("<!--") {
                position += 4
                guard skip(past: "-->") else { break }
            } else if has("</") {
                return try closingTag(name)
            } else {
                throw fail(
                    "found '<' within <\(name)>, expected text",
                    "Write it as &lt;",
                    at: position
                )
            }
        }
        throw fail("the <\(name)> that begins here has no </\(name)>", "Close it", at: start)
    }

    // MARK: Errors

    /// What stands at the position, for a message.
    private var found: String {
        guard position < text.count else { return "the end of the file" }
        if text[position] == UInt8(ascii: "<") {
            let tag = text[position...].prefix(40).prefix { $0 != UInt8(ascii: ">") }
            return String(decoding: tag, as: UTF8.self).escapedForDisplay + ">"
        }
        return found(at: position)
    }
}

extension String {
    /// Where a word's first occurrence begins.
    fileprivate func utf8Range(of word: String) -> String.Index? {
        utf8.indices.first { utf8[$0...].starts(with: word.utf8) }
    }
}
