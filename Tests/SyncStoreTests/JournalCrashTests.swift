// What a journal is after a crash: every acknowledged transaction, and none by half.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `After a crash a journal` {
    @Test(arguments: 1...(LongRun.isOn ? 3 : 1) as ClosedRange<UInt64>)
    func `has every transaction that was acknowledged`(seed: UInt64) throws {
        let timeline = try Timeline(seed: seed, count: 900)
        let folder = try JournalFolder()
        let acknowledged = Atomic<Int>(0)
        let journal = try JournalDatabase(
            path: folder.journalPath,
            limits: .standard,
            boot: "boot 1",
            deliver: { $0() }
        )
        var random = SeededRandom(seed: seed)
        var wrecks: [(Int, Wreck)] = []
        for (index, transaction) in timeline.transactions.enumerated() {
            journal.commit(transaction) { result in
                if case .success(.synced) = result {
                    acknowledged.add(1, ordering: .sequentiallyConsistent)
                }
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
        let all = Array(stride(from: 32, through: wreck.log.count, by: 4_096 + 24))
        let frames = all.indices.filter { LongRun.plays(all.count - 1 - $0, oneIn: 10) }.map {
            all[$0]
        }
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
