// Undo and redo, which the agent does: of what was done here, and in the history of what others did.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension AgentMirror {
    /// Makes steps again, up to one that was undone.
    mutating func redo(_ step: Step) {
        while steps.toBeUndone.contains(where: { $0.number == step.number }),
            ask(.redo, in: .history)
        {}
    }

    /// Asks for an undo or a redo; false where that can't be, which the news says.
    @discardableResult
    mutating func ask(_ wish: Steps.Wish, in content: Screen.Content) -> Bool {
        if let obstacle = scene.obstacle(to: wish) {
            say(obstacle)
            return false
        }
        guard steps.ask(wish) else {
            say(scene.nothing(to: wish, hasMore: content != .history && log.lastInForce != nil))
            return false
        }
        askNext()
        return true
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
            say(scene.status(ofStep: step, wish, entries))
        }
        for place in places where scene.hasRefused(place) {
            problems.replaced.insert(place)
            if wish == .redo { log.noteRefused(at: place, of: step) }
        }
        problems.wait(places, for: warnings)
        if let warning = warnings.first, let place = places.min(by: { $0.keyPath < $1.keyPath }) {
            say(Status(.warning, scene.words(of: warning, at: place)))
        }
        askNext()
    }

    /// The agent couldn't, and says why.
    mutating func notUndone(_ problem: String, _ advice: String, isOver: Bool) {
        guard let (step, wish) = steps.fail(isOver: isOver) else { return }
        // The next undo in the history takes the change before it.
        if isOver, wish != .redo, step.groups.count <= 1 { log.markNotUndoable(step) }
        say(scene.status(ofFailed: wish, problem, advice))
    }
}
