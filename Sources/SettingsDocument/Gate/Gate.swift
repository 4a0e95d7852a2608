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
    /// value's text may have been touched. Else the conservative style is tried, then one half of the
    /// changes before the other, removals first, down to those that fail: these are refused and the
    /// others stand.
    ///
    /// A value that the format spells otherwise (a date in JSON) is written as ``Format/stored(_:)``
    /// has it. Cost: linear in file and changes, times the logarithm of their number for each refusal.
    package func revised(by changes: [DocumentChange]) -> Revision {
        revised(by: changes, inFile: nil)
    }

    /// Makes changes to the file at a path, which is read in the same format afterwards.
    ///
    /// A change that would make the path and the new text tell another format is refused, unless they
    /// didn't tell this one before. Without a path, as where the format is given, none is.
    package func revised(by changes: [DocumentChange], inFile path: String?) -> Revision {
        var takes: [DocumentChange] = []
        var refusals: [(change: DocumentChange, error: EditError)] = []
        for change in changes {
            if let stored = storable(change) {
                takes.append(stored)
            } else {
                refusals.append((change, refusal(of: change.value ?? .null, at: change.path)))
            }
        }
        // A value can take the place of a table only once the table's keys are gone.
        takes = takes.filter { $0.value == nil } + takes.filter { $0.value != nil }
        var halving = Halving(of: self, inFile: path)
        add(takes[...], to: &halving)
        // They are told as they were asked for.
        let asked =
            halving.refusals.isEmpty ? [:] : Dictionary(grouping: changes, by: \.path)
        for (stored, error) in halving.refusals {
            let change = asked[stored.path]?.first { storable($0) == stored }
            refusals.append((change ?? stored, error))
        }
        return Revision(document: halving.document, edits: halving.edits, refusals: refusals)
    }

    /// Whether changes can all be made at once; a refusal has the reasons why not.
    package func takes(_ changes: [DocumentChange]) -> Bool {
        let stored = changes.compactMap(storable)
        return stored.count == changes.count
            && (try? gatedInEitherStyle(stored, inFile: nil)) != nil
    }

    /// Makes one change.
    ///
    /// - Throws: ``EditError``; nothing was changed.
    package func revised(by change: DocumentChange) throws(EditError) -> Revision {
        try revised(by: change, inFile: nil)
    }

    /// Makes one change to the file at a path, which is read in the same format afterwards.
    ///
    /// - Throws: ``EditError``; nothing was changed.
    package func revised(
        by change: DocumentChange,
        inFile path: String?
    ) throws(EditError) -> Revision {
        let revision = revised(by: [change], inFile: path)
        if let refusal = revision.refusals.first { throw refusal.error }
        return revision
    }

    private func storable(_ change: DocumentChange) -> DocumentChange? {
        guard let value = change.value else { return change }
        return stored(value, at: change.path).map { DocumentChange(change.path, $0) }
    }

    /// Makes changes besides those that were made before, in halves where they can't all be made.
    ///
    /// They are planned together with those from the file as it was, since what edits leave of it may
    /// have lost its line ends and habits. One that can't be made beside another may be after it.
    private func add(_ changes: ArraySlice<DocumentChange>, to halving: inout Halving<Self>) {
        do {
            try halving.make(changes)
        } catch {
            guard changes.count > 1 else {
                let isAfterOthers = !halving.changes.isEmpty
                if isAfterOthers, (try? halving.makeAfterOthers(changes)) != nil { return }
                halving.refusals += changes.map { (change: $0, error: error) }
                return
            }
            let middle = changes.startIndex + changes.count / 2
            add(changes[..<middle], to: &halving)
            add(changes[middle...], to: &halving)
        }
    }

    fileprivate func gatedInEitherStyle(
        _ changes: [DocumentChange],
        inFile path: String?,
        lineEnding: String? = nil
    ) throws(EditError) -> (document: Self, edits: [Edit]) {
        do {
            return try gated(changes, .natural, path, lineEnding)
        } catch {
            guard error.code == .gate || error.code == .otherFormat else { throw error }
            return try gated(changes, .conservative, path, lineEnding)
        }
    }

    private func gated(
        _ changes: [DocumentChange],
        _ style: EditStyle,
        _ path: String?,
        _ lineEnding: String?
    ) throws(EditError) -> (document: Self, edits: [Edit]) {
        var edits = try edits(for: changes, style: style)
        if let lineEnding { edits = edits.map { $0.endingLines(with: lineEnding) } }
        guard !edits.isEmpty else {
            guard try isChanged(into: self, by: changes) else {
                throw Self.refused("no edit was found that makes the change")
            }
            return (self, [])
        }
        let result = try bytes.applying(edits)
        // Text that a removal brings to the front of the file would be read as a mark.
        guard result.byteOrderMarkEnd == bytes.byteOrderMarkEnd else {
            throw Self.refused("the file would begin with another byte order mark")
        }
        guard result.count <= max(Limits.standard.fileBytes, bytes.count) else {
            throw .tooLarge(result.count)
        }
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
        if let path {
            try document.checkTellsFormat(inFile: path)
            try document.checkStaysTOML(from: self, inFile: path)
        }
        return (document, edits)
    }

    private static func refused(_ problem: String) -> EditError {
        EditError(code: .gate, problem: problem, advice: "Edit the file by hand")
    }
}

/// What came of one list of changes so far.
private struct Halving<Revised: Document> {
    /// The document with what could be made.
    private(set) var document: Revised
    /// The changes that were planned together, made in `base`.
    private(set) var changes: [DocumentChange] = []
    /// What could not be made.
    var refusals: [(change: DocumentChange, error: EditError)] = []
    private let old: Revised
    /// The file's path, if it must go on to tell the format; nil otherwise.
    private let path: String?
    /// What edits are planned from: the old document, or one with changes that had to be made first.
    private var base: Revised
    private var isFromOld = true
    private var plannedEdits: [Edit] = []

    /// Begins without changes.
    init(of old: Revised, inFile path: String?) {
        self.old = old
        let format = path.flatMap { Format.detect(name: $0, bytes: old.bytes) }
        self.path = format == old.format ? path : nil
        base = old
        document = old
    }

    /// What was changed in the old bytes.
    var edits: [Edit] {
        isFromOld ? plannedEdits : Edit.difference(from: old.bytes, to: document.bytes)
    }

    /// Makes changes together with those before.
    mutating func make(_ new: ArraySlice<DocumentChange>) throws(EditError) {
        let all = changes + new
        (document, plannedEdits) = try base.gatedInEitherStyle(all, inFile: path)
        changes = all
    }

    /// Makes changes in what those before have made of the file.
    mutating func makeAfterOthers(_ new: ArraySlice<DocumentChange>) throws(EditError) {
        // Where no line end is left, only the old document knows how the file ends its lines.
        let lineEnding = document.lineEnding == nil ? old.lineEnding : nil
        (document, _) = try document.gatedInEitherStyle(
            Array(new),
            inFile: path,
            lineEnding: lineEnding
        )
        (base, isFromOld, changes) = (document, false, [])
    }
}

extension Document {
    /// How its text ends its lines, or nil where it has one line without an end, or no text.
    fileprivate var lineEnding: String? {
        format == .binaryPropertyList ? nil : TextLayout.lineEnding(of: bytes)
    }
}

extension Edit {
    /// The same edit with each line that it puts in ended as a file ends its lines.
    fileprivate func endingLines(with lineEnding: String) -> Edit {
        let ending = Array(lineEnding.utf8)
        return Edit(range, bytes.flatMap { $0 == UInt8(ascii: "\n") ? ending : [$0] })
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
