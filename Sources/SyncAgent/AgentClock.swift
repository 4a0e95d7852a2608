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
}
