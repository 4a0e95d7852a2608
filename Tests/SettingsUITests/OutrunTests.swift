// Edits of lists that others change at the same time: nobody's element is lost.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let servers = Fixture.place("lists", "servers")
private let accounts = Fixture.place("lists", "accounts")

private func texts(_ words: String...) -> SettingValue { .array(words.map(SettingValue.string)) }

private var lists: State {
    Fixture.alone(
        Fixture.lists,
        values: [
            (servers, texts("a.example", "b.example")),
            (accounts, .array([Fixture.account("Ada")])),
        ]
    )
}

/// The second server typed anew, over a list that the agent has another one of by then.
private var outrun: State {
    var state = lists
    state.press(.down, .enter, .control("u"))
    state.type("c.example")
    state.press(.enter)
    return state
}

extension State {
    /// The agent tells of another's change, and then that ours came after it.
    @discardableResult
    fileprivate mutating func lose(
        _ number: Int,
        to value: SettingValue,
        at place: SettingPlace = servers
    ) -> [Effect] {
        let change = Fixture.change(place, value, rev: 7)
        return send(.agent(.changed([change]))) + send(.agent(.outrun(number, rev: 7)))
    }
}

private func writes(_ effects: [Effect]) -> [Effect] {
    effects.filter { if case .write = $0 { true } else { false } }
}

@Suite struct `An edit of a list that another was faster with` {
    @Test func `is made again on what is there now`() {
        var state = outrun
        let effects = state.lose(1, to: texts("new.example", "a.example", "b.example"))
        let wanted = texts("new.example", "a.example", "c.example")
        #expect(writes(effects) == [.write(2, servers, wanted, ifRev: 7)])
        #expect(state.value(servers) == wanted)
    }

    @Test func `waits until that is told`() {
        var state = outrun
        #expect(state.send(.agent(.outrun(1, rev: 7))) == [])
        #expect(state.value(servers) == texts("a.example", "b.example"))
        let theirs = Fixture.change(servers, texts("b.example"), rev: 7)
        let effects = state.send(.agent(.changed([theirs])))
        #expect(writes(effects) == [.write(2, servers, texts("c.example"), ifRev: 7)])
    }

    @Test func `changes no element that another changed too`() {
        var state = outrun
        let effects = state.lose(1, to: texts("a.example", "theirs.example"))
        #expect(writes(effects) == [])
        #expect(state.value(servers) == texts("a.example", "theirs.example"))
        #expect(state.status?.kind == .error)
        #expect(state.status?.text.contains("changed meanwhile") == true)
        state.press(.enter)
        #expect(state.field?.edit.text == "c.example")
    }

    @Test func `names what was typed where its element is gone`() {
        var state = outrun
        state.lose(1, to: texts("x.example", "y.example", "z.example"))
        let said = "the element isn't there any more. Not saved. It was: c.example"
        #expect(state.status?.text == "✗ Servers: \(said)")
        #expect(state.unsaved.isEmpty)
    }

    @Test func `adds its element behind those of others`() {
        var state = lists
        state.press(.down, .down, .enter)
        state.type("c.example")
        state.press(.enter)
        let effects = state.lose(1, to: texts("a.example", "b.example", "new.example"))
        let wanted = texts("a.example", "b.example", "new.example", "c.example")
        #expect(writes(effects) == [.write(2, servers, wanted, ifRev: 7)])
    }

    @Test func `removes the same element`() {
        var state = lists
        state.type("x")
        let effects = state.lose(1, to: texts("new.example", "a.example", "b.example"))
        let wanted = texts("new.example", "b.example")
        #expect(writes(effects) == [.write(2, servers, wanted, ifRev: 7)])
    }

    @Test func `comes after the one before it`() {
        var state = lists
        state.type("xx")
        let first = state.lose(1, to: texts("a.example", "b.example", "new.example"))
        #expect(writes(first) == [])
        let second = state.send(.agent(.outrun(2, rev: 7)))
        let one = texts("b.example", "new.example")
        #expect(writes(second) == [.write(3, servers, one, ifRev: 7)])
        let third = state.send(.agent(.accepted(3, .changed(8), [])))
        #expect(writes(third) == [.write(4, servers, texts("new.example"), ifRev: 8)])
    }

    @Test func `keeps what was made in a pane`() {
        var state = lists
        state.press(.end, .enter, .enter)
        state.type("Bea")
        state.press(.enter, .end, .enter)
        let theirs = SettingValue.array([Fixture.account("Ada"), Fixture.account("Eve")])
        let effects = state.lose(1, to: theirs, at: accounts)
        let bea = SettingValue.dictionary([SettingValue.Entry("name", .string("Bea"))])
        let wanted = SettingValue.array([Fixture.account("Ada"), Fixture.account("Eve"), bea])
        #expect(writes(effects) == [.write(2, accounts, wanted, ifRev: 7)])
    }

    @Test func `is told when the agent goes away over it`() {
        var state = outrun
        state.send(.agent(.outrun(1, rev: 7)))
        state.send(.agent(.lost("gone")))
        #expect(state.outrun.isEmpty)
        #expect(state.failures[servers] == "the agent went away before it was saved")
    }
}
