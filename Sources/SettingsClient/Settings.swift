// The settings of one domain, for programs with tasks.

import Glibc
public import SettingsModel
import SettingsProtocol
import Synchronization

/// The settings of one domain: read, written and watched without holding up a thread.
///
/// ```swift
/// let settings = try Settings(of: Domain("org.example.editor"))
/// let size = try await settings.value(for: "font.size", as: Int.self) ?? 13
/// for try await batch in settings.watch(["font.*"]) { redraw(batch.changes) }
/// ```
///
/// Every call may be made from any task, and as many at once as there are; 64 are under way at once,
/// and the others wait. An answer that takes longer than 30 seconds is given up (``ClientError`` with
/// code `.timedOut`). An agent is started where none listens, unless the options say otherwise. With
/// the first call comes a thread that waits for all; nothing is left behind when the last owner and
/// the last call are gone: no task, no thread, no descriptor.
public final class Settings: Sendable {
    /// Whose settings these are.
    public let domain: Domain
    private let options: ClientOptions
    /// How long an answer may take.
    private let patience: Duration
    private let connections: IdleConnections
    private let limit = RequestLimit()
    /// Kept between two calls, so that not each of them begins one.
    private let thread = Mutex<ReadinessThread?>(nil)

    /// The settings of a domain; nothing is connected before the first call.
    public convenience init(of domain: Domain, options: ClientOptions = ClientOptions()) {
        self.init(of: domain, options: options, patience: Client.patience)
    }

    init(of domain: Domain, options: ClientOptions, patience: Duration) {
        self.domain = domain
        self.options = options
        self.patience = patience
        connections = IdleConnections()
    }

    // MARK: Reading

    /// The value in force; nil where none is set.
    ///
    /// - Throws: ``ClientError``; also when the task is cancelled, with code `.cancelled`.
    public func get(_ key: SettingKeyPath) async throws(ClientError) -> SettingValue? {
        try await current(key)?.value
    }

    /// The value in force, and whether it may be shown; nil where none is set.
    ///
    /// - Throws: ``ClientError``.
    public func current(_ key: SettingKeyPath) async throws(ClientError) -> CurrentSetting? {
        do {
            return CurrentSetting(try await answer(to: .get(domain, key), retrying: .ifUnanswered))
        } catch {
            if error.refusal == .keyNotFound { return nil }
            throw error
        }
    }

    /// The value in force as a type of the program; nil where none is set.
    ///
    /// - Throws: ``ClientError``, with code `.wrongType` when the value is of another type.
    public func value<Value: SettingConvertible>(
        for key: SettingKeyPath,
        as _: Value.Type = Value.self
    ) async throws(ClientError) -> Value? {
        guard let value = try await get(key) else { return nil }
        return try value.converted(at: key)
    }

    /// Every setting of the domain, all of one moment.
    ///
    /// - Throws: ``ClientError``.
    public func snapshot() async throws(ClientError) -> SettingsSnapshot {
        // It has a connection of its own, as a request has.
        try await limit.begin()
        defer { limit.end() }
        guard let batch = try await watch().first(before: .now + patience) else {
            throw ClientError.cancelled
        }
        return SettingsSnapshot(batch)
    }

    /// The settings now, and every change from then on.
    ///
    /// - Parameter keys: Settings by their key paths, or all below one (`"font.*"`).
    /// - Returns: Batches for one reader.
    public func watch(_ keys: [KeyPattern] = [.all]) -> SettingsChanges {
        SettingsChanges([domain], keys: keys, options: options)
    }

    // MARK: Writing

    /// Sets a value; it is on the disk when this returns.
    ///
    /// - Throws: ``ClientError``; after `.closed`, `.cancelled`, `.timedOut` or `.malformed` nobody
    ///   knows whether it was set.
    @discardableResult
    public func set(
        _ key: SettingKeyPath,
        to value: some SettingConvertible
    ) async throws(ClientError) -> EditReceipt {
        try await apply([.set(key, to: value)])
    }

    /// Removes a setting, so that the next layer's value is in force.
    ///
    /// - Throws: ``ClientError``; after `.closed`, `.cancelled`, `.timedOut` or `.malformed` nobody
    ///   knows whether it was removed.
    @discardableResult
    public func remove(_ key: SettingKeyPath) async throws(ClientError) -> EditReceipt {
        try await apply([.remove(key)])
    }

    /// Makes several changes, all or none; they are on the disk when this returns.
    ///
    /// More than 500 KiB of them go in several batches, in their order, and each is made whole or not
    /// at all.
    ///
    /// - Throws: ``ClientError``; after `.closed`, `.cancelled`, `.timedOut` or `.malformed` nobody
    ///   knows whether they were made. After a batch that was made, the problem says how many were.
    @discardableResult
    public func apply(_ edits: [SettingEdit]) async throws(ClientError) -> EditReceipt {
        var made = BatchAcceptance(seq: 0, revs: [], warnings: [])
        for batch in EditBatch.batches(of: edits) {
            do throws(ClientError) {
                let request = ClientRequest.apply(domain, batch)
                let next = try await answer(to: request, retrying: .never)
                made.add(next)
            } catch {
                throw error.ending(batch, of: edits)
            }
        }
        return EditReceipt(made)
    }

    // MARK: Files

    /// Waits until every file as it is now has been read, and what followed is written to the others.
    ///
    /// - Throws: ``ClientError``.
    public func rescan() async throws(ClientError) {
        _ = try await answer(to: .rescan(domain), retrying: .ifUnanswered)
    }

    /// Waits until the files have what was told, over restarts of the agent.
    ///
    /// - Returns: false when the task is cancelled.
    package func areFilesWritten() async -> Bool {
        var backoff = Backoff()
        var random = SystemRandomNumberGenerator()
        while true {
            do {
                try await rescan()
                return true
            } catch {
                // What the agent won't do now, it won't do later.
                if case .refused = error.code { return true }
            }
            do {
                let moment = ContinuousClock.now + backoff.pause(using: &random)
                try await waitingThread().wait(for: -1, until: moment)
            } catch {
                return false
            }
        }
    }

    // MARK: Asking

    private enum Retrying { case ifUnanswered, never }

    /// How asking over one connection ended.
    private enum Outcome<Answer> {
        case answer(Answer)
        /// The connection ended before the agent had all of the request, so it did nothing.
        case unheard(ClientError)
    }

    /// Asks on a connection that nobody else uses meanwhile.
    private func answer<Answer>(
        to request: ClientRequest<Answer>,
        retrying: Retrying
    ) async throws(ClientError) -> Answer {
        let thread = try waitingThread()
        try await limit.begin()
        defer { limit.end() }
        var tries = 1
        while true {
            do throws(ClientError) {
                switch try await outcome(of: request, retrying, thread) {
                case .answer(let answer): return answer
                case .unheard(let error): if tries == Client.mostTries { throw error }
                }
            } catch {
                guard retrying == .ifUnanswered, error.code == .closed, tries < Client.mostTries
                else { throw error }
            }
            tries += 1
        }
    }

    private func waitingThread() throws(ClientError) -> ReadinessThread {
        try thread.withLock { thread throws(ClientError) in
            if let thread { return thread }
            let begun = try ReadinessThread.current()
            thread = begun
            return begun
        }
    }

    /// Asks over one connection.
    private func outcome<Answer>(
        of request: ClientRequest<Answer>,
        _ retrying: Retrying,
        _ thread: ReadinessThread
    ) async throws(ClientError) -> Outcome<Answer> {
        var greeting: [UInt8] = []
        let connection: Connection
        if let idle = connections.take() {
            connection = Connection(adopting: idle)
        } else {
            connection = try await connect(thread)
            do {
                greeting = try await unsentGreeting(over: connection, retrying, thread)
            } catch {
                guard error.code == .closed else { throw error }
                return .unheard(error)
            }
        }
        var rest = (greeting + request.line(id: Self.requestID))[...]
        let answer: Result<Answer, ClientError>
        do {
            answer = try await self.answer(
                to: request,
                id: Self.requestID,
                sending: &rest,
                over: connection,
                before: .now + patience,
                thread
            )
        } catch {
            guard error.code == .closed else { throw error }
            if !rest.isEmpty || connection.hasUnread { return .unheard(error) }
            throw retrying == .never ? Client.perhapsMade : error
        }
        if rest.isEmpty { connections.keep(connection) }
        return .answer(try answer.get())
    }

    /// What goes before the first request over a connection, where that needn't be answered.
    ///
    /// A killed agent may take a connection in its last moment. So a request that may not be made
    /// again waits until an agent has said something.
    private func unsentGreeting(
        over connection: Connection,
        _ retrying: Retrying,
        _ thread: ReadinessThread
    ) async throws(ClientError) -> [UInt8] {
        var greeting = ClientRequest<Position>(method: .ping) { _ in }
        if let name = options.name {
            greeting = ClientRequest(method: .hello) { $0.member("client", name) }
        } else if retrying == .ifUnanswered {
            return []
        }
        let line = greeting.line(id: Self.greetingID)
        guard retrying == .never else { return line }
        var rest = line[...]
        let answer = try await answer(
            to: greeting,
            id: Self.greetingID,
            sending: &rest,
            over: connection,
            before: .now + patience,
            thread
        )
        _ = try answer.get()
        return []
    }

    private static let greetingID: Int64 = 0
    private static let requestID: Int64 = 1

    /// Sends a request and waits for its answer; `rest` is what the agent hasn't taken of it.
    private func answer<Answer>(
        to request: ClientRequest<Answer>,
        id: Int64,
        sending rest: inout ArraySlice<UInt8>,
        over connection: Connection,
        before deadline: ContinuousClock.Instant,
        _ thread: ReadinessThread
    ) async throws(ClientError) -> Result<Answer, ClientError> {
        while true {
            // Where the agent takes no more, it says why, and that is read next.
            rest = (try? connection.sendNow(rest)) ?? rest
            while let line = try connection.lineAtHand() {
                if let answer = try request.answer(in: line, id: id) { return answer }
            }
            guard ContinuousClock.now < deadline else { throw .overdue }
            let events = rest.isEmpty ? POLLIN : POLLIN | POLLOUT
            try await thread.waitUncancelled(for: connection.descriptor, events, until: deadline)
        }
    }

    private func connect(_ thread: ReadinessThread) async throws(ClientError) -> Connection {
        var way = AgentStart(at: try options.place(), start: options.start, waiting: .never)
        while true {
            if let connection = try way.attempt() { return connection }
            try await thread.waitUncancelled(for: -1, 0, until: .now + way.pause)
        }
    }
}

extension ReadinessThread {
    /// Waits, and calls the end of a cancelled wait by our error's name.
    fileprivate func waitUncancelled(
        for descriptor: Int32,
        _ events: Int32,
        until deadline: ContinuousClock.Instant? = nil
    ) async throws(ClientError) {
        do {
            try await wait(for: descriptor, events, until: deadline)
        } catch {
            throw ClientError.cancelled
        }
    }
}
