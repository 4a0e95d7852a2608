// The changes that an undo or a redo chooses.

import SettingsModel

/// The changes and the steps of this screen, among which an undo or a redo chooses.
struct UndoChoice {
    let scene: Scene

    private var log: ChangeLog { scene.log }
    private var steps: Steps { scene.steps }

    /// Undoes the last step that was made on this screen.
    ///
    /// Changes of others are only undone where they are seen: in the history, the newest of all is undone.
    func undoing(in content: Screen.Content) -> KeyOutcome {
        let asked = steps.toBeUndone
        guard content == .history,
            let entry = log.entries.last(where: { $0.isToUndo(besides: asked) }),
            steps.nextToUndo?.has(entry) != true
        else { return .wish(.undo) }
        return undoing([entry])
    }

    /// Undoes changes, or redoes them, until the one at an index is the last in force.
    func goingBack(to index: Int) -> KeyOutcome {
        if log.entries.indices.contains(index), log.entries[index].isUndone {
            let entry = log.entries[index]
            return steps.undone.last { $0.has(entry) }.map(KeyOutcome.redo) ?? .nothing
        }
        let asked = steps.toBeUndone
        // What follows the change at the index is of its step.
        let step = log.entries.indices.contains(index) ? log.entries[index].group : nil
        let later = log.entries[(index + 1)...].filter { step == nil || $0.group != step }
        return undoing(later.filter { $0.isToUndo(besides: asked) && $0.notAdopted == nil })
    }

    /// Undoes changes of whomever, as one step.
    private func undoing(_ entries: [ChangeLog.Entry]) -> KeyOutcome {
        guard !entries.isEmpty else { return .nothing }
        if let unknown = entries.first(where: { $0.group == nil && $0.notAdopted == nil }) {
            let what = "the agent's history doesn't have it yet"
            let title = scene.title(unknown.place)
            return .say(Status(.note, "\(title) can't be undone: \(what)"))
        }
        return .wish(.undoing(Step(undoing: entries)))
    }
}
