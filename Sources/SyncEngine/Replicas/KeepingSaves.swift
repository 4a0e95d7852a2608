// What is kept of a save: history, and its text as a version.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Puts into the history what became of a writer's edits.
    mutating func remember(
        _ observation: Observation,
        _ outcome: EditOutcome,
        _ text: ReadText,
        _ id: ReplicaID
    ) {
        let reason = observation.choice?.reason
        noteHidden(outcome.applied, from: id, reason)
        for change in outcome.applied where !isHidden(change, in: id.domain) {
            // The first content of a file replaces nothing; there is nothing to go back to.
            if observation.choice == nil, change.old == nil { continue }
            // Both sides say the same; there is nothing to choose between.
            if change.old?.value == change.new.value || change.wasHidden { continue }
            let shown = observation.baseTimestamps[change.keyPath] ?? .zero
            let isConcurrent = change.old.map { $0.timestamp > shown } ?? false
            let isDisputed = observation.isDisputed(change.keyPath)
            let kind: HistoryEntry.Kind =
                isConcurrent ? .concurrent : isDisputed ? .ambiguous : .set
            let isFight = observation.insisted[change.keyPath] == .alternating
            let note =
                isFight
                ? HistoryNote(lostFightOf: change)
                : HistoryNote(change, kind: kind, reason: reason)
            self.note(note, in: id.domain)
        }
        for edit in outcome.superseded {
            let said = KeyEdit(edit.keyPath, edit.value)
            noteKept(said, of: id, .superseded, reason)
        }
        noteRefused(outcome.refused, from: id, reason)
        for edit in observation.own { noteKept(edit, of: id, .own, reason) }
        let isCertain = observation.choice?.isCertain ?? true
        for edit in observation.kept {
            let said = KeyEdit(edit.keyPath, text.keys[edit.keyPath])
            noteKept(said, of: id, isCertain ? .keptNewer : .ambiguous, reason)
        }
    }

    /// Puts into the history what a file said against another value, which stays; nothing where both are equal.
    private mutating func noteKept(
        _ said: KeyEdit,
        of id: ReplicaID,
        _ kind: HistoryEntry.Kind,
        _ reason: BaseChoice.Reason?
    ) {
        // The domain may have another value by now than the newest version.
        let kept = domains[id.domain]?.registers.value(at: said.keyPath)
        if kept == said.value { return }
        // An ambiguous entry that kept nothing would look like a key that was added.
        let kind = kind == .ambiguous && kept == nil ? .keptNewer : kind
        let note = HistoryNote(said, in: id, keeping: kept, kind: kind, reason: reason)
        self.note(note, in: id.domain)
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
