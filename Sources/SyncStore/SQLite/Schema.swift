// The journal's tables.

import SyncEngine

/// The journal's schema; `PRAGMA user_version` says which one a file has.
enum Schema {
    /// "SetA": marks the file as ours (file(1) shows it).
    static let applicationID: Int64 = 0x5365_7441

    /// Nothing of before the first release is brought up to date: a journal of an older version is set
    /// aside, as a damaged one is.
    static let version: Int64 = 11

    /// Makes the tables where there are none yet, in one transaction.
    ///
    /// - Parameters:
    ///   - connection: A connection that may write.
    ///   - newEpoch: The epoch of a journal that is made now.
    /// - Returns: Whether the journal was made now.
    /// - Throws: ``JournalError`` with code `.newer`, or `.damaged` for one of an older version or a
    ///   database of somebody else.
    static func prepare(
        _ connection: Connection,
        newEpoch: String
    ) throws(JournalError) -> Bool {
        var isNew = false
        try connection.transaction { () throws(JournalError) in
            let found = try connection.number("PRAGMA user_version") ?? 0
            guard found <= version else {
                throw .newer(found: found, known: version, path: connection.path)
            }
            isNew = found == 0
            let owner = try connection.number("PRAGMA application_id") ?? 0
            let count = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
            guard owner == applicationID || isNew && count == 0 else {
                throw .damaged("it isn't a journal of settings-agent", in: connection.path)
            }
            guard isNew else {
                guard found == version else {
                    throw .damaged(
                        "it is of version \(found), expected \(version)",
                        in: connection.path
                    )
                }
                return
            }
            for statement in tables { try connection.run(statement) }
            try connection.run("PRAGMA application_id = \(applicationID)")
            try connection.run("PRAGMA user_version = \(version)")
            try connection.run(
                """
                INSERT INTO journal (one, epoch, seq, counter, horizon, history_id, boot, ended, row_sum)
                VALUES (1, ?, 0, 0, 0, 0, '', 1, 0)
                """,
                .text(newEpoch)
            )
            try connection.run(
                "UPDATE journal SET row_sum = ?",
                .unsigned(try connection.sumOfRows())
            )
        }
        return isNew
    }

    // Values are JSON and key paths are as people write them, so that sqlite3 shows a journal.
    private static let tables = [
        // `boot` is the one in which the journal is in use, and `ended` the word with which it was ended with
        // everything synced (``EndMark``), or 0; `row_sum` are the checksums of all rows (``RowSum``).
        """
        CREATE TABLE journal (
            one INTEGER PRIMARY KEY CHECK (one = 1), epoch TEXT NOT NULL,
            seq INTEGER NOT NULL, counter INTEGER NOT NULL, horizon INTEGER NOT NULL,
            history_id INTEGER NOT NULL,
            boot TEXT NOT NULL, ended INTEGER NOT NULL, row_sum INTEGER NOT NULL)
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
        // `step` is the first entry of the same step; `undoes` are the entries that it took back. A secret's
        // entry has no values. `at` is the key of a mapped file whose text the values are.
        """
        CREATE TABLE history (
            id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, time INTEGER NOT NULL,
            domain TEXT NOT NULL, key TEXT NOT NULL, value TEXT, old TEXT, kept TEXT,
            origin TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT,
            step INTEGER NOT NULL, undoes TEXT, secret INTEGER NOT NULL,
            file TEXT, at TEXT, checksum INTEGER NOT NULL)
        """,
        "CREATE INDEX history_of_domain ON history (domain)",
        """
        CREATE TABLE replicas (
            id INTEGER PRIMARY KEY, domain TEXT NOT NULL, path TEXT NOT NULL,
            UNIQUE (domain, path))
        """,
        // What the engine knows of a replica beside its versions; a version can come before it. `left_saves`
        // are the paths of saves that stay beside the file.
        """
        CREATE TABLE replica_states (
            replica INTEGER PRIMARY KEY, top INTEGER, missing_since INTEGER, left_saves TEXT)
        """,
        // `decided` is in milliseconds since 1970.
        """
        CREATE TABLE intents (
            replica INTEGER PRIMARY KEY,
            temporary_path TEXT NOT NULL, target_path TEXT NOT NULL, method TEXT NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL,
            old_text INTEGER, old_device INTEGER, old_inode INTEGER, old_modified INTEGER,
            new_text INTEGER NOT NULL, base INTEGER, decided INTEGER NOT NULL)
        """,
        // Where an intent's timestamps differ from those of the version it is based on; NULL: none.
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
            modified INTEGER, changed INTEGER, name_folder INTEGER, file_folder INTEGER,
            PRIMARY KEY (replica, number)) WITHOUT ROWID
        """,
        // Each text once, for all versions and intents that have it. Its bytes are in a table of their own that
        // ``RowSum`` skips: SQLite's hook would read each dropped text again. The checksum counts instead.
        """
        CREATE TABLE texts (
            id INTEGER PRIMARY KEY, replica INTEGER NOT NULL, checksum INTEGER NOT NULL)
        """,
        "CREATE TABLE text_bytes (text INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
        // The timestamp that a key shows from version `since` on, to its next row; NULL: none.
        """
        CREATE TABLE shown (
            replica INTEGER NOT NULL, key TEXT NOT NULL, since INTEGER NOT NULL,
            wall INTEGER, counter INTEGER, agent TEXT,
            PRIMARY KEY (replica, key, since)) WITHOUT ROWID
        """,
        // Up to which change each reload hook's program has the settings.
        """
        CREATE TABLE hooks (
            domain TEXT NOT NULL, hook TEXT NOT NULL, seq INTEGER NOT NULL,
            PRIMARY KEY (domain, hook)) WITHOUT ROWID
        """,
        // What is or was a secret: a key, or where there are `open` keys, all others of a table; NULL is the
        // whole domain.
        "CREATE TABLE secrets (domain TEXT NOT NULL, key TEXT, open TEXT)",
    ]
}
