// What files say of a setting, and where.

import SettingsDocument
package import SettingsModel

/// What a mapped file has for a setting.
package struct MappedSaying: Equatable, Sendable {
    /// The file's own key.
    package var fileKey: SettingKeyPath
    /// The domain's keys that its text stands for.
    package var keys: [SettingKeyPath]
    /// What it has there.
    package var text: SettingValue
    /// Whether no picture reads that, so that the file goes its own way.
    package var isOwn: Bool
    /// The table of words that could have the text, where it's the file's own; nil where none could.
    package var table: String?
    /// What the domain's value would be written as; nil where it can't be said.
    package var written: SettingValue?
    /// Why it can't be said, without the value, which may be a secret; nil where it can.
    package var problem: String?
}

/// The keys that a mapped file has.
package struct FollowedKeys: Equatable, Sendable {
    /// How many of them say what the domain says.
    package var followed: Int
    /// How many there are.
    package var all: Int
}

/// What one place of a file says of a setting.
struct FileSaying {
    var value: SettingValue
    var place: SourcePlace
    /// Whether that is as near to the wanted value as the file can say it.
    var isRight: Bool
    /// nil for a file without a map.
    var mapped: MappedSaying?
}

extension ReplicaState {
    /// What the file's last good text says at each of its places of a key, beside what registers say.
    ///
    /// Of a key that they don't have, only what a mapped file says: it may keep its text for good.
    func sayings(of path: SettingKeyPath, _ registers: Registers) -> [FileSaying] {
        guard self.configuration.owns(path) else { return [] }
        if let text = mappedText() { return text.sayings(of: path, registers) }
        guard let wanted = registers.value(at: path), let top,
            let document = document(of: top.bytes),
            let entry = self.configuration.setting(at: path, in: document)
        else { return [] }
        let meant = self.configuration.restored(entry.value, at: path, like: wanted, in: document)
        let isRight =
            meant == wanted || document.format.stored(wanted, over: entry.value) == entry.value
        let place = SourcePlace(offset: entry.offset, in: top.bytes)
        return [FileSaying(value: entry.value, place: place, isRight: isRight)]
    }

    /// How much of a mapped file's last good text follows the registers; nil for a file without a map.
    func followedKeys(_ registers: Registers) -> FollowedKeys? {
        mappedText()?.followedKeys(registers, self.configuration.owns)
    }

    /// The file's last good text, seen through its map; nil for a file without a map.
    func mappedText() -> MappedText? {
        guard let map = self.configuration.map, let top, let document = document(of: top.bytes)
        else { return nil }
        return MappedText(map, document)
    }
}
