// Questions that open by themselves: keys that were meant for something else don't answer them.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")

/// The game's pane, whose first group was to go back to its defaults; they may be the user's own.
private var waiting: Model {
    var state = Fixture.state()
    let defaults = [music, volume].map { Fixture.change($0, .real(3.5), layer: .default) }
    state.send(.agent(.snapshot(defaults, isFirst: true, isLast: true)))
    state.open(0)
    state.type("D")
    state.send(.agent(.found(music, nil)))
    return state
}

/// The question about it, which has just opened.
private var asking: Model {
    var state = waiting
    state.send(.agent(.found(volume, .real(3.5))))
    return state
}

@Suite struct `A question that the agent's answer opens` {
    private let pause = Effect.wait(.pause, Model.pauseBeforeKeys)

    @Test func `is not answered by a key that is on its way`() {
        var state = asking
        #expect(!state.press(.enter, .down).contains(where: isWrite))
        #expect(state.view().plain.contains("One setting goes back to the default"))
        state.send(.timer(.pause))
        #expect(state.press(.enter) == [.write(1, volume, nil)])
    }

    @Test func `is not answered by a click that is on its way`() {
        var state = asking
        guard case .confirmation(let asked) = state.overlays.current else {
            Issue.record("no question")
            return
        }
        let button = Point(
            x: state.screenView.view(of: asked).buttons[0].columns.lowerBound + 1,
            y: state.screenView.view(of: asked).area.bottom - 2
        )
        #expect(!state.send(.mouse(.press, button)).contains(where: isWrite))
        #expect(state.overlays.current != .none)
        state.send(.timer(.pause))
        #expect(state.send(.mouse(.press, button)) == [.write(1, volume, nil)])
    }

    @Test func `listens after a pause, which each key begins anew`() {
        var state = waiting
        #expect(state.overlays.current == .none)
        let effects = state.send(.agent(.found(volume, .real(3.5))))
        #expect(effects.contains(pause))
        #expect(state.hints.first == Hint(several: "a pause", "then keys count"))
        #expect(state.type("y").contains(pause))
        state.send(.timer(.pause))
        #expect(!state.type("y").contains(pause))
        #expect(state.overlays.current == .none)
    }

    @Test func `that a key opened is answered at once`() {
        var state = Fixture.game()
        state.type("D")
        #expect(state.press(.enter).count == 1)
    }
}
