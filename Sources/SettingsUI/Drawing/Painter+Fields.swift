// How fields look while they are typed into.

extension RowDrawing {
    /// The columns of a text that stands below its title, or has none.
    static func textColumns(of columns: Range<Int>, _ glyphs: Glyphs) -> Range<Int> {
        let start = columns.lowerBound + 3
        let end = max(start + 1, columns.upperBound - 3)
        let hasBrackets = glyphs.kind == .ascii && end - start > Painter.leastBracketed
        return hasBrackets ? start + 1..<end - 1 : start..<end
    }
}

extension Painter {
    /// Columns from which a field has room for the brackets around it.
    fileprivate static let leastBracketed = 6

    /// Draws a row's title and beside it the field that is typed into.
    mutating func editing(_ field: TextEdit, _ row: Row, y: Int, _ drawing: RowDrawing) {
        let columns = drawing.fieldColumns(row)
        let title = cut(row.signedTitle, to: columns.lowerBound - drawing.start - 2)
        put(title, x: drawing.start, y: y, .title, marks: drawing.marks)
        self.field(field, x: columns.lowerBound, y: y, columns: columns.count)
        hint(row, field, in: columns, y: y)
    }

    /// A field that is typed into: scrolls sideways so that the caret, and with it the terminal's
    /// cursor, is always in view.
    mutating func field(_ edit: TextEdit, x: Int, y: Int, columns: Int) {
        guard columns > 1 else { return placeCursor(Point(x: x, y: y)) }
        var x = x
        var columns = columns
        if glyphs.kind == .ascii, columns > Self.leastBracketed {
            put("[", x: x, y: y, .accent)
            put("]", x: x + columns - 1, y: y, .accent)
            x += 1
            columns -= 2
        }
        fill(Rect(x: x, y: y, width: columns, height: 1), .field)
        spot(x..<x + columns, y: y, .field(x..<x + columns))
        let shown = edit.shown(hiddenAs: glyphs.kind == .ascii ? "*" : "•")
        let first = edit.firstShown(columns: columns)
        var end = x
        var cursor = x
        for index in first..<shown.count {
            if index == edit.shownCaret { cursor = end }
            let limit = x + columns
            guard end + shown[index].shown.width <= limit else { break }
            end = put(String(shown[index]), x: end, y: y, .field, limit: limit)
        }
        if edit.shownCaret >= shown.count { cursor = end }
        if first > 0 { put(glyphs.back, x: x, y: y, .dim) }
        placeCursor(Point(x: min(cursor, x + columns - 1), y: y))
    }

    /// What an empty field says is to be typed.
    private mutating func hint(_ row: Row, _ field: TextEdit, in columns: Range<Int>, y: Int) {
        guard case .text(_, let placeholder) = row.widget, field.characters.isEmpty,
            placeholder != Scene.unset
        else { return }
        let hint = cut(placeholder, to: columns.count - 4)
        put(hint, x: columns.lowerBound + 1, y: y, .dim, limit: columns.upperBound)
    }

    /// One line of the row whose text is typed, where it's one of the text's.
    mutating func textLine(_ row: Row, line: Int, y: Int, _ drawing: RowDrawing) {
        guard let box = drawing.box, let edit = drawing.field,
            (box.top..<box.top + box.height).contains(line)
        else { return }
        let columns = box.columns
        if glyphs.kind == .ascii, columns.lowerBound > drawing.start {
            put("[", x: columns.lowerBound - 1, y: y, .accent)
            put("]", x: columns.upperBound, y: y, .accent)
        }
        fill(Rect(x: columns.lowerBound, y: y, width: columns.count, height: 1), .field)
        let thumb = Self.thumb(box.lines.ranges.count, in: box.height, scroll: box.first)
        if thumb.contains(line - box.top) { put(glyphs.thumb, x: drawing.end, y: y, .dim) }
        // Below the last line, a click goes to the text's end.
        let number = box.line(atRowLine: line) ?? box.lines.ranges.count - 1
        spot(columns, y: y, .text(number, columns))
        guard number == box.first + line - box.top else { return }
        var x = columns.lowerBound
        for index in box.lines.ranges[number] {
            x = put(String(edit.characters[index]), x: x, y: y, .field, limit: columns.upperBound)
        }
        if line == box.rowLine(of: edit.caret) {
            let cursor = columns.lowerBound + box.lines.column(of: edit.caret)
            placeCursor(Point(x: min(cursor, columns.upperBound - 1), y: y))
        }
        if number == 0 { hint(row, edit, in: columns, y: y) }
    }
}
