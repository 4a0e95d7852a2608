// How many keys of a file wait to be written.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `What waits to be written to a file` {
    private func waiting(_ path: String, _ desk: Desk) -> Int? {
        desk.engine.status(of: desk.id(path))?.pendingWrites
    }

    @Test func `isn't a table that a removal has emptied`() throws {
        let desk = try Desk(
            ["/a.json": "{\"font\": {\"size\": 1}, \"x\": 1}\n"],
            replicas: ["/a.json"]
        )
        desk.set("font.size", nil)
        #expect(desk.text("/a.json") == "{\"font\": {}, \"x\": 1}\n")
        desk.stagingErrors["/a.json"] = .onDesk(.readOnly)

        desk.set("x", .integer(2))

        #expect(waiting("/a.json", desk) == 1)
    }

    @Test func `isn't a key that another file has`() throws {
        let desk = try Desk(
            ["/a.toml": "a = 1\n", "/b.toml": "b = 1\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.toml", adoption: .present)]
        )
        desk.stagingErrors["/a.toml"] = .onDesk(.readOnly)

        desk.set("a", .integer(2))

        #expect(waiting("/a.toml", desk) == 1)
    }
}
