// Finding out what became of a replacement: a crash interrupted it, or its folder went away.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Takes what became of a replacement.
    mutating func resolved(_ state: StagedState, of id: ReplicaID) {
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
            take(.absent, of: id)
        case .published where intent.old != nil:
            outbox.send(.lookAtDisplaced(id, intent.staged, .untilClosed), .atOnce)
        case .notPublished,
            .gone where !hasHappened:
            replicas[id]?.phase = .idle
            dropIntent(of: id)
            outbox.send(.discard(id, intent.staged), .afterSync)
            lookSoon(id, .afterSync)
        case .published, .gone: finish(pending, displaced: nil, id)
        }
    }

    /// Forgets what was intended, as it didn't happen.
    mutating func dropIntent(of id: ReplicaID) {
        guard var record = replicas[id]?.record else { return }
        record.intent = nil
        replicas[id]?.record = record
        outbox.save(record)
    }
}
