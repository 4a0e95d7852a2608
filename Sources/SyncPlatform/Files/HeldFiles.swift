// The files that we watch and read, one object and at most one descriptor for one inode.

import CLinux
import FileReplacing
import Glibc
import SyncEngine

/// All inodes that we hold.
///
/// A name is first resolved with O_PATH, which nobody notices, and only what isn't open yet is opened from
/// there: what is watched has one open of ours at a time, whose end we know of.
final class HeldFiles {
    private let watcher: ReplicaWatcher
    private var inodes: [FileIdentity: HeldInode] = [:]
    /// The inodes that each use keeps, but for the parked ones.
    ///
    /// Nobody looks for parked files by use, and there may be thousands.
    private var users: [HeldInode.Use: [HeldInode]] = [:]

    init(watcher: ReplicaWatcher) { self.watcher = watcher }

    deinit { for inode in inodes.values { watcher.end(inode) } }

    /// How many are open.
    var openCount: Int { inodes.values.count(where: \.isOpen) }

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
        guard let inode = known(status.identity) else {
            return .held(adopt(try openFile(name), status.identity, for: use))
        }
        if !inode.isOpen {
            inode.open(as: try openFile(name))
        } else if links == .follow {
            // A descriptor from before lets us read what the user may read no more (chmod 000); an
            // editor that keeps others out meanwhile means it.
            try checkReadable(name)
        }
        keep(inode, for: use)
        return .held(inode)
    }

    /// What we hold by a number, if that is its own still.
    ///
    /// The kernel gives no other file the number of one that is open or watched, and it tells of the end of a
    /// watch before it does.
    private func known(_ identity: FileIdentity) -> HeldInode? {
        guard let inode = inodes[identity] else { return nil }
        if inode.isOpen { return inode }
        watcher.collect()
        if inode.watch != nil { return inode }
        letGo(of: inode)
        return nil
    }

    private func openFile(_ name: Int32) throws(Errno) -> Int32 {
        try Errno.check {
            Glibc.open("/proc/self/fd/\(name)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
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
        // The number of one that is gone.
        if let old = inodes[identity] { letGo(of: old) }
        let inode = HeldInode(descriptor: descriptor, identity: identity)
        inode.uses.insert(use)
        list(inode, for: use)
        inodes[identity] = inode
        watcher.begin(inode)
        return inode
    }

    /// Keeps a held inode for another use.
    func keep(_ inode: HeldInode, for use: HeldInode.Use) {
        inode.lastUse = SystemClock.monotonicNanoseconds
        guard inode.uses.insert(use).inserted else { return }
        list(inode, for: use)
        watcher.noteIfUnseen(inode)
    }

    private func list(_ inode: HeldInode, for use: HeldInode.Use) {
        if !use.isParked { users[use, default: []].append(inode) }
    }

    /// Ends a use; the last one ends the watch and closes the file.
    func release(_ inode: HeldInode, from use: HeldInode.Use) {
        guard inode.uses.remove(use) != nil else { return }
        users[use]?.removeAll { $0 === inode }
        if users[use]?.isEmpty == true { users[use] = nil }
        guard inode.uses.isEmpty else { return }
        watcher.end(inode)
        inodes[inode.identity] = nil
    }

    private func letGo(of inode: HeldInode) {
        for use in inode.uses { release(inode, from: use) }
    }

    func inode(_ identity: FileIdentity) -> HeldInode? { inodes[identity] }

    /// What a use other than `.parked` keeps: one inode, and for a moment the one before it too.
    func inodes(for use: HeldInode.Use) -> [HeldInode] { users[use] ?? [] }

    // MARK: At rest

    /// Closes files with which nothing was done since a time, in monotonic nanoseconds; those that a path
    /// shows stay watched, and what none shows any more is let go of.
    ///
    /// - Returns: Whether some are left that can be closed later.
    func rest(unusedSince time: Int64) -> Bool {
        var areLeft = false
        for inode in Array(inodes.values)
        where inode.isOpen || inode.uses.contains(where: \.isParked) {
            if inode.uses.contains(where: \.isOfWrite) { continue }
            if inode.lastUse > time {
                areLeft = true
                continue
            }
            for use in inode.uses where use.isParked { release(inode, from: use) }
            if !inode.uses.isEmpty { closeShown(inode) }
        }
        return areLeft
    }

    /// Closes a file that a path shows; where the kernel tells of its readers, it stays watched.
    private func closeShown(_ inode: HeldInode) {
        // Where it doesn't, nobody would notice either that the number is another file's.
        guard !inode.replicas.contains(where: { watcher.isBlind(to: inode, of: $0) }) else {
            return letGo(of: inode)
        }
        watcher.collect()
        inode.close()
        watcher.collect()
        // Equal events that follow each other are told as one (inotify(7)): the close of somebody who was
        // reading may have passed for ours.
        if inode.isBeingRead { watcher.tellRead(inode) }
    }
}
