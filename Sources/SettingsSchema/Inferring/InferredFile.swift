// A settings file that panes are made of, and what of it is its domain's.

package import SettingsDocument
package import SettingsModel

/// A settings file and the part of its domain that it holds.
package struct InferredFile: Sendable {
    var document: any Document
    var name: String
    /// Where in the domain the file's keys begin; empty for its root.
    var prefix: [String]
    /// Which keys of the domain the file takes part in; nil for all.
    private let keys: [KeyPattern]?

    package init(
        _ document: any Document,
        name: String,
        prefix: [String],
        keys: [KeyPattern]?
    ) {
        self.document = document
        self.name = name
        self.prefix = prefix
        self.keys = keys
    }

    /// What the file says of the domain's settings; its other keys are nobody's.
    var values: SettingValue {
        guard let keys, case .dictionary(let entries) = document.root else { return document.root }
        return .dictionary(Self.entries(entries, of: keys, at: prefix))
    }

    private static func entries(
        _ entries: [SettingValue.Entry],
        of keys: [KeyPattern],
        at segments: [String]
    ) -> [SettingValue.Entry] {
        entries.compactMap { entry in
            let path = segments + [entry.key]
            if case .dictionary(let inner) = entry.value, !inner.isEmpty {
                let kept = Self.entries(inner, of: keys, at: path)
                return kept.isEmpty ? nil : SettingValue.Entry(entry.key, .dictionary(kept))
            }
            let keyPath = SettingKeyPath(segments: path)
            return keys.contains { $0.matches(keyPath) } ? entry : nil
        }
    }
}
