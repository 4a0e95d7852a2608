// The sign for what its program hasn't taken on: it comes and goes as the agent tells.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let debug = Fixture.place("game", "debug")

private func row(_ state: State, _ title: String) -> String {
    state.lines.first { $0.contains(title) } ?? ""
}

@Suite struct `A change that a program hasn't taken on` {
    @Test func `is asked for once at the start, and soon after each change`() {
        var state = Fixture.state()
        #expect(state.send(.agent(.snapshot([], isFirst: true, isLast: true))) == [.lookBehind])
        let effects = state.send(.agent(.changed([Fixture.change(music, .real(5))])))
        #expect(effects.contains(.wait(.behind, .milliseconds(200))))
        #expect(state.send(.timer(.behind)) == [.lookBehind])
    }

    @Test func `has its sign until the program says that it has taken it on`() {
        var state = Fixture.game()
        #expect(row(state, "Music Volume").hasPrefix("│  "))
        state.send(.agent(.behind([music: ["game (4711)"]], applied: [])))
        #expect(row(state, "Music Volume").hasPrefix("│↻ "))
        state.send(.agent(.behind([:], applied: [])))
        #expect(row(state, "Music Volume").hasPrefix("│  "))
    }

    @Test func `is asked for ever more seldom, and not at all once nothing is behind`() {
        var state = Fixture.game()
        let pauses = (0..<6).map { _ in state.send(.agent(.behind([music: ["game"]], applied: [])))
        }
        let expected: [Duration] = [
            .milliseconds(500), .seconds(1), .seconds(2), .seconds(5), .seconds(5), .seconds(5),
        ]
        #expect(pauses == expected.map { [.wait(.behind, $0)] })
        #expect(state.send(.agent(.behind([:], applied: []))) == [])
    }

    @Test func `that needs a restart keeps the sign until a program says that it runs with it`() {
        var state = Fixture.game()
        state.send(.agent(.behind([:], applied: [])))
        #expect(row(state, "Debug").hasPrefix("│↻ "))
        state.send(.agent(.behind([debug: ["game (4711)"]], applied: [])))
        // It ended, or its connection did: nobody runs with the change.
        state.send(.agent(.behind([:], applied: [])))
        #expect(row(state, "Debug").hasPrefix("│↻ "))
        let applied = AppliedKeys(domain: debug.domain, keys: nil)
        state.send(.agent(.behind([:], applied: [applied])))
        #expect(row(state, "Debug").hasPrefix("│• "))
    }

    @Test func `and that nobody tells of may have come with a restart, as the inspector says`() {
        var state = Fixture.game()
        state.type("jjjj")
        state.type("i")
        let words = "not yet   applied, unless its program restarted since"
        #expect(state.view().plain.contains(words))
        state.press(.escape)
        state.type("?")
        #expect(state.view().plain.contains("may need a restart"))
    }

    @Test func `that needs a restart loses the sign when a program is quicker than the first look`()
    {
        var state = Fixture.game()
        let applied = [AppliedKeys(domain: debug.domain, keys: nil)]
        state.send(.agent(.behind([debug: ["slow (4712)"]], applied: applied)))
        #expect(row(state, "Debug").hasPrefix("│↻ "))
        state.send(.agent(.behind([:], applied: applied)))
        #expect(row(state, "Debug").hasPrefix("│• "))
    }

    @Test(arguments: [
        AppliedKeys(domain: Fixture.domain("stars"), keys: nil),
        AppliedKeys(domain: debug.domain, keys: [.exactly("music")]),
    ]) func `isn't applied by who follows other settings`(applied: AppliedKeys) {
        var state = Fixture.game()
        state.send(.agent(.behind([:], applied: [applied])))
        #expect(row(state, "Debug").hasPrefix("│↻ "))
    }

    @Test func `isn't applied by an answer from before it`() {
        var state = Fixture.game()
        state.press(.down, .down, .down, .down, .enter, .enter)
        #expect(state.writes.count == 2)
        let applied = AppliedKeys(domain: debug.domain, keys: nil)
        state.send(.agent(.behind([:], applied: [applied])))
        #expect(row(state, "Debug").hasPrefix("▌↻ "))
    }

    @Test func `is told with the programs' names, and found by the search`() {
        var state = Fixture.game()
        state.send(.agent(.behind([music: ["game (4711)", "other"]], applied: [])))
        state.press(.up)
        state.type("i")
        #expect(state.view().plain.contains("not yet   applied by game (4711), other"))
        state.press(.escape)
        state.type("/is:restart")
        #expect(state.view().plain.contains("Music Volume"))
        state.press(.escape, .escape)
        #expect(row(state, "ShootStuffUp").contains("restart to apply"))
    }
}
