// A staged file in its target's place.

import FileReplacing
import Glibc
import SettingsModel
package import SyncEngine

extension DiskFileStore {
    package func publish(
        _ staged: StagedFile,
        for replica: ReplicaID,
        expecting expected: FileContent?
    ) throws(StorageError) {
        // The links may lead elsewhere since; the old target is no longer the replica's file.
        let walk = PathWalk(replica.path)
        guard walk.targetPath == staged.targetPath else {
            throw .raced(replica.path, "leads elsewhere")
        }
        if case .found(let status) = walk.end {
            guard status.kind == .regular else {
                throw .raced(staged.targetPath, "became a folder")
            }
            // A save in the last moment is displaced, taken and put back; any other is taken where it is.
            guard staged.method != .exchange || status.identity == expected?.identity else {
                throw .raced(staged.targetPath, "was saved by somebody else")
            }
        }
        try requireSynced(staged, for: replica)
        FailPoint.reach("before_exchange")
        switch staged.method {
        case .exchange: try exchange(staged)
        case .create: try create(staged)
        case .compareAndRename: try compareAndRename(staged, for: replica, expected)
        }
        takeOver(staged, for: replica)
        FailPoint.reach("after_exchange")
    }

    /// The staged inode is the path's now; what it displaced is kept under its temporary name.
    private func takeOver(_ staged: StagedFile, for replica: ReplicaID) {
        let staging = HeldInode.Use.staged(replica, staged.temporaryPath)
        guard let inode = held.inodes(for: staging).first else { return }
        let displaced = try? FileStatus.named(staged.temporaryPath).identity
        if let displaced, let old = held.inode(displaced) {
            held.keep(old, for: .displaced(replica, staged.temporaryPath))
        }
        keepShown(inode, of: replica)
        held.release(inode, from: staging)
    }

    // MARK: Exchange

    private func exchange(_ staged: StagedFile) throws(StorageError) {
        if calls.exchange(staged.temporaryPath, staged.targetPath) == 0 { return }
        let error = Errno.last
        switch error.number {
        case ENOENT: throw missing(of: staged)
        case EBUSY: mountedTargets.insert(staged.targetPath)
        case _ where error.isUnsupported: canExchange[staged.identity.device] = false
        default: throw StorageError(error, staged.targetPath, while: .writing)
        }
        // The next staging knows better.
        throw .raced(staged.targetPath, "can't be exchanged")
    }

    // MARK: A new file

    private func create(_ staged: StagedFile) throws(StorageError) {
        if calls.create(staged.temporaryPath, staged.targetPath) == 0 { return }
        var error = Errno.last
        if error.isUnsupported {
            // link(2) doesn't replace either. Where there are no links, only a look remains.
            if link(staged.temporaryPath, staged.targetPath) == 0 {
                unlink(staged.temporaryPath)
                return
            }
            error = .last
            if [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number) {
                try renameUnlessThere(staged)
                return
            }
        }
        switch error.number {
        case EEXIST: throw .raced(staged.targetPath, "appeared")
        case ENOENT: throw missing(of: staged)
        default: throw StorageError(error, staged.targetPath, while: .writing)
        }
    }

    /// Which name is gone, after a call that needed them all.
    private func missing(of staged: StagedFile) -> StorageError {
        let isThere = { (path: String) in (try? FileStatus.named(path)) != nil }
        guard isThere(staged.targetPath.pathFolder) else {
            return .raced(staged.targetPath, "lost its folder")
        }
        guard !isThere(staged.temporaryPath) else { return .raced(staged.targetPath, "vanished") }
        var error = StorageError.raced(staged.targetPath, "")
        error.problem = "'\(staged.temporaryPath.escapedForDisplay)' was removed before its time"
        error.advice = "Nothing needs to be done; it is written again"
        return error
    }

    private func renameUnlessThere(_ staged: StagedFile) throws(StorageError) {
        guard (try? FileStatus.named(staged.targetPath)) == nil else {
            throw .raced(staged.targetPath, "appeared")
        }
        try rename(staged)
    }

    private func rename(_ staged: StagedFile) throws(StorageError) {
        guard Glibc.rename(staged.temporaryPath, staged.targetPath) == 0 else {
            throw StorageError(.last, staged.targetPath, while: .writing)
        }
    }

    // MARK: Without an exchange

    private func compareAndRename(
        _ staged: StagedFile,
        for replica: ReplicaID,
        _ expected: FileContent?
    ) throws(StorageError) {
        try compare(staged, for: replica, expected)
        try rename(staged)
    }

    /// Fails unless the target still says what was expected and nobody writes it.
    private func compare(
        _ staged: StagedFile,
        for replica: ReplicaID,
        _ expected: FileContent?
    ) throws(StorageError) {
        do throws(Errno) {
            let use = HeldInode.Use.current(replica)
            if case .held(let inode) = try held.open(
                staged.targetPath,
                links: .stay,
                for: use
            ) {
                keepShown(inode, of: replica)
                let sighting = reader.read(inode, staged.targetPath, .untilStill)
                if case .content(let now) = sighting, now.bytes == expected?.bytes { return }
            }
        } catch {
            if error.number != ENOENT {
                throw StorageError(error, staged.targetPath, while: .writing)
            }
        }
        throw .raced(staged.targetPath, "changed")
    }
}
