// Our own changes as the agent tells them, and what its answers say of a write.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")

private func change(_ value: Double, rev: UInt64, layer: Layer = .user) -> ChangeMessage {
    Fixture.change(music, .real(value), rev: rev, layer: layer)
}

private func ownChange(_ value: Double, rev: UInt64) -> ChangeMessage {
    Fixture.ownChange(music, .real(value), rev: rev)
}

@Suite struct `A change that is told` {
    /// The volume went to 4, to 4.5 and back to 4; only the last was told, as the others were over.
    private var toAndFro: Model {
        var state = Fixture.state()
        state.open(0)
        state.press(.right, .right, .left)
        state.send(.agent(.changed([ownChange(4, rev: 13)])))
        for number in 1...3 {
            state.send(.agent(.accepted(number, .changed(UInt64(10 + number)), [])))
        }
        return state
    }

    @Test func `is ours by its connection, and is no news`() {
        let state = toAndFro
        #expect(state.mirror.values.flashing.isEmpty)
        #expect(state.scene.value(music) == .real(4))
        #expect(state.mirror.log.entries.map(\.author) == [.us, .us, .us])
        #expect(state.mirror.writes.pending.isEmpty)
    }

    @Test func `is another's, though we wrote the same value before`() {
        var state = toAndFro
        state.send(.agent(.changed([change(4.5, rev: 14)])))
        #expect(state.mirror.values.flashing == [music])
        #expect(state.scene.value(music) == .real(4.5))
        #expect(state.mirror.log.entries.last?.author == .other("editor"))
    }

    @Test func `is no news where a later one of ours is in force`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right, .right)
        let told = [ownChange(4, rev: 11), change(9, rev: 12), ownChange(4.5, rev: 13)]
        for change in told { state.send(.agent(.changed([change]))) }
        state.send(.agent(.accepted(1, .changed(11), [])))
        state.send(.agent(.accepted(2, .changed(13), [])))
        #expect(state.scene.value(music) == .real(4.5))
        #expect(state.mirror.log.entries.map(\.author) == [.us, .us])
        #expect(state.mirror.values.flashing.isEmpty && state.mirror.writes.pending.isEmpty)
    }

    @Test func `is ours also where the answer came first`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.send(.agent(.accepted(1, .changed(11), [])))
        state.send(.agent(.changed([ownChange(4, rev: 11)])))
        #expect(state.mirror.values.flashing.isEmpty)
        #expect(state.mirror.log.entries.count == 1)
    }

    /// The volume went to 4, as the agent's step 11.
    private var written: Model {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.send(.agent(.accepted(1, .changed(11), [])))
        return state
    }

    /// What a file has of another program's change, as the agent tells it.
    private func follower(_ name: String, of group: UInt64) -> Event {
        var change = Fixture.change(Fixture.place("network", name), .string("x"), rev: 12)
        change.group = group
        return .agent(.changed([change]))
    }

    @Test func `is ours too where a file of another program only follows it`() {
        var state = written
        for name in ["host", "password"] { state.send(follower(name, of: 11)) }
        #expect(state.status?.text == "Music Volume → 4.0   saved, also in Network")
        #expect(state.mirror.values.flashing.isEmpty)
        #expect(state.mirror.log.entries.map(\.author) == [.us, .us, .us])
    }

    @Test(arguments: ["u", "u ^R"]) func `is ours too where it follows an undo`(keys: String) {
        var state = written
        state.type("u")
        state.answerUndo([music: nil])
        if keys != "u" {
            state.press(.control("r"))
            state.answerUndo([music: .real(4)], group: 501)
        }
        let said = state.status
        state.send(follower("host", of: keys == "u" ? 500 : 501))
        #expect(state.status == said && state.mirror.values.flashing.isEmpty)
    }

    @Test func `while we write is another's when the answer says so`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.send(.agent(.changed([change(9, rev: 12)])))
        #expect(state.scene.value(music) == .real(4))
        let effects = state.send(.agent(.accepted(1, .changed(11), [])))
        #expect(effects.contains(.wait(.flash, AgentMirror.flashTime)))
        #expect(state.scene.value(music) == .real(9))
        #expect(state.status?.text == "⇄ Music Volume changed in the editor: 4.0 → 9.0")
    }
}

@Suite struct `A write that changes nothing` {
    @Test func `stays in sight, as somebody has stored the same`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.send(.agent(.accepted(1, .unchanged(12), [])))
        #expect(state.scene.value(music) == .real(4))
        state.send(.agent(.changed([change(4, rev: 12)])))
        #expect(state.scene.value(music) == .real(4) && state.mirror.values.flashing.isEmpty)
    }

    @Test func `that removed leaves in sight what is in force from elsewhere`() {
        var state = Fixture.state(values: [(music, .real(5))])
        state.open(0)
        state.type("d")
        #expect(state.scene.value(music) == .real(3.5))
        state.send(.agent(.accepted(1, .unchanged(12), [])))
        #expect(state.scene.value(music) == .real(5))
    }

    @Test func `that removes nothing of the user's says so`() {
        var state = Fixture.state()
        let site = change(5, rev: 1, layer: .site)
        state.send(.agent(.snapshot([site], isFirst: true, isLast: true)))
        state.open(0)
        let known = state.mirror.log.entries.count
        #expect(state.type("d") == [.write(1, music, nil)])
        #expect(state.send(.agent(.accepted(1, .unchanged(4), []))) == [])
        #expect(state.status?.text == "Nothing of yours is stored here")
        #expect(state.scene.value(music) == .real(5) && state.mirror.log.entries.count == known)
    }
}

@Suite struct `An undo of another's change` {
    @Test func `leaves a site's value where it was, and says what was in force`() {
        var state = Fixture.state()
        let site = change(5, rev: 1, layer: .site)
        state.send(.agent(.snapshot([site], isFirst: true, isLast: true)))
        state.open(0)
        state.send(.agent(.changed([change(6, rev: 2)])))
        state.type("]]")
        #expect(state.view().plain.contains("5.0 → 6.0"))
        #expect(state.type("u") == [.undo(.steps([2]))])
    }
}

@Suite struct `A write that waits for two files` {
    @Test func `keeps its mark until it's in both`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        let files = ["/a.toml", "/b.toml"]
        let warnings = files.map { Warning(file: $0, state: .broken, problem: "no value") }
        state.send(.agent(.accepted(1, .changed(11), warnings)))
        let broken = files.map { FileProblem.unreadable(music.domain, $0, nil, "no value") }
        state.send(.agent(.recovered(music.domain, file: "/a.toml", key: nil)))
        state.send(.agent(.knownProblems([broken[1]])))
        #expect(state.status?.text == "'/a.toml' is in sync again")
        #expect(state.mirror.values.failures[music] != nil)
        state.send(.agent(.knownProblems([])))
        #expect(state.mirror.values.failures.isEmpty && state.mirror.problems.waiting.isEmpty)
    }
}
