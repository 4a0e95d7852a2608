// The log that subscribers resume from.

import SettingsModel
import Testing

@testable import SyncEngine

@Suite struct `The log of changes` {
    private let domain: Domain
    private var log: ChangeLog

    init() throws {
        domain = try Domain("org.example.editor")
        log = ChangeLog(seq: 0, horizon: 0, changes: [], resumableChanges: 1_000_000)
    }

    private func change(_ key: SettingKeyPath, _ value: SettingValue?, _ rev: UInt64) -> Change {
        Change(
            domain: domain,
            keyPath: key,
            value: value,
            old: nil,
            rev: rev,
            layer: .user,
            origin: .agent
        )
    }

    private mutating func record(_ key: SettingKeyPath, _ value: SettingValue?) {
        log.record([change(key, value, log.seq + 1)])
    }

    /// What a subscriber whose cursor is there would hear.
    private func heard(after cursor: UInt64) -> [String] {
        (log.position(after: cursor)..<log.count).compactMap { position in
            log.change(at: position).map { "\($0.keyPath)@\($0.rev)" }
        }
    }

    @Test mutating func `gives each key's newest change, in order`() {
        record("a", .integer(1))
        record("b", .integer(1))
        record("a", .integer(2))
        _ = log.announce(upTo: 3)
        #expect(heard(after: 0) == ["b@2", "a@3"])
        #expect(heard(after: 2) == ["a@3"])
        #expect(heard(after: 3) == [])
    }

    @Test mutating func `gives a key that changed twice under one number once, as it was last`() {
        log.record([
            change("a", .integer(1), 1), change("b", .null, 1), change("a", .integer(2), 1),
        ])
        _ = log.announce(upTo: 1)
        #expect(heard(after: 0) == ["b@1", "a@1"])
        #expect(log.written(of: domain).map(\.value) == [.null, .integer(2)])
    }

    @Test mutating func `shows nothing that isn't announced, and hides nothing behind it`() {
        record("a", .integer(1))
        _ = log.announce(upTo: 1)
        record("a", .integer(2))
        #expect(heard(after: 0) == ["a@1"])
        #expect(log.change(of: domain, "a")?.rev == 2)
        #expect(log.lastRev(of: domain) == 2)
        _ = log.announce(upTo: 2)
        #expect(heard(after: 0) == ["a@2"])
    }

    @Test mutating func `announces some of what waits`() {
        for number in 1...4 { record(number % 2 == 0 ? "a" : "b", .integer(Int64(number))) }
        _ = log.announce(upTo: 2)
        #expect(heard(after: 0) == ["b@1", "a@2"])
        #expect(log.values(of: domain).map(\.rev) == [4, 3])
        _ = log.announce(upTo: 4)
        #expect(heard(after: 1) == ["b@3", "a@4"])
    }

    @Test mutating func `stays as short as its keys are many`() {
        for number in 1...20_000 {
            record("a", .integer(Int64(number)))
            _ = log.announce(upTo: UInt64(number))
        }
        #expect(log.count < 2_000)
        #expect(heard(after: 5) == ["a@20000"])
    }

    @Test mutating func `forgets the oldest tombstones past its limit, and says from where on`() {
        let limit = ChangeLog.tombstoneLimit
        for number in 1...limit {
            record(SettingKeyPath(segments: ["k\(number)"]), nil)
        }
        #expect(log.announce(upTo: UInt64(limit)) == [])
        #expect(log.horizon == 0)
        record("one more", nil)
        let forgotten = log.announce(upTo: UInt64(limit + 1))
        #expect(forgotten.count == limit / 2 + 1)
        #expect(forgotten.first?.keyPath == "k1")
        #expect(log.horizon == UInt64(limit / 2 + 1))
    }

    @Test mutating func `knows the last change below a place`() {
        record("a.b.c", .integer(1))
        record("a.d", .integer(1))
        record("a", nil)
        #expect(log.newestRev(of: domain, below: "a") == 2)
        #expect(log.newestRev(of: domain, below: "a.b") == 1)
        #expect(log.newestRev(of: domain, below: "a.d") == 0)
        _ = log.announce(upTo: 1)
        #expect(log.newestRev(of: domain, below: "a") == 2)
    }

    @Test mutating func `knows it of what it hasn't forgotten`() {
        record("gone.a", nil)
        for number in 1...ChangeLog.tombstoneLimit {
            record(SettingKeyPath(segments: ["k", "k\(number)"]), nil)
        }
        #expect(log.newestRev(of: domain, below: "gone") == 1)
        _ = log.announce(upTo: log.seq)
        #expect(log.newestRev(of: domain, below: "gone") == 0)
        #expect(log.newestRev(of: domain, below: "k") == log.seq)
    }

    @Test mutating func `says whose changes came since a number`() {
        record("a", .integer(1))
        record("b", .integer(1))
        _ = log.announce(upTo: 1)
        #expect(log.domains(after: 0, upTo: 2) == [domain])
        #expect(log.domains(after: 1, upTo: 2) == [])
    }

    @Test func `lets nobody resume who missed more than it promises`() {
        func horizon(seq: UInt64) -> UInt64 {
            ChangeLog(seq: seq, horizon: 0, changes: [], resumableChanges: 100).horizon
        }
        #expect(horizon(seq: 100) == 0)
        #expect(horizon(seq: 101) == 1)
    }

    @Test func `begins with what the journal kept`() {
        let log = ChangeLog(
            seq: 9,
            horizon: 2,
            changes: [change("a", .integer(1), 3), change("b", nil, 7)],
            resumableChanges: 1_000
        )
        #expect(log.announced == 9)
        #expect(log.count == 2)
        #expect(log.change(of: domain, "b")?.rev == 7)
        #expect(log.values(of: domain).map(\.keyPath) == ["a"])
    }
}
