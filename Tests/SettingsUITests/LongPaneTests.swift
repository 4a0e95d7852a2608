// Panes and searches of many rows: nothing is made or looked through that isn't seen.

import SettingsModel
import SettingsProtocol
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
    private func found(_ query: String, _ state: State) -> [String] {
        var search = Search(state)
        search.edit = TextEdit(query)
        search.refresh(state)
        return search.results.map { state.title(search.place($0)) }
    }

    @Test(arguments: [
        ("vol", ["Music Volume", "Game Volume"]), ("volume gam", ["Game Volume"]),
        ("8443", ["Port"]), ("KOTO", ["Alert Sound"]), ("hunter2", []),
        ("shootstuffup debug", ["Debug"]), ("volumeshoot", []), ("   ", []),
    ]) func `finds all words, those in titles first`(query: String, titles: [String]) {
        #expect(found(query, Fixture.network()) == titles)
    }

    @Test func `knows a value that came while it was open`() {
        var state = Fixture.game()
        state.type("/")
        let place = Fixture.place("network", "port")
        state.send(.agent(.changed([Fixture.change(place, .integer(8080))])))
        state.type("8080")
        guard case .search(let search) = state.overlay else {
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
