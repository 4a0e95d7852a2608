// The mouse: it does the same as the keys, at the place that it points to.

import SettingsModel

extension Model {
    /// The mouse did something.
    mutating func mouse(_ action: MouseAction, _ point: Point) {
        switch action {
        case .release: navigation.dragged = nil
        case .wheelUp: scroll(.previous, at: point)
        case .wheelDown: scroll(.next, at: point)
        case .drag:
            if overlays.current == .none, typing.field == nil,
                case .ribbon(let position)? = target(at: point)
            {
                navigation.focus(position, in: shown.table)
                return
            }
            if let dragged = navigation.dragged, shown.focusedRow?.id == dragged.row {
                slide(to: point.x, along: dragged.track)
            }
        case .press: press(point)
        }
    }

    /// The thing that is drawn in a cell.
    private func target(at point: Point) -> Spot.Target? {
        ScreenView(shown).painted().target(at: point)
    }

    private mutating func scroll(_ direction: Direction, at point: Point) {
        let lines = direction == .next ? Self.wheelLines : -Self.wheelLines
        if overlays.help == .shown {
            overlays.scrollHelp(by: lines, mirror.look.helpPage)
        } else if case .picker = overlays.current {
            guard case .wheel(let column, _)? = target(at: point) else { return }
            overlays.turnWheel(column, by: direction == .next ? 1 : -1)
        } else if overlays.current == .none {
            if typing.field == nil {
                let shown = shown
                let height = shown.tableArea.height
                navigation.screen.scroll(by: lines, in: shown.shownTable, height: height)
            } else if let box = shown.textBox {
                typing.field?.edit.moveCaret(byLines: lines, in: box.lines)
            }
        }
    }

    /// Lines of one click of the wheel.
    private static let wheelLines = 3

    private mutating func press(_ point: Point) {
        if overlays.help == .shown {
            overlays.closeHelp()
            return
        }
        let target = target(at: point)
        // A click is meant for what was there before, as a key is.
        if overlays.listening == .afterPause, typing.field == nil, target != .key(.function(1)) {
            return
        }
        // A click on a result chooses it, a second one goes there.
        if case .result(let index)? = target, overlays.chosenResult == index {
            return handle(.enter)
        }
        if overlays.click(target, at: point) { return }
        switch target {
        // What a field would take as a letter to type.
        case .key(.character)? where typing.field != nil && overlays.current == .none: break
        case .key(let key)?: handle(key)
        case .field?, .text?: typing.click(target, at: point, in: shown.textBox)
        case .layer(let name)?: chooseLayer(name)
        case .cover?, .result?, .wheel?: break
        // A click beside what lies on top closes it, but for a question.
        case nil: if overlays.current == .inspector { closeInspector() }
        case let target?: leaveField(for: target, at: point)
        }
    }

    /// A click that leads away from a field saves what is typed there, as Tab does.
    ///
    /// A text that can't be saved keeps the field open; the click does nothing else then.
    private mutating func leaveField(for target: Spot.Target, at point: Point) {
        guard let field = typing.field, overlays.current == .none else {
            return go(to: target, at: point)
        }
        // Beside the field, its own row is no other.
        if let position = target.row, position == navigation.screen.focus?.position { return }
        // Saving may add a row, or take one away.
        let row = target.row.flatMap { shown.table.row(at: $0) }
        save(field)
        guard typing.field == nil else { return }
        if let position = target.row, shown.table.row(at: position)?.id != row?.id { return }
        go(to: target, at: point)
    }

    private mutating func go(to target: Spot.Target, at point: Point) {
        switch target {
        case .row(let position): press(position, nil, point)
        case .control(let position, let part): press(position, part, point)
        case .program(let index): navigation.open(index, of: mirror.tree.programs)
        case .tab(let index): navigation.tab = index
        case .back: use(\.back)
        case .ribbon(let position):
            navigation.region = .table
            navigation.focus(position, in: shown.table)
        case .key, .field, .text, .layer, .wheel, .result, .cover: break
        }
    }

    // MARK: Rows

    /// A click acts on the control that it hits; a second one on a row opens it.
    private mutating func press(_ position: RowPosition, _ part: Spot.Part?, _ point: Point) {
        let table = shown.table
        guard let row = table.row(at: position) else { return }
        navigation.region = .table
        let isSecond = navigation.screen.focus?.position == position
        navigation.focus(position, in: table)
        if case .track(let columns)? = part {
            navigation.dragged = Drag(row: row.id, track: columns)
            return slide(to: point.x, along: columns)
        }
        useRow { $0.clicked(part, isSecond: isSecond) }
    }

    private mutating func slide(to column: Int, along track: Range<Int>) {
        let known = mirror.writes.lastNumber
        let gesture: Steps.Gesture = navigation.dragged?.hasWritten == true ? .drag : .alone
        useRow { $0.slid(to: column, along: track, gesture) }
        if mirror.writes.lastNumber > known { navigation.dragged?.hasWritten = true }
    }
}
