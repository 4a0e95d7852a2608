// The picture of what lies on top of the table, and of the inspector beside it.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension ScreenPainter {
    /// Draws what lies on top.
    func overlay() {
        if state.overlays.current != .none { canvas.forgetSpots() }
        switch state.overlays.current {
        case .none: break
        case .picker(let picker): draw(picker)
        case .inspector: inspectorBox()
        case .search(let search): draw(search)
        case .confirmation(let confirmation): draw(confirmation)
        }
        if state.overlays.help == .shown {
            let scroll = state.overlays.helpScroll
            HelpPainter(canvas: canvas, page: state.helpPage, scroll: scroll).draw()
        }
    }

    // MARK: The inspector

    /// Draws the inspector beside the table.
    func inspectorPanel(in area: Rect) {
        guard let place = state.navigation.focusedPlace else {
            return canvas.box(area, title: state.focusedRow?.title ?? "", .border)
        }
        let isInHand = state.navigation.region == .inspector
        canvas.box(area, title: state.scene.title(place), isInHand ? .accent : .border)
        InspectorPainter(canvas: canvas, area: area).draw(state.panelLines(place, in: area)[...])
        if state.isInspectorCut {
            canvas.put(" i: all of it ", before: area.end - 2, y: area.bottom - 1, .dim)
        }
    }

    private func inspectorBox() {
        guard let place = state.navigation.focusedPlace else { return }
        let area = state.inspectorArea(place)
        let lines = state.boxLines(place)
        let first = state.firstInspectorLine(place)
        canvas.box(area, title: state.scene.title(place), note: place.keyPath.description, .accent)
        canvas.placeCursor(Point(x: area.x + 2, y: area.y + 1))
        InspectorPainter(canvas: canvas, area: area).draw(lines.dropFirst(first))
        let inside = Rect(x: area.x, y: area.y + 1, width: area.width, height: area.height - 2)
        canvas.scrollBar(lines.count, in: inside, scroll: first)
    }

    // MARK: Pickers and questions

    private func draw(_ picker: OpenPicker) {
        let area = state.pickerArea(picker)
        let title = state.scene.title(picker.place)
        let note = state.pickerNote(picker)
        let isRoomy = note.columns + title.columns + 8 < area.box.width
        let painter = PickerPainter(
            canvas: canvas,
            area: area,
            wheels: picker.wheels,
            column: picker.column
        )
        painter.draw(title: title, note: isRoomy ? note : state.look.dates.name)
    }

    private func draw(_ confirmation: Confirmation) {
        let area = state.area(of: confirmation)
        let painter = ConfirmationPainter(
            canvas: canvas,
            title: confirmation.title,
            area: area,
            lines: state.confirmationLines(confirmation, columns: area.width),
            buttons: state.buttons(of: confirmation)
        )
        painter.draw()
    }

    // MARK: The search

    private func draw(_ search: Search) {
        let areas = SearchAreas(
            all: state.searchArea,
            results: state.searchResultsArea,
            hasBox: state.searchHasBox
        )
        // What isn't gathered yet counts: a number that grows would draw the screen again and again.
        let total = search.index.isWhole ? search.index.places.count : state.catalogue.settingCount
        let first = search.firstShown(of: areas.results.height)
        let results = (first..<min(search.count, first + areas.results.height))
            .map { (number: $0, line: line(search.found($0))) }
        SearchPainter(canvas: canvas, areas: areas, edit: search.edit).draw(
            results,
            chosen: search.chosen,
            count: search.edit.text.isEmpty ? "\(total)" : "\(search.count) of \(total)",
            more: { self.more(search, columns: $0) }
        )
    }

    private func line(_ found: Found) -> FoundLine {
        switch found {
        case .problem(let problem):
            return FoundLine(
                title: problem.title,
                location: state.catalogue.location(problem.pane),
                value: problem.words
            )
        case .setting(let place):
            let setting = state.catalogue.setting(place)
            return FoundLine(
                title: state.scene.title(place),
                location: setting.map { state.catalogue.location($0.pane) } ?? "",
                value: state.scene.shown(state.scene.value(place), place),
                mark: setting.map { state.scene.mark(place, $0.specifier) } ?? .none
            )
        }
    }

    /// The key, the rule, the default and the source of the setting in focus; nil without one.
    private func more(_ search: Search, columns: Int) -> String? {
        let scene = state.scene
        guard let place = search.place,
            let specifier = state.catalogue.setting(place)?.specifier
        else { return nil }
        func cut(_ text: String, to columns: Int) -> String {
            text.cut(to: columns, mark: state.look.glyphs.ellipsis)
        }
        let dot = "  \(state.look.glyphs.dot)  "
        let source = source(of: place, search).map { dot + $0 } ?? ""
        let ends = "\(dot)default \(scene.shown(specifier.defaultValue, place))\(source)"
        let key = place.keyPath.description + dot
        // What the value may be is the longest part, and the inspector has all of it.
        let room = max(8, columns - key.columns - ends.columns)
        return cut(key + cut(specifier.rule.summary, to: room) + ends, to: columns)
    }

    /// What a file says that isn't in force, or the layer that a value comes from, with the file and
    /// the line where they are known; nil for the default.
    private func source(of place: SettingPlace, _ search: Search) -> String? {
        if let refused = state.scene.refusedValue(place.root),
            let problem = state.fileProblems[place.root]
        {
            let line = problem.place.map { ":\($0.line)" } ?? ""
            return "stored: \(refused.plainText), \(problem.file.fileName)\(line)"
        }
        guard let layer = state.scene.stored(place)?.layer, layer != .default else { return nil }
        guard let source = search.source, source.place == place.root,
            let report = source.explanation.layers.first(where: { $0.layer == layer }),
            let file = report.file
        else { return "\(layer.rawValue) layer" }
        return "\(layer.rawValue), \(file.fileName)" + (report.place.map { ":\($0.line)" } ?? "")
    }
}

extension String {
    /// The last part of a path.
    fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
