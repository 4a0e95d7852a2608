// Settings in JSON, JSON with comments, and JSON5.

package import SettingsModel

/// A settings file in JSON, JSON with comments, or JSON5.
///
/// A strict `.json` file without a value is an error; in the others it's an empty dictionary.
/// Where a key stands twice, the last one counts and is the one that is edited.
package struct JSONDocument: Document {
    package let bytes: [UInt8]
    package let format: Format
    package let root: SettingValue
    let limits: Limits
    let tree: SourceTree

    package init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        try SourceEncoding.checkUTF8(bytes)
        self.bytes = bytes
        self.format = format
        self.limits = limits
        let dialect = JSONDialect(format)
        (root, tree) = try bytes.withUnsafeBufferPointer { text throws(DocumentError) in
            var scanner = JSONScanner(bytes, text, dialect, nesting: limits.nesting)
            try scanner.scan()
            var values = Self.values(of: scanner.tree, text, most: limits.keysPerDomain)
            return (try values.root(of: bytes), values.tree)
        }
    }

    private static func values(
        of tree: SourceTree,
        _ text: UnsafeBufferPointer<UInt8>,
        most: Int
    ) -> SourceValues {
        SourceValues(
            tree,
            most: most,
            key: { JSONLiteral.escaped.string(text, $0) },
            leaf: { JSONLiteral.value(of: $0, text) }
        )
    }

    /// Whether a text begins as an object does: with a brace, and a quote, a comment or another brace behind it.
    static func beginsObject(_ text: some Collection<UInt8>) -> Bool {
        var signs = text.lazy.filter { $0 > 0x20 }.makeIterator()
        return signs.next() == UInt8(ascii: "{") && "\"}/".utf8.contains(signs.next() ?? 0x7D)
    }

    /// Whether a text that may be JSON has what only JSON with comments takes: a comment, or a comma
    /// before a closing bracket, outside of double-quoted strings.
    package static func isWithComments(_ bytes: [UInt8]) -> Bool {
        var isInString = false
        var isAfterComma = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
                isInString = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "/") where index + 1 < bytes.count:
                    let next = bytes[index + 1]
                    if next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { return true }
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if isAfterComma { return true }
                default: break
                }
                isInString = byte == UInt8(ascii: "\"")
                if byte > 0x20 { isAfterComma = byte == UInt8(ascii: ",") }
            }
            index += 1
        }
        return false
    }
}

// MARK: What stands where

extension JSONDocument {
    package var entries: [DocumentEntry] { tree.entries(of: root, limits: limits) }

    package var valueEnds: [Int?] { tree.valueEnds(of: root, limits: limits) }

    package func entries(at paths: Set<SettingKeyPath>) -> [DocumentEntry] {
        paths.compactMap { path in
            let depth = path.segments.count
            guard depth <= limits.keyPathSegments, let place = node(at: DocumentPath(path)) else {
                return nil
            }
            let node = tree.nodes[place]
            let isInner = node.kind == .dictionary && node.next > place + 1
            if isInner, depth < limits.keyPathSegments { return nil }
            return DocumentEntry(keyPath: path, value: value(of: place), offset: node.from)
        }
    }

    package var comments: [Range<Int>] { tree.comments }

    package var repeatedKeys: [RepeatedKey] {
        bytes.withUnsafeBufferPointer { text in
            tree.repeatedKeys { node in
                node.keyRange.map { JSONLiteral.escaped.string(text, $0) } ?? ""
            }
        }
    }

    package func span(of path: DocumentPath) -> Range<Int>? {
        node(at: path).map { tree.nodes[$0].range }
    }

    private func node(at path: DocumentPath) -> Int? {
        bytes.withUnsafeBufferPointer { text in
            tree.node(at: path) { node, key in
                node.keyRange.map { JSONLiteral.escaped.isKey(text, $0, key) } ?? false
            }
        }
    }

    /// The key of an entry, or an empty string for what has none.
    func key(of node: Int) -> String {
        guard let range = tree.nodes[node].keyRange else { return "" }
        return bytes.withUnsafeBufferPointer { JSONLiteral.escaped.string($0, range) }
    }

    /// The value of a node and all within it.
    func value(of node: Int) -> SettingValue {
        bytes.withUnsafeBufferPointer { text in
            var values = Self.values(of: tree, text, most: .max)
            let value = try? values.value(of: node, isKeyed: false)  // it was read once before
            return value ?? .null
        }
    }
}

extension JSONDocument {
    package func edits(
        for changes: [DocumentChange],
        style: EditStyle
    ) throws(EditError) -> [Edit] {
        var editor = JSONEditor(self, style)
        return try editor.edits(for: changes.map { DocumentChange($0.path, $0.value.map(spelled)) })
    }

    /// The value as this format spells it; one that it can't spell is left for the writer to refuse.
    private func spelled(_ value: SettingValue) -> SettingValue { format.stored(value) ?? value }
}

extension JSONDocument {
    /// What writes as the file does; in the conservative style, as is understood best.
    func writer(_ layout: TextLayout, _ style: EditStyle) -> JSONWriter {
        let isJSON5 = format == .json5
        let habits = JSONHabits(of: tree, layout, isJSON5: isJSON5)
        return JSONWriter(
            style == .natural ? habits : nil,
            isJSON5: isJSON5,
            lineEnding: layout.lineEnding
        )
    }
}
