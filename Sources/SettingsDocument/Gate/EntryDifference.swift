// How the leaves of one text differ from those of another.

import SettingsModel

/// How a text's leaves differ from those of an older one, compared side by side.
///
/// A save changes a few settings in one place, so mostly all others are found where they were.
package struct EntryDifference: Equatable {
    /// How many leaves the old text has.
    package let oldCount: Int
    /// New leaves whose value is another one than at the same key before, in no order.
    package private(set) var changed: [DocumentEntry] = []
    /// The old leaves between those that are at the same keys in both texts, in the order of the file.
    package private(set) var gone: [DocumentEntry] = []
    /// The new leaves there, some of which may be at keys of the old ones.
    package private(set) var added: [DocumentEntry] = []

    /// Compares entries.
    init(from old: [DocumentEntry], to new: [DocumentEntry]) {
        self.init(
            from: old,
            to: new,
            isSameKey: { $0.keyPath == $1.keyPath },
            isSameValue: { $0.value == $1.value },
            oldEntry: { $0 },
            newEntry: { $0 }
        )
    }

    /// Compares leaves of any kind; entries are made only of those that differ.
    @inline(__always)
    init<Leaf>(
        from old: [Leaf],
        to new: [Leaf],
        isSameKey: (Leaf, Leaf) -> Bool,
        isSameValue: (Leaf, Leaf) -> Bool,
        oldEntry: (Leaf) -> DocumentEntry,
        newEntry: (Leaf) -> DocumentEntry
    ) {
        let ends = CommonEnds(of: old, new, where: isSameKey)
        oldCount = old.count
        gone = old[ends.oldRest].map(oldEntry)
        added = new[ends.newRest].map(newEntry)
        for (old, new) in ends.pairs where !isSameValue(old, new) { changed.append(newEntry(new)) }
    }
}

/// How far two lists are the same from their starts on, and from their ends back.
struct CommonEnds<Element> {
    private let old: [Element]
    private let new: [Element]
    /// What is left of the old list between the ends.
    let oldRest: Range<Int>
    /// What is left of the new list between the ends.
    let newRest: Range<Int>

    /// Compares two lists side by side.
    @inline(__always)
    init(
        of old: [Element],
        _ new: [Element],
        where isSame: (_ old: Element, _ new: Element) -> Bool
    ) {
        var start = 0
        while start < min(old.count, new.count), isSame(old[start], new[start]) { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while min(oldEnd, newEnd) > start, isSame(old[oldEnd - 1], new[newEnd - 1]) {
            oldEnd -= 1
            newEnd -= 1
        }
        (self.old, self.new) = (old, new)
        (oldRest, newRest) = (start..<oldEnd, start..<newEnd)
    }

    /// The elements at both ends, each with the one that is the same.
    var pairs: some Sequence<(old: Element, new: Element)> {
        let shift = new.count - old.count
        return old.indices.lazy.filter { !oldRest.contains($0) }
            .map { (old[$0], new[$0 < oldRest.lowerBound ? $0 : $0 + shift]) }
    }
}

extension Document {
    /// What a document does that has no shorter way: compares all entries.
    package func difference(from old: any Document) -> EntryDifference {
        EntryDifference(from: old.entries, to: entries)
    }
}
