// What each request does.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// Hands each request to the part that carries it out, and answers what goes wrong.
final class RequestRouter {
    private let queries: Queries
    private let reports: StatusReports
    private let edits: EditRequests
    private let links: Links
    private let subscriptions: Subscriptions
    private let sessions: SessionList
    private var requestCount = 0
    private var agent: Agent { subscriptions.agent }
    private var versions: VersionRequests {
        VersionRequests(agent: agent, domains: links.domains)
    }

    init(
        _ queries: Queries,
        _ reports: StatusReports,
        _ edits: EditRequests,
        _ links: Links,
        _ subscriptions: Subscriptions,
        _ sessions: SessionList
    ) {
        self.queries = queries
        self.reports = reports
        self.edits = edits
        self.links = links
        self.subscriptions = subscriptions
        self.sessions = sessions
    }

    /// Does what a request asks and answers it, now or later.
    func handle(_ request: Request, of session: Session) {
        answeringErrors(of: request, session) { () throws(RPCError) in
            let call = try request.call()
            guard let domains = subscriptions.starting.takeDomains(of: call, for: session) else {
                return try carryOut(call, for: session, request)
            }
            subscriptions.starting.postpone(call, until: domains, for: session, request) {
                [unowned self, unowned session] call in
                answeringErrors(of: request, session) { () throws(RPCError) in
                    try carryOut(call, for: session, request)
                }
            }
        }
    }

    private func answeringErrors(
        of request: Request,
        _ session: Session,
        _ body: () throws(RPCError) -> Void
    ) {
        do throws(RPCError) {
            try body()
        } catch {
            session.append(request.address.reply(error))
        }
    }

    /// Does what a request asks of domains that say what their files say.
    private func carryOut(_ call: Call, for session: Session, _ request: Request) throws(RPCError) {
        let address = request.address
        requestCount += 1
        switch call {
        case .hello(let client, let protocols):
            try hello(client, protocols, session, address)
        case .ping: session.append(address.reply(Position(seq: agent.announcedSeq)))
        case .get(let domain, let key, let layer):
            answer(address, session, about: domain) { queries throws(RPCError) in
                try queries.get(domain, key, layer)
            }
        case .resolve(let domain, let text):
            answer(address, session, about: domain) { queries throws(RPCError) in
                try queries.resolve(text, in: domain)
            }
        case .getMany(let domain, let selection):
            answer(address, session, about: domain) { queries throws(RPCError) in
                try queries.getMany(domain, selection)
            }
        case .list(let list):
            answer(address, session, about: list.domain) { queries throws(RPCError) in
                try queries.page(list)
            }
        case .validate(let domain, let changes):
            answer(address, session, about: domain) { queries throws(RPCError) in
                try queries.validate(domain, changes)
            }
        case .explain(let domain, let key):
            answer(address, session, about: domain) { queries throws(RPCError) in
                try queries.explain(domain, key)
            }
        case .set(let set): try edits.edit(set, session, address)
        case .unset(let unset): try edits.edit(unset, session, address)
        case .apply(let apply): try edits.apply(apply, session, address)
        case .undo(let target): try edits.undo(target, session, address)
        case .redo(let domain, let key): try edits.redo(domain, key, session, address)
        case .compare(let link): try links.compare(link, session, request)
        case .link(let link): try links.link(link, session, request)
        case .rescan(let domain): edits.rescan(RescanRequest(domain: domain), session, address)
        case .accept(let domain, let file): try edits.accept(domain, file, session, address)
        case .follow(let follow): try edits.follow(follow, session, address)
        case .versions(let file): session.append(address.reply(try versions.list(of: file)))
        case .version(let request): session.append(address.reply(try versions.text(request)))
        case .settle(let domain, let timeout, let keys):
            edits.settle(domain, keys, timeout, session, address)
        case .subscribe(let subscribe): try subscriptions.subscribe(subscribe, session, address)
        case .unsubscribe(let id): try subscriptions.unsubscribe(id, session, address)
        case .wait(let wait): try subscriptions.poll(wait, session, address)
        case .cancel(let id): try subscriptions.cancel(id, session, address)
        case .unlink(let unlink): try links.unlink(unlink, session, address)
        case .forget(let domain): try links.forget(domain, session, address)
        case .history(let history): session.append(address.reply(try queries.page(history)))
        case .domains: session.append(address.reply(Domains(reports.domainReports)))
        case .replicas(let domain): session.append(address.reply(try reports.replicas(of: domain)))
        case .stats:
            session.append(
                address.reply(reports.statistics(of: sessions.counts(requests: requestCount)))
            )
        }
    }

    /// Answers with what is so once all that was asked before is done.
    private func answer(
        _ address: ReplyAddress,
        _ session: Session,
        about domain: Domain?,
        _ look: @escaping (Queries) throws(RPCError) -> some ReplyResult
    ) {
        guard agent.hasEditsToCome else {
            return answerNow(address, session, about: domain, look)
        }
        session.expectAnswer()
        agent.whenEdited { [unowned self] in
            session.release(0)
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
        _ look: @escaping (Queries) throws(RPCError) -> some ReplyResult
    ) {
        let reply = { [unowned self] () -> [UInt8] in
            if case .stalled(let error) = agent.standing(of: domain) {
                return address.reply(RPCError(withholding: error))
            }
            return address.reply { () throws(RPCError) in try look(queries) }
        }
        let now = reply()
        guard agent.standing(of: domain) == .beingWritten else { return session.append(now) }
        session.hold(now.count)
        agent.whenWritten(domain) { end in
            session.letGo(now.count, end == .written ? now : reply())
        }
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
        if let client { session.clientName = try EditRequests.checked(client, "client") }
        var greeting = subscriptions.greeting
        greeting.connection = session.number
        session.append(address.reply(greeting))
    }
}
