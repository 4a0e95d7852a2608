// Waiting for the disk, on another thread where one is to be had.

import FileReplacing
import Glibc
import SettingsModel
package import SyncEngine
import Synchronization

/// The syncing of one staged file's bytes, on whichever thread comes to it first.
// tidy: the descriptor never changes, and is used under the lock and when nobody has the object any more.
final class ContentSync: @unchecked Sendable {
    private let descriptor: Int32
    private let call: @Sendable (Int32) -> Int32
    private let result = Mutex<Result<Void, Errno>?>(nil)

    /// Takes over a descriptor of the file, and the call that syncs it.
    init(descriptor: Int32, call: @escaping @Sendable (Int32) -> Int32) {
        self.descriptor = descriptor
        self.call = call
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Waits until the disk has the bytes; the first time only.
    ///
    /// - Throws: What the disk said the first time: a second try can't be believed (fsync(2)).
    func wait() throws(Errno) {
        let result = result.withLock { result in
            let known =
                result ?? Result { () throws(Errno) in try Errno.check { call(descriptor) } }
            result = known
            return known
        }
        try result.get()
    }
}

extension DiskFileStore {
    package func contentSync(
        of staged: StagedFile,
        for replica: ReplicaID
    ) -> @Sendable () -> Void {
        guard let sync = sync(of: staged, for: replica) else { return {} }
        return { _ = try? sync.wait() }  // Publishing is told of a failure.
    }

    /// Waits until the disk has a staged file's bytes, unless it has.
    func requireSynced(_ staged: StagedFile, for replica: ReplicaID) throws(StorageError) {
        do throws(Errno) {
            if let sync = sync(of: staged, for: replica) {
                try sync.wait()
            } else if let inode = inode(of: staged, for: replica) {
                try Errno.check { calls.sync(inode.descriptor) }
            }
        } catch {
            throw StorageError(error, staged.targetPath, while: .writing)
        }
    }

    /// nil when there is no descriptor left.
    private func sync(of staged: StagedFile, for replica: ReplicaID) -> ContentSync? {
        let path = staged.temporaryPath
        if let known = contentSyncs[path] { return known }
        guard let inode = inode(of: staged, for: replica) else { return nil }
        // A duplicate: closing it isn't told as somebody's reading, as the file stays open.
        let descriptor = fcntl(inode.descriptor, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return nil }
        let sync = ContentSync(descriptor: descriptor, call: calls.sync)
        contentSyncs[path] = sync
        return sync
    }

    private func inode(of staged: StagedFile, for replica: ReplicaID) -> HeldInode? {
        held.inodes(for: .staged(replica, staged.temporaryPath)).first
    }

    package func namesSync(of staged: StagedFile) -> @Sendable () -> Void {
        let folder = staged.targetPath.pathFolder
        return { SystemFile.syncFolder(folder) }
    }
}
