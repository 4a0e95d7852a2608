// Starts the agent when none listens.

import Glibc
package import SettingsProtocol

/// The way to an agent: its socket, systemd's socket, or a process of its own.
///
/// It never waits: who has the time asks again after ``pause``, until there is a connection.
package struct AgentStart {
    /// How long until the next ``attempt()`` is of use; at most a few make sense a millisecond.
    package private(set) var pause = Self.shortestPause
    private let place: SocketPlace
    private let waiting: Connection.Waiting
    private let patience: Duration
    private var stage: Stage
    /// When to give up on an agent that listens and takes no connection.
    private var crowdedUntil: ContinuousClock.Instant?

    private enum Stage {
        /// Nobody has been asked to start an agent.
        case looking
        /// None may be started.
        case onlyLooking
        /// Somebody else in this process starts one.
        case waiting(StartTurn.Outcome)
        /// systemd was asked to listen.
        case asking(DetachedProcess, StartTurn, until: ContinuousClock.Instant)
        case started(StartedAgent, StartTurn, until: ContinuousClock.Instant)
    }

    /// How long an agent may take until it listens, and one that listens until it takes a connection.
    static let patience = Duration.seconds(5)
    private static let shortestPause = Duration.milliseconds(1)
    private static let longestPause = Duration.milliseconds(128)
    /// With pauses up to this one, an agent that ended is no failure yet: another client's may be about
    /// to answer.
    private static let otherAgentPause = Duration.milliseconds(64)

    /// Begins to look for the agent that listens at `place`.
    package init(
        at place: SocketPlace,
        start: ClientOptions.Start = .ifNeeded,
        waiting: Connection.Waiting = .ifNeeded,
        patience: Duration = Self.patience
    ) {
        self.place = place
        self.waiting = waiting
        self.patience = patience
        stage = start == .ifNeeded ? .looking : .onlyLooking
    }

    /// Whether it starts an agent where none listens.
    var mayStart: Bool {
        if case .onlyLooking = stage { false } else { true }
    }

    /// Waits until there is a connection.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent`, or `.timedOut` where one takes no connection.
    package mutating func connection() throws(ClientError) -> Connection {
        while true {
            if let connection = try attempt() { return connection }
            poll(nil, 0, pause.inMilliseconds)
        }
    }

    /// Connects, or does the next thing that leads there; nil to be asked again.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent` when there is nothing left to do, or `.timedOut`
    ///   where an agent has taken no connection for too long.
    package mutating func attempt() throws(ClientError) -> Connection? {
        do {
            if let connection = try Connection(path: place.path, waiting: waiting, patience) {
                return noted(connection)
            }
        } catch {
            let until = crowdedUntil ?? ContinuousClock.now + patience
            guard error.code == .timedOut, waiting == .never, ContinuousClock.now < until else {
                throw error
            }
            crowdedUntil = until
            pause = Self.longestPause
            return nil
        }
        switch stage {
        case .onlyLooking: throw nobodyListens(advice: "Start it: settingsctl doctor")
        case .looking: try begin(StartTurn.take(place.path))
        case .waiting(let other): try wait(for: other)
        case .asking(let process, let turn, let deadline):
            turn.goOn()
            guard process.hasEnded || ContinuousClock.now > deadline else {
                lengthenPause()
                break
            }
            // It listens as soon as systemctl says so.
            if let connection = try Connection(path: place.path, waiting: waiting, patience) {
                return noted(connection)
            }
            pause = Self.shortestPause
            try start(turn)
        case .started(let agent, let turn, let deadline):
            turn.goOn()
            try look(after: agent, turn, until: deadline)
        }
        return nil
    }

    /// The connection, of which those hear who wait for our start.
    private func noted(_ connection: Connection) -> Connection {
        switch stage {
        case .asking(_, let turn, _), .started(_, let turn, _): turn.succeed()
        case .looking, .onlyLooking, .waiting: break
        }
        return connection
    }

    /// Does the first thing that leads to an agent, or leaves it to who has begun before.
    private mutating func begin(_ taken: StartTurn.Taken) throws(ClientError) {
        switch taken {
        case .others(let other):
            // One that has just failed would fail again.
            if case .failed(let error, _) = other.now { throw error }
            stage = .waiting(other)
        case .ours(let turn):
            if let process = askSystemd() {
                stage = .asking(process, turn, until: ContinuousClock.now + patience)
            } else {
                try start(turn)
            }
        }
    }

    /// Waits for a start of somebody else, who may not go on with it.
    private mutating func wait(for other: StartTurn.Outcome) throws(ClientError) {
        switch other.now {
        case .failed(let error, _): throw error
        case .over:
            pause = Self.shortestPause
            stage = .looking
        case .underWay:
            lengthenPause()
            if !other.counts(at: .now) { try begin(StartTurn.take(place.path)) }
        }
    }

    private mutating func start(_ turn: StartTurn) throws(ClientError) {
        do throws(ClientError) {
            stage = .started(try startedAgent(), turn, until: ContinuousClock.now + patience)
        } catch {
            turn.fail(error)
            throw error
        }
    }

    /// Whoever starts takes about as long again as it has taken.
    private mutating func lengthenPause() { pause = min(pause * 2, Self.longestPause) }

    private func nobodyListens(advice: String) -> ClientError {
        ClientError(
            .noAgent,
            "no agent listens at '\(place.path.escapedForDisplay)'",
            advice: advice
        )
    }

    // MARK: systemd

    /// Asks the user's service manager to listen; nil if there is none to ask.
    private func askSystemd() -> DetachedProcess? {
        // A socket that was named by hand is not the unit's.
        guard case .runtimeFolder(let folder) = place.source,
            access(folder + "/systemd/private", F_OK) == 0
        else { return nil }
        return DetachedProcess(
            "systemctl",
            ["--user", "--quiet", "start", "settings-agent.socket"]
        )
    }

    // MARK: A process of our own

    private func startedAgent() throws(ClientError) -> StartedAgent {
        guard let program = StartedAgent.program() else {
            var error = nobodyListens(
                advice: "Install it beside settingsctl or into a folder of PATH"
            )
            error.problem += ", and 'settings-agent' is not installed"
            throw error
        }
        guard let process = DetachedProcess(program, []) else {
            throw .notStarted(program, errno, at: place)
        }
        return StartedAgent(process: process, program: program)
    }

    /// Gives up on an agent that has ended, or takes too long.
    private mutating func look(
        after agent: StartedAgent,
        _ turn: StartTurn,
        until deadline: ContinuousClock.Instant
    ) throws(ClientError) {
        let hasEnded = agent.process.hasEnded
        guard hasEnded && pause > Self.otherAgentPause || ContinuousClock.now > deadline else {
            return lengthenPause()
        }
        let end =
            hasEnded ? "ended" : "doesn't listen after \(patience.components.seconds) seconds"
        let error = ClientError.inVain(agent.program, end, agent.lastWords, at: place)
        turn.fail(error)
        throw error
    }
}

/// An agent that was started here and is on its way.
private struct StartedAgent {
    let process: DetachedProcess
    let program: String

    /// What it said last, as its messages are: the problem in a line, what to do at the end.
    var lastWords: (problem: String, advice: String?)? {
        let lines = process.said().split(separator: "\n")
        let own = "settings-agent: "
        guard let problem = lines.last(where: { $0.hasPrefix(own) }) ?? lines.first else {
            return nil
        }
        let outcome = "Did not start. "
        let advice = lines.last.flatMap { line in
            guard line.hasPrefix(outcome) else { return nil as String? }
            let advice = line.dropFirst(outcome.count)
            return String(advice.hasSuffix(".") ? advice.dropLast() : advice)
        }
        return (String(problem.hasPrefix(own) ? problem.dropFirst(own.count) : problem), advice)
    }

    /// The agent's executable: beside this one, in libexec, or in PATH.
    static func program() -> String? {
        var candidates: [String] = []
        if let folder = ownFolder() {
            candidates += [folder + "/settings-agent", folder + "/../libexec/settings-agent"]
        }
        return candidates.first { access($0, X_OK) == 0 }
            ?? DetachedProcess.path(of: "settings-agent")
    }

    private static func ownFolder() -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
            let count = buffer.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? -1
            }
            guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else {
                return nil
            }
            return String(decoding: buffer[..<slash], as: UTF8.self)
        }
    }
}

extension ClientError {
    /// A program that can't be started.
    static func notStarted(
        _ program: String,
        _ number: Int32,
        at place: SocketPlace
    ) -> ClientError {
        ClientError(
            .noAgent,
            "no agent listens at '\(place.path.escapedForDisplay)', "
                + "and '\(program.escapedForDisplay)' can't be started: "
                + String(cString: strerror(number)),
            advice: "Run it by hand to see why"
        )
    }

    /// An agent that was started and doesn't listen, with what it said last.
    static func inVain(
        _ program: String,
        _ end: String,
        _ last: (problem: String, advice: String?)?,
        at place: SocketPlace
    ) -> ClientError {
        ClientError(
            .noAgent,
            "no agent listens at '\(place.path.escapedForDisplay)'; "
                + "'\(program.escapedForDisplay)' was started and \(end)"
                + (last.map { ": " + $0.problem.escapedForDisplay } ?? ""),
            advice: last?.advice?.escapedForDisplay ?? "Run it by hand to see why"
        )
    }
}

extension Duration {
    /// Milliseconds as poll(2) takes them, rounded up so that the last turn doesn't spin.
    ///
    /// An hour is as good as for ever.
    var inMilliseconds: Int32 {
        Int32(max(0, min(self / .milliseconds(1), 3_600_000)).rounded(.up))
    }
}
