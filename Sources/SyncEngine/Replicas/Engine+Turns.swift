// One file in several domains: they write it in turn, and know each other's texts.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Has a file wait as long as another domain replaces its target, the end of the symlink chain.
    ///
    /// Each would displace the other's text else, take it for a save by somebody who hadn't read its
    /// own, and write it anew for ever.
    ///
    /// - Returns: Whether it waits.
    mutating func waitForTurn(_ id: ReplicaID, _ target: String) -> Bool {
        guard replicas.isTaken(target, byAnotherThan: id) else { return false }
        turns.wait(id, for: target)
        becomeIdle(id)
        return true
    }

    /// Has files looked at again whose turn it is.
    mutating func giveTurns() {
        for id in turns.take(replicas) { lookSoon(id, .afterSync) }
    }
}

extension Engine {
    /// Gives the other domains of a file the save that a write displaced: no path shows it, so that they
    /// never see it, and it has their keys as well.
    mutating func share(_ displaced: FileContent, by pending: PendingWrite, of id: ReplicaID) {
        guard let old = pending.expected, let staged = pending.staged,
            let written = replicas[id]?.top?.version.recorded
        else { return }
        // Foretold again: a domain that saw the save has forgotten it.
        foretell(pending, by: id)
        let new = old.replaced(by: pending.bytes, in: staged, at: written)
        let files = [old, new, displaced].flatMap { replicas.otherDomains(of: $0.identity, id) }
        for other in Set(files).sorted() {
            // It gets the new text first, so that it knows what displaced the save.
            let base = replicas[other]?.versions.last { $0.bytes == old.bytes }?.version.number
            give(new, to: other, before: nil, since: base)
            replicas[other]?.foretold = nil
            let hasSeenNew = replicas[other]?.top?.bytes == pending.bytes
            let limit = hasSeenNew ? replicas[other]?.record.top : nil
            if limit != nil, let records = replicas[other]?.moveToEnd(displaced, since: base) {
                for record in records { outbox.save(record) }
                replicas[other]?.agreedCounter = nil
                lookSoon(other, .afterSync)
            }
            give(displaced, to: other, before: limit, since: base)
        }
    }

    /// Tells the other domains of a file which text they are going to see; who has missed the one that it was
    /// made from gets that first, as it would take the lines of before for changes else.
    mutating func foretell(_ pending: PendingWrite, by id: ReplicaID) {
        if let old = pending.expected {
            for other in replicas.otherDomains(of: old.identity, id) {
                guard let replica = replicas[other], let top = replica.top,
                    replica.record.intent == nil,
                    !replica.versions.contains(where: { $0.bytes == old.bytes })
                else { continue }
                let isLate = top.version.recorded >= old.arrival
                give(old, to: other, before: isLate ? top.version.number : nil, since: nil)
            }
        }
        replicas.foretell(pending, by: id, domains[id.domain]?.lastStep)
    }

    /// Gives the domains that wait for their turn at a file the save that one of them has found there:
    /// when they may look, somebody may have saved over it.
    mutating func shareWithWaiting(_ content: FileContent, of id: ReplicaID) {
        guard !turns.isEmpty else { return }
        for other in replicas.otherDomains(of: content.identity, id)
        where turns.contains(other) {
            // What it was writing before a crash, or sees for the first time, is its own to settle.
            guard let record = replicas[other]?.record, record.intent == nil, record.top != nil
            else { continue }
            give(content, to: other, before: nil, since: nil)
        }
    }

    /// Gives a domain a text that it hasn't seen since a version (nil for the first); a `limit` is the
    /// version that displaced it.
    ///
    /// What it can't take is the writer's own to tell, or is held once it sees that at the path.
    private mutating func give(
        _ content: FileContent,
        to id: ReplicaID,
        before limit: UInt64?,
        since base: UInt64?
    ) {
        guard replicas[id]?.index(of: content, since: base) == nil else { return }
        if case .taken(let text) = judge(content, of: id) {
            ingest(text, content, id, before: limit)
        }
        lookSoon(id, .afterSync)
    }
}

extension ReplicaTable {
    /// Tells the other domains of a file which text they are going to see, what it was made from, and which
    /// step has led to it.
    mutating func foretell(_ pending: PendingWrite, by id: ReplicaID, _ step: UInt64?) {
        guard let old = pending.expected, let staged = pending.staged else { return }
        for other in otherDomains(of: old.identity, id) {
            let base = self[other]?.versions.last { $0.bytes == old.bytes }
            self[other]?.foretold = base.map {
                Foretold(
                    identity: staged.identity,
                    bytes: pending.bytes,
                    base: $0.version.number,
                    isTemplate: pending.isTemplate,
                    step: step
                )
            }
        }
    }

    /// Whether a text is one that this agent wrote, or is writing, for another domain.
    ///
    /// One that was foretold is known as such anyway; what was foretold before a crash isn't known any
    /// more.
    func isOfAnotherDomain(_ content: FileContent, _ id: ReplicaID) -> Bool {
        otherDomains(of: content.identity, id).contains { other in
            guard let replica = self[other] else { return false }
            return replica.record.intent?.new == content.bytes || replica.hasWritten(content)
        }
    }

    /// Whether a content is one that this agent has put there for another domain.
    func isOurs(_ content: FileContent, _ id: ReplicaID) -> Bool {
        self[id]?.foretoldBase(of: content) != nil || isOfAnotherDomain(content, id)
    }

    /// Whether a text is one that this agent made for another domain from a text that one has taken: what
    /// it lacks, a client or another file has taken away.
    ///
    /// One that was made from a save that is held lacks what is missing there.
    func isOfAnotherDomain(
        _ content: FileContent,
        madeFromTextOf replica: ReplicaState
    ) -> Bool {
        otherDomains(of: content.identity, replica.id).contains {
            self[$0]?.made(content, fromTextOf: replica) == true
        }
    }

    /// Whether a text of another domain was made from the text that a domain's next ones are made from.
    func isOfAnotherDomain(
        _ content: FileContent,
        madeFromTemplateOf replica: ReplicaState
    ) -> Bool {
        otherDomains(of: content.identity, replica.id).contains {
            self[$0]?.made(content, fromTemplateOf: replica) == true
        }
    }

    /// The files of other domains that are the same file.
    func otherDomains(of file: FileIdentity, _ id: ReplicaID) -> [ReplicaID] {
        files(at: id.path, or: file)
            .filter { $0.id != id && $0.configuration.layer == .user }.map { $0.id }.sorted()
    }
}

extension FileContent {
    /// The file once the agent has replaced it.
    fileprivate func replaced(
        by bytes: [UInt8],
        in staged: StagedFile,
        at time: Int64
    ) -> FileContent {
        var new = FileContent(bytes: bytes, identity: staged.identity, modified: time)
        new.isOpenToOthers = isOpenToOthers
        return new
    }
}

extension ReplicaState {
    /// Once a look has seen anything but what the foretold text was made from, the same text is a save.
    mutating func forgetForetold(after content: FileContent) {
        guard let foretold = self.foretold else { return }
        let base = self.versions.first { $0.version.number == foretold.base }
        if base?.bytes != content.bytes { self.foretold = nil }
    }

    /// The base of a text that another domain of this agent made.
    func foretoldBase(of content: FileContent) -> BaseChoice? {
        guard let foretold = self.foretold, foretold.identity == content.identity,
            foretold.bytes == content.bytes,
            let index = self.versions.lastIndex(where: { $0.version.number == foretold.base })
        else { return nil }
        let reason: BaseChoice.Reason = index == topIndex ? .fresh : .unread
        return BaseChoice(index: index, reason: reason, isCertain: true, isUnique: true)
    }

    /// Whether a content is a text of the agent's that is still as it was written.
    ///
    /// Where another text has stood there since, somebody has put it back.
    fileprivate func hasWritten(_ content: FileContent) -> Bool {
        let index = self.versions.lastIndex {
            $0.version.author.isAgent && $0.bytes == content.bytes
        }
        guard let index else { return false }
        let next = self.versions[(index + 1)...].first
        return next.map { content.changed < $0.version.recorded } ?? true
    }

    /// Whether this domain made a text from the template of another domain, or from a later version of it.
    ///
    /// A template of this domain's own in between breaks the chain.
    fileprivate func made(_ content: FileContent, fromTemplateOf other: ReplicaState) -> Bool {
        guard let template = other.templateVersion?.version.number,
            let newest = self.versions.lastIndex(where: {
                $0.version.author.isAgent && $0.bytes == content.bytes
            })
        else { return false }
        for version in self.versions[...newest].reversed() where version.version.author != .layer {
            if version.version.author == .template { return false }
            let isTaken = other.versions.contains {
                $0.version.number >= template && $0.bytes == version.bytes
            }
            if isTaken || version.version.author == .foreign { return isTaken }
        }
        return false
    }

    /// Whether it was written for this domain, perhaps in several steps, from a text that another has taken.
    fileprivate func made(_ content: FileContent, fromTextOf other: ReplicaState) -> Bool {
        func isTaken(_ bytes: [UInt8]) -> Bool { other.versions.contains { $0.bytes == bytes } }
        if let intent = self.record.intent, intent.new == content.bytes, let old = intent.old,
            isTaken(old.bytes)
        {
            return true
        }
        let index = self.versions.lastIndex {
            $0.version.author.isAgent && $0.bytes == content.bytes
        }
        guard let index else { return false }
        let origin = self.versions[..<index].last {
            !$0.version.author.isAgent || isTaken($0.bytes)
        }
        return origin.map { isTaken($0.bytes) } ?? false
    }

    /// Moves a save that was seen at the path behind the text that displaced it.
    ///
    /// - Returns: What changes in the journal; nil if the save wasn't seen.
    fileprivate mutating func moveToEnd(
        _ content: FileContent,
        since base: UInt64?
    ) -> [VersionRecord]? {
        guard let index = index(of: content, since: base),
            self.versions[index].version.author == .foreign,
            self.versions[index].version.number != self.record.top,
            let last = self.versions.last?.version.number
        else { return nil }
        var save = self.versions.remove(at: index)
        let old = save.version.number
        save.version.number = last + 1
        self.versions.append(save)
        self.shownBy[content.identity] = last + 1
        return [
            VersionRecord(replica: self.id, number: old, version: nil),
            VersionRecord(replica: self.id, number: last + 1, version: save.version),
        ]
    }

    /// The newest version that is a content, and came after another (nil for any).
    fileprivate func index(of content: FileContent, since base: UInt64?) -> Int? {
        self.versions.lastIndex {
            $0.version.number > base ?? 0 && $0.version.identity == content.identity
                && $0.bytes == content.bytes
        }
    }
}
