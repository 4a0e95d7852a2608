// How domains come to be known, and what is done first.

import SettingsModel

extension Engine {
    /// Takes on the domains as they are configured now.
    mutating func configure(_ configurations: [DomainConfiguration]) {
        let possible = agenda.configure(configurations, replicas, former: domains)
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
        let needed = replicas.temporaryPaths.union(recollection.temporaryPaths)
        for id in lookOrder(fresh) { begin(id, sparing: needed) }
        lookAgain(at: ruled, but: Set(fresh))
        reconcile(firstLooks.unreconciled)
    }

    /// Takes on what had to wait for files that were being written.
    mutating func configureRest() {
        guard let configurations = agenda.possibleConfigurations(replicas, former: domains)
        else { return }
        configure(configurations)
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
        if domains[domain] == nil, !recollection.hasRegisters(of: domain),
            ledger.changes.values(of: domain).isEmpty
        {
            state.foundRev = .max
        }
        recollection.give(to: &state)
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
                let (file, mayHaveBeenRead) = recollection.file(id, as: replica)
                replicas[id] = file
                for number in mayHaveBeenRead { replicas.saveLater(number, of: id) }
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
        domains[domain]?.rebuildLayers(from: replicas)
        return fresh
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

    private mutating func forget(_ domain: Domain) {
        for id in files(of: domain) { drop(id) }
        let ends = ledger.ends(of: domain) { hides(domain, $0) }
        guard let state = domains.removeValue(forKey: domain) else { return }
        recollection.keep(state)
        firstLooks.end(domain)
        firstLooks.unreconciled.remove(domain)
        record(ends, in: nil)
    }

    private mutating func drop(_ id: ReplicaID) {
        guard replicas[id] != nil else { return }
        replicas[id] = nil
        firstLooks.preferences[id] = nil
        recentDocuments.forget(id)
        outbox.send(.unwatch(id), .atOnce)
        outbox.transaction.removedReplicas.append(id)
        turns.end(id)
    }

    /// Says what changed while nobody was here, in those of the domains that wait for that and whose layers
    /// have all been read.
    mutating func reconcile(_ candidates: Set<Domain>) {
        var changed: [Change] = []
        let waiting = candidates.intersection(firstLooks.unreconciled)
        for domain in waiting.sorted() where hasReadLayers(domain) {
            firstLooks.unreconciled.remove(domain)
            changed += domains[domain]?.untold(since: ledger) ?? []
        }
        record(changed, in: nil)
    }

    private func hasReadLayers(_ domain: Domain) -> Bool {
        guard firstLooks.isUnseen(domain) else { return true }
        return files(of: domain).allSatisfy { id in
            replicas[id].map { $0.configuration.layer == .user || !$0.isUnseen } ?? true
        }
    }
}

// MARK: Layers

extension Engine {
    /// Takes the settings of a file that feeds a layer other than the user's; nil for no file.
    mutating func takeLayer(
        _ keys: SharedMap<SettingValue>,
        of content: FileContent?,
        from id: ReplicaID
    ) {
        guard let old = replicas[id]?.layerKeys else { return }
        replicas[id]?.layerKeys = keys
        if content?.countsByDate != true, keys != old {
            domains[id.domain]?.endFinding(with: ledger.changes)
        }
        guard !firstLooks.unreconciled.contains(id.domain) else {
            domains[id.domain]?.rebuildLayers(from: replicas)
            return
        }
        let edited = keyEdits(from: old, to: keys).map(\.keyPath)
        recordingChanges(in: id.domain, of: edited, origin: .file(id.path)) { engine in
            engine.domains[id.domain]?.rebuildLayers(from: engine.replicas)
        }
    }
}
