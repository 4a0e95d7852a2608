// What a save of a mapped file leaves out.

import SettingsDocument
import SettingsMapping
import SettingsModel

extension Observation {
    /// Leaves out what a mapped file lacks: a line that is gone removes no setting, nor does a text of the
    /// file's own, which is noted.
    ///
    /// Where another place speaks for the setting now, its text counts only if it's new.
    mutating func omitLacking(
        in text: ReadText,
        of replica: ReplicaState,
        among documents: RecentDocuments
    ) {
        guard let map = replica.configuration.map else { return }
        kept.removeAll { text.keys[$0.keyPath] == nil }
        let file = MappedText(map, text.document)
        let reading = file.reading
        let former = formerOwn(of: map, in: replica, among: documents)
        edits.removeAll { edit in
            guard edit.value != nil else { return true }
            let place = reading.entries.first { $0.key == edit.keyPath }?.fileKey
            return former.contains { own in
                own.key == edit.keyPath && own.fileKey == place
                    && file.value(at: own.fileKey) == own.value
            }
        }
        let keys = reading.ownKeys.filter { baseKeys[$0] != nil }
        // What several holes make may have a secret in one of them.
        own = reading.own.filter { keys.contains($0.key) && map.keys(at: $0.fileKey).count == 1 }
            .map { KeyEdit($0.key, $0.value) }
    }

    /// The texts of its own that the base had at places of keys that have several.
    private func formerOwn(
        of map: FileMap,
        in replica: ReplicaState,
        among documents: RecentDocuments
    ) -> [MappedReading.Own] {
        let several = edits.contains { map.fileKeys(of: $0.keyPath).count > 1 }
        guard several, let choice, replica.versions.indices.contains(choice.index),
            case let bytes = replica.versions[choice.index].bytes,
            let document = documents.document(of: replica.id, saying: bytes)
                ?? replica.document(of: bytes)
        else { return [] }
        return MappedText(map, document).reading.own
    }
}
