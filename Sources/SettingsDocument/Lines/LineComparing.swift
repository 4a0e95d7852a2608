// Whether a line-based file says what it said but for some changes.

import SettingsModel

extension LineDocument {
    /// Makes values only of the keys that the changes are about, as long as all others kept their text.
    package func isChanged(
        into new: Self,
        by changes: [DocumentChange]
    ) throws(EditError) -> Bool {
        let tree = ChangeTree(changes)
        let ours = concerned(by: changes)
        let theirs = new.concerned(by: changes)
        let isSame = keepsText(of: new, but: ours, theirs)
        let old = isSame ? value(of: 0) { ours.contains($0) } ?? .dictionary([]) : root
        let result = isSame ? new.value(of: 0) { theirs.contains($0) } ?? .dictionary([]) : new.root
        let expected = asRead(try tree.applied(to: old) ?? .dictionary([]), "")
        return tree.areMade(in: result, from: old, expected: expected)
    }

    /// A list of one line reads as its text, unless the key is known to be a list.
    private func asRead(_ value: SettingValue, _ key: String) -> SettingValue {
        switch value {
        case .array(let values) where values.count == 1 && !isListKey(key): values[0]
        case .dictionary(let entries):
            .dictionary(entries.map { SettingValue.Entry($0.key, asRead($0.value, $0.key)) })
        default: value
        }
    }

    /// The leaves at the places of changes, above them and below.
    private func concerned(by changes: [DocumentChange]) -> Set<Int> {
        var concerned: Set<Int> = []
        for change in changes {
            var group = 0
            var leaf: Int?
            for case .key(let name) in change.path.elements {
                if let found = outline.leaf(name, in: group, lineEntries, bytes) {
                    leaf = found
                    break
                }
                guard let child = outline.child(name, of: group) else {
                    group = -1
                    break
                }
                group = child
            }
            if let leaf {
                concerned.insert(leaf)
            } else if group >= 0 {
                insertLeaves(of: group, into: &concerned)
            }
        }
        return concerned
    }

    private func insertLeaves(of group: Int, into leaves: inout Set<Int>) {
        leaves.formUnion(outline.groups[group].leaves)
        for child in outline.groups[group].children { insertLeaves(of: child, into: &leaves) }
    }

    /// Whether all other leaves stand in the same order with the same text.
    private func keepsText(of new: Self, but ours: Set<Int>, _ theirs: Set<Int>) -> Bool {
        guard isLatin1 == new.isLatin1,
            effective.count - ours.count == new.effective.count - theirs.count
        else { return false }
        var groups: [Int32: Int32] = [:]
        var next = 0
        for entry in effective {
            let leaf = Int(outline.leafOfEntry[Int(entry)])
            if ours.contains(leaf) { continue }
            var other = Int(new.outline.leafOfEntry[Int(new.effective[next])])
            while theirs.contains(other) {
                next += 1
                other = Int(new.outline.leafOfEntry[Int(new.effective[next])])
            }
            next += 1
            let group = (outline.leaves[leaf].group, new.outline.leaves[other].group)
            if groups[group.0] != group.1 {
                guard outline.path(of: Int(group.0)) == new.outline.path(of: Int(group.1)) else {
                    return false
                }
                groups[group.0] = group.1
            }
            guard hasText(leaf, of: other, in: new) else { return false }
        }
        return true
    }

    private func hasText(_ leaf: Int, of other: Int, in new: Self) -> Bool {
        let (ours, theirs) = (outline.leaves[leaf], new.outline.leaves[other])
        guard ours.count == theirs.count else { return false }
        var (a, b) = (ours.first, theirs.first)
        while a >= 0 {
            let (mine, their) = (lineEntries[Int(a)], new.lineEntries[Int(b)])
            guard mine.hasSeparator == their.hasSeparator,
                bytes[mine.key] == new.bytes[their.key],
                bytes[mine.value] == new.bytes[their.value]
            else { return false }
            (a, b) = (outline.nextOfEntry[Int(a)], new.outline.nextOfEntry[Int(b)])
        }
        return true
    }
}
