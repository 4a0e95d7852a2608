// When a change was made, in an order that survives clocks that lie.

/// A hybrid logical clock reading: greater means later.
///
/// The wall time is evidence and is clamped where it is made; the counter is a Lamport counter that
/// only grows and outlives restarts; the agent's id breaks ties.
/// After Kulkarni and others, "Logical Physical Clocks" (2014).
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970.
    package var wallTime: Int64
    package var counter: UInt64
    /// The agent that made it.
    package var agent: String

    package init(wallTime: Int64, counter: UInt64, agent: String) {
        self.wallTime = wallTime
        self.counter = counter
        self.agent = agent
    }

    /// Before every timestamp that an agent makes.
    package static let zero = Timestamp(wallTime: 0, counter: 0, agent: "")

    package static func < (a: Timestamp, b: Timestamp) -> Bool {
        if a.wallTime != b.wallTime { return a.wallTime < b.wallTime }
        if a.counter != b.counter { return a.counter < b.counter }
        return a.agent < b.agent
    }
}
