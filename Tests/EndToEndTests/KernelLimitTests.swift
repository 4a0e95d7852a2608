// What the kernel gives no more of: inotify watches and instances, and descriptors.

import Foundation
import Glibc
import SettingsModel
import Testing

@Suite(.ownThread, .enabled(if: hasNamespaces, "needs user namespaces"))
struct `With no more to watch with` {
    private let good = "# Mine.\nsize = 1\n"

    /// An agent that may have this many inotify watches or instances.
    private func agent(in home: Home, _ limit: String, _ count: Int) throws -> AgentUnderTest {
        try AgentUnderTest(
            in: home,
            .after(
                "echo \(count) > /proc/sys/user/max_inotify_\(limit)",
                unsharing: "--user --map-root-user"
            )
        )
    }

    @Test(arguments: [
        (
            "instances", 0,
            """
            settings-agent: no inotify instance is left for this user, so files are looked at \
            every 2 s
            Looks at the files every two seconds. Raise the limit: \
            sysctl fs.inotify.max_user_instances=512

            """
        ),
        (
            "watches", 0,
            """
            settings-agent: no inotify watch is left for this user (the agent has 0), \
            so some files are looked at every 2 s
            Looks at the files every two seconds. Raise the limit: \
            sysctl fs.inotify.max_user_watches=524288

            """
        ),
        (
            "watches", 2,
            """
            settings-agent: no inotify watch is left for this user (the agent has 2), \
            so some files are looked at every 2 s
            Looks at the files every two seconds. Raise the limit: \
            sysctl fs.inotify.max_user_watches=524288

            """
        ),
    ])
    func `it says so once, and looks every two seconds`(
        limit: String,
        count: Int,
        said: String
    ) throws {
        let home = try Home(files: ["settings.toml", "other/settings.json"])
        try home.makeFolder("other")
        try home.write(good, to: "settings.toml")
        try home.write("{\"size\": 1}\n", to: "other/settings.json")
        let agent = try agent(in: home, limit, count)
        let client = try agent.connect()
        let events = try agent.events()
        let replicas = try client.call("replicas")["replicas"]?.elements ?? []
        #expect(replicas.contains { $0["watch"] == .string("polling") })

        try home.replace("settings.toml", with: "# Mine.\nsize = 2\n")
        try events.nextChange(of: "size", to: "2")
        try home.write("{\"size\": 3}\n", to: "other/settings.json")
        try events.nextChange(of: "size", to: "3")
        try client.set("size", to: "7")
        try client.rescan()

        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\n")
        #expect(home.text("other/settings.json") == "{\"size\": 7}\n")
        #expect(agent.said == said)
    }

    @Test func `an edit and a save are there after a kill`() throws {
        let home = try Home(holding: "# Mine.\nsize = 1\nname = \"a\"\n")
        var agent = try agent(in: home, "instances", 0)
        try agent.connect().set("size", to: "7")
        try home.replace("settings.toml", with: "# Mine.\nsize = 1\nname = \"b\"\n")
        try agent.kill9()

        agent = try self.agent(in: home, "instances", 0)
        try agent.connect().rescan()

        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\nname = \"b\"\n")
    }
}

@Suite(.ownThread) struct `With no descriptor left` {
    private let good = "# Mine.\nsize = 1\n"

    @Test func `new clients are turned away, and everything else goes on`() throws {
        let home = try Home(holding: good)
        let start = AgentUnderTest.Start(wrapper: ["prlimit", "--nofile=40:40"])
        let agent = try AgentUnderTest(in: home, start)
        let client = try agent.connect()
        let events = try agent.events()

        var crowd: [Client] = []
        var isFull = false
        while !isFull, crowd.count < 100 {
            let another = try agent.connect()
            // A client that is turned away sees its connection closed.
            isFull = (try? another.call("ping")) == nil
            crowd.append(another)
        }
        #expect(isFull)

        try home.replace("settings.toml", with: "# Mine.\nsize = 2\n")
        try events.nextChange(of: "size", to: "2")
        try home.write("# Mine.\nsize = 3\n", to: "settings.toml")
        try events.nextChange(of: "size", to: "3")
        #expect(agent.said.isEmpty)
        try client.set("size", to: "7")
        #expect(try client.get("size") == "7")

        crowd = []
        try client.rescan()
        try events.nextChange(of: "size", to: "7")
        try home.waitForText("# Mine.\nsize = 7\n", of: "settings.toml", asking: client)
        #expect(try agent.connect().get("size") == "7")
        let file = home["settings.toml"]
        #expect(
            agent.said == """
                \(file): too many files are open to open '\(file)'
                The change is kept and waits to be written. \
                Raise the limit on open files (ulimit -n).
                \(file): in sync again

                """
        )
    }

    @Test func `it says so and doesn't start`() throws {
        let home = try Home()
        let start = AgentUnderTest.Start(wrapper: ["prlimit", "--nofile=10:10"])
        let program = try AgentUnderTest.failing(in: home, start)
        #expect(try program.waitForEnd() == .exited(1))
        #expect(
            program.errorText().hasSuffix(
                """
                Did not start. Raise the limit on open files (ulimit -n).

                """
            )
        )
    }
}

@Suite(.ownThread, .enabled(if: hasProgram("strace"), "needs strace"))
struct `With no more connections to watch` {
    @Test func `one client is told so and turned away, and everything else goes on`() throws {
        let home = try Home(holding: "# Mine.\nsize = 1\n")
        let start = AgentUnderTest.Start(wrapper: [
            "strace", "-D", "-qq", "-o", "/dev/null", "-e", "trace=epoll_ctl",
            "-e", "inject=epoll_ctl:error=ENOSPC:when=12..14",
        ])
        let agent = try AgentUnderTest(in: home, start)

        var served: [Client] = []
        var refusals: [Refused] = []
        for _ in 0..<12 {
            let client = try agent.connect()
            do {
                try client.call("ping")
                served.append(client)
            } catch let refused as Refused {
                refusals.append(refused)
            }
        }

        #expect(!refusals.isEmpty && refusals.count <= 3)
        let text =
            "the agent can't take one more client: epoll_ctl(2) failed: No space left on device"
        #expect(refusals.allSatisfy { $0 == Refused(slug: "Busy", message: text) })
        for client in served { #expect(try client.get("size") == "1") }
        try served.last?.set("size", to: "7")
        try home.waitForText("# Mine.\nsize = 7\n", of: "settings.toml", asking: served[0])
        #expect(
            agent.said == """
                settings-agent: a client was turned away: epoll_ctl(2) failed: \
                No space left on device
                The others are served as before. Raise the limit: \
                sysctl fs.epoll.max_user_watches=1000000

                """
        )
    }
}

@Suite(.ownThread) struct `With a standard error that nobody reads` {
    @Test func `it goes on, and says later how much it dropped`() throws {
        let home = try Home(holding: "# Mine.\nsize = 1\n")
        // A pipe that is full already: cat(1) reads on as soon as a file is there.
        let isWanted = "[ -e '\(home["read"])' ] || [ $((n += 1)) -gt 600 ]"
        let wait = "n=0; until \(isWanted); do sleep 0.05; done"
        let start = AgentUnderTest.Start.after(
            """
            mkfifo '\(home["pipe"])'
            { \(wait); exec cat > '\(home["said"])'; } < '\(home["pipe"])' &
            exec 2> '\(home["pipe"])'; head -c 65536 /dev/zero >&2
            """
        )
        let agent = try AgentUnderTest(in: home, start)
        let client = try agent.connect()
        let events = try agent.events()

        for number in 2...4 {
            try home.replace("settings.toml", with: "size = = \(number)\n")
            _ = try events.next("problem")
            try home.replace("settings.toml", with: "size = \(number)\n")
            _ = try events.next("recovered")
        }
        #expect(try client.get("size") == "4")

        try home.write("", to: "read")
        let deadline = Deadline()
        var said = ""
        while !said.hasSuffix("replicas\n"), deadline.milliseconds > 0 {
            try client.rescan()
            said = home.text("said") ?? ""
        }
        #expect(
            said.drop { $0 == "\0" } == """
                settings-agent: nobody read the standard error, and 6 messages were dropped
                Went on without waiting. List what is wrong with: settingsctl status

                """
        )
    }
}
