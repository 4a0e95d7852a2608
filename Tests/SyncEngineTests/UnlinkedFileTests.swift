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

@Suite struct `The settings that only an unlinked file has` {
    private func unlinked() throws -> Desk {
        let desk = try desk()
        desk.unlink("/b.json")
        return desk
    }

    @Test func `are forgotten, and no file is given them later`() throws {
        let desk = try unlinked()
        #expect(desk.value("c") == nil)
        desk.set("d", .integer(4))
        #expect(desk.text("/a.toml") == "a = 1\nb = 2\nd = 4\n")
        #expect(desk.text("/b.json") == "{\"a\": 1, \"c\": 3}\n")
    }

    @Test func `are in the history, which brings them back`() throws {
        let desk = try unlinked()
        let entry = try #require(desk.history.last)
        #expect(entry.keyPath == "c")
        #expect(entry.old == .integer(3))
        desk.undo([entry])
        #expect(desk.text("/a.toml") == "a = 1\nb = 2\nc = 3\n")
    }

    @Test func `leave no tombstone: a file that comes with one of them keeps it`() throws {
        let desk = try unlinked()
        desk.put("c = 7\n", at: "/c.toml", modified: 1_000)
        desk.link(ReplicaConfiguration(path: "/c.toml", adoption: .present), preferring: nil)
        #expect(desk.text("/c.toml") == "c = 7\n")
        #expect(desk.value("c") == .integer(7))
    }

    @Test func `are forgotten for good`() throws {
        let desk = try unlinked()
        desk.restart()
        #expect(desk.value("c") == nil)
        #expect(desk.value("b") == .integer(2))
    }

    @Test func `stay where the file doesn't say yet what was set`() throws {
        let desk = try desk()
        desk.stagingErrors["/b.json"] = StorageError(
            code: .readOnly,
            path: "/b.json",
            errno: 30,
            problem: "it is read-only",
            advice: "Wait"
        )
        desk.set("c", .integer(5))
        desk.unlink("/b.json")
        #expect(desk.value("c") == .integer(5))
    }
}

@Suite struct `The text of before a link` {
    private let id = { (desk: Desk) in ReplicaID(domain: desk.domain, path: "/b.json") }

    @Test func `is the first that was read`() throws {
        let desk = try desk()
        desk.set("c", .integer(4))
        let text = try #require(try LeavingFile(id(desk), of: desk.engine).texts())
        #expect(text.before == Array("{\"a\": 1, \"c\": 3}\n".utf8))
        #expect(text.now == Array("{\"a\": 1, \"c\": 4}\n".utf8))
    }

    @Test func `doesn't replace what somebody saved since`() throws {
        let desk = try desk()
        desk.save("/b.json", "{\"a\": 1, \"c\": 3, \"mine\": true}\n")
        desk.set("c", .integer(4))
        let refusal = #expect(throws: Refusal.self) {
            try LeavingFile(id(desk), of: desk.engine).texts()
        }
        #expect(refusal?.problem == "'/b.json' was saved by another program since it was linked")
        #expect(
            refusal?.advice.hasSuffix("undo: settingsctl restore /b.json --version 1 --dry-run")
                == true
        )
    }

    @Test func `replaces itself where somebody has restored it`() throws {
        let desk = try desk()
        desk.set("c", .integer(4))
        desk.read("/b.json")
        desk.save("/b.json", "{\"a\": 1, \"c\": 3}\n")
        desk.set("c", .integer(5))
        let text = try #require(try LeavingFile(id(desk), of: desk.engine).texts())
        #expect(text.before == Array("{\"a\": 1, \"c\": 3}\n".utf8))
    }

    @Test func `is kept as long as only the agent writes`() throws {
        let desk = try desk()
        let before = try #require(try LeavingFile(id(desk), of: desk.engine).texts()).before
        for number in 0..<40 { desk.set("c", .integer(Int64(number))) }
        #expect(try LeavingFile(id(desk), of: desk.engine).texts()?.before == before)
    }

    @Test func `is none where the agent made the file`() throws {
        let desk = try Desk(replicas: ["/b.json"])
        desk.set("c", .integer(4))
        #expect(desk.text("/b.json") != nil)
        let refusal = #expect(throws: Refusal.self) {
            try LeavingFile(id(desk), of: desk.engine).texts()
        }
        #expect(refusal?.problem == "'/b.json' wasn't there before it was linked")
    }
}
