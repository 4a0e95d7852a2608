// The timestamps that a replica's versions show, each kept once for as long as it was shown.

import SettingsModel
import SyncEngine

/// What versions show, by key path.
typealias Shown = SharedMap<Timestamp>

/// The rows of `shown` of one replica: each says what a key showed in a range of versions.
///
/// A new version writes only what it shows differently; dropping an old one deletes the rows that
/// ended before the oldest left, and touches no other.
struct ShownTimestamps {
    let replica: Int64

    /// Whether the versions above the one that is written are to show the same.
    enum Reach {
        /// It is the newest: what comes after it starts from here.
        case open
        /// Only this version.
        case one
    }

    /// Writes what one version shows differently from what the rows say of it.
    func write(
        _ differences: [Shown.Difference],
        at number: UInt64,
        reach: Reach,
        in connection: Connection
    ) throws(JournalError) {
        for difference in differences {
            if difference.old != nil {
                try cut(difference.keyPath, at: number, reach: reach, in: connection)
            }
            guard let timestamp = difference.new else { continue }
            let until = reach == .open ? nil : number + 1
            try insert(difference.keyPath, timestamp, number, until, in: connection)
        }
    }

    /// Takes the version out of the row that covers it.
    private func cut(
        _ keyPath: SettingKeyPath,
        at number: UInt64,
        reach: Reach,
        in connection: Connection
    ) throws(JournalError) {
        var covering: (since: UInt64, until: UInt64?, timestamp: Timestamp)?
        try connection.rows(
            """
            SELECT since, until, wall, counter, agent FROM shown
            WHERE replica = ? AND key = ? AND since <= ? ORDER BY since DESC LIMIT 1
            """,
            .integer(replica),
            .keyPath(keyPath),
            .unsigned(number)
        ) { (row) throws(JournalError) in
            covering = (
                try row.number(0, in: connection.path),
                try row.optionalNumber(1, in: connection.path),
                try row.timestamp(2, in: connection.path)
            )
        }
        guard let covering else { return }
        if covering.since < number {
            try connection.run(
                "UPDATE shown SET until = ? WHERE replica = ? AND key = ? AND since = ?",
                .unsigned(number),
                .integer(replica),
                .keyPath(keyPath),
                .unsigned(covering.since)
            )
        } else {
            try connection.run(
                "DELETE FROM shown WHERE replica = ? AND key = ? AND since = ?",
                .integer(replica),
                .keyPath(keyPath),
                .unsigned(covering.since)
            )
        }
        let goesOn = covering.until.map { $0 > number + 1 } ?? true
        guard reach == .one, goesOn else { return }
        try insert(keyPath, covering.timestamp, number + 1, covering.until, in: connection)
    }

    private func insert(
        _ keyPath: SettingKeyPath,
        _ timestamp: Timestamp,
        _ since: UInt64,
        _ until: UInt64?,
        in connection: Connection
    ) throws(JournalError) {
        try connection.run(
            "INSERT INTO shown VALUES (?, ?, ?, ?, ?, ?, ?)",
            .integer(replica),
            .keyPath(keyPath),
            .unsigned(since),
            .unsigned(until),
            .integer(timestamp.wallTime),
            .unsigned(timestamp.counter),
            .text(timestamp.agent)
        )
    }

    /// What the rows say that a version shows.
    func read(at number: UInt64, in connection: Connection) throws(JournalError) -> Shown {
        var shown: Shown = [:]
        try connection.rows(
            """
            SELECT key, wall, counter, agent FROM shown
            WHERE replica = ?1 AND since <= ?2 AND (until IS NULL OR until > ?2)
            """,
            .integer(replica),
            .unsigned(number)
        ) { (row) throws(JournalError) in
            let keyPath = try row.keyPath(0, in: connection.path)
            shown[keyPath] = try row.timestamp(1, in: connection.path)
        }
        return shown
    }

    /// Drops what no version from `oldest` on shows.
    func forget(before oldest: UInt64, in connection: Connection) throws(JournalError) {
        try connection.run(
            "DELETE FROM shown WHERE replica = ? AND until <= ?",
            .integer(replica),
            .unsigned(oldest)
        )
    }

    /// Drops what versions after `newest` show; nil for all there is.
    func forget(after newest: UInt64?, in connection: Connection) throws(JournalError) {
        guard let newest else {
            return try connection.run("DELETE FROM shown WHERE replica = ?", .integer(replica))
        }
        try connection.run(
            "DELETE FROM shown WHERE replica = ? AND since > ?",
            .integer(replica),
            .unsigned(newest)
        )
        try connection.run(
            "UPDATE shown SET until = NULL WHERE replica = ? AND until > ?",
            .integer(replica),
            .unsigned(newest)
        )
    }
}

// MARK: Reading several versions

extension ShownTimestamps {
    private struct Row {
        var keyPath: SettingKeyPath
        var timestamp: Timestamp
        var since: UInt64
        var until: UInt64?
    }

    /// What each of some versions shows, given their numbers in ascending order and the newest there is.
    ///
    /// One map is carried through the versions, so that they share what they show alike.
    func read(
        at numbers: [UInt64],
        newest: UInt64?,
        in connection: Connection,
        keyPaths: KeyPathCache
    ) throws(JournalError) -> [UInt64: Shown] {
        var starts: [Row] = []
        try connection.rows(
            """
            SELECT key, wall, counter, agent, since, until FROM shown
            WHERE replica = ? ORDER BY since
            """,
            .integer(replica)
        ) { (row) throws(JournalError) in
            starts.append(
                Row(
                    keyPath: try keyPaths.keyPath(row, 0),
                    timestamp: try row.timestamp(1, in: connection.path),
                    since: try row.number(4, in: connection.path),
                    until: try row.optionalNumber(5, in: connection.path)
                )
            )
        }
        // Left over, it would be in the way of a new version's.
        if let last = starts.last?.since, last > newest ?? 0 {
            throw .damaged("version \(last) of file \(replica) is gone", in: connection.path)
        }
        return Self.sweep(starts[...], through: numbers)
    }

    private static func sweep(_ rows: ArraySlice<Row>, through numbers: [UInt64]) -> [UInt64: Shown]
    {
        var starts = rows
        var ends = rows.compactMap { row in row.until.map { (until: $0, keyPath: row.keyPath) } }
            .sorted { $0.until < $1.until }[...]
        var current: Shown = [:]
        var shown: [UInt64: Shown] = [:]
        for number in numbers {
            while true {
                let start = starts.first.flatMap { $0.since <= number ? $0 : nil }
                let end = ends.first.flatMap { $0.until <= number ? $0 : nil }
                // Where one row ends another of the same key may start: the end comes first.
                if let end, start.map({ end.until <= $0.since }) ?? true {
                    current[end.keyPath] = nil
                    ends.removeFirst()
                } else if let start {
                    current[start.keyPath] = start.timestamp
                    starts.removeFirst()
                } else {
                    break
                }
            }
            shown[number] = current
        }
        return shown
    }
}
