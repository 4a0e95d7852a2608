// Rows of commands and addresses: they are shown and copied, and nothing is run.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let tools = Fixture.program(
    "tools",
    "Tools",
    [
        "Root": """
        {"Type": "IASKButtonSpecifier", "Title": "Back up", "Key": "backUp",
         "SACommand": ["backup", "--to", "my disk"]},
        {"Type": "IASKButtonSpecifier", "Title": "Sing"},
        {"Type": "IASKOpenURLSpecifier", "Title": "Home page", "File": "https://example.org/"},
        {"Type": "IASKOpenURLSpecifier", "Title": "Other", "File": "file:///etc/passwd"},
        {"Type": "IASKMailComposeSpecifier", "Title": "Write to us",
         "IASKMailComposeToRecipents": ["a@example.org"],
         "IASKMailComposeSubject": "Hi & bye"}
        """
    ]
)

private func state(_ look: Look = Look.all[0]) -> Model { Fixture.alone(tools, look) }

@Suite struct `A row with a command or an address` {
    @Test(arguments: [
        (0, "Back up", "backup --to 'my disk'"), (2, "Home page", "https://example.org/"),
        (3, "Other", "file:///etc/passwd"),
        (4, "Write to us", "mailto:a@example.org?subject=Hi%20%26%20bye"),
    ])
    func `shows it, and y copies it`(row: Int, title: String, text: String) {
        var state = state()
        for _ in 0..<row { state.press(.down) }
        #expect(state.lines[3 + row].contains(title))
        #expect(state.lines[3 + row].contains(text))
        #expect(state.hints.contains { $0.key == "y" && $0.label == "copy" })
        for key in ["y", "Y"] {
            #expect(state.type(key) == [.copy(text)])
            #expect(state.status?.text == "\(title) is copied")
        }
    }

    @Test(arguments: 0..<5)
    func `runs and opens nothing`(row: Int) {
        for key in [Key.enter, .character(" "), .right] {
            var state = state()
            for _ in 0..<row { state.press(.down) }
            #expect(state.press(key) == [])
            #expect(state.overlays.current == .none)
        }
    }

    @Test func `says how to get at it`() {
        var state = state()
        state.press(.enter)
        #expect(state.status?.text == "Back up is only shown: y copies it")
        state.press(.down, .enter)
        #expect(state.status?.text == "Sing is read-only")
        #expect(state.lines[4].contains("run by its program"))
    }

    @Test func `copies the command also where something is stored under its key`() {
        var state = state()
        let place = Fixture.place("tools", "backUp")
        state.send(.agent(.changed([Fixture.change(place, .string("Back up again"))])))
        #expect(state.type("y") == [.copy("backup --to 'my disk'")])
    }
}

@Suite struct `A word of a shell` {
    @Test(arguments: [
        ("plain-1.5/x=y", "plain-1.5/x=y"), ("two words", "'two words'"), ("", "''"),
        ("it's", "'it'\\''s'"), ("$(rm)", "'$(rm)'"), ("Zoë", "'Zoë'"),
    ]) func `is quoted where it must be`(text: String, quoted: String) {
        #expect(text.quotedForShell == quoted)
    }
}

@Suite struct `A screen with commands looks as it did` {
    @Test(arguments: Look.all) func `below a question`(look: Look) throws {
        var state = state(look)
        state.overlays.current = .confirmation(
            Confirmation(
                title: "Motto",
                text: "Not stored: Be quick. Quit?",
                yes: "quit",
                no: "go on",
                action: .quit
            )
        )
        try GoldenFile("24-question-\(look.name)").check(state.view())
    }
}
