// What is open over a list's element stays with it, whoever changes the list meanwhile.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let hosts = Fixture.place("nested", "hosts")

/// Hosts with a mode, wheels and a list of aliases each.
private let program: Program = Fixture.program(
    "nested",
    "Hosts",
    [
        "Root": """
        {"Type": "IASKListGroupSpecifier", "Title": "Hosts", "Key": "hosts", "Deletable": true,
         "ItemSpecifier": {"Type": "PSChildPaneSpecifier", "Key": "name", "File": "Host"}}
        """,
        "Host": """
        {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
        {"Type": "PSMultiValueSpecifier", "Title": "Mode", "Key": "mode", "DefaultValue": "fast",
         "Values": ["slow", "fast"], "Titles": ["Slow", "Fast"]},
        {"Type": "PSMultiValueSpecifier", "Title": "Color", "Key": "color", "SAStyle": "Picker",
         "DefaultValue": "red", "Values": ["red", "green", "blue"], "Titles": ["Red", "Green", "Blue"]},
        {"Type": "IASKListGroupSpecifier", "Title": "Aliases", "Key": "aliases",
         "ItemSpecifier": {"Type": "PSTextFieldSpecifier"},
         "AddSpecifier": {"Type": "PSTextFieldSpecifier", "IASKPlaceholder": "Add an alias"}}
        """,
    ]
)

private func host(_ name: String, _ more: [SettingValue.Entry] = []) -> SettingValue {
    .dictionary([SettingValue.Entry("name", .string(name))] + more)
}

private let one = host("one")
private let two = host("two")
private let zero = host("zero")
private let mode = SettingValue.Entry("mode", .string("slow"))
private let color = SettingValue.Entry("color", .string("green"))

/// The pane of the second of two hosts.
private var opened: State {
    var state = Fixture.alone(program, values: [(hosts, .array([one, two]))])
    state.press(.down, .enter)
    return state
}

extension State {
    fileprivate mutating func tell(_ values: [SettingValue]) {
        send(.agent(.changed([Fixture.change(hosts, .array(values))])))
    }
}

@Suite struct `An open element` {
    @Test func `has its own option chosen, though another came before it`() {
        var state = opened
        state.press(.down, .enter, .up)
        state.tell([zero, one, two])
        let wanted = SettingValue.array([zero, one, host("two", [mode])])
        #expect(state.press(.enter) == [.write(1, hosts, wanted, ifRev: 1)])
    }

    @Test func `tells among its options that it's gone, and changes no other`() {
        var state = opened
        state.press(.down, .enter, .up)
        state.tell([one])
        #expect(state.view().plain.contains("The element isn't there any more"))
        #expect(state.press(.enter) == [])
        #expect(state.value(hosts) == .array([one]))
    }

    @Test func `isn't removed where it's gone already`() {
        var state = opened
        state.tell([one])
        #expect(state.type("x") == [])
        #expect(state.value(hosts) == .array([one]))
        #expect(state.status?.text.contains("removed") != true)
    }

    @Test func `has its own wheels saved, though another came before it`() {
        var state = opened
        state.press(.down, .down, .enter, .down)
        state.tell([zero, one, two])
        let wanted = SettingValue.array([zero, one, host("two", [color])])
        #expect(state.press(.enter) == [.write(1, hosts, wanted, ifRev: 1)])
    }

    @Test func `has its wheels asked about when it's gone`() {
        var state = opened
        state.press(.down, .down, .enter, .down)
        state.tell([one])
        #expect(state.overlay.wheels == nil && state.overlay.asked != nil)
        state.send(.timer(.question))
        #expect(state.press(.enter) == [.copy("Green")])
        #expect(state.lastWrite == 0)
    }

    @Test func `is added to, though another came before it while that was typed`() {
        var state = opened
        state.press(.end)
        state.tell([zero, one, two])
        state.press(.enter)
        state.type("a")
        state.tell([host("first"), zero, one, two])
        let aliases = SettingValue.Entry("aliases", .array([.string("a")]))
        let wanted = SettingValue.array([host("first"), zero, one, host("two", [aliases])])
        #expect(state.press(.enter) == [.write(1, hosts, wanted, ifRev: 1)])
    }

    @Test func `is the same after the agent's absence`() {
        var state = opened
        state.send(.agent(.lost("gone")))
        state.send(.agent(.connected))
        let change = Fixture.change(hosts, .array([zero, one, two]))
        state.send(.agent(.snapshot([change], isFirst: true, isLast: true)))
        state.press(.enter, .control("u"))
        state.type("2")
        let wanted = SettingValue.array([zero, one, host("2")])
        #expect(state.press(.enter) == [.write(1, hosts, wanted, ifRev: 1)])
    }

    @Test func `is the same when the removal of another is refused`() {
        var state = Fixture.alone(program, values: [(hosts, .array([one, two]))])
        state.type("x")
        state.press(.enter)
        state.send(.agent(.refused(1, problem: "no", advice: "")))
        state.press(.enter, .control("u"))
        state.type("2")
        #expect(state.press(.enter) == [.write(2, hosts, .array([one, host("2")]), ifRev: 1)])
    }
}

@Suite struct `An element's place` {
    @Test(
        arguments: [
            ("ab", 1, "bab", 2), ("aba", 0, "bba", 0), ("abc", 0, "bac", 1), ("abc", 2, "ab", nil),
            ("aa", 1, "a", nil), ("aa", 0, "a", 0), ("abc", 1, "axc", 1), ("abc", 1, "axyc", nil),
            ("abc", 2, "nab", nil), ("abc", 0, "bcd", nil),
        ] as [(String, Int, String, Int?)]
    )
    func `is found again by what is alike around it`(
        before: String,
        index: Int,
        after: String,
        wanted: Int?
    ) {
        let list = { (text: String) in SettingValue.array(text.map { .string(String($0)) }) }
        let place = hosts.element(index, nil).moved(
            with: hosts,
            from: list(before),
            to: list(after)
        )
        #expect(place == hosts.element(wanted ?? Int.max, nil))
    }
}
