// A value in one file where another has a table.

import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

private let table = "[theme]\nname = \"n\"\nbg = \"b\"\n"

/// A desk with a TOML file, to which another one is linked that was written an hour ago.
private func desk(
    _ toml: String,
    linking text: String,
    at path: String,
    prefix: SettingKeyPath? = nil
) throws -> Desk {
    let desk = try Desk(toml: toml)
    desk.put(text, at: path, modified: 1_000)
    let linked = ReplicaConfiguration(path: path, prefix: prefix, adoption: .present)
    desk.configure([
        DomainConfiguration(domain: desk.domain, replicas: ["/a.toml", linked])
    ])
    return desk
}

@Suite struct `A value set in the place of a table` {
    @Test(
        arguments: [
            (
                "/b.json", "{\"theme\": {\"name\": \"n\", \"bg\": \"b\"}}\n",
                "{\"theme\": \"dark\"}\n"
            ),
            ("/b.yaml", "theme:\n  name: n\n  bg: b\nx: 1\n", "theme: dark\nx: 1\n"),
            ("/b.toml", "x = 1\n[theme]\nname = \"n\"\nbg = \"b\"\n", "x = 1\ntheme = \"dark\"\n"),
        ]
    )
    func `is in every file that has the table`(
        path: String,
        text: String,
        expected: String
    ) throws {
        let desk = try desk(table, linking: text, at: path)

        desk.set("theme", .string("dark"))

        #expect(desk.text() == "theme = \"dark\"\n")
        #expect(desk.text(path) == expected)
        #expect(desk.problems == [])
    }

    @Test func `holds up nothing else that is set`() throws {
        let text = "{\"theme\": {\"name\": \"n\"}, \"x\": 1}\n"
        let desk = try desk("[theme]\nname = \"n\"\n", linking: text, at: "/b.json")
        desk.save("/a.toml", "x = 1\ntheme = \"dark\"\n")
        desk.set("x", .integer(5))
        #expect(desk.text("/b.json") == "{\"theme\": \"dark\", \"x\": 5}\n")
    }

    @Test func `gives way to the table again in every file`() throws {
        let text = "{\n  \"theme\": {\n    \"name\": \"n\",\n    \"bg\": \"b\"\n  }\n}\n"
        let desk = try desk(table, linking: text, at: "/b.json")
        desk.set("theme", .string("dark"))
        let before = desk.history.filter { $0.kind == .set && $0.keyPath != "theme" }

        desk.undo(before)

        #expect(desk.value("theme") == nil)
        #expect(desk.text("/b.json") == text)
        #expect(desk.text() == table)
    }

    @Test func `stays out of a file that takes new keys and has none of it`() throws {
        let desk = try Desk(
            ["/a.toml": "n = 1\n", "/b.toml": table],
            replicas: ["/a.toml", "/b.toml"]
        )
        desk.set("theme", .string("dark"))
        #expect(desk.text("/b.toml") == "theme = \"dark\"\n")
        desk.undo(desk.history)
        #expect(desk.text("/b.toml") == table)
        #expect(desk.text() == "n = 1\n")
    }

    @Test func `is refused where no file has a place for it`() throws {
        let text = "[t]\na = 1\n"
        let desk = try Desk(["/a.ini": text], replicas: ["/a.ini"])
        let answer = desk.set("t", .integer(5))
        #expect(throws: Refusal.self) { try answer?.get() }
        #expect(desk.value("t.a") != nil)
        #expect(desk.text("/a.ini") == text)
    }
}

@Suite struct `A linked file with a table where a newer value is` {
    private let text = "{\"size\": 1, \"col\": 2}\n"

    @Test func `has what it loses in the history, and it is told`() throws {
        let desk = try desk("ui = 5\n", linking: text, at: "/b.json", prefix: "ui")
        #expect(desk.value("ui") == .integer(5))
        #expect(desk.history.map(\.keyPath) == ["ui.col", "ui.size"])
        #expect(desk.history.map(\.kind) == [.superseded, .superseded])
        #expect(desk.history.map(\.value) == [.integer(2), .integer(1)])
        #expect(desk.history.map(\.kept) == [.integer(5), .integer(5)])
        let problem = try #require(desk.problems.first)
        #expect(
            problem.problem
                == "'ui.col' can't be set beside 'ui', which is newer, and so with 1 more"
        )
        let first = try #require(desk.history.first)
        #expect(problem.advice == "To take it instead, run: settingsctl undo \(first.id)")
    }

    @Test func `has it back when that is undone`() throws {
        let desk = try desk("ui = 5\n", linking: text, at: "/b.json", prefix: "ui")
        desk.undo(desk.history)
        #expect(desk.value("ui") == nil)
        #expect(desk.value("ui.size") == .integer(1))
        #expect(desk.text("/b.json") == text)
    }

    @Test func `has a value in the history that a newer table takes the place of`() throws {
        let text = "theme = \"dark\"\nx = 1\n"
        let desk = try desk(table, linking: text, at: "/b.toml")
        #expect(desk.history.map(\.keyPath) == ["theme"])
        #expect(desk.history.first?.value == .string("dark"))
        #expect(desk.problems.map(\.code) == [.superseded])

        desk.undo(desk.history)

        #expect(desk.text("/b.toml") == text)
    }

    @Test(
        arguments: [
            ("ui = 5\n", "/b.jsonc", "{\n  \"size\": 1, // points\n  \"col\": 2\n}\n", "ui"),
            ("theme = 5\n", "/b.toml", "x = 1\n\n# looks\n[theme] # mine\nbg = \"b\" # c\n", nil),
            ("theme.bg = 5\n", "/b.toml", "# looks\ntheme = \"dark\" # mine\nx = 1\n", nil),
            ("theme.bg = 5\n", "/b.yaml", "x: 1\n# looks\ntheme: dark # mine\n", nil),
        ] as [(String, String, String, SettingKeyPath?)]
    )
    func `has it back with its comments`(
        toml: String,
        path: String,
        text: String,
        prefix: SettingKeyPath?
    ) throws {
        let desk = try desk(toml, linking: text, at: path, prefix: prefix)
        #expect(desk.text(path) != text)

        desk.undo(desk.history)

        #expect(desk.text(path) == text)
    }
}
