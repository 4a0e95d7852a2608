// What each key does.

import SettingsModel

extension State {
    /// A key was pressed.
    mutating func handle(_ key: Key) {
        if look.motion == .reduced { flashing = [] }
        if pressAnywhere(key) { return }
        if help == .shown {
            pressInHelp(key)
            return
        }
        if field != nil, overlay == .none { return type(key) }
        if listening == .afterPause { return }
        status = nil
        switch overlay {
        case .none: pressInTable(key)
        case .inspector: pressInInspector(key)
        case .search: pressInSearch(key)
        case .picker(let picker): pressInPicker(key, picker)
        case .confirmation(let confirmation): answer(key, confirmation)
        }
    }

    /// Keys that do the same everywhere; false for all others.
    private mutating func pressAnywhere(_ key: Key) -> Bool {
        switch key.action {
        case .suspend: send(.suspend)
        case .redraw:
            send(.redraw)
            for program in programs { send(.readPanes(program.domain)) }
        case .helpWhileTyping: if help == .shown { closeHelp() } else { help = .shown }
        case .interrupt where field == nil && overlay == .none && listening == .now: quit()
        default: return false
        }
        return true
    }

    // MARK: The table

    private mutating func pressInTable(_ key: Key) {
        if region != .table, pressBesideTable(key) { return }
        if awaitsLetter {
            awaitsLetter = false
            if case .character(let letter) = key { jump(toRow: letter) }
            return
        }
        if case .character(let letter) = key, jump(to: letter) { return }
        guard let action = key.action, !move(action) else { return }
        switch action {
        case .left: adjust(-1, .step)
        case .right: adjust(1, .step)
        case .finelyLeft: adjust(-1, .fine)
        case .finelyRight: adjust(1, .fine)
        case .less: step(-1)
        case .more: step(1)
        case .enter, .toggle: activate(action)
        case .back: goBack()
        case .undo: undo()
        case .redo: redo()
        case .reset: resetFocused()
        case .resetGroup: askToResetGroup()
        case .remove: deleteFocused()
        case .all: _ = chooseMany(action)
        case .nextMatch: if !chooseMany(action) { repeatSearch(.next) }
        case .previousMatch: repeatSearch(.previous)
        default: pressForView(action)
        }
    }

    /// Actions that show something else.
    private mutating func pressForView(_ action: KeyAction) {
        switch action {
        case .quit: quit()
        case .help: help = .shown
        case .search: overlay = .search(Search(self))
        case .inspector: toggleInspector()
        case .changes where screen.content == .history: compareWithFocused()
        case .changes: tab = tab == changesTab ? 0 : changesTab
        case .previousTab: tab = (tab + tabs.count - 1) % tabs.count
        case .nextTab: tab = (tab + 1) % tabs.count
        case .tab(let number): if tabs.indices.contains(number - 1) { tab = number - 1 }
        case .copyValue: copyFocused()
        case .copyCommand: copyCommand()
        case .copyKey: copyKey()
        case .edit: openEditor()
        case .mouse:
            look.mouse = look.mouse == .shown ? .hidden : .shown
            let now =
                look.mouse == .shown ? "is the program's" : "marks text as the terminal has it"
            status = Status(.note, "The mouse \(now)")
            send(.mouse(look.mouse))
        case .toLetter:
            awaitsLetter = true
            status = Status(.note, "Type a letter to go to the next row that begins with it")
        case .retry:
            guard let notice else { break }
            let isOfSettings = notice.subject == .settings
            send(isOfSettings ? .rescan(notice.domain) : .readPanes(notice.domain))
        default: break
        }
    }

    private mutating func toggleInspector() {
        guard focusedPlace != nil else { return }
        // One that is cut opens on top, where it can be scrolled.
        let hasRoom =
            look.size.width >= Frame.inspectorColumns && look.size.height >= Frame.tallLines
        if hasRoom, !isInspectorCut {
            isInspectorWanted.toggle()
        } else {
            overlay = .inspector
            beginInspector()
        }
    }

    // MARK: Moving

    /// Moves the focus; false for an action that doesn't.
    private mutating func move(_ action: KeyAction) -> Bool {
        let table = table
        let here = screen.focus.map { table.index(of: $0.position) } ?? 0
        let page = max(1, tableArea.height - 2)
        let target: Int
        switch action {
        case .up: target = here - 1
        case .down: target = here + 1
        case .pageUp: target = here - page
        case .pageDown: target = here + page
        case .first: target = 0
        case .last: target = Int.max
        case .nextGroup where screen.content == .changes:
            turnComparison()
            return true
        case .nextGroup, .previousGroup:
            moveByGroup(action == .nextGroup ? .next : .previous)
            return true
        default: return false
        }
        focus(table.position(at: target), in: table)
        return true
    }

    private mutating func moveByGroup(_ direction: Direction) {
        let table = table
        guard let here = screen.focus?.position else { return }
        let groups = table.sections.indices.filter { table.sections[$0].count > 0 }
        guard let index = groups.firstIndex(of: here.section) else { return }
        let isLast = index == (direction == .next ? groups.count - 1 : 0)
        // The first press goes to the top of the group that one is in.
        let goesToTop = direction == .previous && here.row > 0
        if isLast, !goesToTop, moveToNextRegion(direction) { return }
        let next: Int
        switch direction {
        case .next: next = (index + 1) % groups.count
        case .previous: next = goesToTop ? index : (index + groups.count - 1) % groups.count
        }
        focus(RowPosition(section: groups[next], row: 0), in: table)
    }

    /// Goes to the top of the first group, or on the way back of the last one.
    mutating func focusGroup(entering direction: Direction) {
        let table = table
        let groups = table.sections.indices.filter { table.sections[$0].count > 0 }
        guard let section = direction == .next ? groups.first : groups.last else { return }
        focus(RowPosition(section: section, row: 0), in: table)
    }

    /// Goes to a letter of the ribbon; false where there is none.
    private mutating func jump(to letter: Character) -> Bool {
        guard letter.isUppercase else { return false }
        let table = table
        if table.ribbon.isEmpty, case .options = screen.content, !"DGN".contains(letter) {
            jump(toRow: letter)
            return true
        }
        guard let title = table.ribbon.first(where: { $0.title.first == letter }) else {
            return false
        }
        focus(title.position, in: table)
        return true
    }
}

extension State {
    /// Goes to the next row whose title begins with a letter, after the last one to the first.
    private mutating func jump(toRow letter: Character) {
        let table = table
        let count = table.count
        let here = screen.focus.map { table.index(of: $0.position) } ?? -1
        let wanted = letter.lowercased()
        let found = (1...max(1, count)).lazy.compactMap { step -> RowPosition? in
            guard let position = table.position(at: (here + step) % max(1, count)),
                let title = table.row(at: position)?.title,
                title.prefix(1).lowercased() == wanted
            else { return nil }
            return position
        }.first
        guard let found else {
            status = Status(
                .note,
                "No row begins with \(look.glyphs.openQuote)\(letter)\(look.glyphs.closeQuote)"
            )
            return
        }
        focus(found, in: table)
    }
}

/// Which way a search or a move goes.
enum Direction: Equatable, Sendable {
    case next, previous
}
