// Telling a text that a write in place left half done from somebody's save.

extension PublishIntent {
    /// Whether a content is what a write in place left that ended early, by a crash or a power cut.
    ///
    /// Such a text is written again, so nobody's edit may be in it. Its bytes alone don't tell: who
    /// takes a change back in an editor while no agent runs may save the same. Its time does.
    func left(_ content: FileContent) -> Bool {
        guard let old, isFromThen(content) else { return false }
        // Nothing was written, or a failed write was undone; after an earlier try it's half-written still.
        if whole == nil, old.bytes == content.bytes { return false }
        return TornText(of: [whole, old.bytes].compactMap { $0 }, and: new).mayBe(content.bytes)
    }

    /// Whether a content is the old text because nothing was written, or a failed write put it back.
    func isUntouched(_ content: FileContent) -> Bool {
        guard let old, old.bytes == content.bytes else { return false }
        return old.modified == content.modified || isFresh(in: content)
    }

    /// Whether nobody can have saved a content since the intent was carried out.
    ///
    /// A power cut may leave new bytes with the time from before, as the disk gets that later; after
    /// an earlier try, with the time from before that. No save leaves it.
    private func isFromThen(_ content: FileContent) -> Bool {
        guard let old else { return false }
        return isFresh(in: content) || old.modified == content.modified
            || whole != nil && content.modified < old.modified
    }

    /// Whether a content is from about when the intent was carried out.
    ///
    /// Somebody's edit comes seconds later. File systems of other machines have clocks of their own,
    /// which may be off as much.
    private func isFresh(in content: FileContent) -> Bool {
        let seconds: Int64 = 10_000
        return abs(content.modified - decided) <= seconds
    }
}

/// What a file may hold after a write in place that ended early.
///
/// A text is written from its beginning, and only then cut to its length. So a killed agent leaves the
/// first bytes of the new text and behind them the old one. A power cut leaves each sector of 512
/// bytes, which a disk writes whole or not at all, in either state, in any order, until fsync(2) has
/// returned: ext4, xfs, f2fs and btrfs without copy-on-write order no overwrites among each other.
/// A sector that got its place on the disk and not yet its bytes reads as zeros.
///
/// A file that grows has any length on the way, as its size follows its pages; one that shrinks has the
/// old or the new one (ext4 and xfs cut a file in one transaction).
struct TornText {
    private static let sector = 512

    /// The texts of before the write, and of before an earlier one that ended early, too.
    private let olds: [[UInt8]]
    private let new: [UInt8]

    init(of olds: [[UInt8]], and new: [UInt8]) {
        self.olds = olds
        self.new = new
    }

    /// Whether a write that ended early may have left a text.
    func mayBe(_ text: [UInt8]) -> Bool {
        guard hasLength(text.count) else { return false }
        // A write ends in one place, perhaps within a sector.
        var hasEnded = false
        for start in stride(from: 0, to: text.count, by: Self.sector) {
            let part = text[start..<min(start + Self.sector, text.count)]
            if isWhole(part) { continue }
            if hasEnded || !olds.contains(where: { isEnd(part, $0) }) { return false }
            hasEnded = true
        }
        return true
    }

    private func hasLength(_ count: Int) -> Bool {
        count == new.count
            || olds.contains { $0.count == count || $0.count < count && count < new.count }
    }

    /// Whether a sector is one of a text's, or has nothing in it yet.
    private func isWhole(_ part: ArraySlice<UInt8>) -> Bool {
        isPart(part, of: new) || olds.contains { isPart(part, of: $0) }
            || part.allSatisfy { $0 == 0 }
    }

    /// Whether a sector begins as the new text does there, and goes on as an old one.
    private func isEnd(_ part: ArraySlice<UInt8>, _ old: [UInt8]) -> Bool {
        let count = zip(part, new.dropFirst(part.startIndex)).prefix { $0 == $1 }.count
        return isPart(part.dropFirst(count), of: old)
    }

    /// Whether bytes are a text's at that place, where the last sector ends with zeros.
    private func isPart(_ part: ArraySlice<UInt8>, of text: [UInt8]) -> Bool {
        let known = text.dropFirst(part.startIndex).prefix(part.count)
        return part.starts(with: known) && part.dropFirst(known.count).allSatisfy { $0 == 0 }
    }
}
