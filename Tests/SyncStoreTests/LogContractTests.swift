// What every operation log promises, the real one and the double that other tests use.

import SettingsModel
import SyncEngine
import SyncStore
import TestSupport
import Testing

/// A log and how to make its commits fail.
struct Subject {
    enum Kind: CaseIterable {
        case memory
        case database
    }

    let loop = TestLoop()
    let log: any OperationLog
    private let folder: JournalFolder

    init(_ kind: Kind) throws {
        folder = try JournalFolder()
        let loop = loop
        switch kind {
        case .memory: log = MemoryLog(deliver: { loop.append($0) })
        case .database: log = try folder.journal(loop, pageLimit: 400)
        }
    }

    /// A transaction that fails.
    func failing() throws -> Transaction {
        if let log = log as? MemoryLog { log.failingCommits.insert(log.commits + 1) }
        return try setting("big", bytes: 3_000_000)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `An operation log` {
    @Test(arguments: Subject.Kind.allCases)
    func `begins empty`(kind: Subject.Kind) throws {
        let subject = try Subject(kind)
        #expect(try subject.log.recover() == RecoveredState())
        #expect(try subject.log.history(HistoryQuery()) == [])
        #expect(!subject.log.epoch.isEmpty)
    }

    @Test(arguments: Subject.Kind.allCases, 1...(LongRun.isOn ? 8 : 3) as ClosedRange<UInt64>)
    func `recovers what was committed`(kind: Subject.Kind, seed: UInt64) throws {
        let subject = try Subject(kind)
        let model = MemoryLog(deliver: { $0() })
        var random = RandomTransactions(seed: seed)
        for _ in 0..<12 {
            let transactions = (0..<10).map { _ in random.next() }
            for transaction in transactions { model.commit(transaction) { _ in } }
            let results = subject.loop.commit(transactions, to: subject.log)
            #expect(results.compactMap(\.code) == [])
        }
        // A failure makes the log forget what it remembers, so it must read.
        #expect(subject.loop.commit(try subject.failing(), to: subject.log).code == .diskFull)
        #expect(try subject.log.recover().ordered == model.recover().ordered)
        #expect(try subject.log.history(HistoryQuery()) == model.history(HistoryQuery()))
    }

    @Test(arguments: Subject.Kind.allCases)
    func `keeps keys apart that Unicode calls equivalent`(kind: Subject.Kind) throws {
        let subject = try Subject(kind)
        let spellings = ["\u{E9}", "e\u{301}"]
        for key in spellings {
            #expect(subject.loop.commit(try setting(key), to: subject.log).isSuccess)
        }
        // Read, not remembered.
        #expect(subject.loop.commit(try subject.failing(), to: subject.log).code == .diskFull)
        let keys = try subject.log.recover().registers.map(\.keyPath)
        #expect(Set(keys) == Set(spellings.map { SettingKeyPath(segments: [$0]) }))
    }

    @Test(arguments: Subject.Kind.allCases)
    func `calls back in the order of the calls`(kind: Subject.Kind) throws {
        let subject = try Subject(kind)
        let outcomes = Outcomes()
        for index in 0..<300 {
            subject.log.commit(try setting("k")) { outcomes.add(index, $0) }
        }
        subject.loop.run { outcomes.all.count == 300 }
        #expect(outcomes.all.map(\.0) == Array(0..<300))
    }

    @Test(arguments: Subject.Kind.allCases)
    func `calls back once when a commit is written and once when it is synced, in this order`(
        kind: Subject.Kind
    ) throws {
        let subject = try Subject(kind)
        let calls = Calls()
        for index in 0..<50 {
            subject.log.commit(try setting("k")) { calls.add("\(index) \($0.stage)") }
        }
        subject.log.commit(Transaction()) { calls.add("50 \($0.stage)") }
        subject.loop.run { calls.all.count == 102 }
        for index in 0...50 {
            let own = calls.all.filter { $0.hasPrefix("\(index) ") }
            #expect(own == ["\(index) written", "\(index) synced"])
        }
    }

    @Test(arguments: Subject.Kind.allCases)
    func `does work before it writes what is committed after it`(kind: Subject.Kind) throws {
        let subject = try Subject(kind)
        let calls = Calls()
        for index in 0..<20 {
            subject.log.perform { calls.add("work \(index)") }
            subject.log.commit(try setting("k")) {
                if $0.stage == "written" { calls.add("written \(index)") }
            }
        }
        subject.loop.run { calls.all.count == 40 }
        for index in 0..<20 {
            let work = try #require(calls.all.firstIndex(of: "work \(index)"))
            let written = try #require(calls.all.firstIndex(of: "written \(index)"))
            #expect(work < written)
        }
    }

    @Test func `has what was written but couldn't be synced, when it is recovered`() throws {
        let subject = try Subject(.memory)
        let log = try #require(subject.log as? MemoryLog)
        log.failingSyncs = [1]
        #expect(subject.loop.commit(try setting("kept"), to: log).code == .diskFull)
        #expect(subject.loop.commit(try setting("refused"), to: log).code == .diskFull)
        #expect(try log.recover().registers.map(\.keyPath.description) == ["kept"])
    }

    @Test(arguments: Subject.Kind.allCases)
    func `recovers what was called before, though not yet called back`(kind: Subject.Kind) throws {
        let subject = try Subject(kind)
        for index in 0..<50 { subject.log.commit(try setting("k\(index)")) { _ in } }
        #expect(try subject.log.recover().registers.count == 50)
    }

    @Test(arguments: Subject.Kind.allCases)
    func `fails everything after a failure until it is recovered`(kind: Subject.Kind) throws {
        let subject = try Subject(kind)
        #expect(subject.loop.commit(try setting("before"), to: subject.log).isSuccess)

        let failed = subject.loop.commit(try subject.failing(), to: subject.log)
        let after = subject.loop.commit([try setting("a"), try setting("b")], to: subject.log)

        #expect(failed.code == .diskFull)
        #expect(after.map(\.code) == [.diskFull, .diskFull])
        let keys = try subject.log.recover().registers.map(\.keyPath.description)
        #expect(keys == ["before"])
        #expect(subject.loop.commit(try setting("after"), to: subject.log).isSuccess)
        #expect(try subject.log.recover().registers.count == 2)
    }

    @Test(arguments: Subject.Kind.allCases)
    func `fails what waits before a recovery and commits what comes after it`(
        kind: Subject.Kind
    ) throws {
        let subject = try Subject(kind)
        let outcomes = Outcomes()
        subject.log.commit(try subject.failing()) { outcomes.add(0, $0) }
        subject.log.commit(try setting("doomed")) { outcomes.add(1, $0) }
        let recovered = try subject.log.recover()
        subject.log.commit(try setting("good")) { outcomes.add(2, $0) }

        subject.loop.run { outcomes.all.count == 3 }

        #expect(recovered.registers.isEmpty)
        #expect(outcomes.all.map(\.1.code) == [.diskFull, .diskFull, nil])
        #expect(try subject.log.recover().registers.map(\.keyPath.description) == ["good"])
    }

    @Test(arguments: Subject.Kind.allCases)
    func `finds history by domain, key path, time, id and seq`(kind: Subject.Kind) throws {
        let subject = try Subject(kind)
        let model = MemoryLog(deliver: { $0() })
        var random = RandomTransactions(seed: 99)
        for transaction in (0..<60).map({ _ in random.next() }) {
            model.commit(transaction) { _ in }
            #expect(subject.loop.commit(transaction, to: subject.log).isSuccess)
        }
        let all = try model.history(HistoryQuery())
        let sample = try #require(all.dropFirst(20).first)
        var queries = [HistoryQuery](repeating: HistoryQuery(), count: 13)
        queries[1].domain = sample.domain
        queries[2].keyPath = SettingKeyPath(segments: ["font"])
        queries[3].keyPath = sample.keyPath
        queries[4].since = sample.time
        queries[5].id = sample.id
        queries[6].seq = sample.seq
        queries[7].domain = sample.domain
        queries[7].limit = 5
        queries[8].keyPath = sample.keyPath
        queries[8].isExact = true
        queries[9].before = sample.id
        queries[10].afterSeq = sample.seq
        queries[11].bytes = 1_000
        queries[12].domain = sample.domain
        queries[12].bytes = 1
        for query in queries {
            let expected = try model.history(query)
            #expect(!expected.isEmpty)
            #expect(try subject.log.history(query) == expected)
        }
    }
}
