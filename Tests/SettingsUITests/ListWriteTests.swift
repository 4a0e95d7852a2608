// Edits of lists that others change at the same time: nobody's element is lost.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let servers = Fixture.place("lists", "servers")
private let accounts = Fixture.place("lists", "accounts")

private var lists: Model {
    Fixture.alone(
        Fixture.lists,
        values: [
            (servers, texts("a.example", "b.example")),
            (accounts, .array([Fixture.account("Ada")])),
        ]
    )
}

/// The second server typed anew, over a list that the agent has another one of by then.
private var typed: Model {
    var state = lists
    state.press(.down, .enter, .control("u"))
    state.type("c.example")
    state.press(.enter)
    return state
}

extension Model {
    /// The agent tells of another's change, and then that ours came after it.
    @discardableResult
    fileprivate mutating func lose(
        _ number: Int,
        to value: SettingValue,
        at place: SettingPlace = servers
    ) -> [Effect] {
        let change = Fixture.change(place, value, rev: 7)
        return send(.agent(.changed([change]))) + send(.agent(.outrun(number)))
    }
}

private func writes(_ effects: [Effect]) -> [Effect] { effects.filter(isWrite) }

@Suite struct `An edit of a list that was changed meanwhile` {
    @Test func `says so, and keeps the field open`() {
        var state = typed
        #expect(state.send(.agent(.outrun(1))) == [])
        #expect(state.scene.value(servers) == texts("a.example", "b.example"))
        #expect(state.typing.field?.edit.text == "c.example")
        let said = "✗ Servers: the list was changed meanwhile. Not saved: c.example; "
        #expect(state.status == Status(.unsaved, said + "still a.example, b.example."))
        #expect(state.mirror.log.entries.isEmpty && state.mirror.writes.pending.isEmpty)
    }

    @Test func `is stored on what is there now by the next Enter`() {
        var state = typed
        state.send(.agent(.outrun(1)))
        let theirs = Fixture.change(servers, texts("new.example", "b.example"), rev: 7)
        state.send(.agent(.changed([theirs])))
        let wanted = texts("new.example", "c.example")
        #expect(writes(state.press(.enter)) == [.write(2, servers, wanted, ifRev: 7)])
    }

    @Test func `is stored over another element only when that is told`() {
        var state = typed
        state.lose(1, to: texts("new.example", "a.example", "b.example"))
        #expect(state.typing.field?.edit.text == "c.example")
        #expect(writes(state.press(.enter)) == [])
        let said = "✗ Servers: the list was changed meanwhile. Not saved; Enter replaces a.example."
        #expect(state.status == Status(.unsaved, said))
        let wanted = texts("new.example", "c.example", "b.example")
        #expect(writes(state.press(.enter)) == [.write(2, servers, wanted, ifRev: 7)])
        let was = "; was a.example (editor, 09:41), u restores it"
        #expect(state.status?.text.hasSuffix(was) == true)
    }

    @Test func `names what was typed where its element is gone`() {
        var state = typed
        state.lose(1, to: texts("x.example"))
        #expect(state.typing.field == nil)
        let said = "✗ The element of Servers is gone. Not saved: c.example"
        #expect(state.status == Status(.unsaved, said))
    }

    @Test func `names what was typed where the keys went on to another row`() {
        var state = lists
        state.press(.down, .enter, .control("u"))
        state.type("c.example")
        state.press(.tab)
        state.lose(1, to: texts("a.example", "theirs.example"))
        #expect(state.typing.field == nil)
        let said = "✗ Servers: the list was changed meanwhile. Not saved: c.example; still "
        #expect(state.status?.text.hasPrefix(said) == true)
    }

    @Test func `adds its element behind those of others by the next Enter`() {
        var state = lists
        state.press(.down, .down, .enter)
        state.type("c.example")
        state.press(.enter)
        state.lose(1, to: texts("a.example", "b.example", "new.example"))
        #expect(state.typing.field?.edit.text == "c.example")
        let wanted = texts("a.example", "b.example", "new.example", "c.example")
        #expect(writes(state.press(.enter)) == [.write(2, servers, wanted, ifRev: 7)])
    }

    @Test func `removes nothing`() {
        var state = lists
        state.type("x")
        let theirs = texts("new.example", "a.example", "b.example")
        #expect(writes(state.lose(1, to: theirs)) == [])
        #expect(state.scene.value(servers) == theirs)
        let said = "✗ Servers: the list was changed meanwhile. Not saved; still new.example, "
        #expect(state.status?.text.hasPrefix(said) == true)
    }

    @Test func `keeps what was made in a pane`() {
        var state = lists
        state.press(.end, .enter, .enter)
        state.type("Bea")
        state.press(.enter, .end, .enter)
        let theirs = SettingValue.array([Fixture.account("Ada"), Fixture.account("Eve")])
        state.lose(1, to: theirs, at: accounts)
        let said = "What was made is kept; add it again."
        #expect(state.status?.text.hasSuffix(said) == true)
        state.press(.end, .enter)
        #expect(state.view().plain.contains("Bea"))
        let bea = SettingValue.dictionary([SettingValue.Entry("name", .string("Bea"))])
        let wanted = SettingValue.array([Fixture.account("Ada"), Fixture.account("Eve"), bea])
        #expect(writes(state.press(.end, .enter)) == [.write(2, accounts, wanted, ifRev: 7)])
    }
}

@Suite struct `Edits of one list` {
    @Test func `go to the agent one after the other`() {
        var state = lists
        #expect(writes(state.type("xx")) == [.write(1, servers, texts("b.example"), ifRev: 1)])
        #expect(state.scene.value(servers) == texts())
        let effects = state.send(.agent(.accepted(1, .changed(8), [])))
        #expect(writes(effects) == [.write(2, servers, texts(), ifRev: 8)])
        #expect(state.send(.agent(.accepted(2, .changed(9), []))) == [])
        #expect(state.scene.value(servers) == texts() && state.mirror.writes.pending.isEmpty)
    }

    @Test func `are taken back together where another was faster`() {
        var state = lists
        state.type("xx")
        #expect(writes(state.send(.agent(.outrun(1)))) == [])
        #expect(state.scene.value(servers) == texts("a.example", "b.example"))
        #expect(state.mirror.writes.pending.isEmpty && state.mirror.log.entries.isEmpty)
    }

    @Test func `are undone after they are stored`() {
        var state = lists
        #expect(writes(state.type("xu")) == [.write(1, servers, texts("b.example"), ifRev: 1)])
        #expect(state.send(.agent(.accepted(1, .changed(8), []))) == [.undo(.steps([8]))])
        state.answerUndo([servers: texts("a.example", "b.example")])
        #expect(state.status?.text == "Undone: Servers is a.example, b.example again")
    }

    @Test func `that weren't sent are told when the agent goes away`() {
        var state = lists
        state.type("xx")
        state.reconnect([
            Fixture.change(servers, texts("b.example"), rev: 8),
            Fixture.change(accounts, .array([Fixture.account("Ada")])),
        ])
        #expect(state.scene.value(servers) == texts("b.example"))
        #expect(state.mirror.values.failures[servers] == "the agent went away before it was saved")
        #expect(state.mirror.log.entries.count == 1)
    }
}
