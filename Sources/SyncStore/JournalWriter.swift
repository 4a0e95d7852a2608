// The thread that commits: all that wait together, in one SQLite transaction.

import Glibc
import SyncEngine
import Synchronization

/// The writer of a journal; all of it runs on its own thread.
final class JournalWriter {
    /// Transactions committed together at most, so that the first needn't wait long for the last.
    static let groupLimit = 256
    /// Pages of the WAL after which it is moved into the database: 4 MiB.
    static let checkpointPages = 1_000

    private let options: JournalOptions
    private let queue: CommitQueue
    private let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let counters: (groups: Counter, syncs: Counter)
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

    /// Takes requests until it is told to stop.
    func run() {
        while true {
            if requests.isEmpty { requests = queue.waitForAll()[...] }
            commit(nextGroup())
            guard let next = requests.first else {
                checkpointWhenLong()
                continue
            }
            // There are more of them than one group takes.
            if case .commit = next { continue }
            requests.removeFirst()
            switch next {
            case .commit: break
            case .work(let work):
                work()
                // What came meanwhile may be committed together with what waited for the work.
                requests += queue.takeAll()
            case .recover(let recovery): recover(recovery)
            case .stop(let farewell): return end(farewell)
            }
        }
    }

    /// Takes out the commits that come before anything else.
    private func nextGroup() -> [(Transaction, CommitQueue.Reached)] {
        var group: [(Transaction, CommitQueue.Reached)] = []
        while group.count < Self.groupLimit,
            case .commit(let transaction, let reached)? = requests.first
        {
            requests.removeFirst()
            group.append((transaction, reached))
        }
        return group
    }

    private func commit(_ group: [(Transaction, CommitQueue.Reached)]) {
        guard !group.isEmpty else { return }
        opened = nil
        let calls = group.map(\.1)
        let transactions = group.map(\.0).filter { !$0.isEmpty }
        if !transactions.isEmpty {
            let written = result { () throws(JournalError) in
                try trying { (journal) throws(JournalError) in
                    try journal.write(transactions)
                }
                return CommitStage.written
            }
            deliver { for reached in calls { reached(written) } }
            guard case .success = written else { return }
            counters.groups.add(1)
        }
        let synced = result { () throws(JournalError) in
            try trying { (journal) throws(JournalError) in
                guard !transactions.isEmpty else { return }
                try journal.connection.syncLog()
                counters.syncs.add(1)
            }
            return CommitStage.synced
        }
        deliver {
            for reached in calls {
                if transactions.isEmpty, case .success = synced { reached(.success(.written)) }
                reached(synced)
            }
        }
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

/// A count that one thread raises and others read.
final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    /// What was added so far.
    var count: Int { value.load(ordering: .relaxed) }

    /// Raises the count.
    func add(_ number: Int) { value.add(number, ordering: .relaxed) }
}
