// What each request does.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension Hub {
    /// Does what a request asks and answers it, now or later.
    func handle(_ call: Call, for session: Session, _ request: Request) throws(RPCError) {
        guard !postpone(call, for: session, request) else { return }
        try carryOut(call, for: session, request)
    }

    /// Does what a request asks of domains that say what their files say.
    func carryOut(_ call: Call, for session: Session, _ request: Request) throws(RPCError) {
        let address = request.address
        requestCount += 1
        switch call {
        case .hello(let client, let protocols):
            try hello(client, protocols, session, address)
        case .ping: session.append(address.reply(Position(seq: agent.announcedSeq)))
        case .get(let domain, let key, let layer):
            answer(address, session, about: domain) { hub throws(RPCError) in
                try hub.get(domain, key, layer)
            }
        case .getMany(let domain, let selection):
            answer(address, session, about: domain) { hub throws(RPCError) in
                try hub.getMany(domain, selection)
            }
        case .list(let list):
            answer(address, session, about: list.domain) { hub throws(RPCError) in
                try hub.page(list)
            }
        case .validate(let domain, let changes):
            answer(address, session, about: domain) { hub throws(RPCError) in
                try hub.validate(domain, changes)
            }
        case .explain(let domain, let key):
            answer(address, session, about: domain) { hub throws(RPCError) in
                try hub.explain(domain, key)
            }
        case .set(let set): try edit(set, session, address)
        case .unset(let unset): try edit(unset, session, address)
        case .apply(let apply): try self.apply(apply, session, request)
        case .undo(let target): try undo(target, session, address)
        case .link(let link): try self.link(link, session, address)
        case .rescan(let domain, let emptied): rescan(domain, emptied, session, address)
        case .settle(let domain, let timeout, let keys):
            settle(domain, keys, timeout, session, address)
        case .subscribe(let subscribe): try self.subscribe(subscribe, session, request)
        case .unsubscribe(let id): try unsubscribe(id, session, address)
        case .applied(let id, let seq): try applied(seq, id, session, address)
        case .wait(let wait): try poll(wait, session, address)
        case .cancel(let id): try cancel(id, session, address)
        case .unlink(let domain, let file):
            try unlink(domain, file, session, address)
        case .history(let history): session.append(address.reply(try page(history)))
        case .domains: session.append(address.reply(Domains(domainReports)))
        case .replicas(let domain): session.append(address.reply(try replicas(of: domain)))
        case .pending(let domain): session.append(address.reply(pending(domain)))
        case .describe(let method):
            session.append(address.reply(try ProtocolDescription(method: method)))
        case .stats: session.append(address.reply(statistics))
        case .getInfo:
            let information = ServiceInformation(version: SoftwareVersion.current)
            session.append(address.reply(information))
        case .getInterfaceDescription(let interface):
            let text = try VarlinkInterface.text(of: interface)
            session.append(address.reply(InterfaceText(text)))
        }
    }

    /// Answers with what is so once all that was asked before is done.
    private func answer(
        _ address: ReplyAddress,
        _ session: Session,
        about domain: Domain?,
        _ look: @escaping (Hub) throws(RPCError) -> some ReplyResult
    ) {
        guard agent.hasEditsToCome else {
            return answerNow(address, session, about: domain, look)
        }
        session.expectAnswer()
        agent.whenEdited { [unowned self] in
            session.deliverAnswer([])
            if !session.isClosed { answerNow(address, session, about: domain, look) }
        }
    }

    /// Answers with what is so now, once it is written.
    ///
    /// Sent before, it could tell of a change that the agent's death undoes, under a number that
    /// another change gets then. While the journal takes nothing, what it doesn't hold isn't told.
    private func answerNow(
        _ address: ReplyAddress,
        _ session: Session,
        about domain: Domain?,
        _ look: @escaping (Hub) throws(RPCError) -> some ReplyResult
    ) {
        let reply = { [unowned self] () -> [UInt8] in
            if case .stalled(let error) = agent.standing(of: domain) {
                return address.reply(RPCError(withholding: error))
            }
            return address.reply { () throws(RPCError) in try look(self) }
        }
        let now = reply()
        guard agent.standing(of: domain) == .beingWritten else { return session.append(now) }
        session.hold(now.count)
        agent.whenWritten(domain) { end in
            session.letGo(now.count, end == .written ? now : reply())
        }
    }

    private func replicas(of domain: Domain?) throws(RPCError) -> Replicas {
        Replicas(
            try replicaReports(domain),
            schemas: schemaReports(domain),
            hooks: hookReports(domain),
            mistakes: mistakes(of: domain)
        )
    }

    private func hello(
        _ client: String?,
        _ protocols: [Int]?,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        if let protocols, !protocols.contains(Greeting.protocolVersion) {
            throw RPCError(
                .version,
                "this agent speaks protocol \(Greeting.protocolVersion), the client \(protocols)",
                advice: "Bring client and agent to the same version"
            )
        }
        if let client { session.clientName = try checked(client, "client") }
        let greeting = Greeting(
            version: SoftwareVersion.current,
            epoch: epoch,
            seq: agent.announcedSeq,
            limits: limits
        )
        session.append(address.reply(greeting))
    }

    // MARK: Subscribing

    private func subscribe(
        _ subscribe: Call.Subscribe,
        _ session: Session,
        _ request: Request
    ) throws(RPCError) {
        guard session.subscriptions.count < limits.subscriptionsPerClient else {
            throw RPCError(
                .tooLarge,
                "a client has at most \(limits.subscriptionsPerClient) subscriptions",
                advice: "Subscribe to several domains at once"
            )
        }
        let seq = agent.announcedSeq
        var subscription = Subscription(
            id: nextSubscription(),
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
        session.append(request.address.firstOfMany(result))
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

    private func unsubscribe(
        _ id: UInt64,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        guard session.removeSubscription(id) else {
            throw RPCError(noSubscription: id)
        }
        session.append(address.done())
    }

    private func applied(
        _ seq: UInt64,
        _ id: UInt64,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        guard seq <= agent.announcedSeq else {
            throw RPCError(
                .invalidParams,
                "'seq' is \(seq), and the last change has \(agent.announcedSeq)",
                advice: "Say a seq that a notification gave"
            )
        }
        guard session.noteApplied(seq, by: id) else { throw RPCError(noSubscription: id) }
        session.append(address.done())
    }

    private func poll(
        _ wait: Call.Wait,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        guard session.polls.count < limits.subscriptionsPerClient else {
            throw RPCError(
                .tooLarge,
                "a client has at most \(limits.subscriptionsPerClient) requests that wait",
                advice: "Subscribe instead"
            )
        }
        let interest = Interest(domains: [wait.domain], keys: wait.keys)
        var cursor = agent.announcedSeq
        // A cursor that can't be resumed from hears of everything there is.
        if let wanted = wait.cursor { cursor = gap(wanted) == nil ? wanted.seq : 0 }
        let deadline = wait.timeoutMilliseconds.map { now + Int64($0) }
        session.add(
            Session.Poll(address: address, interest: interest, cursor: cursor, deadline: deadline)
        )
        answerPolls(of: session)
    }

    private func cancel(
        _ id: RequestID,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        let error = RPCError(.cancelled, "the request was cancelled", advice: "Nothing to do")
        guard session.polls.contains(where: { $0.address.id == id }) else {
            if answerWaiting(id, of: session, with: error) {
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
