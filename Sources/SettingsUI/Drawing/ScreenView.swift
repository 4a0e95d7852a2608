// The picture of the screen.

import SettingsModel
import SettingsSchema

/// An overlay as it's drawn, with what it is made of.
protocol OverlayView {
    func draw(on painter: inout Painter)
}

/// All that the screen shows, settled and ready to be drawn.
struct ScreenView {
    let scene: Scene
    let navigation: Navigation
    let overlays: Overlays
    let contents: any ScreenContents
    /// The title of the screen that the one in front leads back to; empty for none.
    let backTitle: String
    let frame: Frame
    let tableArea: Rect
    let shown: ShownTable
    /// The row in focus.
    let row: Row?
    /// The inspector's page of the row in focus.
    let page: InspectorPage?
    let status: Status?
    let hints: [Hint]

    /// The picture of the screen, and what the mouse can point to in it.
    func painted() -> Painter {
        var painter = Painter(scene.look.size, scene.look.glyphs)
        if let y = frame.tabLine {
            let count = scene.values.modified.count
            let note = count == 0 ? "" : "\(scene.look.glyphs.modified) \(count) modified"
            painter.tabs(navigation.tabs.map(\.title), chosen: navigation.tab, note: note, y: y)
        }
        if let y = frame.navigationLine {
            let columns = frame.body.x..<frame.body.end
            painter.navigation(
                title: shown.table.title,
                back: backTitle,
                note: navigationNote(shown.table),
                y: y,
                columns: columns
            )
        }
        let area = tableArea
        if let notice = contents.notice, area != frame.body {
            painter.notice(notice, in: frame.body, home: scene.look.home)
        }
        let view = TableView(
            columns: shown.columns,
            scroll: navigation.screen.scroll,
            focus: navigation.region == .sideBar || isCovered
                ? nil : navigation.screen.focus?.position,
            field: scene.typing.field?.edit,
            box: shown.box
        )
        painter.table(shown.table, shown.layout, in: area, view)
        ribbon(on: &painter)
        if let area = frame.sideBar {
            painter.sideBar(sideBarItems.dropFirst(firstInSideBar(area)), in: area)
        }
        if let area = frame.inspector {
            if let page {
                let edge: Role = navigation.region == .inspector ? .accent : .border
                painter.inspector(page, besideTable: area, edge)
            } else {
                painter.box(area, title: row?.title ?? "", .border)
            }
        }
        if let y = frame.statusLine, let status = status ?? rowHelp {
            painter.status(status, isInInspector(status) ? .inInspector : .nowhere, y: y)
        }
        drawOverlays(on: &painter)
        if let y = frame.hintLine {
            let line = Rect(x: 0, y: y, width: scene.look.size.width, height: 1)
            painter.fill(line)
            painter.spot(line, .cover)
            painter.hints(Hint.placed(hints, columns: scene.look.size.width), y: y)
        }
        return painter
    }

    private func drawOverlays(on painter: inout Painter) {
        if overlays.current != .none { painter.forgetSpots() }
        overlay?.draw(on: &painter)
        if overlays.help == .shown {
            scene.look.helpPage.draw(on: &painter, scroll: overlays.helpScroll)
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
                area: SearchArea(scene.look.size, body: frame.body)
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

    private func ribbon(on painter: inout Painter) {
        guard !shown.table.ribbon.isEmpty else { return }
        let here = navigation.screen.focus?.position ?? RowPosition(section: 0, row: 0)
        let index = shown.table.ribbon.lastIndex { title in
            (title.position.section, title.position.row) <= (here.section, here.row)
        }
        painter.ribbon(
            shown.table.ribbon,
            here: index ?? 0,
            x: shown.columns.upperBound,
            in: tableArea
        )
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
        return scene.catalogue.setting(place)?.specifier.help.map { Status(.note, $0) }
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
        // What stands beside the table already is shown by no key.
        guard frame.inspector.map { page?.isCut(in: $0) == true } ?? true else { return false }
        switch status.kind {
        case .error, .warning, .unsaved:
            if let problem = scene.problems[place.root], status.text.contains(problem.problem) {
                return true
            }
            return scene.failures[place.root] != nil
                && status.text.contains(scene.title(place.root))
        case .note: return status.text == scene.catalogue.setting(place)?.specifier.help
        case .good: return false
        }
    }

    /// The first program in view in the side bar: the one in hand, or shown, is always in it.
    private func firstInSideBar(_ area: Rect) -> Int {
        let domain = contents.program
        let shown = scene.catalogue.programs.firstIndex { $0.domain == domain } ?? 0
        let here = navigation.region == .sideBar ? navigation.chosenProgram : shown
        let room = area.height - 1
        return max(0, min(here - room / 2, scene.catalogue.programs.count - room))
    }

    // MARK: Side bar

    private var sideBarItems: [SideBarItem] {
        let here = contents.program
        let summaries = Summaries(scene)
        let isInHand = navigation.region == .sideBar
        return scene.catalogue.programs.enumerated().map { index, program in
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
