// The files of all domains, each found by its id and changed where it is.

import SettingsModel

/// What is known of each file, by its id.
///
/// A dictionary would do, were it not for how a value in it is changed: that takes three pieces of
/// memory each time, and a step of the engine changes a file's fields one after the other.
struct ReplicaTable: Sendable {
    /// Where each file is in ``states``.
    private var places: [ReplicaID: Int] = [:]
    /// In no order; nil only while one is being changed.
    private var states: [ReplicaState?] = []
    /// What the lists have of each file.
    private var facts: [FileFacts] = []
    private var listed = FileLists()
    /// The places of files that were changed since they were listed.
    private var changed: [Int] = []
    /// Versions whose holders or timestamps have changed since they were kept, by number.
    private var unsavedVersions: [ReplicaID: Set<UInt64>] = [:]

    /// What is to be known of all files at once; ``list()`` has to have been called since one was changed.
    var lists: FileLists {
        assert(changed.isEmpty, "files were changed since they were listed")
        return listed
    }

    /// All files, in no order.
    var values: some Sequence<ReplicaState> { states.lazy.compactMap(\.self) }
    /// The ids of all files, in no order.
    var keys: some Sequence<ReplicaID> { places.keys }

    /// The file with an id; nil, given or taken, is none.
    subscript(id: ReplicaID) -> ReplicaState? {
        get { places[id].flatMap { states[$0] } }
        @inline(__always) _modify {
            let place = places[id]
            var state = take(place)
            defer { put(state, at: place, id) }
            yield &state
        }
    }

    /// Takes a file out of its place, so that nothing else refers to it while it is changed.
    private mutating func take(_ place: Int?) -> ReplicaState? {
        guard let place else { return nil }
        var state: ReplicaState?
        swap(&state, &states[place])
        return state
    }

    private mutating func put(_ state: ReplicaState?, at place: Int?, _ id: ReplicaID) {
        switch (state, place) {
        case (let state?, let place?):
            states[place] = state
            if changed.last != place { changed.append(place) }
        case (let state?, nil):
            places[id] = states.count
            states.append(state)
            facts.append(state.facts)
            listed.update(id, from: nil, to: state.facts)
        case (nil, let place?): close(place, id)
        case (nil, nil): break
        }
    }

    /// Puts the last file in the place of one that is gone.
    private mutating func close(_ place: Int, _ id: ReplicaID) {
        list()
        listed.update(id, from: facts[place], to: nil)
        places[id] = nil
        unsavedVersions[id] = nil
        let last = states.removeLast()
        let fact = facts.removeLast()
        guard place < states.count, let last else { return }
        states[place] = last
        facts[place] = fact
        places[last.id] = place
    }

    // MARK: Versions to save

    /// Has a version of a file written with the next transaction; nil for none.
    mutating func saveLater(_ number: UInt64?, of id: ReplicaID) {
        if let number { unsavedVersions[id, default: []].insert(number) }
    }

    /// Takes out the versions that are to be written, as they are now.
    mutating func takeUnsaved() -> [(ReplicaID, FileVersion)] {
        guard !unsavedVersions.isEmpty else { return [] }
        defer { unsavedVersions = [:] }
        return unsavedVersions.flatMap { id, numbers in
            (self[id]?.versions ?? []).map(\.version).filter { numbers.contains($0.number) }
                .map { (id, $0) }
        }
    }

    // MARK: Lists

    /// Brings the lists up to date.
    ///
    /// Not at each change, as a step changes a file's fields one after the other.
    mutating func list() {
        for place in changed {
            guard let state = states[place] else { continue }
            let (before, now) = (facts[place], state.facts)
            guard now != before else { continue }
            facts[place] = now
            listed.update(state.id, from: before, to: now)
        }
        changed.removeAll(keepingCapacity: true)
    }

    /// The domains of which a file was seen or dropped since this was asked last.
    mutating func takeSeen() -> Set<Domain> { listed.takeSeen() }

    /// A domain's files, in order.
    func files(of domain: Domain) -> [ReplicaID] { listed.files(of: domain).ids }

    /// What is known of a domain's files, in the order of their ids.
    func states(of domain: Domain) -> [ReplicaState] {
        files(of: domain).compactMap { self[$0] }
    }

    /// The same of the files that hold the user's settings.
    func userFiles(of domain: Domain) -> [ReplicaState] {
        states(of: domain).filter { $0.configuration.layer == .user }
    }

    /// What is known of a domain's files, in the order in which they are configured.
    func configured(in configuration: DomainConfiguration) -> [ReplicaState] {
        configuration.replicas.compactMap {
            self[ReplicaID(domain: configuration.domain, path: $0.path)]
        }
    }

    /// The files at a path, or whose newest version a file shows, in no order.
    func files(at path: String, or identity: FileIdentity) -> [ReplicaState] {
        states(of: listed.files(at: path), listed.files(showing: identity)) {
            $0.id.path.isSame(as: path) || $0.topIdentity == identity
        }
    }

    /// The files that are being replaced, by this agent or one before it, in no order.
    var atWork: [ReplicaState] { states(of: listed.atWork, []) { $0.isAtWork } }

    /// Those of them that are being replaced by this agent, or of which it's being found out.
    var beingWritten: [ReplicaState] { atWork.filter(\.isBeingWritten) }

    /// The temporary files that a write needs, of whichever file: two may share one.
    var temporaryPaths: Set<String> {
        var paths: Set<String> = []
        for replica in atWork {
            if let staged = replica.record.intent?.staged { paths.insert(staged.temporaryPath) }
            if case .writing(let pending) = replica.phase, let staged = pending.staged {
                paths.insert(staged.temporaryPath)
            }
        }
        return paths
    }

    /// The files among those of two lists, and those that were changed since, for which something holds.
    private func states(
        of ids: some Sequence<ReplicaID>,
        _ more: [ReplicaID],
        where holds: (ReplicaState) -> Bool
    ) -> [ReplicaState] {
        var found: [ReplicaState] = []
        func add(_ place: Int?) {
            guard let place, let state = states[place], holds(state),
                !found.contains(where: { $0.id == state.id })
            else { return }
            found.append(state)
        }
        for id in ids { add(places[id]) }
        for id in more { add(places[id]) }
        for place in changed { add(place) }
        return found
    }

    /// Whether the lists say what the files do: to look costs what they are there to save.
    var isListedRight: Bool {
        var fresh = FileLists()
        for state in values { fresh.update(state.id, from: nil, to: state.facts) }
        return fresh == lists
    }
}
