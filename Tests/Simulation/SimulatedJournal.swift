// A journal in memory that a crash cuts at the last flush.

import SettingsDocument
package import SettingsModel
package import SyncEngine
import TestSupport

/// A journal whose transactions wait until they are flushed.
package struct SimulatedJournal {
    package private(set) var waiting: [(Transaction, then: [Effect])] = []
    package private(set) var clock = ClockRecord()
    private var registers: [ChangedKey: RegisterRecord] = [:]
    package private(set) var changes: [ChangedKey: Change] = [:]
    private var versions: [ReplicaID: [UInt64: FileVersion]] = [:]
    private var replicas: [ReplicaID: ReplicaRecord] = [:]
    package private(set) var history: [HistoryEntry] = []
    /// Every number that was ever given, with what it said.
    package private(set) var told: [UInt64: [ChangedKey: SettingValue?]] = [:]
    let weakness: Weakness?

    package init(weakness: Weakness?) { self.weakness = weakness }

    package mutating func commit(_ transaction: Transaction, then effects: [Effect]) {
        waiting.append((transaction, effects))
    }

    /// Makes everything that waits durable.
    ///
    /// - Returns: What was to be done after it.
    package mutating func flush() -> [Effect] {
        var effects: [Effect] = []
        for (transaction, then) in waiting {
            apply(transaction)
            effects += then
        }
        waiting = []
        return effects
    }

    /// The power goes: what wasn't flushed is gone.
    package mutating func crash() { waiting = [] }

    var texts: Set<[UInt8]> { Set(versions.values.flatMap { $0.values.map(\.text) }) }

    package var recovered: RecoveredState {
        var state = RecoveredState()
        state.clock = clock
        if weakness == .forgetsNumbers { state.clock.seq = 0 }
        state.registers = Array(registers.values)
        state.changes = changes.values.sorted { ($0.rev, $0.keyPath) < ($1.rev, $1.keyPath) }
        for (replica, numbered) in versions {
            for version in numbered.values {
                state.versions.append(
                    VersionRecord(replica: replica, number: version.number, version: version)
                )
            }
        }
        state.replicas = Array(replicas.values)
        return state
    }

    private mutating func apply(_ transaction: Transaction) {
        for record in transaction.registers {
            registers[ChangedKey(record.domain, record.keyPath)] = record
        }
        for key in transaction.pruned { registers[key] = nil }
        for change in transaction.changes {
            let key = ChangedKey(change.domain, change.keyPath)
            changes[key] = change
            told[change.rev, default: [:]][key] = change.value
        }
        for key in transaction.forgotten { changes[ChangedKey(key.domain, key.keyPath)] = nil }
        for record in transaction.versions {
            versions[record.replica, default: [:]][record.number] = record.version
        }
        for var record in transaction.replicas {
            if weakness == .noIntent { record.intent = nil }
            replicas[record.replica] = record
        }
        for replica in transaction.removedReplicas {
            versions[replica] = nil
            replicas[replica] = nil
        }
        history += transaction.history
        if let clock = transaction.clock { self.clock = clock }
    }
}
