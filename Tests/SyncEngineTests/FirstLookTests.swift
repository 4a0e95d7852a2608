// Domains whose files haven't all been seen yet.

import SettingsModel
import SyncEngine
import Testing

/// A desk whose domain gets a second file, which a writer has open.
private func deskWithWriter(_ layer: Layer = .user) throws -> Desk {
    let desk = try Desk(toml: "a = 1\n")
    desk.put("b = 2\n", at: "/b.toml")
    desk.writers["/b.toml"] = 1
    configure(desk, layer)
    return desk
}

private func configure(_ desk: Desk, _ layer: Layer = .user) {
    let replicas = [
        "/a.toml", ReplicaConfiguration(path: "/b.toml", layer: layer),
    ]
    desk.configure([DomainConfiguration(domain: desk.domain, replicas: replicas)])
}

@Suite struct `A domain with a new file` {
    @Test func `is starting until the file has been seen`() throws {
        let desk = try deskWithWriter()
        #expect(desk.engine.isStarting(desk.domain))
        #expect(desk.engine.isStarting(nil))
        #expect(!desk.engine.isStarting(try Domain("org.example.other")))

        desk.writers = [:]
        desk.touch("/b.toml")

        #expect(!desk.engine.isStarting(desk.domain))
        #expect(!desk.engine.isStarting(nil))
        #expect(desk.value("b") == .integer(2))
    }

    @Test(arguments: ["absent", "unreadable", "broken", "empty"])
    func `doesn't wait for one that is`(state: String) throws {
        let desk = try Desk(toml: "a = 1\n")
        switch state {
        case "unreadable": desk.unreadable["/b.toml"] = .onDesk(.unreadable, "/b.toml")
        case "broken": desk.put("b =", at: "/b.toml")
        case "empty": desk.put("", at: "/b.toml")
        default: break
        }
        configure(desk)
        #expect(!desk.engine.isStarting(desk.domain))
    }

    @Test func `doesn't wait for one that the journal knows`() throws {
        let desk = try Desk(toml: "a = 1\n")
        desk.writers["/a.toml"] = 1
        desk.restart()
        #expect(!desk.engine.isStarting(desk.domain))
        #expect(desk.value("a") == .integer(1))
    }

    @Test func `waits for one that never rests until its patience ends`() throws {
        let desk = try deskWithWriter()
        var mark: UInt64 = 1
        desk.before = { effect in
            guard case .look = effect else { return }
            mark += 1
            desk.writers["/b.toml"] = mark
        }
        desk.pass(4_999)
        #expect(desk.engine.isStarting(desk.domain))
        desk.pass(1)
        #expect(!desk.engine.isStarting(desk.domain))
    }

    @Test func `is starting until what was found is announced`() throws {
        let desk = try Desk(toml: "a = 1\n")
        desk.put("b = 2\n", at: "/b.toml")
        desk.isHoldingCommits = true
        configure(desk)
        #expect(desk.engine.isStarting(desk.domain))

        desk.flush()

        #expect(!desk.engine.isStarting(desk.domain))
    }

    @Test func `waits for nothing once it is forgotten`() throws {
        let desk = try deskWithWriter()
        desk.configure([])
        #expect(!desk.engine.isStarting(nil))
    }
}

/// A new domain of two files, one of which a writer has open, beside another domain that has the first, too.
private func deskWithNewDomain(_ layer: Layer = .user) throws -> Desk {
    let desk = try Desk(["/a.toml": "a = 1\n"], replicas: [])
    let first = DomainConfiguration(domain: try Domain("org.example.first"), replicas: ["/a.toml"])
    desk.configure([first])
    if layer != .user { desk.put("l = 1\n", at: "/l.toml") }
    desk.put("b = 2\n", at: "/b.toml")
    desk.writers["/b.toml"] = 1
    let seen = ReplicaConfiguration(path: layer == .user ? "/a.toml" : "/l.toml", layer: layer)
    let replicas = [
        seen, ReplicaConfiguration(path: "/c.toml", layer: layer),
        ReplicaConfiguration(path: "/b.toml", layer: layer),
    ]
    desk.configure([DomainConfiguration(domain: desk.domain, replicas: replicas), first])
    return desk
}

extension Desk {
    fileprivate func closeWriter() {
        writers = [:]
        take(.event(.touched(ReplicaID(domain: domain, path: "/b.toml"))))
    }

    /// The values of the desk's domain that none of its files said at first, so that its program may not know
    /// them.
    fileprivate var unfound: [String] {
        let found = engine.foundRev(of: domain)
        return engine.entries(domain, below: nil).filter { $0.rev > found }
            .map(\.keyPath.description)
    }
}

@Suite struct `What was found in a new domain's files` {
    @Test(arguments: [Layer.user, .site])
    func `is all that they say`(layer: Layer) throws {
        let desk = try deskWithNewDomain(layer)
        desk.closeWriter()
        #expect(desk.engine.entries(desk.domain, below: nil).count == 2)
        #expect(desk.unfound == [])
    }

    @Test(arguments: [(Layer.user, "/a.toml"), (.user, "/c.toml"), (.site, "/l.toml")])
    func `isn't what somebody saves before all have been seen`(layer: Layer, path: String) throws {
        let desk = try deskWithNewDomain(layer)
        desk.save(path, "a = 1\nl = 1\nn = 3\n")
        desk.closeWriter()
        #expect(desk.unfound.contains("n"))
    }

    @Test func `isn't what another domain writes before all have been seen`() throws {
        let desk = try deskWithNewDomain()
        let edits = [KeyEdit("a", .integer(2))]
        desk.ask {
            .edit(
                $0,
                EditRequest(domain: desk.configurations[1].domain, edits: edits, client: "test")
            )
        }
        desk.touch("/a.toml")
        desk.closeWriter()
        #expect(desk.value("a") == .integer(2))
        #expect(desk.unfound.contains("a"))
    }
}

@Suite struct `An empty file that never had settings` {
    @Test(arguments: ["/b.json", "/b.plist", "/b.yaml", "/b.ini", "/b.toml"])
    func `is begun with the first one`(path: String) throws {
        let desk = try Desk([path: ""], replicas: [ReplicaConfiguration(path: path)])
        #expect(desk.text(path) == "")
        #expect(desk.condition(path) == .ok)

        desk.set("a", .integer(1))

        #expect(desk.text(path)?.contains("1") == true)
        #expect(desk.problems == [])
        desk.restart()
        #expect(desk.value("a") == .integer(1))
    }

    @Test func `stays empty while there is none`() throws {
        let desk = try Desk(["/b.json": ""], replicas: ["/b.json"])
        desk.touch("/b.json")
        desk.restart()
        #expect(desk.text("/b.json") == "")
        #expect(desk.writes == 0)
    }

    @Test func `takes what its user writes`() throws {
        let desk = try Desk(["/b.json": "\n"], replicas: ["/b.json"])
        desk.save("/b.json", "{\"a\": 1}\n")
        #expect(desk.value("a") == .integer(1))
        desk.save("/b.json", "")
        desk.pass(5_000)
        #expect(desk.value("a") == .integer(1))
    }
}

@Suite struct `A file of another layer` {
    @Test func `takes no value back while it is busy at the start`() throws {
        let desk = try deskWithWriter(.site)
        desk.writers = [:]
        desk.touch("/b.toml")
        let told = desk.engine.changes.seq

        desk.writers["/b.toml"] = 1
        desk.restart()
        #expect(desk.engine.changes.seq == told)
        desk.writers = [:]
        desk.touch("/b.toml")

        #expect(desk.engine.changes.seq == told)
        #expect(desk.value("b") == .integer(2))
    }
}
