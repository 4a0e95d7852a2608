// Who hears of what the agent does: cursors into the log of changes, long polls, and problems of files.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

/// What is told to sessions, and when.
final class Subscriptions {
    let agent: Agent
    let settings: AgentSettings
    let starting: StartQueue
    private let reloads: ReloadHooks
    /// Shows problems to people; nil where nobody is there to see them.
    var notifier: Notifier?
    private let loop: EventLoop
    private var encoder: ChangeEncoder
    private var marks = SecretMarks()
    private var listeners = Listeners()
    private var told: Told
    private var lastID: UInt64 = 0
    /// When sessions are looked at although nothing happens.
    private var alarms: [ObjectIdentifier: (timer: TimerID, due: Int64)] = [:]
    /// Sessions that have something to send when the agent pauses.
    private let touched = RunQueue<Session>()
    private var hasNews = false

    /// Up to which numbers sessions have been told.
    private struct Told {
        /// Those whom the changes concern.
        var seq: UInt64
        /// All of them.
        var seqOfAll: UInt64
        /// How many changes there were since all of them were.
        var unmatched = 0
    }

    /// Makes the subscriptions, which become the agent's audience.
    init(
        _ agent: Agent,
        _ settings: AgentSettings,
        _ starting: StartQueue,
        _ reloads: ReloadHooks,
        loop: EventLoop
    ) {
        self.agent = agent
        self.settings = settings
        self.starting = starting
        self.reloads = reloads
        self.loop = loop
        told = Told(seq: agent.announcedSeq, seqOfAll: agent.announcedSeq)
        encoder = ChangeEncoder(epoch: agent.log.epoch)
        agent.audience = self
    }

    /// The epoch of the numbers that are told.
    var epoch: String { encoder.epoch }
    /// What is true for every client.
    var greeting: Greeting {
        Greeting(
            version: SoftwareVersion.current,
            epoch: epoch,
            seq: agent.announcedSeq,
            limits: settings.limits
        )
    }

    // MARK: Sessions

    /// Has a session told of what is announced; to be matched by ``removeListener(_:from:)``.
    func addListener(_ session: Session, to interest: Interest) {
        listeners.add(session, interest)
    }

    /// A subscription or poll of a session has ended.
    func removeListener(_ session: Session, from interest: Interest) {
        listeners.remove(session, interest)
    }

    /// Forgets a session.
    func ended(_ session: Session) {
        let alarm = alarms.removeValue(forKey: ObjectIdentifier(session))
        if let alarm { loop.cancel(alarm.timer) }
    }

    /// Whether a session has subscribed to this very domain.
    func hasSubscriber(_ domain: Domain) -> Bool {
        listeners.naming(domain).contains { session in
            session.subscriptions.contains { $0.interest.domains?.contains(domain) == true }
        }
    }

    /// Notes that a session has something to send.
    func touch(_ session: Session) {
        guard !session.isTouched else { return }
        session.isTouched = true
        touched.add(session)
    }

    /// A number for a new subscription; none is used twice.
    func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    // MARK: Delivery

    /// The next message for a subscriber that is behind; nil for one that has to wait.
    func next(for subscription: inout Subscription, of session: Session) -> Delivery? {
        let hasMarks = !subscription.unmarkedDomains.isEmpty
        let isUpToDate = subscription.snapshot == nil && subscription.cursor >= agent.announcedSeq
        if isUpToDate && !hasMarks || mustWait(subscription, for: session) { return nil }
        if hasMarks, let marks = marks.next(for: &subscription, in: agent.engine) {
            return .message(marks)
        }
        encoder.rulesEdition = agent.engine.rulesEdition
        return encoder.next(
            for: &subscription,
            in: agent.engine.changes,
            upTo: agent.announcedSeq,
            hiding: { [agent] in agent.engine.hides($0.domain, $0.keyPath) }
        )
    }

    /// Whether a subscriber that gathers changes has to wait; it is called again in time.
    private func mustWait(_ subscription: Subscription, for session: Session) -> Bool {
        guard subscription.minimumInterval > 0, subscription.snapshot == nil,
            subscription.cursor < agent.announcedSeq
        else { return false }
        let time = SystemClock.monotonicMilliseconds
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
        let time = SystemClock.monotonicMilliseconds
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
}

// MARK: Problems of files

extension Subscriptions {
    /// Tells subscribers whom a domain concerns; those that don't read miss it.
    func tell(_ domain: Domain, _ notification: Notification) {
        for session in listeners.listening(to: domain) {
            session.tell(notification, of: domain)
            touch(session)
        }
    }
}

extension Subscriptions: Audience {
    /// Notes that subscribers may hear of more; they do when the agent pauses.
    func announced(upTo seq: UInt64) { hasNews = true }

    /// Tells subscribers of a file with a problem.
    func problemAppeared(_ problem: Problem) {
        notifier?.began(problem)
        let id = problem.replica
        // An error decides by itself how the file is.
        let others = problem.severity == .error ? [] : agent.engine.problems(of: id)
        let state = agent.engine.condition(of: id).wireState(with: [problem] + others)
        let diagnostic = ReplicaReport.Diagnostic(problem)
        tell(
            id.domain,
            .problem(domain: id.domain, file: id.path, state: state, diagnostic)
        )
    }

    /// Tells subscribers that a file is well again, or one key's value in it.
    func recovered(_ replica: ReplicaID, _ keyPath: SettingKeyPath?) {
        notifier?.ended(replica, keyPath)
        tell(replica.domain, .recovered(domain: replica.domain, file: replica.path, key: keyPath))
    }

    /// Ends the notices of a file, so that they are shown again if it is linked again with its problems.
    func unlinked(_ replica: ReplicaID) { notifier?.ended(replica, nil) }

    /// Has those who may know values of secrets told of that.
    func secretsAppeared(in domains: Set<Domain>) {
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
    func paused() {
        starting.resume()
        if hasNews {
            hasNews = false
            reloads.changesAnnounced()
            for session in concerned() {
                answerPolls(of: session)
                touch(session)
            }
        }
        touched.run { session in
            session.isTouched = false
            session.proceed()
        }
    }

    /// Those whom what was announced concerns; now and then everybody, to be told where they stand,
    /// and before the log forgets what they would have to hear.
    private func concerned() -> [Session] {
        let log = agent.engine.changes
        let last = told.seq
        told.seq = agent.announcedSeq
        told.unmatched += log.position(after: told.seq) - log.position(after: last)
        let isLongAgo = told.seq - told.seqOfAll >= UInt64(settings.limits.resumableChanges) / 2
        // Of a removal that is forgotten already, the log doesn't say whose it was.
        if told.unmatched >= DeliveryLimit.unmatchedChanges || isLongAgo || log.horizon > last {
            told = Told(seq: told.seq, seqOfAll: told.seq)
            return listeners.all
        }
        return log.domains(after: last, upTo: told.seq).flatMap { listeners.listening(to: $0) }
    }
}
