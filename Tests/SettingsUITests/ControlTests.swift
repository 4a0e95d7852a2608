// Steppers, several choices, and keys that do the same on every screen.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let retries = Fixture.place("network", "retries")

/// The network's pane, its stepper in focus and at a value from 0 to 10.
private func stepper(at value: Int64, _ signs: Glyphs.Kind = .unicode) -> Model {
    var state = Fixture.network(Size(width: 80, height: 24), signs)
    state.send(.agent(.changed([Fixture.change(retries, .integer(value))])))
    state.press(.tab)
    return state
}

@Suite struct `A stepper` {
    @Test(arguments: [
        (Key.right, SettingValue.integer(4)), (.left, .integer(2)), (.character("+"), .integer(4)),
        (.character("="), .integer(4)), (.character("-"), .integer(2)),
    ]) func `goes by one step`(key: Key, value: SettingValue) {
        var state = stepper(at: 3)
        #expect(state.press(key) == [.write(1, retries, value)])
    }

    @Test(arguments: [
        (Int64(0), Key.left), (10, .right), (0, .character("-")), (10, .character("+")),
    ])
    func `stops at its ends`(value: Int64, key: Key) {
        var state = stepper(at: value)
        #expect(state.press(key) == [])
    }

    @Test(arguments: [
        (Int64(0), Role.disabled, Role.unchosen), (3, .unchosen, .unchosen),
        (10, .unchosen, .disabled),
    ]) func `dims the side that leads nowhere`(value: Int64, minus: Role, plus: Role) throws {
        for signs in [Glyphs.Kind.unicode, .ascii] {
            let grid = stepper(at: value, signs).view()
            let line = try #require(
                stepper(at: value, signs).lines.firstIndex { $0.contains("Retries") }
            )
            let columns = signs == .unicode ? (70, 74) : (71, 74)
            #expect(grid[Point(x: columns.0, y: line)].role == minus)
            #expect(grid[Point(x: columns.1, y: line)].role == plus)
        }
    }
}

@Suite struct `A list of several choices` {
    private let days = Fixture.place("days", "days")

    private func list(_ chosen: String...) -> Model {
        let row = """
            {"Type": "PSMultiValueSpecifier", "Title": "Days", "Key": "days", "DefaultValue": ["a"],
             "Values": ["a", "b", "c"], "Titles": ["A", "B", "C"], "SAAllowsMultiple": true,
             "SAMinimumCount": 1, "SAMaximumCount": 2}
            """
        var state = Fixture.alone(
            Fixture.program("days", "Days", ["Root": row]),
            values: [(days, .array(chosen.map(SettingValue.string)))]
        )
        state.press(.enter, .home)
        return state
    }

    @Test func `takes none away where that many are needed`() {
        var state = list("a")
        #expect(state.type(" ") == [])
        #expect(state.status?.text == "Choose 1 to 2 values")
        #expect(state.type("n") == [])
        #expect(state.status?.text == "Choose 1 to 2 values")
    }

    @Test func `takes no more than may be chosen`() {
        var state = list("b", "c")
        #expect(state.type(" ") == [])
        #expect(state.status?.text == "Choose 1 to 2 values")
        #expect(state.type("a") == [])
    }

    @Test func `takes what lies between`() {
        var state = list("b")
        let both = SettingValue.array([.string("a"), .string("b")])
        #expect(state.type(" ") == [.write(1, days, both)])
        #expect(state.status?.text == "A added")
        #expect(state.type(" ") == [.write(2, days, .array([.string("b")]))])
        #expect(state.status?.text == "A removed")
    }
}

@Suite struct `A key on every screen` {
    @Test func `goes from match to match of the last search, and round`() {
        var state = Fixture.game()
        state.type("/vol")
        state.press(.enter)
        let met = ["n", "n", "N"].map { key -> String? in
            state.type(key)
            return state.focusedRow?.title
        }
        #expect(met == ["Game Volume", "Music Volume", "Game Volume"])
    }
}

@Suite struct `What the inspector says of a text` {
    private let user = Fixture.place("network", "user")

    @Test(arguments: [
        ("a\u{1B}]0;x\u{7}\u{7}", "U+001B, U+0007"), ("a\u{202E}b", "U+202E"),
        ("👩\u{200D}🚀", "U+200D, U+1F680"), ("a\nb", "U+000A"), ("Zoë 宇宙", nil), ("", nil),
    ]) func `is which code points are drawn as others`(text: String, points: String?) {
        var state = Fixture.network()
        state.send(.agent(.changed([Fixture.change(user, .string(text))])))
        let facts = state.inspectorLines(user)
        let told = points.map { [InspectorLine.fact("contains", $0)] } ?? []
        #expect(facts.filter { if case .fact("contains", _) = $0 { true } else { false } } == told)
    }

    @Test func `is nothing of a secret`() {
        var state = Fixture.network()
        let password = Fixture.place("network", "password")
        state.send(.agent(.changed([Fixture.change(password, .string("a\u{1B}"))])))
        let isTold = state.inspectorLines(password).contains { line in
            if case .fact("contains", _) = line { true } else { false }
        }
        #expect(!isTold)
    }
}
