// The values of a file that a rule refused, kept in step with the file.

import SettingsModel

extension Engine {
    /// Finds out what a file holds, once its newest version has been read.
    mutating func knowHeld(_ id: ReplicaID) {
        guard let replica = replicas[id], replica.held == nil,
            let registers = domains[id.domain]?.registers
        else { return }
        cacheTopKeys(in: id.domain)
        let held = replicas[id]?.top.map { HeldKeys(of: $0, in: registers) }
        replicas[id]?.held = held ?? HeldKeys()
    }

    /// The edits that some edits bring with them, so that none stands in the way of another.
    mutating func clearing(_ edits: [KeyEdit], in domain: Domain) -> [KeyEdit] {
        let holders = replicas.states(of: domain).compactMap(\.held).filter { !$0.isEmpty }
        guard !holders.isEmpty else { return [] }
        return domains[domain]?.clear(edits, heldIn: holders) ?? []
    }

    /// The latest timestamp of what files say of a key without being in force.
    func heldTimestamp(of path: SettingKeyPath, in domain: Domain) -> Timestamp {
        files(of: domain).reduce(Timestamp.zero) { latest, id in
            max(latest, replicas[id]?.held?.timestamps[path] ?? .zero)
        }
    }
}

extension DomainState {
    /// Has what files hold give way to some edits.
    ///
    /// What a file says above or below a key without being in force goes when the key is set, and a
    /// key that only a file says gets a tombstone, which tells that file.
    ///
    /// - Returns: The removals that come with the edits.
    fileprivate mutating func clear(
        _ edits: [KeyEdit],
        heldIn holders: [HeldKeys]
    ) -> [KeyEdit] {
        var cleared: Set<SettingKeyPath> = []
        for edit in edits {
            for held in holders {
                if edit.value != nil { cleared.formUnion(held.conflicts(with: edit.keyPath)) }
                if edit.value == nil, held.timestamps[edit.keyPath] != nil {
                    cleared.insert(edit.keyPath)
                }
            }
        }
        let unknown = Register(timestamp: .zero, value: nil, origin: .agent)
        for path in cleared where self.registers.all[path] == nil {
            self.registers.restore(unknown, at: path)
        }
        let edited = Set(edits.map(\.keyPath))
        return cleared.subtracting(edited).sorted().map { KeyEdit($0, nil) }
    }
}
