// What is remembered of each change, so that it can be undone.

import SettingsModel

/// What happened to a key, before it gets a number and a time.
struct HistoryNote {
    var keyPath: SettingKeyPath
    var value: SettingValue?
    var old: SettingValue?
    var kept: SettingValue?
    var origin: Origin
    var kind: HistoryEntry.Kind
    var reason: String?
    /// Whose text it is; nil for a value of the key.
    var place: MappedPlace?
    /// The entries that it takes back, where no edit of the step names them.
    var undoes: [UInt64] = []

    /// A register that was set.
    init(_ change: RegisterChange, kind: HistoryEntry.Kind, reason: BaseChoice.Reason?) {
        keyPath = change.keyPath
        value = change.new.value
        old = change.old?.value
        origin = change.new.origin
        self.kind = kind
        self.reason = reason?.rawValue
    }

    /// A value that somebody set.
    init(_ edit: KeyEdit, by origin: Origin, kind: HistoryEntry.Kind) {
        keyPath = edit.keyPath
        value = edit.value
        self.origin = origin
        self.kind = kind
    }

    /// A register that gave way to a value that a file said again and again.
    init(lostFightOf change: RegisterChange) {
        keyPath = change.keyPath
        value = change.old?.value
        kept = change.new.value
        origin = change.old?.origin ?? change.new.origin
        kind = .superseded
        reason = HistoryEntry.alternating
    }

    /// What a file says of a key where another value stays, or nothing.
    init(
        _ said: KeyEdit,
        in file: ReplicaID,
        keeping kept: SettingValue?,
        kind: HistoryEntry.Kind,
        reason: BaseChoice.Reason?
    ) {
        keyPath = said.keyPath
        value = said.value
        self.kept = kept
        origin = .file(file.path)
        self.kind = kind
        self.reason = reason?.rawValue
    }

    /// The note as an entry of the history.
    func entry(_ id: UInt64, seq: UInt64, time: Int64, in domain: Domain) -> HistoryEntry {
        var entry = HistoryEntry(
            id: id,
            seq: seq,
            time: time,
            domain: domain,
            keyPath: keyPath,
            value: value,
            old: old,
            kept: kept,
            origin: origin,
            kind: kind,
            reason: reason
        )
        (entry.place, entry.undoes) = (place, undoes)
        return entry
    }
}

extension HistoryNote {
    /// A value that is the same after several changes were taken back.
    init(_ value: SettingValue?, at keyPath: SettingKeyPath, after taken: TakenBack) {
        self.init(KeyEdit(keyPath, value), by: .client(taken.requester.client), kind: taken.kind)
        old = value
    }
}

extension Engine {
    /// Remembers what happened to a key.
    mutating func note(_ note: HistoryNote, in domain: Domain) {
        // What is noted while its change is made gets the number with it.
        let id = ledger.nextHistoryID()
        var entry = note.entry(id, seq: outbox.seq, time: now.wall, in: domain)
        outbox.addToStep(&entry)
        // A secret is in its file and its register, and nowhere else that anybody looks.
        let keys = [note.keyPath] + replicas.keys(at: note.place, in: domain)
        if keys.contains(where: { isSecret(domain, $0) }) {
            domains[domain]?.secrets.formerValues.move(from: &entry)
        }
        domains[domain]?.lastStep = entry.group
        outbox.transaction.history.append(entry)
    }

    /// Remembers the texts that a file has given up with a write.
    mutating func note(_ edits: [PlaceEdit], of file: ReplicaID) {
        replicas[file]?.placeEdits.removeAll { edit in edits.contains { $0.isSame(as: edit) } }
        for edit in edits {
            guard var step = barriers.step(of: edit.request) else { continue }
            swap(&outbox.group, &step.group)
            note(HistoryNote(edit, in: file, by: step), in: file.domain)
            swap(&outbox.group, &step.group)
            barriers.note(step, of: edit.request)
        }
    }

    /// Remembers what happened to keys, in this order.
    mutating func note(_ notes: [HistoryNote]?, in domain: Domain) {
        for note in notes ?? [] { self.note(note, in: domain) }
    }

    /// An entry of the history with its values, also of a secret while they are remembered.
    package func withFormerValues(_ entry: HistoryEntry) -> HistoryEntry {
        var entry = entry
        if entry.isSecret { domains[entry.domain]?.secrets.formerValues.fill(&entry) }
        if isSecret(entry.domain, entry.keyPath) { entry.isSecret = true }
        return entry
    }
}
