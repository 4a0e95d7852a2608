// Where two documents say something else, found without listing all that they say.

package import SettingsModel

/// A leaf that one document has and another hasn't, or has with another value.
package struct LeafChange: Equatable, Sendable {
    package var keyPath: SettingKeyPath
    /// What the new document says; nil where it has no such leaf.
    package var value: SettingValue?
}

extension Document {
    /// The changes that lead from this document's leaves to those of another, in no order.
    ///
    /// - Returns: nil for a document of another type.
    package func leafChanges(toAny new: any Document) -> [LeafChange]? {
        (new as? Self).map { leafChanges(to: $0) }
    }

    /// What each document can do: lists all leaves of both.
    package func leafChanges(to new: Self) -> [LeafChange] {
        SettingsDocument.leafChanges(from: entries, to: new.entries)
    }
}

/// The changes that lead from some leaves to others.
func leafChanges(from old: [DocumentEntry], to new: [DocumentEntry]) -> [LeafChange] {
    var left = Dictionary(old.map { ($0.keyPath, $0.value) }) { _, last in last }
    var changes: [LeafChange] = []
    for entry in new where left.removeValue(forKey: entry.keyPath) != entry.value {
        changes.append(LeafChange(keyPath: entry.keyPath, value: entry.value))
    }
    return changes + left.keys.map { LeafChange(keyPath: $0, value: nil) }
}

// MARK: Documents that are one value

extension JSONDocument {
    package func leafChanges(to new: JSONDocument) -> [LeafChange] {
        root.leafChanges(to: new.root, limits: limits)
    }
}

extension XMLPropertyList {
    package func leafChanges(to new: XMLPropertyList) -> [LeafChange] {
        root.leafChanges(to: new.root, limits: limits)
    }
}

extension SettingValue {
    /// The changes that lead from the leaves of a document's root to those of another's.
    fileprivate func leafChanges(to new: SettingValue, limits: Limits) -> [LeafChange] {
        var changes: [LeafChange] = []
        func compare(_ old: [Entry], _ new: [Entry], _ segments: [String]) {
            var others = EntryLookup(new)
            var found = 0
            for entry in old {
                let other = others[entry.key]
                if other != nil { found += 1 }
                compare(entry.value, other, segments + [entry.key])
            }
            guard found < new.count else { return }
            var known = EntryLookup(old)
            for entry in new where known[entry.key] == nil {
                compare(nil, entry.value, segments + [entry.key])
            }
        }
        func compare(_ old: SettingValue?, _ new: SettingValue?, _ segments: [String]) {
            let path = SettingKeyPath(segments: segments)
            let isLeaf = segments.count >= limits.keyPathSegments
            if !isLeaf, case .dictionary(let old)? = old, !old.isEmpty,
                case .dictionary(let new)? = new, !new.isEmpty
            {
                return compare(old, new, segments)
            }
            if old == new { return }
            changes += SettingsDocument.leafChanges(
                from: old?.entries(at: path, limits: limits) ?? [],
                to: new?.entries(at: path, limits: limits) ?? []
            )
        }
        compare(keyedEntries, new.keyedEntries, [])
        return changes
    }

    /// A dictionary's entries; a root that is something else has no leaves with a key path.
    private var keyedEntries: [Entry] {
        if case .dictionary(let entries) = self { entries } else { [] }
    }

    private func entries(at path: SettingKeyPath, limits: Limits) -> [DocumentEntry] {
        leaves(at: path, limits: limits).map {
            DocumentEntry(keyPath: $0.0, value: $0.1, offset: 0)
        }
    }
}

// MARK: TOML

extension TOMLDocument {
    /// The changes that lead from this document's leaves to those of another.
    ///
    /// Cost: linear, with little to do for a value that is kept.
    package func leafChanges(to new: TOMLDocument) -> [LeafChange] {
        var changes: [LeafChange] = []
        compareTables(0, 0, in: new, [], &changes)
        return changes
    }

    private func compareTables(
        _ old: Int,
        _ other: Int,
        in new: TOMLDocument,
        _ segments: [String],
        _ changes: inout [LeafChange]
    ) {
        // Mostly the keys are the same, in the same order.
        var child = tree.nodes[old].firstChild
        var next = new.tree.nodes[other].firstChild
        var found = 0
        while child != TOMLTree.none {
            let isNext =
                next != TOMLTree.none
                && new.tree.nodes[next].key.isSame(as: tree.nodes[child].key)
            let place = isNext ? next : new.tree.child(of: other, tree.nodes[child].key)
            if let place {
                found += 1
                next = new.tree.nodes[place].nextSibling
            }
            compare(child, place, in: new, segments, &changes)
            child = tree.nodes[child].nextSibling
        }
        guard found < new.tree.children(of: other).count else { return }
        for child in new.tree.children(of: other)
        where tree.child(of: old, new.tree.nodes[child].key) == nil {
            compare(nil, child, in: new, segments, &changes)
        }
    }

    private func compare(
        _ old: Int?,
        _ other: Int?,
        in new: TOMLDocument,
        _ segments: [String],
        _ changes: inout [LeafChange]
    ) {
        if let old, let other {
            if !tree.nodes[old].isTable, isEvidentlyEqual(old, in: new, to: other) { return }
            if tree.isOpenTable(old), new.tree.isOpenTable(other),
                segments.count + 1 < Limits.standard.keyPathSegments
            {
                let inner = segments + [tree.nodes[old].key]
                return compareTables(old, other, in: new, inner, &changes)
            }
        }
        changes += SettingsDocument.leafChanges(
            from: old.map { entries(of: $0, below: segments) } ?? [],
            to: other.map { new.entries(of: $0, below: segments) } ?? []
        )
    }
}

extension TOMLTree {
    /// Whether a node is a table with something in it.
    fileprivate func isOpenTable(_ node: Int) -> Bool {
        nodes[node].isTable && nodes[node].firstChild != Self.none
    }
}
