// How each control looks.

/// Where a control is drawn: up to a column, in at most so many columns.
struct WidgetRoom {
    var position: RowPosition
    /// The first column after the control.
    var end: Int
    var y: Int
    var columns: Int
    var marks: Cell.Marks
    var access: Row.Access
    /// Whether there is no title beside the control.
    var isWhole = false
    /// Columns kept for the numbers beside sliders, and for their tracks.
    var numberColumns: Int
    var trackColumns: Int

    /// The role of what can be changed, or of what can't.
    func role(_ role: Role) -> Role { access == .editable ? role : .disabled }
}

extension Painter {
    /// Draws a control.
    mutating func widget(_ widget: Widget, in room: WidgetRoom) {
        switch widget {
        case .toggle(let state): toggle(state, in: room)
        case .slider(let scale): slider(scale, in: room)
        case .stepper(let scale): stepper(scale, in: room)
        case .segments(let titles, let chosen): segments(titles, chosen, in: room)
        case .text(let text, let placeholder): field(text, placeholder, in: room)
        case .secret(let secret):
            let text = secret == .set ? glyphs.secret : "not set"
            let role: Role = secret == .set ? .value : .dim
            put(
                cut(text, to: room.columns),
                before: room.end,
                y: room.y,
                room.role(role),
                marks: room.marks
            )
        case .title(let text):
            let shown = cut(text, to: room.columns)
            put(shown, before: room.end, y: room.y, .dim, marks: room.marks)
        case .link(let text):
            let start = put(glyphs.opens, before: room.end, y: room.y, .accent, marks: room.marks)
            spot(.whole, start - 1..<room.end, room)
            let shown = cut(text, to: room.columns - 2)
            put(shown, before: room.end - 2, y: room.y, .value, marks: room.marks)
        case .check, .box, .nothing, .difference, .entry: break
        }
    }

    private mutating func toggle(_ state: Widget.Switch, in room: WidgetRoom) {
        switch state {
        case .neither(let text):
            put(
                cut(text, to: room.columns),
                before: room.end,
                y: room.y,
                .error,
                marks: room.marks
            )
        case .on, .off:
            let isOn = state == .on
            let role = room.role(isOn ? .on : .off)
            let text =
                glyphs.kind == .ascii
                ? (isOn ? "[ on]" : "[off]") : (isOn ? "On ━━●" : "Off ●──")
            let start = put(text, before: room.end, y: room.y, role, marks: room.marks)
            spot(.whole, start..<room.end, room)
        }
    }

    /// Notes that columns of a control's line are a part of it.
    private mutating func spot(_ part: Spot.Part, _ columns: Range<Int>, _ room: WidgetRoom) {
        spot(columns, y: room.y, .control(room.position, part))
    }

    // MARK: Numbers

    /// The columns of a slider's track; empty where there is no room for one.
    private static func track(in room: WidgetRoom) -> Range<Int> {
        let end = room.end - room.numberColumns - 1
        let columns = min(room.trackColumns, room.columns - room.numberColumns - 2)
        return columns < 3 ? end..<end : end - columns..<end
    }

    private mutating func slider(_ scale: Widget.Scale, in room: WidgetRoom) {
        let number = cut(scale.text, to: room.columns)
        put(number, before: room.end, y: room.y, room.role(.value), marks: room.marks)
        let track = Self.track(in: room)
        guard !track.isEmpty else { return }
        spot(.track(track), track, room)
        let share = min(1, max(0, scale.share))
        let knob = Int((share * Double(track.count - 1)).rounded())
        let full = String(repeating: glyphs.fill, count: knob)
        let empty = String(repeating: glyphs.track, count: track.count - 1 - knob)
        var x = track.lowerBound
        x = put(full, x: x, y: room.y, room.role(.fill), marks: room.marks)
        x = put(glyphs.knob, x: x, y: room.y, room.role(.knob), marks: room.marks)
        put(empty, x: x, y: room.y, room.role(.track), marks: room.marks)
    }

    /// The columns of a stepper's − and +.
    private func stepperButtons(end: Int) -> (minus: Range<Int>, plus: Range<Int>) {
        glyphs.kind == .ascii
            ? (end - 6..<end - 3, end - 3..<end) : (end - 7..<end - 4, end - 3..<end)
    }

    private mutating func stepper(_ scale: Widget.Scale, in room: WidgetRoom) {
        let isASCII = glyphs.kind == .ascii
        let buttons = stepperButtons(end: room.end)
        guard room.columns >= room.end - buttons.minus.lowerBound + 1 else {
            put(
                cut(scale.text, to: room.columns),
                before: room.end,
                y: room.y,
                .value,
                marks: room.marks
            )
            return
        }
        let minus = room.role(scale.isAtMinimum ? .disabled : .unchosen)
        let plus = room.role(scale.isAtMaximum ? .disabled : .unchosen)
        let y = room.y
        spot(.less, buttons.minus, room)
        spot(.more, buttons.plus, room)
        put(isASCII ? "[-]" : " − ", x: buttons.minus.lowerBound, y: y, minus, marks: room.marks)
        if !isASCII { put("│", x: room.end - 4, y: y, .track, marks: room.marks) }
        put(isASCII ? "[+]" : " + ", x: buttons.plus.lowerBound, y: y, plus, marks: room.marks)
        let left = room.columns - (room.end - buttons.minus.lowerBound) - 1
        put(
            cut(scale.text, to: left),
            before: buttons.minus.lowerBound - 1,
            y: y,
            room.role(.value),
            marks: room.marks
        )
    }

    // MARK: Choices

    /// The columns of each segment; nil where they don't fit side by side.
    private static func segmentColumns(
        _ titles: [String],
        end: Int,
        columns: Int
    ) -> [Range<Int>]? {
        let needed = titles.reduce(titles.count - 1) { $0 + $1.columns + 2 }
        guard needed <= columns else { return nil }
        var x = end - needed
        return titles.map { title in
            defer { x += title.columns + 3 }
            return x..<x + title.columns + 2
        }
    }

    private mutating func segments(_ titles: [String], _ chosen: Int?, in room: WidgetRoom) {
        let columns = Self.segmentColumns(titles, end: room.end, columns: room.columns)
        guard let columns else {
            let title = chosen.map { titles[$0] } ?? ""
            let text = glyphs.back + " " + cut(title, to: room.columns - 4) + " " + glyphs.opens
            let start = put(
                cut(text, to: room.columns),
                before: room.end,
                y: room.y,
                room.role(.value),
                marks: room.marks
            )
            // Cut so far that the last sign isn't drawn, neither of them acts.
            guard text.columns <= room.columns else { return }
            spot(.less, start..<start + 2, room)
            spot(.more, room.end - 2..<room.end, room)
            return
        }
        for (index, title) in titles.enumerated() {
            let x = columns[index].lowerBound
            spot(.segment(index), columns[index], room)
            if index == chosen {
                self.chosen(title, x: x, y: room.y, marks: room.marks)
            } else {
                put(" \(title) ", x: x, y: room.y, room.role(.unchosen), marks: room.marks)
            }
            // The edges of the chosen one part it from its neighbours.
            let isParted = glyphs.kind == .ascii || index == chosen || index + 1 == chosen
            if index + 1 < titles.count {
                put(
                    isParted ? " " : "│",
                    x: columns[index].upperBound,
                    y: room.y,
                    .track,
                    marks: room.marks
                )
            }
        }
    }

    private mutating func field(_ text: String, _ placeholder: String, in room: WidgetRoom) {
        let columns = room.isWhole ? room.columns : min(room.columns, Self.widestText)
        let shown = cut(text.isEmpty ? placeholder : text, to: columns)
        let role: Role = text.isEmpty ? .dim : room.role(.value)
        let start = room.end - (room.isWhole ? columns : shown.columns)
        put(shown, x: start, y: room.y, role, marks: room.marks)
    }

    /// A long text must not hide whose it is.
    private static let widestText = 40
}
