// Lines whose keys get other names: their comments and spelling go along.

import SettingsModel
import SyncEngine
import Testing

/// A file before and after its key moved.
struct MovedLine: CustomTestStringConvertible {
    var path: String
    var old: SettingKeyPath = "points"
    var new: SettingKeyPath = "ui.size"
    var before: String
    var after: String
    /// The file after the undo, where that leaves the table that was made for the new key.
    var undone: String?

    var testDescription: String { path }
}

private let movedLines = [
    MovedLine(
        path: "/a.toml",
        before: """
            name = "x"

            # how large
            # it is
            points = 0x0E   # in points
            wrap = true # mine

            [ui]
              theme = "light"

            """,
        after: """
            name = "x"

            wrap = true # mine

            [ui]
              theme = "light"
              # how large
              # it is
              size = 0x0E   # in points

            """
    ),
    MovedLine(
        path: "/a.toml",
        before: "# how large\npoints = [\n  8, # small\n  12,\n] # in points\nwrap = true\n",
        after: "wrap = true\n# how large\nui.size = [\n  8, # small\n  12,\n] # in points\n"
    ),
    MovedLine(
        path: "/a.yaml",
        before: """
            name: x
            # how large
            points: '14'  # in points
            wrap: true
            ui:
                theme: light

            """,
        after: """
            name: x
            wrap: true
            ui:
                theme: light
                # how large
                size: '14'  # in points

            """
    ),
    MovedLine(
        path: "/a.yaml",
        before: """
            # how large
            points: # in points
              - 8 # small
              - 12
            wrap: true

            """,
        after: """
            wrap: true
            ui:
              # how large
              size: # in points
                - 8 # small
                - 12

            """,
        undone: """
            # how large
            points: # in points
              - 8 # small
              - 12
            wrap: true
            ui: {}

            """
    ),
    MovedLine(
        path: "/a.jsonc",
        before: """
            {
              // how large
              "points": 1.40e1, // in points
              "wrap": true, // mine
              "ui": {
                "theme": "light"
              }
            }

            """,
        after: """
            {
              "wrap": true, // mine
              "ui": {
                "theme": "light",
                // how large
                "size": 1.40e1 // in points
              }
            }

            """
    ),
    MovedLine(
        path: "/a.json5",
        before: """
            {
              /* how large
                 it is */
              points: [ // in points
                0x8, // small
                12,
              ],
              wrap: true,
            }

            """,
        after: """
            {
              wrap: true,
              ui: {
                /* how large
                   it is */
                size: [ // in points
                  0x8, // small
                  12,
                ]
              },
            }

            """,
        undone: """
            {
              /* how large
                 it is */
              points: [ // in points
                0x8, // small
                12,
              ],
              wrap: true,
              ui: {
              },
            }

            """
    ),
    MovedLine(
        path: "/a.ini",
        before: "; how large\npoints = 014\n\n[ui]\ntheme = light\n",
        after: "\n[ui]\ntheme = light\n; how large\nsize = 014\n"
    ),
    MovedLine(
        path: "/.gitconfig",
        old: "core.points",
        before:
            "[core]\n\t# how large\n\tpoints = 1k ; in points\n\twrap = yes\n[ui]\n\ttheme = light\n",
        after:
            "[core]\n\twrap = yes\n[ui]\n\ttheme = light\n\t# how large\n\tsize = 1k ; in points\n"
    ),
    MovedLine(
        path: "/a.service",
        old: "Unit.points",
        new: "Service.size",
        before: "[Unit]\n# how large\npoints=14\nA=b\n\n[Service]\nType=simple\n",
        after: "[Unit]\nA=b\n\n[Service]\nType=simple\n# how large\nsize=14\n"
    ),
    MovedLine(
        path: "/a.desktop",
        old: "Desktop Entry.points",
        new: "Desktop Action x.size",
        before: "[Desktop Entry]\nName=x\n# how large\npoints=014\n\n[Desktop Action x]\nName=y\n",
        after: "[Desktop Entry]\nName=x\n\n[Desktop Action x]\nName=y\n# how large\nsize=014\n"
    ),
    MovedLine(
        path: "/a.plist",
        before: """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
            \t<!-- how large -->
            \t<key>points</key>
            \t<integer>0x0E</integer> <!-- in points -->
            \t<key>wrap</key>
            \t<true/>
            </dict>
            </plist>

            """,
        after: """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
            \t<key>wrap</key>
            \t<true/>
            \t<key>ui</key>
            \t<dict>
            \t\t<!-- how large -->
            \t\t<key>size</key>
            \t\t<integer>0x0E</integer> <!-- in points -->
            \t</dict>
            </dict>
            </plist>

            """,
        undone: """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
            \t<!-- how large -->
            \t<key>points</key>
            \t<integer>0x0E</integer> <!-- in points -->
            \t<key>wrap</key>
            \t<true/>
            \t<key>ui</key>
            \t<dict>
            \t</dict>
            </dict>
            </plist>

            """
    ),
]

@Suite struct `A line whose key gets another name` {
    @Test(arguments: movedLines)
    func `takes its comments along, and back by undo`(line: MovedLine) throws {
        let desk = try Desk(
            [line.path: line.before],
            replicas: [ReplicaConfiguration(path: line.path)]
        )
        let value = try #require(desk.value(line.old))
        desk.edit([KeyEdit(line.old, nil), KeyEdit(line.new, value)])
        #expect(desk.text(line.path) == line.after)
        #expect(desk.value(line.new) == value)
        let ends = desk.history.filter { [line.old, line.new].contains($0.keyPath) }
        desk.undo(ends)
        #expect(desk.text(line.path) == line.undone ?? line.before)
    }

    @Test func `takes them along where a bundle names its old key, and back by undo`() throws {
        let text = "# how large\npoints = 14 # in points\nwrap = true\n\n[ui]\n"
        let desk = try Desk(toml: text, rows: movedRow)
        #expect(
            desk.text() == "wrap = true\n\n[ui]\n# how large\nsize = 14 # in points\n"
        )
        desk.undo(desk.history)
        #expect(desk.text() == text)
    }

    @Test func `keeps the order of its table, and each its own comments`() throws {
        let desk = try Desk(
            toml: "[font]\n# z first\nz = 1 # z\n# then a\na = 1 # a\n\n[other]\nx = 1 # x\n"
        )
        desk.edit([
            KeyEdit("font.a", nil), KeyEdit("font.z", nil), KeyEdit("face.a", .integer(1)),
            KeyEdit("face.z", .integer(1)),
        ])
        #expect(
            desk.text() == "[font]\n\n[other]\nx = 1 # x\n\n[face]\n# z first\nz = 1 # z\n"
                + "# then a\na = 1 # a\n"
        )
    }

    @Test func `stays in its line where the new key is in the same table`() throws {
        let desk = try Desk(toml: "# how large\npoints = 0x0E # in points\nwrap = true\n")
        desk.edit([KeyEdit("points", nil), KeyEdit("size", .integer(14))])
        #expect(desk.text() == "# how large\nsize = 0x0E # in points\nwrap = true\n")
        desk.undo(desk.history)
        #expect(desk.text() == "# how large\npoints = 0x0E # in points\nwrap = true\n")
    }

    /// What one step took away and set is no other name for it.
    @Test(
        arguments: [
            [KeyEdit("points", nil), KeyEdit("ui.size", .integer(15))],
            [KeyEdit("points", nil), KeyEdit("ui.size", .integer(14)), KeyEdit("wrap", nil)],
        ]
    )
    func `leaves its comments to no other key`(edits: [KeyEdit]) throws {
        let desk = try Desk(
            toml: "# how large\npoints = 14 # in points\nwrap = true\n\n[ui]\ntheme = \"light\"\n"
        )
        desk.edit(edits)
        #expect(desk.text()?.contains("# in points") == false)
        #expect(desk.text()?.hasPrefix("# how large\n") == true)
    }

    @Test(arguments: ["#!/usr/bin/editor", "#:schema ./a.json", "# -*- mode: toml -*-"])
    func `leaves what is about the file at its top`(line: String) throws {
        let desk = try Desk(toml: "\(line)\n# how large\npoints = 14\n[ui]\nwrap = true\n")
        desk.edit([KeyEdit("points", nil), KeyEdit("ui.size", .integer(14))])
        #expect(desk.text() == "\(line)\n[ui]\nwrap = true\n# how large\nsize = 14\n")
    }

    @Test func `takes them along in every file of its domain`() throws {
        let desk = try Desk(
            [
                "/a.toml": "points = 14 # in points\n\n[ui]\nwrap = true\n",
                "/b.yaml": "points: 14 # points\nui:\n  wrap: true\n",
            ],
            replicas: [
                ReplicaConfiguration(path: "/a.toml"),
                ReplicaConfiguration(path: "/b.yaml", adoption: .all),
            ]
        )
        desk.edit([KeyEdit("points", nil), KeyEdit("ui.size", .integer(14))])
        #expect(desk.text("/a.toml") == "[ui]\nwrap = true\nsize = 14 # in points\n")
        #expect(desk.text("/b.yaml") == "ui:\n  wrap: true\n  size: 14 # points\n")
    }
}

/// A row whose old key is in another table.
private let movedRow = """
    [[PreferenceSpecifiers]]
    Type = "PSTitleValueSpecifier"
    Key = "ui.size"
    SARenamedFrom = ["points"]

    """
