// A domain that is larger than a request, with the real programs.

import Testing

@Suite(.ownThread) struct `An export that is larger than a request` {
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

    @Test func `is imported as it was, after everything was reset`() throws {
        let home = try Home(files: ["settings.toml"])
        let value = String(repeating: "x", count: 1_000)
        let lines = (0..<1_100).map { "key\($0) = \"\(value)\"\n" }
        try home.write("[table]\n" + lines.joined(), to: "settings.toml")
        let agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()

        try run("settings export \(Home.domain) dump.toml", in: home)
        let dump = try #require(home.text("dump.toml"))
        #expect(dump.utf8.count > 1 << 20)
        try run("settings reset \(Home.domain) --all", in: home)
        #expect(try agent.connect().get("table.key0") == nil)
        try run("settings import \(Home.domain) dump.toml", in: home)
        try run("settings export \(Home.domain) again.toml", in: home)

        #expect(home.text("again.toml") == dump)
        try agent.stop()
    }
}
