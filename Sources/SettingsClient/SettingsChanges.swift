// Changes of settings as they happen, for programs with tasks.

import SettingsModel
import Synchronization

/// The changes of some settings as a sequence of batches that never ends by itself.
///
/// The first batch has every setting as it is now; each later one has what changed since, whatever
/// became of the agent in between. The sequence is for one reader: two iterators share its batches.
/// It ends when its task is cancelled, and lets go of its connection then or with its last owner.
public final class SettingsChanges: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = ChangeBatch
    /// What it may fail with.
    public typealias Failure = ClientError

    private let domains: [Domain]
    private let keys: [KeyPattern]
    private let options: ClientOptions
    private let watch = Mutex<SettingsWatch?>(nil)

    init(_ domains: [Domain], keys: [KeyPattern], options: ClientOptions) {
        self.domains = domains
        self.keys = keys
        self.options = options
    }

    /// Tells the agent that the program now runs with the settings as of a batch.
    ///
    /// `settingsctl pending` lists the programs that don't.
    public func applied(_ seq: UInt64) { watch.withLock { $0?.applied(seq) } }

    /// What takes the batches, one after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let changes: SettingsChanges
        /// Begun with the first wait, and ended with the last iterator.
        private var thread: ReadinessThread?

        fileprivate init(_ changes: SettingsChanges) { self.changes = changes }

        /// The next batch; nil when the task is cancelled.
        ///
        /// - Throws: ``ClientError``, as ``SettingsWatch/batchAtHand()`` does.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> ChangeBatch? {
            while true {
                // Also where batches come faster than they are taken.
                if Task.isCancelled {
                    changes.end()
                    return nil
                }
                let (batch, descriptor) = try changes.look()
                if let batch { return batch }
                let thread: ReadinessThread
                if let begun = self.thread {
                    thread = begun
                } else {
                    thread = try ReadinessThread.current()
                }
                self.thread = thread
                // Its only error is the cancellation, which is looked at next.
                _ = try? await thread.wait(for: descriptor)
            }
        }

        /// The next batch; nil when the task is cancelled.
        public mutating func next() async throws(ClientError) -> ChangeBatch? {
            try await next(isolation: nil)
        }
    }

    /// A reader; several share the batches.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// The batch that has come, or what to wait for.
    private func look() throws(ClientError) -> (ChangeBatch?, descriptor: Int32) {
        try watch.withLock { watch throws(ClientError) in
            if let watch { return (try watch.batchAtHand(), watch.descriptor) }
            let begun = try SettingsWatch(domains, keys: keys, options: options)
            watch = begun
            return (nil, begun.descriptor)
        }
    }

    private func end() { watch.withLock { $0 = nil } }
}
