// A file that a domain left half-written and has no part in any more: another of its domains ends that.

import SettingsModel

/// A text that may be half in its target, and whose write it was.
struct HalfWritten: Sendable {
    var owner: ReplicaID
    var intent: PublishIntent
    /// Whether an agent before this one intended it.
    var isOld: Bool
}

extension Engine {
    /// The texts that may be half in their targets, in order.
    var halfWritten: [HalfWritten] {
        replicas.atWork.filter { $0.halfWritten != nil }.compactMap { replica in
            replica.record.intent.map {
                HalfWritten(owner: replica.id, intent: $0, isOld: replica.hasOldIntent)
            }
        }.sorted { $0.owner < $1.owner }
    }

    /// Hands over what domains left half-written that have let go of the file since, or aren't
    /// configured (yet).
    ///
    /// Nobody else would know the text for a torn one, and it would be taken as somebody's save.
    mutating func inherit(_ halfWritten: [HalfWritten], _ step: inout Step) {
        for text in halfWritten where replicas[text.owner] == nil { inherit(text, &step) }
        for (owner, kept) in recovered.sorted(by: { $0.key < $1.key }) {
            guard let intent = kept.record.intent, intent.staged.method == .inPlace,
                inherit(HalfWritten(owner: owner, intent: intent, isOld: true), &step)
            else { continue }
            recovered[owner]?.record.intent = nil
            if let record = recovered[owner]?.record { step.save(record) }
        }
    }

    /// Has another domain take a text as the one that the file is to have, and write it whole.
    ///
    /// - Returns: Whether there is one that can.
    @discardableResult
    private mutating func inherit(_ torn: HalfWritten, _ step: inout Step) -> Bool {
        var intent = torn.intent
        let content = FileContent(
            bytes: intent.new,
            identity: intent.staged.identity,
            modified: intent.decided
        )
        // What it can't read isn't its own, so nobody is told.
        guard let id = heir(of: torn), let replica = replicas[id],
            case .taken(let text) = read(content, of: replica)
        else { return false }
        let whole = intent.whole ?? intent.old?.bytes
        let base = replica.versions.last { $0.bytes == whole }
        replicas[id]?.foretold = base.map {
            Foretold(
                identity: intent.staged.identity,
                bytes: intent.new,
                base: $0.version.number
            )
        }
        ingest(text, content, id, before: nil, &step)
        intent.timestamps = replicas[id]?.top?.version.timestamps ?? [:]
        replicas[id]?.foretold = nil
        replicas[id]?.hasOldIntent = torn.isOld
        replicas[id]?.record.intent = intent
        if let record = replicas[id]?.record { step.save(record) }
        lookSoon(id, .afterSync, &step)
        return true
    }

    private func heir(of torn: HalfWritten) -> ReplicaID? {
        replicas.files(at: torn.owner.path, or: torn.intent.staged.identity)
            .filter { other in
                other.configuration.layer == .user && other.record.intent == nil
                    && !other.isBeingWritten
            }.map(\.id).min()
    }
}
