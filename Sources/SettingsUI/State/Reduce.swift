// Every event, and what it does to the screen.

import SettingsModel

extension State {
    /// Changes the screen as an event asks for, and sends what is to be done outside.
    mutating func handle(_ event: Event) {
        let target = keyTarget
        let content = screen.content
        let isUnknown = explained == nil
        switch event {
        case .key(let key): handle(key)
        case .paste(let text): paste(text)
        case .mouse(let action, let point): mouse(action, point)
        case .resize(let size):
            look.size = size
            dragged = nil
        case .agent(let event): hear(event)
        case .timer(.flash): flashing = []
        case .editorClosed(let problem):
            if let problem { status = Status(.error, "\(look.glyphs.error) \(problem)") }
            send(.redraw)
        case .panes(let program): replace(program)
        case .lineRead(let line): if line.isSamePlace(as: sourceLine) { sourceLine = line }
        case .panesWritten(let domains):
            writtenPanes.formUnion(domains)
            send(.wait(.panes, Self.paneSettleTime))
        case .timer(.search): gatherForSearch()
        case .timer(.panes):
            for domain in writtenPanes.sorted() { send(.readPanes(domain)) }
            writtenPanes = []
        case .timer(.pause): listening = .now
        }
        settle()
        if isUnknown, explained != nil { beginInspector() }
        listen(to: event, since: target)
        // What nobody was told of, as it changed no value, is known when the history is opened.
        if screen.content == .history, content != .history, link == .live { send(.askLately(nil)) }
        inspect()
        inspectLine()
        goOnGathering()
    }

    /// A bundle is written file by file.
    static let paneSettleTime = Duration.milliseconds(100)

    // MARK: Geometry

    /// The parts of the screen.
    var frame: Frame {
        let isPane = isSettingsTab && screen.content != .programs
        let hasInspector = isInspectorWanted && isPane
        return Frame(
            look.size,
            sideBar: isPane && programs.count > 1 ? .shown : .hidden,
            inspector: hasInspector ? .shown : .hidden
        )
    }

    /// The lines that the notice of a broken file takes from the table.
    static let noticeLines = 5

    /// The broken file that the screen in front tells of: one with values before one with panes.
    var notice: FileProblem? {
        switch screen.content {
        case .pane(let id, _): problem(of: id.domain) ?? program(id.domain)?.mistake
        case .element(let place, _), .options(let place):
            problem(of: place.domain) ?? program(owner(of: place))?.mistake
        case .programs, .changes, .history: nil
        }
    }

    /// Where the table's lines are.
    var tableArea: Rect {
        var area = frame.body
        guard notice != nil, area.height >= Self.noticeLines + 3 else { return area }
        area.y += Self.noticeLines
        area.height -= Self.noticeLines
        return area
    }

    /// The table in front with its lines and columns.
    var shownTable: ShownTable {
        let table = table
        let columns = frame.tableColumns(table.ribbon.isEmpty ? .hidden : .shown)
        let box = textBox(in: table, columns: columns)
        let layout = Layout(
            table,
            columns: columns.count,
            width: RowWidth(screen: look.size),
            grown: box.map { Layout.GrownRow(position: $0.position, lines: $0.rowLines) }
        )
        return ShownTable(table: table, layout: layout, columns: columns, box: box)
    }

    // MARK: Focus

    /// The row that the keys act on.
    var focusedRow: Row? { screen.focus.flatMap { table.row(at: $0.position) } }

    /// The setting of the row that the keys act on.
    var focusedPlace: SettingPlace? { screen.focus?.id.place }

    /// Makes the focus and what is in view fit the table as it is now.
    mutating func settle() {
        settleRegion()
        let shown = shownTable
        guard let position = settledPosition(shown.table),
            let row = shown.table.row(at: position)
        else {
            screen.focus = nil
            screen.scroll = 0
            closeLost(in: nil)
            return
        }
        screen.focus = Screen.Focus(id: row.id, position: position)
        screen.scroll = scroll(to: position, shown)
        closeLost(in: row.id)
        if let box = shown.box { field?.firstLine = box.first }
    }

    private func settledPosition(_ table: Table) -> RowPosition? {
        guard let focus = screen.focus else {
            return firstPosition(in: table)
        }
        if let position = table.position(of: focus.id, near: focus.position) { return position }
        // The row is gone: the one that took its place, or the last before it.
        guard table.sections.indices.contains(focus.position.section) else {
            return table.position(at: Int.max)
        }
        return table.position(at: table.index(of: focus.position))
    }

    /// Where a new screen's focus begins: on the chosen option, else on the first row.
    private func firstPosition(in table: Table) -> RowPosition? {
        guard case .options = screen.content, let section = table.sections.first else {
            return table.position(at: 0)
        }
        let chosen = (0..<section.count).first { index in
            switch section.row(index).widget {
            case .check(.chosen), .box(.chosen): true
            default: false
            }
        }
        return table.position(at: chosen ?? 0)
    }

    private func scroll(to position: RowPosition, _ shown: ShownTable) -> Int {
        let height = tableArea.height
        let lines = shown.layout.lines(of: position)
        var scroll = screen.scroll
        // The balloon's edge comes along where there is room, the row itself in any case.
        var wishes = [shown.layout.context(of: position), lines]
        if let box = shown.box, box.position == position, let field {
            let line = lines.lowerBound + box.rowLine(of: field.edit.caret)
            wishes.append(line..<line + 1)
        }
        for wanted in wishes {
            if wanted.upperBound > scroll + height { scroll = wanted.upperBound - height }
            if wanted.lowerBound < scroll { scroll = wanted.lowerBound }
        }
        return max(0, min(scroll, shown.layout.count - height))
    }

    /// Puts the focus on a row.
    mutating func focus(_ position: RowPosition?, in table: Table) {
        guard let position, let row = table.row(at: position) else { return }
        screen.focus = Screen.Focus(id: row.id, position: position)
    }

    // MARK: Screens

    /// Opens a screen on top of the one in front.
    mutating func push(_ content: Screen.Content) {
        // A pane that leads to itself would otherwise stack up for ever.
        guard tabs[tab].screens.count < Self.mostScreens else { return }
        tabs[tab].screens.append(Screen(content))
    }

    private static let mostScreens = 64

    /// Goes back by one screen; asks first where something was filled in that isn't stored.
    mutating func goBack() {
        if let draft = draftToLeave, draft.isBegun {
            ask(about: draft, "Give it up?", yes: "give it up", .giveUp)
        } else {
            leave()
        }
    }

    /// Goes back by one screen, unasked; at the first one, only says how to leave.
    mutating func leave() {
        if tabs[tab].screens.count > 1 {
            if let list = draftToLeave?.list {
                drafts.removeAll { $0.list == list }
                status = Status(.note, "Nothing was added")
            }
            tabs[tab].screens.removeLast()
        } else if !isSettingsTab {
            tab = 0
        } else {
            status = Status(.note, "q quits")
        }
    }

    /// The element that is being made in the screen in front, and not in the one below too.
    private var draftToLeave: Draft? {
        guard let place = shownElement, place.element?.index == nil else { return nil }
        let below = tabs[tab].screens.dropLast().last?.content
        if case .element(place, _)? = below { return nil }
        return draft(of: place.list)
    }

    /// Quits; asks first where something was filled in, on whichever screen, that isn't stored.
    mutating func quit() {
        guard let draft = drafts.last(where: \.isBegun) else { return send(.quit) }
        ask(about: draft, "Quit?", yes: "quit", .quit)
    }

    private mutating func ask(
        about draft: Draft,
        _ question: String,
        yes: String,
        _ action: Confirmation.Action
    ) {
        overlay = .confirmation(
            Confirmation(
                title: "The new element of \(title(draft.list))",
                text: "What was filled in isn't added. \(question)",
                yes: yes,
                no: "go on",
                action: action
            )
        )
    }

    // MARK: Inspector

    /// Asks about the setting in focus where the inspector is open and knows another.
    private mutating func inspect() {
        let isOpen = frame.inspector != nil || overlay == .inspector
        guard isOpen, link == .live, let place = focusedPlace?.root, explanation?.place != place,
            question != Question(place: place, purpose: .inspector)
        else { return explainFound() }
        question = Question(place: place, purpose: .inspector)
        send(.explain(place))
    }
}

/// A table with its lines and columns.
struct ShownTable: Sendable {
    var table: Table
    var layout: Layout
    var columns: Range<Int>
    /// Where the text is that is being typed, if it has several lines.
    var box: TextBox?
}
