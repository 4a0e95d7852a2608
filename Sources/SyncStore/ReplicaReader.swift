// Reads replicas back: versions, texts, timestamps, intents.

import SettingsModel
import SyncEngine

/// Rows of a replica, whose texts and timestamps are still to come from other tables.
private struct ReplicaRows {
    var versions: [(version: FileVersion, text: Int64)] = []
    var record: ReplicaRecord?
    var texts = ReplicaJournal.RecordTexts()
    var intentBase: UInt64?

    /// The texts that these rows name.
    var namedTexts: [Int64] { versions.map(\.text) + texts.all }
}

/// Reads all that is kept of replicas.
struct ReplicaReader {
    private let connection: Connection
    private let keyPaths: KeyPathCache
    private var rows: [Int64: ReplicaRows] = [:]

    init(_ connection: Connection, _ keyPaths: KeyPathCache) {
        self.connection = connection
        self.keyPaths = keyPaths
    }

    /// Reads the replicas into the engine's state, and gives what the writer remembers of them.
    consuming func read(
        into state: inout RecoveredState
    ) throws(JournalError) -> [ReplicaID: ReplicaJournal] {
        let ids = try readIDs()
        try readVersions()
        try readRecords(ids)
        try readIntents()
        let allTexts = try readTexts()
        var journals: [ReplicaID: ReplicaJournal] = [:]
        for (id, replica) in ids.sorted(by: { $0.value < $1.value }) {
            let texts = KeptTexts(replica: id, texts: allTexts[id] ?? [:])
            let complete = try complete(rows[id] ?? ReplicaRows(), of: id, texts: texts)
            for kept in complete.versions {
                state.versions.append(
                    VersionRecord(
                        replica: replica,
                        number: kept.version.number,
                        version: kept.version
                    )
                )
            }
            if let record = complete.record { state.replicas.append(record) }
            journals[replica] = ReplicaJournal(
                id: id,
                connection: connection,
                texts: texts,
                versions: Dictionary(
                    uniqueKeysWithValues: complete.versions.map {
                        ($0.version.number, ReplicaJournal.Kept(version: $0.version, text: $0.text))
                    }
                ),
                record: complete.record,
                recordTexts: complete.texts,
                intentBase: complete.intentBase
            )
        }
        return journals
    }

    /// Puts texts and timestamps into a replica's rows.
    private func complete(
        _ rows: ReplicaRows,
        of id: Int64,
        texts: KeptTexts
    ) throws(JournalError) -> ReplicaRows {
        func bytes(_ text: Int64?) throws(JournalError) -> [UInt8] {
            guard let bytes = text.flatMap({ texts.texts[$0]?.bytes }) else {
                throw .damaged("text \(text ?? 0) is gone", in: connection.path)
            }
            return bytes
        }
        var rows = rows
        let numbers = rows.versions.map(\.version.number)
        let timestamps = ShownTimestamps(replica: id)
        try timestamps.check(upTo: numbers.last, in: connection)
        let shown = try timestamps.read(at: numbers, in: connection, keyPaths: keyPaths)
        for index in rows.versions.indices {
            rows.versions[index].version.text = try bytes(rows.versions[index].text)
            let number = rows.versions[index].version.number
            rows.versions[index].version.timestamps = shown[number] ?? [:]
        }
        if rows.record?.intent != nil {
            let base = rows.intentBase.flatMap { shown[$0] } ?? [:]
            rows.record?.intent?.timestamps = try intentTimestamps(from: base, of: id)
            rows.record?.intent?.new = try bytes(rows.texts.new)
            if let old = rows.texts.old { rows.record?.intent?.old?.bytes = try bytes(old) }
        }
        return rows
    }

    private func intentTimestamps(from base: Shown, of id: Int64) throws(JournalError) -> Shown {
        var shown = base
        try connection.rows(
            "SELECT key, wall, counter, agent FROM intent_shown WHERE replica = ?",
            .integer(id)
        ) { (row) throws(JournalError) in
            let timestamp = row.isNull(1) ? nil : try row.timestamp(1)
            shown[try keyPaths.keyPath(row, 0)] = timestamp
        }
        return shown
    }
}

// MARK: Rows

extension ReplicaReader {
    private func readIDs() throws(JournalError) -> [Int64: ReplicaID] {
        var ids: [Int64: ReplicaID] = [:]
        try connection.rows("SELECT id, domain, path FROM replicas") {
            (row) throws(JournalError) in
            let domain = try row.domain(1)
            ids[row.integer(0)] = ReplicaID(domain: domain, path: row.text(2))
        }
        return ids
    }

    private mutating func readVersions() throws(JournalError) {
        try connection.rows(
            """
            SELECT replica, number, text, author, holders, possible_holders, device, inode, recorded,
                modified, changed, name_folder, file_folder
            FROM versions ORDER BY replica, number
            """
        ) { (row) throws(JournalError) in
            var version = FileVersion(
                number: try row.number(1),
                text: [],
                timestamps: [:],
                author: try row.member(3, of: FileVersion.Author.self),
                holders: Int(try row.number(4)),
                possibleHolders: Int(try row.number(5)),
                identity: FileIdentity(device: row.unsigned(6), inode: row.unsigned(7)),
                recorded: try row.time(8)
            )
            if !row.isNull(9) { version.stamp = try row.stamp(9) }
            rows[row.integer(0), default: ReplicaRows()].versions.append((version, row.integer(2)))
        }
    }

    /// Reads the texts, by replica and id.
    ///
    /// - Throws: ``JournalError`` with code `.damaged` for a text that isn't what was written.
    private func readTexts() throws(JournalError) -> [Int64: [Int64: KeptTexts.Text]] {
        var uses: [Int64: Int] = [:]
        for text in rows.values.lazy.flatMap(\.namedTexts) { uses[text, default: 0] += 1 }
        var texts: [Int64: [Int64: KeptTexts.Text]] = [:]
        try connection.rows(
            "SELECT id, replica, bytes, checksum FROM texts LEFT JOIN text_bytes ON text = id"
        ) { (row) throws(JournalError) in
            let id = row.integer(0)
            let text = KeptTexts.Text(
                bytes: row.bytes(2),
                checksum: row.integer(3),
                uses: uses[id] ?? 0
            )
            guard Checksum.of(text.bytes) == text.checksum else {
                throw .damaged("text \(id) doesn't match its checksum", in: connection.path)
            }
            texts[row.integer(1), default: [:]][id] = text
        }
        return texts
    }

    private mutating func readRecords(_ ids: [Int64: ReplicaID]) throws(JournalError) {
        try connection.rows(
            "SELECT replica, top, missing_since, left_saves FROM replica_states"
        ) { (row) throws(JournalError) in
            let id = row.integer(0)
            guard let replica = ids[id] else {
                throw .damaged("replica \(id) has no path", in: connection.path)
            }
            rows[id, default: ReplicaRows()].record = ReplicaRecord(
                replica: replica,
                top: try row.optionalNumber(1),
                missingSince: try row.optionalNumber(2),
                left: try row.texts(3)
            )
        }
    }

    private mutating func readIntents() throws(JournalError) {
        try connection.rows(
            """
            SELECT replica, temporary_path, target_path, method, device, inode,
                old_text, old_device, old_inode, old_modified, new_text, base, decided
            FROM intents
            """
        ) { (row) throws(JournalError) in
            let id = row.integer(0)
            guard rows[id]?.record != nil else {
                throw .damaged(
                    "a write of file \(id) is recorded, and the file isn't",
                    in: connection.path
                )
            }
            let staged = StagedFile(
                temporaryPath: row.text(1),
                targetPath: row.text(2),
                identity: FileIdentity(device: row.unsigned(4), inode: row.unsigned(5)),
                method: try row.member(3, of: PublishMethod.self)
            )
            let old = FileContent(
                bytes: [],
                identity: FileIdentity(device: row.unsigned(7), inode: row.unsigned(8)),
                modified: row.integer(9)
            )
            rows[id]?.texts.old = row.optionalInteger(6)
            rows[id]?.texts.new = row.integer(10)
            let base = try row.optionalNumber(11)
            if let base, rows[id]?.versions.contains(where: { $0.version.number == base }) != true {
                throw .damaged("version \(base) of file \(id) is gone", in: connection.path)
            }
            rows[id]?.intentBase = base
            rows[id]?.record?.intent = PublishIntent(
                staged: staged,
                old: row.isNull(6) ? nil : old,
                new: [],
                timestamps: [:],
                decided: try row.time(12)
            )
        }
    }
}
