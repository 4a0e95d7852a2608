// A writer's edits become registers: by time, and element by element where an array is an ordered set.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Sets the registers that a writer's edits are about, but those that rules refuse.
    mutating func apply(
        _ observation: Observation,
        _ text: ReadText,
        _ content: FileContent,
        to id: ReplicaID,
        _ step: inout Step
    ) -> EditOutcome {
        let removed = KeyMap(keys: observation.edits.filter { $0.value == nil }.map(\.keyPath))
        let shown = observation.baseTimestamps
        var ruled = ruled(observation.edits, of: id, in: text.document)
        ruled.made += putOffRemovals(of: ruled.made, in: id, now: text.keys)
        ruled.made += clearing(ruled.made, in: id.domain)
        // A file's time is evidence, not authority: never later than now, never negative.
        let isRestored = observation.choice?.reason == .restored
        let wallTime = isRestored ? step.now.wall : max(0, min(content.modified, step.now.wall))
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
                    at: (wallTime, step.now.wall),
                    origin: .file(id.path),
                    clock: &clock
                )
            } else {
                domains[id.domain]?.registers.apply(
                    ruled.made,
                    at: wallTime,
                    sight: sight,
                    origin: .file(id.path),
                    clock: &clock
                )
            }
        var result = outcome ?? EditOutcome()
        result.refused =
            domains[id.domain]?.registers
            .stamped(ruled.refused, at: wallTime, sight: sight, clock: &clock) ?? []
        mergeOrderedSets(observation, in: id, &result)
        takeTypes(from: id, &result)
        if !result.applied.isEmpty { domains[id.domain]?.changedCounter = clock.counter }
        for change in result.applied { save(change, in: id.domain, &step) }
        return result
    }

    /// Where an array is an ordered set, both sides' elements hold instead of the later array.
    private mutating func mergeOrderedSets(
        _ observation: Observation,
        in id: ReplicaID,
        _ outcome: inout EditOutcome
    ) {
        guard let sets = domains[id.domain]?.configuration.orderedSets, !sets.isEmpty else {
            return
        }
        func base(_ path: SettingKeyPath) -> [SettingValue] {
            if case .array(let values) = observation.baseKeys[path] { values } else { [] }
        }
        for index in outcome.applied.indices {
            let change = outcome.applied[index]
            guard sets.contains(change.keyPath), case .array(let theirs) = change.new.value,
                case .array(let ours) = change.old?.value
            else { continue }
            let merged = mergedOrderedSet(base: base(change.keyPath), ours: ours, theirs: theirs)
            // Elements that are right on both sides may be too many together.
            if isRefused(.array(merged), at: change.keyPath, in: id.domain) { continue }
            outcome.applied[index].new.value = .array(merged)
            domains[id.domain]?.registers.restore(outcome.applied[index].new, at: change.keyPath)
        }
        for edit in outcome.superseded where sets.contains(edit.keyPath) {
            guard case .array(let theirs) = edit.value,
                let old = domains[id.domain]?.registers.all[edit.keyPath],
                case .array(let ours) = old.value
            else { continue }
            let merged = mergedOrderedSet(base: base(edit.keyPath), ours: ours, theirs: theirs)
            if isRefused(.array(merged), at: edit.keyPath, in: id.domain) { continue }
            let register = Register(
                timestamp: clock.timestamp(after: old.timestamp),
                value: .array(merged),
                origin: .file(id.path)
            )
            domains[id.domain]?.registers.restore(register, at: edit.keyPath)
            outcome.applied.append(
                RegisterChange(keyPath: edit.keyPath, old: old, new: register)
            )
        }
        let merged = Set(outcome.applied.map(\.keyPath))
        outcome.superseded.removeAll { sets.contains($0.keyPath) && merged.contains($0.keyPath) }
    }
}

extension KeyMap<Bool> {
    /// A map that only knows which keys there are.
    fileprivate init(keys: [SettingKeyPath]) {
        self.init()
        for key in keys { self[key] = true }
    }
}
