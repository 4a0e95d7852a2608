// New text into a file that must stay the same file.

import CLinux
import FileReplacing
import Glibc
import SettingsModel
import SyncEngine

extension DiskFileStore {
    /// Writes a text into the file itself, if that still says what was expected.
    ///
    /// - Throws: ``StorageError``, with code `.raced` where somebody else wrote it; that stays.
    func writeInPlace(
        _ staged: StagedFile,
        _ bytes: [UInt8],
        for replica: ReplicaID,
        _ expected: FileContent?
    ) throws(StorageError) {
        let (inode, old) = try compare(staged, for: replica, expected)
        guard inode.identity == staged.identity else { throw .raced(staged.targetPath, "changed") }
        let isWritten: Bool
        do throws(Errno) {
            inode.ignoresWrites = true
            defer { inode.ignoresWrites = false }
            isWritten = try overwrite(old, with: bytes, in: inode)
            // Up to here the kernel told of our own writes.
            watcher.collect()
        } catch {
            throw StorageError(error, "pwrite(2)", staged.targetPath, while: .writing)
        }
        if isWritten, case .content(let now) = reader.read(inode, staged.targetPath, .untilStill),
            now.bytes == bytes
        {
            return
        }
        // Somebody wrote at the same time: what is there is theirs to be taken.
        watcher.tell(.modified(replica, inode.identity))
        watcher.touch(replica)
        if !isWritten { throw .raced(staged.targetPath, "changed") }
    }

    /// Puts a text in the place of another, and has the disk hold it.
    ///
    /// - Returns: Whether the other was still there; if not, nothing was written.
    private func overwrite(
        _ old: [UInt8],
        with new: [UInt8],
        in inode: HeldInode
    ) throws(Errno) -> Bool {
        guard try replace(old, with: new, in: inode) else { return false }
        do throws(Errno) {
            try Errno.check { calls.sync(inode.descriptor) }
        } catch {
            _ = try? replace(new, with: old, in: inode)  // The next look finds either of them.
            throw error
        }
        return true
    }

    /// New bytes over the old ones, then the new length: at every moment the file begins as the new
    /// text and goes on as the old one, which the engine can tell from a save after a crash.
    private func replace(
        _ old: [UInt8],
        with new: [UInt8],
        in inode: HeldInode
    ) throws(Errno) -> Bool {
        let writing = try Errno.check { open(inode.path, O_RDWR | O_CLOEXEC) }
        do throws(Errno) {
            try reserve(new.count, in: writing)
        } catch {
            close(writing)
            throw error
        }
        let wasAccessed = inode.wasAccessed
        let claim = takeOver(inode, by: writing)
        defer {
            giveBack(inode, from: writing, claim)
            // The read below was told as an access.
            watcher.collect()
            inode.wasAccessed = wasAccessed
        }
        // Somebody may have saved since the look.
        let size = old.count
        let now = try SystemFile.contents(of: writing, expectedSize: size, limit: size)
        guard now == old else { return false }
        do throws(Errno) {
            try SystemFile.write(new, to: writing)
            try Errno.check { calls.truncate(writing, off_t(new.count)) }
        } catch {
            _ = try? SystemFile.write(old, to: writing)  // The old text fits: it was there.
            ftruncate(writing, off_t(old.count))
            throw error
        }
        return true
    }

    /// Finds out that the disk is full before anything is overwritten.
    private func reserve(_ count: Int, in descriptor: Int32) throws(Errno) {
        guard calls.reserve(descriptor, Int64(max(1, count))) != 0 else { return }
        if [ENOSPC, EDQUOT, EFBIG].contains(errno) { throw .last }
    }

    // MARK: Alone with a file

    /// Whether others may have a file open.
    private enum Claim { case alone, shared }

    /// Tries to be the only one who has a file open: others wait in open(2) until it's given back.
    ///
    /// The kernel gives a lease for writing to the only opening that there is (fcntl(2), F_SETLEASE),
    /// so the descriptor for reading leads to the one for writing meanwhile. Where somebody reads the
    /// file, or nobody can have a lease, a save in the moment between comparing and writing is lost.
    private func takeOver(_ inode: HeldInode, by writing: Int32) -> Claim {
        watcher.collect()
        // The opening for reading ends here, which is told as if somebody had read.
        inode.awaitsOwnClose = true
        defer { inode.awaitsOwnClose = false }
        guard clinux_replace_descriptor(inode.descriptor, writing) >= 0 else { return .shared }
        watcher.collect()
        return clinux_take_write_lease(writing) == 0 ? .alone : .shared
    }

    /// Closes the opening for writing, and has the held descriptor lead to one for reading again.
    private func giveBack(_ inode: HeldInode, from writing: Int32, _ claim: Claim) {
        // Opening it would wait for our own lease.
        if claim == .alone { _ = clinux_give_lease_back(writing) }
        close(writing)
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let reading = open(inode.path, flags)
        if reading >= 0 {
            _ = clinux_replace_descriptor(inode.descriptor, reading)
            close(reading)
            return
        }
        // Open for writing, it would pass for a file that somebody writes: the next look opens it anew.
        for use in inode.uses { held.release(inode, from: use) }
    }
}
