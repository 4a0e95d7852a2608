// How long to wait until the agent is looked for again.

/// Pauses that double, each shortened by chance, so that the clients of an agent that ended don't
/// all come back at one moment.
struct Backoff {
    private static let first = Duration.milliseconds(20)
    private static let longest = Duration.seconds(5)
    private var next = first

    /// The next pause, between half of its length and all of it.
    mutating func pause(using random: inout some RandomNumberGenerator) -> Duration {
        let longest = next
        next = min(next * 2, Self.longest)
        return longest * Double.random(in: 0.5...1, using: &random)
    }

    /// Begins again with the shortest.
    mutating func reset() { next = Self.first }
}
