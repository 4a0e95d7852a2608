// The places of a quoted text's characters, so that a change leaves the spelling of the others.

/// A text as a file spells it: each of its bytes, and where in the file that is said.
///
/// What stands between the places says nothing, such as a line end that is escaped.
struct SpelledText {
    /// The smallest change that makes a file say another text.
    struct Change {
        /// The place of what is replaced; empty for what is added.
        var place: Range<Int>
        /// The text for it, still without quotes and escapes.
        var text: String
    }

    private var bytes: [UInt8] = []
    private var places: [Range<Int>] = []
    /// Where the text would begin that has no characters yet.
    private let start: Int

    /// Creates an empty text that begins at a place.
    init(at start: Int) { self.start = start }

    /// What it says.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds characters that one place says.
    mutating func append(_ characters: some Sequence<UInt8>, at place: Range<Int>) {
        for byte in characters {
            bytes.append(byte)
            places.append(place)
        }
    }

    /// The change that makes it say another text.
    func change(to text: String) -> Change {
        let new = Array(text.utf8)
        let limit = min(bytes.count, new.count)
        var first = 0
        while first < limit, bytes[first] == new[first] { first += 1 }
        while first > 0, isInsideScalar(first, new) { first -= 1 }
        var last = 0
        while last < limit - first, bytes[bytes.count - last - 1] == new[new.count - last - 1] {
            last += 1
        }
        while last > 0, isInsideScalar(bytes.count - last, bytes) { last -= 1 }
        let added = String(decoding: new[first..<new.count - last], as: UTF8.self)
        let removed = first..<bytes.count - last
        guard removed.isEmpty else {
            let place = places[removed.lowerBound].lowerBound..<places[removed.upperBound - 1].upperBound
            return Change(place: place, text: added)
        }
        let place = first > 0 ? places[first - 1].upperBound : places.first?.lowerBound ?? start
        return Change(place: place..<place, text: added)
    }

    /// Whether an index is behind the first byte of a scalar, in this text or another that begins alike.
    private func isInsideScalar(_ index: Int, _ other: [UInt8]) -> Bool {
        index < other.count && UTF8.isContinuation(other[index])
            || index < bytes.count && UTF8.isContinuation(bytes[index])
    }
}
