// Reads the texts back: whole ones, and deltas applied to what they are deltas of.

import SyncEngine

/// One row of `texts`.
private struct Row {
    var id: Int64
    var replica: Int64
    var base: Int64?
    var delta: TextDelta
    var checksum: Int64
}

/// Reads all texts.
struct TextLoader {
    private(set) var chains: [Int64: [Int64: TextChain.Text]] = [:]
    private var uses: [Int64: Int] = [:]
    private var childrenToCome: [Int64: Int] = [:]

    /// Reads the texts.
    ///
    /// - Parameters:
    ///   - connection: Where from.
    ///   - uses: How often versions, intents and carried comments name each text; the bytes of
    ///     others are let go as soon as their deltas are applied.
    /// - Throws: ``JournalError`` with code `.damaged` for a text that isn't what was written.
    init(_ connection: Connection, uses: [Int64: Int]) throws(JournalError) {
        self.uses = uses
        var rows: [Row] = []
        try connection.rows(
            "SELECT id, replica, base, prefix, suffix, bytes, checksum FROM texts ORDER BY id"
        ) { (row) throws(JournalError) in
            let delta = TextDelta(
                prefix: Int(row.integer(3)),
                suffix: Int(row.integer(4)),
                middle: row.bytes(5)
            )
            rows.append(
                Row(
                    id: row.integer(0),
                    replica: row.integer(1),
                    base: row.optionalInteger(2),
                    delta: delta,
                    checksum: row.integer(6)
                )
            )
        }
        for row in rows { if let base = row.base { childrenToCome[base, default: 0] += 1 } }
        // A delta's base has a smaller id: it was there before.
        for row in rows { try load(row, path: connection.path) }
    }

    private mutating func load(_ row: Row, path: String) throws(JournalError) {
        var text = TextChain.Text(
            checksum: row.checksum,
            base: row.base,
            uses: uses[row.id] ?? 0
        )
        text.children = childrenToCome[row.id] ?? 0
        var bytes = row.delta.middle
        if let base = row.base {
            guard let applied = apply(row.delta, to: base, of: row.replica) else {
                throw .damaged("text \(row.id) has no text \(base) to be made of", in: path)
            }
            bytes = applied
            text.depth = (chains[row.replica]?[base]?.depth ?? 0) + 1
            text.deltaBytes = chains[row.replica]?[base]?.deltaBytes ?? 0
            text.deltaBytes += row.delta.middle.count
        }
        guard text.uses == 0 || checksum(bytes) == row.checksum else {
            throw .damaged("text \(row.id) doesn't match its checksum", in: path)
        }
        if text.uses + text.children > 0 { text.bytes = bytes }
        chains[row.replica, default: [:]][row.id] = text
    }

    /// Applies a delta; in place where nobody needs the base's bytes afterwards.
    private mutating func apply(_ delta: TextDelta, to base: Int64, of replica: Int64) -> [UInt8]? {
        guard var bytes = chains[replica]?[base]?.bytes else { return nil }
        childrenToCome[base, default: 1] -= 1
        if childrenToCome[base] == 0, uses[base] == nil { chains[replica]?[base]?.bytes = nil }
        return delta.apply(to: &bytes) ? bytes : nil
    }
}
