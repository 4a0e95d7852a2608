// The agent's answers to our writes.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// A write was taken.
    mutating func accepted(_ number: Int, _ outcome: Outcome, _ warnings: [Warning]) {
        guard let ending = writes.accept(number, outcome) else { return }
        let place = ending.place
        for file in warnings.compactMap(\.file) {
            fileProblems.waiting[file, default: []].insert(place)
        }
        if let warning = warnings.first {
            failures[place] = warning.problem
            status = Status(.warning, text(of: warning, at: place))
        } else if status?.kind == .good, number == writes.lastNumber, let text = status?.text {
            status = Status(.good, text + "   saved")
        }
        show(ending)
    }

    /// Shows what a setting has after an answer, and goes on with its next write.
    private mutating func show(_ ending: WriteQueue.Ending) {
        let place = ending.place
        let shown = ending.shown.map { scene.isSecret(place) ? $0.asSecret : $0 }
        if scene.stored(place) != shown { put(shown, at: place) }
        if let change = ending.change { take([change]) }
        if let next = ending.next { send(next) }
    }

    private func text(of warning: Warning, at place: SettingPlace) -> String {
        guard let file = warning.file?.shortened(home: look.home) else {
            return "\(look.glyphs.error) In no file: \(warning.problem)"
        }
        return switch warning.state {
        case .broken: "\(scene.title(place)) waits until '\(file)' can be read again"
        case .held: "\(scene.title(place)) waits until the save of '\(file)' is accepted"
        default: "\(look.glyphs.error) Not in '\(file)' yet: \(warning.problem)"
        }
    }

    /// A write was not taken.
    mutating func refused(_ number: Int, problem: String, advice: String) {
        guard let (taken, ending) = writes.refuse(number) else { return }
        let place = ending.place
        for write in taken { log.refuse(write: write.number, write.recording) }
        // Another write may be on its way to take its place.
        if !writes.isWriting(place) { replaced.remove(place) }
        let typed = wordsOfTyped(taken)
        let failure = typed.isEmpty ? problem : "\(problem). Not saved\(typed)"
        failures[place] = advice.isEmpty ? failure : "\(failure). \(advice.asSentence)"
        show(ending)
        var text =
            "\(scene.title(place)): \(problem). Not saved\(typed); still \(scene.shownValue(place))."
        if !advice.isEmpty { text += " \(advice.asSentence)" }
        status = Status(.unsaved, "\(look.glyphs.error) \(text)" + keepDrafts(of: taken))
    }

    /// A list that was to be changed has a newer change; the field that was typed into is open again.
    mutating func outrun(_ number: Int) {
        let field = writes.pending.first { $0.number == number }?.field
        let problem = "the list was changed meanwhile"
        refused(number, problem: problem, advice: "")
        if let field { reopen(field) }
    }

    /// What was typed for writes that weren't stored, as it follows their verb; empty for nothing.
    func wordsOfTyped(_ writes: [PendingWrite]) -> String {
        let texts = writes.compactMap(\.field).map {
            $0.isSecret ? look.glyphs.secret : $0.edit.text
        }
        return texts.isEmpty ? "" : ": " + texts.joined(separator: ", ")
    }

    /// Keeps the elements that weren't added; gives a sentence that says so, after a blank.
    mutating func keepDrafts(of writes: [PendingWrite]) -> String {
        let drafts = writes.compactMap(\.draft)
        for draft in drafts { typing.keep(draft) }
        return drafts.isEmpty ? "" : " What was made is kept; add it again."
    }
}

extension SettingPlace {
    /// Whether only one of two settings can have a value, as one would be a table with the other.
    func gives(wayTo other: SettingPlace) -> Bool {
        domain == other.domain && keyPath.conflicts(with: other.keyPath)
    }
}
