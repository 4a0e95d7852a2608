// A text that went away with its folder and came back as it was.

import SettingsModel

extension ReplicaState {
    /// Where the file was seen last; nil where it never was, as far as known.
    var lastPlace: FilePlace? { self.versions.lazy.compactMap(\.version.stamp).last?.place }

    /// Notes how the file is whose text is the newest version's.
    ///
    /// - Returns: The version's number; nil where it's known so.
    mutating func noteStamp(of content: FileContent) -> UInt64? {
        guard let index = topIndex, let stamp = content.stamp,
            self.versions[index].version.stamp != stamp,
            self.versions[index].bytes == content.bytes
        else { return nil }
        self.versions[index].version.stamp = stamp
        return self.versions[index].version.number
    }

    /// Whether a content is an earlier version that came back as it was.
    func isReturned(_ content: FileContent) -> Bool { index(ofReturned: content) != nil }

    private func index(ofReturned content: FileContent) -> Int? {
        index(ofUnwritten: content).flatMap {
            self.versions.lastPlaced(since: $0) == nil ? $0 : nil
        }
    }

    /// The index of the earlier version that a content still is; nil where somebody may have saved it.
    func index(ofUnwritten content: FileContent) -> Int? {
        self.versions.index(ofUnwritten: content, below: top, lastPlace)
    }

    /// Makes the version that a content still is the newest one.
    ///
    /// - Returns: What changes in the journal; nil where somebody may have saved the content.
    fileprivate mutating func showAgain(
        _ text: ReadText,
        _ content: FileContent,
        at now: Int64
    ) -> (versions: [VersionRecord], record: ReplicaRecord)? {
        guard let index = index(ofReturned: content), let last = self.versions.last else {
            return nil
        }
        var known = KnownVersion(self.versions.remove(at: index).version, keys: text.keys)
        let old = known.version.number
        known.version.number = last.version.number + 1
        known.version.identity = content.identity
        known.version.stamp = content.stamp
        known.version.recorded = now
        // Somebody may have read it where nobody watched.
        known.version.possibleHolders += 1
        // Its layout stays, whatever was at the path in between.
        if known.version.author == .agent { known.version.author = .template }
        self.versions.append(known)
        self.shownBy = self.shownBy.filter { $0.value != old }
        self.shownBy[content.identity] = known.version.number
        self.record.top = known.version.number
        self.record.missingSince = nil
        self.agreedCounter = nil
        self.held = nil
        let versions = [
            VersionRecord(replica: self.id, number: old, version: nil),
            VersionRecord(
                replica: self.id,
                number: known.version.number,
                version: known.version
            ),
        ]
        return (versions, self.record)
    }

    /// A write has failed: it is tried again later and later, or once the watcher tells of a folder that is
    /// back.
    mutating func putOffWriting(_ problem: Problem, at now: Int64, _ timing: Timing) {
        guard problem.code != .file(.noFolder) else {
            self.condition = .away(problem)
            return
        }
        self.condition = .unwritable(problem)
        // The same text would fail again.
        guard problem.code != .file(.failedCheck) else {
            self.wait = nil
            return
        }
        delayRetry(atLeast: timing.retry)
        self.wait = (now + self.retryDelay, .look(.untilClosed))
    }
}

extension Engine {
    /// Takes a content that went away and came back unwritten: it's no save, and has no edits.
    ///
    /// - Returns: Whether it is one.
    mutating func takeReturned(_ text: ReadText, _ content: FileContent, _ id: ReplicaID) -> Bool {
        guard newKeys(in: text, of: id).isEmpty,
            let change = replicas[id]?.showAgain(text, content, at: now.wall)
        else { return false }
        outbox.transaction.save(change)
        // What the path showed in between may have been some key's home.
        openAll(in: id.domain)
        return true
    }
}

extension Transaction {
    fileprivate mutating func save(_ change: (versions: [VersionRecord], record: ReplicaRecord)) {
        for version in change.versions { save(version) }
        save(change.record)
    }
}

extension [KnownVersion] {
    /// The last one that a content still is, if it isn't the newest; `last` is where the file was seen last.
    ///
    /// Who has led a symlink to it since means what it says.
    fileprivate func index(
        ofUnwritten content: FileContent,
        below top: KnownVersion?,
        _ last: FilePlace?
    ) -> Int? {
        guard let stamp = content.stamp, let top, top.bytes != content.bytes,
            content.linked(since: top) == nil
        else { return nil }
        return lastIndex { known in
            known.version.stamp.map { stamp.isUnwritten(since: $0, last) } == true
                && known.bytes == content.bytes
        }
    }

    /// The index of the last one that isn't the agent's, behind another; nil where all behind that are.
    func lastPlaced(since index: Int) -> Int? {
        self[(index + 1)...].lastIndex { $0.version.author == .foreign }
    }
}
