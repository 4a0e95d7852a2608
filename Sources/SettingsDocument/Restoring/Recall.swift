// One try to bring keys back from an older text.

import SettingsModel

/// Keys that a document lacks, and the older text that they return from.
struct Recall<Source: Document> {
    let document: Source
    let former: Source
    /// Those that may return.
    let comments: Set<[UInt8]>

    /// The document with all changes made at their old places; nil where it can't be.
    func document(with changes: [DocumentChange]) -> Source? {
        let keys = changes.compactMap(\.path.keyPath)
        guard keys.count == changes.count, let known = known(beside: changes) else { return nil }
        let old = known.root
        let leaves = Dictionary(known.entries.map { ($0.keyPath, $0.value) }) { _, last in last }
        let returning = keys.compactMap { key in
            (leaves[key] ?? old[key]).map { DocumentChange(DocumentPath(key), $0) }
        }
        guard returning.count == keys.count else { return nil }
        for removed in removals(of: keys) {
            guard let restored = restored(returning, removedAs: removed, from: known) else {
                continue
            }
            let revision = restored.revised(by: changes)
            if revision.refusals.isEmpty { return revision.document as? Source }
        }
        return nil
    }

    /// The older text as it would be today had the keys not gone: with the document's values.
    private func known(beside changes: [DocumentChange]) -> Source? {
        let returning = ChangedPlaces(changes)
        let places = former.leafChanges(to: document).filter { !returning.concern($0.keyPath) }
            .map { DocumentChange(DocumentPath($0.keyPath), $0.value) }
        return former.revised(by: places).document as? Source
    }

    /// What to take out of the older text so that the document's is left: the keys, or else the
    /// outermost tables that the document lacks with them.
    private func removals(of keys: [SettingKeyPath]) -> [[SettingKeyPath]] {
        let root = document.root
        var known: [SettingKeyPath: Bool] = [:]
        func isThere(_ table: SettingKeyPath) -> Bool {
            if let isThere = known[table] { return isThere }
            known[table] = root[table] != nil
            return root[table] != nil
        }
        let tables = keys.map { key in
            let lengths = 1..<max(key.segments.count, 1)
            let outer = lengths.lazy.map {
                SettingKeyPath(segments: Array(key.segments.prefix($0)))
            }
            return outer.first { !isThere($0) } ?? key
        }
        return tables == keys ? [keys] : [keys, Array(Set(tables)).sorted()]
    }

    /// The document with what a removal takes out of the older text.
    private func restored(
        _ changes: [DocumentChange],
        removedAs paths: [SettingKeyPath],
        from known: Source
    ) -> Source? {
        guard let (known, rest, removal) = removal(of: paths, from: known) else { return nil }
        let alignment = LineAlignment(from: rest, to: document, keeping: comments)
        var edits: [Edit] = []
        for edit in known.bytes.inverse(of: removal.inOrder()) {
            guard let moved = alignment.moved(edit) else { return nil }
            edits.append(moved)
        }
        // Where comments tell the dialect, the older text knows it.
        guard let text = try? document.bytes.applying(edits),  // edits that meet have no place
            let restored = try? Source(text, as: known.format, limits: .standard),
            (try? document.isChanged(into: restored, by: changes)) == true,
            document.keepsOtherText(in: restored, changes, edits)
        else { return nil }
        return restored
    }

    /// The older text with what is to return, what is left without it, and the edits between the two.
    private func removal(
        of paths: [SettingKeyPath],
        from known: Source
    ) -> (known: Source, rest: Source, edits: [Edit])? {
        let changes = paths.map { DocumentChange(DocumentPath($0), nil) }
        let trial = known.revised(by: changes)
        let kept = comments.subtracting(doubled(by: trial, of: known))
        let ranges = trial.edits.inOrder().map(\.range)
        guard let known = known.withoutComments(in: ranges, but: kept) else { return nil }
        let removal = known.revised(by: changes)
        guard removal.refusals.isEmpty, let rest = removal.document as? Source else { return nil }
        let left = leftBehind(in: rest, by: changes)
        guard !left.isEmpty else { return (known, rest, removal.edits) }
        let others = Set(rest.commentCounts.keys).subtracting(left)
        guard let bare = rest.withoutComments(in: [rest.bytes.indices], but: others) else {
            return (known, rest, removal.edits)
        }
        return (known, bare, Edit.difference(from: known.bytes, to: bare.bytes))
    }

    /// The comments that went with the keys, and don't go with them now.
    ///
    /// In a line of several keys, a comment is about the key behind it while there is one before it
    /// as well; without that one, it would be about their table.
    private func leftBehind(in rest: Source, by changes: [DocumentChange]) -> Set<[UInt8]> {
        let present = document.commentCounts
        let counts = rest.commentCounts
        let left = comments.filter { present[$0] ?? 0 < counts[$0] ?? 0 }
        guard !left.isEmpty else { return [] }
        let before = former.commentCounts
        let after = former.revised(by: changes).document.commentCounts
        return left.filter { after[$0] ?? 0 < before[$0] ?? 0 }
    }

    /// The comments that the removal takes out of the older text and that stand in the document still.
    private func doubled(by removal: Revision, of known: Source) -> Set<[UInt8]> {
        let rest = removal.document.commentCounts
        let present = document.commentCounts
        let doubled = known.commentCounts.filter { text, count in
            let left = rest[text] ?? 0
            return left < count && left < present[text] ?? 0
        }
        return Set(doubled.keys)
    }
}

extension SettingValue {
    /// The value at a key path, or nil.
    fileprivate subscript(path: SettingKeyPath) -> SettingValue? {
        var value = self
        for segment in path.segments {
            guard case .dictionary(let entries) = value,
                let entry = entries.last(where: { $0.key.isSame(as: segment) })
            else { return nil }
            value = entry.value
        }
        return value
    }
}
