// Values whose type another changes: a row of a bare file follows, and no list is made of a text.

import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let domain = Fixture.domain("bare")
private let place = Fixture.place("bare", "v")

private func inferred(_ json: String) throws -> Program {
    let document = try #require(Format(rawValue: "json")).parse(Array(json.utf8))
    let schema = Schema(inferredFrom: document, file: "bare.json")
    return Program(
        domain: domain,
        title: "bare.json",
        panes: schema.panes,
        root: schema.panes[0].name,
        isInferred: true
    )
}

private func list(_ texts: String...) -> SettingValue {
    .array(texts.map(SettingValue.string))
}

@Suite struct `A value of a bare file` {
    @Test(arguments: [
        (#"["a"]"#, list("a"), SettingValue.string("k")), ("\"k\"", .string("k"), list("a")),
        ("1", .integer(1), .string("k")), ("1", .integer(1), .real(1.5)),
        ("true", .boolean(true), .integer(1)), (#"["a"]"#, list("a"), .array([.integer(1)])),
    ])
    func `has its panes read again where it's of another type`(
        json: String,
        old: SettingValue,
        new: SettingValue
    ) throws {
        var state = Fixture.state(
            programs: [try inferred(#"{"v": \#(json)}"#)],
            values: [(place, old)]
        )
        let effects = state.send(.agent(.changed([Fixture.change(place, new)])))
        #expect(effects.contains(.readPanes(domain)))
        state.send(.agent(.connected))
        let back = Fixture.change(place, old, rev: 2)
        state.send(.agent(.snapshot([back], isFirst: true, isLast: true)))
        let change = Fixture.change(place, new, rev: 3)
        let later = state.send(.agent(.snapshot([change], isFirst: true, isLast: true)))
        #expect(later.contains(.readPanes(domain)))
    }

    @Test func `keeps its panes where it's of the same type`() throws {
        let program = try inferred(#"{"v": ["a"]}"#)
        var state = Fixture.state(programs: [program], values: [(place, list("a"))])
        let effects = state.send(.agent(.changed([Fixture.change(place, list("b", "c"))])))
        #expect(!effects.contains(.readPanes(domain)))
    }

    @Test func `has its panes read again later where a program set it`() throws {
        let program = try inferred(#"{"v": 1}"#)
        var state = Fixture.state(programs: [program], values: [(place, .integer(1))])
        let change = Fixture.change(place, .string("k"), by: "client:other")
        let effects = state.send(.agent(.changed([change])))
        #expect(effects.contains(.wait(.panes, State.paneSettleTime)))
        #expect(state.send(.timer(.panes)) == [.readPanes(domain)])
        let save = state.send(.agent(.changed([Fixture.change(place, .string("z"))])))
        #expect(!save.contains(.wait(.panes, State.paneSettleTime)))
    }

    @Test func `has its row when they are read`() throws {
        let program = try inferred(#"{"v": ["a"], "w": 1}"#)
        var state = Fixture.state(programs: [program], values: [(place, list("a"))])
        state.send(.agent(.changed([Fixture.change(place, .string("k"))])))
        state.send(.panes(try inferred(#"{"v": "k", "w": 1}"#)))
        #expect(state.lines.contains { $0.contains("  v ") && $0.hasSuffix(" k  │") })
    }
}

@Suite struct `A list in whose place a text is stored` {
    private let servers = Fixture.place("lists", "servers")
    private let accounts = Fixture.place("lists", "accounts")

    private func isWrite(_ effect: Effect) -> Bool {
        if case .write = effect { true } else { false }
    }

    @Test func `is not begun anew by an element that is added`() {
        var state = Fixture.alone(Fixture.lists, values: [(servers, .string("a.example"))])
        #expect(state.press(.enter) == [])
        #expect(state.field == nil)
        let text =
            "✗ Servers is no list: a.example is stored. Nothing was added; "
            + "d takes it away, e opens the file"
        #expect(state.status == Status(.error, text))
        #expect(state.type("d") == [.write(1, servers, nil)])
    }

    @Test func `nor where that has a pane of its own`() {
        var state = Fixture.alone(Fixture.lists, values: [(accounts, .string("Ada"))])
        state.press(.end)
        #expect(state.press(.enter) == [])
        #expect(state.screen.content != .element(accounts.element(nil, nil), account))
        #expect(state.status?.text.hasPrefix("✗ Accounts is no list: ••••••••") == true)
    }

    private let account = PaneID(domain: Fixture.lists.domain, pane: "Account")

    @Test func `nor by one that was being made when the text came`() {
        var state = Fixture.alone(Fixture.lists, values: [(accounts, .array([]))])
        state.press(.end, .enter, .enter)
        state.type("Bea")
        state.press(.enter, .end)
        state.send(.agent(.changed([Fixture.change(accounts, .string("Ada"))])))
        #expect(!state.press(.enter).contains(where: isWrite))
        #expect(state.status?.text.hasPrefix("✗ Accounts is no list: ••••••••") == true)
        #expect(state.view().plain.contains("Bea"))
    }

    @Test func `nor by what was being typed, which is shown`() {
        var state = Fixture.alone(Fixture.lists, values: [(servers, list())])
        state.press(.enter)
        state.type("b.example")
        state.send(.agent(.changed([Fixture.change(servers, .string("a.example"))])))
        #expect(!state.press(.enter).contains(where: isWrite))
        #expect(state.view().plain.contains("b.example"))
    }

    @Test func `is not in the way of the default where a rule refuses that text`() {
        var state = Fixture.alone(Fixture.lists)
        var problem = FileProblem(
            domain: servers.domain,
            file: "/f.toml",
            code: "invalid",
            state: .differs,
            problem: "'servers' is wrong"
        )
        (problem.key, problem.value) = (servers.keyPath, .string("a.example"))
        state.send(.agent(.problem(problem)))
        state.press(.down, .enter)
        #expect(state.status?.text.contains("a.example is stored. Nothing was added") == true)
    }
}
