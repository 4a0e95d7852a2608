// Whose turn it is to start the agent, in a program where many look for it.

import Synchronization

/// The right to start the agent of one socket: one start at a time in a process, the others look on.
///
/// It ends with its last owner.
final class StartTurn: Sendable {
    /// A start as the others see it.
    final class Outcome: Sendable {
        fileprivate let state = Mutex<State>(.underWay(.now))

        /// What became of the start.
        var now: State { state.withLock(\.self) }

        /// Whether its owner does other things, and no more looks at what it began.
        var isStuck: Bool {
            if case .underWay(let last) = now { last + StartTurn.patience < .now } else { false }
        }
    }
    enum State: Equatable, Sendable {
        /// It was last gone on with at that time.
        case underWay(ContinuousClock.Instant)
        /// There is an agent, or nobody wants one any more.
        case over
        case failed(ClientError)
    }
    enum Taken {
        case ours(StartTurn)
        case others(Outcome)
    }

    private let path: String
    private let outcome = Outcome()
    private static let underWay = Mutex<[String: Outcome]>([:])

    private init(_ path: String) { self.path = path }

    /// A program that goes on with a start does so much more often.
    private static let patience = Duration.seconds(1)

    /// Takes the turn for a socket's path, unless another has it who goes on with it.
    static func take(_ path: String) -> Taken {
        underWay.withLock { underWay in
            if let other = underWay[path], !other.isStuck { return .others(other) }
            let turn = StartTurn(path)
            underWay[path] = turn.outcome
            return .ours(turn)
        }
    }

    deinit { end(.over) }

    /// Notes that its owner goes on with it.
    func goOn() { outcome.state.withLock { if case .underWay = $0 { $0 = .underWay(.now) } } }

    /// Tells those who wait that nothing came of it.
    func fail(_ error: ClientError) { end(.failed(error)) }

    private func end(_ state: State) {
        outcome.state.withLock { if case .underWay = $0 { $0 = state } }
        Self.underWay.withLock { if $0[path] === outcome { $0[path] = nil } }
    }
}
