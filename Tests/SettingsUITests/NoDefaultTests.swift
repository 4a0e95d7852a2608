// Settings without a default, what keyboards ask for, and secrets that are typed.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let rows = """
    {"Type": "PSGroupSpecifier", "Title": "Links"},
    {"Type": "PSTextFieldSpecifier", "Title": "Page", "Key": "page", "KeyboardType": "URL"},
    {"Type": "PSTextFieldSpecifier", "Title": "Mail", "Key": "mail",
     "KeyboardType": "EmailAddress"},
    {"Type": "PSTextFieldSpecifier", "Title": "Word", "Key": "word", "IsSecure": true}
    """
private let links = Fixture.program("links", "Links", ["Root": rows])
private let page = Fixture.place("links", "page")
private let mail = Fixture.place("links", "mail")
private let word = Fixture.place("links", "word")

@Suite struct `A setting without a default` {
    private var stored: Model {
        Fixture.alone(links, values: [(page, .string("a.example")), (word, .string("hunter2"))])
    }

    @Test func `is changed where it has a value`() {
        var state = stored
        #expect(state.mirror.values.modified == [page, word])
        state.press(.down)
        #expect(state.lines.contains { $0.hasPrefix("│• Page") })
        state.type("v")
        let changes = state.view().plain
        #expect(changes.contains("Page                        - none            + a.example"))
        #expect(changes.contains("Word                        - none            + ••••••••"))
        #expect(!changes.contains("hunter2"))
    }

    @Test func `isn't the same with an empty text as without one`() {
        var state = Fixture.alone(links, values: [(page, .string(""))])
        #expect(row(state, "Page").contains("empty"))
        #expect(row(state, "Mail").contains("not set"))
        state.press(.enter)
        #expect(!row(state, "Page").contains("empty"))
    }

    @Test func `is nothing's default again once it's taken away`() {
        var state = stored
        #expect(state.type("d") == [.write(1, page, nil)])
        #expect(state.status?.text == "Page → not set")
        #expect(state.mirror.values.modified == [word])
    }

    @Test func `is not changed where no defaults are known at all`() {
        var state = Fixture.state(
            programs: [links.inferred("Links")],
            values: [(page, .string("a.example"))]
        )
        #expect(state.mirror.values.modified.isEmpty)
        state.type("v")
        #expect(state.view().plain.contains("These files come without defaults."))
    }
}

@Suite struct `A field's keyboard` {
    private func entered(_ text: String, in row: Int) -> (Model, [Effect]) {
        var state = Fixture.alone(links)
        for _ in 0..<row { state.press(.down) }
        state.press(.enter)
        state.type(text)
        let effects = state.press(.enter)
        return (state, effects)
    }

    @Test(arguments: [
        (0, "an address such as https://example.org"),
        (1, "an e-mail address such as ada@example.org"),
    ])
    func `says what is allowed before anything is wrong`(row: Int, words: String) {
        var state = Fixture.alone(links)
        for _ in 0..<row { state.press(.down) }
        state.press(.enter)
        #expect(state.status?.text == words)
    }

    @Test(arguments: [
        (0, "foo bar"), (0, "://x"), (0, "http://"), (1, "a@"), (1, "@b"), (1, "ada"),
        (1, "a b@c"), (1, "a@b,"),
    ])
    func `refuses what surely isn't one`(row: Int, text: String) {
        let (state, effects) = entered(text, in: row)
        #expect(effects == [])
        #expect(state.typing.field != nil)
        let kind = row == 0 ? "an address such as" : "an e-mail address such as"
        #expect(state.status?.text.contains("“\(text)” is not \(kind)") == true)
    }

    @Test(arguments: [
        (0, "example.org"), (0, "file:///etc/motd"), (0, "about:blank"), (0, "http://[::1]:80/"),
        (0, "http://grün.example/ä"), (0, "https://example.org/"), (1, "a@b"),
        (1, "Ada Lovelace <ada@example.org>"), (1, "a@b, c@d"), (1, "ü@exämple"),
        (1, "Zoe@example"),
    ])
    func `takes what may be one`(row: Int, text: String) {
        let (_, effects) = entered(text, in: row)
        #expect(effects == [.write(1, row == 0 ? page : mail, .string(text))])
    }

    @Test func `takes no text at all`() {
        let (state, effects) = entered("", in: 0)
        #expect(effects == [] && state.typing.field == nil)
    }
}

@Suite struct `A secret that is typed` {
    private var typed: Model {
        var state = Fixture.alone(links)
        state.press(.down, .down, .enter)
        return state
    }

    @Test(arguments: ["a", "abc", "a rather long secret"])
    func `is eight dots, whatever its length`(text: String) {
        var state = typed
        #expect(!state.view().plain.contains("•••"))
        state.type(text)
        let row = state.lines.first { $0.contains("Word") } ?? ""
        #expect(row.count { $0 == "•" } == 8)
        #expect(state.press(.enter) == [.write(1, word, .string(text))])
    }

    @Test func `can be shown, as the hints and the help say`() {
        var state = typed
        #expect(state.hints.contains { $0.key == "^T" && $0.label == "show" })
        state.type("abc")
        state.press(.control("t"))
        #expect(state.hints.contains { $0.key == "^T" && $0.label == "hide" })
        #expect(state.view().plain.contains("abc"))
        state.press(.escape)
        #expect(!state.hints.contains { $0.key == "^T" })
        state.type("?")
        #expect(state.view().plain.contains("^T            show a secret typed"))
    }

    @Test func `is dots in the history, and shown nowhere else`() {
        var state = typed
        state.type("abc")
        #expect(!state.view().plain.contains("abc"))
        state.press(.control("t"), .enter)
        #expect(!state.view().plain.contains("abc"))
        #expect(state.type("y") == [])
        state.type("]]")
        #expect(!state.view().plain.contains("abc"))
        #expect(state.lines[3].contains("Links › Word         •••••••• → changed"))
    }
}

@Suite struct `Hints on a list` {
    @Test func `name what adds an element, and no removal of one that isn't there`() {
        var state = Fixture.alone(Fixture.lists)
        state.press(.down)
        #expect(state.focusedRow?.id == .add(Fixture.place("lists", "servers")))
        #expect(state.hints.contains { $0.sends == .enter && $0.label == "add" })
        state.press(.down, .enter)
        #expect(!state.hints.contains { $0.label == "remove" })
        state.press(.end)
        #expect(state.hints.contains { $0.sends == .enter && $0.label == "add" })
    }
}
