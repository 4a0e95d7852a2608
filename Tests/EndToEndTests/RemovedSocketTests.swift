// Sockets that are removed while the agent runs.

import Foundation
import Glibc
import Testing

@Suite(.ownThread) struct `An agent whose sockets are removed` {
    private let home: Home
    private let agent: AgentUnderTest

    init() throws {
        home = try Home()
        try home.write("size = 1\n", to: "settings.toml")
        agent = try AgentUnderTest(in: home)
    }

    @Test(arguments: [
        "rm -r run/settings-agent", "rm run/settings-agent/socket", "rm run/settings-agent/events",
        "mv run gone; mkdir -m 700 run",
        "mv run/settings-agent/socket gone; touch run/settings-agent/socket; rm run/settings-agent/socket",
    ])
    func `is found by the next command`(removal: String) throws {
        let before = try agent.connect()
        try home.shell(removal)

        let command = try agent.settingsctl(["get", Home.domain, "size"])

        #expect(try command.waitForEnd() == .exited(0), "\(command.errorText())")
        try agent.waitUntilSays("Listens again, at '\(home["run/settings-agent/socket"])'.")
        // It is the same agent, which still serves who was connected.
        try before.set("size", to: "2")
        #expect(try agent.connect().get("size") == "2")
        _ = try agent.events()
        try agent.stop()
        #expect(access(home["run/settings-agent/socket"], F_OK) != 0)
    }

    @Test func `is waited for by the next agent`() throws {
        try home.shell("rm -r run/settings-agent")
        let other = try AgentUnderTest.failing(in: home)
        #expect(try other.waitForEnd() == .exited(1))
        #expect(other.errorText().contains("it listens at '\(home["run/settings-agent/socket"])'"))
        #expect(access(home["run/settings-agent/socket"], F_OK) == 0)
    }

    @Test func `ends where it can't have others, and the next one starts`() throws {
        try home.shell("rm -r run; touch run")
        #expect(try agent.program.waitForEnd() == .exited(1))
        #expect(agent.said.contains("its sockets were removed, and '\(home["run"])'"))
        #expect(agent.said.contains("Ended, so that another agent can start."))
        try home.shell("rm run; mkdir -m 700 run")
        let next = try AgentUnderTest(in: home)
        #expect(try next.connect().get("size") == "1")
    }
}
