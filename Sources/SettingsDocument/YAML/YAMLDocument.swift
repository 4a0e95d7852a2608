// Settings in YAML.

package import SettingsModel

/// A settings file in YAML 1.1 or 1.2, as far as libyaml reads it.
///
/// The settings are those of the first document of the file. Aliases are read as what they stand
/// for, and merged keys (`<<`) as keys of the mapping that merges them.
package struct YAMLDocument: Document {
    package let bytes: [UInt8]
    let limits: Limits
    let tree: YAMLTree

    package var format: Format { .yaml }

    package init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        try SourceEncoding.checkUTF8(bytes)
        self.bytes = bytes
        self.limits = limits
        guard bytes.count > 3 || !TextLayout.byteOrderMark.starts(with: bytes) && !bytes.isEmpty
        else {
            tree = YAMLTree()
            return
        }
        tree = try bytes.withUnsafeBufferPointer { text throws(DocumentError) in
            var reader = YAMLReader(bytes, text, limits: limits)
            try reader.read()
            return reader.tree
        }
        try checkCount()
    }

    /// The whole file as one value; a file without any value is an empty dictionary.
    ///
    /// Cost: linear in the file with its aliases followed.
    package var root: SettingValue { hasRoot ? value(of: 0) : .dictionary([]) }

    /// How many documents follow the one whose settings these are.
    package var laterDocuments: Int { tree.laterDocuments }

    /// Whether a value is written in the first document.
    var hasRoot: Bool { !tree.nodes.isEmpty && (!tree.nodes[0].isEmpty || tree.nodes[0].hasTag) }

    /// The value of a node and all within it.
    func value(of node: Int) -> SettingValue {
        var values = YAMLValues(tree, bytes)
        return values.value(of: node)
    }

    private func checkCount() throws(DocumentError) {
        // A leaf is a key and a value, so that few nodes need no counting.
        guard tree.nodes.count / 2 > limits.keysPerDomain || !tree.uses.isEmpty else { return }
        var count = 0
        guard let excess = firstLeaf(past: limits.keysPerDomain, in: 0, &count) else { return }
        throw DocumentError(
            code: .tooMany,
            at: excess,
            in: bytes,
            problem: "the file has more than \(limits.keysPerDomain) keys",
            advice: "Move some of them into another file"
        )
    }

    /// Counts leaves with a key, those that aliases and merges bring too.
    ///
    /// - Returns: The place of the first past the limit, or nil.
    private func firstLeaf(past limit: Int, in node: Int, _ count: inout Int) -> Int? {
        let mapping = tree.resolved(node)
        guard hasRoot, tree.nodes[mapping].kind == .mapping,
            tree.nodes[mapping].next > mapping + 1
        else {
            count += 1
            return count > limit ? Int(tree.nodes[node].start) : nil
        }
        for child in tree.children(of: mapping) {
            if tree.isMerge(child, in: bytes), tree.nodes[tree.resolved(child)].kind == .sequence {
                for source in tree.children(of: tree.resolved(child)) {
                    if let place = firstLeaf(past: limit, in: source, &count) { return place }
                }
            } else if let place = firstLeaf(past: limit, in: child, &count) {
                return place
            }
        }
        return nil
    }
}

extension YAMLNode {
    /// Whether a tag stands before it.
    var hasTag: Bool { tag != .none }
}

// MARK: What stands where

extension YAMLDocument {
    package var entries: [DocumentEntry] {
        var entries: [DocumentEntry] = []
        forEachLeaf { keyPath, range, value in
            entries.append(
                DocumentEntry(keyPath: keyPath, value: value, offset: range.lowerBound)
            )
        }
        return entries
    }

    package var valueEnds: [Int?] {
        var ends: [Int?] = []
        forEachLeaf { _, range, _ in ends.append(range.upperBound) }
        return ends
    }

    package var comments: [Range<Int>] { tree.comments }

    /// Gives each leaf with the text of its key and value, in the order of the file.
    ///
    /// The leaves of an alias have the alias's text, merged ones that of their `<<`.
    private func forEachLeaf(_ body: (SettingKeyPath, Range<Int>, SettingValue) -> Void) {
        guard hasRoot, tree.nodes[tree.resolved(0)].kind == .mapping else { return }
        var values = YAMLValues(tree, bytes)
        func walk(_ mapping: Int, _ segments: [String]) {
            for member in values.members(of: mapping) {
                let path = SettingKeyPath(segments: segments + [member.key])
                let node = tree.nodes[member.child]
                if member.inherited == nil, node.kind == .mapping, node.next > member.child + 1,
                    path.segments.count < limits.keyPathSegments
                {
                    walk(member.child, path.segments)
                    continue
                }
                let start = tree.from(member.child)
                let range = start..<max(Int(node.end), start + 1)
                let value = values.value(of: member)
                for (path, value) in value.leaves(at: path, limits: limits) {
                    body(path, range, value)
                }
            }
        }
        walk(tree.resolved(0), [])
    }

    /// The leaves that the edits touch; an alias is one here, whatever it stands for.
    package func entries(touchedBy edits: [Edit]) -> [DocumentEntry] {
        let leaves = ownLeaves
        var values = YAMLValues(tree, bytes)
        return edits.touched(of: leaves.map { tree.from($0.last ?? 0) }).map { index in
            let segments = leaves[index].map {
                tree.text(of: Int(tree.nodes[$0].key), in: bytes)
            }
            let leaf = leaves[index].last ?? 0
            return DocumentEntry(
                keyPath: SettingKeyPath(segments: segments),
                value: values.value(of: leaf),
                offset: tree.from(leaf)
            )
        }
    }

    /// The values that lead to each leaf, the leaf last, in the order of the file.
    private var ownLeaves: [[Int]] {
        guard hasRoot, tree.nodes[0].kind == .mapping else { return [] }
        var leaves: [[Int]] = []
        func walk(_ mapping: Int, _ path: [Int]) {
            for child in tree.children(of: mapping) where !tree.isMerge(child, in: bytes) {
                let path = path + [child]
                let node = tree.nodes[child]
                if node.kind == .mapping, node.next > child + 1, path.count < limits.keyPathSegments
                {
                    walk(child, path)
                } else {
                    leaves.append(path)
                }
            }
        }
        walk(0, [])
        return leaves
    }

    /// The bytes of a value's own text; nil for one that an alias or a `<<` brings.
    ///
    /// A block scalar's are its lines: the header above says only how they are read, and changes
    /// when a line end comes after the last of them.
    package func span(of path: DocumentPath) -> Range<Int>? {
        guard hasRoot else { return nil }
        var node = 0
        for element in path.elements {
            guard tree.nodes[node].isCollection else { return nil }
            let children = tree.children(of: node)
            switch element {
            case .key(let key):
                guard tree.nodes[node].kind == .mapping,
                    let child = children.first(where: { isKey($0, key) })
                else { return nil }
                node = child
            case .index(let index):
                guard tree.nodes[node].kind == .sequence, children.indices.contains(index) else {
                    return nil
                }
                node = children[index]
            }
        }
        let range = tree.nodes[node].range
        guard tree.nodes[node].isBlockScalar else { return range }
        let body = bytes[range].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? range.upperBound
        return body..<range.upperBound
    }

    private func isKey(_ child: Int, _ key: String) -> Bool {
        !tree.isMerge(child, in: bytes)
            && tree.text(of: Int(tree.nodes[child].key), in: bytes).utf8.elementsEqual(key.utf8)
    }
}

extension YAMLDocument {
    package func edits(
        for changes: [DocumentChange],
        style: EditStyle
    ) throws(EditError) -> [Edit] {
        var editor = YAMLEditor(self, style)
        return try editor.edits(
            for: changes.map { DocumentChange($0.path, $0.value.map { format.stored($0) ?? $0 }) }
        )
    }
}
