// `settingsctl ui FILE`: a file that belongs to no domain is shown, and nothing else comes of it.

import Testing

extension AgentUnderTest {
    /// Shows a file in lines, and what is answered to each line.
    fileprivate func show(_ file: String, answering lines: String) throws -> String {
        try home.shell(
            """
            XDG_RUNTIME_DIR='\(home["run"])' HOME='\(home.path)' LANG=C.UTF-8
            export XDG_RUNTIME_DIR HOME LANG
            printf '\(lines)' | '\(try Self.builtBinary("settingsctl"))' ui --plain '\(home[file])'
            """
        )
    }
}

@Suite(.ownThread) struct `Two files of one name` {
    private let first = "# A.\nvolume = 3\n"
    private let second = "# B.\nname = \"x\"\n"

    @Test func `that are shown in turn stay as they are`() throws {
        let home = try Home()
        try home.makeFolder("a")
        try home.makeFolder("b")
        try home.write(first, to: "a/prefs.toml")
        try home.write(second, to: "b/prefs.toml")
        let agent = try AgentUnderTest(in: home)

        #expect(try agent.show("a/prefs.toml", answering: #"quit\n"#).contains("volume"))
        let shown = try agent.show("b/prefs.toml", answering: #"quit\n"#)
        try agent.connect().rescan()

        #expect(shown.contains("name"))
        #expect(!shown.contains("volume"))
        #expect(home.text("a/prefs.toml") == first)
        #expect(home.text("b/prefs.toml") == second)
        #expect(home.names(in: "config/settings-agent/domains") == ["\(Home.domain).toml"])
    }
}
