// The timestamps that a replica's versions show, of each version what differs from the one before it.

import SettingsModel
import SyncEngine

/// What versions show, by key path.
typealias Shown = SharedMap<Timestamp>

/// The rows of `shown` of one replica: each says what a key shows from a version on.
///
/// A row counts until a later version has one for the same key, so a version has rows only for what it
/// shows differently from the one before it, and dropping a version leaves the others as they are.
struct ShownTimestamps {
    let replica: Int64

    /// Whether the versions above the one that is written stay as they are.
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
            let new = difference.new
            try insert("REPLACE", difference.keyPath, new, since: number, in: connection)
            guard reach == .one else { continue }
            // Unless the next version differs anyhow, it shows the same as before.
            let old = difference.old
            try insert("IGNORE", difference.keyPath, old, since: number + 1, in: connection)
        }
    }

    private func insert(
        _ resolution: String,
        _ keyPath: SettingKeyPath,
        _ timestamp: Timestamp?,
        since number: UInt64,
        in connection: Connection
    ) throws(JournalError) {
        try connection.run(
            "INSERT OR \(resolution) INTO shown VALUES (?, ?, ?, ?, ?, ?)",
            .integer(replica),
            .keyPath(keyPath),
            .unsigned(number),
            .integer(timestamp?.wallTime),
            .unsigned(timestamp?.counter),
            .text(timestamp?.agent)
        )
    }

    /// Drops what only one version shows, given the versions beside it that stay.
    func drop(
        _ dropped: FileVersion,
        between before: FileVersion?,
        and next: FileVersion?,
        in connection: Connection
    ) throws(JournalError) {
        guard let next else {
            return try connection.run(
                "DELETE FROM shown WHERE replica = ? AND since > coalesce(?, -1)",
                .integer(replica),
                .unsigned(before?.number)
            )
        }
        for difference in next.timestamps.changes(since: dropped.timestamps) {
            // The next version's row goes, too, where the one before now says the same.
            let isRepeated = before?.timestamps[difference.keyPath] == difference.new
            try connection.run(
                """
                DELETE FROM shown WHERE replica = ? AND key = ?
                    AND since > coalesce(?, -1) AND since <= ?
                """,
                .integer(replica),
                .keyPath(difference.keyPath),
                .unsigned(before?.number),
                .unsigned(isRepeated ? next.number : dropped.number)
            )
        }
    }

    /// What each of some versions shows, given their numbers in ascending order.
    ///
    /// One map is carried through the versions, so that they share what they show alike.
    func read(
        at numbers: [UInt64],
        in connection: Connection,
        keyPaths: KeyPathCache
    ) throws(JournalError) -> [UInt64: Shown] {
        var waiting = numbers[...]
        var current: Shown = [:]
        var shown: [UInt64: Shown] = [:]
        try connection.rows(
            """
            SELECT since, key, wall, counter, agent FROM shown
            WHERE replica = ? AND since <= ? ORDER BY since
            """,
            .integer(replica),
            .unsigned(numbers.last)
        ) { (row) throws(JournalError) in
            let since = try row.number(0)
            while let number = waiting.first, number < since {
                shown[number] = current
                waiting.removeFirst()
            }
            let timestamp = row.isNull(2) ? nil : try row.timestamp(2)
            current[try keyPaths.keyPath(row, 1)] = timestamp
        }
        for number in waiting { shown[number] = current }
        return shown
    }

    /// Checks that no row is of a version after the newest, in whose place the next one would find it.
    func check(upTo newest: UInt64?, in connection: Connection) throws(JournalError) {
        let last = try connection.number(
            "SELECT max(since) FROM shown WHERE replica = ?",
            .integer(replica)
        )
        guard let last, last > newest ?? 0 else { return }
        throw .damaged("version \(last) of file \(replica) is gone", in: connection.path)
    }
}
