// The panes in words, row by row, each with the command that changes it.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let instruction =
    "Below a row is the command that changes it. That of a switch sets the other value; in all "
    + "others, put the new value in place of the last word."

/// What is printed of a program; commands are indented.
private func printed(
    _ program: Program,
    _ values: [(String, SettingValue)] = [],
    file: String? = nil
) -> [String] {
    let stored = values.map { key, value in
        let place = SettingPlace(domain: program.domain, keyPath: SettingKeyPath(segments: [key]))
        return (place, value)
    }
    return printed(Fixture.state(programs: [program], values: stored), file: file)
}

private func printed(_ state: Model, file: String? = nil) -> [String] {
    PlainPanes(state, file: file).lines.map { line in
        switch line {
        case .words(let words): words
        case .command(let command): "  " + command
        }
    }
}

@Suite struct `A pane in words` {
    @Test func `has each row with the command that changes it`() {
        #expect(
            printed(Fixture.programs[0], [("volume", .real(7))]) == [
                instruction, "Game Settings.", "Group Game Settings.",
                "Music Volume, number, 3.5, from 0 to 10",
                "  settingsctl set org.example.game music 3.5",
                "Game Volume, number, 7.0, from 0 to 10, modified, default 3.5",
                "  settingsctl set org.example.game volume 7.0",
                "Difficulty, choice, Easy, of Easy (easy), Hard (hard)",
                "  settingsctl set org.example.game difficulty easy", "Group Advanced Settings.",
                "Ship Stability, number, 3.5, from 0 to 10",
                "  settingsctl set org.example.game stability 3.5", "Bad Guys, switch, on",
                "  settingsctl set org.example.game badGuys false", "Debug, switch, off",
                "  settingsctl set org.example.game debug true", "Group About.",
                "Version, 1.0.0 Rev. B, read-only",
            ]
        )
    }

    @Test func `has no secret, which its command reads`() throws {
        let lines = printed(
            Fixture.programs[2],
            [("port", .integer(8_443)), ("password", .string("hunter2"))]
        )
        #expect(!lines.contains { $0.contains("hunter2") })
        let password = try #require(lines.firstIndex { $0.hasPrefix("Password, secret, set") })
        #expect(lines[password + 1] == "  settingsctl set org.example.network password -")
        #expect(lines.contains("Port, number, 8443, modified, default 443"))
        let user = try #require(lines.firstIndex(of: "User, text, not set"))
        #expect(lines[user + 1] == "  settingsctl set org.example.network user ''")
        #expect(lines.contains("Retries, number, 3, from 0 to 10"))
    }

    @Test func `has no secret where the text is empty`() {
        let lines = printed(Fixture.programs[2], [("password", .string(""))])
        #expect(lines.contains { $0.hasPrefix("Password, secret, not set") })
    }

    @Test func `has the elements of lists, and their panes`() throws {
        let lines = printed(
            Fixture.lists,
            [
                ("servers", .array([.string("a.example")])),
                ("accounts", .array([Fixture.account("Ada")])),
            ]
        )
        let first = try #require(lines.firstIndex(of: "text, a.example"))
        #expect(
            lines[first...].prefix(4) == [
                "text, a.example", "  settingsctl set org.example.lists 'servers[0]' a.example",
                "Add a server", "  settingsctl set org.example.lists 'servers[1]' ''",
            ]
        )
        let account = try #require(lines.firstIndex(of: "Ada"))
        #expect(
            lines[account...].prefix(3) == [
                "Ada", "Add an account", "  settingsctl set org.example.lists 'accounts[1]' '{}'",
            ]
        )
        let name = try #require(lines.firstIndex(of: "Name, text, Ada"))
        #expect(
            lines[name...].prefix(6) == [
                "Name, text, Ada", "  settingsctl set org.example.lists 'accounts[0].name' Ada",
                "Active, switch, on",
                "  settingsctl set org.example.lists 'accounts[0].active' false",
                "Password, secret, not set",
                "  settingsctl set org.example.lists 'accounts[0].password' -",
            ]
        )
    }

    @Test(
        arguments: [
            ([], "accounts '[{}]'"), ([("accounts", .array([]))], "'accounts[0]' '{}'"),
            ([("servers", .array([]))], "'servers[0]' ''"),
        ] as [([(String, SettingValue)], String)]
    )
    func `adds an element to a list, and sets one that isn't set`(
        values: [(String, SettingValue)],
        command: String
    ) {
        let lines = printed(Fixture.lists, values)
        #expect(lines.contains("  settingsctl set org.example.lists " + command))
    }

    @Test func `is there once, whatever leads to it`() {
        let more = #"{"Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"}"#
        let back = #"{"Type": "PSChildPaneSpecifier", "Title": "Back", "File": "Root"}"#
        let loud = """
            {"Type": "PSToggleSwitchSpecifier", "Title": "Loud", "Key": "loud",
             "DefaultValue": false}
            """
        let program = Fixture.program(
            "tools",
            "Tools",
            ["Root": "\(more), \(more)", "More": "\(loud), \(back)"]
        )
        #expect(
            printed(program) == [
                instruction, "Tools.", "More", "More", "More.", "Loud, switch, off",
                "  settingsctl set org.example.tools loud true", "Back",
            ]
        )
    }

    @Test func `of a file by itself has commands that edit it`() {
        let lines = printed(Fixture.programs[0], file: "/my file.toml")
        #expect(lines.contains("  settingsctl file set '/my file.toml' music 3.5"))
        #expect(!lines.contains { $0.contains("org.example.game") })
    }

    @Test func `only shows what is locked, and what leads outside`() {
        let row =
            #"{"Type": "IASKOpenURLSpecifier", "Title": "Page", "File": "https://example.org/"}"#
        #expect(
            printed(Fixture.program("tools", "Tools", ["Root": row])).last
                == "Page, https://example.org/"
        )
        var state = Fixture.state(programs: [Fixture.programs[0]])
        let change = Fixture.change(Fixture.place("game", "music"), .real(6), layer: .managed)
        state.send(.agent(.changed([change])))
        let music = "Music Volume, number, 6.0, from 0 to 10, read-only, locked"
        #expect(printed(state).contains(music))
        #expect(!printed(state).contains { $0.contains("game music") })
    }

    @Test func `says until when a row can't be changed`() {
        let rows = """
            {"Type": "PSToggleSwitchSpecifier", "Title": "Sound", "Key": "sound",
             "DefaultValue": false},
            {"Type": "PSToggleSwitchSpecifier", "Title": "Loud", "Key": "loud",
             "DefaultValue": false, "SAEnabledWhen": {"Key": "sound", "Equals": true}}
            """
        let program = Fixture.program("tools", "Tools", ["Root": rows])
        let loud = "Loud, switch, off"
        #expect(printed(program).last == loud + ", read-only here until 'sound' is true")
        let command = "  settingsctl set org.example.tools loud true"
        #expect(printed(program, [("sound", .boolean(true))]).suffix(2) == [loud, command])
        var state = Fixture.state(programs: [program])
        state.type("j ")
        #expect(state.status?.text == "Loud is read-only here until 'sound' is true")
    }

    @Test func `says first what is wrong with a file`() {
        var state = Fixture.state(programs: [Fixture.programs[2]])
        let place = SourcePlace(line: 2, column: 3)
        let problem = FileProblem.unreadable(
            Fixture.domain("network"),
            "/net.toml",
            place,
            "expected a value"
        )
        state.send(.agent(.knownProblems([problem])))
        #expect(
            printed(state).first
                == "/net.toml:2: expected a value. The last good values are shown."
        )
    }
}

@Suite struct `Several programs in words` {
    @Test func `are listed with the commands that print them`() {
        let lines = printed(Fixture.state())
        #expect(
            lines.prefix(6) == [
                "Below a program is the command that prints its settings.", "Settings.",
                "ShootStuffUp", "  settingsctl ui --plain org.example.game",
                "Star Catalogue, A1 Star", "  settingsctl ui --plain org.example.stars",
            ]
        )
    }
}
