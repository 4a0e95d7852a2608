// Keys that are removed and set again, by clients and in editors.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A removed key that is set again` {
    private let text = """
        # mine
        name = "Mono" # the font

        # Points.
        size = 12 # or more
        wide = true

        [look]
        theme = "light" # or dark

        """

    @Test(arguments: ["name", "size", "wide", "look.theme"] as [SettingKeyPath])
    func `returns to its line with its comment`(key: SettingKeyPath) throws {
        let desk = try Desk(toml: text)
        let value = desk.value(key)
        desk.set(key, nil)
        #expect(desk.text() != text)

        desk.set(key, value)

        #expect(desk.text() == text)
    }

    @Test(arguments: ["name", "size", "wide", "look.theme"] as [SettingKeyPath])
    func `returns to its line with its comment when the removal is undone`(
        key: SettingKeyPath
    ) throws {
        let desk = try Desk(toml: text)
        desk.set(key, nil)

        desk.undo(desk.history.filter { $0.keyPath == key })

        #expect(desk.text() == text)
    }

    @Test func `keeps its comment when an editor saves what it read before the removal was undone`()
        throws
    {
        let desk = try Desk(toml: text)
        desk.read()
        desk.set("name", nil)
        desk.read()
        let without = try #require(desk.text())
        desk.undo(desk.history)
        #expect(desk.text() == text)

        desk.save("/a.toml", text.replacing("wide = true", with: "wide = false"))
        desk.save("/a.toml", without.replacing("light", with: "dark"))

        #expect(desk.value("name") == .string("Mono"))
        #expect(desk.text()?.contains("name = \"Mono\" # the font\n") == true)
    }

    @Test
    func `keeps its comment when it is set to its value once more and an old buffer is saved`()
        throws
    {
        let desk = try Desk(toml: text)
        desk.set("name", nil)
        desk.read()
        let without = try #require(desk.text())
        desk.pass(1_000)
        desk.undo(desk.history)
        desk.pass(1_000)
        desk.undo([desk.history[0]])
        #expect(desk.text() == text)

        desk.save("/a.toml", without.replacing("light", with: "dark"))

        #expect(desk.value("name") == .string("Mono"))
        #expect(desk.text()?.contains("name = \"Mono\" # the font\n") == true)
    }

    @Test func `returns with its comment though a death hid which domain took it out`() throws {
        let shared = try TwoDomains("size = 12 # points\ntheme = \"light\"\n")
        shared.desk.configure([shared.ofFirst(nil), shared.ofSecond(nil)])
        shared.desk.pass(5_000)
        shared.desk.set("size", nil)
        shared.desk.restart()
        shared.desk.pass(5_000)
        #expect(shared.second("size") == nil)

        let edit = KeyEdit("size", .integer(14))
        let request = EditRequest(domain: shared.second, edits: [edit], client: "test")
        shared.desk.ask { .edit($0, request) }
        shared.touch()
        shared.desk.pass(5_000)

        #expect(shared.desk.text() == "size = 14 # points\ntheme = \"light\"\n")
    }

    @Test func `returns with its new value in the old one's place`() throws {
        let desk = try Desk(toml: text)
        desk.set("size", nil)
        desk.set("size", .real(13.5))
        #expect(desk.text() == text.replacing("size = 12 #", with: "size = 13.5 #"))
    }

    @Test func `returns with all others that went with it`() throws {
        let desk = try Desk(toml: text)
        let keys = ["name", "size", "wide", "look.theme"] as [SettingKeyPath]
        let values = keys.map { KeyEdit($0, desk.value($0)) }
        desk.edit(keys.map { KeyEdit($0, nil) })
        desk.edit(values)
        #expect(desk.text() == text)
    }

    @Test(
        arguments: [
            ["name", "size", "wide"], ["wide", "size", "name"], ["size", "name", "wide"],
        ] as [[SettingKeyPath]]
    )
    func `returns to its line though its neighbours went and came one by one`(
        order: [SettingKeyPath]
    ) throws {
        let desk = try Desk(toml: text)
        let keys = ["name", "size", "wide"] as [SettingKeyPath]
        let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, desk.value($0)) })
        for key in keys { desk.set(key, nil) }
        for key in order { desk.set(key, values[key] ?? nil) }
        #expect(desk.text() == text)
    }

    @Test func `returns to its line after the agent was started anew`() throws {
        let desk = try Desk(toml: text)
        desk.set("size", nil)
        desk.restart()
        desk.set("size", .integer(12))
        #expect(desk.text() == text)
    }

    @Test func `returns beside what its user has written meanwhile`() throws {
        let desk = try Desk(toml: text)
        desk.set("size", nil)
        desk.read()
        let edited = try #require(desk.text()).replacing("# Points.", with: "# In points.")
        desk.save("/a.toml", edited + "# end\n")

        desk.set("size", .integer(12))

        #expect(desk.text() == text.replacing("# Points.", with: "# In points.") + "# end\n")
    }

    @Test func `returns to its line after its user took it out, without the comments he took out`()
        throws
    {
        let desk = try Desk(toml: text)
        desk.read()
        desk.save("/a.toml", text.replacing("\n# Points.\nsize = 12 # or more\n", with: "\n"))
        #expect(desk.value("size") == nil)

        desk.set("size", .integer(14))

        #expect(
            desk.text() == text.replacing("# Points.\nsize = 12 # or more\n", with: "size = 14\n")
        )
    }

    @Test func `returns with its comment where only an old buffer lacked it`() throws {
        let old = "a = 1\nc = 3\n"
        let desk = try Desk(toml: old)
        desk.read()
        desk.read()
        desk.save("/a.toml", "a = 1\nb = 2 # two\nc = 3\n")
        desk.save("/a.toml", "a = 5\nc = 3\n")
        #expect(desk.value("b") == .integer(2))
        #expect(desk.text() == "a = 5\nb = 2 # two\nc = 3\n")
        #expect(desk.problems == [])
    }

    @Test func `returns with its comment though an old buffer was saved during the removal`() throws
    {
        let desk = try Desk(toml: "a = 1\nb = 2 # two\nc = 3\n")
        desk.read()
        desk.before = { effect in
            switch effect {
            case .publish: desk.put("a = 5\nb = 2 # two\nc = 3\n", at: "/a.toml")
            // Somebody has read what the agent wrote, and saves before what it displaced is taken.
            case .lookAtDisplaced:
                desk.before = { _ in }
                desk.read()
                desk.put("a = 1\nc = 7\n", at: "/a.toml")
            default: break
            }
        }
        desk.set("b", nil)
        #expect(desk.text() == "a = 5\nc = 7\n")

        desk.set("b", .integer(3))

        #expect(desk.text() == "a = 5\nb = 3 # two\nc = 7\n")
    }

    @Test func `returns as a new key once no kept version has it`() throws {
        var limits = Limits.standard
        limits.fileVersions = 4
        let desk = try Desk(toml: text, limits: limits)
        desk.set("size", nil)
        for number in 1...4 { desk.set("name", .integer(Int64(number))) }
        desk.set("size", .integer(12))
        #expect(desk.text()?.contains("wide = true\nsize = 12\n") == true)
    }

    @Test func `returns in each file as it was there`() throws {
        let json = "{\n  \"size\": 12, // points\n  \"wide\": true\n}\n"
        let desk = try Desk(
            ["/a.toml": "size = 12 # or more\nwide = true\n", "/b.jsonc": json],
            replicas: [
                ReplicaConfiguration(path: "/a.toml"),
                ReplicaConfiguration(path: "/b.jsonc", adoption: .all),
            ]
        )
        desk.set("size", nil)
        #expect(desk.text("/b.jsonc") == "{\n  \"wide\": true\n}\n")
        desk.set("size", .integer(12))
        #expect(desk.text("/a.toml") == "size = 12 # or more\nwide = true\n")
        #expect(desk.text("/b.jsonc") == json)
    }

    /// A desk with two files that have a key each for itself.
    private func pair(_ second: String, _ text: String) throws -> Desk {
        try Desk(
            ["/a.toml": "a = 1\nsize = 12 # or more\n", second: text],
            replicas: [
                ReplicaConfiguration(path: "/a.toml"),
                ReplicaConfiguration(path: second, adoption: .present),
            ]
        )
    }

    @Test func `returns in a file that takes on no keys, if it had it`() throws {
        let yaml = "size: 12 # points\nb: 2\n"
        let desk = try pair("/b.yaml", yaml)
        desk.set("size", nil)
        #expect(desk.text("/b.yaml") == "b: 2\n")

        desk.undo(desk.history.filter { $0.keyPath == "size" })

        #expect(desk.text("/b.yaml") == yaml)
        #expect(desk.text() == "a = 1\nsize = 12 # or more\n")
    }

    @Test func `returns in such a file after it was a table that the file can't hold`() throws {
        let desk = try pair("/b.conf", "size 12\nb 2\n")
        desk.set("size.x", .integer(1))
        desk.set("size", .integer(3))
        #expect(desk.text("/b.conf") == "size 3\nb 2\n")
    }

    @Test func `stays away from such a file if its user took it out`() throws {
        let desk = try pair("/b.yaml", "size: 12 # points\nb: 2\n")
        desk.read("/b.yaml")
        desk.save("/b.yaml", "b: 2\n")
        #expect(desk.value("size") == .integer(12))
        desk.set("size", nil)
        desk.set("size", .integer(12))
        #expect(desk.text("/b.yaml") == "b: 2\n")
    }

    @Test func `returns to its line in a file that holds a part of the domain`() throws {
        let text = "a = 1\nsize = 12 # or more\nwide = true\n"
        let desk = try Desk(
            ["/a.toml": text],
            replicas: [ReplicaConfiguration(path: "/a.toml", prefix: "font")]
        )
        desk.set("font.a", nil)
        desk.set("font.size", nil)
        desk.set("font.a", .integer(1))
        desk.set("font.size", .integer(12))
        #expect(desk.text() == text)
    }
}
