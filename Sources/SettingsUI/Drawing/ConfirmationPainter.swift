// A question that lies on top of the table.

/// Draws a question with its two buttons.
struct ConfirmationPainter {
    let canvas: Canvas
    let title: String
    let area: Rect
    let lines: [String]
    /// From left to right, the chosen one first.
    let buttons: [QuestionButton]

    func draw() {
        canvas.box(area, title: title, .warning)
        for (index, line) in lines.prefix(max(0, area.height - 4)).enumerated() {
            let y = area.y + 1 + index
            canvas.put(line, x: area.x + 3, y: y, .normal, limit: area.end - 1)
        }
        let y = max(area.y, area.bottom - 2)
        for button in buttons {
            let columns = button.columns.clamped(to: area.x..<area.end)
            canvas.spot(columns, y: y, .key(button.key))
        }
        canvas.chosen(buttons[0].title, x: buttons[0].columns.lowerBound, y: y)
        canvas.put(
            " \(buttons[1].title) ",
            x: buttons[1].columns.lowerBound,
            y: y,
            .unchosen,
            limit: area.end - 1
        )
        canvas.placeCursor(Point(x: area.x + 4, y: y))
    }
}
