// The versions of a file: kept, counted, and the newest at hand.

import SettingsModel

/// Where a version of a file is.
enum VersionStanding {
    /// The path shows it.
    case shown
    /// A write has displaced it, or it was at the path only for a moment.
    case displaced
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
        standing: VersionStanding,
        _ step: inout Step
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
            recorded: step.now.wall
        )
        if standing == .shown {
            replica.record.top = version.number
            recentDocuments.forget(id)
        }
        replica.versions.append(KnownVersion(version, keys: keys))
        replica.shownBy[identity] = version.number
        step.save(version, of: id)
        // What a write displaced is compared with the version before it, so that one stays.
        while replica.versions.count > max(2, limits.fileVersions),
            let oldest = replica.versions.first, oldest.version.number != replica.record.top
        {
            replica.versions.removeFirst()
            step.save(VersionRecord(replica: id, number: oldest.version.number, version: nil))
        }
        let numbers = Set(replica.versions.map(\.version.number))
        replica.shownBy = replica.shownBy.filter { numbers.contains($0.value) }
        step.save(replica.record)
        replicas[id] = replica
    }

    /// The files of a domain, in order.
    func files(of domain: Domain) -> [ReplicaID] { filesByDomain[domain] ?? [] }

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
