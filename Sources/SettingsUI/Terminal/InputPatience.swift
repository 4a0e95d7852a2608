// How long the rest of a paste or of the terminal's answer is waited for.

/// The time since the last input, which timers and the agent's messages don't change.
struct InputPatience {
    /// Longer than any terminal takes from one part of a paste to the next.
    static let limit = Duration.seconds(1)
    private var last = ContinuousClock.now

    /// Some input came.
    mutating func begin(at moment: ContinuousClock.Instant) { last = moment }

    /// How long the rest is still waited for; zero or less when it won't come any more.
    func left(at moment: ContinuousClock.Instant) -> Duration {
        Self.limit - last.duration(to: moment)
    }
}
