// What files of the other layers said when they were last well, kept over a restart.

import SettingsModel
import SettingsSchema

extension Engine {
    /// Keeps what a file of another layer says now.
    mutating func keepText(_ content: FileContent, of id: ReplicaID, refusing refused: [KeyEdit]) {
        let records = replicas[id]?
            .keepLayerText(content, isWhole: refused.isEmpty, at: now.wall)
        for record in records ?? [] { outbox.save(record) }
    }

    /// Forgets what a file said that is gone, or that is the user's now.
    mutating func forgetTexts(of id: ReplicaID) {
        for record in replicas[id]?.forgetLayerTexts() ?? [] { outbox.save(record) }
    }

    /// Takes what a file said when it was last well, until it is read: where it's broken now, that
    /// stays in force.
    mutating func recallLayer(of id: ReplicaID) {
        guard var replica = replicas[id], replica.configuration.layer != .user,
            !replica.layerTexts.isEmpty
        else { return }
        for version in replica.layerTexts {
            // What is in another format by now says nothing.
            guard let text = try? replica.read(version.text),
                let layer = domains[id.domain]?.ruledLayer(text, of: replica, outbox.checks)
            else { continue }
            replica.layerKeys = layer.keys
            replica.layerContent = FileContent(
                bytes: version.text,
                identity: version.identity,
                modified: version.recorded
            )
        }
        replicas[id] = replica
        domains[id.domain]?.rebuildLayers(from: replicas)
    }
}

extension ReplicaState {
    /// Keeps a text of a file of another layer, of which no rule refused anything if it `isWhole`.
    ///
    /// Two texts are enough: the last of which no rule refused anything, and the newest, whose other
    /// keys count.
    ///
    /// - Returns: What changes in the journal.
    fileprivate mutating func keepLayerText(
        _ content: FileContent,
        isWhole: Bool,
        at now: Int64
    ) -> [VersionRecord] {
        var records: [VersionRecord] = []
        if self.layerTexts.last?.text != content.bytes {
            let newest = [self.versions.last?.version.number, self.layerTexts.last?.number]
            let version = FileVersion(
                number: (newest.compactMap(\.self).max() ?? 0) + 1,
                text: content.bytes,
                timestamps: [:],
                author: .layer,
                holders: 0,
                possibleHolders: 0,
                identity: content.identity,
                recorded: now
            )
            self.layerTexts.append(version)
            records.append(
                VersionRecord(replica: self.id, number: version.number, version: version)
            )
        }
        let (kept, first) = isWhole ? (1, 0) : (2, 1)
        while self.layerTexts.count > kept {
            let old = self.layerTexts.remove(at: first)
            records.append(VersionRecord(replica: self.id, number: old.number, version: nil))
        }
        return records
    }

    /// Forgets what it said for its layer.
    ///
    /// - Returns: What changes in the journal.
    fileprivate mutating func forgetLayerTexts() -> [VersionRecord] {
        let records = self.layerTexts.map {
            VersionRecord(replica: self.id, number: $0.number, version: nil)
        }
        self.layerTexts = []
        self.layerKeys = [:]
        self.layerContent = nil
        return records
    }
}
