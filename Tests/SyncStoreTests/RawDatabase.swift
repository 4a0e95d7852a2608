// A journal's database without the journal: for what disks, tools and older agents do to it.

import CSQLite
import Foundation
import Testing

/// A connection that knows nothing of journals.
final class RawDatabase {
    private var handle: OpaquePointer?

    /// Opens a database, or makes one.
    init(_ path: String) throws { try #require(sqlite3_open(path, &handle) == SQLITE_OK) }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements; they are ours, so one that fails is a mistake in the test.
    func run(_ sql: String) throws {
        try #require(
            sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK,
            "\(String(cString: sqlite3_errmsg(handle))): \(sql)"
        )
    }

    /// The first column of each row, as text.
    func texts(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        var texts: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
        }
        return texts
    }

    /// Changes one cell of one row by a bit; one without a value gets one.
    ///
    /// - Returns: Whether the table has a row.
    func flip(
        _ column: String,
        of table: String,
        using random: inout some RandomNumberGenerator
    ) throws -> Bool {
        let count = Int(try texts("SELECT count(*) FROM \(table)")[0]) ?? 0
        guard count > 0 else { return false }
        let row = Int.random(in: 0..<count, using: &random)
        // Rows have no common name in tables without ids, so this one is known by all that it holds.
        let columns = try texts("SELECT name FROM pragma_table_info('\(table)')")
        let terms = columns.map { "'\($0) IS ' || quote(\($0))" }
            .joined(separator: " || ' AND ' || ")
        let isRow = try texts("SELECT \(terms) FROM \(table) LIMIT 1 OFFSET \(row)")[0]
        func cell(_ expression: String) throws -> String {
            try texts("SELECT \(expression) FROM \(table) WHERE \(isRow)")[0]
        }
        let type = try cell("typeof(\(column))")
        let new: String
        switch type {
        case "null": new = "0"
        case "integer":
            let bit: Int64 = 1 << Int64.random(in: 0..<63, using: &random)
            new = "\(try #require(Int64(cell(column))) ^ bit)"
        default:
            var bytes = try cell("hex(\(column))").utf8.map { UInt8(hexDigit: $0) }
            if bytes.isEmpty { bytes = [3, 0] }
            // Of a byte's high digit the lowest bit, or of its low one any.
            let index = Int.random(in: 0..<bytes.count / 2, using: &random) * 2 + 1
            bytes[index] ^= 1 << UInt8.random(in: 0..<4, using: &random)
            let hex = bytes.map { String($0, radix: 16) }.joined()
            new = type == "text" ? "CAST(X'\(hex)' AS TEXT)" : "X'\(hex)'"
        }
        try run("PRAGMA ignore_check_constraints = ON")
        try run("UPDATE OR REPLACE \(table) SET \(column) = \(new) WHERE \(isRow)")
        return true
    }
}

extension UInt8 {
    fileprivate init(hexDigit: UInt8) {
        let isDecimal = hexDigit < UInt8(ascii: "A")
        self = hexDigit - (isDecimal ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
    }
}
