// Two readings of a TOML file compared node by node, without making values of them.

import SettingsModel

extension TOMLDocument {
    /// Whether `new` says what this document says, with just the changes.
    ///
    /// It is what ``ChangeTree/areMade(in:from:expected:)`` finds of the two roots, but values are
    /// made only where a change is. Cost: linear, with little to do for a value that is kept.
    package func isChanged(
        into new: TOMLDocument,
        by changes: [DocumentChange]
    ) throws(EditError) -> Bool {
        try areMade(ChangeTree(changes), of: 0, in: new, at: 0)
    }

    /// Whether changes were made to a node of this document, and only they.
    private func areMade(
        _ changes: ChangeTree,
        of old: Int,
        in new: TOMLDocument,
        at place: Int?
    ) throws(EditError) -> Bool {
        if changes.areAllOfKeys, tree.nodes[old].isTable {
            return try areMade(changes, ofTable: old, in: new, at: place)
        }
        let value = value(of: old)
        let nothing: SettingValue? = old == 0 ? .dictionary([]) : nil
        guard let expected = try changes.applied(to: value) ?? nothing else { return place == nil }
        return changes.areMade(in: place.map { new.value(of: $0) }, from: value, expected: expected)
    }

    private func areMade(
        _ changes: ChangeTree,
        ofTable old: Int,
        in new: TOMLDocument,
        at place: Int?
    ) throws(EditError) -> Bool {
        // A table that lost its last key may be there, empty, or not.
        guard place != nil || tree.nodes[old].firstChild != TOMLTree.none else { return false }
        if let place, !new.tree.nodes[place].isTable { return false }
        var count = 0
        // Mostly the keys are the same, in the same order.
        var next = place.map { new.tree.nodes[$0].firstChild } ?? TOMLTree.none
        for child in tree.children(of: old) {
            let key = tree.nodes[child].key
            let isNext = next != TOMLTree.none && new.tree.nodes[next].key.isSame(as: key)
            let other = isNext ? next : place.flatMap { new.tree.child(of: $0, key) }
            if let other {
                count += 1
                next = new.tree.nodes[other].nextSibling
            }
            if let below = changes.children[ExactText(key)] {
                guard try areMade(below, of: child, in: new, at: other) else { return false }
            } else {
                guard let other, isEqual(child, in: new, to: other) else { return false }
            }
        }
        for key in changes.keys where tree.child(of: old, key) == nil {
            let other = place.flatMap { new.tree.child(of: $0, key) }
            if other != nil { count += 1 }
            let expected = try changes.children[ExactText(key)]?.applied(to: nil)
            guard other.map({ new.value(of: $0) }) == expected else { return false }
        }
        return count == (place.map { new.tree.children(of: $0).count } ?? 0)
    }

    /// Whether two nodes say the same.
    private func isEqual(_ old: Int, in new: TOMLDocument, to other: Int) -> Bool {
        isEvidentlyEqual(old, in: new, to: other) || value(of: old) == new.value(of: other)
    }

    /// Whether two nodes say the same in the same words; false says nothing.
    func isEvidentlyEqual(_ old: Int, in new: TOMLDocument, to other: Int) -> Bool {
        switch (tree.nodes[old].kind, new.tree.nodes[other].kind) {
        case (.string, .string), (.local, .local):
            return hasSameText(tree.nodes[old].span, in: new, at: new.tree.nodes[other].span)
        case (.integer(let a), .integer(let b)): return a == b
        case (.real(let a), .real(let b)): return a.bitPattern == b.bitPattern
        case (.boolean(let a), .boolean(let b)): return a == b
        case (.date(let a), .date(let b)): return a == b
        case (.array, .array), (.arrayOfTables, .arrayOfTables), (.table, .table):
            var child = tree.nodes[old].firstChild
            var otherChild = new.tree.nodes[other].firstChild
            while child != TOMLTree.none, otherChild != TOMLTree.none {
                guard tree.nodes[child].key.isSame(as: new.tree.nodes[otherChild].key),
                    isEvidentlyEqual(child, in: new, to: otherChild)
                else { return false }
                child = tree.nodes[child].nextSibling
                otherChild = new.tree.nodes[otherChild].nextSibling
            }
            return child == otherChild
        default: return false
        }
    }
}

extension TOMLDocument {
    /// Whether the bytes of a place are those of a place of another document.
    private func hasSameText(
        _ range: Range<Int>,
        in new: TOMLDocument,
        at other: Range<Int>
    ) -> Bool {
        guard range.count == other.count else { return false }
        let distance = other.lowerBound - range.lowerBound
        return range.allSatisfy { bytes[$0] == new.bytes[$0 + distance] }
    }
}

// MARK: The text of other values

extension TOMLDocument {
    /// The leaves that the edits touch, found without making the others.
    ///
    /// Cost: linear, with little to do for a value that isn't touched.
    package func entries(touchedBy edits: [Edit]) -> [DocumentEntry] {
        let leaves = leaves
        return edits.touched(of: leaves.map { tree.nodes[$0].keySpan.lowerBound }).map { index in
            let node = leaves[index]
            return DocumentEntry(
                keyPath: SettingKeyPath(segments: tree.path(of: node)),
                value: value(of: node),
                offset: tree.nodes[node].keySpan.lowerBound
            )
        }
    }

    /// The nodes of ``entries``, in the order of the file.
    var leaves: [Int] {
        var leaves: [Int] = []
        forEachLeaf { leaves.append($0) }
        return leaves
    }

    /// Goes through the nodes of ``entries``, in the order of the file.
    func forEachLeaf(_ body: (Int) -> Void) {
        let deepest = Int32(Limits.standard.keyPathSegments)
        // How many keys lead to a node; below zero for one within a leaf. Half of what an Int takes, as
        // large buffers come from the system page by page.
        var depths: [Int32] = [0]
        depths.reserveCapacity(tree.nodes.count)
        for node in tree.nodes.indices.dropFirst() {
            let parent = tree.nodes[node].parent
            let outer = depths[parent]
            guard outer >= 0, outer < deepest, tree.nodes[parent].isTable else {
                depths.append(-1)
                continue
            }
            depths.append(outer + 1)
            let isEmpty = tree.nodes[node].firstChild == TOMLTree.none
            if !tree.nodes[node].isTable || outer + 1 == deepest
                || isEmpty && tree.nodes[node].origin != .header
            {
                body(node)
            }
        }
    }
}
