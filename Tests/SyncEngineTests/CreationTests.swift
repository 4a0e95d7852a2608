// When a file is made that isn't there.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A file that the next change makes` {
    private func store(_ creation: Creation) -> ReplicaConfiguration {
        var store = ReplicaConfiguration(path: "/store.toml", adoption: .all)
        store.creation = creation
        return store
    }

    /// A desk with a value that no file has any more, as the only one was let go.
    private func desk() throws -> Desk {
        let file = ReplicaConfiguration(path: "/a.toml")
        let desk = try Desk(["/a.toml": "a = 1\n"], replicas: [file, store(.never)])
        configure(desk, [store(.withNextChange)])
        return desk
    }

    private func configure(_ desk: Desk, _ replicas: [ReplicaConfiguration]) {
        desk.configure([DomainConfiguration(domain: desk.domain, replicas: replicas)])
        desk.pass(5_000)
    }

    @Test func `has nothing of what was said before, also over a restart`() throws {
        let desk = try desk()
        #expect(desk.value("a") == .integer(1))
        #expect(desk.text("/store.toml") == nil)

        desk.restart()
        desk.pass(5_000)

        #expect(desk.value("a") == .integer(1))
        #expect(desk.text("/store.toml") == nil)
    }

    @Test func `has all that the domain says then`() throws {
        let desk = try desk()
        desk.restart()
        desk.set("b", .integer(2))
        #expect(desk.text("/store.toml") == "a = 1\nb = 2\n")
    }

    @Test func `is made by the next agent where the change was all that came about`() throws {
        let desk = try Desk(replicas: [store(.withNextChange)])
        desk.stagingErrors["/store.toml"] = .onDesk(.diskFull)
        desk.set("b", .integer(2))
        desk.stagingErrors = [:]

        desk.restart()
        desk.pass(5_000)

        #expect(desk.text("/store.toml") == "b = 2\n")
    }

    @Test func `is made at once when it is asked for`() throws {
        let desk = try desk()
        configure(desk, [store(.atOnce)])
        #expect(desk.text("/store.toml") == "a = 1\n")
    }

    @Test func `has nothing of what was said while another file was there`() throws {
        let desk = try desk()
        let file = ReplicaConfiguration(path: "/a.toml")
        configure(desk, [file, store(.never)])
        desk.set("b", .integer(2))
        configure(desk, [store(.withNextChange)])
        #expect(desk.text("/store.toml") == nil)
    }

    @Test func `has nothing of what was said since it was removed`() throws {
        let desk = try Desk(
            ["/a.toml": "a = 1\n", "/store.toml": "a = 1\n"],
            replicas: ["/a.toml", store(.never)]
        )
        desk.delete("/store.toml")
        desk.pass(5_000)
        desk.set("b", .integer(2))
        configure(desk, [store(.withNextChange)])
        #expect(desk.text("/store.toml") == nil)
    }
}
