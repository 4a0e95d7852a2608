// What becomes of a command whose agent is killed before it has read the request.

import Foundation
import Glibc
import SettingsModel
import SettingsProtocol
import Testing

/// A home in which only commands start agents, each of which is killed while the next command waits.
private final class DyingAgents {
    let home: Home
    private var socket: String { home["run/settings-agent/socket"] }

    init() throws { home = try Home() }

    deinit {
        // The last command's agent outlives it, as it should.
        if let id = try? agentID() { kill(id, SIGKILL) }
    }

    /// Runs a command that is connected to an agent when that is killed.
    func command(_ words: String...) throws -> RunningProgram {
        let agent = try agentID()
        kill(agent, SIGSTOP)
        let command = try start(words)
        let deadline = Deadline()
        while !command.awaitsAnswer {
            guard deadline.milliseconds > 0 else { throw TestFailure("no command has connected") }
            poll(nil, 0, 2)
        }
        kill(agent, SIGKILL)
        return command
    }

    /// Runs a command.
    func start(_ words: [String]) throws -> RunningProgram {
        try RunningProgram(
            [try AgentUnderTest.builtBinary("settingsctl")] + words,
            environment: AgentUnderTest.environment(in: home)
        )
    }

    /// The process that listens; it has taken the connection by which it's found.
    private func agentID() throws -> pid_t {
        let client = try Client(to: socket)
        try client.call("ping")
        // struct ucred hides behind _GNU_SOURCE; it is three 32-bit numbers: pid, uid, gid (unix(7)).
        var peer: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(client.descriptor.number, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
        else { throw TestFailure.call("getsockopt") }
        return peer.0
    }
}

extension RunningProgram {
    /// Whether it has a connection of its own and sleeps: before it has connected, it waits for nothing.
    ///
    /// The table of all sockets would say so, too; but one look at it takes seconds while other tests have
    /// thousands of them.
    fileprivate var awaitsAnswer: Bool {
        let process = "/proc/\(id)"
        // It may have ended.
        let status = (try? String(contentsOfFile: process + "/stat", encoding: .utf8)) ?? ""
        guard status.split(separator: ")").last?.hasPrefix(" S ") == true else { return false }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: process + "/fd")) ?? []
        return files.contains { name in
            guard let number = Int32(name), number > STDERR_FILENO else { return false }
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: process + "/fd/" + name
            )
            return target?.hasPrefix("socket:") == true
        }
    }
}

@Suite(.ownThread) struct `A command whose agent is killed before it has read the request` {
    @Test func `is answered by the next one, and a change is made once`() throws {
        let agents = try DyingAgents()
        try agents.home.write("# Mine.\nsize = 0\n", to: "settings.toml")
        #expect(try agents.start(["get", Home.domain, "size"]).waitForEnd() == .exited(0))
        for number in 1...5 {
            let set = try agents.command("set", Home.domain, "size", "\(number)")
            #expect(try set.waitForEnd() == .exited(0), "\(set.errorText())")
            let get = try agents.command("get", Home.domain, "size")
            #expect(try get.waitForEnd() == .exited(0), "\(get.errorText())")
            #expect(get.outputText() == "\(number)\n")
        }
        let undo = try agents.command("undo", Home.domain, "size")
        #expect(try undo.waitForEnd() == .exited(0), "\(undo.errorText())")
        #expect(agents.home.text("settings.toml") == "# Mine.\nsize = 4\n")

        let client = try Client(to: agents.home["run/settings-agent/socket"])
        let history = try client.call("history", #"{"domain":"\#(Home.domain)","key":"size"}"#)
        let values = history["entries"]?.elements.compactMap { $0["new"]?.json }
        #expect(values?.sorted() == ["1", "2", "3", "4", "4", "5"])
    }
}
