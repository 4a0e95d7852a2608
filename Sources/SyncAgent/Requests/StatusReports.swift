// What the agent says of its domains and files, and of itself.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

/// How many clients there are, and how much they asked for since the start.
struct ClientCounts {
    var connections = 0
    var requests = 0
    var sessions = 0
    var subscriptions = 0
}

/// How the domains, their files and the agent are, as clients ask for it: it only looks.
struct StatusReports {
    let agent: Agent
    let domains: DomainDirectory
    let reloads: ReloadHooks
    let settings: AgentSettings
    let loop: EventLoop
    /// When the agent began, in monotonic milliseconds.
    private let started = SystemClock.monotonicMilliseconds

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
            if case .bundle(_, let options)? = source { report.options = options }
            report.schema = source?.kind == .schema ? source?.path : nil
            report.settings = agent.engine.keyCount(of: domain)
            report.state = statuses.filter(isOfInterest).filter { $0.configuration.layer == .user }
                .map { self.report($0).state }.max { $0.gravity < $1.gravity }
            return report
        }
    }

    /// The files of a domain, or of all (nil), that are there or could be made.
    func replicaReports(_ domain: Domain?) throws(RPCError) -> [ReplicaReport] {
        if let domain { domains.take(domain, agent, for: .reading) }
        var statuses = (domain.map { [$0] } ?? listedDomains)
            .flatMap { agent.engine.statuses(of: $0) }
            .filter(isOfInterest)
        // It is a layer of every domain, and of interest once.
        if domain == nil {
            let firstGlobal = statuses.firstIndex { $0.configuration.layer == .global }
            statuses = statuses.enumerated()
                .filter { $0.offset == firstGlobal || $0.element.configuration.layer != .global }
                .map(\.element)
        }
        return statuses.map(report)
    }

    /// Whether a file is there, or would have to be.
    private func isOfInterest(_ status: ReplicaStatus) -> Bool {
        let configuration = status.configuration
        return status.isThere || configuration.layer == .user && configuration.creation != .never
    }

    /// The domains with a description, a file or a value; one that had them once is known as well.
    var listedDomains: [Domain] {
        agent.engine.knownDomains.filter { domains.lists($0, agent) }
    }

    func report(_ status: ReplicaStatus) -> ReplicaReport {
        let configuration = status.configuration
        var report = ReplicaReport(
            domain: status.id.domain,
            file: status.id.path,
            format: status.format?.rawValue ?? "unknown",
            state: status.condition.wireState(with: status.problems),
            layer: configuration.layer
        )
        report.adopt = configuration.layer == .user ? configuration.adoption.rawValue : nil
        report.prefix = configuration.prefix
        report.keys = configuration.namedKeys
        report.diagnostics = status.problems.map { ReplicaReport.Diagnostic($0) }
        let worst = status.problems.first { $0.severity == .error } ?? status.problems.first
        report.problem = worst?.problem
        report.place = worst?.place
        report.pendingWrites = status.pendingWrites
        report.writes = status.writes
        report.publishing = status.publishing
        report.followed = status.followed?.followed
        report.mapped = status.followed?.all
        report.namedIn = domains.origin(of: status.id.path, in: status.id.domain)
        switch agent.watcher.state(of: status.id) {
        case .events: report.watch = .inotify
        case .polling(let reason):
            report.watch = .polling
            if report.state == .ok { report.state = .polling }
            report.problem = report.problem ?? reason
        }
        if let error = agent.commits.trouble, [.ok, .busy, .polling].contains(report.state) {
            report.state = .unrecorded
            report.problem = error.problem
        }
        return report
    }

    /// One file of a domain.
    ///
    /// - Throws: ``RPCError`` with code `.keyNotFound` where it isn't linked.
    func status(of domain: Domain, _ path: String) throws(RPCError) -> ReplicaReport {
        guard let status = agent.engine.status(of: ReplicaID(domain: domain, path: path)) else {
            throw RPCError(
                .keyNotFound,
                "'\(path)' is not linked to '\(domain)'",
                advice: "List its files with: settingsctl status \(domain)"
            )
        }
        return report(status)
    }

    /// How the agent is and what it has done for its clients.
    func statistics(of clients: ClientCounts) -> Statistics {
        var statistics = Statistics(
            version: SoftwareVersion.current,
            uptimeMilliseconds: SystemClock.monotonicMilliseconds - started,
            seq: agent.announcedSeq
        )
        statistics.clients = clients.sessions
        statistics.subscriptions = clients.subscriptions
        statistics.domains = listedDomains.count
        statistics.keys = agent.engine.keyCount
        statistics.journal.file = domains.paths.journal
        // What was committed last is in the second file, which may be the larger one.
        statistics.journal.byteCount =
            OwnFiles.size(domains.paths.journal) + OwnFiles.size(domains.paths.journal + "-wal")
        if let error = agent.commits.trouble {
            (statistics.journal.problem, statistics.journal.advice) = (error.problem, error.advice)
        } else if !OwnFiles.exists(domains.paths.journal) {
            statistics.journal.problem =
                "it was removed: what no file has, and the history, are lost when the agent ends"
            statistics.journal.advice = "Restart the agent for a new one: settingsctl agent restart"
        } else if let note = domains.journalNote {
            statistics.journal.problem = note
            statistics.journal.advice =
                "Delete it once you don't need its history; what files say is in force"
        }
        statistics.watches.usedCount = agent.watcher.watchCount
        statistics.watches.limit = ProcessLimits.watches
        let statuses = agent.engine.statuses(of: nil)
        statistics.watches.polledCount = statuses.count {
            agent.watcher.state(of: $0.id) != .events
        }
        statistics.process = RunningProcess.own
        statistics.loopDelayMicroseconds = Int(loop.longestTurn / 1_000)
        statistics.counters.connections = clients.connections
        statistics.counters.requests = clients.requests
        statistics.counters.fileWrites = statuses.reduce(0) { $0 + $1.writes }
        return statistics
    }
}

extension StatusReports {
    /// The mistakes in a domain's file, or in all of the agent's own files.
    func mistakes(of domain: Domain?) -> [ConfigurationMistake] {
        let all = (settings.mistakes + domains.mistakes).map(ConfigurationMistake.init)
        guard let domain else { return all }
        return all.filter { $0.domain == domain }
    }

    /// The files of a domain, or of all (nil), with all that is said of the domain besides.
    func replicas(of domain: Domain?) throws(RPCError) -> Replicas {
        Replicas(
            try replicaReports(domain),
            schemas: schemaReports(domain),
            hooks: hookReports(domain),
            mistakes: mistakes(of: domain)
        )
    }
}

extension DomainDirectory {
    /// Whether a domain has a description, a file or a value.
    func lists(_ domain: Domain, _ agent: Agent) -> Bool {
        description(of: domain) != nil || agent.engine.keyCount(of: domain) > 0
            || agent.engine.statuses(of: domain).contains {
                $0.isThere && $0.configuration.layer != .global
            }
    }
}

extension ReplicaStatus {
    /// Whether there is a file.
    fileprivate var isThere: Bool { condition != .absent }
}
