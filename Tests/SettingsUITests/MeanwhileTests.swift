// Fields and wheels whose setting somebody else changes: the last one wins, and says so.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let host = Fixture.place("network", "host")
private let livery = Fixture.place("ship", "livery")
private let favourite = Fixture.place("lunch", "favourite")
private let birthday = Fixture.place("alarms", "birthday")
private let days = Fixture.place("days", "days")

private func paint(_ color: String, _ coat: String, _ stripes: Int64) -> SettingValue {
    .array([.string(color), .string(coat), .integer(stripes)])
}

private func date(_ seconds: Int64) -> SettingValue { .date(SettingDate(seconds: seconds)) }

extension Model {
    /// Somebody saves a file with a value in it.
    @discardableResult
    fileprivate mutating func save(_ place: SettingPlace, _ value: SettingValue?) -> [Effect] {
        send(.agent(.changed([Fixture.change(place, value, rev: 20)])))
    }

    /// The titles on the open wheels' bar; none where no wheels are open.
    fileprivate var bar: [String] {
        guard case .picker(let picker) = overlays.current else { return [] }
        return picker.wheels.map { $0.titles[$0.index] }
    }
}

@Suite struct `What is typed while others change the setting` {
    /// The host being typed.
    private var typing: Model {
        var state = Fixture.network()
        state.press(.enter, .control("u"))
        state.type("mine")
        return state
    }

    @Test func `stays in its field, and what they stored is told`() {
        var state = typing
        state.save(host, .string("theirs"))
        #expect(state.typing.field?.edit.text == "mine")
        #expect(state.overlays.current == .none)
        let news = "⇄ Host changed in the editor: games.example.org → theirs"
        #expect(state.status?.text == news)
        state.type("!")
        #expect(state.typing.field?.edit.text == "mine!")
    }

    @Test func `is stored by Enter, which says what it replaced and whose it was`() {
        var state = typing
        state.save(host, .string("theirs"))
        #expect(state.press(.enter) == [.write(1, host, .string("mine"))])
        let said = "Host → mine; was theirs (editor, 09:41), u restores it"
        #expect(state.status?.text == said)
        state.answerWrites()
        #expect(state.status?.text == said + "   saved")
    }

    @Test func `gives way to theirs with u`() {
        var state = typing
        state.save(host, .string("theirs"))
        state.press(.enter)
        state.answerWrites()
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `names the program that stored theirs`() {
        var state = typing
        let change = Fixture.change(host, .string("theirs"), by: "client:game", rev: 20)
        state.send(.agent(.changed([change])))
        state.press(.enter)
        #expect(state.status?.text == "Host → mine; was theirs (game, 09:41), u restores it")
    }

    @Test func `is left by Esc for theirs`() {
        var state = typing
        state.save(host, .string("theirs"))
        #expect(state.press(.escape) == [])
        #expect(state.scene.value(host) == .string("theirs"))
    }

    @Test func `replaces nothing where theirs is over again`() {
        var state = typing
        state.save(host, .string("theirs"))
        state.save(host, .string("games.example.org"))
        state.press(.enter)
        #expect(state.status?.text == "Host → mine")
    }

    @Test func `is not written where it's what they stored`() {
        var state = typing
        state.save(host, .string("mine"))
        #expect(state.press(.enter) == [])
        #expect(state.typing.field == nil && state.status == nil)
    }

    @Test func `is stored also where it's what the field was opened with`() {
        var state = Fixture.network()
        state.press(.enter)
        state.type("x")
        state.save(host, .string("theirs"))
        let effects = state.press(.backspace, .enter)
        #expect(effects == [.write(1, host, .string("games.example.org"))])
    }

    @Test func `replaces a secret without showing it`() {
        var state = Fixture.network()
        state.press(.down, .down, .down, .enter)
        state.type("swordfish")
        state.save(Fixture.place("network", "password"), .string("hunter3"))
        #expect(state.press(.enter).count == 1)
        let said = "Password → ••••••••; was •••••••• (editor, 09:41), u restores it"
        #expect(state.status?.text == said)
    }
}

/// The wheels of a ship's colour, coat and stripes.
private var ship: Model {
    var state = Fixture.alone(Fixture.ship)
    state.press(.down, .enter)
    return state
}

@Suite struct `Wheels whose setting others change` {
    @Test func `that nobody turned follow, and Enter writes nothing`() {
        var state = Fixture.alone(Fixture.lunch)
        state.press(.enter)
        state.save(favourite, .string("Soup"))
        #expect(state.bar == ["Soup"])
        #expect(state.press(.enter) == [])
        #expect(state.scene.value(favourite) == .string("Soup"))
    }

    @Test func `write only what was turned, on what is in force now`() {
        var state = ship
        state.press(.down)
        state.save(livery, paint("Red", "Matt", 3))
        #expect(state.bar == ["Green", "Matt", "3"])
        #expect(state.press(.enter) == [.write(1, livery, paint("Green", "Matt", 3))])
    }

    @Test func `keep a stored part that no wheel has, where it wasn't turned`() {
        let stored = paint("Red", "Velvet", 1)
        var state = Fixture.alone(Fixture.ship, values: [(livery, stored)])
        state.press(.down, .enter, .down)
        #expect(state.view().plain.contains("stored: Red, Velvet, 1"))
        #expect(state.press(.enter) == [])
        #expect(state.status?.text.contains("Not saved") == true)
        #expect(state.bar.first == "Green")
        #expect(state.scene.value(livery) == stored)
    }

    @Test func `say what they replaced where the very wheel is another, and u restores it`() {
        var state = ship
        state.press(.down)
        state.save(livery, paint("Blue", "Gloss", 12))
        #expect(state.bar == ["Green", "Gloss", "12"])
        #expect(state.press(.enter) == [.write(1, livery, paint("Green", "Gloss", 12))])
        let was = "; was Blue, Gloss, 12 stripes (editor, 09:41), u restores it"
        #expect(state.status?.text == "Livery → Green, Gloss, 12 stripes" + was)
    }

    @Test func `replace nothing where theirs is over again`() {
        var state = ship
        state.press(.down)
        state.save(livery, paint("Blue", "Gloss", 12))
        state.save(livery, paint("Red", "Gloss", 12))
        state.press(.enter)
        #expect(state.status?.text == "Livery → Green, Gloss, 12 stripes")
    }

    @Test func `of one value say what it replaced`() {
        var state = Fixture.alone(Fixture.lunch)
        state.press(.enter, .down)
        state.save(favourite, .string("Soup"))
        #expect(state.bar == ["Pizza"])
        #expect(state.press(.enter) == [.write(1, favourite, .string("Pizza"))])
        let said = "; was Soup is tasty (editor, 09:41), u restores it"
        #expect(state.status?.text.hasSuffix(said) == true)
    }

    @Test func `of a date say what it replaced`() {
        var state = Fixture.alone(Fixture.alarms)
        state.press(.down, .enter, .down)
        state.save(birthday, date(1_233_360_000))
        #expect(state.press(.enter).count == 1)
        #expect(state.status?.text.contains("; was ") == true)
    }

    @Test func `of an element store it over another one only when that is told`() {
        let rows = """
            {"Type": "IASKListGroupSpecifier", "Title": "Days", "Key": "days",
             "ItemSpecifier": {"Type": "IASKDatePickerSpecifier", "DatePickerMode": "Date"}}
            """
        let program = Fixture.program("days", "Days", ["Root": rows])
        let first = date(1_233_360_000)
        let other = date(1_233_446_400)
        var state = Fixture.alone(program, values: [(days, .array([first]))])
        state.press(.enter, .down)
        state.save(days, .array([other, first]))
        #expect(state.press(.enter) == [])
        let said = "✗ Days: the list was changed meanwhile. Not saved; Enter replaces "
        #expect(state.status?.text.hasPrefix(said) == true)
        #expect(!state.bar.isEmpty)
        #expect(state.press(.enter).count(where: isWrite) == 1)
        guard case .array(let values)? = state.scene.value(days) else {
            Issue.record("no list")
            return
        }
        #expect(values.count == 2 && values[0] != other && values[1] == first)
    }
}

@Suite struct `Wheels whose row goes away` {
    /// The birthday's wheels are open, and the bundle has the row no more.
    private func lost(after keys: Key...) -> Model {
        var state = Fixture.alone(Fixture.alarms)
        state.press(.down, .enter)
        for key in keys { state.press(key) }
        let rows = #"{"Type": "PSTextFieldSpecifier", "Title": "Other", "Key": "other"}"#
        state.send(.panes(Fixture.program("alarms", "Clock & Alarms", ["Root": rows])))
        return state
    }

    @Test func `close, and what was chosen stays in the status line`() {
        var state = lost(after: .down)
        #expect(state.overlays.current == .none)
        let text = state.status?.text ?? ""
        #expect(text.hasPrefix("✗ Birthday is gone. Not saved: ") && text.contains("2009"))
        #expect(state.press(.enter) == [.wait(.pause, Overlays.pauseBeforeKeys)])
        #expect(state.typing.field == nil && state.status?.text == text)
        state.send(.timer(.pause))
        state.press(.enter)
        #expect(state.typing.field != nil)
    }

    @Test func `let no key go on to another row where nobody turned them`() {
        var state = lost()
        #expect(state.status == Status(.note, "Birthday is gone"))
        state.press(.enter)
        #expect(state.typing.field == nil)
    }

    @Test func `are told when their element goes`() {
        let rows = """
            {"Type": "IASKListGroupSpecifier", "Title": "Days", "Key": "days",
             "ItemSpecifier": {"Type": "IASKDatePickerSpecifier", "DatePickerMode": "Date"}}
            """
        let program = Fixture.program("days", "Days", ["Root": rows])
        var state = Fixture.alone(program, values: [(days, .array([date(1_233_360_000)]))])
        state.press(.enter, .down)
        state.save(days, .array([]))
        let said = "✗ The element of Days is gone. Not saved: "
        #expect(state.status?.text.hasPrefix(said) == true)
    }
}
