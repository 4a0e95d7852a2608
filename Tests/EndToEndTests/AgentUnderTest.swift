// The real agent, started in a test's home.

import Foundation
import Glibc
import Testing

/// The real `settings-agent`, as a process of its own in a test's home.
final class AgentUnderTest {
    let home: Home
    let program: RunningProgram

    /// How to start an agent.
    struct Start {
        /// A program that starts the agent as its last arguments say.
        var wrapper: [String] = []
        /// Beside what every agent gets.
        var environment: [String: String] = [:]
        /// The agent's descriptor 3.
        var kept: Descriptor?

        /// A shell command to be run before, in the process that becomes the agent.
        static func after(_ command: String) -> Start {
            Start(wrapper: ["/bin/sh", "-ec", command + #"; exec "$@""#, "sh"])
        }

        /// The same in namespaces of its own, as their root.
        static func after(_ command: String, unsharing namespaces: String) -> Start {
            var start = after(command)
            start.wrapper =
                ["unshare"] + namespaces.split(separator: " ").map(String.init)
                + start.wrapper
            return start
        }
    }

    /// Starts an agent and waits until it takes requests.
    init(in home: Home, _ start: Start = Start()) throws {
        self.home = home
        let news = try NewsSocket()
        program = try Self.program(in: home, start, tellingNewsTo: news)
        try news.waitUntilReady(program)
    }

    // Before the home goes: an agent would write into it while it is removed.
    deinit { program.end() }

    /// Starts an agent that is expected to end by itself.
    static func failing(in home: Home, _ start: Start = Start()) throws -> RunningProgram {
        try program(in: home, start, tellingNewsTo: nil)
    }

    private static func program(
        in home: Home,
        _ start: Start,
        tellingNewsTo news: NewsSocket?
    ) throws -> RunningProgram {
        var environment = environment(in: home)
        environment["NOTIFY_SOCKET"] = news?.name
        environment.merge(start.environment) { $1 }
        var arguments = start.wrapper + [try binary(for: home)]
        if home.user.isSwitched {
            let id = Home.User.ordinaryID
            arguments = ["setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups"] + arguments
        }
        return try RunningProgram(arguments, environment: environment, keeping: start.kept)
    }

    /// What every agent of a home gets, and every command that may start one.
    static func environment(in home: Home) -> [String: String] {
        [
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8", "HOME": home.path,
            "XDG_CONFIG_HOME": home["config"], "XDG_STATE_HOME": home["state"],
            "XDG_RUNTIME_DIR": home["run"], "XDG_DATA_HOME": home["data"],
            "XDG_DATA_DIRS": home["data"], "XDG_CONFIG_DIRS": home["etc"],
            // A backtrace would take seconds; a crash is a failure without it.
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    // MARK: Talking to it

    /// Connects to the request socket.
    func connect() throws -> Client { try Client(to: home["run/settings-agent/socket"]) }

    /// Connects to the events socket; everything that happens from now on comes there.
    func events() throws -> Client {
        // What was in the files at the start is a change too; it shall not be among those to come.
        try connect().rescan()
        let client = try Client(to: home["run/settings-agent/events"])
        _ = try client.next("hello")
        return client
    }

    /// Runs `settingsctl` on the home's domain, and waits until every file says what it changed.
    func command(_ name: String, _ words: String...) throws {
        let command = try RunningProgram(
            [try Self.builtBinary("settingsctl"), name, Home.domain] + words,
            environment: ["XDG_RUNTIME_DIR": home["run"], "HOME": home.path, "LANG": "C.UTF-8"]
        )
        let ending = try command.waitForEnd()
        #expect(ending == .exited(0), "\(command.errorText())")
        try connect().rescan()
    }

    /// Starts `settingsctl` in the home.
    func settingsctl(_ words: [String]) throws -> RunningProgram {
        try RunningProgram(
            [try Self.builtBinary("settingsctl")] + words,
            environment: Self.environment(in: home)
        )
    }

    /// What it has said on stderr so far.
    var said: String { program.errorText() }

    /// Waits until it says something on stderr, and no sooner or later twice.
    func waitUntilSays(_ text: String) throws { try program.waitForError(containing: text) }

    // MARK: Ending it

    /// Ends it as a service manager does.
    func stop() throws {
        program.send(SIGTERM)
        let ending = try program.waitForEnd()
        #expect(ending == .exited(0))
    }

    /// Kills it without a warning.
    func kill9() throws {
        program.send(SIGKILL)
        try program.waitForEnd()
    }

    /// Kills it and starts another in the same home.
    func killedAndRestarted() throws -> AgentUnderTest {
        try kill9()
        return try AgentUnderTest(in: home)
    }

    /// Runs a shell command in the agent's namespaces.
    @discardableResult
    func shellInside(_ command: String) throws -> String {
        let namespaces = geteuid() == 0 ? "--mount" : "--user --mount --preserve-credentials"
        return try shell("nsenter --target \(program.id) \(namespaces) sh -ec '\(command)'")
    }

    /// A path as the agent sees it, where it has mounts of its own.
    func inside(_ path: String) -> String { "/proc/\(program.id)/root\(path)" }

    // MARK: The program

    /// The agent that was built with the tests, or the one that `AGENT` names.
    private static func binary(for home: Home) throws -> String {
        let built = try builtBinary("settings-agent")
        guard home.user.isSwitched else { return built }
        // The ordinary user may not see where we build.
        let copy = home["settings-agent"]
        if access(copy, F_OK) != 0 {
            // By a program: a copy that we wrote would be "busy" while another test starts one.
            try home.shell("cp '\(built)' settings-agent; chmod 755 settings-agent")
        }
        return copy
    }

    static func builtBinary(_ name: String) throws -> String {
        let agent = ProcessInfo.processInfo.environment["AGENT"].map(URL.init(fileURLWithPath:))
        if let agent { return agent.deletingLastPathComponent().appendingPathComponent(name).path }
        let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        // The test bundle lies beside the agent, whatever the build folder is called.
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let folders = [tests, repository.appendingPathComponent(".build/debug")]
        for folder in folders {
            let path = folder.appendingPathComponent(name).path
            if access(path, X_OK) == 0 { return path }
        }
        throw TestFailure(
            "'\(name)' is in none of \(folders.map(\.path)); run: swift build --build-tests"
        )
    }
}

/// Where an agent says that it takes requests (sd_notify(3)).
private final class NewsSocket {
    let name = "@settings-agent-tests-\(UUID().uuidString)"
    private let descriptor: Descriptor

    init() throws {
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = try Descriptor(socket(AF_UNIX, type, 0), from: "socket")
        guard withSocketAddress(name, { bind(descriptor.number, $0, $1) }) == 0 else {
            throw TestFailure.call("bind")
        }
    }

    func waitUntilReady(_ program: RunningProgram) throws {
        let deadline = Deadline()
        while try !program.hasEnded(beforeNewsOn: descriptor, deadline) {
            let bytes = try descriptor.read(until: deadline, for: "news") ?? []
            if String(decoding: bytes, as: UTF8.self).contains("READY=1") { return }
        }
        throw TestFailure("the agent ended at its start: \(program.errorText())")
    }
}

extension RunningProgram {
    /// Waits until something comes on another descriptor, or the program has ended.
    fileprivate func hasEnded(beforeNewsOn other: Descriptor, _ deadline: Deadline) throws -> Bool {
        while true {
            switch try firstReady(or: other, deadline) {
            case .other: return false
            case .errorEnded: return true
            case .error: continue
            }
        }
    }
}
