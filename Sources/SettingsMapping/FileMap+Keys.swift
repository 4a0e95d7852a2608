// Which keys of the file and of the domain a map has.

package import SettingsModel

extension FileMap {
    /// The keys of the file that have a picture, in the order of the domain file.
    package var fileKeys: [SettingKeyPath] { places.map(\.fileKey) }

    /// The domain's keys that a key of the file stands for; none where it has no picture.
    package func keys(at fileKey: SettingKeyPath) -> [SettingKeyPath] {
        places.first { $0.fileKey == fileKey }?.keys ?? []
    }
}

extension MappedReading {
    /// What the file says of a key; nil for nothing that can be read.
    package func value(of key: SettingKeyPath) -> SettingValue? {
        entries.first { $0.key == key }?.value
    }
}
