// Keys and the agent's messages at once: neither keeps the other waiting for long.

import Testing

@testable import SettingsUI

@Suite struct `Whose turn it is` {
    @Test func `is the keys', and then the agent's`() {
        var turns = Turns()
        let typed: [[Event]] = [[], [.key(.down)], [], [.key(.up)]]
        let heard = typed.map { turns.hearAgent(after: $0) }
        #expect(heard == [true, false, true, false])
    }

    @Test func `is the agent's every other time while keys come without an end`() {
        var turns = Turns()
        let heard = (0..<6).map { _ in turns.hearAgent(after: [.key(.down)]) }
        #expect(heard == [false, true, false, true, false, true])
    }
}
