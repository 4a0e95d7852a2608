// What the mouse does: the same as the keys, at the place that it points to.

import SettingsModel
import SettingsSchema

extension State {
    /// The mouse did something.
    mutating func mouse(_ action: MouseAction, _ point: Point, at moment: Moment) -> [Effect] {
        switch action {
        case .release:
            dragged = nil
            return []
        case .wheelUp, .wheelDown:
            let isUp = action == .wheelUp
            if case .picker(let picker) = overlay {
                turn(picker, at: point, by: isUp ? -1 : 1)
            } else if overlay == .none, field == nil {
                scroll(isUp ? -3 : 3)
            }
            return []
        case .drag:
            if overlay == .none, jump(toRibbon: point) { return [] }
            guard let dragged, focusedRow?.id == dragged else { return [] }
            return slide(to: point, at: moment)
        case .press: return press(point, at: moment)
        }
    }

    /// Moves what is in view, and the focus only as far as it must to stay in it.
    private mutating func scroll(_ lines: Int) {
        let shown = shownTable
        let height = tableArea.height
        screen.scroll = max(0, min(screen.scroll + lines, shown.layout.count - height))
        guard let focus = screen.focus else { return }
        let seen = screen.scroll..<screen.scroll + height
        let own = shown.layout.context(of: focus.position)
        if seen.contains(own.lowerBound), seen.contains(own.upperBound - 1) { return }
        let lines = lines > 0 ? Array(seen) : seen.reversed()
        let position = lines.lazy.compactMap { line -> RowPosition? in
            guard case .row(let position, _)? = shown.layout.line(line) else { return nil }
            let wanted = shown.layout.context(of: position)
            let isSeen = seen.contains(wanted.lowerBound) && seen.contains(wanted.upperBound - 1)
            return isSeen ? position : nil
        }.first
        self.focus(position, in: shown.table)
    }

    private mutating func press(_ point: Point, at moment: Moment) -> [Effect] {
        if help == .shown {
            help = .hidden
            return []
        }
        let frame = frame
        if point.y == frame.hintLine { return pressHint(point, at: moment) }
        guard overlay == .none else { return pressOverlay(point, at: moment) }
        if point.y == frame.tabLine {
            if let index = tabColumns.firstIndex(where: { $0.contains(point.x) }) {
                field = nil
                tab = index
            }
            return []
        }
        if point.y == frame.navigationLine {
            guard backColumns.contains(point.x) else { return [] }
            if field == nil { goBack() } else { field = nil }
            return []
        }
        if let sideBar = frame.sideBar, sideBar.contains(point) {
            guard point.y > sideBar.y else { return [] }
            return openSideBar(firstInSideBar(sideBar) + point.y - sideBar.y - 1)
        }
        if let panel = frame.inspector, panel.contains(point) {
            pressPanel(point, in: panel)
            return []
        }
        guard tableArea.contains(point) else { return [] }
        region = .table
        return pressTable(point, at: moment)
    }

    private mutating func pressTable(_ point: Point, at moment: Moment) -> [Effect] {
        if jump(toRibbon: point) { return [] }
        let shown = shownTable
        let line = shown.layout.line(screen.scroll + point.y - tableArea.y)
        guard case .row(let position, _)? = line, let row = shown.table.row(at: position) else {
            return []
        }
        let isSecond = screen.focus?.position == position
        if let field, isSecond { return placeCaret(point, field, row, shown.columns) }
        field = nil
        focus(position, in: shown.table)
        return click(row, point, shown, isSecond: isSecond, at: moment)
    }

    /// Goes to the title of the ribbon that the mouse is on; false where it isn't on one.
    private mutating func jump(toRibbon point: Point) -> Bool {
        let shown = shownTable
        let area = tableArea
        guard !shown.table.ribbon.isEmpty, point.x == shown.columns.upperBound,
            area.contains(point)
        else { return false }
        let index = RibbonTitle.index(
            at: point.y - area.y,
            of: shown.table.ribbon.count,
            lines: area.height
        )
        if shown.table.ribbon.indices.contains(index) {
            focus(shown.table.ribbon[index].position, in: shown.table)
        }
        return true
    }

    private mutating func placeCaret(
        _ point: Point,
        _ field: OpenField,
        _ row: Row,
        _ columns: Range<Int>
    ) -> [Effect] {
        let area = RowDrawing(columns: columns, isFocused: true).fieldColumns(row)
        guard area.contains(point.x) else { return [] }
        self.field?.edit.moveCaret(toColumn: point.x - area.lowerBound, of: area.count)
        return []
    }

    /// A click acts on the control that it hits; a second one on a row opens it.
    private mutating func click(
        _ row: Row,
        _ point: Point,
        _ shown: ShownTable,
        isSecond: Bool,
        at moment: Moment
    ) -> [Effect] {
        let room = room(row, shown, y: point.y)
        switch row.widget {
        case .slider where Painter.track(in: room).contains(point.x):
            dragged = row.id
            return slide(to: point, at: moment)
        case .stepper:
            let buttons = Painter(Size(width: 1, height: 1), glyphs).stepperButtons(end: room.end)
            if buttons.minus.contains(point.x) { return adjust(-1, .step, at: moment) }
            if buttons.plus.contains(point.x) { return adjust(1, .step, at: moment) }
        case .segments(let titles, let chosen):
            let columns = Painter.segmentColumns(titles, end: room.end, columns: room.columns)
            if let index = columns?.firstIndex(where: { $0.contains(point.x) }) {
                return index == chosen ? [] : chooseSegment(index, row, at: moment)
            }
        case .toggle where point.x >= room.end - 7: return activate(.enter, at: moment)
        case .check, .box, .difference: return activate(.character(" "), at: moment)
        case .link where point.x >= room.end - 2: return activate(.enter, at: moment)
        default: break
        }
        return isSecond ? activate(.enter, at: moment) : []
    }

    private mutating func chooseSegment(_ index: Int, _ row: Row, at moment: Moment) -> [Effect] {
        guard isEditable(row), case .setting(let specifier, let place) = row.target,
            case .choice(let choice) = specifier.control
        else { return [] }
        return write(choice.options[index].value, at: place, moment)
    }

    private mutating func slide(to point: Point, at moment: Moment) -> [Effect] {
        guard let row = focusedRow, isEditable(row),
            case .setting(let specifier, let place) = row.target,
            case .slider(let slider) = specifier.control
        else { return [] }
        let track = Painter.track(in: room(row, shownTable, y: point.y))
        guard track.count > 1 else { return [] }
        let share = Double(point.x - track.lowerBound) / Double(track.count - 1)
        let wanted = slider.number(atShare: share).value
        return value(place)?.means(wanted) == true ? [] : write(wanted, at: place, moment)
    }

    /// Where the control of the focused row is drawn.
    private func room(_ row: Row, _ shown: ShownTable, y: Int) -> WidgetRoom {
        let section = screen.focus.map { shown.table.sections[$0.position.section] }
        let drawing = RowDrawing(
            columns: shown.columns,
            isFocused: true,
            sliders: section?.sliderColumns
        )
        let lines = screen.focus.map { shown.layout.lines(of: $0.position).count } ?? 1
        if lines > 1, shown.layout.width == .narrow { return drawing.ownRoom(row, y: y) }
        return drawing.room(row, beside: drawing.titleColumns(row, glyphs), y: y)
    }

    // MARK: Bars

    /// The columns of each tab's title.
    private var tabColumns: [Range<Int>] {
        var painter = Painter(Size(width: size.width, height: 1), glyphs)
        return painter.tabs(tabs.map(\.title), chosen: tab, note: "", y: 0)
    }

    /// The columns of the title that leads back.
    private var backColumns: Range<Int> {
        let start = frame.body.x + 1
        return start..<start + backTitle.columns + 2
    }
}
