// TOML texts compared by their bytes: equal text has an equal value, which then needn't be read.

import SettingsModel

extension TOMLDocument {
    /// How this text's leaves differ from those of an older one.
    ///
    /// Makes no key path and no value for a leaf that is the same in both.
    package func difference(from old: any Document) -> EntryDifference {
        guard let old = old as? TOMLDocument else {
            return EntryDifference(from: old.entries, to: entries)
        }
        // The last two tables that were found at the same keys: most leaves follow one of the same table.
        var sameTables = (old: 0, new: 0)
        return EntryDifference(
            from: old.leaves,
            to: leaves,
            isSameKey: { node, newNode in
                guard old.hasSameKey(node, as: newNode, in: self) else { return false }
                let (table, newTable) = (old.tree.nodes[node].parent, tree.nodes[newNode].parent)
                guard (table, newTable) != sameTables else { return true }
                guard old.hasSameKeys(table, as: newTable, in: self) else { return false }
                sameTables = (table, newTable)
                return true
            },
            isSameValue: {
                old.isWritten($0, as: $1, in: self) || old.value(of: $0) == value(of: $1)
            },
            oldEntry: old.entry,
            newEntry: entry
        )
    }

    /// Whether the keys that lead to two nodes are the same.
    private func hasSameKeys(_ node: Int, as newNode: Int, in new: TOMLDocument) -> Bool {
        var (node, newNode) = (node, newNode)
        while node != 0, newNode != 0 {
            guard hasSameKey(node, as: newNode, in: new) else { return false }
            (node, newNode) = (tree.nodes[node].parent, new.tree.nodes[newNode].parent)
        }
        return node == newNode
    }

    private func hasSameKey(_ node: Int, as newNode: Int, in new: TOMLDocument) -> Bool {
        tree.nodes[node].key.isSame(as: new.tree.nodes[newNode].key)
    }

    /// Whether two nodes are written alike; where they aren't, their values may be equal all the same.
    private func isWritten(_ node: Int, as newNode: Int, in new: TOMLDocument) -> Bool {
        // Asked of the kinds: a whole node would be copied for it.
        let hasOwnText = tree.nodes[node].kind.hasOwnText
        guard hasOwnText == new.tree.nodes[newNode].kind.hasOwnText else { return false }
        if hasOwnText {
            return bytes[tree.nodes[node].span].isSame(as: new.bytes[new.tree.nodes[newNode].span])
        }
        guard tree.nodes[node].isTable == new.tree.nodes[newNode].isTable else { return false }
        return tree.children(of: node).elementsEqual(new.tree.children(of: newNode)) {
            hasSameKey($0, as: $1, in: new) && isWritten($0, as: $1, in: new)
        }
    }
}

// MARK: The gate

extension TOMLDocument {
    /// Whether another text has this one's values with just these changes.
    package func isChanged(
        into new: TOMLDocument,
        by changes: [DocumentChange]
    ) throws(EditError) -> Bool {
        let changes = ChangeTree(changes)
        let (old, new) = doubtfulValues(of: 0, becoming: 0, in: new, by: changes)
        // A file without any value is an empty dictionary.
        let expected = try changes.applied(to: old) ?? .dictionary([])
        return changes.areMade(in: new, from: old, expected: expected)
    }

    /// The values of two nodes, without the unchanged entries: those that no change is about and that are
    /// written alike.
    private func doubtfulValues(
        of node: Int,
        becoming newNode: Int,
        in new: TOMLDocument,
        by changes: ChangeTree
    ) -> (old: SettingValue, new: SettingValue) {
        guard changes.areAllOfKeys, tree.nodes[node].isTable, new.tree.nodes[newNode].isTable else {
            return (value(of: node), new.value(of: newNode))
        }
        let (children, newChildren) = (tree.children(of: node), new.tree.children(of: newNode))
        func below(_ child: Int) -> ChangeTree? { changes.child(tree.nodes[child].key) }
        let ends = CommonEnds(of: children, newChildren) { child, newChild in
            hasSameKey(child, as: newChild, in: new)
                && (below(child) != nil || isWritten(child, as: newChild, in: new))
        }
        var entries = children[ends.oldRest].map(keyedValue)
        var newEntries = newChildren[ends.newRest].map(new.keyedValue)
        for (child, newChild) in ends.pairs {
            guard let below = below(child) else { continue }
            let values = doubtfulValues(of: child, becoming: newChild, in: new, by: below)
            entries.append(.init(tree.nodes[child].key, values.old))
            newEntries.append(.init(tree.nodes[child].key, values.new))
        }
        return (.dictionary(entries), .dictionary(newEntries))
    }
}
