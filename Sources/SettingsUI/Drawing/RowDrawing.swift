// How rows and whole tables look.

/// The place of a row in the drawing of a table, with its field and its focus.
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
        case .title(let text), .link(let text): min(inner / 2, text.columns + 2)
        case .check, .box, .nothing, .difference, .entry: 0
        }
    }
}

extension RowDrawing {
    /// Draws one line of a row that has so many.
    func draw(
        _ row: Row,
        line: Int,
        of lines: Int,
        y: Int,
        _ width: RowWidth,
        on painter: inout Painter
    ) {
        let inside = Rect(x: columns.lowerBound + 1, y: y, width: columns.count - 2, height: 1)
        painter.fill(inside, marks: marks)
        painter.put(
            isFocused ? painter.glyphs.focus : painter.glyphs.vertical,
            x: columns.lowerBound,
            y: y,
            isFocused ? .accent : .border
        )
        painter.put(painter.glyphs.vertical, x: columns.upperBound - 1, y: y, .border)
        let limit = columns.upperBound - 1
        let isTyped = field != nil
        let isBlock = row.isBlock(width) && !isTyped
        if line == 0 {
            let (sign, role) = painter.sign(row.mark)
            painter.put(sign, x: columns.lowerBound + 1, y: y, role, marks: marks, limit: limit)
            if isBlock, row.title.isEmpty { return block(row, line: 0, y: y, width, on: &painter) }
            firstLine(
                row,
                y: y,
                isAlone: isBlock && !row.title.isEmpty || box != nil
                    || lines > 1 && width == .narrow && row.widget.needsOwnLine,
                on: &painter
            )
        } else if line == lines - 1, !row.subtitle.isEmpty {
            let x = subtitleStart(row)
            painter.put(
                painter.cut(row.subtitle, to: limit - 1 - x),
                x: x,
                y: y,
                .dim,
                marks: marks
            )
        } else if box != nil {
            textLine(row, line: line, y: y, on: &painter)
        } else if isBlock {
            block(row, line: line, y: y, width, on: &painter)
        } else if line == 1, width == .narrow, row.widget.needsOwnLine {
            if let field {
                let start = columns.lowerBound + 3
                painter.field(field, x: start, y: y, columns: columns.count - 5)
            } else {
                ownRoom(row, y: y).draw(row.widget, on: &painter)
            }
        }
        if row.isFlashing { painter.mark(inside, .changed) }
    }

    /// Words below a title begin where the title does.
    private func subtitleStart(_ row: Row) -> Int {
        switch row.widget {
        case .check: start + 2
        case .box: start + 4
        default: start
        }
    }

    /// One line of a text that has several; without a title, they begin with the row's first.
    private func block(
        _ row: Row,
        line: Int,
        y: Int,
        _ width: RowWidth,
        on painter: inout Painter
    ) {
        guard case .text(let text, let placeholder) = row.widget else { return }
        let columns = end - start
        let index = row.title.isEmpty ? line : line - 1
        let count = row.lines(width) - (row.subtitle.isEmpty ? 0 : 1) - (line - index)
        let shown = (text.isEmpty ? placeholder : text).split(whereSeparator: \.isNewline)
            .flatMap { String($0).wrapped(to: columns) }
        guard index < shown.count else { return }
        var part = shown[index]
        if index == count - 1, shown.count > count {
            part = part.cut(to: columns - 1, mark: "") + painter.glyphs.ellipsis
        }
        let end = painter.put(
            painter.cut(part, to: columns),
            x: start,
            y: y,
            text.isEmpty ? .dim : row.access == .editable ? .value : .disabled,
            marks: marks
        )
        if line == 0 { aside(row.note, in: end..<max(end, end + 1), y: y, on: &painter) }
    }

    private func firstLine(_ row: Row, y: Int, isAlone: Bool, on painter: inout Painter) {
        if box?.top == 0 { return textLine(row, line: 0, y: y, on: &painter) }
        let role: Role =
            row.access != .editable
            ? .disabled : row.isAction ? .accent : box == nil ? .normal : .title
        let x = ticks(row, y: y, on: &painter)
        let limit = columns.upperBound - 2
        if isAlone {
            let title = painter.cut(row.signedTitle, to: limit - x)
            let end = painter.put(title, x: x, y: y, role, marks: marks)
            return aside(row.note, in: end..<max(end, limit), y: y, on: &painter)
        }
        if let field { return editing(field, row, y: y, on: &painter) }
        switch row.widget {
        case .check, .box, .nothing: listRow(row, x: x, y: y, role, on: &painter)
        case .difference(_, let old, let new): difference(row, old, new, x: x, y: y, on: &painter)
        case .entry(let entry): history(row, entry, y: y, on: &painter)
        default:
            let columns = titleColumns(row, painter.glyphs)
            let end = painter.put(
                painter.cut(row.signedTitle, to: columns),
                x: x,
                y: y,
                role,
                marks: marks,
                limit: limit
            )
            room(row, beside: columns, y: y).draw(row.widget, on: &painter)
            if !row.note.isEmpty {
                aside(
                    row.note,
                    in: end..<painter.firstDrawn(from: end, limit, y: y),
                    y: y,
                    on: &painter
                )
            }
        }
    }

    /// The tick before an option; gives the column where its title begins.
    private func ticks(_ row: Row, y: Int, on painter: inout Painter) -> Int {
        let x = start
        let limit = columns.upperBound - 1
        switch row.widget {
        case .check(let choosing):
            painter.put(
                choosing == .chosen ? painter.glyphs.check : " ",
                x: x,
                y: y,
                .accent,
                marks: marks,
                limit: limit
            )
            return x + 2
        case .box(let choosing), .difference(let choosing, _, _):
            var x = painter.put("[", x: x, y: y, .dim, marks: marks, limit: limit)
            x = painter.put(
                choosing == .chosen ? painter.glyphs.box : " ",
                x: x,
                y: y,
                .accent,
                marks: marks,
                limit: limit
            )
            return painter.put("] ", x: x, y: y, .dim, marks: marks, limit: limit)
        default: return x
        }
    }

    private func listRow(
        _ row: Row,
        x: Int,
        y: Int,
        _ role: Role,
        on painter: inout Painter
    ) {
        let room = end - x
        let note = painter.cut(row.note, to: room / 2)
        let columns = room - (note.isEmpty ? 0 : note.columns + 2)
        painter.put(painter.cut(row.signedTitle, to: columns), x: x, y: y, role, marks: marks)
        painter.put(note, before: end, y: y, .dim, marks: marks)
    }

    private func difference(
        _ row: Row,
        _ old: String,
        _ new: String,
        x: Int,
        y: Int,
        on painter: inout Painter
    ) {
        var middle = columns.lowerBound + (columns.count + 1) / 2 - 5
        var right = middle + 18
        if columns.count < Self.wideTable {
            let room = end - x
            middle = x + room * 2 / 5
            right = middle + (room * 3 / 5 + 1) / 2
        }
        let title = painter.cut(row.signedTitle, to: middle - x - 1)
        painter.put(title, x: x, y: y, .normal, marks: marks)
        painter.put(
            "- " + painter.cut(old, to: min(14, right - middle - 3)),
            x: middle,
            y: y,
            .removed,
            marks: marks,
            limit: end
        )
        painter.put(
            "+ " + painter.cut(new, to: end - right - 2),
            x: right,
            y: y,
            .added,
            marks: marks,
            limit: end
        )
    }

    /// Columns from which the history and the changes have room for all that they say.
    private static let wideTable = 60

    private func history(
        _ row: Row,
        _ entry: Widget.HistoryLine,
        y: Int,
        on painter: inout Painter
    ) {
        let x = columns.lowerBound
        let limit = self.end
        let sign =
            switch entry.kind {
            case .undone, .replaced: "o"
            case .now: painter.glyphs.bead
            case .change, .putBack, .start: painter.glyphs.bullet
            }
        painter.put(sign, x: x + 2, y: y, .dim, marks: marks, limit: limit)
        let isInForce = entry.kind == .change || entry.kind == .putBack
        let role: Role = isInForce ? .normal : .dim
        var end: Int
        if columns.count < Self.wideTable {
            // What changed comes before when; the order tells that much.
            let room = (limit - x - 5) * 2 / 5
            let title = painter.cut(row.signedTitle, to: room)
            painter.put(title, x: x + 5, y: y, role, marks: marks, limit: limit)
            end = x + 6 + room
            painter.put(
                painter.cut(entry.who, to: 6),
                x: end,
                y: y,
                .dim,
                marks: marks,
                limit: limit
            )
            end += 5
        } else {
            painter.put(entry.time, x: x + 5, y: y, .dim, marks: marks, limit: limit)
            let whoRole: Role = entry.isOurs ? .dim : .warning
            painter.put(
                painter.cut(entry.who, to: 7),
                x: x + 15,
                y: y,
                whoRole,
                marks: marks,
                limit: limit
            )
            let title = painter.cut(row.signedTitle, to: (limit - x - 23) / 2)
            end = painter.put(title, x: x + 23, y: y, role, marks: marks, limit: limit)
            end = max(end, x + 36)
        }
        let undone: String
        switch entry.kind {
        case .change: undone = ""
        case .undone: undone = "  undone; ^R redoes it"
        case .replaced: undone = "  undone"
        case .putBack: undone = "  put back"
        case .now, .start: return
        }
        let arrow = " \(painter.glyphs.arrow) "
        let isWide = columns.count >= Self.wideTable
        let room = limit - end - 2 - arrow.columns - (isWide ? undone.columns : 0)
        let (old, new) = cut(entry.old, entry.new, to: room, painter)
        end = painter.put(old, x: end + 2, y: y, .removed, marks: marks, limit: limit)
        end = painter.put(arrow, x: end, y: y, .dim, marks: marks, limit: limit)
        end = painter.put(new, x: end, y: y, .added, marks: marks, limit: limit)
        painter.put(undone, x: end, y: y, .dim, marks: marks, limit: limit)
    }

    /// Two texts that share so many columns; one that needs less than half leaves the rest to the other.
    private func cut(
        _ a: String,
        _ b: String,
        to columns: Int,
        _ painter: Painter
    ) -> (String, String) {
        let half = columns / 2
        let first = painter.cut(a, to: max(half, columns - b.columns))
        return (first, painter.cut(b, to: columns - first.columns))
    }
}
