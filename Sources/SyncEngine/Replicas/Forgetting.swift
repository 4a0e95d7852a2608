// A domain whose last file was let go: what the journal still holds of it goes, too.

package import SettingsModel

/// How much of a domain is forgotten.
package enum Forgetting: Equatable, Sendable {
    /// Its values; the history still tells of them.
    case values
    /// Its history as well.
    case everything
}

extension Engine {
    /// Forgets a domain as soon as no file is being written for it; not when it has a file then.
    mutating func forget(_ domain: Domain, _ extent: Forgetting) { forgettings[domain] = extent }

    /// Forgets what waits for it.
    ///
    /// Only domains without a file: what the registers don't have any more would be taken out of it.
    mutating func forgetRest(_ step: inout Step) {
        for (domain, extent) in forgettings.sorted(by: { $0.key < $1.key }) {
            let files = replicas.values.filter {
                $0.id.domain == domain && $0.configuration.layer == .user
            }
            if files.contains(where: { $0.isBeingWritten || $0.waitsToBeWhole }) { continue }
            forgettings[domain] = nil
            guard files.allSatisfy({ $0.top == nil }) else { continue }
            forgetValues(of: domain, &step)
            if extent == .everything { step.transaction.removedHistory.append(domain) }
        }
    }

    private mutating func forgetValues(of domain: Domain, _ step: inout Step) {
        var keys: [SettingKeyPath] = []
        if let registers = domains[domain]?.registers {
            keys = Array(registers.all.keys)
            recordingChanges(in: domain, of: keys, origin: .agent, &step) { engine, _ in
                engine.domains[domain]?.registers = Registers()
            }
            openAll(in: domain)
        }
        keys += recoveredRegisters.removeValue(forKey: domain)?.map(\.keyPath) ?? []
        step.transaction.pruned += keys.sorted().map { ChangedKey(domain, $0) }
    }

    /// Whether a file is there and says all that the registers of its domain do.
    package func isWhole(_ id: ReplicaID) -> Bool {
        guard let replica = replicas[id], replica.goneSince == nil, let top = replica.top,
            let registers = domains[id.domain]?.registers, case .idle = replica.phase,
            !replica.needsLook, waitingForTurn[id] == nil
        else { return false }
        switch replica.condition {
        case .ok, .unwritable: break
        case .unknown, .busy, .beingWritten, .broken, .missing, .absent: return false
        }
        let keys = top.keys ?? replica.read(top)?.keys ?? [:]
        return differences(of: id).isEmpty
            && registers.visible.keys.allSatisfy { keys[$0] != nil }
    }

    /// How many settings the user's files of a domain are to have.
    package func count(of domain: Domain) -> Int { domains[domain]?.registers.visible.count ?? 0 }

    /// Whether a domain has a file of the user's that is there, beside one that it lets go of.
    package func hasFile(beside id: ReplicaID) -> Bool {
        replicas.values.contains {
            $0.id.domain == id.domain && $0.id != id && $0.configuration.layer == .user
                && $0.top != nil
        }
    }
}
