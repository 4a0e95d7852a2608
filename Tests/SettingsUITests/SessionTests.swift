// Values that are in force for a session, or for good by an administrator, over the user's own.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let volume = Fixture.place("game", "volume")

private func change(_ value: SettingValue?, _ layer: LayerName, rev: UInt64) -> ChangeMessage {
    var change = Fixture.change(volume, value, by: "client:other", rev: rev)
    change.layer = layer
    return change
}

/// The game's pane with 5 in force for this session, and the volume in focus.
private var session: State {
    var state = Fixture.state()
    let values = [change(.real(5), .session, rev: 1)]
    state.send(.agent(.snapshot(values, isFirst: true, isLast: true)))
    state.open(0)
    state.press(.down)
    return state
}

@Suite struct `A value of a session` {
    @Test func `stays in force over what is stored, which is said`() {
        var state = session
        let effects = state.press(.right)
        #expect(effects == [.askOwn(1, volume), .write(1, volume, .real(5.5))])
        state.send(.agent(.own(1, .real(3))))
        state.send(.agent(.accepted(1, .unchanged, [])))
        #expect(state.value(volume) == .real(5))
        let said = "Game Volume is stored; 5.0 stays in force for this session"
        #expect(state.status == Status(.note, said))
    }

    @Test func `is never what an undo stores`() {
        var state = session
        state.press(.right)
        state.send(.agent(.own(1, .real(3))))
        state.send(.agent(.accepted(1, .unchanged, [])))
        #expect(state.type("u") == [.write(2, volume, .real(3))])
    }

    @Test func `lets an undo wait until what it hides is known`() {
        var state = session
        state.press(.right)
        #expect(state.type("u") == [])
        #expect(state.status?.text == "What it was before isn't known yet; u tries again")
        state.send(.agent(.own(1, nil)))
        #expect(state.type("u") == [.write(2, volume, nil)])
    }

    @Test func `lets what it hides be taken away`() {
        var state = session
        #expect(state.type("d") == [.findOwn(volume)])
        let effects = state.send(.agent(.found(volume, .real(3))))
        #expect(effects.contains(.write(1, volume, nil)))
        state.send(.agent(.own(1, .real(3))))
        state.send(.agent(.accepted(1, .unchanged, [])))
        #expect(state.value(volume) == .real(5))
        #expect(state.type("d") == [.findOwn(volume)])
        state.send(.agent(.found(volume, nil)))
        #expect(state.status?.text == "Nothing of yours is stored here")
    }

    @Test func `is copied as a command for a session`() {
        var state = session
        let command = "settingsctl set --session org.example.game volume 5.0"
        #expect(state.type("Y") == [.copy(command)])
    }

    @Test(arguments: [LayerName.session, .managed])
    func `is news when others change it, and nothing to undo`(layer: LayerName) {
        var state = session
        state.send(.agent(.changed([change(.real(6), layer, rev: 2)])))
        #expect(state.status?.text == "⇄ Game Volume changed by other: 5.0 → 6.0")
        #expect(state.type("u") == [])
        #expect(state.log.entries.isEmpty)
    }

    @Test func `is told in lines too`() {
        var conversation = Conversation(session)
        let effects =
            conversation.read("2", at: Fixture.moment).1
            + conversation.read("5.5", at: Fixture.moment).1
        #expect(effects == [.askOwn(1, volume), .write(1, volume, .real(5.5))])
        let accepted = conversation.hear(.agent(.accepted(1, .unchanged, [])), at: Fixture.moment)
        let said = "Game Volume is stored; 5.0 stays in force for this session."
        #expect(accepted.0 == [said])
        let event = Event.agent(.changed([change(.real(6), .session, rev: 2)]))
        let news = conversation.hear(event, at: Fixture.moment).0
        #expect(news == ["Game Volume changed by other: 5.0 → 6.0."])
    }
}
