// Requests to be told of changes.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

extension Subscriptions {
    /// Begins a subscription and answers with where it begins.
    func subscribe(
        _ subscribe: Call.Subscribe,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        guard session.subscriptions.count < settings.limits.subscriptionsPerClient else {
            throw RPCError(
                .tooLarge,
                "a client has at most \(settings.limits.subscriptionsPerClient) subscriptions",
                advice: "Subscribe to several domains at once"
            )
        }
        let seq = agent.announcedSeq
        var subscription = Subscription(
            id: nextID(),
            interest: Interest(domains: subscribe.domains.map(Set.init), keys: subscribe.keys),
            after: seq
        )
        subscription.minimumInterval = Int64(subscribe.minimumIntervalMilliseconds ?? 0)
        let (mode, reason) = try beginning(of: subscribe)
        switch mode {
        case .now: break
        case .resumed: resume(&subscription, after: subscribe.cursor?.seq ?? seq)
        case .snapshot: subscription.snapshot = Subscription.Snapshot(start: seq)
        }
        let result = Subscribed(
            sub: subscription.id,
            epoch: epoch,
            seq: subscription.cursor,
            mode: mode,
            reason: reason
        )
        session.append(address.reply(result))
        session.add(subscription)
    }

    /// How a subscription begins, and why if with a snapshot.
    private func beginning(
        of subscribe: Call.Subscribe
    ) throws(RPCError) -> (mode: Subscribed.Mode, reason: String?) {
        guard let cursor = subscribe.cursor else {
            return subscribe.start == .snapshot ? (.snapshot, "asked") : (.now, nil)
        }
        guard let reason = gap(cursor) else { return (.resumed, nil) }
        guard subscribe.onGap != .fail else {
            throw RPCError(
                .gap,
                "the changes since \(cursor.seq) are not known any more (\(reason))",
                advice: "Subscribe with \"snapshot\":true"
            )
        }
        return (.snapshot, reason)
    }

    private func resume(_ subscription: inout Subscription, after seq: UInt64) {
        subscription.cursor = seq
        subscription.toldSeq = seq
        // They may have become secrets while nobody listened.
        let domains = subscription.interest.domains ?? Set(agent.engine.knownDomains)
        subscription.unmarkedDomains = domains.filter(agent.engine.mayHaveSecrets)
    }

    /// Why a cursor can't be resumed from; nil if it can.
    private func gap(_ cursor: Call.Cursor) -> String? {
        if let epoch = cursor.epoch, epoch != self.epoch { return "epoch" }
        if cursor.seq > agent.announcedSeq { return "future" }
        return cursor.seq < agent.engine.changes.horizon ? "gap" : nil
    }

    /// Ends a subscription.
    func unsubscribe(
        _ id: UInt64,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        guard session.removeSubscription(id) else {
            throw RPCError(noSubscription: id)
        }
        session.append(address.done())
    }

    /// Begins a long poll, which is answered at the next change or after its time.
    func poll(
        _ wait: Call.Wait,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        guard session.polls.count < settings.limits.subscriptionsPerClient else {
            throw RPCError(
                .tooLarge,
                "a client has at most \(settings.limits.subscriptionsPerClient) requests that wait",
                advice: "Subscribe instead"
            )
        }
        let interest = Interest(domains: [wait.domain], keys: wait.keys)
        var cursor = agent.announcedSeq
        // A cursor that can't be resumed from hears of everything there is.
        if let wanted = wait.cursor { cursor = gap(wanted) == nil ? wanted.seq : 0 }
        let deadline = wait.timeoutMilliseconds.map {
            SystemClock.monotonicMilliseconds + Int64($0)
        }
        session.add(
            Session.Poll(address: address, interest: interest, cursor: cursor, deadline: deadline)
        )
        answerPolls(of: session)
    }

    /// Answers a long poll at once.
    func cancel(
        _ id: RequestID,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        let error = RPCError(.cancelled, "the request was cancelled", advice: "Nothing to do")
        guard session.polls.contains(where: { $0.address.id == id }) else {
            if starting.answerPoll(id, of: session, with: error) {
                return session.append(address.done())
            }
            throw RPCError(
                .invalidParams,
                "no request with this id is under way",
                advice: "Only 'wait' can be cancelled, on its own connection"
            )
        }
        session.answerPolls { $0.address.id == id ? $0.address.reply(error) : nil }
        session.append(address.done())
    }
}

extension RPCError {
    /// A number that is no subscription of the connection.
    fileprivate init(noSubscription id: UInt64) {
        self.init(
            .invalidParams,
            "this connection has no subscription \(id)",
            advice: "Use the 'sub' that subscribe gave"
        )
    }
}
