// How long the screen waits.

/// What is waited for, and until when.
struct Deadlines {
    private var instants: [Timer: ContinuousClock.Instant] = [:]

    /// Begins to wait; replaces a wait for the same.
    mutating func wait(for timer: Timer, _ duration: Duration) {
        instants[timer] = .now + duration
    }

    /// The timers whose time has come, each once.
    mutating func due() -> [Timer] {
        let now = ContinuousClock.now
        let due = instants.filter { $0.value <= now }.map(\.key)
        for timer in due { instants[timer] = nil }
        return due
    }

    /// How long poll(2) may wait, in milliseconds: until a timer is due, or so long; -1 for ever.
    func timeout(atMost other: Duration? = nil) -> Int32 {
        let now = ContinuousClock.now
        let waits = instants.values.map { now.duration(to: $0) } + [other].compactMap(\.self)
        guard let left = waits.min() else { return -1 }
        guard left > .zero else { return 0 }
        // Rounded up, so that the last turn doesn't spin.
        return Int32(min(left / .milliseconds(1), 60_000)) + 1
    }
}
