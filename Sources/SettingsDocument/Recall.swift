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
        guard keys.count == changes.count, let known = known(beside: keys) else { return nil }
        let old = known.root
        let returning = keys.compactMap { key in
            old[key].map { DocumentChange(DocumentPath(key), $0) }
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
    private func known(beside keys: [SettingKeyPath]) -> Source? {
        let changes = former.leafChanges(to: document).filter { change in
            !keys.contains { $0 == change.keyPath || $0.conflicts(with: change.keyPath) }
        }
        let places = changes.map { DocumentChange(DocumentPath($0.keyPath), $0.value) }
        return former.revised(by: places).document as? Source
    }

    /// What to take out of the older text so that the document's is left: the keys, or else the
    /// outermost tables that the document lacks with them.
    private func removals(of keys: [SettingKeyPath]) -> [[SettingKeyPath]] {
        let root = document.root
        let tables = keys.map { key in
            let lengths = 1..<max(key.segments.count, 1)
            let length = lengths.first {
                root[SettingKeyPath(segments: Array(key.segments.prefix($0)))] == nil
            }
            return length.map { SettingKeyPath(segments: Array(key.segments.prefix($0))) } ?? key
        }
        return tables == keys ? [keys] : [keys, Array(Set(tables)).sorted()]
    }

    /// The document with what a removal takes out of the older text.
    private func restored(
        _ changes: [DocumentChange],
        removedAs paths: [SettingKeyPath],
        from known: Source
    ) -> Source? {
        guard let (known, removal) = removal(of: paths, from: known),
            removal.refusals.isEmpty, let rest = removal.document as? Source
        else { return nil }
        let alignment = LineAlignment(from: rest, to: document, keeping: comments)
        var edits: [Edit] = []
        for edit in known.bytes.inverse(of: removal.edits) {
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

    /// The older text with what is to return, and the removal that takes it out.
    private func removal(
        of paths: [SettingKeyPath],
        from known: Source
    ) -> (known: Source, removal: Revision)? {
        let changes = paths.map { DocumentChange(DocumentPath($0), nil) }
        let removal = known.revised(by: changes)
        let kept = comments.subtracting(doubled(by: removal, of: known))
        let ranges = removal.edits.map(\.range)
        guard let plain = known.withoutComments(in: ranges, but: kept) else { return nil }
        return (plain, plain.revised(by: changes))
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
