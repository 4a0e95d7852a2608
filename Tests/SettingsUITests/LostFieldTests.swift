// Fields whose rows go away, and texts that aren't taken: nothing is lost without a word.

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

private let other = Fixture.program(
    "lost",
    "Lost",
    ["Root": #"{"Type": "PSTextFieldSpecifier", "Title": "Other", "Key": "other"}"#]
)

private func place(_ key: String) -> SettingPlace { Fixture.place("lost", key) }

extension Model {
    fileprivate mutating func hideServer() {
        send(.agent(.changed([Fixture.change(place("sync"), .boolean(false), rev: 20)])))
    }
}

/// The field of the server, or another one below it, open with something typed.
private func typing(_ text: String, down: Int = 1) -> Model {
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
    private let said = Status(.unsaved, "✗ Server is gone. Not saved: please ")

    @Test func `closes, and its text stays in the status line`() {
        var state = typing("please ")
        state.hideServer()
        #expect(state.typing.field == nil && state.overlays.current == .none)
        #expect(state.status == said)
        #expect(state.view().plain.contains("Server is gone. Not saved: please"))
    }

    @Test func `is told until a key comes after a pause`() {
        var state = typing("please ")
        state.hideServer()
        state.send(.agent(.changed([Fixture.change(place("port"), .string("2000"), rev: 21)])))
        #expect(state.status == said)
        state.send(.agent(.lost("gone")))
        #expect(state.status == said)
        state.press(.down)
        #expect(state.status == said)
        state.send(.timer(.pause))
        #expect(state.status == said)
        state.press(.down)
        #expect(state.status == nil)
    }

    @Test func `is called by its title when its bundle has it no more`() {
        var state = typing("80", down: 4)
        state.send(.panes(other))
        #expect(state.status == Status(.unsaved, "✗ Port is gone. Not saved: 100080"))
    }

    @Test func `into which nothing was typed says no more than that it's gone`() {
        var state = typing("", down: 4)
        state.send(.panes(other))
        #expect(state.typing.field == nil)
        #expect(state.status == Status(.note, "Port is gone"))
        var hidden = typing("")
        hidden.hideServer()
        #expect(hidden.status?.text.contains("Sync changed in the editor") == true)
    }

    @Test func `closes whichever way it's left`() {
        var state = Fixture.alone(lost)
        let edit = TextEdit("old")
        state.typing.field = OpenField(
            place: place("gone"),
            title: "Former",
            edit: edit,
            before: nil
        )
        state.typing.field?.edit.insert("!")
        let said = Status(.unsaved, "✗ Former is gone. Not saved: old!")
        var typed = state
        if let field = state.typing.field { state.save(field) }
        #expect(state.mirror.writes.pending.isEmpty)
        #expect(state.typing.field == nil && state.status == said)
        #expect(typed.press(.character("x")) == [])
        #expect(typed.typing.field == nil && typed.status == said)
    }

    @Test(arguments: ["", "please "]) func `lets no key go on to another row`(typed: String) {
        var state = typing(typed)
        state.hideServer()
        #expect(!state.type("add").contains(where: isWrite))
        #expect(!state.press(.control("c")).contains(.quit))
        #expect(state.scene.value(place("port")) == .string("1000"))
        #expect(state.overlays.current == .none && state.typing.field == nil)
        state.send(.timer(.pause))
        state.press(.down)
        #expect(state.focusedRow?.title == "Port")
    }

    @Test func `doesn't show a secret`() {
        var state = typing("swordfish", down: 2)
        state.hideServer()
        #expect(state.status == Status(.unsaved, "✗ Password is gone. Not saved: ••••••••"))
        #expect(!state.view().plain.contains("swordfish"))
    }
}

@Suite struct `A text that the agent refuses` {
    private let port = place("port")

    /// Another port was typed and saved.
    private var saved: Model {
        var state = Fixture.alone(lost, values: [(port, .string("1000"))])
        state.press(.end, .enter)
        state.type("x")
        state.press(.enter)
        return state
    }

    @Test func `is told with what is stored, and is in the inspector`() {
        var state = saved
        state.send(.agent(.refused(1, problem: "it's not for us", advice: "Ask another")))
        #expect(state.scene.value(port) == .string("1000"))
        let said = "✗ Port: it's not for us. Not saved: 1000x; still 1000. Ask another."
        #expect(state.status == Status(.unsaved, said))
        #expect(
            state.mirror.values.failures[port] == "it's not for us. Not saved: 1000x. Ask another."
        )
    }

    @Test func `is told of in the words of its agent's end`() {
        var state = saved
        state.reconnect([Fixture.change(port, .string("1000"))])
        let said = "✗ Port: the agent went away before it was saved: 1000x; it is 1000."
        #expect(state.status == Status(.unsaved, said))
    }

    @Test func `is not shown where it's a secret`() {
        var state = typing("swordfish", down: 2)
        state.press(.enter)
        state.send(.agent(.refused(1, problem: "it's not for us", advice: "")))
        let said = "✗ Password: it's not for us. Not saved: ••••••••; still not set."
        #expect(state.status == Status(.unsaved, said))
    }
}
