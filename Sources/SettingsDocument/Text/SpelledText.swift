// The places of a spelled text's characters, so that a change leaves the spelling of the others.

/// A text as a file spells it: each of its bytes, and where in the file that is said.
///
/// What stands between the places says nothing, such as a line end that is escaped.
struct SpelledText {
    /// A small change that makes a file say another text.
    struct Change {
        /// The place of what is replaced; empty for what is added.
        var place: Range<Int>
        /// The text for it, still without quotes and escapes.
        var text: String
    }

    private var bytes: [UInt8] = []
    private var places: [Range<Int>] = []
    /// Finds a byte's place where `places` doesn't have it.
    private let search: ((Int) -> Range<Int>)?
    /// Where the text would begin that has no characters yet, and where it ends with all that says nothing.
    private let bounds: Range<Int>

    /// Creates an empty text that begins at a place.
    init(at start: Int) {
        bounds = start..<start
        search = nil
    }

    /// Creates a text of which a function finds the places.
    init(_ bytes: [UInt8], in bounds: Range<Int>, placedBy search: @escaping (Int) -> Range<Int>) {
        self.bytes = bytes
        self.bounds = bounds
        self.search = search
    }

    /// What it says.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds characters that one place says.
    mutating func append(_ characters: some Sequence<UInt8>, at place: Range<Int>) {
        for byte in characters {
            bytes.append(byte)
            places.append(place)
        }
    }

    /// The change that makes it say another text; all that says nothing stays.
    func change(to text: String) -> Change { changes(to: text)[0] }

    /// The changes that make it say another text.
    ///
    /// They differ in what says nothing: added text stands before or behind that, and it stays or goes behind
    /// what is removed.
    func changes(to text: String) -> [Change] {
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
        return placesToReplace(first..<bytes.count - last).map { Change(place: $0, text: added) }
    }

    private func placesToReplace(_ removed: Range<Int>) -> [Range<Int>] {
        let isAtFront = removed.lowerBound == 0
        let before = isAtFront ? bounds.lowerBound : place(of: removed.lowerBound - 1).upperBound
        let isAtEnd = removed.upperBound == bytes.count
        let behind = isAtEnd ? bounds.upperBound : place(of: removed.upperBound).lowerBound
        guard !removed.isEmpty else { return [before..<before, behind..<behind] }
        let start = place(of: removed.lowerBound).lowerBound
        let end = place(of: removed.upperBound - 1).upperBound
        return [start..<end, start..<max(end, behind)]
    }

    private func place(of index: Int) -> Range<Int> { search?(index) ?? places[index] }

    /// Whether an index is behind the first byte of a scalar, in this text or another that begins alike.
    private func isInsideScalar(_ index: Int, _ other: [UInt8]) -> Bool {
        index < other.count && UTF8.isContinuation(other[index])
            || index < bytes.count && UTF8.isContinuation(bytes[index])
    }
}
