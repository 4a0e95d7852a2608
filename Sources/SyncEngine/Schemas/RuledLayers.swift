// Files of the other layers, as a domain's rules take them.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension Engine {
    /// Takes what a file says for its layer: of what breaks a rule, the last good value stays.
    mutating func takeRuledLayer(_ text: ReadText, _ content: FileContent, from id: ReplicaID) {
        let (keys, refused) = ruledLayer(text, of: id, outbox.checks)
        replicas[id]?.layerContent = content
        keepText(content, of: id, refusing: refused)
        takeLayer(keys, from: id)
        reportRefused(refused, in: text, id)
    }

    /// What a text says for its layer, and what of it a rule refuses.
    func ruledLayer(
        _ text: ReadText,
        of id: ReplicaID,
        _ checks: CheckBudget
    ) -> (keys: SharedMap<SettingValue>, refused: [KeyEdit]) {
        guard let state = domains[id.domain], let rules = state.rules, let replica = replicas[id]
        else { return (text.keys, []) }
        var keys = text.keys
        var refused: [KeyEdit] = []
        for (path, value) in text.keys {
            let meant = state.meant(
                value,
                at: path,
                in: text.document,
                as: replica.configuration,
                checks
            )
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
