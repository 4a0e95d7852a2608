// A bad file beside good ones: the others go on.

import Foundation
import Glibc
import SettingsModel
import Testing

@Suite(.ownThread) struct `Beside a bad file` {
    @Test func `another file of the domain goes on taking and giving changes`() throws {
        let home = try Home(files: ["settings.toml", "other.json"])
        try home.write("# Mine.\nsize = 1\n", to: "settings.toml")
        try home.write("{\n  \"size\": 1\n}\n", to: "other.json")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        let events = try agent.events()
        try home.write("size = = 1\n", to: "settings.toml")
        _ = try events.next("problem")

        try home.write("{\n  \"size\": 2\n}\n", to: "other.json")
        try events.nextChange(of: "size", to: "2")
        try client.set("size", to: "3")
        try client.rescan()
        #expect(home.text("other.json") == "{\n  \"size\": 3\n}\n")
        #expect(home.text("settings.toml") == "size = = 1\n")
        try home.write("# Mine.\nsize = 1\n", to: "settings.toml")
        try client.rescan()

        #expect(home.text("settings.toml") == "# Mine.\nsize = 3\n")
        #expect(try client.get("size") == "3")
    }

    @Test func `what its user changed while it was bad is taken with the rest`() throws {
        let home = try Home(holding: "# Mine.\nsize = 1\nname = \"a\"\n")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        try home.write("# Mine.\nsize = = 1\nname = \"b\"\n", to: "settings.toml")
        try client.rescan()
        try client.set("size", to: "7")

        try home.write("# Mine.\nsize = 1\nname = \"c\"\n", to: "settings.toml")
        try client.rescan()

        #expect(home.text("settings.toml") == "# Mine.\nsize = 7\nname = \"c\"\n")
        #expect(try client.get("name") == "\"c\"")
    }

    @Test func `of the administrator, what he locked stays locked`() throws {
        let home = try Home()
        let managed = "etc/settings-agent/managed/\(Home.domain).toml"
        try home.shell("mkdir -p etc/settings-agent/managed")
        try home.write("size = 5\n", to: managed)
        try home.write("name = \"a\"\n", to: "settings.toml")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        #expect(try client.get("size") == "5")

        try home.write("size = = 5\n", to: managed)
        try client.rescan()

        #expect(try client.get("size") == "5")
        #expect(throws: Refused.self) { try client.set("size", to: "7") }
        #expect(
            agent.said == """
                \(home[managed]):1:8: found '=', expected a value
                  1 | size = = 5
                    |        ^
                Kept the last good values. Write a value after the '=', text in double quotes.

                """
        )
    }

    @Test func `the system's journal gets each line with its priority`() throws {
        let home = try Home(holding: "size = 1\n")
        let agent = try AgentUnderTest(
            in: home,
            .after("export JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2)")
        )

        try home.write("size = = 1\n", to: "settings.toml")
        try agent.connect().rescan()
        try home.write("size = 1\n", to: "settings.toml")
        try agent.connect().rescan()

        #expect(
            agent.said == """
                <4>\(home["settings.toml"]):1:8: found '=', expected a value
                <4>  1 | size = = 1
                <4>    |        ^
                <4>Kept the last good values. Write a value after the '=', text in double quotes.
                <5>\(home["settings.toml"]): in sync again

                """
        )
    }
}

@Suite(.ownThread) struct `A subscriber that comes later` {
    @Test func `learns of a bad file from 'replicas'`() throws {
        let home = try Home(holding: "size = 1\n")
        let agent = try AgentUnderTest(in: home)
        try home.write("size = = 1\n", to: "settings.toml")
        try agent.connect().rescan()

        let replica = try agent.connect().replica(home["settings.toml"])

        #expect(replica["state"] == .string("broken"))
        #expect(replica["line"] == .integer(1))
        #expect(replica["column"] == .integer(8))
        #expect(replica["problem"] == .string("found '=', expected a value"))
        let domains = try agent.connect().call("domains")["domains"]?.elements
        #expect(domains?.first?["problems"] == .integer(1))
    }
}
