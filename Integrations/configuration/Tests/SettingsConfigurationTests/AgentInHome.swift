// A real agent for the tests, in a home of its own.

import Foundation
import Glibc
import SettingsClient
import SettingsConfiguration
import Testing

/// An agent in a home of its own, which ends with it.
final class AgentInHome {
    let options: ClientOptions
    let domain: Domain
    private let home: URL
    /// Nil when it has ended, as its parent knows.
    private var process: pid_t?

    init() async throws {
        home = FileManager.default.temporaryDirectory.appending(path: "sc-\(UUID().uuidString)")
        for name in ["config", "state", "run", "etc"] {
            let folder = home.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700],
            ofItemAtPath: home.appending(path: "run").path
        )
        var options = ClientOptions()
        options.start = .never
        options.socket = home.path + "/run/settings-agent/socket"
        self.options = options
        domain = try Domain("org.example.server")
        process = try Self.start(in: home)
        while await !isAnswering() { try #require(isRunning, "the agent ended") }
    }

    deinit {
        stop()
        _ = try? FileManager.default.removeItem(at: home)  // what stays is in /tmp
    }

    /// The domain's settings, to change them.
    var settings: Settings { Settings(of: domain, options: options) }

    func provider(secrets: SettingsProvider.Secrets = .none) async throws -> SettingsProvider {
        try await SettingsProvider(of: domain, secrets: secrets, options: options)
    }

    /// Ends it, and none comes after it.
    func stop() {
        guard let process else { return }
        kill(process, SIGTERM)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
        self.process = nil
    }

    private var isRunning: Bool {
        if let process, waitpid(process, nil, WNOHANG) != 0 { self.process = nil }
        return process != nil
    }

    private func isAnswering() async -> Bool {
        do {
            _ = try await settings.get("none")
            return true
        } catch {
            return false
        }
    }

    /// Foundation's `Process` needs a run loop to hear of an end; a test has none.
    private static func start(in home: URL) throws -> pid_t {
        let home = home.path
        let environment = [
            "HOME=\(home)", "XDG_CONFIG_HOME=\(home)/config", "XDG_STATE_HOME=\(home)/state",
            "XDG_RUNTIME_DIR=\(home)/run", "XDG_DATA_DIRS=\(home)/data",
            "XDG_CONFIG_DIRS=\(home)/etc",
        ]
        var words = environment.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let agent = executable
        var process: pid_t = 0
        let failure = agent.withCString { path -> Int32 in
            var arguments = [strdup(path), nil]
            defer { free(arguments[0]) }
            return posix_spawn(&process, path, nil, nil, &arguments, &words)
        }
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
        return process
    }

    /// The agent that `AGENT` names, or that of the tests' build.
    private static var executable: String {
        if let named = ProcessInfo.processInfo.environment["AGENT"] { return named }
        var repository = URL(filePath: #filePath)
        for _ in 1...5 { repository.deleteLastPathComponent() }
        return repository.appending(path: ".build/debug/settings-agent").path
    }
}
