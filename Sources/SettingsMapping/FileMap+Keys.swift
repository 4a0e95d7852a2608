// Which keys of the file and of the domain a map has.

package import SettingsModel

extension FileMap {
    /// The keys of the file that have a picture, in the order of the domain file.
    package var fileKeys: [SettingKeyPath] { places.map(\.fileKey) }

    /// The domain's keys that a key of the file stands for, also where only the case of its letters is
    /// another; none where it has no picture.
    package func keys(at fileKey: SettingKeyPath) -> [SettingKeyPath] {
        if let place = places.first(where: { $0.fileKey == fileKey }) { return place.keys }
        let text = fileKey.description.lowercased()
        return places.first { $0.fileKey.description.lowercased() == text }?.keys ?? []
    }

    /// The keys of the file that have a picture with a hole for one of the domain's keys.
    package func fileKeys(of key: SettingKeyPath) -> [SettingKeyPath] {
        places.filter { $0.keys.contains(key) }.map(\.fileKey)
    }
}

extension MappedReading {
    /// What the file says of a key; nil for nothing that can be read.
    package func value(of key: SettingKeyPath) -> SettingValue? {
        entries.first { $0.key == key }?.value
    }
}
