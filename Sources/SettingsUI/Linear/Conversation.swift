// The settings as a conversation: a line in, some lines out, and nothing is ever drawn over.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A linear screen, for screen readers, Braille displays, serial lines and pipes.
struct Conversation {
    /// What the next line answers.
    enum Prompt: Equatable {
        /// A command, or a row's number.
        case command
        /// A new value of a setting, which was another when it was asked for.
        case value(SettingPlace, Specifier, before: SettingValue?)
        /// Whether to store a value over what someone else stored meanwhile.
        case overwrite(SettingPlace, SettingValue?)
        case confirmation(Confirmation)
        /// One of the settings that were found.
        case found([SettingPlace])
    }
    var state: State
    private(set) var prompt = Prompt.command
    /// The number of the first row that is listed.
    var first = 0
    /// What is waited for before the next prompt.
    var isWaiting: Bool {
        !state.writes.isEmpty || !state.outrun.isEmpty || state.question != nil
            || !state.resets.isEmpty
    }

    /// How many rows are listed at once.
    static let mostRows = 50

    /// Begins with a screen that knows its values.
    init(_ state: State) {
        self.state = state
        self.state.isInspectorWanted = false
    }

    /// Whether what is typed next must not be seen.
    var isSecret: Bool {
        if case .value(_, let specifier, _) = prompt { specifier.isSecret } else { false }
    }

    // MARK: Lines in

    /// Takes a typed line.
    mutating func read(_ line: String, at moment: Moment) -> ([String], [Effect]) {
        let text = line.withoutBlanks
        switch prompt {
        case .command: return command(text, at: moment)
        case .value(let place, let specifier, let before):
            return answer(line, place, specifier, before, at: moment)
        case .overwrite(let place, let value):
            prompt = .command
            guard text == "yes" else { return (["Kept \(now(place))."], []) }
            return write(value, at: place, moment)
        case .confirmation(let confirmation):
            prompt = .command
            let effects = state.answer(text == "yes" ? .enter : .escape, confirmation, at: moment)
            return (effects.isEmpty ? ["Nothing was done."] : [], effects)
        case .found(let places):
            prompt = .command
            guard let number = Int(text), places.indices.contains(number - 1) else {
                return text.isEmpty ? (listing, []) : command(text, at: moment)
            }
            let effects = state.show(places[number - 1])
            state.settle()
            return ([heading] + ask(places[number - 1]), effects)
        }
    }

    private mutating func command(_ text: String, at moment: Moment) -> ([String], [Effect]) {
        if let number = Int(text) { return choose(number, at: moment) }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let argument = words.count > 1 ? words[1] : ""
        switch words.first ?? "" {
        case "": return (listing, [])
        case "?", "help": return (Self.help, [])
        case "quit", "q": return ([], [.quit])
        case "back", "b":
            state.goBack()
            return (said(or: shown), [])
        case "more":
            first = first + Self.mostRows < state.table.count ? first + Self.mostRows : 0
            return (listing, [])
        case "settings", "changes", "history": return (turn(to: words[0]), [])
        case "undo", "u": return act { $0.undo(at: moment) }
        case "redo": return act { $0.redo(at: moment) }
        case "compare" where argument.isEmpty:
            state.turnComparison()
            return (shown, [])
        case "compare" where Int(argument) != nil:
            guard focus(Int(argument) ?? 0) != nil else { return onRow(argument) { _ in [] } }
            state.compareWithFocused()
            return (shown, [])
        case "commands" where argument.isEmpty: return changesAsCommands()
        case "rescan" where argument.isEmpty: return rescan()
        case "default" where Int(argument) != nil: return reset(argument, at: moment)
        case "remove" where Int(argument) != nil:
            return onRow(argument) { $0.deleteFocused(at: moment) }
        case "why" where Int(argument) != nil: return explain(argument)
        case "edit" where Int(argument) != nil || argument.isEmpty:
            return onRow(argument) { $0.openEditor() }
        case "command" where Int(argument) != nil: return command(ofRow: argument)
        case "group" where argument == "default":
            let effects = state.askToResetGroup(at: moment)
            return effects.isEmpty ? asked() : ([], effects)
        case "search": return search(argument)
        default: return search(text)
        }
    }

    // MARK: Rows

    private mutating func choose(_ number: Int, at moment: Moment) -> ([String], [Effect]) {
        guard let row = focus(number) else { return (["There is no row \(number)."], []) }
        switch row.target {
        case .program, .pane, .element:
            let effects = state.open(row)
            return (shown, effects)
        case .setting(let specifier, let place):
            guard row.access == .editable else { return readOnly(row) }
            return (ask(place, specifier), [])
        case .add(let specifier, let place):
            guard row.access == .editable else { return readOnly(row) }
            let effects = state.add(specifier, to: place, at: moment)
            guard let field = state.field else { return (said(or: shown), effects) }
            state.field = nil
            return (ask(field.place, specifier), effects)
        case .errand(let errand, let domain):
            let effects = state.begin(errand, of: domain)
            return effects.isEmpty ? asked() : ([], effects)
        case .change(let place):
            let effects = state.show(place)
            return (shown, effects)
        case .option, .addDraft, .history:
            guard row.access == .editable else { return readOnly(row) }
            let effects = state.activate(.enter, at: moment)
            return (effects.isEmpty ? said(or: shown) : [], effects)
        case .nothing: return readOnly(row)
        }
    }

    private mutating func readOnly(_ row: Row) -> ([String], [Effect]) {
        _ = state.isEditable(row)
        return (said(or: ["\(row.title) is read-only."]), [])
    }

    /// Puts the focus on the row of a number; nil where there is none.
    private mutating func focus(_ number: Int) -> Row? {
        let table = state.table
        guard number >= 1, number <= table.count, let position = table.position(at: number - 1)
        else { return nil }
        state.focus(position, in: table)
        return table.row(at: position)
    }

    private mutating func onRow(
        _ argument: String,
        _ body: (inout State) -> [Effect]
    ) -> ([String], [Effect]) {
        if let number = Int(argument), focus(number) == nil {
            return (["There is no row \(number)."], [])
        }
        let effects = body(&state)
        state.settle()
        return (effects.isEmpty ? said(or: []) : [], effects)
    }

    private mutating func reset(_ argument: String, at moment: Moment) -> ([String], [Effect]) {
        onRow(argument) { $0.resetFocused(at: moment) }
    }

    private mutating func act(_ body: (inout State) -> [Effect]) -> ([String], [Effect]) {
        let effects = body(&state)
        state.settle()
        return (effects.isEmpty ? said(or: listing) : [], effects)
    }

    private mutating func explain(_ argument: String) -> ([String], [Effect]) {
        guard let number = Int(argument), focus(number) != nil,
            let place = state.focusedPlace?.root
        else { return (["Row \(argument) has no value."], []) }
        state.question = Question(place: place, purpose: .inspector)
        return ([], [.explain(place)])
    }

    /// The changes, as commands that make them.
    private mutating func changesAsCommands() -> ([String], [Effect]) {
        state.tab = state.changesTab
        state.settle()
        guard case .copy(let text)? = state.copyChanges().first else { return (said(or: []), []) }
        state.status = nil
        return (text.split(separator: "\n").map(String.init), [])
    }

    /// Has the files of what is shown read again.
    private func rescan() -> ([String], [Effect]) {
        let shown = state.shownDomain.map { [$0] } ?? state.programs.map(\.domain)
        return (["The files are read again."], shown.map(Effect.rescan))
    }

    private mutating func command(ofRow argument: String) -> ([String], [Effect]) {
        guard let number = Int(argument), focus(number) != nil,
            case .copy(let text)? = state.copyCommand().first
        else { return (said(or: ["Row \(argument) has no value."]), []) }
        state.status = nil
        return ([text], [])
    }

    /// What a question says that came of a row.
    mutating func asked() -> ([String], [Effect]) {
        guard case .confirmation(let confirmation) = state.overlay else {
            return (said(or: []), [])
        }
        state.overlay = .none
        prompt = .confirmation(confirmation)
        return (
            ["\(confirmation.title). \(confirmation.text) Type yes to go on:"], []
        )
    }

    private mutating func turn(to name: String) -> [String] {
        switch name {
        case "changes": state.tab = state.changesTab
        case "history": state.tab = state.changesTab + 1
        default: state.tab = 0
        }
        return shown
    }

    private mutating func search(_ query: String) -> ([String], [Effect]) {
        var search = Search.ofEverything(in: state)
        search.edit = TextEdit(query)
        search.refresh(state)
        let places = search.results.prefix(Self.mostRows).map(search.place)
        guard !places.isEmpty else {
            return (["Nothing found for \(query). Type ? for help."], [])
        }
        prompt = .found(places)
        let found = places.enumerated().map { index, place in
            "\(index + 1) \(state.title(place)), \(now(place))."
        }
        let rest = search.results.count - places.count
        let more = rest > 0 ? ["\(rest) more; search for more words."] : []
        return (
            ["\(search.results.count) found."] + found + more + ["A number, empty to stay:"], []
        )
    }

    // MARK: Values

    /// The list whose element is asked for; nil where none is.
    private var askedList: SettingPlace? {
        switch prompt {
        case .value(let place, _, _), .overwrite(let place, _):
            place.element.map { _ in place.root }
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
        let moved = { (place: SettingPlace) in place.moved(with: list, from: old, to: new) }
        switch prompt {
        case .value(let place, let specifier, let before):
            prompt = .value(moved(place), specifier, before: before)
        case .overwrite(let place, let value): prompt = .overwrite(moved(place), value)
        case .command, .confirmation, .found: break
        }
        return effects
    }

    /// Commands that leave a question, where they aren't what it could be answered with.
    private static let leavingWords: Set = ["q", "quit", "b", "back", "?", "help"]

    /// Asks for a new value.
    private mutating func ask(_ place: SettingPlace) -> [String] {
        guard let specifier = state.setting(place)?.specifier,
            state.access(place, specifier) == .editable
        else { return ["\(state.title(place)) is read-only."] }
        return ask(place, specifier)
    }

    private mutating func ask(_ place: SettingPlace, _ specifier: Specifier) -> [String] {
        guard let wanted = state.request(specifier, place) else {
            return ["\(state.title(place)) can be changed in its file: edit opens it."]
        }
        prompt = .value(place, specifier, before: state.stored(place)?.value)
        let isNew = place.element.map { $0.index == nil } ?? false && !state.isMade(place)
        let title = isNew ? "A new element" : "\(state.title(place)) is \(now(place))"
        return ["\(title). \(wanted), empty to keep:"]
    }

    private mutating func answer(
        _ line: String,
        _ place: SettingPlace,
        _ specifier: Specifier,
        _ before: SettingValue?,
        at moment: Moment
    ) -> ([String], [Effect]) {
        prompt = .command
        if line.isEmpty {
            state.dropDraft(of: place)
            return (["Kept \(now(place))."], [])
        }
        switch state.value(spoken: line, specifier, place) {
        case .failure where Self.leavingWords.contains(line.withoutBlanks):
            state.dropDraft(of: place)
            let (lines, effects) = command(line.withoutBlanks, at: moment)
            return (["Kept \(now(place))."] + lines, effects)
        case .failure(let problem):
            prompt = .value(place, specifier, before: before)
            let wanted = state.request(specifier, place) ?? ""
            return (
                [
                    "\(problem.text). Not saved; still \(now(place)). "
                        + "\(wanted), empty to keep:"
                ], []
            )
        case .success(let value):
            if state.stored(place)?.value != before {
                prompt = .overwrite(place, value)
                let said = "\(state.title(place)) was changed meanwhile and is \(now(place))."
                return ([said + " Type yes to store yours, empty to keep theirs:"], [])
            }
            return write(value, at: place, moment)
        }
    }

    private mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ moment: Moment
    ) -> ([String], [Effect]) {
        if let value, state.value(place) == value { return (["Kept \(now(place))."], []) }
        let effects = state.write(value, at: place, moment)
        state.settle()
        let said = effects.isEmpty ? said(or: ["\(state.title(place)) is \(now(place))."]) : []
        return (said, effects)
    }

    /// A setting's value as a sentence has it.
    func now(_ place: SettingPlace) -> String { state.spoken(place) }
}

extension String {
    /// The text without blanks around it.
    fileprivate var withoutBlanks: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
