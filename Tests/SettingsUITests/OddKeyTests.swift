// Keys of bare files that a terminal would act on.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

@Suite struct `A key with a control character` {
    private static let key = SettingKeyPath(segments: ["a\u{1B}[2Jb"])
    private static let place = SettingPlace(domain: Fixture.domain("odd"), keyPath: key)

    private func opened() throws -> Model {
        let program = try Fixture.inferred("odd", #"{"plain": 1, "a\u001b[2Jb": 2}"#)
        return Fixture.state(programs: [program], values: [(Self.place, .integer(2))])
    }

    @Test func `has its row, with what a terminal would obey made visible`() throws {
        let state = try opened()
        #expect(state.lines.contains { $0.hasPrefix("│  a␛[2Jb ") && $0.hasSuffix(" 2  │") })
        #expect(!state.view().plain.contains("\u{1B}"))
    }

    @Test func `is edited as others are`() throws {
        var state = try opened()
        state.press(.down, .enter)
        #expect(state.type("5") == [])
        #expect(state.press(.enter) == [.write(1, Self.place, .integer(25))])
        state.answerWrites()
        #expect(state.status?.text.unicodeScalars.contains("\u{1B}") == true)
        #expect(state.lines[22].contains("a␛[2Jb → 25"))
    }

    @Test func `is copied as the command that names it`() throws {
        var state = try opened()
        state.press(.down)
        let command = #"settingsctl set org.example.odd '"a\u001B[2Jb"' 2"#
        #expect(state.type("Y") == [.copy(command)])
        state.type("i")
        state.send(.agent(.explained(Self.place, Fixture.explanation(of: Self.place))))
        #expect(state.view().plain.contains(#"key       "a\u001B[2Jb""#))
    }
}
