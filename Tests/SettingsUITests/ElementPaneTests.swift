// Panes of lists' elements that are open while somebody else changes the list.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let hosts = Fixture.place("nested", "hosts")

/// Hosts with a mode and a list of aliases each.
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

/// The pane of the second of two hosts.
private var opened: Model {
    var state = Fixture.alone(program, values: [(hosts, .array([one, two]))])
    state.press(.down, .enter)
    return state
}

extension Model {
    fileprivate mutating func tell(_ values: [SettingValue]) {
        send(.agent(.changed([Fixture.change(hosts, .array(values))])))
    }

    /// Whether the list is in front, and no pane of an element.
    fileprivate var isInList: Bool {
        if case .pane = navigation.screen.content { true } else { false }
    }
}

@Suite struct `The pane of an element` {
    @Test func `stays where others come behind it`() {
        var state = opened
        state.press(.down, .enter, .up)
        state.tell([one, two, zero])
        let wanted = SettingValue.array([one, host("two", [mode]), zero])
        #expect(state.press(.enter) == [.write(1, hosts, wanted, ifRev: 1)])
    }

    @Test func `shows what others change of it`() {
        var state = opened
        state.tell([one, host("2")])
        state.press(.enter)
        #expect(state.typing.field?.edit.text == "2")
    }

    @Test(arguments: [[zero, one, two], [one]])
    func `closes where its element isn't there any more, and keys wait`(values: [SettingValue]) {
        var state = opened
        state.press(.down, .enter)
        state.tell(values)
        #expect(state.isInList)
        #expect(!state.type("x").contains(where: isWrite))
        #expect(state.scene.value(hosts) == .array(values))
        state.send(.timer(.pause))
        #expect(state.type("x").contains(where: isWrite))
    }

    @Test func `closes with its field, whose text stays in the status line`() {
        var state = opened
        state.press(.enter)
        state.type("!")
        var removed = state
        state.tell([zero, one, two])
        #expect(state.isInList && state.typing.field == nil)
        #expect(state.status == Status(.unsaved, "✗ Name is gone. Not saved: two!"))
        removed.tell([one])
        let said = "✗ The element of Hosts is gone. Not saved: two!"
        #expect(removed.status == Status(.unsaved, said))
    }

    @Test func `closes with a field that adds to it`() {
        var state = opened
        state.press(.end, .enter)
        state.type("a")
        state.tell([zero, one, two])
        #expect(state.isInList && state.typing.drafts.isEmpty)
        let said = "✗ The element of Aliases is gone. Not saved: a"
        #expect(state.status == Status(.unsaved, said))
    }

    @Test func `closes over the agent's absence`() {
        var state = opened
        state.reconnect([Fixture.change(hosts, .array([zero, one, two]))])
        #expect(state.isInList)
    }

    @Test func `closes when the removal of another is refused`() {
        var state = Fixture.alone(program, values: [(hosts, .array([one, two]))])
        state.type("x")
        state.press(.enter)
        #expect(!state.isInList)
        state.send(.agent(.refused(1, problem: "no", advice: "")))
        #expect(state.isInList)
    }
}

@Suite struct `An element's place` {
    @Test(
        arguments: [
            ("ab", 1, "abc", false), ("ab", 1, "ax", false), ("ab", 0, "a", false),
            ("ab", 1, "ba", false), ("ab", 1, "cab", true), ("ab", 1, "a", true),
            ("ab", 0, "", true), ("aab", 1, "ab", true),
        ] as [(String, Int, String, Bool)]
    )
    func `is another's where what stands there is, and more or fewer stand in the list`(
        before: String,
        index: Int,
        after: String,
        isElsewhere: Bool
    ) {
        let list = { (text: String) in SettingValue.array(text.map { .string(String($0)) }) }
        let element = hosts.element(index, nil).element
        #expect(element?.isElsewhere(from: list(before), to: list(after)) == isElsewhere)
        #expect(element?.isElsewhere(from: list(before), to: .string(after)) == true)
    }
}
