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

/// Draws a control.
struct WidgetPainter {
    let canvas: Canvas
    let room: WidgetRoom

    private var glyphs: Glyphs { canvas.glyphs }

    /// Writes text that ends before a column of the control's line; gives where it begins.
    @discardableResult
    private func put(_ text: String, before end: Int, _ role: Role) -> Int {
        canvas.put(text, before: end, y: room.y, role, marks: room.marks)
    }

    /// Writes text from a column of the control's line on; gives the column after it.
    @discardableResult
    private func put(_ text: String, x: Int, _ role: Role) -> Int {
        canvas.put(text, x: x, y: room.y, role, marks: room.marks)
    }

    /// Draws the control of a row.
    func draw(_ widget: Widget) {
        switch widget {
        case .toggle(let state): toggle(state)
        case .slider(let scale): slider(scale)
        case .stepper(let scale): stepper(scale)
        case .segments(let titles, let chosen): segments(titles, chosen)
        case .text(let text, let placeholder): field(text, placeholder)
        case .secret(let secret):
            let text = secret == .set ? glyphs.secret : "not set"
            let role: Role = secret == .set ? .value : .dim
            put(canvas.cut(text, to: room.columns), before: room.end, room.role(role))
        case .value(let text):
            let shown = canvas.cut(text, to: room.columns)
            put(shown, before: room.end, .dim)
        case .link(let text):
            let start = put(glyphs.opens, before: room.end, .accent)
            spot(.whole, start - 1..<room.end)
            let shown = canvas.cut(text, to: room.columns - 2)
            put(shown, before: room.end - 2, .value)
        case .check, .box, .nothing, .difference, .entry: break
        }
    }

    private func toggle(_ state: Widget.Switch) {
        switch state {
        case .neither(let text):
            put(canvas.cut(text, to: room.columns), before: room.end, .error)
        case .on, .off:
            let isOn = state == .on
            let role = room.role(isOn ? .on : .off)
            let text =
                glyphs.kind == .ascii
                ? (isOn ? "[ on]" : "[off]") : (isOn ? "On ━━●" : "Off ●──")
            let start = put(text, before: room.end, role)
            spot(.whole, start..<room.end)
        }
    }

    /// Notes that columns of a control's line are a part of it.
    private func spot(_ part: Spot.Part, _ columns: Range<Int>) {
        canvas.spot(columns, y: room.y, .control(room.position, part))
    }

    // MARK: Numbers

    /// The columns of a slider's track; empty where there is no room for one.
    private var track: Range<Int> {
        let end = room.end - room.numberColumns - 1
        let columns = min(room.trackColumns, room.columns - room.numberColumns - 2)
        return columns < 3 ? end..<end : end - columns..<end
    }

    private func slider(_ scale: Widget.Scale) {
        let number = canvas.cut(scale.text, to: room.columns)
        put(number, before: room.end, room.role(.value))
        let track = track
        guard !track.isEmpty else { return }
        spot(.track(track), track)
        let share = min(1, max(0, scale.share))
        let knob = Int((share * Double(track.count - 1)).rounded())
        let full = String(repeating: glyphs.fill, count: knob)
        let empty = String(repeating: glyphs.track, count: track.count - 1 - knob)
        var x = track.lowerBound
        x = put(full, x: x, room.role(.fill))
        x = put(glyphs.knob, x: x, room.role(.knob))
        put(empty, x: x, room.role(.track))
    }

    /// The columns of a stepper's − and +.
    private var stepperButtons: (minus: Range<Int>, plus: Range<Int>) {
        let end = room.end
        return glyphs.kind == .ascii
            ? (end - 6..<end - 3, end - 3..<end) : (end - 7..<end - 4, end - 3..<end)
    }

    private func stepper(_ scale: Widget.Scale) {
        let isASCII = glyphs.kind == .ascii
        let buttons = stepperButtons
        guard room.columns >= room.end - buttons.minus.lowerBound + 1 else {
            put(canvas.cut(scale.text, to: room.columns), before: room.end, .value)
            return
        }
        let minus = room.role(scale.isAtMinimum ? .disabled : .unchosen)
        let plus = room.role(scale.isAtMaximum ? .disabled : .unchosen)
        spot(.less, buttons.minus)
        spot(.more, buttons.plus)
        put(isASCII ? "[-]" : " − ", x: buttons.minus.lowerBound, minus)
        if !isASCII { put("│", x: room.end - 4, .track) }
        put(isASCII ? "[+]" : " + ", x: buttons.plus.lowerBound, plus)
        let left = room.columns - (room.end - buttons.minus.lowerBound) - 1
        let text = canvas.cut(scale.text, to: left)
        put(text, before: buttons.minus.lowerBound - 1, room.role(.value))
    }

    // MARK: Choices

    /// The columns of each segment; nil where they don't fit side by side.
    private func segmentColumns(_ titles: [String]) -> [Range<Int>]? {
        let needed = titles.reduce(titles.count - 1) { $0 + $1.columns + 2 }
        guard needed <= room.columns else { return nil }
        var x = room.end - needed
        return titles.map { title in
            defer { x += title.columns + 3 }
            return x..<x + title.columns + 2
        }
    }

    private func segments(_ titles: [String], _ chosen: Int?) {
        guard let columns = segmentColumns(titles) else {
            let title = chosen.map { titles[$0] } ?? ""
            let shown = canvas.cut(title, to: room.columns - 4)
            let text = "\(glyphs.back) \(shown) \(glyphs.opens)"
            let start = put(canvas.cut(text, to: room.columns), before: room.end, room.role(.value))
            // Cut so far that the last sign isn't drawn, neither of them acts.
            guard text.columns <= room.columns else { return }
            spot(.less, start..<start + 2)
            spot(.more, room.end - 2..<room.end)
            return
        }
        for (index, title) in titles.enumerated() {
            let x = columns[index].lowerBound
            spot(.segment(index), columns[index])
            if index == chosen {
                canvas.chosen(title, x: x, y: room.y, marks: room.marks)
            } else {
                put(" \(title) ", x: x, room.role(.unchosen))
            }
            // The edges of the chosen one part it from its neighbours.
            let isParted = glyphs.kind == .ascii || index == chosen || index + 1 == chosen
            if index + 1 < titles.count {
                put(isParted ? " " : "│", x: columns[index].upperBound, .track)
            }
        }
    }

    private func field(_ text: String, _ placeholder: String) {
        let columns = room.isWhole ? room.columns : min(room.columns, Self.widestText)
        let shown = canvas.cut(text.isEmpty ? placeholder : text, to: columns)
        let role: Role = text.isEmpty ? .dim : room.role(.value)
        let start = room.end - (room.isWhole ? columns : shown.columns)
        put(shown, x: start, role)
    }

    /// A long text must not hide whose it is.
    private static let widestText = 40
}
