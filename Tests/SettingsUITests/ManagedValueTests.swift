// Values that an administrator decides, over the user's own.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let volume = Fixture.place("game", "volume")

private func managed(_ value: Double, rev: UInt64) -> ChangeMessage {
    var change = Fixture.change(volume, .real(value), by: "client:other", rev: rev)
    change.layer = .managed
    return change
}

@Suite struct `A managed value` {
    @Test func `is news when others change it, and nothing to undo`() {
        var state = Fixture.state()
        state.send(.agent(.snapshot([managed(5, rev: 1)], isFirst: true, isLast: true)))
        state.open(0)
        state.press(.down)
        state.send(.agent(.changed([managed(6, rev: 2)])))
        #expect(state.status?.text == "⇄ Game Volume changed by other: 5.0 → 6.0")
        #expect(state.type("u") == [])
        #expect(state.log.entries.isEmpty)
    }
}
