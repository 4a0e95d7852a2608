// Two readings of a YAML file compared node by node, without making values of them.

import SettingsModel

extension YAMLDocument {
    /// Whether `new` says what this document says, with just the changes.
    ///
    /// It is what ``ChangeTree/areMade(in:from:expected:)`` finds of the two roots, but values are
    /// made only where a change is, and where aliases are. Cost: linear.
    package func isChanged(
        into new: YAMLDocument,
        by changes: [DocumentChange]
    ) throws(EditError) -> Bool {
        let changes = ChangeTree(changes)
        guard hasRoot, new.hasRoot else {
            let expected = try changes.applied(to: root) ?? .dictionary([])
            return changes.areMade(in: new.root, from: root, expected: expected)
        }
        var comparing = YAMLComparing(self, new)
        return try comparing.areMade(changes, of: 0, at: 0)
    }

    /// The leaves that the edits touch, found without making the others.
    ///
    /// An alias is a leaf here, whatever it stands for. Cost: linear, with little to do for a value
    /// that isn't touched.
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
}

/// Compares two documents.
private struct YAMLComparing {
    private let old: YAMLDocument
    private let new: YAMLDocument
    private var oldValues: YAMLValues
    private var newValues: YAMLValues

    init(_ old: YAMLDocument, _ new: YAMLDocument) {
        self.old = old
        self.new = new
        oldValues = YAMLValues(old.tree, old.bytes)
        newValues = YAMLValues(new.tree, new.bytes)
    }

    /// Whether changes were made to a node, and only they.
    mutating func areMade(
        _ changes: ChangeTree,
        of node: Int,
        at place: Int?
    ) throws(EditError) -> Bool {
        if changes.areAllOfKeys, let place, let pairs = pairs(node, place) {
            return try areMade(changes, pairs)
        }
        let value = oldValues.value(of: node)
        let nothing: SettingValue? = node == 0 ? .dictionary([]) : nil
        guard let expected = try changes.applied(to: value) ?? nothing else { return place == nil }
        let found = place.map { newValues.value(of: $0) }
        return changes.areMade(in: found, from: value, expected: expected)
    }

    /// The members of two mappings without merged keys.
    private struct Pairs {
        var old: [YAMLValues.Member]
        var new: [YAMLValues.Member]
    }

    private mutating func pairs(_ node: Int, _ place: Int) -> Pairs? {
        guard old.tree.nodes[node].kind == .mapping, new.tree.nodes[place].kind == .mapping else {
            return nil
        }
        let pairs = Pairs(
            old: oldValues.members(of: node),
            new: newValues.members(of: place)
        )
        let isMerged = (pairs.old + pairs.new).contains { $0.inherited != nil }
        return isMerged || pairs.old.isEmpty ? nil : pairs
    }

    private mutating func areMade(
        _ changes: ChangeTree,
        _ pairs: Pairs
    ) throws(EditError) -> Bool {
        var next = 0
        var count = 0
        var places: [ExactText: Int]?
        func place(of key: String) -> Int? {
            // Mostly the keys are the same, in the same order.
            if next < pairs.new.count, pairs.new[next].key.isSame(as: key) { return next }
            if places == nil {
                places = [:]
                for (index, member) in pairs.new.enumerated() {
                    places?[ExactText(member.key)] = index
                }
            }
            return places?[ExactText(key)]
        }
        var known: Set<ExactText> = []
        for member in pairs.old {
            let index = place(of: member.key)
            if let index { (next, count) = (index + 1, count + 1) }
            let other = index.map { pairs.new[$0].child }
            if let below = changes.children[ExactText(member.key)] {
                known.insert(ExactText(member.key))
                guard try areMade(below, of: member.child, at: other) else { return false }
            } else {
                guard let other, isEqual(member.child, other) else { return false }
            }
        }
        for key in changes.keys where !known.contains(ExactText(key)) {
            let index = place(of: key)
            if index != nil { count += 1 }
            let expected = try changes.children[ExactText(key)]?.applied(to: nil)
            guard index.map({ newValues.value(of: pairs.new[$0].child) }) == expected else {
                return false
            }
        }
        return count == pairs.new.count
    }

    private mutating func isEqual(_ node: Int, _ other: Int) -> Bool {
        isEvidentlyEqual(node, other) || oldValues.value(of: node) == newValues.value(of: other)
    }

    /// Whether two nodes and all within them are written with the same words; false says nothing.
    ///
    /// An alias of the same name may stand for something else, so it never is; nor is a tag that
    /// only the file's program knows, as nothing but its text tells it from another.
    private func isEvidentlyEqual(_ node: Int, _ other: Int) -> Bool {
        let count = Int(old.tree.nodes[node].next) - node
        guard count == Int(new.tree.nodes[other].next) - other else { return false }
        for index in 0..<count {
            let a = old.tree.nodes[node + index]
            let b = new.tree.nodes[other + index]
            guard a.kind == b.kind, a.style == b.style, a.tag == b.tag,
                Int(a.next) - node == Int(b.next) - other, a.kind != .alias, a.tag != .other
            else { return false }
            guard a.kind == .scalar else { continue }
            // A block's text doesn't tell how its end is read.
            let isSame =
                a.link >= 0 && b.link >= 0
                ? old.tree.texts[Int(a.link)] == new.tree.texts[Int(b.link)]
                : a.link == b.link
                    && old.bytes[a.range].elementsEqual(new.bytes[b.range])
            guard isSame else { return false }
        }
        return true
    }
}
