// What a mapped file says.

package import SettingsModel

/// The domain's settings in one file, and the texts that are the file's own.
package struct MappedReading: Equatable, Sendable {
    /// A setting that the file has.
    package struct Entry: Equatable, Sendable {
        package var key: SettingKeyPath
        package var value: SettingValue
        /// Where the value was read.
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

/// The places of a file that have texts: those that follow the domain, and its own.
struct PresentTexts {
    private(set) var reading = MappedReading()
    private(set) var followers: [PlaceText] = []

    /// Takes the next place's value.
    mutating func take(_ value: SettingValue, at place: FileMap.Place, as format: MappedFormat) {
        guard let text = PlaceText(value, at: place, as: format), let finer = finerValues(in: text)
        else {
            let text = PlaceText(value, at: place, as: format)
            let keys = text?.keys ?? place.keys
            reading.own += keys.map { .init(key: $0, fileKey: place.fileKey, value: value) }
            return
        }
        for key in text.keys {
            let entry = text.values[key].map {
                MappedReading.Entry(key: key, value: $0, fileKey: place.fileKey)
            }
            guard let entry else { continue }
            if let known = reading.entries.firstIndex(where: { $0.key == key }) {
                if finer.contains(key) { reading.entries[known] = entry }
            } else {
                reading.entries.append(entry)
            }
        }
        followers.append(text)
    }

    /// The keys of which a text says a value that the earlier places round; nil where it says something
    /// else than they do.
    private func finerValues(in text: PlaceText) -> Set<SettingKeyPath>? {
        var finer: Set<SettingKeyPath> = []
        for key in text.keys {
            guard let own = text.values[key],
                let known = reading.entries.first(where: { $0.key == key }),
                !text.says(known.value, for: key)
            else { continue }
            let others = followers.filter { $0.values[key] != nil }
            guard others.allSatisfy({ $0.says(own, for: key) }) else { return nil }
            finer.insert(key)
        }
        return finer
    }
}
