// Tombstones that nothing can bring back any more, let go.

import SettingsModel

extension Engine {
    /// Lets a domain's oldest tombstones go where it has more than its limit.
    ///
    /// A tombstone is what tells a text that comes late, with a key in it, that the key was removed
    /// since. One that a kept version of a file still shows, or a write that is under way, stays
    /// whatever its age: some editor may have it in hand. Of the others, what is lost with a tombstone
    /// is only this: a file that was last changed before the removal, and that the agent doesn't know,
    /// brings the key with it when it is put in place.
    mutating func pruneTombstones(in domain: Domain) {
        guard var state = domains[domain], state.registers.tombstoneCount > state.pruningCount
        else { return }
        let files = files(of: domain).compactMap { replicas[$0] }
        let spare = state.registers.all.filter { path, register in
            register.isTombstone && !files.contains { $0.mayShow(path) }
        }
        let oldest = spare.sorted { ($0.value.timestamp, $0.key) < ($1.value.timestamp, $1.key) }
            .prefix(state.registers.tombstoneCount - limits.tombstones / 2)
        for (path, _) in oldest {
            state.registers.forget(path)
            outbox.transaction.pruned.append(ChangedKey(domain, path))
        }
        // Where most of them must stay, they aren't looked through again at each removal.
        let left = state.registers.tombstoneCount
        state.pruningCount = max(limits.tombstones, left + limits.tombstones / 2)
        domains[domain] = state
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
