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

    /// Takes over the texts that the journal holds.
    init(replica: Int64, texts: [Int64: Text] = [:]) {
        self.replica = replica
        self.texts = texts
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
        try connection.run(
            "INSERT INTO texts (replica, bytes, checksum) VALUES (?, ?, ?)",
            .integer(replica),
            .blob(bytes),
            .integer(checksum)
        )
        let id = connection.lastRowID
        texts[id] = Text(bytes: bytes, checksum: checksum, uses: 1)
        return id
    }

    /// Whether the text with this id is exactly this one.
    func holds(_ bytes: [UInt8], at id: Int64) -> Bool { texts[id]?.bytes == bytes }

    /// Gives a use back; the text goes with the last one.
    mutating func release(_ id: Int64, in connection: Connection) throws(JournalError) {
        guard let text = texts[id] else { return }
        guard text.uses <= 1 else {
            texts[id]?.uses -= 1
            return
        }
        texts[id] = nil
        try connection.run("DELETE FROM texts WHERE id = ?", .integer(id))
    }
}
