// What stands around the table: tabs, title, status, hints, side bar, scroll bar, ribbon.

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

extension Painter {
    /// The tab bar.
    mutating func tabs(
        _ titles: [String],
        chosen: Int,
        note: String,
        y: Int
    ) {
        fill(Rect(x: 0, y: y, width: grid.size.width, height: 1), .bar)
        var x = 1
        for (index, title) in titles.enumerated() {
            let start = x
            if index == chosen {
                x = self.chosen(title, x: x, y: y, edge: .barAccent)
            } else {
                x = put(" \(title) ", x: x, y: y, .bar)
            }
            spot(start..<x, y: y, .tab(index))
            x += 1
        }
        if !note.isEmpty, x + note.columns + 1 < grid.size.width {
            put(note, before: grid.size.width - 1, y: y, .bar)
        }
    }

    /// The navigation bar: where one comes from, where one is, and what is special about it.
    mutating func navigation(
        title: String,
        back: String,
        note: String,
        y: Int,
        columns: Range<Int>
    ) {
        var x = columns.lowerBound + 1
        if !back.isEmpty {
            let start = x
            x = put("\(glyphs.back) \(back)", x: x, y: y, .accent)
            spot(start..<x, y: y, .back)
        }
        let middle = columns.lowerBound + (columns.count - title.columns) / 2
        let start = max(x + 2, middle)
        let shown = cut(title, to: columns.upperBound - start - 1)
        let end = put(shown, x: start, y: y, .title)
        if !note.isEmpty, columns.upperBound - 1 - note.columns > end {
            put(note, before: columns.upperBound - 1, y: y, .dim)
        }
    }

    /// The hints at the bottom.
    mutating func hints(_ hints: [(hint: Hint, columns: Range<Int>)], y: Int) {
        for (hint, columns) in hints {
            let x = put(hint.key, x: columns.lowerBound, y: y, .hintKey) + 1
            put(hint.label, x: x, y: y, .hint)
            if let key = hint.sends { spot(columns, y: y, .key(key)) }
        }
    }

    /// The side bar.
    mutating func sideBar(_ items: some Collection<SideBarItem>, in area: Rect) {
        put("Panes", x: area.x + 2, y: area.y, .dim)
        for (index, item) in items.prefix(area.height - 1).enumerated() {
            let y = area.y + 1 + index
            spot(area.x..<area.end, y: y, .program(item.index))
            let marks: Cell.Marks = item.isFocused ? .focused : []
            if item.isFocused {
                fill(Rect(x: area.x, y: y, width: area.width - 1, height: 1), marks: marks)
                placeCursor(Point(x: area.x + 2, y: y))
            }
            let sign = item.isFocused ? glyphs.focus : item.isHere ? glyphs.vertical : ""
            put(sign, x: area.x, y: y, .accent, marks: marks)
            let room = area.width - 4 - (item.note.isEmpty ? 0 : item.note.columns + 1)
            let title = cut(item.title, to: room)
            put(title, x: area.x + 2, y: y, item.isHere ? .title : .value, marks: marks)
            put(item.note, before: area.end - 2, y: y, .modified, marks: marks)
        }
        for y in area.y..<area.bottom {
            put(glyphs.vertical, x: area.end - 1, y: y, .border)
        }
    }

    // MARK: The table

    /// Draws the lines of a table that are in view, and asks only for their rows.
    mutating func table(_ table: Table, _ layout: Layout, in area: Rect, _ view: TableView) {
        let columns = view.columns
        let left = columns.lowerBound
        var sliders: (section: Int, room: (title: Int, number: Int)?)?
        for y in area.y..<area.bottom {
            guard let line = layout.line(view.scroll + y - area.y) else { break }
            switch line {
            case .top(let section):
                let (header, note) = (table.sections[section].header, table.sections[section].note)
                topEdge(header, note: note, x: left, y: y, columns: columns.count)
            case .bottom: bottomEdge(x: left, y: y, columns: columns.count)
            case .footer(let text):
                put(text, x: left + 3, y: y, .footer, limit: columns.upperBound)
            case .row(let position, let line):
                if sliders?.section != position.section {
                    let room = table.sections[position.section].sliderColumns
                    sliders = (position.section, room)
                }
                let isFocused = position == view.focus
                let drawing = RowDrawing(
                    position: position,
                    columns: columns,
                    isFocused: isFocused,
                    field: isFocused || view.box?.position == position ? view.field : nil,
                    box: view.box?.position == position ? view.box : nil,
                    sliders: sliders?.room
                )
                spot(columns, y: y, .row(position))
                if isFocused, line == 0 { placeCursor(Point(x: left + 2, y: y)) }
                let row = table.sections[position.section].row(position.row)
                let lines = layout.lines(of: position).count
                drawing.draw(row, line: line, of: lines, y: y, layout.width, on: &self)
            }
        }
        scrollBar(layout.count, in: area, scroll: view.scroll)
    }

    /// The scroll bar at an area's right edge, where not all lines have room.
    mutating func scrollBar(_ lines: Int, in area: Rect, scroll: Int) {
        for offset in Self.thumb(lines, in: area.height, scroll: scroll) {
            put(glyphs.thumb, x: area.end - 1, y: area.y + offset, .dim)
        }
    }

    /// The lines in view that have the thumb of a scroll bar; none where all have room.
    static func thumb(_ lines: Int, in height: Int, scroll: Int) -> Range<Int> {
        guard lines > height, height > 0 else { return 0..<0 }
        let length = max(1, height * height / lines)
        let start = (height - length) * scroll / (lines - height)
        return start..<min(start + length, height)
    }

    /// The index at the right edge; where it has more titles than lines, some are left out, but
    /// never the one where the focus is.
    mutating func ribbon(_ titles: [RibbonTitle], here: Int, x: Int, in area: Rect) {
        for offset in 0..<min(area.height, titles.count) {
            let index = RibbonTitle.index(at: offset, of: titles.count, lines: area.height)
            let next = RibbonTitle.index(at: offset + 1, of: titles.count, lines: area.height)
            let isHere = index == here || (index < here && here < next)
            let shown = titles[isHere ? here : index]
            put(cut(shown.title, to: 1), x: x, y: area.y + offset, isHere ? .ribbonHere : .ribbon)
            spot(x..<x + 1, y: area.y + offset, .ribbon(shown.position))
        }
    }
}

extension RibbonTitle {
    /// The title on a line of the ribbon.
    static func index(at line: Int, of count: Int, lines: Int) -> Int {
        count <= lines ? line : line * (count - 1) / max(1, lines - 1)
    }
}

/// The part of a table that is in view.
struct TableView {
    /// The table's columns, its edges among them.
    var columns: Range<Int>
    /// The first line in view.
    var scroll: Int
    var focus: RowPosition?
    /// The field that is open in the focused row.
    var field: TextEdit?
    /// The lines of that row, where the field is a text in several.
    var box: TextBox?
}
