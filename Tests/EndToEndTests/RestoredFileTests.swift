// Earlier texts that people put back with the tools they have.

import SettingsModel
import Testing

@Suite(.ownThread) struct `A restored copy` {
    private let old = "# Mine.\nsize = 1\nname = \"a\"\n"

    /// An agent whose file was copied, and has changed since; nobody has read it after that, which would
    /// tell as much.
    private func agent(in home: Home) throws -> AgentUnderTest {
        try home.write(old, to: "settings.toml")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        try client.rescan()
        try home.shell("cp -p settings.toml old.toml")
        try client.set("size", to: "7")
        // Both at once would be one text.
        try client.rescan()
        try client.set("name", to: "\"b\"")
        try client.rescan()
        return agent
    }

    @Test(arguments: [
        "cp -p old.toml settings.toml", "mv old.toml settings.toml",
        "cp --remove-destination old.toml settings.toml", "install -m 644 old.toml settings.toml",
        "rm settings.toml; cat old.toml >settings.toml",
    ])
    func `stays`(command: String) throws {
        let home = try Home()
        let agent = try agent(in: home)
        try home.shell(command)
        let client = try agent.connect()
        try client.rescan()
        #expect(home.text("settings.toml") == old)
        #expect(try client.get("size") == "1")
    }

    @Test(arguments: ["cp -p old.toml settings.toml", "mv old.toml settings.toml"])
    func `stays where no agent ran`(command: String) throws {
        let home = try Home()
        let first = try agent(in: home)
        for size in 8...9 { try first.connect().set("size", to: "\(size)") }
        try first.connect().set("wrap", to: "true")
        // What isn't in the file yet can't be undone by one.
        try first.connect().rescan()
        try first.stop()
        // A copy from elsewhere of a text that nobody has read here.
        let middle = old.replacing("1", with: "7")
        try home.write(middle, to: "old.toml")
        try home.shell("touch -d '1 hour ago' old.toml; \(command)")
        let next = try AgentUnderTest(in: home)
        let client = try next.connect()
        try client.rescan()
        #expect(home.text("settings.toml") == middle)
        #expect(try client.get("size") == "7")
        #expect(try client.get("wrap") == nil)
    }

    @Test func `with a time of now stays the second time, or with the command that is told`() throws
    {
        let home = try Home()
        let agent = try agent(in: home)
        let client = try agent.connect()
        try home.shell("cp old.toml settings.toml")
        try client.rescan()
        #expect(try client.get("size") == "7")
        let problem = try client.replica(home["settings.toml"])["problem"]?.text ?? ""
        #expect(problem.contains("older values of 'name' and 'size' were saved"), "\(problem)")
        try home.shell("cp old.toml settings.toml")
        try client.rescan()
        #expect(home.text("settings.toml") == old)

        try client.set("size", to: "8")
        try client.rescan()
        let command = try agent.settingsctl(["restore", home["settings.toml"]])
        #expect(try command.waitForEnd() == .exited(0), "\(command.errorText())")
        #expect(home.text("settings.toml") == old)
        #expect(try client.get("size") == "1")
    }
}

@Suite(.ownThread) struct `A new text with an old date` {
    @Test(arguments: ["cp -p new.toml settings.toml", "mv new.toml settings.toml"])
    func `is taken whole while the agent runs`(command: String) throws {
        let home = try Home(holding: "v = 1\n")
        let agent = try AgentUnderTest(in: home)
        let client = try agent.connect()
        try client.set("v", to: "5")
        try client.rescan()
        try home.write("v = 7\nw = 7\n", to: "new.toml")
        try home.shell("touch -d '2 hours ago' new.toml; \(command)")
        try client.rescan()
        #expect(home.text("settings.toml") == "v = 7\nw = 7\n")
        #expect(try client.get("v") == "7")
    }
}
