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
    private let groups: Counter
    /// nil after a failure, until it is opened and read again.
    private var journal: OpenJournal?
    /// What the last commit failed with, and so all that come after it.
    private var failure: JournalError?
    /// What opening read, for the first recovery.
    private var opened: RecoveredState?

    /// Creates the writer of a journal that was opened.
    init(
        _ journal: OpenJournal,
        options: JournalOptions,
        queue: CommitQueue,
        groups: Counter,
        deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.journal = journal
        self.options = options
        self.queue = queue
        self.groups = groups
        self.deliver = deliver
        opened = journal.state
    }

    /// Takes requests until it is told to stop.
    func run() {
        while true {
            var group: [(Transaction, CommitQueue.Done)] = []
            for request in queue.takeAll() {
                if case .commit(let transaction, let done) = request {
                    group.append((transaction, done))
                    guard group.count == Self.groupLimit else { continue }
                }
                commit(group)
                group = []
                switch request {
                case .commit: break
                case .recover(let recovery): recover(recovery)
                case .stop: return
                }
            }
            commit(group)
            checkpointWhenLong()
        }
    }

    private func commit(_ group: [(Transaction, CommitQueue.Done)]) {
        guard !group.isEmpty else { return }
        opened = nil
        let result = result { () throws(JournalError) in
            try write(group.map(\.0))
        }
        let calls = group.map(\.1)
        deliver { for done in calls { done(result) } }
    }

    private func write(_ transactions: [Transaction]) throws(JournalError) {
        if let failure { throw failure }
        guard let journal else { preconditionFailure("a journal that didn't fail is open") }
        do throws(JournalError) {
            try journal.connection.transaction { () throws(JournalError) in
                for transaction in transactions { try journal.contents.apply(transaction) }
                try journal.contents.pruneHistory()
            }
        } catch {
            failure = error
            // What the writer remembers is ahead of the journal now, and the connection's state
            // after an input or output error is anyone's guess.
            self.journal = nil
            throw error
        }
        groups.add(1)
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
