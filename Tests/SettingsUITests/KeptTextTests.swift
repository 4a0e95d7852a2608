// Texts that weren't taken and are kept: going on with them overwrites nothing that nobody has seen.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let program = Fixture.program(
    "kept",
    "Kept",
    [
        "Root": """
        {"Type": "PSTextFieldSpecifier", "Title": "Port", "Key": "port", "DefaultValue": "80"},
        {"Type": "IASKListGroupSpecifier", "Title": "Hosts", "Key": "hosts",
         "ItemSpecifier": {"Type": "PSTextFieldSpecifier", "Key": "name"},
         "AddSpecifier": {"Type": "PSTextFieldSpecifier", "Key": "name",
                          "IASKPlaceholder": "Add a host"}}
        """
    ]
)

private let port = Fixture.place("kept", "port")
private let hosts = Fixture.place("kept", "hosts")

private func writes(_ effects: [Effect]) -> [Effect] {
    effects.filter { if case .write = $0 { true } else { false } }
}

/// Port 1000, over which 8080 was typed and refused.
private var refused: State {
    var state = Fixture.alone(program, values: [(port, .string("1000"))])
    state.press(.enter, .control("u"))
    state.type("8080")
    state.press(.enter)
    state.send(.agent(.refused(1, problem: "the disk is full", advice: "")))
    return state
}

extension State {
    /// Somebody else stores another port.
    fileprivate mutating func change(to text: String) {
        send(.agent(.changed([Fixture.change(port, .string(text), rev: 9)])))
    }

    fileprivate var conflict: Conflict? {
        if case .conflict(let conflict) = overlay { conflict } else { nil }
    }
}

@Suite struct `A text that was not taken` {
    @Test func `is gone on with`() {
        var state = refused
        state.press(.enter)
        #expect(state.field?.edit.text == "8080")
        #expect(state.conflict == nil)
        #expect(writes(state.press(.enter)) == [.write(2, port, .string("8080"))])
    }

    @Test func `asks what to keep where somebody stored another since`() {
        var state = refused
        state.change(to: "2222")
        state.press(.enter)
        #expect(state.field?.edit.text == "8080")
        #expect(state.conflict?.before == "1000")
        #expect(state.conflict?.mine == "8080")
        #expect(state.conflict?.theirs == "2222")
        #expect(state.conflict?.source == "editor, 09:41")
    }

    @Test func `is not written over it by keys that are on their way`() {
        var state = refused
        state.change(to: "2222")
        #expect(writes(state.press(.enter, .enter, .enter)) == [])
        #expect(state.value(port) == .string("2222"))
        state.send(.timer(.question))
        #expect(writes(state.press(.character("m"))) == [.write(2, port, .string("8080"))])
    }

    @Test func `can be let go for theirs`() {
        var state = refused
        state.change(to: "2222")
        state.press(.enter)
        state.send(.timer(.question))
        #expect(state.press(.character("t")) == [])
        #expect(state.field == nil && state.value(port) == .string("2222"))
        state.press(.enter)
        #expect(state.field?.edit.text == "2222")
    }

    @Test(arguments: [Key.character("q"), .control("c")])
    func `is lost by no end of the program that wasn't asked about`(key: Key) {
        var state = refused
        #expect(state.press(key) == [])
        #expect(state.view().plain.contains("What was typed isn't stored: 8080. Quit?"))
        #expect(state.press(.escape) == [])
        state.press(key)
        #expect(state.press(.enter) == [.quit])
    }

    @Test func `is asked about no more when it's stored`() {
        var state = refused
        state.press(.enter, .enter)
        state.answerWrites()
        #expect(state.type("q") == [.quit])
    }

    @Test func `is kept for a part of an added element when the agent goes away`() {
        var state = Fixture.alone(program)
        state.press(.end, .enter)
        state.type("a.example")
        state.press(.enter)
        state.send(.agent(.outrun(1, rev: 7)))
        state.send(.agent(.lost("gone")))
        let words = "What was typed is kept: Enter goes on with it."
        #expect(state.status?.text.hasSuffix(words) == true)
        state.press(.end, .enter)
        #expect(state.field?.edit.text == "a.example")
    }
}
