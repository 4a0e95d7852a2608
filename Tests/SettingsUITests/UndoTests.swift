// Undo and redo while the agent goes, is slow, or has another database, and what is said of them.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")

/// The game's pane, where the music is turned up once, as step 101.
private var turnedUp: Model {
    var state = Fixture.state()
    state.send(.agent(.history([])))
    state.open(0)
    state.press(.right)
    state.answerWrites()
    return state
}

/// What an undo or a redo with that number took back.
private func back(_ id: UInt64, of other: UInt64) -> HistoryReport {
    var report = report(
        music,
        from: .real(4),
        to: nil,
        by: "client:settings ui",
        id: id,
        why: "undo"
    )
    report.undoes = [other]
    return report
}

private let change = report(music, from: nil, to: .real(4), by: "client:settings ui", id: 101)

@Suite struct `Quitting while an undo waits for the answer to a write` {
    private var waiting: Model {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.type("u")
        return state
    }

    @Test(arguments: [Key.character("q"), .control("c")])
    func `asks first`(key: Key) {
        var state = waiting
        #expect(state.press(key) == [])
        #expect(state.view().plain.contains("The undo isn't done yet"))
        #expect(state.press(.enter) == [.quit])
    }

    @Test func `can be given up, and the undo is done`() {
        var state = waiting
        state.type("q")
        state.press(.escape)
        #expect(state.send(.agent(.accepted(1, .changed(101), []))) == [.undo(.steps([101]))])
        #expect(state.type("q") == [.quit])
    }

    @Test func `asks too where the change of a list waits`() {
        let servers = Fixture.place("lists", "servers")
        var state = Fixture.alone(Fixture.lists, values: [(servers, texts("a", "b", "c"))])
        state.press(.delete, .delete)
        #expect(state.mirror.writes.pending.map(\.isWaiting) == [false, true])
        #expect(state.type("q") == [])
        #expect(state.view().plain.contains("isn't sent yet"))
    }
}

@Suite struct `An agent that is back with another database` {
    /// Its step 101 is another than ours.
    private var other: Model {
        var state = turnedUp
        state.type("]]")
        state.reconnect(
            [Fixture.change(music, .real(4))],
            epoch: "b",
            [report(volume, from: nil, to: .real(6), id: 101)]
        )
        return state
    }

    @Test func `isn't asked to undo steps of the one before`() {
        var state = other
        #expect(state.mirror.steps.done.isEmpty)
        #expect(state.status?.text.contains("another database") == true)
        state.type("[[")
        #expect(state.type("u") == [])
        #expect(state.press(.control("r")) == [])
    }

    @Test func `has its own history`() {
        var state = other
        #expect(state.mirror.log.entries.map(\.place) == [volume])
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `has its news told, though its numbers are lower`() {
        var state = turnedUp
        var notAdopted = report(volume, from: nil, to: .real(9), id: 3, why: "ambiguous")
        notAdopted.kept = .real(6)
        state.send(.agent(.lately([change])))
        state.reconnect([Fixture.change(music, .real(4))], epoch: "b")
        state.send(.agent(.lately([notAdopted])))
        #expect(state.status?.text.contains("Game Volume stays") == true)
    }
}

@Suite struct `A connection that ends during an undo` {
    @Test func `leaves the word that it isn't confirmed`() {
        var state = turnedUp
        state.type("u")
        state.send(.agent(.lost("No agent: gone. It's looked for again")))
        let words = "No agent: gone. It's looked for again. The undo isn't confirmed"
        #expect(state.status == Status(.warning, words))
        state.send(.agent(.connected))
        #expect(state.status?.text == words)
    }

    @Test func `keeps the step where the agent hasn't done it`() {
        var state = turnedUp
        state.type("u")
        state.reconnect([Fixture.change(music, .real(4))], [change])
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `drops the step where the agent has done it`() {
        var state = turnedUp
        state.press(.down, .right)
        state.answerWrites()
        state.type("uu")
        state.answerUndo([volume: nil])
        state.reconnect([], [change, back(600, of: 101)])
        #expect(state.mirror.steps.done.isEmpty)
        #expect(state.type("u") == [])
        // What was undone before can be redone.
        #expect(state.press(.control("r")) == [.undo(.steps([500]))])
        state.type("]]")
        state.send(.agent(.lately([change, back(600, of: 101)])))
        #expect(state.mirror.log.entries.map(\.place) == [music, volume])
        #expect(state.mirror.log.entries.map(\.isUndone) == [true, true])
    }

    @Test func `drops what was undone where the agent has redone it`() {
        var state = turnedUp
        state.type("u")
        state.answerUndo([music: nil], group: 500)
        state.press(.control("r"))
        let reports = [change, back(500, of: 101), back(501, of: 500)]
        state.reconnect([Fixture.change(music, .real(4))], reports)
        #expect(state.press(.control("r")) == [])
        #expect(state.mirror.steps.undone.isEmpty)
    }
}

@Suite struct `A step that was undone elsewhere in part` {
    @Test func `can still be undone`() {
        var state = Fixture.state(values: [(music, .real(1)), (volume, .real(7))])
        state.open(0)
        state.type("D")
        state.press(.enter)
        state.answerWrites()
        var second = report(volume, from: .real(7), to: nil, id: 102)
        second.group = 101
        let first = report(music, from: .real(1), to: nil, id: 101)
        state.send(.agent(.lately([first, second, back(103, of: 101)])))
        #expect(state.type("u") == [.undo(.steps([101]))])
    }
}

@Suite struct `The word of an undo` {
    @Test func `names no value that is not in force`() {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.send(.agent(.changed([Fixture.change(music, .real(5), layer: .site)])))
        state.open(0)
        state.press(.right)
        state.answerWrites()
        state.type("u")
        // Meanwhile the site has another value.
        let site = Fixture.change(music, .real(2), rev: 600, layer: .site)
        state.send(.agent(.changed([site])))
        state.send(.agent(.undone(group: 500, warnings: [])))
        #expect(state.status?.text == "Undone: Music Volume")
    }

    @Test func `leaves that of a later write as it is`() {
        var state = turnedUp
        state.type("u")
        state.press(.right)
        #expect(state.status?.text == "Music Volume → 4.5")
        state.send(.agent(.undone(group: 500, warnings: [])))
        #expect(state.status?.text == "Music Volume → 4.5")
    }
}

@Suite struct `Undos that wait` {
    @Test func `are of one step each in the history, too`() {
        var state = Fixture.state()
        state.press(.enter)
        state.send(.agent(.changed([Fixture.change(music, .real(1), rev: 3)])))
        state.send(.agent(.changed([Fixture.change(volume, .real(6), rev: 4)])))
        state.type("]]")
        #expect(state.type("uu") == [.undo(.steps([4]))])
        state.send(.agent(.changed([Fixture.ownChange(volume, nil, rev: 500)])))
        let answer = Event.agent(.undone(group: 500, warnings: []))
        #expect(state.send(answer) == [.undo(.steps([3]))])
    }

    @Test(arguments: [Steps.mostRequests, Steps.mostRequests + 1])
    func `are so many at most`(count: Int) {
        var state = turnedUp
        // One is under way.
        for index in 0...count { state.press(index % 2 == 0 ? .character("u") : .control("r")) }
        let isRefused = state.status?.text.contains("wait for the agent") == true
        #expect(isRefused == (count > Steps.mostRequests))
    }
}

@Suite struct `An undo elsewhere` {
    @Test func `is asked for at once while the history is open`() {
        var state = turnedUp
        state.type("]]")
        let other = Fixture.change(music, .real(3.5), by: "client:settingsctl", rev: 600)
        #expect(state.send(.agent(.changed([other]))).contains(.askLately(music.domain)))
        state.type("[[")
        let next = Fixture.change(music, .real(5), by: "client:settingsctl", rev: 601)
        #expect(!state.send(.agent(.changed([next]))).contains(.askLately(music.domain)))
    }
}

@Suite struct `A refusal of an undo` {
    @Test(arguments: [
        (RPCError.Code.revConflict, true), (.keyNotFound, true), (.invalid, true),
        (.readOnly, true), (.store, false), (.busy, false), (.denied, false), (.cancelled, false),
        (.internal, false), (.fileBroken, false),
    ])
    func `is final only where trying again can't help`(code: RPCError.Code, isFinal: Bool) {
        #expect(code.isFinal == isFinal)
    }
}
