// The settings as a conversation: a line in, some lines out, and nothing is ever drawn over.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A setting that a new value is asked for.
struct AskedValue: Equatable {
    var place: SettingPlace
    var specifier: Specifier
    /// What was stored when it was asked for.
    var before: SettingValue?
}

/// A linear screen, for screen readers, Braille displays, serial lines and pipes.
struct Conversation {
    /// What the next line answers.
    enum Prompt: Equatable {
        /// A command, or a row's number.
        case command
        case value(AskedValue)
        /// The next line of a text, after those that were typed.
        case text(AskedValue, [String])
        /// Whether to store a value over what someone else stored meanwhile.
        case overwrite(SettingPlace, SettingValue?)
        case confirmation(Confirmation)
        /// One of what was found.
        case found([Found])
    }
    var state: State
    var prompt = Prompt.command
    /// The number of the first row that is listed.
    var first = 0
    /// Whether what is there at the beginning was said.
    var hasBegun = false
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
        self.state.manner = .words
    }

    /// Whether what is typed next must not be seen.
    var isSecret: Bool {
        switch prompt {
        case .value(let asked), .text(let asked, _): asked.specifier.isSecret
        case .command, .overwrite, .confirmation, .found: false
        }
    }

    // MARK: Lines in

    /// Takes a typed line.
    mutating func read(_ line: String, at moment: Moment) -> ([String], [Effect]) {
        let text = line.withoutBlanks
        switch prompt {
        case .command: return command(text, at: moment)
        case .value(let asked): return answer(line, asked, at: moment)
        case .text(let asked, let lines): return read(line, of: asked, after: lines, at: moment)
        case .overwrite(let place, let value):
            prompt = .command
            guard text == "yes" else { return (["Kept \(now(place))."], []) }
            return write(value, at: place, moment)
        case .confirmation(let confirmation):
            prompt = .command
            guard text == "yes" else { return (["Nothing was done."], []) }
            let effects = state.goOn(with: confirmation, at: moment)
            return (effects.isEmpty ? said(or: ["Nothing was done."]) : [], effects)
        case .found(let found):
            guard let number = Int(text) else {
                prompt = .command
                return text.isEmpty ? (listing, []) : command(text, at: moment)
            }
            // The same number means another row of the screen in front.
            guard found.indices.contains(number - 1) else {
                return (["There is no \(number) among them. A number, empty to stay:"], [])
            }
            prompt = .command
            return go(to: found[number - 1])
        }
    }

    private mutating func go(to found: Found) -> ([String], [Effect]) {
        switch found {
        case .setting(let place):
            let effects = state.show(place)
            state.settle()
            // A list's elements are rows of the pane in front.
            if state.setting(place)?.specifier.isList == true { return (shown, effects) }
            return ([heading] + ask(place), effects)
        case .problem(let problem):
            let effects = state.show(problem)
            return (shown, effects)
        }
    }

    /// Does what a typed line asks for.
    mutating func command(_ text: String, at moment: Moment) -> ([String], [Effect]) {
        if let number = Int(text) { return choose(number, at: moment) }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let argument = words.count > 1 ? words[1] : ""
        switch words.first ?? "" {
        case "": return (listing, [])
        case "?", "help": return (Self.help, [])
        case "quit", "q":
            let effects = state.quit()
            return effects.isEmpty ? asked() : ([], effects)
        case "back", "b":
            state.goBack()
            return state.overlay == .none ? (said(or: shown), []) : asked()
        case "more":
            first = first + Self.mostRows < state.table.count ? first + Self.mostRows : 0
            return (listing, [])
        case "settings", "changes", "history": return (turn(to: words[0]), [])
        case "tab" where tab(named: argument) != nil:
            state.tab = tab(named: argument) ?? state.tab
            return (shown, [])
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
        case "search": return search(argument)
        default: return rowCommand(words, argument, at: moment) ?? search(text)
        }
    }

    /// What a line asks for that names a row; nil for a line that doesn't.
    private mutating func rowCommand(
        _ words: [String],
        _ argument: String,
        at moment: Moment
    ) -> ([String], [Effect])? {
        switch words.first ?? "" {
        case "open" where Int(argument) != nil: return open(argument)
        case "value" where Int(argument) != nil: return value(ofRow: argument)
        case "default" where Int(argument) != nil: return reset(argument, at: moment)
        case "remove" where Int(argument) != nil:
            return onRow(argument) { $0.deleteFocused(at: moment) }
        case "remove" where argument.isEmpty && state.isInElement:
            return onRow(argument) { $0.deleteFocused(at: moment) }
        case "why" where Int(argument) != nil: return explain(argument)
        case "edit" where Int(argument) != nil || argument.isEmpty:
            return onRow(argument) { $0.openEditor() }
        case "edit" where layer(in: argument) != nil: return editLayer(argument)
        case "command" where Int(argument) != nil: return command(ofRow: argument)
        case "group" where argument == "default" || groupRow(in: argument) != nil:
            return resetGroup(argument, at: moment)
        default: return nil
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
        case .change(let place):
            let effects = state.show(place)
            return (shown, effects)
        case .option, .addDraft, .history:
            guard row.access == .editable else { return readOnly(row) }
            let effects = state.activate(.enter, at: moment)
            return (effects.isEmpty ? said(or: shown) : [], effects)
        case .member:
            guard row.access == .editable else { return readOnly(row) }
            let effects = state.activate(.enter, at: moment)
            return effects.isEmpty ? asked() : ([], effects)
        case .nothing where row.access == .editable:
            _ = state.activate(.enter, at: moment)
            return (said(or: ["\(row.title) can't be changed."]), [])
        case .nothing, .text: return readOnly(row)
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
        return effects.isEmpty ? asked() : ([], effects)
    }

    private mutating func reset(_ argument: String, at moment: Moment) -> ([String], [Effect]) {
        onRow(argument) { $0.resetFocused(at: moment) }
    }

    private mutating func act(_ body: (inout State) -> [Effect]) -> ([String], [Effect]) {
        let effects = body(&state)
        state.settle()
        // What is written is said when it's saved, what is lost for it at once.
        let isLoss = state.status?.kind == .warning
        return (effects.isEmpty || isLoss ? said(or: listing) : [], effects)
    }

    /// Opens what a row leads to; of a choice, the list of what there is to choose from.
    private mutating func open(_ argument: String) -> ([String], [Effect]) {
        guard let row = Int(argument).flatMap({ focus($0) }) else {
            return (["There is no row \(argument)."], [])
        }
        switch row.target {
        case .setting(let specifier, let place):
            guard case .choice = specifier.control else { break }
            state.push(.options(place))
            return (shown, [])
        case .program, .pane, .element:
            let effects = state.open(row)
            return (shown, effects)
        default: break
        }
        return (["Row \(argument) opens nothing; its number alone chooses it."], [])
    }

    /// The number in `default 3`, of which the row's group is meant; nil where it's none.
    private func groupRow(in argument: String) -> Int? {
        let words = argument.split(separator: " ")
        return words.count == 2 && words[0] == "default" ? Int(words[1]) : nil
    }

    private mutating func resetGroup(
        _ argument: String,
        at moment: Moment
    ) -> ([String], [Effect]) {
        if let number = groupRow(in: argument), focus(number) == nil {
            return (["There is no row \(number)."], [])
        }
        let effects = state.askToResetGroup(at: moment)
        return effects.isEmpty ? asked() : ([], effects)
    }

    /// The row and the layer in `3 site`; nil where it's none.
    private func layer(in argument: String) -> (row: Int, name: LayerName)? {
        let words = argument.split(separator: " ").map(String.init)
        guard words.count == 2, let row = Int(words[0]),
            let name = LayerName(rawValue: words[1])
        else { return nil }
        return (row, name)
    }

    private mutating func editLayer(_ argument: String) -> ([String], [Effect]) {
        guard let (row, name) = layer(in: argument), focus(row) != nil,
            let place = state.focusedPlace?.root
        else { return (["There is no value in that row."], []) }
        state.question = Question(place: place, purpose: .layer(name))
        return ([], [.explain(place)])
    }

    private mutating func value(ofRow argument: String) -> ([String], [Effect]) {
        guard let number = Int(argument), focus(number) != nil,
            case .copy(let text)? = state.copyFocused().first
        else { return (said(or: ["Row \(argument) has no value."]), []) }
        state.status = nil
        return (text.lines, [])
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
        return (["\(confirmation.title). \(confirmation.text)", "Type yes to go on:"], [])
    }

    /// The index of a tab by its number from 1 on, or by its title; nil where there is none.
    private func tab(named name: String) -> Int? {
        if let number = Int(name) {
            return state.tabs.indices.contains(number - 1) ? number - 1 : nil
        }
        return state.tabs.firstIndex { $0.title.lowercased() == name.lowercased() }
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
        let found = (0..<min(search.count, Self.mostRows)).map(search.found)
        guard !found.isEmpty else {
            return (["Nothing found for \(query). Type ? for help."], [])
        }
        prompt = .found(found)
        let lines = found.enumerated().map { index, found in
            switch found {
            case .setting(let place): "\(index + 1) \(state.title(place)), \(now(place))."
            case .problem(let problem): "\(index + 1) \(problem.title), \(problem.words)."
            }
        }
        let rest = search.count - found.count
        let more = rest > 0 ? ["\(rest) more; search for more words."] : []
        return (["\(search.count) found."] + lines + more + ["A number, empty to stay:"], [])
    }
}

extension String {
    /// The text without blanks around it.
    var withoutBlanks: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The text line by line; one empty line for an empty text.
    var lines: [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
}
