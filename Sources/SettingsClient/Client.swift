// Requests to the agent, each with its answer.

package import SettingsProtocol

/// A client that makes one request at a time and waits for its answer; for scripts and small tools.
///
/// A program that has tasks takes ``Settings``, and one with a loop of its own ``SettingsWatch``.
public final class Client {
    private let source: Source
    private var lastID: Int64 = 0

    /// Where values come from.
    private enum Source {
        case agent(Connection)
        /// Without an agent, for that reason.
        case files(ClientOptions.Fallback, ClientError)
    }

    /// How long an answer may take; a commit on a busy disk takes seconds at the worst.
    private static let patience = Duration.seconds(30)

    /// Talks over an open connection.
    package init(_ connection: Connection) { source = .agent(connection) }

    /// Connects to this user's agent, started if none listens.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent`, unless the options have a fallback: then values
    ///   are read from the files, and all else throws that error.
    public init(_ options: ClientOptions = ClientOptions()) throws(ClientError) {
        do {
            var way = AgentStart(at: try options.place(), start: options.start)
            source = .agent(try way.connection())
        } catch {
            guard error.code == .noAgent, let fallback = options.fallback else { throw error }
            source = .files(fallback, error)
            return
        }
        if let name = options.name { _ = try result(of: .hello) { $0.member("client", name) } }
    }

    /// What reads the files where there is no agent.
    var fallback: ClientOptions.Fallback? {
        if case .files(let fallback, _) = source { fallback } else { nil }
    }

    private var connection: Connection {
        get throws(ClientError) {
            switch source {
            case .agent(let connection): return connection
            case .files(_, let error): throw error
            }
        }
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
        lastID += 1
        let deadline = patience.map { ContinuousClock.now + $0 }
        try send(requestLine(method, id: lastID, parameters), before: deadline)
        while true {
            switch try message(before: deadline) {
            case .result(lastID, let json): return json
            case .failure(lastID, let error), .failure(nil, let error): throw ClientError(error)
            case .result, .failure, .notification, .unknown: continue
            }
        }
    }

    /// Sends a request; one that the agent ended the connection for is refused with its reason.
    private func send(
        _ line: [UInt8],
        before deadline: ContinuousClock.Instant?
    ) throws(ClientError) {
        do {
            try connection.send(line, before: deadline)
        } catch {
            guard error.code == .closed else { throw error }
            let deadline = ContinuousClock.now + .seconds(1)
            // Without a reason, the end of the connection is all there is to tell.
            if case .failure(_, let refusal)? = try? message(before: deadline) {
                throw ClientError(refusal)
            }
            throw error
        }
    }

    private func message(
        before deadline: ContinuousClock.Instant?
    ) throws(ClientError) -> AgentMessage {
        guard let line = try connection.line(before: deadline) else {
            throw ClientError(
                .closed,
                "the agent ended the connection before it answered",
                advice: "Try again; if it stays so, run: settingsctl doctor"
            )
        }
        return try Self.read(line)
    }

    private static func read(_ line: [UInt8]) throws(ClientError) -> AgentMessage {
        do { return try AgentMessage(line) } catch { throw ClientError(malformed: error) }
    }
}
