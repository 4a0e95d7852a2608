// Lists within the elements of lists: each is changed where it is, and nothing beside it.

import SettingsModel
import SettingsSchema
import Testing

@testable import SettingsUI

private let hosts = Fixture.place("nested", "hosts")

/// Hosts with a name, a list of ports, a list of keys, and a table of limits.
private let program: Program = Fixture.program(
    "nested",
    "Hosts",
    [
        "Root": """
        {"Type": "IASKListGroupSpecifier", "Title": "Hosts", "Key": "hosts", "Deletable": true,
         "ItemSpecifier": {"Type": "PSChildPaneSpecifier", "Key": "name", "File": "Host"},
         "AddSpecifier": {"Type": "PSChildPaneSpecifier", "Title": "Add a host",
                          "File": "Host"}}
        """,
        "Host": """
        {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
        {"Type": "IASKListGroupSpecifier", "Title": "Aliases", "Key": "aliases",
         "Deletable": true, "ItemSpecifier": {"Type": "PSTextFieldSpecifier"},
         "AddSpecifier": {"Type": "PSTextFieldSpecifier", "IASKPlaceholder": "Add an alias"}},
        {"Type": "IASKListGroupSpecifier", "Title": "Keys", "Key": "keys", "Deletable": true,
         "ItemSpecifier": {"Type": "PSChildPaneSpecifier", "Key": "file", "File": "Key"},
         "AddSpecifier": {"Type": "PSChildPaneSpecifier", "Title": "Add a key",
                          "File": "Key"}}
        """,
        "Key": """
        {"Type": "PSTextFieldSpecifier", "Title": "File", "Key": "file"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Agent", "Key": "agent",
         "DefaultValue": false}
        """,
    ]
)

private func texts(_ words: [String]) -> SettingValue { .array(words.map(SettingValue.string)) }

private func host(_ name: String, _ aliases: [String], keys: [SettingValue] = []) -> SettingValue {
    .dictionary([
        SettingValue.Entry("name", .string(name)), SettingValue.Entry("aliases", texts(aliases)),
        SettingValue.Entry("keys", .array(keys)),
    ])
}

private func key(_ file: String, agent: Bool? = nil) -> SettingValue {
    let entries = [SettingValue.Entry("file", .string(file))]
    return .dictionary(entries + (agent.map { [SettingValue.Entry("agent", .boolean($0))] } ?? []))
}

private let stored = SettingValue.array([
    host("one", ["a", "b"], keys: [key("id"), key("old")]), host("two", ["c"]),
])

/// The pane of the first host.
private var opened: Model {
    var state = Fixture.alone(program, values: [(hosts, stored)])
    state.press(.enter)
    return state
}

private func written(_ effects: [Effect]) -> [SettingValue?] {
    effects.compactMap { effect in
        if case .write(_, hosts, let value, _) = effect { .some(value) } else { nil }
    }
}

@Suite struct `A list within an element` {
    @Test func `shows a row for each of its elements, and one that adds`() {
        let plain = opened.view().plain
        for word in ["one", "Aliases", "a ", "b ", "Add an alias", "id", "old", "Add a key"] {
            #expect(plain.contains(word))
        }
    }

    @Test func `has an element typed anew, and all beside it kept`() {
        var state = opened
        state.press(.down, .down, .enter, .control("u"))
        state.type("z")
        let one = host("one", ["a", "z"], keys: [key("id"), key("old")])
        #expect(written(state.press(.enter)) == [.array([one, host("two", ["c"])])])
    }

    @Test func `has an element added`() {
        var state = opened
        state.press(.down, .down, .down, .enter)
        state.type("n")
        let one = host("one", ["a", "b", "n"], keys: [key("id"), key("old")])
        #expect(written(state.press(.enter)) == [.array([one, host("two", ["c"])])])
        #expect(state.typing.drafts.isEmpty)
    }

    @Test func `loses the element in focus, and not the one whose pane is open`() {
        var state = opened
        state.press(.down)
        let one = host("one", ["b"], keys: [key("id"), key("old")])
        #expect(written(state.type("x")) == [.array([one, host("two", ["c"])])])
        #expect(state.backTitle == "Hosts")
        state.answerWrites()
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `opens a pane for an element of its own`() {
        var state = opened
        state.press(.end, .up, .enter)
        #expect(state.view().plain.contains("Agent"))
        let one = host("one", ["a", "b"], keys: [key("id"), key("old", agent: true)])
        let effects = state.press(.down, .enter)
        #expect(written(effects) == [.array([one, host("two", ["c"])])])
        state.press(.escape)
        #expect(state.focusedRow?.title == "old")
    }

    @Test func `has an element added that is made in a pane`() {
        var state = opened
        state.press(.end, .enter, .enter)
        state.type("new")
        #expect(state.press(.enter) == [])
        let one = host("one", ["a", "b"], keys: [key("id"), key("old"), key("new")])
        #expect(written(state.press(.end, .enter)) == [.array([one, host("two", ["c"])])])
        #expect(state.focusedRow?.title == "Add a key")
    }

    @Test func `is filled before the element that it's in is added`() {
        var state = Fixture.alone(program, values: [(hosts, stored)])
        state.press(.end, .enter, .enter)
        state.type("three")
        state.press(.enter, .down, .enter)
        state.type("alias")
        #expect(state.press(.enter) == [])
        #expect(state.view().plain.contains("alias"))
        let three = SettingValue.dictionary([
            SettingValue.Entry("name", .string("three")),
            SettingValue.Entry("aliases", texts(["alias"])),
        ])
        guard case .array(let before) = stored else {
            Issue.record("no list")
            return
        }
        #expect(written(state.press(.end, .enter)) == [.array(before + [three])])
    }

    @Test func `is gone with the pane that is given up`() {
        var state = Fixture.alone(program, values: [(hosts, stored)])
        state.press(.end, .enter, .down, .enter)
        state.type("alias")
        state.press(.enter, .escape, .enter)
        #expect(state.status?.text == "Nothing was added")
        #expect(state.mirror.writes.lastNumber == 0)
        #expect(state.typing.drafts.isEmpty)
    }

    @Test func `has another element replaced only when that is told`() {
        var state = opened
        state.press(.down, .down, .enter)
        state.type("!")
        let one = host("one", ["0", "a", "b"], keys: [key("id"), key("old")])
        let theirs = SettingValue.array([one, host("two", ["c"])])
        state.send(.agent(.changed([Fixture.change(hosts, theirs)])))
        #expect(written(state.press(.enter)) == [])
        let said = "✗ Hosts: the list was changed meanwhile. Not saved; Enter replaces a."
        #expect(state.status?.text == said)
        let wanted = host("one", ["0", "b!", "b"], keys: [key("id"), key("old")])
        let all = SettingValue.array([wanted, host("two", ["c"])])
        #expect(written(state.press(.enter)) == [all])
    }

    @Test func `writes nothing to an element that is gone`() {
        var state = opened
        state.press(.down, .enter)
        state.type("!")
        state.send(.agent(.changed([Fixture.change(hosts, .array([host("two", ["c"])]))])))
        #expect(written(state.press(.enter)) == [])
        #expect(state.scene.value(hosts) == .array([host("two", ["c"])]))
        let said = "✗ The element of Aliases is gone. Not saved: a!"
        #expect(state.status == Status(.unsaved, said))
    }

    @Test func `says that an element isn't added that was being made for one that is gone`() {
        var state = opened
        state.press(.end, .enter, .enter)
        state.type("new")
        state.press(.enter)
        #expect(state.typing.drafts.count == 1)
        let theirs = SettingValue.array([host("zero", []), host("one", []), host("two", ["c"])])
        state.send(.agent(.changed([Fixture.change(hosts, theirs)])))
        let said = "✗ Keys: the list was changed meanwhile. The new element is not added."
        #expect(state.status == Status(.unsaved, said))
        #expect(state.typing.drafts.isEmpty && state.backTitle == "Settings")
    }
}

@Suite struct `A pane within an element's pane` {
    private var nested: Model {
        let program = Fixture.program(
            "nested",
            "Hosts",
            [
                "Root": """
                {"Type": "IASKListGroupSpecifier", "Title": "Hosts", "Key": "hosts",
                 "ItemSpecifier": {"Type": "PSChildPaneSpecifier", "File": "Host"}}
                """,
                "Host": #"{"Type": "PSChildPaneSpecifier", "Title": "TLS", "File": "TLS"}"#,
                "TLS": #"{"Type": "PSTextFieldSpecifier", "Title": "Cert", "Key": "cert"}"#,
            ]
        )
        let element = SettingValue.dictionary([SettingValue.Entry("cert", .string("a.pem"))])
        return Fixture.alone(program, values: [(hosts, .array([element]))])
    }

    @Test func `changes the element, and makes no key of the domain`() {
        var state = nested
        state.press(.enter, .enter, .enter, .control("u"))
        #expect(state.typing.field != nil)
        state.type("b.pem")
        let element = SettingValue.dictionary([SettingValue.Entry("cert", .string("b.pem"))])
        #expect(state.press(.enter) == [.write(1, hosts, .array([element]), ifRev: 1)])
    }
}
