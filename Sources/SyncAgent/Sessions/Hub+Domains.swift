// Requests about domains and their files.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

extension Hub {
    var domainReports: [DomainReport] {
        agent.engine.knownDomains.map { domain in
            let statuses = agent.engine.statuses(of: domain)
            let source = domains.schemaSource(of: domain)
            let schemaProblems = domains.schemaProblems(of: domain).list.count
            var report = DomainReport(
                domain: domain,
                title: agent.engine.configuration(of: domain)?.title,
                files: statuses.filter { $0.condition != .absent }.map(\.id.path),
                bundle: source?.kind == .bundle ? source?.path : nil,
                problems: statuses.reduce(schemaProblems) { $0 + $1.problems.count }
            )
            report.schema = source?.kind == .schema ? source?.path : nil
            return report
        }
    }

    func replicaReports(_ domain: Domain?) throws(RPCError) -> [ReplicaReport] {
        if let domain { domains.take(domain, agent, forWriting: false) }
        return agent.engine.statuses(of: domain)
            .filter { $0.configuration.layer == .user || $0.condition != .absent }
            .filter { $0.configuration.isCreated || $0.condition != .absent }
            .map(report)
    }

    private func report(_ status: ReplicaStatus) -> ReplicaReport {
        let configuration = status.configuration
        var report = ReplicaReport(
            domain: status.id.domain,
            file: status.id.path,
            format: status.format?.rawValue ?? "unknown",
            state: status.condition.wireState,
            layer: LayerName(configuration.layer)
        )
        report.adopt = configuration.layer == .user ? configuration.adoption.rawValue : nil
        report.prefix = configuration.prefix
        report.keys = configuration.keys
        report.diagnostics = status.problems.map {
            ReplicaReport.Diagnostic(
                code: $0.code,
                place: $0.place,
                problem: $0.problem,
                advice: $0.advice
            )
        }
        report.problem = status.problems.first?.problem
        report.place = status.problems.first?.place
        report.pendingWrites = status.pendingWrites
        report.writes = status.writes
        switch agent.watcher.state(of: status.id) {
        case .events: report.watch = .inotify
        case .polling(let reason):
            report.watch = .polling
            if report.state == .ok { report.state = .polling }
            report.problem = report.problem ?? reason
        }
        return report
    }

    /// Links a file, a bundle or a schema; answers when what it says is in force.
    func link(
        _ link: Call.Link,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        try make(link)
        whenStarted(Subject(link.domain), for: session) { [unowned self, unowned session] in
            do throws(RPCError) {
                session.append(address.reply(try linked(link)))
            } catch {
                session.append(address.reply(error))
            }
        }
    }

    private func make(_ link: Call.Link) throws(RPCError) {
        try checkSubject(of: link)
        var format: Format?
        if let name = link.format {
            format = Format(rawValue: name)
            guard format != nil else {
                let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
                throw RPCError(
                    .invalidParams,
                    "there is no format '\(name)'",
                    advice: "Use one of \(names)"
                )
            }
        }
        do {
            if let path = link.bundle ?? link.schema {
                let kind = link.bundle == nil ? DomainSchema.Kind.schema : .bundle
                try domains.link((kind, path), to: link.domain, agent)
            }
            if let file = link.file {
                var replica = ReplicaConfiguration(path: file, format: format)
                replica.prefix = link.prefix
                replica.keys = link.keys
                if let layer = link.layer { replica.layer = Layer(layer) }
                try domains.link(replica, to: link.domain, agent)
            }
        } catch {
            throw RPCError(error)
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

    private func checkSubject(of link: Call.Link) throws(RPCError) {
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

    func unlink(_ domain: Domain, _ file: String) throws(RPCError) -> Linked {
        let path = domains.paths.expanded(file)
        domains.take(domain, agent, forWriting: false)
        let schema = schemaReport(domain).flatMap { $0.file == path ? $0 : nil }
        let linked = Linked(schema == nil ? try status(of: domain, path) : nil, schema: schema)
        do {
            if schema == nil {
                try domains.unlink(path, from: domain, agent)
            } else {
                try domains.unlinkSchema(of: domain, agent)
            }
        } catch {
            throw RPCError(error)
        }
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
            version: AgentVersion.current,
            uptimeMilliseconds: uptime,
            seq: agent.announcedSeq
        )
        statistics.clients = sessionCount
        statistics.subscriptions = subscriptionCount
        statistics.domains = agent.engine.knownDomains.count
        statistics.keys = agent.engine.keyCount
        statistics.journalFile = domains.paths.journal
        statistics.journalBytes = OwnFiles.size(domains.paths.journal)
        statistics.journalProblem = agent.journalError?.problem ?? domains.journalNote
        statistics.watchesUsed = agent.watcher.watchCount
        statistics.watchLimit = ProcessLimits.watches
        statistics.polledFiles = agent.engine.statuses(of: nil).count {
            agent.watcher.state(of: $0.id) != .events
        }
        return statistics
    }
}
