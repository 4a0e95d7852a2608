// Saves of one file that wipe a domain's settings and leave another's alone.

import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

/// Two domains on a desk that have one file; the second one has another file as well.
private struct Sharers {
    static let own = "[a]\nk1 = 1\n"
    static let text = own + "[b]\n" + (1...8).map { "k\($0) = \($0)\n" }.joined()

    let desk: Desk
    let second: Domain

    /// Gives each domain a table of the file, or both of them all of it.
    init(isSplit: Bool = true) throws {
        desk = try Desk(["/f.toml": Self.text], replicas: [])
        second = try Domain("org.example.another")
        func file(
            _ path: String,
            _ table: SettingKeyPath,
            _ adoption: Adoption
        ) -> ReplicaConfiguration {
            let keys = isSplit ? [KeyPattern.below(table)] : nil
            return ReplicaConfiguration(path: path, keys: keys, adoption: adoption)
        }
        desk.configure([
            DomainConfiguration(domain: desk.domain, replicas: [file("/f.toml", "a", .primary)]),
            DomainConfiguration(
                domain: second,
                replicas: [file("/f.toml", "b", .primary), file("/b2.toml", "b", .all)]
            ),
        ])
        desk.pass(5_000)
        desk.set("a.k1", .integer(2))
        look()
    }

    /// Has both domains look at the file.
    func look() {
        for domain in [desk.domain, second] {
            desk.take(.event(.touched(ReplicaID(domain: domain, path: "/f.toml"))))
        }
        desk.pass(5_000)
    }

    var third: SettingValue? { desk.engine.entry(second, "b.k3")?.value }

    var condition: ReplicaCondition? {
        desk.engine.status(of: ReplicaID(domain: second, path: "/f.toml"))?.condition
    }
}

@Suite struct `A save that wipes one domain's part of a file` {
    @Test func `is held by that domain alone`() throws {
        let sharers = try Sharers()
        let desk = sharers.desk
        desk.put("[a]\nk1 = 5\n", at: "/f.toml")
        sharers.look()
        #expect(desk.value("a.k1") == .integer(5))
        #expect(sharers.third == .integer(3))
        #expect(desk.problems.map(\.code) == [.wiped])
    }

    @Test func `stands beside the file where a write for the other domain displaced it`() throws {
        let sharers = try Sharers()
        let desk = sharers.desk
        desk.read("/f.toml")
        desk.beforePublishing { desk.put("[a]\nk1 = 2\n", at: "/f.toml") }
        desk.set("a.k1", .integer(7))
        sharers.look()
        #expect(sharers.third == .integer(3))
        #expect(desk.text("/b2.toml")?.contains("k3 = 3") == true)
        #expect(desk.problems.map(\.code) == [.displaced])
        #expect(desk.text("/f.toml.saved") == "[a]\nk1 = 2\n")
        #expect(
            desk.text("/f.toml")
                == "[a]\nk1 = 7\n" + String(Sharers.text.dropFirst(Sharers.own.count))
        )
    }

    /// The agent's own text isn't the second domain's: it was made from the save that is held.
    @Test(arguments: [true, false])
    func `stays held when the other domain writes the file`(isAfterRestart: Bool) throws {
        let sharers = try Sharers()
        let desk = sharers.desk
        desk.put("[a]\nk1 = 2\n", at: "/f.toml")
        sharers.look()
        desk.set("a.k1", .integer(7))
        if isAfterRestart { desk.restart() }
        sharers.look()
        #expect(desk.text("/f.toml") == "[a]\nk1 = 7\n")
        #expect(sharers.third == .integer(3))
    }
}

@Suite struct `What a client takes out of a file` {
    private func removeMost(_ desk: Desk) {
        desk.edit((2...8).map { KeyEdit(SettingKeyPath(segments: ["b", "k\($0)"]), nil) })
    }

    @Test(arguments: [true, false])
    func `isn't held by the other domain of the file`(isAfterRestart: Bool) throws {
        let sharers = try Sharers(isSplit: false)
        removeMost(sharers.desk)
        if isAfterRestart { sharers.desk.restart() }
        sharers.look()
        #expect(sharers.desk.problems == [])
        #expect(sharers.third == nil)
        #expect(sharers.condition == .ok)
    }

    @Test func `isn't held where it was written twice before the other domain looked`() throws {
        let sharers = try Sharers(isSplit: false)
        removeMost(sharers.desk)
        sharers.desk.set("a.k1", .integer(9))
        sharers.look()
        #expect(sharers.desk.problems == [])
        #expect(sharers.third == nil)
    }
}

@Suite struct `An accepted save` {
    @Test func `isn't answered later because another domain has a file that is busy`() throws {
        let sharers = try Sharers()
        let desk = sharers.desk
        desk.put("[a]\nk1 = 2\n", at: "/f.toml")
        sharers.look()
        let busy = try Domain("org.example.busy")
        desk.files["/busy.toml"] = desk.files["/f.toml"]
        desk.writers["/busy.toml"] = 1
        desk.configure(
            desk.configurations + [
                DomainConfiguration(domain: busy, replicas: ["/busy.toml"])
            ]
        )
        #expect(desk.accept("/f.toml") != nil)
        #expect(sharers.third == nil)
    }
}
