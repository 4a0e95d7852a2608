// Tombstones: how many are kept, and which.

import SettingsModel
import Simulation
import Testing

@testable import SyncEngine

@Suite struct `Tombstones` {
    private static let limits: Limits = {
        var limits = Limits()
        limits.tombstones = 4
        return limits
    }()

    private func tombstones(_ desk: Desk) -> [String] {
        desk.journal.recovered.registers.filter { $0.register.isTombstone }
            .map(\.keyPath.description).sorted()
    }

    /// A desk with so many keys set over the socket and none of them in a file's older versions.
    private func desk(with keys: Int) throws -> Desk {
        var limits = Self.limits
        limits.fileVersions = 2
        let desk = try Desk(toml: "size = 12\n", limits: limits)
        desk.edit((0..<keys).map { KeyEdit(key($0), .integer(1)) })
        return desk
    }

    private func key(_ number: Int) -> SettingKeyPath {
        SettingKeyPath(segments: ["k\(number)"])
    }

    /// Removes a key and lets every version go that shows it.
    private func remove(_ number: Int, from desk: Desk) {
        desk.set(key(number), nil)
        for size in 0..<3 { desk.set("size", .integer(Int64(100 * number + size))) }
    }

    @Test func `are all kept up to their limit`() throws {
        let desk = try desk(with: 10)
        for number in 0..<4 { remove(number, from: desk) }
        #expect(tombstones(desk) == ["k0", "k1", "k2", "k3"])
    }

    @Test func `go one past it, the oldest first, from the journal too`() throws {
        let desk = try desk(with: 10)
        for number in 0..<5 { remove(number, from: desk) }
        #expect(tombstones(desk) == ["k3", "k4"])
        desk.restart()
        #expect(desk.value("k0") == nil)
        #expect(desk.value("k9") == .integer(1))
        #expect(desk.text()?.contains("k0") == false)
    }

    @Test func `stay while a version of a file shows their key`() throws {
        let desk = try Desk(
            toml: "size = 1\n" + (0..<9).map { "k\($0) = 1\n" }.joined(),
            limits: Self.limits
        )
        desk.read()
        let stale = desk.text() ?? ""
        for number in 0..<9 { desk.set(key(number), nil) }
        #expect(tombstones(desk).count == 9)

        // The editor that still has the first text saves it: nothing comes back.
        desk.save("/a.toml", stale.replacing("size = 1", with: "size = 2"))
        #expect(desk.text() == "size = 2\n")
        // And one that has an old date can't bring anything back either.
        desk.save("/a.toml", stale.replacing("size = 1", with: "size = 3"), modified: 1, changed: 1)
        #expect(desk.value("k3") == nil)
    }

    @Test func `stay while a file that can't be written shows their key`() throws {
        let desk = try Desk(
            ["/a.toml": "size = 1\n", "/b.toml": (0..<9).map { "k\($0) = 1\n" }.joined()],
            replicas: [
                "/a.toml",
                ReplicaConfiguration(path: "/b.toml", adoption: .present),
            ],
            limits: Self.limits
        )
        desk.stagingErrors["/b.toml"] = StorageError(
            code: .readOnly,
            path: "/b.toml",
            errno: 30,
            problem: "it can't be written",
            advice: "Wait"
        )
        for number in 0..<9 { desk.set(key(number), nil) }
        #expect(tombstones(desk).count == 9)
        desk.stagingErrors = [:]
        desk.touch("/b.toml")
        #expect(desk.text("/b.toml") == "")
        #expect(desk.value("k3") == nil)
    }

    @Test func `that subscribers can't resume from take no later change of their key along`() throws
    {
        let desk = try Desk(toml: "size = 12\n")
        let count = ChangeLog.tombstoneLimit + 1
        desk.edit((0..<count).map { KeyEdit(key($0), .integer(1)) })
        desk.edit((0..<count).map { KeyEdit(key($0), nil) })

        // What was forgotten goes from the journal with the next change, which may be of the same key.
        desk.set(key(0), .integer(2))

        let kept = desk.journal.recovered.changes
        #expect(kept.first { $0.keyPath == key(0) }?.value == .integer(2))
        #expect(!kept.contains { $0.keyPath == key(1) })
    }
}
