// What a file's text says through a map, and how it says other values.

import SettingsDocument
package import SettingsMapping
import SettingsModel

/// A file's text, seen through a map.
struct MappedText {
    let map: FileMap
    private let document: any Document
    private let format: MappedFormat
    /// The settings of the text that the map has, by the map's file keys.
    private var present: [SettingKeyPath: DocumentEntry]
    private(set) var reading: MappedReading

    init(_ map: FileMap, _ document: any Document) {
        self.map = map
        self.document = document
        let format = document.format.mapped
        let spellings = map.fileKeys.map { (document.spelled($0), $0) }
        let places = Dictionary(spellings) { first, _ in first }
        var present: [SettingKeyPath: DocumentEntry] = [:]
        for entry in document.entries(at: Set(places.keys)) {
            if let place = places[entry.keyPath] { present[place] = entry }
        }
        self.format = format
        self.present = present
        reading = map.reading(as: format) { present[$0]?.value }
    }

    /// The settings that it says, as keys of the domain, in the order of the map.
    var entries: [DocumentEntry] {
        reading.entries.map {
            DocumentEntry(
                keyPath: $0.key,
                value: $0.value,
                offset: present[$0.fileKey]?.offset ?? 0
            )
        }
    }

    /// What the text has at a file key of the map; nil for nothing.
    func value(at fileKey: SettingKeyPath) -> SettingValue? { present[fileKey]?.value }

    /// Whether the text is the one that a value would be written as; rounding makes no difference.
    func says(_ value: SettingValue, at path: SettingKeyPath) -> Bool {
        map.says(value, for: path, as: format) { present[$0]?.value }
    }

    /// Whether it follows the domain at a file key.
    func follows(at fileKey: SettingKeyPath) -> Bool {
        present[fileKey] != nil && !reading.own.contains { $0.fileKey == fileKey }
    }

    /// What would make a text of its own say a value; nil where it can't.
    func edit(of own: MappedReading.Own, saying value: SettingValue) -> PlaceEdit? {
        let changes = map.changes(
            to: [own.key: value],
            as: format,
            over: { $0 == own.fileKey ? own.value : nil },
            spelledLike: { _ in nil },
            adding: { _ in false }
        )
        guard let text = changes.edits.first?.value else { return nil }
        return PlaceEdit(
            key: own.key,
            fileKey: own.fileKey,
            old: own.value,
            new: text,
            kind: .follow
        )
    }

    /// The text as if edits of some of its places were made.
    func saying(_ edits: [PlaceEdit]) -> MappedText {
        guard !edits.isEmpty else { return self }
        var text = self
        for edit in edits { text.present[edit.fileKey]?.value = edit.new }
        text.reading = map.reading(as: format) { text.present[$0]?.value }
        return text
    }

    /// Those of some edits that were made in it, with what it has there now.
    func made(of edits: [PlaceEdit]) -> [PlaceEdit] {
        edits.compactMap { edit in
            guard let text = value(at: edit.fileKey), text != edit.old else { return nil }
            var edit = edit
            edit.new = text
            return edit
        }
    }

    /// What each place of a key says, beside what registers say.
    func sayings(of path: SettingKeyPath, _ registers: Registers) -> [FileSaying] {
        let wanted = registers.value(at: path)
        let values = map.neighbours(of: path).compactMap { key in
            registers.value(at: key).map { (key, $0) }
        }
        let own = Set(reading.own.filter { $0.key == path }.map(\.fileKey))
        // What is its own would be written as if nothing were there.
        let changes = map.changes(
            to: Dictionary(uniqueKeysWithValues: values),
            as: format,
            over: { own.contains($0) ? nil : present[$0]?.value },
            spelledLike: { _ in nil },
            adding: { $0 == path }
        )
        let isRight = wanted.map { says($0, at: path) } ?? false
        return map.fileKeys(of: path).compactMap { fileKey in
            guard let entry = present[fileKey] else { return nil }
            let isOwn = own.contains(fileKey)
            let edit = changes.edits.first { $0.fileKey == fileKey }?.value
            return FileSaying(
                value: isOwn ? entry.value : reading.value(of: path) ?? entry.value,
                place: SourcePlace(offset: entry.offset, in: document.bytes),
                isRight: !isOwn && isRight,
                mapped: MappedSaying(
                    fileKey: fileKey,
                    keys: map.keys(at: fileKey),
                    text: entry.value,
                    isOwn: isOwn,
                    table: isOwn ? missingWord(of: path, at: fileKey)?.table : nil,
                    written: edit ?? (!isOwn && isRight ? entry.value : nil),
                    problem: changes.refusals.first { $0.fileKey == fileKey }?.problem
                )
            )
        }
    }

    /// The word with which an own text would be read; nil where it can't be one.
    private func missingWord(
        of path: SettingKeyPath,
        at fileKey: SettingKeyPath
    ) -> MissingWord? {
        guard let text = value(at: fileKey) else { return nil }
        // Why it can't be one is told to who asks for it.
        return try? map.missingWord(of: path, at: fileKey, in: text, as: format)
    }

    /// How many of the keys that it has are as registers say, of those that are wanted.
    func followedKeys(_ registers: Registers, _ isWanted: (SettingKeyPath) -> Bool) -> FollowedKeys
    {
        let keys = Set(reading.entries.map(\.key)).union(reading.ownKeys).filter(isWanted)
        let followed = keys.count { path in
            registers.value(at: path).map { says($0, at: path) } ?? false
        }
        return FollowedKeys(followed: followed, all: keys.count)
    }

    /// Where in the text a key is said, or where it has a text of its own; nil for nowhere.
    func place(of path: SettingKeyPath) -> SourcePlace? {
        let fileKey =
            reading.entries.first { $0.key == path }?.fileKey
            ?? reading.own.first { $0.key == path }?.fileKey
        guard let fileKey, let entry = present[fileKey] else { return nil }
        let value = document.span(of: DocumentPath(entry.keyPath))
        return SourcePlace(offset: value?.lowerBound ?? entry.offset, in: document.bytes)
    }

    /// The file's values that say settings, with the spelling of an older text where that says the same;
    /// a line that isn't there is made where `adds` says so.
    func changes(
        to values: [SettingKeyPath: SettingValue],
        spelledLike older: MappedText? = nil,
        adding adds: (SettingKeyPath) -> Bool
    ) -> MappedChanges {
        var changes = map.changes(
            to: values,
            as: format,
            over: { present[$0]?.value },
            spelledLike: { older?.value(at: $0) },
            adding: adds
        )
        changes.edits.removeAll { edit in
            guard present[edit.fileKey] == nil else { return false }
            return !map.keys(at: edit.fileKey).contains(where: adds) || isTaken(edit.fileKey)
        }
        return changes
    }

    /// Whether a table stands at a file key that has no value, or a value where one of its tables would be.
    private func isTaken(_ fileKey: SettingKeyPath) -> Bool {
        let place = document.spelled(fileKey)
        return document.entries.contains { entry in
            place.isPrefix(of: entry.keyPath)
                || entry.keyPath.isPrefix(of: place) && entry.value != .dictionary([])
        }
    }

    /// The changes of this text that leave alone what a save has of its own, or lacks; and its lines that
    /// follow where this text has a text of its own, or no line.
    func changes(
        _ changes: MappedChanges,
        keeping save: MappedText,
        saying values: [SettingKeyPath: SettingValue]
    ) -> MappedChanges {
        let own = Set(reading.own.map(\.fileKey))
        let savedOwn = Set(save.reading.own.map(\.fileKey))
        let saved = save.changes(to: values) { _ in false }
        let edits: [MappedChanges.Edit] = map.fileKeys.compactMap { fileKey in
            guard let text = save.value(at: fileKey), !savedOwn.contains(fileKey) else {
                return nil
            }
            if value(at: fileKey) != nil, !own.contains(fileKey) {
                return changes.edits.first { $0.fileKey == fileKey }
            }
            let edit = saved.edits.first { $0.fileKey == fileKey }
            return edit ?? MappedChanges.Edit(fileKey: fileKey, value: text)
        }
        var kept = changes
        kept.edits = edits
        kept.refusals += saved.refusals.filter { !changes.refusals.contains($0) }
        return kept
    }

    /// Why the file can't say a value; nil where it can, or is left alone.
    func refusal(of value: SettingValue, at path: SettingKeyPath) -> EditError? {
        changes(to: [path: value], adding: { _ in false }).refusals.first.map(EditError.init)
    }
}

extension EditError {
    /// A value that has no text in a mapped file.
    init(_ refusal: MappedChanges.Refusal) {
        self.init(code: .unrepresentable, problem: refusal.problem, advice: refusal.advice)
    }
}

extension Format {
    /// What maps know of it.
    package var mapped: MappedFormat { isTyped ? .typed : .lines }
}
