// Changes of lists: one after the other, and each only over the list that is shown.

import SettingsModel

extension Model {
    /// Remembers the number of the last change of a setting that is or was a list.
    mutating func note(rev: UInt64, of value: SettingValue?, at place: SettingPlace) {
        let isList = if case .array? = value { true } else { false }
        guard isList || listRevs[place] != nil else { return }
        listRevs[place] = max(rev, listRevs[place] ?? 0)
    }

    /// Whether a new write has to wait for the answer to an earlier one: the agent stores what becomes
    /// of an element only if the list's last change is known.
    func mustWait(_ scope: PendingWrite.Scope, at place: SettingPlace) -> Bool {
        writes.values.contains { earlier in
            let isOfElement = scope == .element || earlier.scope == .element
            return earlier.place == place && (isOfElement || earlier.isWaiting)
        }
    }

    /// Asks the agent to store what was written, unless that waits.
    mutating func send(write number: Int) {
        guard let write = writes[number], !write.isWaiting else { return }
        let rev: UInt64? = write.scope == .element ? listRevs[write.place] ?? 0 : nil
        send(.write(number, write.place, write.new, ifRev: rev))
    }

    /// Sends the first write of a setting, where that has waited for the one before it.
    mutating func sendNext(_ place: SettingPlace) {
        let next = writes.filter { $0.value.place == place }.keys.min()
        guard let next, writes[next]?.isWaiting == true else { return }
        writes[next]?.isWaiting = false
        send(write: next)
    }

    /// Takes a write back that wasn't stored, and those that wait for it, which were made on top of it.
    ///
    /// - Returns: All of them, the oldest first; none where the write isn't known.
    mutating func takeBack(_ number: Int) -> [PendingWrite] {
        guard let place = writes[number]?.place else { return [] }
        let waiting = writes.filter { $0.value.place == place && $0.value.isWaiting }.keys
        var taken: [PendingWrite] = []
        for number in [number] + waiting.sorted() {
            guard let write = writes.removeValue(forKey: number) else { continue }
            log.refuse(write: number, write.recording)
            goBack(from: write, number)
            taken.append(write)
        }
        return taken
    }
}
