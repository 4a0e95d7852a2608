// The agent's answers to our writes.

import SettingsModel
import SettingsProtocol

extension AgentMirror {
    mutating func accepted(_ number: Int, _ outcome: Outcome, _ warnings: [Warning]) {
        let isLast = number == writes.lastNumber
        let ours = writes.pending.filter { $0.number == number }
        let endings = writes.accept(number, outcome)
        guard let place = endings.first?.place else { return }
        answer(write: number, group: outcome.group)
        problems.wait(endings.map(\.place), for: warnings)
        let hadNone = !outcome.isChange && outcome.group == nil && ours.allSatisfy { $0.new == nil }
        if let warning = warnings.first {
            for ending in endings { values.failures[ending.place] = warning.problem }
            say(Status(.warning, scene.words(of: warning, at: place)))
        } else if isLast {
            report(.saved(hadNone ? .nothingOwn : nil))
        }
        for ending in endings { show(ending) }
        askNext()
    }

    /// Shows what a setting has after an answer, and goes on with its next write.
    private mutating func show(_ ending: WriteQueue.Ending) {
        let place = ending.place
        let shown = ending.shown.map { scene.isSecret(place) ? $0.asSecret : $0 }
        if scene.stored(place) != shown { adopt(shown, at: place) }
        if let change = ending.change { take([change]) }
        if let next = ending.next { send(next) }
    }

    mutating func refused(_ number: Int, problem: String, advice: String) {
        let (taken, endings) = writes.refuse(number)
        guard let place = endings.first?.place else { return }
        forget(taken)
        // Another write may be on its way to take its place.
        for ending in endings where !writes.isWriting(ending.place) {
            problems.replaced.remove(ending.place)
        }
        let refusal = Refusal(problem: problem, advice: advice, typed: scene.wordsOfTyped(taken))
        for ending in endings {
            values.failures[ending.place] = refusal.failure
            show(ending)
        }
        let text = refusal.words(scene.title(place), still: scene.shownValue(place))
        report(.unsaved(text, taken))
        askNext()
    }

    /// Forgets what was written and isn't stored.
    mutating func forget(_ writes: [PendingWrite]) {
        for write in writes { answer(write: write.number, group: nil) }
    }

    /// Notes the step that a write came to; nil for nothing that could be undone.
    private mutating func answer(write: Int, group: UInt64?) {
        log.answer(write: write, group: group)
        steps.answer(write: write, group: group)
    }

    /// A list that was to be changed has a newer change; the field that was typed into is open again.
    mutating func outrun(_ number: Int) {
        let field = writes.pending.first { $0.number == number }?.field
        let problem = "the list was changed meanwhile"
        refused(number, problem: problem, advice: "")
        if let field { report(.reopened(field)) }
    }
}

/// Why the agent refused a write, in words.
private struct Refusal {
    let problem: String
    let advice: String
    /// What was typed, as it follows a verb; empty for nothing.
    let typed: String

    /// Why the setting's last write failed.
    var failure: String {
        let failure = typed.isEmpty ? problem : "\(problem). Not saved\(typed)"
        return advice.isEmpty ? failure : "\(failure). \(advice.asSentence)"
    }

    /// That a setting has still its value.
    func words(_ title: String, still value: String) -> String {
        let text = "\(title): \(problem). Not saved\(typed); still \(value)."
        return advice.isEmpty ? text : "\(text) \(advice.asSentence)"
    }
}
