// Making a file say what the registers say, without destroying what anybody saved meanwhile.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Writes a file that says something else than the registers.
    mutating func project(_ text: ReadText, _ content: FileContent, _ id: ReplicaID) {
        cacheTopKeys(in: id.domain)
        releaseHeld(text, id)
        reportHeld(text, id)
        guard let replica = replicas[id], let projected = target(of: replica, from: text) else {
            becomeIdle(id)
            return
        }
        let target = projected.text
        reportUnseenComments(notIn: target, id)
        // Not the content: a file that is still empty isn't begun without a setting.
        guard target.bytes != text.bytes else {
            showRegisters(in: text, of: replica)
            markAgreed(id)
            becomeIdle(id)
            return
        }
        guard !replica.refuses(target.bytes, over: content) else {
            becomeIdle(id)
            return
        }
        write(projected, over: content, replica)
    }

    /// A file says all that it should.
    mutating func markAgreed(_ id: ReplicaID) {
        replicas[id]?.agreedCounter = domains[id.domain]?.changedCounter
        markWritable(id)
    }

    /// Has a file say this, in the place of what it holds; nil for a file that is to be made.
    mutating func write(
        _ projected: Projection,
        over content: FileContent?,
        _ replica: ReplicaState
    ) {
        let id = replica.id
        let target = projected.text
        // Taken now: a register that changes before the file is staged isn't in its text.
        guard let state = domains[id.domain] else { return }
        let timestamps = state.timestamps(of: target, replacing: replica)
        let pending = PendingWrite(
            expected: content,
            bytes: target.bytes,
            document: target.document,
            keys: target.keys,
            timestamps: timestamps,
            isTemplate: projected.isTemplate,
            placeEdits: projected.placeEdits,
            counter: state.changedCounter
        )
        replicas[id]?.phase = .writing(pending)
        let access = state.access(to: target, replacing: content, of: replica)
        // What the umask makes of it is seen at the next look.
        if content == nil { replicas[id]?.isOpenToOthers = access != .ownerOnly }
        let place = replica.lastPlace
        outbox.send(
            .stage(id, target.bytes, expecting: content, access: access, in: place),
            .afterWriting
        )
    }
}

extension DomainState {
    /// Who may read a file: a new one with a secret in it is for its owner alone, and one that was
    /// there before for those who could read it then.
    fileprivate func access(
        to text: ReadText,
        replacing content: FileContent?,
        of replica: ReplicaState
    ) -> FileAccess {
        guard content == nil else { return .asUsual }
        if hasSecrets, text.keys.contains(where: { isSecret($0.0) }) { return .ownerOnly }
        return replica.top == nil ? .asUsual : .asBefore
    }

    /// The timestamps that a text shows; `replica` is as it was before the text was made.
    fileprivate func timestamps(
        of target: ReadText,
        replacing replica: ReplicaState
    ) -> SharedMap<Timestamp> {
        let registers = self.registers
        var timestamps = registers.timestamps(of: target, replacing: replica)
        // What isn't in force keeps the timestamp that it would have had.
        for (path, timestamp) in replica.held?.timestamps.values ?? [:]
        where target.keys[path] != nil && timestamp > registers.all[path]?.timestamp ?? .zero {
            timestamps[path] = timestamp
        }
        return timestamps
    }
}

extension Registers {
    /// The timestamps that a text shows, where nothing of it is held.
    fileprivate func timestamps(
        of target: ReadText,
        replacing replica: ReplicaState
    ) -> SharedMap<Timestamp> {
        guard let keys = replica.openKeys, let top = replica.top, top.version.author.isAgent
        else { return timestamps(of: target.keys, like: replica.top?.version.timestamps) }
        var timestamps = top.version.timestamps
        for key in keys {
            timestamps[key] = target.keys[key] == nil ? nil : all[key]?.timestamp
        }
        return timestamps
    }
}

// MARK: Step by step

extension Engine {
    /// How often a file may have changed whenever it was to be written, before that waits: nobody
    /// saves as fast as it is looked at, so something else is wrong with it.
    private static let racesInARow = 3

    /// The new content is beside its target: put down what is about to happen, then let it happen.
    mutating func take(_ staged: StagedFile, of id: ReplicaID) {
        guard case .writing(var pending) = replicas[id]?.phase else {
            outbox.send(.discard(id, staged), .atOnce)
            return
        }
        if waitForTurn(id, staged.targetPath) {
            replicas[id]?.openKeys = nil
            outbox.send(.discard(id, staged), .atOnce)
            return
        }
        pending.staged = staged
        replicas[id]?.phase = .writing(pending)
        replicas[id]?.record.intent = PublishIntent(
            staged: staged,
            old: pending.expected,
            new: pending.bytes,
            timestamps: pending.timestamps,
            decided: now.wall
        )
        if let record = replicas[id]?.record { outbox.save(record) }
        outbox.send(.publish(id, staged, expecting: pending.expected), .afterSync)
    }

    /// The file is in its place: see what came out.
    mutating func wasPublished(_ id: ReplicaID) {
        guard case .writing(let pending) = replicas[id]?.phase, let staged = pending.staged else {
            return
        }
        replicas[id]?.writes += 1
        replicas[id]?.publishing = staged.method
        replicas[id]?.races = 0
        replicas[id]?.activity.notePublishing(at: now)
        foretell(pending, by: id)
        outbox.send(.lookAtDisplaced(id, staged, .untilClosed), .atOnce)
    }

    /// The file is not in its place.
    mutating func publishingFailed(_ error: StorageError, of id: ReplicaID) {
        guard case .writing(let pending) = replicas[id]?.phase else { return }
        replicas[id]?.openKeys = nil
        dropIntent(of: id)
        if let staged = pending.staged { outbox.send(.discard(id, staged), .afterSync) }
        writeFailed(error, of: id, looking: .afterSync)
    }

    /// A file can't be written: changes wait, and it is tried again later and later.
    ///
    /// One that has changed since it was read is read again at once, but not for ever.
    mutating func writeFailed(_ error: StorageError, of id: ReplicaID, looking time: EffectTime) {
        guard var replica = replicas[id] else { return }
        replica.openKeys = nil
        replica.noteRefusal(error)
        if error.code == .raced, replica.races < Self.racesInARow {
            replica.races += 1
            replica.phase = .idle
            replicas[id] = replica
            lookSoon(id, time)
            return
        }
        var problem = Problem(error, of: id)
        if error.code == .raced {
            problem.advice = "See what writes it: fuser -v \(id.path.quotedForShell)"
        }
        problem.consequence = "The change is kept and waits to be written"
        replica.phase = .idle
        replica.putOffWriting(problem, at: now.monotonic, timing)
        replicas[id] = replica
        report(problem, .writing)
        becomeIdle(id)
    }

    /// Takes what publishing displaced.
    mutating func tookOut(_ sighting: Sighting, of id: ReplicaID) {
        guard case .writing(var pending) = replicas[id]?.phase else { return }
        let now = now.monotonic
        switch sighting {
        case .absent:
            guard let staged = pending.staged, staged.method == .exchange else {
                return finish(pending, displaced: nil, id)
            }
            // It has been removed, or its folder has gone away.
            outbox.send(.resolve(id, staged), .atOnce)
        case .content(let content) where content.bytes == pending.expected?.bytes:
            finish(pending, displaced: nil, id)
        case .content(var content):
            // The exchange has changed it, too.
            content.countsByDate = true
            if isMistake(content, displacedBy: pending, of: id) {
                leave(pending, id)
            } else {
                finish(pending, displaced: content, id)
            }
        case .busy:
            let since = pending.busySince ?? now
            pending.busySince = since
            replicas[id]?.phase = .writing(pending)
            let isLong = now - since >= timing.writerPatience
            replicas[id]?.wait = (now + 5, .displaced(isLong ? .untilStill : .untilClosed))
        case .unreadable(let error):
            // It stays under its temporary name: until a descriptor is free, or for a second try.
            if error.code != .noDescriptors {
                let since = pending.unreadableSince ?? now
                guard now - since < 2_000 else { return leave(pending, id) }
                pending.unreadableSince = since
            }
            replicas[id]?.phase = .writing(pending)
            replicas[id]?.wait = (now + 2_000, .displaced(.untilClosed))
        }
    }

    /// Looks once more at what was displaced.
    mutating func lookAtDisplacedAgain(_ id: ReplicaID, _ patience: Patience) {
        guard case .writing(let pending) = replicas[id]?.phase, let staged = pending.staged else {
            return
        }
        outbox.send(.lookAtDisplaced(id, staged, patience), .atOnce)
    }

    /// Makes the new version official and takes what was displaced, in one transaction.
    mutating func finish(_ pending: PendingWrite, displaced: FileContent?, _ id: ReplicaID) {
        guard let intent = replicas[id]?.record.intent else { return }
        replicas[id]?.record.intent = nil
        replicas[id]?.record.missingSince = nil
        replicas[id]?.isThere()
        recordVersion(
            of: id,
            text: intent.new,
            keys: pending.keys,
            timestamps: intent.timestamps,
            author: pending.isTemplate ? .template : .agent,
            holders: (0, pending.isRecovery ? 1 : 0),
            identity: intent.staged.identity,
            // From then on, whoever saves has a later time than this.
            standing: .shown(since: intent.decided)
        )
        note(pending.placeEdits, of: id)
        outbox.send(.discard(id, intent.staged), .afterSync)
        if let document = pending.document { recentDocuments.keep(document, of: id) }
        replicas[id]?.agreedCounter = pending.counter
        if pending.isRecovery { replicas[id]?.openKeys = nil }
        if let displaced {
            takeDisplaced(displaced, id)
            share(displaced, by: pending, of: id)
        }
        markWritable(id)
        if replicas[id]?.condition != .ok { markWell(id) }
        let isNew = pending.expected == nil && hasSecrets(id.domain)
        let looksAgain =
            replicas[id]?.needsLook == true || displaced != nil || pending.isRecovery || isNew
        replicas[id]?.phase = .idle
        if looksAgain { lookSoon(id, .afterSync) }
    }

    private mutating func takeDisplaced(_ content: FileContent, _ id: ReplicaID) {
        guard let top = replicas[id]?.record.top else { return }
        // What was emptied is no save to keep: the settings it had stay, and the write has restored them.
        if case .taken(let text) = judge(content, of: id) {
            ingest(text, content, id, before: top)
        }
    }
}
