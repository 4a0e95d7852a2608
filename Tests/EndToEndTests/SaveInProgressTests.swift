// Files seen in the middle of a save, and files that go and come back.

import Foundation
import Glibc
import SettingsModel
import Testing

@Suite(.ownThread) struct `A save in progress` {
    /// A writer that has the file open.
    private final class Writer {
        let descriptor: Descriptor

        init(_ path: String, _ flags: Int32) throws {
            descriptor = try Descriptor(open(path, O_WRONLY | O_CLOEXEC | flags), from: "open")
        }

        func write(_ text: String) throws {
            guard Glibc.write(descriptor.number, text, text.utf8.count) == text.utf8.count else {
                throw TestFailure.call("write")
            }
        }
    }

    private let good = "# Mine.\nsize = 1\nname = \"a\"\n"

    @Test func `is not believed before its writer is done`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()

        do {
            // Emptied, then with fewer keys than it will have: each would pass for a whole file.
            let writer = try Writer(home["settings.toml"], O_TRUNC)
            #expect(try client.get("name") == "\"a\"")
            try writer.write("# Mine.\nsize = 2\n")
            #expect(try client.get("name") == "\"a\"")
            try writer.write("name = \"b\"\n")
        }

        let seen = try events.changes(until: "name", is: "\"b\"")
        #expect(seen == ["name=\"b\"", "size=2"])
        #expect(agent.said.isEmpty)
        #expect(home.text("settings.toml") == "# Mine.\nsize = 2\nname = \"b\"\n")
    }

    @Test func `takes no edit down with it`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()

        do {
            let writer = try Writer(home["settings.toml"], O_TRUNC)
            try client.set("size", to: "7")
            try writer.write("# Mine.\nsize = 1\nname = \"b\"\n")
        }
        try events.nextChange(of: "name", to: "\"b\"")
        try client.rescan()

        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\nname = \"b\"\n")
        #expect(try client.get("size") == "7")
    }

    @Test func `that pauses counts for what it has, and undoes nothing`() throws {
        let home = try Home(holding: good + "wrap = true\n")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()

        do {
            let writer = try Writer(home["settings.toml"], O_TRUNC)
            try writer.write("# Mine.\nsize = 2\n")
            try events.nextChange(of: "size", to: "2")
            #expect(try client.get("wrap") == "true")
            try client.set("name", to: "\"c\"")
            #expect(home.text("settings.toml") == "# Mine.\nsize = 2\n")
            try writer.write("name = \"a\"\nwrap = true\n")
        }
        let whole = "# Mine.\nsize = 2\nname = \"c\"\nwrap = true\n"
        try home.waitForText(whole, of: "settings.toml", asking: client)
        #expect(try client.get("name") == "\"c\"")
    }

    @Test func `costs nothing when the agent is killed in the middle of it`() throws {
        let home = try Home(holding: good)
        var agent = try AgentUnderTest(in: home)

        do {
            let writer = try Writer(home["settings.toml"], O_TRUNC)
            try agent.connect().set("size", to: "7")
            agent = try agent.killedAndRestarted()
            #expect(try agent.connect().get("name") == "\"a\"")
            #expect(try agent.connect().get("size") == "7")
            try writer.write("# Mine.\nsize = 1\nname = \"b\"\n")
        }
        try agent.connect().rescan()

        #expect(try agent.connect().get("name") == "\"b\"")
        #expect(try agent.connect().get("size") == "7")
        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\nname = \"b\"\n")
    }
}

@Suite(.ownThread) struct `An emptied file` {
    private let good = "# Mine.\nsize = 1\nname = \"a\"\n"
    private func said(_ home: Home) -> String {
        """
        \(home["settings.toml"]): the file is empty
        Kept the settings it had. See what is missing: settingsctl restore --dry-run \
        \(home["settings.toml"]). Restore it without --dry-run, or keep the save: settingsctl accept \
        \(home["settings.toml"])

        """
    }

    @Test(arguments: ["", "\n", " \n\t\r\n"])
    func `takes no settings with it, and is told of`(text: String) throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()

        try home.write(text, to: "settings.toml")

        #expect(try events.next("problem")["problem"] == .string("the file is empty"))
        #expect(agent.said == said(home))
        #expect(try client.get("name") == "\"a\"")
        #expect(home.text("settings.toml") == text)
    }

    @Test func `takes the waiting edit when its text is back`() throws {
        let home = try Home(holding: good)
        var agent = try AgentUnderTest(in: home)
        try home.write("", to: "settings.toml")
        try agent.waitUntilSays("the file is empty")
        try agent.connect().set("size", to: "7")
        try agent.connect().rescan()
        #expect(home.text("settings.toml") == "")

        agent = try agent.killedAndRestarted()
        #expect(try agent.connect().get("name") == "\"a\"")
        #expect(home.text("settings.toml") == "")
        try home.write(good, to: "settings.toml")
        try agent.connect().rescan()

        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\nname = \"a\"\n")
        #expect(try agent.connect().get("size") == "7")
    }

    @Test func `is taken at its word when the user says so`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        try home.write("", to: "settings.toml")
        try agent.waitUntilSays("the file is empty")

        try client.call("accept", #"{"domain":"\#(Home.domain)"}"#)

        #expect(try client.get("name") == nil)
        #expect(home.text("settings.toml") == "")
    }
}

@Suite(.ownThread) struct `A file that is gone` {
    private let good = "# Mine.\nsize = 1\nname = \"a\"\n"

    @Test func `takes no settings with it, and is not made again unasked`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()

        try home.shell("rm settings.toml")
        try client.rescan()

        #expect(try client.get("name") == "\"a\"")
        #expect(home.text("settings.toml") == nil)
        #expect(try events.changesSoFar(asking: client) == [])
    }

    @Test func `is taken as it comes back, with all it had`() throws {
        let home = try Home(holding: good)
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()

        try home.shell("mv settings.toml away")
        try client.rescan()
        try home.write("# Mine.\nsize = 2\nname = \"a\"\n", to: "away")
        try home.shell("mv away settings.toml")

        let seen = try events.changes(until: "size", is: "2")
        #expect(seen == ["size=2"])
        #expect(try client.get("name") == "\"a\"")
    }

    @Test func `is made again, whole, by the next edit`() throws {
        let home = try Home(holding: good)
        var agent = try AgentUnderTest(in: home)
        try home.shell("rm settings.toml")
        try agent.connect().rescan()
        agent = try agent.killedAndRestarted()
        #expect(try agent.connect().get("name") == "\"a\"")

        try agent.connect().set("size", to: "7")
        try agent.connect().rescan()

        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\nname = \"a\"\n")
    }

    @Test func `may take its folder with it`() throws {
        let home = try Home(files: ["sub/settings.toml"])
        try home.shell("mkdir sub")
        try home.write(good, to: "sub/settings.toml")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()

        try home.shell("mv sub away")
        try client.rescan()
        #expect(try client.get("name") == "\"a\"")
        try home.write("# Mine.\nsize = 2\nname = \"a\"\n", to: "away/settings.toml")
        try home.shell("mv away sub")

        try events.nextChange(of: "size", to: "2")
        try agent.waitUntilSays("in sync again")
        let file = home["sub/settings.toml"]
        #expect(
            agent.said == """
                \(file): the file is gone
                Kept its settings; the next change creates it, if its folder is there. \
                Restore it, or run: settingsctl unlink \(Home.domain) \(file)
                \(file): in sync again

                """
        )
    }
}

@Suite(.ownThread) struct `Keys that JSON has twice` {
    @Test func `count as the last one, which is the one that is edited, and are told`() throws {
        let home = try Home(files: ["settings.json"], holding: "{\"size\": 1, \"size\": 2}\n")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        #expect(try client.get("size") == "2")

        try client.set("size", to: "7")
        try client.rescan()

        #expect(try client.get("size") == "7")
        #expect(home.text("settings.json") == "{\"size\": 1, \"size\": 7}\n")
        #expect(
            agent.said == """
                \(home["settings.json"]):1:2: 'size' is set again on the same line
                  1 | {"size": 1, "size": 2}
                    |  ^
                Only the last one counts. Remove all but one of them.

                """
        )
        let again = try agent.killedAndRestarted()
        #expect(try again.connect().get("size") == "7")
    }

    @Test func `are told to subscribers and by the commands, and not unset`() throws {
        let home = try Home(files: ["settings.json"], holding: "{\"size\": 1}\n")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        try client.call("subscribe", #"{"domains":["\#(Home.domain)"]}"#)
        try home.write("{\"size\": 1, \"size\": 2}\n", to: "settings.json")
        let problem = try client.next("problem")
        #expect(problem["problem"]?.text == "'size' is set again on the same line")
        #expect(problem["line"] == .integer(1) && problem["column"] == .integer(2))

        let file = home["settings.json"]
        let doctor = try agent.settingsctl(["doctor"])
        #expect(try doctor.waitForEnd() == .exited(0))
        #expect(
            doctor.outputText().hasSuffix(
                """
                 !  \(Home.domain): '\(file):1:2': 'size' is set again on the same line
                    Remove all but one of them.

                """
            )
        )
        let replicas = try agent.settingsctl(["replicas", Home.domain])
        #expect(try replicas.waitForEnd() == .exited(0))
        #expect(
            replicas.outputText().contains(
                "\(file):1:2: 'size' is set again on the same line. Remove all but one"
            )
        )
        let unset = try agent.settingsctl(["unset", Home.domain, "size"])
        #expect(try unset.waitForEnd() == .exited(3))
        #expect(
            unset.errorText() == """
                settingsctl: 'size' can't be removed from '\(file)': \
                duplicate key 'size'
                Remove all but one of them by hand.

                """
        )
        #expect(home.text("settings.json") == "{\"size\": 1, \"size\": 2}\n")
        try home.write("{\"size\": 2}\n", to: "settings.json")
        #expect(try client.next("recovered")["file"]?.text == file)
    }
}
