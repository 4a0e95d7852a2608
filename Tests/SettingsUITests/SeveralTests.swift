// Several choices of which a rule refuses what is stored: as rows, when toggled, in lines.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let days = Fixture.place("days", "days")

/// A list of several choices with what a file says of it that no rule takes.
private func list(
    _ refused: String...,
    inForce: [String] = ["mon"],
    more: String = ""
) -> Model {
    var state = choosing(inForce, more)
    state.send(wrong(refused))
    return state
}

/// A list of several choices with what is in force, and nothing wrong.
private func choosing(_ values: [String], _ more: String = "") -> Model {
    let row = """
        {"Type": "PSMultiValueSpecifier", "Title": "Days", "Key": "days", "DefaultValue": ["tue"],
         "Values": ["mon", "tue", "wed"], "Titles": ["Monday", "Tuesday", "Wednesday"],
         "SAAllowsMultiple": true\(more)}
        """
    var state = Fixture.alone(
        Fixture.program("days", "Days", ["Root": row]),
        values: [(days, .array(values.map(SettingValue.string)))]
    )
    state.press(.enter)
    return state
}

/// What the agent says of a list that no rule takes; of a long one it doesn't say which it is.
private func wrong(_ values: [String]?) -> Event {
    .agent(.problem(.refused(days, values.map { .array($0.map(SettingValue.string)) })))
}

private func saved(_ values: String...) -> Event {
    .agent(.changed([Fixture.change(days, .array(values.map(SettingValue.string)))]))
}

@Suite struct `Stored members that no rule takes` {
    @Test func `stand below the choices, whose ticks are what is stored`() {
        let state = list("wed", "zzz")
        #expect(state.lines[2].hasPrefix("╭─ Days  1 of 3 ─"))
        #expect(state.lines[3].hasPrefix("│✗ in force: Monday "))
        #expect(state.lines[4].contains("  [ ] Monday "))
        #expect(state.lines[6].contains("  [✓] Wednesday "))
        #expect(state.lines[7].hasPrefix("│  [✓] zzz "))
        #expect(state.lines[7].contains("none of the choices"))
    }

    @Test func `stand beside the value in force, with the choices' titles`() {
        var state = list("wed", "zzz")
        state.press(.escape)
        #expect(state.lines[3].contains("stored: Wednesday, zzz  Monday"))
    }

    @Test func `let no choice be toggled, and aren't dropped`() {
        var state = list("mon", "zzz")
        state.press(.home, .down)
        #expect(state.type(" ") == [])
        #expect(
            state.status?.text
                == "✗ Not changed: 'zzz' is none of the choices; Space on its row removes it"
        )
        for key in ["a", "n"] {
            #expect(state.type(key) == [])
            #expect(state.status?.kind == .error)
        }
    }

    @Test(arguments: [Key.enter, .character(" "), .character("x")])
    func `are removed in their own rows`(key: Key) {
        var state = list("wed", "zzz")
        state.press(.end)
        #expect(state.press(key) == [.write(1, days, texts("wed"))])
        #expect(state.status?.text == "zzz removed")
        #expect(state.lines[5].contains("[✓] Wednesday"))
        // The next is added to what is on its way, not to what the file had.
        state.press(.home, .down)
        #expect(state.type(" ") == [.write(2, days, texts("tue", "wed"))])
        state.send(.agent(.accepted(1, .changed(5), [])))
        #expect(!state.view().plain.contains("zzz"))
    }

    @Test func `are there again where their removal was refused`() {
        var state = list("wed", "zzz")
        state.press(.end, .enter)
        state.send(.agent(.refused(1, problem: "no", advice: "")))
        #expect(state.lines[7].contains("[✓] zzz"))
    }

    @Test func `are removed together where none of them may stay`() {
        var state = list("zzz", "mon", "yyy")
        state.press(.end)
        #expect(state.press(.enter) == [])
        #expect(
            state.view().plain.contains(
                "'zzz', 'yyy' are none of the choices, and none of "
            )
        )
        var other = state
        #expect(other.press(.escape) == [])
        #expect(state.press(.enter) == [.write(1, days, texts("mon"))])
        #expect(state.status?.text == "zzz, yyy removed")
    }

    @Test func `aren't said to be restored by an undo`() {
        var state = list("zzz", "mon", "yyy")
        state.press(.end, .enter)
        guard case .confirmation(let confirmation) = state.overlays.current else {
            Issue.record("nothing is asked")
            return
        }
        #expect(confirmation.text.hasSuffix(" may stay. u undoes it, but for refused values."))
    }

    @Test func `are removed from what is stored when the answer comes`() {
        var state = list("zzz", "mon", "yyy")
        state.press(.end, .enter)
        state.send(wrong(["zzz", "mon", "tue", "yyy"]))
        #expect(state.press(.enter) == [.write(1, days, texts("mon", "tue"))])
    }

    @Test func `aren't removed where they are gone when the answer comes`() {
        var state = list("zzz", "mon", "yyy")
        state.press(.end, .enter)
        state.send(saved("mon", "tue"))
        state.send(.agent(.recovered(days.domain, file: "/f.toml", key: days.keyPath)))
        #expect(state.press(.enter) == [])
        #expect(state.status?.text == "zzz, yyy: not stored any more")
    }

    @Test func `count where not fewer may be chosen`() {
        var state = list("mon", "zzz", more: #", "SAMinimumCount": 2"#)
        state.press(.end)
        #expect(state.press(.enter) == [])
        #expect(state.status?.text == "Choose at least 2 values")
    }

    @Test func `are told by the agent once more after another save`() {
        var state = list("wed", "zzz")
        state.press(.end, .enter)
        state.send(wrong(["wed", "zzz"]))
        state.send(.agent(.accepted(1, .changed(5), [])))
        #expect(state.lines[7].contains("[✓] zzz"))
    }
}

@Suite struct `A refused list that isn't told` {
    private func untold() -> Model {
        var state = choosing(["mon"])
        state.send(wrong(nil))
        return state
    }

    @Test(arguments: [" ", "a", "n"]) func `is in no toggle's way unseen`(key: String) {
        var state = untold()
        state.press(.home, .down)
        #expect(state.type(key) == [])
        let why = "the file's list isn't known here; e opens it, d takes it away"
        #expect(state.status == Status(.error, "✗ Not changed: " + why))
    }

    @Test func `is taken away by a reset, and then others are chosen`() {
        var state = untold()
        state.press(.home, .down)
        #expect(state.type("d") == [.write(1, days, nil)])
        state.answerWrites()
        #expect(state.type(" ") == [.write(2, days, texts())])
    }
}

@Suite struct `Members in force that are none of the choices` {
    @Test func `are removed one by one where the agent has no rule`() {
        var state = choosing(["Caturday", "mon", "Funday"])
        state.press(.end)
        #expect(state.press(.enter) == [.write(1, days, texts("Caturday", "mon"))])
        #expect(state.status?.text == "Funday removed")
    }

    @Test func `keep the focus when others come before them`() {
        var state = choosing(["Caturday"])
        state.press(.end)
        state.send(saved("Funday", "Caturday"))
        #expect(state.type(" ") == [.write(1, days, texts("Funday"))])
    }

    @Test func `are removed once where they stand twice`() {
        var state = choosing(["Caturday", "Funday", "Caturday"])
        state.press(.end)
        #expect(state.type(" ") == [.write(1, days, texts("Caturday", "Funday"))])
    }
}

@Suite struct `A row with what is stored` {
    private func clock() -> Model {
        var state = Fixture.state()
        let sound = Fixture.place("clock", "sound")
        state.send(.agent(.problem(.refused(sound, .string("moo")))))
        state.open(3)
        state.press(.enter, .home)
        return state
    }

    @Test func `is taken away by the key for defaults`() {
        var state = clock()
        #expect(state.focusedRow?.title == "stored: moo")
        #expect(state.type("d") == [.write(1, Fixture.place("clock", "sound"), nil)])
    }

    @Test func `says what can be done with it`() {
        var state = clock()
        #expect(state.press(.enter) == [])
        #expect(
            state.status?.text == "Choose another, or d takes away what is stored"
        )
    }
}
