// Work on a thread of its own, whose outcome comes to the loop.

import Glibc
import Synchronization
import Testing

@testable import SyncPlatform

@Suite struct `Work in the background` {
    @Test func `leaves the loop free, and gives its outcome to it`() throws {
        let loop = try EventLoop()
        let thread = pthread_self()
        let mayEnd = Mutex(false)
        var outcome: (isElsewhere: Bool, isHere: Bool)?

        loop.performInBackground("test-work") {
            while !mayEnd.withLock({ $0 }) { poll(nil, 0, 1) }
            return pthread_equal(pthread_self(), thread) == 0
        } then: { isElsewhere in
            outcome = (isElsewhere, pthread_equal(pthread_self(), thread) != 0)
        }
        // The loop turns while the work can't end.
        loop.perform { mayEnd.withLock { $0 = true } }
        loop.run { outcome != nil }

        #expect(outcome?.isElsewhere == true)
        #expect(outcome?.isHere == true)
    }

    @Test func `gives every outcome`() throws {
        let loop = try EventLoop()
        var outcomes: [Int] = []
        for number in 0..<20 {
            loop.performInBackground("test-work", { number * 2 }, then: { outcomes.append($0) })
        }
        loop.run { outcomes.count == 20 }
        #expect(outcomes.sorted() == (0..<20).map { $0 * 2 })
    }
}
