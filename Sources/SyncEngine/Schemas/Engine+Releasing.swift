// Held values that the rules allow after all, as the schema changed.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension Engine {
    /// Passes on what a file says and no rule refuses any more, with the timestamps it was made at.
    mutating func releaseHeld(_ text: ReadText, _ id: ReplicaID) {
        knowHeld(id)
        guard let state = domains[id.domain], let configuration = replicas[id]?.configuration,
            var held = replicas[id]?.held, !held.isEmpty
        else { return }
        held.prune(state.registers, text.keys)
        replicas[id]?.held = held
        // What isn't known to be allowed stays.
        guard state.rules?.isUnread != true else { return }
        let checks = outbox.checks
        let freed = held.timestamps.values.compactMap { path, timestamp -> StampedEdit? in
            guard let value = text.keys[path] else { return nil }
            let meant = state.meant(value, at: path, in: text.document, as: configuration, checks)
            let refusal = state.rules?.refusal(of: meant, at: path, within: checks)
            guard refusal == nil, !checks.isSpent else { return nil }
            return StampedEdit(keyPath: path, value: meant, timestamp: timestamp)
        }
        guard !freed.isEmpty else { return }
        release(freed.sorted { $0.keyPath < $1.keyPath }, id)
    }

    private mutating func release(_ edits: [StampedEdit], _ id: ReplicaID) {
        let origin = Origin.file(id.path)
        let keys = edits.map(\.keyPath)
        var outcome = EditOutcome()
        recordingChanges(in: id.domain, of: keys, origin: origin) { engine in
            outcome =
                engine.domains[id.domain]?.registers.apply(edits, origin: origin)
                ?? EditOutcome()
        }
        // The files are told by a new counter that there is something to agree on.
        ledger.clock.counter += 1
        domains[id.domain]?.changedCounter = ledger.clock.counter
        for change in outcome.applied {
            outbox.save(change, in: id.domain)
            note(HistoryNote(change, kind: .set, reason: nil), in: id.domain)
        }
        if let registers = domains[id.domain]?.registers, let keys = replicas[id]?.top?.keys {
            replicas[id]?.held?.prune(registers, keys)
        }
        open(outcome.applied.map(\.keyPath), in: id.domain)
        projectOthers(than: id)
    }
}
