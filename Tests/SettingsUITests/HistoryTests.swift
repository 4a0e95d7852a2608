// The history: what the agent knows from before, and how far undo goes into it.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")

@Suite struct `The history` {
    /// The volume went from 3.5 to 7, two days ago and today, before the screen was opened.
    private var known: Model {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.send(
            .agent(
                .history([
                    report(volume, from: nil, to: .real(6), hours: 48),
                    report(volume, from: .real(6), to: .real(7), by: "client:settings ui", id: 2),
                ])
            )
        )
        state.press(.enter)
        return state
    }

    @Test func `begins before the screen was opened, day by day`() {
        var state = known
        state.type("]]")
        let lines = state.lines
        #expect(lines[1].contains("since 4 January 2009"))
        #expect(lines[2].contains("─ Today ─") && lines[2].contains(" 1 change ─"))
        #expect(lines[3].contains("09:41:07  start       18 settings read"))
        #expect(lines[4].contains("08:41:07  you         ShootStuffUp › Game Volume  6.0 → 7.0"))
        #expect(lines[6].contains("─ 4 January 2009 ─"))
        #expect(lines[7].contains("editor      ShootStuffUp › Game Volume  3.5 → 6.0"))
    }

    @Test func `is undone only in itself, but for what was done here`() {
        var state = known
        #expect(state.type("u") == [])
        #expect(state.status?.text.contains("the history has more") == true)
        state.press(.right)
        state.answerWrites()
        state.send(.agent(.changed([Fixture.change(volume, .real(2), rev: 300)])))
        #expect(state.type("u") == [.undo(.steps([101]))])
        state.answerUndo([music: nil])
        #expect(state.type("u") == [])
        state.type("]]")
        #expect(state.type("u") == [.undo(.steps([300]))])
    }

    @Test func `goes back to any line of it`() {
        var state = known
        state.type("]]")
        state.press(.end)
        let effects = state.press(.enter)
        #expect(effects == [.undo(.steps([2]))])
        state.answerUndo([volume: .real(6)])
        #expect(state.lines[4].contains("o  08:41:07"))
        #expect(state.lines[5].contains("●") && state.lines[5].contains("now"))
    }

    @Test func `goes back to a change with all that follows it elsewhere`() {
        var state = Fixture.state(values: [(volume, .real(7))])
        for (place, value) in [(volume, 1.0), (music, 1), (volume, 2), (music, 2)] {
            var change = Fixture.change(place, .real(value))
            change.group = value == 1 ? 10 : 20
            state.send(.agent(.changed([change])))
        }
        state.type("]]")
        state.press(.down, .down, .down)
        #expect(state.press(.enter) == [.undo(.steps([20]))])
    }

    @Test(arguments: [
        ("file:/home/zoe/.config/game.toml", "editor"), ("client:pad", "pad"),
        ("client:settings ui", "you"),
    ])
    func `names the author of a change for what files of other programs take of it`(
        origin: String,
        who: String
    ) {
        var state = Fixture.state(values: [(volume, .real(7))])
        let host = Fixture.place("network", "host")
        var follower = report(host, from: nil, to: .string("x"), id: 11)
        follower.group = 10
        let first = report(volume, from: .real(7), to: .real(1), by: origin, id: 10)
        state.send(.agent(.history([first, follower])))
        #expect(state.mirror.log.entries.map(\.author.word) == [who, who])
    }

    @Test func `names the author of a change for what a file takes of it now`() {
        var state = Fixture.state(values: [(volume, .real(7))])
        let host = Fixture.place("network", "host")
        for change in [
            Fixture.change(volume, .real(1), by: "client:pad", rev: 10),
            Fixture.change(host, .string("x"), rev: 11),
        ] {
            var change = change
            change.group = 10
            state.send(.agent(.changed([change])))
        }
        #expect(state.status?.text.contains("Host changed by pad: ") == true)
        #expect(state.mirror.log.entries.map(\.author) == [.other("pad"), .other("pad")])
    }

    @Test func `goes back to the start`() {
        var state = known
        state.press(.right, .right)
        state.answerWrites()
        state.type("]]")
        state.press(.down, .down)
        #expect(state.focusedRow?.title == "18 settings read")
        let effects = state.press(.enter)
        #expect(effects == [.undo(.steps([101, 102]))])
        state.answerUndo([music: nil])
        #expect(state.status?.text == "Undone: Music Volume is 3.5 again")
        #expect(state.mirror.steps.done.isEmpty)
        #expect(state.press(.control("r")) == [.undo(.steps([500]))])
    }

    @Test func `cuts long values with a sign that says so, and keeps what is said after them`() {
        var state = Fixture.network()
        let host = Fixture.place("network", "host")
        let long = String(repeating: "long.", count: 12) + "example"
        state.send(.agent(.changed([Fixture.change(host, .string(long))])))
        state.type("]]")
        #expect(state.lines[3].contains("Network › Host       games.examp… → long.long."))
        #expect(state.lines[3].contains("…  │"))
        state.type("u")
        state.answerUndo()
        #expect(state.lines[3].contains("…  undone; ^R redo  │"))
        #expect(state.lines[3].contains(" → lon…"))
    }

    /// The volume was turned up and that undone, and something else done since.
    private func replaced(by doIt: (inout Model) -> Void) -> Model {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.press(.enter, .down, .right)
        state.answerWrites()
        state.type("u")
        state.answerUndo([volume: .real(7)])
        doIt(&state)
        state.answerWrites()
        return state
    }

    @Test func `keeps what was undone before something else was done`() {
        var state = replaced { $0.press(.up, .right) }
        #expect(state.press(.control("r")) == [])
        state.type("]]")
        let lines = state.lines
        #expect(lines[2].contains(" 2 changes, 1 undone ─"))
        let us = "09:41:07  you         ShootStuffUp › "
        #expect(lines[3].contains("•  \(us)Music Volume  3.5 → 4.0"))
        #expect(lines[4].contains("o  \(us)Game Volume  7.0 → 7.5  undone "))
        #expect(lines[5].contains("•  09:41:07  start"))
    }

    @Test func `does nothing on a line that can't be redone any more`() {
        var state = replaced { $0.press(.up, .right) }
        state.type("]]")
        state.press(.down)
        #expect(state.focusedRow?.title == "Game Volume")
        #expect(state.press(.enter) == [])
        #expect(state.press(.control("r")) == [])
    }

    @Test func `still redoes what was undone when others change something else`() {
        var state = replaced { $0.send(.agent(.changed([Fixture.change(music, .real(6))]))) }
        #expect(state.press(.control("r")) == [.undo(.steps([500]))])
        state.answerUndo([volume: .real(7.5)], group: 501)
        #expect(state.status?.text == "Redone: Game Volume is 7.5")
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `keeps what was undone when the change after it is refused`() {
        var state = replaced { state in
            state.press(.up, .right)
            state.send(.agent(.refused(state.mirror.writes.lastNumber, problem: "no", advice: "")))
        }
        state.type("]]")
        #expect(
            state.lines[3].contains(
                "o  09:41:07  you         ShootStuffUp › Game …  7.0 → 7.5  undone"
            )
        )
    }

    @Test func `learns of which step a line is that came without one`() {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.press(.enter)
        state.reconnect([Fixture.change(volume, .real(6))])
        state.type("]]")
        #expect(state.type("u") == [])
        #expect(state.status?.text.contains("the agent's history doesn't have it yet") == true)
        state.send(.agent(.lately([report(volume, from: .real(7), to: .real(6), id: 44)])))
        #expect(state.type("u") == [.undo(.steps([44]))])
    }

    @Test func `has nothing in it that never came into force`() {
        var state = Fixture.state()
        let lost = report(volume, from: .real(6), to: .real(7), why: "refused")
        state.send(.agent(.history([lost])))
        #expect(state.mirror.log.entries.isEmpty)
    }

    @Test func `is taken on once, also when the agent comes back`() {
        var state = known
        state.send(.agent(.history([report(volume, from: .real(6), to: .real(7))])))
        #expect(state.mirror.log.entries.count == 2)
    }

    @Test func `leaves the comparison with the start as it was`() {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.press(.enter, .right)
        state.answerWrites()
        state.send(.agent(.history([report(music, from: .real(1), to: nil, hours: 48)])))
        state.type("v")
        state.press(.tab)
        #expect(state.changesScreen.compared == [music])
        #expect(state.lines[3].contains("- 3.5"))
    }
}

@Suite struct `An undo of others, or from before the screen` {
    private let change = report(volume, from: .real(6), to: .real(7), id: 3)
    private var undo: HistoryReport { back(4, of: 3) }

    /// What an undo or a redo with that number took back.
    private func back(_ id: UInt64, of other: UInt64) -> HistoryReport {
        var report = report(volume, from: .real(7), to: .real(6), id: id, why: "undo")
        report.undoes = [other]
        return report
    }

    @Test func `has no line, and what it took back isn't undone again`() {
        var state = Fixture.state(values: [(volume, .real(6))])
        state.press(.enter)
        state.send(.agent(.history([change, undo])))
        #expect(state.mirror.log.entries.map(\.isUndone) == [true])
        state.type("]]")
        let line = row(state, "ShootStuffUp › Game")
        #expect(line.contains("undone") && !line.contains("^R"))
        #expect(state.type("u") == [])
        #expect(state.status?.text == "Nothing to undo")
    }

    @Test func `counts no more where it was undone itself`() {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.press(.enter)
        state.send(.agent(.history([change, undo, back(5, of: 4)])))
        #expect(state.mirror.log.entries.map(\.isUndone) == [false])
        state.type("]]")
        #expect(state.type("u") == [.undo(.steps([3]))])
    }

    @Test func `is known of while the screen is open`() {
        var state = Fixture.state(values: [(volume, .real(6))])
        state.press(.enter)
        state.send(.agent(.changed([Fixture.change(volume, .real(7), rev: 3)])))
        state.send(.agent(.changed([Fixture.change(volume, .real(6), rev: 4)])))
        #expect(state.mirror.log.entries.count == 2)
        state.type("]]")
        state.send(.agent(.lately([change, undo])))
        #expect(state.mirror.log.entries.map(\.isUndone) == [true])
    }
}

@Suite struct `A step that the history can't undo` {
    /// The editor changes the music, then the volume.
    private var changed: Model {
        var state = Fixture.state()
        state.press(.enter)
        state.send(.agent(.changed([Fixture.change(music, .real(1), rev: 3)])))
        state.send(.agent(.changed([Fixture.change(volume, .real(6), rev: 4)])))
        state.type("]]")
        return state
    }

    @Test(arguments: [true, false])
    func `isn't in the way of the one before it, if it never can be`(isOver: Bool) {
        var state = changed
        #expect(state.type("u") == [.undo(.steps([4]))])
        state.send(.agent(.notUndone(problem: "it was changed", advice: "", isOver: isOver)))
        #expect(state.type("u") == [.undo(.steps([isOver ? 3 : 4]))])
    }
}

@Suite struct `Enter on an undone line` {
    @Test func `pressed twice redoes no more than once`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right, .down, .right)
        state.answerWrites()
        state.type("uu")
        state.answerUndo(group: 501)
        state.answerUndo(group: 502)
        #expect(state.mirror.steps.undone.map(\.groups) == [[102], [101]])
        state.type("]]")
        state.press(.home, .down)
        #expect(state.press(.enter, .enter) == [.undo(.steps([502]))])
        state.answerUndo(group: 503)
        #expect(state.mirror.steps.undone.map(\.groups) == [[102]])
    }
}

@Suite struct `A change without a number` {
    /// While no agent was there, the volume became 6 again, as it was once before.
    @Test func `gets that of the newest report with its value`() {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.press(.enter)
        state.reconnect([Fixture.change(volume, .real(6))])
        let older = report(volume, from: .real(7), to: .real(6), id: 40)
        let between = report(volume, from: .real(6), to: .real(7), id: 41)
        let newest = report(volume, from: .real(7), to: .real(6), id: 44)
        state.send(.agent(.lately([older, between, newest])))
        state.type("]]")
        #expect(state.type("u") == [.undo(.steps([44]))])
    }

    @Test func `that waits for its answer gets it from nothing else`() {
        var state = Fixture.state(values: [(volume, .real(6.5))])
        state.open(0)
        state.press(.down, .right)
        let report = report(volume, from: .real(6), to: .real(7), by: "client:settings ui", id: 4)
        state.send(.agent(.lately([report])))
        #expect(state.mirror.log.entries.map(\.group) == [nil])
        state.answerWrites()
        #expect(state.type("u") == [.undo(.steps([101]))])
    }
}
