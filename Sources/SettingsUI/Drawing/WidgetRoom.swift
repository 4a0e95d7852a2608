// How each control looks.

/// The place of a control: up to a column, in at most so many columns.
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

extension WidgetRoom {
    /// Draws a control.
    func draw(_ widget: Widget, on painter: inout Painter) {
        switch widget {
        case .toggle(let state): toggle(state, on: &painter)
        case .slider(let scale): slider(scale, on: &painter)
        case .stepper(let scale): stepper(scale, on: &painter)
        case .segments(let titles, let chosen): segments(titles, chosen, on: &painter)
        case .text(let text, let placeholder): field(text, placeholder, on: &painter)
        case .secret(let secret):
            let text = secret == .set ? painter.glyphs.secret : "not set"
            let role: Role = secret == .set ? .value : .dim
            painter.put(
                painter.cut(text, to: columns),
                before: end,
                y: y,
                self.role(role),
                marks: marks
            )
        case .title(let text):
            let shown = painter.cut(text, to: columns)
            painter.put(shown, before: end, y: y, .dim, marks: marks)
        case .link(let text):
            let start = painter.put(painter.glyphs.opens, before: end, y: y, .accent, marks: marks)
            spot(.whole, start - 1..<end, on: &painter)
            let shown = painter.cut(text, to: columns - 2)
            painter.put(shown, before: end - 2, y: y, .value, marks: marks)
        case .check, .box, .nothing, .difference, .entry: break
        }
    }

    private func toggle(_ state: Widget.Switch, on painter: inout Painter) {
        switch state {
        case .neither(let text):
            painter.put(
                painter.cut(text, to: columns),
                before: end,
                y: y,
                .error,
                marks: marks
            )
        case .on, .off:
            let isOn = state == .on
            let role = self.role(isOn ? .on : .off)
            let text =
                painter.glyphs.kind == .ascii
                ? (isOn ? "[ on]" : "[off]") : (isOn ? "On ━━●" : "Off ●──")
            let start = painter.put(text, before: end, y: y, role, marks: marks)
            spot(.whole, start..<end, on: &painter)
        }
    }

    /// Notes that columns of a control's line are a part of it.
    private func spot(_ part: Spot.Part, _ columns: Range<Int>, on painter: inout Painter) {
        painter.spot(columns, y: y, .control(position, part))
    }

    // MARK: Numbers

    /// The columns of a slider's track; empty where there is no room for one.
    private var track: Range<Int> {
        let end = self.end - numberColumns - 1
        let columns = min(trackColumns, self.columns - numberColumns - 2)
        return columns < 3 ? end..<end : end - columns..<end
    }

    private func slider(_ scale: Widget.Scale, on painter: inout Painter) {
        let number = painter.cut(scale.text, to: columns)
        painter.put(number, before: end, y: y, role(.value), marks: marks)
        let track = track
        guard !track.isEmpty else { return }
        spot(.track(track), track, on: &painter)
        let share = min(1, max(0, scale.share))
        let knob = Int((share * Double(track.count - 1)).rounded())
        let full = String(repeating: painter.glyphs.fill, count: knob)
        let empty = String(repeating: painter.glyphs.track, count: track.count - 1 - knob)
        var x = track.lowerBound
        x = painter.put(full, x: x, y: y, role(.fill), marks: marks)
        x = painter.put(painter.glyphs.knob, x: x, y: y, role(.knob), marks: marks)
        painter.put(empty, x: x, y: y, role(.track), marks: marks)
    }

    /// The columns of a stepper's − and +.
    private func stepperButtons(_ glyphs: Glyphs) -> (minus: Range<Int>, plus: Range<Int>) {
        glyphs.kind == .ascii
            ? (end - 6..<end - 3, end - 3..<end) : (end - 7..<end - 4, end - 3..<end)
    }

    private func stepper(_ scale: Widget.Scale, on painter: inout Painter) {
        let isASCII = painter.glyphs.kind == .ascii
        let buttons = stepperButtons(painter.glyphs)
        guard columns >= end - buttons.minus.lowerBound + 1 else {
            painter.put(
                painter.cut(scale.text, to: columns),
                before: end,
                y: y,
                .value,
                marks: marks
            )
            return
        }
        let minus = role(scale.isAtMinimum ? .disabled : .unchosen)
        let plus = role(scale.isAtMaximum ? .disabled : .unchosen)
        spot(.less, buttons.minus, on: &painter)
        spot(.more, buttons.plus, on: &painter)
        painter.put(isASCII ? "[-]" : " − ", x: buttons.minus.lowerBound, y: y, minus, marks: marks)
        if !isASCII { painter.put("│", x: end - 4, y: y, .track, marks: marks) }
        painter.put(isASCII ? "[+]" : " + ", x: buttons.plus.lowerBound, y: y, plus, marks: marks)
        let left = columns - (end - buttons.minus.lowerBound) - 1
        painter.put(
            painter.cut(scale.text, to: left),
            before: buttons.minus.lowerBound - 1,
            y: y,
            role(.value),
            marks: marks
        )
    }

    // MARK: Choices

    /// The columns of each segment; nil where they don't fit side by side.
    private func segmentColumns(_ titles: [String]) -> [Range<Int>]? {
        let needed = titles.reduce(titles.count - 1) { $0 + $1.columns + 2 }
        guard needed <= columns else { return nil }
        var x = end - needed
        return titles.map { title in
            defer { x += title.columns + 3 }
            return x..<x + title.columns + 2
        }
    }

    private func segments(_ titles: [String], _ chosen: Int?, on painter: inout Painter) {
        guard let segments = segmentColumns(titles) else {
            let title = chosen.map { titles[$0] } ?? ""
            let text =
                painter.glyphs.back + " " + painter.cut(title, to: columns - 4) + " "
                + painter.glyphs.opens
            let start = painter.put(
                painter.cut(text, to: columns),
                before: end,
                y: y,
                role(.value),
                marks: marks
            )
            // Cut so far that the last sign isn't drawn, neither of them acts.
            guard text.columns <= columns else { return }
            spot(.less, start..<start + 2, on: &painter)
            spot(.more, end - 2..<end, on: &painter)
            return
        }
        for (index, title) in titles.enumerated() {
            let x = segments[index].lowerBound
            spot(.segment(index), segments[index], on: &painter)
            if index == chosen {
                painter.chosen(title, x: x, y: y, marks: marks)
            } else {
                painter.put(" \(title) ", x: x, y: y, role(.unchosen), marks: marks)
            }
            // The edges of the chosen one part it from its neighbours.
            let isParted = painter.glyphs.kind == .ascii || index == chosen || index + 1 == chosen
            if index + 1 < titles.count {
                painter.put(
                    isParted ? " " : "│",
                    x: segments[index].upperBound,
                    y: y,
                    .track,
                    marks: marks
                )
            }
        }
    }

    private func field(_ text: String, _ placeholder: String, on painter: inout Painter) {
        let columns = isWhole ? columns : min(columns, Self.widestText)
        let shown = painter.cut(text.isEmpty ? placeholder : text, to: columns)
        let role: Role = text.isEmpty ? .dim : role(.value)
        let start = end - (isWhole ? columns : shown.columns)
        painter.put(shown, x: start, y: y, role, marks: marks)
    }

    /// A long text must not hide whose it is.
    private static let widestText = 40
}
