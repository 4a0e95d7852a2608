// What waits for the writer's thread, and whose turn it is to write.

import SyncEngine
import Synchronization

/// Something the writer's thread is asked for.
enum Request: Sendable {
    case commit(Transaction, then: CommitQueue.Reached)
    /// What was written on the caller's thread, to be synced.
    case sync(then: CommitQueue.Reached)
    case work(@Sendable () -> Void)
    case recover(Recovery)
    case stop(Farewell)
}

/// What the journal says of its end.
enum Farewell {
    /// Everything that was told is in it.
    case noted
    /// Nothing, as after a crash.
    case none
}

/// The requests from the event loop to the writer's thread, in their order.
///
/// It has no limit of its own: each client waits for the answers to its last edits, and an answer waits
/// for the edit's transaction, but for so many as the agent answers before that.
final class CommitQueue: Sendable {
    /// Hears how far a commit has come.
    typealias Reached = @Sendable (Result<CommitStage, JournalError>) -> Void

    private let requests = Mutex<[Request]>([])
    private let arrived = Semaphore()

    /// Adds a request at the end.
    func append(_ request: Request) {
        let wasEmpty = requests.withLock { requests in
            requests.append(request)
            return requests.count == 1
        }
        // One signal for all that the writer will take at once.
        if wasEmpty { arrived.signal() }
    }

    /// Whether none waits.
    var isEmpty: Bool { requests.withLock { $0.isEmpty } }

    /// Waits until there are requests; now and then there are none.
    func waitForSome() { arrived.wait() }

    /// Takes the requests that there are.
    func takeAll() -> [Request] {
        requests.withLock { requests in
            let taken = requests
            requests = []
            return taken
        }
    }
}

/// A recovery that the caller waits for.
final class Recovery: Sendable {
    private let result = Mutex<Result<RecoveredState, JournalError>?>(nil)
    private let finished = Semaphore()

    /// Ends the recovery.
    func finish(_ result: Result<RecoveredState, JournalError>) {
        self.result.withLock { $0 = result }
        finished.signal()
    }

    /// Waits for the end; to be called once.
    func wait() throws(JournalError) -> RecoveredState {
        finished.wait()
        guard let result = result.withLock({ $0 }) else {
            preconditionFailure("a finished recovery has a result")
        }
        return try result.get()
    }
}
