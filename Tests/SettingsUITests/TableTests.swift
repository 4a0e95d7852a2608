// A table that becomes a value, and a value that becomes a table: one change, and one undo.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private func place(_ keys: String...) -> SettingPlace {
    SettingPlace(domain: Fixture.domain("game"), keyPath: SettingKeyPath(segments: keys))
}

private let value = place("v")
private let x = place("v", "x")
private let y = place("v", "y")
private let other = place("w")

@Suite struct `A table that becomes a value` {
    /// `v` has two settings; an editor saves another `w`, and then a text in the table's place.
    private func saved(_ order: [Int] = [0, 1, 2]) -> Model {
        var state = Fixture.state(
            values: [(x, .integer(1)), (y, .integer(2)), (other, .integer(1))]
        )
        state.press(.enter)
        state.send(.agent(.changed([Fixture.change(other, .integer(2), rev: 5)])))
        let changes = [
            Fixture.change(value, .string("k"), rev: 6), Fixture.change(x, nil, rev: 6),
            Fixture.change(y, nil, rev: 6),
        ]
        state.send(.agent(.changed(order.map { changes[$0] })))
        return state
    }

    @Test(arguments: [[0, 1, 2], [1, 2, 0], [1, 0, 2]])
    func `is undone as one, and what came before it next`(order: [Int]) {
        var state = saved(order)
        state.type("]]")
        #expect(state.type("u") == [.undo(.steps([6]))])
        state.answerUndo([value: nil, x: .integer(1), y: .integer(2)])
        #expect(state.status?.text == "Undone: 3 settings are as they were")
        #expect(state.scene.value(value) == nil && state.scene.value(x) == .integer(1))
        #expect(state.type("u") == [.undo(.steps([5]))])
        state.answerUndo([other: .integer(1)], group: 501)
        #expect(state.press(.control("r")) == [.undo(.steps([501]))])
        state.answerUndo([other: .integer(2)], group: 502)
        #expect(state.press(.control("r")) == [.undo(.steps([500]))])
    }
}

@Suite struct `What comes of a write` {
    /// A write to the table's setting, on its way: the agent takes the value away for it.
    private var writing: Model {
        var state = Fixture.state(values: [(x, .integer(1))])
        state.press(.enter)
        state.send(.agent(.changed([Fixture.change(x, nil, rev: 5)])))
        state.send(.agent(.changed([Fixture.change(value, .string("k"), rev: 6)])))
        state.mirror.log = ChangeLog()
        state.write(.integer(1), at: x)
        state.status = nil
        state.mirror.values.flashing = []
        return state
    }

    private let changes = [
        Fixture.ownChange(value, nil, rev: 7), Fixture.ownChange(x, .integer(1), rev: 7),
    ]

    @Test(arguments: [true, false], [true, false])
    func `is no other's change`(isToldFirst: Bool, isTogether: Bool) {
        var state = writing
        let told = isTogether ? [changes] : changes.map { [$0] }
        let answer = Event.agent(.accepted(1, .changed(7), []))
        if !isToldFirst { state.send(answer) }
        for changes in told { state.send(.agent(.changed(changes))) }
        if isToldFirst { state.send(answer) }
        #expect(state.scene.value(value) == nil)
        #expect(state.scene.value(x) == .integer(1))
        #expect(state.mirror.log.entries.map(\.place) == [x])
        #expect(state.mirror.values.flashing.isEmpty && state.status == nil)
    }

    @Test func `is another's where the write came to nothing`() {
        var state = writing
        let gone = Fixture.change(value, nil, by: "client:other", rev: 7)
        state.send(.agent(.changed([gone])))
        state.send(.agent(.refused(1, problem: "the disk is full", advice: "")))
        #expect(state.scene.value(value) == nil)
        #expect(state.mirror.log.entries.map(\.author) == [.other("other")])
    }

    @Test func `is another's where that has its own number`() {
        var state = writing
        state.send(.agent(.accepted(1, .changed(7), [])))
        state.send(.agent(.changed([Fixture.change(value, .string("z"), rev: 8)])))
        #expect(state.mirror.log.entries.map(\.author) == [.us, .other("editor")])
    }
}
