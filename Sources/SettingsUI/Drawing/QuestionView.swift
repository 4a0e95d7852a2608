// A question on top of the table, and its buttons.

/// A question as it's drawn.
struct QuestionView: OverlayView {
    /// A part that a click answers with.
    struct Button: Equatable, Sendable {
        var title: String
        /// Its columns, its edges among them.
        var columns: Range<Int>
        var key: Key
    }
    let question: Confirmation
    let area: Rect
    /// The text, in lines that have room.
    let lines: [String]
    /// From left to right.
    let buttons: [Button]

    /// Lays a question out: as high as its text needs, where that has room.
    init(_ question: Confirmation, _ size: Size, body: Rect, _ glyphs: Glyphs) {
        self.question = question
        let width = min(60, body.width)
        lines = question.text.map(\.shown.text).joined().folded(to: max(1, width - 6))
        let height = max(1, min(max(1, lines.count) + 4, size.height - 1))
        let y = max(0, min(body.y + 6, size.height - 1 - height))
        area = Rect(x: body.x + (body.width - width) / 2, y: y, width: width, height: height)
        let titles: [(String, Key)] = [
            ("\(glyphs.enter)  \(question.yes)", .enter), ("Esc  \(question.no)", .escape),
        ]
        var x = area.x + 3
        buttons = titles.map { title, key in
            let columns = x..<x + title.columns + 2
            x = columns.upperBound + 2
            return Button(title: title, columns: columns, key: key)
        }
    }

    func draw(on canvas: Canvas) {
        canvas.box(area, title: question.title, .warning)
        for (index, line) in lines.prefix(max(0, area.height - 4)).enumerated() {
            canvas.put(line, x: area.x + 3, y: area.y + 1 + index, .normal, limit: area.end - 1)
        }
        let y = max(area.y, area.bottom - 2)
        for button in buttons {
            canvas.spot(button.columns.clamped(to: area.x..<area.end), y: y, .key(button.key))
        }
        canvas.chosen(buttons[0].title, x: buttons[0].columns.lowerBound, y: y)
        canvas.put(
            " \(buttons[1].title) ",
            x: buttons[1].columns.lowerBound,
            y: y,
            .unchosen,
            limit: area.end - 1
        )
        canvas.placeCursor(Point(x: min(area.x + 4, canvas.grid.size.width - 1), y: y))
    }
}
