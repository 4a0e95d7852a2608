// What is kept of a save: history, and its text as a version.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Puts into the history what became of a writer's edits.
    mutating func remember(
        _ observation: Observation,
        _ outcome: EditOutcome,
        _ text: ReadText,
        _ id: ReplicaID,
        _ step: inout Step
    ) {
        let origin = Origin.file(id.path)
        let reason = observation.choice?.reason
        let isCertain = observation.choice?.isCertain ?? true
        noteHidden(outcome.applied, from: id, reason, &step)
        for change in outcome.applied where !isHidden(change, in: id.domain) {
            // The first content of a file replaces nothing; there is nothing to go back to.
            if observation.choice == nil, change.old == nil { continue }
            // Both sides say the same; there is nothing to choose between.
            if change.old?.value == change.new.value { continue }
            let shown = observation.baseTimestamps[change.keyPath] ?? .zero
            let isConcurrent = change.old.map { $0.timestamp > shown } ?? false
            let kind: HistoryEntry.Kind =
                isConcurrent ? .concurrent : isCertain ? .set : .ambiguous
            note(change, kind: kind, reason: reason, in: id.domain, &step)
        }
        for edit in outcome.superseded {
            let kept = domains[id.domain]?.registers.value(at: edit.keyPath)
            // What both say is nothing that lost.
            if kept == edit.value { continue }
            note(
                edit.keyPath,
                value: edit.value,
                old: nil,
                kept: kept,
                origin: origin,
                kind: .superseded,
                reason: reason,
                in: id.domain,
                &step
            )
        }
        noteRefused(outcome.refused, from: id, reason, &step)
        for edit in observation.kept {
            // The domain may have another value by now than the newest version.
            let kept = domains[id.domain]?.registers.value(at: edit.keyPath)
            let value = text.keys[edit.keyPath]
            if kept == value { continue }
            note(
                edit.keyPath,
                value: value,
                old: nil,
                kept: kept,
                origin: origin,
                // An ambiguous entry that kept nothing would look like a key that was added.
                kind: isCertain || kept == nil ? .keptNewer : .ambiguous,
                reason: reason,
                in: id.domain,
                &step
            )
        }
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
        before limit: UInt64?,
        _ step: inout Step
    ) {
        guard let replica = replicas[id] else { return }
        let isForetold = replica.foretoldBase(of: content) != nil
        let isOurs = isForetold || replicas.isOfAnotherDomain(content, id)
        // Another domain's text becomes the template, unless it was made from this domain's template.
        let isTemplate =
            isForetold
            ? replica.foretold?.isTemplate == true
            : !replicas.isOfAnotherDomain(content, madeFromTemplateOf: replica)
        if let choice = observation.choice, choice.isUnique, !isForetold {
            moveBuffer(from: choice.index, of: id, &step)
        }
        replicas[id]?.record.missingSince = nil
        let isFirst = observation.choice == nil
        let isRestored = observation.choice?.reason == .restored
        let now = step.now.wall
        recordVersion(
            of: id,
            text: content.bytes,
            keys: text.keys,
            timestamps: observation.timestamps(after: outcome),
            author: isOurs ? (isTemplate ? .template : .agent) : .foreign,
            // Whoever had the file before the agent came may have this text, and so may somebody have
            // one that was put back; who wrote it has it.
            holders: isForetold ? (0, 0) : isFirst || isRestored ? (0, 1) : (1, 0),
            identity: content.identity,
            standing: limit == nil
                ? .shown(since: now) : .displaced(at: replica.top?.version.recorded ?? now),
            &step
        )
        if isOurs { replicas[id]?.openKeys = nil }
        // If writing what it lacks fails, the next look finds the same text and writes again.
        replicas[id]?.agreedCounter = nil
        if limit == nil {
            recentDocuments.keep(text.document, of: id)
            hold(outcome.refused, in: id, text.keys)
        } else {
            reportDisplaced(outcome.refused, from: id, &step)
        }
    }

    /// Tells of an earlier text that wasn't believed, which is meant if it's saved again soon; of one that
    /// was saved before it nothing is told any more.
    mutating func reportOldText(_ text: MeantText?, _ id: ReplicaID, _ step: inout Step) {
        endReports(.oldTexts, id, &step)
        replicas[id]?.meant = text
        if text != nil { report(Problem(oldTextIn: id), .oldTexts, &step) }
    }

    /// The writer's buffer moved on: what held the base holds the new version now.
    private mutating func moveBuffer(from index: Int, of id: ReplicaID, _ step: inout Step) {
        guard let version = replicas[id]?.versions[index].version else { return }
        replicas[id]?.versions[index].version.holders = max(0, version.holders - 1)
        if let moved = replicas[id]?.versions[index].version { step.save(moved, of: id) }
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
