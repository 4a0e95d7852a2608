// The documents of the files that were read or written last.

import SettingsDocument

/// The newest documents of a few files, as the next text of each most likely says the same or little
/// else: it is read beside its document, not by itself, and shares its settings with the versions
/// before it.
///
/// Few, as a document takes several times the room of its text.
struct RecentDocuments: Sendable {
    /// How many are kept.
    static let countLimit = 16
    /// How many bytes of text they have together at most, but for the newest, which always stays.
    static let byteLimit = 8 << 20

    /// Oldest use first.
    private var kept: [(replica: ReplicaID, document: any Document)] = []

    /// A file's document, if it is kept and says just this text.
    func document(of replica: ReplicaID, saying bytes: [UInt8]) -> (any Document)? {
        kept.last { $0.replica == replica && $0.document.bytes == bytes }?.document
    }

    /// Keeps a file's newest document, and lets go of those that haven't been kept for longest.
    mutating func keep(_ document: any Document, of replica: ReplicaID) {
        forget(replica)
        kept.append((replica, document))
        var bytes = kept.reduce(0) { $0 + $1.document.bytes.count }
        while kept.count > 1, kept.count > Self.countLimit || bytes > Self.byteLimit {
            bytes -= kept.removeFirst().document.bytes.count
        }
    }

    /// Lets go of a file's document.
    mutating func forget(_ replica: ReplicaID) {
        kept.removeAll { $0.replica == replica }
    }
}
