// How domains come to be known, and what is done first.

import SettingsModel

extension Engine {
    /// Takes on the domains as they are configured now.
    mutating func configure(_ configurations: [DomainConfiguration]) {
        let (possible, isAll) = withWritten(configurations)
        wantedConfigurations = isAll ? nil : configurations
        let wanted = Set(possible.map(\.domain))
        for domain in domains.keys.sorted() where !wanted.contains(domain) { forget(domain) }
        var fresh: [ReplicaID] = []
        for configuration in possible
        where domains[configuration.domain]?.configuration != configuration {
            fresh += adopt(configuration)
        }
        let ruled = adoptRules(of: possible)
        let secretive = ruled.filter(mayHaveSecrets)
        if !secretive.isEmpty { outbox.send(.markSecrets(secretive), .atOnce) }
        for id in fresh { recallLayer(of: id) }
        for domain in ruled { awaitFirstLooks(at: domain) }
        let needed = neededTemporaryPaths
        for id in lookOrder(fresh) { begin(id, sparing: needed) }
        lookAgain(at: ruled, but: Set(fresh))
        reconcile(firstLooks.unreconciled)
    }

    /// Takes on what had to wait for files that were being written.
    mutating func configureRest() {
        guard let wanted = wantedConfigurations, withWritten(wanted).isAll else { return }
        configure(wanted)
    }

    /// Configurations with the files that are being written as they were.
    ///
    /// What a write displaces is somebody's save and must be taken before the file is let go.
    private func withWritten(
        _ configurations: [DomainConfiguration]
    ) -> (possible: [DomainConfiguration], isAll: Bool) {
        var possible = configurations
        var isAll = true
        for replica in replicas.atWork.sorted(by: { $0.id < $1.id }) where replica.isBeingWritten {
            let id = replica.id
            guard let index = possible.firstIndex(where: { $0.domain == id.domain }) else {
                guard let old = domains[id.domain]?.configuration else { continue }
                possible.append(old)
                isAll = false
                continue
            }
            let place = possible[index].replicas.firstIndex { $0.path.isSame(as: id.path) }
            if let place, possible[index].replicas[place] == replica.configuration { continue }
            isAll = false
            if let place {
                possible[index].replicas[place] = replica.configuration
            } else {
                possible[index].replicas.append(replica.configuration)
            }
        }
        return (possible, isAll)
    }

    /// Layers before the user's files, so that a first read sees the whole search order.
    private func lookOrder(_ ids: [ReplicaID]) -> [ReplicaID] {
        ids.sorted { a, b in
            let left = replicas[a]?.configuration.layer == .user
            let right = replicas[b]?.configuration.layer == .user
            return left == right ? a < b : !left
        }
    }

    private mutating func adopt(_ configuration: DomainConfiguration) -> [ReplicaID] {
        let domain = configuration.domain
        var state = domains[domain] ?? DomainState(configuration: configuration, limits: limits)
        state.configuration = configuration
        firstLooks.unreconciled.insert(domain)
        if let known = knownSecrets.removeValue(forKey: domain) { state.secrets = known }
        let recovered = recoveredRegisters.removeValue(forKey: domain) ?? []
        if domains[domain] == nil, recovered.isEmpty, changes.values(of: domain).isEmpty {
            state.foundRev = .max
        }
        for record in recovered {
            state.registers.restore(record.register, at: record.keyPath)
            state.changedCounter = max(state.changedCounter, record.register.timestamp.counter)
        }
        domains[domain] = state
        recordSecrets(of: domain)
        awaitFirstLooks(at: domain)
        let ids = configuration.replicas.map { ReplicaID(domain: domain, path: $0.path) }
        let dropped = files(of: domain).filter { !ids.contains($0) }
        for id in dropped { drop(id) }
        var fresh: [ReplicaID] = []
        for (id, replica) in zip(ids, configuration.replicas) {
            let former = replicas[id]?.configuration
            if former == replica { continue }
            if !dropped.isEmpty, former?.adopting(as: replica.adoption) == replica {
                // It's the first one now, and takes on new settings; what only the other file had
                // goes nowhere by itself.
                replicas[id]?.configuration = replica
                continue
            }
            if former == nil {
                replicas[id] = restored(id, as: replica)
                outbox.send(.watch(id), .atOnce)
            } else {
                replicas[id]?.configuration = replica
                replicas[id]?.isUnseen = true
                replicas[id]?.mayHaveNewKeys = true
                replicas[id]?.agreedCounter = nil
                for index in replicas[id]?.versions.indices ?? 0..<0 {
                    replicas[id]?.versions[index].forgetReading()
                    // What another map has read isn't what the file had.
                    guard former?.map != replica.map else { continue }
                    replicas[id]?.versions[index].version.timestamps = [:]
                }
            }
            if replica.layer == .user { forgetTexts(of: id) }
            putOffCreation(of: id, formerly: former?.creation)
            fresh.append(id)
            // It may have been read as another format.
            recentDocuments.forget(id)
        }
        openAll(in: domain)
        rebuildLayers(of: domain)
        return fresh
    }

    private mutating func restored(
        _ id: ReplicaID,
        as configuration: ReplicaConfiguration
    ) -> ReplicaState {
        var replica = ReplicaState(id: id, configuration: configuration)
        guard let kept = recovered.removeValue(forKey: id) else { return replica }
        replica.record = kept.record
        let versions = kept.versions.sorted { $0.number < $1.number }
        replica.layerTexts = versions.filter { $0.author == .layer }
        replica.versions = versions.filter { $0.author != .layer }.map { KnownVersion($0) }
        for version in replica.versions {
            replica.shownBy[version.version.identity] = version.version.number
        }
        for index in replica.versions.indices
        where replica.mayHaveUnknownReaders(index, after: previousEnd) {
            replica.versions[index].version.possibleHolders += 1
            saveLater(replica.versions[index].version.number, of: id)
        }
        return replica
    }

    private mutating func begin(_ id: ReplicaID, sparing needed: Set<String>) {
        guard var replica = replicas[id] else { return }
        outbox.send(.sweep(id, keeping: needed), .atOnce)
        findLeft(of: id)
        if let intent = replica.record.intent {
            replica.phase = .resolving
            replicas[id] = replica
            outbox.send(.resolve(id, intent.staged), .atOnce)
        } else {
            lookSoon(id, .atOnce)
        }
    }

    /// The temporary files that a write needs, of whichever replica: two may share one file.
    private var neededTemporaryPaths: Set<String> {
        var paths: Set<String> = []
        for replica in replicas.atWork {
            if let staged = replica.record.intent?.staged { paths.insert(staged.temporaryPath) }
            if case .writing(let pending) = replica.phase, let staged = pending.staged {
                paths.insert(staged.temporaryPath)
            }
        }
        for kept in recovered.values {
            if let staged = kept.record.intent?.staged { paths.insert(staged.temporaryPath) }
        }
        return paths
    }

    private mutating func forget(_ domain: Domain) {
        for id in files(of: domain) { drop(id) }
        let hidden = Set(
            changes.values(of: domain).map(\.keyPath).filter { hides(domain, $0) }
        )
        guard let state = domains.removeValue(forKey: domain) else { return }
        knownSecrets[domain] = state.knownSecrets
        firstLooks.end(domain)
        firstLooks.unreconciled.remove(domain)
        // The registers stay, as the journal has them: linking the domain again brings them back.
        recoveredRegisters[domain] = state.registers.all.map {
            RegisterRecord(domain: domain, keyPath: $0.key, register: $0.value)
        }
        record(
            changes.values(of: domain).map { change in
                var change = change
                // Who hears of it isn't told that it was a secret.
                change.old = hidden.contains(change.keyPath) ? nil : change.value
                change.value = nil
                change.rev = changes.seq + 1
                change.origin = .agent
                return change
            },
            in: nil
        )
    }

    private mutating func drop(_ id: ReplicaID) {
        guard replicas[id] != nil else { return }
        replicas[id] = nil
        firstLooks.preferences[id] = nil
        recentDocuments.forget(id)
        outbox.send(.unwatch(id), .atOnce)
        outbox.transaction.removedReplicas.append(id)
        unsavedVersions[id] = nil
        waitingForTurn[id] = nil
    }

    /// Says what changed while nobody was here, in those of the domains that wait for that and whose layers
    /// have all been read.
    mutating func reconcile(_ candidates: Set<Domain>) {
        var changed: [Change] = []
        let waiting = candidates.intersection(firstLooks.unreconciled)
        for domain in waiting.sorted() where hasReadLayers(domain) {
            firstLooks.unreconciled.remove(domain)
            changed += untold(in: domain)
        }
        record(changed, in: nil)
    }

    private func hasReadLayers(_ domain: Domain) -> Bool {
        guard firstLooks.isUnseen(domain) else { return true }
        return files(of: domain).allSatisfy { id in
            replicas[id].map { $0.configuration.layer == .user || !$0.isUnseen } ?? true
        }
    }

    /// Where a domain's values in force aren't what subscribers were told, in key order.
    private func untold(in domain: Domain) -> [Change] {
        guard let state = domains[domain] else { return [] }
        let keys = state.knownKeys.union(changes.keys(of: domain))
        let found = keys.compactMap { key in
            let old = changes.change(of: domain, key)?.value
            return state.change(of: key, from: old, rev: changes.seq + 1, origin: .agent)
        }
        return found.sorted { $0.keyPath < $1.keyPath }
    }
}

// MARK: Layers

extension Engine {
    /// Takes the settings of a file that feeds a layer other than the user's.
    mutating func takeLayer(_ keys: SharedMap<SettingValue>, from id: ReplicaID) {
        guard let old = replicas[id]?.layerKeys else { return }
        replicas[id]?.layerKeys = keys
        guard !firstLooks.unreconciled.contains(id.domain) else {
            rebuildLayers(of: id.domain)
            return
        }
        let edited = keyEdits(from: old, to: keys).map(\.keyPath)
        recordingChanges(in: id.domain, of: edited, origin: .file(id.path)) { engine in
            engine.rebuildLayers(of: id.domain)
        }
    }

    /// Puts a domain's read-only layers together: later files over earlier ones, locked keys of
    /// site files above the user's.
    mutating func rebuildLayers(of domain: Domain) {
        guard var state = domains[domain] else { return }
        var layers: [Layer: KeyMap<LayerValue>] = [:]
        layers[.default] = state.rules?.defaults
        for configuration in state.configuration.replicas where configuration.layer != .user {
            let keys =
                replicas[ReplicaID(domain: domain, path: configuration.path)]?.layerKeys ?? [:]
            for (path, value) in keys {
                let found = LayerValue(value: value, origin: .file(configuration.path))
                layers[configuration.layer, default: KeyMap()].overlay(found, at: path)
                let isLocked = configuration.locks.contains { $0.isPrefix(of: path) }
                if isLocked { layers[.managed, default: KeyMap()].overlay(found, at: path) }
            }
        }
        state.layers = layers
        domains[domain] = state
    }
}

extension ReplicaState {
    /// Whether somebody may have read a version of which the journal doesn't know.
    ///
    /// Nobody was watching what the path showed when the agent had ended. And if it died, the last
    /// readers that it noticed weren't recorded: they may have had what the path showed shortly before.
    fileprivate func mayHaveUnknownReaders(_ index: Int, after end: AgentEnd) -> Bool {
        let shortly: Int64 = 1_000
        if index == topIndex { return true }
        guard end == .death, index + 1 < self.versions.count, let newest = self.versions.last else {
            return false
        }
        return newest.version.recorded - self.versions[index + 1].version.recorded < shortly
    }
}
