// The programs beside the table.

/// One line of the side bar.
struct SideBarItem: Equatable, Sendable {
    var title: String
    var note: String
    /// Which of the programs it is.
    var index: Int
    var isHere: Bool
    /// Whether the keys act on it.
    var isFocused: Bool
}

/// Draws the side bar.
struct SideBarPainter {
    let canvas: Canvas

    func draw(_ items: some Collection<SideBarItem>, in area: Rect) {
        let glyphs = canvas.glyphs
        canvas.put("Panes", x: area.x + 2, y: area.y, .dim)
        for (index, item) in items.prefix(area.height - 1).enumerated() {
            let y = area.y + 1 + index
            canvas.spot(area.x..<area.end, y: y, .program(item.index))
            let marks: Cell.Marks = item.isFocused ? .focused : []
            if item.isFocused {
                canvas.fill(Rect(x: area.x, y: y, width: area.width - 1, height: 1), marks: marks)
                canvas.placeCursor(Point(x: area.x + 2, y: y))
            }
            let sign = item.isFocused ? glyphs.focus : item.isHere ? glyphs.vertical : ""
            canvas.put(sign, x: area.x, y: y, .accent, marks: marks)
            let room = area.width - 4 - (item.note.isEmpty ? 0 : item.note.columns + 1)
            let title = canvas.cut(item.title, to: room)
            canvas.put(title, x: area.x + 2, y: y, item.isHere ? .title : .value, marks: marks)
            canvas.put(item.note, before: area.end - 2, y: y, .modified, marks: marks)
        }
        for y in area.y..<area.bottom {
            canvas.put(glyphs.vertical, x: area.end - 1, y: y, .border)
        }
    }
}
