// A checksum of one row, against bits that flip on the disk.

import CSQLite

/// The checksum of a row: of its table's name and of each cell with its type, in the table's order.
struct RowChecksum {
    private var state = Checksum()

    /// Begins a row of a table.
    init(of table: String) { add(SQLITE_TEXT, Array(table.utf8).span.bytes) }

    /// The checksum of a row's cells as they are bound, in the table's order.
    static func of(_ cells: [Cell], in table: String) -> Int64 {
        var row = RowChecksum(of: table)
        for cell in cells { row.add(cell) }
        return Int64(bitPattern: row.sum)
    }

    /// The checksum of what was added.
    var sum: UInt64 { state.sum }

    /// Adds the next cell of a row that SQLite shows.
    mutating func add(_ value: OpaquePointer) {
        switch sqlite3_value_type(value) {
        case SQLITE_NULL: addNull()
        case SQLITE_INTEGER: add(sqlite3_value_int64(value))
        case let type:
            // The bytes before their count, which a conversion may change (sqlite.org/c3ref/value_blob.html).
            let start = sqlite3_value_blob(value)
            let count = Int(sqlite3_value_bytes(value))
            let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
            add(type, bytes.bytes)
        }
    }

    private mutating func add(_ cell: Cell) {
        switch cell {
        case .null: addNull()
        case .integer(let number): add(number)
        case .text(let text): add(SQLITE_TEXT, Array(text.utf8).span.bytes)
        case .json(let bytes): add(SQLITE_TEXT, bytes.span.bytes)
        case .blob(let bytes): add(SQLITE_BLOB, bytes.bytes)
        }
    }

    private mutating func addNull() { state.add(UInt64(SQLITE_NULL)) }

    private mutating func add(_ number: Int64) {
        state.add(UInt64(SQLITE_INTEGER))
        state.add(UInt64(bitPattern: number))
    }

    private mutating func add(_ type: Int32, _ bytes: RawSpan) {
        state.add(UInt64(type))
        state.add(UInt64(bytes.byteCount))
        bytes.withUnsafeBytes { state.add($0) }
    }
}

extension Statement {
    /// The checksum of some columns of the row it is at, in the table's order, after a row's beginning.
    func checksum(of columns: some Sequence<Int32>, in row: RowChecksum) -> UInt64 {
        var row = row
        for column in columns { value(at: column).map { row.add($0) } }
        return row.sum
    }
}
