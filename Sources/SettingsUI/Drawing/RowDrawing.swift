// The room that a row has, and for what.

/// Where in a table's drawing a row stands, and what else there is to know for it.
struct RowDrawing {
    var position: RowPosition
    /// The table's columns, its edges among them.
    var columns: Range<Int>
    var isFocused: Bool
    var field: TextEdit?
    /// The lines of the row in which a text is typed.
    var box: TextBox?
    /// Room for the section's slider titles and numbers.
    var sliders: (title: Int, number: Int)?

    /// The first column after controls.
    var end: Int { columns.upperBound - 3 }
    var start: Int { columns.lowerBound + 3 }
    var marks: Cell.Marks { isFocused ? .focused : [] }

    /// The room for a control beside a title of so many columns.
    func room(_ row: Row, beside title: Int, y: Int) -> WidgetRoom {
        let inner = end - start
        let number = max(5, sliders?.number ?? 0)
        let longest = sliders?.title ?? inner - 36
        let track = min(28, max((inner + 3) / 3, inner - longest - number - 4))
        return WidgetRoom(
            position: position,
            end: end,
            y: y,
            columns: max(0, inner - title - (title > 0 ? 2 : 0)),
            marks: marks,
            access: row.access,
            isWhole: row.title.isEmpty,
            numberColumns: number,
            trackColumns: track
        )
    }

    /// The room for a control on a line of its own.
    func ownRoom(_ row: Row, y: Int) -> WidgetRoom {
        var room = room(row, beside: 0, y: y)
        room.end = columns.upperBound - 2
        room.columns = columns.count - 5
        room.trackColumns = 28
        return room
    }

    /// The columns of a field beside its title.
    func fieldColumns(_ row: Row) -> Range<Int> {
        let own = row.fieldTitle.columns
        let title = min(own, max(0, end - start) / 2)
        let first = start + title + (title > 0 ? 2 : 0)
        return first..<max(first, end)
    }

    /// Columns for a title beside a control.
    func titleColumns(_ row: Row, _ glyphs: Glyphs) -> Int {
        let inner = end - start
        let needed = row.widget.leastColumns(inner: inner, glyphs)
        return max(0, min(row.signedTitle.columns, inner - needed - (needed > 0 ? 2 : 0)))
    }
}

extension RowDrawing {
    /// The columns of a text that stands below its title, or has none.
    static func textColumns(of columns: Range<Int>, _ glyphs: Glyphs) -> Range<Int> {
        let start = columns.lowerBound + 3
        let end = max(start + 1, columns.upperBound - 3)
        let hasBrackets = glyphs.kind == .ascii && end - start > Canvas.leastBracketed
        return hasBrackets ? start + 1..<end - 1 : start..<end
    }
}

extension Widget {
    /// Columns that a control needs to be of use.
    fileprivate func leastColumns(inner: Int, _ glyphs: Glyphs) -> Int {
        switch self {
        case .toggle(.neither(let text)): min(inner / 2, text.columns)
        case .toggle: glyphs.kind == .ascii ? 5 : 7
        case .slider(let scale): max(5, scale.columns) + 2 + max(3, (inner + 3) / 3)
        case .segments(let titles, _):
            min(inner / 2, titles.reduce(titles.count - 1) { $0 + $1.columns + 2 })
        case .text(let text, let placeholder):
            min(inner / 2, (text.isEmpty ? placeholder : text).columns)
        case .secret: 8
        case .stepper(let scale): scale.text.columns + 8
        case .value(let text), .link(let text): min(inner / 2, text.columns + 2)
        case .check, .box, .nothing, .difference, .entry: 0
        }
    }
}
