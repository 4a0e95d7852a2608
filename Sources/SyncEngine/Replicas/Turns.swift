// One file in several domains: they write it in turn, and know each other's texts.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Has a file wait as long as another domain replaces its target, or has left it half-written.
    ///
    /// Each would displace the other's text else, take it for a save by somebody who hadn't read its
    /// own, and write it anew for ever.
    ///
    /// - Returns: Whether it waits.
    mutating func waitForTurn(_ id: ReplicaID, _ target: Target, _ step: inout Step) -> Bool {
        guard isTaken(target, byAnotherThan: id) else { return false }
        waitingForTurn[id] = target
        becomeIdle(id, &step)
        return true
    }

    /// Has files looked at again whose turn it is.
    mutating func giveTurns(_ step: inout Step) {
        for (id, target) in waitingForTurn.sorted(by: { $0.key < $1.key })
        where !isTaken(target, byAnotherThan: id) {
            waitingForTurn[id] = nil
            lookSoon(id, .afterSync, &step)
        }
    }

    /// Whether nothing is under way with a file, nor with those that it waits for.
    func isSettled(_ replica: ReplicaState) -> Bool {
        guard replica.isSettled else { return false }
        guard let target = waitingForTurn[replica.id] else { return true }
        return replicas.values.allSatisfy { !$0.keeps(target, from: replica) || $0.isSettled }
    }

    private func isTaken(_ target: Target, byAnotherThan id: ReplicaID) -> Bool {
        guard let waiting = replicas[id] else { return false }
        return replicas.values.contains { $0.keeps(target, from: waiting) }
    }
}

extension Engine {
    /// Tells the other domains of a file which text they are going to see, and what it was made from.
    mutating func foretell(_ pending: PendingWrite, by id: ReplicaID) {
        guard let old = pending.expected, let staged = pending.staged else { return }
        for other in otherDomains(of: old, id) {
            let base = replicas[other]?.versions.last { $0.bytes == old.bytes }
            replicas[other]?.foretold = base.map {
                Foretold(identity: staged.identity, bytes: pending.bytes, base: $0.version.number)
            }
        }
    }

    /// Once a look has seen anything but what the foretold text was made from, the same text is a save.
    mutating func forgetForetold(after content: FileContent, _ id: ReplicaID) {
        guard let foretold = replicas[id]?.foretold else { return }
        let base = replicas[id]?.versions.first { $0.version.number == foretold.base }
        if base?.bytes != content.bytes { replicas[id]?.foretold = nil }
    }

    /// Gives the other domains of a file the save that a write displaced: no path shows it, so that they
    /// never see it, and it has their keys as well.
    mutating func share(
        _ displaced: FileContent,
        by pending: PendingWrite,
        of id: ReplicaID,
        _ step: inout Step
    ) {
        guard let old = pending.expected else { return }
        for other in otherDomains(of: old, id) {
            guard let replica = replicas[other], !replica.hasSeen(displaced),
                !displaced.bytes.isBlankText,
                let text = try? readable(displaced.bytes, of: replica)  // the writer's own to tell
            else { continue }
            let hasSeenNew = replica.top?.bytes == pending.bytes
            let limit = hasSeenNew ? replica.record.top : nil
            ingest(text, displaced, other, before: limit, &step)
            lookSoon(other, .afterSync, &step)
        }
    }

    private func otherDomains(of content: FileContent, _ id: ReplicaID) -> [ReplicaID] {
        replicas.values.filter { other in
            other.id != id && other.configuration.layer == .user
                && (other.id.path.isSame(as: id.path)
                    || other.top?.version.identity == content.identity)
        }.map { $0.id }.sorted()
    }
}

/// A text that another domain of the agent puts at a path.
struct Foretold: Sendable {
    var identity: FileIdentity
    var bytes: [UInt8]
    /// The number of the version that it was made from.
    var base: UInt64
}

/// Where a write ends up, as far as that is known.
enum Target: Sendable {
    /// The end of the symlink chain.
    case path(String)
    /// The file that was seen.
    case file(FileIdentity)

    /// Whether a staged file of this agent, or of one before it, goes there.
    ///
    /// Devices may have other numbers since an agent before it: the inode alone tells then. A file of
    /// another device with the same one waits in vain for a moment, which does no harm; a text that is
    /// taken half-written does.
    fileprivate func isTarget(of staged: StagedFile, ofThisAgent isOfThisAgent: Bool) -> Bool {
        switch self {
        case .path(let path): path.isSame(as: staged.targetPath)
        case .file(let identity):
            staged.method == .inPlace
                && (isOfThisAgent ? staged.identity == identity : staged.isFile(identity))
        }
    }
}

extension ReplicaState {
    /// Whether it replaces another's target, or has left it half-written.
    fileprivate func keeps(_ target: Target, from other: ReplicaState) -> Bool {
        guard self.id != other.id else { return false }
        var staged = self.halfWritten
        // Where both have left it half-written, one of them has to begin.
        if staged != nil, other.halfWritten != nil, other.id < self.id { return false }
        if staged == nil, case .writing(let pending) = self.phase { staged = pending.staged }
        return staged.map { target.isTarget(of: $0, ofThisAgent: !self.hasOldIntent) } ?? false
    }

    /// The file that may hold half of a text; nil for none.
    var halfWritten: StagedFile? {
        guard let staged = self.record.intent?.staged, staged.method == .inPlace else {
            return nil
        }
        return staged
    }

    /// The base of a text that another domain of this agent made.
    func foretoldBase(of content: FileContent) -> BaseChoice? {
        guard let foretold = self.foretold, foretold.identity == content.identity,
            foretold.bytes == content.bytes,
            let index = self.versions.lastIndex(where: { $0.version.number == foretold.base })
        else { return nil }
        let reason: BaseChoice.Reason = index == topIndex ? .fresh : .unread
        return BaseChoice(index: index, reason: reason, isCertain: true, isUnique: true)
    }

    fileprivate func hasSeen(_ content: FileContent) -> Bool {
        self.versions.contains {
            $0.version.identity == content.identity && $0.bytes == content.bytes
        }
    }
}
