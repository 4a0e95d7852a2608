// Whose turn it is to start the agent, in a program where many look for it.

import Synchronization

/// The right to start the agent of one socket: one start at a time in a process, the others look on.
///
/// What was begun counts for a while when its owner lets go of it, as a cancelled task does: the agent
/// comes all the same. A start that failed isn't tried again at once either.
final class StartTurn: Sendable {
    /// A start as the others see it.
    final class Outcome: Sendable {
        fileprivate let state: Mutex<State>

        fileprivate init(at now: ContinuousClock.Instant) { state = Mutex(.underWay(now)) }

        /// What became of the start.
        var now: State { state.withLock(\.self) }

        /// Whether another start would be of no use yet.
        func counts(at now: ContinuousClock.Instant) -> Bool {
            switch self.now {
            case .underWay(let last), .failed(_, let last): now < last + StartTurn.patience
            case .over: false
            }
        }
    }
    /// How a start fares.
    enum State: Equatable, Sendable {
        /// It was last gone on with at that time.
        case underWay(ContinuousClock.Instant)
        /// There is an agent.
        case over
        /// It failed at that time.
        case failed(ClientError, ContinuousClock.Instant)
    }
    /// Whose turn it is to start an agent.
    enum Taken {
        case ours(StartTurn)
        case others(Outcome)
    }

    private let path: String
    private let outcome: Outcome
    private static let known = Mutex<[String: Outcome]>([:])

    private init(_ path: String, at now: ContinuousClock.Instant) {
        self.path = path
        outcome = Outcome(at: now)
    }

    /// For how long a start counts with which nobody goes on, or that failed.
    ///
    /// A program that goes on with a start does so much more often, and an agent that comes is there by
    /// then.
    static let patience = Duration.seconds(1)

    /// Takes the turn for a socket's path, unless another start counts.
    static func take(
        _ path: String,
        at now: ContinuousClock.Instant = .now
    ) -> Taken {
        known.withLock { known in
            known = known.filter { $1.counts(at: now) }
            if let other = known[path] { return .others(other) }
            let turn = StartTurn(path, at: now)
            known[path] = turn.outcome
            return .ours(turn)
        }
    }

    /// Notes that its owner goes on with it.
    func goOn() { outcome.state.withLock { if case .underWay = $0 { $0 = .underWay(.now) } } }

    /// Notes that there is an agent.
    func succeed() {
        outcome.state.withLock { $0 = .over }
        Self.known.withLock { if $0[path] === outcome { $0[path] = nil } }
    }

    /// Tells those who wait, and those who come soon, that nothing came of it.
    func fail(_ error: ClientError, at now: ContinuousClock.Instant = .now) {
        outcome.state.withLock { if case .underWay = $0 { $0 = .failed(error, now) } }
    }
}
