// What is typed or written while the agent goes, comes back or refuses: nothing is lost in silence.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let host = Fixture.place("network", "host")
private let music = Fixture.place("game", "music")

extension Model {
    /// The agent goes, and is back with these values of the user's.
    fileprivate mutating func reconnect(_ values: [(SettingPlace, SettingValue)]) {
        reconnect(values.map { Fixture.change($0, $1) })
    }
}

@Suite struct `A field that is typed into over the agent's absence` {
    private var typing: Model {
        var state = Fixture.network()
        state.press(.enter, .control("u"))
        state.type("mine")
        return state
    }

    @Test func `stores what was typed, and says what it replaced`() {
        var state = typing
        state.reconnect([
            (host, .string("theirs")), (Fixture.place("network", "port"), .integer(8443)),
            (Fixture.place("network", "password"), .string("hunter2")),
        ])
        #expect(state.typing.field?.edit.text == "mine")
        let news = "⇄ Host changed meanwhile: games.example.org → theirs"
        #expect(state.status?.text == news)
        #expect(state.press(.enter) == [.write(1, host, .string("mine"))])
        #expect(state.status?.text == "Host → mine; was theirs (others, 09:41), u restores it")
    }

    @Test func `replaces nothing where it wasn't changed`() {
        var state = typing
        state.reconnect([(host, .string("games.example.org"))])
        #expect(state.typing.field?.edit.text == "mine")
        state.press(.enter)
        #expect(state.status?.text == "Host → mine")
    }

    @Test func `stays open while no agent can store it`() {
        var state = typing
        state.send(.agent(.lost("gone")))
        #expect(state.press(.enter) == [])
        #expect(state.typing.field?.edit.text == "mine")
        #expect(state.status?.text.contains("no agent answers yet") == true)
    }
}

@Suite struct `A write without an answer` {
    @Test func `is told when the agent is back and hasn't stored it`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.reconnect([] as [ChangeMessage])
        #expect(state.scene.value(music) == .real(3.5))
        #expect(state.lines[3].hasPrefix("▌✗ "))
        #expect(state.status?.text.contains("went away before it was saved; it is 3.5") == true)
        #expect(state.mirror.log.entries.isEmpty)
    }

    @Test func `is done when the agent is back and has stored it`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.reconnect([(music, .real(4))])
        #expect(state.lines[3].hasPrefix("▌• "))
        #expect(state.mirror.writes.pending.isEmpty)
        #expect(state.mirror.log.entries.count == 1)
    }
}

@Suite struct `Writes to one setting without an answer` {
    private var written: Model {
        var state = Fixture.state()
        state.open(0)
        state.press(.right, .right)
        return state
    }

    @Test func `are done when the last of them is stored`() {
        var state = written
        state.reconnect([(music, .real(4.5))])
        #expect(state.mirror.values.failures.isEmpty)
        #expect(state.mirror.log.entries.map(\.author) == [.us, .us])
        #expect(state.mirror.values.flashing.isEmpty)
    }

    @Test func `are told of from the first that isn't stored`() {
        var state = written
        state.reconnect([(music, .real(4))])
        #expect(state.status?.text.contains("before it was saved; it is 4.0") == true)
        #expect(state.mirror.log.entries.map(\.new) == [.real(4)])
    }
}

@Suite struct `What changed while no agent was heard` {
    private let volume = Fixture.place("game", "volume")
    private let debug = Fixture.place("game", "debug")

    private var away: Model {
        var state = Fixture.state(values: [(music, .real(5)), (volume, .real(7))])
        state.open(0)
        return state
    }

    @Test func `lights up, is told, and is nobody's here to undo`() {
        var state = away
        state.reconnect([(music, .real(6)), (volume, .real(7))])
        #expect(state.mirror.values.flashing == [music])
        #expect(state.status?.text == "⇄ Music Volume changed meanwhile: 5.0 → 6.0")
        #expect(state.mirror.log.entries.map(\.author) == [.other("others")])
        #expect(state.type("u") == [])
    }

    @Test func `is told by its number, with the signs of what needs a restart`() {
        var state = away
        state.reconnect([(music, .real(6)), (debug, .boolean(true))])
        #expect(state.status?.text == "⇄ 3 settings changed meanwhile")
        #expect(state.mirror.values.restarts == [debug])
        #expect(state.mirror.log.entries.count == 3)
    }

    @Test func `is nothing in a domain that wasn't heard of before`() {
        var state = away
        let game: Set = [music.domain]
        state.send(.agent(.subscribed(game)))
        let values = [Fixture.change(music, .real(5)), Fixture.change(volume, .real(7))]
        state.send(.agent(.snapshot(values, isFirst: true, isLast: true)))
        state.reconnect([(music, .real(5)), (volume, .real(7)), (host, .string("other"))])
        #expect(state.mirror.log.entries.isEmpty)
        #expect(state.mirror.values.flashing.isEmpty)
    }

    @Test func `takes away the word that there is no agent`() {
        var state = away
        state.send(.agent(.lost("No agent: gone. It's looked for again")))
        #expect(state.status?.text == "No agent: gone. It's looked for again")
        #expect(state.lines[1].contains("no agent"))
        state.send(.agent(.connected))
        #expect(state.status == nil)
        #expect(state.lines[1].contains("reading"))
    }

    @Test func `isn't half in sight before all of it is there`() {
        var state = away
        state.send(.agent(.lost("gone")))
        state.send(.agent(.connected))
        let part = [Fixture.change(volume, .real(1))]
        state.send(.agent(.snapshot(part, isFirst: true, isLast: false)))
        #expect(state.scene.value(music) == .real(5))
        #expect(state.scene.value(volume) == .real(7))
        let rest = [Fixture.change(music, .real(2))]
        state.send(.agent(.snapshot(rest, isFirst: false, isLast: true)))
        #expect(state.scene.value(music) == .real(2))
        #expect(state.scene.value(volume) == .real(1))
    }

    @Test func `is told whole though it came in parts, panes that are read meanwhile too`() {
        var state = Fixture.state(values: [(music, .real(5))])
        let locked = Fixture.change(host, .string("locked"), layer: .managed)
        state.send(.agent(.connected))
        state.send(.agent(.snapshot([locked], isFirst: true, isLast: false)))
        let middle = [Fixture.change(volume, .real(1)), Fixture.change(music, .real(3.5))]
        state.send(.agent(.snapshot(middle, isFirst: false, isLast: false)))
        #expect(state.mirror.values.modified == [music])
        for program in Fixture.programs { state.send(.panes(program)) }
        let last = [Fixture.change(debug, .boolean(true))]
        state.send(.agent(.snapshot(last, isFirst: false, isLast: true)))
        #expect(state.mirror.values.modified == [volume, debug])
        #expect(state.mirror.values.managed == [host])
    }
}

@Suite struct `A write before the first values` {
    @Test func `stays on the screen, and is heard of as ours`() {
        var state = Fixture.state()
        state.send(.agent(.connected))
        state.open(0)
        state.press(.right)
        state.send(
            .agent(.snapshot([Fixture.change(music, .real(2))], isFirst: true, isLast: true))
        )
        #expect(state.scene.value(music) == .real(4))
        state.answerWrites()
        #expect(state.mirror.values.flashing.isEmpty)
        #expect(state.mirror.log.entries.count == 1)
        #expect(state.lines[3].hasPrefix("▌• "))
    }
}

@Suite struct `A refused write` {
    @Test func `goes back to what another stored meanwhile`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.send(.agent(.changed([Fixture.change(music, .real(9))])))
        state.send(.agent(.refused(1, problem: "no", advice: "")))
        #expect(state.scene.value(music) == .real(9))
    }

    @Test func `takes the one after it back to what was there before both`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right, .right)
        state.send(.agent(.refused(1, problem: "no", advice: "")))
        #expect(state.scene.value(music) == .real(4.5))
        state.send(.agent(.refused(2, problem: "no", advice: "")))
        #expect(state.scene.value(music) == .real(3.5))
    }
}

@Suite struct `An undo that fails` {
    /// The music went up, then the volume, and both are stored.
    private var written: Model {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.answerWrites()
        state.press(.down, .right)
        state.answerWrites()
        return state
    }

    @Test func `is told in the agent's words, and what was done before it is next`() {
        var state = written
        #expect(state.type("u") == [.undo(.steps([102]))])
        let advice = "See what happened: settingsctl log"
        let refusal = AgentEvent.notUndone(problem: "it was changed", advice: advice, isOver: true)
        state.send(.agent(refusal))
        #expect(state.status == Status(.error, "✗ Not undone: it was changed. \(advice)"))
        #expect(state.mirror.log.entries.allSatisfy { !$0.isUndone })
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `for now can be tried again`() {
        var state = written
        state.type("u")
        state.send(.agent(.notUndone(problem: "the disk is full", advice: "", isOver: false)))
        #expect(state.type("u") == [.undo(.steps([102]))])
        state.answerUndo()
        state.press(.control("r"))
        state.send(.agent(.notUndone(problem: "the disk is full", advice: "", isOver: false)))
        #expect(state.status?.text == "✗ Not redone: the disk is full.")
        #expect(state.press(.control("r")) == [.undo(.steps([500]))])
    }

    @Test func `with its connection is asked for anew by a key`() {
        var state = written
        state.type("uu")
        let values = [(music, SettingValue.real(4)), (Fixture.place("game", "volume"), .real(4))]
        state.reconnect(values)
        #expect(state.type("u") == [.undo(.steps([102]))])
    }
}

@Suite struct `A question to the agent` {
    @Test func `that has no answer is asked once, and told`() {
        var state = Fixture.game()
        #expect(state.type("i").contains(.explain(Fixture.place("game", "volume"))))
        let place = Fixture.place("game", "volume")
        #expect(state.send(.agent(.unexplained(place, "it's busy"))) == [])
        #expect(state.inspector.question == nil)
        #expect(state.status?.text == "✗ Game Volume: it's busy")
    }
}

@Suite struct `An undo without an agent` {
    @Test func `is refused, and isn't done later`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.send(.agent(.lost("gone")))
        #expect(state.type("u") == [])
        #expect(state.status?.text.hasPrefix("✗ Not undone: no agent answers") == true)
        state.reconnect([Fixture.ownChange(music, .real(4), rev: 101)])
        state.press(.down, .right)
        #expect(!state.mirror.writes.pending.isEmpty)
        let number = state.mirror.writes.lastNumber
        #expect(state.send(.agent(.accepted(number, .changed(110), []))) == [])
    }
}

@Suite struct `An undo that a file can't follow` {
    @Test func `says so`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.answerWrites()
        state.type("u")
        let file = "/home/zoe/game.toml"
        let warning = Warning(file: file, state: .broken, problem: "no value")
        state.send(.agent(.undone(group: 500, warnings: [warning])))
        #expect(state.status?.kind == .warning)
        #expect(state.status?.text.contains("waits until '\(file)' can be read again") == true)
    }
}
