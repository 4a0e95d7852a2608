// Changes of settings as they happen, for programs with tasks.

import SettingsModel
import Synchronization

/// The changes of some settings as a sequence of batches that never ends by itself.
///
/// The first batch has every setting as it is now; each later one has what changed since, whatever
/// became of the agent in between. The sequence is for one reader: two iterators share its batches.
/// It ends for a reader whose task is cancelled, and lets go of its connection with the last reader
/// to be cancelled, or with its last owner.
public final class SettingsChanges: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = ChangeBatch
    /// What it may fail with.
    public typealias Failure = ClientError

    private let domains: [Domain]
    private let keys: [KeyPattern]
    private let options: ClientOptions
    private let state = Mutex(State())

    private struct State {
        var watch: SettingsWatch?
        var readers = 0
    }

    init(_ domains: [Domain], keys: [KeyPattern], options: ClientOptions) {
        self.domains = domains
        self.keys = keys
        self.options = options
    }

    /// What takes the batches, one after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let changes: SettingsChanges
        /// nil after a cancellation.
        private var reader: Reader?
        /// When to give up; nil for never.
        fileprivate var deadline: ContinuousClock.Instant?
        /// Begun with the first wait, and ended with the last iterator.
        private var thread: ReadinessThread?

        fileprivate init(_ changes: SettingsChanges) {
            self.changes = changes
            reader = Reader(changes)
        }

        /// The next batch; nil when the task is cancelled.
        ///
        /// - Throws: ``ClientError``, as ``SettingsWatch/batchAtHand()`` does.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> ChangeBatch? {
            while true {
                // Also where batches come faster than they are taken.
                if Task.isCancelled {
                    reader = nil
                    changes.endIfUnread()
                    return nil
                }
                if reader == nil { reader = Reader(changes) }
                let (batch, descriptor) = try changes.look()
                if let batch { return batch }
                if let deadline, ContinuousClock.now >= deadline { throw .overdue }
                let thread: ReadinessThread
                if let begun = self.thread {
                    thread = begun
                } else {
                    thread = try ReadinessThread.current()
                }
                self.thread = thread
                // Its only error is the cancellation, which is looked at next.
                _ = try? await thread.wait(for: descriptor, until: deadline)
            }
        }

        /// The next batch; nil when the task is cancelled.
        public mutating func next() async throws(ClientError) -> ChangeBatch? {
            try await next(isolation: nil)
        }
    }

    /// A reader; several share the batches.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// The first batch; nil when the task is cancelled.
    ///
    /// - Throws: ``ClientError``; with code `.timedOut` where it hasn't come before the deadline.
    func first(before deadline: ContinuousClock.Instant) async throws(ClientError) -> ChangeBatch? {
        var iterator = makeAsyncIterator()
        iterator.deadline = deadline
        return try await iterator.next()
    }

    /// What its readers wait for; nil before the first has begun.
    var descriptor: Int32? { state.withLock { $0.watch?.descriptor } }

    /// The batch that has come, or what to wait for.
    ///
    /// The lock is this reader's turn with the watch, which is for one at a time. Nothing in it waits:
    /// the watch asks the kernel for what is there, also on the way to an agent.
    private func look() throws(ClientError) -> (ChangeBatch?, descriptor: Int32) {
        try state.withLock { state throws(ClientError) in
            if let watch = state.watch { return (try watch.batchAtHand(), watch.descriptor) }
            let begun = try SettingsWatch(domains, keys: keys, options: options)
            state.watch = begun
            return (nil, begun.descriptor)
        }
    }

    /// Lets go of the connection, unless another reader waits on it.
    private func endIfUnread() {
        state.withLock { if $0.readers == 0 { $0.watch = nil } }
    }

    /// Counts as one reader while it lives, however often its iterator is copied.
    private final class Reader: Sendable {
        private let changes: SettingsChanges

        init(_ changes: SettingsChanges) {
            self.changes = changes
            changes.state.withLock { $0.readers += 1 }
        }

        deinit {
            changes.state.withLock { state in
                state.readers -= 1
                // It may have been woken in the place of another, or have left a batch behind.
                if state.readers > 0 { state.watch?.lookAgain() }
            }
        }
    }
}
