// How keys of a domain are written in one file.

package import SettingsModel

/// The pictures of one file's keys.
///
/// A map is only ever used on single values of the file. What no picture reads is the file's *own*:
/// it's neither read nor written (docs/decisions/098).
package struct FileMap: Equatable, Sendable {
    /// One key of the file.
    package struct Place: Equatable, Sendable {
        package var fileKey: SettingKeyPath
        /// At least one: the first that reads what is there counts, and the first one is for a new line.
        package var pictures: [Picture]

        /// Creates a place.
        package init(fileKey: SettingKeyPath, pictures: [Picture]) {
            self.fileKey = fileKey
            self.pictures = pictures
        }

        /// The keys that its holes name, in all pictures.
        var keys: [SettingKeyPath] {
            var seen: Set<SettingKeyPath> = []
            return pictures.flatMap(\.keys).filter { seen.insert($0).inserted }
        }
    }

    /// In the order of the domain file, which decides where a key has two places.
    package let places: [Place]
    /// For each key the places whose texts bear upon it, in order: its own, those of keys that have a
    /// place in common with it, and so on.
    private let related: [SettingKeyPath: [Int]]

    /// The domain's keys that its holes name.
    package var keys: Set<SettingKeyPath> { Set(related.keys) }

    /// Whether one of its holes names a key of the domain.
    package func has(_ key: SettingKeyPath) -> Bool { related[key] != nil }

    /// The keys whose values bear upon the texts that say a key, itself among them.
    package func neighbours(of key: SettingKeyPath) -> Set<SettingKeyPath> {
        Set((related[key] ?? []).flatMap { places[$0].keys })
    }

    /// Creates a map.
    ///
    /// - Throws: ``MapError`` with the file's key: a place without pictures, two places of one key, or
    ///   keys that lead through each other.
    package init(_ places: [Place]) throws(MapError) {
        self.places = places
        related = Self.related(in: places)
        if let place = places.first(where: { $0.pictures.isEmpty }) {
            throw MapError(
                .place,
                of: place.fileKey,
                "'\(place.fileKey)' has no picture",
                advice: "Write at least one, for example \"{font.size|number}\""
            )
        }
        var fileKeys: Set<SettingKeyPath> = []
        for place in places where !fileKeys.insert(place.fileKey).inserted {
            throw MapError(
                .place,
                of: place.fileKey,
                "'\(place.fileKey)' is mapped twice",
                advice: "Write its pictures as one list"
            )
        }
        try Self.check(fileKeys, code: .place) { $0 }
        try Self.check(Set(related.keys), code: .key) { self.fileKeys(of: $0).first }
    }

    private static func check(
        _ keys: Set<SettingKeyPath>,
        code: MapError.Code,
        at fileKey: (SettingKeyPath) -> SettingKeyPath?
    ) throws(MapError) {
        for key in keys.sorted() {
            guard let outer = key.ancestors.first(where: keys.contains) else { continue }
            throw MapError(
                code,
                of: fileKey(key),
                "'\(key)' is below '\(outer)', which is mapped as a value",
                advice: "Map one of the two"
            )
        }
    }

    private static func related(in places: [Place]) -> [SettingKeyPath: [Int]] {
        // Each place leads to an earlier one of its group, the first to itself.
        var leaders = Array(places.indices)
        func leader(of index: Int) -> Int {
            var index = index
            while leaders[index] != index {
                leaders[index] = leaders[leaders[index]]
                index = leaders[index]
            }
            return index
        }
        var firstPlaces: [SettingKeyPath: Int] = [:]
        for (index, place) in places.enumerated() {
            for key in place.keys {
                guard let first = firstPlaces[key] else {
                    firstPlaces[key] = index
                    continue
                }
                let (a, b) = (leader(of: first), leader(of: index))
                leaders[max(a, b)] = min(a, b)
            }
        }
        let groups = Dictionary(grouping: places.indices, by: leader)
        return firstPlaces.mapValues { groups[leader(of: $0)] ?? [] }
    }
}

// MARK: Reading

extension FileMap {
    /// What the file says, read as the domain's keys.
    ///
    /// `present` is the file's value at a key of it; nil where it has none.
    package func reading(
        as format: MappedFormat,
        _ present: (SettingKeyPath) -> SettingValue?
    ) -> MappedReading {
        texts(at: places.indices, as: format, present).reading
    }

    /// Whether the file already says a value: writing it would change nothing.
    ///
    /// What is lost by rounding is no difference. False where the file has the key nowhere, or has
    /// its own text there.
    package func says(
        _ value: SettingValue,
        for key: SettingKeyPath,
        as format: MappedFormat,
        _ present: (SettingKeyPath) -> SettingValue?
    ) -> Bool {
        let texts = texts(at: related[key] ?? [], as: format, present).followers
            .filter { $0.values[key] != nil }
        return !texts.isEmpty && texts.allSatisfy { $0.says(value, for: key) }
    }

    /// What ``reading(as:_:)`` would give for a key after a value was written.
    ///
    /// - Returns: Nil where the value can't be said, the file has its own text, or a new line would
    ///   need values of more keys.
    package func stored(
        _ value: SettingValue,
        for key: SettingKeyPath,
        as format: MappedFormat,
        over present: (SettingKeyPath) -> SettingValue?
    ) -> SettingValue? {
        let edits = changes(
            to: [key: value],
            as: format,
            over: present,
            spelledLike: { _ in nil },
            adding: { _ in true }
        ).edits
        let written = Dictionary(edits.map { ($0.fileKey, $0.value) }) { first, _ in first }
        func after(_ fileKey: SettingKeyPath) -> SettingValue? {
            written[fileKey] ?? present(fileKey)
        }
        guard says(value, for: key, as: format, after) else { return nil }
        return texts(at: related[key] ?? [], as: format, after).reading.entries
            .first { $0.key == key }?.value
    }

    private func texts(
        at indices: some Sequence<Int>,
        as format: MappedFormat,
        _ present: (SettingKeyPath) -> SettingValue?
    ) -> PresentTexts {
        PresentTexts(at: indices.lazy.map { places[$0] }, as: format, present)
    }
}

// MARK: Writing

extension FileMap {
    /// The file's values that say some settings.
    ///
    /// A key that one of its places can't say is refused at all of them, as they would differ from
    /// then on. A line that isn't there is only made where all holes of its first picture have a value.
    ///
    /// - Parameters:
    ///   - values: What is to be said; a hole that isn't among these keeps the file's part.
    ///   - format: How the file's values are typed.
    ///   - present: The file's value at a key of it; nil where it has none.
    ///   - spelling: An older value of the file at a key of it. Where the present one says what would
    ///     have been written over the older one, and that one says what is wanted, it's written.
    ///   - adds: Whether a file key that isn't there may be made for a key.
    /// - Returns: The edits, and what can't be said.
    package func changes(
        to values: [SettingKeyPath: SettingValue],
        as format: MappedFormat,
        over present: (SettingKeyPath) -> SettingValue?,
        spelledLike spelling: (SettingKeyPath) -> SettingValue?,
        adding adds: (SettingKeyPath) -> Bool
    ) -> MappedChanges {
        let indices = Set(values.keys.flatMap { related[$0] ?? [] }).sorted()
        let texts = texts(at: indices, as: format, present)
        var changes = MappedChanges()
        var said = values
        var refused: [MappedChanges.Refusal]
        repeat {
            refused = texts.followers.flatMap { $0.refusals(of: said) }
            for refusal in refused { said[refusal.key] = nil }
            changes.refuse(refused)
        } while !refused.isEmpty
        changes.edits = texts.followers.compactMap { $0.edit(saying: said, spelledLike: spelling) }
        for place in indices.map({ places[$0] }) where present(place.fileKey) == nil {
            let keys = place.pictures[0].keys
            guard keys.allSatisfy({ said[$0] != nil }), keys.contains(where: adds) else { continue }
            changes.add(place, saying: said, as: format)
        }
        return changes
    }
}
