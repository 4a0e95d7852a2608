// A file with edits that came together: read once, written once.

import SettingsDocument
import SettingsModel

/// A file, or a content that is nowhere, and what is to be done to it.
struct OpenFile {
    private let target: FileEdit.Target
    private var text: FileText
    private var document: any Document
    /// The document's values; asked for often, and not kept by every document.
    private var root: SettingValue
    private var pending = PendingChanges()
    /// All edits so far, with their places among the results.
    private var edits: [(place: Int, edit: FileEdit)] = []
    /// What came of them, by their places.
    private(set) var results: [Int: FileEditResult] = [:]

    /// Reads the file of an edit; one that is to be set in may not be there yet.
    init(for edit: FileEdit) throws {
        target = edit.target
        (text, document) = try Self.read(edit.target, mayBegin: edit.operation == .set)
        root = document.root
    }

    private static func read(
        _ target: FileEdit.Target,
        mayBegin: Bool
    ) throws -> (FileText, any Document) {
        switch target {
        case .text(let content, let format):
            let text = FileText(path: "text", bytes: Array(content.utf8), isNew: false)
            guard mayBegin else {
                return (text, try text.document(format, done: "Nothing was changed. "))
            }
            return (text, try text.begunDocument(format))
        case .file(let path, let format):
            guard mayBegin else {
                let text = try FileText(path: path)
                return (text, try text.document(format, done: "Nothing was changed. "))
            }
            let text = try FileText(path: path, format: format)
            return (text, try text.begunDocument(format))
        }
    }

    // MARK: Edits

    /// Makes an edit, at the latest when the file is written.
    mutating func make(_ edit: FileEdit, place: Int) {
        edits.append((place, edit))
        do throws(ModelError) {
            let value = edit.operation == .set ? edit.value : nil
            var change = DocumentChange(try edit.path.path(in: document), value)
            if edit.operation == .get || !pending.takes(change, in: root) {
                makePending()
                // What was just written may be what this one names.
                change.path = try edit.path.path(in: document)
            }
            make(change, of: edit, place: place)
        } catch {
            results[place] = FileEditResult(failure: Failure(error))
        }
    }

    private mutating func make(_ change: DocumentChange, of edit: FileEdit, place: Int) {
        if let refusal = root.refusal(of: change) {
            results[place] = FileEditResult(failure: Failure(text.path, change.path, refusal))
            return
        }
        let old = root.value(at: change.path.elements[...])
        switch (edit.operation, old) {
        case (.get, let value?):
            do {
                let typed = try edit.type.map { try value.read(as: $0, in: text.path) }
                results[place] = FileEditResult(value: typed ?? value)
            } catch {
                results[place] = FileEditResult(failure: Failure(error))
            }
        case (.get, nil), (.remove, nil):
            results[place] = FileEditResult(failure: .notInFile(text.path, change.path))
        case (.set, _), (.remove, _):
            let new = change.value.map { document.stored($0, at: change.path) ?? $0 }
            results[place] = FileEditResult(isChanged: old != new)
            pending.add(change, place: place, in: root)
        }
    }

    /// The file's path, if nothing else tells its format.
    private var pathThatTells: String? {
        if case .file(let path, nil) = target { path } else { nil }
    }

    private mutating func makePending() {
        guard !pending.changes.isEmpty else { return }
        let revision = document.revised(by: pending.changes.map(\.change), inFile: pathThatTells)
        for refusal in revision.refusals {
            guard let refused = pending.changes.first(where: { $0.change == refusal.change }) else {
                continue
            }
            results[refused.place] = FileEditResult(
                failure: Failure(text.path, refusal.change.path, refusal.error)
            )
        }
        document = revision.document
        root = document.root
        pending = PendingChanges()
    }

    // MARK: Writing

    /// Makes what is left to be made, and writes the file; when nothing shall be written, the last
    /// edit that changes something has all that would change.
    mutating func finish(isDry: Bool) {
        makePending()
        switch target {
        case .text:
            let content = String(decoding: document.bytes, as: UTF8.self)
            for place in results.keys { results[place]?.text = content }
        case .file:
            guard isDry else { return write() }
            let last = results.filter { $0.value.isChanged == true }.keys.max()
            let difference = text.difference(to: document.bytes)
            if let last, let difference { results[last]?.difference = difference }
        }
    }

    private mutating func write() {
        for _ in 0..<FileText.attempts {
            guard results.values.contains(where: { $0.isChanged == true }) else { return }
            do {
                return try text.replace(with: document.bytes)
            } catch is ChangedMeanwhile {
                do {
                    try beginAnew()
                } catch {
                    return failAll(Failure(error))
                }
            } catch {
                return failAll(Failure(error))
            }
        }
        failAll(.changedMeanwhile(text.path))
    }

    /// Reads the file again and makes all edits on what it says now.
    private mutating func beginAnew() throws {
        let mayBegin = edits.contains { $0.edit.operation == .set }
        (text, document) = try Self.read(target, mayBegin: mayBegin)
        root = document.root
        let edits = edits
        (self.edits, results) = ([], [:])
        for (place, edit) in edits { make(edit, place: place) }
        makePending()
    }

    private mutating func failAll(_ failure: Failure) {
        for (place, result) in results where result.isChanged == true {
            results[place] = FileEditResult(failure: failure)
        }
    }
}

/// Changes that can be made together as well as one after the other.
private struct PendingChanges {
    private(set) var changes: [(place: Int, change: DocumentChange)] = []
    /// Where the changes are, and all that is above these places.
    private var places: Set<DocumentPath> = []
    private var above: Set<DocumentPath> = []
    private var movesPlaces = false
    /// How many elements come to the ends of arrays: that moves nothing.
    private var added: [DocumentPath: Int] = [:]

    /// Whether a change has nothing to do with the others.
    func takes(_ change: DocumentChange, in root: SettingValue) -> Bool {
        let moves = Self.movesPlaces(change, in: root) && arrayTaking(change, in: root) == nil
        if moves || movesPlaces { return changes.isEmpty }
        return !above.contains(change.path)
            && !Self.prefixes(of: change.path).contains(where: places.contains)
    }

    mutating func add(_ change: DocumentChange, place: Int, in root: SettingValue) {
        changes.append((place, change))
        places.insert(change.path)
        above.formUnion(Self.prefixes(of: change.path))
        if let array = arrayTaking(change, in: root) {
            added[array, default: 0] += 1
        } else {
            movesPlaces = movesPlaces || Self.movesPlaces(change, in: root)
        }
    }

    /// The array to whose end a change adds an element; nil for any other change.
    private func arrayTaking(_ change: DocumentChange, in root: SettingValue) -> DocumentPath? {
        guard change.value != nil, case .index(let index)? = change.path.elements.last else {
            return nil
        }
        let array = DocumentPath(Array(change.path.elements.dropLast()))
        guard case .array(let values)? = root.value(at: array.elements[...]),
            index == values.count + added[array, default: 0]
        else { return nil }
        return array
    }

    /// Whether positions in arrays mean something else after the change.
    private static func movesPlaces(_ change: DocumentChange, in root: SettingValue) -> Bool {
        guard change.path.keyPath == nil else { return false }
        return change.value == nil || root.value(at: change.path.elements[...]) == nil
    }

    /// The path itself and all that lead to it.
    private static func prefixes(of path: DocumentPath) -> [DocumentPath] {
        (0...path.elements.count).map { DocumentPath(Array(path.elements.prefix($0))) }
    }
}
