// Requests about domains and their files.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

extension Hub {
    /// Every listed domain, in order.
    var domainReports: [DomainReport] {
        listedDomains.map { domain in
            let statuses = agent.engine.statuses(of: domain)
            let source = domains.schemaSource(of: domain)
            let schemaProblems = domains.schemaProblems(of: domain).list.count
            var report = DomainReport(
                domain: domain,
                title: agent.engine.configuration(of: domain)?.title,
                files: statuses.filter { $0.isThere && $0.configuration.layer != .global }
                    .map(\.id.path),
                bundle: source?.kind == .bundle ? source?.path : nil,
                problems: statuses.reduce(schemaProblems) { $0 + $1.problems.count }
            )
            report.schema = source?.kind == .schema ? source?.path : nil
            return report
        }
    }

    /// The files of a domain, or of all (nil), that are there or could be made.
    func replicaReports(_ domain: Domain?) throws(RPCError) -> [ReplicaReport] {
        if let domain { domains.take(domain, agent, for: .reading) }
        var statuses = (domain.map { [$0] } ?? listedDomains)
            .flatMap { agent.engine.statuses(of: $0) }
            .filter { $0.isThere || $0.configuration.layer == .user }
            .filter { $0.isThere || $0.configuration.creation != .never }
        // It is a layer of every domain, and of interest once.
        if domain == nil {
            let firstGlobal = statuses.firstIndex { $0.configuration.layer == .global }
            statuses = statuses.enumerated()
                .filter { $0.offset == firstGlobal || $0.element.configuration.layer != .global }
                .map(\.element)
        }
        return statuses.map(report)
    }

    /// The domains with a description, a file or a value; one that had them once is known as well.
    var listedDomains: [Domain] {
        agent.engine.knownDomains.filter { domain in
            domains.description(of: domain) != nil || agent.engine.hasValues(domain)
                || agent.engine.statuses(of: domain).contains {
                    $0.isThere && $0.configuration.layer != .global
                }
        }
    }

    private func report(_ status: ReplicaStatus) -> ReplicaReport {
        let configuration = status.configuration
        var report = ReplicaReport(
            domain: status.id.domain,
            file: status.id.path,
            format: status.format?.rawValue ?? "unknown",
            state: status.condition.wireState(with: status.problems),
            layer: LayerName(configuration.layer)
        )
        report.adopt = configuration.layer == .user ? configuration.adoption.rawValue : nil
        report.prefix = configuration.prefix
        report.keys = configuration.keys
        report.diagnostics = status.problems.map { ReplicaReport.Diagnostic($0) }
        let worst = status.problems.first { $0.severity == .error } ?? status.problems.first
        report.problem = worst?.problem
        report.place = worst?.place
        report.pendingWrites = status.pendingWrites
        report.writes = status.writes
        report.publishing = status.publishing.flatMap { .init(rawValue: $0.rawValue) }
        switch agent.watcher.state(of: status.id) {
        case .events: report.watch = .inotify
        case .polling(let reason):
            report.watch = .polling
            if report.state == .ok { report.state = .polling }
            report.problem = report.problem ?? reason
        }
        return report
    }

    /// Links a file, a bundle or a schema, which are read first; answers when what they say is in force.
    func link(
        _ link: Call.Link,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        try checkContent(of: link)
        let format = try format(named: link.format)
        guard let path = link.bundle ?? link.schema else {
            try linkFile(of: link, format, for: session)
            return whenStarted(DomainSelection(link.domain), for: session) {
                [unowned self, unowned session] in
                session.append(address.reply { () throws(RPCError) in try linked(link) })
            }
        }
        let kind = link.bundle == nil ? DomainSchema.Kind.schema : .bundle
        session.expectAnswer()
        domains.link((kind, path), to: link.domain, agent) { [unowned self] outcome in
            do throws(RPCError) {
                if case .failure(let error) = outcome { throw RPCError(error) }
                try linkFile(of: link, format, for: session)
            } catch {
                session.deliverAnswer(address.reply(error))
                return paused()
            }
            whenStarted(DomainSelection(link.domain), for: session) {
                [unowned self, unowned session] in
                session.deliverAnswer(address.reply { () throws(RPCError) in try linked(link) })
                paused()
            }
        }
    }

    private func format(named name: String?) throws(RPCError) -> Format? {
        guard let name else { return nil }
        if let format = Format(rawValue: name) { return format }
        let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw RPCError(
            .invalidParams,
            "there is no format '\(name)'",
            advice: "Use one of \(names)"
        )
    }

    /// Links the file, if one is named.
    private func linkFile(
        of link: Call.Link,
        _ format: Format?,
        for session: Session
    ) throws(RPCError) {
        if let file = link.file {
            var replica = ReplicaConfiguration(path: file, format: format)
            replica.prefix = link.prefix
            replica.keys = link.keys
            if let layer = link.layer { replica.layer = Layer(layer) }
            do {
                try domains.link(
                    replica,
                    adopting: link.adopt.map { Adoption($0) },
                    to: link.domain,
                    as: link.isBorrowed ? .looking : .ownership,
                    agent
                )
            } catch {
                throw RPCError(error)
            }
            if link.isBorrowed { hold(link.domain, by: session) }
        }
    }

    private func linked(_ link: Call.Link) throws(RPCError) -> Linked {
        let hasRules = link.bundle != nil || link.schema != nil
        return Linked(
            try link.file.map { file throws(RPCError) in
                try status(of: link.domain, domains.paths.expanded(file))
            },
            schema: hasRules ? schemaReport(link.domain) : nil
        )
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
        _ domain: Domain,
        _ file: String,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        let path = domains.paths.expanded(file)
        domains.take(domain, agent, for: .reading)
        if isHeld(domain, by: session) {
            let linked = Linked(try status(of: domain, path))
            release(domain, by: session)
            return session.append(address.reply(linked))
        }
        if let schema = schemaReport(domain), schema.file == path {
            do { try domains.unlinkSchema(of: domain, agent) } catch { throw RPCError(error) }
            return session.append(address.reply(Linked(nil, schema: schema)))
        }
        // What happened to the file until now counts, and what was accepted until now is its own.
        agent.filesChanged()
        _ = try status(of: domain, path)
        session.expectAnswer()
        agent.settle(domain, patience: Self.unlinkPatience) { [unowned self] _ in
            // Not from within the agent's work, which has to go on for the file to be let go.
            loop.schedule(after: .zero) { [unowned self] in
                let id = ReplicaID(domain: domain, path: path)
                session.deliverAnswer(address.reply { () throws(RPCError) in try unlink(id) })
                paused()
            }
        }
    }

    /// How long what is under way with a file may take before it is let go all the same, in
    /// milliseconds.
    private static let unlinkPatience: Int64 = 2_000

    private func unlink(_ id: ReplicaID) throws(RPCError) -> Linked {
        // With nothing in the registers that isn't in the file, nothing is lost with them; and the
        // file that is linked next isn't given what was another's.
        let isWhole = agent.engine.isWhole(id)
        var linked = Linked(try status(of: id.domain, id.path), schema: nil)
        let count = agent.engine.count(of: id.domain)
        do { try domains.unlink(id.path, from: id.domain, agent) } catch { throw RPCError(error) }
        guard !agent.engine.hasFile(beside: id) else { return linked }
        if isWhole { agent.forget(id.domain, .values) } else if count > 0 { linked.kept = count }
        return linked
    }

    private func status(of domain: Domain, _ path: String) throws(RPCError) -> ReplicaReport {
        guard let status = agent.engine.status(of: ReplicaID(domain: domain, path: path)) else {
            throw RPCError(
                .keyNotFound,
                "'\(path)' is not linked to '\(domain)'",
                advice: "List its files with: settingsctl replicas \(domain)"
            )
        }
        return report(status)
    }

    var statistics: Statistics {
        var statistics = Statistics(
            version: SoftwareVersion.current,
            uptimeMilliseconds: uptime,
            seq: agent.announcedSeq
        )
        statistics.clients = sessionCount
        statistics.subscriptions = subscriptionCount
        statistics.domains = listedDomains.count
        statistics.keys = agent.engine.keyCount
        statistics.journalFile = domains.paths.journal
        // What was committed last is in the second file, which may be the larger one.
        statistics.journalBytes =
            OwnFiles.size(domains.paths.journal) + OwnFiles.size(domains.paths.journal + "-wal")
        if let error = agent.journalError {
            (statistics.journalProblem, statistics.journalAdvice) = (error.problem, error.advice)
        } else if !OwnFiles.exists(domains.paths.journal) {
            statistics.journalProblem =
                "it was removed: what no file has, and the history, are lost when the agent ends"
            statistics.journalAdvice = "Restart the agent for a new one: settingsctl agent restart"
        } else if let note = domains.journalNote {
            statistics.journalProblem = note
            statistics.journalAdvice =
                "Delete it once you don't need its history; what files say is in force"
        }
        statistics.watchesUsed = agent.watcher.watchCount
        statistics.watchLimit = ProcessLimits.watches
        let statuses = agent.engine.statuses(of: nil)
        statistics.polledFiles = statuses.count { agent.watcher.state(of: $0.id) != .events }
        statistics.process = RunningProcess.own
        statistics.loopDelayMicroseconds = Int(loop.longestTurn / 1_000)
        statistics.counters = [
            Statistics.Counter("connections", connectionCount),
            Statistics.Counter("requests", requestCount),
            Statistics.Counter("fileWrites", statuses.reduce(0) { $0 + $1.writes }),
        ]
        return statistics
    }
}

extension ReplicaStatus {
    /// Whether there is a file.
    fileprivate var isThere: Bool { condition != .absent }
}
