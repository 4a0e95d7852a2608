// Keys that are set again return to where an older text of the file had them.

import SettingsModel

/// A text that a file had, which knows where the keys stood that the file lacks now.
package struct FormerText: Sendable {
    package var document: any Document
    /// The comments that come back with a key; others stay away, as a person took them out.
    package var comments: Set<[UInt8]>

    /// Creates a former text whose comments stay away, but for those that its successor lacks, when
    /// that was written by the agent: no person took these out.
    package init(_ document: any Document, before successor: (any Document)?) {
        self.document = document
        comments = []
        guard let successor else { return }
        let left = successor.commentCounts
        for (text, count) in document.commentCounts where left[text] ?? 0 < count {
            comments.insert(text)
        }
    }
}

extension Document {
    /// Sets keys that this document lacks, each where a former text of the file had it.
    ///
    /// A key comes back with its lines as they were, beside the neighbours that it had: behind the
    /// line before, else before the line after, else behind the nearest line before that is still
    /// there. Its table comes back with it where that went too. Then it is given its new value. The
    /// result is read back as after any edit.
    ///
    /// Cost: some ten readings of the text; none past ``mostRecalledBytes``, where no key returns.
    ///
    /// - Returns: The document with the keys that could return; the others are the refusals, to be
    ///   set as any new key is.
    package func restoring(_ changes: [DocumentChange], from former: FormerText) -> Revision {
        guard let old = former.document as? Self, format != .binaryPropertyList,
            max(bytes.count, old.bytes.count) <= mostRecalledBytes
        else { return Revision(document: self, edits: [], refusals: changes.map(Self.noPlace)) }
        var tries = mostRecalls
        let (document, refused) = restoring(changes[...], old, former.comments, &tries)
        return Revision(
            document: document,
            edits: Self.difference(from: bytes, to: document.bytes),
            refusals: refused.map(Self.noPlace)
        )
    }

    /// Restores all, or else each half by itself while there are tries left.
    private func restoring(
        _ changes: ArraySlice<DocumentChange>,
        _ old: Self,
        _ comments: Set<[UInt8]>,
        _ tries: inout Int
    ) -> (document: Self, refused: [DocumentChange]) {
        guard tries > 0 else { return (self, Array(changes)) }
        tries -= 1
        let recall = Recall(document: self, former: old, comments: comments)
        if let document = recall.document(with: Array(changes)) { return (document, []) }
        guard changes.count > 1 else { return (self, Array(changes)) }
        let middle = changes.startIndex + changes.count / 2
        let first = restoring(changes[..<middle], old, comments, &tries)
        let second = first.document.restoring(changes[middle...], old, comments, &tries)
        return (second.document, first.refused + second.refused)
    }

    private static func noPlace(
        _ change: DocumentChange
    ) -> (change: DocumentChange, error: EditError) {
        let error = EditError(
            code: .noSuchPath,
            problem: "an older text has no place for the key that is free here",
            advice: "Set it as a new key"
        )
        return (change, error)
    }
}

/// The size of a text past which new keys stand where any new key does: a place that is remembered
/// costs a dozen readings, and programs wait meanwhile.
package let mostRecalledBytes = 1 << 20

/// How often keys that can't return together are tried in smaller groups.
private let mostRecalls = 16

// MARK: One try

/// Keys that a document lacks, and the older text that they return from.
private struct Recall<Source: Document> {
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

// MARK: Comments

extension Document {
    /// How often each comment stands in the file.
    fileprivate var commentCounts: [[UInt8]: Int] {
        comments.reduce(into: [:]) { $0[Array(bytes[$1]), default: 0] += 1 }
    }

    /// The document without the comments in some ranges, nor the lines that have nothing else.
    ///
    /// - Returns: nil where it would say something else without them.
    fileprivate func withoutComments(in ranges: [Range<Int>], but kept: Set<[UInt8]>) -> Self? {
        let layout = TextLayout(bytes)
        let removals = comments.filter { comment in
            ranges.contains { $0.overlaps(comment) } && !kept.contains(Array(bytes[comment]))
        }.map { comment in
            let (start, end) = (comment.lowerBound, comment.upperBound)
            let isAlone = layout.isFirstInLine(start) && layout.isLastInLine(end)
            return isAlone
                ? Edit(layout.lineStart(start)..<layout.nextLine(end), "")
                : Edit(layout.blanksStart(before: start)..<end, "")
        }
        guard !removals.isEmpty else { return self }
        guard let text = try? bytes.applying(removals),  // removals never meet
            let plain = try? Self(text, as: format, limits: .standard), plain.root == root
        else { return nil }
        return plain
    }
}
