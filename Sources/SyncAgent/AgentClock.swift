// Where the agent reads the time.

import SyncPlatform

/// Where an agent reads the time.
package struct AgentClock: Sendable {
    /// Milliseconds since 1970.
    package var wall: @Sendable () -> Int64
    /// Milliseconds that never go back.
    package var monotonic: @Sendable () -> Int64

    /// The system's clocks.
    package static let system = AgentClock(
        wall: { SystemClock.wallMilliseconds },
        monotonic: { SystemClock.monotonicMilliseconds }
    )

    /// Creates a clock.
    package init(
        wall: @escaping @Sendable () -> Int64,
        monotonic: @escaping @Sendable () -> Int64
    ) {
        self.wall = wall
        self.monotonic = monotonic
    }
}
