// Settings that a file has and no other.

import SettingsModel

/// The settings of a domain that one of its files has, and no other file of the user's.
package struct OwnSettings: Equatable, Sendable {
    let file: ReplicaID
    /// Those on which the file and the registers agree; what waits to be written isn't lost.
    let values: [SettingKeyPath: SettingValue]

    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }
}
