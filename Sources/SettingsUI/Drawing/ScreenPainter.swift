// The picture of the whole screen.

import SettingsModel
import SettingsSchema

/// Draws what a state shows: each part with its own painter, which knows nothing else.
struct ScreenPainter {
    let state: State
    let canvas: Canvas

    /// Begins a picture.
    init(_ state: State) {
        self.state = state
        canvas = Canvas(state.look.size, state.look.glyphs)
    }

    /// Draws all of it.
    func draw() {
        let frame = state.frame
        let shown = state.shownTable
        bars(shown.table, frame)
        table(shown, frame)
        if let area = frame.sideBar {
            SideBarPainter(canvas: canvas)
                .draw(sideBarItems.dropFirst(state.firstInSideBar(area)), in: area)
        }
        if let area = frame.inspector { inspectorPanel(in: area) }
        if let y = frame.statusLine, let status = state.status ?? state.rowHelp {
            let full: BarPainter.FullText =
                state.isInInspector(status) ? .inInspector : .nowhere
            BarPainter(canvas: canvas).status(status, full, y: y)
        }
        overlay()
        if let y = frame.hintLine {
            let line = Rect(x: 0, y: y, width: state.look.size.width, height: 1)
            canvas.fill(line)
            canvas.spot(line, .cover)
            BarPainter(canvas: canvas).hints(state.shownHints, y: y)
        }
    }

    private func bars(_ table: Table, _ frame: Frame) {
        let bars = BarPainter(canvas: canvas)
        if let y = frame.tabLine {
            let count = state.values.modified.count
            let note = count == 0 ? "" : "\(state.look.glyphs.modified) \(count) modified"
            let titles = state.navigation.tabs.map(\.title)
            bars.tabs(titles, chosen: state.navigation.tab, note: note, y: y)
        }
        if let y = frame.navigationLine {
            let columns = frame.body.x..<frame.body.end
            bars.navigation(
                title: table.title,
                back: state.backTitle,
                note: navigationNote(table),
                y: y,
                columns: columns
            )
        }
    }

    private func table(_ shown: ShownTable, _ frame: Frame) {
        let area = state.tableArea
        if let notice = state.notice, area != frame.body {
            let body = frame.body
            let lines = State.noticeLines
            NoticePainter(canvas: canvas, problem: notice, home: state.look.home)
                .draw(in: Rect(x: body.x, y: body.y, width: body.width - 1, height: lines))
        }
        let navigation = state.navigation
        let view = TableView(
            columns: shown.columns,
            scroll: navigation.screen.scroll,
            focus: navigation.region == .sideBar || isCovered
                ? nil : navigation.screen.focus?.position,
            field: state.typing.field?.edit,
            box: shown.box
        )
        let painter = TablePainter(
            canvas: canvas,
            table: shown.table,
            layout: shown.layout,
            view: view
        )
        painter.draw(in: area)
        if let index = ribbonIndex(shown.table) { painter.ribbon(here: index, in: area) }
    }

    /// The index of the ribbon's title that the focus is below; nil without a ribbon.
    private func ribbonIndex(_ table: Table) -> Int? {
        guard !table.ribbon.isEmpty else { return nil }
        let here = state.navigation.screen.focus?.position ?? RowPosition(section: 0, row: 0)
        let index = table.ribbon.lastIndex { title in
            (title.position.section, title.position.row) <= (here.section, here.row)
        }
        return index ?? 0
    }

    /// Tables as long as this say where in them one is.
    private static let longTable = 200

    private func navigationNote(_ table: Table) -> String {
        if state.notice?.subject == .settings { return "edits wait" }
        switch state.values.link {
        case .waiting: return "reading"
        case .lost: return "no agent"
        case .live: break
        }
        if case .changes = state.navigation.screen.content { return state.comparisonWords }
        if case .history = state.navigation.screen.content { return state.historyNote }
        let count = table.count
        if count >= Self.longTable, let position = state.navigation.screen.focus?.position {
            return "\((table.index(of: position) + 1).grouped) of \(count.grouped)"
        }
        if case .pane = state.navigation.screen.content, state.typing.field == nil,
            state.overlays.current == .none, state.overlays.help == .hidden
        {
            return "live"
        }
        return ""
    }

    /// Whether the keys go to what lies on top and is about no row of the table.
    private var isCovered: Bool {
        if case .search = state.overlays.current { return true }
        return state.overlays.help == .shown
    }

    private var sideBarItems: [SideBarItem] {
        let here = state.shownDomain
        let summaries = Summaries(state.scene)
        let isInHand = state.navigation.region == .sideBar
        return state.catalogue.programs.enumerated().map { index, program in
            let isHere = program.domain == here
            let count = state.values.modifiedCount(program.domain)
            let note: String =
                switch summaries.mark(of: program) {
                case .error: state.look.glyphs.error
                case .restart where !isHere: state.look.glyphs.restart
                default: count > 0 ? String(count) : ""
                }
            let isFocused = isInHand && index == state.navigation.chosenProgram
            return SideBarItem(
                title: program.title,
                note: note,
                index: index,
                isHere: isHere,
                isFocused: isFocused
            )
        }
    }
}

extension Int {
    /// The number with commas between its thousands.
    fileprivate var grouped: String {
        let digits = String(self)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}
