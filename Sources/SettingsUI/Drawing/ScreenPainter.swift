// The picture of the whole screen.

import SettingsModel
import SettingsSchema

/// Draws what the model shows: each part with its own painter, which knows nothing else.
struct ScreenPainter {
    let model: Model
    let canvas: Canvas

    /// Begins a picture.
    init(_ model: Model) {
        self.model = model
        canvas = Canvas(model.look.size, model.look.glyphs)
    }

    /// Draws all of it.
    func draw() {
        let frame = model.frame
        let shown = model.shownTable
        bars(shown.table, frame)
        table(shown, frame)
        if let area = frame.sideBar {
            SideBarPainter(canvas: canvas)
                .draw(sideBarItems.dropFirst(model.firstInSideBar(area)), in: area)
        }
        if let area = frame.inspector { inspector(beside: area) }
        if let y = frame.statusLine, let status = model.status ?? model.rowHelp {
            let full: BarPainter.FullText =
                model.isInInspector(status) ? .inInspector : .nowhere
            BarPainter(canvas: canvas).status(status, full, y: y)
        }
        overlay()
        if let y = frame.hintLine {
            let line = Rect(x: 0, y: y, width: model.look.size.width, height: 1)
            canvas.fill(line)
            canvas.spot(line, .cover)
            let hints = Hint.placed(model.hints, columns: line.width)
            BarPainter(canvas: canvas).hints(hints, y: y)
        }
    }

    private func inspector(beside area: Rect) {
        guard let page = model.inspectorPage else {
            return canvas.box(area, title: model.focusedRow?.title ?? "", .border)
        }
        let edge: Role = model.navigation.region == .inspector ? .accent : .border
        InspectorPainter(canvas: canvas, area: area).draw(page, edge)
    }

    private func overlay() {
        let overlays = model.overlays
        if overlays.current != .none { canvas.forgetSpots() }
        switch overlays.current {
        case .none: break
        case .picker(let picker): model.view(of: picker).draw(on: canvas)
        case .inspector:
            if let box = model.inspectorPage.map(InspectorBox.init) {
                InspectorPainter(canvas: canvas, area: box.area).draw(box)
            }
        case .search(let search):
            SearchView(search: search, scene: model.scene, area: model.searchArea)
                .draw(on: canvas)
        case .confirmation(let question): model.view(of: question).draw(on: canvas)
        }
        if overlays.help == .shown {
            model.look.helpPage.draw(on: canvas, scroll: overlays.helpScroll)
        }
    }

    private func bars(_ table: Table, _ frame: Frame) {
        let bars = BarPainter(canvas: canvas)
        if let y = frame.tabLine {
            let count = model.values.modified.count
            let note = count == 0 ? "" : "\(model.look.glyphs.modified) \(count) modified"
            let titles = model.navigation.tabs.map(\.title)
            bars.tabs(titles, chosen: model.navigation.tab, note: note, y: y)
        }
        if let y = frame.navigationLine {
            let columns = frame.body.x..<frame.body.end
            let below = model.navigation.screens.dropLast().last
            let back = below.map { model.contents($0.content).backTitle } ?? ""
            bars.navigation(
                title: table.title,
                back: back,
                note: navigationNote(table),
                y: y,
                columns: columns
            )
        }
    }

    private func table(_ shown: ShownTable, _ frame: Frame) {
        let area = model.tableArea
        if let notice = model.contents.notice, area != frame.body {
            let body = frame.body
            let lines = Model.noticeLines
            NoticePainter(canvas: canvas, problem: notice, home: model.look.home)
                .draw(in: Rect(x: body.x, y: body.y, width: body.width - 1, height: lines))
        }
        let navigation = model.navigation
        let view = TableView(
            columns: shown.columns,
            scroll: navigation.screen.scroll,
            focus: navigation.region == .sideBar || isCovered
                ? nil : navigation.screen.focus?.position,
            field: model.typing.field?.edit,
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
        let here = model.navigation.screen.focus?.position ?? RowPosition(section: 0, row: 0)
        let index = table.ribbon.lastIndex { title in
            (title.position.section, title.position.row) <= (here.section, here.row)
        }
        return index ?? 0
    }

    /// Tables as long as this say where in them one is.
    private static let longTable = 200

    private func navigationNote(_ table: Table) -> String {
        if model.contents.notice?.subject == .settings { return "edits wait" }
        switch model.values.link {
        case .waiting: return "reading"
        case .lost: return "no agent"
        case .live: break
        }
        if let note = model.contents.note { return note }
        let count = table.count
        if count >= Self.longTable, let position = model.navigation.screen.focus?.position {
            return "\((table.index(of: position) + 1).grouped) of \(count.grouped)"
        }
        if case .pane = model.navigation.screen.content, model.typing.field == nil,
            model.overlays.current == .none, model.overlays.help == .hidden
        {
            return "live"
        }
        return ""
    }

    /// Whether the keys go to what lies on top and is about no row of the table.
    private var isCovered: Bool {
        if case .search = model.overlays.current { return true }
        return model.overlays.help == .shown
    }

    private var sideBarItems: [SideBarItem] {
        let here = model.contents.program
        let summaries = Summaries(model.scene)
        let isInHand = model.navigation.region == .sideBar
        return model.catalogue.programs.enumerated().map { index, program in
            let isHere = program.domain == here
            let count = model.values.modifiedCount(program.domain)
            let note: String =
                switch summaries.mark(of: program) {
                case .error: model.look.glyphs.error
                case .restart where !isHere: model.look.glyphs.restart
                default: count > 0 ? String(count) : ""
                }
            let isFocused = isInHand && index == model.navigation.chosenProgram
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
