// Settings files on the disk, read and replaced.

import CLinux
import FileReplacing
import Glibc
package import SettingsModel
package import SyncEngine

/// The files of replicas, on the loop's thread.
///
/// What it promises, beside what ``FileStore`` says:
///
/// - No content is given that a writer is in the middle of (``SettledRead``).
/// - Each read by another process between two looks is told as an event, and none of our own.
/// - A save that lands between a look and a publication is displaced, whole, to the temporary name;
///   it is never overwritten. The exception is the method `compareAndRename`, which compares as late as
///   it can.
/// - No file that somebody linked is ever opened for writing, nor kept open for long.
/// - Who has a displaced file open for writing is waited for.
package final class DiskFileStore: FileStore {
    let watcher: ReplicaWatcher
    let loop: EventLoop
    let calls: RenameCalls
    let reader: SettledRead
    let held: HeldFiles
    let safety = FolderSafety()
    private let spare = SpareDescriptor()

    /// The permissions that each file had when it was last seen at its path.
    private(set) var lastModes: [ReplicaID: mode_t] = [:]
    /// Due when files that nothing is done with are to be closed.
    private(set) var restTimer: TimerID?
    /// The temporary files that were written for each replica and not discarded.
    var temporaryPaths: [ReplicaID: Set<String>] = [:]
    /// The temporary names in each folder that was swept, and when it had last changed by then.
    var listedNames: [String: (changed: Int64, names: [String])] = [:]
    /// What became of syncing staged files, by their temporary paths, until they are discarded.
    var contentSyncs: [String: ContentSync] = [:]
    /// Whether a device's file system can exchange two names, as far as tried.
    var canExchange: [UInt64: Bool] = [:]
    /// Targets that can't be replaced, as something is mounted right on them.
    var mountedTargets: Set<String> = []

    /// Whether the journal knows what was being written when the last agent ended.
    package enum Memory: Sendable {
        case whole
        /// The journal is new, or its predecessor was set aside.
        case lost
    }
    let memory: Memory
    /// Told the new name of a temporary file that may be a save and is kept.
    package var onKept: (ReplicaID, String) -> Void = { _, _ in }

    /// Creates a store that tells what it notices through `watcher`.
    package convenience init(
        watcher: ReplicaWatcher,
        limits: Limits = .standard,
        memory: Memory = .whole
    ) {
        self.init(watcher: watcher, limits: limits, memory: memory, calls: RenameCalls())
    }

    init(watcher: ReplicaWatcher, limits: Limits, memory: Memory = .whole, calls: RenameCalls) {
        self.watcher = watcher
        self.memory = memory
        self.calls = calls
        loop = watcher.loop
        held = HeldFiles(watcher: watcher)
        reader = SettledRead(watcher: watcher, sizeLimit: limits.fileBytes)
        ignoreFatalNotices()
    }

    deinit { if let restTimer { loop.cancel(restTimer) } }

    /// How many files are open.
    package var openCount: Int { held.openCount }

    /// Forgets a replica that is no longer linked.
    package func forget(_ replica: ReplicaID) {
        parkShown(of: replica)
        lastModes[replica] = nil
        restSoon()
    }

    /// Has the files closed that nothing is done with from now on.
    func restSoon() {
        guard restTimer == nil else { return }
        restTimer = loop.schedule(after: watcher.timing.rest) { [weak self] in
            guard let self else { return }
            restTimer = nil
            let now = SystemClock.monotonicNanoseconds
            if held.rest(unusedSince: now - watcher.timing.rest.nanoseconds) { restSoon() }
        }
    }

    // MARK: Looking

    /// A path that changes while it is read is read again; events tell of what comes later.
    private static let readsPerLook = 4

    package func look(at replica: ReplicaID, patience: Patience) -> Sighting {
        defer { restSoon() }
        var last = Sighting.absent
        for _ in 0..<Self.readsPerLook {
            last = lookOnce(at: replica, patience)
            guard case .content(let content) = last else { break }
            let walk = PathWalk(replica.path)
            // The walk ends where a link says a name that isn't UTF-8; the kernel's doesn't.
            guard let status = try? FileStatus.following(replica.path),
                status.identity == content.identity, walk.leads(to: content.identity)
            else {
                last = .busy(mark: UInt64(bitPattern: content.modified))
                continue
            }
            do {
                try safety.check(reading: walk)
            } catch {
                return .unreadable(error)
            }
            lastModes[replica] = status.mode & 0o777
            last = .content(content.placed(by: walk, to: replica.path))
            FailPoint.reach("after_read")
            break
        }
        return last
    }

    private func lookOnce(at replica: ReplicaID, _ patience: Patience) -> Sighting {
        do throws(Errno) {
            switch try held.open(replica.path, links: .follow, for: .current(replica)) {
            case .held(let inode):
                keepShown(inode, of: replica)
                return reader.read(inode, replica.path, patience)
            case .notRegular(let kind):
                parkShown(of: replica)
                return .unreadable(.notRegular(replica.path, kind))
            }
        } catch {
            return failedLook(at: replica, patience, error)
        }
    }

    private func failedLook(
        at replica: ReplicaID,
        _ patience: Patience,
        _ error: Errno
    ) -> Sighting {
        switch error.number {
        case ENOENT, ENOTDIR:
            parkShown(of: replica)
            return .absent
        case EMFILE, ENFILE:
            return lookWithSpare(at: replica, patience)
                ?? .unreadable(StorageError(error, replica.path, while: .reading))
        default:
            return .unreadable(StorageError(error, replica.path, while: .reading))
        }
    }

    /// With no descriptor left, reads without keeping the file; nobody notices its readers then.
    private func lookWithSpare(at replica: ReplicaID, _ patience: Patience) -> Sighting? {
        let status: FileStatus
        do {
            status = try FileStatus.following(replica.path)
        } catch {
            // stat(2) needs no descriptor, so this is what the path is like.
            return failedLook(at: replica, patience, error)
        }
        guard status.kind == .regular else {
            parkShown(of: replica)
            return .unreadable(.notRegular(replica.path, status.kind))
        }
        if let inode = held.inode(status.identity), inode.isOpen {
            keepShown(inode, of: replica)
            return reader.read(inode, replica.path, patience)
        }
        return spare.lend {
            let descriptor = open(replica.path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            let inode = HeldInode(descriptor: descriptor, identity: status.identity)
            watcher.tell(.read(replica, status.identity))
            return reader.read(inode, replica.path, patience)
        }
    }

    // MARK: What the path shows

    /// Keeps what the path shows now, and parks what it showed before.
    func keepShown(_ inode: HeldInode, of replica: ReplicaID) {
        let use = HeldInode.Use.current(replica)
        held.keep(inode, for: use)
        for old in held.inodes(for: use) where old !== inode { park(old, of: replica, from: use) }
    }

    /// Parks what the path showed, which shows nothing now.
    private func parkShown(of replica: ReplicaID) {
        let use = HeldInode.Use.current(replica)
        for old in held.inodes(for: use) {
            if old.isOpen, let status = try? FileStatus.of(old.descriptor) {
                lastModes[replica] = status.mode & 0o777
            }
            park(old, of: replica, from: use)
        }
    }

    /// Keeps an inode for readers that may still finish, in the place of another use.
    private func park(_ inode: HeldInode, of replica: ReplicaID, from use: HeldInode.Use) {
        // Its reader may have it open for writing, too, so that no reader's close is told.
        if inode.isBeingRead {
            watcher.tellRead(inode)
            inode.noteReaderTold()
        }
        held.keep(inode, for: .parked(replica))
        held.release(inode, from: use)
    }

    // MARK: What was displaced

    package func lookAtDisplaced(
        _ staged: StagedFile,
        of replica: ReplicaID,
        patience: Patience
    ) -> Sighting {
        guard staged.method == .exchange else { return .absent }
        let path = staged.temporaryPath
        do throws(Errno) {
            let use = HeldInode.Use.displaced(replica, path)
            switch try held.open(path, links: .stay, for: use) {
            case .held(let inode) where staged.isFile(inode.identity):
                held.release(inode, from: use)
                return .absent
            case .held(let inode):
                let sighting = reader.read(inode, path, patience)
                // It may stay there for long.
                if case .unreadable = sighting { held.release(inode, from: use) }
                return sighting
            case .notRegular(let kind):
                return .unreadable(.notRegular(path, kind))
            }
        } catch {
            if error.number == ENOENT { return .absent }
            return .unreadable(StorageError(error, path, while: .reading))
        }
    }

    package func stagedState(of staged: StagedFile) -> StagedState {
        guard let status = try? FileStatus.named(staged.temporaryPath) else {
            guard let target = try? FileStatus.named(staged.targetPath) else { return .away }
            return staged.isFile(target.identity) && staged.method != .exchange
                ? .published : .gone
        }
        return staged.isFile(status.identity) ? .notPublished : .published
    }

    package func discard(_ staged: StagedFile, of replica: ReplicaID) {
        let path = staged.temporaryPath
        defer { letGo(of: path, replica) }
        guard let status = try? FileStatus.named(path), status.kind == .regular else { return }
        let use = HeldInode.Use.displaced(replica, path)
        for inode in held.inodes(for: use) { park(inode, of: replica, from: use) }
        unlink(path)
    }

    /// Forgets a temporary file, and closes what was kept open of it.
    func letGo(of path: String, _ replica: ReplicaID) {
        contentSyncs[path] = nil
        for use in [HeldInode.Use.staged(replica, path), .displaced(replica, path)] {
            for inode in held.inodes(for: use) { held.release(inode, from: use) }
        }
        temporaryPaths[replica]?.remove(path)
        if temporaryPaths[replica]?.isEmpty == true { temporaryPaths[replica] = nil }
        restSoon()
    }
}

extension FileContent {
    /// The content with the place where the way to its path ends.
    fileprivate func placed(by walk: PathWalk, to path: String) -> FileContent {
        let inode = walk.folder.identity.inode
        let parent = "/" + path.pathNames.dropLast().joined(separator: "/")
        let links = walk.statuses.filter { $0.kind == .link }
        let nameFolder = links.isEmpty ? nil : try? FileStatus.following(parent).identity.inode
        var content = self
        content.linked = links.map(\.changed.milliseconds).max()
        content.place = FilePlace(nameFolder: nameFolder ?? inode, fileFolder: inode)
        return content
    }
}
