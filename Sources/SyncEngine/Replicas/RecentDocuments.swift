// The documents of the files that were read or written last, and of their templates.

import SettingsDocument

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

    /// Forgets a file's documents.
    mutating func forget(_ replica: ReplicaID) {
        kept.removeAll { $0.replica == replica }
    }
}
