// What a file's next text is made from: the newest version that somebody else wrote.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

/// Formats that are written.
private let formats = Format.allCases.filter { $0 != .sshConfig }

/// Files of a format, each on a desk.
private func desks(_ format: Format) throws -> [(desk: Desk, text: [UInt8])] {
    try format.samples.compactMap { sample in
        let desk = try Desk([:], replicas: [ReplicaConfiguration(path: "/a", format: format)])
        desk.save("/a", bytes: sample)
        return desk.condition("/a") == .ok && desk.bytes("/a") == sample ? (desk, sample) : nil
    }
}

private func legible(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

@Suite struct `A file that only the agent has written since somebody saved it` {
    @Test(arguments: formats)
    func `is as it was once a new key is undone`(format: Format) throws {
        var count = 0
        for (desk, text) in try desks(format) {
            for key in ["newkey", "newgroup.newkey", "newgroup.inner.newkey"] as [SettingKeyPath] {
                desk.set(key, .string("1"))
                guard desk.bytes("/a") != text else { continue }
                count += 1
                desk.undo(Array(desk.history.suffix(1)))
                #expect(legible(desk.bytes("/a")) == legible(text), "\(format) \(key)")
            }
        }
        #expect(count > 0 || !format.takesAnyName)
    }

    @Test(arguments: formats)
    func `is as it was once a removal is undone`(format: Format) throws {
        var count = 0
        for (desk, text) in try desks(format) {
            for entry in try format.parse(text).entries {
                desk.set(entry.keyPath, nil)
                if desk.bytes("/a") != text { count += 1 }
                desk.undo(Array(desk.history.suffix(1)))
                #expect(legible(desk.bytes("/a")) == legible(text), "\(format) \(entry.keyPath)")
            }
        }
        #expect(count > 0)
    }

    @Test func `is as it was once a changed value is undone, however that is spelled`() throws {
        let text = "a = 0x0C # hex\nb = 1_000\nc = 'x'\n"
        let desk = try Desk(toml: text)
        for (key, value) in [("a", 14), ("b", 2), ("c", 3)] as [(SettingKeyPath, Int64)] {
            desk.set(key, .integer(value))
            #expect(desk.text() != text)
            desk.undo(Array(desk.history.suffix(1)))
            #expect(desk.text() == text)
        }
    }

    @Test func `has a key again that its format can't write anew`() throws {
        let text = "[Default Applications]\ntext/plain=vim.desktop\nimage/png=feh.desktop\n"
        let desk = try Desk(["/mimeapps.list": text], replicas: ["/mimeapps.list"])
        let key = SettingKeyPath(segments: ["Default Applications", "image/png"])
        desk.set(key, nil)
        #expect(desk.text("/mimeapps.list")?.contains("png") == false)
        desk.undo(desk.history)
        #expect(desk.text("/mimeapps.list") == text)
        desk.set(key, nil)
        desk.set(key, .string("imv.desktop"))
        #expect(desk.text("/mimeapps.list") == text.replacing("feh", with: "imv"))
    }

    @Test func `has new keys in the order in which they came`() throws {
        let desk = try Desk(toml: "# mine\nm = 1 # one\n")
        desk.set("z", .integer(1))
        desk.set("a", .integer(2))
        desk.set("z", .integer(3))
        desk.set("m", .integer(4))
        #expect(desk.text() == "# mine\nm = 4 # one\nz = 3\na = 2\n")
        desk.restart()
        desk.set("b", .integer(5))
        #expect(desk.text() == "# mine\nm = 4 # one\nz = 3\na = 2\nb = 5\n")
    }

    @Test(arguments: [["a"], ["z"], ["t.x", "a"]] as [[SettingKeyPath]])
    func `has new keys that come back where they were`(removed: [SettingKeyPath]) throws {
        let desk = try Desk(toml: "m = 1\n")
        desk.edit([KeyEdit("a", .integer(1)), KeyEdit("b", .integer(1))])
        for key in ["z", "t.x", "c"] as [SettingKeyPath] { desk.set(key, .integer(1)) }
        let before = desk.text()
        for key in removed { desk.set(key, nil) }
        for key in removed { desk.undo(desk.history.filter { $0.keyPath == key }) }
        #expect(desk.text() == before)
    }

    @Test func `keeps a line that got another name where it is, whatever is set then`() throws {
        let desk = try Desk(toml: "a = 1\nb = 2 # two\nc = 3\n")
        desk.edit([KeyEdit("b", nil), KeyEdit("d", .integer(2))])
        #expect(desk.text() == "a = 1\nd = 2 # two\nc = 3\n")
        desk.set("d", .integer(5))
        desk.set("a", .integer(4))
        #expect(desk.text() == "a = 4\nd = 5 # two\nc = 3\n")
    }

    @Test func `has another domain's keys as they are now`() throws {
        let shared = try TwoDomains("# mine\nsize = 12 # points\ntheme = \"light\"\n")
        shared.setTheme(.string("dark"))
        shared.look()
        shared.desk.set("size", nil)
        shared.look()
        shared.desk.undo(shared.desk.history.filter { $0.keyPath == "size" })
        shared.look()
        #expect(shared.desk.text() == "# mine\nsize = 12 # points\ntheme = \"dark\"\n")
    }

    @Test func `is made from a text that was put back, in each of its domains`() throws {
        let text = "# mine\nsize = 12 # points\ntheme = \"light\"\n"
        let shared = try TwoDomains(text)
        let desk = shared.desk
        desk.set("size", .integer(14))
        shared.look()
        desk.put(text, at: "/a.toml", modified: 900_000)
        shared.look()
        #expect(desk.value("size") == .integer(12))
        desk.set("size", nil)
        shared.look()
        shared.setTheme(.string("dark"))
        shared.look()
        desk.set("size", .integer(12))
        shared.look()
        #expect(desk.text() == text.replacing("light", with: "dark"))
    }

    @Test func `keeps a line that got another name in another domain`() throws {
        let shared = try TwoDomains("theme = 1\nb = 2 # two\nc = 3\n")
        let desk = shared.desk
        desk.configure([shared.ofFirst(nil), shared.ofSecond(nil)])
        desk.pass(5_000)
        desk.edit([KeyEdit("b", nil), KeyEdit("d", .integer(2))])
        shared.look()
        shared.setTheme(.integer(4))
        shared.look()
        #expect(desk.text() == "theme = 4\nd = 2 # two\nc = 3\n")
    }

    @Test(arguments: [
        "{\n  \"font\": {\n    \"size\": 12 // pt\n  },\n  \"x\": 1\n}\n",
        "{\"font\": {}, \"x\": 1}\n",
    ])
    func `has its empty table again in a file that is partly its domain's`(text: String) throws {
        let desk = try Desk(
            ["/a.jsonc": text],
            replicas: [ReplicaConfiguration(path: "/a.jsonc", keys: [.below("font")])]
        )
        let size = desk.value("font.size")
        desk.set("font.size", size == nil ? .integer(12) : nil)
        #expect(desk.text("/a.jsonc") != text)
        desk.set("font.size", size)
        #expect(desk.text("/a.jsonc") == text)
    }

    @Test func `is edited as it is where nobody has ever saved it`() throws {
        let desk = try Desk([:], replicas: ["/a.toml"])
        for key in ["b", "a"] as [SettingKeyPath] { desk.set(key, .integer(1)) }
        desk.set("b", .integer(2))
        #expect(desk.text() == "b = 2\na = 1\n")
    }
}

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

    @Test func `is new, and its comment reported, in a save from before the removal was undone`()
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
        #expect(desk.text()?.contains("wide = false\nname = \"Mono\"\n") == true)
        #expect(desk.problems.map(\.code) == [.keptOut, .droppedComments])
    }

    @Test func `is new, and its comment reported, in an old save after it was set once more`()
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
        #expect(desk.text()?.contains("wide = true\nname = \"Mono\"\n") == true)
        #expect(desk.problems.map(\.code) == [.droppedComments])
    }

    @Test func `returns to its line though it was taken out of another domain, too`() throws {
        let shared = try TwoDomains("size = 12 # points\ntheme = \"light\"\n")
        shared.desk.configure([shared.ofFirst(nil), shared.ofSecond(nil)])
        shared.desk.pass(5_000)
        shared.desk.set("size", nil)
        shared.look()
        #expect(shared.second("size") == nil)

        let edit = KeyEdit("size", .integer(14))
        let request = EditRequest(domain: shared.second, edits: [edit], client: "test")
        shared.desk.ask { .edit($0, request) }
        shared.look()

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

    @Test func `is new in what its user has written meanwhile`() throws {
        let desk = try Desk(toml: text)
        desk.set("size", nil)
        desk.read()
        let edited = try #require(desk.text()).replacing("# Points.", with: "# In points.")
        desk.save("/a.toml", edited + "# end\n")

        desk.set("size", .integer(12))

        let new = edited.replacing("wide = true\n", with: "wide = true\nsize = 12\n")
        #expect(desk.text() == new + "# end\n")
    }

    @Test func `is new after its user took it out`() throws {
        let desk = try Desk(toml: text)
        desk.read()
        let saved = text.replacing("\n# Points.\nsize = 12 # or more\n", with: "\n")
        desk.save("/a.toml", saved)
        #expect(desk.value("size") == nil)

        desk.set("size", .integer(14))

        #expect(desk.text() == saved.replacing("wide = true\n", with: "wide = true\nsize = 14\n"))
    }

    @Test func `is new, and its comment reported, where only an old buffer lacked it`() throws {
        let old = "a = 1\nc = 3\n"
        let desk = try Desk(toml: old)
        desk.read()
        desk.read()
        desk.save("/a.toml", "a = 1\nb = 2 # two\nc = 3\n")
        desk.save("/a.toml", "a = 5\nc = 3\n")
        #expect(desk.value("b") == .integer(2))
        #expect(desk.text() == "a = 5\nc = 3\nb = 2\n")
        #expect(desk.problems.map(\.code) == [.keptOut, .droppedComments])
    }

    @Test func `is new where an old buffer was saved during the removal`() throws {
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

        #expect(desk.text() == "a = 5\nc = 7\nb = 3\n")
    }

    @Test func `returns to its line however often the file was written meanwhile`() throws {
        var limits = Limits.standard
        limits.fileVersions = 4
        let desk = try Desk(toml: text, limits: limits)
        desk.set("size", nil)
        for number in 1...9 { desk.set("name", .integer(Int64(number))) }
        desk.set("size", .integer(12))
        desk.set("name", .string("Mono"))
        #expect(desk.text() == text)
    }

    @Test func `returns in each file as it was there`() throws {
        let json = "{\n  \"size\": 12, // points\n  \"wide\": true\n}\n"
        let desk = try Desk(
            ["/a.toml": "size = 12 # or more\nwide = true\n", "/b.jsonc": json],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.jsonc", adoption: .all)]
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
            replicas: ["/a.toml", ReplicaConfiguration(path: second, adoption: .present)]
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

    @Test func `returns to its line though another key can't be in the file at all`() throws {
        let env = "A=1\nP=\"a'\\$b\" # mine\nQ=2\n"
        let desk = try Desk(
            ["/a.toml": "[B]\nc = 1\n", "/b.env": env],
            replicas: [
                ReplicaConfiguration(path: "/a.toml", keys: [.exactly("B.c")]),
                ReplicaConfiguration(path: "/b.env", adoption: .all),
            ]
        )
        desk.set("P", nil)
        #expect(desk.text("/b.env") == "A=1\nQ=2\n")
        desk.edit([KeyEdit("P", .string("a'\\$b")), KeyEdit("B.c", .integer(2))])
        #expect(desk.text("/b.env") == env)
    }

    @Test func `returns in such a file after it was a table that the file can't hold`() throws {
        let desk = try pair("/b.conf", "size 12\nb 2\n")
        desk.set("size.x", .integer(1))
        desk.set("size", .integer(3))
        #expect(desk.text("/b.conf") == "size 3\nb 2\n")
    }

    @Test(arguments: [Adoption.primary, .present])
    func `returns to the file that had it last, if no file has it`(_ adoption: Adoption) throws {
        let desk = try Desk(
            ["/a.toml": "a = 1\n", "/b.toml": "b = 2\nc = 3\nsize = 12\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.toml", adoption: adoption)]
        )
        desk.save("/b.toml", "b = 2\nsize = 12\n")
        desk.undo(desk.history.filter { $0.keyPath == "c" })
        #expect(desk.text("/b.toml") == "b = 2\nsize = 12\nc = 3\n")
        #expect(desk.text() == "a = 1\n")

        // One that was moved was in the other file last.
        desk.save("/b.toml", "b = 2\nc = 3\n")
        desk.save("/a.toml", "a = 1\nsize = 13\n")
        desk.save("/a.toml", "a = 5\n")
        desk.set("size", .integer(14))
        #expect(desk.text("/b.toml") == "b = 2\nc = 3\n")
        #expect(desk.text() == "a = 5\nsize = 14\n")
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
