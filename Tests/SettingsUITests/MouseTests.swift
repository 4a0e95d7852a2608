// Clicks against what is drawn: each cell of a control does what the control's key does.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import TestSupport
import Testing

@testable import SettingsUI

private let rows = Fixture.program(
    "rows",
    "Rows",
    [
        "Root": """
        {"Type": "PSGroupSpecifier", "Title": "Rows", "FooterText": "Words below the group."},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Sync", "Key": "sync", "DefaultValue": false,
         "IASKSubtitle": {"YES": "Every hour", "NO": "Never", "__default__": "Who knows"}},
        {"Type": "PSTitleValueSpecifier", "Title": "Version", "Key": "version",
         "DefaultValue": "1.0 › 2.0", "IASKSubtitle": "of the program"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "At night", "Key": "night",
         "DefaultValue": true, "IASKToggleStyle": "Checkmark"},
        {"Type": "PSSliderSpecifier", "SATitle": "Volume", "Key": "volume", "DefaultValue": 5,
         "MinimumValue": 0, "MaximumValue": 10, "SAStep": 1, "IASKSubtitle": "of the music"},
        {"Type": "PSSliderSpecifier", "SATitle": "A long title before the steps", "Key": "lives",
         "DefaultValue": 4, "MinimumValue": 1, "MaximumValue": 9, "SAStep": 1,
         "SAStyle": "Stepper", "SAValueType": "Integer"},
        {"Type": "PSMultiValueSpecifier", "Title": "Level", "Key": "level", "DefaultValue": 2,
         "Values": [1, 2, 3], "Titles": ["Easy", "Fair", "Hard"], "SAStyle": "Segmented"},
        {"Type": "PSMultiValueSpecifier", "Title": "Sound", "Key": "sound", "DefaultValue": 2,
         "Values": [1, 2, 3], "Titles": ["Bell", "Duck", "Koto"]},
        {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
        {"Type": "IASKTextViewSpecifier", "Title": "Notes", "Key": "notes", "SALines": 4},
        {"Type": "PSTextFieldSpecifier", "Title": "", "Key": "whole"},
        {"Type": "PSRadioGroupSpecifier", "Title": "Speed", "Key": "speed", "DefaultValue": 2,
         "Values": [1, 2, 3], "Titles": ["Slow", "Normal", "Fast"]},
        {"Type": "IASKButtonSpecifier", "Title": "Clear", "SACommand": ["clear", "it"]}
        """
    ]
)

/// Texts in which no letter comes twice, so that a cell tells which letter it shows.
private let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

private let textKeys = ["name", "notes", "whole"]

/// A screen of any size, scrolled somewhere.
private func screen(_ random: inout SeededRandom) -> Model {
    let isNarrow = Bool.random(using: &random)
    let size = Size(
        width: Int.random(in: isNarrow ? 12...39 : 40...130, using: &random),
        height: Int.random(in: 3...40, using: &random)
    )
    let signs: Glyphs.Kind = Bool.random(using: &random) ? .ascii : .unicode
    let length = Int.random(in: 0...letters.count, using: &random)
    let values: [(String, SettingValue)] =
        textKeys.map { ($0, .string(String(letters.prefix(length)))) } + [
            ("sync", .boolean(.random(using: &random))),
            ("lives", .integer(.random(in: 1...9, using: &random))),
            ("volume", .real(Double(Int.random(in: 0...10, using: &random)))),
            ("level", .integer(.random(in: 1...3, using: &random))),
        ]
    var state = Fixture.alone(
        rows,
        Look(name: "", size: size, signs: signs),
        values: values.map { (Fixture.place("rows", $0), $1) }
    )
    state.inspector.isWanted = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 0...14, using: &random) { state.press(.down) }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
        let wheel: MouseAction = Bool.random(using: &random) ? .wheelUp : .wheelDown
        state.send(.mouse(wheel, Point(x: 5, y: 2)))
    }
    return state
}

/// A control's cell, and what is wanted of it.
private struct Spot {
    var point: Point
    var row: RowPosition
    var keys: [Key]
    var name: String
}

extension Grid {
    /// The cells of a line that show a text, the last time that it's there.
    fileprivate func cells(of text: String, line: Int, in columns: Range<Int>) -> Range<Int>? {
        let wanted = text.map(String.init)
        guard wanted.count <= columns.count else { return nil }
        return (columns.lowerBound...columns.upperBound - wanted.count).reversed().first { x in
            wanted.indices.allSatisfy { self.text(self[Point(x: x + $0, y: line)]) == wanted[$0] }
        }.map { $0..<$0 + wanted.count }
    }
}

extension Model {
    /// The lines of the screen that show rows.
    fileprivate var rowLines: [(y: Int, row: RowPosition)] {
        let layout = shownTable.layout
        return (tableArea.y..<tableArea.bottom).compactMap { y in
            guard case .row(let row, _)? = layout.line(navigation.screen.scroll + y - tableArea.y)
            else {
                return nil
            }
            return (y, row)
        }
    }

    /// Where controls are, as the picture of the screen shows them, and what keys do to them.
    fileprivate var spots: [Spot] {
        let grid = view()
        let table = table
        let isASCII = mirror.look.glyphs.kind == .ascii
        return rowLines.flatMap { y, position -> [Spot] in
            guard let row = table.row(at: position) else { return [] }
            let columns = shownTable.columns
            let inside =
                columns.lowerBound + 1..<max(columns.lowerBound + 1, columns.upperBound - 1)
            var wanted: [(String, [Key])] = []
            switch row.widget {
            case .toggle(.on): wanted = [(isASCII ? "[ on]" : "On ━━●", [.enter])]
            case .toggle(.off): wanted = [(isASCII ? "[off]" : "Off ●──", [.enter])]
            case .stepper:
                wanted =
                    isASCII
                    ? [("[-]", [.left]), ("[+]", [.right])]
                    : [(" − ", [.left]), (" + ", [.right])]
            case .segments(let titles, let chosen):
                wanted = titles.enumerated().map { index, title in
                    let steps = index - (chosen ?? 0)
                    let keys = Array(repeating: steps < 0 ? Key.left : .right, count: abs(steps))
                    let edges = isASCII ? ("[", "]") : ("▐", "▌")
                    return (index == chosen ? edges.0 + title + edges.1 : " \(title) ", keys)
                }
                if titles.allSatisfy({
                    grid.cells(of: $0, line: y, in: inside) == nil || titles[chosen ?? 0] == $0
                }) {
                    wanted = [
                        (mirror.look.glyphs.back + " ", [.left]),
                        (" " + mirror.look.glyphs.opens, [.right]),
                    ]
                }
            case .link: wanted = [(mirror.look.glyphs.opens, [.enter])]
            case .check, .box:
                return inside.map {
                    Spot(point: Point(x: $0, y: y), row: position, keys: [.enter], name: "tick")
                }
            default: break
            }
            return wanted.flatMap { text, keys -> [Spot] in
                guard let cells = grid.cells(of: text, line: y, in: inside) else { return [] }
                return cells.map {
                    Spot(point: Point(x: $0, y: y), row: position, keys: keys, name: text)
                }
            }
        }
    }

    /// What differs from another screen that went through the same; nil for nothing.
    fileprivate func difference(from other: Model) -> String? {
        if mirror.values.stored != other.mirror.values.stored { return "the values" }
        if overlays.current != other.overlays.current { return "what lies on top" }
        if navigation.tabs.map(\.screens.count) != other.navigation.tabs.map(\.screens.count) {
            return "the screens"
        }
        if navigation.screen.content != other.navigation.screen.content {
            return "the screen"
        }
        if navigation.tab != other.navigation.tab { return "the tab" }
        return typing.field == other.typing.field ? nil : "the typing.field"
    }
}

@Suite struct `A click` {
    @Test(arguments: 1...(LongRun.isOn ? 8 : 2) as ClosedRange<UInt64>)
    func `on a control does what its key does`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var names: Set<String> = []
        for _ in 0..<40 {
            let state = screen(&random)
            for spot in state.spots.shuffled(using: &random).prefix(12) {
                var clicked = state
                clicked.send(.mouse(.press, spot.point))
                var keyed = state
                keyed.navigation.focus(spot.row, in: keyed.table)
                for key in spot.keys { keyed.press(key) }
                let difference = clicked.difference(from: keyed)
                let place = "'\(spot.name)' at \(spot.point) of \(state.mirror.look.size)"
                #expect(difference == nil, "\(place):\n\(state.view().plain)")
                names.insert(spot.name)
            }
        }
        // The screens had all of them.
        #expect(names.count >= 12, "\(names)")
    }

    @Test(arguments: 1...(LongRun.isOn ? 8 : 2) as ClosedRange<UInt64>)
    func `in a field goes to the letter under it`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var count = 0
        for _ in 0..<40 {
            var state = screen(&random)
            guard let name = textKeys.randomElement(using: &random),
                let position = state.table.position(
                    of: .setting(Fixture.place("rows", name)),
                    near: nil
                )
            else { continue }
            state.navigation.focus(position, in: state.table)
            state.press(.enter)
            let grid = state.view()
            let size = grid.size
            let cells = (0..<size.width * size.height).lazy
                .map { Point(x: $0 % size.width, y: $0 / size.width) }
                .filter { grid[$0].role == .field && letters.contains(grid.text(grid[$0])) }
            for cell in cells.shuffled(using: &random).prefix(8) {
                var clicked = state
                clicked.send(.mouse(.press, cell))
                let field = clicked.typing.field?.edit
                let under = field.map { String($0.characters[$0.caret...].prefix(1)) }
                #expect(under == grid.text(grid[cell]), "at \(cell) of \(size):\n\(grid.plain)")
                count += 1
            }
        }
        #expect(count > 50)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `on a track goes as far as the track`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var count = 0
        let volume = Fixture.place("rows", "volume")
        for _ in 0..<40 {
            let state = screen(&random)
            let grid = state.view()
            for (y, position) in state.rowLines {
                guard let row = state.table.row(at: position), case .slider = row.widget else {
                    continue
                }
                let track = (0..<grid.size.width).filter {
                    [.track, .fill, .knob].contains(grid[Point(x: $0, y: y)].role)
                }
                guard let first = track.first, let last = track.last else { continue }
                for (x, value) in [(first, 0.0), (last, 10.0)] {
                    var clicked = state
                    clicked.send(.mouse(.press, Point(x: x, y: y)))
                    #expect(
                        clicked.scene.value(volume) == .real(value),
                        "\(x), \(y):\n\(grid.plain)"
                    )
                    count += 1
                }
            }
        }
        #expect(count > 20)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `on a bar's words does what their key does`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<20 {
            var state = screen(&random)
            if Bool.random(using: &random) { state.press(.enter) }
            let grid = state.view()
            let all = 0..<grid.size.width
            var wanted: [(String, Int?, Key)] = state.navigation.tabs.enumerated().map {
                index,
                tab in
                (tab.title, state.frame.tabLine, .character(Character(String(index + 1))))
            }
            if !state.backTitle.isEmpty {
                let back = state.mirror.look.glyphs.back + " " + state.backTitle
                wanted.append((back, state.frame.navigationLine, .escape))
            }
            wanted += state.hints.compactMap { hint in
                hint.sends.map { (hint.key + " " + hint.label, state.frame.hintLine, $0) }
            }
            for (text, line, key) in wanted {
                guard let line, let cells = grid.cells(of: text, line: line, in: all) else {
                    continue
                }
                // A field takes what is typed; the bars lead away from it.
                let isCovered = state.typing.field != nil || state.overlays.current != .none
                if isCovered, line != state.frame.hintLine { continue }
                for x in [cells.lowerBound, cells.upperBound - 1] {
                    var clicked = state
                    clicked.send(.mouse(.press, Point(x: x, y: line)))
                    var keyed = state
                    keyed.press(key)
                    let difference = clicked.difference(from: keyed)
                    #expect(difference == nil, "'\(text)' at \(x), \(line):\n\(grid.plain)")
                }
            }
        }
    }

    @Test(arguments: [5, 8, 12, 20, 24, 40]) func `on the ribbon goes where its letter does`(
        height: Int
    ) {
        var state = Fixture.state(Size(width: 80, height: height))
        state.open(1)
        state.press(.enter)
        var count = 0
        for jump in "MQ" {
            state.type(String(jump))
            let grid = state.view()
            let x = state.shownTable.columns.upperBound
            for y in state.tableArea.y..<state.tableArea.bottom {
                guard let letter = grid.text(grid[Point(x: x, y: y)]).first, letter.isLetter else {
                    continue
                }
                var clicked = state
                clicked.send(.mouse(.press, Point(x: x, y: y)))
                var keyed = state
                keyed.type(String(letter))
                #expect(
                    clicked.navigation.screen.focus == keyed.navigation.screen.focus,
                    "\(letter) on line \(y)"
                )
                count += 1
            }
        }
        #expect(count > 0 || height < 8)
    }

    @Test(arguments: Look.all + Look.tiny) func `on a wheel brings what it shows to the bar`(
        look: Look
    ) {
        var state = Fixture.alone(Fixture.ship, look)
        state.press(.down, .enter)
        guard case .picker(let picker) = state.overlays.current else {
            Issue.record("the picker isn't open")
            return
        }
        let grid = state.view()
        let area = state.screenView.view(of: picker).area
        for (number, columns) in area.columns(picker.wheels).enumerated() {
            for y in area.box.y..<area.box.bottom {
                for x in columns where area.box.contains(Point(x: x, y: y)) {
                    let text = grid.text(grid[Point(x: x, y: y)])
                    let shown = columns.map {
                        grid.text(grid[Point(x: min($0, grid.size.width - 1), y: y)])
                    }
                    .joined().split(separator: " ").joined(separator: " ")
                    guard text != " ", picker.wheels[number].titles.contains(shown) else {
                        continue
                    }
                    var clicked = state
                    clicked.send(.mouse(.press, Point(x: x, y: y)))
                    guard case .picker(let turned) = clicked.overlays.current else {
                        Issue.record("the picker is gone")
                        continue
                    }
                    let wheel = turned.wheels[number]
                    #expect(wheel.titles[wheel.index] == shown, "at \(x), \(y):\n\(grid.plain)")
                }
            }
        }
    }
}
