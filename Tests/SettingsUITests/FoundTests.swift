// What the search finds that is no setting, and what it tells of a setting.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let volume = Fixture.place("game", "volume")

@Suite struct `A problem without a value` {
    private static let whole = Fixture.program(
        "gone",
        "Gone",
        [
            "Root": """
            {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
            {"Type": "PSChildPaneSpecifier", "Title": "Plumbing", "File": "Nowhere"}
            """,
            "Nowhere": "",
        ]
    )
    private static let gone = Program(
        domain: whole.domain,
        title: "Gone",
        panes: whole.panes.values.filter { $0.name == "Root" },
        root: "Root"
    )

    private func searching(_ query: String) -> Model {
        var state = Fixture.state(programs: [Fixture.programs[0], Self.gone, Fixture.programs[4]])
        let unreadable = FileProblem.unreadable(
            Fixture.domain("keyboard"),
            "/keys.toml",
            nil,
            "expected a value"
        )
        state.send(.agent(.problem(unreadable)))
        state.type("/" + query)
        return state
    }

    @Test func `is found by its filter: a missing pane, and a file without settings`() {
        let lines = searching("@problem").lines
        #expect(lines[2].contains(" 2 of "))
        #expect(lines.contains { $0.contains("▌✗ Plumbing ") && $0.contains("is missing") })
        #expect(lines.contains { $0.contains("│✗ Keyboard ") && $0.contains("file can't be read") })
    }

    @Test func `is found by its words`() {
        #expect(searching("@problem plu").lines[2].contains(" 1 of "))
        #expect(searching("plu").lines.contains { $0.contains("Nothing found") })
        #expect(searching("@problem @modified").lines.contains { $0.contains("Nothing found") })
    }

    @Test func `is gone to`() {
        var state = searching("@problem")
        state.press(.enter)
        #expect(state.overlays.current == .none)
        let root = PaneID(domain: Self.gone.domain, pane: "Root")
        #expect(state.navigation.screen.content == .pane(root, title: "Gone"))
        #expect(state.focusedRow?.title == "Plumbing")
        state = searching("@problem")
        state.press(.down, .enter)
        #expect(state.contents.program == Fixture.domain("keyboard"))
    }
}

@Suite struct `The line below the search's results` {
    @Test func `has the file and the line that a value stands on`() {
        var state = Fixture.game()
        state.type("/vol @modified")
        #expect(state.send(.key(.down)) == [])
        state.send(.agent(.explained(volume, Fixture.explanation(of: volume))))
        #expect(state.view().plain.contains("·  default 3.5  ·  user, game.toml:14 "))
    }

    @Test func `has what a file says that isn't in force, and where`() {
        var state = Fixture.game()
        var problem = FileProblem.refused(volume, .string("moo"))
        problem.file = "/home/zoe/.config/own.toml"
        problem.place = SourcePlace(line: 3, column: 1)
        state.send(.agent(.problem(problem)))
        state.type("/game vol")
        #expect(state.view().plain.contains("·  default 3.5  ·  stored: moo, own.toml:3 "))
    }

    @Test func `is asked for where the value stands in a layer`() {
        var state = Fixture.game()
        #expect(state.type("/game vol").contains(.explain(volume)))
        state.press(.escape)
        #expect(!state.type("/music").contains(.explain(Fixture.place("game", "music"))))
    }

    @Test func `is asked for anew after a change`() {
        var state = Fixture.game()
        state.type("/game vol")
        state.send(.agent(.explained(volume, Fixture.explanation(of: volume))))
        let effects = state.send(.agent(.changed([Fixture.change(volume, .real(4), rev: 300)])))
        #expect(effects.contains(.explain(volume)))
    }

    @Test func `says no problem where there is no answer`() {
        var state = Fixture.game()
        state.type("/game vol")
        state.send(.agent(.unexplained(volume, "no such key")))
        #expect(state.status == nil)
        #expect(state.view().plain.contains("·  user layer"))
    }
}
