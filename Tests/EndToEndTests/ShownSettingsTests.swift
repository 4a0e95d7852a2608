// `settingsctl ui DOMAIN` without a schema: it shows the settings that the domain has, and no others.

import Testing

extension AgentUnderTest {
    /// The lines of the domain's panes, without the commands.
    fileprivate func shownLines() throws -> [String] {
        let program = try settingsctl(["ui", "--plain", Home.domain])
        #expect(try program.waitForEnd() == .exited(0))
        return program.outputText().split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix(" ") }
    }
}

@Suite(.ownThread) struct `The panes of a domain without a schema` {
    private let good = "a = 1\nb = 2\n[t]\nc = 3\n"

    @Test(arguments: ["a = \nb = 2\n", ""])
    func `show the last good values of a file that can't be used`(text: String) throws {
        let home = try Home()
        try home.write(good, to: "settings.toml")
        let agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()
        try home.write(text, to: "settings.toml")
        try agent.connect().rescan()

        let lines = try agent.shownLines()

        let rows = ["a, number, 1", "b, number, 2", "c, number, 3"]
        #expect(rows.filter { row in !lines.contains { $0.hasPrefix(row) } } == [])
        #expect(home.text("settings.toml") == text)
        try agent.stop()
    }

    @Test func `show nothing of a file that isn't the domain's`() throws {
        let home = try Home(files: [])
        try home.write("a = 1\n", to: "s.toml")
        try home.write(#"{"pal": {"n": 1}, "zoo": [1], "zap": true}"#, to: "t.json")
        try home.write(
            """
            [[file]]
            path = "\(home["s.toml"])"

            [[file]]
            path = "\(home["t.json"])"
            keys = ["pal.*"]
            """,
            to: home.domainFile()
        )
        let agent = try AgentUnderTest(in: home)

        let lines = try agent.shownLines()

        #expect(lines.contains("a, number, 1"))
        #expect(lines.contains("n, number, 1"))
        #expect(!lines.contains { $0.contains("zoo") || $0.contains("zap") })
        try agent.stop()
    }
}
