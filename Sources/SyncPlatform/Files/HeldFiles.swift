// The files that are kept open, one descriptor for one inode.

import CLinux
import FileReplacing
import Glibc
import SyncEngine

/// All inodes that we hold, each opened once.
///
/// A second open of an inode that is watched would look like another's, so a name is first resolved
/// with O_PATH, which nobody notices, and only what isn't held yet is opened from there.
final class HeldFiles {
    private let watcher: ReplicaWatcher
    private var inodes: [FileIdentity: HeldInode] = [:]
    private var users: [HeldInode.Use: [HeldInode]] = [:]

    init(watcher: ReplicaWatcher) { self.watcher = watcher }

    deinit { for inode in inodes.values { watcher.end(inode) } }

    var count: Int { inodes.count }

    /// What a name leads to.
    enum Opened {
        case held(HeldInode)
        /// A folder, a device, …: never opened.
        case notRegular(FileStatus.Kind)
    }

    /// What is done where a path ends in a symlink.
    enum LastLink {
        case follow
        /// It is no file to be opened.
        case stay
    }

    /// Opens what a path leads to and keeps it for `use`.
    func open(
        _ path: String,
        links: LastLink,
        for use: HeldInode.Use
    ) throws(Errno) -> Opened {
        let name = try Errno.check {
            links == .follow ? clinux_open_path(path) : clinux_open_path_no_follow(path)
        }
        defer { close(name) }
        let status = try FileStatus.of(name)
        guard status.kind == .regular else { return .notRegular(status.kind) }
        if let inode = inodes[status.identity] {
            // A descriptor from before lets us read what the user may read no more (chmod 000); an
            // editor that keeps others out meanwhile means it.
            if links == .follow { try checkReadable(name) }
            keep(inode, for: use)
            return .held(inode)
        }
        let descriptor = try Errno.check {
            Glibc.open("/proc/self/fd/\(name)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
        return .held(adopt(descriptor, status.identity, for: use))
    }

    private func checkReadable(_ name: Int32) throws(Errno) {
        _ = try Errno.check { faccessat(AT_FDCWD, "/proc/self/fd/\(name)", R_OK, AT_EACCESS) }
    }

    /// Takes over a descriptor that has an inode open that we don't hold, and begins to watch it.
    func adopt(
        _ descriptor: Int32,
        _ identity: FileIdentity,
        for use: HeldInode.Use
    ) -> HeldInode {
        let inode = HeldInode(descriptor: descriptor, identity: identity)
        inode.uses.insert(use)
        users[use, default: []].append(inode)
        inodes[identity] = inode
        watcher.begin(inode)
        return inode
    }

    /// Keeps a held inode for another use.
    func keep(_ inode: HeldInode, for use: HeldInode.Use) {
        guard inode.uses.insert(use).inserted else { return }
        users[use, default: []].append(inode)
        watcher.noteIfUnseen(inode)
    }

    /// Ends a use; the last one closes the file.
    func release(_ inode: HeldInode, from use: HeldInode.Use) {
        guard inode.uses.remove(use) != nil else { return }
        users[use]?.removeAll { $0 === inode }
        if users[use]?.isEmpty == true { users[use] = nil }
        guard inode.uses.isEmpty else { return }
        inode.onWrite = nil
        watcher.end(inode)
        inodes[inode.identity] = nil
    }

    func inode(_ identity: FileIdentity) -> HeldInode? { inodes[identity] }

    /// What is kept for a use: one inode, and for a moment the one before it too.
    func inodes(for use: HeldInode.Use) -> [HeldInode] { users[use] ?? [] }
}
