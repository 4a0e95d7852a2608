// Which watch stands for what.

import FileReplacing
import SyncEngine

/// The watches of one inotify instance, by number, and everything that each of them stands for.
///
/// The kernel gives one number to one inode, however many paths lead to it.
final class WatchTable {
    /// What one watch is for.
    struct Place {
        var hops: Set<PathWalk.Hop> = []
        var inode: HeldInode?

        var isUnused: Bool { hops.isEmpty && inode == nil }
    }
    private struct Watch {
        var number: Int32
        var mask: UInt32
    }
    private static let heldMask =
        InotifyMask.open | InotifyMask.access | InotifyMask.modify | InotifyMask.attributes
        | InotifyMask.closeWrite | InotifyMask.closeNoWrite

    let inotify: Inotify
    private var places: [Int32: Place] = [:]
    private var watches: [PathWalk.Hop: Watch] = [:]

    init() throws(PlatformError) { inotify = try Inotify() }

    var count: Int { places.count }

    func place(of number: Int32) -> Place? { places[number] }

    func isWatched(_ hop: PathWalk.Hop, for mask: UInt32) -> Bool {
        watches[hop].map { $0.mask & mask == mask } ?? false
    }

    /// Watches a folder, symlink or file for these events as well.
    func watch(_ hop: PathWalk.Hop, for mask: UInt32) throws(Errno) {
        let flags =
            switch hop.kind {
            case .folder: InotifyMask.onlyFolder
            case .link, .file: InotifyMask.noFollow
            }
        let number = try inotify.add(hop.path, mask | flags)
        if places[number] != nil { inotify.noteDeadEntry() }
        if let old = watches[hop], old.number != number { leave(old.number, hop) }
        watches[hop] = Watch(number: number, mask: (watches[hop]?.mask ?? 0) | mask)
        places[number, default: Place()].hops.insert(hop)
    }

    /// Ends a hop's watch, unless its inode is watched for something else too.
    func unwatch(_ hop: PathWalk.Hop) {
        guard let watch = watches.removeValue(forKey: hop) else { return }
        leave(watch.number, hop)
    }

    private func leave(_ number: Int32, _ hop: PathWalk.Hop) {
        places[number]?.hops.remove(hop)
        removeIfUnused(number)
    }

    /// Watches an inode that we hold, for readers and writers; without a right to, it isn't watched.
    func watch(_ inode: HeldInode) throws(Errno) {
        let number = try inotify.add(inode.path, Self.heldMask)
        if places[number] != nil { inotify.noteDeadEntry() }
        inode.watch = number
        places[number, default: Place()].inode = inode
    }

    /// Ends the watch on a held inode; its descriptor may be closed then.
    func unwatch(_ inode: HeldInode) {
        guard let number = inode.watch else { return }
        inode.watch = nil
        places[number]?.inode = nil
        removeIfUnused(number)
    }

    private func removeIfUnused(_ number: Int32) {
        guard let place = places[number], place.isUnused else { return }
        places[number] = nil
        inotify.remove(number)
    }

    /// Forgets a watch that the kernel has ended, and gives what it was for.
    func end(_ number: Int32) -> Place? {
        guard let place = places.removeValue(forKey: number) else { return nil }
        inotify.noteDeadEntry()
        for hop in place.hops where watches[hop]?.number == number { watches[hop] = nil }
        place.inode?.watch = nil
        return place
    }
}
