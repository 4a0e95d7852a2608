// The documents of the files that were read or written last, and of their templates.

import SettingsDocument
import SettingsModel

/// The newest documents of a few files, and those that their next texts are made from.
///
/// The next text of a file most likely says the same or little else: it is read beside its newest document,
/// not by itself, and shares its settings with the versions before it. The template stays the same from
/// write to write. Few are kept, as a document takes several times the room of its text.
struct RecentDocuments: Sendable {
    /// How many are kept.
    static let countLimit = 32
    /// How many bytes of text they have together at most, but for the last one kept, which always stays.
    static let byteLimit = 8 << 20

    /// How a document is used.
    enum Role {
        /// The file's current text.
        case newest
        /// The text that the file's next text is made from.
        case template
    }

    /// Oldest use first.
    private var kept: [(replica: ReplicaID, role: Role, document: any Document)] = []

    /// A file's document, if it is kept and says just this text.
    func document(of replica: ReplicaID, saying bytes: [UInt8]) -> (any Document)? {
        kept.last { $0.replica == replica && $0.document.bytes == bytes }?.document
    }

    /// Keeps a document instead of the file's previous one of that role, and forgets the oldest ones beyond
    /// the limits.
    mutating func keep(_ document: any Document, of replica: ReplicaID, as role: Role = .newest) {
        kept.removeAll { $0.replica == replica && $0.role == role }
        kept.append((replica, role, document))
        var bytes = kept.reduce(0) { $0 + $1.document.bytes.count }
        while kept.count > 1, kept.count > Self.countLimit || bytes > Self.byteLimit {
            bytes -= kept.removeFirst().document.bytes.count
        }
    }

    /// A text's document, as it was read last or read anew; nil when the format can't read it.
    func document(of bytes: [UInt8], in replica: ReplicaState) -> (any Document)? {
        document(of: replica.id, saying: bytes) ?? replica.document(of: bytes)
    }

    /// The newest text of a mapped file; nil for a file without a map, or without a text.
    func mappedText(of replica: ReplicaState) -> MappedText? {
        guard let map = replica.configuration.map, let bytes = replica.top?.bytes else {
            return nil
        }
        return document(of: bytes, in: replica).map { MappedText(map, $0) }
    }

    /// Reads a text, with what is known of it: the newest version may be the same or much like it.
    ///
    /// A text that shares nothing with the versions before it is compared with each of them key by
    /// key; to read the newest of them again costs less.
    func read(
        _ bytes: [UInt8],
        of replica: ReplicaState
    ) throws(DocumentError) -> ReadText {
        guard let top = replica.top, let keys = top.keys,
            let document = document(of: top.bytes, in: replica)
        else { return try replica.read(bytes) }
        let newest = ReadText(document, knowing: keys)
        return top.bytes == bytes ? newest : try replica.read(bytes, like: newest)
    }

    /// Forgets a file's documents.
    mutating func forget(_ replica: ReplicaID) {
        kept.removeAll { $0.replica == replica }
    }
}
