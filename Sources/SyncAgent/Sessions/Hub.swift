// All sessions, and what is told to them.

package import SettingsModel
package import SettingsProtocol
package import SyncEngine
package import SyncPlatform

/// All sessions of an agent: it hands requests to the agent and changes to subscribers.
package final class Hub {
    package let agent: Agent
    package let epoch: String
    package let limits: Limits
    let domains: DomainCatalogue
    private let loop: EventLoop
    private let started: Int64
    private var encoder: ChangeEncoder
    private var sessions: [ObjectIdentifier: Session] = [:]
    /// Sessions that have subscriptions or polls, so that an announcement needn't ask all.
    private var listeners: Set<ObjectIdentifier> = []
    private var lastSubscription: UInt64 = 0
    private var waking: [ObjectIdentifier: TimerID] = [:]

    /// Makes a hub, which becomes the agent's audience.
    package init(agent: Agent, domains: DomainCatalogue, limits: Limits, loop: EventLoop) {
        self.agent = agent
        self.domains = domains
        self.limits = limits
        self.loop = loop
        epoch = agent.log.epoch
        encoder = ChangeEncoder(epoch: agent.log.epoch)
        started = SystemClock.monotonicMilliseconds
        agent.audience = self
    }

    /// Monotonic milliseconds.
    var now: Int64 { SystemClock.monotonicMilliseconds }
    var uptime: Int64 { now - started }
    package var sessionCount: Int { sessions.count }
    var subscriptionCount: Int { sessions.values.reduce(0) { $0 + $1.subscriptions.count } }

    // MARK: Sessions

    /// Begins a session on a connection.
    package func accept(_ transport: any Transport, isEventsSocket: Bool) -> Session {
        let session = Session(hub: self, transport: transport, isEventsSocket: isEventsSocket)
        sessions[ObjectIdentifier(session)] = session
        if isEventsSocket {
            listeners.insert(ObjectIdentifier(session))
            session.beginEvents()
        }
        return session
    }

    func ended(_ session: Session) {
        let id = ObjectIdentifier(session)
        sessions[id] = nil
        listeners.remove(id)
        if let timer = waking.removeValue(forKey: id) { loop.cancel(timer) }
    }

    func listens(_ session: Session) { listeners.insert(ObjectIdentifier(session)) }

    func nextSubscription() -> UInt64 {
        lastSubscription += 1
        return lastSubscription
    }

    /// Tells everybody that the agent ends, and ends every session.
    package func sayGoodbye(_ reason: SettingsProtocol.Notification.GoodbyeReason) {
        let goodbye = SettingsProtocol.Notification.goodbye(
            reason: reason,
            reconnectMilliseconds: 200
        )
        for session in sessions.values {
            if let subscription = session.subscriptions.values.first {
                session.append(goodbye, sub: subscription.wireID)
                session.flush()
            }
            session.close()
        }
    }

    // MARK: Delivery

    /// The next message for a subscriber that is behind.
    func next(for subscription: inout Subscription) -> Delivery? {
        encoder.next(for: &subscription, in: agent.engine.changes, upTo: agent.announcedSeq)
    }

    /// Whether a subscriber that gathers changes has to wait; it is called again in time.
    func mustWait(_ subscription: Subscription, for session: Session) -> Bool {
        guard subscription.minimumInterval > 0, subscription.cursor < agent.announcedSeq else {
            return false
        }
        let wait = subscription.nextTime - now
        guard wait > 0 else { return false }
        wake(session, after: wait)
        return true
    }

    /// Has a session looked at again after some milliseconds.
    func wake(_ session: Session, after milliseconds: Int64) {
        let id = ObjectIdentifier(session)
        guard waking[id] == nil else { return }
        waking[id] = loop.schedule(after: .milliseconds(milliseconds)) {
            [weak self, weak session] in
            self?.waking[id] = nil
            guard let self, let session else { return }
            self.answerPolls(of: session)
            session.flush()
        }
    }

    /// The changes that a poll waits for.
    func changes(for poll: Session.Poll) -> [Change] {
        encoder.changes(
            for: poll.interest,
            in: agent.engine.changes,
            after: poll.cursor,
            upTo: agent.announcedSeq
        )
    }

    /// Answers the polls of a session that have something to say, or whose time has come.
    func answerPolls(of session: Session) {
        for id in session.pollIDs {
            guard let poll = session.poll(id) else { continue }
            let found = changes(for: poll)
            let isLate = poll.deadline.map { $0 <= now } ?? false
            guard !found.isEmpty || isLate else {
                if let deadline = poll.deadline { wake(session, after: max(1, deadline - now)) }
                continue
            }
            _ = session.takePoll(id)
            let messages = found.isEmpty ? nil : found.map { ChangeMessage($0) }
            let result = Waited(epoch: epoch, seq: agent.announcedSeq, changes: messages)
            session.answerLater(poll.address.reply(result))
        }
    }

    private func tell(_ domain: Domain, _ notification: SettingsProtocol.Notification) {
        for id in listeners {
            guard let session = sessions[id] else { continue }
            for subscription in session.subscriptions.values
            where subscription.interest.includes(domain) {
                session.append(notification, sub: subscription.wireID)
            }
            session.flush()
        }
    }
}

extension Hub: Audience {
    package func announced(upTo seq: UInt64) {
        for id in listeners {
            guard let session = sessions[id] else { continue }
            answerPolls(of: session)
            session.flush()
        }
    }

    package func hasProblem(_ problem: Problem) {
        tell(
            problem.replica.domain,
            .problem(
                domain: problem.replica.domain,
                file: problem.replica.path,
                place: problem.place,
                problem: problem.problem,
                advice: problem.advice
            )
        )
    }

    package func recovered(_ replica: ReplicaID) {
        tell(replica.domain, .recovered(domain: replica.domain, file: replica.path))
    }

    package func beganAnew() {
        encoder = ChangeEncoder(epoch: epoch)
        for id in listeners { sessions[id]?.restartSubscriptions(at: agent.announcedSeq) }
    }
}
