// What lines have their own way for, where a screen has room and keys.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private func row(_ text: String) -> Program { Fixture.program("tools", "Tools", ["Root": text]) }

/// The session of a lone program, from its pane on.
private func session(
    _ rows: String,
    _ values: [(String, SettingValue)] = [],
    _ signs: Glyphs.Kind = .unicode
) -> Session {
    let stored = values.map { (Fixture.place("tools", $0), $1) }
    return Session(
        Fixture.state(Size(width: 80, height: 24), signs, programs: [row(rows)], values: stored)
    )
}

@Suite struct `A text of several lines` {
    private static let notes = Fixture.place("tools", "notes")
    private static let rows = """
        {"Type": "IASKTextViewSpecifier", "Title": "Notes", "Key": "notes"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Loud", "Key": "loud", "DefaultValue": true}
        """

    private func typed(_ lines: [String]) -> SettingValue? {
        var session = session(Self.rows, [("notes", .string("as it was"))])
        session.type("1")
        for line in lines { session.type(line) }
        #expect(session.conversation.prompt == .command)
        return session.conversation.state.value(Self.notes)
    }

    @Test(arguments: [
        (["one", "two", "."], "one\ntwo"), (["one", ".", "2", "off"], "one"),
        (["\"\"", "two", "", "."], "\ntwo\n"), (["\"\"", "."], ""),
        (["a", "..", "...", "."], "a\n.\n.."),
        (["quit", "2", "off", "."], "quit\n2\noff"), ([" a ", "\"\"", "."], " a \n\"\""),
    ]) func `is typed line by line`(lines: [String], text: String) {
        #expect(typed(lines) == .string(text))
    }

    @Test(arguments: [[""], ["."]]) func `is kept`(lines: [String]) {
        #expect(typed(lines) == .string("as it was"))
    }

    @Test func `is heard line by line`() {
        var session = session(Self.rows, [("notes", .string("one\n\u{1B}two"))])
        session.type("1")
        #expect(
            session.text.hasSuffix(
                """
                1 Notes, text, 2 lines, the first: one, modified
                2 Loud, switch, on
                > 1
                Notes is:
                one
                ␛two
                The end. New text, line by line; a line with only . ends it; "" for an empty one, \
                empty to keep:

                """
            )
        )
    }

    @Test func `isn't stored without its end, which is said`() {
        var session = session(Self.rows, [("notes", .string("as it was"))])
        session.type("1", "one", "two")
        let said = "The text ends without a line with only a dot. Not saved; still as it was."
        #expect(session.conversation.ending == [said])
        #expect(session.conversation.state.value(Self.notes) == .string("as it was"))
    }

    @Test func `asks before it goes over what came meanwhile`() {
        var session = session(Self.rows)
        session.type("1", "mine")
        session.hear(.agent(.changed([Fixture.change(Self.notes, .string("theirs"))])))
        session.type(".")
        #expect(session.text.hasSuffix("Type yes to store yours, empty to keep theirs:\n"))
        session.type("")
        #expect(session.conversation.state.value(Self.notes) == .string("theirs"))
    }
}

@Suite struct `Tabs of a lone program` {
    private var tabbed: Session {
        let tabs = #"[{"Title": "Root", "File": "Root"}, {"Title": "More", "File": "More"}]"#
        let files = [("Root", "a"), ("More", "b")].map { name, key in
            let row = #"{"Type": "PSToggleSwitchSpecifier", "Title": "\#(key)", "Key": "\#(key)"}"#
            let text = #"{"SATabs": \#(tabs), "PreferenceSpecifiers": [\#(row)]}"#
            return (name + ".json", Array(text.utf8))
        }
        let bundle = BundleFiles(Dictionary(uniqueKeysWithValues: files))
        let panes = Schema(bundle: bundle, languages: ["en"], idiom: .narrow).panes
        let domain = Fixture.domain("tools")
        let program = Program(domain: domain, title: "Tools", panes: panes, root: "Root")
        return Session(Fixture.state(programs: [program]))
    }

    @Test(arguments: ["tab 2", "tab more"]) func `are told and opened`(line: String) {
        var session = tabbed
        #expect(
            session.text.contains(
                "Tab 1 of 2: 1 Root, 2 More. tab 2 turns to the second.\n1 a, switch"
            )
        )
        session.type(line, "1", "on")
        #expect(
            session.text.contains(
                "Tab 2 of 2: 1 Root, 2 More. tab 2 turns to the second.\n1 b, switch"
            )
        )
        #expect(session.conversation.state.value(Fixture.place("tools", "b")) == .boolean(true))
        session.type("settings")
        #expect(session.conversation.state.tab == 0)
    }

    @Test func `show a list that was searched for with its elements`() {
        var session = Session(Fixture.alone(Fixture.lists))
        session.type("servers", "1")
        #expect(session.text.contains("games.example.org"))
        #expect(session.conversation.prompt == .command)
        #expect(!session.text.contains("can be changed in its file"))
    }

    /// What is wrong is told before the values come, as they are many.
    @Test func `say what is wrong with what is in force instead, when that is known`() throws {
        let port = Fixture.place("network", "port")
        let problem = FileProblem(
            domain: port.domain,
            file: "/net.toml",
            code: "invalid",
            state: .differs,
            key: port.keyPath,
            problem: "'port' is 84430"
        )
        let known = Fixture.network()
        var conversation = Conversation(
            State(size: known.size, glyphs: known.glyphs, programs: known.programs)
        )
        for event in [AgentEvent.knownProblems([problem]), .problem(problem)] {
            #expect(conversation.hear(.agent(event), at: Fixture.moment).0 == [])
        }
        let changes = [Fixture.change(port, .integer(8_443))]
        _ = conversation.hear(
            .agent(.snapshot(changes, isFirst: true, isLast: true)),
            at: Fixture.moment
        )
        let lines = conversation.begin()
        #expect(
            lines.filter { $0.contains("is 84430") } == ["/net.toml: 'port' is 84430. Still 8443."]
        )
        let again = conversation.hear(.agent(.problem(problem)), at: Fixture.moment).0
        #expect(again == ["/net.toml: 'port' is 84430. Still 8443."])
    }

    @Test func `leave words for the search that are none`() {
        var session = tabbed
        session.type("tab width")
        #expect(session.text.hasSuffix("Nothing found for tab width. Type ? for help.\n"))
    }
}

@Suite struct `A choice in lines` {
    private static let star = Fixture.place("stars", "star")

    @Test func `of very many is found by a part of it`() {
        var session = Session(Fixture.state())
        session.type("2", "1", "c80")
        #expect(session.text.contains("One of 2000; a part of one lists those that have it, empty"))
        #expect(session.conversation.state.value(Self.star) == .string("C80 Star"))
        session.type("1", "80 star")
        let found = "“80 star” is none of the choices; 25 have it: 80 A80 Star, 160 B80 Star, "
        #expect(session.text.contains(found))
        #expect(session.text.contains("1600 T80 Star, and 5 more. Not saved; still C80 Star."))
        session.type("160")
        #expect(session.conversation.state.value(Self.star) == .string("B80 Star"))
    }

    @Test func `is opened as a list of its own`() {
        var session = Session(Fixture.state())
        session.type("4", "open 1")
        #expect(
            session.text.contains("Alert Sound, in Clock & Alarms.\nGroup Alert Sound.\n1 None\n")
        )
        #expect(session.text.contains("2 Bell, chosen\n3 Chimes\n"))
        session.type("3", "")
        #expect(session.text.contains("2 Bell, default\n3 Chimes, chosen\n"))
        session.type("back", "open 3")
        #expect(session.text.hasSuffix("Row 3 opens nothing; its number alone chooses it.\n"))
    }

    @Test func `of several has its numbers as they are shown`() {
        let rows = """
            {"Type": "PSMultiValueSpecifier", "Title": "Salad", "Key": "salad", "DefaultValue": [],
             "Values": [1, 2, 3], "Titles": ["Oil", "Salt, pepper", "Apple"],
             "DisplaySortedByTitle": true, "SAAllowsMultiple": true}
            """
        var session = session(rows)
        session.type("1", "1, 3")
        #expect(session.text.contains("none: Apple, Oil, Salt, pepper, empty to keep:"))
        let salad = session.conversation.state.value(Fixture.place("tools", "salad"))
        #expect(salad == .array([.integer(2), .integer(3)]))
    }
}

@Suite struct `Wheels in lines` {
    @Test func `say what is on them, and which word is on none`() {
        var session = Session(Fixture.state(programs: [Fixture.ship, Fixture.lunch]))
        session.type("1", "2", "Blue, Beige, 3")
        let wheels =
            "Black, White, Red, Green, Blue, Violet; Matt, Satin, Gloss, Chrome; 31 from 0 to 30"
        #expect(session.text.contains("3 values, by commas: \(wheels), empty to keep:"))
        #expect(session.text.contains("“Beige” is none of Matt, Satin, Gloss, Chrome. Not saved;"))
    }
}

@Suite struct `Lines` {
    @Test func `take the whole group of a row back`() {
        var session = Session(
            Fixture.state(values: [(Fixture.place("game", "stability"), .real(7))])
        )
        session.type("1", "group default 4")
        #expect(session.text.contains("Advanced Settings. One setting goes back to the default."))
        session.type("yes")
        #expect(session.conversation.state.stored(Fixture.place("game", "stability")) == nil)
    }

    @Test func `open the file of a layer`() {
        var conversation = Conversation(Fixture.game())
        let volume = Fixture.place("game", "volume")
        let asked = conversation.read("edit 2 site", at: Fixture.moment)
        #expect(asked.1 == [.explain(volume)])
        let answer = AgentEvent.explained(volume, Fixture.explanation(of: volume))
        let heard = conversation.hear(.agent(answer), at: Fixture.moment)
        #expect(heard.1 == [.edit(file: "/etc/ssu/game.toml", line: 9)])
    }

    @Test func `remove the element whose pane is in front`() {
        let accounts = Fixture.place("lists", "accounts")
        let value = SettingValue.array([Fixture.account("Ada"), Fixture.account("Bob")])
        var session = Session(
            Fixture.state(programs: [Fixture.lists, Fixture.ship], values: [(accounts, value)])
        )
        session.type("1", "3", "remove")
        #expect(session.conversation.state.value(accounts) == .array([Fixture.account("Bob")]))
    }

    @Test func `give up what was filled in of a new element after a question`() {
        let accounts = Fixture.place("lists", "accounts")
        let value = SettingValue.array([Fixture.account("Ada")])
        var session = Session(
            Fixture.state(programs: [Fixture.lists, Fixture.ship], values: [(accounts, value)])
        )
        session.type("1", "4", "1", "Bea", "quit", "no", "back", "no")
        #expect(session.text.contains("What was filled in isn't added. Quit?"))
        #expect(session.text.contains("What was filled in isn't added. Give it up?"))
        #expect(session.conversation.state.drafts.count == 1)
        session.type("back", "yes")
        #expect(session.text.hasSuffix("Nothing was added.\n"))
        #expect(session.conversation.state.drafts.isEmpty)
    }

    @Test func `print a value as it is stored`() {
        var session = Session(Fixture.state())
        session.type("3", "value 2")
        #expect(session.text.hasSuffix("> value 2\n443\n"))
    }

    @Test func `take a number only for one of those that were found`() {
        var session = Session(Fixture.state())
        session.type("1", "vol", "3", "2")
        #expect(
            session.text.contains("There is no 3 among them. A number, empty to stay:\n> 2\nGame")
        )
    }

    @Test func `say what a setting is for when they ask`() {
        let row = """
            {"Type": "PSToggleSwitchSpecifier", "Title": "Wi-Fi", "Key": "wifi", "DefaultValue": true,
             "SAHelp": "Turns the radio on and off"}
            """
        var session = session(row)
        session.type("1")
        #expect(
            session.text.hasSuffix(
                "Wi-Fi is on. Turns the radio on and off. on or off, empty to keep:\n"
            )
        )
    }

    @Test func `name what has no title by its key, and say that a text is empty`() {
        let text = #"{"Type": "PSTextFieldSpecifier", "Key": "motto", "DefaultValue": ""}"#
        var session = session(text)
        #expect(session.text.hasSuffix("\n1 motto, text, empty\n"))
        session.type("1")
        #expect(
            session.text.hasSuffix(
                "\nmotto is empty. New text; \"\" for an empty one, empty to keep:\n"
            )
        )
    }

    @Test func `say the address of a page`() {
        let row =
            #"{"Type": "IASKOpenURLSpecifier", "Title": "Page", "File": "https://example.org/"}"#
        #expect(session(row).text.hasSuffix("\n1 Page, https://example.org/, read-only\n"))
    }

    @Test func `say how many may be chosen, and end a sentence once`() {
        let rows = """
            {"Type": "PSMultiValueSpecifier", "Title": "Days", "Key": "days", "DefaultValue": ["a."],
             "Values": ["a.", "b."], "Titles": ["a.", "b."], "SAAllowsMultiple": true, "SAMinimumCount": 1}
            """
        var session = session(rows)
        session.type("1")
        let wanted = "Days is a.. At least 1 value of 2, by commas: a., b., empty to keep:"
        #expect(session.text.hasSuffix(wanted.replacing("..", with: ".") + "\n"))
    }

    @Test func `name no keys`() {
        var session = Session(Fixture.state())
        session.type("changes")
        #expect(
            session.text.hasSuffix(
                "Every setting is at its default. compare compares with the start.\n"
            )
        )
    }

    @Test func `are in ASCII where the terminal has no more`() {
        var session = session(
            #"{"Type": "PSTextFieldSpecifier", "Title": "Port", "Key": "p", "SAFormat": "port"}"#,
            [("p", .string("1"))],
            .ascii
        )
        session.type("1", "x")
        #expect(session.text.contains("\n\"x\" is not a port"))
    }
}
