// Finishing a replacement that a crash interrupted.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Takes what became of a replacement that a crash interrupted.
    mutating func resolved(_ state: StagedState, of id: ReplicaID, _ step: inout Step) {
        guard var replica = replicas[id], let intent = replica.record.intent else { return }
        let wasCreated = state == .gone && intent.old == nil
        guard state == .published || wasCreated else {
            replicas[id]?.phase = .idle
            dropIntent(of: id, &step)
            step.afterSync.append(.discard(id, intent.staged))
            lookSoon(id, .afterSync, &step)
            return
        }
        let pending = PendingWrite(
            expected: intent.old,
            bytes: intent.new,
            keys: nil,
            timestamps: intent.timestamps,
            staged: intent.staged,
            isRecovery: true
        )
        replica.phase = .writing(pending)
        replicas[id] = replica
        if intent.old == nil {
            finish(pending, displaced: nil, id, &step)
        } else {
            step.effects.append(.lookAtDisplaced(id, intent.staged, .untilClosed))
        }
    }

    /// Forgets what was intended, as it didn't happen.
    mutating func dropIntent(of id: ReplicaID, _ step: inout Step) {
        guard var record = replicas[id]?.record else { return }
        record.intent = nil
        replicas[id]?.record = record
        step.save(record)
    }
}
