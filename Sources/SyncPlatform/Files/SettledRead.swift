// Reading a file that nobody is in the middle of writing.

import CLinux
import Glibc
import SyncEngine

/// Reads held inodes whole, or tells that they are being written.
///
/// A read lease is granted only while no process has the file open for writing or mapped shared and
/// writable (fcntl(2)). Where the file system or the file's owner allows no lease, the file must be
/// the same before and after, its last write told as closed, and not of this very moment.
struct SettledRead {
    /// Without a lease, a file written so lately may be between two writes.
    private static let freshness: Int64 = 100_000_000

    let watcher: ReplicaWatcher
    let sizeLimit: Int

    /// Reads an inode; the path is for messages.
    func read(_ inode: HeldInode, _ path: String, _ patience: Patience) -> Sighting {
        do throws(Errno) {
            return try sighting(of: inode, path, patience)
        } catch {
            return .unreadable(StorageError(error, "read(2)", path, while: .reading))
        }
    }

    private func sighting(
        of inode: HeldInode,
        _ path: String,
        _ patience: Patience
    ) throws(Errno) -> Sighting {
        watcher.collect()
        let wasAccessed = inode.wasAccessed
        let lease = clinux_take_read_lease(inode.descriptor) == 0 ? nil : Errno.last
        defer { if lease == nil { _ = clinux_give_lease_back(inode.descriptor) } }
        let before = try FileStatus.of(inode.descriptor)
        let isClosed = lease == nil || lease?.number != EAGAIN && isQuiet(inode, before)
        guard isClosed || patience == .untilStill else { return busy(inode, before) }
        guard before.size <= Int64(sizeLimit) else {
            return .unreadable(.tooLarge(path, size: before.size, limit: sizeLimit))
        }
        let bytes = try SystemFile.contents(
            of: inode.descriptor,
            expectedSize: Int(before.size)
        )
        let after = try FileStatus.of(inode.descriptor)
        // Our own reading was told as an access. Under the lease nobody had the file open for
        // writing, so no access up to here can be one of a writer. Where there are no leases, what
        // was known before stays known; beside a writer, the access may be the writer's.
        watcher.collect()
        if lease == nil { inode.wasAccessed = false }
        if let lease, lease.number != EAGAIN { inode.wasAccessed = wasAccessed }
        guard before.hasSameContent(as: after), bytes.count == Int(after.size) else {
            return busy(inode, after)
        }
        var content = FileContent(
            bytes: bytes,
            identity: inode.identity,
            modified: after.modified.milliseconds
        )
        // An access list's mask is where the group's rights are.
        content.isOpenToOthers = after.mode & 0o044 != 0
        return .content(content)
    }

    private func isQuiet(_ inode: HeldInode, _ status: FileStatus) -> Bool {
        let now = SystemClock.wallMilliseconds * 1_000_000
        let isFresh = (0..<Self.freshness).contains(now &- status.modified)
        return !inode.isBeingWritten && !isFresh
    }

    private func busy(_ inode: HeldInode, _ status: FileStatus) -> Sighting {
        .busy(mark: status.mark(mixedWith: inode.writes))
    }
}

extension Int64 {
    /// Nanoseconds as milliseconds, rounded down, before 1970 too.
    fileprivate var milliseconds: Int64 {
        self >= 0 ? self / 1_000_000 : (self - 999_999) / 1_000_000
    }
}
