// What a save says, or leaves out, without effect.

import SettingsModel

extension Engine {
    /// The lines gone from a file that remove nothing, as another file is their home, with the values
    /// that stay.
    func keptElsewhere(
        _ differences: [KeyEdit],
        besides edits: [KeyEdit],
        in domain: Domain
    ) -> [KeyEdit] {
        guard differences.count > edits.count, let state = domains[domain] else { return [] }
        let made = Set(edits.map(\.keyPath))
        return differences.compactMap { difference in
            guard difference.value == nil, !made.contains(difference.keyPath) else { return nil }
            return state.registers.value(at: difference.keyPath).map {
                KeyEdit(difference.keyPath, $0)
            }
        }
    }

    /// Whether a value that was just set doesn't show, as a newer one stands above or below it.
    func isHidden(_ change: RegisterChange, in domain: Domain) -> Bool {
        change.new.value != nil && domains[domain]?.registers.value(at: change.keyPath) == nil
    }

    /// Remembers the values of a save that are hidden at once, and says so: the agent takes them out
    /// of the file.
    mutating func noteHidden(
        _ changes: [RegisterChange],
        from id: ReplicaID,
        _ reason: BaseChoice.Reason?
    ) {
        guard let registers = domains[id.domain]?.registers, registers.hasHidden else { return }
        let hidden = changes.filter { isHidden($0, in: id.domain) }
        let firstNote = ledger.historyID + 1
        for change in hidden {
            let above = registers.liveKeys(above: change.keyPath).first
            let note = HistoryNote(
                KeyEdit(change.keyPath, change.new.value),
                in: id,
                keeping: above.flatMap { registers.value(at: $0) },
                kind: .superseded,
                reason: reason
            )
            self.note(note, in: id.domain)
        }
        guard let first = hidden.first?.keyPath,
            let rival = registers.liveConflicts(with: first).first
        else { return }
        let others = hidden.count == 1 ? "" : ", and so with \(hidden.count - 1) more"
        let problem = Problem(
            replica: id,
            code: .superseded,
            problem: "'\(first)' can't be set beside '\(rival)', which is newer\(others)",
            consequence: "Kept what is newer; what the file said is in the history",
            advice: "To take it instead, run: settingsctl undo \(firstNote)"
        )
        report(problem, .reading)
    }
}
