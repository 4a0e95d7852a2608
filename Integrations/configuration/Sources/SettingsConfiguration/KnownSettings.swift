// The settings that a provider knows, and which of them are secrets.

import SettingsClient

/// Settings of one moment.
struct KnownSettings: Sendable {
    private var values: [SettingKeyPath: SettingValue] = [:]
    private var secrets: Set<SettingKeyPath> = []

    /// Knows of none.
    init() {}

    /// Takes all settings as they are.
    init(_ snapshot: SettingsSnapshot) {
        values = snapshot.values
        secrets = snapshot.secrets
    }

    /// Takes what has changed; the first batch of a watch is everything.
    mutating func take(_ batch: ChangeBatch) {
        if batch.isFirst { self = KnownSettings() }
        for change in batch.changes {
            values[change.key] = change.value
            if change.isSecret { secrets.insert(change.key) } else { secrets.remove(change.key) }
        }
    }

    /// A setting; nil where none is set, or without a key path.
    subscript(key: SettingKeyPath?) -> KnownSetting? {
        guard let key, let value = values[key] else { return nil }
        return KnownSetting(value: value, isSecret: secrets.contains(key))
    }
}

/// A value, and whether the agent calls it a secret.
struct KnownSetting {
    var value: SettingValue
    var isSecret: Bool
}
