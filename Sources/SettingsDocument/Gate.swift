// The only way edits leave this module: made, read back, and compared with what was asked for.

import SettingsModel

/// A document after some changes.
package struct Revision: Sendable {
    /// The document with the changes that could be made, read back.
    package var document: any Document
    /// What was changed in the old bytes.
    package var edits: [Edit]
    /// The changes that could not be made, each with its reason; the rest was made without them.
    package var refusals: [(change: DocumentChange, error: EditError)]
}

extension Document {
    /// Makes changes, each whole or not at all.
    ///
    /// The result is read back: its tree must be the old tree with just these changes, and no other
    /// value's text may have been touched. Else the conservative style is tried, then each half of
    /// the changes by itself, removals first, down to those that fail alone: these are refused and
    /// the others stand.
    ///
    /// A value that the format spells otherwise (a date in JSON) is written as ``Format/stored(_:)``
    /// has it. Cost: linear in file and changes, times the logarithm of their number for each refusal.
    package func revised(by changes: [DocumentChange]) -> Revision {
        var takes: [DocumentChange] = []
        var refusals: [(change: DocumentChange, error: EditError)] = []
        for change in changes {
            if let stored = storable(change) {
                takes.append(stored)
            } else {
                refusals.append((change, unrepresentable(change)))
            }
        }
        // A value can take the place of a table only once the table's keys are gone.
        takes = takes.filter { $0.value == nil } + takes.filter { $0.value != nil }
        let halving = halved(takes[...])
        return Revision(
            document: halving.document,
            edits: halving.passes == 1
                ? halving.edits : Self.difference(from: bytes, to: halving.document.bytes),
            refusals: refusals
                + halving.refusals.map {
                    (change: asked($0.change, among: changes), error: $0.error)
                }
        )
    }

    /// The change that was asked for, of one as this file stores it.
    private func asked(_ stored: DocumentChange, among changes: [DocumentChange]) -> DocumentChange
    {
        changes.first { $0.path == stored.path && storable($0) == stored } ?? stored
    }

    /// Makes one change.
    ///
    /// - Throws: ``EditError``; nothing was changed.
    package func revised(by change: DocumentChange) throws(EditError) -> Revision {
        let revision = revised(by: [change])
        if let refusal = revision.refusals.first { throw refusal.error }
        return revision
    }

    private func storable(_ change: DocumentChange) -> DocumentChange? {
        guard let value = change.value else { return change }
        return stored(value, at: change.path).map { DocumentChange(change.path, $0) }
    }

    private func unrepresentable(_ change: DocumentChange) -> EditError {
        EditError(
            code: .unrepresentable,
            problem:
                "\(format.rawValue) can't hold a value of type \(change.value?.typeName ?? "none")",
            advice: "Set another value, or keep the setting in a file of another format"
        )
    }

    private func halved(_ changes: ArraySlice<DocumentChange>) -> Halving<Self> {
        do {
            return try gatedInEitherStyle(Array(changes))
        } catch {
            guard changes.count > 1 else {
                let refusals = changes.map { (change: $0, error: error) }
                return Halving(document: self, edits: [], refusals: refusals, passes: 1)
            }
            let middle = changes.startIndex + changes.count / 2
            let first = halved(changes[..<middle])
            let second = first.document.halved(changes[middle...])
            return Halving(
                document: second.document,
                edits: [],
                refusals: first.refusals + second.refusals,
                passes: first.passes + second.passes
            )
        }
    }

    private func gatedInEitherStyle(
        _ changes: [DocumentChange]
    ) throws(EditError) -> Halving<Self> {
        do {
            return try gated(changes, .natural)
        } catch {
            guard error.code == .gate else { throw error }
            return try gated(changes, .conservative)
        }
    }

    private func gated(
        _ changes: [DocumentChange],
        _ style: EditStyle
    ) throws(EditError) -> Halving<Self> {
        let edits = try edits(for: changes, style: style)
        guard !edits.isEmpty else {
            guard try isChanged(into: self, by: changes) else {
                throw Self.refused("no edit was found that makes the change")
            }
            return Halving(document: self, edits: [], refusals: [], passes: 1)
        }
        let result = try bytes.applying(edits)
        let document: Self
        do {
            document = try Self(result, as: format, limits: .standard)
        } catch {
            throw Self.refused("the result could not be read: \(error.problem)")
        }
        guard try isChanged(into: document, by: changes) else {
            throw Self.refused("the result would say something else")
        }
        guard keepsOtherText(in: document, changes, edits) else {
            throw Self.refused("another value's text would change")
        }
        return Halving(document: document, edits: edits, refusals: [], passes: 1)
    }

    private static func refused(_ problem: String) -> EditError {
        EditError(code: .gate, problem: problem, advice: "Edit the file by hand")
    }

    /// One edit that turns one text into the other.
    static func difference(from old: [UInt8], to new: [UInt8]) -> [Edit] {
        guard old != new else { return [] }
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let most = min(old.count, new.count) - prefix
        let suffix = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        let range = prefix..<old.count - suffix
        return [Edit(range, Array(new[prefix..<new.count - suffix]))]
    }
}

/// What came of one list of changes, made whole or in parts.
private struct Halving<Revised: Document> {
    /// The document with what could be made.
    var document: Revised
    /// What was changed, if it was made whole.
    var edits: [Edit]
    /// What could not be made.
    var refusals: [(change: DocumentChange, error: EditError)]
    /// How many lists were gated one after the other; the edits belong to the old bytes only for one.
    var passes: Int
}
