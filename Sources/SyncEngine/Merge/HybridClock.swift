// What stamps changes.

import SettingsModel

/// The clock that stamps changes: a counter beside the wall time, which each step brings along.
///
/// After Kulkarni and others, "Logical Physical Clocks" (2014), but with a counter that never begins anew.
package struct HybridClock: Equatable, Sendable {
    /// The counter of the last timestamp made.
    package var counter: UInt64
    /// This agent's id, which breaks ties.
    package let agent: String

    /// A timestamp later than another, with its wall time: for a value that comes of the other's and
    /// of an older one, and is no newer than it.
    mutating func timestamp(after other: Timestamp) -> Timestamp {
        counter = max(counter, other.counter) + 1
        return Timestamp(wallTime: other.wallTime, counter: counter, agent: agent)
    }
}
