// Keys that a client's step gives other names: in one table a line stays, with its comments.

import SettingsModel
import SyncEngine
import Testing

/// A file before and after its key got another name in the same table.
struct RenamedLine: CustomTestStringConvertible {
    var path: String
    var old: SettingKeyPath = "points"
    var new: SettingKeyPath = "size"
    var before: String
    var after: String

    var testDescription: String { path }
}

private let renamedLines = [
    RenamedLine(
        path: "/a.toml",
        before: "# how large\npoints = 0x0E # in points\nwrap = true\n",
        after: "# how large\nsize = 0x0E # in points\nwrap = true\n"
    ),
    RenamedLine(
        path: "/a.toml",
        old: "ui.points",
        new: "ui.size",
        before: "[ui]\n# how large\npoints = [\n  8, # small\n  12,\n] # in points\nwrap = true\n",
        after: "[ui]\n# how large\nsize = [\n  8, # small\n  12,\n] # in points\nwrap = true\n"
    ),
    RenamedLine(
        path: "/a.yaml",
        before: "# how large\npoints: '14'  # in points\nwrap: true\n",
        after: "# how large\nsize: '14'  # in points\nwrap: true\n"
    ),
    RenamedLine(
        path: "/a.jsonc",
        before: "{\n  // how large\n  \"points\": 1.40e1, // in points\n  \"wrap\": true\n}\n",
        after: "{\n  // how large\n  \"size\": 1.40e1, // in points\n  \"wrap\": true\n}\n"
    ),
    RenamedLine(
        path: "/a.ini",
        old: "ui.points",
        new: "ui.size",
        before: "[ui]\n; how large\npoints = 014\ntheme = light\n",
        after: "[ui]\n; how large\nsize = 014\ntheme = light\n"
    ),
    RenamedLine(
        path: "/a.toml",
        old: #"ui."a b""#,
        new: "ui.size",
        before: "[ui]\n# how large\n\"a b\" = 14 # mine\nwrap = true\n",
        after: "[ui]\n# how large\n\"size\" = 14 # mine\nwrap = true\n"
    ),
    RenamedLine(
        path: "/a.jsonc",
        old: #""editor.points""#,
        new: #""editor.size""#,
        before: "{\n  \"editor.points\": 14, // mine\n  \"wrap\": true\n}\n",
        after: "{\n  \"editor.size\": 14, // mine\n  \"wrap\": true\n}\n"
    ),
]

private let text =
    "# how large\npoints = 14 # in points\nwrap = true\n\n[ui]\ntheme = \"light\"\n"

@Suite struct `A key that a client renames` {
    @Test(arguments: renamedLines)
    func `keeps its line and comments in the same table, and back by undo`(
        line: RenamedLine
    ) throws {
        let desk = try Desk(
            [line.path: line.before],
            replicas: [ReplicaConfiguration(path: line.path)]
        )
        let value = try #require(desk.value(line.old))
        desk.edit([KeyEdit(line.old, nil), KeyEdit(line.new, value)])
        #expect(desk.text(line.path) == line.after)
        #expect(desk.value(line.new) == value)
        desk.undo(desk.history)
        #expect(desk.text(line.path) == line.before)
        #expect(desk.value(line.old) == value)
    }

    @Test(
        arguments: [
            ("/a.yaml", "points: 14  # mine\n", "on", "\"on\": 14\n"),
            ("/a.yaml", "points: 14  # mine\n", "\"1\"", "\"1\": 14\n"),
            ("/a.yaml", "\"points\": 14  # mine\n", "on", "\"on\": 14  # mine\n"),
        ] as [(String, String, SettingKeyPath, String)]
    )
    func `keeps no line in which its name would be read as another thing`(
        path: String,
        before: String,
        name: SettingKeyPath,
        after: String
    ) throws {
        let desk = try Desk([path: before], replicas: [ReplicaConfiguration(path: path)])
        let value = try #require(desk.value("points"))
        desk.edit([KeyEdit("points", nil), KeyEdit(name, value)])
        #expect(desk.text(path) == after)
        desk.undo(desk.history)
        #expect(desk.text(path) == before)
    }

    @Test func `comes back from the template where it can't keep its line`() throws {
        let text = "# mine\n[[servers]]\nname = \"a\" # one\n\n[[servers]]\nname = \"b\"\n"
        let desk = try Desk(toml: text)
        let value = try #require(desk.value("servers"))
        desk.edit([KeyEdit("servers", nil), KeyEdit("hosts", value)])
        #expect(desk.value("hosts") == value)
        desk.undo(desk.history)
        #expect(desk.text() == text)
    }

    @Test func `leaves the comment above behind where it goes to another table`() throws {
        let desk = try Desk(toml: text)
        desk.edit([KeyEdit("points", nil), KeyEdit("ui.size", .integer(14))])
        #expect(
            desk.text()
                == "# how large\nwrap = true\n\n[ui]\ntheme = \"light\"\nsize = 14\n"
        )
    }

    /// What one step took away and set is no other name for it.
    @Test(
        arguments: [
            [KeyEdit("points", nil), KeyEdit("size", .integer(15))],
            [KeyEdit("points", nil), KeyEdit("size", .integer(14)), KeyEdit("wrap", nil)],
        ]
    )
    func `leaves its comments to no other key`(edits: [KeyEdit]) throws {
        let desk = try Desk(toml: text)
        desk.edit(edits)
        #expect(desk.text()?.contains("# in points") == false)
        #expect(desk.text()?.hasPrefix("# how large\n") == true)
        #expect(desk.value("points") == nil)
    }

    @Test func `keeps its line in every file of its domain`() throws {
        let desk = try Desk(
            ["/a.toml": "points = 14 # in points\n", "/b.yaml": "points: 14 # points\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.yaml", adoption: .all)]
        )
        desk.edit([KeyEdit("points", nil), KeyEdit("size", .integer(14))])
        #expect(desk.text("/a.toml") == "size = 14 # in points\n")
        #expect(desk.text("/b.yaml") == "size: 14 # points\n")
    }
}
