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
    /// What a watch hears.
    package enum Event: Sendable {
        case changes(ChangeBatch)
        /// Of a file, or of the agent's end.
        case notice(Notification.Kind, JSONObject)
        /// There is no agent for now; what changes meanwhile is told later.
        case lost
    }

    private let domains: [Domain]
    private let keys: [KeyPattern]
    private let options: ClientOptions
    private let start: Start
    private let agent: LastingConnection
    private var following = Following()
    /// Whether the connection has told anything that could be read.
    private var hasHeard = false

    /// What comes first.
    package enum Start: Sendable {
        /// The settings as they are now.
        case everything
        /// What changed after a seq; without an epoch, one of the agent's present journal.
        case after(epoch: String?, seq: UInt64)
    }

    /// Watches settings of some domains; their values now come as the first batch.
    ///
    /// - Parameters:
    ///   - domains: None for all domains.
    ///   - keys: Settings by their key paths, or all below one (`"font.*"`).
    ///   - options: How it meets the agent.
    /// - Throws: ``ClientError`` with code `.noAgent` when the process has no descriptors left.
    public convenience init(
        _ domains: [Domain],
        keys: [KeyPattern] = [.all],
        options: ClientOptions = ClientOptions()
    ) throws(ClientError) {
        try self.init(domains, keys: keys, from: .everything, options: options)
    }

    /// Watches settings of some domains from a place in the agent's journal.
    ///
    /// Where the agent doesn't know any more what came after it, all settings are the first batch.
    package init(
        _ domains: [Domain],
        keys: [KeyPattern],
        from start: Start,
        options: ClientOptions
    ) throws(ClientError) {
        self.domains = domains
        self.keys = keys
        self.options = options
        self.start = start
        agent = try LastingConnection(options)
    }

    /// What poll(2) waits for; it's the same for the watch's whole life.
    public var descriptor: Int32 { agent.descriptor }

    /// The next batch if it has come; nil until ``descriptor`` is readable again.
    ///
    /// - Throws: ``ClientError``: `.noAgent` when none can be had at first and `.timedOut` when one
    ///   takes no connection, `.refused` when the agent doesn't let it watch, `.malformed` when what
    ///   it says can't be read. Called again, it tries again.
    public func batchAtHand() throws(ClientError) -> ChangeBatch? {
        while let event = try eventAtHand() {
            if case .changes(let batch) = event, let batch = batch.withoutWithheld { return batch }
        }
        return nil
    }

    /// Makes ``descriptor`` readable, for another reader: batches may have come that nobody has taken.
    func lookAgain() { agent.lookAgain() }

    /// Waits for the next batch.
    ///
    /// - Parameter time: nil to wait as long as it takes.
    /// - Returns: nil when the time is over.
    /// - Throws: ``ClientError``, as ``batchAtHand()`` does.
    public func next(within time: Duration? = nil) throws(ClientError) -> ChangeBatch? {
        let deadline = time.map { ContinuousClock.now + $0 }
        while true {
            if let batch = try batchAtHand() { return batch }
            guard waitUntilReadable(before: deadline) else { return nil }
        }
    }

    /// Waits for the next event; nil when the time is over, or the reader of a pipe has gone.
    package func nextEvent(
        before deadline: ContinuousClock.Instant?,
        for pipe: Int32? = nil
    ) throws(ClientError) -> Event? {
        while true {
            if let event = try eventAtHand() { return event }
            guard waitUntilReadable(before: deadline, for: pipe) else { return nil }
        }
    }

    /// Waits for the descriptor; false when the time is over, or the reader of a pipe has gone.
    private func waitUntilReadable(
        before deadline: ContinuousClock.Instant?,
        for pipe: Int32? = nil
    ) -> Bool {
        let left = deadline.map { ContinuousClock.now.duration(to: $0) }
        if let left, left <= .zero { return false }
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            // poll(2) passes over a descriptor of -1.
            pollfd(fd: pipe ?? -1, events: 0, revents: 0),
        ]
        poll(&entries, 2, left?.inMilliseconds ?? -1)
        return entries[1].revents & Int16(POLLERR) == 0
    }

    // MARK: Connections

    private enum RequestNumber {
        static let hello: Int64 = 1
        static let subscribe: Int64 = 2
    }

    /// What it heard next; nil until the descriptor is readable again.
    private func eventAtHand() throws(ClientError) -> Event? {
        while let event = agent.eventAtHand() {
            switch event {
            case .opened: subscribe()
            case .message(let message):
                if let event = try take(message) { return event }
            case .lost(let error):
                following.connectionEnded()
                // Who has had a batch can do without an agent for a while.
                let isFutile = error.code == .noAgent || error.code == .timedOut
                if following.cursor == nil, isFutile { throw error }
                if !hasHeard, error.code == .malformed { throw error }
                return .lost
            }
        }
        return nil
    }

    private func subscribe() {
        hasHeard = false
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
            } else if case .after(let epoch, let seq) = start {
                $0.member("epoch", epoch)
                $0.member("seq", seq)
            } else {
                $0.member("snapshot", true)
            }
        }
        agent.send(lines)
    }

    // MARK: Listening

    private func take(_ message: AgentMessage) throws(ClientError) -> Event? {
        switch message {
        case .failure(RequestNumber.subscribe, let error), .failure(nil, let error):
            return try refused(error)
        case .result, .notification, .failure, .unknown: break
        }
        do {
            if case .result(RequestNumber.subscribe, let json) = message { try subscribed(json) }
            guard case .notification(let kind, let json) = message else { return nil }
            return try take(kind, json)
        } catch {
            return try misread(error)
        }
    }

    private func subscribed(_ json: JSONText) throws(JSONError) {
        let answer = try Subscribed(json: JSONObject(json))
        if case .after(_, let seq) = start, following.cursor == nil, answer.mode == .resumed {
            following.begin(at: Following.Cursor(epoch: answer.epoch, seq: seq))
        }
    }

    private func take(_ kind: Notification.Kind, _ json: JSONText) throws(JSONError) -> Event? {
        let json = try JSONObject(json)
        switch kind {
        case .problem, .recovered, .goodbye: return .notice(kind, json)
        case .changed, .snapshot, .secrets, .bookmark, .hello:
            let batch = try following.take(kind, json)
            hasHeard = true
            // Whoever gets through to a batch has no need of long pauses any more.
            if following.cursor != nil { agent.isOfUse() }
            return batch.map(Event.changes)
        }
    }

    /// Ends a connection that said what can't be read, to be told again over the next.
    ///
    /// - Throws: ``ClientError`` with code `.malformed` if nothing else has come over it.
    private func misread(_ error: JSONError) throws(ClientError) -> Event {
        agent.leave()
        following.connectionEnded()
        guard hasHeard else { throw ClientError(malformed: error) }
        return .lost
    }

    /// - Throws: ``ClientError`` with code `.refused`, unless it's worth trying again at once.
    private func refused(_ refusal: RPCError) throws(ClientError) -> Event {
        following.connectionEnded()
        guard refusal.code == .busy else {
            agent.leave(for: .seconds(5))
            throw ClientError(refusal)
        }
        agent.leave()
        return .lost
    }
}
