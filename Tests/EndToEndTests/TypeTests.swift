// `settingsctl set` on files of each format: the type stays, or nothing happens.

import Foundation
import Testing

@Suite(.ownThread) struct `settingsctl set on a file` {
    /// One command, what it ends with, what it says, and the file after it.
    struct Walk: CustomTestStringConvertible {
        var file: String
        var text: String
        var words: [String]
        var status: Int32 = 3
        var errors: String = ""
        var after: String?

        var testDescription: String { "\(file): \(words.joined(separator: " "))" }
    }

    private static let walks = [
        Walk(
            file: "ed.toml",
            text: "theme = \"pink\" # t\n\n[font]\nsize = 21 # pt\n",
            words: ["font", "5"],
            errors: """
                settingsctl: 'font' is a table of 1 setting, which '5' would replace
                Nothing was changed. One of them is 'font.size'. To replace the table: \
                settingsctl set --force org.example.editor font 5

                """
        ),
        Walk(
            file: "ed.toml",
            text: "theme = \"pink\" # t\n",
            words: ["theme.x", "5"],
            errors: """
                settingsctl: 'theme' is text ("pink"), not a table, and 'theme.x' would replace it
                Nothing was changed. To replace it by a table: \
                settingsctl set --force org.example.editor theme.x 5

                """
        ),
        Walk(
            file: "helix.toml",
            text: "[editor]\nmouse = false\n",
            words: ["editor.mouse", "maybe"],
            errors: """
                settingsctl: 'editor.mouse' is a boolean (false), but 'maybe' is text
                Nothing was changed. Write true or false. To change its type: \
                settingsctl set --type string org.example.editor editor.mouse maybe

                """
        ),
        Walk(
            file: "helix.toml",
            text: "[editor]\nmouse = false # at night\n",
            words: ["editor.mouse", "On"],
            status: 0,
            after: "[editor]\nmouse = true # at night\n"
        ),
        Walk(
            file: "alacritty.toml",
            text: "[font]\nsize = 12.5\n",
            words: ["font.size", "big"],
            errors: """
                settingsctl: 'font.size' is a real number (12.5), but 'big' is text
                Nothing was changed. Write a number, for example 14.5. To change its type: \
                settingsctl set --type string org.example.editor font.size big

                """
        ),
        Walk(
            file: "tp.toml",
            text: "size = 12.0 # pt\n",
            words: ["size", "14"],
            status: 0,
            after: "size = 14.0 # pt\n"
        ),
        Walk(
            file: "yy.yaml",
            text: "list:\n  - a # first\n  - b\n",
            words: ["list[0]", "z"],
            status: 0,
            after: "list:\n  - z # first\n  - b\n"
        ),
        Walk(
            file: "yy.yaml",
            text: "list:\n  - a\n",
            words: ["\"list[0]\"", "z"],
            status: 0,
            after: "list:\n  - a\nlist[0]: z\n"
        ),
        Walk(
            file: "kitty.conf",
            text: "font_size 13\n",
            words: ["font_size", "16"],
            status: 0,
            after: "font_size 16\n"
        ),
    ]

    @Test(arguments: walks) func `keeps the type of what is there`(walk: Walk) throws {
        let home = try Home(files: [walk.file], holding: walk.text)
        let agent = try AgentUnderTest(in: home)
        let words = ["set", Home.domain] + walk.words
        let command = try agent.settingsctl(words)
        let ending = try command.waitForEnd()
        #expect(ending == .exited(walk.status))
        #expect(command.errorText() == walk.errors)
        try agent.connect().rescan()
        #expect(home.text(walk.file) == walk.after ?? walk.text)
    }

    @Test func `makes the change by the command that the refusal names`() throws {
        for walk in Self.walks where walk.status == 3 {
            let home = try Home(files: [walk.file], holding: walk.text)
            let agent = try AgentUnderTest(in: home)
            let command = try #require(walk.errors.components(separatedBy: ": settingsctl ").last)
            let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
            let ending = try agent.settingsctl(words).waitForEnd()
            #expect(ending == .exited(0))
            try agent.connect().rescan()
            #expect(home.text(walk.file) != walk.text)
        }
    }

    @Test func `takes what a text setting of kitty prints`() throws {
        let home = try Home(files: ["kitty.conf"], holding: "font_size 13\n")
        let agent = try AgentUnderTest(in: home)
        try agent.command("set", "font_size", "16")
        #expect(try agent.connect().get("font_size") == "\"16\"")
    }
}
