// The file's value at one place of a map, and what it becomes.

import SettingsModel

/// A value of the file that one of its place's pictures reads.
struct PlaceText {
    private let place: FileMap.Place
    private let format: MappedFormat
    private let present: SettingValue
    private let unquoted: UnquotedValue
    /// Which of the place's pictures it is.
    private let index: Int
    /// What the picture's holes have.
    let values: [SettingKeyPath: SettingValue]

    /// Reads a value; nil where it's the file's own.
    init?(_ value: SettingValue, at place: FileMap.Place, as format: MappedFormat) {
        let unquoted = UnquotedValue(value, as: format)
        let found = place.pictures.enumerated().lazy.compactMap { index, picture in
            picture.read(unquoted.value, as: format).map { (index: index, values: $0) }
        }
        guard let found = found.first else { return nil }
        (index, values) = found
        (self.place, self.format, self.present, self.unquoted) = (place, format, value, unquoted)
    }

    private var picture: Picture { place.pictures[index] }

    /// Where the value is.
    var fileKey: SettingKeyPath { place.fileKey }

    /// The keys that the value says, in order.
    var keys: [SettingKeyPath] { picture.keys }

    /// Whether writing a value for the key would change nothing.
    func says(_ value: SettingValue, for key: SettingKeyPath) -> Bool {
        (try? written([key: value])) == present
    }
}

// MARK: Writing

extension PlaceText {
    /// The file's value that says some settings; those that the picture has no hole for don't count.
    func written(_ values: [SettingKeyPath: SettingValue]) throws(Unsayable) -> SettingValue {
        let known = picture.keys.compactMap { key in values[key].map { (key, $0) } }
        let said = Dictionary(known) { first, _ in first }
        guard !said.isEmpty else { return present }
        do throws(Unsayable) {
            return try checked(picture.written(said, over: unquoted.value, as: format), by: index)
        } catch {
            guard let other = spelledOtherwise(saying: said) else { throw error }
            return other
        }
    }

    /// The value by another picture that has all of these keys.
    private func spelledOtherwise(saying said: [SettingKeyPath: SettingValue]) -> SettingValue? {
        guard !picture.hasRest(in: unquoted.value) else { return nil }
        let values = self.values.merging(said) { _, new in new }
        let others = place.pictures.indices.filter { other in
            other != index && Set(said.keys).isSubset(of: place.pictures[other].keys)
        }
        return others.lazy.compactMap { other in
            // Nil: this picture can't say it either.
            try? checked(place.pictures[other].written(values, over: nil, as: format), by: other)
        }.first
    }

    /// The value in the quotes that are there, if it will be read as what was written.
    private func checked(
        _ value: SettingValue,
        by index: Int
    ) throws(Unsayable) -> SettingValue {
        let written = unquoted.quoted(value)
        guard written != present else { return present }
        guard let again = PlaceText(written, at: place, as: format), again.index == index,
            again.unquoted.value == value
        else { throw .text }
        return written
    }

    /// A new value for a place that has none, by its first picture.
    static func new(
        at place: FileMap.Place,
        saying values: [SettingKeyPath: SettingValue],
        as format: MappedFormat
    ) throws(Unsayable) -> SettingValue {
        let written = try place.pictures[0].written(values, over: nil, as: format)
        guard let again = PlaceText(written, at: place, as: format), again.index == 0,
            again.unquoted.value == written
        else { throw .text }
        return written
    }
}

// MARK: Changes

extension PlaceText {
    /// What can't be said here, and why; at least one refusal where not all can be.
    func refusals(of values: [SettingKeyPath: SettingValue]) -> [MappedChanges.Refusal] {
        do throws(Unsayable) {
            _ = try written(values)
            return []
        } catch {
            let said = keys.filter { values[$0] != nil }
            let culprits = said.filter { key in
                values[key].map { (try? written([key: $0])) == nil } ?? false
            }
            return MappedChanges.Refusal.all(
                culprits.isEmpty ? said : culprits,
                at: place.fileKey,
                error
            )
        }
    }

    /// The edit that makes the file say some settings, all of which can be said here.
    ///
    /// Where the present text comes of an older one, so does the next: the spelling of that one comes back.
    func edit(
        saying values: [SettingKeyPath: SettingValue],
        spelledLike spelling: (SettingKeyPath) -> SettingValue?
    ) -> MappedChanges.Edit? {
        guard let written = try? written(values), written != present else { return nil }
        let wanted = self.values.merging(values) { _, new in new }
        let older = spelling(place.fileKey).flatMap { PlaceText($0, at: place, as: format) }
        let source = older.flatMap { (try? $0.written(self.values)) == present ? $0 : nil }
        let value = source.flatMap { try? $0.written(wanted) }
        return MappedChanges.Edit(fileKey: place.fileKey, value: value ?? written)
    }
}
