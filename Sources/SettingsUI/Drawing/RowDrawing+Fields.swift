// The row whose field is typed into, and words between a row's title and its control.

extension RowDrawing {
    /// Draws a row's title and beside it the field that is typed into.
    func editing(_ field: TextEdit, _ row: Row, y: Int, on painter: inout Painter) {
        let columns = fieldColumns(row)
        let title = painter.cut(row.signedTitle, to: columns.lowerBound - start - 2)
        painter.put(title, x: start, y: y, .title, marks: marks)
        painter.field(field, x: columns.lowerBound, y: y, columns: columns.count)
        hint(row, field, in: columns, y: y, on: &painter)
    }

    /// The placeholder of an empty field.
    private func hint(
        _ row: Row,
        _ field: TextEdit,
        in columns: Range<Int>,
        y: Int,
        on painter: inout Painter
    ) {
        guard case .text(_, let placeholder) = row.widget, field.characters.isEmpty,
            placeholder != Scene.unset
        else { return }
        let hint = painter.cut(placeholder, to: columns.count - 4)
        painter.put(hint, x: columns.lowerBound + 1, y: y, .dim, limit: columns.upperBound)
    }

    /// One line of the row whose text is typed, where it's one of the text's.
    func textLine(_ row: Row, line: Int, y: Int, on painter: inout Painter) {
        guard let box, let edit = field,
            (box.top..<box.top + box.height).contains(line)
        else { return }
        let columns = box.columns
        if painter.glyphs.kind == .ascii, columns.lowerBound > start {
            painter.put("[", x: columns.lowerBound - 1, y: y, .accent)
            painter.put("]", x: columns.upperBound, y: y, .accent)
        }
        painter.fill(Rect(x: columns.lowerBound, y: y, width: columns.count, height: 1), .field)
        let thumb = Painter.thumb(box.lines.ranges.count, in: box.height, scroll: box.first)
        if thumb.contains(line - box.top) { painter.put(painter.glyphs.thumb, x: end, y: y, .dim) }
        // Below the last line, a click goes to the text's end.
        let number = box.line(atRowLine: line) ?? box.lines.ranges.count - 1
        painter.spot(columns, y: y, .text(number, columns))
        guard number == box.first + line - box.top else { return }
        var x = columns.lowerBound
        for index in box.lines.ranges[number] {
            x = painter.put(
                String(edit.characters[index]),
                x: x,
                y: y,
                .field,
                limit: columns.upperBound
            )
        }
        if line == box.rowLine(of: edit.caret) {
            let cursor = columns.lowerBound + box.lines.column(of: edit.caret)
            painter.placeCursor(Point(x: min(cursor, columns.upperBound - 1), y: y))
        }
        if number == 0 { hint(row, edit, in: columns, y: y, on: &painter) }
    }

    // MARK: Words aside

    /// Columns below which the words would say nothing.
    private static let leastColumns = 10

    /// Draws words in the columns that are left, a blank or two from both sides.
    func aside(_ words: String, in columns: Range<Int>, y: Int, on painter: inout Painter) {
        let room = columns.count - 4
        guard !words.isEmpty, room >= min(words.columns, Self.leastColumns) else { return }
        painter.put(
            painter.cut(words, to: room),
            before: columns.upperBound - 2,
            y: y,
            .error,
            marks: marks
        )
    }
}
