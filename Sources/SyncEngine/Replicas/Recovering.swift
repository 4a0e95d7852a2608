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
    ///
    /// Where an earlier try left half of the text in the target, what tells that stays: the next look
    /// settles it, as it does after a write in place.
    mutating func dropIntent(of id: ReplicaID, _ step: inout Step) {
        guard var record = replicas[id]?.record else { return }
        if record.intent?.whole == nil {
            record.intent = nil
        } else if var staged = record.intent?.staged {
            staged.method = .inPlace
            staged.temporaryPath = staged.targetPath
            staged.identity = record.intent?.old?.identity ?? staged.identity
            record.intent?.staged = staged
        }
        replicas[id]?.record = record
        step.save(record)
    }

    /// Settles a write in place that a crash interrupted, from what the file holds now.
    ///
    /// - Returns: Whether the content was taken care of.
    mutating func settleInPlace(
        _ content: FileContent,
        _ id: ReplicaID,
        _ step: inout Step
    ) -> Bool {
        guard let intent = replicas[id]?.record.intent else { return false }
        var pending = PendingWrite(
            expected: content,
            bytes: intent.new,
            keys: nil,
            timestamps: intent.timestamps,
            staged: intent.staged,
            isRecovery: true
        )
        if content.bytes == intent.new {
            pending.identity = content.identity
            replicas[id]?.phase = .writing(pending)
            finish(pending, displaced: nil, id, &step)
            return true
        }
        if intent.left(content) {
            // Our own half-written text: nobody else's edit can be in it, so write it again.
            replicas[id]?.phase = .writing(pending)
            step.afterWriting.append(.stage(id, intent.new, expecting: content, access: .asUsual))
            return true
        }
        replicas[id]?.record.intent = nil
        if let record = replicas[id]?.record { step.save(record) }
        if !intent.isUntouched(content) { keepIntended(intent, content.identity, of: id, &step) }
        return false
    }

    /// Keeps a text that may have been written whole before somebody saved over it.
    private mutating func keepIntended(
        _ intent: PublishIntent,
        _ identity: FileIdentity,
        of id: ReplicaID,
        _ step: inout Step
    ) {
        recordVersion(
            of: id,
            text: intent.new,
            keys: nil,
            timestamps: intent.timestamps,
            author: .agent,
            holders: (0, 1),
            identity: identity,
            standing: .shown(since: intent.decided),
            &step
        )
        cacheTopKeys(in: id.domain)
    }
}
