// Damage that SQLite doesn't see: other values, missing rows, impossible numbers.

import Foundation
import SettingsModel
import SettingsProtocol
import SyncEngine
import TestSupport
import Testing

@testable import SyncStore

/// A journal that was written and closed, and what it held.
private struct Filled {
    let folder: JournalFolder
    let state: RecoveredState
    let history: [HistoryEntry]

    init(seed: UInt64) throws {
        folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop)
        var random = RandomTransactions(seed: seed)
        // Each table has rows at the end.
        for _ in 0..<40 { #expect(loop.commit(random.next(), to: journal).isSuccess) }
        let tables = try RawDatabase(folder.journalPath)
        while try tables.texts("SELECT agent FROM intent_shown").isEmpty
            || journal.recover().hooks.isEmpty || journal.recover().secrets.isEmpty
        {
            #expect(loop.commit(random.next(), to: journal).isSuccess)
        }
        history = try journal.history(HistoryQuery())
        journal.close()
        let again = try folder.journal()
        state = try again.recover().ordered
        again.close()
    }
}

/// A small journal in a folder of its own, after a change by somebody else that kept its checksum right.
private func smallJournal(after damage: String = "") throws -> JournalFolder {
    let folder = try JournalFolder()
    try FileManager.default.createDirectory(
        atPath: folder.path + "/state",
        withIntermediateDirectories: true
    )
    let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Journals/small.sql")
    try RawDatabase(folder.journalPath).run(String(contentsOf: file, encoding: .utf8) + damage)
    let connection = try Connection(path: folder.journalPath, access: .readWrite)
    let sum = Int64(bitPattern: try connection.sumOfRows())
    try connection.run("UPDATE journal SET row_sum = \(sum)")
    return folder
}

extension JournalDatabase.Opened {
    fileprivate var isSetAside: Bool { if case .setAside = self { true } else { false } }
}

@Suite struct `The connection that writes a journal` {
    @Test func `changes no schema by hand`() throws {
        let folder = try JournalFolder()
        try folder.journal().close()
        let connection = try Connection(path: folder.journalPath, access: .readWrite)
        try connection.becomeWriter(pageLimit: nil)
        try connection.run("PRAGMA writable_schema = ON")
        #expect(throws: JournalError.self) { try connection.run("DELETE FROM sqlite_schema") }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A journal whose checksum is right` {
    @Test func `is read as it was left`() throws {
        let journal = try smallJournal().journal()
        #expect(journal.opened == .existing)
        #expect(journal.epoch == "5a17c8f29e36d163391b5dffcf0b73d5")
        let state = try journal.recover()
        let values = state.registers.map { "\($0.keyPath) \($0.register.value?.json ?? "-")" }
        #expect(
            values == [
                "elsewhere 5", "font.size 14", "größe \"x\"", "list [1,\"two\",null]", "theme -",
                "volume 51237",
            ]
        )
        #expect(state.changes.map(\.rev) == [1, 1, 3, 4, 5, 6])
        #expect(state.versions.map(\.number) == [1, 1, 2, 3, 4, 5, 6])
    }

    @Test func `is set aside where an agent before the first release left it`() throws {
        let journal = try smallJournal(after: "PRAGMA user_version = 9;").journal()
        #expect(journal.opened.isSetAside)
        #expect(try journal.recover() == RecoveredState())
    }

    /// Each of these once had the agent trap, wait for ever or refuse every edit.
    @Test(arguments: [
        "UPDATE versions SET holders = 9223372036854775807",
        "UPDATE versions SET possible_holders = 9223372036854775807",
        "UPDATE versions SET recorded = -9223372036854775808",
        "UPDATE journal SET seq = -1", "UPDATE journal SET counter = -1",
        "UPDATE journal SET history_id = -1", "UPDATE journal SET horizon = 7",
        "UPDATE registers SET counter = -1 WHERE key = 'volume'",
        "UPDATE registers SET wall = 9223372036854775807 WHERE key = 'volume'",
        "UPDATE shown SET counter = -1 WHERE key = 'volume'",
        "UPDATE changes SET rev = 7 WHERE key = 'volume'",
        "DELETE FROM versions WHERE replica = 2 AND number = 6", "DELETE FROM replicas",
        "DELETE FROM text_bytes WHERE text = 2", "UPDATE text_bytes SET text = 8 WHERE text = 7",
        "INSERT INTO intents VALUES (3, '/t', '/x', 'create', 1, 1, 0, 0, 0, 0, 1, NULL, 0)",
    ])
    func `is set aside where its numbers can't be true`(damage: String) throws {
        let journal = try smallJournal(after: damage).journal()
        #expect(journal.opened.isSetAside)
        #expect(try journal.recover() == RecoveredState())
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A journal with damage that SQLite can't see` {
    private static let tables = [
        "journal", "registers", "changes", "hooks", "replicas", "replica_states", "intents",
        "intent_shown", "versions", "texts", "text_bytes", "shown", "secrets", "history",
    ]

    @Test(arguments: tables, [1] as [UInt64])
    func `gives no cell that nobody wrote`(table: String, seed: UInt64) throws {
        let filled = try Filled(seed: seed)
        let database = try RawDatabase(filled.folder.journalPath)
        let columns = try database.texts("SELECT name FROM pragma_table_info('\(table)')")
        let good = try Data(contentsOf: URL(fileURLWithPath: filled.folder.journalPath))
        var random = SeededRandom(seed: seed)
        var flips = 0
        for column in columns where column != "boot" {
            for _ in 0..<3 {
                let folder = try JournalFolder()
                try FileManager.default.createDirectory(
                    atPath: folder.path + "/state",
                    withIntermediateDirectories: true
                )
                try good.write(to: URL(fileURLWithPath: folder.journalPath))
                guard try RawDatabase(folder.journalPath).flip(column, of: table, using: &random)
                else { continue }
                flips += 1
                let journal = try folder.journal()
                if table == "history" {
                    // Read on demand only: what is damaged isn't shown, so that nobody undoes it.
                    #expect(try journal.recover().ordered == filled.state)
                    let shown = try journal.history(HistoryQuery())
                    #expect(shown.count == filled.history.count - 1, "\(column)")
                    #expect(shown.allSatisfy(filled.history.contains), "\(column)")
                } else {
                    #expect(journal.opened.isSetAside, "\(table).\(column)")
                }
            }
        }
        #expect(flips > 0, "\(table) has no rows")
    }

    @Test(arguments: tables.filter { $0 != "history" })
    func `is set aside where a row is missing`(table: String) throws {
        let filled = try Filled(seed: 3)
        let database = try RawDatabase(filled.folder.journalPath)
        try database.run("DELETE FROM \(table) LIMIT 1")
        let journal = try filled.folder.journal()
        #expect(journal.opened.isSetAside)
    }

    @Test(arguments: 1...(LongRun.isOn ? 3 : 1) as ClosedRange<UInt64>)
    func `gives all of what was written or nothing, whatever bit is flipped`(seed: UInt64) throws {
        let filled = try Filled(seed: seed)
        let good = try Data(contentsOf: URL(fileURLWithPath: filled.folder.journalPath))
        var random = SeededRandom(seed: seed)
        var setAside = 0
        for _ in 0..<60 {
            var spoiled = good
            let index = Int.random(in: 0..<good.count, using: &random)
            spoiled[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let folder = try Wreck(database: spoiled, log: Data()).put()
            do {
                let journal = try folder.journal()
                let state = try journal.recover().ordered
                if journal.opened.isSetAside {
                    setAside += 1
                    #expect(state == RecoveredState())
                } else {
                    #expect(state == filled.state, "bit of byte \(index)")
                    let shown = (try? journal.history(HistoryQuery())) ?? []
                    #expect(shown.allSatisfy(filled.history.contains), "bit of byte \(index)")
                }
            } catch let error as JournalError {
                #expect(error.code == .newer, "bit of byte \(index)")
            }
        }
        #expect(setAside > 4)
    }
}
