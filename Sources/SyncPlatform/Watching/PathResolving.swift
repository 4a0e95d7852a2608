// Which watches a path needs, and having exactly those.

import FileReplacing
import Glibc
import SyncEngine

extension ReplicaWatcher {
    /// Walks until nothing moves meanwhile; somebody who renames for ever can't hold us for ever.
    private static let walkLimit = 20

    /// Walks the paths again that events touched.
    func resolveAll() {
        guard !unresolved.isEmpty else { return }
        let numbers = unresolved
        unresolved = []
        for number in numbers where resolve(number) { touch(number) }
        updatePolling()
    }

    /// Walks a path and gives it the watches that it needs now.
    ///
    /// - Returns: Whether they are others than before.
    @discardableResult
    func resolve(_ number: Int) -> Bool {
        var hasChanged = false
        for _ in 0..<Self.walkLimit {
            guard let entry = entries[number] else { return hasChanged }
            let walks = Self.walks(to: entry.subject)
            entries[number]?.walks = walks
            noteFileSystem(of: walks, number)
            let goesAsBefore = walks.elementsEqual(entry.walks) { $0.goesThroughSame(as: $1) }
            let needs = goesAsBefore ? entry.needs : entry.subject.needs(on: walks)
            // What was added may lead elsewhere by now, so only a walk without news is the last.
            if needs == entry.needs, needs.allSatisfy(isMet) { return hasChanged }
            hasChanged = true
            for need in needs { join(need, number) }
            for need in needs { watch(need.hop) }
            for need in entry.needs.subtracting(needs) { leave(need, number) }
            entries[number]?.needs = needs
        }
        return hasChanged
    }

    /// Walks to a path; for a folder, to where the links in it lead too.
    static func walks(to subject: WatchSubject) -> [PathWalk] {
        switch subject {
        case .replica(let replica): return [PathWalk(replica.path)]
        case .names(let folder): return [PathWalk(folder)]
        case .folder(let path): return [PathWalk(path)] + PathWalk.byLinks(in: path)
        }
    }

    private func isMet(_ need: WatchNeed) -> Bool {
        guard let table else { return true }
        return table.isWatched(need.hop, for: need.mask) || failures[need.hop] != nil
    }

    private func join(_ need: WatchNeed, _ number: Int) {
        users[need.hop, default: WatchUsers()].entries.insert(number)
        users[need.hop]?.mask |= need.mask
        if let name = need.name {
            users[need.hop]?.names[name, default: []].insert(number)
        }
    }

    /// Watches a folder, symlink or file for all that its users need.
    private func watch(_ hop: PathWalk.Hop) {
        guard let table, let mask = users[hop]?.mask, failures[hop] == nil,
            !table.isWatched(hop, for: mask)
        else { return }
        do throws(Errno) {
            try table.watch(hop, for: mask)
        } catch {
            // Gone meanwhile: the next walk will not need it.
            if [ENOENT, ENOTDIR].contains(error.number) { return }
            failures[hop] = error
            report(watching: hop.path, error)
        }
    }

    /// Gives a watch up for an entry; the last that needs it ends it.
    func leave(_ need: WatchNeed, _ number: Int) {
        if let name = need.name {
            users[need.hop]?.names[name]?.remove(number)
            if users[need.hop]?.names[name]?.isEmpty == true { users[need.hop]?.names[name] = nil }
        }
        // The same folder may be a hop for its own sake too.
        let isStillNeeded = entries[number]?.needs.contains { $0.hop == need.hop && $0 != need }
        if isStillNeeded != true { users[need.hop]?.entries.remove(number) }
        guard users[need.hop]?.entries.isEmpty == true else { return }
        users[need.hop] = nil
        failures[need.hop] = nil
        table?.unwatch(need.hop)
    }
}

/// The events that a watch asks for.
private enum WatchMask {
    /// For every folder and symlink on the way, where only its end matters.
    ///
    /// Where a bit can tell of a folder's files too, adding the watch takes the kernel a moment for each
    /// name that it remembers of the folder: 5 ms were measured for a `/tmp` much in use.
    static let end = InotifyMask.moveSelf | InotifyMask.deleteSelf
    /// For every folder and symlink on the way: quiet whatever happens to other files in it.
    static let way = end | InotifyMask.attributes
    /// For the folder whose entry decides.
    static let names =
        way | InotifyMask.closeWrite | InotifyMask.movedTo | InotifyMask.movedFrom
        | InotifyMask.create | InotifyMask.delete | InotifyMask.modify
    /// For a file with several names: a write by another name is told to that name's folder only.
    static let file =
        InotifyMask.closeWrite | InotifyMask.modify | InotifyMask.attributes
}

extension WatchSubject {
    /// The watches that it needs, given the ways to it and to what is in it.
    fileprivate func needs(on walks: [PathWalk]) -> Set<WatchNeed> {
        guard let first = walks.first else { return [] }
        switch self {
        case .replica: return first.needs
        case .names:
            guard let names = first.names else { return [] }
            return first.way(for: WatchMask.end).union([names])
        case .folder:
            // What isn't a link is seen by the names in the folder.
            var needs = walks.dropFirst().reduce(into: first.needs) { $0.formUnion($1.needs) }
            if let names = first.names { needs.insert(names) }
            return needs
        }
    }
}

extension PathWalk {
    /// The watches that tell when the path leads elsewhere, or its file says something else.
    fileprivate var needs: Set<WatchNeed> {
        var needs = way(for: WatchMask.way)
        needs.insert(WatchNeed(hop: folder, mask: WatchMask.names, name: name))
        if case .found(let status) = end, status.kind == .regular, status.links > 1 {
            let file = Hop(kind: .file, path: targetPath, identity: status.identity)
            needs.insert(WatchNeed(hop: file, mask: WatchMask.file))
        }
        return needs
    }

    /// A watch on every folder and symlink on the way but the root.
    fileprivate func way(for mask: UInt32) -> Set<WatchNeed> {
        Set(hops.filter { $0.path != "/" }.map { WatchNeed(hop: $0, mask: mask) })
    }

    /// The watch that tells of all names in the folder that the path leads to; nil where there's none.
    fileprivate var names: WatchNeed? {
        guard case .found(let status) = end, status.kind == .folder,
            let folder = hops.last(where: { $0.kind == .folder })
        else { return nil }
        return WatchNeed(hop: folder, mask: WatchMask.names, name: WatchNeed.anyName)
    }
}
