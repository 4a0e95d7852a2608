// How a row looks: its frame, its title, and what stands beside and below that.

/// Draws one row.
struct RowPainter {
    let canvas: Canvas
    let row: Row
    let drawing: RowDrawing
    /// The line of the screen.
    let y: Int
    let width: RowWidth

    var glyphs: Glyphs { canvas.glyphs }

    /// Writes text with the row's marks; gives the column after it.
    @discardableResult
    func put(_ text: String, x: Int, _ role: Role, limit: Int? = nil) -> Int {
        canvas.put(text, x: x, y: y, role, marks: drawing.marks, limit: limit)
    }

    /// Draws one line of the row, which has so many.
    func draw(line: Int, of lines: Int) {
        let columns = drawing.columns
        let inside = Rect(x: columns.lowerBound + 1, y: y, width: columns.count - 2, height: 1)
        canvas.fill(inside, marks: drawing.marks)
        canvas.put(
            drawing.isFocused ? glyphs.focus : glyphs.vertical,
            x: columns.lowerBound,
            y: y,
            drawing.isFocused ? .accent : .border
        )
        canvas.put(glyphs.vertical, x: columns.upperBound - 1, y: y, .border)
        let limit = columns.upperBound - 1
        let isBlock = row.isBlock(width) && drawing.field == nil
        if line == 0 {
            let (sign, role) = row.mark.sign(glyphs)
            put(sign, x: columns.lowerBound + 1, role, limit: limit)
            if isBlock, row.title.isEmpty { return block(line: 0) }
            firstLine(
                isAlone: isBlock && !row.title.isEmpty || drawing.box != nil
                    || lines > 1 && width == .narrow && row.widget.needsOwnLine
            )
        } else if line == lines - 1, !row.subtitle.isEmpty {
            let x = subtitleStart
            put(canvas.cut(row.subtitle, to: limit - 1 - x), x: x, .dim)
        } else if drawing.box != nil {
            textLine(line)
        } else if isBlock {
            block(line: line)
        } else if line == 1, width == .narrow, row.widget.needsOwnLine {
            if let field = drawing.field {
                let start = columns.lowerBound + 3
                canvas.field(field, x: start, y: y, columns: columns.count - 5)
            } else {
                widget(in: drawing.ownRoom(row, y: y))
            }
        }
        if row.isFlashing { canvas.mark(inside, .changed) }
    }

    private func widget(in room: WidgetRoom) {
        WidgetPainter(canvas: canvas, room: room).draw(row.widget)
    }

    /// Words below a title begin where the title does.
    private var subtitleStart: Int {
        switch row.widget {
        case .check: drawing.start + 2
        case .box: drawing.start + 4
        default: drawing.start
        }
    }

    /// One line of a text that has several; without a title, they begin with the row's first.
    private func block(line: Int) {
        guard case .text(let text, let placeholder) = row.widget else { return }
        let columns = drawing.end - drawing.start
        let index = row.title.isEmpty ? line : line - 1
        let count = row.lines(width) - (row.subtitle.isEmpty ? 0 : 1) - (line - index)
        let shown = (text.isEmpty ? placeholder : text)
            .prefix(String.longestFolded).split(whereSeparator: \.isNewline)
            .flatMap { String($0).wrapped(to: columns) }
        guard index < shown.count else { return }
        var part = shown[index]
        if index == count - 1, shown.count > count {
            part = part.cut(to: columns - 1, mark: "") + glyphs.ellipsis
        }
        let role: Role = text.isEmpty ? .dim : row.access == .editable ? .value : .disabled
        let end = put(canvas.cut(part, to: columns), x: drawing.start, role)
        if line == 0 { note(in: end..<max(end, drawing.end + 1)) }
    }

    // MARK: The first line

    private func firstLine(isAlone: Bool) {
        if drawing.box?.top == 0 { return textLine(0) }
        let role: Role =
            row.access != .editable
            ? .disabled : row.isAction ? .accent : drawing.box == nil ? .normal : .title
        let x = tick()
        let limit = drawing.columns.upperBound - 2
        if isAlone {
            let end = put(canvas.cut(row.signedTitle, to: limit - x), x: x, role)
            return note(in: end..<max(end, limit))
        }
        if let field = drawing.field { return typed(field) }
        switch row.widget {
        case .check, .box, .nothing: option(x: x, role)
        case .difference(_, let old, let new): difference(old, new, x: x)
        case .entry(let entry): history(entry)
        default:
            let columns = drawing.titleColumns(row, glyphs)
            let end = put(canvas.cut(row.signedTitle, to: columns), x: x, role, limit: limit)
            widget(in: drawing.room(row, beside: columns, y: y))
            if !row.note.isEmpty { note(in: end..<canvas.firstDrawn(from: end, limit, y: y)) }
        }
    }

    /// The tick before an option; gives the column where its title begins.
    private func tick() -> Int {
        let x = drawing.start
        let limit = drawing.columns.upperBound - 1
        switch row.widget {
        case .check(let choosing):
            put(choosing == .chosen ? glyphs.check : " ", x: x, .accent, limit: limit)
            return x + 2
        case .box(let choosing), .difference(let choosing, _, _):
            var x = put("[", x: x, .dim, limit: limit)
            x = put(choosing == .chosen ? glyphs.box : " ", x: x, .accent, limit: limit)
            return put("] ", x: x, .dim, limit: limit)
        default: return x
        }
    }

    /// Columns below which a note would say nothing.
    private static let leastNote = 10

    /// Draws the row's note in the columns that are left, a blank or two from both sides.
    private func note(in columns: Range<Int>) {
        let room = columns.count - 4
        guard !row.note.isEmpty, room >= min(row.note.columns, Self.leastNote) else { return }
        let words = canvas.cut(row.note, to: room)
        canvas.put(words, before: columns.upperBound - 2, y: y, .error, marks: drawing.marks)
    }

    // MARK: What is typed

    /// Draws the row's title and beside it the field that is typed into.
    private func typed(_ field: TextEdit) {
        let columns = drawing.fieldColumns(row)
        let title = canvas.cut(row.signedTitle, to: columns.lowerBound - drawing.start - 2)
        put(title, x: drawing.start, .title)
        canvas.field(field, x: columns.lowerBound, y: y, columns: columns.count)
        placeholder(of: field, in: columns)
    }

    /// What an empty field says is to be typed.
    private func placeholder(of field: TextEdit, in columns: Range<Int>) {
        guard case .text(_, let placeholder) = row.widget, field.characters.isEmpty,
            ![Scene.unset, Scene.empty].contains(placeholder)
        else { return }
        let shown = canvas.cut(placeholder, to: columns.count - 4)
        canvas.put(shown, x: columns.lowerBound + 1, y: y, .dim, limit: columns.upperBound)
    }

    /// One line of the row whose text is typed, where it's one of the text's.
    private func textLine(_ line: Int) {
        guard let box = drawing.box, let edit = drawing.field,
            (box.top..<box.top + box.height).contains(line)
        else { return }
        let columns = box.columns
        if glyphs.kind == .ascii, columns.lowerBound > drawing.start {
            canvas.put("[", x: columns.lowerBound - 1, y: y, .accent)
            canvas.put("]", x: columns.upperBound, y: y, .accent)
        }
        canvas.fill(Rect(x: columns.lowerBound, y: y, width: columns.count, height: 1), .field)
        let thumb = Canvas.thumb(box.lines.ranges.count, in: box.height, scroll: box.first)
        if thumb.contains(line - box.top) { canvas.put(glyphs.thumb, x: drawing.end, y: y, .dim) }
        // Below the last line, a click goes to the text's end.
        let number = box.line(atRowLine: line) ?? box.lines.ranges.count - 1
        canvas.spot(columns, y: y, .text(number, columns))
        guard number == box.first + line - box.top else { return }
        var x = columns.lowerBound
        for index in box.lines.ranges[number] {
            let character = String(edit.characters[index])
            x = canvas.put(character, x: x, y: y, .field, limit: columns.upperBound)
        }
        if line == box.rowLine(of: edit.caret) {
            let cursor = columns.lowerBound + box.lines.column(of: edit.caret)
            canvas.placeCursor(Point(x: min(cursor, columns.upperBound - 1), y: y))
        }
        if number == 0 { placeholder(of: edit, in: columns) }
    }
}

extension RowMark {
    /// The sign at the left of a row.
    func sign(_ glyphs: Glyphs) -> (String, Role) {
        switch self {
        case .none: (" ", .normal)
        case .modified: (glyphs.modified, .modified)
        case .error: (glyphs.error, .error)
        case .changedElsewhere: (glyphs.changedElsewhere, .warning)
        case .locked: (glyphs.locked, .dim)
        case .restart: (glyphs.restart, .warning)
        }
    }
}
