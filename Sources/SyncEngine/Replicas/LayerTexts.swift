// What files of the other layers said when they were last well, kept over a restart.

import SettingsModel
import SettingsSchema

extension Engine {
    /// Keeps what a file of another layer says now.
    ///
    /// Two texts are enough: the last of which no rule refused anything, and the newest, whose other
    /// keys count.
    mutating func keepText(_ content: FileContent, of id: ReplicaID, refusing refused: [KeyEdit]) {
        guard var replica = replicas[id] else { return }
        if replica.layerTexts.last?.text != content.bytes {
            let newest = [replica.versions.last?.version.number, replica.layerTexts.last?.number]
            let version = FileVersion(
                number: (newest.compactMap(\.self).max() ?? 0) + 1,
                text: content.bytes,
                timestamps: [:],
                author: .layer,
                holders: 0,
                possibleHolders: 0,
                identity: content.identity,
                recorded: now.wall
            )
            replica.layerTexts.append(version)
            outbox.save(version, of: id)
        }
        let (kept, first) = refused.isEmpty ? (1, 0) : (2, 1)
        while replica.layerTexts.count > kept {
            let old = replica.layerTexts.remove(at: first)
            outbox.save(VersionRecord(replica: id, number: old.number, version: nil))
        }
        replicas[id] = replica
    }

    /// Forgets what a file said that is gone, or that is the user's now.
    mutating func forgetTexts(of id: ReplicaID) {
        for version in replicas[id]?.layerTexts ?? [] {
            outbox.save(VersionRecord(replica: id, number: version.number, version: nil))
        }
        replicas[id]?.layerTexts = []
        replicas[id]?.layerKeys = [:]
        replicas[id]?.layerContent = nil
    }

    /// Takes what a file said when it was last well, until it is read: where it's broken now, that
    /// stays in force.
    mutating func recallLayer(of id: ReplicaID) {
        guard let replica = replicas[id], replica.configuration.layer != .user,
            !replica.layerTexts.isEmpty
        else { return }
        for version in replica.layerTexts {
            // What is in another format by now says nothing.
            guard let text = try? replica.read(version.text) else { continue }
            let keys = ruledLayer(text, of: id, outbox.checks).keys
            replicas[id]?.layerKeys = keys
            replicas[id]?.layerContent = FileContent(
                bytes: version.text,
                identity: version.identity,
                modified: version.recorded
            )
        }
        rebuildLayers(of: id.domain)
    }
}
