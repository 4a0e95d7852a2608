// The daemon: everything put together and run until it is told to end.

import Glibc
import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform
import SyncStore

/// The daemon, from its start to its end.
package final class Daemon {
    /// How it ends; the raw value is its exit status.
    package enum Status: Int32, Sendable {
        case done = 0
        case failed = 1
        /// EX_CONFIG of sysexits.h: starting again would not help.
        case misconfigured = 78
    }
    /// What `--version` says.
    package static let version = SoftwareVersion.current
    /// The longest that its end takes: a journal that never answers can't keep it alive.
    private static let longestEnd = Duration.seconds(5)

    private let loop: EventLoop
    private let paths: AgentPaths
    private let agent: Agent
    private let host: SessionHost
    private let server: Server
    private let lock: JournalLock
    private let journal: JournalDatabase
    private let watcher: ReplicaWatcher
    private let directory: DomainDirectory
    private let follower: ConfigurationFollower
    private let keeper: SocketKeeper
    private var signals: SignalSource?
    private var status = Status.done
    private var isEnding = false
    private var hasSaidFarewell = false
    private var socketsAreKept = false

    /// Runs the daemon on the calling thread.
    package static func run() -> Status {
        let log = AgentLog()
        func tell(_ message: Message) { log.report(message) }
        do {
            let daemon = try Daemon(log)
            try daemon.begin()
            daemon.loop.run()
            // So that the next start knows that nothing is missing that was told or noticed.
            if daemon.hasSaidFarewell { daemon.journal.close() }
            return daemon.status
        } catch let error as PlatformError {
            tell(Message(notStartedFor: "settings-agent", error.problem, error.advice))
            return error.code == .badActivation ? .misconfigured : .failed
        } catch let error as StorageError {
            tell(Message(notStartedFor: error.path, error.problem, error.advice))
        } catch let error as JournalError {
            tell(Message(notStartedFor: error.path, error.problem, error.adviceForStart))
        } catch {
            tell(Message(notStartedFor: "settings-agent", "\(error)", "Report this"))
        }
        return .failed
    }

    private init(_ log: AgentLog) throws {
        ProcessLimits.returnLargeBuffers()
        loop = try EventLoop()
        log.notice(on: loop)
        let tell: (Message) -> Void = { log.report($0) }
        paths = AgentPaths(environment: Systemd.environment)
        try OwnFolders(paths: paths).prepare()
        let own = AgentFile(at: paths.agentFile)
        lock = try JournalLock(paths)
        // Another agent would have the file, too.
        log.keep(in: paths.journalFolder)
        journal = try Self.openJournal(paths, own.limits, loop)
        watcher = ReplicaWatcher(loop: loop) { tell(.watching($0)) }
        let files = DiskFileStore(
            watcher: watcher,
            limits: own.limits,
            memory: journal.opened == .existing ? .whole : .lost
        )
        files.onKept = { tell(Message(kept: $1, beside: $0)) }
        agent = try Agent(
            setup: EngineSetup(
                limits: own.limits,
                timing: own.timing,
                holdsWipes: own.holdsWipes,
                agent: journal.epoch
            ),
            files: files,
            watcher: watcher,
            log: journal,
            loop: loop,
            report: tell
        )
        directory = DomainDirectory(paths: paths, report: tell)
        // After the watcher's descriptor, which select(2) in libinotifytools wants below 1,024.
        ProcessLimits.raiseDescriptors()
        let settings = AgentSettings(limits: own.limits)
        let reloads = ReloadHooks(agent, directory, loop: loop, report: tell)
        host = SessionHost(
            agent: agent,
            domains: directory,
            reloads: reloads,
            settings: settings,
            loop: loop
        )
        host.show(
            by: Notifier(
                settings,
                paths,
                hasDesktop: Notifier.hasDesktop(Systemd.environment),
                loop: loop,
                report: tell
            )
        )
        server = Server(host, loop: loop, report: tell)
        keeper = SocketKeeper(server, watcher, loop: loop, report: tell)
        follower = ConfigurationFollower(
            agent,
            directory,
            settings,
            file: own,
            loop: loop,
            report: tell
        )
        if case .setAside(let error, let name) = journal.opened {
            directory.journalNote = "the journal was damaged and is now '\(name)'"
            tell(Message(setAside: error, as: name))
        }
    }

    /// Reads everything once, then takes connections.
    private func begin() throws {
        // Whoever started the agent may want to unmount the folder that it was started in.
        chdir("/")
        // Bound before anything is read, so that a second agent ends before it touches a file.
        let sockets = try AgentSockets()
        socketsAreKept = sockets.areKept
        lock.note(socket: sockets.requests.path)
        signals = try SignalSource(on: loop) { [unowned self] signal in received(signal) }
        watcher.onEvents = { [unowned self] in agent.filesChanged() }
        directory.load()
        directory.add(agent.recordedDomains)
        agent.configure(directory.configurations)
        follower.begin()
        host.borrowed.letGoOfLeftovers()
        try server.serve(sockets.requests, as: .requests)
        if let events = sockets.events { try server.serve(events, as: .events) }
        if !sockets.areKept { keepInPlace(sockets.requests.path) }
        tellWhenReady()
    }

    /// Sees to it that clients find the sockets, or that another agent can start.
    private func keepInPlace(_ socket: String) {
        keeper.onBound = { [unowned self] in lock.note(socket: $0) }
        keeper.onFailure = { [unowned self] in
            status = .failed
            end()
        }
        let follow = agent.foldersTouched
        agent.foldersTouched = { [keeper] in
            follow()
            keeper.somethingHappened()
        }
        keeper.watch(socket)
        // They may be gone since they were bound.
        keeper.somethingHappened()
    }

    // MARK: Ending and reloading

    private func received(_ signal: Int32) {
        switch signal {
        case SIGHUP:
            Systemd.tellReloading()
            follower.reloadAll { [unowned self] in tellWhenReady() }
        default: end()
        }
    }

    /// Tells the service manager once what the files say is in force.
    private func tellWhenReady() {
        host.whenStarted { [unowned self] in
            Systemd.tell("READY=1\nSTATUS=\(directory.configurations.count) domains")
        }
    }

    private func end() {
        guard !isEnding else { return }
        isEnding = true
        Systemd.tell("STOPPING=1")
        server.end()
        lock.note(socket: nil)
        loop.schedule(after: Self.longestEnd) { [loop] in loop.stop() }
        agent.filesChanged()
        agent.sayFarewell { [self] isWhole in
            hasSaidFarewell = isWhole
            host.sayGoodbye(socketsAreKept ? .restart : .exit)
            loop.stop()
        }
    }

    // MARK: Parts

    private static func openJournal(
        _ paths: AgentPaths,
        _ limits: Limits,
        _ loop: EventLoop
    ) throws(JournalError) -> JournalDatabase {
        try JournalDatabase(path: paths.journal, limits: limits, boot: SystemBoot.id) { body in
            loop.perform(body)
        }
    }
}

extension Message {
    fileprivate static func watching(_ error: PlatformError) -> Message {
        Message(
            .warning,
            "settings-agent: \(error.problem)\nLooks at the files every two seconds. "
                + error.advice.asSentence
        )
    }

    fileprivate init(notStartedFor place: String, _ problem: String, _ advice: String) {
        self.init(.error, "\(place): \(problem)\nDid not start. \(advice.asSentence)")
    }
}

extension JournalError {
    /// What to do where no agent runs that would try again.
    fileprivate var adviceForStart: String {
        switch code {
        case .diskFull: "Make room, and start it again"
        case .conflict: "End whatever writes it, and start it again"
        default: advice
        }
    }
}
