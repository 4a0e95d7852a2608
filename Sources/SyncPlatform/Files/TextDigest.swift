// A text remembered by a few bytes, to know it again.

/// What a text is known again by, without being kept: its length and 128 bits of keyed hash.
///
/// A displaced file is kept for seconds, and a quick writer displaces dozens of a large file meanwhile:
/// their texts took 250 MB where the settings took 100. The hash is SipHash under keys that each process
/// draws anew (`Hasher`), so nobody can make two texts that are taken for one, and by chance that
/// happens once in 2¹²⁸ texts.
struct TextDigest: Equatable {
    private let count: Int
    private let halves: [Int]

    /// Reads all of the text twice: 3 MB take about a millisecond each time.
    init(of text: [UInt8]) {
        count = text.count
        halves = [0, 1].map { salt in
            var hasher = Hasher()
            hasher.combine(salt)
            text.withUnsafeBytes { hasher.combine(bytes: $0) }
            return hasher.finalize()
        }
    }
}
