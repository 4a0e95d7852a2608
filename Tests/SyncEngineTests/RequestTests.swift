// What clients may ask for: edits, conditions, undo, layers, limits.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport
import Testing

@Suite struct `An edit` {
    private func code(_ answer: Result<EditReceipt, Refusal>?) -> Refusal.Code? {
        if case .failure(let refusal) = answer { refusal.code } else { nil }
    }

    @Test func `is numbered, and a change of nothing is not`() throws {
        let desk = try Desk(toml: "size = 12\n")
        let first = try #require(try desk.set("size", .integer(14))?.get())
        let again = try #require(try desk.set("size", .integer(14))?.get())
        #expect(first.changed)
        #expect(first.revs == [first.seq])
        #expect(again == EditReceipt(seq: first.seq, revs: [first.seq], changed: false))
    }

    @Test func `holds as a whole or not at all`() throws {
        let desk = try Desk(["/a.json": "{}\n"], replicas: ["/a.json"])
        let answer = desk.edit([KeyEdit("a", .integer(1)), KeyEdit("b", .real(.infinity))])
        #expect(code(answer) == .invalid)
        #expect(desk.value("a") == nil)
    }

    @Test func `of a table sets its leaves and removes what it leaves out`() throws {
        let desk = try Desk(toml: "[font]\nname = \"Mono\"\nsize = 12\n")
        desk.set("font", .dictionary([.init("size", .integer(14)), .init("bold", .boolean(true))]))
        #expect(desk.value("font.name") == nil)
        #expect(desk.value("font.size") == .integer(14))
        #expect(desk.value("font.bold") == .boolean(true))
        #expect(desk.text() == "[font]\nsize = 14\nbold = true\n")
    }

    @Test(arguments: [
        ("", "the key path has an empty segment"),
        (
            String(repeating: "x", count: 1_025),
            "a segment of the key path has 1025 bytes, at most 1024"
        ),
    ])
    func `of a table with a key that can't be one is refused`(key: String, why: String) throws {
        let desk = try Desk(toml: "size = 12\n")
        let table = SettingValue.dictionary([.init("in", .dictionary([.init(key, .integer(1))]))])
        let answer = desk.set("t", table)
        guard case .failure(let refusal)? = answer else {
            Issue.record("it was taken")
            return
        }
        #expect(refusal.code == .invalid)
        #expect(refusal.problem == "'t' can't be set: \(why)")
        #expect(desk.text() == "size = 12\n")
        let problems = desk.engine.problems(with: [KeyEdit("t", table)], in: desk.domain)
        #expect(problems.map(\.problem) == [refusal.problem])
    }

    @Test func `of a key with a control character changes that key's value alone`() throws {
        let desk = try Desk(toml: #""a\u001Bb" = 1 # so"# + "\n")
        desk.set(SettingKeyPath(segments: ["a\u{1B}b"]), .integer(2))
        #expect(desk.text() == #""a\u001Bb" = 2 # so"# + "\n")
    }

    @Test func `that removes a table removes its leaves`() throws {
        let desk = try Desk(toml: "a = 1\nfont.name = \"Mono\"\nfont.size = 12\n")
        desk.set("font", nil)
        #expect(desk.text() == "a = 1\n")
    }

    @Test func `may demand that the key is as it was`() throws {
        let desk = try Desk(toml: "size = 12\n")
        let rev = try #require(desk.engine.entry(desk.domain, "size")?.rev)
        #expect(code(desk.set("size", .integer(14), if: .rev(rev))) == nil)
        let answer = desk.set("size", .integer(15), if: .rev(rev))
        #expect(code(answer) == .revConflict)
        #expect(code(desk.set("new", .integer(1), if: .rev(0))) == nil)
        #expect(code(desk.set("new", .integer(2), if: .rev(0))) == .revConflict)
    }

    @Test func `may demand that the user has no value, whatever was there before`() throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.set("size", nil)
        #expect(code(desk.set("size", .integer(14), if: .rev(0))) == nil)
        #expect(code(desk.set("size", .integer(15), if: .rev(0))) == .revConflict)
        let table = SettingValue.dictionary([.init("b", .integer(1))])
        desk.set("a", table)
        #expect(code(desk.set("a", .integer(1), if: .rev(0))) == .revConflict)
    }

    @Test func `may demand it with the number of a removal that is forgotten`() throws {
        let desk = try Desk(toml: "size = 12\n")
        let removal = try #require(try desk.set("size", nil)?.get().seq)
        // Nothing is known of it any more, as of a key that never was.
        #expect(code(desk.set("other", .integer(1), if: .rev(removal))) == nil)
    }

    @Test func `of a table is numbered by what is below it`() throws {
        let desk = try Desk(toml: "a = 1\n")
        let table = SettingValue.dictionary([.init("size", .integer(14))])
        let first = try #require(try desk.set("font", table)?.get())
        #expect(first.revs == [first.seq])
        let again = try #require(try desk.set("font", table)?.get())
        #expect(again == EditReceipt(seq: first.seq, revs: [first.seq], changed: false))
        let removed = try #require(try desk.set("font", nil)?.get())
        #expect(removed.revs == [removed.seq])
        #expect(try desk.set("other", nil)?.get().revs == [0])
    }

    @Test func `of a table may demand that nothing below it has changed`() throws {
        let desk = try Desk(toml: "a = 1\nfont.size = 12\nfont.name = \"Mono\"\n")
        let table = SettingValue.dictionary([.init("size", .integer(14))])
        let rev = try #require(try desk.set("font.size", .integer(13))?.get().seq)
        desk.set("a", .integer(2))
        desk.set("fonts", .integer(2))
        #expect(code(desk.set("font", table, if: .rev(0))) == .revConflict)
        let removal = try #require(try desk.set("font.name", nil)?.get().seq)
        let answer = desk.set("font", table, if: .rev(rev))
        #expect(throws: Refusal.self) { try answer?.get() }
        if case .failure(let refusal) = answer { #expect(refusal.rev == removal) }
        #expect(code(desk.set("font", table, if: .rev(removal))) == nil)
        // Once it is told and durable, too.
        desk.restart()
        #expect(code(desk.set("font", nil, if: .rev(removal))) == .revConflict)
        #expect(code(desk.set("font", nil, if: .rev(removal + 1))) == nil)
    }

    @Test(
        arguments: [
            // What is there at first, the edits, and what is there in the end.
            ("", [("a.b", 1), ("a", 2)], "a = 2\n"),
            ("", [("a", 2), ("a.b", 1)], "a.b = 1\n"),
            ("", [("a.b", 1), ("a", nil)], ""),
            ("", [("a", 1), ("a.b", nil)], "a = 1\n"),
            ("", [("a", 1), ("a", 2), ("a", 3)], "a = 3\n"),
            ("", [("a.b", 1), ("a", 2), ("a.c", 3)], "a.c = 3\n"),
            ("a.b = 5\n", [("a", 1), ("a.c", 2)], "a.c = 2\n"),
            ("a.b = 5\n", [("a", nil), ("a.c", 2)], "a.c = 2\n"),
            ("a.b = 5\n", [("a.c", 2), ("a", nil), ("d", 1)], "d = 1\n"),
            ("a = 5\n", [("a.b", 1), ("a.b", nil)], ""),
            ("a.b = 5\na.c = 6\n", [("a.b", nil), ("a.b", 7)], "a.b = 7\na.c = 6\n"),
            ("a.b = 5\na.c = 6\n", [("a", nil), ("a.b", 7), ("a", nil), ("d", 1)], "d = 1\n"),
            ("a.b.c = 5\na.d = 6\n", [("a.b", nil), ("a", nil), ("a.b.e", 1)], "a.b.e = 1\n"),
        ] as [(String, [(String, Int64?)], String)]
    )
    func `of a list is made over those before it`(
        before: String,
        list: [(String, Int64?)],
        after: String
    ) throws {
        let edits = try list.map { key, value in
            KeyEdit(try SettingKeyPath(parsing: key), value.map(SettingValue.integer))
        }
        let desk = try Desk(toml: before)
        let answer = try #require(try desk.edit(edits)?.get())
        #expect(answer.revs.count == edits.count)
        let expected = try Desk(toml: after)
        #expect(values(desk) == values(expected))

        // And as if each had been made by itself.
        let slow = try Desk(toml: before)
        for edit in edits { slow.edit([edit]) }
        #expect(values(desk) == values(slow))
    }

    private func values(_ desk: Desk) -> [SettingKeyPath: SettingValue] {
        let entries = desk.engine.entries(desk.domain, below: nil)
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.keyPath, $0.value) })
    }

    @Test func `may demand that nothing in the domain has changed`() throws {
        let desk = try Desk(toml: "size = 12\n")
        let seq = desk.engine.changes.seq
        #expect(code(desk.set("a", .integer(1), if: .seq(seq))) == nil)
        #expect(code(desk.set("b", .integer(1), if: .seq(seq))) == .revConflict)
    }

    @Test func `is refused in a domain that nobody knows`() throws {
        let desk = try Desk(toml: "")
        let request = EditRequest(
            domain: try Domain("org.example.unknown"),
            edits: [KeyEdit("a", .integer(1))],
            client: "test"
        )
        #expect(code(desk.ask { .edit($0, request) }) == .notFound)
    }

    @Test func `may fill a domain to its limit, and is refused one past it`() throws {
        var limits = Limits()
        limits.keysPerDomain = 3
        let desk = try Desk(toml: "a = 1\n", limits: limits)
        #expect(code(desk.edit([KeyEdit("b", .integer(1)), KeyEdit("c", .integer(1))])) == nil)
        let refused = desk.set("d", .integer(1))
        #expect(code(refused) == .tooMany)
        if case .failure(let refusal)? = refused {
            #expect(refusal.problem == "'\(desk.domain)' would have 4 keys, at most 3")
        }
        #expect(code(desk.set("a", .integer(2))) == nil)
        // A removed key makes room.
        desk.set("a", nil)
        #expect(code(desk.set("d", .integer(1))) == nil)
        // So does one that goes in the same step, or gives way.
        #expect(code(desk.edit([KeyEdit("b", nil), KeyEdit("e", .integer(1))])) == nil)
        #expect(code(desk.edit([KeyEdit("c.x", .integer(1))])) == nil)
        #expect(desk.text() == "e = 1\nc.x = 1\nd = 1\n")
    }

    @Test func `puts many keys in a value's place, and back, without a reading for each`() throws {
        let others = (0..<5_000).map { "  \"other\($0)\": 1" }.joined(separator: ",\n")
        let table = (0..<1_000).map { SettingValue.Entry("k\($0)", .integer(1)) }
        let desk = try Desk(
            ["/a.json": "{\n  \"a\": 1,\n\(others)\n}\n"],
            replicas: ["/a.json"]
        )
        let seconds = processorSeconds {
            desk.set("a", .dictionary(table))
            desk.undo(desk.history)
        }
        #expect(desk.value("a") == .integer(1))
        #expect(seconds < 30)
    }

    @Test func `waits until everything is read and written, where that is asked for`() throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.writers["/a.toml"] = 1
        desk.set("size", .integer(14))
        let answer = desk.ask { .rescan($0, RescanRequest(domain: nil)) }
        #expect(answer == nil)
        desk.writers = [:]
        desk.pass(500)
        #expect(desk.answers.count == 2)
        #expect(desk.text() == "size = 14\n")
    }

    @Test(arguments: [(500, 1_000), (1_500, 500)] as [(Int64, Int64)])
    func `waits until a change is written, or so long`(untilClosed: Int64, patience: Int64) throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.writers["/a.toml"] = 1
        desk.set("size", .integer(14))
        let answer = desk.ask { .settle($0, desk.domain, patience: patience) }
        #expect(answer == nil)
        desk.pass(min(untilClosed, patience) - 100)
        #expect(desk.answers.count == 1)
        desk.pass(untilClosed < patience ? 0 : 100)
        desk.writers = [:]
        desk.pass(150)
        #expect(desk.answers.count == 2)
        desk.pass(2_000)
        #expect(desk.text() == "size = 14\n")
    }
}

@Suite struct `Undo` {
    @Test func `brings back the value that was in force`() throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.set("size", .integer(14))
        let entry = try #require(desk.history.last)
        desk.undo([entry])
        #expect(desk.text() == "size = 12\n")
        #expect(desk.history.last?.kind == .undo)
    }

    @Test func `removes a key that was new`() throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.set("new", .integer(1))
        desk.undo(desk.history.suffix(1))
        #expect(desk.text() == "size = 12\n")
    }

    @Test func `takes the file's side where a newer value was kept against it`() throws {
        let desk = try Desk(toml: "size = 12\ntheme = 1\n")
        desk.read()
        desk.set("size", .integer(14))
        desk.save("/a.toml", "size = 12\ntheme = 2\n")
        let entry = try #require(desk.history.last { $0.kind == .keptNewer })
        #expect(desk.value("size") == .integer(14))
        desk.undo([entry])
        #expect(desk.text() == "size = 12\ntheme = 2\n")
    }

    @Test func `brings a table back where a value had taken its place`() throws {
        let desk = try Desk(toml: "a.b = 1\na.c = 2\n")
        desk.set("a", .integer(5))
        let seq = desk.engine.changes.seq
        desk.undo(desk.history.filter { $0.seq == seq })
        #expect(desk.value("a") == nil)
        #expect(desk.value("a.b") == .integer(1))
        #expect(desk.value("a.c") == .integer(2))
    }

    @Test func `takes back a whole save at once`() throws {
        let desk = try Desk(toml: "size = 12\ntheme = 1\n")
        desk.read()
        desk.save("/a.toml", "size = 13\ntheme = 2\n")
        let seq = desk.engine.changes.seq
        desk.undo(desk.history.filter { $0.seq == seq })
        #expect(desk.text() == "size = 12\ntheme = 1\n")
    }

    @Test func `of nothing is refused`() throws {
        let desk = try Desk(toml: "size = 12\n")
        let answer = desk.undo([])
        #expect(throws: Refusal.self) { try answer?.get() }
    }
}

@Suite struct `The search order` {
    private func desk(site: String, locks: [SettingKeyPath] = []) throws -> Desk {
        try Desk(
            [
                "/a.toml": "size = 12\n", "/etc.toml": site,
                "/default.toml": "size = 1\nwrap = true\n",
            ],
            replicas: [
                "/a.toml", ReplicaConfiguration(path: "/etc.toml", layer: .site, locks: locks),
                ReplicaConfiguration(path: "/default.toml", layer: .default),
            ]
        )
    }

    @Test func `puts the user before the site, and the site before defaults`() throws {
        let desk = try desk(site: "size = 10\ntheme = \"site\"\n")
        #expect(desk.value("size") == .integer(12))
        #expect(desk.value("theme") == .string("site"))
        #expect(desk.value("wrap") == .boolean(true))
        desk.set("size", nil)
        #expect(desk.value("size") == .integer(10))
        #expect(desk.engine.explain(desk.domain, "size").map(\.layer) == [.site, .default])
    }

    @Test func `says of each file what it says, and first what is in force`() throws {
        let desk = try Desk(
            ["/a.toml": "size = 12\n", "/b.toml": "size = 12\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.toml", adoption: .present)]
        )
        desk.save("/a.toml", "size = 12\nx = = 1\n")
        desk.set("size", .integer(31))
        var said = desk.engine.explain(desk.domain, "size")
        #expect(said.map(\.path) == ["/b.toml", "/a.toml"])
        #expect(said.map(\.value) == [.integer(31), .integer(12)])
        #expect(said.map(\.isInForce) == [true, false])

        desk.save("/b.toml", "x = = 1\n")
        desk.set("size", .integer(32))

        said = desk.engine.explain(desk.domain, "size")
        #expect(said.map(\.path) == [nil, "/a.toml", "/b.toml"])
        #expect(said.map(\.value) == [.integer(32), .integer(12), .integer(31)])
        #expect(said.map(\.isInForce) == [true, false, false])
    }

    @Test func `puts a locked key of the site before everybody`() throws {
        let desk = try desk(site: "size = 10\n", locks: ["size"])
        #expect(desk.value("size") == .integer(10))
        let answer = desk.set("size", .integer(14))
        #expect(throws: Refusal.self) { try answer?.get() }
        // The user's line has no effect, and is told so with its place.
        desk.touch()
        desk.save("/a.toml", "# mine\nsize = 13\n")
        #expect(desk.value("size") == .integer(10))
        #expect(desk.problems.contains { $0.code == .locked && $0.place?.line == 2 })
    }

    @Test func `tells subscribers when a key comes to be locked`() throws {
        let desk = try desk(site: "size = 10\n")
        var configurations = desk.configurations
        configurations[0].replicas[1].locks = ["size"]
        desk.configure(configurations)
        #expect(desk.value("size") == .integer(10))
        #expect(desk.engine.changes.change(of: desk.domain, "size")?.value == .integer(10))
    }

    @Test func `tells subscribers when a lower layer changes under it`() throws {
        let desk = try desk(site: "theme = 1\n")
        desk.save("/etc.toml", "theme = 2\nsize = 5\n")
        #expect(desk.engine.changes.change(of: desk.domain, "theme")?.value == .integer(2))
        #expect(desk.engine.changes.change(of: desk.domain, "size")?.value == .integer(12))
    }

    @Test func `never writes a file of another layer`() throws {
        let desk = try desk(site: "theme = 1\n")
        desk.set("theme", .integer(2))
        #expect(desk.text("/etc.toml") == "theme = 1\n")
        #expect(desk.text() == "size = 12\ntheme = 2\n")
    }

    @Test func `hides a site's table behind a user's value`() throws {
        let desk = try desk(site: "font.size = 10\n")
        desk.set("font", .string("Mono"))
        #expect(desk.value("font") == .string("Mono"))
        #expect(desk.value("font.size") == nil)
    }

    @Test func `tells subscribers what shows again when the value goes that hid it`() throws {
        let desk = try desk(site: "font.size = 10\n")
        desk.set("font", .string("Mono"))
        desk.set("font.name", .string("x"))
        #expect(desk.value("font.size") == .integer(10))
        #expect(desk.engine.changes.change(of: desk.domain, "font.size")?.value == .integer(10))
    }

    @Test func `tells subscribers so of another of the user's values, too`() throws {
        let desk = try Desk(toml: "x = 1\n")
        desk.set("a", .integer(5))
        desk.save("/a.toml", "x = 1\na.z = 1\n", modified: 1, changed: 1)
        #expect(desk.value("a") == .integer(5))
        #expect(desk.value("a.z") == nil)
        desk.set("a.b", .integer(7))
        #expect(desk.value("a.z") == .integer(1))
        #expect(desk.engine.changes.change(of: desk.domain, "a.z")?.value == .integer(1))
    }
}

@Suite struct `A key that no file takes` {
    @Test(arguments: [
        ReplicaConfiguration(path: "/a.toml", keys: [.exactly("size")]),
        ReplicaConfiguration(path: "/a.toml", adoption: .present),
    ])
    func `is accepted, and the answer tells`(replica: ReplicaConfiguration) throws {
        let desk = try Desk(["/a.toml": "size = 12\n"], replicas: [replica])
        #expect(desk.set("theme", .string("dark")) != nil)
        let told = desk.engine.shortfalls(
            of: [KeyEdit("size", .integer(1)), KeyEdit("theme", .string("dark"))],
            in: desk.domain
        )
        #expect(told.map(\.problem) == ["no file of the domain takes 'theme'"])
        #expect(told.allSatisfy { $0.replica == nil })
        #expect(desk.value("theme") == .string("dark"))
    }
}
