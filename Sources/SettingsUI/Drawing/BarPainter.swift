// The lines above and below the table.

/// Draws the tab bar, the navigation bar, the status line and the hints.
struct BarPainter {
    let canvas: Canvas

    func tabs(
        _ titles: [String],
        chosen: Int,
        note: String,
        y: Int
    ) {
        canvas.fill(Rect(x: 0, y: y, width: canvas.grid.size.width, height: 1), .bar)
        var x = 1
        for (index, title) in titles.enumerated() {
            let start = x
            if index == chosen {
                x = canvas.chosen(title, x: x, y: y, edge: .barAccent)
            } else {
                x = canvas.put(" \(title) ", x: x, y: y, .bar)
            }
            canvas.spot(start..<x, y: y, .tab(index))
            x += 1
        }
        if !note.isEmpty, x + note.columns + 1 < canvas.grid.size.width {
            canvas.put(note, before: canvas.grid.size.width - 1, y: y, .bar)
        }
    }

    /// The navigation bar: the way back, the title, and a note.
    func navigation(
        title: String,
        back: String,
        note: String,
        y: Int,
        columns: Range<Int>
    ) {
        var x = columns.lowerBound + 1
        if !back.isEmpty {
            let start = x
            x = canvas.put("\(canvas.glyphs.back) \(back)", x: x, y: y, .accent)
            canvas.spot(start..<x, y: y, .back)
        }
        let middle = columns.lowerBound + (columns.count - title.columns) / 2
        let start = max(x + 2, middle)
        let shown = canvas.cut(title, to: columns.upperBound - start - 1)
        let end = canvas.put(shown, x: start, y: y, .title)
        if !note.isEmpty, columns.upperBound - 1 - note.columns > end {
            canvas.put(note, before: columns.upperBound - 1, y: y, .dim)
        }
    }

    /// The hints at the bottom.
    func hints(_ hints: [(hint: Hint, columns: Range<Int>)], y: Int) {
        for (hint, columns) in hints {
            let x = canvas.put(hint.key, x: columns.lowerBound, y: y, .hintKey) + 1
            canvas.put(hint.label, x: x, y: y, .hint)
            if let key = hint.sends { canvas.spot(columns, y: y, .key(key)) }
        }
    }

    /// Where all of a text is to be read that the status line cuts.
    enum FullText {
        case inInspector, nowhere
    }

    func status(_ status: Status, _ full: FullText, y: Int) {
        let role: Role =
            switch status.kind {
            case .good: .good
            case .note: .dim
            case .warning: .warning
            case .error, .unsaved: .error
            }
        let room = canvas.grid.size.width - 2
        guard full == .inInspector else {
            canvas.put(canvas.cut(status.text, to: room), x: 1, y: y, role)
            return
        }
        let way = "i: all of it"
        let shown = canvas.cut(status.text, to: room - way.columns - 2)
        let end = canvas.put(shown, x: 1, y: y, role) + 2
        canvas.put("i", x: end, y: y, .hintKey)
        canvas.put(String(way.dropFirst()), x: end + 1, y: y, .hint)
        canvas.spot(end..<end + way.columns, y: y, .key(.character("i")))
    }
}
