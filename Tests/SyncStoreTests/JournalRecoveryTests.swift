// The journal gives back what was committed, whatever was done to it in between.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A journal` {
    @Test(arguments: 1...(LongRun.isOn ? 12 : 4) as ClosedRange<UInt64>)
    func `goes on from what it read as from what it wrote`(seed: UInt64) throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let model = MemoryLog(deliver: { $0() })
        var random = RandomTransactions(seed: seed)
        var choices = SeededRandom(seed: seed &* 31)
        for _ in 0..<25 {
            let journal = try folder.journal(loop)
            #expect(try journal.recover().ordered == model.recover().ordered)
            let transactions = (0..<Int.random(in: 1...12, using: &choices)).map { _ in
                random.next()
            }
            for transaction in transactions { model.commit(transaction) { _ in } }
            #expect(loop.commit(transactions, to: journal).compactMap(\.code) == [])
            if Bool.random(using: &choices) {
                #expect(try journal.recover().ordered == model.recover().ordered)
            }
            journal.close()
        }
        let held = try model.recover()
        #expect(!held.versions.isEmpty && !held.registers.isEmpty && !held.changes.isEmpty)
    }

    @Test func `keeps its epoch, and a new one has another`() throws {
        let folder = try JournalFolder()
        let epochs = try (0..<3).map { _ in try folder.journal().epoch }
        #expect(Set(epochs).count == 1)
        #expect(epochs.allSatisfy { $0.count == 32 })
        #expect(try JournalFolder().journal().epoch != epochs[0])
    }

    @Test func `says whether it was there`() throws {
        let folder = try JournalFolder()
        #expect(try folder.journal().opened == .fresh)
        #expect(try folder.journal().opened == .existing)
    }

    @Test func `keeps a text once for all that have it, and one that nobody has`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        var journal = try folder.journal(loop)
        let replica = ReplicaID(domain: try Domain("org.example.editor"), path: "/x.toml")
        let text = [UInt8](repeating: 97, count: 20_000)
        func lengths(after records: [VersionRecord]) throws -> [String] {
            var transaction = Transaction()
            transaction.versions = records
            #expect(loop.commit(transaction, to: journal).isSuccess)
            return try RawDatabase(folder.journalPath)
                .texts("SELECT length(bytes) FROM text_bytes ORDER BY text")
        }
        func kept(_ number: UInt64, _ text: [UInt8]) -> VersionRecord {
            version(number, text, of: replica)
        }
        func dropped(_ number: UInt64) -> VersionRecord {
            VersionRecord(replica: replica, number: number, version: nil)
        }

        let first = [kept(1, text), kept(2, [65]), kept(3, text)]
        #expect(try lengths(after: first) == ["20000", "1"])
        #expect(try lengths(after: [dropped(1), dropped(2)]) == ["20000", "1"])
        // As long as the one that nobody has.
        #expect(try lengths(after: [kept(4, [66])]) == ["20000", "1"])
        #expect(try journal.recover().versions.map(\.version?.text) == [text, [66]])
        #expect(try lengths(after: [dropped(4), kept(5, [67, 68])]) == ["20000", "1", "2"])
        journal.close()
        journal = try folder.journal(loop)
        #expect(try lengths(after: [dropped(5)]) == ["20000", "2"])
        #expect(try journal.recover().versions.map(\.version?.text) == [text])
    }

    /// A row of `shown` is of use to some version, whatever was dropped in which order.
    @Test func `keeps of timestamps what differs from the version before`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop)
        let replica = ReplicaID(domain: try Domain("org.example.editor"), path: "/x.toml")
        let early: SharedMap<Timestamp> = [key("a"): time(1), key("b"): time(1)]
        let late: SharedMap<Timestamp> = [key("a"): time(2), key("c"): time(2)]
        func rows(after numbers: [UInt64], dropping: [UInt64]) throws -> [String] {
            var transaction = Transaction()
            transaction.versions = numbers.map {
                version($0, [1], of: replica, shows: $0 % 2 == 0 ? late : early)
            }
            #expect(loop.commit(transaction, to: journal).isSuccess)
            transaction.versions = dropping.map {
                VersionRecord(replica: replica, number: $0, version: nil)
            }
            #expect(loop.commit(transaction, to: journal).isSuccess)
            return try RawDatabase(folder.journalPath)
                .texts("SELECT key || since || coalesce(' ' || counter, '') FROM shown")
        }

        #expect(
            try rows(after: [1, 2], dropping: []) == ["a1 1", "a2 2", "b1 1", "b2", "c2 2"]
        )
        #expect(try rows(after: [3], dropping: [2]) == ["a1 1", "b1 1"])
        #expect(
            try rows(after: [4, 5, 6], dropping: [1, 3]) == [
                "a4 2", "a5 1", "a6 2", "b5 1", "b6", "c4 2", "c5", "c6 2",
            ]
        )
        #expect(try rows(after: [], dropping: [6, 4]) == ["a5 1", "b5 1"])
        #expect(try journal.recover().versions.map(\.version?.timestamps) == [early])
    }

    /// The intent is kept as differences from the newest version, and each of those goes.
    @Test func `keeps an intent whole when its base goes, and then what came after it`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop)
        let replica = ReplicaID(domain: try Domain("org.example.editor"), path: "/x.toml")
        let first: SharedMap<Timestamp> = [key("a"): time(1)]
        let fifth: SharedMap<Timestamp> = [key("a"): time(2), key("b"): time(3)]
        let staged = StagedFile(
            temporaryPath: "/x.tmp",
            targetPath: "/x.toml",
            identity: FileIdentity(device: 1, inode: 2),
            method: .create
        )
        let intent = PublishIntent(
            staged: staged,
            old: nil,
            new: [65],
            timestamps: fifth,
            decided: 7
        )
        let record = ReplicaRecord(replica: replica, top: 5, intent: intent)
        var begin = Transaction()
        begin.versions = [
            version(1, [1], of: replica, shows: first), version(5, [5], of: replica, shows: fifth),
        ]
        begin.replicas = [record]
        var add = Transaction()
        add.versions = [version(6, [6], of: replica)]
        var dropBase = Transaction()
        dropBase.versions = [VersionRecord(replica: replica, number: 5, version: nil)]
        var dropNewest = Transaction()
        dropNewest.versions = [VersionRecord(replica: replica, number: 6, version: nil)]

        let results = loop.commit([begin, add, dropBase, dropNewest], to: journal)

        #expect(results.compactMap(\.code) == [])
        let recovered = try journal.recover()
        #expect(recovered.replicas == [record])
        #expect(recovered.versions.map(\.version?.timestamps) == [first])
    }

    private func key(_ name: String) -> SettingKeyPath { SettingKeyPath(segments: [name]) }

    private func time(_ counter: UInt64) -> Timestamp {
        Timestamp(wallTime: 1, counter: counter, agent: "a1")
    }

    private func version(
        _ number: UInt64,
        _ text: [UInt8],
        of replica: ReplicaID,
        shows timestamps: SharedMap<Timestamp> = [:]
    ) -> VersionRecord {
        let version = FileVersion(
            number: number,
            text: text,
            timestamps: timestamps,
            author: .agent,
            holders: 1,
            possibleHolders: 0,
            identity: FileIdentity(device: 1, inode: number),
            recorded: 0
        )
        return VersionRecord(replica: replica, number: number, version: version)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `Group commit` {
    @Test func `commits all that wait in one SQLite transaction`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop)
        let outcomes = Outcomes()
        let barrier = Barrier()
        barrier.hold(journal)
        for index in 0..<100 { journal.commit(try setting("k")) { outcomes.add(index, $0) } }
        barrier.open()
        loop.run { outcomes.all.count == 100 }

        #expect(outcomes.all.map(\.0) == Array(0..<100))
        #expect(journal.committedGroups == 1)
        #expect(journal.syncCount == 1)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The history` {
    private func entry(_ id: UInt64, day: Int64, domain: String) throws -> HistoryEntry {
        try historyEntry(id, time: 1_700_000_000_000 + day * 86_400_000, domain: domain)
    }

    private func ids(
        after entries: [HistoryEntry],
        limits: Limits
    ) throws -> [UInt64] {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop, limits: limits)
        var transaction = Transaction()
        transaction.history = entries
        #expect(loop.commit(transaction, to: journal).isSuccess)
        return try journal.history(HistoryQuery()).map(\.id)
    }

    @Test func `keeps each domain's newest entries`() throws {
        var limits = Limits()
        limits.historyEntries = 300
        let few = try (1...10).map { try entry($0, day: 0, domain: "org.example.few") }
        let many = try (11...1_034).map { try entry($0, day: 0, domain: "org.example.many") }

        let kept = try ids(after: few + many, limits: limits)

        #expect(kept == Array(1...10) + Array(735...1_034))
    }

    @Test func `keeps the newest that aren't too large together, and one at least`() throws {
        var limits = Limits()
        limits.historyBytes = 10_000
        func entries(_ bytes: [Int]) throws -> [HistoryEntry] {
            try bytes.enumerated().map { index, count in
                var entry = try entry(UInt64(index + 1), day: 0, domain: "org.example.a")
                entry.value = .string(String(repeating: "x", count: count))
                return entry
            }
        }
        // A value has its quotes, and the key one byte: 1,000 bytes for each entry.
        let equal = Array(repeating: 997, count: 20)
        #expect(try ids(after: entries(equal), limits: limits) == Array(11...20))
        #expect(try ids(after: entries([997, 20_000]), limits: limits) == [2])
        #expect(try ids(after: entries([20_000, 997]), limits: limits) == [2])
        #expect(try ids(after: entries([997, 20_000, 997]), limits: limits) == [3])
    }

    @Test func `drops entries past their age, but never the newest hundred`() throws {
        let old = try (1...150).map { try entry($0, day: 0, domain: "org.example.a") }
        let edge = try (151...200).map { try entry($0, day: 10, domain: "org.example.a") }
        let new = try (201...512).map { try entry($0, day: 100, domain: "org.example.a") }

        #expect(try ids(after: old + edge + new, limits: .standard) == Array(151...512))
        #expect(
            try ids(after: old + edge + new.suffix(56), limits: .standard)
                == Array(151...200) + Array(457...512)
        )
        let lonely = try (1...255).map { try entry($0, day: 0, domain: "org.example.a") }
        let ahead = [try entry(256, day: 5_000, domain: "org.example.a")]
        #expect(try ids(after: lonely + ahead, limits: .standard) == Array(157...256))
    }
}
