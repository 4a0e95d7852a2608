// Starts the agent when none listens.

import Glibc
package import SettingsProtocol

/// How a client gets an agent: systemd's socket if there is one, else a process of its own.
package struct AgentStart {
    private let place: SocketPlace

    /// How long a new agent may take until it listens.
    private static let patience = Duration.seconds(5)

    /// Creates a starter for the agent that listens at `place`.
    package init(at place: SocketPlace) { self.place = place }

    /// A connection to a newly started agent.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent`.
    package func connection() throws(ClientError) -> Connection {
        if startedBySystemd(), let connection = try Connection(path: place.path) {
            return connection
        }
        guard let program = Self.program() else {
            throw ClientError(
                .noAgent,
                "no agent listens at '\(place.path)', and 'settings-agent' is not installed",
                advice: "Install it beside settingsctl or into a folder of PATH"
            )
        }
        return try connection(to: try start(program), of: program)
    }

    // MARK: systemd

    /// Asks the user's service manager to listen; false if it doesn't know how.
    private func startedBySystemd() -> Bool {
        // A socket that was named by hand is not the unit's.
        guard case .runtimeFolder(let folder) = place.source,
            access(folder + "/systemd/private", F_OK) == 0,
            let process = Process(
                "systemctl",
                ["--user", "--quiet", "start", "settings-agent.socket"]
            )
        else { return false }
        return process.exitStatus() == 0
    }

    // MARK: A process of our own

    /// The agent's executable: beside this one, in libexec, or in PATH.
    private static func program() -> String? {
        var candidates: [String] = []
        if let folder = ownFolder() {
            candidates += [folder + "/settings-agent", folder + "/../libexec/settings-agent"]
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        for folder in path.split(separator: ":") where folder.hasPrefix("/") {
            candidates.append(folder + "/settings-agent")
        }
        return candidates.first { access($0, X_OK) == 0 }
    }

    private static func ownFolder() -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
            let count = buffer.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? -1
            }
            guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else {
                return nil
            }
            return String(decoding: buffer[..<slash], as: UTF8.self)
        }
    }

    private func start(_ program: String) throws(ClientError) -> Process {
        guard let process = Process(program, []) else {
            throw ClientError(
                .noAgent,
                "no agent listens at '\(place.path)', and '\(program)' can't be started: "
                    + String(cString: strerror(errno)),
                advice: "Run it by hand to see why"
            )
        }
        return process
    }

    private func connection(
        to process: Process,
        of program: String
    ) throws(ClientError) -> Connection {
        let deadline = ContinuousClock.now + Self.patience
        var pause: Int32 = 1
        var status: Int32?
        while ContinuousClock.now < deadline {
            if let connection = try Connection(path: place.path) { return connection }
            // Another client's agent may have been faster; then ours has ended, and that one is
            // about to answer.
            if status != nil, pause > 64 { break }
            status = status ?? process.exitStatusIfEnded()
            poll(nil, 0, pause)
            pause = min(pause * 2, 128)
        }
        let end =
            status.map { "ended with status \($0)" }
            ?? "doesn't listen after \(Self.patience.components.seconds) seconds"
        throw ClientError(
            .noAgent,
            "no agent listens at '\(place.path)'; '\(program)' was started and \(end)",
            advice: "Run it by hand to see why"
        )
    }
}
