// What the writer of a whole file meant.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Takes a content as its writer's edits.
    ///
    /// A `limit` is the version that displaced the content, so its writer can't have seen that one.
    mutating func ingest(
        _ text: ReadText,
        _ content: FileContent,
        _ id: ReplicaID,
        before limit: UInt64?
    ) {
        if limit == nil, takeReturned(text, content, id) { return }
        cacheTopKeys(in: id.domain)
        knowHeld(id)
        let evidence = replicas.evidence(of: content, id, before: limit, at: now)
        guard var observation = observe(text, content, id, before: limit, evidence) else { return }
        if let replica = replicas[id], let registers = domains[id.domain]?.registers {
            observation.omitRest(of: text, content, replica, registers)
            observation.omitLacking(in: text, of: replica, among: recentDocuments)
            observation.insist(on: text, of: replica, registers, at: now)
        }
        let unseenComments = unseenComments(lackedBy: text, observation, of: id)
        // What is hidden no more may show in a file again, whatever its key.
        if domains[id.domain]?.registers.hasHidden == true { openAll(in: id.domain) }
        let noted = outbox.transaction.history.count
        var outcome = EditOutcome()
        let keys = observation.edits.map(\.keyPath)
        recordingChanges(in: id.domain, of: keys, origin: .file(id.path)) { engine in
            outcome = engine.apply(observation, text, content, to: id)
        }
        remember(observation, outcome, text, id)
        recordForeign(observation, outcome, text, content, id, before: limit)
        open(observation, outcome, in: id.domain)
        let doubt = SaveDoubt(
            observation,
            of: text,
            evidence,
            applied: outcome.applied,
            noted: outbox.transaction.history[noted...],
            registers: domains[id.domain]?.registers
        )
        report(replicas.isOurs(content, id) ? nil : doubt, of: text, id)
        note(unseenComments: unseenComments, id)
        guard !outcome.applied.isEmpty else { return }
        pruneTombstones(in: id.domain)
        projectOthers(than: id)
    }

    /// Finds out what the writer of a content meant, which is what differs from the text in hand.
    mutating func observe(
        _ text: ReadText,
        _ content: FileContent,
        _ id: ReplicaID,
        before limit: UInt64?,
        _ evidence: SaveEvidence
    ) -> Observation? {
        guard let replica = replicas[id] else { return nil }
        guard let topIndex = replica.topIndex, !replica.versions.isEmpty else {
            var observation = Observation(first: text)
            observation.edits = withoutEmptyTables(observation.edits, in: id.domain)
            return observation
        }
        var search = baseSearch(for: text, in: replica, top: topIndex, before: limit)
        let choice =
            replica.foretoldBase(of: content)
            ?? search.choice(evidence, forgotten: replica.forgotten ?? 0)
        // With what the search has read of them.
        replicas[id]?.versions = search.versions
        let base = search.versions[choice.index]
        var observation = observation(of: text, since: base, in: replica)
        observation.choice = choice
        if choice.index != topIndex { observation.keepValues(of: search.versions[topIndex]) }
        if !choice.isCertain { observation.disputed = search.disputedKeys(by: choice) }
        return observation
    }

    private func baseSearch(
        for text: ReadText,
        in replica: ReplicaState,
        top topIndex: Int,
        before limit: UInt64?
    ) -> BaseSearch {
        BaseSearch(
            versions: replica.versions,
            top: topIndex,
            content: text,
            before: limit,
            isWritten: limit == nil && isWritten(replica),
            read: { [recentDocuments] version in
                if let keys = version.keys,
                    let document = recentDocuments.document(of: replica.id, saying: version.bytes)
                {
                    return ReadText(document, knowing: keys)
                }
                return replica.read(version, like: text)
            }
        )
    }

    /// What a content says that its base doesn't.
    private func observation(
        of text: ReadText,
        since base: KnownVersion,
        in replica: ReplicaState
    ) -> Observation {
        let baseKeys = base.keys ?? replica.read(base, like: text)?.keys ?? [:]
        let differences =
            keyEdits(from: baseKeys, to: text.keys)
            + newKeys(in: text, of: replica.id).filter { baseKeys[$0.keyPath] == $0.value }
            + quotedWords(in: text, since: base, of: replica)
        let edits = differences.filter {
            $0.value != nil || !hasOtherHome($0.keyPath, than: replica)
        }
        return Observation(
            baseKeys: baseKeys,
            baseTimestamps: base.version.timestamps,
            differences: differences,
            edits: withoutEmptyTables(edits, in: replica.id.domain),
            kept: keptElsewhere(differences, besides: edits, in: replica.id.domain)
        )
    }

    /// Edits without those that only say that this file has nothing in a table of which the domain has
    /// more: another file's settings aren't removed by an empty table here.
    private func withoutEmptyTables(_ edits: [KeyEdit], in domain: Domain) -> [KeyEdit] {
        guard edits.contains(where: { $0.value == .dictionary([]) }),
            let registers = domains[domain]?.registers
        else { return edits }
        let removed = Set(edits.filter { $0.value == nil }.map(\.keyPath))
        return edits.filter { edit in
            edit.value != .dictionary([])
                || registers.liveKeys(below: edit.keyPath).allSatisfy(removed.contains)
        }
    }

    /// Whether the newest version says all that the domain does, as far as looked.
    private func isWritten(_ replica: ReplicaState) -> Bool {
        replica.agreedCounter == domains[replica.id.domain]?.changedCounter
            && replica.openKeys?.isEmpty == true
    }

    /// Opens the keys on which the domain's files may not agree any more.
    ///
    /// The content differs from the newest version where it differs from its base, or where the
    /// newest does; there it may also be another file's turn to take on a key.
    private mutating func open(
        _ observation: Observation,
        _ outcome: EditOutcome,
        in domain: Domain
    ) {
        open((observation.differences + observation.kept).map(\.keyPath), in: domain)
        open(outcome.applied.map(\.keyPath), in: domain)
    }

    /// Whether another file of the domain is a key's home, so that a line gone here removes nothing.
    ///
    /// A mirror is nobody's home, and what goes from a mirror is meant to go; what goes from a mapped
    /// file is never known to be meant for the others.
    private func hasOtherHome(_ path: SettingKeyPath, than replica: ReplicaState) -> Bool {
        if replica.configuration.map != nil { return true }
        guard replica.configuration.adoption != .all else { return false }
        return files(of: replica.id.domain).contains { id in
            id != replica.id && replicas[id]?.isHome(of: path) == true
        }
    }

    /// Has every other file of the domain looked at, and written where it differs.
    mutating func projectOthers(than id: ReplicaID) {
        for other in files(of: id.domain)
        where other != id && replicas[other]?.configuration.layer == .user {
            lookSoon(other, .afterSync)
        }
    }
}
