// What the list of programs says of each of them, and below them.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import TestSupport
import Testing

@testable import SettingsUI

private let volume = Fixture.place("game", "volume")
private let music = Fixture.place("game", "music")

private func managed(_ value: Double, by origin: String = "file:/m.toml") -> ChangeMessage {
    Fixture.change(volume, .real(value), by: origin, layer: .managed)
}

@Suite struct `A value that is managed` {
    /// The volume is locked at 9, and the music is 5 as the user wants it.
    private var state: Model {
        var state = Fixture.state(values: [(music, .real(5))])
        state.send(.agent(.changed([managed(9)])))
        return state
    }

    @Test func `is no change of the user's`() {
        var state = state
        #expect(state.lines[0].hasSuffix("• 1 modified"))
        #expect(row(state, "ShootStuffUp").contains(" 1 modified ›"))
        state.type("/@modified")
        #expect(state.lines[2].contains(" 1 of 18 "))
    }

    @Test func `isn't among the changes, which say how many there are`() {
        var state = state
        state.type("v")
        let text = state.view().plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("Music Volume") && !text.contains("Game Volume"))
        #expect(text.contains("16 other settings are at their defaults, 1 is locked."))
    }

    @Test func `is what is told of a program that has no other change`() {
        var state = Fixture.state()
        state.send(.agent(.changed([managed(9)])))
        #expect(row(state, "ShootStuffUp").hasPrefix("▌  ShootStuffUp"))
        #expect(row(state, "ShootStuffUp").contains(" 1 locked ›"))
    }

    @Test func `is news when others change it, and nothing to undo`() {
        var state = Fixture.state()
        state.send(.agent(.snapshot([managed(5)], isFirst: true, isLast: true)))
        state.open(0)
        state.press(.down)
        state.send(.agent(.changed([managed(6, by: "client:other")])))
        #expect(state.status?.text == "⇄ Game Volume changed by other: 5.0 → 6.0")
        #expect(state.type("u") == [])
        #expect(state.mirror.log.entries.isEmpty)
    }
}

@Suite struct `A program's row` {
    @Test func `counts the elements of the one list that its pane has`() {
        let text = """
            {"Type": "IASKListGroupSpecifier", "Title": "Accounts", "Key": "accounts",
             "ItemSpecifier": {"Type": "PSTextFieldSpecifier"},
             "AddSpecifier": {"Type": "PSTextFieldSpecifier"}}
            """
        let mail = Fixture.program("mail", "Mail", ["Root": text])
        let accounts = Fixture.place("mail", "accounts")
        func row(_ names: [String]) -> String {
            let values = SettingValue.array(names.map(SettingValue.string))
            let programs = [mail, Fixture.programs[0]]
            var state = Fixture.state(programs: programs, values: [(accounts, values)])
            state.press(.down)
            return state.lines.first { $0.contains("Mail") } ?? ""
        }
        #expect(row(["a", "b", "c"]).hasSuffix(" 1 modified ›  │"))
        let state = Fixture.state(
            programs: [Fixture.programs[0], mail.inferred("Mail")],
            values: [(accounts, .array(["a", "b", "c"].map(SettingValue.string)))]
        )
        #expect(state.lines.contains { $0.contains("Mail") && $0.hasSuffix(" 3 accounts ›  │") })
    }

    @Test func `says the value of the one setting that its pane has`() {
        #expect(row(Fixture.state(), "Star Catalogue").hasSuffix(" A1 Star ›  │"))
    }

    @Test func `says no secret`() {
        let text = #"{"Type": "PSTextFieldSpecifier", "Key": "word", "IsSecure": true}"#
        let vault = Fixture.program("vault", "Vault", ["Root": text])
        let state = Fixture.state(
            programs: [vault, Fixture.programs[0]],
            values: [(Fixture.place("vault", "word"), .string("hunter2"))]
        )
        #expect(row(state, "Vault").contains("1 modified"))
        #expect(!state.view().plain.contains("hunter2"))
    }
}

@Suite struct `The programs' groups` {
    private var programs: [Program] {
        let all = Fixture.programs
        return [all[1].inferred("notes.toml"), all[0], all[2]]
    }

    @Test func `are those with a description and those of files alone, each with its footer`() {
        let state = Fixture.state(programs: programs)
        let lines = state.lines
        let game = lines.firstIndex { $0.contains("ShootStuffUp") } ?? 0
        let footer = lines.firstIndex { $0.contains("from their bundles and schemas") } ?? 0
        let file = lines.firstIndex { $0.contains("notes.toml") } ?? 0
        let alone = lines.firstIndex { $0.contains("Files without a description") } ?? 0
        #expect(game > 0 && game < footer && footer < file && file < alone)
    }

    @Test func `are in the side bar's order, which opens the program that it names`() throws {
        var state = Fixture.state(Size(width: 120, height: 40), programs: programs)
        state.press(.enter)
        #expect(state.contents.program == Fixture.domain("game"))
        let line = try #require(state.lines.firstIndex { $0.contains("notes.toml") })
        #expect(state.lines[line - 1].hasPrefix("  Network"))
        state.send(.mouse(.press, Point(x: 5, y: line)))
        #expect(state.contents.program == Fixture.domain("stars"))
    }
}

/// With a look at all that is known for each answer, these would take longer by far.
@Suite struct `The list of many programs` {
    @Test func `asks of each what is wrong with it alone`() {
        var problems = FileProblems()
        let wrong = (0..<2_000).map {
            FileProblem.refused(Fixture.place("p", "key\($0)"), .string("zzz"))
        }
        _ = problems.replace(by: wrong)
        let other = Fixture.domain("q")
        var count = 0
        let seconds = processorSeconds {
            for _ in 0..<1_000_000 { count += problems.count(of: .error, in: other) }
        }
        #expect(seconds < 60)
        #expect(count == 0 && problems.count(of: .error, in: Fixture.domain("p")) == 2_000)
    }

    @Test func `asks for who made a step of many changes`() {
        var state = Fixture.state(values: [])
        let changes = (0..<10_000).map {
            Fixture.change(Fixture.place("game", "key\($0)"), .integer(1))
        }
        state.send(.agent(.changed(changes)))
        #expect(state.status?.text == "⇄ key0 and 9999 more changed in the editor")
        let log = state.mirror.log
        let seconds = processorSeconds {
            for _ in 0..<100_000 { #expect(log.author(ofStep: 1) != nil) }
        }
        #expect(seconds < 60)
    }
}
