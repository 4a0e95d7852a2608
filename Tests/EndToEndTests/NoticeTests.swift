// Notices of the real agent, shown by a real program.

import Glibc
import SettingsModel
import Testing

@Suite(.ownThread) struct `A notice of the agent` {
    private let home: Home
    private let agent: AgentUnderTest

    /// Notes each notice in a line of its own.
    private static let settings = """
        [notify]
        on = ["broken", "held"]
        command = ["sh", "-c", 'echo "$1:" $2 >> told', "sh", "{title}", "{text}"]

        """

    init() throws {
        home = try Home(files: ["a.toml", "b.toml"], holding: "size = 1\n")
        try home.write(Self.settings, to: "config/settings-agent/agent.toml")
        try home.shell("chmod 644 config/settings-agent/agent.toml")
        agent = try AgentUnderTest(in: home)
    }

    private func broken(_ file: String) -> String {
        "settings-agent: \(Home.domain): ~/\(file):1:7 can't be read. "
            + "Kept the last good values. What to do: settingsctl doctor\n"
    }

    /// Waits until the notices are of these files.
    private func waitForNotices(_ files: [String]) throws {
        let text = files.map(broken).joined()
        try home.waitForText(text, of: "told", asking: agent.connect())
    }

    @Test func `is shown once for a broken file, and again when it is broken again`() throws {
        let client = try agent.connect()
        try home.write("size =\n", to: "a.toml")
        try waitForNotices(["a.toml"])

        // The notice of another file shows that what came before it was dealt with.
        try home.write("size = 2\n", to: "a.toml")
        try client.rescan()
        try home.write("size =\n", to: "b.toml")
        try waitForNotices(["a.toml", "b.toml"])

        try home.write("size =\n", to: "a.toml")
        try waitForNotices(["a.toml", "b.toml", "a.toml"])
        try agent.stop()
        #expect(home.text("told") == ["a.toml", "b.toml", "a.toml"].map(broken).joined())
    }

    @Test func `names a command that says what to do`() throws {
        try home.write("size =\n", to: "a.toml")
        try waitForNotices(["a.toml"])
        let doctor = try agent.settingsctl(["doctor"])
        #expect(try doctor.waitForEnd() == .exited(1))
        #expect(doctor.outputText().contains("/a.toml"))
    }

    @Test func `isn't shown while none is on, and is once it is`() throws {
        try home.write("[notify]\non = []\nonce = 1\n", to: "config/settings-agent/agent.toml")
        try agent.waitUntilSays("'once' is not known")
        try home.write("size =\n", to: "a.toml")
        try agent.waitUntilSays("Kept the last good values")
        try home.write(Self.settings + "twice = 1\n", to: "config/settings-agent/agent.toml")
        try agent.waitUntilSays("'twice' is not known")

        try home.write("size =\n", to: "b.toml")

        let text = [("a.toml", "1:7"), ("b.toml", "1:7")].map {
            "~/\($0):\($1) can't be read. Kept the last good values. "
        }
        try home.waitForText(
            "settings-agent: \(Home.domain): " + text.joined() + "What to do: settingsctl doctor\n",
            of: "told",
            asking: agent.connect()
        )
    }
}
