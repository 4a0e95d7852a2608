// The agent's own files while it runs: read again when they change, or when somebody asks for it.

import SyncEngine
package import SyncPlatform

/// Keeps a running agent to what its own files say.
package final class ConfigurationFollower {
    /// An editor may empty, remove and rename a file while it saves: this long after the last sign.
    private static let settleTime: Int64 = 200
    /// However often something happens there, the files are read after this long.
    private static let longestWait: Int64 = 2_000
    /// What can't be read for want of descriptors or memory is tried again after this long, and
    /// after twice as long each time.
    private static let firstRetry: Int64 = 500
    private static let longestRetry: Int64 = 60_000

    private let agent: Agent
    private let domains: DomainDirectory
    private let settings: AgentSettings
    private var file: AgentFile
    private let running: AgentFile
    private let loop: EventLoop
    private let report: (Message) -> Void
    private var reported: [ConfigurationProblem]
    private var waiting: [String] = []
    private var alarm: (timer: TimerID, firstSign: Int64)?
    /// What could not be read is read again then; nil where all could be.
    private var retry: (timer: TimerID, delay: Int64)?

    /// Makes a follower.
    ///
    /// `file` is what `agent.toml` said when the agent was made; its problems are told.
    package init(
        _ agent: Agent,
        _ domains: DomainDirectory,
        _ settings: AgentSettings,
        file: AgentFile,
        loop: EventLoop,
        report: @escaping (Message) -> Void
    ) {
        self.agent = agent
        self.domains = domains
        self.settings = settings
        self.file = file
        running = file
        self.loop = loop
        self.report = report
        reported = file.problems
        settings.mistakes = file.problems
        settings.notices = file.notices
        for problem in file.problems { report(Message(problem)) }
    }

    /// Begins watching the folders.
    package func begin() {
        let paths = domains.paths
        for folder in [paths.agentFolder] + paths.domainFolders + paths.additionFolders {
            agent.watcher.watchFolder(folder)
        }
        domains.follow(agent.watcher)
        domains.readInBackground(of: loop, for: agent)
        agent.foldersTouched = { [weak self] in self?.somethingHappened() }
        retryIfNeeded()
    }

    private func somethingHappened() {
        let now = SystemClock.monotonicMilliseconds
        let firstSign = alarm?.firstSign ?? now
        if let alarm { loop.cancel(alarm.timer) }
        let wait = max(0, min(Self.settleTime, firstSign + Self.longestWait - now))
        let timer = loop.schedule(after: .milliseconds(wait)) { [weak self] in self?.reload() }
        alarm = (timer, firstSign)
    }

    /// Reads the agent's own files and looks at all settings files again, as SIGHUP asks for: of
    /// what happens to a file, the kernel may not tell (inotify(7): files of other machines, mmap(2)).
    ///
    /// - Parameter done: Called when what they say is in force; a file that never rests isn't waited
    ///   for any longer than at the start.
    package func reloadAll(then done: @escaping () -> Void) {
        reload()
        var request = RescanRequest(domain: nil)
        request.patience = agent.setup.timing.startPatience
        agent.rescan(request) { _ in done() }
    }

    /// Reads `agent.toml` and all domain files now.
    package func reload() {
        if let alarm { loop.cancel(alarm.timer) }
        alarm = nil
        domains.reload(agent)
        let path = domains.paths.agentFile
        file = AgentFile(at: path, last: file)
        for problem in file.problems where !reported.contains(problem) { report(Message(problem)) }
        reported = file.problems
        settings.mistakes = file.problems
        settings.notices = file.notices
        settings.limits = file.limits(changing: settings.limits)
        let names = file.waitingForRestart(limits: settings.limits, running: running)
        if !names.isEmpty, names != waiting {
            report(Message(waitingForRestart: names, path: path))
        }
        waiting = names
        retryIfNeeded()
    }

    /// Reads the files again later where they couldn't be read for a reason that nobody tells the
    /// end of.
    private func retryIfNeeded() {
        if let retry { loop.cancel(retry.timer) }
        let mayPass = (domains.mistakes + file.problems).contains(where: \.mayPass)
        guard mayPass else {
            retry = nil
            return
        }
        let delay = retry.map { min($0.delay * 2, Self.longestRetry) } ?? Self.firstRetry
        let timer = loop.schedule(after: .milliseconds(delay)) { [weak self] in self?.reload() }
        retry = (timer, delay)
    }
}
