// Which notices are shown: without programs, files or clocks.

import Glibc
import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

@testable import SyncAgent

private let paths = AgentPaths { $0 == "HOME" ? "/home/u" : nil }
private let all = Set(NoticeKind.allCases)

/// A file of a domain in the home's folder of settings.
private func file(_ name: String, of domain: Domain = editor) -> ReplicaID {
    ReplicaID(domain: domain, path: "/home/u/.config/\(name)")
}

/// A trouble of a file as a whole.
private func trouble(
    _ name: String,
    _ kind: NoticeKind = .broken,
    of domain: Domain = editor
) -> Trouble {
    Trouble(
        identity: Trouble.Identity(file: file(name, of: domain)),
        kind: kind,
        text: "\(name) is \(kind)."
    )
}

/// A problem of a file that has a secret in all its words.
private func problem(_ code: Problem.Code, key path: SettingKeyPath? = nil) -> Problem {
    var problem = Problem(beingWritten: file("a.toml"))
    problem.code = code
    problem.keyPath = path
    problem.place = SourcePlace(line: 3, column: 8)
    problem.excerpt = "hunter2"
    problem.value = .string("hunter2")
    problem.problem = "'a' is \"hunter2\""
    problem.consequence = path == nil ? "Kept the last good values" : "Kept \"hunter2\""
    problem.advice = "hunter2"
    return problem
}

extension NoticeBoard {
    /// The text of the next notice, without its advice.
    fileprivate mutating func lines(on kinds: Set<NoticeKind> = all) -> [String]? {
        settle()
        return next(on: kinds).map { $0.text.split(separator: "\n").dropLast().map(String.init) }
    }
}

@Suite struct `A notice` {
    @Test func `is shown once, however often its problem is reported`() {
        var board = NoticeBoard()
        board.began(trouble("a"))
        #expect(board.lines() == ["a is broken."])
        board.began(trouble("a"))
        #expect(board.lines() == nil)
    }

    @Test func `is shown again when its problem ended and began again`() {
        var board = NoticeBoard()
        board.began(trouble("a"))
        _ = board.lines()
        board.ended(file("a"), nil)
        #expect(board.lines() == nil)
        board.began(trouble("a"))
        #expect(board.lines() == ["a is broken."])
    }

    @Test func `isn't shown of what ended before it was`() {
        var board = NoticeBoard()
        board.began(trouble("a"))
        board.ended(file("a"), nil)
        #expect(board.lines() == nil)
    }

    @Test func `isn't shown again of a problem that is reported anew as another one ends`() {
        var board = NoticeBoard()
        board.began(trouble("a"))
        _ = board.lines()
        board.ended(file("a"), nil)
        board.began(trouble("a"))
        #expect(board.lines() == nil)
    }

    @Test func `is another one where a broken file is held instead`() {
        var board = NoticeBoard()
        board.began(trouble("a"))
        _ = board.lines()
        board.began(trouble("a", .held))
        #expect(board.lines() == ["a is held."])
        board.began(trouble("a"))
        #expect(board.lines() == ["a is broken."])
    }

    @Test func `is shown again only of the key whose problem ended`() {
        var board = NoticeBoard()
        let troubles = ["x", "y"].map {
            Trouble(
                identity: Trouble.Identity(file: file("a"), key: key($0)),
                kind: .lost,
                text: "\($0)."
            )
        }
        for trouble in troubles { board.began(trouble) }
        #expect(board.lines() == ["x.", "y."])
        board.ended(file("a"), key("x"))
        board.settle()
        for trouble in troubles { board.began(trouble) }
        #expect(board.lines() == ["x."])
    }

    @Test func `is of the chosen kinds, and of another one once that is chosen`() {
        var board = NoticeBoard()
        board.began(trouble("a"))
        board.began(trouble("b", .held))
        #expect(board.lines(on: []) == nil)
        #expect(board.lines(on: [.held]) == ["b is held."])
        #expect(board.lines(on: [.held, .broken]) == ["a is broken."])
    }

    @Test(arguments: [
        (1, ["0 is broken."]), (3, ["0 is broken.", "1 is broken.", "2 is broken."]),
        (4, ["0 is broken.", "1 is broken.", "2 is broken.", "1 more problem."]),
        (9, ["0 is broken.", "1 is broken.", "2 is broken.", "6 more problems."]),
        (
            NoticeBoard.limit,
            [
                "0 is broken.", "1 is broken.", "2 is broken.",
                "\(NoticeBoard.limit - 3) more problems.",
            ]
        ),
        (
            NoticeBoard.limit + 1,
            [
                "0 is broken.", "1 is broken.", "2 is broken.",
                "\(NoticeBoard.limit - 3) more problems.",
            ]
        ),
    ])
    func `joins what came together, in its order`(count: Int, lines: [String]) {
        var board = NoticeBoard()
        for number in 0..<count { board.began(trouble("\(number)")) }
        #expect(board.lines() == lines)
        #expect(board.lines() == nil)
    }

    @Test func `names the domain, and the command that says what to do`() {
        var board = NoticeBoard()
        board.began(trouble("a"))
        #expect(
            board.next(on: all)
                == Notice(
                    title: "settings-agent: \(editor)",
                    text: "a is broken.\nWhat to do: settingsctl doctor"
                )
        )
        board.began(trouble("b"))
        board.began(trouble("c", of: domain("kitty")))
        #expect(board.next(on: all)?.title == "settings-agent")
    }

    @Test func `fills a command's holes, and what it says there is no hole`() {
        let notice = Notice(title: "T{text}", text: "a {title} {b}")
        let words = ["say", "{title}: {text}", "{\"text\": \"{text}\"}", "{other}{", ""]
        #expect(
            notice.filled(into: words) == [
                "say", "T{text}: a {title} {b}", "{\"text\": \"a {title} {b}\"}", "{other}{", "",
            ]
        )
    }
}

@Suite struct `A problem` {
    @Test(
        arguments: [
            (.text(.syntax), .broken, ":3:8 can't be read. Kept the last good values."),
            (.invalid, .lost, ":3:8: the value of 'k' isn't accepted."),
        ] as [(Problem.Code, NoticeKind, String)]
    )
    func `is in a notice without the words that may have a secret`(
        code: Problem.Code,
        kind: NoticeKind,
        text: String
    ) throws {
        let path = code == .invalid ? key("k") : nil
        let found = try #require(Trouble(problem(code, key: path), paths))
        #expect(found.kind == kind)
        #expect(found.text == "~/.config/a.toml" + text)
    }

    @Test(
        arguments: [
            (.file(.unreadable), .broken), (.noFixpoint, .broken), (.empty, .held),
            (.wiped, .held), (.keptOut, .lost), (.replaced, .lost), (.droppedComments, .lost),
            (.superseded, .lost), (.displaced, .lost), (.locked, .lost), (.missing, nil),
            (.busy, nil), (.repeated, nil), (.value(.unrepresentable), nil),
            (.file(.noFolder), nil),
        ] as [(Problem.Code, NoticeKind?)]
    )
    func `is of a kind, or isn't shown at all`(code: Problem.Code, kind: NoticeKind?) {
        #expect(Trouble(problem(code), paths)?.kind == kind)
    }

    @Test func `that is another mistake of a broken file is the same one`() {
        var other = problem(.text(.duplicate))
        other.place = SourcePlace(line: 9, column: 1)
        let identities = [problem(.text(.syntax)), other, problem(.file(.unreadable))].map {
            Trouble($0, paths)?.identity
        }
        #expect(Set(identities).count == 1)
    }

    @Test func `of another change that was lost is another one`() {
        var other = problem(.keptOut)
        other.problem = "an older value of 'b' was saved"
        let identities = [problem(.keptOut), other, problem(.replaced)].map {
            Trouble($0, paths)?.identity
        }
        #expect(Set(identities).count == 3)
    }
}

@Suite struct `The notices of the agent's file` {
    private func read(_ text: String) -> AgentFile {
        AgentFile(Array(text.utf8), path: "/agent.toml")
    }

    @Test func `are all of them without a table`() {
        let notices = read("").notices
        #expect(notices.kinds == all)
        #expect(notices.command == nil)
    }

    @Test func `are the kinds that it names, shown by its command`() {
        let file = read("[notify]\non = [\"held\", \"lost\"]\ncommand = [\"say\", \"{text}\"]\n")
        #expect(file.problems == [])
        #expect(file.notices.kinds == [.held, .lost])
        #expect(file.notices.command == ["say", "{text}"])
    }

    @Test func `are none with an empty list`() {
        let file = read("notify = { on = [] }\n")
        #expect(file.problems == [])
        #expect(file.notices.kinds == [])
    }

    @Test(
        arguments: [
            (
                "[notify]\non = [\"held\", \"brocken\"]", "2:15 there is no notice 'brocken'",
                "Use some of broken, held, lost"
            ),
            (
                "[notify]\non = \"held\"", "2:6 'on' is string, expected an array of texts",
                "Write it as [\"a\", \"b\"]"
            ),
            (
                "[notify]\non = false", "2:6 'on' is boolean, expected an array of texts",
                "Write it as [\"a\", \"b\"]"
            ),
            (
                "[notify]\ncommand = \"say\"",
                "2:11 'command' is string, expected an array of texts",
                "Write it as [\"a\", \"b\"]"
            ),
            (
                "[notify]\ncommand = []", "2:11 'command' names no program",
                "Write it as [\"program\", \"argument\"]"
            ),
            ("[notify]\nwhen = 1", "2:1 'when' is not known", "Use one of command, on"),
            ("notify = []", "1:10 'notify' is array, expected a table", "Write [notify]"),
        ]
    )
    func `have each mistake shown at its place, and are the standard`(
        text: String,
        problem: String,
        advice: String
    ) throws {
        let file = read(text)
        let found = try #require(file.problems.first)
        #expect(file.problems.count == 1)
        #expect("\(found.place?.line ?? 0):\(found.place?.column ?? 0) \(found.problem)" == problem)
        #expect(found.consequence == "Ignored it")
        #expect(found.advice == advice)
        #expect(file.notices == NoticeSettings())
    }

    @Test func `run no command that somebody else may have written`() throws {
        let home = try Home()
        try home.write("[notify]\ncommand = [\"say\"]\n", to: "agent.toml")
        let path = home["agent.toml"]
        chmod(path, 0o644)
        #expect(AgentFile(at: path).notices.command == ["say"])

        chmod(path, 0o666)

        let file = AgentFile(at: path)
        #expect(file.notices == NoticeSettings())
        #expect(file.problems.map(\.consequence) == ["The command of [notify] isn't run"])
    }
}
