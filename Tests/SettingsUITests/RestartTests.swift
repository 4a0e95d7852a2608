// The sign for what is in force only after a restart.

import Testing

@testable import SettingsUI

@Suite struct `A change that needs a restart` {
    @Test func `has its sign, which the inspector and the help explain`() {
        var state = Fixture.game()
        #expect(row(state, "Debug").hasPrefix("│↻ "))
        #expect(row(state, "Music Volume").hasPrefix("│  "))
        state.type("jjjj")
        state.type("i")
        let words = "not yet   applied, unless its program restarted since"
        #expect(state.view().plain.contains(words))
        state.press(.escape)
        state.type("?")
        #expect(state.view().plain.contains("may need a restart"))
    }

    @Test func `is found by the search, and told in its program's row`() {
        var state = Fixture.game()
        state.type("/is:restart")
        #expect(state.view().plain.contains("Debug"))
        state.press(.escape, .escape)
        #expect(row(state, "ShootStuffUp").contains("restart to apply"))
    }
}
