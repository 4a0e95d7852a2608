// The history: what is kept of it, and what is asked of it.

import SettingsModel
import SyncEngine

/// How much history is kept, and where some may be too much.
struct HistoryLimit {
    /// How many new entries a domain gets before its old ones are looked at.
    static let stride = 256

    private let entries: Int
    private let bytes: Int
    private let milliseconds: Int64
    private typealias Added = (count: Int, bytes: Int, time: Int64)
    private var added: [Domain: Added] = [:]

    /// The limits of an agent.
    init(_ limits: Limits) {
        entries = limits.historyEntries
        bytes = limits.historyBytes
        milliseconds = Int64(limits.historyDays) * 86_400_000
    }

    /// Counts an entry that was written.
    ///
    /// A domain's first since the start counts as many: its old entries have grown older.
    mutating func note(_ entry: HistoryEntry) {
        added[entry.domain, default: (Self.stride, 0, 0)].count += 1
        added[entry.domain]?.bytes += entry.size
        added[entry.domain]?.time = entry.time
    }

    /// Deletes what is past the limits in the domains that have had many new entries.
    mutating func prune(_ connection: Connection) throws(JournalError) {
        for (domain, new) in added where isDue(new) {
            try prune(domain, now: new.time, connection)
            added[domain] = (0, 0, new.time)
        }
    }

    /// Whether ``prune(_:)`` has something to look at, which takes a while.
    var isDue: Bool { added.values.contains(where: isDue) }

    private func isDue(_ new: Added) -> Bool {
        new.count >= min(Self.stride, entries) || new.bytes >= bytes / 4
    }

    private func prune(
        _ domain: Domain,
        now: Int64,
        _ connection: Connection
    ) throws(JournalError) {
        let skipping = "SELECT id FROM history WHERE domain = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2"
        try connection.run(
            "DELETE FROM history WHERE domain = ?1 AND id <= (\(skipping))",
            .text(domain.name),
            .count(entries)
        )
        try connection.run(
            "DELETE FROM history WHERE domain = ?1 AND id <= (\(skipping)) AND time < ?3",
            .text(domain.name),
            .count(min(Limits.historyEntriesOfAnyAge, entries)),
            .integer(now - milliseconds)
        )
        try pruneBytes(of: domain, connection)
    }

    /// The newest entry stays, whatever its size.
    private func pruneBytes(of domain: Domain, _ connection: Connection) throws(JournalError) {
        let sizes = ["key", "value", "old", "kept", "file", "at"].map {
            "coalesce(length(CAST(\($0) AS BLOB)), 0)"
        }
        try connection.run(
            """
            DELETE FROM history WHERE domain = ?1
                AND id < (SELECT max(id) FROM history WHERE domain = ?1)
                AND id <= (SELECT max(id) FROM (
                    SELECT id, sum(\(sizes.joined(separator: " + "))) OVER (ORDER BY id DESC) AS total
                    FROM history WHERE domain = ?1) WHERE total > ?2)
            """,
            .text(domain.name),
            .count(bytes)
        )
    }
}

extension HistoryQuery {
    /// The entries that this asks for, oldest first.
    ///
    /// A damaged one is left out: nobody may undo to what nobody set.
    func entries(from connection: Connection) throws(JournalError) -> [HistoryEntry] {
        let (condition, cells) = condition
        var found: [HistoryEntry] = []
        var room = bytes ?? .max
        try connection.rows(
            of: """
                SELECT \(HistoryEntry.columns.joined(separator: ", ")), checksum FROM history \(condition) ORDER BY id DESC LIMIT ?
                """,
            // A negative limit is none.
            cells + [.count(limit ?? -1)],
            while: { room > 0 },
            take: { (row) throws(JournalError) in
                guard row.integer(Int32(HistoryEntry.columns.count)) == row.historyChecksum else {
                    return
                }
                let entry = try row.historyEntry()
                room -= entry.size
                found.append(entry)
            }
        )
        return found.reversed()
    }

    private var condition: (sql: String, cells: [Cell]) {
        let (terms, cells) = self.terms
        return (terms.isEmpty ? "" : "WHERE " + terms.joined(separator: " AND "), cells)
    }

    private var terms: (sql: [String], cells: [Cell]) {
        var terms: [String] = []
        var cells: [Cell] = []
        func require(_ term: String, _ values: Cell...) {
            terms.append(term)
            cells += values
        }
        if let id { require("id = ?", .unsigned(id)) }
        if let domain { require("domain = ?", .text(domain.name)) }
        if let seq { require("seq = ?", .unsigned(seq)) }
        if let group { require("id >= ? AND step = ?", .unsigned(group), .unsigned(group)) }
        if let since { require("time > ?", .integer(since)) }
        if let before { require("id < ?", .unsigned(before)) }
        if let afterSeq {
            // Both numbers grow together, so the newest that fits is found without reading all.
            let last =
                "SELECT id FROM history WHERE seq > 0 AND seq <= ? ORDER BY id DESC LIMIT 1"
            require("id > coalesce((\(last)), 0)", .unsigned(afterSeq))
        }
        if let keyPath {
            // What is below a path begins with it and a dot; '/' is what comes after a dot.
            let text = keyPath.description
            guard !isExact else {
                require("key = ?", .text(text))
                return (terms, cells)
            }
            require(
                "(key = ? OR key >= ? AND key < ?)",
                .text(text),
                .text(text + "."),
                .text(text + "/")
            )
        }
        return (terms, cells)
    }
}

extension HistoryEntry {
    /// The columns of an entry, in the table's order.
    fileprivate static let columns = [
        "id", "seq", "time", "domain", "key", "value", "old", "kept", "origin", "kind", "reason",
        "step", "undoes", "secret", "file", "at",
    ]
}

extension Statement {
    /// What the checksum of the history's row should be.
    fileprivate var historyChecksum: Int64 {
        let columns = 0..<Int32(HistoryEntry.columns.count)
        return Int64(bitPattern: checksum(of: columns, in: RowChecksum(of: "history")))
    }

    fileprivate func historyEntry() throws(JournalError) -> HistoryEntry {
        var entry = HistoryEntry(
            id: try number(0),
            seq: try number(1),
            time: integer(2),
            domain: try domain(3),
            keyPath: try keyPath(4),
            value: try value(5),
            old: try value(6),
            kept: try value(7),
            origin: Origin(description: text(8)),
            kind: try member(9, of: HistoryEntry.Kind.self),
            reason: optionalText(10)
        )
        entry.group = try number(11)
        entry.undoes = try numbers(12)
        entry.isSecret = integer(13) != 0
        if let file = optionalText(14) {
            entry.place = MappedPlace(file: file, key: try keyPath(15))
        }
        return entry
    }
}
