// Lines that somebody takes out of one file while another has the key too.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A line gone from one of two files` {
    private func desk() throws -> Desk {
        try Desk(
            ["/a.toml": "size = 12\n", "/b.toml": "size = 12\nx = 1\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.toml", adoption: .present)]
        )
    }

    @Test func `removes nothing, and is in the history`() throws {
        let desk = try desk()
        desk.read("/b.toml")

        desk.save("/b.toml", "x = 1\n")

        #expect(desk.value("size") == .integer(12))
        #expect(desk.text("/b.toml") == "x = 1\n")
        let entry = try #require(desk.history.last)
        #expect(desk.history.count == 1)
        #expect(entry.keyPath == "size")
        #expect(entry.kind == .keptNewer)
        #expect(entry.value == nil)
        #expect(entry.kept == .integer(12))
    }

    @Test func `removes the key when that is undone`() throws {
        let desk = try desk()
        desk.read("/b.toml")
        desk.save("/b.toml", "x = 1\n")
        desk.undo(desk.history)
        #expect(desk.value("size") == nil)
        #expect(desk.text() == "")
    }

    @Test func `is in the history once`() throws {
        let desk = try desk()
        desk.read("/b.toml")
        desk.save("/b.toml", "x = 1\n")
        desk.save("/b.toml", "x = 2\n")
        #expect(desk.history.count { $0.keyPath == "size" } == 1)
    }
}
