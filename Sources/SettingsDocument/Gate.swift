// The only way edits leave this module: made, read back, and compared with what was asked for.

package import SettingsModel

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
    /// The result is read back: its tree must be the old tree with just these changes, else the
    /// conservative style is tried, then each change by itself; a change that still fails is
    /// refused and the others stand.
    package func revised(by changes: [DocumentChange]) -> Revision {
        if let revision = passed(changes) { return revision }
        return revisedOneByOne(changes)
    }

    /// Makes one change.
    ///
    /// - Throws: ``EditError``; nothing was changed.
    package func revised(by change: DocumentChange) throws(EditError) -> Revision {
        let revision = revised(by: [change])
        if let refusal = revision.refusals.first { throw refusal.error }
        return revision
    }

    private func passed(_ changes: [DocumentChange]) -> Revision? {
        try? gated(changes, .natural)  // the caller tries again change by change, which says why
    }

    private func revisedOneByOne(_ changes: [DocumentChange]) -> Revision {
        var revision = Revision(document: self, edits: [], refusals: [])
        for change in changes {
            do {
                revision.document = try revision.document.gatedInEitherStyle(change).document
            } catch {
                revision.refusals.append((change, error))
            }
        }
        revision.edits = Self.difference(from: bytes, to: revision.document.bytes)
        return revision
    }

    fileprivate func gatedInEitherStyle(_ change: DocumentChange) throws(EditError) -> Revision {
        do {
            return try gated([change], .natural)
        } catch {
            guard error.code == .gate else { throw error }
            return try gated([change], .conservative)
        }
    }

    private func gated(
        _ changes: [DocumentChange],
        _ style: EditStyle
    ) throws(EditError) -> Revision {
        let edits = try edits(for: changes, style: style)
        guard !edits.isEmpty else { return Revision(document: self, edits: [], refusals: []) }
        let result = try bytes.applying(edits)
        let expected = changes.reduce(root) { $0.replacing($1.path.elements[...], with: $1.value) }
        let document: Self
        do {
            document = try Self(result, as: format, limits: .standard)
        } catch {
            throw Self.refused("the result could not be read: \(error.problem)")
        }
        guard document.root == expected else {
            throw Self.refused("the result would say something else")
        }
        return Revision(document: document, edits: edits, refusals: [])
    }

    private static func refused(_ problem: String) -> EditError {
        EditError(code: .gate, problem: problem, advice: "Edit the file by hand")
    }

    /// One edit that turns one text into the other.
    private static func difference(from old: [UInt8], to new: [UInt8]) -> [Edit] {
        guard old != new else { return [] }
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let most = min(old.count, new.count) - prefix
        let suffix = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        let range = prefix..<old.count - suffix
        return [Edit(range, Array(new[prefix..<new.count - suffix]))]
    }
}

extension SettingValue {
    /// The same tree with the value at one place set, or removed for nil.
    ///
    /// Containers on the way are made as needed; a leaf in the way gives way to one. A dictionary
    /// that a removal empties stays, empty.
    package func replacing(_ path: ArraySlice<PathElement>, with value: SettingValue?) -> SettingValue {
        guard let element = path.first else { return value ?? .dictionary([]) }
        let rest = path.dropFirst()
        switch (self, element) {
        case (.dictionary(var entries), .key(let key)):
            if let index = entries.lastIndex(where: { $0.key == key }) {
                if rest.isEmpty, value == nil {
                    entries.remove(at: index)
                } else {
                    entries[index].value = entries[index].value.replacing(rest, with: value)
                }
            } else if value != nil {
                entries.append(Entry(key, SettingValue.dictionary([]).replacing(rest, with: value)))
            }
            return .dictionary(entries)
        case (.array(var values), .index(let index)):
            if values.indices.contains(index) {
                if rest.isEmpty, value == nil {
                    values.remove(at: index)
                } else {
                    values[index] = values[index].replacing(rest, with: value)
                }
            } else if index == values.count, value != nil {
                values.append(SettingValue.dictionary([]).replacing(rest, with: value))
            }
            return .array(values)
        case (_, .key) where value != nil:
            return SettingValue.dictionary([]).replacing(path, with: value)
        case (_, .index(0)) where value != nil:
            return SettingValue.array([]).replacing(path, with: value)
        default: return self
        }
    }
}
