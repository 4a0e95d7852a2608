// Questions that open by themselves: keys that were meant for something else don't answer them.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let host = Fixture.place("network", "host")
private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")

/// The host being typed, which someone else has just changed.
private var asking: State {
    var state = Fixture.network()
    state.press(.enter, .control("u"))
    state.type("mi")
    state.send(.agent(.changed([Fixture.change(host, .string("theirs"))])))
    return state
}

@Suite struct `A question about what is being typed` {
    @Test(arguments: ["m", "t", "e"])
    func `lets the letters that are on their way go on`(letter: String) {
        var state = asking
        state.type(letter)
        #expect(state.field?.edit.text == "mi" + letter)
        #expect(state.view().plain.contains("Host was changed while you typed"))
        #expect(state.value(host) == .string("theirs"))
    }

    @Test func `shows the text that goes on being typed`() {
        var state = asking
        state.type("ne")
        guard case .conflict(let conflict) = state.overlay else {
            Issue.record("no question")
            return
        }
        #expect(conflict.mine == "mine")
    }

    @Test(arguments: [Key.enter, .tab, .escape])
    func `is not answered by a key that was to end the typing`(key: Key) {
        var state = asking
        #expect(!state.press(key).contains { if case .write = $0 { true } else { false } })
        #expect(state.field?.edit.text == "mi")
        #expect(state.view().plain.contains("Host was changed while you typed"))
    }

    @Test func `takes a paste that is on its way`() {
        var state = asking
        state.send(.paste("ne"))
        #expect(state.field?.edit.text == "mine")
    }

    @Test func `is not answered by a click that is on its way`() {
        var state = asking
        let button = state.conflictButtons[0].columns.lowerBound
        state.send(.mouse(.press, Point(x: button, y: state.conflictArea.y + 6)))
        #expect(state.value(host) == .string("theirs"))
        #expect(state.field != nil)
    }

    @Test(arguments: [(80, 24), (40, 12), (20, 5), (10, 3), (20, 24), (200, 4)])
    func `has all answers on the screen, and they can be clicked`(width: Int, height: Int) {
        for (letter, effects) in [("m", 1), ("t", 0), ("e", 0)] {
            var state = asking
            state.send(.resize(Size(width: width, height: height)))
            state.send(.timer(.question))
            let word = ["m": "mine", "t": "theirs", "e": "edit"][letter] ?? ""
            let y = state.lines.firstIndex { $0.contains(word) && !$0.contains("before") } ?? -1
            let lines = state.conflictHasBox ? [state.conflictArea.y + 6] : [y]
            #expect(lines.contains { state.lines[max(0, $0)].contains(word) }, "\(state.lines)")
            let start = state.lines[max(0, lines[0])].firstRange(of: word)?.lowerBound
            let x = start.map { state.lines[max(0, lines[0])][..<$0].count } ?? 0
            let done = state.send(.mouse(.press, Point(x: x, y: lines[0])))
            #expect(done.count { if case .write = $0 { true } else { false } } == effects)
            #expect(state.overlay == .none)
            #expect((state.field == nil) == (letter != "e"))
        }
    }

    @Test func `tells the values apart where these are long`() {
        let long = String(repeating: "x", count: 300)
        var state = Fixture.network()
        state.send(.agent(.changed([Fixture.change(host, .string(long + "was" + long))])))
        state.press(.enter, .left)
        for _ in 0..<300 { state.press(.left) }
        state.type("mine")
        let change = Fixture.change(host, .string(long + "wastheirs" + long))
        state.send(.agent(.changed([change])))
        for size in [Size(width: 80, height: 24), Size(width: 34, height: 8)] {
            state.send(.resize(size))
            let shown = state.view().plain
            #expect(shown.contains("xwasxx"), "\(shown)")
            #expect(shown.contains("mine"), "\(shown)")
            #expect(shown.contains("wastheirs"), "\(shown)")
        }
    }

    @Test func `listens after a pause, which each key begins anew`() {
        var state = Fixture.network()
        state.press(.enter)
        state.type("x")
        let pause = Effect.wait(.question, State.pauseBeforeAnswers)
        let effects = state.send(.agent(.changed([Fixture.change(host, .string("theirs"))])))
        #expect(effects.contains(pause))
        #expect(state.type("y").contains(pause))
        state.send(.timer(.question))
        #expect(!state.type("m").contains(pause))
        #expect(state.value(host) == .string("games.example.orgxy"))
    }

    @Test func `waits once more when it is about another value`() {
        var state = asking
        state.send(.timer(.question))
        state.send(.agent(.changed([Fixture.change(host, .string("other"), rev: 2)])))
        state.press(.enter)
        #expect(state.value(host) == .string("other"))
    }
}

@Suite struct `A question that the agent's answer opens` {
    @Test func `is not answered by a key that is on its way`() {
        var state = Fixture.state()
        let defaults = [music, volume].map { place in
            var change = Fixture.change(place, .real(3.5))
            change.layer = .default
            return change
        }
        state.send(.agent(.snapshot(defaults, isFirst: true, isLast: true)))
        state.open(0)
        state.type("D")
        state.send(.agent(.found(music, nil)))
        state.send(.agent(.found(volume, .real(3.5))))
        let isWrite = { (effect: Effect) in if case .write = effect { true } else { false } }
        #expect(!state.press(.enter, .down).contains(where: isWrite))
        #expect(state.view().plain.contains("One setting goes back to the default"))
        state.send(.timer(.question))
        #expect(state.press(.enter) == [.write(1, volume, nil)])
    }

    @Test func `that a key opened is answered at once`() {
        var state = Fixture.game()
        state.type("D")
        #expect(state.press(.enter).count == 1)
    }
}
