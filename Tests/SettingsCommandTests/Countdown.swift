// Counts down across the threads of a test's agent.

import Synchronization

/// A number of times that something is still to happen.
final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(from count: Int) { left = Mutex(count) }

    /// Whether it is still to happen; once less from then on.
    func takeOne() -> Bool {
        left.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
    }
}
