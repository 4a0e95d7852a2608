// Finding out what became of a replacement: a crash interrupted it, or its folder went away.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Takes what became of a replacement.
    mutating func resolved(_ state: StagedState, of id: ReplicaID, _ step: inout Step) {
        guard let replica = replicas[id], let intent = replica.record.intent else { return }
        var pending = PendingWrite(recovering: intent)
        var hasHappened = intent.old == nil
        if case .writing(let known) = replica.phase { (pending, hasHappened) = (known, true) }
        replicas[id]?.openKeys = nil
        replicas[id]?.phase = .writing(pending)
        switch state {
        case .away:
            // The intent stays: what was displaced comes back with its folder.
            replicas[id]?.phase = .looking
            take(.absent, of: id, &step)
        case .published where intent.old != nil:
            step.effects.append(.lookAtDisplaced(id, intent.staged, .untilClosed))
        case .notPublished,
            .gone where !hasHappened:
            replicas[id]?.phase = .idle
            dropIntent(of: id, &step)
            step.afterSync.append(.discard(id, intent.staged))
            lookSoon(id, .afterSync, &step)
        case .published, .gone: finish(pending, displaced: nil, id, &step)
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
