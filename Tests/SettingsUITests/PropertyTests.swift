// What holds on every screen, whatever was pressed and however large it is.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Synchronization
import TestSupport
import Testing

@testable import SettingsUI

@Suite struct `Whatever is pressed at whatever size` {
    private static let keys: [Key] =
        [
            .up, .down, .left, .right, .shiftLeft, .shiftRight, .pageUp, .pageDown, .home, .end,
            .enter, .escape, .tab, .backTab, .backspace, .delete, .function(1), .control("r"),
            .control("u"), .control("w"), .control("l"),
        ] + "kjhlgGHLudDyiYcxv/nN[]123am ?-+ab7.M'z".map(Key.character)

    private static let sizes = [
        (1, 1), (2, 3), (12, 4), (34, 12), (40, 12), (80, 24), (120, 40), (200, 11), (500, 150),
    ]

    /// Any size at all, small ones as often as large ones.
    private func randomSize(_ random: inout SeededRandom) -> Size {
        if Bool.random(using: &random) {
            let size = Self.sizes.randomElement(using: &random) ?? (80, 24)
            return Size(width: size.0, height: size.1)
        }
        let isLarge = Int.random(in: 0..<8, using: &random) == 0
        return Size(
            width: Int.random(in: 1...(isLarge ? 500 : 130), using: &random),
            height: Int.random(in: 1...(isLarge ? 150 : 45), using: &random)
        )
    }

    private func randomEvent(_ random: inout SeededRandom) -> Event {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .resize(randomSize(&random))
        case 1, 2:
            let point = Point(
                x: Int.random(in: 0..<130, using: &random),
                y: Int.random(in: 0..<45, using: &random)
            )
            let actions: [MouseAction] = [.press, .drag, .release, .wheelUp, .wheelDown]
            return .mouse(actions.randomElement(using: &random) ?? .press, point)
        case 3: return .paste("字\u{1B}[31m\nx")
        case 6:
            let place = Fixture.place("network", "user")
            return .agent(
                .changed([Fixture.change(place, .string("\u{1B}]0;x\u{7}\u{9B}1m\r\n字"))])
            )
        case 7:
            let values = ["a", "b", "\u{1B}c"].prefix(Int.random(in: 0...3, using: &random))
            let list = SettingValue.array(values.map(SettingValue.string))
            return .agent(.changed([Fixture.change(Fixture.place("lists", "servers"), list)]))
        case 4:
            let value = Double(Int.random(in: 0...20, using: &random)) / 2
            let place = Fixture.place("game", "music")
            return .agent(.changed([Fixture.change(place, .real(value))]))
        case 5: return .timer(Bool.random(using: &random) ? .flash : .pause)
        default: return .key(Self.keys.randomElement(using: &random) ?? .down)
        }
    }

    @Test(arguments: 1...(LongRun.isOn ? 6 : 2) as ClosedRange<UInt64>)
    func `the screen is whole and the cursor where the keys go`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var state = Fixture.state(
            Size(width: 80, height: 24),
            seed.isMultiple(of: 2) ? .ascii : .unicode,
            programs: [Fixture.ship, Fixture.alarms, Fixture.lists] + Fixture.programs
        )
        for _ in 0..<400 {
            let event = randomEvent(&random)
            state.send(event)
            if Int.random(in: 0..<4, using: &random) == 0 { state.answerWrites() }
            let grid = state.view()
            #expect(hasNoHalves(grid), "after \(event)")
            #expect(!grid.plain.unicodeScalars.contains(where: isControl), "after \(event)")
            #expect(leadsToHelp(state, grid), "after \(event) on \(state.mirror.look.size)")
            #expect(hasCursorOnFocus(state, grid), "after \(event) on \(state.mirror.look.size)")
            #expect(
                hasCursorWhereKeysGo(state, grid),
                "after \(event) on \(state.mirror.look.size)"
            )
        }
    }

    /// Whether the last hint is the way to all keys, where there is room for it; a low screen may have to say
    /// there what is wrong.
    private func leadsToHelp(_ state: Model, _ grid: Grid) -> Bool {
        guard let line = state.frame.hintLine, state.mirror.look.size.width >= 12,
            state.frame.statusLine != nil || state.status?.isBad != true
        else { return true }
        let lines = grid.plain.split(separator: "\n", omittingEmptySubsequences: false)
        return lines[line].hasSuffix("? help") || lines[line].hasSuffix("F1 help")
    }

    /// Whether the cursor is on the row in focus, where nothing lies on top of it.
    private func hasCursorOnFocus(_ state: Model, _ grid: Grid) -> Bool {
        guard state.overlays.current == .none, state.overlays.help == .hidden,
            state.typing.field == nil,
            state.navigation.region == .table, let focus = state.navigation.screen.focus
        else { return true }
        let lines = state.shownTable.layout.lines(of: focus.position)
        let line = state.navigation.screen.scroll + grid.cursor.y - state.tableArea.y
        return state.tableArea.height < 1 || lines.contains(line)
    }

    /// Whether the cursor is on a cell that is drawn as what the keys act on, where that has room.
    private func hasCursorWhereKeysGo(_ state: Model, _ grid: Grid) -> Bool {
        guard state.mirror.look.size.width >= 40, state.mirror.look.size.height >= 16 else {
            return true
        }
        let cell = grid[grid.cursor]
        if state.overlays.help == .shown { return cell.role == .hintKey }
        switch state.overlays.current {
        case .search: return cell.role == .field
        case .confirmation, .picker: return cell.role == .chosen
        case .inspector:
            return state.navigation.focusedPlace.map(state.inspectorArea)?.contains(grid.cursor)
                ?? true
        case .none: break
        }
        if state.typing.field != nil, state.navigation.region == .table {
            return cell.role == .field
        }
        return cell.marks.contains(.focused) || state.navigation.screen.focus == nil
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n" && (scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value))
    }

    private func hasNoHalves(_ grid: Grid) -> Bool {
        (0..<grid.size.height).allSatisfy { y in
            (0..<grid.size.width).allSatisfy { x in
                let cell = grid[Point(x: x, y: y)]
                let hasNext = x + 1 < grid.size.width
                switch cell.width {
                case 2: return hasNext && grid[Point(x: x + 1, y: y)].width == 0
                case 0: return x > 0 && grid[Point(x: x - 1, y: y)].width == 2
                default: return true
                }
            }
        }
    }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func `undoing everything gives the first values, and redoing the last`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var state = Fixture.state()
        var agent = UndoingAgent()
        state.open(0)
        for _ in 0..<200 {
            let key =
                [Key.left, .right, .down, .up, .enter, .character("d")]
                .randomElement(using: &random) ?? .right
            agent.carryOut(state.press(key), for: &state)
            state.typing.field = nil
        }
        let last = state.mirror.values.stored
        let count = state.mirror.steps.done.count
        for _ in 0..<count { agent.carryOut(state.type("u"), for: &state) }
        #expect(state.mirror.steps.done.isEmpty && state.mirror.log.inForce.isEmpty)
        #expect(state.mirror.values.stored == StoredValues())
        for _ in 0..<count { agent.carryOut(state.press(.control("r")), for: &state) }
        #expect(state.mirror.steps.undone.isEmpty && state.mirror.values.stored == last)
    }

    @Test(arguments: 12...120) func `the way to the help is on the screen`(width: Int) {
        var state = Fixture.game(Size(width: width, height: 24))
        state.overlays.current = .none
        #expect(state.lines[23].hasSuffix("? help"), "\(state.lines[23])")
    }
}

@Suite struct `A long list` {
    private final class Counter: Sendable {
        let count = Mutex(0)
    }

    @Test func `asks for no row that isn't in view`() {
        let counter = Counter()
        let section = TableSection("Stars", count: 1_000_000) { index in
            counter.count.withLock { $0 += 1 }
            return Row(.position(section: 0, row: index), "Star \(index)", .value("x"))
        }
        let table = Table(title: "Stars", sections: [section])
        let layout = Layout(table, columns: 79, width: .wide)
        #expect(layout.count == 1_000_002)
        let canvas = Canvas(Size(width: 80, height: 24), Glyphs(.unicode))
        let area = Rect(x: 0, y: 2, width: 80, height: 20)
        let view = TableView(
            columns: 0..<79,
            scroll: 999_982,
            focus: RowPosition(section: 0, row: 999_999),
            field: nil
        )
        TablePainter(canvas: canvas, table: table, layout: layout, view: view).draw(in: area)
        #expect(counter.count.withLock { $0 } <= 20)
    }

    @Test func `is laid out as if it were drawn line by line`() {
        let rows = (0..<50).map { index -> Row in
            var row = Row(.position(section: 0, row: index), "Row", .toggle(.on))
            row.wantedLines = index.isMultiple(of: 7) ? 3 : nil
            return row
        }
        let table = Table(
            title: "",
            sections: [
                TableSection("A", footer: "some words that wrap around", rows: rows),
                TableSection("B", rows: Array(rows.prefix(3))),
            ]
        )
        for columns in [20, 39, 40, 79] {
            let width = RowWidth(screen: Size(width: columns, height: 24))
            let layout = Layout(table, columns: columns, width: width)
            var line = 0
            for (number, section) in table.sections.enumerated() {
                #expect(layout.line(line) == .top(section: number))
                line += 1
                for index in 0..<section.count {
                    let position = RowPosition(section: number, row: index)
                    let height = section.row(index).lines(width)
                    #expect(layout.lines(of: position) == line..<line + height)
                    for offset in 0..<height {
                        #expect(layout.line(line + offset) == .row(position, line: offset))
                    }
                    line += height
                }
                #expect(layout.line(line) == .bottom(section: number))
                line += 1 + section.footer.wrapped(to: max(8, columns - 7)).count
            }
            #expect(layout.count == line)
            #expect(layout.line(line) == nil)
        }
    }
}

/// An agent that remembers what each step did, and takes it back.
private struct UndoingAgent {
    private var values: [SettingPlace: SettingValue] = [:]
    private var steps: [UInt64: [(place: SettingPlace, old: SettingValue?)]] = [:]
    private var number: UInt64 = 0

    mutating func carryOut(_ effects: [Effect], for state: inout Model) {
        for effect in effects {
            switch effect {
            case .write(let write, let place, let value, _):
                let isChange = values[place] != value
                let group = change([(place, value)], for: &state)
                let step = isChange ? group : nil
                let outcome = Outcome(seq: number, isChange: isChange, group: step)
                carryOut(state.send(.agent(.accepted(write, outcome, []))), for: &state)
            case .undo(.steps(let groups)):
                let olds = groups.sorted(by: >).flatMap { steps[$0]?.reversed() ?? [] }
                let group = change(olds.map { ($0.place, $0.old) }, for: &state)
                carryOut(state.send(.agent(.undone(group: group, warnings: []))), for: &state)
            default: break
            }
        }
    }

    private mutating func change(
        _ changes: [(SettingPlace, SettingValue?)],
        for state: inout Model
    ) -> UInt64 {
        number += 1
        for (place, value) in changes {
            steps[number, default: []].append((place, values[place]))
            values[place] = value
            state.send(.agent(.changed([Fixture.ownChange(place, value, rev: number)])))
        }
        return number
    }
}
