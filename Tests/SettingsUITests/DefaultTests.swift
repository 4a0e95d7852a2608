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

/// What the history says of a setting that went from a value to 6.
private func report(of place: SettingPlace, from old: SettingValue?) -> HistoryReport {
    report(place, from: old, to: .real(6), hours: 0, id: 7, seq: 20)
}

@Suite struct `An undo of what others put over a default` {
    private var changed: (state: Model, effects: [Effect]) {
        var state = game
        let effects = state.send(.agent(.changed([Fixture.change(music, .real(6), rev: 20)])))
        return (state, effects)
    }

    @Test func `takes the user's value away again`() {
        var (state, effects) = changed
        #expect(effects.contains(.askBefore(music.domain, since: 19)))
        state.send(.agent(.before(music.domain, [report(of: music, from: nil)])))
        #expect(state.type("u") == [.write(1, music, nil)])
        #expect(state.status?.text == "Undone: Music Volume is 3.5 again")
        state.answerWrites()
        #expect(state.press(.control("r")).contains(.write(2, music, .real(6))))
    }

    @Test func `stores the default's value again where the user had stored it`() {
        var (state, _) = changed
        state.send(.agent(.before(music.domain, [report(of: music, from: .real(3.5))])))
        #expect(state.type("u") == [.write(1, music, .real(3.5))])
    }

    @Test func `before the agent has said which it was loses nothing`() {
        var (state, _) = changed
        #expect(state.type("u") == [.write(1, music, .real(3.5))])
    }

    @Test func `is told of by the history alone when the agent was away`() {
        var state = game
        let effects = state.reconnect([
            Fixture.change(music, .real(6)), Fixture.change(volume, .real(3.5)),
        ])
        #expect(effects.contains(.askBefore(music.domain, since: nil)))
        state.send(.agent(.before(music.domain, [report(of: music, from: nil)])))
        #expect(state.type("u") == [.write(1, music, nil)])
    }
}

@Suite struct `A reset of what seems to be a default` {
    @Test func `takes away what the user stored, and says what it was when undone`() {
        var state = game
        #expect(state.type("d") == [.findOwn(music)])
        let effects = state.send(.agent(.found(music, .real(3.5))))
        #expect(effects == [.write(1, music, nil)])
        #expect(state.status?.text == "Music Volume → 3.5, the default")
        state.send(.agent(.accepted(1, .unchanged(0), [])))
        #expect(state.type("d") == [.findOwn(music)])
        state.send(.agent(.found(music, nil)))
        #expect(state.status?.text == "Nothing of yours is stored here")
        #expect(state.type("u") == [.write(2, music, .real(3.5))])
        state.send(.agent(.accepted(2, .unchanged(0), [])))
        #expect(state.type("d") == [.write(3, music, nil)])
    }

    @Test func `of a group says when nothing in it is the user's`() {
        var state = game
        #expect(state.type("D") == [.findOwn(music), .findOwn(volume)])
        for place in [music, volume] { state.send(.agent(.found(place, nil))) }
        #expect(state.status?.text == "Nothing of yours is stored in this group")
    }

    @Test func `of one row doesn't wait for that of another`() {
        var state = game
        #expect(state.type("djd") == [.findOwn(music), .findOwn(volume)])
        #expect(state.send(.agent(.found(volume, .real(3.5)))) == [.write(1, volume, nil)])
        #expect(state.send(.agent(.found(music, .real(3.5)))) == [.write(2, music, nil)])
    }

    @Test func `is over when there is no answer`() {
        var state = game
        state.type("d")
        state.send(.agent(.unexplained(music, "it's busy")))
        #expect(state.resets.isEmpty)
        #expect(state.status?.text == "✗ Music Volume: it's busy")
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
        #expect(state.type("u").contains(.write(2, music, nil)))
    }
}

@Suite struct `A default that the bundle changes` {
    @Test func `is told as that, and nothing to undo`() {
        var state = game
        let change = Fixture.change(music, .real(7), rev: 20, layer: .default)
        state.send(.agent(.changed([change])))
        #expect(state.status?.text == "⇄ Music Volume has another default: 7.0")
        #expect(state.scene.value(music) == .real(7))
        #expect(state.log.entries.isEmpty)
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
        #expect(state.log.entries.isEmpty)
    }

    @Test func `is no change of the user's while no agent was heard, either`() {
        var state = game
        state.reconnect([Fixture.change(music, .real(7), rev: 20, layer: .default)])
        #expect(state.scene.value(music) == .real(7))
        #expect(!state.log.entries.contains { $0.place == music })
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
