// One file that two domains have, each with keys of its own.

import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

@Suite struct `A file of two domains` {
    private let text = "size = 12\ntheme = \"light\"\n"
    private let second: Domain

    init() throws { second = try Domain("org.example.another") }

    /// A desk whose own domain has the size, and the second one the theme.
    private func desk(_ text: String? = nil) throws -> Desk {
        let desk = try Desk(["/a.toml": text ?? self.text], replicas: [])
        desk.configure([
            configuration(desk.domain, "size"), configuration(second, "theme"),
        ])
        desk.pass(5_000)
        return desk
    }

    private func configuration(_ domain: Domain, _ key: SettingKeyPath) -> DomainConfiguration {
        let replica = ReplicaConfiguration(path: "/a.toml", keys: [.exactly(key)])
        return DomainConfiguration(domain: domain, replicas: [replica])
    }

    private func setTheme(_ desk: Desk, _ value: String) {
        let edits = [KeyEdit("theme", .string(value))]
        let request = EditRequest(domain: second, edits: edits, client: "test")
        desk.ask { .edit($0, request) }
    }

    private func theme(_ desk: Desk) -> SettingValue? { desk.engine.entry(second, "theme")?.value }

    @Test func `is written by one after the other`() throws {
        let desk = try desk()
        desk.isHoldingCommits = true
        desk.set("size", .integer(13))
        setTheme(desk, "dark")
        for _ in 0..<30 {
            desk.flush()
            for domain in [desk.domain, second] {
                desk.take(.event(.touched(ReplicaID(domain: domain, path: "/a.toml"))))
            }
        }
        #expect(desk.text() == "size = 13\ntheme = \"dark\"\n")
        #expect(desk.writes == 2)
        #expect(desk.history.map(\.kind) == [.set, .set])
    }

    @Test func `gives both the save that a write of one displaced`() throws {
        let desk = try desk()
        desk.before = { effect in
            guard case .publish = effect else { return }
            desk.before = { _ in }
            desk.put("size = 12\ntheme = \"dark\"\n", at: "/a.toml")
        }
        desk.set("size", .integer(13))
        desk.pass(5_000)
        #expect(desk.text() == "size = 13\ntheme = \"dark\"\n")
        #expect(theme(desk) == .string("dark"))
    }

    @Test func `may be put back by hand to what the other domain has written`() throws {
        let desk = try desk()
        desk.set("size", .integer(13))
        desk.pass(5_000)
        let written = try #require(desk.text())
        for text in [written.replacing("light", with: "dark"), written] {
            desk.files["/a.toml"]?.bytes = Array(text.utf8)
            desk.files["/a.toml"]?.modified = desk.now
            for domain in [desk.domain, second] {
                desk.take(.event(.touched(ReplicaID(domain: domain, path: "/a.toml"))))
            }
            desk.pass(5_000)
            #expect(desk.text() == text)
        }
        #expect(theme(desk) == .string("light"))
    }

    @Test func `isn't waited for when it's gone with what was half-written`() throws {
        let desk = try desk()
        desk.writesInPlace = true
        desk.before = { if case .publish = $0 { desk.effectsToLive = 0 } }
        desk.set("size", .integer(13))
        desk.before = { _ in }
        desk.files["/a.toml"] = nil
        desk.restart()
        desk.pass(5_000)
        setTheme(desk, "dark")
        desk.pass(70_000)
        #expect(desk.text()?.contains("theme = \"dark\"") == true)
    }

    @Test func `isn't read by one while the other has it half-written`() throws {
        let desk = try desk("size = \"light\"\ntheme = 12\nlast = 1\n")
        desk.writesInPlace = true
        desk.before = { if case .publish = $0 { desk.effectsToLive = 0 } }
        desk.set("size", .string("lighter"))
        let torn = "size = \"lightertheme = 12\nlast = 1\n"
        desk.files["/a.toml"]?.bytes = Array(torn.utf8)
        desk.files["/a.toml"]?.modified = desk.now
        desk.before = { _ in }
        desk.restart()
        desk.pass(5_000)
        #expect(desk.text() == "size = \"lighter\"\ntheme = 12\nlast = 1\n")
        #expect(theme(desk) == .integer(12))
        #expect(desk.history.count == 1)
        #expect(desk.problems.isEmpty)
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
            replicas: [
                ReplicaConfiguration(path: "/a.toml", adoption: .all),
                ReplicaConfiguration(path: "/b.json"),
            ]
        )
        desk.save("/b.json", "{\"size\": 12, \"none\": null}\n")
        desk.save("/a.toml", "size = = 12\n")
        desk.save("/a.toml", "size = 12\n")
        #expect(desk.recoveries == 1)
        #expect(desk.problems.map(\.keyPath) == ["none", nil, "none"])
    }
}
