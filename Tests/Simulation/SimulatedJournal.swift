// A journal in memory that the agent's death cuts at the last write, and a power cut behind the last sync.

import SettingsDocument
package import SettingsModel
package import SyncEngine
import TestSupport

/// A journal whose transactions wait until they are written, and then until they are synced.
package final class SimulatedJournal {
    private enum Request {
        case commit(Transaction, written: [Effect], synced: [Effect])
        case work(() -> Void)
    }
    /// What the tables hold.
    fileprivate struct Contents {
        var clock = ClockRecord()
        var registers: [ChangedKey: RegisterRecord] = [:]
        var changes: [ChangedKey: Change] = [:]
        var versions: [ReplicaID: [UInt64: FileVersion]] = [:]
        var replicas: [ReplicaID: ReplicaRecord] = [:]
        var secrets: [Domain: SecretRecord] = [:]
        var history: [HistoryEntry] = []
        /// Every number that was ever given, with what it said.
        var told: [UInt64: [ChangedKey: SettingValue?]] = [:]
    }
    private var requests: [Request] = []
    private var unsynced: [(Transaction, then: [Effect])] = []
    /// What is written, and what of it a power cut can't undo.
    private var contents = Contents()
    private var synced = Contents()
    /// Another one after each power cut.
    package private(set) var epoch = 1
    /// How many changes were written, those that a power cut undid among them.
    private(set) var changeCount = 0
    let weakness: Weakness?

    package init(weakness: Weakness?) { self.weakness = weakness }

    /// Copies a journal that has nothing to do.
    init(copying other: SimulatedJournal) {
        precondition(other.isIdle, "what is to be done is another world's")
        contents = other.contents
        synced = other.synced
        epoch = other.epoch
        changeCount = other.changeCount
        weakness = other.weakness
    }

    package var history: [HistoryEntry] { contents.history }
    /// The history with what waits to be written.
    var expectedHistory: [HistoryEntry] {
        requests.reduce(contents.history) { history, request in
            guard case .commit(let transaction, _, _) = request else { return history }
            return history + transaction.history
        }
    }
    /// All registers, in no order.
    var registers: [RegisterRecord] { Array(contents.registers.values) }
    package var told: [UInt64: [ChangedKey: SettingValue?]] { contents.told }
    /// The texts of files that it has for each domain of the file.
    var texts: Set<[UInt8]> {
        let files = Dictionary(grouping: contents.versions, by: \.key.path)
        return files.values.reduce(into: []) { texts, versions in
            let kept = versions.map { Set($0.value.values.map(\.text)) }
            texts.formUnion(kept.dropFirst().reduce(kept[0]) { $0.intersection($1) })
        }
    }
    /// Whether there is nothing left to do.
    var isIdle: Bool { requests.isEmpty && unsynced.isEmpty }
    var hasUnsynced: Bool { !unsynced.isEmpty }
    /// How many transactions the agent's death would undo.
    var waiting: Int { requests.count { if case .commit = $0 { true } else { false } } }

    package func commit(
        _ transaction: Transaction,
        written: [Effect],
        synced: [Effect]
    ) {
        requests.append(.commit(transaction, written: written, synced: synced))
    }

    /// Does some work before any transaction committed later is written.
    func perform(_ work: @escaping () -> Void) { requests.append(.work(work)) }

    /// The next step of the journal's thread.
    ///
    /// - Returns: What was to be done after it.
    func advance() -> [Effect] {
        var effects: [Effect] = []
        if !unsynced.isEmpty {
            for (transaction, then) in unsynced {
                synced.apply(transaction)
                effects += then
            }
            unsynced = []
            return effects
        }
        if case .work(let work)? = requests.first {
            requests.removeFirst()
            work()
            return []
        }
        while case .commit(var transaction, let written, let synced)? = requests.first {
            requests.removeFirst()
            if weakness == .noIntent {
                for index in transaction.replicas.indices {
                    transaction.replicas[index].intent = nil
                }
            }
            if weakness == .forgetsUndos {
                for index in transaction.history.indices { transaction.history[index].undoes = [] }
            }
            contents.apply(transaction)
            if !transaction.changes.isEmpty { changeCount += 1 }
            effects += written
            unsynced.append((transaction, synced))
        }
        return effects
    }

    /// Does everything there is to do.
    ///
    /// - Returns: What was to be done after it.
    package func flush() -> [Effect] {
        var effects: [Effect] = []
        while !isIdle { effects += advance() }
        return effects
    }

    /// The agent dies, or begins anew: what wasn't written is gone, and nobody hears of the rest.
    package func crash() {
        requests = []
        for index in unsynced.indices { unsynced[index].then = [] }
        if weakness == .forgetsTexts { contents.history.removeAll { $0.place != nil } }
    }

    /// The power goes: of what wasn't synced, only some of the first transactions stay.
    func cutPower(keeping count: (Int) -> Int) {
        for (transaction, _) in unsynced.prefix(count(unsynced.count)) { synced.apply(transaction) }
        contents = synced
        requests = []
        unsynced = []
        if weakness != .keepsEpoch { epoch += 1 }
    }

    /// An agent opens it, which syncs what is there.
    func open() {
        synced = contents
        unsynced = []
    }

    package var recovered: RecoveredState {
        var state = RecoveredState()
        state.clock = contents.clock
        if weakness == .forgetsNumbers { state.clock.seq = 0 }
        state.registers = Array(contents.registers.values)
        state.changes = contents.changes.values.sorted {
            ($0.rev, $0.keyPath) < ($1.rev, $1.keyPath)
        }
        for (replica, numbered) in contents.versions {
            for version in numbered.values {
                state.versions.append(
                    VersionRecord(replica: replica, number: version.number, version: version)
                )
            }
        }
        state.replicas = Array(contents.replicas.values)
        state.secrets = Array(contents.secrets.values)
        // Nobody in a simulation ends it in peace.
        state.previousEnd = .death
        return state
    }
}

extension SimulatedJournal.Contents {
    fileprivate mutating func apply(_ transaction: Transaction) {
        for record in transaction.registers {
            registers[ChangedKey(record.domain, record.keyPath)] = record
        }
        for key in transaction.pruned { registers[key] = nil }
        for change in transaction.changes {
            let key = ChangedKey(change.domain, change.keyPath)
            changes[key] = change
            told[change.rev, default: [:]][key] = change.value
        }
        for key in transaction.forgotten { changes[key] = nil }
        for record in transaction.versions {
            versions[record.replica, default: [:]][record.number] = record.version
        }
        for record in transaction.replicas { replicas[record.replica] = record }
        for record in transaction.secrets { secrets[record.domain] = record }
        for replica in transaction.removedReplicas {
            versions[replica] = nil
            replicas[replica] = nil
        }
        history += transaction.history
        history.removeAll { transaction.removedHistory.contains($0.domain) }
        if let clock = transaction.clock { self.clock = clock }
    }
}
