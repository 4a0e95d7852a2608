// Values whose type another changes: a row of a bare file follows, and no list is made of a text.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let domain = Fixture.domain("bare")
private let place = Fixture.place("bare", "v")

private func inferred(_ json: String) throws -> Program { try Fixture.inferred("bare", json) }

@Suite struct `A value of a bare file` {
    @Test(arguments: [
        (#"["a"]"#, texts("a"), SettingValue.string("k")), ("\"k\"", .string("k"), texts("a")),
        ("1", .integer(1), .string("k")), ("1", .integer(1), .real(1.5)),
        ("true", .boolean(true), .integer(1)), (#"["a"]"#, texts("a"), .array([.integer(1)])),
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
        var state = Fixture.state(programs: [program], values: [(place, texts("a"))])
        let effects = state.send(.agent(.changed([Fixture.change(place, texts("b", "c"))])))
        #expect(!effects.contains(.readPanes(domain)))
    }

    @Test func `has its panes read again later where a program set it`() throws {
        let program = try inferred(#"{"v": 1}"#)
        var state = Fixture.state(programs: [program], values: [(place, .integer(1))])
        let change = Fixture.change(place, .string("k"), by: "client:other")
        let effects = state.send(.agent(.changed([change])))
        #expect(effects.contains(.wait(.panes, AgentMirror.paneSettleTime)))
        #expect(state.send(.timer(.panes)) == [.readPanes(domain)])
        let save = state.send(.agent(.changed([Fixture.change(place, .string("z"))])))
        #expect(!save.contains(.wait(.panes, AgentMirror.paneSettleTime)))
    }

    @Test func `has its row when they are read`() throws {
        let program = try inferred(#"{"v": ["a"], "w": 1}"#)
        var state = Fixture.state(programs: [program], values: [(place, texts("a"))])
        state.send(.agent(.changed([Fixture.change(place, .string("k"))])))
        state.send(.panes(try inferred(#"{"v": "k", "w": 1}"#)))
        #expect(state.lines.contains { $0.contains("  v ") && $0.hasSuffix(" k  │") })
    }
}

@Suite struct `A list in whose place a text is stored` {
    private let servers = Fixture.place("lists", "servers")
    private let accounts = Fixture.place("lists", "accounts")

    @Test func `is not begun anew by an element that is added`() {
        var state = Fixture.alone(Fixture.lists, values: [(servers, .string("a.example"))])
        #expect(state.press(.enter) == [])
        #expect(state.typing.field == nil)
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
        #expect(state.navigation.screen.content != .element(accounts.element(nil, nil), account))
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
        var state = Fixture.alone(Fixture.lists, values: [(servers, texts())])
        state.press(.enter)
        state.type("b.example")
        state.send(.agent(.changed([Fixture.change(servers, .string("a.example"))])))
        #expect(!state.press(.enter).contains(where: isWrite))
        #expect(state.view().plain.contains("b.example"))
    }

    @Test func `is not in the way of the default where a rule refuses that text`() {
        var state = Fixture.alone(Fixture.lists)
        state.send(.agent(.problem(.refused(servers, .string("a.example")))))
        state.press(.down, .enter)
        #expect(state.status?.text.contains("a.example is stored. Nothing was added") == true)
    }
}
