// How rows and whole tables look.

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

extension Painter {
    /// Draws one line of a row that has so many.
    mutating func row(
        _ row: Row,
        line: Int,
        of lines: Int,
        y: Int,
        _ drawing: RowDrawing,
        _ width: RowWidth
    ) {
        let columns = drawing.columns
        let inside = Rect(x: columns.lowerBound + 1, y: y, width: columns.count - 2, height: 1)
        fill(inside, marks: drawing.marks)
        put(
            drawing.isFocused ? glyphs.focus : glyphs.vertical,
            x: columns.lowerBound,
            y: y,
            drawing.isFocused ? .accent : .border
        )
        put(glyphs.vertical, x: columns.upperBound - 1, y: y, .border)
        let limit = columns.upperBound - 1
        let isTyped = drawing.field != nil
        let isBlock = row.isBlock(width) && !isTyped
        if line == 0 {
            let (sign, role) = sign(row.mark)
            put(sign, x: columns.lowerBound + 1, y: y, role, marks: drawing.marks, limit: limit)
            if isBlock, row.title.isEmpty { return block(row, line: 0, y: y, drawing, width) }
            firstLine(
                row,
                y: y,
                drawing,
                isAlone: isBlock && !row.title.isEmpty || drawing.box != nil
                    || lines > 1 && width == .narrow && row.widget.needsOwnLine
            )
        } else if line == lines - 1, !row.subtitle.isEmpty {
            let x = subtitleStart(row, drawing)
            put(cut(row.subtitle, to: limit - 1 - x), x: x, y: y, .dim, marks: drawing.marks)
        } else if drawing.box != nil {
            textLine(row, line: line, y: y, drawing)
        } else if isBlock {
            block(row, line: line, y: y, drawing, width)
        } else if line == 1, width == .narrow, row.widget.needsOwnLine {
            if let field = drawing.field {
                let start = columns.lowerBound + 3
                self.field(field, x: start, y: y, columns: columns.count - 5)
            } else {
                widget(row.widget, in: drawing.ownRoom(row, y: y))
            }
        }
        if row.isFlashing { mark(inside, .changed) }
    }

    /// Words below a title begin where the title does.
    private func subtitleStart(_ row: Row, _ drawing: RowDrawing) -> Int {
        switch row.widget {
        case .check: drawing.start + 2
        case .box: drawing.start + 4
        default: drawing.start
        }
    }

    /// One line of a text that has several; without a title, they begin with the row's first.
    private mutating func block(
        _ row: Row,
        line: Int,
        y: Int,
        _ drawing: RowDrawing,
        _ width: RowWidth
    ) {
        guard case .text(let text, let placeholder) = row.widget else { return }
        let columns = drawing.end - drawing.start
        let index = row.title.isEmpty ? line : line - 1
        let count = row.lines(width) - (row.subtitle.isEmpty ? 0 : 1) - (line - index)
        let shown = (text.isEmpty ? placeholder : text).split(whereSeparator: \.isNewline)
            .flatMap { String($0).wrapped(to: columns) }
        guard index < shown.count else { return }
        var part = shown[index]
        if index == count - 1, shown.count > count {
            part = part.cut(to: columns - 1, mark: "") + glyphs.ellipsis
        }
        let end = put(
            cut(part, to: columns),
            x: drawing.start,
            y: y,
            text.isEmpty ? .dim : row.access == .editable ? .value : .disabled,
            marks: drawing.marks
        )
        if line == 0 { aside(row.note, in: end..<max(end, drawing.end + 1), y: y, drawing) }
    }

    /// The sign of what is special about a row.
    func sign(_ mark: RowMark) -> (String, Role) {
        switch mark {
        case .none: (" ", .normal)
        case .modified: (glyphs.modified, .modified)
        case .error: (glyphs.error, .error)
        case .changedElsewhere: (glyphs.changedElsewhere, .warning)
        case .locked: (glyphs.locked, .dim)
        case .restart: (glyphs.restart, .warning)
        }
    }

    private mutating func firstLine(_ row: Row, y: Int, _ drawing: RowDrawing, isAlone: Bool) {
        if drawing.box?.top == 0 { return textLine(row, line: 0, y: y, drawing) }
        let role: Role =
            row.access != .editable
            ? .disabled : row.isAction ? .accent : drawing.box == nil ? .normal : .title
        let x = ticks(row, y: y, drawing)
        let limit = drawing.columns.upperBound - 2
        if isAlone {
            let title = cut(row.signedTitle, to: limit - x)
            let end = put(title, x: x, y: y, role, marks: drawing.marks)
            return aside(row.note, in: end..<max(end, limit), y: y, drawing)
        }
        if let field = drawing.field { return editing(field, row, y: y, drawing) }
        switch row.widget {
        case .check, .box, .nothing: listRow(row, x: x, y: y, role, drawing)
        case .difference(_, let old, let new): difference(row, old, new, x: x, y: y, drawing)
        case .entry(let entry): history(row, entry, y: y, drawing)
        default:
            let columns = drawing.titleColumns(row, glyphs)
            let end = put(
                cut(row.signedTitle, to: columns),
                x: x,
                y: y,
                role,
                marks: drawing.marks,
                limit: limit
            )
            widget(row.widget, in: drawing.room(row, beside: columns, y: y))
            if !row.note.isEmpty {
                aside(row.note, in: end..<firstDrawn(from: end, limit, y: y), y: y, drawing)
            }
        }
    }

    /// The tick before an option; gives the column where its title begins.
    private mutating func ticks(_ row: Row, y: Int, _ drawing: RowDrawing) -> Int {
        let x = drawing.start
        let limit = drawing.columns.upperBound - 1
        switch row.widget {
        case .check(let choosing):
            put(
                choosing == .chosen ? glyphs.check : " ",
                x: x,
                y: y,
                .accent,
                marks: drawing.marks,
                limit: limit
            )
            return x + 2
        case .box(let choosing), .difference(let choosing, _, _):
            var x = put("[", x: x, y: y, .dim, marks: drawing.marks, limit: limit)
            x = put(
                choosing == .chosen ? glyphs.box : " ",
                x: x,
                y: y,
                .accent,
                marks: drawing.marks,
                limit: limit
            )
            return put("] ", x: x, y: y, .dim, marks: drawing.marks, limit: limit)
        default: return x
        }
    }

    private mutating func listRow(
        _ row: Row,
        x: Int,
        y: Int,
        _ role: Role,
        _ drawing: RowDrawing
    ) {
        let room = drawing.end - x
        let note = cut(row.note, to: room / 2)
        let columns = room - (note.isEmpty ? 0 : note.columns + 2)
        put(cut(row.signedTitle, to: columns), x: x, y: y, role, marks: drawing.marks)
        put(note, before: drawing.end, y: y, .dim, marks: drawing.marks)
    }

    private mutating func difference(
        _ row: Row,
        _ old: String,
        _ new: String,
        x: Int,
        y: Int,
        _ drawing: RowDrawing
    ) {
        var middle = drawing.columns.lowerBound + (drawing.columns.count + 1) / 2 - 5
        var right = middle + 18
        if drawing.columns.count < Self.wideTable {
            let room = drawing.end - x
            middle = x + room * 2 / 5
            right = middle + (room * 3 / 5 + 1) / 2
        }
        let title = cut(row.signedTitle, to: middle - x - 1)
        put(title, x: x, y: y, .normal, marks: drawing.marks)
        put(
            "- " + cut(old, to: min(14, right - middle - 3)),
            x: middle,
            y: y,
            .removed,
            marks: drawing.marks,
            limit: drawing.end
        )
        put(
            "+ " + cut(new, to: drawing.end - right - 2),
            x: right,
            y: y,
            .added,
            marks: drawing.marks,
            limit: drawing.end
        )
    }

    /// Columns from which the history and the changes have room for all that they say.
    private static let wideTable = 60

    private mutating func history(
        _ row: Row,
        _ entry: Widget.HistoryLine,
        y: Int,
        _ drawing: RowDrawing
    ) {
        let x = drawing.columns.lowerBound
        let limit = drawing.end
        let marks = drawing.marks
        let sign =
            switch entry.kind {
            case .undone, .replaced: "o"
            case .now: glyphs.bead
            case .change, .putBack, .start: glyphs.bullet
            }
        put(sign, x: x + 2, y: y, .dim, marks: marks, limit: limit)
        let isInForce = entry.kind == .change || entry.kind == .putBack
        let role: Role = isInForce ? .normal : .dim
        var end: Int
        if drawing.columns.count < Self.wideTable {
            // What changed comes before when; the order tells that much.
            let room = (limit - x - 5) * 2 / 5
            let title = cut(row.signedTitle, to: room)
            put(title, x: x + 5, y: y, role, marks: marks, limit: limit)
            end = x + 6 + room
            put(cut(entry.who, to: 6), x: end, y: y, .dim, marks: marks, limit: limit)
            end += 5
        } else {
            put(entry.time, x: x + 5, y: y, .dim, marks: marks, limit: limit)
            let whoRole: Role = entry.isOurs ? .dim : .warning
            put(cut(entry.who, to: 7), x: x + 15, y: y, whoRole, marks: marks, limit: limit)
            let title = cut(row.signedTitle, to: (limit - x - 23) / 2)
            end = put(title, x: x + 23, y: y, role, marks: marks, limit: limit)
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
        let arrow = " \(glyphs.arrow) "
        let isWide = drawing.columns.count >= Self.wideTable
        let room = limit - end - 2 - arrow.columns - (isWide ? undone.columns : 0)
        let (old, new) = cut(entry.old, entry.new, to: room)
        end = put(old, x: end + 2, y: y, .removed, marks: marks, limit: limit)
        end = put(arrow, x: end, y: y, .dim, marks: marks, limit: limit)
        end = put(new, x: end, y: y, .added, marks: marks, limit: limit)
        put(undone, x: end, y: y, .dim, marks: marks, limit: limit)
    }

    /// Two texts that share so many columns; one that needs less than half leaves the rest to the other.
    private func cut(_ a: String, _ b: String, to columns: Int) -> (String, String) {
        let half = columns / 2
        let first = cut(a, to: max(half, columns - b.columns))
        return (first, cut(b, to: columns - first.columns))
    }
}
