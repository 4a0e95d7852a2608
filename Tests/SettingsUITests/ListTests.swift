// Lists: elements are added, changed and removed, whatever others do to them meanwhile.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let servers = Fixture.place("lists", "servers")
private let accounts = Fixture.place("lists", "accounts")

private func lists(_ look: Look = Look.all[0]) -> Model {
    Fixture.alone(
        Fixture.lists,
        look,
        values: [
            (servers, texts("a.example", "b.example")),
            (accounts, .array([Fixture.account("Ada"), Fixture.account("Zoë", isActive: false)])),
        ]
    )
}

@Suite struct `A list of texts` {
    @Test func `shows a row for each element, and one that adds`() {
        let state = lists()
        #expect(state.lines[2].contains("Servers"))
        #expect(state.lines[3].contains("a.example"))
        #expect(state.lines[4].contains("b.example"))
        #expect(state.lines[5].contains("Add a server"))
    }

    @Test func `has an element typed anew in its row`() {
        var state = lists()
        state.press(.down, .enter, .control("u"))
        state.type("c.example")
        let effects = state.press(.enter)
        #expect(effects == [.write(1, servers, texts("a.example", "c.example"), ifRev: 1)])
    }

    @Test func `has an element added, and checks it`() {
        var state = lists()
        state.press(.down, .down, .enter)
        #expect(state.typing.field?.edit.text == "")
        state.type("not a host")
        #expect(state.press(.enter) == [])
        #expect(state.typing.field != nil)
        state.press(.control("u"))
        state.type("c.example")
        let effects = state.press(.enter)
        #expect(
            effects == [.write(1, servers, texts("a.example", "b.example", "c.example"), ifRev: 1)]
        )
        #expect(state.lines[5].contains("c.example"))
        #expect(state.lines[6].contains("Add a server"))
    }

    @Test func `stores nothing for an addition that is given up`() {
        var state = lists()
        state.press(.down, .down, .enter)
        state.type("c")
        #expect(state.press(.escape) == [])
        #expect(state.scene.value(servers) == texts("a.example", "b.example"))
    }

    @Test func `loses the element in focus, and gets it back`() {
        var state = lists()
        #expect(state.type("x") == [.write(1, servers, texts("b.example"), ifRev: 1)])
        state.answerWrites()
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `goes back to its default as a whole`() {
        var state = lists()
        #expect(state.type("d") == [.write(1, servers, nil)])
        #expect(state.lines[3].contains("games.example.org"))
    }

    @Test(arguments: [["b.example"], ["a.example", "b.example"]])
    func `stores over another element than the one being typed only when that is told`(
        others: [String]
    ) {
        var state = lists()
        state.press(.enter)
        state.type("x")
        let theirs = SettingValue.array((["z.example"] + others).map(SettingValue.string))
        state.send(.agent(.changed([Fixture.change(servers, theirs)])))
        #expect(state.overlays.current == .none)
        #expect(state.press(.enter) == [])
        let said = "✗ Servers: the list was changed meanwhile. Not saved; Enter replaces z.example."
        #expect(state.status?.text == said)
        #expect(state.typing.field?.edit.text == "a.examplex")
        let wanted = SettingValue.array((["a.examplex"] + others).map(SettingValue.string))
        #expect(state.press(.enter) == [.write(1, servers, wanted, ifRev: 1)])
    }

    @Test func `stores what is typed where others changed other elements`() {
        var state = lists()
        state.press(.enter)
        state.type("x")
        let theirs = texts("a.example", "z.example", "new.example")
        state.send(.agent(.changed([Fixture.change(servers, theirs)])))
        let wanted = texts("a.examplex", "z.example", "new.example")
        #expect(state.press(.enter) == [.write(1, servers, wanted, ifRev: 1)])
    }

    @Test(arguments: [["z.example"], []])
    func `says what was typed when its element goes`(theirs: [String]) {
        var state = lists()
        state.press(.down, .enter)
        state.type("x")
        let values = SettingValue.array(theirs.map(SettingValue.string))
        state.send(.agent(.changed([Fixture.change(servers, values)])))
        let said = "✗ The element of Servers is gone. Not saved: b.examplex"
        #expect(state.typing.field == nil && state.status?.text == said)
        #expect(state.scene.value(servers) == values)
    }
}

@Suite struct `What is typed for a list` {
    /// A list whose rule says more than the field that adds to it.
    private var adding: Model {
        let rows = """
            {"Type": "IASKListGroupSpecifier", "Title": "Servers", "Key": "servers",
             "ItemSpecifier": {"Type": "PSTextFieldSpecifier", "SAPattern": "^[a-z.]+$"},
             "AddSpecifier": {"Type": "PSTextFieldSpecifier", "IASKPlaceholder": "Add a server"}}
            """
        let program = Fixture.program("lists", "Lists", ["Root": rows])
        var state = Fixture.alone(program, values: [(servers, texts("a.example"))])
        state.press(.down, .enter)
        return state
    }

    @Test func `stays in its field where the list can't take it`() {
        var state = adding
        state.type("a long name with blanks")
        #expect(state.press(.enter) == [])
        #expect(state.typing.field?.edit.text == "a long name with blanks")
        let said = "✗ Servers: “a long name with blanks” is not text that matches"
        #expect(state.status?.text.hasPrefix(said) == true)
        state.press(.control("u"))
        state.type("b.example")
        let wanted = texts("a.example", "b.example")
        #expect(state.press(.enter) == [.write(1, servers, wanted, ifRev: 1)])
        #expect(state.typing.drafts.isEmpty)
    }

    @Test func `isn't blamed for another element`() {
        var state = adding
        state.press(.escape)
        state.send(.agent(.changed([Fixture.change(servers, texts("no host"), rev: 2)])))
        state.press(.end, .enter)
        state.type("b.example")
        let wanted = texts("no host", "b.example")
        #expect(state.press(.enter) == [.write(1, servers, wanted, ifRev: 2)])
    }

    @Test func `is told where the agent didn't take it`() {
        var state = adding
        state.type("b.example")
        state.press(.enter)
        state.send(.agent(.refused(1, problem: "it's full", advice: "Remove one")))
        let said = "✗ Servers: it's full. Not saved: b.example; still a.example. Remove one."
        #expect(state.status?.text == said)
        #expect(state.focusedRow?.title == "Add a server")
        state.press(.enter)
        #expect(state.typing.field?.edit.text == "")
    }
}

@Suite struct `A list with an index` {
    private func indexed(_ names: [String]) -> Model {
        let rows = """
            {"Type": "IASKListGroupSpecifier", "Title": "Servers", "Key": "servers",
             "SAIndexTitles": true, "ItemSpecifier": {"Type": "PSTextFieldSpecifier"},
             "AddSpecifier": {"Type": "PSTextFieldSpecifier"}}
            """
        let program = Fixture.program("lists", "Lists", ["Root": rows])
        return Fixture.alone(
            program,
            values: [(servers, .array(names.map(SettingValue.string)))]
        )
    }

    @Test func `has a letter for each that an element begins with`() {
        let state = indexed(["ada", "alan", "grace", "Alonzo", "zoë"])
        #expect(state.table.ribbon.map(\.title) == ["A", "G", "Z"])
        #expect(state.hints.contains { $0.key == "A-Z" })
        #expect(state.lines[2].hasSuffix("A"))
    }

    @Test func `is gone to by a letter, and by a click`() {
        var state = indexed(["ada", "alan", "grace", "zoë"])
        state.type("Z")
        #expect(state.navigation.focusedPlace == servers.element(3, nil))
        state.send(.mouse(.press, Point(x: 77, y: 3)))
        #expect(state.navigation.focusedPlace == servers.element(2, nil))
    }
}

@Suite struct `A list of dictionaries` {
    private var account: Model {
        var state = lists()
        state.press(.tab, .down, .enter)
        return state
    }

    @Test func `opens a pane for an element`() {
        let state = account
        #expect(state.backTitle == "Lists")
        #expect(state.view().plain.contains("Zoë"))
        #expect(state.view().plain.contains("Off ●──"))
    }

    @Test func `has a member changed, and all else of the element kept`() {
        var state = account
        let effects = state.press(.down, .enter)
        let wanted = SettingValue.array([Fixture.account("Ada"), Fixture.account("Zoë")])
        #expect(effects == [.write(1, accounts, wanted, ifRev: 1)])
    }

    @Test func `adds what was made in a pane only when that is asked for`() {
        var state = lists()
        state.press(.end, .enter, .enter)
        state.type("Bea")
        #expect(state.press(.enter) == [])
        #expect(state.view().plain.contains("Bea"))
        let effects = state.press(.end, .enter)
        let bea = SettingValue.dictionary([SettingValue.Entry("name", .string("Bea"))])
        let before = [Fixture.account("Ada"), Fixture.account("Zoë", isActive: false)]
        #expect(effects == [.write(1, accounts, .array(before + [bea]), ifRev: 1)])
        #expect(state.backTitle == "Settings")
    }

    @Test func `adds nothing on Escape, but asks first`() {
        var state = making
        #expect(state.press(.escape) == [])
        #expect(state.view().plain.contains("What was filled in isn't added."))
        #expect(state.press(.enter) == [])
        #expect(state.status?.text == "Nothing was added")
        #expect(state.backTitle == "Settings")
        #expect(state.mirror.writes.lastNumber == 0)
        #expect(state.typing.drafts.isEmpty)
    }

    @Test func `goes on with what was filled in where that is not given up`() {
        var state = making
        state.press(.escape, .escape)
        #expect(state.overlays.current == .none && state.status == nil)
        #expect(state.view().plain.contains("Bea"))
        let bea = SettingValue.dictionary([SettingValue.Entry("name", .string("Bea"))])
        let before = [Fixture.account("Ada"), Fixture.account("Zoë", isActive: false)]
        let effects = state.press(.end, .enter)
        #expect(effects == [.write(1, accounts, .array(before + [bea]), ifRev: 1)])
    }

    @Test(arguments: [Key.character("q"), .control("c")])
    func `asks before the program is quit over what was filled in`(key: Key) {
        var state = making
        #expect(state.press(key) == [])
        #expect(state.view().plain.contains("What was filled in isn't added. Quit?"))
        state.press(.escape)
        #expect(state.view().plain.contains("Bea"))
        #expect(state.press(key, .enter) == [.quit])
        var other = lists()
        other.press(.end, .enter)
        #expect(other.press(key) == [.quit])
    }

    @Test func `adds nothing unasked where nothing was filled in`() {
        var state = lists()
        state.press(.end, .enter, .escape)
        #expect(state.overlays.current == .none)
        #expect(state.status?.text == "Nothing was added")
        #expect(state.typing.drafts.isEmpty)
    }

    /// An account that is being made, its name typed.
    private var making: Model {
        var state = lists()
        state.press(.end, .enter, .enter)
        state.type("Bea")
        state.press(.enter, .end)
        return state
    }

    @Test func `keeps what was made while no agent answers`() {
        var state = making
        state.send(.agent(.lost("gone")))
        #expect(state.press(.enter) == [])
        #expect(state.status?.text == "Not added: no agent answers yet. Enter tries again")
        #expect(state.view().plain.contains("Bea"))
    }

    @Test func `keeps what was made when the agent refuses it`() {
        var state = making
        state.press(.enter)
        state.send(.agent(.refused(1, problem: "it's full", advice: "Remove one")))
        #expect(state.status?.text.contains("it's full") == true)
        state.press(.end, .enter)
        #expect(state.view().plain.contains("Bea"))
        let effects = state.press(.end, .enter)
        #expect(effects.count == 1)
        state.answerWrites()
        state.press(.end, .enter)
        #expect(!state.view().plain.contains("Bea"))
    }

    @Test func `keeps what was made when the agent goes away over it`() {
        var state = making
        state.press(.enter)
        let before = [Fixture.account("Ada"), Fixture.account("Zoë", isActive: false)]
        state.reconnect([
            Fixture.change(servers, texts("a.example", "b.example")),
            Fixture.change(accounts, .array(before)),
        ])
        state.press(.end, .enter)
        #expect(state.view().plain.contains("Bea"))
    }

    @Test func `changes only the member whose name has the same bytes`() {
        let composed = SettingValue.Entry("\u{E9}", .integer(1))
        let value = SettingValue.dictionary([composed])
        #expect(value.member(["e\u{301}"]) == nil)
        let changed = value.with(.integer(2), at: ["e\u{301}"])
        let added = SettingValue.Entry("e\u{301}", .integer(2))
        #expect(changed == .dictionary([composed, added]))
    }

    @Test func `loses an element from its own pane`() {
        var state = account
        let effects = state.type("x")
        #expect(effects == [.write(1, accounts, .array([Fixture.account("Ada")]), ifRev: 1)])
        #expect(state.backTitle == "Settings")
    }
}

@Suite struct `A list whose elements can't be removed` {
    @Test func `has no hint to do so`() {
        let text = """
            {"Type": "IASKListGroupSpecifier", "Title": "Hosts", "Key": "hosts",
             "ItemSpecifier": {"Type": "PSTextFieldSpecifier"}}
            """
        let program = Fixture.program("fixed", "Fixed", ["Root": text])
        let hosts = Fixture.place("fixed", "hosts")
        var state = Fixture.alone(program, values: [(hosts, .array([.string("a")]))])
        #expect(!state.hints.contains { $0.key == "x" })
        state = Fixture.alone(Fixture.lists)
        #expect(state.hints.contains { $0.key == "x" && $0.label == "remove" })
    }
}

@Suite struct `A screen with a list looks as it did` {
    @Test(arguments: Look.all) func `with its elements`(look: Look) throws {
        try GoldenFile("22-list-\(look.name)").check(lists(look).view())
    }

    @Test(arguments: Look.all) func `with an element being made`(look: Look) throws {
        var state = lists(look)
        state.press(.end, .enter, .enter)
        state.type("Bea")
        state.press(.enter)
        try GoldenFile("23-element-\(look.name)").check(state.view())
    }
}
