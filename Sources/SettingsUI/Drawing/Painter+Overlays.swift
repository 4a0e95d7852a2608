// What lies on top of the table: help, search, questions.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Painter {
    /// Draws what lies on top.
    mutating func overlay(_ state: State) {
        if state.overlay != .none { forgetSpots() }
        switch state.overlay {
        case .none: break
        case .picker(let picker): self.picker(picker, state)
        case .inspector: inspectorBox(state)
        case .search(let search): self.search(search, state)
        case .conflict(let conflict): self.conflict(conflict, state)
        case .confirmation(let confirmation): self.confirmation(confirmation, state)
        }
        if state.help == .shown { help(state.helpPage, scroll: state.helpScroll) }
    }

    // MARK: Help

    private mutating func help(_ page: HelpPage, scroll: Int) {
        let area = page.area
        let move = "\(glyphs.upDown) scroll, Esc closes"
        box(area, title: "Keys", note: page.isCut ? move : "any key closes", .accent)
        let first = page.first(scroll)
        for word in page.words where (first..<first + page.shown).contains(word.line) {
            let x = area.x + word.x
            let y = page.top + word.line - first
            put(word.text, x: x, y: y, word.role, limit: x + max(0, word.columns))
        }
        let lines = Rect(x: area.x, y: page.top, width: area.width, height: page.shown)
        scrollBar(page.count, in: lines, scroll: first)
        placeCursor(Point(x: area.x + 2, y: page.top))
    }

    // MARK: Search

    private mutating func search(_ search: Search, _ state: State) {
        let area = state.searchArea
        // What isn't gathered yet counts: a number that grows would draw the screen again and again.
        let total = search.index.isWhole ? search.index.places.count : state.settingCount
        let note = search.edit.text.isEmpty ? "\(total)" : "\(search.results.count) of \(total)"
        guard state.searchHasBox else {
            spot(area, .cover)
            fill(area)
            results(search, state, state.searchResultsArea)
            return field(search.edit, x: 0, y: area.y, columns: state.size.width)
        }
        box(area, title: "Search all settings", note: note, .accent)
        divider(area, y: area.y + 2, .accent)
        let results = state.searchResultsArea
        self.results(search, state, results)
        if area.height >= 12 { more(search, state, area, y: results.bottom) }
        put("/", x: area.x + 2, y: area.y + 1, .hintKey)
        field(search.edit, x: area.x + 4, y: area.y + 1, columns: area.width - 6)
    }

    private mutating func results(_ search: Search, _ state: State, _ area: Rect) {
        let first = search.firstShown(of: area.height)
        let shown = search.results.dropFirst(first).prefix(area.height)
        for (line, index) in shown.enumerated() {
            let place = search.place(index)
            let marks: Cell.Marks = first + line == search.chosen ? .focused : []
            spot(area.x..<area.end, y: area.y + line, .result(first + line))
            result(place, search.edit.text, state, area, y: area.y + line, marks)
        }
        if shown.isEmpty, !search.edit.text.isEmpty {
            put("Nothing found", x: area.x + 3, y: area.y, .dim, limit: area.end - 1)
        }
    }

    private mutating func result(
        _ place: SettingPlace,
        _ query: String,
        _ state: State,
        _ area: Rect,
        y: Int,
        _ marks: Cell.Marks
    ) {
        fill(Rect(x: area.x + 1, y: y, width: area.width - 2, height: 1), marks: marks)
        if marks.contains(.focused) { put(glyphs.focus, x: area.x, y: y, .accent) }
        if let setting = state.setting(place) {
            let (sign, role) = sign(state.mark(place, setting.specifier))
            put(sign, x: area.x + 1, y: y, role, marks: marks)
        }
        let middle = area.x + max(14, min(27, area.width * 2 / 5))
        let shown = state.shown(state.value(place), place)
        let value = cut(shown, to: area.width / 3)
        let start = put(value, before: area.end - 3, y: y, .value, marks: marks)
        var x = area.x + 3
        let end = min(middle, start) - 1
        for (text, role) in cut(state.title(place), to: end - x).parted(by: query) {
            x = put(text, x: x, y: y, role, marks: marks, limit: end)
        }
        let location = state.setting(place).map { state.location($0.pane) } ?? ""
        put(cut(location, to: start - middle - 2), x: middle, y: y, .dim, marks: marks)
    }

    private mutating func more(_ search: Search, _ state: State, _ area: Rect, y: Int) {
        divider(area, y: y, .accent)
        let limit = area.end - 2
        if let place = search.place, let specifier = state.setting(place)?.specifier {
            let wanted = state.shown(specifier.defaultValue, place)
            let layer = state.stored(place)?.layer ?? .default
            let dot = "  \(glyphs.dot)  "
            let source = layer == .default ? "" : "\(dot)\(layer.rawValue) layer"
            let ends = "\(dot)default \(wanted)\(source)"
            let key = place.keyPath.description + dot
            // What the value may be is the longest part, and the inspector has all of it.
            let room = limit - area.x - 3
            let rule = cut(specifier.rule.summary, to: max(8, room - key.columns - ends.columns))
            put(cut(key + rule + ends, to: room), x: area.x + 3, y: y + 1, .dim)
        }
        put(
            "Also matched: titles, keys, values, help, footers, titles of choices.",
            x: area.x + 3,
            y: y + 3,
            .footer,
            limit: limit
        )
        put(
            "Filters:  @modified  @problem  @key:font  @type:switch  @from:site",
            x: area.x + 3,
            y: y + 4,
            .footer,
            limit: limit
        )
    }

    // MARK: Questions

    private mutating func conflict(_ conflict: Conflict, _ state: State) {
        guard let place = conflict.wheels?.place ?? state.field?.place else { return }
        let area = state.conflictArea
        let verb = conflict.wheels == nil ? "typed" : "turned"
        let y = area.y
        box(area, title: "\(state.title(place)) was changed while you \(verb)", .warning)
        let x = area.x + 3
        // On a small screen there is no room for who changed it beside the values.
        let columns = area.width - 16
        let room = columns < Self.wideConflict ? columns : columns - 12
        let lines: [(String, String, Role, String)] = [
            ("before", conflict.before, .value, ""), ("mine", conflict.mine, .added, "not saved"),
            ("theirs", conflict.theirs, .conflict, conflict.source),
        ]
        for (index, line) in lines.enumerated() {
            put(line.0, x: x, y: y + 2 + index, .dim, limit: area.end - 1)
            let value = cut(line.1, to: room)
            put(value, x: x + 10, y: y + 2 + index, line.2, limit: area.end - 1)
            let left = columns - value.columns - 2
            if left < line.3.columns, columns < Self.wideConflict { continue }
            put(cut(line.3, to: left), before: area.end - 3, y: y + 2 + index, .dim)
        }
        for (index, button) in state.conflictButtons.enumerated() {
            let x = button.columns.lowerBound
            spot(button.columns.clamped(to: area.x..<area.end), y: y + 6, .key(button.key))
            if index == 0 {
                chosen(button.title, x: x, y: y + 6)
            } else {
                put(" \(button.title) ", x: x, y: y + 6, .unchosen, limit: area.end - 1)
            }
        }
        placeCursor(Point(x: x + 1, y: y + 6))
    }

    /// Columns from which a value and who stored it have room side by side.
    private static let wideConflict = 40

    private mutating func confirmation(_ confirmation: Confirmation, _ state: State) {
        let area = state.area(of: confirmation)
        box(area, title: confirmation.title, .warning)
        let lines = state.confirmationLines(confirmation, columns: area.width)
        for (index, line) in lines.prefix(max(0, area.height - 4)).enumerated() {
            put(line, x: area.x + 3, y: area.y + 1 + index, .normal, limit: area.end - 1)
        }
        let y = max(area.y, area.bottom - 2)
        let buttons = state.buttons(of: confirmation)
        for button in buttons {
            spot(button.columns.clamped(to: area.x..<area.end), y: y, .key(button.key))
        }
        chosen(buttons[0].title, x: buttons[0].columns.lowerBound, y: y)
        put(
            " \(buttons[1].title) ",
            x: buttons[1].columns.lowerBound,
            y: y,
            .unchosen,
            limit: area.end - 1
        )
        placeCursor(Point(x: min(area.x + 4, state.size.width - 1), y: y))
    }
}

extension String {
    /// The text in parts, those that a query's first word matches apart from the others.
    fileprivate func parted(by query: String) -> [(String, Role)] {
        guard let word = query.split(separator: " ").first(where: { SearchFilter($0) == nil })
        else {
            return [(self, .normal)]
        }
        let wanted = Array(word.lowercased())
        let letters = Array(self)
        let starts = letters.indices.dropLast(max(0, wanted.count - 1))
        let start = starts.first { start in
            zip(letters[start...], wanted).allSatisfy { $0.lowercased() == String($1) }
        }
        guard let start else { return [(self, .normal)] }
        let end = start + wanted.count
        return [
            (String(letters[..<start]), .normal), (String(letters[start..<end]), .match),
            (String(letters[end...]), .normal),
        ]
    }
}
