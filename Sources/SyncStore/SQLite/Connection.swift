// One connection to SQLite: opened, asked, and its errors told in our words.

import CSQLite
import Glibc
import SyncEngine

/// A connection to the journal, for one thread at a time.
final class Connection {
    /// Whether a connection may change the journal.
    enum Access {
        case readWrite
        case readOnly
    }

    /// In milliseconds: somebody may look into the journal with sqlite3 and hold a lock for a moment.
    private static let patience: Int32 = 5_000

    let path: String
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// How many pages the WAL had after the last commit.
    private(set) var logPages = 0
    /// nil until ``keepSumOfRows()``.
    private var rowSum: RowSum?

    /// Opens a database that exists, or that SQLite makes in an empty file.
    init(path: String, access: Access) throws(JournalError) {
        var opened: OpaquePointer?
        let flags = access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let result = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard result == SQLITE_OK, let opened else {
            // SQLite gives a handle even of a failed opening, for its message.
            let error = JournalError(sqliteResult: result, of: opened, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        self.path = path
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.patience)
    }

    /// After a big commit the WAL shrinks to this again when it starts over.
    private static let keptLogBytes = 8 << 20

    /// How much of the journal SQLite keeps in memory, in KiB.
    ///
    /// Its own 2 MB would fill with pages of texts, which are written and hardly ever read again.
    private static let cacheKibibytes = 512

    /// How much a transaction may change before pages of it are written, in KiB; some are then written twice.
    private static let changedKibibytes = 2_000

    /// Has SQLite keep little in memory.
    ///
    /// - Throws: ``JournalError``; the first reading of the file can fail.
    func limitCache() throws(JournalError) {
        // Numbers below zero are in KiB, those above are pages (sqlite.org/pragma.html#pragma_cache_size).
        try run("PRAGMA cache_size = -\(Self.cacheKibibytes)")
    }

    /// Makes this the connection that writes: synced and moved into the database when we say so.
    ///
    /// - Parameter pageLimit: How many pages the journal may have; nil for SQLite's own limit.
    /// - Throws: ``JournalError``, with code `.readOnly` when the file can only be read.
    func becomeWriter(pageLimit: Int?) throws(JournalError) {
        guard sqlite3_db_readonly(handle, "main") == 0 else {
            throw JournalError(sqliteResult: SQLITE_READONLY, of: nil, path: path)
        }
        try run("PRAGMA journal_mode = WAL")
        // A commit is told before it is synced, which ``syncLog()`` does; SQLite still syncs around its
        // checkpoints, and the header of a WAL that starts over (sqlite.org/pragma.html).
        try run("PRAGMA synchronous = NORMAL")
        try run("PRAGMA journal_size_limit = \(Self.keptLogBytes)")
        // A schema that somebody else wrote into the file calls no function.
        try run("PRAGMA trusted_schema = OFF")
        let defended = csqlite_defend(handle)
        guard defended == SQLITE_OK else {
            throw JournalError(sqliteResult: defended, of: handle, path: path)
        }
        // Sorting must not leave settings in a shared folder for temporary files.
        try run("PRAGMA temp_store = MEMORY")
        try run("PRAGMA secure_delete = FAST")
        try limitCache()
        try run("PRAGMA cache_spill = -\(Self.changedKibibytes)")
        try run("PRAGMA cell_size_check = ON")
        if let pageLimit { try run("PRAGMA max_page_count = \(pageLimit)") }
        // A hook replaces SQLite's own checkpoints, which would run before a commit is acknowledged.
        let count:
            @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32)
                -> Int32 = {
                    context,
                    _,
                    _,
                    pages in
                    guard let context else { return SQLITE_OK }
                    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPages = Int(
                        pages
                    )
                    return SQLITE_OK
                }
        sqlite3_wal_hook(handle, count, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// Runs a statement that gives no rows, or whose rows don't matter.
    func run(_ sql: String, _ cells: Cell...) throws(JournalError) { try run(sql, cells) }

    /// The same, the parameters as an array.
    func run(_ sql: String, _ cells: [Cell]) throws(JournalError) {
        try rows(of: sql, cells) { (_) throws(JournalError) in }
    }

    /// Runs a statement and takes each row.
    func rows(
        _ sql: String,
        _ cells: Cell...,
        take: (Statement) throws(JournalError) -> Void
    ) throws(JournalError) {
        try rows(of: sql, cells, take: take)
    }

    /// Runs a statement and takes each row, as long as more are wanted; the parameters as an array.
    func rows(
        of sql: String,
        _ cells: [Cell],
        while wantsMore: () -> Bool = { true },
        take: (Statement) throws(JournalError) -> Void
    ) throws(JournalError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(cells)
        while wantsMore(), try statement.step() { try take(statement) }
    }

    /// The first column of the only row, as a number; nil without a row.
    func number(_ sql: String, _ cells: Cell...) throws(JournalError) -> Int64? {
        var number: Int64?
        try rows(of: sql, cells) { (row) throws(JournalError) in number = row.integer(0) }
        return number
    }

    /// The id of the row inserted last.
    var lastRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs a body that only reads, as of one moment: without it, each statement locks for itself.
    func reading<Read>(_ body: () throws(JournalError) -> Read) throws(JournalError) -> Read {
        try run("BEGIN")
        // Nothing was written, so nothing hangs on how it ends.
        defer { _ = try? run("ROLLBACK") }
        return try body()
    }

    /// Runs a body in one transaction; after an error nothing of it stays.
    func transaction(_ body: () throws(JournalError) -> Void) throws(JournalError) {
        try run("BEGIN IMMEDIATE")
        try finish(body)
    }

    /// The same, but nothing where somebody else holds a lock; gives whether it was done.
    func transactionIfFree(_ body: () throws(JournalError) -> Void) throws(JournalError) -> Bool {
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, Self.patience) }
        do throws(JournalError) {
            try run("BEGIN IMMEDIATE")
        } catch {
            guard error.code == .conflict else { throw error }
            return false
        }
        try finish(body)
        return true
    }

    private func finish(_ body: () throws(JournalError) -> Void) throws(JournalError) {
        do throws(JournalError) {
            rowSum?.begin()
            try body()
            try writeSumOfRows()
            try run("COMMIT")
        } catch {
            // SQLite rolls back by itself after some errors (lang_transaction.html).
            if sqlite3_get_autocommit(handle) == 0 {
                _ = try? run("ROLLBACK")  // the first error is the one that says what happened
            }
            throw error
        }
    }

    /// From now on, what transactions write goes into the sum of the rows' checksums.
    func keepSumOfRows() { rowSum = RowSum(handle) }

    private func writeSumOfRows() throws(JournalError) {
        guard let (change, result) = rowSum?.end() else { return }
        guard result == SQLITE_OK else { throw failure(result) }
        guard change != 0 else { return }
        // Read, not remembered: another agent may have written since.
        let sum = try number("SELECT row_sum FROM journal") ?? 0
        try run("UPDATE journal SET row_sum = ?", .unsigned(UInt64(bitPattern: sum) &+ change))
    }

    private func prepared(_ sql: String) throws(JournalError) -> Statement {
        if let statement = statements[sql] { return statement }
        var handle: OpaquePointer?
        let result = sqlite3_prepare_v2(self.handle, sql, -1, &handle, nil)
        guard result == SQLITE_OK, let handle else { throw failure(result) }
        let statement = Statement(handle, path: path) { [unowned self] in failure($0) }
        statements[sql] = statement
        return statement
    }

    private func failure(_ result: Int32) -> JournalError {
        JournalError(sqliteResult: result, of: handle, path: path)
    }
}

// MARK: The write-ahead log

extension Connection {
    /// Has the disk take all that was committed.
    func syncLog() throws(JournalError) {
        guard csqlite_sync_log(handle) != SQLITE_OK else { return }
        throw JournalError(call: "fdatasync(2)", errno: errno, path: path + "-wal")
    }

    /// Moves what was committed from the WAL into the database, as far as readers allow.
    func checkpoint() {
        // What stays in the WAL is as safe there; the next checkpoint takes it.
        _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Moves everything into the database and empties the WAL, with what a failed commit left in it.
    func emptyLog() {
        // A full disk can refuse it; then recovery ignores what the failed commit left, and the
        // next commit overwrites it.
        _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }
}
