// What a save of a mapped file leaves out.

import SettingsDocument
import SettingsMapping
import SettingsModel

extension Observation {
    /// Leaves out what a mapped file lacks: a line that is gone removes no setting, nor does a text of the
    /// file's own, which is noted.
    mutating func omitLacking(in text: ReadText, of replica: ReplicaState) {
        guard let map = replica.configuration.map else { return }
        edits.removeAll { $0.value == nil }
        kept.removeAll { text.keys[$0.keyPath] == nil }
        let reading = MappedText(map, text.document).reading
        let keys = reading.ownKeys.filter { baseKeys[$0] != nil }
        own = reading.own.filter { keys.contains($0.key) }.map { KeyEdit($0.key, $0.value) }
    }
}
