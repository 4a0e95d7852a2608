// Events, and the table and frame that they change.

import SettingsModel

extension Model {
    /// Changes the screen as an event asks for, and sends what is to be done outside.
    mutating func handle(_ event: Event) {
        let target = keyTarget
        let content = navigation.screen.content
        let isUnknown = inspectorPage?.explained == nil
        switch event {
        case .key(let key): handle(key)
        case .paste(let text): paste(text)
        case .mouse(let action, let point): mouse(action, point)
        case .resize(let size):
            look.size = size
            navigation.dragged = nil
        case .agent(let event): hear(event)
        case .timer(.flash): values.flashing = []
        case .editorClosed(let problem):
            if let problem { status = Status(.error, "\(look.glyphs.error) \(problem)") }
            send(.redraw)
        case .panes(let program): replace(program)
        case .lineRead(let line):
            if line.isSamePlace(as: inspector.sourceLine) { inspector.sourceLine = line }
        case .panesWritten(let domains):
            catalogue.written.formUnion(domains)
            send(.wait(.panes, Self.paneSettleTime))
        case .timer(.search): gatherForSearch()
        case .timer(.panes):
            for domain in catalogue.written.sorted() { send(.readPanes(domain)) }
            catalogue.written = []
        case .timer(.pause): overlays.listening = .now
        }
        settle()
        if isUnknown, inspectorPage?.explained != nil { scrollInspectorToStart() }
        listen(to: event, since: target)
        // What nobody was told of, as it changed no value, is known when the history is opened.
        if navigation.screen.content == .history, content != .history, values.link == .live {
            send(.askLately(nil))
        }
        inspect()
        inspectLine()
        continueGathering()
    }

    /// A bundle is written file by file.
    static let paneSettleTime = Duration.milliseconds(100)

    // MARK: Contents

    /// The contents of the screen in front.
    var contents: any ScreenContents { contents(navigation.screen.content) }

    /// The contents of a screen.
    func contents(_ content: Screen.Content) -> any ScreenContents {
        switch content {
        case .programs: ProgramsScreen(scene: scene)
        case .pane(let id, let title): PaneScreen(scene: scene, id: id, title: title)
        case .options(let place): OptionsScreen(scene: scene, place: place)
        case .element(let place, let pane):
            ElementScreen(
                scene: scene,
                place: place,
                pane: pane,
                isInner: navigation.isInner(place)
            )
        case .changes: changesScreen
        case .history:
            HistoryScreen(scene: scene, log: log, undone: steps.undone, start: values.start)
        }
    }

    /// The table of the screen in front.
    var table: Table { contents.table }

    // MARK: Geometry

    /// The parts of the screen.
    var frame: Frame {
        let isPane = navigation.isSettingsTab && navigation.screen.content != .programs
        let hasInspector = inspector.isWanted && isPane
        return Frame(
            look.size,
            sideBar: isPane && catalogue.programs.count > 1 ? .shown : .hidden,
            inspector: hasInspector ? .shown : .hidden
        )
    }

    /// The lines of the table.
    var tableArea: Rect {
        var area = frame.body
        guard contents.notice != nil, area.height >= NoticePainter.lines + 3 else {
            return area
        }
        area.y += NoticePainter.lines
        area.height -= NoticePainter.lines
        return area
    }

    /// The table in front with its lines and columns.
    var shownTable: ShownTable {
        let table = table
        let columns = frame.tableColumns(table.ribbon.isEmpty ? .hidden : .shown)
        let box = typing.field?.box(
            in: table,
            columns: columns,
            height: tableArea.height,
            near: navigation.screen.focus?.position,
            look
        )
        let layout = Layout(
            table,
            columns: columns.count,
            width: RowWidth(screen: look.size),
            grown: box.map { Layout.GrownRow(position: $0.position, lines: $0.rowLines) }
        )
        return ShownTable(table: table, layout: layout, columns: columns, box: box)
    }

    /// The box of the text that is being typed in the table in front.
    var textBox: TextBox? { typing.field?.hasLines == true ? shownTable.box : nil }

    // MARK: Focus

    /// The row that the keys act on.
    var focusedRow: Row? { navigation.screen.focus.flatMap { table.row(at: $0.position) } }

    /// Makes the focus and what is in view fit the table as it is now.
    mutating func settle() {
        settleRegion()
        let shown = shownTable
        let caret = typing.field?.edit.caret
        let row = navigation.screen.settle(in: shown, height: tableArea.height, caret: caret)
        closeLost(in: row?.id)
        if row != nil, let box = shown.box { typing.field?.firstLine = box.first }
    }

    // MARK: Screens

    /// Goes back by one screen; asks first where something was filled in that isn't stored.
    mutating func goBack() {
        if let draft = navigation.listToLeave.flatMap(typing.draft), draft.isBegun {
            overlays.current = .confirmation(.leaving(draft, .giveUp, scene))
        } else {
            leave()
        }
    }

    /// Goes back by one screen, unasked; at the first one, only says how to leave.
    mutating func leave() {
        if navigation.screens.count > 1 {
            if let list = navigation.listToLeave, typing.draft(of: list) != nil {
                typing.removeDraft(of: list)
                status = Status(.note, "Nothing was added")
            }
            navigation.screens.removeLast()
        } else if !navigation.isSettingsTab {
            navigation.tab = 0
        } else {
            status = Status(.note, "q quits")
        }
    }

    /// Quits; asks first where something would be lost.
    mutating func quit() {
        guard let question = scene.questionBeforeQuitting(steps, writes) else { return send(.quit) }
        overlays.current = .confirmation(question)
    }
}
