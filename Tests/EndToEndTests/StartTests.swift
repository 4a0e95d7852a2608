// What can be wrong when an agent starts: its own files, its sockets, another agent.

import Foundation
import Glibc
import SettingsModel
import Testing

@Suite(.ownThread) struct `A domain file` {
    private let good = "# Mine.\nsize = 1\n"

    @Test func `that isn't TOML is told of with its place, and others hold`() throws {
        let home = try Home(holding: good)
        try home.write("[[file]\npath = 1\n", to: home.domainFile("org.example.broken"))

        let agent = try AgentUnderTest(in: home)

        #expect(
            agent.said == """
                \(home[home.domainFile("org.example.broken")]):1:8: \
                found the end of the line in the table header, expected ']'
                  1 | [[file]
                    |        ^
                The files it names are left alone until it is well. Write the header as [[name]].

                """
        )
        #expect(try agent.connect().get("size") == "1")
    }

    @Test func `with mistakes is told of each, and the rest of it holds`() throws {
        let home = try Home(holding: good)
        try home.write(
            """
            titel = "Editor"
            defaults = "yes"

            [[file]]
            format = "toml"

            [[file]]
            path = "\(home["settings.toml"])"
            """,
            to: home.domainFile()
        )

        let agent = try AgentUnderTest(in: home)

        let file = home[home.domainFile()]
        #expect(
            agent.said == """
                \(file):1:1: 'titel' is not known
                  1 | titel = "Editor"
                    | ^
                Ignored it. Use one of borrowed, bundle, defaults, describe, file, reload, schema, title, values.
                \(file):5:10: the file has no 'path'
                  5 | format = "toml"
                    |          ^
                The file is left out. Write path = "~/.config/…".
                \(file):2:12: 'defaults' is string, expected true or false
                  2 | defaults = "yes"
                    |            ^
                Ignored it. Write true or false.

                """
        )
        #expect(try agent.connect().get("size") == "1")
    }

    @Test func `that breaks while the agent runs keeps its last good version`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()

        try home.write("[[file]\n", to: home.domainFile())
        agent.program.send(SIGHUP)
        try agent.waitUntilSays("The last good version stays in force")

        try client.set("size", to: "7")
        try client.rescan()
        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
        #expect(
            agent.said == """
                \(home[home.domainFile()]):1:8: \
                found the end of the line in the table header, expected ']'
                  1 | [[file]
                    |        ^
                The last good version stays in force. Write the header as [[name]].

                """
        )
    }

    @Test func `agent.toml with mistakes leaves the standard in force`() throws {
        let home = try Home(holding: good)
        try home.write(
            "[limits]\nclients = 0\nunheard = 1\n",
            to: "config/settings-agent/agent.toml"
        )
        let agent = try AgentUnderTest(in: home)
        let file = home["config/settings-agent/agent.toml"]
        #expect(
            agent.said == """
                \(file):3:1: 'unheard' is not known
                  3 | unheard = 1
                    | ^
                Ignored it. Use one of clients, file_bytes, file_versions, history_bytes, \
                history_days, history_entries, key_path_segments, keys_per_domain, line_bytes, nesting, \
                resumable_changes, subscriptions_per_client, value_bytes.
                \(file):2:11: 'clients' must be a whole number from 1 to 16384
                  2 | clients = 0
                    |           ^
                Ignored it. Change it, or remove the line to have the standard.

                """
        )
        #expect(try agent.connect().get("size") == "1")
    }
}

@Suite(.ownThread) struct `A start` {
    private let good = "# Mine.\nsize = 1\n"

    @Test func `of a second agent says so and leaves the first alone`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()

        let second = try AgentUnderTest.failing(in: home)

        #expect(try second.waitForEnd() == .exited(1))
        #expect(
            second.errorText() == """
                settings-agent: another agent, process \(agent.program.id), has the journal \
                '\(home["state/settings-agent/journal.db"])'; \
                it listens at '\(home["run/settings-agent/socket"])'
                Did not start. Use it, or end it first with: settingsctl agent stop

                """
        )
        try client.set("size", to: "7")
        try client.rescan()
        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
        #expect(try agent.connect().get("size") == "7")
        #expect(agent.said.isEmpty)
    }

    @Test func `of a second agent with sockets of its own ends before it reads a file`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        try home.makeFolder("elsewhere")
        chmod(home["elsewhere"], 0o700)

        let second = try AgentUnderTest.failing(
            in: home,
            AgentUnderTest.Start(environment: ["XDG_RUNTIME_DIR": home["elsewhere"]])
        )

        #expect(try second.waitForEnd() == .exited(1))
        #expect(second.errorText().contains("another agent, process \(agent.program.id), has"))
        #expect(home.names(in: "elsewhere") == [])
        #expect(home.names(in: "state/settings-agent").allSatisfy { !$0.contains("broken") })
        #expect(try agent.connect().get("size") == "1")
    }

    @Test func `is not made by a client that looks for the socket elsewhere`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)

        let said = try home.shell(
            """
            unset XDG_RUNTIME_DIR
            export HOME='\(home.path)' XDG_STATE_HOME='\(home["state"])'
            '\(try AgentUnderTest.builtBinary("settingsctl"))' set \(Home.domain) size 2
            """
        )
        try agent.connect().rescan()

        #expect(said.isEmpty)
        #expect(home.text("settings.toml") == "# Mine.\nsize = 2\n")
    }

    @Test func `is ended and made anew by settingsctl agent`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let command = """
            export HOME='\(home.path)' XDG_RUNTIME_DIR='\(home["run"])' XDG_STATE_HOME='\(home["state"])'
            export XDG_CONFIG_HOME='\(home["config"])'
            agent() { '\(try AgentUnderTest.builtBinary("settingsctl"))' agent "$@"; }
            """

        try home.shell(command + "\nagent stop")
        #expect(try agent.program.waitForEnd() == .exited(0))
        #expect(try home.shell(command + "\nagent stop 2>&1 || echo $?").hasSuffix("\n1\n"))
        try home.shell(command + "\nagent restart; agent restart; agent stop")
        #expect(home.text("settings.toml") == good)
    }

    @Test func `after a kill takes the socket that was left`() throws {
        let home = try Home(holding: good)
        var agent = try AgentUnderTest(in: home)
        try agent.kill9()
        #expect(home.names(in: "run/settings-agent").contains("socket"))
        agent = try AgentUnderTest(in: home)
        #expect(try agent.connect().get("size") == "1")
        #expect(agent.said.isEmpty)
    }

    @Test(arguments: [Int32(65), .max])
    func `with more in LISTEN_FDS than anybody hands over ends with 78`(count: Int32) throws {
        let home = try Home()
        let start = AgentUnderTest.Start.after("export LISTEN_PID=$$ LISTEN_FDS=\(count)")

        let program = try AgentUnderTest.failing(in: home, start)

        #expect(try program.waitForEnd() == .exited(78))
        #expect(
            program.errorText() == """
                settings-agent: LISTEN_FDS is \(count), expected at most 64
                Did not start. Check the unit settings-agent.socket.

                """
        )
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

    @Test func `with a socket in a folder that isn't there says so`() throws {
        let home = try Home()
        let socket = home["run/missing/socket"]
        let program = try AgentUnderTest.failing(
            in: home,
            AgentUnderTest.Start(environment: ["SETTINGS_AGENT_SOCKET": socket])
        )
        #expect(try program.waitForEnd() == .exited(1))
        #expect(
            program.errorText() == """
                settings-agent: '\(socket).lock' can't be listened on: \
                open failed: No such file or directory
                Did not start. Check the folder, or set SETTINGS_AGENT_SOCKET to another path.

                """
        )
    }

    @Test func `with a relative path for its socket says so`() throws {
        let home = try Home()
        let program = try AgentUnderTest.failing(
            in: home,
            AgentUnderTest.Start(environment: ["SETTINGS_AGENT_SOCKET": "run/socket"])
        )
        #expect(try program.waitForEnd() == .exited(1))
        #expect(
            program.errorText() == """
                settings-agent: SETTINGS_AGENT_SOCKET is 'run/socket', expected an absolute path
                Did not start. Set it to a path that begins with a slash.

                """
        )
    }

    @Test func `with a folder for its sockets that others may write says so`() throws {
        let home = try Home()
        try home.makeFolder("run/settings-agent")
        chmod(home["run/settings-agent"], 0o777)
        let program = try AgentUnderTest.failing(in: home)
        #expect(try program.waitForEnd() == .exited(1))
        #expect(
            program.errorText() == """
                settings-agent: '\(home["run/settings-agent"])' is not a folder that only you can write
                Did not start. Remove it, or set XDG_RUNTIME_DIR.

                """
        )
    }

    @Test func `with XDG_RUNTIME_DIR open to others says which folder that is`() throws {
        let home = try Home()
        chmod(home["run"], 0o777)
        let program = try AgentUnderTest.failing(in: home)
        #expect(try program.waitForEnd() == .exited(1))
        #expect(
            program.errorText() == """
                settings-agent: '\(home["run"])', the folder that XDG_RUNTIME_DIR names, \
                isn't one that only you can write
                Did not start. Make it, with mode 0700: install -d -m 700 \(home["run"])

                """
        )
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
