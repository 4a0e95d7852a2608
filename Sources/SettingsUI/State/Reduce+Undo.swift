// Going along the history: undo, redo, and back to one change.

import SettingsModel

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

/// What steps along the history came to.
private struct Steps {
    /// Whether there was something to go back to, or on to.
    var isTaken = false
    /// The settings that changed; of a value that got another key, one of both.
    var places: Set<SettingPlace> = []
    var refused: RefusedValues = []

    mutating func add(_ other: Steps) {
        places.formUnion(other.places)
        refused.formUnion(other.refused)
    }
}

extension Model {
    /// Takes the last change back, whoever made it.
    ///
    /// What is older than the screen is only taken back where it's seen: in the history. Of a value
    /// that got another key, both ends are, as either alone would leave it at no key, or at two; and
    /// so is all that was made at once.
    mutating func undo() { takeWhole({ $0.undoOne() }, telling: { $0.tellOfUndone($1) }) }

    /// Makes the change again that was taken back last, and all that was made with it.
    mutating func redo() { takeWhole({ $0.redoOne() }, telling: { $0.tellOfRedone($1) }) }

    /// Takes changes back, or makes them again, until the one at an index is the last in force.
    mutating func goBack(to index: Int) {
        var steps = Steps()
        if log.applied > index + 1 {
            while log.applied > index + 1 { steps.add(goOn { $0.undoOne() }) }
            tellOfUndone(steps)
        } else {
            while log.applied < index + 1 { steps.add(goOn { $0.redoOne() }) }
            tellOfRedone(steps)
        }
    }

    // MARK: Steps

    /// Takes a step along the history and all that was made with it, and tells of them as one.
    private mutating func takeWhole(
        _ step: (inout Model) -> Steps,
        telling: (inout Model, Steps) -> Void
    ) {
        var steps = step(&self)
        var last = steps
        while last.isTaken, log.isAmidMove || log.isAmidGroup {
            last = goOn(step)
            steps.add(last)
        }
        if last.isTaken { telling(&self, steps) }
    }

    private mutating func goOn(_ step: (inout Model) -> Steps) -> Steps {
        let isMove = log.isAmidMove
        var steps = step(&self)
        if isMove { steps.places = [] }
        return steps
    }

    private mutating func undoOne() -> Steps {
        guard
            let entry = log.undo(navigation.screen.content == .history ? .everything : .sinceStart)
        else {
            let hasMore = log.applied > 0
            let more = " since the start; the history goes further back"
            status = Status(.note, "Nothing to undo" + (hasMore ? more : ""))
            return Steps()
        }
        let (loss, refused) = lossOfRefused(at: entry.place)
        var steps = Steps(isTaken: true, places: [entry.place], refused: refused)
        write(entry.restored, at: entry.place, .undone)
        var words =
            "Undone: \(scene.title(entry.place)) is \(scene.shownValue(entry.place)) again" + loss
        if entry.endsRefused {
            let isSecret = scene.isSecret(entry.place)
            steps.refused.insert(isSecret ? .secrets : .open)
            if loss.isEmpty {
                words += ". No rule takes what was stored"
                words += isSecret ? ", and it can't be brought back" : ": settingsctl log has it"
            }
        }
        status = Status(steps.refused.isEmpty ? .good : .warning, words)
        return steps
    }

    private mutating func redoOne() -> Steps {
        guard let entry = log.redo() else {
            status = Status(.note, "Nothing to redo")
            return Steps()
        }
        let (loss, refused) = lossOfRefused(at: entry.place)
        write(entry.new, at: entry.place, .redone)
        let words = "Redone: \(scene.title(entry.place)) is \(scene.shownValue(entry.place))" + loss
        status = Status(refused.isEmpty ? .good : .warning, words)
        return Steps(isTaken: true, places: [entry.place], refused: refused)
    }

    // MARK: Words

    /// What a file has that a rule refuses and a write takes the place of, as the end of a sentence.
    private func lossOfRefused(at place: SettingPlace) -> (words: String, RefusedValues) {
        guard scene.hasRefused(place) else { return ("", []) }
        if scene.isSecret(place) {
            return (", in place of what no rule takes, which can't be brought back", .secrets)
        }
        let what = scene.refusedValue(place).map { $0.shownText + ", which" } ?? "what"
        return (", in place of \(what) no rule takes: settingsctl log has it", .open)
    }

    private mutating func tellOfUndone(_ steps: Steps) {
        tell(steps, "Undone: \(steps.places.count) settings are as they were")
    }

    private mutating func tellOfRedone(_ steps: Steps) {
        tell(steps, "Redone: \(steps.places.count) settings are changed again")
    }

    /// Tells of steps as one; a single one has been told.
    private mutating func tell(_ steps: Steps, _ words: String) {
        if steps.places.count > 1 { status = Status(.good, words) }
        guard !steps.refused.isEmpty, let told = status, told.kind == .good else { return }
        status = Status(.warning, "\(told.text), but \(steps.refused.words)")
    }
}
