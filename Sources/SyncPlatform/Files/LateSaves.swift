// Inodes that a path no longer shows, and writes into them that come too late.

import CLinux
import FileReplacing
import Glibc
import SyncEngine

extension DiskFileStore {
    /// The kernel tells of a close a moment before it drops the writer's claim.
    private static let closingTime = Duration.milliseconds(10)

    /// Keeps an inode for late readers and writers.
    ///
    /// - Parameters:
    ///   - inode: What the path showed.
    ///   - replica: Whose path it was.
    ///   - taken: Its text, if we displaced it: writes from then on are put back.
    func park(_ inode: HeldInode, of replica: ReplicaID, taken: [UInt8]?) {
        let parking = Parked(
            inode: inode,
            replica: replica,
            until: SystemClock.monotonicNanoseconds + watcher.timing.parking.nanoseconds,
            taken: taken.map { TextDigest(of: $0) },
            mark: mark(of: inode)
        )
        if let index = parked.firstIndex(where: { $0.inode === inode && $0.replica == replica }) {
            parked[index] = parking
        } else {
            held.keep(inode, for: .parked(replica))
            parked.append(parking)
        }
        if parkTimer == nil { scheduleParkTimer() }
        guard taken != nil else { return }
        inode.onWrite = { [weak self, weak inode] in
            guard let self, let inode, !inode.isBeingWritten else { return }
            if saveLateWrites(into: inode, .untilClosed) { return }
            loop.schedule(after: Self.closingTime) { [weak self, weak inode] in
                guard let self, let inode else { return }
                saveLateWrites(into: inode, .untilClosed)
            }
        }
        // It may have been written since its text was taken.
        loop.schedule(after: .zero) { [weak inode] in inode?.onWrite?() }
    }

    private func mark(of inode: HeldInode) -> UInt64 {
        (try? FileStatus.of(inode.descriptor))?.mark(mixedWith: inode.writes) ?? 0
    }

    private func scheduleParkTimer() {
        parkTimer = loop.schedule(after: watcher.timing.parking) { [weak self] in
            guard let self else { return }
            parkTimer = nil
            endParking()
            if !parked.isEmpty, parkTimer == nil { scheduleParkTimer() }
        }
    }

    private func endParking() {
        let now = SystemClock.monotonicNanoseconds
        for parking in parked where parking.until <= now {
            let inode = parking.inode
            let newMark = mark(of: inode)
            let isStill = newMark == parking.mark
            // A writer that never closes but has stopped for now has saved.
            let isSaved = isStill && saveLateWrites(into: inode, .untilStill)
            let index = parked.firstIndex { $0.inode === inode && $0.replica == parking.replica }
            guard let index else { continue }
            if isSaved, !hasWriter(inode) {
                parked.remove(at: index)
                held.release(inode, from: .parked(parking.replica))
            } else {
                parked[index].mark = newMark
                parked[index].until = now + watcher.timing.parking.nanoseconds
            }
        }
    }

    private func hasWriter(_ inode: HeldInode) -> Bool {
        if clinux_take_read_lease(inode.descriptor) != 0 {
            return errno == EAGAIN && !watcher.refusesLeases(inode.identity.device)
        }
        _ = clinux_give_lease_back(inode.descriptor)
        return false
    }

    /// Puts what was written into a displaced inode at the path, as the save that it was meant to be.
    ///
    /// - Returns: Whether there is nothing left to save for now.
    @discardableResult
    private func saveLateWrites(into inode: HeldInode, _ patience: Patience) -> Bool {
        guard
            let index = parked.firstIndex(where: { $0.inode === inode && $0.taken != nil })
        else { return true }
        let replica = parked[index].replica
        guard case .content(let late) = reader.read(inode, replica.path, patience) else {
            return false
        }
        let text = TextDigest(of: late.bytes)
        if text == parked[index].taken { return true }
        guard putBack(late, for: replica) else { return false }
        watcher.touch(replica)
        if let index = parked.firstIndex(where: { $0.inode === inode && $0.replica == replica }) {
            parked[index].taken = text
        }
        return true
    }

    /// Exchanges the path's file for a copy of `late`, if it's the file that we published.
    ///
    /// A newer save of somebody else who put another file there stays: without us, too, the late write
    /// would have gone into a file without a name. But a save into our file in between, once it was
    /// looked at, is followed by this one: without us both would have gone into the same file, and the
    /// later one would be what it shows. The engine has the settings of both.
    ///
    /// - Returns: Whether there is nothing left to do.
    private func putBack(_ late: FileContent, for replica: ReplicaID) -> Bool {
        let walk = PathWalk(replica.path)
        guard let shown = shown[replica], shown.isOurs, case .found(let status) = walk.end,
            status.identity == shown.identity, (try? safety.check(walk)) != nil
        else { return true }
        let path = walk.folder.path + TemporaryName(for: walk.name).text
        let attributes = FileAttributes(of: walk.targetPath, status)
        guard
            let copy = try? write(late.bytes, to: path, mode: 0o600, as: attributes, for: replica)
        else { return false }  // Full disk: tried again while it is parked.
        let staged = StagedFile(
            temporaryPath: path,
            targetPath: walk.targetPath,
            identity: copy.identity,
            method: .exchange
        )
        guard calls.sync(copy.descriptor) == 0, calls.exchange(path, walk.targetPath) == 0 else {
            discard(staged, of: replica)
            return false
        }
        let out = lookAtDisplaced(staged, of: replica, patience: .untilClosed)
        // Whatever came out, the engine knows the text that was shown.
        displaced[path] = shown.bytes
        defer { discard(staged, of: replica) }
        guard case .content(let content) = out, content.bytes == shown.bytes else {
            // If that's too late, what came out is parked, and put back in its turn.
            _ = undoExchange(
                of: staged,
                holding: late.bytes,
                writtenBefore: .max,
                for: replica
            )
            return false
        }
        SystemFile.syncFolder(walk.folder.path)
        keepShown(copy, of: replica)
        self.shown[replica] = Shown(identity: copy.identity, bytes: late.bytes, isOurs: true)
        return true
    }
}
