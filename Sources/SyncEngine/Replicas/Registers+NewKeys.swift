// Keys that a file is given by its configuration, later than its text was read.

import SettingsModel

extension Registers {
    /// What a file says at keys that its configuration has given it since it was last read, where nothing
    /// else is known of them: its versions say the same, but nobody has taken it as said.
    func newKeys(in text: ReadText, of replica: ReplicaState) -> [KeyEdit] {
        keysGivenLater(to: replica, in: text).filter { all[$0] == nil }
            .map { KeyEdit($0, text.keys[$0]) }
    }

    /// What is to be remembered of such keys where the domain says something else already: that stays, and
    /// the line is written over.
    func yielding(in text: ReadText, of replica: ReplicaState) -> [HistoryNote] {
        keysGivenLater(to: replica, in: text).compactMap { path in
            guard all[path] != nil else { return nil }
            let kept = value(at: path)
            guard kept != text.keys[path] else { return nil }
            let said = KeyEdit(path, text.keys[path])
            return HistoryNote(said, in: replica.id, keeping: kept, kind: .keptNewer, reason: nil)
        }
    }

    /// Whether a text says something at keys that its file has been given since it was last read.
    func hasKeysGivenLater(to replica: ReplicaState, in text: ReadText) -> Bool {
        !keysGivenLater(to: replica, in: text).isEmpty
    }

    /// The keys at which a text says something and that its file has been given since it was last read.
    private func keysGivenLater(to replica: ReplicaState, in text: ReadText) -> [SettingKeyPath] {
        guard replica.mayHaveNewKeys, let top = replica.top else { return [] }
        return text.keys.filter { path, value in
            top.version.timestamps[path] == nil && !isLeftOver(value, at: path)
        }.map(\.keyPath)
    }
}
