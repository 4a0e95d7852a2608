// Keys that a file is given by its configuration, later than its text was read.

import SettingsModel

extension Engine {
    /// Whether a text says something at keys that its file has been given since it was last read.
    func hasNewKeys(_ text: ReadText, of id: ReplicaID) -> Bool {
        !keysGivenLater(in: text, of: id).isEmpty
    }

    /// What a file says at keys that its configuration has given it since it was last read: its
    /// versions say the same, but nobody has taken it as said.
    func newKeys(in text: ReadText, of id: ReplicaID) -> [KeyEdit] {
        guard let registers = domains[id.domain]?.registers else { return [] }
        return keysGivenLater(in: text, of: id).filter { registers.all[$0] == nil }
            .map { KeyEdit($0, text.keys[$0]) }
    }

    /// Remembers what a file says at such keys where the domain says something else already: that
    /// stays, and the line is written over.
    mutating func noteYielding(in text: ReadText, of id: ReplicaID) {
        guard let registers = domains[id.domain]?.registers else { return }
        for path in keysGivenLater(in: text, of: id) where registers.all[path] != nil {
            let kept = registers.value(at: path)
            guard kept != text.keys[path] else { continue }
            let said = KeyEdit(path, text.keys[path])
            let note = HistoryNote(said, in: id, keeping: kept, kind: .keptNewer, reason: nil)
            self.note(note, in: id.domain)
        }
    }

    private func keysGivenLater(in text: ReadText, of id: ReplicaID) -> [SettingKeyPath] {
        guard let replica = replicas[id], replica.mayHaveNewKeys, let top = replica.top,
            let registers = domains[id.domain]?.registers
        else { return [] }
        return text.keys.filter { path, value in
            top.version.timestamps[path] == nil && !registers.isLeftOver(value, at: path)
        }.map(\.keyPath)
    }
}
