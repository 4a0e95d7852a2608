// Values of a save that weren't adopted: they're reported, are in the history, and an undo adopts them.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")
private let debug = Fixture.place("game", "debug")

private func report(
    _ id: UInt64,
    _ place: SettingPlace,
    _ new: SettingValue?,
    kept: SettingValue? = nil,
    why: String,
    seq: UInt64 = 20
) -> HistoryReport {
    var report = report(place, from: nil, to: new, hours: 0, id: id, seq: seq, why: why)
    report.kept = kept
    return report
}

@Suite struct `A value of a save that was not adopted` {
    /// The volume is 7; somebody saves an older text with 6 in it, and switches the bad guys off.
    private func saved(
        _ new: SettingValue? = .real(6),
        kept: SettingValue? = .real(7),
        why: String = "ambiguous"
    ) -> Model {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.send(.agent(.history([report(4, music, .real(1), why: "set", seq: 3)])))
        state.press(.enter)
        let badGuys = Fixture.change(Fixture.place("game", "badGuys"), .boolean(false), rev: 20)
        let effects = state.send(.agent(.changed([badGuys])))
        #expect(effects.contains(.askLately(volume.domain)))
        state.send(.agent(.lately([report(5, volume, new, kept: kept, why: why)])))
        return state
    }

    @Test(arguments: ["ambiguous", "kept-newer", "superseded"])
    func `is told with both values and who`(why: String) {
        let state = saved(why: why)
        let text = "⇄ Game Volume stays 7.0: the editor's 6.0 may be older. History: u takes 6.0"
        #expect(state.status?.text == text)
        #expect(text.columns <= 80)
        #expect(state.mirror.values.flashing.contains(volume))
    }

    @Test func `is taken by an undo, and rejected again by a redo`() {
        var state = saved()
        #expect(state.type("u") == [])
        state.type("]]")
        #expect(state.type("u") == [.undo(.entry(5))])
        state.answerUndo([volume: .real(6)])
        #expect(state.status?.text == "Undone: Game Volume is 6.0 again")
        #expect(state.press(.control("r")) == [.undo(.steps([500]))])
    }

    @Test func `that was a removal is told as one`() {
        let state = saved(nil)
        let what = "⇄ Game Volume stays 7.0: the editor's removal may be older"
        #expect(state.status?.text == what + ". History: u removes it")
    }

    @Test func `has its line in the history, also from before the screen`() {
        var state = saved()
        state.type("]]")
        let line = "ShootStuffUp › Game Volu…  6.0 → 7.0  not adopted"
        #expect(state.lines[3].contains("editor      " + line))
        var later = Fixture.state(values: [(volume, .real(7))])
        let known = report(5, volume, .real(6), kept: .real(7), why: "ambiguous")
        later.send(.agent(.history([known])))
        later.type("]]")
        #expect(later.view().plain.contains(line))
    }

    @Test func `is told once, and not where it's stored by now`() {
        var state = saved()
        state.status = nil
        let again = report(5, volume, .real(6), kept: .real(7), why: "ambiguous")
        #expect(state.send(.agent(.lately([again]))) == [])
        #expect(state.status == nil)
        let undone = report(6, volume, .real(7), kept: .real(6), why: "ambiguous")
        #expect(state.send(.agent(.lately([undone]))) == [])
        #expect(state.mirror.log.entries.count == 3)
    }

    @Test func `is no difference to the start`() {
        let state = saved()
        var changes = state
        changes.changes.comparison = .start
        #expect(!changes.changesScreen.compared.contains(volume))
    }

    @Test func `is asked for when the history is opened`() {
        var state = Fixture.game()
        #expect(state.type("]") == [])
        #expect(state.type("]") == [.askLately(nil)])
    }

    @Test func `is named by the inspector`() {
        var state = Fixture.game()
        state.type("i")
        var answer = Fixture.explanation(of: volume)
        answer.losers = [
            LoserReport(value: .real(6), origin: "file:/game.toml", time: 1, why: "ambiguous")
        ]
        state.send(.agent(.explained(volume, answer)))
        #expect(state.view().plain.contains("lost      6.0 by editor"))
    }
}

@Suite struct `Who changed something` {
    private func removal(_ place: SettingPlace, _ standard: SettingValue) -> ChangeMessage {
        Fixture.change(place, standard, by: "default", rev: 20, layer: .default)
    }

    @Test func `is the editor that took a line away, as the history knows`() {
        var state = Fixture.game()
        let effects = state.send(.agent(.changed([removal(volume, .real(3.5))])))
        #expect(effects.contains(.askLately(volume.domain)))
        var told = report(20, volume, nil, why: "set")
        told.old = .real(7)
        state.send(.agent(.lately([told])))
        #expect(state.status?.text == "⇄ Game Volume changed in the editor: 7.0 → 3.5")
        #expect(state.mirror.log.entries.last?.author == .other("editor"))
    }

    @Test func `is the one who made the other changes of the same step`() {
        var state = Fixture.game()
        let changes = [removal(volume, .real(3.5)), Fixture.change(music, .real(6), rev: 20)]
        state.send(.agent(.changed(changes)))
        #expect(
            state.mirror.log.entries.suffix(2).map(\.author) == [
                .other("editor"), .other("editor"),
            ]
        )
        #expect(state.status?.text == "⇄ Game Volume and 1 more changed in the editor")
    }

    @Test func `is told for all settings of a save`() {
        var state = Fixture.game()
        let others = ["music", "volume", "stability"].map {
            Fixture.change(Fixture.place("game", $0), .real(1), rev: 20)
        }
        state.send(.agent(.changed(others + [Fixture.change(debug, .boolean(false), rev: 20)])))
        #expect(state.status?.text == "⇄ Music Volume and 3 more changed in the editor")
    }
}

@Suite struct `Changes made at once` {
    /// Two settings of a group go back to their defaults.
    private var reset: Model {
        var state = Fixture.state(values: [(music, .real(1)), (volume, .real(7))])
        state.press(.enter)
        state.type("D")
        let effects = state.press(.enter)
        let changes = [music, volume].map { Written(place: $0, new: nil, stored: nil) }
        #expect(effects == [.apply(1, music.domain, changes)])
        state.answerWrites()
        return state
    }

    @Test func `are undone and redone at once`() {
        var state = reset
        #expect(state.status?.text == "2 settings are at their defaults again   saved")
        #expect(state.type("u") == [.undo(.steps([101]))])
        state.answerUndo([music: .real(1), volume: .real(7)])
        #expect(state.status?.text == "Undone: 2 settings are as they were")
        #expect(state.scene.value(volume) == .real(7))
        #expect(state.press(.control("r")) == [.undo(.steps([500]))])
        state.answerUndo([music: nil, volume: nil], group: 501)
        #expect(state.status?.text == "Redone: 2 settings are changed again")
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `are refused as a whole`() {
        var state = Fixture.state(values: [(music, .real(1)), (volume, .real(7))])
        state.press(.enter)
        state.type("D")
        state.press(.enter)
        state.send(.agent(.refused(1, problem: "the disk is full", advice: "")))
        #expect(state.scene.value(music) == .real(1) && state.scene.value(volume) == .real(7))
        #expect(state.mirror.log.entries.isEmpty && state.mirror.steps.done.isEmpty)
    }

    @Test func `among those picked in the changes are undone at once`() {
        var state = Fixture.state(values: [(music, .real(1)), (volume, .real(7))])
        state.type("v j d")
        state.answerWrites()
        #expect(state.type("u") == [.undo(.steps([101]))])
    }
}

@Suite struct `A gesture` {
    private func at(_ milliseconds: Int64) -> Moment {
        var moment = Fixture.moment
        moment.instant += milliseconds / 1_000
        moment.milliseconds = milliseconds % 1_000
        return moment
    }

    private func pressed(_ times: [Int64]) -> Model {
        var state = Fixture.state()
        state.open(0)
        for time in times { _ = state.reduce(.key(.right), at: at(time)) }
        state.answerWrites()
        return state
    }

    @Test(arguments: [
        ([0, 999, 1_998], [[101, 102, 103]]), ([0, 1_000], [[101], [102]]),
        ([0, 900, 2_000, 2_500], [[101, 102], [103, 104]]),
    ])
    func `is of keys less than a second apart`(times: [Int64], groups: [[UInt64]]) {
        var state = pressed(times)
        #expect(state.mirror.steps.done.map(\.groups) == groups)
        #expect(state.type("u") == [.undo(.steps(groups[groups.count - 1]))])
    }

    @Test func `takes ten seconds at most`() {
        let state = pressed((0..<13).map { $0 * 900 })
        #expect(state.mirror.steps.done.map(\.groups.count) == [12, 1])
    }

    @Test func `is of one row, and ends with whatever else is done`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right, .down, .right, .up, .right)
        state.answerWrites()
        #expect(state.mirror.steps.done.map(\.groups) == [[101], [102], [103]])
    }

    @Test func `waits with its undo for the agent's answers`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right, .right)
        #expect(state.type("u") == [])
        #expect(state.send(.agent(.accepted(1, .changed(11), []))) == [])
        #expect(state.send(.agent(.accepted(2, .changed(12), []))) == [.undo(.steps([11, 12]))])
        state.answerUndo([music: nil])
        #expect(state.status?.text == "Undone: Music Volume is 3.5 again")
        #expect(state.scene.value(music) == .real(3.5))
    }
}
