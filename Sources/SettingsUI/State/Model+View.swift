// The picture of the screen.

import SettingsModel
import SettingsSchema

extension Model {
    /// Draws the screen.
    func view() -> Grid { painted().grid }

    /// The picture of the screen, and what the mouse can point to in it.
    func painted() -> Painter {
        var painter = Painter(look.size, look.glyphs)
        let frame = frame
        let shown = shownTable
        if let y = frame.tabLine {
            let count = values.modified.count
            let note = count == 0 ? "" : "\(look.glyphs.modified) \(count) modified"
            painter.tabs(navigation.tabs.map(\.title), chosen: navigation.tab, note: note, y: y)
        }
        if let y = frame.navigationLine {
            let columns = frame.body.x..<frame.body.end
            painter.navigation(
                title: shown.table.title,
                back: navigation.screens.dropLast().last.map { contents($0.content).backTitle }
                    ?? "",
                note: navigationNote(shown.table),
                y: y,
                columns: columns
            )
        }
        let area = tableArea
        if let notice = contents.notice, area != frame.body {
            painter.notice(notice, in: frame.body, home: look.home)
        }
        let view = TableView(
            columns: shown.columns,
            scroll: navigation.screen.scroll,
            focus: navigation.region == .sideBar || isCovered
                ? nil : navigation.screen.focus?.position,
            field: typing.field?.edit,
            box: shown.box
        )
        painter.table(shown.table, shown.layout, in: area, view)
        ribbon(shown, area, &painter)
        if let area = frame.sideBar {
            painter.sideBar(sideBarItems.dropFirst(firstInSideBar(area)), in: area)
        }
        if let area = frame.inspector {
            if let page = inspectorPage {
                let edge: Role = navigation.region == .inspector ? .accent : .border
                painter.inspector(page, besideTable: area, edge)
            } else {
                painter.box(area, title: focusedRow?.title ?? "", .border)
            }
        }
        if let y = frame.statusLine, let status = status ?? rowHelp {
            painter.status(status, isInInspector(status) ? .inInspector : .nowhere, y: y)
        }
        draw(overlays, on: &painter)
        if let y = frame.hintLine {
            let line = Rect(x: 0, y: y, width: look.size.width, height: 1)
            painter.fill(line)
            painter.spot(line, .cover)
            painter.hints(Hint.placed(hints, columns: look.size.width), y: y)
        }
        return painter
    }

    private func draw(_ overlays: Overlays, on painter: inout Painter) {
        if overlays.current != .none { painter.forgetSpots() }
        switch overlays.current {
        case .none: break
        case .picker(let picker): view(of: picker).draw(on: &painter)
        case .inspector: if let page = inspectorPage { painter.inspector(InspectorBox(page)) }
        case .search(let search):
            SearchView(search: search, scene: scene, area: searchArea).draw(on: &painter)
        case .confirmation(let question): view(of: question).draw(on: &painter)
        }
        if overlays.help == .shown {
            look.helpPage.draw(on: &painter, scroll: overlays.helpScroll)
        }
    }

    /// An open picker, below the row in focus.
    func view(of picker: OpenPicker) -> PickerView {
        PickerView(
            picker,
            title: scene.title(picker.place),
            look.dates,
            body: frame.body,
            below: focusedLine
        )
    }

    func view(of question: Confirmation) -> QuestionView {
        QuestionView(question, look.size, body: frame.body, look.glyphs)
    }

    var searchArea: SearchArea { SearchArea(look.size, body: frame.body) }

    /// The last line of the screen that the focused row has.
    private var focusedLine: Int {
        guard let focus = navigation.screen.focus else { return tableArea.y }
        let lines = shownTable.layout.lines(of: focus.position)
        return tableArea.y + lines.upperBound - 1 - navigation.screen.scroll
    }

    private func ribbon(_ shown: ShownTable, _ area: Rect, _ painter: inout Painter) {
        guard !shown.table.ribbon.isEmpty else { return }
        let here = navigation.screen.focus?.position ?? RowPosition(section: 0, row: 0)
        let index = shown.table.ribbon.lastIndex { title in
            (title.position.section, title.position.row) <= (here.section, here.row)
        }
        painter.ribbon(shown.table.ribbon, here: index ?? 0, x: shown.columns.upperBound, in: area)
    }

    /// The hints of what the keys do now.
    var hints: [Hint] {
        let table = table
        return Hints(
            scene: scene,
            navigation: navigation,
            overlays: overlays,
            comparison: changes.comparison,
            row: navigation.screen.focus.flatMap { table.row(at: $0.position) },
            hasRibbon: !table.ribbon.isEmpty
        ).all
    }

    // MARK: Words around the table

    /// Tables as long as this say where in them one is.
    private static let longTable = 200

    private func navigationNote(_ table: Table) -> String {
        if contents.notice?.subject == .settings { return "edits wait" }
        switch values.link {
        case .waiting: return "reading"
        case .lost: return "no agent"
        case .live: break
        }
        if let note = contents.note { return note }
        let count = table.count
        if count >= Self.longTable, let position = navigation.screen.focus?.position {
            return "\((table.index(of: position) + 1).grouped) of \(count.grouped)"
        }
        if case .pane = navigation.screen.content, overlays.current == .none, typing.field == nil,
            overlays.help == .hidden
        {
            return "live"
        }
        return ""
    }

    /// The row in focus's own mistake, or else what it is for.
    var rowHelp: Status? {
        guard navigation.isSettingsTab, let place = navigation.focusedPlace else { return nil }
        if scene.refusedValue(place.root) != nil, let problem = fileProblems[place.root] {
            return Status(.error, "\(look.glyphs.error) \(scene.words(of: problem))")
        }
        return catalogue.setting(place)?.specifier.help.map { Status(.note, $0) }
    }

    /// True while an overlay has the keys that is about no row of the table.
    private var isCovered: Bool {
        if case .search = overlays.current { return true }
        return overlays.help == .shown
    }

    /// True where the inspector has all of a text that the status line cuts, and a key opens it.
    func isInInspector(_ status: Status) -> Bool {
        guard status.text.columns > look.size.width - 2, overlays.current == .none,
            typing.field == nil,
            overlays.help == .hidden, let place = navigation.focusedPlace
        else { return false }
        // What stands beside the table already is shown by no key.
        guard frame.inspector == nil || isInspectorCut else { return false }
        switch status.kind {
        case .error, .warning, .unsaved:
            if let problem = fileProblems[place.root], status.text.contains(problem.problem) {
                return true
            }
            return failures[place.root] != nil && status.text.contains(scene.title(place.root))
        case .note: return status.text == catalogue.setting(place)?.specifier.help
        case .good: return false
        }
    }

    private var sideBarItems: [SideBarItem] {
        let here = contents.program
        let summaries = Summaries(scene)
        let isInHand = navigation.region == .sideBar
        return catalogue.programs.enumerated().map { index, program in
            let isHere = program.domain == here
            let count = values.modifiedCount(program.domain)
            let note: String =
                switch summaries.mark(of: program) {
                case .error: look.glyphs.error
                case .restart where !isHere: look.glyphs.restart
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
