// What a queue of work promises, whatever its pieces add and call.

import TestSupport
import Testing

@testable import SyncAgent

/// A queue of numbers, and what was done by it.
private final class Numbers {
    let queue = RunQueue<Int>()
    private(set) var added = 0
    private(set) var done: [Int] = []
    private(set) var isAtIt = false
    private(set) var hasNested = false

    func add() {
        queue.add(added)
        added += 1
    }

    /// Runs the queue; each piece does something of its own meanwhile.
    func run(_ body: (Int) -> Void = { _ in }) {
        queue.run { number in
            hasNested = hasNested || isAtIt
            isAtIt = true
            done.append(number)
            body(number)
            isAtIt = false
        }
    }
}

@Suite struct `A queue of work` {
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `keeps the order, nests nothing and leaves nothing`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let numbers = Numbers()
        func disturb(_ number: Int) {
            for _ in 0..<Int.random(in: 0..<4, using: &random) where numbers.added < 5_000 {
                numbers.add()
                if Bool.random(using: &random) { numbers.run(disturb) }
            }
        }
        while numbers.added < 5_000 {
            numbers.add()
            numbers.run(disturb)
            #expect(numbers.queue.isEmpty)
        }

        #expect(numbers.done == Array(0..<numbers.added))
        #expect(!numbers.hasNested)
        #expect(!numbers.queue.isRunning)
    }

    @Test func `does nothing when something is added`() {
        let numbers = Numbers()
        numbers.add()
        numbers.add()

        #expect(numbers.done == [])
        #expect(numbers.queue.count == 2)
    }

    @Test func `leaves a run from inside to the one under way, and says so`() {
        let queue = RunQueue<Int>()
        queue.add(1)
        var inner: [Bool] = []
        let outer = queue.run { number in
            if number == 1 { queue.add(2) }
            inner.append(queue.run { _ in Issue.record("done inside") })
        }

        #expect(outer)
        #expect(inner == [false, false])
    }

    @Test func `leaves what is left when it is over to the next run`() {
        let queue = RunQueue<Int>()
        for number in 0..<3_000 { queue.add(number) }
        var done: [Int] = []

        queue.run(until: { done.count == 2_000 }, doing: { done.append($0) })
        #expect(queue.count == 1_000)
        queue.add(3_000)
        queue.run { done.append($0) }

        #expect(done == Array(0...3_000))
    }

    @Test func `asks its source when nothing waits, and first does what waits`() {
        let queue = RunQueue<Int>()
        queue.add(0)
        var source = [10, 20]
        var done: [Int] = []

        queue.run(
            from: { source.isEmpty ? nil : source.removeFirst() },
            doing: { number in
                done.append(number)
                if number == 10 { queue.add(11) }
            }
        )

        #expect(done == [0, 10, 11, 20])
    }

    @Test func `forgets what it drops, also while it runs`() {
        let queue = RunQueue<Int>()
        for piece in 0..<3 { queue.add(piece) }
        var done: [Int] = []

        queue.run { piece in
            done.append(piece)
            if piece == 0 {
                queue.removeAll()
                queue.add(2)
            }
        }

        #expect(done == [0, 2])
        #expect(queue.isEmpty)
    }
}
