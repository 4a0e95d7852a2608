// Whose values count where a file that is linked and its domain differ.

import SettingsModel
import SyncEngine
import Testing

private let first = ReplicaConfiguration(path: "/a.toml")
private let second = ReplicaConfiguration(path: "/b.toml", adoption: .present)
/// The time of a file that was written before the domain's values.
private let old: Int64 = 1_000

/// A desk on which a file was linked to a domain that has another.
private func desk(
    preferring preference: LinkPreference?,
    _ text: String = "size = 2\nport = 99\n",
    modified: Int64? = nil
) throws -> Desk {
    let desk = try Desk(["/a.toml": "size = 1\nname = \"a\"\n"], replicas: [first])
    desk.put(text, at: "/b.toml", modified: modified ?? desk.now)
    desk.link(second, preferring: preference)
    return desk
}

@Suite struct `A file whose link prefers it` {
    @Test func `changes what the domain says, also with an old time`() throws {
        let desk = try desk(preferring: .this, modified: old)
        #expect(desk.text("/a.toml") == "size = 2\nname = \"a\"\n")
        #expect(desk.text("/b.toml") == "size = 2\nport = 99\n")
    }

    @Test func `brings back what was removed`() throws {
        let desk = try Desk(["/a.toml": "size = 1\nport = 7\n"], replicas: [first])
        desk.set("port", nil)
        desk.put("port = 99\n", at: "/b.toml", modified: old)
        desk.link(second, preferring: .this)
        #expect(desk.value("port") == .integer(99))
        #expect(desk.text("/b.toml") == "port = 99\n")
    }

    @Test func `is undone as one change`() throws {
        let desk = try desk(preferring: .this, "size = 2\nname = \"b\"\n", modified: old)
        let seq = try #require(desk.history.last?.seq)
        desk.undo(desk.history.filter { $0.seq == seq })
        #expect(desk.text("/a.toml") == "size = 1\nname = \"a\"\n")
        #expect(desk.text("/b.toml") == "size = 1\nname = \"a\"\n")
    }
}

@Suite struct `A file whose link prefers the others` {
    @Test func `gets their values, also with a new time, and keeps what they lack`() throws {
        let desk = try desk(preferring: .others)
        #expect(desk.text("/a.toml") == "size = 1\nname = \"a\"\n")
        #expect(desk.text("/b.toml") == "size = 1\nport = 99\n")
        #expect(desk.value("port") == .integer(99))
    }

    @Test func `gets them where their time is unknown, too`() throws {
        let desk = try Desk(replicas: [first])
        desk.put("size = 1\n", at: "/a.toml", modified: 0)
        desk.touch()
        desk.put("size = 2\n", at: "/b.toml", modified: 0)
        desk.link(second, preferring: .others)
        #expect(desk.text("/a.toml") == "size = 1\n")
        #expect(desk.text("/b.toml") == "size = 1\n")
    }

    @Test func `gets a table in the place of its value`() throws {
        let desk = try Desk(["/a.toml": "font.size = 1\n"], replicas: [first])
        desk.put("font = 5\n", at: "/b.toml")
        desk.link(second, preferring: .others)
        #expect(desk.text("/a.toml") == "font.size = 1\n")
        #expect(desk.value("font.size") == .integer(1))
        #expect(desk.value("font") == nil)
    }

    @Test func `tells in the history what it said`() throws {
        let desk = try desk(preferring: .others)
        let entry = try #require(desk.history.last { $0.keyPath == "size" })
        #expect(entry.kind == .superseded)
        #expect(entry.value == .integer(2))
        #expect(entry.kept == .integer(1))
        desk.undo([entry])
        #expect(desk.text("/a.toml") == "size = 2\nname = \"a\"\n")
    }

    @Test func `is an ordinary file from then on`() throws {
        let desk = try desk(preferring: .others)
        desk.save("/b.toml", "size = 3\nport = 99\n")
        #expect(desk.text("/a.toml") == "size = 3\nname = \"a\"\n")
    }

    @Test func `has its own time, so that a newer file's values count later`() throws {
        let desk = try Desk(["/a.toml": "name = \"a\"\n"], replicas: [first])
        desk.put("size = 1\n", at: "/b.toml", modified: old)
        desk.link(second, preferring: .others)
        desk.put("size = 2\n", at: "/c.toml", modified: old + 1)
        desk.link(ReplicaConfiguration(path: "/c.toml", adoption: .present), preferring: .newer)
        #expect(desk.value("size") == .integer(2))
    }
}

@Suite struct `A file whose link prefers what is newer` {
    @Test(arguments: [LinkPreference.newer, nil])
    func `counts by its time`(preference: LinkPreference?) throws {
        #expect(try desk(preferring: preference, modified: old).value("size") == .integer(1))
        #expect(try desk(preferring: preference, modified: nil).value("size") == .integer(2))
    }
}

@Suite struct `What a link prefers` {
    @Test func `is forgotten when the file is let go`() throws {
        let desk = try desk(preferring: .others)
        desk.unlink("/b.toml")
        desk.put("size = 8\n", at: "/b.toml")
        desk.link(second, preferring: nil)
        #expect(desk.value("size") == .integer(8))
    }
}

@Suite struct `What a link would change` {
    @Test(arguments: [false, true])
    func `is known of a first file once its writer has closed it`(isOpen: Bool) throws {
        let desk = try Desk(replicas: [])
        var content = FileContent(
            bytes: Array("b = 1\na = 2\n".utf8),
            identity: FileIdentity(device: 1, inode: 1),
            modified: desk.now
        )
        content.isOpen = isOpen
        let comparison = LinkComparison(
            of: ReplicaID(domain: desk.domain, path: "/a.toml"),
            as: [DomainConfiguration(domain: desk.domain, replicas: ["/a.toml"])],
            seeing: .content(content),
            in: desk.engine,
            at: Instant(wall: desk.now, monotonic: desk.now)
        )
        #expect(comparison.taken == (isOpen ? [] : ["a", "b"]))
        #expect(comparison.problem == (isOpen ? "another program is writing it" : nil))
        #expect(!comparison.hasOthers)
    }
}
