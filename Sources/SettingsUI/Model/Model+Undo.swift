// Undo and redo, which the agent does: of what was done here, and in the history of what others did.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Undoes the last step that was made on this screen; in the history the newest of all.
    ///
    /// What others did is only undone where it's seen: in the history.
    mutating func undo() {
        guard navigation.screen.content == .history, let index = log.lastToUndo,
            steps.done.last?.has(log.entries[index]) != true
        else { return ask(.undo) }
        undoAll(of: [log.entries[index]])
    }

    /// Makes the step again that was undone last.
    mutating func redo() { ask(.redo) }

    /// Undoes changes, or redoes them, until the one at an index is the last in force.
    mutating func goBack(to index: Int) {
        if log.entries.indices.contains(index), log.entries[index].isUndone {
            let entry = log.entries[index]
            guard let step = steps.undone.last(where: { $0.has(entry) }) else { return }
            guard values.link == .live else { return ask(.redo) }
            while steps.willBeUndone(step) { ask(.redo) }
            return
        }
        let later = log.entries[(index + 1)...]
        undoAll(of: later.filter { !$0.isUndone && $0.canBeUndone && $0.untaken == nil })
    }

    private mutating func ask(_ wish: Steps.Wish) {
        guard values.link == .live else {
            let what = "\(look.glyphs.error) Not \(wish == .redo ? "redone" : "undone")"
            status = Status(.error, "\(what): no agent answers. It's looked for again by itself")
            return
        }
        if steps.ask(wish) { return askNext() }
        if wish == .redo {
            status = Status(.note, "Nothing to redo")
        } else {
            let hasMore = navigation.screen.content != .history && log.lastInForce != nil
            let more = " here; the history has more"
            status = Status(.note, "Nothing to undo" + (hasMore ? more : ""))
        }
    }

    /// Undoes changes of whomever, as one step.
    private mutating func undoAll(of entries: [ChangeLog.Entry]) {
        guard let first = entries.first else { return }
        if entries.count == 1, let untaken = first.untaken {
            return ask(.undoing(Step(entry: untaken)))
        }
        if let unknown = entries.first(where: { $0.group == nil }) {
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
        status = scene.status(ofStep: step, wish, log.entries.filter(step.has))
        let places = Set(log.entries.filter(step.has).map(\.place))
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
        let text = "Not \(wish == .redo ? "redone" : "undone"): \(problem)."
        let more = advice.isEmpty ? "" : " \(advice.asSentence)"
        status = Status(.error, "\(look.glyphs.error) \(text)\(more)")
    }
}
