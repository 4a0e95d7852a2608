// When a file is looked at, and what is made of what was seen.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Has a file looked at, then or once what is being done with it is done.
    mutating func lookSoon(_ id: ReplicaID, _ time: EffectTime) {
        guard replicas[id]?.beginLook() == true, let look = replicas[id]?.look(.untilClosed)
        else { return }
        outbox.send(look, time)
    }

    /// Ends what was being done with a file; looks again when something happened meanwhile.
    mutating func becomeIdle(_ id: ReplicaID) {
        guard replicas[id] != nil else { return }
        replicas[id]?.phase = .idle
        if replicas[id]?.needsLook == true { lookSoon(id, .atOnce) }
    }

    /// Takes a hint of the watcher.
    mutating func take(_ event: FileEvent) {
        switch event {
        case .touched(let id):
            replicas[id]?.writer?.delay = 0
            lookSoon(id, .atOnce)
        case .modified(let id, let identity):
            replicas[id]?.shownBy[identity] = nil
            if replicas[id]?.top?.version.identity == identity {
                replicas[id]?.activity.noteWriting(at: now)
            }
        case .reading(let id, let identity):
            replicas[id]?.activity.noteReading(of: identity, at: now)
        case .read(let id, let identity):
            replicas.saveLater(replicas[id]?.noteReader(of: identity) ?? nil, of: id)
        case .placed(let id, let placing):
            // One that was gone for long may be created by whoever still has its text.
            if replicas[id]?.record.missingSince == nil {
                replicas[id]?.activity.notePlacing(placing, at: now)
            }
        case .overflowed:
            for id in replicas.keys.sorted() {
                if let top = replicas[id]?.topIndex { mayHaveBeenRead(id, versionAt: top) }
                lookSoon(id, .atOnce)
            }
        case .folderTouched: break
        }
    }

    private mutating func mayHaveBeenRead(_ id: ReplicaID, versionAt index: Int) {
        replicas[id]?.versions[index].version.possibleHolders += 1
        replicas.saveLater(replicas[id]?.versions[index].version.number, of: id)
    }

    /// Takes what a look saw.
    mutating func take(_ sighting: Sighting, of id: ReplicaID) {
        guard let replica = replicas[id], case .looking = replica.phase else { return }
        replicas[id]?.wait = nil
        let isToCome = replica.isPart(sighting, at: now.monotonic, timing)
        // What the journal has of the file holds until then.
        if !isToCome || replica.top != nil { replicas[id]?.isUnseen = false }
        switch sighting {
        case .busy(let mark): tookNothing(mark, of: id)
        case .absent: takeAbsence(id)
        case .unreadable(let error): takeUnreadable(error, id)
        case .content(var content):
            // What came while no agent ran, or while the file was described in another way, has its own time.
            content.countsByDate = replica.isUnseen
            if isToCome {
                takePart(content, of: id)
            } else {
                if content.isOpen {
                    report(Problem(keptOpen: id), .writer)
                    // How the file came to its name tells nothing before its writer has closed it.
                    replicas[id]?.activity.noteTaking()
                } else {
                    endReports(.writer, id)
                }
                content.isOpen = false
                take(content, of: id)
                // What was told during the look is of the next save; a held file may be filled yet.
                if replicas[id]?.heldSince == nil, !replica.needsLook {
                    replicas[id]?.activity.noteTaking()
                }
            }
        }
        findLeft(of: id)
        if !isToCome {
            replicas[id]?.writer = nil
            // What was accepted is what was there.
            replicas[id]?.acceptsHeld = false
        }
        reconcile([id.domain])
    }

    private mutating func take(_ content: FileContent, of id: ReplicaID) {
        if replicas[id]?.isOpenToOthers != content.isOpenToOthers {
            replicas[id]?.isOpenToOthers = content.isOpenToOthers
            // Only a secret is written or not for that.
            if hasSecrets(id.domain) { replicas[id]?.agreedCounter = nil }
        }
        if case .broken = replicas[id]?.condition { replicas[id]?.retryDelay = 0 }
        guard let replica = replicas[id] else { return }
        var content = content
        let isUnchanged = replica.top?.bytes == content.bytes
        // Kept once: a large text is in several versions and writes.
        if isUnchanged, let top = replica.top { content.bytes = top.bytes }
        replicas.saveLater(replicas[id]?.noteStamp(of: content) ?? nil, of: id)
        let counter = domains[id.domain]?.changedCounter
        if isUnchanged, replica.agreedCounter == counter, replica.placeEdits.isEmpty,
            replica.top?.version.identity == content.identity
        {
            replicas[id]?.isThere()
            markWell(id)
            becomeIdle(id)
            return
        }
        let isMeant = replica.acceptsHeld
        switch isMeant ? read(content, of: replica) : judge(content, of: id) {
        case .taken(let text):
            replicas[id]?.isThere()
            observed(text, content, id)
        case .held(let problem): hold(problem, id)
        case .unreadable(let problem):
            replicas[id]?.isThere()
            replicas[id]?.brokenFormat = replica.knownFormat(of: content.bytes)
            markBroken(problem, id)
            becomeIdle(id)
        case nil: break
        }
    }

    private mutating func observed(_ text: ReadText, _ content: FileContent, _ id: ReplicaID) {
        markWell(id)
        reportRepeated(text, id)
        guard replicas[id]?.configuration.layer == .user else {
            takeRuledLayer(text, content, from: id)
            becomeIdle(id)
            return
        }
        let hasNewKeys = replicas[id].flatMap {
            domains[id.domain]?.registers.hasKeysGivenLater(to: $0, in: text)
        }
        if let index = replicas[id]?.topIndex, replicas[id]?.versions[index].bytes == content.bytes,
            hasNewKeys != true || newKeys(in: text, of: id).isEmpty
        {
            keepIdentity(of: content, id, versionAt: index, text)
        } else {
            ingest(text, content, id, before: nil)
            replicas.saveLater(replicas[id]?.noteStamp(of: content) ?? nil, of: id)
        }
        shareWithWaiting(content, of: id)
        if hasNewKeys == true, let replica = replicas[id] {
            note(domains[id.domain]?.registers.yielding(in: text, of: replica), in: id.domain)
        }
        replicas[id]?.mayHaveNewKeys = false
        if replicas[id]?.foretold != nil { replicas[id]?.forgetForetold(after: content) }
        reportLocked(text, id)
        project(text, content, id)
    }

    private mutating func keepIdentity(
        of content: FileContent,
        _ id: ReplicaID,
        versionAt index: Int,
        _ text: ReadText
    ) {
        guard var replica = replicas[id] else { return }
        replica.versions[index].keys = text.keys
        if replica.record.missingSince != nil {
            replica.record.missingSince = nil
            outbox.save(replica.record)
        }
        replicas.saveLater(replica.show(content.identity, versionAt: index), of: id)
        replicas[id] = replica
    }
}

// MARK: Nothing to take

extension Engine {
    /// A writer is at work: look again soon, and take a file that stays open but still.
    private mutating func tookNothing(_ mark: UInt64, of id: ReplicaID) {
        let now = now.monotonic
        var writer = replicas[id]?.writer ?? .init(mark: mark, since: now, begin: now)
        writer.note(mark, at: now)
        let isStill = now - writer.since >= timing.writerPatience
        let isLong = now - writer.begin >= timing.writerPatience
        // The kernel drops a writer's claim only after its close event, so the first looks come fast.
        // Who writes on and on is looked at seldom: the end of it is told.
        let longest = isLong && !isStill ? timing.writerPatience : 100
        writer.delay = min(max(2, writer.delay * 2), longest)
        replicas[id]?.writer = writer
        replicas[id]?.wait = (now + writer.delay, .look(isStill ? .untilStill : .untilClosed))
        if isLong, !isStill {
            let problem = Problem(beingWritten: id)
            replicas[id]?.condition = .beingWritten(problem)
            report(problem, .reading)
        } else if !isLong {
            replicas[id]?.condition = .busy
        }
        becomeIdle(id)
    }

    private mutating func takeAbsence(_ id: ReplicaID) {
        guard var replica = replicas[id] else { return }
        let now = now.monotonic
        let counter = domains[id.domain]?.changedCounter ?? 0
        replica.heldSince = nil
        let since = replica.wentAway(by: now, counter)
        // A save may be in progress; but where no file has ever been, none can be torn out of it.
        let wasThere = replica.top != nil || !replica.layerKeys.isEmpty
        if wasThere, now - since < timing.missingGrace {
            replica.wait = (since + timing.missingGrace, .look(.untilClosed))
            replicas[id] = replica
            becomeIdle(id)
            return
        }
        replica.condition = wasThere ? .missing : .absent
        // A new file with a secret in it is made for its owner alone.
        replica.isOpenToOthers = false
        replicas[id] = replica
        guard replica.configuration.layer == .user else {
            takeLayer([:], of: nil, from: id)
            forgetTexts(of: id)
            becomeIdle(id)
            return
        }
        if wasThere, replica.record.missingSince == nil {
            // A change that came while the file was gone is one that makes it again.
            replica.record.missingSince = replica.goneCounter ?? counter
            outbox.save(replica.record)
            replicas[id] = replica
        }
        if wasThere { report(.missing(id), .reading) }
        guard replica.knownFormat != nil else {
            markBroken(Problem(.unknownFormat(of: [], at: id.path), of: id, bytes: []), id)
            becomeIdle(id)
            return
        }
        recreate(id)
    }

    /// A file can't be read; what may pass by itself is tried again, later and later.
    private mutating func takeUnreadable(_ error: StorageError, _ id: ReplicaID) {
        markBroken(Problem(error, of: id), id)
        // Whatever it is, something is at the path.
        replicas[id]?.isThere()
        if error.code == .inputOutput || error.code == .noDescriptors, var replica = replicas[id] {
            replica.delayRetry(atLeast: timing.retry)
            replica.wait = (now.monotonic + replica.retryDelay, .look(.untilClosed))
            replicas[id] = replica
        }
        becomeIdle(id)
    }

    /// A deadline has come.
    mutating func timePassed() {
        let now = now.monotonic
        for id in replicas.lists.deadlines.filter({ $0.value <= now }).keys.sorted() {
            guard let wait = replicas[id]?.wait, wait.deadline <= now else { continue }
            replicas[id]?.wait = nil
            switch wait.purpose {
            case .look(let patience): lookAgain(id, patience)
            case .displaced(let patience): lookAtDisplacedAgain(id, patience)
            case .reportHeld(let problem): report(problem, .reading)
            }
        }
    }

    private mutating func lookAgain(_ id: ReplicaID, _ patience: Patience) {
        guard case .idle = replicas[id]?.phase, let look = replicas[id]?.look(patience)
        else { return }
        replicas[id]?.phase = .looking
        replicas[id]?.needsLook = false
        outbox.send(look, .atOnce)
    }
}

extension ReplicaState {
    /// Notes which file shows a version.
    ///
    /// - Returns: The version's number; nil where another look has seen that file.
    mutating func show(_ identity: FileIdentity, versionAt index: Int) -> UInt64? {
        guard self.versions[index].version.identity != identity else { return nil }
        let number = self.versions[index].version.number
        self.versions[index].version.identity = identity
        // Read under its new name before it was seen there.
        self.versions[index].version.holders += self.earlyReads.take(identity)
        self.shownBy[identity] = number
        return number
    }

    /// Notes that the file is there, and isn't held.
    mutating func isThere() {
        self.goneSince = nil
        self.heldSince = nil
    }

    /// Notes that the file is absent, with the counter that it agreed with until then.
    ///
    /// - Returns: Since when it is.
    mutating func wentAway(by now: Int64, _ counter: UInt64) -> Int64 {
        if let since = self.goneSince { return since }
        self.goneCounter = self.agreedCounter ?? counter
        self.goneSince = now
        return now
    }

    /// Doubles the time until the next try.
    mutating func delayRetry(atLeast least: Int64) {
        self.retryDelay = min(max(least, self.retryDelay * 2), 60_000)
    }

    /// Whether the file's last known text had settings, which an empty one would take away.
    var hadSettings: Bool {
        if self.configuration.layer != .user { return !self.layerKeys.isEmpty }
        guard let top else { return false }
        return !(top.keys ?? read(top)?.keys ?? [:]).isEmpty
    }
}

extension [UInt8] {
    /// Whether a text has nothing but blanks and ends of lines, perhaps behind a byte order mark.
    package var isBlankText: Bool {
        let text = starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
        return text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
}

extension ReadText {
    /// Refuses more keys than the limit, and a line that can't be read where a known key was.
    func check(_ limits: Limits, since known: SharedMap<SettingValue>?) throws(DocumentError) {
        for line in document.unreadLines
        where line.keyPaths.contains(where: { known?[$0] != nil && keys[$0] == nil }) {
            throw line.error
        }
        guard keys.count <= limits.keysPerDomain else {
            throw DocumentError(
                code: .tooMany,
                at: 0,
                in: bytes,
                problem: "the file has \(keys.count) keys, at most \(limits.keysPerDomain)",
                advice: "Keep large tables out of the settings"
            )
        }
    }
}
