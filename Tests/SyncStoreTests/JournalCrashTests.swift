// What a journal is after a crash: every acknowledged transaction, and none by half.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import Synchronization
import TestSupport
import Testing

/// What the journal holds after each number of transactions.
private struct Timeline {
    let transactions: [Transaction]
    let states: [RecoveredState]

    init(seed: UInt64, count: Int) throws {
        var random = RandomTransactions(seed: seed)
        let model = MemoryLog(deliver: { $0() })
        var transactions: [Transaction] = []
        var states = [try model.recover()]
        for _ in 0..<count {
            var transaction = random.next()
            // Each step is another state, so that a state tells how far it is.
            transaction.clock = ClockRecord(seq: UInt64(transactions.count + 1))
            transactions.append(transaction)
            model.commit(transaction) { _ in }
            states.append(try model.recover())
        }
        self.transactions = transactions
        self.states = states
    }
}

/// The files of a journal at one moment, as a crash would leave them.
private struct Wreck {
    let database: Data
    let log: Data

    /// Copies a journal that is being written.
    ///
    /// The two files can't be copied in one moment, but while the database itself and the WAL's
    /// header stay the same, the WAL is only appended to: then the copy is one moment's state.
    init?(of path: String) throws {
        let before = try Self.read(path)
        let headerBefore = try Self.read(path + "-wal").prefix(32)
        let log = try Self.read(path + "-wal")
        guard try Self.read(path) == before, log.prefix(32) == headerBefore,
            try Self.read(path + "-wal").prefix(32) == headerBefore
        else { return nil }
        database = before
        self.log = log
    }

    private static func read(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// Opens a copy whose WAL ends after so many bytes, and reads it.
    func recovered(logBytes: Int? = nil) throws -> RecoveredState {
        let folder = try JournalFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/state",
            withIntermediateDirectories: true
        )
        try database.write(to: URL(fileURLWithPath: folder.journalPath))
        try log.prefix(logBytes ?? log.count)
            .write(to: URL(fileURLWithPath: folder.journalPath + "-wal"))
        let journal = try folder.journal()
        #expect(journal.opened == .existing)
        return try journal.recover().ordered
    }
}

@Suite(.timeLimit(.minutes(5))) struct `After a crash a journal` {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `has every transaction that was acknowledged`(seed: UInt64) throws {
        let timeline = try Timeline(seed: seed, count: 900)
        let folder = try JournalFolder()
        let acknowledged = Atomic<Int>(0)
        let journal = try JournalDatabase(
            path: folder.journalPath,
            limits: .standard,
            deliver: { $0() }
        )
        var random = SeededRandom(seed: seed)
        var wrecks: [(Int, Wreck)] = []
        for (index, transaction) in timeline.transactions.enumerated() {
            journal.commit(transaction) { result in
                if result.isSuccess { acknowledged.add(1, ordering: .sequentiallyConsistent) }
            }
            guard index > 3, Int.random(in: 0..<30, using: &random) == 0 else { continue }
            let before = acknowledged.load(ordering: .sequentiallyConsistent)
            if let wreck = try Wreck(of: folder.journalPath) { wrecks.append((before, wreck)) }
        }
        journal.close()

        #expect(acknowledged.load(ordering: .sequentiallyConsistent) == 900)
        #expect(wrecks.count >= 5)
        for (acknowledged, wreck) in wrecks {
            let state = try wreck.recovered()
            let count = Int(state.clock.seq)
            #expect(count >= acknowledged)
            #expect(state == timeline.states[count])
        }
    }

    @Test func `has a whole number of transactions wherever its WAL is torn`() throws {
        let timeline = try Timeline(seed: 5, count: 40)
        let folder = try JournalFolder()
        let loop = TestLoop()
        try folder.journal(loop).close()
        let journal = try folder.journal(loop)
        for transaction in timeline.transactions {
            #expect(loop.commit(transaction, to: journal).isSuccess)
        }
        let wreck = try #require(try Wreck(of: folder.journalPath))
        journal.close()

        // A frame is a page and a header of 24 bytes, after 32 of the file's (walformat.html).
        let frames = Array(stride(from: 32, through: wreck.log.count, by: 4_096 + 24))
        var random = SeededRandom(seed: 5)
        let lengths = frames.flatMap {
            [$0, $0 - 1, $0 + Int.random(in: 1..<4_096, using: &random)]
        }
        var longest = 0
        for length in ([0, 1, 31] + lengths).sorted() where length <= wreck.log.count {
            let state = try wreck.recovered(logBytes: length)
            let count = Int(state.clock.seq)
            #expect(state == timeline.states[count])
            #expect(count >= longest)
            longest = count
        }
        #expect(longest == 40)
    }

    @Test func `ignores a WAL's end that was written wrong`() throws {
        let timeline = try Timeline(seed: 6, count: 30)
        let folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop)
        for transaction in timeline.transactions {
            #expect(loop.commit(transaction, to: journal).isSuccess)
        }
        let wreck = try #require(try Wreck(of: folder.journalPath))
        journal.close()
        var log = wreck.log
        let middle = log.count / 2
        log[middle] ^= 0xFF
        let state = try Wreck(database: wreck.database, log: log).recovered()
        #expect(state == timeline.states[Int(state.clock.seq)])
        #expect(state.clock.seq < 30)
    }
}

extension Wreck {
    fileprivate init(database: Data, log: Data) {
        self.database = database
        self.log = log
    }
}
