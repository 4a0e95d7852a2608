// Undo and redo, which the agent does: of what was done here, and in the history of what others did.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Undoes the last step that was made on this screen; in the history the newest of all.
    ///
    /// What others did is only undone where it's seen: in the history.
    mutating func undo() {
        let asked = steps.toBeUndone
        guard navigation.screen.content == .history,
            let entry = log.entries.last(where: { $0.isToUndo(besides: asked) }),
            steps.nextToUndo?.has(entry) != true
        else {
            ask(.undo)
            return
        }
        undoAll(of: [entry])
    }

    /// Makes the step again that was undone last.
    mutating func redo() { ask(.redo) }

    /// Undoes changes, or redoes them, until the one at an index is the last in force.
    mutating func goBack(to index: Int) {
        if log.entries.indices.contains(index), log.entries[index].isUndone {
            let entry = log.entries[index]
            guard let step = steps.undone.last(where: { $0.has(entry) }) else { return }
            while steps.toBeUndone.contains(where: { $0.number == step.number }), ask(.redo) {}
            return
        }
        let asked = steps.toBeUndone
        let later = log.entries[(index + 1)...]
        undoAll(of: later.filter { $0.isToUndo(besides: asked) && $0.notAdopted == nil })
    }

    /// Asks for an undo or a redo; false where that can't be, which the status says.
    @discardableResult
    private mutating func ask(_ wish: Steps.Wish) -> Bool {
        if let obstacle = scene.obstacle(to: wish, steps) {
            status = obstacle
            return false
        }
        guard steps.ask(wish) else {
            let isInHistory = navigation.screen.content == .history
            status = scene.nothing(to: wish, hasMore: !isInHistory && log.lastInForce != nil)
            return false
        }
        askNext()
        return true
    }

    /// Undoes changes of whomever, as one step.
    private mutating func undoAll(of entries: [ChangeLog.Entry]) {
        guard !entries.isEmpty else { return }
        if let unknown = entries.first(where: { $0.group == nil && $0.notAdopted == nil }) {
            let what = "the agent's history doesn't have it yet"
            status = Status(.note, "\(scene.title(unknown.place)) can't be undone: \(what)")
            return
        }
        ask(.undoing(Step(undoing: entries)))
    }

    /// Asks the agent for the next undo or redo, once it has said what was written.
    mutating func askNext() {
        guard let (step, wish) = steps.next() else { return }
        steps.note(loss: scene.loss(by: log.entries.filter(step.has)))
        send(step.effect(of: wish))
    }

    // MARK: Answers

    /// The agent has done what was under way, as a step of its own.
    mutating func undone(_ group: UInt64?, _ warnings: [Warning]) {
        guard let (step, wish) = steps.succeed(group: group) else { return }
        log.mark(step, isUndone: wish != .redo)
        let entries = log.entries.filter(step.has)
        let places = Set(entries.map(\.place))
        // What is written since has a word of its own.
        if !places.contains(where: writes.isWriting) {
            status = scene.status(ofStep: step, wish, entries)
        }
        for place in places where scene.hasRefused(place) {
            fileProblems.replaced.insert(place)
            if wish == .redo { log.noteRefused(at: place, of: step) }
        }
        fileProblems.wait(places, for: warnings)
        if let warning = warnings.first, let place = places.min(by: { $0.keyPath < $1.keyPath }) {
            status = Status(.warning, scene.words(of: warning, at: place))
        }
        askNext()
    }

    /// The agent couldn't, and says why.
    mutating func notUndone(_ problem: String, _ advice: String, isOver: Bool) {
        guard let (step, wish) = steps.fail(isOver: isOver) else { return }
        // The next undo in the history takes the change before it.
        if isOver, wish != .redo, step.groups.count <= 1 { log.markNotUndoable(step) }
        status = scene.status(ofFailed: wish, problem, advice)
    }
}
