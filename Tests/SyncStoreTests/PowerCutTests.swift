// What a journal is after a power cut: everything that was synced, and a new epoch if more was told.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import Synchronization
import TestSupport
import Testing

/// A journal's files at moments at which its writer stood still, and what was promised of them.
private final class Moments: Sendable {
    struct Moment {
        var wreck: Wreck
        /// How many transactions had been told as written, and as synced.
        var written: Int
        var synced: Int
        /// The WAL up to here was on the disk.
        var syncedBytes: Int
    }
    private struct State {
        var moments: [Moment] = []
        var written = 0
        var synced = 0
        var header = Data()
        var syncedBytes = 0
    }
    private let state = Mutex(State())
    let path: String

    init(of path: String) { self.path = path }

    /// A journal that was opened is synced.
    func opened() { state.withLock { noteSync(&$0) } }

    private func noteSync(_ state: inout State) {
        let log = FileHandle(forReadingAtPath: path + "-wal")
        state.header = log?.readData(ofLength: 32) ?? Data()
        state.syncedBytes = Int(log?.seekToEndOfFile() ?? 0)
    }

    var all: [Moment] { state.withLock { $0.moments } }

    /// Called on the thread that writes or syncs, which waits for the return.
    func reached(_ result: Result<CommitStage, JournalError>, isRecorded: Bool) {
        state.withLock { state in
            switch result {
            case .success(.synced):
                state.synced += 1
                noteSync(&state)
            case .success(.written):
                state.written += 1
                guard isRecorded, let database = FileManager.default.contents(atPath: path),
                    let log = FileManager.default.contents(atPath: path + "-wal")
                else { return }
                // A WAL that started over holds nothing of before, which is in the database.
                let isSameLog = log.prefix(32) == state.header
                state.moments.append(
                    Moment(
                        wreck: Wreck(database: database, log: log),
                        written: state.written,
                        synced: state.synced,
                        syncedBytes: isSameLog ? state.syncedBytes : 0
                    )
                )
            case .failure: break
            }
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `After a power cut a journal` {
    /// A frame of the WAL: a page and a header of 24 bytes (walformat.html).
    private static let frame = 4_096 + 24

    @Test(arguments: 1...(LongRun.isOn ? 3 : 1) as ClosedRange<UInt64>)
    func `has all that was synced and a whole number of transactions, wherever its WAL ends`(
        seed: UInt64
    ) throws {
        let timeline = try Timeline(seed: seed, count: 900)
        let folder = try JournalFolder()
        let moments = Moments(of: folder.journalPath)
        let journal = try JournalDatabase(
            path: folder.journalPath,
            limits: .standard,
            boot: "boot 1",
            deliver: { $0() }
        )
        moments.opened()
        var random = SeededRandom(seed: seed)
        for transaction in timeline.transactions {
            let isRecorded = Int.random(in: 0..<60, using: &random) == 0
            journal.commit(transaction) { moments.reached($0, isRecorded: isRecorded) }
        }
        journal.close()

        #expect(moments.all.count >= 5)
        #expect(moments.all.contains { $0.written > $0.synced })
        for moment in moments.all {
            let end = moment.wreck.log.count
            let frames = stride(from: 32, through: end, by: Self.frame)
            let cuts = frames.filter { $0 >= moment.syncedBytes }
            for cut in Set([moment.syncedBytes, end] + cuts.shuffled(using: &random).prefix(3)) {
                let state = try moment.wreck.recovered(logBytes: cut)
                let count = Int(state.clock.seq)
                #expect(count >= moment.synced)
                #expect(state == timeline.states[count])
                if cut == end { #expect(count >= moment.written) }
            }
        }
    }

    @Test func `waits for the disk once a group, and only after it told that it is written`()
        throws
    {
        let folder = try JournalFolder()
        let calls = Calls()
        let (arrived, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let journal = try JournalDatabase(
            path: folder.journalPath,
            limits: .standard,
            boot: "boot 1",
            // The writer stands still after each call-back.
            deliver: { call in
                call()
                arrived.signal()
                mayGo.wait()
            }
        )
        for count in 0..<5 {
            // Large, so that its own thread writes it.
            journal.commit(try setting("k", bytes: 70_000)) { calls.add($0.stage) }
            arrived.wait()
            #expect(calls.all.last == "written")
            #expect(journal.syncCount == count)
            mayGo.signal()
            arrived.wait()
            #expect(calls.all.last == "synced")
            #expect(journal.syncCount == count + 1)
            mayGo.signal()
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A journal's epoch` {
    /// How an agent ended, and in which boot the next begins.
    struct Story: CustomTestStringConvertible {
        var isFarewell: Bool
        var boots: (first: String, second: String)
        var isKept: Bool
        var testDescription: String {
            "\(isFarewell ? "ended" : "killed") in '\(boots.first)', begun in '\(boots.second)'"
        }
    }

    @Test(arguments: [
        Story(isFarewell: true, boots: ("1", "1"), isKept: true),
        Story(isFarewell: true, boots: ("1", "2"), isKept: true),
        Story(isFarewell: true, boots: ("", ""), isKept: true),
        Story(isFarewell: false, boots: ("1", "1"), isKept: true),
        Story(isFarewell: false, boots: ("1", "2"), isKept: false),
        // Where nobody knows the boot, it may be another.
        Story(isFarewell: false, boots: ("", ""), isKept: false),
        Story(isFarewell: false, boots: ("1", ""), isKept: false),
    ])
    func `is another only if a power cut may have undone what was told`(story: Story) throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let journal = try folder.journal(loop, boot: story.boots.first)
        #expect(loop.commit(try setting("k"), to: journal).isSuccess)
        let killed = try #require(try Wreck(of: folder.journalPath))
        journal.close()

        let next = story.isFarewell ? folder : try killed.put()
        let again = try next.journal(loop, boot: story.boots.second)

        #expect((again.epoch == journal.epoch) == story.isKept)
        #expect(try again.recover().clock.seq == 1)
        // A new one stays from then on.
        again.close()
        #expect(try next.journal(loop, boot: "3").epoch == again.epoch)
    }

    /// A copy that was made while no agent ran, in the journal's place or with all that is beside it.
    @Test(arguments: [["journal.db"], ["journal.db", "journal.db-end"]])
    func `is another where an older copy was restored`(names: [String]) throws {
        let folder = try JournalFolder()
        let loop = TestLoop()
        let first = try folder.journal(loop)
        #expect(loop.commit(try setting("k"), to: first).isSuccess)
        first.close()
        let files = FileManager.default
        let state = folder.path + "/state/"
        for name in names {
            try files.copyItem(atPath: state + name, toPath: folder.path + "/" + name)
        }
        let second = try folder.journal(loop)
        #expect(second.epoch == first.epoch)
        #expect(loop.commit(try setting("other"), to: second).isSuccess)
        second.close()
        for name in names {
            try files.removeItem(atPath: state + name)
            try files.moveItem(atPath: folder.path + "/" + name, toPath: state + name)
        }

        let restored = try folder.journal(loop)
        #expect(restored.epoch != first.epoch)
        #expect(try restored.recover().clock.seq == 1)
    }

    /// As cp(1) does it, which leaves the files their inodes.
    @Test func `is another where an older copy was written over it`() throws {
        let folder = try JournalFolder()
        let first = try folder.journal()
        first.close()
        let paths = [folder.journalPath, folder.journalPath + "-end"]
        let copies = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let loop = TestLoop()
        let second = try folder.journal(loop)
        #expect(second.epoch == first.epoch)
        #expect(loop.commit(try setting("k"), to: second).isSuccess)
        second.close()
        for (path, copy) in zip(paths, copies) {
            try copy.write(to: URL(fileURLWithPath: path))
        }

        #expect(try folder.journal().epoch != first.epoch)
    }

    @Test func `is another where an older copy was restored after the agent's death`() throws {
        let folder = try JournalFolder()
        let first = try folder.journal()
        first.close()
        let files = FileManager.default
        let copy = folder.path + "/copy"
        try files.copyItem(atPath: folder.journalPath, toPath: copy)
        do {
            let loop = TestLoop()
            let second = try folder.journal(loop)
            #expect(second.epoch == first.epoch)
            #expect(loop.commit(try setting("k"), to: second).isSuccess)
        }
        try files.removeItem(atPath: folder.journalPath)
        try files.moveItem(atPath: copy, toPath: folder.journalPath)

        #expect(try folder.journal().epoch != first.epoch)
    }

    @Test func `is another each time that the power goes, and stays over the agent's deaths`()
        throws
    {
        let folder = try JournalFolder()
        var wreck: Wreck?
        var epochs: [String] = []
        for boot in ["1", "1", "2", "2", "3"] {
            let here = try wreck?.put() ?? folder
            let journal = try here.journal(boot: boot)
            epochs.append(journal.epoch)
            wreck = try Wreck(of: here.journalPath)
        }
        #expect(epochs[0] == epochs[1])
        #expect(epochs[2] == epochs[3])
        #expect(Set(epochs).count == 3)
    }
}
