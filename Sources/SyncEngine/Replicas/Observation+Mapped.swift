// What a save of a mapped file leaves out.

import SettingsDocument
import SettingsMapping
import SettingsModel

extension Observation {
    /// Leaves out what a mapped file lacks: a line that is gone removes no setting, nor does a text of the
    /// file's own, which is noted.
    ///
    /// Where another place speaks for the setting now, its text counts only if it's new: it may be rounded. A place
    /// that followed and that the writer left as it was still follows.
    mutating func omitLacking(
        in text: ReadText,
        of replica: ReplicaState,
        among documents: RecentDocuments
    ) {
        guard let map = replica.configuration.map else { return }
        kept.removeAll { text.keys[$0.keyPath] == nil }
        let file = MappedText(map, text.document)
        let reading = file.reading
        let base = base(of: file, in: replica, among: documents)
        edits.removeAll { edit in
            guard edit.value != nil else { return true }
            guard let base, let old = baseKeys[edit.keyPath], old != edit.value,
                let place = reading.entries.first(where: { $0.key == edit.keyPath })?.fileKey
            else { return false }
            return base.value(at: place) == file.value(at: place)
        }
        let left = reading.own.filter { base?.follows(at: $0.fileKey) ?? false }
        let unchanged = left.filter { base?.value(at: $0.fileKey) == $0.value }
        placeEdits = unchanged.compactMap { own in
            let value = edits.first { $0.keyPath == own.key }?.value
            return value.flatMap { file.edit(of: own, saying: $0) }
        }
        let keys = reading.ownKeys.filter { baseKeys[$0] != nil }
        // What several holes make may have a secret in one of them.
        own = reading.own.filter { own in
            let isNew = keys.contains(own.key) || left.contains(own) && !unchanged.contains(own)
            return isNew && map.keys(at: own.fileKey).count == 1
        }.map { KeyEdit($0.key, $0.value) }
    }

    /// What the writer had in hand, where that counts: some setting has several places.
    private func base(
        of file: MappedText,
        in replica: ReplicaState,
        among documents: RecentDocuments
    ) -> MappedText? {
        let keys = edits.map(\.keyPath) + file.reading.own.map(\.key)
        let several = keys.contains { file.map.fileKeys(of: $0).count > 1 }
        guard several, let choice, replica.versions.indices.contains(choice.index),
            case let bytes = replica.versions[choice.index].bytes,
            let document = documents.document(of: replica.id, saying: bytes)
                ?? replica.document(of: bytes)
        else { return nil }
        return MappedText(file.map, document)
    }
}
