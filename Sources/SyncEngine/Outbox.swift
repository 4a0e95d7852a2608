// What one step of the engine changes for good and asks for.

import SettingsModel
import SettingsSchema

/// When an effect is carried out.
enum EffectTime {
    case atOnce
    /// Once the step's transaction is written.
    case afterWriting
    /// Once the disk has the step's transaction.
    case afterSync
}

/// What one step changes for good and asks for, in the order in which it does.
struct Outbox: Sendable {
    /// What the step may spend on checks against rules.
    // tidy: each step begins with a new one, and nothing else uses it.
    nonisolated(unsafe) let checks = CheckBudget(steps: CheckBudget.stepsPerTurn)
    /// The connection whose request is being carried out; nil while none is.
    var connection: UInt64?
    /// What is written to the journal.
    var transaction = Transaction()
    /// The number of what was changed last; 0 where that changed no value in force.
    var seq: UInt64 = 0
    /// The first entry of the history that it adds.
    var group: UInt64?
    /// For each key the entries that an undo takes back.
    var undoing: [ChangedKey: [UInt64]] = [:]
    private var atOnce: [Effect] = []
    private var afterWriting: [Effect] = []
    private var afterSync: [Effect] = []

    /// Asks for an effect, after those of the same time that were asked for before.
    mutating func send(_ effect: Effect, _ time: EffectTime) {
        switch time {
        case .atOnce: atOnce.append(effect)
        case .afterWriting: afterWriting.append(effect)
        case .afterSync: afterSync.append(effect)
        }
    }

    /// Answers a request that was granted, before all else that follows the sync.
    mutating func answer(_ id: AnswerID, with receipt: EditReceipt) {
        afterSync.insert(.acknowledge(id, .success(receipt)), at: 0)
    }

    /// Changes with the connection and the step that they are of.
    func marked(_ changes: [Change], in group: UInt64?) -> [Change] {
        changes.map { change in
            var change = change
            (change.connection, change.group) = (connection, group)
            return change
        }
    }

    /// The step that the entries of the history from an index on are of; nil where there are none.
    func step(from first: Int) -> UInt64? { transaction.history.dropFirst(first).first?.group }

    /// Makes an entry of the history one of the step, which begins with it if it's the first.
    mutating func addToStep(_ entry: inout HistoryEntry) {
        entry.group = group ?? entry.id
        group = entry.group
        guard entry.place == nil else { return }
        entry.undoes = undoing[ChangedKey(entry.domain, entry.keyPath)] ?? []
    }

    /// Gives the entries of the history from an index on the number of their change.
    mutating func number(from first: Int, as seq: UInt64) {
        self.seq = seq
        for index in transaction.history.indices.dropFirst(first) {
            transaction.history[index].seq = seq
        }
    }

    /// Keeps a register that was set.
    mutating func save(_ change: RegisterChange, in domain: Domain) {
        transaction.registers.append(
            RegisterRecord(domain: domain, keyPath: change.keyPath, register: change.new)
        )
    }

    /// Replaces what the transaction says of a replica.
    mutating func save(_ record: ReplicaRecord) { transaction.save(record) }

    /// Replaces what the transaction says of a version.
    mutating func save(_ version: FileVersion, of replica: ReplicaID) {
        save(VersionRecord(replica: replica, number: version.number, version: version))
    }

    /// Replaces what the transaction says of a version, or removes it.
    mutating func save(_ record: VersionRecord) { transaction.save(record) }

    /// All that was sent, in the order in which it is to be done.
    var contents: [Effect] {
        guard !transaction.isEmpty else { return atOnce + Self.fenced(afterWriting + afterSync) }
        return atOnce + [.commit(transaction, written: afterWriting, synced: afterSync)]
    }

    /// Answers wait for what other steps have committed, as they tell of it; the rest need not.
    private static func fenced(_ effects: [Effect]) -> [Effect] {
        let isAnswer: (Effect) -> Bool = { if case .acknowledge = $0 { true } else { false } }
        let answers = effects.filter(isAnswer)
        guard !answers.isEmpty else { return effects }
        // An empty transaction is synced when all before it are.
        return effects.filter { !isAnswer($0) }
            + [.commit(Transaction(), written: [], synced: answers)]
    }
}

extension Transaction {
    /// Replaces what it says of a replica.
    mutating func save(_ record: ReplicaRecord) {
        replicas.removeAll { $0.replica == record.replica }
        replicas.append(record)
    }

    /// Replaces what it says of a version, or removes the version.
    mutating func save(_ record: VersionRecord) {
        versions.removeAll { $0.replica == record.replica && $0.number == record.number }
        versions.append(record)
    }
}
