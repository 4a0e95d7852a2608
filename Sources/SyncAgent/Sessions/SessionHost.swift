// The sessions put together with all that serves them.

import SettingsModel
package import SettingsProtocol
package import SyncPlatform

/// Takes connections, and has the parts of the agent serve them.
package final class SessionHost {
    let settings: AgentSettings
    let subscriptions: Subscriptions
    package let borrowed: BorrowedDomains
    private let starting: StartQueue
    private let router: RequestRouter
    private let sessions = SessionList()
    private let loop: EventLoop
    /// What all connections together may hold of requests and answers, in bytes.
    var mostHeldBytes = 256 << 20
    private var isMakingRoom = false
    private var lineTimer: TimerID?

    /// Makes the parts that serve sessions.
    package init(
        agent: Agent,
        domains: DomainDirectory,
        reloads: ReloadHooks,
        settings: AgentSettings,
        loop: EventLoop
    ) {
        self.settings = settings
        self.loop = loop
        starting = StartQueue(agent, domains)
        subscriptions = Subscriptions(agent, settings, starting, reloads, loop: loop)
        borrowed = BorrowedDomains(agent, domains, subscriptions, loop: loop)
        let reports = StatusReports(
            agent: agent,
            domains: domains,
            reloads: reloads,
            settings: settings,
            loop: loop
        )
        let queries = Queries(agent: agent, domains: domains)
        router = RequestRouter(
            queries,
            reports,
            EditRequests(agent: agent, domains: domains, settings: settings, queries: queries),
            Links(
                agent: agent,
                domains: domains,
                reports: reports,
                files: FileLinks(
                    agent: agent,
                    domains: domains,
                    reports: reports,
                    borrowed: borrowed,
                    settings: settings,
                    loop: loop
                ),
                starting: starting
            ),
            subscriptions,
            sessions
        )
        domains.mistakesChanged = { [weak subscriptions, unowned domains] before in
            subscriptions?.tell(domains.mistakes, before: before)
        }
    }

    /// Has a notifier show problems, too.
    func show(by notifier: Notifier) { subscriptions.notifier = notifier }

    package var sessionCount: Int { sessions.count }

    /// Begins a session on a connection.
    package func accept(_ transport: any Transport, on role: SocketRole) -> Session {
        let session = sessions.add { Session($0, owner: self, transport: transport, role) }
        guard role == .events else { return session }
        starting.whenStarted(.all, for: session, holding: 0) { [unowned self, unowned session] in
            session.beginEvents(as: subscriptions.nextID())
        }
        return session
    }

    /// Does a thing now, or when the files of all domains have been seen.
    package func whenStarted(_ go: @escaping () -> Void) { starting.whenStarted(go) }

    /// Tells everybody who listens that the agent ends, and ends every session.
    package func sayGoodbye(_ reason: Notification.GoodbyeReason) {
        let goodbye = Notification.goodbye(
            reason: reason,
            reconnectMilliseconds: 200
        )
        for session in sessions.all {
            if let subscription = session.subscriptions.first {
                session.append(goodbye, sub: subscription.wireID)
            }
            session.flush()
            session.close()
        }
    }
}

extension SessionHost: SessionOwner {
    var greeting: Greeting { subscriptions.greeting }
    var limits: Limits { settings.limits }

    func handle(_ request: Request, of session: Session) { router.handle(request, of: session) }

    func nextDelivery(for subscription: inout Subscription, of session: Session) -> Delivery? {
        subscriptions.next(for: &subscription, of: session)
    }

    func interestsChanged(of session: Session, added: [Interest], removed: [Interest]) {
        for interest in added { subscriptions.addListener(session, to: interest) }
        for interest in removed { subscriptions.removeListener(session, from: interest) }
    }

    func wantsTurn(_ session: Session, _ turn: SessionTurn) {
        switch turn {
        case .soon: subscriptions.touch(session)
        case .afterOthers:
            loop.schedule(after: .zero) { [weak session] in session?.takeTurn() }
        }
    }

    func holds(_ difference: Int, in session: Session) {
        sessions.count(difference, in: session)
        guard sessions.heldBytes > mostHeldBytes, !isMakingRoom else { return }
        isMakingRoom = true
        // Later: the session is in the middle of something.
        loop.schedule(after: .zero) { [weak self] in self?.makeRoom() }
    }

    /// Ends the connections that hold the most, until the others are within the limit.
    private func makeRoom() {
        isMakingRoom = false
        while sessions.heldBytes > mostHeldBytes,
            let largest = sessions.all.max(by: { $0.toldBytes < $1.toldBytes })
        {
            largest.close()
        }
    }

    func awaitsLine(_ session: Session) {
        guard lineTimer == nil else { return }
        lineTimer = loop.schedule(after: .milliseconds(Session.patience)) { [weak self] in
            self?.endStaleLines(at: SystemClock.monotonicMilliseconds)
        }
    }

    /// Ends the connections that have sent a part of a line and nothing more for too long.
    func endStaleLines(at now: Int64) {
        if let lineTimer { loop.cancel(lineTimer) }
        lineTimer = nil
        for session in sessions.all where session.hasGivenUpLine(at: now) { session.close() }
        // Within two patiences a client has given up, or has gone on.
        if let other = sessions.all.first(where: \.isAwaitingLine) { awaitsLine(other) }
    }

    func ended(_ session: Session) {
        sessions.remove(session)
        starting.ended(session)
        subscriptions.ended(session)
        borrowed.releaseAll(of: session)
    }
}
