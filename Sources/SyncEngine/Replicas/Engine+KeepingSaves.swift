// What is kept of a save: history, and its text as a version.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Puts into the history what became of a writer's edits, and reports those that are hidden at once: the
    /// agent takes them out of the file.
    mutating func remember(
        _ observation: Observation,
        _ outcome: EditOutcome,
        _ text: ReadText,
        _ id: ReplicaID
    ) {
        let first = ledger.historyID + 1
        let problem = domains[id.domain]?
            .problem(withHidden: outcome.applied, in: id, notedAs: first)
        var noted = outcome
        if observation.choice == nil {
            noted.omitRounded { path in
                replicas[ReplicaID(domain: id.domain, path: path)]
                    .flatMap(recentDocuments.mappedText)
            }
        }
        note(domains[id.domain]?.notes(of: observation, noted, text, id), in: id.domain)
        if let problem { report(problem, .reading) }
    }

    /// Keeps a content as a version of its file.
    ///
    /// A `limit` is the version that displaced it.
    mutating func recordForeign(
        _ observation: Observation,
        _ outcome: EditOutcome,
        _ text: ReadText,
        _ content: FileContent,
        _ id: ReplicaID,
        before limit: UInt64?
    ) {
        guard let replica = replicas[id] else { return }
        let isForetold = replica.foretoldBase(of: content) != nil
        let isOurs = replicas.isOurs(content, id)
        // Another domain's text becomes the template, unless it was made from this domain's template.
        let isTemplate =
            isForetold
            ? replica.foretold?.isTemplate == true
            : !replicas.isOfAnotherDomain(content, madeFromTemplateOf: replica)
        if let choice = observation.choice, choice.isUnique, !isForetold {
            moveBuffer(from: choice.index, of: id)
        }
        replicas[id]?.record.missingSince = nil
        let isFirst = observation.choice == nil
        recordVersion(
            of: id,
            text: content.bytes,
            keys: text.keys,
            timestamps: observation.timestamps(after: outcome),
            author: isOurs ? (isTemplate ? .template : .agent) : .foreign,
            // Whoever had the file before the agent came may have this text, and so may somebody have
            // one that was put back; who wrote it has it.
            holders: isForetold
                ? (0, 0)
                : isFirst || observation.choice?.reason.isPlaced == true
                    ? (0, 1) : (1, 0),
            identity: content.identity,
            standing: limit == nil
                ? .shown(since: now.wall)
                : .displaced(at: replica.top?.version.recorded ?? now.wall)
        )
        if isOurs { replicas[id]?.openKeys = nil }
        if limit == nil, !isOurs, replica.configuration.check != nil {
            outbox.send(.check(id), .afterWriting)
        }
        // If writing what it lacks fails, the next look finds the same text and writes again.
        replicas[id]?.agreedCounter = nil
        if limit == nil {
            if !isFirst { replicas[id]?.activity.noteSave(at: now) }
            recentDocuments.keep(text.document, of: id)
            hold(outcome.refused, in: id, text.keys)
        } else {
            reportDisplaced(outcome.refused, from: id)
        }
    }

    /// The writer's buffer moved on: what held the base holds the new version now.
    private mutating func moveBuffer(from index: Int, of id: ReplicaID) {
        guard let version = replicas[id]?.versions[index].version else { return }
        replicas[id]?.versions[index].version.holders = max(0, version.holders - 1)
        if let moved = replicas[id]?.versions[index].version { outbox.save(moved, of: id) }
    }
}

extension Observation {
    /// The timestamps that the new content shows: its base's, but for what it changed.
    fileprivate func timestamps(after outcome: EditOutcome) -> SharedMap<Timestamp> {
        var timestamps = baseTimestamps
        for edit in differences where edit.value == nil {
            timestamps[edit.keyPath] = nil
        }
        for change in outcome.applied where change.new.value != nil {
            timestamps[change.keyPath] = change.new.timestamp
        }
        for edit in outcome.superseded + outcome.refused where edit.value != nil {
            timestamps[edit.keyPath] = edit.timestamp
        }
        return timestamps
    }
}
