// Watching the paths of replicas: everything that a path's meaning hangs on.

import CLinux
import FileReplacing
import Glibc
package import SyncEngine

/// How long the watcher and the file store wait for what.
package struct PlatformTiming: Sendable {
    /// After the first write into a file that nobody closes: truncate(2) never does.
    package var firstWrite = Duration.milliseconds(100)
    /// After the last write into a file that stays open: some programs never close.
    package var still = Duration.seconds(2)
    /// Between looks at what can't be watched.
    package var poll = Duration.seconds(2)
    /// Between attempts to watch what couldn't be watched.
    package var retry = Duration.seconds(60)
    /// After the last use of a file, before it is closed, and late readers of one that was replaced go unnoticed.
    package var rest = Duration.seconds(2)

    package init() {}
}

/// Watches replicas' paths, by every folder and symlink on the way, on the loop's thread.
///
/// Events only say where to look. What changed is found by walking the path again, once for all
/// events that were there together, and only for paths that they touch.
package final class ReplicaWatcher: FileWatcher {
    /// The library keeps entries of ended watches; past this many, some 4 MB, everything begins anew.
    static let deadEntryLimit = 20_000

    /// Called on the loop when there is something to ``drain()``.
    package var onEvents: () -> Void = {}

    let loop: EventLoop
    let timing: PlatformTiming
    let onProblem: (PlatformError) -> Void
    var table: WatchTable?
    var startFailure: PlatformError?
    private var registration: Registration?
    private var mounts: MountTable?

    var entries: [Int: WatchEntry] = [:]
    private var numbers: [WatchSubject: Int] = [:]
    private var lastNumber = 0
    var users: [PathWalk.Hop: WatchUsers] = [:]
    /// Why these have no watch.
    var failures: [PathWalk.Hop: Errno] = [:]
    /// Entries whose files can change without an event.
    var remoteEntries: Set<Int> = []
    private var held: [FileIdentity: HeldInode] = [:]

    private var queue = FileEventQueue()
    private var isAnnounced = false
    /// Entries to walk again after the events that are being taken.
    var unresolved: Set<Int> = []
    var mustRebuild = false
    /// Counts the kernel's events, so that it can be told which of two came first.
    var eventCount: UInt64 = 0

    var pollTimer: TimerID?
    var lastRetry: Int64 = 0
    var reported: Set<PlatformError.Code> = []
    var remoteFileSystems: [UInt64: String?] = [:]

    /// Creates a watcher; where the kernel has nothing to watch with, it says so once and polls.
    ///
    /// - Parameters:
    ///   - loop: The loop on whose thread everything happens.
    ///   - timing: How long to wait for what.
    ///   - onProblem: Told once of each kind of problem, and again after it was gone.
    package init(
        loop: EventLoop,
        timing: PlatformTiming = PlatformTiming(),
        onProblem: @escaping (PlatformError) -> Void
    ) {
        self.loop = loop
        self.timing = timing
        self.onProblem = onProblem
        start()
        mounts = MountTable(loop: loop) { [weak self] in self?.mountsChanged() }
    }

    deinit {
        if let pollTimer { loop.cancel(pollTimer) }
        for entry in entries.values { cancelTimers(entry.writing) }
        if let registration { loop.forget(registration) }
    }

    /// How many watches the kernel holds for us.
    package var watchCount: Int { table?.count ?? 0 }

    // MARK: The seam

    package func watch(_ replica: ReplicaID) { watch(.replica(replica)) }

    package func watchFolder(_ path: String) { watch(.folder(path)) }

    /// Begins watching the names in a folder that is there, until it is taken away; told as
    /// ``FileEvent/folderTouched(_:)``.
    package func watchNames(in folder: String) { watch(.names(folder)) }

    private func watch(_ subject: WatchSubject) {
        guard numbers[subject] == nil else { return }
        lastNumber += 1
        numbers[subject] = lastNumber
        entries[lastNumber] = WatchEntry(subject: subject)
        resolve(lastNumber)
        updatePolling()
    }

    package func unwatch(_ replica: ReplicaID) { unwatch(.replica(replica)) }

    package func unwatchFolder(_ path: String) { unwatch(.folder(path)) }

    /// Ends watching the names in a folder.
    package func unwatchNames(in folder: String) { unwatch(.names(folder)) }

    private func unwatch(_ subject: WatchSubject) {
        guard let number = numbers.removeValue(forKey: subject),
            let entry = entries.removeValue(forKey: number)
        else { return }
        cancelTimers(entry.writing)
        for need in entry.needs { leave(need, number) }
        unresolved.remove(number)
        remoteEntries.remove(number)
        updatePolling()
    }

    /// The events since the last call, those that the kernel has now among them.
    package func drain() -> [FileEvent] {
        collect()
        return queue.take()
    }

    package func state(of replica: ReplicaID) -> WatchState {
        guard let number = number(of: replica) else { return .events }
        return pollingReason(of: number).map { .polling(reason: $0) } ?? .events
    }

    // MARK: Events for the engine

    /// The number of a replica's entry; nil for one that isn't watched.
    func number(of replica: ReplicaID) -> Int? { numbers[.replica(replica)] }

    /// Tells that a path may show something else; once until the events are taken.
    func touch(_ replica: ReplicaID) { touch(.replica(replica)) }

    /// The same by an entry's number; one that is gone makes no difference.
    func touch(_ number: Int) {
        if let entry = entries[number] { touch(entry.subject) }
    }

    private func touch(_ subject: WatchSubject) {
        guard queue.touch(subject) else { return }
        switch subject {
        case .replica(let replica): tell(.touched(replica))
        case .folder(let path), .names(let path): tell(.folderTouched(path))
        }
    }

    /// Adds an event for who drains them, and announces it on the loop's next turn.
    func tell(_ event: FileEvent) {
        guard queue.append(event), !isAnnounced else { return }
        isAnnounced = true
        loop.schedule(after: .zero) { [weak self] in
            guard let self else { return }
            isAnnounced = false
            if !queue.isEmpty { onEvents() }
        }
    }

    // MARK: Inodes that the file store holds

    /// Watches an inode for its readers and writers.
    ///
    /// Where that can't be done, readers go unseen, so it counts as read.
    func begin(_ inode: HeldInode) {
        held[inode.identity] = inode
        do {
            try table?.watch(inode)
        } catch {
            report(watching: inode.path, error)
        }
        noteIfUnseen(inode)
    }

    /// Tells that an inode may have been read, where the kernel wouldn't.
    func noteIfUnseen(_ inode: HeldInode) {
        for replica in inode.replicas where isBlind(to: inode, of: replica) {
            tell(.read(replica, inode.identity))
        }
    }

    /// Whether the kernel doesn't tell of all readers of an inode.
    func isBlind(to inode: HeldInode, of replica: ReplicaID) -> Bool {
        inode.watch == nil || number(of: replica).map { remoteEntries.contains($0) } ?? false
    }

    /// Takes what happened to an inode so far, then ends its watch.
    func end(_ inode: HeldInode) {
        collect()
        held[inode.identity] = nil
        table?.unwatch(inode)
    }

    // MARK: Starting, and starting anew

    /// Begins to watch; where the kernel has nothing to watch with, that is reported and polled.
    func start() {
        do throws(PlatformError) {
            let table = try WatchTable()
            registration = try loop.watch(table.inotify.descriptor, for: .readable) {
                [weak self] _ in self?.collect()
            }
            self.table = table
            startFailure = nil
            recovered([.noWatchInstances, .noProc])
        } catch {
            startFailure = error
            report(error)
        }
    }

    /// Drops every watch and begins anew: after lost events, none of them can be relied on.
    func rebuild() {
        mustRebuild = false
        if let registration { loop.forget(registration) }
        registration = nil
        table = nil
        start()
        watchEverything()
    }

    /// Adds every watch that is needed, to an instance that has none.
    func watchEverything() {
        users = [:]
        failures = [:]
        for number in Array(entries.keys) {
            entries[number]?.needs = []
            entries[number]?.walks = []
        }
        for inode in held.values {
            inode.loseEvents()
            // What isn't open is watched again once it was looked at.
            if inode.isOpen { begin(inode) }
        }
        for number in entries.keys { resolve(number) }
        updatePolling()
        tell(.overflowed)
    }

    private func mountsChanged() {
        remoteFileSystems = [:]
        let before = entries.mapValues { $0.walks.map(\.file) }
        unresolved.formUnion(entries.keys)
        collect()
        // A mount right on a file leaves the way to it as it was.
        for (number, files) in before where entries[number]?.walks.map(\.file) != files {
            touch(number)
        }
    }
}
