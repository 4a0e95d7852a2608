// Requests that link files, bundles and schemas, and let go of them.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

/// Files, bundles and schemas that clients link to domains and let go of.
struct Links {
    let agent: Agent
    let domains: DomainDirectory
    let reports: StatusReports
    let files: FileLinks
    let starting: StartQueue

    /// Answers what linking a file would change, once its domain says what its files say.
    func compare(_ link: Call.Link, _ session: Session, _ request: Request) throws(RPCError) {
        domains.take(link.domain, agent, for: .reading)
        let link = named(link)
        let address = request.address
        starting.whenStarted(DomainSelection(link.domain), for: session, holding: request.byteCount)
        {
            [unowned session] in
            session.append(address.reply { () throws(RPCError) in try files.plan(link) })
        }
    }

    /// Links a file, a bundle or a schema, which are read first; answers when what they say is in force,
    /// and the file has what it lacked.
    func link(
        _ link: Call.Link,
        _ session: Session,
        _ request: Request
    ) throws(RPCError) {
        try checkContent(of: link)
        let link = named(link)
        try files.check(link)
        let before = agent.engine.changes.lastRev(of: link.domain)
        guard let path = link.bundle ?? link.schema else {
            try files.link(link, for: session)
            session.expectAnswer()
            return answer(link, session, request, since: before)
        }
        let kind = link.bundle == nil ? DomainSchema.Kind.schema : .bundle
        session.expectAnswer()
        domains.link((kind, path), to: link.domain, agent) { outcome in
            do throws(RPCError) {
                if case .failure(let error) = outcome { throw RPCError(error) }
                try files.link(link, for: session)
            } catch {
                session.deliverAnswer(request.address.reply(error))
                return agent.pause()
            }
            answer(link, session, request, since: before)
        }
    }

    /// The request, with the path by which its file is linked already, where it is.
    private func named(_ link: Call.Link) -> Call.Link {
        var link = link
        link.file = link.file.map { domains.linkedPath($0, in: link.domain) }
        return link
    }

    private func answer(
        _ link: Call.Link,
        _ session: Session,
        _ request: Request,
        since rev: UInt64
    ) {
        let bytes = request.byteCount
        starting.whenStarted(DomainSelection(link.domain), for: session, holding: bytes) {
            [unowned session] in
            agent.settle(link.domain, patience: FileLinks.patience) { _ in
                session.deliverAnswer(
                    request.address.reply { () throws(RPCError) in try linked(link, since: rev) }
                )
                agent.pause()
            }
        }
    }

    private func linked(_ link: Call.Link, since rev: UInt64) throws(RPCError) -> Linked {
        let hasRules = link.bundle != nil || link.schema != nil
        var linked = Linked(
            try link.file.map { file throws(RPCError) in
                try reports.status(of: link.domain, file)
            },
            schema: hasRules ? reports.schemaReport(link.domain) : nil
        )
        linked.seq = files.change(by: link, since: rev)
        return linked
    }

    private func checkContent(of link: Call.Link) throws(RPCError) {
        if link.bundle != nil, link.schema != nil {
            throw RPCError(
                .invalidParams,
                "'schema' stands beside 'bundle'",
                advice: "Give either a bundle or a schema"
            ).with { $0.parameter = "schema" }
        }
        if link.file == nil, link.bundle == nil, link.schema == nil {
            throw RPCError(
                .invalidParams,
                "'file' is missing",
                advice: "Give a file, a bundle or a schema"
            ).with { $0.parameter = "file" }
        }
    }

    /// Lets go of a file, a bundle or a schema; answers when that is done.
    func unlink(
        _ unlink: Call.Unlink,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        let domain = unlink.domain
        let path = domains.linkedPath(unlink.file, in: domain)
        domains.take(domain, agent, for: .reading)
        if let linked = try files.release(ReplicaID(domain: domain, path: path), by: session) {
            return session.append(address.reply(linked))
        }
        if let schema = reports.schemaReport(domain),
            OwnFiles.place(of: schema.file) == OwnFiles.place(of: path)
        {
            do { try domains.unlinkSchema(of: domain, agent) } catch { throw RPCError(error) }
            var linked = Linked(nil, schema: schema)
            let secrets = agent.engine.secretKeys(of: domain).map(\.description)
            linked.secrets = secrets.isEmpty ? nil : secrets
            return session.append(address.reply(linked))
        }
        var unlink = unlink
        unlink.file = path
        try files.unlink(unlink, session, address)
    }

    /// Forgets a domain, all but its files; answers when that is written.
    func forget(
        _ domain: Domain,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        domains.take(domain, agent, for: .reading)
        guard domains.lists(domain, agent) || domains.isUnread(domain) else {
            throw RPCError(unknown: domain)
        }
        agent.filesChanged()
        session.expectAnswer()
        agent.settle(domain, patience: FileLinks.patience) { [agent, domains] _ in
            // Not from within the agent's work, which has to go on for its files to be released.
            files.loop.schedule(after: .zero) {
                do throws(LinkError) {
                    try domains.forget(domain, agent)
                } catch {
                    session.deliverAnswer(address.reply(RPCError(error)))
                    return agent.pause()
                }
                agent.forget(domain, .everything)
                agent.settle(domain, patience: FileLinks.patience) { _ in
                    session.deliverAnswer(address.reply(Position(seq: agent.announcedSeq)))
                    agent.pause()
                }
            }
        }
    }
}
