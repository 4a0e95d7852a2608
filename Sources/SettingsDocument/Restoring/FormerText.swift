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
            format.hasFormerTexts(in: old.format),
            max(bytes.count, old.bytes.count) <= mostRecalledBytes
        else { return Revision(document: self, edits: [], refusals: changes.map(Self.noPlace)) }
        var tries = mostRecalls
        let (document, refused) = restoring(changes[...], old, former.comments, &tries)
        return Revision(
            document: document,
            edits: Edit.difference(from: bytes, to: document.bytes),
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

extension Format {
    /// Whether a file in this format may be an older one's successor: comments alone make JSON another.
    fileprivate func hasFormerTexts(in old: Format) -> Bool {
        let hasComments: Set<Format> = [.json, .jsonc]
        return old == self || hasComments.isSuperset(of: [old, self])
    }
}

/// The size of a text past which new keys stand where any new key does: a place that is remembered
/// costs a dozen readings, and programs wait meanwhile.
package let mostRecalledBytes = 1 << 20

/// How often keys that can't return together are tried in smaller groups.
private let mostRecalls = 16

// MARK: Comments

extension Document {
    /// How often each comment stands in the file.
    var commentCounts: [[UInt8]: Int] {
        comments.reduce(into: [:]) { $0[Array(bytes[$1]), default: 0] += 1 }
    }

    /// The document without the comments in some ranges, nor the lines that have nothing else.
    ///
    /// The ranges are in order, none within another.
    ///
    /// - Returns: nil where it would say something else without them.
    func withoutComments(in ranges: [Range<Int>], but kept: Set<[UInt8]>) -> Self? {
        let layout = TextLayout(bytes)
        var rest = ranges[...]
        let touched = comments.filter { comment in
            rest = rest.drop { $0.upperBound <= comment.lowerBound }
            return rest.first?.overlaps(comment) == true
        }
        let removals = touched.filter { !kept.contains(Array(bytes[$0])) }.map { comment in
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
