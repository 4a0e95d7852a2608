// Everything that was changed, by whomever and as far back as is known; undo and redo go along it.

import SettingsModel
import SettingsProtocol
import SettingsSchema

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
        /// What was in force where nothing was stored; nil for the schema's default.
        var below: SettingValue?
        /// Whether it isn't known yet that the user had no value of his own, the default's.
        var isUnclear = false
        /// Whether the user's own value was hidden by another, and the agent hasn't told it yet.
        var isHidden = false
        var new: SettingValue?
        /// The last write that made it or took it back, while the agent may still refuse that.
        var write: Int?

        /// What an undo stores again; nil for nothing.
        var restored: SettingValue? { isUnclear ? below : old }
    }

    private(set) var entries: [Entry] = []
    /// How many of the entries are in force; those after it are undone.
    private(set) var applied = 0
    /// How many of them are older than the screen.
    private(set) var start = 0
    /// Whether those are known.
    private(set) var hasEarlier = false
    /// How many changes were remembered since the screen was opened.
    private(set) var appended = 0

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
        appended += 1
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

    /// Remembers by which write the change was made that was undone or redone last.
    mutating func note(write: Int, _ recording: State.Recording) {
        entries[recording == .undone ? applied : applied - 1].write = write
    }

    /// What was there before a write, which is known now.
    mutating func correct(old: StoredValue?, ofWrite write: Int) {
        guard let index = entries.lastIndex(where: { $0.write == write }) else { return }
        entries[index].old = old?.own
        entries[index].below = old?.other
    }

    /// The user's own value before a write, which is known now.
    mutating func correct(own: SettingValue?, ofWrite write: Int) {
        guard let index = entries.lastIndex(where: { $0.write == write }) else { return }
        entries[index].old = own
        entries[index].isHidden = false
    }

    /// Takes on which values from below were the user's own too before others changed them.
    mutating func learn(_ reports: [HistoryReport], of domain: Domain) {
        for index in entries.indices where entries[index].place.domain == domain {
            entries[index].isUnclear = false
        }
        for report in reports {
            guard let old = report.old else { continue }
            let place = SettingPlace(domain: report.domain, keyPath: report.key)
            let index = entries.lastIndex { entry in
                entry.place == place && entry.author != .us && entry.old == nil
                    && entry.below?.means(old) == true
            }
            if let index { entries[index].old = old }
        }
    }

    /// Takes back what a write did here, as the agent refused it.
    mutating func refuse(write: Int, _ recording: State.Recording) {
        guard let index = entries.lastIndex(where: { $0.write == write }) else { return }
        var entry = entries.remove(at: index)
        if index < applied { applied -= 1 }
        guard recording != .recorded else { return }
        entry.write = nil
        // What was not undone is in force, whatever was undone after it; and the other way round.
        entries.insert(entry, at: applied)
        if recording == .undone { applied += 1 }
    }

    /// Whether what the last change is taken back to isn't known yet.
    var isWaiting: Bool { applied > 0 && entries[applied - 1].isHidden }

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
