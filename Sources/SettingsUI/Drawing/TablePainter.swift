// The table in front, line by line.

/// What is to be seen of a table.
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

/// Draws a table.
struct TablePainter {
    let canvas: Canvas
    let table: Table
    let layout: Layout
    let view: TableView

    /// Draws the lines of a table that are in view, and asks only for their rows.
    func draw(in area: Rect) {
        let columns = view.columns
        let left = columns.lowerBound
        var sliders: (section: Int, room: (title: Int, number: Int)?)?
        for y in area.y..<area.bottom {
            guard let line = layout.line(view.scroll + y - area.y) else { break }
            switch line {
            case .top(let section):
                let (header, note) = (table.sections[section].header, table.sections[section].note)
                canvas.topEdge(header, note: note, x: left, y: y, columns: columns.count)
            case .bottom: canvas.bottomEdge(x: left, y: y, columns: columns.count)
            case .footer(let text):
                canvas.put(text, x: left + 3, y: y, .footer, limit: columns.upperBound)
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
                canvas.spot(columns, y: y, .row(position))
                if isFocused, line == 0 { canvas.placeCursor(Point(x: left + 2, y: y)) }
                let row = table.sections[position.section].row(position.row)
                let lines = layout.lines(of: position).count
                let painter = RowPainter(
                    canvas: canvas,
                    row: row,
                    drawing: drawing,
                    y: y,
                    width: layout.width
                )
                painter.draw(line: line, of: lines)
            }
        }
        canvas.scrollBar(layout.count, in: area, scroll: view.scroll)
    }

    /// The index at the right edge; where it has more titles than lines, some are left out, but
    /// never the one where the focus is.
    func ribbon(here: Int, in area: Rect) {
        let titles = table.ribbon
        let x = view.columns.upperBound
        for offset in 0..<min(area.height, titles.count) {
            let index = RibbonTitle.index(at: offset, of: titles.count, lines: area.height)
            let next = RibbonTitle.index(at: offset + 1, of: titles.count, lines: area.height)
            let isHere = index == here || (index < here && here < next)
            let shown = titles[isHere ? here : index]
            let title = canvas.cut(shown.title, to: 1)
            canvas.put(title, x: x, y: area.y + offset, isHere ? .ribbonHere : .ribbon)
            canvas.spot(x..<x + 1, y: area.y + offset, .ribbon(shown.position))
        }
    }
}

extension RibbonTitle {
    /// The title on a line of the ribbon.
    static func index(at line: Int, of count: Int, lines: Int) -> Int {
        count <= lines ? line : line * (count - 1) / max(1, lines - 1)
    }
}
