// What the writer of a whole file meant.

import SettingsDocument
import SettingsModel

/// What a new content says, compared with the version its writer had in hand.
private struct Observation {
    /// nil for the first content of a file.
    var choice: BaseChoice?
    /// What the base showed.
    var baseKeys: SharedMap<SettingValue> = [:]
    var baseTimestamps: SharedMap<Timestamp> = [:]
    /// Everything that differs from the base.
    var differences: [KeyEdit]
    /// The differences that are edits of the domain.
    var edits: [KeyEdit]
    /// What newer versions changed and the writer didn't: it stays, against the text.
    var kept: [KeyEdit] = []
    /// The content with the comments of versions that its writer hadn't seen.
    var merged: any Document
    /// The content's comment and blank lines, if they were asked for.
    var trivia: TriviaLines?
}

extension Engine {
    /// Takes a content as its writer's edits.
    ///
    /// A `limit` is the version that displaced the content, so its writer can't have seen that one.
    mutating func ingest(
        _ text: ReadText,
        _ content: FileContent,
        _ id: ReplicaID,
        before limit: UInt64?,
        _ step: inout Step
    ) {
        cacheTopKeys(in: id.domain)
        knowHeld(id)
        guard let observation = observe(text, content, id, before: limit) else { return }
        // What is hidden no more may show in a file again, whatever its key.
        if domains[id.domain]?.registers.hasHidden == true { openAll(in: id.domain) }
        var outcome = EditOutcome()
        let keys = observation.edits.map(\.keyPath)
        recordingChanges(in: id.domain, of: keys, origin: .file(id.path), &step) { engine, step in
            outcome = engine.apply(observation, text, content, to: id, &step)
        }
        remember(observation, outcome, text, id, &step)
        recordForeign(observation, outcome, text, content, id, before: limit, &step)
        open(observation, outcome, in: id.domain)
        guard !outcome.applied.isEmpty else { return }
        expectMoves(after: outcome.applied, in: id.domain)
        pruneTombstones(in: id.domain, &step)
        projectOthers(than: id, &step)
    }

    private mutating func observe(
        _ text: ReadText,
        _ content: FileContent,
        _ id: ReplicaID,
        before limit: UInt64?
    ) -> Observation? {
        guard let replica = replicas[id] else { return nil }
        guard let topIndex = replica.topIndex, !replica.versions.isEmpty else {
            let edits = keyEdits(from: [:], to: text.keys)
            return Observation(differences: edits, edits: edits, merged: text.document)
        }
        var search = BaseSearch(
            versions: replica.versions,
            top: topIndex,
            content: text,
            before: limit,
            isWritten: limit == nil && isWritten(replica),
            read: { [lastDocument] version in
                if let last = lastDocument, last.replica == id, let keys = version.keys,
                    last.document.bytes == version.bytes
                {
                    return ReadText(last.document, knowing: keys)
                }
                return replica.read(version, like: text)
            }
        )
        let choice = replica.foretoldBase(of: content) ?? search.choice()
        replicas[id]?.versions = search.versions
        let base = search.versions[choice.index]
        let top = search.versions[topIndex]
        let baseKeys = base.keys ?? replica.read(base, like: text)?.keys ?? [:]
        let differences =
            keyEdits(from: baseKeys, to: text.keys)
            + newKeys(in: text, of: id).filter { baseKeys[$0.keyPath] == $0.value }
            + quotedWords(in: text, since: base, of: replica)
        let edits = differences.filter {
            $0.value != nil || !hasOtherHome($0.keyPath, than: replica)
        }
        var observation = Observation(
            choice: choice,
            baseKeys: baseKeys,
            baseTimestamps: base.version.timestamps,
            differences: differences,
            edits: edits,
            merged: text.document,
            trivia: search.trivia
        )
        guard choice.index != topIndex else { return observation }
        let edited = Set(edits.map(\.keyPath))
        observation.kept = keyEdits(from: baseKeys, to: top.keys ?? [:]).filter {
            !edited.contains($0.keyPath)
        }
        if base.bytes != top.bytes, let baseDocument = replica.document(of: base.bytes),
            let topDocument = replica.document(of: top.bytes)
        {
            observation.merged = mergedComments(
                base: baseDocument,
                ours: topDocument,
                theirs: text.document
            )
        }
        return observation
    }

    /// Whether the newest version says all that the domain does, as far as looked.
    private func isWritten(_ replica: ReplicaState) -> Bool {
        replica.agreedCounter == domains[replica.id.domain]?.changedCounter
            && replica.record.carried == nil && replica.openKeys?.isEmpty == true
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
    /// A mirror is nobody's home, and what goes from a mirror is meant to go.
    private func hasOtherHome(_ path: SettingKeyPath, than replica: ReplicaState) -> Bool {
        guard replica.configuration.adoption != .all else { return false }
        return replicas.values.contains { other in
            other.id.domain == replica.id.domain && other.id != replica.id
                && other.configuration.layer == .user && other.configuration.adoption != .all
                && other.top?.keys?[path] != nil
        }
    }

    private mutating func apply(
        _ observation: Observation,
        _ text: ReadText,
        _ content: FileContent,
        to id: ReplicaID,
        _ step: inout Step
    ) -> EditOutcome {
        let removed = KeyMap(keys: observation.edits.filter { $0.value == nil }.map(\.keyPath))
        let shown = observation.baseTimestamps
        var ruled = ruled(observation.edits, of: id, in: text.document)
        ruled.made += putOffRemovals(of: ruled.made, in: id, now: text.keys)
        ruled.made += clearing(ruled.made, in: id.domain)
        // A file's time is evidence, not authority: never later than now, never negative.
        let wallTime = max(0, min(content.modified, step.now.wall))
        let sight = Sight.base { path in
            removed.conflicts(with: path).reduce(shown[path] ?? .zero) { latest, conflict in
                max(latest, shown[conflict] ?? .zero)
            }
        }
        let outcome = domains[id.domain]?.registers.apply(
            ruled.made,
            at: wallTime,
            sight: sight,
            origin: .file(id.path),
            clock: &clock
        )
        var result = outcome ?? EditOutcome()
        result.refused =
            domains[id.domain]?.registers
            .stamped(ruled.refused, at: wallTime, sight: sight, clock: &clock) ?? []
        mergeOrderedSets(observation, in: id, &result)
        takeTypes(from: id, &result)
        if !result.applied.isEmpty { domains[id.domain]?.changedCounter = clock.counter }
        for change in result.applied { save(change, in: id.domain, &step) }
        return result
    }

    /// Where an array is an ordered set, both sides' elements hold instead of the later array.
    private mutating func mergeOrderedSets(
        _ observation: Observation,
        in id: ReplicaID,
        _ outcome: inout EditOutcome
    ) {
        guard let sets = domains[id.domain]?.configuration.orderedSets, !sets.isEmpty else {
            return
        }
        func base(_ path: SettingKeyPath) -> [SettingValue] {
            if case .array(let values) = observation.baseKeys[path] { values } else { [] }
        }
        for index in outcome.applied.indices {
            let change = outcome.applied[index]
            guard sets.contains(change.keyPath), case .array(let theirs) = change.new.value,
                case .array(let ours) = change.old?.value
            else { continue }
            let merged = mergedOrderedSet(base: base(change.keyPath), ours: ours, theirs: theirs)
            // Elements that are right on both sides may be too many together.
            if isRefused(.array(merged), at: change.keyPath, in: id.domain) { continue }
            outcome.applied[index].new.value = .array(merged)
            domains[id.domain]?.registers.restore(outcome.applied[index].new, at: change.keyPath)
        }
        for edit in outcome.superseded where sets.contains(edit.keyPath) {
            guard case .array(let theirs) = edit.value,
                let old = domains[id.domain]?.registers.all[edit.keyPath],
                case .array(let ours) = old.value
            else { continue }
            let merged = mergedOrderedSet(base: base(edit.keyPath), ours: ours, theirs: theirs)
            if isRefused(.array(merged), at: edit.keyPath, in: id.domain) { continue }
            clock.counter = max(clock.counter, old.timestamp.counter) + 1
            let register = Register(
                timestamp: Timestamp(
                    wallTime: old.timestamp.wallTime,
                    counter: clock.counter,
                    agent: clock.agent
                ),
                value: .array(merged),
                origin: .file(id.path)
            )
            domains[id.domain]?.registers.restore(register, at: edit.keyPath)
            outcome.applied.append(
                RegisterChange(keyPath: edit.keyPath, old: old, new: register)
            )
        }
        let merged = Set(outcome.applied.map(\.keyPath))
        outcome.superseded.removeAll { sets.contains($0.keyPath) && merged.contains($0.keyPath) }
    }
}

// MARK: What is kept of it

extension Engine {
    private mutating func remember(
        _ observation: Observation,
        _ outcome: EditOutcome,
        _ text: ReadText,
        _ id: ReplicaID,
        _ step: inout Step
    ) {
        let origin = Origin.file(id.path)
        let reason = observation.choice?.reason
        let isCertain = observation.choice?.isCertain ?? true
        for change in outcome.applied {
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
            note(
                edit.keyPath,
                value: text.keys[edit.keyPath],
                old: nil,
                kept: edit.value,
                origin: origin,
                // An ambiguous entry that kept nothing would look like a key that was added.
                kind: isCertain || edit.value == nil ? .keptNewer : .ambiguous,
                reason: reason,
                in: id.domain,
                &step
            )
        }
    }

    private mutating func recordForeign(
        _ observation: Observation,
        _ outcome: EditOutcome,
        _ text: ReadText,
        _ content: FileContent,
        _ id: ReplicaID,
        before limit: UInt64?,
        _ step: inout Step
    ) {
        guard var replica = replicas[id] else { return }
        let isForetold = replica.foretoldBase(of: content) != nil
        if let choice = observation.choice, choice.isUnique, !isForetold {
            // The writer's buffer moved on: what held the base holds the new version now.
            let holders = replica.versions[choice.index].version.holders
            replica.versions[choice.index].version.holders = max(0, holders - 1)
            step.save(replica.versions[choice.index].version, of: id)
        }
        let isFirst = observation.choice == nil
        replica.record.missingSince = nil
        if limit == nil {
            replica.record.carried = carried(
                over: replica.record.carried,
                observation.merged,
                text,
                replica
            )
        } else if observation.merged.bytes != replica.top?.bytes, let top = replica.top {
            replica.record.carried = CarriedText(base: top.bytes, merged: observation.merged.bytes)
        }
        replicas[id] = replica
        recordVersion(
            of: id,
            text: content.bytes,
            keys: text.keys,
            timestamps: timestamps(observation, outcome),
            author: isForetold ? .agent : .foreign,
            // Whoever had the file before the agent came may have this text; who wrote it has it.
            holders: isForetold ? (0, 0) : isFirst ? (0, 1) : (1, 0),
            identity: content.identity,
            isTop: limit == nil,
            &step
        )
        if isForetold { replicas[id]?.openKeys = nil }
        if let last = replicas[id]?.versions.indices.last {
            replicas[id]?.versions[last].trivia = observation.trivia
        }
        if limit == nil {
            // If writing what it lacks fails, the next look finds the same text and writes again.
            replicas[id]?.agreedCounter = nil
            lastDocument = (id, text.document)
            hold(outcome.refused, in: id, text.keys)
        } else {
            reportDisplaced(outcome.refused, from: id, &step)
        }
    }

    private func carried(
        over old: CarriedText?,
        _ merged: any Document,
        _ text: ReadText,
        _ replica: ReplicaState
    ) -> CarriedText? {
        var merged = merged
        if let old, let base = replica.document(of: old.base),
            let ours = replica.document(of: old.merged)
        {
            merged = mergedComments(base: base, ours: ours, theirs: merged)
        }
        guard merged.bytes != text.bytes else { return nil }
        return CarriedText(base: text.bytes, merged: merged.bytes)
    }

    /// The timestamps that the new content shows: its base's, but for what it changed.
    private func timestamps(
        _ observation: Observation,
        _ outcome: EditOutcome
    ) -> SharedMap<Timestamp> {
        var timestamps = observation.baseTimestamps
        for edit in observation.differences where edit.value == nil {
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

    /// Has every other file of the domain looked at, and written where it differs.
    mutating func projectOthers(than id: ReplicaID, _ step: inout Step) {
        for other in files(of: id.domain)
        where other != id && replicas[other]?.configuration.layer == .user {
            lookSoon(other, .afterSync, &step)
        }
    }
}

extension KeyMap<Bool> {
    /// A map that only knows which keys there are.
    fileprivate init(keys: [SettingKeyPath]) {
        self.init()
        for key in keys { self[key] = true }
    }
}
