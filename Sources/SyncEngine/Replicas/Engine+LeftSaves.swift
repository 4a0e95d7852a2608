// Saves that a write displaced and that can't be merged: they stay beside their file, and are reported.

import SettingsModel

extension Engine {
    /// Whether a text that a write displaced can't be merged, as one of the file's domains can't take it: it
    /// can't be read, or takes most settings away.
    mutating func isMistake(
        _ content: FileContent,
        displacedBy pending: PendingWrite,
        of id: ReplicaID
    ) -> Bool {
        let others = pending.expected.map { replicas.otherDomains(of: $0.identity, id) } ?? []
        return ([id] + others).contains { judge(content, of: $0)?.isMistake == true }
    }

    /// Has what a write displaced stay beside its file; the write is finished when it does.
    mutating func leave(_ pending: PendingWrite, _ id: ReplicaID) {
        if let staged = pending.staged { outbox.send(.leave(id, staged), .atOnce) }
    }

    /// Finishes a write without what it displaced, which stays at a path beside the file.
    ///
    /// Where it couldn't be given one, it stays under the temporary name, and that is tried again.
    mutating func left(at path: String?, of id: ReplicaID) {
        guard case .writing(let pending) = replicas[id]?.phase else { return }
        guard let path else {
            let end = now.monotonic + timing.retry
            replicas[id]?.wait = (end, .displaced(.untilClosed))
            let problem = pending.staged.map { Problem(saveLeftAt: $0.temporaryPath, of: id) }
            if let problem { report(problem, .displaced) }
            return
        }
        if replicas[id]?.record.left.contains(path) == false {
            replicas[id]?.record.left.append(path)
        }
        finish(pending, displaced: nil, id)
        reportLeft(of: id)
    }

    /// Has it found out which of the saves beside a file are there still.
    mutating func findLeft(of id: ReplicaID) {
        guard let left = replicas[id]?.record.left, !left.isEmpty else { return }
        outbox.send(.findLeft(id, left), .atOnce)
    }

    /// Takes which of the saves beside a file somebody has removed.
    mutating func tookLeft(_ gone: [String], of id: ReplicaID) {
        guard var record = replicas[id]?.record else { return }
        record.left.removeAll { gone.contains($0) }
        if replicas[id]?.record != record {
            replicas[id]?.record = record
            outbox.save(record)
        }
        reportLeft(of: id)
    }

    /// Reports the saves that stand beside a file, and that one of them doesn't any more.
    private mutating func reportLeft(of id: ReplicaID) {
        let problems = (replicas[id]?.record.left ?? []).map { Problem(saveLeftAt: $0, of: id) }
        send(replicas[id]?.reports.renew(problems, .displaced))
    }
}

extension Problem {
    /// A save that a write displaced and that can't be merged.
    fileprivate init(saveLeftAt path: String, of replica: ReplicaID) {
        self.init(
            replica: replica,
            code: .displaced,
            problem: "'\(replica.path)' was saved while the agent wrote it, and that save can't be "
                + "merged",
            consequence: "Kept that save as '\(path)'",
            advice: "Complete or correct '\(path)' and move it over '\(replica.path)', or remove it"
        )
    }
}
