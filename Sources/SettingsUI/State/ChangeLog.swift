// Everything that was changed, by whomever and as far back as is known; undo and redo go along it.

import SettingsModel

/// Changes in the order in which they happened.
struct ChangeLog: Equatable, Sendable {
    /// One change.
    struct Entry: Equatable, Sendable {
        /// Who made a change.
        enum Author: Equatable, Sendable {
            case us
            case other(String)
        }
        var time: Moment
        var author: Author
        var place: SettingPlace
        var old: SettingValue?
        var new: SettingValue?
        /// The write that made it, while the agent may still refuse it.
        var write: Int?
    }

    private(set) var entries: [Entry] = []
    /// How many of the entries are in force; those after it are undone.
    private(set) var applied = 0
    /// How many of them are older than the screen.
    private(set) var start = 0
    /// Whether those are known.
    private(set) var hasEarlier = false

    /// How far back a change is taken.
    enum Reach: Equatable, Sendable {
        case sinceStart, everything
    }

    /// How many changes are remembered; more than anyone takes back by hand.
    static let mostEntries = 10_000

    var hasUndone: Bool { applied < entries.count }

    /// Remembers a change; what was undone before can't be redone after it.
    mutating func append(_ entry: Entry) {
        entries.removeLast(entries.count - applied)
        entries.append(entry)
        start = min(start, entries.count - 1)
        if entries.count > Self.mostEntries {
            entries.removeFirst()
            start = max(0, start - 1)
        }
        applied = entries.count
    }

    /// Remembers what happened before the screen was opened; gives how many entries that is.
    mutating func prepend(_ earlier: [Entry]) -> Int {
        hasEarlier = true
        let kept = earlier.suffix(max(0, Self.mostEntries - entries.count))
        entries = kept + entries
        applied += kept.count
        start += kept.count
        return kept.count
    }

    /// Forgets a change that the agent refused.
    mutating func remove(write: Int) {
        guard let index = entries.lastIndex(where: { $0.write == write }) else { return }
        entries.remove(at: index)
        if index < applied { applied -= 1 }
    }

    /// Takes the last change back; nil when there is none.
    mutating func undo(_ reach: Reach) -> Entry? {
        guard applied > (reach == .everything ? 0 : start) else { return nil }
        applied -= 1
        return entries[applied]
    }

    /// Makes the change again that was taken back last; nil when there is none.
    mutating func redo() -> Entry? {
        guard applied < entries.count else { return nil }
        applied += 1
        return entries[applied - 1]
    }
}
