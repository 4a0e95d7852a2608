// Questions before something is done.

import Testing

@testable import SettingsUI

@Suite struct `A question that a key opened` {
    @Test func `is answered at once`() {
        var state = Fixture.game()
        state.type("D")
        #expect(state.press(.enter).count == 1)
    }
}
