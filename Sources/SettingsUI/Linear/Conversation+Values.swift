// Asking for new values, and storing what is typed.

import SettingsModel
import SettingsSchema

extension Conversation {
    /// The list whose element is asked for; nil where none is.
    private var askedList: SettingPlace? {
        switch prompt {
        case .value(let asked), .text(let asked, _):
            asked.place.element.map { _ in asked.place.root }
        case .overwrite(let place, _): place.element.map { _ in place.root }
        case .command, .confirmation, .found: nil
        }
    }

    /// Takes an event on; a question keeps to its element when others come into its list or leave it.
    mutating func reduce(_ event: Event, at moment: Moment) -> [Effect] {
        let list = askedList
        let old = list.flatMap { state.value($0) }
        // A line is typed for its question alone, so none waits for a pause.
        let pause = Effect.wait(.question, State.pauseBeforeAnswers)
        let effects = state.reduce(event, at: moment).filter { $0 != pause }
        guard let list else { return effects }
        let new = state.value(list)
        func moved(_ place: SettingPlace) -> SettingPlace {
            place.moved(with: list, from: old, to: new)
        }
        switch prompt {
        case .value(var asked):
            asked.place = moved(asked.place)
            prompt = .value(asked)
        case .text(var asked, let lines):
            asked.place = moved(asked.place)
            prompt = .text(asked, lines)
        case .overwrite(let place, let value): prompt = .overwrite(moved(place), value)
        case .command, .confirmation, .found: break
        }
        return effects
    }

    // MARK: Asking

    /// Asks for a new value.
    mutating func ask(_ place: SettingPlace) -> [String] {
        guard let specifier = state.setting(place)?.specifier,
            state.access(place, specifier) == .editable
        else { return ["\(state.title(place)) is read-only."] }
        return ask(place, specifier)
    }

    /// Asks for a new value of a setting that can be changed.
    mutating func ask(_ place: SettingPlace, _ specifier: Specifier) -> [String] {
        guard let wanted = state.request(specifier, place) else {
            return ["\(state.title(place)) can be changed in its file: edit opens it."]
        }
        let asked = AskedValue(
            place: place,
            specifier: specifier,
            before: state.stored(place)?.value
        )
        let isNew = place.element.map { $0.index == nil } ?? false && !state.isMade(place)
        let what = isNew ? "A new element" : "\(state.title(place)) is \(now(place))"
        let title = what.asSentence
        let help = specifier.help.map { " " + $0.asSentence } ?? ""
        guard specifier.isMultiline else {
            prompt = .value(asked)
            return ["\(title)\(help) \(wanted), empty to keep:"]
        }
        prompt = .text(asked, [])
        let request = "\(wanted), empty to keep:"
        guard case .string(let text)? = state.value(place), text.lines.count > 1,
            !state.isSecret(place)
        else { return ["\(title)\(help) \(request)"] }
        return ["\(state.title(place)) is:"] + text.lines + ["The end.\(help) \(request)"]
    }

    // MARK: Answers

    /// Commands that leave a question, where they aren't what it could be answered with.
    private static let leavingWords: Set = ["q", "quit", "b", "back", "?", "help"]

    /// Takes a line as the new value.
    mutating func answer(
        _ line: String,
        _ asked: AskedValue,
        at moment: Moment
    ) -> ([String], [Effect]) {
        prompt = .command
        if line.isEmpty { return (keep(asked), []) }
        switch state.value(spoken: line, asked.specifier, asked.place) {
        case .failure where Self.leavingWords.contains(line.withoutBlanks):
            let kept = keep(asked)
            let (lines, effects) = command(line.withoutBlanks, at: moment)
            return (kept + lines, effects)
        case .failure(let problem):
            prompt = .value(asked)
            return (refusal(problem, of: asked), [])
        case .success(let value): return store(value, asked, at: moment)
        }
    }

    /// Takes the next line of a text; one with only a dot is its end.
    ///
    /// Lines that are pasted all at once are all of the text: none of them is a command.
    mutating func read(
        _ line: String,
        of asked: AskedValue,
        after lines: [String],
        at moment: Moment
    ) -> ([String], [Effect]) {
        if lines.isEmpty, line.isEmpty || line == "." {
            prompt = .command
            return (keep(asked), [])
        }
        guard line == "." else {
            prompt = .text(asked, lines + [line.asLineOfText(isFirst: lines.isEmpty)])
            return ([], [])
        }
        prompt = .command
        switch asked.specifier.value(typed: lines.joined(separator: "\n")) {
        case .success(let typed): return store(typed.value, asked, at: moment)
        case .failure(let problem):
            prompt = .text(asked, [])
            return (refusal(problem, of: asked), [])
        }
    }

    /// What is said when the input ends: a text without an end isn't stored.
    var ending: [String] {
        guard case .text(let asked, let lines) = prompt, !lines.isEmpty else { return [] }
        return [
            "The text ends without a line with only a dot. Not saved; still \(now(asked.place))."
        ]
    }

    private mutating func keep(_ asked: AskedValue) -> [String] {
        state.dropDraft(of: asked.place)
        return ["Kept \(now(asked.place))."]
    }

    private func refusal(_ problem: TypingProblem, of asked: AskedValue) -> [String] {
        let wanted = state.request(asked.specifier, asked.place) ?? ""
        return [
            "\(problem.text(state.glyphs)). Not saved; still \(now(asked.place)). "
                + "\(wanted), empty to keep:"
        ]
    }

    private mutating func store(
        _ value: SettingValue?,
        _ asked: AskedValue,
        at moment: Moment
    ) -> ([String], [Effect]) {
        let place = asked.place
        guard state.stored(place)?.value == asked.before else {
            prompt = .overwrite(place, value)
            let said = "\(state.title(place)) was changed meanwhile and is \(now(place))."
            return ([said + " Type yes to store yours, empty to keep theirs:"], [])
        }
        return write(value, at: place, moment)
    }

    /// Stores a value that isn't stored already.
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ moment: Moment
    ) -> ([String], [Effect]) {
        if let value, state.value(place) == value, !state.mayReplaceRefused(place) {
            return (["Kept \(now(place))."], [])
        }
        let effects = state.write(value, at: place, moment)
        state.settle()
        let said = effects.isEmpty ? said(or: ["\(state.title(place)) is \(now(place))."]) : []
        return (said, effects)
    }

    /// A setting's value as a sentence has it.
    func now(_ place: SettingPlace) -> String { state.spoken(place) }
}

extension Specifier {
    /// Whether its text may have several lines.
    var isMultiline: Bool {
        if case .text(let field) = control { field.isMultiline } else { false }
    }
}

extension String {
    /// The line of a text that a typed line means.
    ///
    /// As a dot alone ends the text, dots alone stand for one dot less; as an empty first line keeps
    /// what is there, `""` stands for one.
    fileprivate func asLineOfText(isFirst: Bool) -> String {
        if isFirst, self == "\"\"" { return "" }
        return count > 1 && allSatisfy { $0 == "." } ? String(dropFirst()) : self
    }
}
