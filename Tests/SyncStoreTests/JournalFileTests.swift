// The journal's files: private, set aside when damaged, refused when newer.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The journal's file` {
    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func filled(_ folder: JournalFolder) throws {
        let loop = TestLoop()
        let journal = try folder.journal(loop)
        var random = RandomTransactions(seed: 3)
        let transactions = (0..<60).map { _ in random.next() }
        #expect(loop.commit(transactions, to: journal).compactMap(\.code) == [])
        journal.close()
    }

    private func bytes(_ folder: JournalFolder) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder.journalPath))
    }

    private func write(_ bytes: Data, _ folder: JournalFolder) throws {
        try bytes.write(to: URL(fileURLWithPath: folder.journalPath))
    }

    @Test func `is for its user only`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop)
        #expect(loop.commit(try setting("k"), to: journal).isSuccess)
        #expect(try mode(folder.path + "/state") == 0o700)
        #expect(try folder.names() == ["journal.db", "journal.db-shm", "journal.db-wal"])
        for name in try folder.names() {
            #expect(try mode(folder.path + "/state/" + name) == 0o600)
        }
    }

    @Test func `is taken from others who may read it`() throws {
        let folder = try JournalFolder()
        try filled(folder)
        #expect(chmod(folder.journalPath, 0o644) == 0)
        let journal = try folder.journal()
        #expect(try mode(folder.journalPath) == 0o600)
        journal.close()
    }

    @Test(
        arguments: [
            ("journal.db", "ln -s ../victim"), ("journal.db-wal", "ln -s ../victim"),
            ("journal.db-shm", "ln -s ../victim"), ("journal.db", "ln ../victim"),
            ("journal.db-wal", "ln ../victim"), ("journal.db", "mkfifo"),
            ("journal.db", "ln -s ../none"),
        ]
    )
    func `is refused where a link or something else stands at its name`(
        name: String,
        command: String
    ) throws {
        let folder = try JournalFolder()
        let script =
            "cd '\(folder.path)'; mkdir state; echo mine > victim; chmod 644 victim; "
            + "cd state; \(command) \(name)"
        let shell = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script])
        shell.waitUntilExit()
        try #require(shell.terminationStatus == 0)

        let error = #expect(throws: JournalError.self) { try folder.journal() }

        #expect(error?.path == folder.path + "/state/" + name)
        #expect(error?.advice.contains("Move it away") == true)
        #expect(try mode(folder.path + "/victim") == 0o644)
        #expect(try String(contentsOfFile: folder.path + "/victim", encoding: .utf8) == "mine\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    }

    @Test func `is no damaged one where another program wrote what this one would`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let first = try folder.journal(loop)
        let second = try folder.journal(loop)
        var transaction = Transaction()
        transaction.history = [try historyEntry(1, time: 0, domain: "a.b")]
        #expect(loop.commit(transaction, to: first).isSuccess)

        #expect(loop.commit(transaction, to: second).code == .conflict)

        _ = try second.recover()
        #expect(loop.commit(try setting("k"), to: second).isSuccess)
        #expect(try folder.names().allSatisfy { !$0.contains("broken") })
        first.close()
        second.close()
    }

    enum Damage: CaseIterable {
        case noise
        case noHeader
        case halved
        case pageOfZeros
        case anotherDatabase
        case brokenText
    }

    @Test(arguments: Damage.allCases)
    func `is set aside when it is damaged, and a new one begins`(damage: Damage) throws {
        let folder = try JournalFolder()
        try filled(folder)
        var data = try bytes(folder)
        switch damage {
        case .noise:
            var random = SeededRandom(seed: 1)
            data = Data((0..<9_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        case .noHeader: data[0] = 0
        case .halved: data = data.prefix(data.count / 2)
        case .pageOfZeros: for index in 8_192..<12_288 { data[index] = 0 }
        case .anotherDatabase: data[68] ^= 1  // The application's id, fileformat2.html 1.3.
        case .brokenText:
            let range = try #require(data.range(of: Data("# A file".utf8)))
            data[range.lowerBound + 2] ^= 1
        }
        try write(data, folder)

        let loop = TestLoop()
        let journal = try folder.journal(loop)

        guard case .setAside(let error, let newName) = journal.opened else {
            Issue.record("opened as \(journal.opened)")
            return
        }
        #expect(error.code == .damaged)
        #expect(error.path == folder.journalPath)
        #expect(newName.hasPrefix(folder.journalPath + ".broken-"))
        #expect(FileManager.default.fileExists(atPath: newName))
        #expect(try journal.recover() == RecoveredState())
        #expect(loop.commit(try setting("k"), to: journal).isSuccess)
        journal.close()
        #expect(try folder.journal().opened == .existing)
    }

    @Test func `never stops the agent, whatever byte of it is wrong`() throws {
        let folder = try JournalFolder()
        try filled(folder)
        let good = try bytes(folder)
        var random = SeededRandom(seed: 3)
        for _ in 0..<60 {
            var data = good
            for _ in 0..<8 {
                let index = Int.random(in: 0..<data.count, using: &random)
                data[index] = UInt8(truncatingIfNeeded: random.next())
            }
            let other = try JournalFolder()
            try FileManager.default.createDirectory(
                atPath: other.path + "/state",
                withIntermediateDirectories: true
            )
            try write(data, other)
            do {
                let journal = try other.journal()
                _ = try journal.recover()
                _ = try? journal.history(HistoryQuery())  // may be what was damaged
                journal.close()
            } catch let error as JournalError {
                // Eight bytes of many may well be the version.
                #expect(error.code == .newer)
            }
        }
    }

    @Test func `knows whether it was closed`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let first = try folder.journal(loop)
        #expect(loop.commit(try setting("k"), to: first).isSuccess)
        let wreck = try #require(try Wreck(of: folder.journalPath))
        #expect(try wreck.put().journal().recover().previousEnd == .death)
        first.close()
        #expect(try folder.journal().recover().previousEnd == .farewell)
    }

    @Test func `isn't taken for closed because it was opened and let go of`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let first = try folder.journal(loop)
        #expect(loop.commit(try setting("k"), to: first).isSuccess)
        let crashed = try #require(try Wreck(of: folder.journalPath)).put()

        // An agent that didn't come to its work, say for want of a socket.
        _ = try crashed.journal()

        #expect(try crashed.journal().recover().previousEnd == .death)
    }

    @Test func `leaves nothing beside it at its end, when its history was read too`() throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop)
        #expect(loop.commit(try setting("k"), to: journal).isSuccess)
        _ = try journal.history(HistoryQuery())

        journal.close()

        #expect(try folder.names() == ["journal.db", "journal.db-end"])
    }

    @Test func `is refused and kept when a newer agent wrote it`() throws {
        let folder = try JournalFolder()
        try filled(folder)
        var data = try bytes(folder)
        data[63] = 12  // user_version is at 60, big-endian: fileformat2.html 1.3.
        try write(data, folder)

        let expected = JournalError(
            code: .newer,
            path: folder.journalPath,
            problem: "the journal '\(folder.journalPath)' is of version 12, expected at most 11",
            advice: "Start the newer settings-agent that wrote it, or move it away to begin another"
        )
        #expect(throws: expected) { try folder.journal() }
        #expect(try bytes(folder) == data)
        #expect(try folder.names() == ["journal.db", "journal.db-end"])
    }
}
