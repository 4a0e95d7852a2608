// A connection to the agent that is made again whenever it ends.

package import SettingsProtocol

/// A connection to the agent that comes back, for programs with a loop of their own.
///
/// It never waits: when ``descriptor`` is readable, ``eventAtHand()`` says what happened. When the
/// connection ends, the agent is looked for again with growing pauses, and started if it crashed.
package final class LastingConnection {
    /// What happened.
    package enum Event: Sendable {
        /// There is a new connection; what was sent over the one before may not have been heard.
        case opened
        case message(AgentMessage)
        /// There is no connection now, and the agent is looked for again.
        case lost(ClientError)
    }

    private enum State {
        /// Looking for an agent, or waiting for one to start.
        case looking(AgentStart)
        case open(Open)
        /// Without an agent until it's time to look again.
        case away(ClientOptions.Start)
    }

    /// What is known of the connection that is open.
    private final class Open {
        let connection: Connection
        /// What the agent hasn't taken yet.
        var unsent: ArraySlice<UInt8> = []
        /// What the agent said of its end.
        var farewell: Farewell?

        init(_ connection: Connection) { self.connection = connection }
    }

    private struct Farewell {
        var start: ClientOptions.Start
        var pause: Duration
    }

    /// More than an agent that is only slow leaves unread: a few values at their largest.
    package static let mostUnsentBytes = 16 << 20

    private let options: ClientOptions
    private let wakeUp: WakeUp
    private var state: State
    private var backoff = Backoff()
    private var random = SystemRandomNumberGenerator()

    /// Begins to look for the agent.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent` when the process has no descriptors left.
    package init(_ options: ClientOptions) throws(ClientError) {
        self.options = options
        wakeUp = try WakeUp()
        state = .away(options.start)
        wakeUp.set(.now)
    }

    /// What poll(2) waits for; it's the same for the object's whole life.
    package var descriptor: Int32 { wakeUp.descriptor }

    /// Whether there is a connection, as far as is known.
    package var isOpen: Bool { if case .open = state { true } else { false } }

    /// What the agent hasn't taken of what it was sent.
    var unsentBytes: Int { if case .open(let open) = state { open.unsent.count } else { 0 } }

    /// What happened next; nil until ``descriptor`` is readable again.
    package func eventAtHand() -> Event? {
        guard case .open(let open) = state else {
            guard let moment = wakeUp.moment, moment <= .now else { return nil }
            return look()
        }
        push(open)
        do throws(ClientError) {
            guard open.unsent.count <= Self.mostUnsentBytes else { throw Self.overdue }
            // The agent has read what was too much a moment ago.
            if wakeUp.moment != nil { wakeUp.set(nil) }
            guard let line = try open.connection.lineAtHand() else { return nil }
            return .message(try read(line, over: open))
        } catch {
            leave(for: open.farewell?.pause, thenStart: open.farewell?.start ?? options.start)
            return .lost(error)
        }
    }

    /// Sends lines, now or when the agent takes them; where there is no connection, never.
    package func send(_ lines: [UInt8]) {
        guard case .open(let open) = state else { return }
        open.unsent += lines
        push(open)
        // Too much is looked at as an event, not in the middle of a call.
        if open.unsent.count > Self.mostUnsentBytes { wakeUp.set(.now) }
    }

    /// Notes that the agent is there and well: the next search begins with short pauses.
    package func isOfUse() { backoff.reset() }

    /// Ends the connection; the agent is looked for again later.
    ///
    /// - Parameter pause: nil for one that grows with each failure.
    package func leave(for pause: Duration? = nil) { leave(for: pause, thenStart: options.start) }

    /// Makes ``descriptor`` readable: lines may have come that nobody has taken.
    package func lookAgain() { if isOpen { wakeUp.set(.now) } }

    // MARK: Looking for the agent

    /// Looks for an agent; gives up for now where none can be had.
    private func look() -> Event? {
        var start = options.start
        do throws(ClientError) {
            var way: AgentStart
            switch state {
            case .looking(let begun): way = begun
            case .away(let allowed):
                start = allowed
                way = AgentStart(at: try options.place(), start: allowed, waiting: .never)
            case .open: return nil
            }
            // One that was ended on purpose stays so.
            start = way.mayStart ? options.start : .never
            guard let connection = try way.attempt() else {
                state = .looking(way)
                wakeUp.set(.now + way.pause)
                return nil
            }
            try wakeUp.watch(connection.descriptor)
            wakeUp.set(nil)
            state = .open(Open(connection))
            return .opened
        } catch {
            leave(for: nil, thenStart: start)
            return .lost(error)
        }
    }

    private func leave(for pause: Duration?, thenStart start: ClientOptions.Start) {
        if case .open(let open) = state { wakeUp.forget(open.connection.descriptor) }
        state = .away(start)
        wakeUp.set(.now + (pause ?? backoff.pause(using: &random)))
    }

    // MARK: Talking

    /// Sends what the agent takes now.
    private func push(_ open: Open) {
        guard !open.unsent.isEmpty else { return }
        do {
            open.unsent = try open.connection.sendNow(open.unsent)
        } catch {
            // Nothing more goes out. What has come in is read first, then the end shows.
            open.unsent = []
        }
        let readiness: WakeUp.Readiness = open.unsent.isEmpty ? .bytes : .bytesOrRoom
        wakeUp.wait(for: readiness, on: open.connection.descriptor)
    }

    private static var overdue: ClientError {
        ClientError(
            .timedOut,
            "the agent hasn't read \(mostUnsentBytes) bytes that it was sent",
            advice: "Run: settingsctl doctor"
        )
    }

    private func read(_ line: [UInt8], over open: Open) throws(ClientError) -> AgentMessage {
        let message: AgentMessage
        do { message = try AgentMessage(line) } catch { throw ClientError(malformed: error) }
        if case .notification(.goodbye, let json) = message {
            let milliseconds = min(max(json["reconnectMs"]?.integer ?? 200, 1), 10_000)
            open.farewell = Farewell(
                start: json["reason"]?.string == "exit" ? .never : options.start,
                pause: .milliseconds(milliseconds) * Double.random(in: 0.5...1, using: &random)
            )
        }
        return message
    }
}
