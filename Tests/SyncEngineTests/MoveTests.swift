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
