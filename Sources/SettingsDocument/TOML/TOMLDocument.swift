// A TOML file as a document: its values, its leaves and where they stand.

package import SettingsModel

/// A TOML file; reads TOML 1.1, writes what TOML 1.0 takes as well.
package struct TOMLDocument: Document {
    package let bytes: [UInt8]
    /// The values and where they stand.
    let tree: TOMLTree

    package var format: Format { .toml }

    package init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        self.bytes = bytes
        tree = try TOMLReader(bytes, limits: limits).tree
    }

    /// The whole file as one value.
    ///
    /// Cost: linear.
    package var root: SettingValue { value(of: 0) }

    /// The leaves in the order of the file.
    ///
    /// A header alone opens a table and sets nothing, so that a table whose last key was removed
    /// doesn't become a setting; an empty table in braces is one.
    ///
    /// Cost: linear.
    package var entries: [DocumentEntry] { leaves.map(entry) }

    package func entries(touchedBy edits: [Edit]) -> [DocumentEntry] {
        let leaves = leaves
        return edits.touched(of: leaves.map(offset)).map { entry(of: leaves[$0]) }
    }

    /// How this text's leaves differ from those of an older one.
    ///
    /// Of those that are the same, no value is read and no key path is made.
    package func difference(from old: any Document) -> EntryDifference {
        guard let old = old as? TOMLDocument else {
            return EntryDifference(from: old.entries, to: entries)
        }
        return EntryDifference(
            from: old.leaves,
            to: leaves,
            isSameKey: { old.hasSameKey($0, as: $1, in: self) },
            isSameValue: { old.hasSameValue($0, as: $1, in: self) },
            oldEntry: old.entry,
            newEntry: entry
        )
    }

    private func hasSameKey(_ leaf: Int, as otherLeaf: Int, in other: TOMLDocument) -> Bool {
        var (node, otherNode) = (leaf, otherLeaf)
        while node != 0, otherNode != 0 {
            guard tree.nodes[node].key.isSame(as: other.tree.nodes[otherNode].key) else {
                return false
            }
            (node, otherNode) = (tree.nodes[node].parent, other.tree.nodes[otherNode].parent)
        }
        return node == otherNode
    }

    private func hasSameValue(_ leaf: Int, as otherLeaf: Int, in other: TOMLDocument) -> Bool {
        let (node, otherNode) = (tree.nodes[leaf], other.tree.nodes[otherLeaf])
        if node.hasOwnText, otherNode.hasOwnText, bytes[node.span] == other.bytes[otherNode.span] {
            return true
        }
        return value(of: leaf) == other.value(of: otherLeaf)
    }

    package var comments: [Range<Int>] { tree.comments }

    /// The nodes of the leaves, in the order of the file.
    private var leaves: [Int] {
        var leaves: [Int] = []
        leaves.reserveCapacity(tree.nodes.count)
        for child in tree.children(of: 0) { appendLeaves(of: child, depth: 1, to: &leaves) }
        // Tables may be taken up again further down, so the tree's order is not quite the file's.
        leaves.sort { offset(of: $0) < offset(of: $1) }
        return leaves
    }

    private func appendLeaves(of node: Int, depth: Int, to leaves: inout [Int]) {
        let isEmpty = tree.nodes[node].firstChild == TOMLTree.none
        if isEmpty, tree.nodes[node].origin == .header { return }
        guard tree.nodes[node].isTable, !isEmpty, depth < Limits.standard.keyPathSegments else {
            leaves.append(node)
            return
        }
        for child in tree.children(of: node) {
            appendLeaves(of: child, depth: depth + 1, to: &leaves)
        }
    }

    private func offset(of leaf: Int) -> Int { tree.nodes[leaf].keySpan.lowerBound }

    private func entry(of leaf: Int) -> DocumentEntry {
        var segments: [String] = []
        var node = leaf
        while node != 0 {
            segments.append(tree.nodes[node].key)
            node = tree.nodes[node].parent
        }
        return DocumentEntry(
            keyPath: SettingKeyPath(segments: segments.reversed()),
            value: value(of: leaf),
            offset: offset(of: leaf)
        )
    }

    package func span(of path: DocumentPath) -> Range<Int>? {
        guard let node = node(at: path), tree.nodes[node].hasOwnText else { return nil }
        return tree.nodes[node].span
    }

    private func node(at path: DocumentPath) -> Int? {
        var node = 0
        for element in path.elements {
            switch element {
            case .key(let key):
                guard let child = tree.child(of: node, key) else { return nil }
                node = child
            case .index(let index):
                guard index >= 0, !tree.nodes[node].isTable,
                    case let children = tree.children(of: node), index < children.count
                else { return nil }
                node = children[index]
            }
        }
        return node
    }

    /// The value of a node with all below it.
    func value(of node: Int) -> SettingValue {
        let span = tree.nodes[node].span
        switch tree.nodes[node].kind {
        case .string: return .string(bytes.decodedTOMLString(span))
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .boolean(let value): return .boolean(value)
        case .date(let value): return .date(value)
        case .local: return .raw(bytes.text(span))
        case .array, .arrayOfTables:
            return .array(tree.children(of: node).map { value(of: $0) })
        case .table:
            return .dictionary(
                tree.children(of: node).map { .init(tree.nodes[$0].key, value(of: $0)) }
            )
        }
    }
}
