// A domain that is larger than a line of the protocol, with the real programs.

import Testing

@Suite(.ownThread) struct `A dump that is larger than a line` {
    /// Runs `settingsctl` in a home's shell, where `settings` stands for it.
    private func run(_ command: String, in home: Home) throws {
        try home.shell(
            """
            XDG_RUNTIME_DIR='\(home["run"])' HOME='\(home.path)' LANG=C.UTF-8
            export XDG_RUNTIME_DIR HOME LANG
            settings() { '\(try AgentUnderTest.builtBinary("settingsctl"))' "$@"; }
            \(command)
            """
        )
    }

    @Test func `is loaded back as it was, after everything was deleted at once`() throws {
        let home = try Home(files: ["settings.toml"])
        let value = String(repeating: "x", count: 1_000)
        let lines = (0..<1_100).map { "key\($0) = \"\(value)\"\n" }
        try home.write("[table]\n" + lines.joined(), to: "settings.toml")
        let agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()

        try run("settings dump \(Home.domain) > dump", in: home)
        let dump = try #require(home.text("dump"))
        #expect(dump.utf8.count > 1 << 20)
        try run("settings delete \(Home.domain)", in: home)
        try run("settings dump \(Home.domain) > nothing", in: home)
        #expect(home.text("nothing") == "")
        try run("settings load \(Home.domain) < dump", in: home)
        try run("settings dump \(Home.domain) > again", in: home)

        #expect(home.text("again") == dump)
        try agent.stop()
    }
}
