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
) -> State {
    let row = """
        {"Type": "PSMultiValueSpecifier", "Title": "Days", "Key": "days", "DefaultValue": ["tue"],
         "Values": ["mon", "tue", "wed"], "Titles": ["Monday", "Tuesday", "Wednesday"],
         "SAAllowsMultiple": true\(more)}
        """
    var state = Fixture.alone(
        Fixture.program("days", "Days", ["Root": row]),
        values: [(days, .array(inForce.map(SettingValue.string)))]
    )
    state.send(wrong(refused))
    state.press(.enter)
    return state
}

private func wrong(_ values: [String]) -> Event {
    var problem = FileProblem(
        domain: days.domain,
        file: "/f.toml",
        code: "invalid",
        state: .differs,
        problem: "'days[1]' is wrong"
    )
    (problem.key, problem.value) = (days.keyPath, .array(values.map(SettingValue.string)))
    return .agent(.problem(problem))
}

private func texts(_ values: String...) -> SettingValue { .array(values.map(SettingValue.string)) }

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

    @Test func `are removed in lines`() {
        var state = list("wed", "zzz")
        state.press(.escape)
        var session = Session(state)
        session.type("open 1")
        #expect(session.text.contains("1 in force: Monday, problem\n"))
        #expect(session.text.contains("5 zzz, chosen, none of the choices\n"))
        session.type("5")
        #expect(session.text.contains("Days is now Wednesday, saved.\n"), "\(session.text)")
    }

    @Test func `differ from the value in force among the changes`() {
        var state = list("mon", "zzz")
        state.press(.escape)
        state.type("v")
        state.press(.tab, .tab)
        var files = FilesRead(values: [days: texts("mon", "zzz")], differing: [days])
        files.unreadable = []
        state.send(.agent(.filesRead(files)))
        let row = state.lines.first { $0.contains("Monday") } ?? ""
        #expect(row.contains("- Monday, zzz"), "\(row)")
    }
}

@Suite struct `A row with what is stored` {
    private func clock() -> State {
        var state = Fixture.state()
        let sound = Fixture.place("clock", "sound")
        var problem = FileProblem(
            domain: sound.domain,
            file: "/f.toml",
            code: "invalid",
            state: .differs,
            problem: "'sound' is wrong"
        )
        (problem.key, problem.value) = (sound.keyPath, .string("moo"))
        state.send(.agent(.problem(problem)))
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
