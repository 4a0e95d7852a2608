// A prepared statement: parameters in, rows out.

import CSQLite
import SyncEngine

/// A statement of one connection, prepared once and run many times.
final class Statement {
    private let handle: OpaquePointer
    /// The journal's path, for errors.
    let path: String
    private let failure: (Int32) -> JournalError

    /// Takes over a statement that SQLite prepared.
    ///
    /// - Parameters:
    ///   - handle: Finalized with this object.
    ///   - path: The journal's.
    ///   - failure: Makes an error of a result code and what the connection says of it.
    init(_ handle: OpaquePointer, path: String, failure: @escaping (Int32) -> JournalError) {
        self.handle = handle
        self.path = path
        self.failure = failure
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds the parameters from the first on.
    func bind(_ cells: [Cell]) throws(JournalError) {
        for (offset, cell) in cells.enumerated() {
            let index = Int32(offset + 1)
            let result =
                switch cell {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .text(let text): bind(text, at: index)
                case .blob(let bytes): bind(bytes, at: index)
                case .json(let bytes):
                    bytes.withUnsafeBytes {
                        csqlite_bind_text(handle, index, $0.baseAddress, Int32($0.count))
                    }
                }
            guard result == SQLITE_OK else { throw failure(result) }
        }
    }

    private func bind(_ text: String, at index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            guard let base = utf8.baseAddress else {
                return csqlite_bind_text(handle, index, "", 0)
            }
            return base.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                csqlite_bind_text(handle, index, $0, Int32(utf8.count))
            }
        }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        // A null pointer would bind NULL, and no bytes may have one.
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
        // Without a destructor SQLite makes no copy (sqlite.org/c3ref/bind_blob.html).
        return sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), nil)
    }

    /// Goes to the next row; false at the end.
    func step() throws(JournalError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw failure(result)
        }
    }

    /// Makes it ready to run again; lets its locks and its parameters go, among which may be large texts.
    func reset() {
        // The result repeats the last step's, which was reported.
        _ = sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

/// The columns of the row a statement is at, counted from 0.
extension Statement {
    /// How many columns its rows have.
    var columnCount: Int32 { sqlite3_column_count(handle) }

    /// A cell as SQLite has it, until the next step; for the thread that runs the statement.
    func value(at column: Int32) -> OpaquePointer? { sqlite3_column_value(handle, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func unsigned(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// The text; a text that isn't UTF-8 any more gets replacement characters.
    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }
}
