// The texts of a mapped file: which of them follow the domain, and which are its own.

import SettingsModel

/// The texts at some places of a file.
struct PresentTexts {
    /// Those that say the same of each key, and so follow the domain; in the order of the map.
    private(set) var followers: [PlaceText] = []
    /// What is read of them, and all other texts.
    private(set) var reading = MappedReading()

    /// Reads the texts of places that have one, in the order of the map.
    ///
    /// A text that says something else than an earlier one that follows is the file's own.
    init(
        at places: some Sequence<FileMap.Place>,
        as format: MappedFormat,
        _ present: (SettingKeyPath) -> SettingValue?
    ) {
        var texts: [(place: FileMap.Place, value: SettingValue, text: PlaceText?)] = []
        for place in places {
            guard let value = present(place.fileKey) else { continue }
            texts.append((place, value, PlaceText(value, at: place, as: format)))
        }
        let agreement = Agreement(among: texts.compactMap(\.text))
        followers = agreement.texts
        let following = Set(followers.map(\.fileKey))
        for (place, value, text) in texts where !following.contains(place.fileKey) {
            let keys = text?.keys ?? place.keys
            reading.own += keys.map { .init(key: $0, fileKey: place.fileKey, value: value) }
        }
        reading.entries = agreement.entries
    }
}

/// Texts that agree on what each key is.
private struct Agreement {
    /// In the order of the map.
    private(set) var texts: [PlaceText] = []
    /// Each key once, with a value that all of its texts say.
    private(set) var entries: [MappedReading.Entry] = []
    private var indices: [SettingKeyPath: Int] = [:]
    private var textsOfKeys: [SettingKeyPath: [PlaceText]] = [:]

    /// The texts that agree with those before them.
    init(among candidates: [PlaceText]) {
        for text in candidates { take(text) }
    }

    private mutating func take(_ text: PlaceText) {
        var changed: [Int: SettingValue] = [:]
        for key in text.keys {
            guard let index = indices[key], !text.says(entries[index].value, for: key) else {
                continue
            }
            // One place may round what another has.
            let texts = textsOfKeys[key, default: []] + [text]
            let common = CommonValue.among(texts.compactMap { $0.values[key] }) {
                texts[$0].says($1, for: key)
            }
            guard let common else { return }
            changed[index] = common
        }
        for (index, value) in changed { entries[index].value = value }
        for key in text.keys {
            textsOfKeys[key, default: []].append(text)
            guard indices[key] == nil, let value = text.values[key] else { continue }
            indices[key] = entries.count
            entries.append(.init(key: key, value: value, fileKey: text.fileKey))
        }
        texts.append(text)
    }
}
