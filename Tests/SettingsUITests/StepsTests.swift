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
    _ = steps.ask(.undo)
    _ = steps.next()
    return steps
}

/// The second is undone, and the agent was asked to redo it.
private var redoing: Steps {
    var steps = undoing
    _ = steps.succeed(group: 20)
    _ = steps.ask(.redo)
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
        _ = steps.fail(isOver: true)
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
        #expect(steps.ask(.undo) == true)
        #expect(steps.next() == nil)
        steps.answer(write: 2, group: nil)
        #expect(steps.next() == nil)
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
        _ = steps.fail(isOver: true)
        steps.answer(write: 3, group: 13)
        #expect(steps.done.map(\.groups) == [[11], [13]])
    }
}

@Suite struct `An undo is about the last step when it was asked for` {
    /// A step that isn't answered, and an undo of it.
    private var waiting: Steps {
        var steps = Steps()
        steps.note(write: 1, of: music, .keys, at: 0)
        _ = steps.ask(.undo)
        return steps
    }

    @Test func `not what another row has since`() {
        var steps = waiting
        steps.note(write: 2, of: volume, .keys, at: 100)
        steps.answer(write: 1, group: 11)
        #expect(steps.next()?.step.groups == [11])
        _ = steps.succeed(group: 20)
        steps.answer(write: 2, group: 12)
        #expect(steps.done.map(\.groups) == [[12]])
    }

    @Test func `not what is written to the same row since`() {
        var steps = waiting
        steps.note(write: 2, of: music, .keys, at: 100)
        steps.answer(write: 1, group: 11)
        #expect(steps.next()?.step.groups == [11])
    }

    @Test func `also where another undo is under way`() {
        var steps = undoing
        #expect(steps.ask(.undo) == true)
        steps.note(write: 3, of: volume, .keys, at: 5_100)
        _ = steps.succeed(group: 20)
        #expect(steps.next()?.step.groups == [11])
    }

    @Test func `and there is none for a third one of two`() {
        var steps = undoing
        #expect(steps.ask(.undo) == true)
        #expect(steps.ask(.undo) == false)
    }

    @Test func `and a redo behind it is about the same`() {
        var steps = waiting
        #expect(steps.ask(.redo) == true)
        steps.answer(write: 1, group: 11)
        _ = steps.next()
        _ = steps.succeed(group: 20)
        #expect(steps.next()?.step.reversal == 20)
        #expect(steps.ask(.redo) == false)
    }
}

@Suite struct `A step that the history took back` {
    @Test func `in part keeps the rest`() {
        var steps = Steps()
        for write in 1...3 {
            steps.note(write: write, of: music, .keys, at: 0)
            steps.answer(write: write, group: UInt64(10 + write))
        }
        var part = Step()
        part.groups = [12, 13]
        _ = steps.ask(.undoing(part))
        _ = steps.next()
        _ = steps.succeed(group: 20)
        #expect(steps.done.map(\.groups) == [[11]])
    }

    @Test func `that took a value of a save is done or undone`() {
        var steps = Steps()
        _ = steps.ask(.undoing(Step(entry: 5)))
        for wish in [Steps.Wish.redo, .undo, .redo] {
            _ = steps.next()
            _ = steps.succeed(group: 20)
            #expect(steps.done.count + steps.undone.count == 1)
            #expect(steps.ask(wish) == true)
        }
    }
}

@Suite struct `What was undone` {
    private var undone: Steps {
        var steps = undoing
        _ = steps.succeed(group: 20)
        return steps
    }

    @Test(arguments: [nil, 13] as [UInt64?])
    func `can be redone where the write after it came to nothing`(group: UInt64?) {
        var steps = undone
        steps.note(write: 3, of: music, .alone, at: 9_000)
        #expect(steps.undone.isEmpty)
        steps.answer(write: 3, group: group)
        #expect(steps.undone.map(\.groups) == (group == nil ? [[12]] : []))
    }
}

@Suite struct `A drag` {
    @Test(arguments: [(1_000, 1), (1_001, 2)])
    func `is one step as long as the agent undoes it as one`(writes: Int, count: Int) {
        var steps = Steps()
        for write in 1...writes { steps.note(write: write, of: music, .drag, at: 0) }
        #expect(steps.done.count == count)
    }
}

@Suite struct `Keys after the clock was set back` {
    @Test func `are a step of their own`() {
        var steps = Steps()
        steps.note(write: 1, of: music, .keys, at: 9_000)
        steps.note(write: 2, of: music, .keys, at: 1_000)
        #expect(steps.done.count == 2)
    }
}
