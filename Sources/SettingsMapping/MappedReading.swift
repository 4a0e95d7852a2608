// What a mapped file says.

package import SettingsModel

/// The domain's settings in one file, and the texts that are the file's own.
package struct MappedReading: Equatable, Sendable {
    /// A setting that the file has.
    package struct Entry: Equatable, Sendable {
        package var key: SettingKeyPath
        package var value: SettingValue
        /// The first place that says it.
        package var fileKey: SettingKeyPath
    }

    /// A text that is the file's own, for one of the keys that the map has there.
    package struct Own: Equatable, Sendable {
        package var key: SettingKeyPath
        package var fileKey: SettingKeyPath
        /// What the file has there.
        package var value: SettingValue
    }

    /// Each key once, in the order of the map's places.
    package var entries: [Entry] = []
    /// In the order of the map's places; a key may be read at another place.
    package var own: [Own] = []

    /// The keys of which the file has its own texts only.
    package var ownKeys: Set<SettingKeyPath> {
        Set(own.map(\.key)).subtracting(entries.map(\.key))
    }
}
