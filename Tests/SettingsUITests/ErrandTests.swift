// Rows that do something: nothing runs unasked, and how it ended is told.

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
private let backUp = Errand(title: "Back up", words: ["backup", "--to", "my disk"])

private func state(_ look: Look = Look.all[0]) -> State { Fixture.alone(tools, look) }

@Suite struct `A button` {
    @Test func `runs its command only after a question, which is asked once`() {
        var state = state()
        #expect(state.press(.enter) == [])
        #expect(state.view().plain.contains("Runs: backup --to 'my disk'"))
        #expect(state.press(.enter) == [.run(backUp)])
        #expect(state.press(.enter) == [.run(backUp)])
    }

    @Test(arguments: [Key.escape, .character("n"), .character("q"), .character("D")])
    func `runs nothing when the answer is no`(key: Key) {
        var state = state()
        state.press(.enter)
        #expect(state.press(key) == [])
        #expect(state.allowed.isEmpty)
        #expect(state.overlay == .none)
    }

    @Test(arguments: [
        (ErrandResult.ended(0, lastLine: "12 files"), "✓ Back up: 12 files"),
        (.ended(0, lastLine: ""), "✓ Back up: done"),
        (.ended(3, lastLine: "disk full"), "✗ Back up ended with status 3: disk full"),
        (.notStarted("'backup' can't be started"), "✗ Back up: 'backup' can't be started"),
    ]) func `tells how its command ended`(result: ErrandResult, said: String) {
        var state = state()
        state.send(.errandEnded(backUp, result))
        #expect(state.status?.text == said)
    }

    @Test func `takes a stored text as its title`() {
        var state = state()
        let place = Fixture.place("tools", "backUp")
        state.send(.agent(.changed([Fixture.change(place, .string("Back up again"))])))
        #expect(state.lines[3].contains("Back up again"))
    }

    @Test func `without a command says that only its program knows it`() {
        var state = state()
        #expect(state.press(.down, .enter) == [])
        #expect(state.status?.text.contains("Only its program") == true)
    }

    /// A button with a command of so many words of ten letters.
    private func asking(words: Int, _ look: Look = Look.all[0]) -> State {
        let command = (0..<words).map { "\"word-\(10_000 + $0)\"" }.joined(separator: ", ")
        let row = #"{"Type": "IASKButtonSpecifier", "Title": "Go", "SACommand": [\#(command)]}"#
        var state = Fixture.alone(Fixture.program("tools", "Tools", ["Root": row]), look)
        state.press(.enter)
        return state
    }

    @Test func `shows all of a long command`() {
        var state = asking(words: 30)
        for word in 0..<30 { #expect(state.view().plain.contains("word-\(10_000 + word)")) }
        #expect(state.press(.enter).count == 1)
    }

    @Test func `doesn't run a command whose end isn't seen`() {
        var state = asking(words: 300)
        #expect(state.press(.enter) == [])
        #expect(state.status?.text.contains("make the window larger") == true)
        state.send(.resize(Size(width: 200, height: 100)))
        #expect(state.press(.enter).count == 1)
    }

    @Test func `has its question answered by the mouse`() {
        var state = state()
        state.press(.enter)
        guard case .confirmation(let question) = state.overlay else {
            Issue.record("no question")
            return
        }
        let area = state.area(of: question)
        let line = area.y + 3
        let no = area.x + 16
        #expect(state.send(.mouse(.press, Point(x: no, y: line))) == [])
        #expect(state.overlay == .none)
        state.press(.enter)
        let yes = area.x + 5
        #expect(state.send(.mouse(.press, Point(x: yes, y: line))) == [.run(backUp)])
    }
}

@Suite struct `An address` {
    private let page = Errand.opening("https://example.org/", "Home page")

    @Test func `is opened outside, and shown where nothing opens it`() {
        var state = state()
        #expect(state.press(.down, .down, .enter) == [.run(page)])
        state.send(.errandEnded(page, .notStarted("there is no desktop")))
        #expect(state.status?.text == "Open it yourself: https://example.org/   y copies it")
        #expect(state.type("y") == [.copy("https://example.org/")])
    }

    @Test func `of a file is never opened`() {
        var state = state()
        #expect(state.press(.down, .down, .down, .enter) == [])
    }

    @Test func `of a letter says to whom and what`() {
        var state = state()
        let address = "mailto:a@example.org?subject=Hi%20%26%20bye"
        #expect(state.press(.end, .enter) == [.run(.opening(address, "Write to us"))])
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

@Suite struct `A screen with errands looks as it did` {
    @Test(arguments: Look.all) func `while it asks`(look: Look) throws {
        var state = state(look)
        state.press(.enter)
        try GoldenFile("24-question-\(look.name)").check(state.view())
    }
}
