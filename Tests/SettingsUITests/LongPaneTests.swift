// Panes and searches of many rows: nothing is made or looked through that isn't seen.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

@Suite struct `A row of a pane` {
    @Test(arguments: Fixture.programs + [Fixture.ship, Fixture.alarms, Fixture.lists])
    func `is found by its name wherever it stands`(program: Program) {
        let table = Fixture.alone(program).table
        for (number, section) in table.sections.enumerated() {
            for index in 0..<section.count {
                let position = RowPosition(section: number, row: index)
                #expect(table.position(of: section.row(index).id, near: nil) == position)
            }
        }
    }

    @Test func `is the same on a narrow screen, where all are made at once`() {
        let wide = Fixture.network().table
        let narrow = Fixture.network(Size(width: 39, height: 24)).table
        for (a, b) in zip(wide.sections, narrow.sections) {
            #expect((0..<a.count).map(a.row) == (0..<b.count).map(b.row))
        }
    }
}

@Suite struct `A search` {
    private func found(_ query: String, _ state: Model) -> [String] {
        var search = Search(state.scene)
        search.edit = TextEdit(query)
        search.refresh(state.scene)
        return search.results.map { state.scene.title(search.place($0)) }
    }

    @Test(arguments: [
        ("vol", ["Music Volume", "Game Volume"]), ("volume gam", ["Game Volume", "Music Volume"]),
        ("8443", ["Port"]), ("KOTO", ["Alert Sound"]), ("hunter2", []),
        ("shootstuffup debug", ["Debug"]), ("volumeshoot", []), ("   ", []),
    ]) func `finds all words, those in titles first`(query: String, titles: [String]) {
        #expect(found(query, Fixture.network()) == titles)
    }

    @Test func `finds the words of groups, those of the look first`() throws {
        let rows = { (group: String, title: String) in
            """
            {"Type": "PSGroupSpecifier", "Title": "\(group)"},
            {"Type": "PSTextFieldSpecifier", "Title": "\(title)", "Key": "size"}
            """
        }
        let look = Fixture.program("look", "Look", ["Root": rows("Font of terminals", "Size")])
        let programs = [
            Program(
                domain: try Domain(Domain.lookName),
                title: "Look",
                panes: Array(look.panes.values),
                root: "Root"
            ),
            Fixture.program("foot", "Foot", ["Root": rows("Font", "Size in points")]),
            Fixture.program("kitty", "Kitty", ["Root": rows("Text", "Font size")]),
        ]
        let titles = found("font size", Fixture.state(programs: programs))
        #expect(titles == ["Size", "Font size", "Size in points"])
    }

    @Test func `knows a value that came while it was open`() {
        var state = Fixture.game()
        state.type("/")
        let place = Fixture.place("network", "port")
        state.send(.agent(.changed([Fixture.change(place, .integer(8080))])))
        state.type("8080")
        guard case .search(let search) = state.overlays.current else {
            Issue.record("no search")
            return
        }
        #expect(search.place == place)
    }

    @Test func `shows what is special about what it finds`() {
        var state = Fixture.game()
        let place = Fixture.place("network", "port")
        state.send(.agent(.changed([Fixture.change(place, .integer(84_430))])))
        state.type("/port")
        #expect(state.lines.contains { $0.contains("▌✗ Port") })
    }

    @Test func `has the focus, and the table below it has none`() {
        var state = Fixture.game()
        state.type("/vol")
        #expect(state.lines.contains { $0.dropFirst().contains("▌  Music Volume") })
        #expect(!state.lines.contains { $0.hasPrefix("▌") })
    }
}

@Suite struct `A search of many settings` {
    private static let domain = Fixture.domain("many")

    private static func place(_ number: Int) -> SettingPlace {
        SettingPlace(domain: domain, keyPath: SettingKeyPath(segments: ["key\(number)"]))
    }

    /// A program with so many settings in one group, read from a file.
    private static func program(_ count: Int) -> Program {
        var pane = Pane(name: "Root", file: "many.toml")
        pane.sections = [PaneSection()]
        pane.sections[0].rows = (0..<count).map { number in
            var row = Specifier(
                type: "PSTextFieldSpecifier",
                title: "key\(number)",
                control: .anyValue,
                place: SchemaPlace(file: "many.toml")
            )
            row.keyPath = place(number).keyPath
            return row
        }
        return Program(domain: domain, title: "Many", panes: [pane], root: "Root")
    }

    /// Two programs whose settings take three turns to gather.
    private var state: Model {
        Fixture.state(programs: [Self.program(Search.rowsAtOnce * 2 + 1), Fixture.ship])
    }

    private let turn = [Effect.wait(.search, .zero)]

    private func search(_ state: Model) throws -> Search {
        guard case .search(let search) = state.overlays.current else { throw NotOpen() }
        return search
    }

    private struct NotOpen: Error {}

    @Test func `is open before all of them are gathered, some at a time`() throws {
        var state = state
        #expect(state.type("/") == turn)
        #expect(try search(state).index.places.count == Search.rowsAtOnce)
        let screen = state.view()
        #expect(screen.plain.contains("─ \(Search.rowsAtOnce * 2 + 4) ─╮"))
        #expect(state.send(.timer(.search)) == turn)
        #expect(state.view() == screen)
        #expect(state.send(.timer(.search)) == [])
        #expect(try search(state).index.places.count == state.mirror.tree.settingCount)
        #expect(state.mirror.tree.settingCount == Search.rowsAtOnce * 2 + 4)
    }

    @Test func `finds in what is gathered, and more as that grows`() throws {
        var state = state
        state.type("/")
        state.send(.paste("key"))
        let first = try search(state).results.count
        #expect(first < Search.rowsAtOnce * 2 + 1)
        while state.send(.timer(.search)) == turn {}
        #expect(try search(state).results.count == Search.rowsAtOnce * 2 + 1)
    }

    @Test func `keeps to the result that was gone to while more are found`() throws {
        var state = state
        state.send(.key(.character("/")))
        state.send(.paste("e"))
        state.press(.down, .down)
        let place = try search(state).place
        while state.send(.timer(.search)) == turn {}
        #expect(try search(state).place == place)
    }

    @Test func `answers from what it has until a change is gathered too`() throws {
        var state = state
        state.type("/")
        while state.send(.timer(.search)) == turn {}
        let last = Self.place(Search.rowsAtOnce * 2)
        let change = Fixture.change(last, .string("marigold"))
        #expect(state.send(.agent(.changed([change]))).contains(turn[0]))
        state.send(.paste("key1"))
        #expect(try !search(state).results.isEmpty)
        while state.send(.timer(.search)) == turn {}
        state.press(.control("u"))
        state.send(.paste("marigold"))
        #expect(try search(state).place == last)
    }

    @Test func `needs no turn once it's closed`() {
        var state = state
        state.type("/")
        #expect(state.press(.escape) == [])
        #expect(state.send(.timer(.search)) == [])
        #expect(state.overlays.current == .none)
    }
}
