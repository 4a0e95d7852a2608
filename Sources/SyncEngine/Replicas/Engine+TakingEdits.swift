// A writer's edits become registers, by time.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Sets the registers that a writer's edits are about, but those that rules refuse.
    mutating func apply(
        _ observation: Observation,
        _ text: ReadText,
        _ content: FileContent,
        to id: ReplicaID
    ) -> EditOutcome {
        let removed = KeyMap(keys: observation.edits.filter { $0.value == nil }.map(\.keyPath))
        let shown = observation.baseTimestamps
        var ruled = ruled(observation.edits, by: text, of: id)
        ruled.made += clearing(ruled.made, in: id.domain)
        let wallTime = observation.wallTime(of: content, to: replicas[id], at: now.wall)
        let sight = Sight.base { path in
            removed.conflicts(with: path).reduce(shown[path] ?? .zero) { latest, conflict in
                max(latest, shown[conflict] ?? .zero)
            }
        }
        let preference = observation.choice == nil ? firstLooks.preferences[id] : nil
        let outcome =
            if let preference {
                domains[id.domain]?.registers.apply(
                    first: ruled.made,
                    preferring: preference,
                    at: (wallTime, now.wall),
                    origin: .file(id.path),
                    clock: &ledger.clock
                )
            } else {
                domains[id.domain]?.registers.apply(
                    ruled.made,
                    at: wallTime,
                    sight: sight,
                    origin: .file(id.path),
                    clock: &ledger.clock
                )
            }
        var result = outcome ?? EditOutcome()
        result.refused =
            domains[id.domain]?.registers
            .stamped(ruled.refused, at: wallTime, sight: sight, clock: &ledger.clock) ?? []
        takeTypes(from: id, &result)
        if !result.applied.isEmpty { domains[id.domain]?.changedCounter = ledger.clock.counter }
        for change in result.applied { outbox.save(change, in: id.domain) }
        return result
    }

    /// Sorts the edits of a save by whether a rule refuses them, and adds what comes with those that are made.
    private func ruled(_ edits: [KeyEdit], by text: ReadText, of id: ReplicaID) -> RuledEdits {
        guard let state = domains[id.domain], let replica = replicas[id] else {
            return RuledEdits(made: edits)
        }
        let configuration = replica.configuration
        var ruled = state.ruled(edits, in: text.document, as: configuration, outbox.checks)
        ruled.made += state.putOffRemovals(of: ruled.made, in: replica, now: text.keys)
        return ruled
    }
}

extension KeyMap<Bool> {
    /// A map that only knows which keys there are.
    fileprivate init(keys: [SettingKeyPath]) {
        self.init()
        for key in keys { self[key] = true }
    }
}
