// Journals as a crash leaves them, and what they must hold.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import TestSupport
import Testing

/// What the journal holds after each number of transactions.
struct Timeline {
    let transactions: [Transaction]
    let states: [RecoveredState]

    init(seed: UInt64, count: Int) throws {
        var random = RandomTransactions(seed: seed)
        let model = MemoryLog(deliver: { $0() })
        var transactions: [Transaction] = []
        var states = [try model.recover().ordered]
        for _ in 0..<count {
            var transaction = random.next()
            // Each step is another state, so that a state tells how far it is.
            transaction.clock = ClockRecord(seq: UInt64(transactions.count + 1))
            transactions.append(transaction)
            model.commit(transaction) { _ in }
            states.append(try model.recover().ordered)
        }
        self.transactions = transactions
        self.states = states
    }
}

/// The files of a journal at one moment, as a crash would leave them.
struct Wreck {
    let database: Data
    let log: Data

    /// Puts together what a crash could leave.
    init(database: Data, log: Data) {
        self.database = database
        self.log = log
    }

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
        let folder = try put(logBytes: logBytes)
        let journal = try folder.journal()
        #expect(journal.opened == .existing)
        return try journal.recover().ordered
    }

    /// Puts the files into a new folder, the WAL ending after so many bytes.
    func put(logBytes: Int? = nil) throws -> JournalFolder {
        let folder = try JournalFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/state",
            withIntermediateDirectories: true
        )
        try database.write(to: URL(fileURLWithPath: folder.journalPath))
        try log.prefix(logBytes ?? log.count)
            .write(to: URL(fileURLWithPath: folder.journalPath + "-wal"))
        return folder
    }
}
