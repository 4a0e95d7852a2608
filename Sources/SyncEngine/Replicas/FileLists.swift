// What the engine must know of all files at every step, without asking each of them.

import SettingsModel

/// What the lists have of one file.
struct FileFacts: Equatable, Sendable {
    /// When something is due, in monotonic milliseconds; nil for nothing.
    var deadline: Int64?
    /// Whether nobody has seen it, as it is configured now.
    var isUnseen: Bool
    /// Whether nothing is under way and nothing is expected to happen by itself.
    var isSettled: Bool
    /// Whether it is being replaced, or an agent before this one was at that.
    var isAtWork: Bool
    /// Which file shows its newest version.
    var identity: FileIdentity?
}

extension ReplicaState {
    /// What the lists have of the file.
    ///
    /// Asked at each change of a file, so it takes single fields: all of them together would be copied.
    var facts: FileFacts {
        FileFacts(
            deadline: self.wait?.deadline,
            isUnseen: self.isUnseen,
            isSettled: isSettled,
            isAtWork: isAtWork,
            identity: topIdentity
        )
    }

    /// Whether it is being replaced, or an agent before this one was at that.
    var isAtWork: Bool { self.record.intent != nil || isBeingWritten }

    /// Which file shows its newest version.
    var topIdentity: FileIdentity? {
        guard let top = self.record.top else { return nil }
        // Mostly it's the last one.
        let index = self.versions.indices.last { self.versions[$0].version.number == top }
        return index.map { self.versions[$0].version.identity }
    }
}

/// The files of one domain.
struct DomainFiles: Equatable, Sendable {
    /// In order.
    var ids: [ReplicaID] = []
    /// How many of them nobody has seen.
    var unseenCount = 0
    /// With how many of them something is under way.
    var unsettledCount = 0

    fileprivate mutating func add(unseen: Int, unsettled: Int) {
        unseenCount += unseen
        unsettledCount += unsettled
    }
}

/// The files by what is asked of them at every step, kept up as each is changed.
///
/// To go through all files instead, a step takes time with their number, and a start with its square.
struct FileLists: Equatable, Sendable {
    private var byDomain: [Domain: DomainFiles] = [:]
    private var byPath: [ExactText: [ReplicaID]] = [:]
    private var byIdentity: [FileIdentity: [ReplicaID]] = [:]
    /// When something is due with a file, in monotonic milliseconds; only those that wait.
    private(set) var deadlines: [ReplicaID: Int64] = [:]
    /// Files that are being replaced, by this agent or one before it.
    private(set) var atWork: Set<ReplicaID> = []
    /// With how many files something is under way.
    private(set) var unsettledCount = 0
    /// Domains of which a file was seen or dropped, so that none may be unseen any more.
    private var seen: Set<Domain> = []

    /// The files of a domain.
    func files(of domain: Domain) -> DomainFiles { byDomain[domain] ?? DomainFiles() }

    /// The files at a path, in no order.
    func files(at path: String) -> [ReplicaID] { byPath[ExactText(path)] ?? [] }

    /// The files whose newest version a file shows, in no order.
    func files(showing identity: FileIdentity) -> [ReplicaID] { byIdentity[identity] ?? [] }

    /// The domains of which a file was seen or dropped since this was asked last.
    mutating func takeSeen() -> Set<Domain> {
        guard !seen.isEmpty else { return [] }
        defer { seen = [] }
        return seen
    }

    /// Notes what has become of a file; nil for one that isn't there, before or now.
    mutating func update(_ id: ReplicaID, from old: FileFacts?, to new: FileFacts?) {
        if old == nil || new == nil { place(id, isThere: new != nil) }
        if old?.deadline != new?.deadline { deadlines[id] = new?.deadline }
        let isAtWork = new?.isAtWork ?? false
        if isAtWork != old?.isAtWork ?? false {
            if isAtWork { atWork.insert(id) } else { atWork.remove(id) }
        }
        if old?.identity != new?.identity {
            if let identity = old?.identity { byIdentity.remove(id, from: identity) }
            if let identity = new?.identity { byIdentity[identity, default: []].append(id) }
        }
        count(id.domain, from: old, to: new)
    }

    private mutating func place(_ id: ReplicaID, isThere: Bool) {
        var ids = files(of: id.domain).ids
        if isThere {
            ids.insert(id, at: ids.firstIndex { id < $0 } ?? ids.endIndex)
            byPath[ExactText(id.path), default: []].append(id)
        } else {
            ids.removeAll { $0 == id }
            byPath.remove(id, from: ExactText(id.path))
        }
        byDomain[id.domain, default: DomainFiles()].ids = ids
    }

    private mutating func count(_ domain: Domain, from old: FileFacts?, to new: FileFacts?) {
        let unseen = (new?.isUnseen == true ? 1 : 0) - (old?.isUnseen == true ? 1 : 0)
        let unsettled = (new?.isSettled == false ? 1 : 0) - (old?.isSettled == false ? 1 : 0)
        if unseen < 0 { seen.insert(domain) }
        unsettledCount += unsettled
        guard unseen != 0 || unsettled != 0 || new == nil else { return }
        byDomain[domain]?.add(unseen: unseen, unsettled: unsettled)
        if byDomain[domain]?.ids.isEmpty == true { byDomain[domain] = nil }
    }

    /// Whether both say the same of the files; what was asked for is no part of that.
    static func == (a: FileLists, b: FileLists) -> Bool {
        a.byDomain == b.byDomain && a.byPath.mapValues(Set.init) == b.byPath.mapValues(Set.init)
            && a.byIdentity.mapValues(Set.init) == b.byIdentity.mapValues(Set.init)
            && a.deadlines == b.deadlines && a.atWork == b.atWork
            && a.unsettledCount == b.unsettledCount
    }
}

extension Dictionary where Value == [ReplicaID] {
    fileprivate mutating func remove(_ id: ReplicaID, from key: Key) {
        self[key]?.removeAll { $0 == id }
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}
