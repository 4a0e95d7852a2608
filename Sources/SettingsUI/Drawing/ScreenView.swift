// The picture of the screen.

import SettingsModel
import SettingsSchema

/// An overlay as it's drawn, with all that it shows.
protocol OverlayView {
    func draw(on canvas: Canvas)
}

/// All that the screen shows, settled and ready to be drawn.
struct ScreenView {
    private let screen: ShownScreen
    private let contents: any ScreenContents
    private let shown: ShownTable
    /// The inspector's page of the row in focus.
    private let page: InspectorPage?

    init(_ screen: ShownScreen) {
        self.screen = screen
        contents = screen.contents
        shown = screen.shownTable
        page = screen.inspectorPage
    }

    private var scene: Scene { screen.scene }
    private var navigation: Navigation { screen.navigation }
    private var overlays: Overlays { screen.overlays }
    private var frame: Frame { screen.frame }
    private var tableArea: Rect { screen.tableArea }

    /// The picture of the screen, and what the mouse can point to in it.
    func painted() -> Canvas {
        let canvas = Canvas(scene.look.size, scene.look.glyphs)
        drawBars(on: canvas)
        drawTable(on: canvas)
        if let area = frame.sideBar {
            SideBarPainter(canvas: canvas)
                .draw(sideBarItems.dropFirst(firstInSideBar(area)), in: area)
        }
        if let area = frame.inspector { drawInspector(on: canvas, in: area) }
        if let y = frame.statusLine, let status = screen.status ?? rowHelp {
            let full: BarPainter.FullText = isInInspector(status) ? .inInspector : .nowhere
            BarPainter(canvas: canvas).status(status, full, y: y)
        }
        drawOverlays(on: canvas)
        if let y = frame.hintLine {
            let line = Rect(x: 0, y: y, width: scene.look.size.width, height: 1)
            canvas.fill(line)
            canvas.spot(line, .cover)
            let bars = BarPainter(canvas: canvas)
            // A low screen has one line for both.
            if frame.statusLine == nil, !isCovered, let status = screen.status, status.isBad {
                bars.status(status, .nowhere, y: y)
            } else {
                bars.hints(Hint.placed(Hints(screen).all, columns: line.width), y: y)
            }
        }
        return canvas
    }

    private func drawBars(on canvas: Canvas) {
        let bars = BarPainter(canvas: canvas)
        if let y = frame.tabLine {
            let count = scene.values.modified.count
            let note = count == 0 ? "" : "\(scene.look.glyphs.modified) \(count) modified"
            bars.tabs(navigation.tabs.map(\.title), chosen: navigation.tab, note: note, y: y)
        }
        if let y = frame.navigationLine {
            let columns = frame.body.x..<frame.body.end
            bars.navigation(
                title: shown.table.title,
                back: screen.backTitle,
                note: navigationNote(shown.table),
                y: y,
                columns: columns
            )
        }
    }

    private func drawTable(on canvas: Canvas) {
        if let notice = contents.notice, tableArea != frame.body {
            let body = frame.body
            let height = tableArea.y - body.y
            NoticePainter(canvas: canvas, problem: notice, home: scene.look.home)
                .draw(in: Rect(x: body.x, y: body.y, width: body.width - 1, height: height))
        }
        let view = TableView(
            columns: shown.columns,
            scroll: navigation.screen.scroll,
            focus: navigation.region == .sideBar || isCovered
                ? nil : navigation.screen.focus?.position,
            field: scene.typing.field?.edit,
            box: shown.box
        )
        let painter = TablePainter(
            canvas: canvas,
            table: shown.table,
            layout: shown.layout,
            view: view
        )
        painter.draw(in: tableArea)
        if let index = ribbonIndex { painter.ribbon(here: index, in: tableArea) }
    }

    /// The index of the ribbon's title that the focus is below; nil without a ribbon.
    private var ribbonIndex: Int? {
        let ribbon = shown.table.ribbon
        guard !ribbon.isEmpty else { return nil }
        let here = navigation.screen.focus?.position ?? RowPosition(section: 0, row: 0)
        let index = ribbon.lastIndex { title in
            (title.position.section, title.position.row) <= (here.section, here.row)
        }
        return index ?? 0
    }

    private func drawInspector(on canvas: Canvas, in area: Rect) {
        guard let page else { return canvas.box(area, title: focusedTitle, .border) }
        let edge: Role = navigation.region == .inspector ? .accent : .border
        InspectorPainter(canvas: canvas, area: area).draw(page, edge)
    }

    private var focusedTitle: String {
        navigation.screen.focus.flatMap { shown.table.row(at: $0.position) }?.title ?? ""
    }

    private func drawOverlays(on canvas: Canvas) {
        if overlays.current != .none { canvas.forgetSpots() }
        overlay?.draw(on: canvas)
        if overlays.help == .shown {
            scene.look.helpPage.draw(on: canvas, scroll: overlays.helpScroll)
        }
    }

    /// The overlay below the help; nil for none.
    private var overlay: (any OverlayView)? {
        switch overlays.current {
        case .none: nil
        case .picker(let picker): view(of: picker)
        case .inspector: page.map(InspectorBox.init)
        case .search(let search):
            SearchView(
                search: search,
                scene: scene,
                area: screen.searchArea
            )
        case .confirmation(let question): view(of: question)
        }
    }

    /// An open picker, below the row in focus.
    func view(of picker: OpenPicker) -> PickerView {
        PickerView(
            picker,
            title: scene.title(picker.place),
            scene.look.dates,
            body: frame.body,
            below: focusedLine
        )
    }

    func view(of question: Confirmation) -> QuestionView {
        QuestionView(question, scene.look.size, body: frame.body, scene.look.glyphs)
    }

    /// The last line of the screen that the focused row has.
    private var focusedLine: Int {
        guard let focus = navigation.screen.focus else { return tableArea.y }
        let lines = shown.layout.lines(of: focus.position)
        return tableArea.y + lines.upperBound - 1 - navigation.screen.scroll
    }

    // MARK: Words around the table

    /// Tables as long as this say where in them one is.
    private static let longTable = 200

    private func navigationNote(_ table: Table) -> String {
        if contents.notice?.subject == .settings { return "edits wait" }
        switch scene.values.link {
        case .waiting: return "reading"
        case .lost: return "no agent"
        case .live: break
        }
        if let note = contents.note { return note }
        let count = table.count
        if count >= Self.longTable, let position = navigation.screen.focus?.position {
            return "\((table.index(of: position) + 1).grouped) of \(count.grouped)"
        }
        if case .pane = navigation.screen.content, overlays.current == .none,
            scene.typing.field == nil,
            overlays.help == .hidden
        {
            return "live"
        }
        return ""
    }

    /// The row in focus's own mistake, or else what it is for.
    private var rowHelp: Status? {
        guard navigation.isSettingsTab, let place = navigation.focusedPlace else { return nil }
        if scene.refusedValue(place.root) != nil, let problem = scene.problems[place.root] {
            return Status(.error, "\(scene.look.glyphs.error) \(scene.words(of: problem))")
        }
        return scene.tree.setting(place)?.specifier.help.map { Status(.note, $0) }
    }

    /// True while an overlay has the keys that is about no row of the table.
    private var isCovered: Bool {
        if case .search = overlays.current { return true }
        return overlays.help == .shown
    }

    /// True where the inspector has all of a text that the status line cuts, and a key opens it.
    private func isInInspector(_ status: Status) -> Bool {
        guard status.text.columns > scene.look.size.width - 2, overlays.current == .none,
            scene.typing.field == nil,
            overlays.help == .hidden, let place = page?.place
        else { return false }
        // The inspector beside the table shows all of it already.
        let isCut = frame.inspector.map { page?.isCut(in: $0) == true } ?? true
        guard isCut else { return false }
        switch status.kind {
        case .error, .warning, .unsaved:
            if let problem = scene.problems[place.root], status.text.contains(problem.problem) {
                return true
            }
            return scene.values.failures[place.root] != nil
                && status.text.contains(scene.title(place.root))
        case .note: return status.text == scene.tree.setting(place)?.specifier.help
        case .good: return false
        }
    }

    /// The first program in view in the side bar: the one in hand, or shown, is always in it.
    private func firstInSideBar(_ area: Rect) -> Int {
        let here =
            navigation.region == .sideBar ? navigation.chosenProgram : screen.programIndex
        let room = area.height - 1
        return max(0, min(here - room / 2, scene.tree.programs.count - room))
    }

    // MARK: Side bar

    private var sideBarItems: [SideBarItem] {
        let here = contents.program
        let summaries = Summaries(scene)
        let isInHand = navigation.region == .sideBar
        return scene.tree.programs.enumerated().map { index, program in
            let isHere = program.domain == here
            let count = scene.values.modifiedCount(program.domain)
            let note: String =
                switch summaries.mark(of: program) {
                case .error: scene.look.glyphs.error
                case .restart where !isHere: scene.look.glyphs.restart
                default: count > 0 ? String(count) : ""
                }
            let isFocused = isInHand && index == navigation.chosenProgram
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
