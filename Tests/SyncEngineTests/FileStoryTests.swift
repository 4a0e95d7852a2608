// Stories of files that people edit, lose and break.

import SettingsDocument
import SettingsModel
import Simulation
import SyncEngine
import Testing

@Suite struct `A settings file` {
    private let text = "# mine\nsize = 12 # points\n\n# look\ntheme = \"light\"\n"

    @Test func `isn't ambiguous where a tool edits the newest text each time`() throws {
        let desk = try Desk(toml: "size = 12\ntheme = \"light\"\n")
        for number in 1...5 as ClosedRange<Int64> {
            desk.set("size", .integer(number))
            desk.read()
            desk.save("/a.toml", "size = \(number)\ntheme = \"t\(number)\"\n")
        }
        #expect(desk.history.allSatisfy { $0.kind != .ambiguous })
        #expect(desk.value("size") == .integer(5))
        #expect(desk.value("theme") == .string("t5"))
    }

    @Test func `says what a client set, and nothing else in it moves`() throws {
        let desk = try Desk(toml: text)
        desk.set("size", .integer(14))
        #expect(desk.text() == "# mine\nsize = 14 # points\n\n# look\ntheme = \"light\"\n")
    }

    @Test func `that says what another said later has lost nothing to it`() throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.put("size = 12\n", at: "/b.toml", modified: 1)

        let replicas = ["/a.toml", "/b.toml"].map { ReplicaConfiguration(path: $0) }
        desk.configure([DomainConfiguration(domain: desk.domain, replicas: replicas)])

        #expect(desk.history == [])
        #expect(desk.value("size") == .integer(12))
    }

    @Test func `was read by whoever read the same text under a new name`() throws {
        let desk = try Desk(toml: text)
        desk.read()
        desk.set("size", .integer(14))
        let newest = try #require(desk.text())
        desk.put(newest, at: "/a.toml")
        desk.read()
        desk.touch()

        desk.save("/a.toml", newest.replacing("14", with: "12"))

        #expect(desk.value("size") == .integer(12))
    }

    @Test func `is not written for a change of nothing`() throws {
        let desk = try Desk(toml: text)
        desk.forget()
        desk.set("size", .integer(12))
        desk.touch()
        #expect(desk.writes == 0)
    }

    @Test func `changes the settings when it is saved`() throws {
        let desk = try Desk(toml: text)
        desk.read()
        desk.save("/a.toml", "# mine\nsize = 16 # points\n")
        #expect(desk.value("size") == .integer(16))
        #expect(desk.value("theme") == nil)
        #expect(desk.engine.changes.change(of: desk.domain, "size")?.origin == .file("/a.toml"))
    }

    @Test func `has its changes in the step that the history has of it`() throws {
        let desk = try Desk(toml: text)
        desk.save("/a.toml", "size = 16\n")
        let change = try #require(desk.engine.changes.change(of: desk.domain, "size"))
        #expect(change.group != nil && change.group == desk.history.last?.group)
    }

    @Test func `loses no client's edit to an editor that hadn't read it`() throws {
        let desk = try Desk(toml: text)
        desk.read()
        desk.set("size", .integer(14))
        desk.save("/a.toml", text.replacing("light", with: "dark"))
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.text() == text.replacing("12", with: "14").replacing("light", with: "dark"))
        #expect(desk.history.contains { $0.kind == .keptNewer && $0.keyPath == "size" })
    }

    @Test(arguments: [(15, [15]), (12, [])] as [(Int64, [Int64])])
    func `tells the value that was kept, where the save says another`(
        size: Int64,
        kept: [Int64]
    ) throws {
        let desk = try Desk(toml: text)
        desk.read()
        desk.set("size", .integer(14))
        desk.writers["/a.toml"] = 1
        desk.set("size", .integer(size))
        desk.save("/a.toml", text.replacing("light", with: "dark"))
        desk.writers = [:]
        desk.pass(200)
        #expect(desk.value("size") == .integer(size))
        #expect(desk.history.compactMap(\.kept) == kept.map(SettingValue.integer))
    }

    @Test func `gives back what an old text still had when its removal is undone`() throws {
        let desk = try Desk(toml: text)
        desk.read()
        desk.set("size", nil)
        desk.read()
        desk.save("/a.toml", text.replacing("light", with: "dark"))
        #expect(desk.value("size") == nil)
        let kept = try #require(desk.history.last { $0.keyPath == "size" && $0.kind != .set })
        desk.undo([kept])
        #expect(desk.value("size") == .integer(12))
    }

    @Test func `wins over an edit to an equal value that came before it, whatever its time`() throws
    {
        let desk = try Desk(toml: "size = 12\n")
        desk.set("size", .integer(12), after: 60_000)
        desk.save("/a.toml", "size = 14\n", modified: 1_010_000, changed: 1_010_000)
        #expect(desk.value("size") == .integer(14))
    }

    @Test(arguments: [0, 4_102_444_800_000] as [Int64])
    func `wins nothing for ever by its time`(modified: Int64) throws {
        let desk = try Desk(toml: text)
        desk.read()
        let saved = text.replacing("12", with: "13")
        desk.save("/a.toml", saved, modified: modified, changed: modified)
        #expect(desk.value("size") == .integer(13))
        desk.set("size", .integer(14))
        #expect(desk.value("size") == .integer(14))
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "15"))
        #expect(desk.value("size") == .integer(15))
    }

    @Test func `keeps its last good values while it can't be read`() throws {
        let desk = try Desk(toml: text)
        desk.save("/a.toml", "size = = 3\n")
        #expect(desk.value("size") == .integer(12))
        #expect(desk.problems.map(\.code) == [.text(.syntax)])
        #expect(desk.problems.first?.place?.line == 1)
        desk.set("theme", .string("dark"))
        #expect(desk.text() == "size = = 3\n")

        desk.save("/a.toml", "size = 3\ntheme = \"light\"\n")
        #expect(desk.text() == "size = 3\ntheme = \"dark\"\n")
        #expect(desk.recoveries == 1)
        #expect(desk.condition() == .ok)
    }

    @Test func `is told to be broken once, and well again although a writer was busy between`()
        throws
    {
        let desk = try Desk(toml: text)
        desk.save("/a.toml", "size = = 3\n")
        desk.touch()
        #expect(desk.problems.count == 1)
        desk.writers["/a.toml"] = 1
        desk.touch()
        #expect(desk.condition() == .busy)
        desk.writers = [:]
        desk.save("/a.toml", text)
        #expect(desk.recoveries == 1)
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test(arguments: ["bplist00, cut short", "<plist><dict>"])
    func `tells its format also where it can't be read`(text: String) throws {
        let desk = try Desk(["/a.plist": text], replicas: ["/a.plist"])
        guard case .broken = desk.condition("/a.plist") else { throw NotBroken() }
        let format = desk.engine.status(of: desk.id("/a.plist"))?.format
        #expect(format == (text.hasPrefix("b") ? .binaryPropertyList : .xmlPropertyList))
    }

    @Test(arguments: ["size = 12\n", "", nil] as [String?])
    func `in a format that nothing tells is left alone until it is said`(text: String?) throws {
        var replica = ReplicaConfiguration(path: "/settings")
        let desk = try Desk(text.map { ["/settings": $0] } ?? [:], replicas: [replica])
        #expect(desk.problems.map(\.code) == [.text(.unknownFormat)])
        #expect(desk.value("size") == nil)
        desk.set("size", .integer(14))
        #expect(desk.text("/settings") == text)

        replica.format = .toml
        desk.configure([DomainConfiguration(domain: desk.domain, replicas: [replica])])

        #expect(desk.text("/settings") == "size = 14\n")
        #expect(desk.recoveries == 1)
    }

    @Test func `in a format that its content tells needs nobody to say it`() throws {
        let desk = try Desk(["/rc": #"{"size": 12}"#], replicas: ["/rc"])
        desk.set("size", .integer(14))
        #expect(desk.text("/rc") == #"{"size": 14}"#)
    }

    @Test(arguments: ["", " \n", "\u{FEFF}", "\u{FEFF}\n"])
    func `that is emptied keeps its settings until somebody says that it was meant`(
        empty: String
    ) throws {
        let desk = try Desk(toml: text)
        desk.save("/a.toml", empty)
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.problems.map(\.code) == [.empty])
        #expect(desk.text() == empty)

        desk.accept()
        #expect(desk.value("size") == nil)
    }

    @Test func `isn't believed to be emptied by an answer given to an earlier question`() throws {
        let desk = try Desk(toml: text)
        desk.accept()
        desk.save("/a.toml", "")
        #expect(desk.value("size") == .integer(12))
    }

    @Test func `that is emptied for a moment tells nobody`() throws {
        let desk = try Desk(toml: text)
        desk.put("", at: "/a.toml")
        desk.touch()
        desk.pass(100)
        desk.put(text.replacing("12", with: "13"), at: "/a.toml")
        desk.touch()
        desk.pass(5_000)
        #expect(desk.problems.isEmpty)
        #expect(desk.value("size") == .integer(13))
    }

    @Test func `that is deleted stays away until something changes`() throws {
        let desk = try Desk(toml: text)
        desk.delete()
        desk.pass(5_000)
        #expect(desk.condition() == .missing)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.text() == nil)
        desk.set("size", .integer(14))
        #expect(desk.text() == text.replacing("12", with: "14"))
    }

    @Test func `that is deleted is made again for a change of the moment after`() throws {
        let desk = try Desk(toml: text)
        desk.delete()
        desk.set("size", .integer(14), after: 100)
        desk.pass(5_000)
        #expect(desk.text() == text.replacing("12", with: "14"))
    }

    @Test func `that went while nobody was here is made again for a change soon after`() throws {
        let desk = try Desk(toml: text)
        desk.dies()
        desk.files = [:]
        desk.restart()
        desk.set("size", .integer(14), after: 100)
        desk.pass(5_000)
        #expect(desk.text() == text.replacing("12", with: "14"))
    }

    @Test func `that is deleted is told as a problem, and that it is back`() throws {
        let desk = try Desk(toml: text)
        desk.delete()
        desk.pass(100)
        #expect(desk.problems.isEmpty)
        desk.pass(5_000)
        #expect(desk.problems.map(\.code) == [.missing])
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == desk.problems)
        desk.touch()
        #expect(desk.problems.count == 1)

        desk.save("/a.toml", text)
        #expect(desk.recoveries == 1)
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])

        // By a change, too; and a restart tells it again.
        desk.delete()
        desk.restart()
        desk.forget()
        desk.pass(5_000)
        #expect(desk.problems.map(\.code) == [.missing])
        desk.set("size", .integer(14))
        #expect(desk.recoveries == 2)
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `that never was there is no problem`() throws {
        let desk = try Desk([:], replicas: ["/a.toml"])
        desk.pass(5_000)
        #expect(desk.problems.isEmpty)
    }

    @Test func `that is deleted is written again for a change that a crash came after`() throws {
        let desk = try Desk(toml: text)
        desk.delete()
        desk.pass(5_000)
        desk.before = { if case .stage = $0 { desk.effectsToLive = 0 } }
        desk.set("size", .integer(14))
        #expect(desk.text() == nil)
        desk.before = { _ in }
        desk.restart()
        desk.pass(5_000)
        #expect(desk.text() == text.replacing("12", with: "14"))
    }

    @Test func `is left alone while somebody writes it`() throws {
        let desk = try Desk(toml: text)
        desk.writers["/a.toml"] = 1
        desk.set("size", .integer(14))
        #expect(desk.text() == text)
        desk.writers = [:]
        desk.pass(200)
        #expect(desk.text() == text.replacing("12", with: "14"))
    }

    @Test func `is taken from a program that never closes it, once it is still`() throws {
        let desk = try Desk(toml: text)
        desk.writers["/a.toml"] = 1
        desk.save("/a.toml", text.replacing("12", with: "13"))
        #expect(desk.value("size") == .integer(12))
        desk.pass(2_500)
        #expect(desk.value("size") == .integer(13))
    }

    @Test func `keeps its settings while it can't be opened`() throws {
        let desk = try Desk(toml: text)
        desk.unreadable["/a.toml"] = .onDesk(.unreadable)
        desk.touch()
        #expect(desk.value("size") == .integer(12))
        #expect(desk.problems.map(\.code) == [.file(.unreadable)])
        desk.unreadable = [:]
        desk.touch()
        #expect(desk.recoveries == 1)
    }

    @Test func `is tried again, later and later, while the disk fails to read it`() throws {
        let desk = try Desk(toml: text)
        desk.unreadable["/a.toml"] = .onDesk(.inputOutput)
        desk.touch()
        desk.forget()
        desk.pass(10_000)
        let looks = desk.effects.count { if case .look = $0 { true } else { false } }
        #expect((2...5).contains(looks))
        desk.unreadable = [:]
        desk.pass(60_000)
        #expect(desk.recoveries == 1)
    }

    @Test func `is looked at again when events were lost, and may have been read`() throws {
        let desk = try Desk(toml: text)
        desk.put(text.replacing("12", with: "13"), at: "/a.toml")
        desk.take(.event(.overflowed))
        #expect(desk.value("size") == .integer(13))
    }

    @Test func `changed while nobody was here is an edit like any other`() throws {
        let desk = try Desk(toml: text)
        desk.put(text.replacing("12", with: "13"), at: "/a.toml")
        desk.restart()
        #expect(desk.value("size") == .integer(13))
        #expect(desk.engine.changes.change(of: desk.domain, "size")?.value == .integer(13))
    }

    @Test func `has a limit of keys, and is broken one past it`() throws {
        var limits = Limits()
        limits.keysPerDomain = 3
        let desk = try Desk(toml: "a = 1\nb = 2\nc = 3\n", limits: limits)
        #expect(desk.condition() == .ok)
        desk.save("/a.toml", "a = 1\nb = 2\nc = 3\nd = 4\n")
        #expect(desk.problems.map(\.code) == [.text(.tooMany)])
        #expect(desk.value("d") == nil)
    }
}

@Suite struct `Subscribers` {
    @Test func `hear of a change although a later one of the key was lost in a crash`() throws {
        let desk = try Desk(toml: "size = 12\n")
        let cursor = desk.engine.changes.announced
        desk.set("size", .integer(13))
        desk.isHoldingCommits = true
        desk.set("size", .integer(14))

        let position = desk.engine.changes.position(after: cursor)
        #expect(desk.engine.changes.change(at: position)?.value == .integer(13))
        desk.restart()
        #expect(desk.engine.changes.change(of: desk.domain, "size")?.value == .integer(13))
    }

    @Test func `are told numbers without gaps`() throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.set("size", .integer(13))
        desk.set("size", .integer(13))
        desk.restart()
        desk.read()
        desk.save("/a.toml", "size = 15\n")
        desk.set("none", nil)
        #expect(desk.journal.told.keys.sorted() == Array(1...desk.engine.changes.seq))
    }
}

@Suite struct `Two files of a domain` {
    private func desk(
        _ texts: [String: String],
        _ second: ReplicaConfiguration
    ) throws -> Desk {
        try Desk(texts, replicas: ["/a.toml", second])
    }

    @Test func `come to say the same in their own languages`() throws {
        let desk = try desk(
            ["/a.toml": "size = 12\n"],
            ReplicaConfiguration(path: "/b.jsonc", adoption: .all)
        )
        #expect(desk.text("/b.jsonc") == "{\n  \"size\": 12\n}\n")
        desk.read("/b.jsonc")
        desk.save("/b.jsonc", "{\n  // points\n  \"size\": 14\n}\n")
        #expect(desk.text("/a.toml") == "size = 14\n")
        #expect(desk.text("/b.jsonc") == "{\n  // points\n  \"size\": 14\n}\n")
    }

    @Test func `say the same in TOML and YAML, each with its comments`() throws {
        let desk = try desk(
            [
                "/a.toml": "# text\n[font]\nsize = 12 # points\n",
                "/b.yaml": "# mine\nfont:\n  size: 12  # pt\n  names: [a]\n",
            ],
            ReplicaConfiguration(path: "/b.yaml", adoption: .all)
        )
        #expect(desk.value("font.names") == .array([.string("a")]))
        desk.read("/b.yaml")
        desk.save("/b.yaml", "# mine\nfont:\n  size: 14  # pt\n  names: [a, b]\n")
        #expect(desk.text("/a.toml")?.contains("[font]\nsize = 14 # points\n") == true)
        desk.set("font.size", .integer(16))
        desk.set("theme", .string("no"))
        #expect(
            desk.text("/b.yaml")
                == "# mine\nfont:\n  size: 16  # pt\n  names: [a, b]\ntheme: \"no\"\n"
        )
        desk.set("font.size", nil)
        #expect(
            desk.text("/b.yaml") == "# mine\nfont:\n  names: [a, b]\ntheme: \"no\"\n"
        )
    }

    @Test func `stay in their format when a text tells less of it`() throws {
        let desk = try desk(
            ["/a.toml": "size = 12\n", "/b.conf": "size = 12\nname = x\n"],
            ReplicaConfiguration(path: "/b.conf", adoption: .present)
        )
        desk.read("/b.conf")
        desk.save("/b.conf", "size = 12\nname = y\nname = z\n")
        #expect(desk.value("name") == .string("z"))
        desk.set("size", .integer(14))
        #expect(desk.text("/b.conf") == "size = 14\nname = y\nname = z\n")

        desk.restart()
        desk.read("/b.conf")
        desk.save("/b.conf", "size = 15\nname = y\nname = w\n")
        #expect(desk.value("name") == .string("w"))
        desk.read("/b.conf")
        desk.save("/b.conf", "size = 15\n")
        #expect(desk.value("name") == nil)
        #expect(desk.text("/b.conf") == "size = 15\n")
    }

    @Test func `keep the type of a date that one of them spells as text`() throws {
        let desk = try desk(
            ["/a.toml": "when = 2026-11-21T09:30:00Z\n"],
            ReplicaConfiguration(path: "/b.yaml", adoption: .all)
        )
        #expect(desk.text("/b.yaml") == "when: \"2026-11-21T09:30:00Z\"\n")
        desk.read("/b.yaml")
        desk.save("/b.yaml", "when: 2026-11-22T09:30:00Z\n")
        #expect(desk.text("/a.toml") == "when = 2026-11-22T09:30:00Z\n")
    }

    @Test func `share only the keys that the second has`() throws {
        let desk = try desk(
            ["/a.toml": "size = 12\n", "/b.toml": "theme = \"light\"\n"],
            ReplicaConfiguration(path: "/b.toml", adoption: .present)
        )
        #expect(desk.text("/b.toml") == "theme = \"light\"\n")
        desk.set("size", .integer(14))
        desk.set("theme", .string("dark"))
        #expect(desk.text("/a.toml") == "size = 14\n")
        #expect(desk.text("/b.toml") == "theme = \"dark\"\n")
        desk.set("new", .boolean(true))
        #expect(desk.text("/a.toml") == "size = 14\nnew = true\n")
    }

    @Test func `may hold a part of it, under a prefix`() throws {
        let desk = try desk(
            ["/a.toml": "size = 12\n", "/ui.toml": "theme = \"light\"\n"],
            ReplicaConfiguration(path: "/ui.toml", prefix: "ui")
        )
        #expect(desk.value("ui.theme") == .string("light"))
        desk.set("ui.theme", .string("dark"))
        desk.set("size", .integer(14))
        #expect(desk.text("/ui.toml") == "theme = \"dark\"\n")
        #expect(desk.text("/a.toml") == "size = 14\n")
    }

    @Test func `may be limited to some keys, and leave the rest alone`() throws {
        let keys = [try KeyPattern(parsing: "font.*", limits: .standard)]
        let desk = try desk(
            ["/b.toml": "other = 1\n[font]\nsize = 12\n"],
            ReplicaConfiguration(path: "/b.toml", keys: keys)
        )
        #expect(desk.value("other") == nil)
        #expect(desk.value("font.size") == .integer(12))
        desk.set("other", .integer(2))
        desk.set("font.size", .integer(14))
        #expect(desk.text("/b.toml") == "other = 1\n[font]\nsize = 14\n")
    }

    @Test func `keep a key whose line went from a file that isn't its home`() throws {
        let desk = try desk(
            ["/a.toml": "size = 12\n", "/b.toml": "size = 12\nx = 1\n"],
            ReplicaConfiguration(path: "/b.toml", adoption: .present)
        )
        desk.read("/b.toml")
        desk.save("/b.toml", "x = 1\n")
        #expect(desk.value("size") == .integer(12))
        #expect(desk.text("/b.toml") == "x = 1\n")
    }

    @Test func `report a value that one of them can't hold, and keep it in the other`() throws {
        let desk = try desk(
            ["/a.toml": "size = 12.5\n"],
            ReplicaConfiguration(path: "/b.json", adoption: .all)
        )
        desk.set("size", .real(.infinity))
        #expect(desk.text("/a.toml") == "size = inf\n")
        #expect(desk.text("/b.json") == "{\n  \"size\": 12.5\n}\n")
        #expect(desk.problems.map(\.code) == [.value(.unrepresentable)])
        desk.set("size", .real(1.5))
        #expect(desk.text("/b.json") == "{\n  \"size\": 1.5\n}\n")
        #expect(desk.engine.status(of: desk.id("/b.json"))?.problems == [])
    }

    @Test(arguments: ["T09:30:00Z", "", "T09:30:00"])
    func `keep a date a date through a language without dates`(time: String) throws {
        let desk = try desk(
            ["/a.toml": "due = 2026-11-21\(time)\n"],
            ReplicaConfiguration(path: "/b.json", adoption: .all)
        )
        #expect(desk.text("/b.json") == "{\n  \"due\": \"2026-11-21\(time)\"\n}\n")
        desk.read("/b.json")
        desk.save("/b.json", "{\n  \"due\": \"2026-11-22\(time)\"\n}\n")
        #expect(desk.text("/a.toml") == "due = 2026-11-22\(time)\n")
    }

    @Test func `keep their types through a file of lines`() throws {
        let desk = try desk(
            ["/a.toml": "[font]\nsize = 12\nbold = true\nscale = 1.5\nnames = [\"x\"]\n"],
            ReplicaConfiguration(path: "/b.ini", adoption: .all)
        )
        #expect(desk.text("/b.ini") == "[font]\nbold = true\nscale = 1.5\nsize = 12\n")
        #expect(desk.problems.map(\.code) == [.value(.unrepresentable)])
        desk.read("/b.ini")
        desk.save("/b.ini", "[font]\nbold = off\nscale = 2\nsize = 14\n")
        #expect(
            desk.text("/a.toml")
                == "[font]\nsize = 14\nbold = false\nscale = 2.0\nnames = [\"x\"]\n"
        )
        #expect(desk.text("/b.ini") == "[font]\nbold = off\nscale = 2\nsize = 14\n")
        desk.set("font.bold", .boolean(true))
        #expect(desk.text("/b.ini") == "[font]\nbold = on\nscale = 2\nsize = 14\n")
    }

    @Test(arguments: [1_000, 9_000] as [Int64])
    func `have the types of the one that has types, whichever was saved last`(
        modified: Int64
    ) throws {
        let desk = try desk(
            [:],
            ReplicaConfiguration(path: "/b.ini", adoption: .present)
        )
        desk.save("/b.ini", "[font]\nsize = 12\nname = x\n", modified: 5_000, changed: 5_000)
        desk.save("/a.toml", "[font]\nsize = 12\n", modified: modified, changed: modified)
        #expect(desk.value("font.size") == .integer(12))
        #expect(desk.text("/a.toml")?.contains("size = 12\n") == true)
        #expect(desk.text("/b.ini") == "[font]\nsize = 12\nname = x\n")
    }
}

private struct NotBroken: Error {}
