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

    // MARK: Questions

    private mutating func conflict(_ conflict: Conflict, _ state: State) {
        guard let place = conflict.wheels?.place ?? state.field?.place else { return }
        guard state.conflictHasBox else {
            return lines(state.conflictLines(conflict, state.title(place)))
        }
        let area = state.conflictArea
        let verb = conflict.wheels == nil ? "typed" : "turned"
        let y = area.y
        box(area, title: "\(state.title(place)) was changed while you \(verb)", .warning)
        let x = area.x + 3
        // On a small screen there is no room for who changed it beside the values.
        let columns = area.width - 16
        let room = columns < Self.wideConflict ? columns : columns - 12
        let (before, mine, theirs) = conflict.shown(in: room, glyphs)
        let lines: [(String, String, Role, String)] = [
            ("before", before, .value, ""), ("mine", mine, .added, "not saved"),
            ("theirs", theirs, .conflict, conflict.source),
        ]
        for (index, line) in lines.enumerated() {
            put(line.0, x: x, y: y + 2 + index, .dim, limit: area.end - 1)
            put(line.1, x: x + 10, y: y + 2 + index, line.2, limit: area.end - 1)
            let left = columns - line.1.columns - 2
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

    /// The question where no box has room for it.
    private mutating func lines(_ lines: [ConflictLine]) {
        let columns = 0..<grid.size.width
        let start = (lines.filter { $0.key != nil }.map(\.words.columns).max() ?? 0) + 1
        for (y, line) in lines.enumerated() {
            let area = Rect(x: 0, y: y, width: columns.count, height: 1)
            fill(area)
            spot(area, .cover)
            if let key = line.key { spot(columns, y: y, .key(key)) }
            let isTitle = line.key == nil && line.value.isEmpty
            put(cut(line.words, to: columns.count), x: 0, y: y, isTitle ? line.role : .normal)
            if line.key != nil { put(String(line.words.prefix(1)), x: 0, y: y, .hintKey) }
            put(line.value, x: start, y: y, line.role)
        }
        placeCursor(Point(x: 0, y: lines.firstIndex { $0.key != nil } ?? 0))
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
