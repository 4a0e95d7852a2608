// Changes of settings as they happen, over restarts of the agent, for programs with a loop of their own.

import Glibc
public import SettingsModel
import SettingsProtocol

/// The changes of some settings, without a gap for as long as it lives.
///
/// It never waits by itself. A program polls ``descriptor``, and when that is readable takes
/// batches with ``batchAtHand()`` until there is none; a script waits in ``next(within:)``.
///
/// It has a connection of its own. What a program hasn't taken stays with the agent, which then
/// tells the newest value of each setting, so a slow program has fewer and larger batches and
/// nothing is queued for it. When the agent ends, it is looked for again with growing pauses, and
/// the next batch continues the last one.
public final class SettingsWatch {
    private let domains: [Domain]
    private let keys: [KeyPattern]
    private let options: ClientOptions
    private let wakeUp: WakeUp
    private var state: State
    private var following = Following()
    /// What the program said it runs with, to be said again to the next agent.
    private var lastApplied: (epoch: String, seq: UInt64)?
    private var backoff = Backoff()
    private var random = SystemRandomNumberGenerator()

    private enum State {
        /// Looking for an agent, or waiting for one to start.
        case looking(AgentStart)
        case connected(Conversation)
        /// Without an agent until it's time to look again.
        case away(ClientOptions.Start)
    }

    /// What is known of the connection that is open.
    private struct Conversation {
        let connection: Connection
        /// The number of the subscription, once the agent has said it.
        var subscription: UInt64?
        /// What the agent said of its end.
        var farewell: Farewell?
    }

    private struct Farewell {
        var start: ClientOptions.Start
        var pause: Duration
    }

    /// Watches settings of some domains; their values now come as the first batch.
    ///
    /// - Parameters:
    ///   - domains: None for all domains.
    ///   - keys: Settings by their key paths, or all below one (`"font.*"`).
    ///   - options: How it meets the agent.
    /// - Throws: ``ClientError`` with code `.noAgent`.
    public init(
        _ domains: [Domain],
        keys: [KeyPattern] = [.all],
        options: ClientOptions = ClientOptions()
    ) throws(ClientError) {
        self.domains = domains
        self.keys = keys
        self.options = options
        wakeUp = try WakeUp()
        let place = try options.place()
        state = .looking(AgentStart(at: place, start: options.start, waiting: .never))
        wakeUp.set(.now)
    }

    /// What poll(2) waits for; it's the same for the watch's whole life.
    public var descriptor: Int32 { wakeUp.descriptor }

    /// The next batch if it has come; nil until ``descriptor`` is readable again.
    ///
    /// - Throws: ``ClientError``: `.noAgent` when none can be had at first, `.refused` when the
    ///   agent doesn't let it watch. Called again, it tries again.
    public func batchAtHand() throws(ClientError) -> ChangeBatch? {
        while true {
            switch state {
            case .connected:
                do {
                    return try nextBatch()
                } catch {
                    if case .refused(let refusal) = error.code, refusal.code != .busy {
                        leave(for: .seconds(5), thenStart: options.start)
                        throw error
                    }
                    lost()
                }
            case .looking, .away:
                guard let moment = wakeUp.moment, moment <= .now else { return nil }
                try look()
            }
        }
    }

    /// Waits for the next batch.
    ///
    /// - Parameter time: nil to wait as long as it takes.
    /// - Returns: nil when the time is over.
    /// - Throws: ``ClientError``, as ``batchAtHand()`` does.
    public func next(within time: Duration? = nil) throws(ClientError) -> ChangeBatch? {
        let deadline = time.map { ContinuousClock.now + $0 }
        while true {
            if let batch = try batchAtHand() { return batch }
            let left = deadline.map { ContinuousClock.now.duration(to: $0) }
            if let left, left <= .zero { return nil }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, left?.inMilliseconds ?? -1)
        }
    }

    /// Tells the agent that the program now runs with the settings as of a batch.
    ///
    /// `settingsctl pending` lists the programs that don't. It's only a report: where no agent
    /// hears it, it is forgotten.
    public func applied(_ seq: UInt64) {
        lastApplied = following.cursor.map { ($0.epoch, seq) }
        guard case .connected(let conversation) = state else { return }
        tellApplied(seq, conversation)
    }

    private func tellApplied(_ seq: UInt64, _ conversation: Conversation) {
        guard let subscription = conversation.subscription else { return }
        let line = requestLine(.applied, id: RequestNumber.applied) {
            $0.member("sub", subscription)
            $0.member("seq", seq)
        }
        _ = try? conversation.connection.sendNow(line[...])  // its end shows at the next look
    }

    // MARK: Connecting

    private enum RequestNumber {
        static let hello: Int64 = 1
        static let subscribe: Int64 = 2
        static let applied: Int64 = 3
    }

    /// Looks for an agent; gives up for now where none can be had.
    private func look() throws(ClientError) {
        var way: AgentStart
        switch state {
        case .looking(let begun): way = begun
        case .away(let start):
            way = AgentStart(at: try options.place(), start: start, waiting: .never)
        case .connected: return
        }
        do {
            if let connection = try way.attempt() {
                try begin(connection)
            } else {
                state = .looking(way)
                wakeUp.set(.now + way.pause)
            }
        } catch {
            leave(for: backoff.pause(using: &random), thenStart: mayStart(after: way))
            // Who has had a batch can do without an agent for a while.
            if following.cursor == nil { throw error }
        }
    }

    /// Whether an agent may be started the next time; one that was ended on purpose stays so.
    private func mayStart(after way: AgentStart) -> ClientOptions.Start {
        way.mayStart ? options.start : .never
    }

    private func begin(_ connection: Connection) throws(ClientError) {
        var lines: [UInt8] = []
        if let name = options.name {
            lines += requestLine(.hello, id: RequestNumber.hello) { $0.member("client", name) }
        }
        lines += requestLine(.subscribe, id: RequestNumber.subscribe) {
            if !domains.isEmpty { $0.member("domains", domains.map(\.name)) }
            if keys != [.all] { $0.member("keys", keys.map(\.description)) }
            if let cursor = following.cursor {
                $0.member("epoch", cursor.epoch)
                $0.member("seq", cursor.seq)
            } else {
                $0.member("snapshot", true)
            }
        }
        // A new socket's buffer takes so little at once.
        guard try connection.sendNow(lines[...]).isEmpty else {
            throw ClientError(.closed, "the agent takes no request", advice: "Try again")
        }
        wakeUp.set(nil)
        wakeUp.watch(connection.descriptor)
        state = .connected(Conversation(connection: connection))
    }

    // MARK: Listening

    private func nextBatch() throws(ClientError) -> ChangeBatch? {
        guard case .connected(var conversation) = state else { return nil }
        defer { if case .connected = state { state = .connected(conversation) } }
        while let line = try conversation.connection.lineAtHand() {
            do {
                if let batch = try take(AgentMessage(line), &conversation) { return batch }
            } catch let error as JSONError {
                throw ClientError(malformed: error)
            } catch let error as ClientError {
                throw error
            } catch {
                preconditionFailure("no other error is thrown")
            }
        }
        return nil
    }

    private func take(
        _ message: AgentMessage,
        _ conversation: inout Conversation
    ) throws -> ChangeBatch? {
        switch message {
        case .result(RequestNumber.subscribe, let json):
            let subscribed = try Subscribed(json: JSONObject(json))
            conversation.subscription = subscribed.sub
            if let lastApplied, lastApplied.epoch == subscribed.epoch {
                tellApplied(lastApplied.seq, conversation)
            }
        case .failure(RequestNumber.subscribe, let refusal), .failure(nil, let refusal):
            throw ClientError(refusal)
        case .notification(.goodbye, let json):
            let milliseconds = min(max(json["reconnectMs"]?.integer ?? 200, 1), 10_000)
            conversation.farewell = Farewell(
                start: json["reason"]?.string == "exit" ? .never : options.start,
                pause: .milliseconds(milliseconds) * Double.random(in: 0.5...1, using: &random)
            )
        case .notification(let kind, let json):
            let batch = try following.take(kind, JSONObject(json))
            // Whoever gets through to a batch has no need of long pauses any more.
            if following.cursor != nil { backoff.reset() }
            return batch
        case .result, .failure, .unknown: break
        }
        return nil
    }

    /// The connection is over.
    private func lost() {
        guard case .connected(let conversation) = state else { return }
        let farewell = conversation.farewell
        leave(
            for: farewell?.pause ?? backoff.pause(using: &random),
            thenStart: farewell?.start ?? options.start
        )
    }

    private func leave(for pause: Duration, thenStart start: ClientOptions.Start) {
        following.connectionEnded()
        state = .away(start)
        wakeUp.set(.now + pause)
    }
}
