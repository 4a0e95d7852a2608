// Settings in a property list of OpenStep, as GNUstep and .strings files have them.

package import SettingsModel

/// A settings file in the text form of property lists that NeXTSTEP had.
///
/// It has strings, data, arrays and dictionaries; a file that has GNUstep's further types
/// (`<*I5>`, `<*BY>`, `<*R1.5>`, `<*D…>`) gets them for new values, too. A `.strings` file is a
/// dictionary without its braces, in UTF-8 or UTF-16. Where a key stands twice, the last one counts.
/// The form is that of Apple's CFOldStylePList.c and GNUstep's GSPropertyList.m.
package struct OpenStepPropertyList: BracketedDocument {
    package let bytes: [UInt8]
    package let format: Format
    package let root: SettingValue
    let text: [UInt8]
    let tree: SourceTree
    private let limits: Limits
    private let wide: WideText?
    private let isRootBare: Bool

    package init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        self.bytes = bytes
        self.format = format
        self.limits = limits
        let wide = try WideText(bytes)
        self.wide = wide
        let source = wide?.text ?? bytes
        text = source
        do {
            try SourceEncoding.checkUTF8(source)
            (root, tree, isRootBare) = try source.withUnsafeBufferPointer {
                text throws(DocumentError) in
                var scanner = OpenStepScanner(source, text, nesting: limits.nesting)
                try scanner.scan()
                var values = Self.values(of: scanner.tree, text, most: limits.keysPerDomain)
                return (try values.root(of: source), values.tree, scanner.isRootBare)
            }
        } catch {
            // Line and column are the same in every encoding.
            var error = error
            if let wide { error.offset = wide.offset(error.offset) }
            throw error
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
            key: { OpenStepLiteral.escaped.string(text, $0) },
            leaf: { OpenStepLiteral.value(of: $0, text) }
        )
    }
}

extension OpenStepPropertyList {
    /// Whether a property list that isn't a binary one begins as no XML does.
    static func isLikely(_ bytes: [UInt8]) -> Bool {
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        if isWide { return !bytes.prefix(4).contains(UInt8(ascii: "<")) }
        let text = bytes[bytes.byteOrderMarkEnd...].drop { $0 <= 0x20 }
        guard text.first == UInt8(ascii: "<") else { return !text.isEmpty }
        // Data, or a value of GNUstep; a tag has a letter past 'f' or more than digits.
        let inner = text.dropFirst().prefix { $0 != UInt8(ascii: ">") }
        let isData = inner.allSatisfy { $0 == 0x20 || $0.hexValue != nil }
        return isData || inner.first == UInt8(ascii: "*") || inner.first == UInt8(ascii: "[")
    }
}

// MARK: What stands where

extension OpenStepPropertyList {
    package var entries: [DocumentEntry] {
        let entries = tree.entries(of: root, limits: limits)
        guard let wide else { return entries }
        return entries.map { entry in
            var entry = entry
            entry.offset = wide.offset(entry.offset)
            return entry
        }
    }

    package var lines: [DocumentLine] {
        let lines = tree.lines(of: root, in: text, limits: limits)
        guard let wide else { return lines }
        return lines.map { DocumentLine(range: wide.range($0.range), anchor: $0.anchor) }
    }

    package var comments: [Range<Int>] { tree.comments.map { wide?.range($0) ?? $0 } }

    package var repeatedKeys: [RepeatedKey] {
        let repeated = text.withUnsafeBufferPointer { text in
            tree.repeatedKeys { node in
                node.keyRange.map { OpenStepLiteral.escaped.string(text, $0) } ?? ""
            }
        }
        guard let wide else { return repeated }
        return repeated.map { repeated in
            var repeated = repeated
            repeated.withoutEffect = repeated.withoutEffect.map(wide.range)
            repeated.countingOffset = wide.offset(repeated.countingOffset)
            return repeated
        }
    }

    package func span(of path: DocumentPath) -> Range<Int>? {
        if isRootBare, path.elements.isEmpty { return bytes.indices }
        let span = text.withUnsafeBufferPointer { text in
            tree.node(at: path) { node, key in
                node.keyRange.map { OpenStepLiteral.escaped.isKey(text, $0, key) } ?? false
            }
        }.map { tree.nodes[$0].range }
        return span.map { wide?.range($0) ?? $0 }
    }

    func key(of node: Int) -> String {
        guard let range = tree.nodes[node].keyRange else { return "" }
        return text.withUnsafeBufferPointer { OpenStepLiteral.escaped.string($0, range) }
    }

    func value(of node: Int) -> SettingValue {
        text.withUnsafeBufferPointer { text in
            var values = Self.values(of: tree, text, most: .max)
            let value = try? values.value(of: node, isKeyed: false)  // it was read once before
            return value ?? .null
        }
    }

    func isBare(_ node: Int) -> Bool { isRootBare && node == 0 }
}

// MARK: Edits

extension OpenStepPropertyList {
    /// Whether the file has values of GNUstep's further types.
    private var isTyped: Bool {
        tree.nodes.contains { ![.string, .data, .array, .dictionary].contains($0.kind) }
    }

    package func stored(_ value: SettingValue, at path: DocumentPath) -> SettingValue? {
        OpenStepWriter.stored(value, isTyped: isTyped)
    }

    package func edits(
        for changes: [DocumentChange],
        style: EditStyle
    ) throws(EditError) -> [Edit] {
        let isTyped = isTyped
        var editor = BracketEditor(self, style)
        // One that can't be stored is left for the writer to refuse.
        let spelled = changes.map { change in
            let value = change.value.map { OpenStepWriter.stored($0, isTyped: isTyped) ?? $0 }
            return DocumentChange(change.path, value)
        }
        let edits = try editor.edits(for: spelled)
        guard let wide else { return edits }
        return edits.map { Edit(wide.range($0.range), wide.encoded($0.bytes)) }
    }

    func writer(_ layout: TextLayout, _ style: EditStyle) -> OpenStepWriter {
        let habits = BracketHabits(of: tree, layout, sign: "=", quotes: .various)
        return OpenStepWriter(
            style == .natural ? habits : nil,
            hasBraces: format == .openStepPropertyList,
            lineEnding: layout.lineEnding
        )
    }
}
