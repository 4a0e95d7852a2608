// How an open picker looks: wheels behind one selection bar.

/// An open picker as it's drawn.
struct PickerView: OverlayView {
    let picker: OpenPicker
    let title: String
    let dates: DateStyle
    let area: PickerArea

    /// Lays a picker out below a line of the screen.
    init(_ picker: OpenPicker, title: String, _ dates: DateStyle, body: Rect, below line: Int) {
        self.picker = picker
        self.title = title
        self.dates = dates
        let note = picker.note(dates)
        area = PickerArea(picker, title: title, note: note, body: body, below: line)
    }

    func draw(on canvas: Canvas) {
        let wheels = picker.wheels
        guard area.box.height > 0 else { return }
        if area.box.height > 1 {
            let note = picker.note(dates)
            let isRoomy = note.columns + title.columns + 8 < area.box.width
            canvas.box(area.box, title: title, note: isRoomy ? note : dates.name, .accent)
        } else {
            canvas.fill(area.box)
        }
        bar(wheels, on: canvas)
        for (number, columns) in area.columns(wheels).enumerated() {
            let isInHand = number == picker.column
            wheel(
                number,
                wheels[number],
                columns,
                onBar: isInHand ? .chosen : .selection,
                on: canvas
            )
            if isInHand { hand(columns, on: canvas) }
        }
    }

    private func bar(_ wheels: [Wheel], on canvas: Canvas) {
        let columns = wheels.reduce(1) { $0 + $1.allColumns + 3 }
        let limit = area.box.end - 1
        let end = min(area.x + columns, limit)
        let bar = Rect(x: area.x, y: area.barLine, width: end - area.x, height: 1)
        canvas.fill(bar, .selection)
        canvas.put(canvas.glyphs.pointer, x: area.x, y: area.barLine, .selection, limit: limit)
        canvas.put(
            canvas.glyphs.pointerBack,
            x: end - 1,
            y: area.barLine,
            .selection,
            limit: limit
        )
    }

    private func wheel(
        _ number: Int,
        _ wheel: Wheel,
        _ columns: Range<Int>,
        onBar barRole: Role,
        on canvas: Canvas
    ) {
        let limit = area.box.end - 1
        let inside = Rect(
            x: columns.lowerBound,
            y: area.box.y,
            width: min(columns.upperBound, limit) - columns.lowerBound,
            height: area.box.height
        )
        canvas.spot(inside, .wheel(number, title: nil))
        for line in 0..<area.lines {
            let offset = line - area.lines / 2
            guard let index = wheel.shownIndex(at: offset) else { continue }
            let title = canvas.cut(wheel.titles[index], to: columns.count)
            let x = wheel.isNumeric ? columns.upperBound - title.columns : columns.lowerBound
            let role: Role =
                switch offset {
                case 0: barRole
                case _ where wheel.dimmed.contains(index): .disabled
                case -1, 1: .value
                default: .dim
                }
            canvas.put(title, x: x, y: area.firstLine + line, role, limit: limit)
            let shown = columns.clamped(to: inside.x..<inside.end)
            canvas.spot(shown, y: area.firstLine + line, .wheel(number, title: index))
        }
        if let unit = wheel.unit {
            canvas.put(
                " " + unit,
                x: columns.upperBound,
                y: area.barLine,
                .selection,
                limit: limit
            )
        }
    }

    /// The arrows of the wheel that the keys turn, and the cursor on it.
    private func hand(_ columns: Range<Int>, on canvas: Canvas) {
        let limit = area.box.end - 1
        if area.box.height > 1 {
            let middle = columns.lowerBound + columns.count / 2
            canvas.put(
                canvas.glyphs.above,
                x: middle,
                y: area.firstLine - 1,
                .accent,
                limit: limit
            )
            canvas.put(
                canvas.glyphs.below,
                x: middle,
                y: area.firstLine + area.lines,
                .accent,
                limit: limit
            )
        }
        canvas.placeCursor(Point(x: min(columns.lowerBound, limit), y: area.barLine))
    }
}
