// The sum of all rows' checksums, updated with each write.

import CSQLite
import SyncEngine

/// Adds up how the sum of the rows' checksums changes while a transaction is written.
///
/// The sum is in the journal's own row and is written with each transaction. So a row that was damaged, lost
/// or brought back by anything but this agent shows when the journal is read.
final class RowSum {
    /// The tables that are read as a whole when the journal is opened.
    ///
    /// The history isn't; each of its rows has its own checksum.
    static let tables = [
        "journal", "registers", "changes", "hooks", "replicas", "replica_states", "intents",
        "intent_shown", "versions", "texts", "shown",
    ]

    private let handle: OpaquePointer
    private let starts: [String: RowChecksum]
    private var change: UInt64 = 0
    private var result = SQLITE_OK

    /// Begins to see each row that a connection changes.
    ///
    /// - Parameter handle: The connection's, which must be closed before this object goes.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        starts = Dictionary(uniqueKeysWithValues: Self.tables.map { ($0, RowChecksum(of: $0)) })
        sqlite3_preupdate_hook(
            handle,
            { context, _, operation, _, table, _, _ in
                guard let context, let table else { return }
                Unmanaged<RowSum>.fromOpaque(context).takeUnretainedValue()
                    .note(operation, String(cString: table))
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Begins a transaction.
    func begin() { (change, result) = (0, SQLITE_OK) }

    /// How the sum has changed since the transaction began, and whether that could be found out: one of
    /// SQLite's result codes.
    var changed: (by: UInt64, result: Int32) { (change, result) }

    private func note(_ operation: Int32, _ table: String) {
        guard let start = starts[table] else { return }
        if operation != SQLITE_INSERT {
            change &-= checksum(in: start, of: table, sqlite3_preupdate_old)
        }
        if operation != SQLITE_DELETE {
            change &+= checksum(in: start, of: table, sqlite3_preupdate_new)
        }
    }

    private func checksum(
        in start: RowChecksum,
        of table: String,
        _ cell: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    ) -> UInt64 {
        var row = start
        for column in Self.columns(of: table, count: sqlite3_preupdate_count(handle)) {
            var value: OpaquePointer?
            let found = cell(handle, column, &value)
            if found != SQLITE_OK { result = found }
            if let value { row.add(value) }
        }
        return row.sum
    }

    /// The columns of a table that count: all, but in the journal's own row neither the sum itself nor the
    /// boot, whose damage only makes another epoch.
    static func columns(of table: String, count: Int32) -> [Int32] {
        (0..<count).filter { table != "journal" || $0 != 6 && $0 != 8 }
    }
}

extension Connection {
    /// The sum of the checksums of all rows, from the rows.
    ///
    /// Cost: reads all but the history.
    func sumOfRows() throws(JournalError) -> UInt64 {
        var sum: UInt64 = 0
        for table in RowSum.tables {
            let start = RowChecksum(of: table)
            var columns: [Int32] = []
            try rows("SELECT * FROM \(table)") { (row) throws(JournalError) in
                if columns.isEmpty { columns = RowSum.columns(of: table, count: row.columnCount) }
                sum &+= row.checksum(of: columns, in: start)
            }
        }
        return sum
    }

    /// Checks that the rows are those that were written.
    ///
    /// - Throws: ``JournalError`` with code `.damaged` where one is missing, damaged or too many.
    func checkSumOfRows() throws(JournalError) {
        let written = try number("SELECT row_sum FROM journal").map { UInt64(bitPattern: $0) }
        guard try sumOfRows() == written else {
            throw .damaged("its rows don't match their checksum", in: path)
        }
    }
}
