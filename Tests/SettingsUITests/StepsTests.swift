// What was done, while an undo or a redo of it waits for its answer.

import SettingsModel
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")

/// Two steps that are answered, the second of which the agent was asked to undo.
private var undoing: Steps {
    var steps = Steps()
    steps.note(write: 1, of: music, .alone, at: 0)
    steps.answer(write: 1, group: 11)
    steps.note(write: 2, of: volume, .keys, at: 5_000)
    steps.answer(write: 2, group: 12)
    steps.ask(.undo)
    _ = steps.next()
    return steps
}

/// The second is undone, and the agent was asked to redo it.
private var redoing: Steps {
    var steps = undoing
    _ = steps.succeed(group: 20)
    steps.ask(.redo)
    _ = steps.next()
    return steps
}

@Suite struct `A write during an undo` {
    @Test func `is a step of its own, after which nothing is redone`() {
        var steps = undoing
        steps.note(write: 3, of: volume, .keys, at: 5_100)
        _ = steps.succeed(group: 20)
        steps.answer(write: 3, group: 13)
        #expect(steps.done.map(\.groups) == [[11], [13]])
        #expect(steps.undone.isEmpty)
    }

    @Test func `stays where the undo fails`() {
        var steps = undoing
        steps.note(write: 3, of: music, .alone, at: 9_000)
        _ = steps.fail(true)
        steps.answer(write: 3, group: 13)
        #expect(steps.done.map(\.groups) == [[11], [13]])
    }
}

@Suite struct `An undo that waits for the answer to a write` {
    @Test func `undoes nothing else where the write came to nothing`() {
        var steps = Steps()
        steps.note(write: 1, of: music, .alone, at: 0)
        steps.answer(write: 1, group: 11)
        steps.note(write: 2, of: volume, .alone, at: 5_000)
        steps.ask(.undo)
        #expect(steps.next() == .nothing)
        steps.answer(write: 2, group: nil)
        #expect(steps.next() == .nothing)
        #expect(steps.done.map(\.groups) == [[11]])
    }
}

@Suite struct `A write during a redo` {
    @Test func `comes after it`() {
        var steps = redoing
        steps.note(write: 3, of: music, .alone, at: 9_000)
        _ = steps.succeed(group: 21)
        steps.answer(write: 3, group: 13)
        #expect(steps.done.map(\.groups) == [[11], [12], [13]])
    }

    @Test func `stays where the redo fails`() {
        var steps = redoing
        steps.note(write: 3, of: music, .alone, at: 9_000)
        _ = steps.fail(true)
        steps.answer(write: 3, group: 13)
        #expect(steps.done.map(\.groups) == [[11], [13]])
    }
}
