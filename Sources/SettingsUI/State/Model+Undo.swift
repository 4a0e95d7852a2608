// Undo and redo, which the agent does: of what was done here, and in the history of what others did.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The refused values of files that a step along the history takes the place of or can't put back.
private struct RefusedValues: OptionSet {
    let rawValue: Int
    static let open = RefusedValues(rawValue: 1)
    static let secrets = RefusedValues(rawValue: 2)

    /// What became of them, in words.
    var words: String {
        switch self {
        case .secrets: "refused secrets can't be brought back"
        case .open: "refused values aren't put back: settingsctl log has them"
        default: "refused values aren't put back: settingsctl log has all but the secrets"
        }
    }
}

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
        var step = Step()
        for entry in entries {
            guard let group = entry.group else {
                let what = "the agent's history doesn't have it yet"
                status = Status(.note, "\(scene.title(entry.place)) can't be undone: \(what)")
                return
            }
            if !step.groups.contains(group) { step.groups.append(group) }
        }
        ask(.undoing(step))
    }

    /// Asks the agent for the next undo or redo, once it has said what was written.
    mutating func askNext() {
        guard let (step, wish) = steps.next() else { return }
        steps.note(loss: scene.loss(by: log.entries.filter(step.has)))
        if wish == .redo, let undo = step.undo {
            send(.undo(.steps([undo])))
        } else if let entry = step.entry {
            send(.undo(.entry(entry)))
        } else {
            send(.undo(.steps(step.groups)))
        }
    }

    // MARK: Answers

    /// The agent has done what was under way, as a step of its own.
    mutating func undone(_ group: UInt64?, _ warnings: [Warning]) {
        guard let (step, wish) = steps.succeed(group: group) else { return }
        log.mark(step, isUndone: wish != .redo)
        tell(of: step, wish)
        let places = Set(log.entries.filter(step.has).map(\.place))
        for place in places where scene.hasRefused(place) {
            replaced.insert(place)
            if wish == .redo { log.noteRefused(at: place, of: step) }
        }
        for file in warnings.compactMap(\.file) {
            fileProblems.waiting[file, default: []].formUnion(places)
        }
        if let warning = warnings.first, let place = places.min(by: { $0.keyPath < $1.keyPath }) {
            status = Status(.warning, text(of: warning, at: place))
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

    // MARK: Words

    private mutating func tell(of step: Step, _ wish: Steps.Wish) {
        let entries = log.entries.filter(step.has)
        let isRedo = wish == .redo
        let done = isRedo ? "Redone" : "Undone"
        guard let first = entries.first, let last = entries.last else {
            status = Status(.good, done)
            return
        }
        let places = Set(entries.map(\.place))
        guard places.count == 1 else { return tell(ofSeveral: entries, places.count, wish) }
        let place = first.place
        let value = isRedo ? last.new : first.from?.value
        let shown = scene.shown(value ?? catalogue.setting(place)?.specifier.defaultValue, place)
        var words = "\(done): \(scene.title(place)) is \(shown)"
        if !isRedo { words += " again" }
        var loss = step.loss
        if loss.isEmpty, !isRedo, entries.contains(where: \.endsRefused) {
            loss = ". No rule takes what was stored"
            loss +=
                scene.isSecret(place)
                ? ", and it can't be brought back" : ": settingsctl log has it"
        }
        status = Status(loss.isEmpty ? .good : .warning, words + loss)
    }

    private mutating func tell(
        ofSeveral entries: [ChangeLog.Entry],
        _ count: Int,
        _ wish: Steps.Wish
    ) {
        let refused = entries.reduce(into: RefusedValues()) { refused, entry in
            let isLost = scene.hasRefused(entry.place) || wish != .redo && entry.endsRefused
            if isLost { refused.insert(scene.isSecret(entry.place) ? .secrets : .open) }
        }
        let words =
            wish == .redo
            ? "Redone: \(count) settings are changed again"
            : "Undone: \(count) settings are as they were"
        status =
            refused.isEmpty
            ? Status(.good, words) : Status(.warning, "\(words), but \(refused.words)")
    }
}
