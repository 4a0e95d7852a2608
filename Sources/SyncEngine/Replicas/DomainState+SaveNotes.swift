// What the history tells of a save.

import SettingsDocument
import SettingsModel

extension DomainState {
    /// What became of a writer's edits, once they were made.
    ///
    /// Those that are hidden at once come first.
    func notes(
        of observation: Observation,
        _ outcome: EditOutcome,
        _ text: ReadText,
        _ id: ReplicaID
    ) -> [HistoryNote] {
        let reason = observation.choice?.reason
        let hidden = hidden(outcome.applied).map { change in
            let above = self.registers.liveKeys(above: change.keyPath).first
            return HistoryNote(
                KeyEdit(change.keyPath, change.new.value),
                in: id,
                keeping: above.flatMap { self.registers.value(at: $0) },
                kind: .superseded,
                reason: reason
            )
        }
        let made = outcome.applied.filter { !isHidden($0) }
            .compactMap { observation.note(of: $0) }
        let superseded = outcome.superseded.compactMap { edit in
            note(of: KeyEdit(edit.keyPath, edit.value), in: id, .superseded, reason)
        }
        let refused = outcome.refused.map { edit in
            HistoryNote(
                KeyEdit(edit.keyPath, edit.value),
                in: id,
                keeping: effective(edit.keyPath)?.value,
                kind: .refused,
                reason: reason
            )
        }
        let own = observation.own.compactMap { note(of: $0, in: id, .own, reason) }
        let isCertain = observation.choice?.isCertain ?? true
        let kept = observation.kept.compactMap { edit in
            let said = KeyEdit(edit.keyPath, text.keys[edit.keyPath])
            return note(of: said, in: id, isCertain ? .keptNewer : .ambiguous, reason)
        }
        return hidden + made + superseded + refused + own + kept
    }

    /// What a file said against another value, which stays; nil where both are equal.
    private func note(
        of said: KeyEdit,
        in id: ReplicaID,
        _ kind: HistoryEntry.Kind,
        _ reason: BaseChoice.Reason?
    ) -> HistoryNote? {
        // The domain may have another value by now than the newest version.
        let kept = self.registers.value(at: said.keyPath)
        if kept == said.value { return nil }
        // An ambiguous entry that kept nothing would look like a key that was added.
        let kind = kind == .ambiguous && kept == nil ? .keptNewer : kind
        return HistoryNote(said, in: id, keeping: kept, kind: kind, reason: reason)
    }

    /// What is wrong with the values of a save that are hidden at once, of the first of which an entry of the
    /// history tells; nil where none is.
    func problem(
        withHidden changes: [RegisterChange],
        in id: ReplicaID,
        notedAs entry: UInt64
    ) -> Problem? {
        let hidden = hidden(changes)
        guard let first = hidden.first?.keyPath,
            let rival = self.registers.liveConflicts(with: first).first
        else { return nil }
        let others = hidden.count == 1 ? "" : ", and so with \(hidden.count - 1) more"
        return Problem(
            replica: id,
            code: .superseded,
            problem: "'\(first)' can't be set beside '\(rival)', which is newer\(others)",
            consequence: "Kept what is newer; what the file said is in the history",
            advice: "To take it instead, run: settingsctl undo \(entry)"
        )
    }

    /// The values of some that were just set that don't show.
    private func hidden(_ changes: [RegisterChange]) -> [RegisterChange] {
        self.registers.hasHidden ? changes.filter(isHidden) : []
    }

    /// Whether a value that was just set doesn't show, as a newer one stands above or below it.
    private func isHidden(_ change: RegisterChange) -> Bool {
        change.new.value != nil && self.registers.value(at: change.keyPath) == nil
    }
}

extension Observation {
    /// What is to be remembered of an edit that was made; nil for nothing.
    fileprivate func note(of change: RegisterChange) -> HistoryNote? {
        // The first content of a file replaces nothing; there is nothing to go back to.
        if choice == nil, change.old == nil { return nil }
        // Both sides say the same; there is nothing to choose between.
        if change.old?.value == change.new.value || change.wasHidden { return nil }
        if insisted[change.keyPath] == .alternating { return HistoryNote(lostFightOf: change) }
        let shown = baseTimestamps[change.keyPath] ?? .zero
        let isConcurrent = change.old.map { $0.timestamp > shown } ?? false
        let kind: HistoryEntry.Kind =
            isConcurrent ? .concurrent : isDisputed(change.keyPath) ? .ambiguous : .set
        return HistoryNote(change, kind: kind, reason: choice?.reason)
    }
}
