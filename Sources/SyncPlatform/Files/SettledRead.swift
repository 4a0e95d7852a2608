// Reading a file that nobody is in the middle of writing.

import CLinux
import FileReplacing
import Glibc
import SyncEngine

/// Reads held inodes whole, or tells that they are being written.
///
/// A read lease is granted only while no process has the file open for writing or mapped shared and
/// writable (fcntl(2)). Where the file system or the file's owner allows no lease, the file must be
/// the same before and after, its last write told as closed, and at ``Rest``.
struct SettledRead {
    let watcher: ReplicaWatcher
    let sizeLimit: Int

    /// Reads an inode; the path is for messages.
    func read(_ inode: HeldInode, _ path: String, _ patience: Patience) -> Sighting {
        do throws(Errno) {
            return try sighting(of: inode, path, patience)
        } catch {
            return .unreadable(StorageError(error, path, while: .reading))
        }
    }

    private func sighting(
        of inode: HeldInode,
        _ path: String,
        _ patience: Patience
    ) throws(Errno) -> Sighting {
        watcher.collect()
        let (wasAccessed, wasBeingRead) = (inode.wasAccessed, inode.isBeingRead)
        let lease = clinux_take_read_lease(inode.descriptor) == 0 ? nil : Errno.last
        defer { if lease == nil { _ = clinux_give_lease_back(inode.descriptor) } }
        let before = try FileStatus.of(inode.descriptor)
        let isClosed = lease == nil || lease?.number != EAGAIN && isQuiet(inode, before)
        guard isClosed || patience == .untilStill else { return busy(inode, before) }
        guard before.size <= Int64(sizeLimit) else {
            return .unreadable(.tooLarge(path, size: before.size, limit: sizeLimit))
        }
        inode.isReadByUs = true
        defer { inode.isReadByUs = false }
        let bytes = try SystemFile.contents(
            of: inode.descriptor,
            expectedSize: Int(before.size),
            limit: sizeLimit
        )
        let after = try FileStatus.of(inode.descriptor)
        // Our own reading was told as an access. Under the lease nobody had the file open for
        // writing, so no access up to here can be one of a writer. Where there are no leases, what
        // was known before stays known; beside a writer, the access may be the writer's.
        watcher.collect()
        inode.isBeingRead = wasBeingRead
        if lease == nil { inode.wasAccessed = false }
        if let lease, lease.number != EAGAIN { inode.wasAccessed = wasAccessed }
        guard before.hasSameContent(as: after) else { return busy(inode, after) }
        guard bytes.count == Int(after.size) else {
            // Nobody can have written it meanwhile, so its size isn't what it tells.
            return isClosed ? .unreadable(.withoutSize(path)) : busy(inode, after)
        }
        var content = FileContent(
            bytes: bytes,
            identity: inode.identity,
            modified: after.modified.milliseconds
        )
        content.changed = after.changed.milliseconds
        content.isOpen = lease?.number == EAGAIN || lease != nil && inode.isBeingWritten
        // An access list's mask is where the group's rights are.
        content.isOpenToOthers = after.mode & 0o044 != 0
        return .content(content)
    }

    private func isQuiet(_ inode: HeldInode, _ status: FileStatus) -> Bool {
        !inode.isBeingWritten
            && inode.rest.notice(
                status.mark(mixedWith: inode.writes),
                modified: status.modified,
                wall: SystemClock.wallMilliseconds * 1_000_000,
                monotonic: SystemClock.monotonicNanoseconds
            )
    }

    private func busy(_ inode: HeldInode, _ status: FileStatus) -> Sighting {
        .busy(mark: status.mark(mixedWith: inode.writes))
    }
}

/// Since when a file that can't be leased is at rest.
struct Rest {
    /// A file written so lately may be between two writes, in nanoseconds.
    static let time: Int64 = 100_000_000

    private var seen: (mark: UInt64, since: Int64)?

    /// Notes how a file looks, and gives whether its last write is long enough ago.
    ///
    /// By the time that the file has, or by how long it has been seen unchanged where that lies ahead:
    /// whoever wrote it may have set it, and other machines' clocks may be ahead of ours. Files by a
    /// clock that is behind can't be told from old ones.
    ///
    /// - Parameters:
    ///   - mark: What stays the same as long as nothing is written.
    ///   - modified: The file's time; like the next one, in nanoseconds since 1970.
    ///   - wall: Now.
    ///   - monotonic: Now, in nanoseconds that never go back.
    /// - Returns: Whether the file is to be taken as it is.
    mutating func notice(
        _ mark: UInt64,
        modified: Int64,
        wall: Int64,
        monotonic: Int64
    ) -> Bool {
        if modified <= wall - Self.time { return true }
        if let seen, seen.mark == mark { return monotonic - seen.since >= Self.time }
        seen = (mark, monotonic)
        return false
    }
}

extension Int64 {
    /// Nanoseconds as milliseconds, rounded down, before 1970 too.
    var milliseconds: Int64 {
        self >= 0 ? self / 1_000_000 : (self - 999_999) / 1_000_000
    }
}
