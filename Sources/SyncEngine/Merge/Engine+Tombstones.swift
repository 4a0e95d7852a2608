// Tombstones that nothing can bring back any more, let go.

import SettingsModel

extension Engine {
    /// Lets a domain's oldest tombstones go where it has more than its limit.
    mutating func pruneTombstones(in domain: Domain) {
        // Of all files only where there is something to prune.
        guard domains[domain]?.hasTooManyTombstones == true else { return }
        let (files, limit) = (replicas.states(of: domain), limits.tombstones)
        let pruned = domains[domain]?.pruneTombstones(of: files, to: limit)
        outbox.transaction.pruned += (pruned ?? []).map { ChangedKey(domain, $0) }
    }
}

extension DomainState {
    fileprivate var hasTooManyTombstones: Bool {
        self.registers.tombstoneCount > self.pruningCount
    }

    /// Lets the oldest tombstones go.
    ///
    /// A tombstone is what tells a text that comes late, with a key in it, that the key was removed
    /// since. One that a kept version of a file still shows, or a write that is under way, stays
    /// whatever its age: some editor may have it in hand. Of the others, what is lost with a tombstone
    /// is only this: a file that was last changed before the removal, and that the agent doesn't know,
    /// brings the key with it when it is put in place.
    ///
    /// - Returns: Their keys, the oldest first.
    fileprivate mutating func pruneTombstones(
        of files: [ReplicaState],
        to limit: Int
    ) -> [SettingKeyPath] {
        let spare = self.registers.all.filter { path, register in
            register.isTombstone && !files.contains { $0.mayShow(path) }
        }
        let oldest = spare.sorted { ($0.value.timestamp, $0.key) < ($1.value.timestamp, $1.key) }
            .prefix(self.registers.tombstoneCount - limit / 2).map(\.key)
        for path in oldest { self.registers.forget(path) }
        // Where most of them must stay, they aren't looked through again at each removal.
        let left = self.registers.tombstoneCount
        self.pruningCount = max(limit, left + limit / 2)
        return oldest
    }
}

extension ReplicaState {
    /// Whether a text that somebody may have in hand shows a key.
    fileprivate func mayShow(_ path: SettingKeyPath) -> Bool {
        if self.versions.contains(where: { $0.version.timestamps[path] != nil }) { return true }
        if top?.keys?[path] != nil || self.record.intent?.timestamps[path] != nil { return true }
        if case .writing(let write) = self.phase { return write.timestamps[path] != nil }
        return false
    }
}
