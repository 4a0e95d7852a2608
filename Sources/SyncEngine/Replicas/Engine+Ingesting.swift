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
        let wasThere = observation.choice == nil && content.countsByDate
        if !wasThere, !keys.isEmpty { domains[id.domain]?.endFinding(with: ledger.changes) }
        // What follows a change of another domain is of its step.
        let isForetold = replicas[id]?.foretoldBase(of: content) != nil
        outbox.group = (isForetold ? replicas[id]?.foretold?.step : nil) ?? outbox.group
        recordingChanges(in: id.domain, of: keys, origin: .file(id.path)) { engine in
            outcome = engine.apply(observation, text, content, to: id)
            engine.replicas[id]?
                .keepFollowing(observation.placeEdits, changing: outcome.applied)
            // Before the changes are recorded, as they are of its entries' step.
            engine.remember(observation, outcome, text, id)
        }
        recordForeign(observation, outcome, text, content, id, before: limit)
        open(observation.differingKeys + outcome.applied.map(\.keyPath), in: id.domain)
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
        let found = saveReading(of: id)?
            .observation(of: text, content, before: limit, evidence)
        guard let found else { return nil }
        // With what the search has read of them.
        replicas[id]?.versions = found.versions
        return found.observation
    }

    private func saveReading(of id: ReplicaID) -> SaveReading? {
        guard let replica = replicas[id], let state = domains[id.domain] else { return nil }
        return SaveReading(
            replica: replica,
            state: state,
            others: replicas.states(of: id.domain).filter { $0.id != id },
            documents: recentDocuments
        )
    }

    /// What a file says at keys that its configuration has given it since it was last read.
    func newKeys(in text: ReadText, of id: ReplicaID) -> [KeyEdit] {
        replicas[id].flatMap { domains[id.domain]?.registers.newKeys(in: text, of: $0) } ?? []
    }

    /// Has every other file of the domain looked at, and written where it differs.
    mutating func projectOthers(than id: ReplicaID) {
        for other in files(of: id.domain)
        where other != id && replicas[other]?.configuration.layer == .user {
            lookSoon(other, .afterSync)
        }
    }
}
