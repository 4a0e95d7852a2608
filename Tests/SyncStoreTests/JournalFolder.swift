// A folder for one test's journals, and a loop that delivers to it.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import Synchronization

/// A folder of its own, removed with the object.
final class JournalFolder {
    let path: String
    var journalPath: String { path + "/state/journal.db" }

    init() throws {
        path = NSTemporaryDirectory() + "journal-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        _ = try? FileManager.default.removeItem(atPath: path)  // what is left is only litter
    }

    func journal(
        _ loop: TestLoop = TestLoop(),
        limits: Limits = .standard,
        boot: String = "boot 1",
        pageLimit: Int? = nil
    ) throws -> JournalDatabase {
        try JournalDatabase(
            path: journalPath,
            limits: limits,
            boot: boot,
            pageLimit: pageLimit,
            deliver: { loop.append($0) }
        )
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/state").sorted()
    }
}

/// Runs call-backs on the test's own thread, in the order they came.
final class TestLoop: Sendable {
    private let calls = Mutex<[@Sendable () -> Void]>([])
    private let condition = NSCondition()

    func append(_ call: @escaping @Sendable () -> Void) {
        condition.lock()
        calls.withLock { $0.append(call) }
        condition.signal()
        condition.unlock()
    }

    /// Runs call-backs until the condition holds.
    func run(until isDone: () -> Bool) {
        while !isDone() {
            condition.lock()
            while calls.withLock({ $0.isEmpty }) { condition.wait() }
            condition.unlock()
            let taken = calls.withLock { calls in
                let taken = calls
                calls = []
                return taken
            }
            for call in taken { call() }
        }
    }

    /// Commits and waits for the call-back.
    func commit(_ transaction: Transaction, to log: any OperationLog) -> Result<Void, JournalError>
    {
        let results = commit([transaction], to: log)
        return results[0]
    }

    /// Commits several without waiting between them, then waits for all.
    func commit(
        _ transactions: [Transaction],
        to log: any OperationLog
    ) -> [Result<Void, JournalError>] {
        let results = Outcomes()
        for (index, transaction) in transactions.enumerated() {
            log.commit(transaction) { results.add(index, $0) }
        }
        run { results.all.count == transactions.count }
        return results.all.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

/// Keeps a journal's own thread busy until it is told to go on.
final class Barrier: Sendable {
    private let reached = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    /// Returns when the journal's thread has come to it.
    func hold(_ journal: JournalDatabase) {
        journal.perform { [reached, opened] in
            reached.signal()
            opened.wait()
        }
        reached.wait()
    }

    func open() { opened.signal() }
}

/// What became of commits in the end, in the order it was told, and which were written before.
final class Outcomes: Sendable {
    private let outcomes = Mutex<[(Int, Result<Void, JournalError>)]>([])
    private let writes = Mutex<[Int]>([])

    var all: [(Int, Result<Void, JournalError>)] { outcomes.withLock { $0 } }
    var written: [Int] { writes.withLock { $0 } }

    func add(_ index: Int, _ result: Result<CommitStage, JournalError>) {
        switch result {
        case .success(.written): writes.withLock { $0.append(index) }
        case .success(.synced): outcomes.withLock { $0.append((index, .success(()))) }
        case .failure(let error): outcomes.withLock { $0.append((index, .failure(error))) }
        }
    }
}

/// What was called, in order.
final class Calls: Sendable {
    private let calls = Mutex<[String]>([])

    var all: [String] { calls.withLock { $0 } }

    func add(_ call: String) { calls.withLock { $0.append(call) } }
}

extension Result<CommitStage, JournalError> {
    /// The stage's name, or the failure's.
    var stage: String {
        switch self {
        case .success(.written): "written"
        case .success(.synced): "synced"
        case .failure(let error): error.code.rawValue
        }
    }
}

extension Result<Void, JournalError> {
    var isSuccess: Bool { code == nil }

    /// What it failed with; nil for success.
    var code: JournalError.Code? {
        switch self {
        case .success: nil
        case .failure(let error): error.code
        }
    }
}

/// A transaction that sets one key to a text of so many bytes.
func setting(_ key: String, bytes: Int = 1, seq: UInt64 = 1) throws -> Transaction {
    var transaction = Transaction()
    let register = Register(
        timestamp: Timestamp(wallTime: 1, counter: seq, agent: "a1"),
        value: .string(String(repeating: "x", count: bytes)),
        origin: .agent
    )
    transaction.registers = [
        RegisterRecord(
            domain: try Domain("org.example.editor"),
            keyPath: SettingKeyPath(segments: [key]),
            register: register
        )
    ]
    transaction.clock = ClockRecord(seq: seq)
    return transaction
}

/// An entry of the history for one key that was set.
func historyEntry(_ id: UInt64, time: Int64, domain: String) throws -> HistoryEntry {
    HistoryEntry(
        id: id,
        seq: id,
        time: time,
        domain: try Domain(domain),
        keyPath: SettingKeyPath(segments: ["k"]),
        value: .integer(1),
        old: nil,
        kept: nil,
        origin: .agent,
        kind: .set,
        reason: nil
    )
}
