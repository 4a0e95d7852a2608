// Writes transactions into the tables.

import SettingsModel
import SyncEngine

/// What the journal holds, as far as the writer must remember it to write only what changed.
///
/// After an error it may be ahead of the journal: throw it away and read it anew.
final class JournalContents {
    private let connection: Connection
    private var replicas: [ReplicaID: ReplicaJournal]
    private(set) var historyLimit: HistoryLimit

    /// Takes over what was read from the journal.
    init(
        connection: Connection,
        replicas: [ReplicaID: ReplicaJournal],
        historyLimit: HistoryLimit
    ) {
        self.connection = connection
        self.replicas = replicas
        self.historyLimit = historyLimit
    }

    /// Writes a transaction, in the order of its parts.
    func apply(_ transaction: Transaction) throws(JournalError) {
        for record in transaction.registers { try write(record) }
        for key in transaction.pruned { try delete(key, from: "registers") }
        if let clock = transaction.clock { try write(clock) }
        for change in transaction.changes { try write(change) }
        for key in transaction.forgotten { try delete(key, from: "changes") }
        for entry in transaction.history { try write(entry) }
        for record in Self.additionsFirst(transaction.versions) { try write(record) }
        for record in transaction.replicas { try journal(of: record.replica).keep(record) }
        for replica in transaction.removedReplicas {
            try replicas.removeValue(forKey: replica)?.dropAll()
        }
        for domain in transaction.removedHistory {
            try connection.run("DELETE FROM history WHERE domain = ?", .text(domain.name))
        }
        for record in transaction.hooks { try write(record) }
        for record in transaction.secrets { try write(record) }
    }

    /// Deletes history past its limits, where enough has come since the last time.
    func pruneHistory() throws(JournalError) {
        try historyLimit.prune(connection)
    }

    private func delete(_ key: ChangedKey, from table: String) throws(JournalError) {
        try connection.run(
            "DELETE FROM \(table) WHERE domain = ? AND key = ?",
            .text(key.domain.name),
            .keyPath(key.keyPath)
        )
    }

    private func write(_ record: RegisterRecord) throws(JournalError) {
        let timestamp = record.register.timestamp
        try connection.run(
            "INSERT OR REPLACE INTO registers VALUES (?, ?, ?, ?, ?, ?, ?)",
            .text(record.domain.name),
            .keyPath(record.keyPath),
            .integer(timestamp.wallTime),
            .unsigned(timestamp.counter),
            .text(timestamp.agent),
            .value(record.register.value),
            .text(record.register.origin.description)
        )
    }

    private func write(_ clock: ClockRecord) throws(JournalError) {
        try connection.run(
            "UPDATE journal SET seq = ?, counter = ?, horizon = ?, history_id = ?",
            .unsigned(clock.seq),
            .unsigned(clock.counter),
            .unsigned(clock.horizon),
            .unsigned(clock.historyID)
        )
    }

    private func write(_ change: Change) throws(JournalError) {
        try connection.run(
            "INSERT OR REPLACE INTO changes VALUES (?, ?, ?, ?, ?, ?)",
            .text(change.domain.name),
            .keyPath(change.keyPath),
            .unsigned(change.rev),
            .value(change.value),
            .text(change.layer.rawValue),
            .text(change.origin.description)
        )
    }

    private func write(_ entry: HistoryEntry) throws(JournalError) {
        let cells: [Cell] = [
            .unsigned(entry.id),
            .unsigned(entry.seq),
            .integer(entry.time),
            .text(entry.domain.name),
            .keyPath(entry.keyPath),
            .value(entry.value),
            .value(entry.old),
            .value(entry.kept),
            .text(entry.origin.description),
            .text(entry.kind.rawValue),
            .text(entry.reason),
            .unsigned(entry.group),
            .numbers(entry.undoes),
            .integer(entry.isSecret ? 1 : 0),
            .text(entry.place?.file),
            entry.place.map { .keyPath($0.key) } ?? .null,
        ]
        try connection.run(
            "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            cells + [.integer(RowChecksum.of(cells, in: "history"))]
        )
        historyLimit.note(entry)
    }

    private func write(_ record: HookRecord) throws(JournalError) {
        if let seq = record.seq {
            try connection.run(
                "INSERT OR REPLACE INTO hooks VALUES (?, ?, ?)",
                .text(record.domain.name),
                .text(record.hook),
                .unsigned(seq)
            )
        } else {
            try connection.run(
                "DELETE FROM hooks WHERE domain = ? AND hook = ?",
                .text(record.domain.name),
                .text(record.hook)
            )
        }
    }

    private func write(_ record: SecretRecord) throws(JournalError) {
        let domain = Cell.text(record.domain.name)
        try connection.run("DELETE FROM secrets WHERE domain = ?", domain)
        let insert = "INSERT INTO secrets VALUES (?, ?, ?)"
        for key in record.keys { try connection.run(insert, domain, .keyPath(key), .null) }
        for table in record.tables {
            let names = SettingValue.array(table.openKeys.map(SettingValue.string))
            try connection.run(insert, domain, table.path.map(Cell.keyPath) ?? .null, .value(names))
        }
    }

    private func write(_ record: VersionRecord) throws(JournalError) {
        guard let version = record.version else {
            try replicas[record.replica]?.drop(record.number)
            return
        }
        precondition(version.number == record.number, "a version's number is its record's")
        try journal(of: record.replica).keep(version)
    }

    /// The last record of each version, new versions before dropped ones: what both have is then not
    /// written again.
    private static func additionsFirst(_ records: [VersionRecord]) -> [VersionRecord] {
        guard records.count > 1 else { return records }
        struct Name: Hashable {
            var replica: ReplicaID
            var number: UInt64
        }
        var seen: Set<Name> = []
        let last = records.reversed()
            .filter { seen.insert(Name(replica: $0.replica, number: $0.number)).inserted }
            .reversed()
        return last.filter { $0.version != nil } + last.filter { $0.version == nil }
    }

    private func journal(of replica: ReplicaID) throws(JournalError) -> ReplicaJournal {
        if let known = replicas[replica] { return known }
        try connection.run(
            "INSERT INTO replicas (domain, path) VALUES (?, ?)",
            .text(replica.domain.name),
            .text(replica.path)
        )
        let new = ReplicaJournal(id: connection.lastRowID, connection: connection)
        replicas[replica] = new
        return new
    }
}
