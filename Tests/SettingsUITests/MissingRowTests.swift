// Current values that the texts of a domain's files don't show: they have rows all the same.

import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let domain = Fixture.domain("bare")

private func place(_ keyPath: SettingKeyPath) -> SettingPlace {
    SettingPlace(domain: domain, keyPath: keyPath)
}

/// The panes of a bare file with this text; without a text, of none.
private func program(
    _ json: String?,
    _ coverage: Program.Coverage = .current
) throws -> Program {
    var panes = [Pane(name: "Root", file: "")]
    if let json {
        let document = try #require(Format(rawValue: "json")).parse(Array(json.utf8))
        panes = Schema(inferredFrom: document, file: "bare.json").panes
    }
    var program = Program(
        domain: domain,
        title: "bare",
        panes: panes,
        root: panes[0].name,
        isInferred: true
    )
    program.coverage = coverage
    return program
}

private func rows(_ state: Model) -> [String] {
    PlainPanes(state, file: nil).lines.dropFirst().compactMap { line in
        if case .words(let words) = line { words } else { nil }
    }
}

@Suite struct `A value that no file shows` {
    private let values: [(SettingPlace, SettingValue)] = [
        (place("b"), .boolean(true)), (place("a"), .integer(1)), (place("t.c"), .string("x")),
    ]

    @Test func `has a row when the screen opens`() throws {
        let state = Fixture.state(programs: [try program(nil)], values: values)
        let words = ["a, number, 1", "b, switch, on", "c, text, x"]
        #expect(words.filter { !rows(state).contains($0) } == [])
        #expect(
            state.mirror.tree.programs[0].places == [place("a"), place("b"), place("t.c")]
        )
    }

    @Test func `has a row behind those of the files`() throws {
        let state = Fixture.state(programs: [try program(#"{"b": false}"#)], values: values)
        #expect(rows(state).contains("b, switch, on"))
        #expect(
            state.mirror.tree.programs[0].places == [place("b"), place("a"), place("t.c")]
        )
    }

    @Test func `keeps its row when the panes are read again`() throws {
        var state = Fixture.state(programs: [try program(#"{"a": 1, "b": true}"#)], values: values)
        state.send(.panes(try program(nil)))
        #expect(Set(state.mirror.tree.programs[0].places) == Set(values.map(\.0)))
    }

    @Test func `is edited as what it is, whatever a file says in its place`() throws {
        var state = Fixture.state(
            programs: [try program(#"{"a": "text"}"#)],
            values: [(place("a"), .integer(1))]
        )
        state.press(.enter)
        state.type("2")
        #expect(state.press(.enter) == [.write(1, place("a"), .integer(12))])
    }

    @Test func `has no row in the panes of one file of several`() throws {
        let one = try program(#"{"b": false}"#, .described)
        let state = Fixture.state(programs: [one], values: values)
        #expect(state.mirror.tree.programs[0].places == [place("b")])
    }
}
