// What is wrong with files: told where it is, and gone when it's over.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let port = Fixture.place("network", "port")
private let retries = Fixture.place("network", "retries")

extension FileProblem {
    /// A value of a file that its rule refuses.
    fileprivate static func wrong(
        _ place: SettingPlace,
        _ problem: String,
        in file: String = "/net.toml",
        line: Int = 3
    ) -> FileProblem {
        FileProblem(
            domain: place.domain,
            file: file,
            code: "invalid",
            state: .differs,
            key: place.keyPath,
            place: SourcePlace(line: line, column: 8),
            problem: problem
        )
    }
}

@Suite struct `A file that is gone when the screen is opened` {
    private static let gone = FileProblem(
        domain: Fixture.domain("network"),
        file: "/net.toml",
        code: "missing",
        state: .absent,
        problem: "the file is gone"
    )

    @Test func `is told once`() {
        var state = Fixture.network()
        state.send(.agent(.knownProblems([Self.gone])))
        #expect(state.status?.text == "/net.toml: the file is gone")
        state.press(.down)
        state.send(.agent(.knownProblems([Self.gone])))
        #expect(state.status == nil)
    }
}

@Suite struct `A value that its rule refuses in a file` {
    private var told: Model {
        var state = Fixture.network()
        let what = "'port' is 84430, expected a whole number from 0 to 65535"
        state.send(.agent(.problem(.wrong(port, what))))
        return state
    }

    @Test func `is told with its place, and marks its row alone`() {
        let state = told
        #expect(
            state.status?.text
                == "✗ /net.toml:3: 'port' is 84430, expected a whole number from 0 to 65535. "
                + "Still 8443"
        )
        #expect(row(state, "Port").hasPrefix("│✗ "))
        #expect(row(state, "Host").hasPrefix("▌  "))
        #expect(state.contents.notice == nil)
        #expect(state.lines[1].contains("live"))
    }

    @Test func `is in the inspector, and its program says so`() {
        var state = told
        state.type("ji")
        #expect(state.view().plain.contains("'port' is 84430"))
        state.press(.escape, .escape)
        #expect(row(state, "Network").contains("1 value is wrong"))
        #expect(row(state, "Network").hasPrefix("▌✗ "))
    }

    @Test(arguments: ["e", "ie"])
    func `has the editor open where it is`(keys: String) {
        var state = told
        #expect(state.type("j" + keys).contains(.edit(file: "/net.toml", line: 3)))
    }

    @Test func `is in the inspector with its file and its line`() {
        var state = told
        state.type("ji")
        #expect(state.view().plain.contains("in        /net.toml:3 "))
    }

    @Test func `of a secret doesn't tell what is in force`() {
        var state = Fixture.network()
        let password = Fixture.place("network", "password")
        state.send(.agent(.problem(.wrong(password, "it has 3 letters, expected 8"))))
        #expect(state.status?.text == "✗ /net.toml:3: it has 3 letters, expected 8")
    }

    @Test func `loses its sign when it alone is mended, and all lose it when the file is well`() {
        var state = told
        state.send(.agent(.problem(.wrong(retries, "'retries' is 99", line: 4))))
        state.send(.agent(.recovered(port.domain, file: "/net.toml", key: port.keyPath)))
        #expect(row(state, "Port").hasPrefix("│• "))
        #expect(row(state, "Retries").hasPrefix("│✗ "))
        state.send(.agent(.recovered(port.domain, file: "/net.toml", key: nil)))
        state.send(.agent(.knownProblems([])))
        #expect(row(state, "Retries").hasPrefix("│  "))
    }
}

@Suite struct `A file's problems` {
    @Test func `are its own, though another domain has the same file`() {
        var state = Fixture.state()
        for name in ["game", "network"] {
            let problem = FileProblem.unreadable(Fixture.domain(name), "/f.toml", nil, "no")
            state.send(.agent(.problem(problem)))
        }
        #expect(state.mirror.problems.known.count == 2)
        state.send(.agent(.recovered(Fixture.domain("game"), file: "/f.toml", key: nil)))
        let other = FileProblem.unreadable(Fixture.domain("network"), "/f.toml", nil, "no")
        state.send(.agent(.knownProblems([other])))
        #expect(state.status?.text == "'/f.toml' is in sync again")
        #expect(state.mirror.problems[Fixture.domain("network")] != nil)
        #expect(state.mirror.problems[Fixture.domain("game")] == nil)
    }

    @Test func `that are over when the agent is back are told no more`() {
        var state = Fixture.network()
        let problem = FileProblem.unreadable(port.domain, "/net.toml", nil, "no")
        state.send(.agent(.problem(problem)))
        #expect(state.lines[1].contains("edits wait"))
        state.reconnect([])
        state.send(.agent(.knownProblems([])))
        #expect(state.contents.notice == nil)
    }

    @Test func `are all that is left when the file is well in one way alone`() {
        var state = Fixture.network()
        let unreadable = FileProblem.unreadable(port.domain, "/net.toml", nil, "no")
        let wrong = FileProblem.wrong(retries, "'retries' is 99")
        state.send(.agent(.problem(unreadable)))
        state.send(.agent(.recovered(port.domain, file: "/net.toml", key: nil)))
        state.send(.agent(.knownProblems([wrong])))
        #expect(state.contents.notice == nil)
        #expect(row(state, "Retries").hasPrefix("│✗ "))
        let said = "'/net.toml' can be read again, but not all in it is in force"
        #expect(state.status?.text == said)
    }

    @Test func `say of a save that waits what accepts it, and nothing of reading`() {
        var state = Fixture.network()
        var problem = FileProblem.unreadable(
            port.domain,
            "/net.toml",
            nil,
            "most settings are gone"
        )
        problem.state = .held
        state.send(.agent(.problem(problem)))
        let lines = state.lines
        #expect(lines.contains { $0.contains("settingsctl accept /net.toml") })
        #expect(!lines.contains { $0.contains("read again") || $0.contains("parses") })
        #expect(Summaries.words(for: problem) == "save isn't accepted yet")
    }

    @Test func `take away the word that all is well`() {
        var state = Fixture.network()
        let problem = FileProblem.unreadable(port.domain, "/net.toml", nil, "no")
        state.send(.agent(.problem(problem)))
        state.send(.agent(.recovered(port.domain, file: "/net.toml", key: nil)))
        state.send(.agent(.knownProblems([])))
        #expect(state.status?.text == "'/net.toml' is in sync again")
        state.send(.agent(.problem(problem)))
        #expect(state.status == nil)
        #expect(state.contents.notice?.file == "/net.toml")
    }

    @Test func `are told where no notice and no row says them`() {
        let problem = FileProblem.unreadable(port.domain, "/net.toml", nil, "no")
        var state = Fixture.state()
        state.send(.agent(.problem(problem)))
        #expect(state.status == nil)
        state = Fixture.game()
        state.send(.agent(.problem(problem)))
        #expect(state.status?.text == "✗ /net.toml: no")
    }

    @Test func `say what is wrong rather than where a file far down lies`() {
        var state = Fixture.network()
        let problem = FileProblem.unreadable(
            port.domain,
            "/home/zoe/.config/a/long/way/down/to/the/network.plist",
            SourcePlace(line: 23, column: 8),
            "expected </dict>, found </array>"
        )
        state.send(.agent(.problem(problem)))
        let first = "│ ✗ network.plist, line 23, column 8: expected </dict>, found </array> "
        #expect(state.lines[3].hasPrefix(first))
        state.send(.resize(Size(width: 60, height: 24)))
        #expect(
            state.lines[3].hasPrefix("│ ✗ network.plist:23:8: expected </dict>, found </array> ")
        )
    }

    @Test func `of a key are gone with it`() {
        var state = Fixture.network()
        let user = Fixture.place("network", "user")
        state.send(.agent(.problem(.wrong(user, "'user' is 3"))))
        state.send(.agent(.recovered(user.domain, file: "/net.toml", key: user.keyPath)))
        #expect(state.status?.text == "What was wrong with User in '/net.toml' is gone")
        state.send(.agent(.problem(.wrong(port, "'port' is 99999"))))
        state.send(.agent(.recovered(port.domain, file: "/net.toml", key: port.keyPath)))
        #expect(state.status?.text == "Port in '/net.toml' is effective again")
    }

    @Test func `that one's own change mends leave it told, whichever is heard first`() {
        for isAnswerFirst in [true, false] {
            var state = Fixture.network()
            state.send(.agent(.problem(.wrong(port, "'port' is 99999"))))
            state.press(.down, .enter, .control("u"))
            state.type("80")
            state.press(.enter)
            let well = Event.agent(.recovered(port.domain, file: "/net.toml", key: port.keyPath))
            if !isAnswerFirst { state.send(well) }
            state.send(.agent(.accepted(1, .changed(5), [])))
            if isAnswerFirst { state.send(well) }
            state.send(.agent(.recovered(port.domain, file: "/net.toml", key: nil)))
            state.send(.agent(.knownProblems([])))
            #expect(state.status?.text == "Port → 80   saved")
            #expect(state.mirror.problems.known.isEmpty)
        }
    }

    @Test func `are each told of when they are over`() {
        var state = Fixture.network()
        state.send(.agent(.problem(.wrong(port, "'port' is 99999"))))
        state.send(.agent(.problem(.wrong(retries, "'retries' is 99"))))
        for place in [port, retries] {
            state.send(.agent(.recovered(port.domain, file: "/net.toml", key: place.keyPath)))
        }
        #expect(state.status?.text == "Retries in '/net.toml' is effective again")
    }

    @Test func `keep the time since when they are known over the agent's absence`() {
        var state = Fixture.network()
        let problem = FileProblem.unreadable(port.domain, "/net.toml", nil, "no")
        state.send(.agent(.problem(problem)))
        state.send(.agent(.knownProblems([problem])))
        #expect(state.contents.notice?.since == Fixture.moment)
    }

    @Test(arguments: [true, false]) func `with values are gone with it`(isTold: Bool) {
        var state = Fixture.network()
        let wrong = FileProblem.wrong(port, "'port' is 99999")
        let other = FileProblem.wrong(retries, "'retries' is 99", in: "/other.toml")
        for problem in [wrong, other] { state.send(.agent(.problem(problem))) }
        var gone = FileProblem.unreadable(port.domain, "/net.toml", nil, "the file is gone")
        gone.state = .absent
        if isTold {
            state.send(.agent(.problem(gone)))
        } else {
            var known = wrong
            known.state = .absent
            state.send(.agent(.knownProblems([known, gone, other])))
        }
        #expect(state.mirror.problems.known.compactMap(\.key) == [retries.keyPath])
        #expect(row(state, "Port").hasPrefix("│• "))
        #expect(row(state, "Retries").hasPrefix("│✗ "))
    }

    @Test func `that aren't about its text leave it readable`() {
        var state = Fixture.network()
        var problem = FileProblem.unreadable(port.domain, "/net.toml", nil, "the disk is full")
        problem.state = .readOnly
        state.send(.agent(.problem(problem)))
        #expect(state.contents.notice == nil)
        #expect(state.status?.text == "✗ /net.toml: the disk is full")
    }
}

@Suite struct `A mark of a failed write` {
    @Test func `goes when somebody else stores a value there`() {
        var state = Fixture.network()
        state.press(.down, .enter)
        state.type("9")
        state.press(.enter)
        #expect(row(state, "Port").hasPrefix("▌✗ "))
        state.send(.agent(.changed([Fixture.change(port, .integer(80))])))
        state.type("t")
        #expect(row(state, "Port").hasPrefix("▌• "))
    }
}

@Suite struct `A file that is mended with another value in it` {
    @Test func `is told of by that value, and by whom`() {
        var state = Fixture.network()
        let broken = FileProblem.unreadable(port.domain, "/net.toml", nil, "expected a value")
        state.send(.agent(.problem(broken)))
        state.send(.agent(.changed([Fixture.change(port, .integer(80))])))
        state.send(.agent(.recovered(port.domain, file: "/net.toml", key: nil)))
        state.send(.agent(.knownProblems([])))
        #expect(state.status?.text == "⇄ Port changed in the editor: 8443 → 80")
        #expect(state.contents.notice == nil)
    }
}

@Suite struct `A key that stands twice in a file` {
    private let twice = "'port' is set again on line 4"

    private var warning: FileProblem {
        FileProblem(
            domain: port.domain,
            file: "/net.toml",
            code: "duplicate",
            severity: .warning,
            state: .ok,
            key: port.keyPath,
            place: SourcePlace(line: 4, column: 1),
            problem: twice
        )
    }

    @Test func `is told as something to look at, with what is in force`() {
        var state = Fixture.network()
        state.send(.agent(.problem(warning)))
        #expect(state.status == Status(.warning, "/net.toml:4: \(twice). In force: 8443"))
        #expect(row(state, "Port").hasPrefix("│✗ "))
        state.press(.escape)
        #expect(row(state, "Network").contains("1 value to look at"))
    }

    @Test func `isn't told as in force again when it stands once, as it always was`() {
        var state = Fixture.network()
        state.send(.agent(.problem(warning)))
        state.send(.agent(.recovered(port.domain, file: "/net.toml", key: port.keyPath)))
        #expect(state.status?.text == "What was wrong with Port in '/net.toml' is mended")
    }

    @Test func `comes after what is wrong with the same setting`() {
        var state = Fixture.network()
        state.send(.agent(.problem(.wrong(port, "'port' is 84430"))))
        state.send(.agent(.problem(warning)))
        #expect(state.mirror.problems[port]?.code == "invalid")
        state.press(.escape)
        #expect(row(state, "Network").contains("1 value is wrong"))
    }

    @Test func `isn't told as out of force when its file can be read again`() {
        var state = Fixture.network()
        let syntax = FileProblem(
            domain: port.domain,
            file: "/net.toml",
            code: "syntax",
            state: .broken,
            problem: "expected '='"
        )
        state.send(.agent(.problem(syntax)))
        state.send(.agent(.recovered(port.domain, file: "/net.toml", key: nil)))
        state.send(.agent(.knownProblems([warning])))
        let said = "'/net.toml' can be read again, but look at it: \(twice)"
        #expect(state.status == Status(.warning, said))
    }
}

@Suite struct `A wrong value in a pane of a pane` {
    private let program = Fixture.program(
        "deep",
        "Deep",
        [
            "Root": #"{"Type": "PSChildPaneSpecifier", "Title": "Outer", "File": "Outer"}"#,
            "Outer": """
            {"Type": "PSChildPaneSpecifier", "Title": "Inner", "File": "Inner"},
            {"Type": "PSChildPaneSpecifier", "Title": "Other", "File": "Other"}
            """,
            "Inner": #"{"Type": "PSTextFieldSpecifier", "Title": "A", "Key": "a"}"#,
            "Other": #"{"Type": "PSTextFieldSpecifier", "Title": "B", "Key": "b"}"#,
        ]
    )
    private let place = Fixture.place("deep", "a")

    @Test(arguments: [(false, "1 value is wrong"), (true, "1 value to look at")])
    func `marks the rows that lead to it, and no others`(isWarning: Bool, said: String) {
        var state = Fixture.alone(program)
        #expect(row(state, "Outer").hasPrefix("▌  Outer"))
        var problem = FileProblem.wrong(place, "'a' is 1, expected a text")
        if isWarning { problem.severity = .warning }
        state.send(.agent(.problem(problem)))
        #expect(row(state, "Outer").hasPrefix("▌✗ Outer"))
        #expect(row(state, "Outer").contains(said))
        state.press(.enter)
        #expect(row(state, "Inner").hasPrefix("▌✗ Inner"))
        #expect(row(state, "Other").hasPrefix("│  Other"))
    }

    @Test func `counts once, in however many files it is`() {
        var state = Fixture.alone(program)
        for file in ["/a.toml", "/b.toml"] {
            state.send(.agent(.problem(.wrong(place, "'a' is 1", in: file))))
        }
        #expect(row(state, "Outer").contains("1 value is wrong"))
    }
}
