// Readers of files that no version is known of yet.

/// Reads of files that are noticed before what they hold is recorded.
struct EarlyReads: Sendable {
    /// So many files are remembered, those read last: a file is read before it is recorded only for the
    /// moment that a look or a replacement takes, and most others never are.
    static let limit = 64

    /// The file that was read last comes last.
    private var reads: [(identity: FileIdentity, count: Int)] = []

    /// Notes a read.
    mutating func note(_ identity: FileIdentity) {
        let count = take(identity)
        if reads.count == Self.limit { reads.removeFirst() }
        reads.append((identity, count + 1))
    }

    /// How often a file was read; it isn't remembered any longer.
    mutating func take(_ identity: FileIdentity) -> Int {
        guard let index = reads.firstIndex(where: { $0.identity == identity }) else { return 0 }
        return reads.remove(at: index).count
    }
}
