// One file that two domains have, each with keys of its own.

import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

@Suite struct `A file of two domains` {
    @Test func `is written by one after the other`() throws {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.isHoldingCommits = true
        desk.set("size", .integer(13))
        shared.setTheme(.string("dark"))
        for _ in 0..<30 {
            desk.flush()
            shared.touch()
        }
        #expect(desk.text() == "size = 13\ntheme = \"dark\"\n")
        #expect(desk.writes == 2)
        #expect(desk.history.map(\.kind) == [.set, .set])
    }

    @Test func `has requests wait until each domain has written it`() throws {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.isHoldingCommits = true
        desk.set("size", .integer(13))
        shared.setTheme(.string("dark"))
        var answers = 0
        desk.before = { effect in
            guard case .acknowledge(let id, .success) = effect, id.number > 2 else { return }
            answers += 1
            #expect(desk.text() == "size = 13\ntheme = \"dark\"\n")
        }
        for _ in 0..<30 {
            desk.ask { .settle($0, shared.second, patience: nil) }
            desk.flush()
        }
        #expect(answers > 20)
    }

    @Test func `gives both the save that a write of one displaced`() throws {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.beforePublishing { desk.put("size = 12\ntheme = \"dark\"\n", at: "/a.toml") }
        desk.set("size", .integer(13))
        desk.pass(5_000)
        #expect(desk.text() == "size = 13\ntheme = \"dark\"\n")
        #expect(shared.second() == .string("dark"))
    }

    @Test func `isn't taken for an older one by a domain that missed what a write was made from`()
        throws
    {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.configure([shared.ofFirst("size"), shared.ofSecond(nil)])
        desk.pass(5_000)
        let seen = TwoDomains.text + "extra = 1\n"
        desk.overwrite("/a.toml", seen)
        desk.touch()
        desk.beforePublishing {
            desk.put(seen.replacing("light", with: "own"), at: "/a.toml")
            desk.take(.event(.touched(ReplicaID(domain: shared.second, path: "/a.toml"))))
        }
        desk.set("size", .integer(13))
        shared.look()
        #expect(shared.second() == .string("own"))
        #expect(desk.text() == "size = 13\ntheme = \"own\"\nextra = 1\n")
    }

    @Test func `lacks what a client removed in one, whatever other file of the other has it`()
        throws
    {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.put("theme = \"light\"\n", at: "/b.toml")
        let both = DomainConfiguration(
            domain: shared.second,
            replicas: ["/b.toml", ReplicaConfiguration(path: "/a.toml")]
        )
        desk.configure([shared.ofFirst(nil), both])
        desk.pass(5_000)
        desk.set("theme", nil)
        shared.look()
        #expect(desk.text() == "size = 12\n")
        #expect(shared.second() == .string("light"))
        #expect(desk.text("/b.toml")?.contains("theme = \"light\"") == true)
    }

    @Test func `has whoever saves an older text of the agent's told that it was kept out`() throws {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.set("size", .integer(13))
        shared.look()
        let buffer = try #require(desk.text())
        desk.read()
        desk.set("size", .integer(14))
        shared.look()
        let identity = try #require(desk.files["/a.toml"]?.identity)
        desk.take(.event(.modified(desk.id("/a.toml"), identity)))
        desk.overwrite("/a.toml", buffer)
        shared.look()
        #expect(desk.text() == "size = 14\ntheme = \"light\"\n")
        #expect(desk.history.last?.kind == .ambiguous)
        #expect(desk.problems.count == 1)
    }

    @Test func `may be put back by hand to what the other domain has written`() throws {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.set("size", .integer(13))
        desk.pass(5_000)
        let written = try #require(desk.text())
        for text in [written.replacing("light", with: "dark"), written] {
            desk.overwrite("/a.toml", text)
            shared.look()
            #expect(desk.text() == text)
        }
        #expect(shared.second() == .string("light"))
    }
}

@Suite struct `A file's recovery` {
    @Test func `is told once nothing keeps it from being read or written`() throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.stagingErrors["/a.toml"] = .onDesk(.readOnly)
        desk.set("size", .integer(13))
        desk.save("/a.toml", "size = = 12\n")
        desk.save("/a.toml", "size = 12\ntheme = 1\n")
        #expect(desk.problems.count == 2)
        #expect(desk.recoveries == 0)
        desk.stagingErrors = [:]
        desk.pass(70_000)
        #expect(desk.recoveries == 1)
        #expect(desk.text()?.contains("size = 13") == true)
    }

    @Test func `says again which values are still wrong`() throws {
        let desk = try Desk(
            ["/a.toml": "size = 12\n", "/b.json": "{\"size\": 12}\n"],
            replicas: [ReplicaConfiguration(path: "/a.toml", adoption: .all), "/b.json"]
        )
        desk.save("/b.json", "{\"size\": 12, \"none\": null}\n")
        desk.save("/a.toml", "size = = 12\n")
        desk.save("/a.toml", "size = 12\n")
        #expect(desk.recoveries == 1)
        #expect(desk.problems.map(\.keyPath) == ["none", nil, "none"])
    }
}
