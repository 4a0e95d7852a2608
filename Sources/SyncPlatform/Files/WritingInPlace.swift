// New text into a file that must stay the same file.

import CLinux
import Glibc
import SettingsModel
import SyncEngine

extension DiskFileStore {
    func writeInPlace(
        _ staged: StagedFile,
        _ bytes: [UInt8],
        for replica: ReplicaID,
        _ expected: FileContent?
    ) throws(StorageError) {
        let (inode, old) = try compare(staged, for: replica, expected)
        guard inode.identity == staged.identity else { throw .raced(staged.targetPath, "changed") }
        do throws(Errno) {
            inode.ignoresWrites = true
            defer { inode.ignoresWrites = false }
            try overwrite(inode, old: old, with: bytes)
            // Up to here the kernel told of our own writes.
            watcher.collect()
        } catch {
            throw StorageError(error, "pwrite(2)", staged.targetPath, while: .writing)
        }
        if case .content(let now) = reader.read(inode, staged.targetPath, .untilStill),
            now.bytes == bytes
        {
            return
        }
        // Somebody wrote at the same time: what is there is theirs to be taken.
        watcher.tell(.modified(replica, inode.identity))
        watcher.touch(replica)
    }

    /// New bytes over the old ones, then the new length: at every moment the file begins as the new
    /// text and goes on as the old one, which the engine can tell from a save after a crash.
    private func overwrite(
        _ inode: HeldInode,
        old: [UInt8],
        with new: [UInt8]
    ) throws(Errno) {
        let writing = try Errno.check { open(inode.path, O_WRONLY | O_CLOEXEC) }
        defer { close(writing) }
        try reserve(new.count, in: writing)
        do throws(Errno) {
            try SystemFile.write(new, to: writing)
            try Errno.check { ftruncate(writing, off_t(new.count)) }
            try Errno.check { fsync(writing) }
        } catch {
            _ = try? SystemFile.write(old, to: writing)  // The old text fits: it was there.
            ftruncate(writing, off_t(old.count))
            throw error
        }
    }

    /// Finds out that the disk is full before anything is overwritten.
    private func reserve(_ count: Int, in descriptor: Int32) throws(Errno) {
        guard clinux_reserve(descriptor, Int64(max(1, count))) != 0 else { return }
        if [ENOSPC, EDQUOT, EFBIG].contains(errno) { throw .last }
    }
}
