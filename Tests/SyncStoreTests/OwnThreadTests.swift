// What the journal writes on the caller's thread, and what it leaves to its own.

import SettingsModel
import SyncEngine
import Testing

@testable import SyncStore

@Suite(.timeLimit(.minutes(10))) struct `A journal with nothing to do` {
    private let folder: JournalFolder
    private let loop = TestLoop()
    private let journal: JournalDatabase
    /// As another program has it that looks into the journal.
    private let onlooker: Connection

    init() throws {
        folder = try JournalFolder()
        journal = try folder.journal(loop)
        onlooker = try Connection(path: folder.journalPath, access: .readWrite)
    }

    private func rows() throws -> Int64? { try onlooker.number("SELECT count(*) FROM registers") }

    @Test func `has written a small commit when the call returns, and tells it later`() throws {
        let calls = Calls()
        journal.commit(try setting("k")) { calls.add($0.stage) }

        #expect(try rows() == 1)
        #expect(calls.all.isEmpty)
        loop.run { calls.all.count == 2 }
        #expect(calls.all == ["written", "synced"])
    }

    @Test(arguments: [
        (records: 64, bytes: 1, isWritten: true), (records: 65, bytes: 1, isWritten: false),
        (records: 1, bytes: 65_536, isWritten: true), (records: 1, bytes: 65_537, isWritten: false),
    ])
    func `leaves a large commit to its own thread`(
        records: Int,
        bytes: Int,
        isWritten: Bool
    ) throws {
        var large = Transaction()
        for index in 0..<records {
            large.registers += try setting("k\(index)", bytes: bytes).registers
        }
        #expect(journal.writer.writeNow(large) { _ in } == isWritten)
        #expect(try rows() == (isWritten ? Int64(records) : 0))
    }

    @Test func `writes nothing ahead of what waits for its thread`() throws {
        let barrier = Barrier()
        barrier.hold(journal)
        let outcomes = Outcomes()
        for index in 0..<3 { journal.commit(try setting("k\(index)")) { outcomes.add(index, $0) } }
        #expect(try rows() == 0)
        barrier.open()
        loop.run { outcomes.all.count == 3 }
        #expect(outcomes.written == [0, 1, 2])
        #expect(try rows() == 3)
    }

    @Test func `doesn't keep the caller waiting while somebody else holds it`() throws {
        try onlooker.run("BEGIN IMMEDIATE")
        let calls = Calls()
        journal.commit(try setting("k")) { calls.add($0.stage) }
        // Had the call waited for the lock, which only this thread lets go, it would have failed.
        try onlooker.run("COMMIT")
        loop.run { calls.all.count == 2 }
        #expect(calls.all == ["written", "synced"])
    }
}
