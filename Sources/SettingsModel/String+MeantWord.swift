// Which word somebody meant who typed another.

extension String {
    /// Longer words are compared by nobody's eye.
    private static let mostLetters = 64
    /// A word with more mistakes than this is another word.
    private static let mostMistakes = 2

    /// The word that may have been meant by this one: the nearest of those that differ in one or two
    /// letters; nil where there is none.
    ///
    /// A letter that is missing, added or another is a mistake, and so are two that are swapped. Upper
    /// and lower case are the same.
    package func meantWord(among words: some Sequence<String>) -> String? {
        words.compactMap { word in mistakes(meaning: word).map { ($0, word) } }.min { $0 < $1 }?.1
    }

    /// How many mistakes make this word of another; nil where it's too many for that one to be meant.
    package func mistakes(meaning other: String) -> Int? {
        let typed = Array(lowercased().unicodeScalars)
        let meant = Array(other.lowercased().unicodeScalars)
        // In a short word, two mistakes make any other.
        let most = Swift.min(Self.mostMistakes, typed.count / 3)
        guard abs(typed.count - meant.count) <= most,
            Swift.max(typed.count, meant.count) <= Self.mostLetters
        else { return nil }
        let count = Self.mistakes(in: typed, meaning: meant, atMost: most)
        return count.flatMap { $0 <= most ? $0 : nil }
    }

    /// The distance of "optimal string alignment", by rows; nil where it's known early that it is larger.
    private static func mistakes(
        in typed: [Unicode.Scalar],
        meaning meant: [Unicode.Scalar],
        atMost most: Int
    ) -> Int? {
        var before: [Int] = []
        var above = Array(0...meant.count)
        for i in typed.indices {
            var row = [i + 1]
            for j in meant.indices {
                let other = above[j] + (typed[i] == meant[j] ? 0 : 1)
                var least = Swift.min(other, above[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, typed[i] == meant[j - 1], typed[i - 1] == meant[j] {
                    least = Swift.min(least, before[j - 1] + 1)
                }
                row.append(least)
            }
            // What two letters swapped is reaches over one row.
            if Swift.min(row.min() ?? 0, above.min() ?? 0) > most { return nil }
            before = above
            above = row
        }
        return above[meant.count]
    }
}
