// Which file a key goes to that only another file had: one that is unlinked, or that lost it.

import SettingsModel
import SyncEngine
import Testing

private let first = ReplicaConfiguration(path: "/a.toml")
private let second = ReplicaConfiguration(path: "/b.json", adoption: .present)

private func desk() throws -> Desk {
    try Desk(
        ["/a.toml": "a = 1\nb = 2\n", "/b.json": "{\"a\": 1, \"c\": 3}\n"],
        replicas: [first, second]
    )
}

@Suite struct `The keys of a file that is unlinked` {
    /// The file that is left is the first one then, which takes on what no other file has.
    private func unlinked() throws -> Desk {
        let desk = try desk()
        let left = ReplicaConfiguration(path: "/b.json", adoption: .primary)
        desk.configure([DomainConfiguration(domain: desk.domain, replicas: [left])])
        desk.pass(10_000)
        return desk
    }

    @Test func `go into no other file by themselves`() throws {
        let desk = try unlinked()
        #expect(desk.text("/b.json") == "{\"a\": 1, \"c\": 3}\n")
        #expect(desk.value("b") == .integer(2))
        #expect(desk.set("b", nil) != nil)
        #expect(desk.text("/b.json") == "{\"a\": 1, \"c\": 3}\n")
    }

    @Test func `leave a file that takes on what is set from then on`() throws {
        let desk = try unlinked()
        desk.set("d", .integer(4))
        #expect(desk.text("/b.json")?.contains("\"d\": 4") == true)
    }
}

@Suite struct `A key that is brought back` {
    @Test func `comes into the file that had it, and into no other`() throws {
        let desk = try desk()
        desk.set("c", nil)
        #expect(desk.text("/b.json") == "{\"a\": 1}\n")
        desk.undo([try #require(desk.history.last)])
        #expect(desk.value("c") == .integer(3))
        #expect(desk.text("/b.json") == "{\"a\": 1, \"c\": 3}\n")
        #expect(desk.text("/a.toml") == "a = 1\nb = 2\n")
    }

    @Test func `comes into the first file where the other is gone`() throws {
        let desk = try desk()
        desk.set("c", nil)
        desk.configure([DomainConfiguration(domain: desk.domain, replicas: [first])])
        desk.set("c", .integer(5))
        #expect(desk.text("/a.toml") == "a = 1\nb = 2\nc = 5\n")
    }

    @Test func `comes into the first file where the other can't have what it is now`() throws {
        let desk = try Desk(
            ["/a.toml": "a = 1\n", "/b.env": "a=1\nc=3\n"],
            replicas: [first, ReplicaConfiguration(path: "/b.env", adoption: .present)]
        )
        desk.set("c", nil)
        #expect(desk.text("/b.env") == "a=1\n")
        desk.set("c", .array([.array([.integer(1)])]))
        #expect(desk.text("/a.toml") == "a = 1\nc = [[1]]\n")
        #expect(desk.text("/b.env") == "a=1\n")
    }
}
