// Requests to the agent, each with its answer.

package import SettingsProtocol

/// A client that makes one request at a time and waits for its answer; for scripts and small tools.
///
/// A program that has tasks takes ``Settings``, and one with a loop of its own ``SettingsWatch``.
public final class Client {
    private let source: Source
    /// nil where the last one is of no use any more.
    private var connection: Connection?
    private var lastID: Int64 = 0
    /// Whether the agent has said anything over the connection.
    private var hasHeardAgent = false

    /// Where values come from.
    private enum Source {
        /// A connection that was given.
        case connection
        case agent(ClientOptions)
    }

    /// How long an answer may take; a commit on a busy disk takes seconds at the worst.
    static let patience = Duration.seconds(30)
    /// How long to wait for the reason why the agent ended a connection; it was sent before the end.
    private static let reasonPatience = Duration.seconds(1)

    /// How often a request is made that meets only agents which end before they answer: one that was
    /// killed, one that was just starting, and one that shows that it's of no use.
    static let mostTries = 3

    /// Talks over an open connection.
    package init(_ connection: Connection) {
        source = .connection
        self.connection = connection
    }

    /// Connects to this user's agent, started if none listens; connects again where the agent has
    /// ended since.
    ///
    /// - Throws: ``ClientError``; with code `.noAgent` where none can be had.
    public init(_ options: ClientOptions = ClientOptions()) throws(ClientError) {
        source = .agent(options)
        _ = try currentConnection(options)
    }

    /// The connection for a request.
    ///
    /// A killed agent may take a connection in its last moment, and nobody can tell what it did with
    /// a request. So what changes something waits until an agent has said something.
    private func openConnection(
        for method: Method,
        before deadline: ContinuousClock.Instant?
    ) throws(ClientError) -> Connection {
        guard case .agent(let options) = source else {
            guard let connection else { throw Self.unanswered }
            return connection
        }
        let connection = try currentConnection(options)
        guard !hasHeardAgent else { return connection }
        let patience = ContinuousClock.now + Self.patience
        let deadline = min(deadline ?? patience, patience)
        if let name = options.name {
            _ = try ask(.hello, over: connection, before: deadline) { $0.member("client", name) }
        } else if method.changesSettings {
            _ = try ask(.ping, over: connection, before: deadline) { _ in }
        }
        return connection
    }

    /// The connection, or a new one where the agent has ended it.
    private func currentConnection(_ options: ClientOptions) throws(ClientError) -> Connection {
        if let connection, !connection.isEnded { return connection }
        var way = AgentStart(at: try options.place(), start: options.start)
        let connection = try way.connection()
        self.connection = connection
        hasHeardAgent = false
        return connection
    }

    /// Makes a request and reads its result.
    ///
    /// - Throws: ``ClientError``; `.refused` is the agent's own word.
    package func call<Result: ReadableResult>(
        _ method: Method,
        returning _: Result.Type = Result.self,
        patience: Duration? = Client.patience,
        _ parameters: (inout JSONWriter) -> Void = { _ in }
    ) throws(ClientError) -> Result {
        let json = try result(of: method, patience: patience, parameters)
        do {
            return try Result(json: try JSONObject(json))
        } catch {
            throw ClientError(malformed: error)
        }
    }

    /// Makes a request; its result as it came.
    package func result(
        of method: Method,
        patience: Duration? = Client.patience,
        _ parameters: (inout JSONWriter) -> Void = { _ in }
    ) throws(ClientError) -> JSONText {
        var tries = 1
        while true {
            let deadline = patience.map { ContinuousClock.now + $0 }
            var connection: Connection?
            do throws(ClientError) {
                let opened = try openConnection(for: method, before: deadline)
                let line = nextLine(method, parameters)
                try send(line, over: opened, before: deadline)
                connection = opened
                return try answer(over: opened, before: deadline)
            } catch {
                guard error.code == .closed else { throw error }
                // What the agent hasn't read whole it hasn't made.
                if let connection, !connection.hasUnread, method.changesSettings {
                    throw Self.perhapsMade
                }
                guard case .agent = source, tries < Self.mostTries else { throw error }
                tries += 1
            }
        }
    }

    /// Asks once, whatever becomes of it.
    private func ask(
        _ method: Method,
        over connection: Connection,
        before deadline: ContinuousClock.Instant,
        _ parameters: (inout JSONWriter) -> Void
    ) throws(ClientError) -> JSONText {
        try send(nextLine(method, parameters), over: connection, before: deadline)
        return try answer(over: connection, before: deadline)
    }

    private func nextLine(_ method: Method, _ parameters: (inout JSONWriter) -> Void) -> [UInt8] {
        lastID += 1
        return requestLine(method, id: lastID, parameters)
    }

    /// The answer to the last request.
    private func answer(
        over connection: Connection,
        before deadline: ContinuousClock.Instant?
    ) throws(ClientError) -> JSONText {
        while true {
            switch try message(over: connection, before: deadline) {
            case .result(lastID, let json): return json
            case .failure(lastID, let error), .failure(nil, let error): throw ClientError(error)
            case .result, .failure, .notification, .unknown: continue
            }
        }
    }

    /// Sends a request; one that the agent ended the connection for is refused with its reason.
    private func send(
        _ line: [UInt8],
        over connection: Connection,
        before deadline: ContinuousClock.Instant?
    ) throws(ClientError) {
        do {
            try connection.send(line, before: deadline)
        } catch {
            // What comes next would be taken for the rest of this line.
            self.connection = nil
            guard error.code == .closed else { throw error }
            let deadline = ContinuousClock.now + Self.reasonPatience
            // Without a reason, the end of the connection is all there is to tell.
            if case .failure(_, let refusal)? = try? message(over: connection, before: deadline) {
                throw ClientError(refusal)
            }
            throw error
        }
    }

    private func message(
        over connection: Connection,
        before deadline: ContinuousClock.Instant?
    ) throws(ClientError) -> AgentMessage {
        do throws(ClientError) {
            guard let line = try connection.line(before: deadline) else { throw Self.unanswered }
            hasHeardAgent = true
            return try Self.read(line)
        } catch {
            if error.code == .closed || error.code == .malformed { self.connection = nil }
            throw error
        }
    }

    private static var unanswered: ClientError {
        ClientError(
            .closed,
            "the agent ended the connection before it answered",
            advice: "Try again; if it stays so, run: settingsctl doctor"
        )
    }

    static var perhapsMade: ClientError {
        ClientError(
            .closed,
            "the agent ended before it answered, and nobody knows whether it made the change",
            advice: "Look what is set now, and try again where it's not what you want"
        )
    }

    private static func read(_ line: [UInt8]) throws(ClientError) -> AgentMessage {
        do { return try AgentMessage(line) } catch { throw ClientError(malformed: error) }
    }
}

extension Method {
    /// Whether nobody may make the request again without knowing what became of it.
    fileprivate var changesSettings: Bool {
        switch self {
        case .set, .unset, .apply, .undo, .redo, .link, .unlink, .forget, .accept, .follow: true
        case .hello, .ping, .get, .resolve, .getMany, .list, .subscribe, .unsubscribe, .wait: false
        case .explain, .history, .validate, .domains, .compare, .replicas, .rescan: false
        case .versions, .version, .settle, .cancel, .stats: false
        }
    }
}
