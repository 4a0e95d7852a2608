// The sum of all rows' checksums, updated with each write.

import CSQLite
import Glibc
import SyncEngine

/// Adds up how the sum of the rows' checksums changes while a transaction is written.
///
/// The sum is in the journal's own row and is written with each transaction. So a row that was damaged, lost
/// or brought back by anything but this agent shows when the journal is read.
final class RowSum {
    /// The tables whose rows count.
    ///
    /// Not `history`: each of its rows has its own checksum. Not `text_bytes`: each text's checksum is in
    /// `texts`.
    static let tables = [
        "journal", "registers", "changes", "hooks", "replicas", "replica_states", "intents",
        "intent_shown", "versions", "texts", "shown", "secrets",
    ]

    /// A table, named as SQLite names it to the hook, and how its rows begin.
    private struct Table {
        let name: String
        let nameInC: ContiguousArray<CChar>
        let start: RowChecksum

        init(_ name: String) {
            self.name = name
            nameInC = name.utf8CString
            start = RowChecksum(of: name)
        }

        func isNamed(_ other: UnsafePointer<CChar>) -> Bool {
            nameInC.withUnsafeBufferPointer { name in
                name.baseAddress.map { strcmp($0, other) == 0 } ?? false
            }
        }
    }

    private let handle: OpaquePointer
    private let tables = RowSum.tables.map { Table($0) }
    private var change: UInt64 = 0
    private var result = SQLITE_OK
    /// Whether changed rows count: off while the sum itself is written.
    private var isCounting = false

    /// Begins to see each row that a connection changes.
    ///
    /// - Parameter handle: The connection's, which must be closed before this object goes.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        sqlite3_preupdate_hook(
            handle,
            { context, _, operation, _, table, _, _ in
                guard let context, let table else { return }
                Unmanaged<RowSum>.fromOpaque(context).takeUnretainedValue()
                    .note(operation, table)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Begins a transaction.
    func begin() { (change, result, isCounting) = (0, SQLITE_OK, true) }

    /// Ends a transaction but for the sum itself, which doesn't count.
    ///
    /// - Returns: How the sum has changed since the transaction began, and whether that could be found out:
    ///   one of SQLite's result codes.
    func end() -> (change: UInt64, result: Int32) {
        isCounting = false
        return (change, result)
    }

    private func note(_ operation: Int32, _ name: UnsafePointer<CChar>) {
        guard isCounting, let table = tables.first(where: { $0.isNamed(name) }) else { return }
        if operation != SQLITE_INSERT { change &-= checksum(in: table, sqlite3_preupdate_old) }
        if operation != SQLITE_DELETE { change &+= checksum(in: table, sqlite3_preupdate_new) }
    }

    private func checksum(
        in table: Table,
        _ cell: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    ) -> UInt64 {
        var row = table.start
        for column in 0..<sqlite3_preupdate_count(handle)
        where Self.counts(column, of: table.name) {
            var value: OpaquePointer?
            let found = cell(handle, column, &value)
            if found != SQLITE_OK { result = found }
            if let value { row.add(value) }
        }
        return row.sum
    }

    /// Whether a column of a table counts: each does, but in the journal's own row neither the sum itself nor
    /// the boot, whose damage only makes another epoch.
    static func counts(_ column: Int32, of table: String) -> Bool {
        table != "journal" || column != 6 && column != 8
    }
}

extension Connection {
    /// The sum of the checksums of all rows, from the rows.
    ///
    /// Cost: reads all but the history and the bytes of texts.
    func sumOfRows() throws(JournalError) -> UInt64 {
        var sum: UInt64 = 0
        for table in RowSum.tables {
            let start = RowChecksum(of: table)
            try rows("SELECT * FROM \(table)") { (row) throws(JournalError) in
                let columns = (0..<row.columnCount).lazy.filter { RowSum.counts($0, of: table) }
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
