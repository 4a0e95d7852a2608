// The journal's tables, and the steps that bring an older journal up to date.

import SyncEngine

/// The journal's schema; `PRAGMA user_version` says how many of its steps a file has had.
enum Schema {
    /// One step to the next version.
    typealias Migration = [String]

    /// "SetA": marks the file as ours (file(1) shows it).
    static let applicationID: Int64 = 0x5365_7441

    /// The steps from an empty file on; never edited once released, only added to.
    static let migrations: [Migration] = [
        version1, version2, version3, version4, version5, version6,
    ]

    /// Brings the journal up to date, in one transaction.
    ///
    /// - Parameters:
    ///   - connection: A connection that may write.
    ///   - migrations: The steps; the released ones but in tests.
    ///   - newEpoch: The epoch of a journal that is begun now.
    /// - Returns: Whether the journal was begun now.
    /// - Throws: ``JournalError`` with code `.newer`, or `.damaged` for a database of somebody else.
    static func migrate(
        _ connection: Connection,
        with migrations: [Migration] = migrations,
        newEpoch: String
    ) throws(JournalError) -> Bool {
        var isNew = false
        try connection.transaction { () throws(JournalError) in
            let version = try connection.number("PRAGMA user_version") ?? 0
            guard version <= migrations.count else {
                throw .newer(found: version, known: migrations.count, path: connection.path)
            }
            isNew = version == 0
            let owner = try connection.number("PRAGMA application_id") ?? 0
            let tables = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
            guard owner == applicationID || isNew && tables == 0 else {
                throw .damaged("it isn't a journal of settings-agent", in: connection.path)
            }
            guard version < migrations.count else { return }
            for statement in migrations[Int(version)...].joined() { try connection.run(statement) }
            try connection.run("PRAGMA application_id = \(applicationID)")
            try connection.run("PRAGMA user_version = \(migrations.count)")
            if isNew {
                try connection.run(
                    "INSERT INTO journal (one, epoch, seq, counter, horizon, history_id) VALUES (1, ?, 0, 0, 0, 0)",
                    .text(newEpoch)
                )
            }
            try connection.addHistoryChecksums()
            try connection.run(
                "UPDATE journal SET row_sum = ?",
                .unsigned(try connection.sumOfRows())
            )
        }
        return isNew
    }

    // Values are JSON and key paths are as people write them, so that sqlite3 shows a journal.
    private static let version1: Migration = [
        """
        CREATE TABLE journal (
            one INTEGER PRIMARY KEY CHECK (one = 1), epoch TEXT NOT NULL,
            seq INTEGER NOT NULL, counter INTEGER NOT NULL, horizon INTEGER NOT NULL,
            history_id INTEGER NOT NULL)
        """,
        """
        CREATE TABLE registers (
            domain TEXT NOT NULL, key TEXT NOT NULL,
            wall INTEGER NOT NULL, counter INTEGER NOT NULL, agent TEXT NOT NULL,
            value TEXT, origin TEXT NOT NULL,
            PRIMARY KEY (domain, key)) WITHOUT ROWID
        """,
        """
        CREATE TABLE changes (
            domain TEXT NOT NULL, key TEXT NOT NULL, rev INTEGER NOT NULL,
            value TEXT, layer TEXT NOT NULL, origin TEXT NOT NULL,
            PRIMARY KEY (domain, key)) WITHOUT ROWID
        """,
        """
        CREATE TABLE history (
            id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, time INTEGER NOT NULL,
            domain TEXT NOT NULL, key TEXT NOT NULL, value TEXT, old TEXT, kept TEXT,
            origin TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT)
        """,
        "CREATE INDEX history_of_domain ON history (domain)",
        """
        CREATE TABLE replicas (
            id INTEGER PRIMARY KEY, domain TEXT NOT NULL, path TEXT NOT NULL,
            UNIQUE (domain, path))
        """,
        // What the engine knows of a replica beside its versions; a version can come before it.
        """
        CREATE TABLE replica_states (
            replica INTEGER PRIMARY KEY, top INTEGER, missing_since INTEGER,
            carried_base INTEGER, carried_merged INTEGER)
        """,
        """
        CREATE TABLE intents (
            replica INTEGER PRIMARY KEY,
            temporary_path TEXT NOT NULL, target_path TEXT NOT NULL, method TEXT NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL,
            old_text INTEGER, old_device INTEGER, old_inode INTEGER, old_modified INTEGER,
            new_text INTEGER NOT NULL, base INTEGER)
        """,
        // Where an intent's timestamps differ from those of the version it is based on.
        """
        CREATE TABLE intent_shown (
            replica INTEGER NOT NULL, key TEXT NOT NULL,
            wall INTEGER, counter INTEGER, agent TEXT,
            PRIMARY KEY (replica, key)) WITHOUT ROWID
        """,
        """
        CREATE TABLE versions (
            replica INTEGER NOT NULL, number INTEGER NOT NULL, text INTEGER NOT NULL,
            author TEXT NOT NULL, holders INTEGER NOT NULL, possible_holders INTEGER NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, recorded INTEGER NOT NULL,
            PRIMARY KEY (replica, number)) WITHOUT ROWID
        """,
        // Whole (base is NULL), or what stands between the first `prefix` and the last `suffix`
        // bytes of another text.
        """
        CREATE TABLE texts (
            id INTEGER PRIMARY KEY, replica INTEGER NOT NULL, base INTEGER,
            prefix INTEGER NOT NULL, suffix INTEGER NOT NULL, bytes BLOB NOT NULL,
            checksum INTEGER NOT NULL)
        """,
        // The timestamp a key showed in the versions from `since` to before `until`; NULL: and on.
        """
        CREATE TABLE shown (
            replica INTEGER NOT NULL, key TEXT NOT NULL,
            since INTEGER NOT NULL, until INTEGER,
            wall INTEGER NOT NULL, counter INTEGER NOT NULL, agent TEXT NOT NULL,
            PRIMARY KEY (replica, key, since)) WITHOUT ROWID
        """,
        "CREATE INDEX shown_ended ON shown (replica, until) WHERE until IS NOT NULL",
    ]

    // The boot in which the journal is in use, and whether it was ended with everything synced. So
    // it was in version 1 after each commit.
    private static let version2: Migration = [
        "ALTER TABLE journal ADD COLUMN boot TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE journal ADD COLUMN ended INTEGER NOT NULL DEFAULT 1",
    ]

    // When an intent was decided, in milliseconds since 1970; 0 where that was not recorded.
    private static let version3: Migration = [
        "ALTER TABLE intents ADD COLUMN decided INTEGER NOT NULL DEFAULT 0"
    ]

    // Up to which change each reload hook's program has the settings.
    private static let version4: Migration = [
        """
        CREATE TABLE hooks (
            domain TEXT NOT NULL, hook TEXT NOT NULL, seq INTEGER NOT NULL,
            PRIMARY KEY (domain, hook)) WITHOUT ROWID
        """
    ]

    // What an intent's target held before an earlier try left half of the new text in it.
    private static let version5: Migration = ["ALTER TABLE intents ADD COLUMN whole_text INTEGER"]

    // Checksums of the rows (``RowSum``), and of each row of the history.
    //
    // SQLite shows a column that was added later as NULL to the hook that adds the sum up, until the row is
    // written again. So the rows are, and the rows of whichever table gets a column in a later step must be.
    private static let version6: Migration = [
        "ALTER TABLE journal ADD COLUMN row_sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE history ADD COLUMN checksum INTEGER",
        "UPDATE intents SET decided = decided",
        // Rows that nothing refers to: a check of the relations would take them for damage.
        "DELETE FROM shown WHERE replica NOT IN (SELECT replica FROM versions)",
        "DELETE FROM intent_shown WHERE replica NOT IN (SELECT replica FROM intents)",
    ]
}
