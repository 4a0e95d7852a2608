// The agent's log where systemd's journal doesn't keep it.

import Glibc
import SettingsModel
import Testing

@Suite(.ownThread) struct `The agent's log` {
    @Test func `has what the standard error has, and is the user's alone`() throws {
        let home = try Home(holding: "size = 1\n")
        let agent = try AgentUnderTest(in: home)
        try home.write("size =\n", to: "settings.toml")
        try agent.waitUntilSays("Kept the last good values")
        let name = "state/settings-agent/agent.log"

        let log = try #require(home.text(name))

        let entry = try #require(log.firstRange(of: " warning: "))
        #expect(String(log[entry.upperBound...]) == agent.said)
        #expect(
            log[..<entry.lowerBound].wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}/)
                != nil
        )
        #expect(try home.status(name).st_mode & 0o777 == 0o600)
    }

    @Test func `has it where the standard error is closed, which no other file becomes`() throws {
        let home = try Home(holding: "size = 1\n")
        // What was its standard error tells the test when the agent ends.
        let agent = try AgentUnderTest(in: home, .after("exec 3>&2 2>&-"))
        let events = try agent.events()
        try home.write("size =\n", to: "settings.toml")
        _ = try events.next("problem")

        let log = home.text("state/settings-agent/agent.log")

        #expect(log?.contains("Kept the last good values") == true)
        #expect(agent.said == "")
        #expect(try home.shell("readlink /proc/\(agent.program.id)/fd/2") == "/dev/null\n")
        try agent.stop()
    }
}
