// How an open picker looks: wheels behind one selection bar.

extension Painter {
    /// Draws an open picker on top of the table.
    mutating func picker(_ picker: OpenPicker, _ model: Model) {
        let area = model.pickerArea(picker)
        let wheels = picker.wheels
        guard area.box.height > 0 else { return }
        if area.box.height > 1 {
            let note = model.pickerNote(picker)
            let isRoomy =
                note.columns + model.scene.title(picker.place).columns + 8 < area.box.width
            box(
                area.box,
                title: model.scene.title(picker.place),
                note: isRoomy ? note : model.look.dates.name,
                .accent
            )
        } else {
            fill(area.box)
        }
        bar(wheels, area)
        for (number, columns) in area.columns(wheels).enumerated() {
            let isInHand = number == picker.column
            wheel(number, wheels[number], columns, area, onBar: isInHand ? .chosen : .selection)
            if isInHand { hand(columns, area) }
        }
    }

    private mutating func bar(_ wheels: [Wheel], _ area: PickerArea) {
        let columns = wheels.reduce(1) { $0 + $1.allColumns + 3 }
        let limit = area.box.end - 1
        let end = min(area.x + columns, limit)
        let bar = Rect(x: area.x, y: area.barLine, width: end - area.x, height: 1)
        fill(bar, .selection)
        put(glyphs.pointer, x: area.x, y: area.barLine, .selection, limit: limit)
        put(glyphs.pointerBack, x: end - 1, y: area.barLine, .selection, limit: limit)
    }

    private mutating func wheel(
        _ number: Int,
        _ wheel: Wheel,
        _ columns: Range<Int>,
        _ area: PickerArea,
        onBar barRole: Role
    ) {
        let limit = area.box.end - 1
        let inside = Rect(
            x: columns.lowerBound,
            y: area.box.y,
            width: min(columns.upperBound, limit) - columns.lowerBound,
            height: area.box.height
        )
        spot(inside, .wheel(number, title: nil))
        for line in 0..<area.lines {
            let offset = line - area.lines / 2
            guard let index = wheel.shownIndex(at: offset) else { continue }
            let title = cut(wheel.titles[index], to: columns.count)
            let x = wheel.isNumeric ? columns.upperBound - title.columns : columns.lowerBound
            let role: Role =
                switch offset {
                case 0: barRole
                case _ where wheel.dimmed.contains(index): .disabled
                case -1, 1: .value
                default: .dim
                }
            put(title, x: x, y: area.firstLine + line, role, limit: limit)
            let shown = columns.clamped(to: inside.x..<inside.end)
            spot(shown, y: area.firstLine + line, .wheel(number, title: index))
        }
        if let unit = wheel.unit {
            put(" " + unit, x: columns.upperBound, y: area.barLine, .selection, limit: limit)
        }
    }

    /// The arrows of the wheel that the keys turn, and the cursor on it.
    private mutating func hand(_ columns: Range<Int>, _ area: PickerArea) {
        let limit = area.box.end - 1
        if area.box.height > 1 {
            let middle = columns.lowerBound + columns.count / 2
            put(glyphs.above, x: middle, y: area.firstLine - 1, .accent, limit: limit)
            put(glyphs.below, x: middle, y: area.firstLine + area.lines, .accent, limit: limit)
        }
        placeCursor(Point(x: min(columns.lowerBound, limit), y: area.barLine))
    }
}
