// A save that one of our writes displaced and can't be read goes back to where its writer put it.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Whether a text that a write displaced belongs back at its path, as one of the file's domains can't
    /// take it: it can't be read, or takes most settings away and is held once it is there.
    mutating func isMistake(
        _ content: FileContent,
        displacedBy pending: PendingWrite,
        of id: ReplicaID
    ) -> Bool {
        let others = pending.expected.map { replicas.otherDomains(of: $0, id) } ?? []
        return ([id] + others).contains { judge(content, of: $0)?.mistake != nil }
    }

    /// Asks for a write to be undone, unless that has been tried.
    ///
    /// - Returns: Whether it asked.
    mutating func takeBack(
        _ pending: PendingWrite,
        _ id: ReplicaID,
        _ step: inout Step
    ) -> Bool {
        guard !pending.isTaken, let intent = replicas[id]?.record.intent else { return false }
        step.effects.append(.takeBack(id, intent))
        return true
    }

    /// Finishes a write without what it displaced, which can't be read and stays beside the path.
    ///
    /// It gets a name that isn't one of ours: what is left under those goes at some start.
    mutating func leave(
        _ error: StorageError,
        _ pending: PendingWrite,
        _ id: ReplicaID,
        _ step: inout Step
    ) {
        var pending = pending
        pending.leavesDisplaced = true
        finish(pending, displaced: nil, id, &step)
        var problem = Problem(error, of: id)
        problem.problem = "what was saved during a write can't be read: \(error.problem)"
        if let staged = pending.staged {
            let path = staged.temporaryPath + ".saved"
            // At once: were it to wait for the commit, an agent that dies then would leave it to the
            // next, which doesn't know what it is.
            step.effects.append(.leave(id, staged, at: path))
            problem.consequence = "It was left at '\(path)'"
        }
        report(problem, .reading, &step)
        lookSoon(id, .afterSync, &step)
    }

    /// Takes whether a write was undone.
    ///
    /// The path then shows the mistake, as if the write had never been: it is told with its place,
    /// nothing is written until it is mended, and the change waits. Where somebody has saved again
    /// since, that save stays, and the mistake goes to the history.
    mutating func tookBack(_ isBack: Bool, of id: ReplicaID, _ step: inout Step) {
        guard case .writing(var pending) = replicas[id]?.phase, let staged = pending.staged else {
            return
        }
        guard isBack else {
            pending.isTaken = true
            replicas[id]?.phase = .writing(pending)
            step.effects.append(.lookAtDisplaced(id, staged, .untilClosed))
            return
        }
        keepIfRead(pending, staged.identity, of: id, &step)
        replicas[id]?.openKeys = nil
        dropIntent(of: id, &step)
        step.afterSync.append(.discard(id, staged))
        replicas[id]?.phase = .idle
        lookSoon(id, .afterSync, &step)
    }

    /// Keeps the text that the path showed for a moment, if somebody may have read it then.
    ///
    /// They may save it. After a crash nobody knows who read it.
    private mutating func keepIfRead(
        _ pending: PendingWrite,
        _ identity: FileIdentity,
        of id: ReplicaID,
        _ step: inout Step
    ) {
        guard pending.isRecovery || replicas[id]?.earlyReads.has(identity) == true else { return }
        recordVersion(
            of: id,
            text: pending.bytes,
            keys: pending.keys,
            timestamps: pending.timestamps,
            author: .agent,
            holders: (0, pending.isRecovery ? 1 : 0),
            identity: identity,
            standing: .displaced(at: step.now.wall),
            &step
        )
    }

    /// Keeps a mistake in the history, as the path has a newer save, and says so.
    mutating func keepMistake(
        _ mistake: Problem,
        in content: FileContent,
        of id: ReplicaID,
        _ step: inout Step
    ) {
        note(
            SettingKeyPath(segments: [""]),
            value: String(validating: content.bytes, as: UTF8.self).map(SettingValue.string)
                ?? .data(content.bytes),
            old: nil,
            kept: nil,
            origin: .file(id.path),
            kind: .displacedUnreadable,
            reason: .displaced,
            in: id.domain,
            &step
        )
        var problem = mistake
        // That text isn't at the path.
        problem.place = nil
        problem.excerpt = ""
        let isRead = mistake.code == .wiped
        problem.problem =
            "a save that another replaced at once \(isRead ? "wasn't taken" : "can't be read"): "
            + mistake.problem
        problem.consequence = "Kept its text in the history"
        problem.advice = "See it with: settingsctl log \(id.domain) --json"
        report(problem, .reading, &step)
    }
}
