// Settings that were renamed: their values move, once.

import SettingsModel
import SyncEngine
import Testing

private let rows =
    numberRow("size", 6...72) + """
        SARenamedFrom = ["points", "pt"]

        """

private let secret = "IsSecure = true"

@Suite struct `A renamed setting` {
    @Test func `has the value of its old key, whose comment stays with it`() throws {
        let desk = try Desk(
            toml: "# mine\npoints = 14 # in points\ntheme = \"light\"\n",
            rows: rows
        )
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("points") == nil)
        #expect(desk.text() == "# mine\nsize = 14 # in points\ntheme = \"light\"\n")
        #expect(desk.history.map(\.kind) == [.moved, .moved])
        #expect(Set(desk.history.map(\.keyPath)) == ["points", "size"])
    }

    @Test func `moves where it stands, whatever file that is`() throws {
        let desk = try Desk(
            ["/a.toml": "theme = \"light\"\n", "/b.json": "{\n  \"points\": 14\n}\n"],
            replicas: [
                ReplicaConfiguration(path: "/a.toml"),
                ReplicaConfiguration(path: "/b.json", adoption: .present),
            ]
        )
        desk.adopt(rows: rows)
        #expect(desk.text("/b.json") == "{\n  \"size\": 14\n}\n")
        #expect(desk.text("/a.toml") == "theme = \"light\"\n")
    }

    @Test func `moves a value that a program writes later at the old key`() throws {
        let desk = try Desk(toml: "theme = \"light\"\n", rows: rows)
        desk.read()
        desk.save("/a.toml", "theme = \"light\"\npt = 14\n")
        #expect(desk.text() == "theme = \"light\"\nsize = 14\n")
        desk.set("points", .integer(20))
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("points") == .integer(20))
    }

    @Test func `has its set and its move in the history under the number of each`() throws {
        let desk = try Desk(toml: "", rows: rows)
        let seq = try #require(try desk.set("points", .integer(14))?.get().seq)
        #expect(desk.value("size") == .integer(14))
        #expect(desk.history.map(\.kind) == [.set, .moved, .moved])
        #expect(desk.history.map(\.seq) == [seq, seq + 1, seq + 1])
    }

    @Test func `that is a secret was one by its old name, too`() throws {
        let desk = try Desk(toml: "password = \"hunter2\"\n", rows: textRow("password", secret))
        let renamed = "\(secret)\nSARenamedFrom = [\"password\"]"
        desk.adopt(rows: textRow("login", renamed), edition: 2)
        #expect(desk.value("login") == .string("hunter2"))
        #expect(desk.text() == "login = \"hunter2\"\n")
        #expect(desk.history == [])
    }

    @Test func `that is a secret hides what is written at its old key`() throws {
        let desk = try Desk(
            toml: "",
            rows: textRow("login", "\(secret)\nSARenamedFrom = [\"password\"]")
        )
        desk.save("/a.toml", "password = \"hunter2\"\n")
        #expect(desk.text() == "login = \"hunter2\"\n")
        #expect(desk.history == [])
        #expect(desk.engine.hides(desk.domain, "password"))
    }

    @Test(arguments: [
        "size = 12\npoints = 14\n", "points = 99\n", "size = 99\npoints = 14\n",
    ])
    func `stays where its new key has a value, or can't have this one`(text: String) throws {
        let desk = try Desk(toml: "", rows: rows)
        desk.save("/a.toml", text)
        #expect(desk.text() == text)
        #expect(desk.value("points") != nil)
    }

    @Test func `goes back with undo, and stays there`() throws {
        let desk = try Desk(toml: "points = 14 # in points\n", rows: rows)
        desk.undo(desk.history)
        #expect(desk.text() == "points = 14 # in points\n")
        #expect(desk.value("points") == .integer(14))
        #expect(desk.value("size") == nil)

        desk.restart()
        desk.adopt(rows: rows, edition: 2)
        desk.touch()
        desk.read()
        desk.save("/a.toml", "points = 15 # in points\n")
        #expect(desk.text() == "points = 15 # in points\n")
        #expect(desk.value("size") == nil)
    }

    @Test func `waits until every file has been read`() throws {
        let desk = try Desk(
            ["/a.toml": "points = 14\n", "/b.toml": "size = 20\n"],
            replicas: [
                ReplicaConfiguration(path: "/a.toml"),
                ReplicaConfiguration(path: "/b.toml", adoption: .present),
            ]
        )
        desk.dies()
        desk.adopt(rows: rows)
        #expect(desk.value("size") == .integer(20))
        #expect(desk.value("points") == .integer(14))
    }
}

/// A row whose old key is in another table, so that no line can be renamed where it stands.
private let moved = title("ui.size", "SARenamedFrom = [\"points\"]")

/// A row that shows a value of any type, with another line of its own.
private func title(_ key: String, _ more: String) -> String {
    """
    [[PreferenceSpecifiers]]
    Type = "PSTitleValueSpecifier"
    Key = "\(key)"
    \(more)

    """
}

private let onlyPoints = (try? KeyPattern(parsing: "points", limits: .standard)).map { [$0] }

@Suite struct `A renamed setting that no file can have` {
    @Test(
        arguments: [
            (
                "/a.toml", "points = 14\n",
                ReplicaConfiguration(path: "/a.toml", adoption: .present),
                "which none of the domain's files takes on"
            ),
            (
                "/a.toml", "points = 14\n",
                ReplicaConfiguration(path: "/a.toml", keys: onlyPoints),
                "which none of the domain's files takes on"
            ),
            (
                "/.env", "points=14\n", ReplicaConfiguration(path: "/.env"),
                "which can't be written"
            ),
        ]
    )
    func `stays in its file, which is told`(
        path: String,
        text: String,
        replica: ReplicaConfiguration,
        problem: String
    ) throws {
        let desk = try Desk([path: text], replicas: [replica])
        let value = desk.value("points")
        desk.adopt(rows: moved)
        #expect(desk.text(path) == text)
        #expect(desk.value("points") == value)
        #expect(desk.value("ui.size") == nil)
        let told = try #require(desk.problems.last)
        #expect(told.code == .notMoved)
        #expect(told.place?.line == 1)
        #expect(told.problem.hasPrefix("'points' was renamed to 'ui.size', \(problem)"))
        let problems = desk.engine.problems(in: desk.domain)
        #expect(problems.map(\.problem) == [told.problem])
        #expect(problems.first?.place == told.place)
    }

    @Test func `goes there once a file can have it`() throws {
        let desk = try Desk(toml: "password = \"hunter2\"\n", rows: textRow("password", secret))
        desk.open(toOthers: true)
        let row = textRow("auth.login", "\(secret)\nSARenamedFrom = [\"password\"]")
        desk.adopt(rows: row, edition: 2)
        #expect(desk.text() == "password = \"hunter2\"\n")
        let told = try #require(desk.problems.last)
        #expect(
            told.problem == "'password' was renamed to 'auth.login', which can't be written: "
                + "it is a secret, and others can read the file"
        )
        #expect(told.excerpt == "")
        #expect(told.advice == "Take the right from them: chmod 600 /a.toml")

        desk.open(toOthers: false)
        #expect(desk.value("auth.login") == .string("hunter2"))
        #expect(desk.text()?.contains("login = \"hunter2\"") == true)
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `isn't quoted where its old key was a secret`() throws {
        let desk = try Desk(
            ["/a.toml": "points = inf\n", "/b.json": "{}\n"],
            replicas: [
                ReplicaConfiguration(path: "/a.toml", adoption: .present),
                ReplicaConfiguration(path: "/b.json", adoption: .all),
            ]
        )
        desk.adopt(rows: title("points", secret))
        desk.adopt(rows: title("ui.size", "SARenamedFrom = [\"points\"]"), edition: 2)
        let told = try #require(desk.problems.last { $0.code == .notMoved })
        #expect(
            told.problem == "'points' was renamed to 'ui.size', which can't be written: "
                + "the file's format can't hold its value"
        )
    }

    @Test func `stays where another file leaves it`() throws {
        let texts = ["/a.toml": "theme = \"light\"\n", "/b.json": "{\n  \"points\": 14\n}\n"]
        let desk = try Desk(
            texts,
            replicas: [
                ReplicaConfiguration(path: "/a.toml"),
                ReplicaConfiguration(path: "/b.json", adoption: .present),
            ]
        )
        desk.adopt(rows: moved)
        #expect(desk.value("points") == .integer(14))
        for (path, text) in texts { #expect(desk.text(path) == text) }
    }

    @Test func `goes to any file that takes it`() throws {
        let desk = try Desk(
            ["/a.toml": "theme = \"light\"\n", "/b.json": "{\n  \"points\": 14\n}\n"],
            replicas: [
                ReplicaConfiguration(path: "/a.toml", adoption: .present),
                ReplicaConfiguration(path: "/b.json"),
            ]
        )
        desk.adopt(rows: moved)
        #expect(desk.value("ui.size") == .integer(14))
        #expect(desk.text("/b.json")?.contains("\"size\": 14") == true)
    }

    @Test func `is told when its row refuses the value, until it doesn't`() throws {
        let desk = try Desk(toml: "points = 99\n", rows: rows)
        let told = try #require(desk.problems.last)
        #expect(told.place?.line == 1)
        #expect(
            told.problem == "'points' was renamed to 'size', "
                + "and 'size' is 99, expected a whole number from 6 to 72"
        )
        desk.read()
        desk.save("/a.toml", "points = 14\n")
        #expect(desk.text() == "size = 14\n")
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `takes one value where two rows of it have old keys`() throws {
        let two =
            numberRow("size", 6...72) + "SARenamedFrom = [\"a\"]\n"
            + numberRow("size", 6...72) + "SARenamedFrom = [\"b\"]\n"
        let desk = try Desk(toml: "a = 10\nb = 20\n", rows: two)
        #expect(desk.text() == "size = 10\nb = 20\n")
        #expect(desk.value("b") == .integer(20))
    }
}
