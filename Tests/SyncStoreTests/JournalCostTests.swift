// What a commit costs: bytes written.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import TestSupport
import Testing

/// One file with many keys, and edits of it.
private struct BigFile {
    let replica: ReplicaID
    let domain: Domain
    var top: FileVersion
    private var oldest: UInt64 = 1
    private var seq: UInt64 = 0

    init(keys: Int, bytesPerKey: Int) throws {
        domain = try Domain("org.example.big")
        replica = ReplicaID(domain: domain, path: "/home/x/big.toml")
        var text: [UInt8] = []
        var timestamps: [SettingKeyPath: Timestamp] = [:]
        for index in 0..<keys {
            let line = "key\(index) = "
            let padding = bytesPerKey - line.utf8.count - 1
            text += line.utf8
            text += [UInt8](repeating: 48, count: padding)
            text.append(10)
            timestamps[SettingKeyPath(segments: ["key\(index)"])] =
                Timestamp(wallTime: 1_700_000_000_000, counter: UInt64(index), agent: "agent-1")
        }
        top = FileVersion(
            number: 1,
            text: text,
            timestamps: SharedMap(timestamps),
            author: .agent,
            holders: 1,
            possibleHolders: 0,
            identity: FileIdentity(device: 1, inode: 1),
            recorded: 0
        )
    }

    func first() -> Transaction {
        var transaction = Transaction()
        transaction.versions = [VersionRecord(replica: replica, number: 1, version: top)]
        transaction.replicas = [ReplicaRecord(replica: replica, top: 1)]
        return transaction
    }

    /// A key is set: its register, then the intent, then the version that shows it.
    mutating func edit() -> [Transaction] {
        seq += 1
        let index = Int(seq) * 37 % top.timestamps.count
        let keyPath = SettingKeyPath(segments: ["key\(index)"])
        let timestamp = Timestamp(wallTime: 1_700_000_000_001, counter: seq, agent: "agent-1")
        let set = set(keyPath, timestamp)
        let old = top
        top.number += 1
        top.timestamps[keyPath] = timestamp
        top.text[top.text.count / 2 + Int(seq % 1_000)] = 49 + UInt8(seq % 8)
        var intent = Transaction()
        let staged = StagedFile(
            temporaryPath: "/home/x/.big.toml.tmp",
            targetPath: replica.path,
            identity: FileIdentity(device: 1, inode: top.number),
            method: .exchange
        )
        let content = FileContent(bytes: old.text, identity: old.identity, modified: 0)
        intent.replicas = [
            ReplicaRecord(
                replica: replica,
                top: old.number,
                intent: PublishIntent(
                    staged: staged,
                    old: content,
                    new: top.text,
                    timestamps: top.timestamps,
                    decided: 0
                )
            )
        ]
        var published = Transaction()
        published.versions = [VersionRecord(replica: replica, number: top.number, version: top)]
        if top.number - oldest >= 16 {
            published.versions.append(
                VersionRecord(replica: replica, number: oldest, version: nil)
            )
            oldest += 1
        }
        published.replicas = [ReplicaRecord(replica: replica, top: top.number)]
        return [set, intent, published]
    }

    private func set(_ keyPath: SettingKeyPath, _ timestamp: Timestamp) -> Transaction {
        var set = Transaction()
        set.registers = [
            RegisterRecord(
                domain: domain,
                keyPath: keyPath,
                register: Register(timestamp: timestamp, value: .integer(1), origin: .agent)
            )
        ]
        set.clock = ClockRecord(seq: seq)
        set.changes = [
            Change(
                domain: domain,
                keyPath: keyPath,
                value: .integer(1),
                old: .integer(0),
                rev: seq,
                layer: .user,
                origin: .agent
            )
        ]
        set.history = [
            HistoryEntry(
                id: seq,
                seq: seq,
                time: 0,
                domain: domain,
                keyPath: keyPath,
                value: .integer(1),
                old: .integer(0),
                kept: nil,
                origin: .agent,
                kind: .set,
                reason: nil
            )
        ]
        return set
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A commit` {
    /// Bytes that the WAL grows by for an edit of a key, after a few of them.
    private func bytesOfAnEdit(keys: Int) throws -> Int {
        var file = try BigFile(keys: keys, bytesPerKey: 50)
        let folder = try JournalFolder()
        let loop = TestLoop()
        do {
            let journal = try folder.journal(loop)
            #expect(loop.commit(file.first(), to: journal).isSuccess)
            for _ in 0..<20 {
                #expect(loop.commit(file.edit(), to: journal).compactMap(\.code) == [])
            }
        }
        // Opening empties the WAL, so that its length is what the edit writes.
        let journal = try folder.journal(loop)
        for transaction in file.edit() {
            #expect(loop.commit(transaction, to: journal).isSuccess)
        }
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.journalPath + "-wal"
        )
        #expect(try journal.recover().versions.last?.version == file.top)
        return try #require(attributes[.size] as? Int)
    }

    @Test func `writes of a file and of the domain what changed`() throws {
        let small = try bytesOfAnEdit(keys: 1_000)
        let big = try bytesOfAnEdit(keys: 10_000)
        #expect(small > 0)
        #expect(big < 2 * small)
        #expect(big < 250_000, "\(small) and \(big) bytes")
    }
}
