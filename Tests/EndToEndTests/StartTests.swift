// What can be wrong when an agent starts: its own files, its sockets, another agent.

import Foundation
import Glibc
import SettingsModel
import Testing

@Suite(.ownThread) struct `A domain file` {
    private let good = "# Mine.\nsize = 1\n"

    @Test func `that isn't TOML is told of with its place, and others hold`() throws {
        let home = try Home()
        try home.write(good, to: "settings.toml")
        try home.write("[[file]\npath = 1\n", to: home.domainFile("org.example.broken"))

        let agent = try AgentUnderTest(in: home)

        print(agent.said)
        #expect(try agent.connect().get("size") == "1")
    }

    @Test func `with mistakes is told of each, and the rest of it holds`() throws {
        let home = try Home()
        try home.write(good, to: "settings.toml")
        try home.write(
            """
            titel = "Editor"
            defaults = "yes"

            [[file]]
            path = "\(home["settings.toml"])"
            format = "ini"

            [[file]]
            format = "toml"
            """,
            to: home.domainFile()
        )

        let agent = try AgentUnderTest(in: home)

        print(agent.said)
        #expect(try agent.connect().get("size") == "1")
    }

    @Test func `that breaks while the agent runs keeps its last good version`() throws {
        let home = try Home()
        try home.write(good, to: "settings.toml")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()

        try home.write("[[file]\n", to: home.domainFile())
        agent.program.send(SIGHUP)
        try agent.waitUntilSays("The last good version stays in force")

        try client.set("size", to: "7")
        try client.rescan()
        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
        print(agent.said)
    }

    @Test func `of no domain's name is passed over`() throws {
        let home = try Home()
        try home.write(good, to: "settings.toml")
        try home.write("", to: "config/settings-agent/domains/not a domain.toml")
        let agent = try AgentUnderTest(in: home)
        let path = home["config/settings-agent/domains/not a domain.toml"]
        #expect(
            agent.said == """
                \(path): the file's name is not a domain's
                Ignored it. Name it after its domain, as in org.example.editor.toml.

                """
        )
        #expect(try agent.connect().get("size") == "1")
    }

    @Test func `agent.toml with mistakes leaves the standard in force`() throws {
        let home = try Home()
        try home.write(good, to: "settings.toml")
        try home.write(
            "[limits]\nclients = 0\nunheard = 1\n",
            to: "config/settings-agent/agent.toml"
        )
        let agent = try AgentUnderTest(in: home)
        print(agent.said)
        #expect(try agent.connect().get("size") == "1")
    }
}

@Suite(.ownThread) struct `A start` {
    private let good = "# Mine.\nsize = 1\n"

    @Test func `of a second agent says so and leaves the first alone`() throws {
        let home = try Home()
        try home.write(good, to: "settings.toml")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()

        let second = try AgentUnderTest.failing(in: home)

        #expect(try second.waitForEnd() == .exited(1))
        #expect(
            second.errorText() == """
                settings-agent: another agent has '\(home["run/settings-agent/socket"])'
                Did not start. Use it, or end it first with: systemctl --user stop settings-agent.

                """
        )
        try client.set("size", to: "7")
        try client.rescan()
        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
        #expect(try agent.connect().get("size") == "7")
        #expect(agent.said.isEmpty)
    }

    @Test func `after a kill takes the socket that was left`() throws {
        let home = try Home()
        try home.write(good, to: "settings.toml")
        var agent = try AgentUnderTest(in: home)
        try agent.kill9()
        #expect(home.names(in: "run/settings-agent").contains("socket"))
        agent = try AgentUnderTest(in: home)
        #expect(try agent.connect().get("size") == "1")
        #expect(agent.said.isEmpty)
    }

    @Test(arguments: ["/dev/null", "nothing", "unbound", "datagram"])
    func `with LISTEN_FDS that isn't a listening socket ends with 78`(what: String) throws {
        let home = try Home()
        var start = AgentUnderTest.Start.after("export LISTEN_PID=$$ LISTEN_FDS=1")
        switch what {
        case "/dev/null": start.kept = try Descriptor(open("/dev/null", O_RDONLY), from: "open")
        case "nothing": break
        default:
            let kind = what == "datagram" ? SOCK_DGRAM : SOCK_STREAM
            let type = Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            start.kept = try Descriptor(socket(AF_UNIX, type, 0), from: "socket")
        }

        let program = try AgentUnderTest.failing(in: home, start)

        #expect(try program.waitForEnd() == .exited(78))
        #expect(
            program.errorText() == """
                settings-agent: descriptor 3 from the service manager is not a listening Unix socket
                Did not start. Check the unit settings-agent.socket.

                """
        )
        #expect(!home.names(in: "run/settings-agent").contains("socket"))
    }

    @Test func `in a runtime folder of others says so`() throws {
        let home = try Home()
        chmod(home["run"], 0o777)
        try home.makeFolder("run/settings-agent")
        chmod(home["run/settings-agent"], 0o777)
        let program = try AgentUnderTest.failing(
            in: home,
            AgentUnderTest.Start(environment: [
                "SETTINGS_AGENT_SOCKET": home["run/missing/socket"]
            ])
        )
        #expect(try program.waitForEnd() == .exited(1))
        print(program.errorText())
    }

    @Test func `with an argument it doesn't know says so`() throws {
        let home = try Home()
        let program = try AgentUnderTest.failing(in: home, .after("set -- \"$@\" --unheard"))
        #expect(try program.waitForEnd() == .exited(64))
        #expect(
            program.errorText() == """
                settings-agent: there is no argument '--unheard'
                Did not start. Try --help.

                """
        )
    }
}
