// A file system with one folder, whose every step somebody else's can come between.

import SettingsDocument
import SettingsModel
package import SyncEngine
import TestSupport

/// A file apart from its names.
package final class Inode {
    package let identity: FileIdentity
    package var text: [UInt8]
    /// Milliseconds since 1970, as its last writer set it.
    package var modified: Int64
    package var writers = 0
    /// Grows with each write.
    var mark: UInt64 = 0

    init(number: UInt64, text: [UInt8], modified: Int64) {
        identity = FileIdentity(device: 1, inode: number)
        self.text = text
        self.modified = modified
    }

    init(copying other: Inode) {
        identity = other.identity
        text = other.text
        modified = other.modified
        writers = other.writers
        mark = other.mark
    }
}

/// What an editor saved, to tell later whether anybody could have seen it.
struct Saved: Hashable {
    var identity: FileIdentity
    var text: [UInt8]

    /// Not all of the text: a file has few, and they are compared anyway.
    func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(text.count)
    }
}

/// What the agent does with a name beside a target.
private enum NameChange {
    case exchanged(String, target: String)
    /// A second name for what an exchange displaced.
    case added(String, target: String)

    var target: String {
        switch self {
        case .exchanged(_, let target), .added(_, let target): target
        }
    }
}

/// The names of a folder, and who watches them.
package final class SimulatedFiles {
    package private(set) var names: [String: Inode] = [:]
    /// What the watcher would tell; only while an agent runs.
    package var events: [FileEvent] = []
    package var isWatched = false
    /// Files whose readers are noticed although they have no public name (any more).
    var watchedInodes: Set<FileIdentity> = []
    /// The replicas of each path, one for each domain.
    let replicas: [String: [ReplicaID]]
    /// What is in folders that are away, by the path whose folder it is.
    private var away: [String: [String: Inode]] = [:]
    private var nextNumber: UInt64 = 1
    var trace: Trace?

    /// Files of the agent whose bytes the disk may not have.
    private var unsyncedContents: [FileIdentity: Inode] = [:]
    /// Saves that nobody had seen when an exchange displaced them.
    private var strays: Set<FileIdentity> = []
    /// Whether one of them was removed since this was last set to false.
    var lostStray = false
    /// What the agent did with names that the disk may not have, oldest first.
    private var unsyncedNames: [NameChange] = []

    /// What agents have read for each domain that has the path; what was displaced counts at once, as
    /// the domains share it.
    private var observed: Set<Saved> = []
    private var looks: [Saved: Set<ReplicaID>] = [:]
    var saves: [Saved: Int] = [:]
    /// The texts of saves that were overwritten after an agent had read them, but perhaps not kept.
    private var limbo: [Int: [UInt8]] = [:]
    /// Saves that were overwritten before any agent could have kept them.
    private(set) var destroyed: Set<Int> = []

    init(replicas: [ReplicaID]) {
        self.replicas = Dictionary(grouping: replicas, by: \.path)
    }

    /// Copies the names and the files, so that neither changes with the other.
    init(copying other: SimulatedFiles) {
        var copies: [FileIdentity: Inode] = [:]
        func copy(_ inode: Inode) -> Inode {
            if let copy = copies[inode.identity] { return copy }
            let copy = Inode(copying: inode)
            copies[inode.identity] = copy
            return copy
        }
        replicas = other.replicas
        names = other.names.mapValues(copy)
        events = other.events
        isWatched = other.isWatched
        watchedInodes = other.watchedInodes
        nextNumber = other.nextNumber
        unsyncedContents = other.unsyncedContents.mapValues(copy)
        strays = other.strays
        lostStray = other.lostStray
        unsyncedNames = other.unsyncedNames
        observed = other.observed
        looks = other.looks
        saves = other.saves
        limbo = other.limbo
        destroyed = other.destroyed
    }

    package func make(_ text: [UInt8], modified: Int64) -> Inode {
        nextNumber += 1
        return Inode(number: nextNumber, text: text, modified: modified)
    }

    func inode(_ name: String) -> Inode? { names[name] }

    func put(_ inode: Inode?, at name: String) {
        if inode == nil, let old = names[name], strays.contains(old.identity) { lostStray = true }
        names[name] = inode
    }

    private func swap(_ first: String, _ second: String) {
        (names[first], names[second]) = (names[second], names[first])
    }

    // MARK: What the agent does, and the disk has only later

    /// Puts a new file beside a path; gives its name.
    func stage(_ inode: Inode, beside path: String) -> String {
        let name = path + ".tmp\(inode.identity.inode)"
        names[name] = inode
        unsyncedContents[inode.identity] = inode
        return name
    }

    func temporaryNames(of path: String) -> [String] {
        names.keys.filter { $0.hasPrefix(path + ".tmp") }.sorted()
    }

    func exchange(_ temporary: String, _ target: String) {
        if let inode = names[target] {
            let saved = Saved(identity: inode.identity, text: inode.text)
            if saves[saved] != nil, !observed.contains(saved) { strays.insert(inode.identity) }
        }
        swap(temporary, target)
        unsyncedNames.append(.exchanged(temporary, target: target))
    }

    /// Gives what a temporary name has a second name beside its target, unless it has one; gives that name.
    func leave(_ temporary: String, beside target: String) -> String {
        let known = leftNames(of: target)
        if let name = known.first(where: { names[$0] === names[temporary] }) { return name }
        let name = target + Self.leftSuffix + (known.isEmpty ? "" : ".\(known.count + 1)")
        names[name] = names[temporary]
        unsyncedNames.append(.added(name, target: target))
        return name
    }

    /// The names of saves that stand beside a path.
    func leftNames(of path: String) -> [String] {
        names.keys.filter { $0.hasPrefix(path + Self.leftSuffix) }.sorted()
    }

    private static let leftSuffix = ".saved"

    /// Whether a temporary name has a save that no agent had seen when it was displaced.
    var hasStray: Bool {
        !strays.isEmpty
            && names.contains { strays.contains($0.value.identity) && $0.key.contains(".tmp") }
    }

    var hasUnsynced: Bool { !unsyncedNames.isEmpty }

    func syncContent(_ identity: FileIdentity) { unsyncedContents[identity] = nil }

    /// The disk has what a path's name leads to; names are written in their order.
    func syncNames(_ path: String) {
        guard let last = unsyncedNames.lastIndex(where: { $0.target == path }) else { return }
        unsyncedNames.removeSubrange(...last)
    }

    /// The power goes: what was done with names and the disk doesn't have didn't happen, files whose bytes
    /// it doesn't have are empty, each perhaps.
    ///
    /// - Parameters:
    ///   - count: How many of so many such changes, the first ones, are kept.
    ///   - isKept: Whether the bytes of one file are.
    func cutPower(keeping count: (Int) -> Int, isKept: () -> Bool) {
        for change in unsyncedNames.dropFirst(count(unsyncedNames.count)).reversed() {
            trace?("    what was done beside \(change.target) is undone")
            switch change {
            case .exchanged(let temporary, let target): swap(temporary, target)
            case .added(let name, _): names[name] = nil
            }
        }
        for inode in unsyncedContents.values.sorted(by: {
            $0.identity.inode < $1.identity.inode
        }) where !isKept() {
            trace?("    the bytes of \(inode.identity.inode) are gone")
            inode.text = []
        }
        unsyncedNames = []
        unsyncedContents = [:]
    }

    // MARK: What people do

    func read(_ path: String) -> [UInt8]? {
        guard let inode = names[path], let replicas = replicas[path] else { return nil }
        trace?("    somebody reads \(path) (\(inode.identity.inode))")
        if isWatched {
            events += replicas.map { .reading($0, inode.identity) }
            events += replicas.map { .read($0, inode.identity) }
        }
        return inode.text
    }

    func truncateForWriting(_ path: String, now: Int64) -> Inode {
        if names[path] == nil { tell(.created, at: path) }
        return open(names[path] ?? make([], modified: now), path, now: now)
    }

    private func open(_ inode: Inode, _ path: String, now: Int64) -> Inode {
        willLose(inode)
        names[path] = inode
        inode.writers += 1
        write([], into: inode, path, now: now)
        return inode
    }

    /// Creates a file in the place of one that was removed, and opens it.
    func create(_ path: String, now: Int64) -> Inode {
        tell(.replaced, at: path)
        return open(make([], modified: now), path, now: now)
    }

    private func tell(_ placing: Placing, at path: String) {
        guard isWatched, let replicas = replicas[path] else { return }
        events += replicas.map { .placed($0, placing) }
    }

    func write(_ text: [UInt8], into inode: Inode, _ path: String, now: Int64) {
        willLose(inode)
        trace?("    somebody writes \(path) (\(inode.identity.inode)) \(String(legibly: text))")
        inode.text = text
        inode.modified = now
        inode.mark += 1
        if isWatched, let replicas = replicas[path], isSeen(inode, path) {
            events += replicas.map { .modified($0, inode.identity) }
        }
    }

    func close(_ inode: Inode, _ path: String) {
        trace?("    somebody closes \(path)")
        inode.writers -= 1
        touched(path)
    }

    /// Renames a new file over a path, perhaps with a backup made beside it.
    func renameOver(
        _ path: String,
        _ text: [UInt8],
        modified: Int64,
        hasBackup: Bool = false
    ) -> Inode {
        if let old = names[path] { willLose(old) }
        let inode = make(text, modified: modified)
        trace?(
            "    somebody renames over \(path) (\(inode.identity.inode)) \(String(legibly: text))"
        )
        names[path] = inode
        tell(hasBackup ? .renamedBesideAnother : .renamed, at: path)
        touched(path)
        return inode
    }

    func unlink(_ path: String) {
        if let old = names[path] { willLose(old) }
        trace?("    somebody removes \(path)")
        names[path] = nil
        touched(path)
    }

    /// Takes a path's folder away, with all that is in it.
    func takeAway(_ path: String) {
        trace?("    the folder of \(path) goes away")
        away[path] = names.filter { $0.key.hasPrefix(path) }
        for name in away[path, default: [:]].keys { names[name] = nil }
        touched(path)
    }

    /// Brings a folder back as it was.
    func bringBack(_ path: String) {
        trace?("    the folder of \(path) comes back")
        names.merge(away.removeValue(forKey: path) ?? [:]) { now, _ in now }
        touched(path)
    }

    /// Whether a path has no folder.
    func isAway(_ path: String) -> Bool { away[path] != nil }

    func touched(_ path: String) {
        if isWatched, let replicas = replicas[path] { events += replicas.map(FileEvent.touched) }
    }

    private func isSeen(_ inode: Inode, _ path: String) -> Bool {
        names[path] === inode || watchedInodes.contains(inode.identity)
    }

    // MARK: What can be known

    /// An agent reads a file for one of its domains.
    func look(at inode: Inode, _ path: String, by replica: ReplicaID) {
        let saved = Saved(identity: inode.identity, text: inode.text)
        if observed.contains(saved) { return }
        looks[saved, default: []].insert(replica)
        if looks[saved]?.count ?? 0 >= replicas[path]?.count ?? 1 { observed.insert(saved) }
    }

    /// An editor is about to destroy an inode's content.
    private func willLose(_ inode: Inode) {
        // Whoever saves, syncs, and the disk has all names and bytes from before then.
        unsyncedNames = []
        unsyncedContents[inode.identity] = nil
        let saved = Saved(identity: inode.identity, text: inode.text)
        guard let save = saves[saved] else { return }
        if observed.contains(saved) { limbo[save] = saved.text } else { destroyed.insert(save) }
    }

    /// The agent has seen a save and not taken it: who saves over it loses it, as without an agent.
    func wasHeld(_ content: FileContent) {
        let saved = Saved(identity: content.identity, text: content.bytes)
        observed.remove(saved)
        looks[saved] = nil
        guard let save = saves[saved], limbo.removeValue(forKey: save) != nil else { return }
        destroyed.insert(save)
    }

    /// The agent died: what it had only in memory was never seen.
    func forgetUnless(kept texts: Set<[UInt8]>) {
        observed = observed.filter { texts.contains($0.text) }
        looks = [:]
        for (save, text) in limbo where !texts.contains(text) { destroyed.insert(save) }
        events = []
        watchedInodes = []
        isWatched = false
    }
}
