// Settings in an XML property list, as Foundation's UserDefaults keeps them.

package import SettingsModel

/// A settings file in the XML form of property lists, in UTF-8.
///
/// Where a key stands twice, the last one counts and is the one that is edited.
package struct XMLPropertyList: Document {
    package let bytes: [UInt8]
    package let format: Format
    package let root: SettingValue
    let limits: Limits
    let tree: SourceTree

    package init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        try SourceEncoding.checkUTF8(bytes)
        guard !UnknownFormat.isOpenStep(bytes) else {
            throw DocumentError(
                code: .syntax,
                at: 0,
                in: bytes,
                problem: UnknownFormat.openStep,
                advice: "Convert it to XML: plutil -convert xml1 FILE"
            )
        }
        self.bytes = bytes
        self.format = format
        self.limits = limits
        (root, tree) = try bytes.withUnsafeBufferPointer { text throws(DocumentError) in
            var scanner = XMLPropertyListScanner(bytes, text, nesting: limits.nesting)
            try scanner.scan()
            var values = Self.values(of: scanner.tree, bytes, text, most: limits.keysPerDomain)
            return (try values.root(of: bytes), values.tree)
        }
    }

    private static func values(
        of tree: SourceTree,
        _ bytes: [UInt8],
        _ text: UnsafeBufferPointer<UInt8>,
        most: Int
    ) -> SourceValues {
        let text = XMLText(bytes: bytes, text: text)
        return SourceValues(
            tree,
            most: most,
            key: { range throws(DocumentError) in try text.content(of: range) },
            leaf: { node throws(DocumentError) in try text.value(of: node) }
        )
    }

    /// A property list with an empty dictionary, laid out as Foundation does.
    package static let emptyFile = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        </dict>
        </plist>

        """.utf8
    )
}

// MARK: What stands where

extension XMLPropertyList {
    package var entries: [DocumentEntry] { tree.entries(of: root, limits: limits) }

    package var valueEnds: [Int?] { tree.valueEnds(of: root, limits: limits) }

    package var comments: [Range<Int>] { tree.comments }

    package var repeatedKeys: [RepeatedKey] {
        bytes.withUnsafeBufferPointer { text in
            let text = XMLText(bytes: bytes, text: text)
            return tree.repeatedKeys { node in
                // It was read once before.
                node.keyRange.flatMap { try? text.content(of: $0) } ?? ""
            }
        }
    }

    package func span(of path: DocumentPath) -> Range<Int>? {
        bytes.withUnsafeBufferPointer { text in
            let text = XMLText(bytes: bytes, text: text)
            return tree.node(at: path) { node, key in
                node.keyRange.map { text.isKey($0, key) } ?? false
            }
        }.map { tree.nodes[$0].range }
    }

    /// The key of an entry, or an empty string for what has none.
    func key(of node: Int) -> String {
        guard let range = tree.nodes[node].keyRange else { return "" }
        return bytes.withUnsafeBufferPointer { text in
            let text = XMLText(bytes: bytes, text: text)
            return (try? text.content(of: range)) ?? ""  // it was read once before
        }
    }

    /// The value of a node and all within it.
    func value(of node: Int) -> SettingValue {
        bytes.withUnsafeBufferPointer { text in
            var values = Self.values(of: tree, bytes, text, most: .max)
            let value = try? values.value(of: node, isKeyed: false)  // it was read once before
            return value ?? .null
        }
    }

    /// The text between an element's tags, or nil for one that closes itself.
    func inner(of node: Int) -> Range<Int>? {
        bytes.withUnsafeBufferPointer { XMLText.inner(of: tree.nodes[node].range, $0) }
    }
}

extension XMLPropertyList {
    package func edits(
        for changes: [DocumentChange],
        style: EditStyle
    ) throws(EditError) -> [Edit] {
        var editor = XMLPropertyListEditor(self, style)
        return try editor.edits(for: changes)
    }
}
