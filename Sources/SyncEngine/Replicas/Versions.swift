// The versions of a file: kept, counted, and the newest at hand.

import SettingsModel

/// Where a version of a file is, and since when at the earliest; in milliseconds since 1970.
enum VersionStanding {
    /// The path shows it.
    case shown(since: Int64)
    /// A write has displaced it, or it was at the path only for a moment.
    case displaced(at: Int64)

    fileprivate var time: Int64 {
        switch self {
        case .shown(let time), .displaced(let time): time
        }
    }
}

extension ReplicaState {
    /// The index of a version that nothing needs, where there are more than are kept: the oldest of those
    /// that nobody has read, if there are any.
    ///
    /// What a write displaced is compared with the version before it, and texts are made from the newest
    /// that somebody else wrote.
    fileprivate func spareVersion(of limit: Int) -> Int? {
        guard self.versions.count > max(2, limit) else { return nil }
        let needed = [self.record.top, templateVersion?.version.number, lastSave?.version.number]
        let spare = self.versions.indices.dropLast(2).filter {
            !needed.contains(self.versions[$0].version.number)
        }
        return spare.first { !self.versions[$0].version.isHeld } ?? spare.first
    }
}

extension ReplicaState {
    /// The registers that a text shows and that its version doesn't tell yet, with the version's index; nil for
    /// none.
    ///
    /// Whoever saves the file from now on comes after them, whatever its time says, and a key that an
    /// old buffer lacks wasn't set anew since the text had it.
    fileprivate func shown(
        _ registers: Registers,
        in text: ReadText
    ) -> (index: Int, timestamps: [(SettingKeyPath, Timestamp)])? {
        guard let index = topIndex, self.versions[index].bytes == text.bytes else { return nil }
        let shown = self.versions[index].version
        let keys = self.openKeys.map(Array.init) ?? Array(text.keys.keyPaths)
        let timestamps = keys.compactMap { key -> (SettingKeyPath, Timestamp)? in
            guard let register = registers.all[key], let value = register.value,
                let timestamp = shown.timestamps[key], timestamp < register.timestamp,
                text.keys[key] == value
            else { return nil }
            return (key, register.timestamp)
        }
        return timestamps.isEmpty ? nil : (index, timestamps)
    }
}

extension Engine {
    /// Adds a version to a file's versions, and lets the oldest go.
    mutating func recordVersion(
        of id: ReplicaID,
        text: [UInt8],
        keys: SharedMap<SettingValue>?,
        timestamps: SharedMap<Timestamp>,
        author: FileVersion.Author,
        holders: (known: Int, possible: Int),
        identity: FileIdentity,
        standing: VersionStanding
    ) {
        guard var replica = replicas[id] else { return }
        let version = FileVersion(
            number: (replica.versions.last?.version.number ?? 0) + 1,
            text: text,
            timestamps: timestamps,
            author: author,
            holders: holders.known + replica.earlyReads.take(identity),
            possibleHolders: holders.possible,
            identity: identity,
            recorded: standing.time
        )
        if case .shown = standing { replica.record.top = version.number }
        replica.versions.append(KnownVersion(version, keys: keys))
        replica.shownBy[identity] = version.number
        outbox.save(version, of: id)
        while let index = replica.spareVersion(of: limits.fileVersions) {
            let spare = replica.versions.remove(at: index)
            if spare.version.isHeld {
                replica.forgotten = max(replica.forgotten ?? 0, spare.version.number)
            }
            outbox.save(VersionRecord(replica: id, number: spare.version.number, version: nil))
        }
        let numbers = Set(replica.versions.map(\.version.number))
        replica.shownBy = replica.shownBy.filter { numbers.contains($0.value) }
        outbox.save(replica.record)
        replicas[id] = replica
    }

    /// Notes that a text shows registers that were set anew to the values they had; `replica` is as it was
    /// before its keys were compared.
    mutating func showRegisters(in text: ReadText, of replica: ReplicaState) {
        let shown = domains[replica.id.domain].flatMap { replica.shown($0.registers, in: text) }
        guard let (index, timestamps) = shown else { return }
        for (key, timestamp) in timestamps {
            replicas[replica.id]?.versions[index].version.timestamps[key] = timestamp
        }
        replicas.saveLater(replica.versions[index].version.number, of: replica.id)
    }

    /// The kept versions of a file; nil for one that isn't linked, or not as the user's.
    package func keptVersions(of id: ReplicaID) -> KeptVersions? {
        replicas[id].flatMap(KeptVersions.init)
    }

    /// The files of a domain, in order.
    func files(of domain: Domain) -> [ReplicaID] { replicas.files(of: domain) }

    /// Makes sure that every file's newest settings are at hand.
    mutating func cacheTopKeys(in domain: Domain) {
        for id in files(of: domain) {
            guard let replica = replicas[id], let top = replica.topIndex,
                replica.versions[top].keys == nil
            else { continue }
            replicas[id]?.versions[top].keys = replica.read(replica.versions[top])?.keys
        }
    }
}
