// The texts of one replica, each kept as what differs from the one before it.

import SyncEngine

/// The texts of one replica as they are in the journal.
///
/// A text is whole or a delta of an earlier one, so an edit writes about what it changed. Equal
/// texts are kept once, whoever uses them: versions, an intent, carried comments. A text that
/// nobody uses stays while others are deltas of it.
struct TextChain {
    /// Deltas in a row before a whole text comes again: at most so many are applied to read one.
    static let longestChain = 256

    struct Text {
        /// nil when nobody uses the text itself.
        var bytes: [UInt8]?
        var checksum: Int64
        var base: Int64?
        /// How many deltas it is away from a whole text, and their bytes together.
        var depth = 0
        var deltaBytes = 0
        var uses = 0
        /// Deltas of this text.
        var children = 0
    }

    let replica: Int64
    private(set) var texts: [Int64: Text]

    /// Creates a chain of what the journal holds.
    init(replica: Int64, texts: [Int64: Text] = [:]) {
        self.replica = replica
        self.texts = texts
    }

    /// Keeps a text for one more user.
    ///
    /// - Returns: The text's id, to be given back by ``release(_:in:)``.
    mutating func use(_ bytes: [UInt8], in connection: Connection) throws(JournalError) -> Int64 {
        let sum = checksum(bytes)
        let same = texts.first { _, text in
            text.checksum == sum && text.bytes.map { isSame($0, bytes) } ?? false
        }
        guard let (id, _) = same else { return try insert(bytes, sum, in: connection) }
        texts[id]?.uses += 1
        return id
    }

    /// Whether the text with this id says exactly this.
    func holds(_ bytes: [UInt8], at id: Int64) -> Bool {
        texts[id]?.bytes.map { isSame($0, bytes) } ?? false
    }

    private mutating func insert(
        _ bytes: [UInt8],
        _ checksum: Int64,
        in connection: Connection
    ) throws(JournalError) -> Int64 {
        var new = Text(bytes: bytes, checksum: checksum, uses: 1)
        var kept = TextDelta(prefix: 0, suffix: 0, middle: bytes)
        if let (id, base, shorter) = delta(of: bytes) {
            new.base = id
            new.depth = base.depth + 1
            new.deltaBytes = base.deltaBytes + shorter.middle.count
            texts[id]?.children += 1
            kept = shorter
        }
        try connection.run(
            "INSERT INTO texts (replica, base, prefix, suffix, bytes, checksum) "
                + "VALUES (?, ?, ?, ?, ?, ?)",
            .integer(replica),
            .integer(new.base),
            .count(kept.prefix),
            .count(kept.suffix),
            .blob(kept.middle),
            .integer(checksum)
        )
        let id = connection.lastRowID
        texts[id] = new
        return id
    }

    /// The delta of the newest text, unless a whole text is as good.
    private func delta(of bytes: [UInt8]) -> (Int64, Text, TextDelta)? {
        let used = texts.filter { $0.value.uses > 0 }
        guard let (id, base) = used.max(by: { $0.key < $1.key }), let old = base.bytes,
            base.depth < Self.longestChain
        else { return nil }
        let delta = TextDelta(from: old, to: bytes)
        guard base.deltaBytes + delta.middle.count < bytes.count else { return nil }
        return (id, base, delta)
    }

    /// Gives a use back; the text goes when nothing needs it any more.
    mutating func release(_ id: Int64, in connection: Connection) throws(JournalError) {
        guard var text = texts[id] else { return }
        text.uses -= 1
        if text.uses == 0 { text.bytes = nil }
        texts[id] = text
        var candidate: Int64? = id
        while let id = candidate, let text = texts[id], text.uses == 0, text.children == 0 {
            try connection.run("DELETE FROM texts WHERE id = ?", .integer(id))
            texts[id] = nil
            candidate = text.base
            if let base = text.base { texts[base]?.children -= 1 }
        }
    }
}
