// All sessions, and what is told to them.

package import SettingsModel
package import SettingsProtocol
package import SyncEngine
package import SyncPlatform

/// All sessions of an agent: it hands requests to the agent and changes to subscribers.
package final class Hub {
    package let agent: Agent
    package let epoch: String
    /// What clients are held to; a change is for sessions and requests that come after it.
    package var limits: Limits
    let domains: DomainCatalogue
    let reloads: ReloadHooks
    let loop: EventLoop
    private let started: Int64
    private var encoder: ChangeEncoder
    private var marks = SecretMarks()
    private(set) var sessions: [ObjectIdentifier: Session] = [:]
    private var listeners = Listeners()
    private var told: Told
    private var lastSubscription: UInt64 = 0
    /// When sessions are looked at although nothing happens.
    private var alarms: [ObjectIdentifier: (timer: TimerID, due: Int64)] = [:]
    /// Sessions that have something to send when the agent pauses.
    private var touched: [Session] = []
    private var hasNews = false
    /// What is wrong in `agent.toml`.
    var agentFileMistakes: [ConfigurationProblem] = []
    /// The sessions that look at a borrowed domain without a subscription to it.
    var holders: [Domain: Set<ObjectIdentifier>] = [:]
    /// What waits until domains say what their files say, in the order in which it came.
    var waiting: ArraySlice<PostponedWork> = []
    /// Whether what has waited is being done.
    var isGoingOn = false

    /// Up to which numbers sessions have been told.
    private struct Told {
        /// Those whom the changes concern.
        var seq: UInt64
        /// All of them.
        var seqOfAll: UInt64
        /// How many changes there were since all of them were.
        var unmatched = 0
    }

    /// Makes a hub, which becomes the agent's audience.
    package init(
        agent: Agent,
        domains: DomainCatalogue,
        reloads: ReloadHooks,
        limits: Limits,
        loop: EventLoop
    ) {
        self.agent = agent
        self.domains = domains
        self.reloads = reloads
        self.limits = limits
        self.loop = loop
        epoch = agent.log.epoch
        told = Told(seq: agent.announcedSeq, seqOfAll: agent.announcedSeq)
        encoder = ChangeEncoder(epoch: agent.log.epoch)
        started = SystemClock.monotonicMilliseconds
        agent.audience = self
        domains.mistakesChanged = { [weak self] before in self?.tellMistakes(before: before) }
    }

    /// Monotonic milliseconds.
    var now: Int64 { SystemClock.monotonicMilliseconds }
    /// How long it has been there, in milliseconds.
    var uptime: Int64 { now - started }
    /// How many connections and requests there have been since the start.
    private(set) var connectionCount = 0
    var requestCount = 0
    package var sessionCount: Int { sessions.count }
    /// How many subscriptions all sessions have together.
    var subscriptionCount: Int { sessions.values.reduce(0) { $0 + $1.subscriptions.count } }

    // MARK: Sessions

    /// Begins a session on a connection.
    package func accept(_ transport: any Transport, on role: SocketRole) -> Session {
        let session = Session(hub: self, transport: transport, role)
        sessions[ObjectIdentifier(session)] = session
        connectionCount += 1
        guard role == .events else { return session }
        whenStarted(.all, for: session) { [unowned session] in
            session.beginEvents()
        }
        return session
    }

    /// Forgets a session.
    func ended(_ session: Session) {
        let id = ObjectIdentifier(session)
        sessions[id] = nil
        waiting.removeAll { $0.session === session }
        if let alarm = alarms.removeValue(forKey: id) { loop.cancel(alarm.timer) }
        releaseAll(of: session)
    }

    /// Whether a session has subscribed to this very domain.
    func hasSubscriber(_ domain: Domain) -> Bool {
        listeners.naming(domain).contains { session in
            session.subscriptions.contains { $0.interest.domains?.contains(domain) == true }
        }
    }

    /// Has a session told of what is announced; to be matched by ``removeListener(_:from:)``.
    func addListener(_ session: Session, to interest: Interest) {
        listeners.add(session, interest)
    }

    /// A subscription or poll of a session has ended.
    func removeListener(_ session: Session, from interest: Interest) {
        listeners.remove(session, interest)
    }

    /// Notes that a session has something to send.
    func touch(_ session: Session) {
        guard !session.isTouched else { return }
        session.isTouched = true
        touched.append(session)
    }

    /// Has a session go on when the other connections have been looked at.
    func giveTurn(to session: Session) {
        loop.schedule(after: .zero) { [weak session] in session?.takeTurn() }
    }

    /// A number for a new subscription; none is used twice.
    func nextSubscription() -> UInt64 {
        lastSubscription += 1
        return lastSubscription
    }

    /// Tells everybody who listens that the agent ends, and ends every session.
    package func sayGoodbye(_ reason: Notification.GoodbyeReason) {
        let goodbye = Notification.goodbye(
            reason: reason,
            reconnectMilliseconds: 200
        )
        for session in sessions.values {
            if let subscription = session.subscriptions.first {
                session.append(goodbye, sub: subscription.wireID)
            }
            session.flush()
            session.close()
        }
    }

    // MARK: Delivery

    /// The next message for a subscriber that is behind.
    func next(for subscription: inout Subscription) -> Delivery? {
        if let marks = marks.next(for: &subscription, in: agent.engine) { return .message(marks) }
        encoder.rulesEdition = agent.engine.rulesEdition
        return encoder.next(
            for: &subscription,
            in: agent.engine.changes,
            upTo: agent.announcedSeq,
            hiding: { [agent] in agent.engine.hides($0.domain, $0.keyPath) }
        )
    }

    /// Whether a subscriber that gathers changes has to wait; it is called again in time.
    func mustWait(_ subscription: Subscription, for session: Session) -> Bool {
        guard subscription.minimumInterval > 0, subscription.snapshot == nil,
            subscription.cursor < agent.announcedSeq
        else { return false }
        let time = now
        guard subscription.nextTime > time else { return false }
        wake(session, at: subscription.nextTime, now: time)
        return true
    }

    /// Has a session looked at again at a monotonic time, or before.
    private func wake(_ session: Session, at due: Int64, now: Int64) {
        let id = ObjectIdentifier(session)
        if let alarm = alarms[id] {
            guard due < alarm.due else { return }
            loop.cancel(alarm.timer)
        }
        let timer = loop.schedule(after: .milliseconds(max(1, due - now))) {
            [weak self, weak session] in
            self?.alarms[id] = nil
            guard let self, let session else { return }
            answerPolls(of: session)
            touch(session)
            paused()
        }
        alarms[id] = (timer, due)
    }

    /// Answers the polls of a session that have something to say, or whose time has come.
    func answerPolls(of session: Session) {
        guard !session.polls.isEmpty else { return }
        let time = now
        let seq = agent.announcedSeq
        session.answerPolls { poll in
            let found = encoder.changes(
                for: poll.interest,
                in: agent.engine.changes,
                after: poll.cursor,
                upTo: seq
            )
            if !found.isEmpty {
                let messages = found.map { change in
                    let message = ChangeMessage(change)
                    return agent.engine.hides(change.domain, change.keyPath)
                        ? message.ofSecret : message
                }
                return poll.address.reply(Waited(epoch: epoch, seq: seq, changes: messages))
            }
            poll.cursor = max(poll.cursor, seq)
            guard let deadline = poll.deadline else { return nil }
            if deadline <= time {
                return poll.address.reply(Waited(epoch: epoch, seq: seq, changes: nil))
            }
            wake(session, at: deadline, now: time)
            return nil
        }
    }

    /// Tells subscribers whom a domain concerns; those that don't read miss it.
    func tell(_ domain: Domain, _ notification: Notification) {
        for session in listeners.listening(to: domain) {
            session.tell(notification, of: domain)
            touch(session)
        }
    }
}

extension Hub: Audience {
    /// Notes that subscribers may hear of more; they do when the agent pauses.
    package func announced(upTo seq: UInt64) { hasNews = true }

    /// Tells subscribers of a file with a problem.
    package func problemAppeared(_ problem: Problem) {
        let id = problem.replica
        let problems = [problem] + agent.engine.problems(of: id)
        tell(
            id.domain,
            .problem(
                domain: id.domain,
                file: id.path,
                code: problem.code.name,
                severity: problem.wireSeverity,
                state: agent.engine.condition(of: id).wireState(with: problems),
                key: problem.keyPath,
                value: problem.value,
                place: problem.place,
                problem: problem.problem,
                advice: problem.advice
            )
        )
    }

    /// Tells subscribers that a file is well again, or one key's value in it.
    package func recovered(_ replica: ReplicaID, _ keyPath: SettingKeyPath?) {
        tell(replica.domain, .recovered(domain: replica.domain, file: replica.path, key: keyPath))
    }

    /// Has those who may know values of secrets told of that.
    package func secretsAppeared(in domains: Set<Domain>) {
        encoder.forgetMessages()
        marks = SecretMarks()
        for domain in domains {
            for session in listeners.listening(to: domain) {
                session.mark(domain)
                touch(session)
            }
        }
    }

    /// Sends every session what it has not been sent.
    package func paused() {
        goOn()
        if hasNews {
            hasNews = false
            reloads.changesAnnounced()
            for session in concerned() {
                answerPolls(of: session)
                touch(session)
            }
        }
        while !touched.isEmpty {
            let sessions = touched
            touched = []
            for session in sessions {
                session.isTouched = false
                session.proceed()
            }
        }
    }

    /// Those whom what was announced concerns; now and then everybody, to be told where they stand,
    /// and before the log forgets what they would have to hear.
    private func concerned() -> [Session] {
        let log = agent.engine.changes
        let last = told.seq
        told.seq = agent.announcedSeq
        told.unmatched += log.position(after: told.seq) - log.position(after: last)
        let isLongAgo = told.seq - told.seqOfAll >= UInt64(limits.resumableChanges) / 2
        // Of a removal that is forgotten already, the log doesn't say whose it was.
        if told.unmatched >= DeliveryLimit.unmatchedChanges || isLongAgo || log.horizon > last {
            told = Told(seq: told.seq, seqOfAll: told.seq)
            return listeners.all
        }
        return log.domains(after: last, upTo: told.seq).flatMap { listeners.listening(to: $0) }
    }
}
