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

    package func entries(at paths: Set<SettingKeyPath>) -> [DocumentEntry] {
        paths.compactMap { path in
            let depth = path.segments.count
            guard let node = node(at: DocumentPath(path)), depth <= Self.deepest,
                !isInner(node, depth: depth), !isHeaderAlone(node)
            else { return nil }
            return entry(of: node)
        }
    }

    package func entries(touchedBy edits: [Edit]) -> [DocumentEntry] {
        let leaves = leaves
        return edits.touched(of: leaves.map(offset)).map { entry(of: leaves[$0]) }
    }

    package var comments: [Range<Int>] { tree.comments.map(\.wrappedValue) }

    /// The nodes of ``entries``, in the order of the file.
    var leaves: [Int] {
        var leaves: [Int] = []
        leaves.reserveCapacity(tree.nodes.count)
        // How many keys lead to a node; below zero for one within a leaf.
        var depths: [Int8] = [0]
        depths.reserveCapacity(tree.nodes.count)
        for node in tree.nodes.indices.dropFirst() {
            let outer = depths[tree.nodes[node].parent]
            guard outer >= 0 else {
                depths.append(-1)
                continue
            }
            let isInner = isInner(node, depth: Int(outer) + 1)
            depths.append(isInner ? outer + 1 : -1)
            if !isInner, !isHeaderAlone(node) { leaves.append(node) }
        }
        return leaves
    }

    /// The keys of the longest key path; a table at its end is a leaf.
    private static let deepest = Limits.standard.keyPathSegments

    /// Whether a node that so many keys lead to is a table with leaves below it.
    private func isInner(_ node: Int, depth: Int) -> Bool {
        tree.nodes[node].isTable && tree.nodes[node].firstChild != TOMLTree.none
            && depth < Self.deepest
    }

    private func isHeaderAlone(_ node: Int) -> Bool {
        tree.nodes[node].firstChild == TOMLTree.none && tree.nodes[node].origin == .header
    }

    private func offset(of leaf: Int) -> Int { tree.nodes[leaf].keySpan.lowerBound }

    func entry(of leaf: Int) -> DocumentEntry {
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
            return .dictionary(tree.children(of: node).map(keyedValue))
        }
    }

    /// The value of a node of a table, with its key.
    func keyedValue(of node: Int) -> SettingValue.Entry {
        SettingValue.Entry(tree.nodes[node].key, value(of: node))
    }
}

extension TOMLDocument {
    /// The end of a section's last value, or of its header.
    func contentEnd(of section: Int) -> Int {
        let last = tree.sections[section].lastLeaf
        return last == TOMLTree.none
            ? tree.sections[section].header.upperBound : tree.nodes[last].span.upperBound
    }
}
