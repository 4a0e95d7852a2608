// The journal in SQLite, behind the engine's seam.

import Glibc
package import SettingsModel
package import SyncEngine

/// The durable journal of an agent, in one SQLite file.
///
/// One thread of its own writes; all transactions that wait for it are committed together: written
/// into SQLite's WAL with `synchronous = NORMAL` (sqlite.org/wal.html), told, then synced and told.
/// A small one with nothing before it is written on the caller's thread at once, and told no sooner
/// than ``commit(_:then:)`` has returned.
///
/// **After a power cut** the journal holds what was synced, and of what was only written perhaps a
/// part: the first transactions, each whole. It can't tell, so a journal that wasn't ended with
/// ``close()`` gets another epoch when it is opened in another boot. The death of the agent alone
/// loses nothing that was written.
///
/// **After a failure.** A transaction that can't be written changes nothing, and every commit called
/// after it fails with the same error, in order, without being tried: it may build on what was lost.
/// ``recover()`` ends that. What it gives is what the journal holds: exactly the transactions whose
/// call-back said that they are written, in the order of the calls and without a gap; those that
/// couldn't be synced then are now. From its return on, commits are tried again. Call-backs of
/// failed commits called before may still arrive after it returns. When recovering fails too,
/// commits go on failing, with the new error; call it again later.
/// One thing can't be known: if the agent dies between an input or output error and the recovery,
/// the next start may find that commit whole. It is never half there.
///
/// All but the call-backs' delivery is for one thread, the event loop's.
package final class JournalDatabase: OperationLog {
    /// What was found at the journal's path.
    package enum Opened: Equatable, Sendable {
        /// There was none; this one is new.
        case fresh
        case existing
        /// It was damaged and has another name now; this one is new.
        case setAside(JournalError, newName: String)
    }

    package let epoch: String
    /// What opening found.
    package let opened: Opened
    private let queue = CommitQueue()
    let writer: JournalWriter
    private let groups = Counter()
    private let syncs = Counter()
    private let path: String
    /// What reads the history; nil until somebody asks for it.
    private var reader: Connection?
    private var thread: pthread_t?

    /// Opens the journal, or begins one.
    ///
    /// A damaged journal is set aside, and a new one begun: see ``opened``. Cost: reads all but the
    /// history.
    ///
    /// - Parameters:
    ///   - path: The journal's file. It is made 0600, and a missing folder 0700.
    ///   - limits: How much history is kept.
    ///   - boot: An id of the time since the system was booted; empty where nobody knows, which is
    ///     never the same as another.
    ///   - pageLimit: At most so many pages of 4 KiB, as if the disk were full then; nil for none.
    ///   - deliver: Runs a closure on the caller's loop, in order. It is called on the writer's
    ///     thread, and must not wait for the loop, which may be in ``recover()``.
    /// - Throws: ``JournalError`` with any code but `.damaged`; the files are as they were.
    package init(
        path: String,
        limits: Limits,
        boot: String,
        pageLimit: Int? = nil,
        deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) throws(JournalError) {
        let options = JournalOptions(path: path, limits: limits, boot: boot, pageLimit: pageLimit)
        let (journal, opened) = try Self.open(options)
        self.opened = opened
        epoch = journal.epoch
        self.path = path
        writer = JournalWriter(
            journal,
            options: options,
            queue: queue,
            counters: (groups, syncs),
            deliver: deliver
        )
        thread = try Self.start(writer, path: path)
    }

    // A program that ends without ``close()`` may have noticed more than it told the journal.
    deinit { end(.none) }

    package func recover() throws(JournalError) -> RecoveredState {
        let recovery = Recovery()
        queue.append(.recover(recovery))
        return try recovery.wait()
    }

    package func commit(
        _ transaction: Transaction,
        then reached: @escaping @Sendable (Result<CommitStage, JournalError>) -> Void
    ) {
        if !writer.writeNow(transaction, then: reached) {
            queue.append(.commit(transaction, then: reached))
        }
    }

    package func perform(_ work: @escaping @Sendable () -> Void) { queue.append(.work(work)) }

    package func history(_ query: HistoryQuery) throws(JournalError) -> [HistoryEntry] {
        try query.entries(from: try openReader())
    }

    private func openReader() throws(JournalError) -> Connection {
        if let reader { return reader }
        let opened = try Connection(path: path, access: .readOnly)
        try opened.limitCache()
        reader = opened
        return opened
    }

    /// How many SQLite transactions were committed since opening; fewer than ours where they waited.
    package var committedGroups: Int { groups.count }

    /// How often the disk was waited for since opening, checkpoints aside.
    package var syncCount: Int { syncs.count }

    /// Commits what waits, delivers it, notes that nothing is missing, and ends the writer's thread.
    package func close() { end(.noted) }

    private func end(_ farewell: Farewell) {
        guard let thread else { return }
        self.thread = nil
        // SQLite deletes the WAL when the last connection is closed, and one that only reads can't.
        reader = nil
        queue.append(.stop(farewell))
        pthread_join(thread, nil)
    }

    private static func open(
        _ options: JournalOptions
    ) throws(JournalError) -> (OpenJournal, Opened) {
        let file = JournalFile(path: options.path)
        try file.prepare()
        do throws(JournalError) {
            let journal = try OpenJournal(options)
            return (journal, journal.isNew ? .fresh : .existing)
        } catch {
            guard error.code == .damaged else { throw error }
            let newName = try file.setAside()
            try file.prepare()
            return (try OpenJournal(options), .setAside(error, newName: newName))
        }
    }

    private static func start(
        _ writer: JournalWriter,
        path: String
    ) throws(JournalError) -> pthread_t {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(writer)
        // Signals are for the event loop's thread; this one is born with all of them blocked.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let result = pthread_create(&thread, nil, runWriter, context.toOpaque())
        guard result == 0 else {
            context.release()
            throw JournalError(call: "pthread_create", errno: result, path: path)
        }
        return thread
    }
}

private func runWriter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<JournalWriter>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
