// Texts of a file with their settings read.

import SettingsDocument
import SettingsModel

/// A text that was read: its document, and its settings as keys of the domain.
struct ReadText: Sendable {
    var document: any Document
    /// The settings that the replica takes part in, with the values that the format gives back.
    var keys: [SettingKeyPath: SettingValue]

    init(_ document: any Document, as configuration: ReplicaConfiguration) {
        self.document = document
        let entries = document.entries
        keys = [:]
        keys.reserveCapacity(entries.count)
        for entry in entries {
            let path = configuration.domainPath(entry.keyPath)
            if configuration.owns(path) { keys[path] = entry.value }
        }
    }

    var bytes: [UInt8] { document.bytes }
}

/// A version of a file and, for the newest, its settings.
struct KnownVersion: Sendable {
    var version: FileVersion
    /// The version's settings; nil until somebody asks, as old versions seldom matter.
    var keys: [SettingKeyPath: SettingValue]?

    init(_ version: FileVersion, keys: [SettingKeyPath: SettingValue]? = nil) {
        self.version = version
        self.keys = keys
    }

    var bytes: [UInt8] { version.text }
}

/// The edits that turn one map into another, in key order.
func keyEdits(
    from old: [SettingKeyPath: SettingValue],
    to new: [SettingKeyPath: SettingValue]
) -> [KeyEdit] {
    var edits: [KeyEdit] = []
    for (path, value) in new where old[path] != value { edits.append(KeyEdit(path, value)) }
    for path in old.keys where new[path] == nil { edits.append(KeyEdit(path, nil)) }
    return edits.sorted { $0.keyPath < $1.keyPath }
}
