// A journal in memory that can fail and crash on demand.

import SettingsModel
package import SyncEngine

/// A journal that keeps everything in memory, with the same contract as the one on disk.
package final class MemoryLog: OperationLog {
    package private(set) var epoch: String
    /// Commits that fail, counted from 1 since the log was made.
    package var failingCommits: Set<Int> = []
    /// What they fail with.
    package var failure = JournalError(
        code: .diskFull,
        path: "memory",
        problem: "the disk of the journal 'memory' is full",
        advice: "Make room; changes are taken again then"
    )
    /// Commits that are written but can't be synced, counted likewise.
    package var failingSyncs: Set<Int> = []
    /// While true, it can't be read either.
    package var isUnreadable = false
    /// How often it was read, or should have been.
    package private(set) var recoveries = 0
    /// While true, commits wait for ``release(_:)``.
    package var isHolding = false
    /// While true, what is written waits for ``sync()``.
    package var isHoldingSyncs = false
    /// How many commits were asked for.
    package private(set) var commits = 0

    private let deliver: (@escaping @Sendable () -> Void) -> Void
    private typealias Reached = @Sendable (Result<CommitStage, JournalError>) -> Void
    private var held: [(Int, Transaction, Reached)] = []
    private var unsynced: [(Int, Reached)] = []
    private var hasFailed = false
    private var clock = ClockRecord()
    private var registers: [Domain: [SettingKeyPath: Register]] = [:]
    private var changes: [Domain: [SettingKeyPath: Change]] = [:]
    private var entries: [HistoryEntry] = []
    private var versions: [ReplicaID: [UInt64: FileVersion]] = [:]
    private var replicas: [ReplicaID: ReplicaRecord] = [:]
    private var hooks: [HookRecord] = []
    private var secrets: [SecretRecord] = []

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - epoch: Its epoch.
    ///   - deliver: Runs call-backs later, in order.
    package init(
        epoch: String = "memory",
        deliver: @escaping (@escaping @Sendable () -> Void) -> Void
    ) {
        self.epoch = epoch
        self.deliver = deliver
    }

    /// How many commits are held.
    package var waiting: Int { held.count }

    package func commit(
        _ transaction: Transaction,
        then reached: @escaping @Sendable (Result<CommitStage, JournalError>) -> Void
    ) {
        commits += 1
        held.append((commits, transaction, reached))
        if !isHolding { release() }
    }

    package func perform(_ work: @escaping @Sendable () -> Void) { work() }

    /// Writes what is held, the oldest first; nil for all of it.
    package func release(_ count: Int? = nil) {
        let taken = held.prefix(count ?? held.count)
        held.removeFirst(taken.count)
        for (number, transaction, reached) in taken {
            hasFailed = hasFailed || failingCommits.contains(number)
            let failure = failure
            if hasFailed {
                deliver { reached(.failure(failure)) }
                continue
            }
            apply(transaction)
            unsynced.append((number, reached))
            deliver { reached(.success(.written)) }
            if !isHoldingSyncs { sync() }
        }
    }

    /// Syncs what is written.
    package func sync() {
        let failure = failure
        for (number, reached) in unsynced {
            hasFailed = hasFailed || failingSyncs.contains(number)
            let result: Result<CommitStage, JournalError> =
                hasFailed ? .failure(failure) : .success(.synced)
            deliver { reached(result) }
        }
        unsynced = []
    }

    package func recover() throws(JournalError) -> RecoveredState {
        recoveries += 1
        if isUnreadable { throw failure }
        release()
        sync()
        hasFailed = false
        var state = RecoveredState()
        state.clock = clock
        state.registers = registers.flatMap { domain, registers in
            registers.map { RegisterRecord(domain: domain, keyPath: $0, register: $1) }
        }
        state.changes = changes.values.flatMap(\.values)
        state.versions = versions.flatMap { replica, versions in
            versions.map { VersionRecord(replica: replica, number: $0, version: $1) }
        }
        state.replicas = Array(replicas.values)
        state.hooks = hooks
        state.secrets = secrets
        state = state.ordered
        // Nobody ever closes it.
        state.previousEnd = recoveries == 1 ? .farewell : .death
        return state
    }

    package func history(_ query: HistoryQuery) throws(JournalError) -> [HistoryEntry] {
        let last = query.afterSeq.flatMap { seq in
            entries.filter { $0.seq > 0 && $0.seq <= seq }.map(\.id).max()
        }
        let found = entries.filter { entry in
            query.includes(entry) && entry.id > last ?? 0
        }
        var bytes = query.bytes ?? .max
        let newest = found.sorted { $0.id > $1.id }.prefix(query.limit ?? found.count)
        let page = newest.prefix { entry in
            defer { bytes -= entry.size }
            return bytes > 0
        }
        return page.reversed()
    }

    private func apply(_ transaction: Transaction) {
        for record in transaction.registers {
            registers[record.domain, default: [:]][record.keyPath] = record.register
        }
        for key in transaction.pruned { registers[key.domain]?[key.keyPath] = nil }
        clock = transaction.clock ?? clock
        for change in transaction.changes {
            var kept = change
            kept.old = nil
            changes[change.domain, default: [:]][change.keyPath] = kept
        }
        for forgotten in transaction.forgotten {
            changes[forgotten.domain]?[forgotten.keyPath] = nil
        }
        entries += transaction.history
        for record in transaction.versions {
            versions[record.replica, default: [:]][record.number] = record.version
        }
        for record in transaction.replicas { replicas[record.replica] = record }
        for replica in transaction.removedReplicas {
            versions[replica] = nil
            replicas[replica] = nil
        }
        if !transaction.removedHistory.isEmpty {
            entries.removeAll { transaction.removedHistory.contains($0.domain) }
        }
        for record in transaction.hooks {
            hooks.removeAll { ($0.domain, $0.hook) == (record.domain, record.hook) }
            if record.seq != nil { hooks.append(record) }
        }
        for record in transaction.secrets {
            secrets.removeAll { $0.domain == record.domain }
            if !record.keys.isEmpty || !record.tables.isEmpty { secrets.append(record) }
        }
    }
}

extension RecoveredState {
    /// The same state in one fixed order, for comparing and for runs that a seed repeats; how the
    /// agent before ended is no matter.
    package var ordered: RecoveredState {
        var state = self
        state.previousEnd = .farewell
        state.registers.sort { ($0.domain, $0.keyPath) < ($1.domain, $1.keyPath) }
        state.changes.sort { ($0.rev, $0.domain, $0.keyPath) < ($1.rev, $1.domain, $1.keyPath) }
        state.versions.sort { ($0.replica, $0.number) < ($1.replica, $1.number) }
        state.replicas.sort { $0.replica < $1.replica }
        state.hooks.sort { ($0.domain, $0.hook) < ($1.domain, $1.hook) }
        state.secrets.sort { $0.domain < $1.domain }
        return state
    }
}
