// Fields whose rows go away while somebody types into them: nothing is lost, and no other row is changed.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let lost = Fixture.program(
    "lost",
    "Lost",
    [
        "Root": """
        {"Type": "PSToggleSwitchSpecifier", "Title": "Sync", "Key": "sync", "DefaultValue": false},
        {"Type": "PSTextFieldSpecifier", "Title": "Server", "Key": "server",
         "SAVisibleWhen": {"Key": "sync", "Equals": true}},
        {"Type": "PSTextFieldSpecifier", "Title": "Password", "Key": "password", "IsSecure": true,
         "SAVisibleWhen": {"Key": "sync", "Equals": true}},
        {"Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"},
        {"Type": "PSTextFieldSpecifier", "Title": "Port", "Key": "port", "DefaultValue": "80"}
        """, "More": #"{"Type": "PSTextFieldSpecifier", "Title": "M", "Key": "m"}"#,
    ]
)

private func place(_ key: String) -> SettingPlace { Fixture.place("lost", key) }

extension State {
    fileprivate mutating func hideServer() {
        send(.agent(.changed([Fixture.change(place("sync"), .boolean(false), rev: 20)])))
    }

    fileprivate var confirmation: SettingsUI.Confirmation? {
        if case .confirmation(let confirmation) = overlay { confirmation } else { nil }
    }
}

/// The field of the server, or another one below it, open with something typed.
private func typing(_ text: String, down: Int = 1) -> State {
    var state = Fixture.alone(
        lost,
        values: [(place("sync"), .boolean(true)), (place("port"), .string("1000"))]
    )
    for _ in 0..<down { state.press(.down) }
    state.press(.enter)
    state.type(text)
    return state
}

@Suite struct `A field whose row goes away` {
    @Test func `shows what was typed, and Enter copies it`() {
        var state = typing("please ")
        state.hideServer()
        #expect(state.field == nil)
        #expect(state.confirmation?.title == "Server isn't there any more")
        #expect(state.confirmation?.text == "Not saved: please ")
        #expect(state.view().plain.contains("Server isn't there any more"))
        state.send(.timer(.question))
        #expect(state.press(.enter) == [.copy("please ")])
    }

    /// Whether a terminal takes a copy, nobody hears.
    @Test func `keeps showing it after the copy`() {
        var state = typing("please ")
        state.hideServer()
        state.send(.timer(.question))
        state.press(.enter)
        let said = "The terminal was asked to copy it; whether it did isn't known. Esc closes"
        #expect(state.status?.text == said)
        #expect(state.confirmation?.text == "Not saved: please ")
        #expect(state.press(.enter) == [.copy("please ")])
        state.press(.escape)
        #expect(state.overlay == .none && state.status == nil)
    }

    @Test(arguments: [Key.character("q"), .character("n"), .control("c"), .down, .backspace])
    func `lets it go at no other key than Esc`(key: Key) {
        var state = typing("please ")
        state.hideServer()
        state.send(.timer(.question))
        #expect(state.press(key) == [])
        #expect(state.confirmation?.text == "Not saved: please ")
        state.press(.escape)
        #expect(state.overlay == .none)
    }

    @Test func `is called by its title when its bundle has it no more`() {
        var state = typing("80", down: 4)
        let rows = #"{"Type": "PSTextFieldSpecifier", "Title": "Other", "Key": "other"}"#
        state.send(.panes(Fixture.program("lost", "Lost", ["Root": rows])))
        #expect(state.confirmation?.title == "Port isn't there any more")
        #expect(state.confirmation?.text == "Not saved: 100080")
    }

    @Test func `takes its hint along, and leaves what was said of the change`() {
        var state = typing("80", down: 4)
        #expect(state.status?.kind == .note)
        let rows = #"{"Type": "PSTextFieldSpecifier", "Title": "Other", "Key": "other"}"#
        state.send(.panes(Fixture.program("lost", "Lost", ["Root": rows])))
        #expect(state.status == nil)
        var other = typing("80")
        other.hideServer()
        #expect(other.status?.text.contains("Sync changed in the editor") == true)
    }

    @Test func `is asked about whichever way it's left`() {
        let gone = OpenField(
            place: place("gone"),
            title: "Gone",
            edit: TextEdit("old"),
            before: nil
        )
        var state = Fixture.alone(lost)
        state.field = gone
        state.field?.edit.insert("!")
        var asked = state
        #expect(state.saveField(at: Fixture.moment) == [])
        #expect(state.confirmation?.text == "Not saved: old!")
        let conflict = Conflict(before: "old", mine: "old!", theirs: "new", source: "editor")
        asked.overlay = .conflict(conflict)
        #expect(asked.answerConflict(.character("m"), at: Fixture.moment) == [])
        #expect(asked.confirmation?.text == "Not saved: old!")
    }

    @Test(arguments: ["", "please "]) func `lets no key go on to another row`(typed: String) {
        var state = typing(typed)
        state.hideServer()
        #expect(state.type("add").allSatisfy { if case .write = $0 { false } else { true } })
        #expect(state.value(place("port")) == .string("1000"))
        state.send(.timer(.question))
        state.press(.escape)
        #expect(state.overlay == .none && state.field == nil)
        state.press(.down)
        #expect(state.focusedRow?.title == "Port")
    }

    @Test func `doesn't show a secret, nor copy it`() {
        var state = typing("swordfish", down: 2)
        state.hideServer()
        #expect(state.confirmation?.text == "Not saved: ••••••••")
        state.send(.timer(.question))
        #expect(state.press(.enter) == [])
        #expect(!state.view().plain.contains("swordfish"))
    }

    @Test func `takes the question about it along`() {
        var state = typing("mine")
        let server = Fixture.change(place("server"), .string("theirs"), rev: 19)
        state.send(.agent(.changed([server])))
        #expect(state.overlay.asked != nil)
        state.hideServer()
        #expect(state.confirmation?.text == "Not saved: mine")
    }
}

@Suite struct `A text that the agent refuses` {
    private let port = place("port")

    /// Another port was typed, and refused.
    private var refused: State {
        var state = Fixture.alone(lost, values: [(port, .string("1000"))])
        state.press(.end, .enter)
        state.type("x")
        state.press(.enter)
        state.send(.agent(.refused(1, problem: "it's not for us", advice: "")))
        return state
    }

    @Test func `is in its field again, and stored only when that is saved`() {
        var state = refused
        #expect(state.value(port) == .string("1000"))
        state.press(.enter)
        #expect(state.field?.edit.text == "1000x")
        #expect(state.press(.enter) == [.write(2, port, .string("1000x"))])
    }

    @Test func `is let go by Esc, and by another value`() {
        var state = refused
        state.press(.enter, .escape, .enter)
        #expect(state.field?.edit.text == "1000")
        var other = refused
        other.type("d")
        #expect(other.unsaved.isEmpty)
    }

    @Test func `is in its field again also when the agent goes away over it`() {
        var state = Fixture.alone(lost, values: [(port, .string("1000"))])
        state.press(.end, .enter)
        state.type("x")
        state.press(.enter)
        state.send(.agent(.lost("gone")))
        state.send(.agent(.connected))
        state.send(.agent(.subscribed(state.domains)))
        let change = Fixture.change(port, .string("1000"))
        state.send(.agent(.snapshot([change], isFirst: true, isLast: true)))
        state.press(.enter)
        #expect(state.field?.edit.text == "1000x")
    }

    @Test func `is not kept where it's a secret`() {
        var state = typing("swordfish", down: 2)
        state.press(.enter)
        state.send(.agent(.refused(1, problem: "it's not for us", advice: "")))
        #expect(state.unsaved.isEmpty)
        #expect(state.status?.text.contains("kept") == false)
    }
}
