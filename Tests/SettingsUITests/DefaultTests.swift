// Values of the user's own that are the default's too: the agent doesn't tell when they come or go.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")

/// The game's pane, where an agent that has the bundle tells of the defaults.
private var game: Model {
    var state = Fixture.state()
    let defaults = [music, volume].map {
        Fixture.change($0, .real(3.5), by: "file:/game.bundle/Root.plist", layer: .default)
    }
    state.send(.agent(.snapshot(defaults, isFirst: true, isLast: true)))
    state.open(0)
    return state
}

@Suite struct `An undo in the history of what others put over a default` {
    @Test func `says what is in force again`() {
        var state = game
        state.send(.agent(.changed([Fixture.change(music, .real(6), rev: 20)])))
        state.type("]]")
        #expect(state.type("u") == [.undo(.steps([20]))])
        state.answerUndo([music: nil])
        #expect(state.status?.text == "Undone: Music Volume is 3.5 again")
        #expect(state.press(.control("r")) == [.undo(.steps([500]))])
    }
}

@Suite struct `A reset of what seems to be a default` {
    @Test func `takes away what the user stored`() {
        var state = game
        #expect(state.type("d") == [.write(1, music, nil)])
        #expect(state.status?.text == "Music Volume → 3.5, the default")
        let outcome = Outcome(seq: 4, isChange: false, group: 9)
        state.send(.agent(.accepted(1, outcome, [])))
        #expect(state.scene.value(music) == .real(3.5))
        #expect(state.type("u") == [.undo(.steps([9]))])
    }

    @Test func `says where nothing of the user's is stored, and can't be undone`() {
        var state = game
        state.type("d")
        state.send(.agent(.accepted(1, .unchanged(4), [])))
        #expect(state.status?.text == "Nothing of yours is stored here")
        #expect(state.scene.value(music) == .real(3.5) && state.mirror.log.entries.isEmpty)
        #expect(state.type("u") == [])
    }

    @Test func `of a group says when nothing in it is the user's`() {
        var state = game
        #expect(state.type("D") == [])
        #expect(state.status?.text == "Nothing of yours is stored in this group")
    }
}

@Suite struct `A write before the values are known` {
    @Test func `goes back to what was below it, and says what that was`() {
        var state = Fixture.state()
        state.send(.agent(.connected))
        state.open(0)
        state.press(.right)
        let site = Fixture.change(music, .real(5), layer: .site)
        state.send(.agent(.snapshot([site], isFirst: true, isLast: true)))
        state.answerWrites()
        state.type("]]")
        #expect(state.view().plain.contains("5.0 → 4.0"))
        #expect(state.type("u") == [.undo(.steps([101]))])
    }
}

@Suite struct `A default that the bundle changes` {
    @Test func `is told as that, and nothing to undo`() {
        var state = game
        let change = Fixture.change(music, .real(7), rev: 20, layer: .default)
        state.send(.agent(.changed([change])))
        #expect(state.status?.text == "⇄ Music Volume has another default: 7.0")
        #expect(state.scene.value(music) == .real(7))
        #expect(state.mirror.log.entries.isEmpty)
        #expect(state.type("u") == [])
    }

    @Test func `is told without a value where there is none any more`() {
        var state = game
        let values: [SettingValue?] = [.boolean(true), nil]
        for (value, rev) in zip(values, [UInt64(20), 21]) {
            let new = Fixture.place("game", "new")
            let change = Fixture.change(new, value, rev: rev, layer: .default)
            state.send(.agent(.changed([change])))
        }
        #expect(state.status?.text == "⇄ new has no default any more")
        #expect(state.mirror.log.entries.isEmpty)
    }

    @Test func `is no change of the user's while no agent was heard, either`() {
        var state = game
        state.reconnect([Fixture.change(music, .real(7), rev: 20, layer: .default)])
        #expect(state.scene.value(music) == .real(7))
        #expect(!state.mirror.log.entries.contains { $0.place == music })
    }

    @Test func `leaves the lines of the history as they were`() {
        var state = game
        state.send(.agent(.changed([Fixture.change(music, .real(6), rev: 20)])))
        let reset = Fixture.change(music, .real(3.5), rev: 21, layer: .default)
        state.send(.agent(.changed([reset])))
        let change = Fixture.change(music, .real(7), rev: 22, layer: .default)
        state.send(.agent(.changed([change])))
        state.type("]]")
        #expect(state.view().plain.contains("6.0 → 3.5"))
        #expect(!state.view().plain.contains("6.0 → 7.0"))
    }
}
