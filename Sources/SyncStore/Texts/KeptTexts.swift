// The texts of one replica, each kept once.

import SyncEngine

/// The texts of one replica as they are in the journal.
///
/// Versions and an intent that have the same text share its row.
struct KeptTexts {
    /// A text, and how many rows of other tables name it.
    struct Text {
        var bytes: [UInt8]
        var checksum: Int64
        var uses: Int
    }

    let replica: Int64
    private(set) var texts: [Int64: Text]
    /// A text that nobody has any more, and its length; the next one of that length takes its rows.
    private var spare: (id: Int64, count: Int)?

    /// Takes over the texts that the journal holds.
    init(replica: Int64, texts: [Int64: Text] = [:]) {
        self.replica = replica
        self.texts = texts.filter { $0.value.uses > 0 }
        spare = texts.first { $0.value.uses == 0 }.map { ($0.key, $0.value.bytes.count) }
    }

    /// Keeps a text for one more user.
    ///
    /// - Returns: The text's id, to be given back by ``release(_:in:)``.
    mutating func use(_ bytes: [UInt8], in connection: Connection) throws(JournalError) -> Int64 {
        let checksum = Checksum.of(bytes)
        let same = texts.first { $0.value.checksum == checksum && $0.value.bytes == bytes }
        if let same {
            texts[same.key]?.uses += 1
            return same.key
        }
        let id = try bytes.span.bytes.withUnsafeBytes { (bytes) throws(JournalError) in
            try write(bytes, checksum, in: connection)
        }
        texts[id] = Text(bytes: bytes, checksum: checksum, uses: 1)
        return id
    }

    private mutating func write(
        _ bytes: UnsafeRawBufferPointer,
        _ checksum: Int64,
        in connection: Connection
    ) throws(JournalError) -> Int64 {
        if let spare, spare.count == bytes.count {
            self.spare = nil
            // Of values of one length SQLite writes only the pages in which they differ.
            try connection.run(
                "UPDATE text_bytes SET bytes = ? WHERE text = ?",
                .blob(bytes),
                .integer(spare.id)
            )
            try connection.run(
                "UPDATE texts SET checksum = ? WHERE id = ?",
                .integer(checksum),
                .integer(spare.id)
            )
            return spare.id
        }
        try connection.run(
            "INSERT INTO texts (replica, checksum) VALUES (?, ?)",
            .integer(replica),
            .integer(checksum)
        )
        let id = connection.lastRowID
        // Where damage has left bytes without their text, these take their place.
        try connection.run(
            "INSERT OR REPLACE INTO text_bytes VALUES (?, ?)",
            .integer(id),
            .blob(bytes)
        )
        return id
    }

    /// Whether the text with this id is exactly this one.
    func holds(_ bytes: [UInt8], at id: Int64) -> Bool { texts[id]?.bytes == bytes }

    /// Gives a use back; with the last one the text becomes the spare one.
    mutating func release(_ id: Int64, in connection: Connection) throws(JournalError) {
        guard let text = texts[id] else { return }
        guard text.uses <= 1 else {
            texts[id]?.uses -= 1
            return
        }
        texts[id] = nil
        if let spare {
            try connection.run("DELETE FROM text_bytes WHERE text = ?", .integer(spare.id))
            try connection.run("DELETE FROM texts WHERE id = ?", .integer(spare.id))
        }
        spare = (id, text.bytes.count)
    }
}
