// What lies on top of the table: help, search, questions.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Painter {
    /// Draws what lies on top.
    mutating func overlay(_ model: Model) {
        if model.overlays.current != .none { forgetSpots() }
        switch model.overlays.current {
        case .none: break
        case .picker(let picker): self.picker(picker, model)
        case .inspector: if let page = model.inspectorPage { inspector(InspectorBox(page)) }
        case .search(let search): self.search(search, model)
        case .confirmation(let confirmation): self.confirmation(confirmation, model)
        }
        if model.overlays.help == .shown { help(model.helpPage, scroll: model.overlays.helpScroll) }
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

    private mutating func confirmation(_ confirmation: Confirmation, _ model: Model) {
        let area = model.area(of: confirmation)
        box(area, title: confirmation.title, .warning)
        let lines = model.confirmationLines(confirmation, columns: area.width)
        for (index, line) in lines.prefix(max(0, area.height - 4)).enumerated() {
            put(line, x: area.x + 3, y: area.y + 1 + index, .normal, limit: area.end - 1)
        }
        let y = max(area.y, area.bottom - 2)
        let buttons = model.buttons(of: confirmation)
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
        placeCursor(Point(x: min(area.x + 4, model.look.size.width - 1), y: y))
    }
}
