// Wheels that are open while somebody else changes their setting: nothing of either is lost.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let livery = Fixture.place("ship", "livery")
private let favourite = Fixture.place("lunch", "favourite")
private let birthday = Fixture.place("alarms", "birthday")

private func paint(_ color: String, _ coat: String, _ stripes: Int64) -> SettingValue {
    .array([.string(color), .string(coat), .integer(stripes)])
}

extension State {
    /// Somebody saves a file with a value in it.
    @discardableResult
    fileprivate mutating func save(_ place: SettingPlace, _ value: SettingValue?) -> [Effect] {
        send(.agent(.changed([Fixture.change(place, value, rev: 20)])))
    }

    /// The titles on the open wheels' bar; none where no wheels are open.
    fileprivate var bar: [String] {
        guard case .picker(let picker) = overlay else { return [] }
        return picker.wheels.map { $0.titles[$0.index] }
    }

    fileprivate var conflict: Conflict? {
        if case .conflict(let conflict) = overlay { conflict } else { nil }
    }
}

/// The wheels of a ship's colour, coat and stripes.
private var ship: State {
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
        #expect(state.value(favourite) == .string("Soup"))
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
        #expect(state.value(livery) == stored)
    }

    @Test func `ask where the very wheel is another that was turned`() {
        var state = ship
        state.press(.down)
        state.save(livery, paint("Blue", "Gloss", 12))
        #expect(
            state.conflict
                == Conflict(
                    before: "Red, Gloss, 12 stripes",
                    mine: "Green, Gloss, 12 stripes",
                    theirs: "Blue, Gloss, 12 stripes",
                    source: "editor, 09:41",
                    wheels: state.conflict?.wheels
                )
        )
        #expect(state.view().plain.contains("Livery was changed while you turned"))
        // What was on its way to the wheels is no answer.
        #expect(state.press(.enter) == [.wait(.question, State.pauseBeforeAnswers)])
        #expect(state.conflict != nil)
    }

    /// Red was turned to green, and somebody has saved blue and a matt coat.
    private var asked: State {
        var state = ship
        state.press(.down)
        state.save(livery, paint("Blue", "Matt", 12))
        state.send(.timer(.question))
        return state
    }

    @Test func `store mine with what else they changed`() {
        var state = asked
        #expect(state.type("m") == [.write(1, livery, paint("Green", "Matt", 12))])
        #expect(state.overlay == .none)
    }

    @Test func `leave theirs as it is`() {
        var state = asked
        #expect(state.type("t") == [])
        #expect(state.overlay == .none)
        #expect(state.value(livery) == paint("Blue", "Matt", 12))
    }

    @Test func `are turned further`() {
        var state = asked
        #expect(state.type("e") == [])
        #expect(state.bar == ["Green", "Matt", "12"])
        state.press(.down, .down)
        #expect(state.press(.enter) == [.write(1, livery, paint("Violet", "Matt", 12))])
    }

    @Test func `ask no more when theirs is taken back`() {
        var state = asked
        state.save(livery, paint("Red", "Gloss", 12))
        #expect(state.bar == ["Green", "Gloss", "12"])
    }

    @Test func `of one value ask where it was turned`() {
        var state = Fixture.alone(Fixture.lunch)
        state.press(.enter, .down)
        state.save(favourite, .string("Soup"))
        state.send(.timer(.question))
        #expect(state.conflict?.theirs == "Soup is tasty")
        #expect(state.press(.enter) == [.write(1, favourite, .string("Pizza"))])
    }

    @Test func `of a date ask where it was turned`() {
        var state = Fixture.alone(Fixture.alarms)
        state.press(.down, .enter, .down)
        state.save(birthday, .date(SettingDate(seconds: 1_233_360_000)))
        #expect(state.conflict != nil)
    }
}

@Suite struct `Wheels whose row goes away` {
    /// The birthday's wheels are open, and the bundle has the row no more.
    private func lost(after keys: Key...) -> State {
        var state = Fixture.alone(Fixture.alarms)
        state.press(.down, .enter)
        for key in keys { state.press(key) }
        let rows = #"{"Type": "PSTextFieldSpecifier", "Title": "Other", "Key": "other"}"#
        state.send(.panes(Fixture.program("alarms", "Clock & Alarms", ["Root": rows])))
        return state
    }

    @Test func `show what was chosen, and Enter copies it`() {
        var state = lost(after: .down)
        let plain = state.view().plain
        #expect(plain.contains("Birthday isn't there any more"))
        #expect(plain.contains("Not saved: "))
        #expect(state.press(.enter) == [.wait(.question, State.pauseBeforeAnswers)])
        state.send(.timer(.question))
        guard case .copy(let text)? = state.press(.enter).first else {
            Issue.record("nothing is copied")
            return
        }
        #expect(plain.contains("Not saved: \(text)"))
        #expect(text.contains("2009"))
    }

    @Test func `let no key go on to another row where nobody turned them`() {
        var state = lost()
        #expect(state.view().plain.contains("Nothing was chosen there."))
        state.press(.enter)
        #expect(state.field == nil)
    }

    @Test func `are asked about when their element goes`() {
        let rows = """
            {"Type": "IASKListGroupSpecifier", "Title": "Days", "Key": "days",
             "ItemSpecifier": {"Type": "IASKDatePickerSpecifier", "DatePickerMode": "Date"}}
            """
        let days = Fixture.place("days", "days")
        let day = SettingValue.date(SettingDate(seconds: 1_233_360_000))
        let program = Fixture.program("days", "Days", ["Root": rows])
        var state = Fixture.alone(program, values: [(days, .array([day]))])
        state.press(.enter, .down)
        state.save(days, .array([]))
        #expect(state.view().plain.contains("The element of Days isn't there any more"))
    }

    @Test func `stay open with what was chosen where it's no allowed value`() {
        let stored = paint("Red", "Velvet", 1)
        var state = Fixture.alone(Fixture.ship, values: [(livery, stored)])
        state.press(.down, .enter, .down, .enter)
        #expect(state.status?.text.contains("Not saved") == true)
        #expect(state.bar.first == "Green")
    }
}
