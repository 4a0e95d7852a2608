// Commits to the journal: all that wait together, in one SQLite transaction.

import Glibc
import SyncEngine
import Synchronization

/// The writer of a journal: most of it runs on its own thread.
///
/// What is small is written on the loop's thread instead, where nothing is before it: two changes of
/// thread take as long as the writing (docs/decisions/038). The disk is waited for on the writer's
/// thread alone.
// tidy: whoever holds 'turn' uses what changes; the rest never does.
final class JournalWriter: @unchecked Sendable {
    /// Transactions committed together at most, so that the first needn't wait long for the last.
    static let groupLimit = 256
    /// Pages of the WAL after which it is moved into the database: 4 MiB.
    static let checkpointPages = 1_000
    /// What the loop's thread writes itself, at most: records, and bytes of values and files in them.
    ///
    /// It takes some 0.1 ms; more is better done while the loop serves others.
    static let smallLimit = (records: 64, bytes: 64 << 10)

    private let options: JournalOptions
    private let queue: CommitQueue
    private let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let counters: (groups: Counter, syncs: Counter)
    /// Held while the journal is used, on the writer's thread from taking requests until all are done.
    private let turn = Mutex(())
    /// nil after a failure, until it is opened and read again.
    private var journal: OpenJournal?
    /// What the last commit failed with, and so all that come after it.
    private var failure: JournalError?
    /// What opening read, for the first recovery.
    private var opened: RecoveredState?
    /// Requests that were taken and not begun yet, oldest first.
    private var requests: ArraySlice<Request> = []

    /// Creates the writer of a journal that was opened.
    init(
        _ journal: OpenJournal,
        options: JournalOptions,
        queue: CommitQueue,
        counters: (groups: Counter, syncs: Counter),
        deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.journal = journal
        self.options = options
        self.queue = queue
        self.counters = counters
        self.deliver = deliver
        opened = journal.state
    }

    // MARK: On the loop's thread

    /// Writes a small transaction now, where nothing is before it and nobody else is at the journal.
    ///
    /// - Returns: Whether it was tried, and the writer told to sync it; false where it has to wait for
    ///   its turn.
    func writeNow(_ transaction: Transaction, then reached: @escaping CommitQueue.Reached) -> Bool {
        guard transaction.isSmall else { return false }
        let written = turn.withLockIfAvailable { _ in writeIfFree(transaction) } ?? nil
        guard let written else { return false }
        deliver { reached(written) }
        if case .success = written { queue.append(.sync(then: reached)) }
        return true
    }

    private func writeIfFree(_ transaction: Transaction) -> Result<CommitStage, JournalError>? {
        guard queue.isEmpty, failure == nil else { return nil }
        var isFree = true
        let written = result { () throws(JournalError) in
            try trying { (journal) throws(JournalError) in
                isFree = try journal.writeIfFree(transaction)
            }
            return CommitStage.written
        }
        guard isFree else { return nil }
        opened = nil
        counters.groups.add(1)
        return written
    }

    // MARK: On the writer's thread

    /// Takes requests until it is told to stop.
    func run() {
        while true {
            queue.waitForSome()
            if turn.withLock({ _ in doAll() }) == .stopped { return }
        }
    }

    private enum Progress {
        case done
        case stopped
    }

    private func doAll() -> Progress {
        requests = queue.takeAll()[...]
        while let next = requests.first {
            switch next {
            // There may be more of them than one group takes.
            case .commit, .sync: commit(nextGroup())
            case .work(let work):
                requests.removeFirst()
                work()
                // What came meanwhile may be committed together with what waited for the work.
                requests += queue.takeAll()
            case .recover(let recovery):
                requests.removeFirst()
                recover(recovery)
            case .stop(let farewell):
                requests.removeFirst()
                end(farewell)
                return .stopped
            }
        }
        checkpointWhenLong()
        return .done
    }

    /// One transaction that waits; nil for one that is written.
    private typealias Waiting = (transaction: Transaction?, reached: CommitQueue.Reached)

    /// Takes out the commits that come before anything else.
    private func nextGroup() -> [Waiting] {
        var group: [Waiting] = []
        while group.count < Self.groupLimit, let next = requests.first {
            switch next {
            case .commit(let transaction, let reached): group.append((transaction, reached))
            case .sync(let reached): group.append((nil, reached))
            case .work, .recover, .stop: return group
            }
            requests.removeFirst()
        }
        return group
    }

    private func commit(_ group: [Waiting]) {
        guard !group.isEmpty else { return }
        opened = nil
        let transactions = group.compactMap(\.transaction).filter { !$0.isEmpty }
        if !transactions.isEmpty {
            let written = result { () throws(JournalError) in
                try trying { (journal) throws(JournalError) in
                    try journal.write(transactions)
                }
                return CommitStage.written
            }
            guard case .success = written else {
                return deliver { for waiting in group { waiting.reached(written) } }
            }
            tell(written, to: group)
            counters.groups.add(1)
        }
        let isToSync = !transactions.isEmpty || group.contains { $0.transaction == nil }
        let synced = result { () throws(JournalError) in
            try trying { (journal) throws(JournalError) in
                guard isToSync else { return }
                try journal.prune()
                try journal.connection.syncLog()
                counters.syncs.add(1)
            }
            return CommitStage.synced
        }
        if transactions.isEmpty, case .success = synced { tell(.success(.written), to: group) }
        deliver { for waiting in group { waiting.reached(synced) } }
    }

    /// Tells those whose transactions came with this group that they are written.
    private func tell(_ written: Result<CommitStage, JournalError>, to group: [Waiting]) {
        let calls = group.filter { $0.transaction != nil }.map(\.reached)
        if !calls.isEmpty { deliver { for reached in calls { reached(written) } } }
    }

    /// Does something with the journal; after a failure nothing more is tried.
    private func trying(
        _ body: (OpenJournal) throws(JournalError) -> Void
    ) throws(JournalError) {
        if let failure { throw failure }
        guard let journal else { preconditionFailure("a journal that didn't fail is open") }
        do throws(JournalError) {
            try body(journal)
        } catch {
            failure = error
            // What the writer remembers is ahead of the journal now, and the connection's state
            // after an input or output error is anyone's guess.
            self.journal = nil
            throw error
        }
    }

    /// Notes that everything is synced, if that is so; a journal that failed is left as after a crash.
    private func end(_ farewell: Farewell) {
        // Without the note the next start only thinks worse of it.
        if farewell == .noted { _ = try? journal?.noteEnd() }
        journal = nil
    }

    private func recover(_ recovery: Recovery) {
        recovery.finish(result { () throws(JournalError) in try recovered() })
    }

    private func recovered() throws(JournalError) -> RecoveredState {
        if let opened {
            self.opened = nil
            return opened
        }
        // Closed before it is opened again, so that nothing of the old connection is left.
        journal = nil
        do throws(JournalError) {
            let journal = try OpenJournal(options)
            self.journal = journal
            failure = nil
            return journal.state
        } catch {
            failure = error
            throw error
        }
    }

    private func checkpointWhenLong() {
        guard let connection = journal?.connection, connection.logPages >= Self.checkpointPages
        else { return }
        connection.checkpoint()
    }

    private func result<Success>(
        _ body: () throws(JournalError) -> Success
    ) -> Result<Success, JournalError> {
        do throws(JournalError) { return .success(try body()) } catch { return .failure(error) }
    }
}

extension Transaction {
    /// Whether it is written in a moment, by ``JournalWriter/smallLimit``.
    fileprivate var isSmall: Bool {
        let limit = JournalWriter.smallLimit
        guard (1...limit.records).contains(recordCount) else { return false }
        return removedReplicas.isEmpty && removedHistory.isEmpty && byteCount <= limit.bytes
    }

    private var recordCount: Int {
        registers.count + pruned.count + changes.count + forgotten.count + history.count
            + versions.count + replicas.count + hooks.count
            + secrets.reduce(0) { $0 + 1 + $1.keys.count + $1.tables.count }
    }

    /// About how many bytes of values and files it has; each value counts wherever it stands.
    private var byteCount: Int {
        registers.reduce(0) { $0 + ($1.register.value?.size ?? 0) }
            + changes.reduce(0) { $0 + ($1.value?.size ?? 0) }
            + history.reduce(0) { $0 + $1.size }
            + versions.reduce(0) { $0 + ($1.version?.text.count ?? 0) }
            + replicas.reduce(0) { $0 + ($1.intent?.new.count ?? 0) }
    }
}

/// A count that one thread raises and others read.
final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    /// What was added so far.
    var count: Int { value.load(ordering: .relaxed) }

    /// Raises the count.
    func add(_ number: Int) { value.add(number, ordering: .relaxed) }
}
