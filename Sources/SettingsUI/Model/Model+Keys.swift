// Keys at the table, and keys that do the same everywhere.

import SettingsModel

extension Model {
    mutating func handle(_ key: Key) {
        if mirror.look.motion == .reduced { mirror.values.flashing = [] }
        if pressAnywhere(key) { return }
        if overlays.help == .shown {
            overlays.pressInHelp(key, mirror.look.helpPage)
            return
        }
        if typing.field != nil, overlays.current == .none { return type(key) }
        if overlays.listening == .afterPause { return }
        status = nil
        switch overlays.current {
        case .none: pressInTable(key)
        case .inspector: pressInInspector(key)
        case .search, .picker, .confirmation:
            let outcome = overlays.press(key, scene)
            perform(outcome)
        }
    }

    /// Keys that do the same everywhere; false for all others.
    private mutating func pressAnywhere(_ key: Key) -> Bool {
        switch key.action {
        case .suspend: send(.suspend)
        case .redraw:
            send(.redraw)
            for program in mirror.tree.programs { send(.readPanes(program.domain)) }
        case .helpWhileTyping:
            if overlays.help == .shown { overlays.closeHelp() } else { overlays.help = .shown }
        case .interrupt
        where typing.field == nil && overlays.current == .none && overlays.listening == .now:
            use(\.quit)
        default: return false
        }
        return true
    }

    // MARK: The table

    private mutating func pressInTable(_ key: Key) {
        if navigation.region != .table, pressBesideTable(key) { return }
        if navigation.awaitsLetter {
            navigation.awaitsLetter = false
            if case .character(let letter) = key { jump(toRow: letter) }
            return
        }
        if case .character(let letter) = key, letter.isUppercase {
            if shown.jumpsToRows(letter) { return jump(toRow: letter) }
            if navigation.jump(toTitle: letter, in: shown.table) { return }
        }
        guard let action = key.action, !move(action) else { return }
        let outcome = shown.outcome(of: action)
        if let outcome { perform(outcome) } else { pressForView(action) }
    }

    /// Actions that show something else.
    private mutating func pressForView(_ action: KeyAction) {
        switch action {
        case .nextMatch, .previousMatch: repeatSearch(action == .nextMatch ? .next : .previous)
        case .help: overlays.help = .shown
        case .search: overlays.current = .search(Search(scene))
        case .inspector: toggleInspector()
        case .changes where navigation.screen.content == .history:
            guard case .history(let index)? = shown.focusedRow?.target else { return }
            changes.compare(with: .entry(index))
            navigation.tab = navigation.changesTab
        case .changes, .previousTab, .nextTab, .tab: navigation.changeTab(action)
        case .mouse:
            status = mirror.look.turnMouse()
            send(.mouse(mirror.look.mouse))
        case .toLetter:
            navigation.awaitsLetter = true
            status = Status(.note, "Type a letter to go to the next row that begins with it")
        default: break
        }
    }

    private mutating func toggleInspector() {
        guard navigation.focusedPlace != nil else { return }
        if shown.hasRoomForInspector {
            inspector.isWanted.toggle()
        } else {
            overlays.current = .inspector
            inspector.showStart(of: shown.inspectorBox)
        }
    }

    // MARK: Search

    /// Goes to the next or the previous result of the last search.
    private mutating func repeatSearch(_ direction: Direction) {
        guard let (place, number, count) = navigation.repeatSearch(direction) else {
            status = Status(.note, "Nothing was searched for yet: / searches")
            return
        }
        show(.setting(place))
        status = Status(.note, "\(number) of \(count)")
    }

    /// Opens the pane of what a search finds, with its row in focus where it has one.
    mutating func show(_ found: Found) {
        guard let pane = mirror.tree.pane(of: found) else { return }
        navigation.open(pane, mirror.tree)
        let table = shown.table
        navigation.focus(table.position(of: found), in: table)
    }

    // MARK: Moving

    /// Moves the focus; false for an action that doesn't.
    private mutating func move(_ action: KeyAction) -> Bool {
        switch action {
        case .nextGroup where navigation.screen.content == .changes: changes.turn()
        case .nextGroup, .previousGroup:
            let direction: Direction = action == .nextGroup ? .next : .previous
            let table = shown.table
            guard let next = navigation.nextGroup(direction, in: table) else { break }
            if next.isAround, moveToNextRegion(direction) { break }
            navigation.focus(next.position, in: table)
        default:
            let shown = shown
            let page = max(1, shown.tableArea.height - 2)
            return navigation.move(action, in: shown.table, page: page)
        }
        return true
    }

    private mutating func jump(toRow letter: Character) {
        if navigation.jump(toRow: letter, in: shown.table) { return }
        let quoted = "\(mirror.look.glyphs.openQuote)\(letter)\(mirror.look.glyphs.closeQuote)"
        status = Status(.note, "No row begins with \(quoted)")
    }
}
