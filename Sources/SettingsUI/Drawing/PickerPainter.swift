// How an open picker looks: wheels behind one selection bar.

/// Draws the wheels of a picker.
struct PickerPainter {
    let canvas: Canvas
    let area: PickerArea
    let wheels: [Wheel]
    /// The wheel that the keys turn.
    let column: Int

    /// Draws all wheels, in a box with a title and a note if there is room for one.
    func draw(title: String, note: String) {
        guard area.box.height > 0 else { return }
        if area.box.height > 1 {
            canvas.box(area.box, title: title, note: note, .accent)
        } else {
            canvas.fill(area.box)
        }
        bar()
        for (number, columns) in area.columns(wheels).enumerated() {
            let isInHand = number == column
            wheel(number, columns, onBar: isInHand ? .chosen : .selection)
            if isInHand { hand(columns) }
        }
    }

    private var glyphs: Glyphs { canvas.glyphs }
    private var limit: Int { area.box.end - 1 }

    private func bar() {
        let columns = wheels.reduce(1) { $0 + $1.allColumns + 3 }
        let end = min(area.x + columns, limit)
        let bar = Rect(x: area.x, y: area.barLine, width: end - area.x, height: 1)
        canvas.fill(bar, .selection)
        canvas.put(glyphs.pointer, x: area.x, y: area.barLine, .selection, limit: limit)
        canvas.put(glyphs.pointerBack, x: end - 1, y: area.barLine, .selection, limit: limit)
    }

    private func wheel(_ number: Int, _ columns: Range<Int>, onBar barRole: Role) {
        let wheel = wheels[number]
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
            canvas.put(" " + unit, x: columns.upperBound, y: area.barLine, .selection, limit: limit)
        }
    }

    /// The arrows of the wheel that the keys turn, and the cursor on it.
    private func hand(_ columns: Range<Int>) {
        if area.box.height > 1 {
            let middle = columns.lowerBound + columns.count / 2
            let below = area.firstLine + area.lines
            canvas.put(glyphs.above, x: middle, y: area.firstLine - 1, .accent, limit: limit)
            canvas.put(glyphs.below, x: middle, y: below, .accent, limit: limit)
        }
        canvas.placeCursor(Point(x: min(columns.lowerBound, limit), y: area.barLine))
    }
}
