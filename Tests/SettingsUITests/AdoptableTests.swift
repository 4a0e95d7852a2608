// Programs that aren't linked, offered below those that are.

import Testing

@testable import SettingsUI

@Suite struct `Programs that could be adopted` {
    private let titles = ["kitty", "foot", "Vim"]

    @Test func `are the last row, which has them adopted`() {
        var state = Fixture.state(adoptable: titles)
        #expect(state.lines.contains { $0.contains("3 more programs found") })
        #expect(state.lines.contains { $0.contains("kitty, foot, Vim.") })
        state.press(.end)
        #expect(state.focusedRow?.target == .adoptable)
        #expect(state.hints.contains { $0.label == "adopt" })
        #expect(state.press(.enter) == [.adopt])
        #expect(state.type(" ") == [.adopt])
    }

    @Test func `are offered where nothing is linked`() {
        var state = Fixture.state(programs: [], adoptable: ["kitty"])
        #expect(state.lines.contains { $0.contains("1 program found") })
        #expect(state.press(.enter) == [.adopt])
    }

    @Test func `aren't hidden by the pane of a lone program`() {
        var state = Fixture.state(programs: [Fixture.programs[0]], adoptable: titles)
        #expect(state.navigation.screen.content == .programs)
        state.press(.enter)
        #expect(state.navigation.screen.content == Fixture.programs[0].firstScreen)
        state = Fixture.state(programs: [Fixture.programs[0]])
        #expect(state.navigation.screen.content == Fixture.programs[0].firstScreen)
    }

    @Test func `are named up to eight`() {
        let many = (1...11).map { "program \($0)" }
        let state = Fixture.state(Size(width: 120, height: 40), adoptable: many)
        #expect(state.lines.contains { $0.contains("program 8, and 3 others.") })
    }

    @Test func `are no row where there are none`() {
        #expect(!Fixture.state().lines.contains { $0.contains("found") })
    }

    @Test func `are said in words with the command`() {
        let lines = PlainPanes(Fixture.state(adoptable: titles), file: nil).lines
        #expect(lines.contains(.words("3 more programs found, adopt")))
        #expect(lines.contains(.command("settingsctl adopt --all")))
    }
}
