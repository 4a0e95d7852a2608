// What was handed to the journal and has not come back, and what waits while it takes nothing.

import SyncEngine

/// The commits of one agent that are under way or held back.
struct CommitLine {
    /// One commit that is under way.
    struct Commit {
        /// What is to be done when it is durable.
        var effects: [Effect]
        var hasRegisters: Bool
        var isEmpty: Bool
    }
    /// The journal takes nothing for a while.
    struct Stall {
        var error: JournalError
        /// Whether the journal could not even be read, so that the engine is still the old one.
        var mustRecover = false
    }
    private static let firstDelay = Duration.milliseconds(500)
    private static let longestDelay = Duration.seconds(60)

    /// nil while the journal takes commits.
    var stall: Stall?
    /// The last failure, until a commit succeeds; each is told once.
    private var failure: JournalError?
    private var delay = firstDelay
    private var underWay: [UInt64: Commit] = [:]
    private var last: UInt64 = 0
    private var held: [(transaction: Transaction, effects: [Effect])] = []

    /// Whether nothing is under way.
    var isIdle: Bool { underWay.isEmpty }

    /// Notes a commit; gives its number.
    mutating func begin(_ transaction: Transaction, then effects: [Effect]) -> UInt64 {
        last += 1
        underWay[last] = Commit(
            effects: effects,
            hasRegisters: !transaction.registers.isEmpty,
            isEmpty: transaction.isEmpty
        )
        return last
    }

    /// Takes a commit out that has come back; nil for one from before a failure.
    mutating func end(_ number: UInt64) -> Commit? { underWay.removeValue(forKey: number) }

    /// The journal has taken something; gives the failure that is over with it.
    mutating func succeeded() -> JournalError? {
        delay = Self.firstDelay
        defer { failure = nil }
        return failure
    }

    /// The journal has failed: nothing that is under way counts any more.
    ///
    /// `tell` is called for a failure that isn't the last one again.
    ///
    /// - Returns: How long to wait before the next try.
    mutating func failed(_ error: JournalError, tell: (JournalError) -> Void) -> Duration {
        if failure != error { tell(error) }
        failure = error
        stall = Stall(error: error)
        underWay = [:]
        held = []
        return nextDelay()
    }

    /// The wait before the next try, each twice the one before.
    mutating func nextDelay() -> Duration {
        defer { delay = min(delay * 2, Self.longestDelay) }
        return delay
    }

    /// Keeps a commit until the journal is tried again.
    mutating func hold(_ transaction: Transaction, then effects: [Effect]) {
        held.append((transaction, effects))
    }

    /// The journal is tried again; gives what waited for it, the oldest first.
    mutating func endStall() -> [(transaction: Transaction, effects: [Effect])] {
        stall = nil
        defer { held = [] }
        return held
    }
}
