// The program's own check of a file, before a new text takes the old one's place.

import Foundation
import Testing

@Suite(.ownThread) struct `A file's check` {
    /// A home with a file whose check takes no text with `size = 13`, and tells the line.
    private func home(
        holding text: String,
        check: String = #"["sh", "-c", '! grep -n "size = 13" "$1"', "sh", "{}"]"#
    ) throws -> Home {
        let home = try Home(holding: text)
        let table = "[[file]]\npath = \"\(home["settings.toml"])\"\ncheck = \(check)\n"
        try home.write(table, to: home.domainFile())
        return home
    }

    @Test func `keeps out a text that it refuses where it took the old one`() throws {
        let home = try home(holding: "# Mine.\nsize = 12\n")
        let agent = try AgentUnderTest(in: home)
        let refused = try agent.settingsctl(["set", Home.domain, "size", "13"])
        #expect(try refused.waitForEnd() == .exited(5))
        #expect(refused.errorText().contains("2:size = 13"), "\(refused.errorText())")
        #expect(home.text("settings.toml") == "# Mine.\nsize = 12\n")
        #expect(try agent.connect().get("size") == "13")
        let state = try agent.connect().replica(home["settings.toml"])["state"]?.text
        #expect(state == "differs")
        #expect(try leftovers(in: home) == [])

        try agent.command("set", "size", "14")
        #expect(home.text("settings.toml") == "# Mine.\nsize = 14\n")
        let mended = try agent.connect().replica(home["settings.toml"])["state"]?.text
        #expect(mended == "ok")
    }

    @Test func `keeps out nothing where it doesn't take the old text either`() throws {
        let home = try home(holding: "size = 13\ntheme = \"a\"\n")
        let agent = try AgentUnderTest(in: home)
        try agent.command("set", "theme", "b")
        #expect(home.text("settings.toml") == "size = 13\ntheme = \"b\"\n")
        try agent.waitUntilSays(
            "the file's check refuses it: 'sh' ended with status 1: 1:size = 13"
        )
    }

    @Test func `says what it thinks of a save by hand, which counts`() throws {
        let home = try home(holding: "size = 12\n")
        let agent = try AgentUnderTest(in: home)
        try agent.connect().rescan()
        try home.write("size = 13\n", to: "settings.toml")
        try agent.waitUntilSays(
            "the file's check refuses it: 'sh' ended with status 1: 1:size = 13"
        )
        #expect(try agent.connect().get("size") == "13")
        #expect(home.text("settings.toml") == "size = 13\n")
    }

    @Test func `stops nothing where its program isn't there`() throws {
        let home = try home(holding: "size = 12\n", check: #"["no-such-checker", "{}"]"#)
        let agent = try AgentUnderTest(in: home)
        try agent.command("set", "size", "13")
        #expect(home.text("settings.toml") == "size = 13\n")
        try agent.waitUntilSays("the file's check couldn't run")
    }

    private func leftovers(in home: Home) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.path).filter {
            $0.hasSuffix(".settings-agent")
        }
    }
}
