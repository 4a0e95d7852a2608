// What the journal holds of one replica, and how it changes with little to write.

import SettingsModel
import SyncEngine

/// What the journal holds of one replica, as the writer remembers it.
///
/// Texts and timestamps are shared with the engine's own copies as long as both have them, so
/// remembering them costs little, and comparing unchanged ones costs nothing.
final class ReplicaJournal {
    /// A version and the id of its text.
    struct Kept {
        var version: FileVersion
        var text: Int64
    }

    /// The texts that a replica's intent names.
    struct RecordTexts {
        var old: Int64?
        var new: Int64?

        var all: [Int64] { [old, new].compactMap(\.self) }
    }

    let id: Int64
    private let connection: Connection
    private let shown: ShownTimestamps
    private var texts: KeptTexts
    private var versions: [UInt64: Kept]
    private var record: ReplicaRecord?
    private var recordTexts: RecordTexts
    /// The version that the intent's timestamps are differences from; one that is kept.
    private var intentBase: UInt64?

    /// Creates what is remembered of a replica; all nothing for a new one.
    init(
        id: Int64,
        connection: Connection,
        texts: KeptTexts? = nil,
        versions: [UInt64: Kept] = [:],
        record: ReplicaRecord? = nil,
        recordTexts: RecordTexts = RecordTexts(),
        intentBase: UInt64? = nil
    ) {
        self.id = id
        self.connection = connection
        shown = ShownTimestamps(replica: id)
        self.texts = texts ?? KeptTexts(replica: id)
        self.versions = versions
        self.record = record
        self.recordTexts = recordTexts
        self.intentBase = intentBase
    }
}

// MARK: Versions

extension ReplicaJournal {
    /// Keeps a version, in the place of one with its number.
    func keep(_ version: FileVersion) throws(JournalError) {
        let known = versions[version.number]
        let text = try keepText(of: version, known: known)
        let newest = versions.keys.max() ?? 0
        let differences = version.timestamps.changes(
            since: try timestamps(before: version.number, newest: newest)
        )
        let reach: ShownTimestamps.Reach = version.number >= newest ? .open : .one
        try shown.write(differences, at: version.number, reach: reach, in: connection)
        versions[version.number] = Kept(version: version, text: text)
        if known?.text != text || known.map({ $0.version.hasSameRow(as: version) }) != true {
            try writeRow(of: version, text: text)
        }
        if intentBase == version.number, !differences.isEmpty { try rebaseIntent() }
    }

    /// What the rows say so far that a version shows.
    private func timestamps(before number: UInt64, newest: UInt64) throws(JournalError) -> Shown {
        if let known = versions[number] { return known.version.timestamps }
        if number > newest { return versions[newest]?.version.timestamps ?? [:] }
        let keyPaths = KeyPathCache()
        return try shown.read(at: [number], in: connection, keyPaths: keyPaths)[number] ?? [:]
    }

    private func keepText(of version: FileVersion, known: Kept?) throws(JournalError) -> Int64 {
        if let known, texts.holds(version.text, at: known.text) { return known.text }
        let text = try texts.use(version.text, in: connection)
        if let known { try texts.release(known.text, in: connection) }
        return text
    }

    private func writeRow(of version: FileVersion, text: Int64) throws(JournalError) {
        try connection.run(
            "INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            .integer(id),
            .unsigned(version.number),
            .integer(text),
            .text(version.author.rawValue),
            .count(version.holders),
            .count(version.possibleHolders),
            .unsigned(version.identity.device),
            .unsigned(version.identity.inode),
            .integer(version.recorded),
            .integer(version.stamp?.modified),
            .integer(version.stamp?.changed),
            .unsigned(version.stamp?.place.nameFolder),
            .unsigned(version.stamp?.place.fileFolder)
        )
    }

    /// Drops a version; the others stay whole.
    func drop(_ number: UInt64) throws(JournalError) {
        guard let dropped = versions.removeValue(forKey: number) else { return }
        try connection.run(
            "DELETE FROM versions WHERE replica = ? AND number = ?",
            .integer(id),
            .unsigned(number)
        )
        try texts.release(dropped.text, in: connection)
        try shown.drop(
            dropped.version,
            between: versions.keys.filter { $0 < number }.max().flatMap { versions[$0]?.version },
            and: versions.keys.filter { $0 > number }.min().flatMap { versions[$0]?.version },
            in: connection
        )
        if intentBase == number { try rebaseIntent() }
    }
}

// MARK: The record

extension ReplicaJournal {
    /// Keeps what the engine knows of the replica, with its intent.
    func keep(_ new: ReplicaRecord) throws(JournalError) {
        // New uses come before old ones are given back, so that a text in both is not written again.
        let before = recordTexts
        recordTexts = try useTexts(of: new)
        for text in before.all { try texts.release(text, in: connection) }
        let old = record
        record = new
        try connection.run(
            "INSERT OR REPLACE INTO replica_states VALUES (?, ?, ?, ?)",
            .integer(id),
            .unsigned(new.top),
            .unsigned(new.missingSince),
            .value(new.left.isEmpty ? nil : .array(new.left.map { .string($0) }))
        )
        switch (old?.intent, new.intent) {
        case (nil, nil): break
        case (.some, nil):
            try dropIntentRows()
            intentBase = nil
        case (nil, .some): try rebaseIntent()
        case (let was?, let now?):
            if was.timestamps == now.timestamps {
                try writeIntentRow(now)
            } else {
                try rebaseIntent()
            }
        }
    }

    private func useTexts(of record: ReplicaRecord) throws(JournalError) -> RecordTexts {
        var ids = RecordTexts()
        guard let intent = record.intent else { return ids }
        if let old = intent.old { ids.old = try texts.use(old.bytes, in: connection) }
        ids.new = try texts.use(intent.new, in: connection)
        return ids
    }

    /// Writes the intent, its timestamps as differences from the newest version.
    private func rebaseIntent() throws(JournalError) {
        guard let intent = record?.intent else { return }
        try dropIntentRows()
        intentBase = versions.keys.max()
        try writeIntentRow(intent)
        let base = intentBase.flatMap { versions[$0]?.version.timestamps } ?? [:]
        for difference in intent.timestamps.changes(since: base) {
            try connection.run(
                "INSERT INTO intent_shown VALUES (?, ?, ?, ?, ?)",
                .integer(id),
                .keyPath(difference.keyPath),
                .integer(difference.new?.wallTime),
                .unsigned(difference.new?.counter),
                .text(difference.new?.agent)
            )
        }
    }

    private func dropIntentRows() throws(JournalError) {
        try connection.run("DELETE FROM intent_shown WHERE replica = ?", .integer(id))
        try connection.run("DELETE FROM intents WHERE replica = ?", .integer(id))
    }

    private func writeIntentRow(_ intent: PublishIntent) throws(JournalError) {
        let staged = intent.staged
        try connection.run(
            "INSERT OR REPLACE INTO intents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            .integer(id),
            .text(staged.temporaryPath),
            .text(staged.targetPath),
            .text(staged.method.rawValue),
            .unsigned(staged.identity.device),
            .unsigned(staged.identity.inode),
            .integer(recordTexts.old),
            .unsigned(intent.old?.identity.device),
            .unsigned(intent.old?.identity.inode),
            .integer(intent.old?.modified),
            .integer(recordTexts.new),
            .unsigned(intentBase),
            .integer(intent.decided)
        )
    }

    /// Drops all that is kept of the replica.
    func dropAll() throws(JournalError) {
        try connection.run(
            "DELETE FROM text_bytes WHERE text IN (SELECT id FROM texts WHERE replica = ?)",
            .integer(id)
        )
        for table in ["replica_states", "intents", "intent_shown", "versions", "texts", "shown"] {
            try connection.run("DELETE FROM \(table) WHERE replica = ?", .integer(id))
        }
        try connection.run("DELETE FROM replicas WHERE id = ?", .integer(id))
    }
}

extension FileVersion {
    /// Whether all is equal that a row of `versions` holds beside the text.
    fileprivate func hasSameRow(as other: FileVersion) -> Bool {
        author == other.author && holders == other.holders
            && possibleHolders == other.possibleHolders && identity == other.identity
            && recorded == other.recorded && stamp == other.stamp
    }
}
