// Files of the other layers, as a domain's rules take them.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension Engine {
    /// Takes what a file says for its layer: of what breaks a rule, the last good value stays.
    mutating func takeRuledLayer(_ text: ReadText, _ content: FileContent, from id: ReplicaID) {
        let layer = replicas[id].flatMap {
            domains[id.domain]?.ruledLayer(text, of: $0, outbox.checks)
        }
        guard let (keys, refused) = layer else { return }
        replicas[id]?.layerContent = content
        keepText(content, of: id, refusing: refused)
        takeLayer(keys, of: content, from: id)
        reportRefused(refused, in: text, id)
    }
}

extension DomainState {
    /// What a text says for its layer, and what of it a rule refuses.
    func ruledLayer(
        _ text: ReadText,
        of replica: ReplicaState,
        _ checks: CheckBudget
    ) -> (keys: SharedMap<SettingValue>, refused: [KeyEdit]) {
        guard let rules = self.rules else { return (text.keys, []) }
        var keys = text.keys
        var refused: [KeyEdit] = []
        for (path, value) in text.keys {
            let configuration = replica.configuration
            let meant = meant(value, at: path, in: text.document, as: configuration, checks)
            if rules.refusal(of: meant, at: path, within: checks) == nil {
                if meant != value { keys[path] = meant }
                continue
            }
            refused.append(KeyEdit(path, meant))
            let last = replica.layerKeys[path]
            keys[path] = last.flatMap {
                rules.refusal(of: $0, at: path, within: checks) == nil ? $0 : nil
            }
        }
        return (keys, refused.sorted { $0.keyPath < $1.keyPath })
    }
}

extension ReplicaState {
    /// Where a key stands in a file of another layer than the user's.
    func layerPlace(of path: SettingKeyPath) -> SourcePlace? {
        guard let bytes = self.layerContent?.bytes, let document = document(of: bytes) else {
            return nil
        }
        return self.configuration.place(of: path, in: document)
    }
}
