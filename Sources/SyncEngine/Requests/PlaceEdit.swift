// Texts of mapped files that give way to others, as somebody asked for it or saved another place; and that come back.

import SettingsMapping
package import SettingsModel

/// A text of a mapped file that is to stand in the place of another.
///
/// It's dropped where the file has a third text by then, and when its request is answered or the file is saved.
struct PlaceEdit: Equatable, Sendable {
    /// The key of the domain that it was asked for.
    var key: SettingKeyPath
    /// The file's own key.
    var fileKey: SettingKeyPath
    var old: SettingValue
    var new: SettingValue
    /// What it is in the history.
    var kind: HistoryEntry.Kind
    /// The entries of the history that it takes back.
    var undoes: [UInt64] = []
    /// Who asked for it; nil for a save, whose step has the setting itself.
    var request: AnswerID?

    /// Whether it is the same request's about the same place.
    func isSame(as other: PlaceEdit) -> Bool {
        request == other.request && fileKey == other.fileKey
    }
}

/// The step of the history that a request makes of its edits, each of which is noted when its file is written.
struct PlaceStep: Sendable {
    var client: String
    /// The step, once it has an entry.
    var group: UInt64?
}

extension RescanRequest {
    /// What it does to texts of mapped files; nil for nothing.
    var placeStep: PlaceStep? { follows.map { _ in PlaceStep(client: client) } }
}

extension Barrier {
    /// An undo or a redo that waits for texts of mapped files.
    init(_ request: AnswerID, takingBack taken: TakenBack, in group: UInt64?) {
        let step = PlaceStep(client: taken.requester.client, group: group)
        self.init(id: request, domains: taken.domains, step: step)
    }
}

extension ReplicaState {
    /// Has places follow that followed before a save which has changed their settings; those of the save before are
    /// done or void.
    mutating func keepFollowing(_ edits: [PlaceEdit], changing changes: [RegisterChange]) {
        self.placeEdits.removeAll { $0.request == nil }
        for edit in edits where changes.contains(where: { $0.keyPath == edit.key }) { add(edit) }
    }

    /// Adds an edit, unless one of its place is under way.
    fileprivate mutating func add(_ edit: PlaceEdit) {
        guard !self.placeEdits.contains(where: { $0.fileKey == edit.fileKey }) else { return }
        self.placeEdits.append(edit)
    }
}

extension ReplicaTable {
    /// Has the value of the key that a request names written where mapped files have texts of their own.
    mutating func follow(
        _ request: RescanRequest,
        in files: [ReplicaID],
        of domains: [Domain: DomainState],
        _ id: AnswerID
    ) {
        guard let key = request.follows else { return }
        for file in files {
            guard let registers = domains[file.domain]?.registers else { continue }
            for saying in self[file]?.sayings(of: key, registers) ?? [] {
                guard let mapped = saying.mapped, mapped.isOwn, let text = mapped.written else {
                    continue
                }
                let edit = PlaceEdit(
                    key: key,
                    fileKey: mapped.fileKey,
                    old: mapped.text,
                    new: text,
                    kind: .follow,
                    request: id
                )
                self[file]?.add(edit)
            }
        }
    }

    /// Has texts of mapped files taken back.
    ///
    /// - Returns: The files, which must be looked at for that.
    mutating func takeBack(_ taken: TakenBack, _ request: AnswerID) -> [ReplicaID] {
        taken.texts.compactMap { entries in
            let newest = entries[0]
            guard let place = newest.place, let new = entries.last?.old,
                case let file = ReplicaID(domain: newest.domain, path: place.file),
                let old = self[file]?.mappedText()?.value(at: place.key)
            else { return nil }
            let edit = PlaceEdit(
                key: newest.keyPath,
                fileKey: place.key,
                old: old,
                new: new,
                kind: taken.kind,
                undoes: entries.map(\.id),
                request: request
            )
            self[file]?.add(edit)
            return file
        }
    }

    /// The keys that the text at a place stands for.
    func keys(at place: MappedPlace?, in domain: Domain) -> [SettingKeyPath] {
        guard let place else { return [] }
        let file = self[ReplicaID(domain: domain, path: place.file)]
        return file?.configuration.map?.keys(at: place.key) ?? []
    }

    /// The answer to a request whose files are settled; edits that weren't made are dropped.
    ///
    /// An undo of which nothing was done is refused; who has a file follow is told which have their own text.
    mutating func answer(
        to barrier: Barrier,
        seq: UInt64
    ) -> Result<EditReceipt, Refusal> {
        var receipt = EditReceipt(seq: seq, revs: [], changed: false)
        guard let step = barrier.step else { return .success(receipt) }
        receipt.group = step.group
        var refusal: Refusal?
        for file in barrier.domains?.flatMap(files) ?? [] {
            let left = self[file]?.placeEdits.first { $0.request == barrier.id }
            guard let left else { continue }
            self[file]?.placeEdits.removeAll { $0.request == barrier.id }
            guard left.kind != .follow, step.group == nil, refusal == nil else { continue }
            refusal = Refusal(unwritten: left, of: file, self[file]?.problems.first)
        }
        // The lists are asked again in this step.
        list()
        return refusal.map(Result.failure) ?? .success(receipt)
    }
}

extension HistoryEntry {
    /// What stands now at its place; nil where nothing does.
    package func text(in engine: Engine) -> SettingValue? {
        guard let place else { return nil }
        let file = engine.replicas[ReplicaID(domain: domain, path: place.file)]
        return file?.mappedText()?.value(at: place.key)
    }
}

extension HistoryNote {
    /// A text that a file has given up.
    init(_ edit: PlaceEdit, in file: ReplicaID, by step: PlaceStep) {
        self.init(KeyEdit(edit.key, edit.new), by: .client(step.client), kind: edit.kind)
        old = edit.old
        place = MappedPlace(file: file.path, key: edit.fileKey)
        undoes = edit.undoes
    }
}

extension Refusal {
    /// A text that a file wasn't given.
    fileprivate init(unwritten edit: PlaceEdit, of file: ReplicaID, _ problem: Problem?) {
        self.init(
            code: .unwritten,
            problem: problem?.problem
                ?? "'\(edit.fileKey)' in '\(file.path)' can't have its earlier text",
            advice: problem?.advice
                ?? "List the file's earlier texts: settingsctl versions "
                + file.path.quotedForShell
        )
    }
}
