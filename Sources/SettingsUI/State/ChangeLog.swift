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
        var new: SettingValue?
        /// What was in force after it where nothing is stored; nil for the schema's default.
        var after: SettingValue?
        /// Whether it took the place of a value in a file that a rule refuses, which no undo can set.
        var endsRefused = false
        /// The last write that made it or took it back, while the agent may still refuse that.
        var write: Int?
        /// The agent's number of the step that it is of; nil for one that this screen made.
        var step: UInt64?
        /// Whether what it puts back was never in force: a value of a save that wasn't taken.
        var isPutBack = false
        /// The changes that were made at once with it, and are undone so; nil where it's alone.
        fileprivate(set) var group: Group?
        /// What was undone when it was made and can't be redone since, the oldest first.
        fileprivate(set) var replaced: [Entry] = []

        /// What changes are of that are undone together.
        enum Group: Equatable, Sendable {
            /// What was made here at once.
            case made(Int)
            /// A table that became a value, or a value that became a table, in a step of the agent.
            case step(UInt64)
        }

        /// What an undo stores again; nil for nothing.
        var restored: SettingValue? { isUnclear ? below : old }

        /// What was stored before it; nil for nothing.
        var before: SettingValue? { isPutBack ? new : old }
    }

    private(set) var entries: [Entry] = []
    /// How many of the entries are in force; those after it are undone.
    private(set) var applied = 0
    /// How many of them are older than the screen.
    private(set) var start = 0
    /// What was undone when a change was made that the agent refused.
    private(set) var abandoned: [Entry] = []
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

    /// How many undone changes are remembered beside each of them.
    static let mostReplaced = 100

    /// Remembers a change; what was undone before can't be redone after it, but where someone else
    /// changed something of which nothing was undone.
    ///
    /// A value that got another key is remembered as two changes, the removal first.
    mutating func append(_ entry: Entry) {
        appended += 1
        let undone = entries[applied...]
        let isApart = !undone.contains { $0.place == entry.place }
        if !undone.isEmpty, isApart, entry.author != .us, applied >= start {
            insert(entry)
        } else {
            replaceUndone(with: entry)
            start = min(start, applied)
        }
        applied += 1
        guard entries.count > Self.mostEntries else { return }
        entries.removeFirst()
        applied -= 1
        start = max(0, start - 1)
    }

    private mutating func replaceUndone(with entry: Entry) {
        var entry = entry
        let undone = abandoned + entries[applied...].flatMap { $0.replaced + [$0.alone] }
        entry.replaced = undone.suffix(Self.mostReplaced)
        abandoned = []
        entries.removeLast(entries.count - applied)
        insert(entry)
    }

    /// Puts a change to those in force; a table that became a value, or the other way round, is one
    /// with what it gave way to, the removals first, so that neither is in the other's way.
    private mutating func insert(_ entry: Entry) {
        var entry = entry
        var index = place(of: entry)
        if let step = entry.step {
            let first = (entries[..<applied].lastIndex { $0.step != step } ?? -1) + 1
            let others = (first..<applied).filter {
                entries[$0].place.gives(wayTo: entry.place)
                    && (entries[$0].new == nil) != (entry.new == nil)
            }
            for other in others { entries[other].group = .step(step) }
            if let first = others.first, let last = others.last {
                entry.group = .step(step)
                index = entry.new == nil ? first : last + 1
            }
        }
        entries.insert(entry, at: index)
    }

    private func place(of entry: Entry) -> Int {
        guard let step = entry.step else { return applied }
        let inForce = entries[..<applied]
        let first = (inForce.lastIndex { $0.step != step } ?? -1) + 1
        let other = inForce[first...].indices.first { index in
            entries[index].isMove(with: entry) && !isHalfOfMove(index)
        }
        return other.map { entry.new == nil ? $0 : $0 + 1 } ?? applied
    }

    private func isHalfOfMove(_ index: Int) -> Bool {
        [index - 1, index + 1].contains {
            entries.indices.contains($0) && entries[$0].isMove(with: entries[index])
        }
    }

    /// Whether the change that was undone last moved a value together with the one before it.
    var isAmidMove: Bool {
        guard applied > 0, hasUndone else { return false }
        return entries[applied - 1].isMove(with: entries[applied])
    }

    /// Whether the change that was undone last was made at once with the one before it.
    var isAmidGroup: Bool {
        guard applied > 0, hasUndone, let group = entries[applied].group else { return false }
        return entries[applied - 1].group == group
    }

    /// Has the last changes undone and redone together, from one number of changes on.
    mutating func group(from count: Int) {
        let size = min(appended - count, applied)
        guard size > 1 else { return }
        for index in applied - size..<applied { entries[index].group = .made(appended) }
    }

    /// Who made a change of which that wasn't told, as the status and the history have it.
    static let unnamed = "a reset"

    /// Says who made the change of a step, where that wasn't known; whether there is one.
    mutating func name(_ who: String, ofStep step: UInt64, at place: SettingPlace) -> Bool {
        let index = entries.lastIndex { entry in
            entry.step == step && entry.place == place && entry.author == .other(Self.unnamed)
        }
        guard let index, who != Self.unnamed else { return false }
        entries[index].author = .other(who)
        return true
    }

    /// Remembers what happened before the screen was opened; gives how many entries that is.
    mutating func prepend(_ earlier: [Entry]) -> Int {
        hasEarlier = true
        var log = ChangeLog()
        for entry in earlier { log.append(entry) }
        let earlier = log.entries
        let kept = earlier.suffix(max(0, Self.mostEntries - entries.count))
        entries = kept + entries
        applied += kept.count
        start += kept.count
        return kept.count
    }

    /// Remembers by which write the change was made that was undone or redone last, and whether a
    /// refused value came in between that no undo can put back.
    mutating func note(write: Int, _ recording: Model.Recording, endsRefused: Bool) {
        let index = recording == .undone ? applied : applied - 1
        entries[index].write = write
        if recording == .redone, endsRefused { entries[index].endsRefused = true }
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
    mutating func refuse(write: Int, _ recording: Model.Recording) {
        guard let index = entries.lastIndex(where: { $0.write == write }) else { return }
        var entry = entries.remove(at: index)
        if index < applied { applied -= 1 }
        guard recording != .recorded else {
            if index < entries.count {
                entries[index].replaced = entry.replaced + entries[index].replaced
            } else {
                abandoned = entry.replaced + abandoned
            }
            return
        }
        entry.write = nil
        // What was not undone is in force, whatever was undone after it; and the other way round.
        entries.insert(entry, at: applied)
        if recording == .undone { applied += 1 }
    }

    /// Takes the last change back; nil when there is none.
    mutating func undo(_ reach: Reach) -> Entry? {
        guard applied > (reach == .everything ? 0 : start) else { return nil }
        applied -= 1
        return entries[applied]
    }

    /// The changes that are in force, the oldest first.
    var inForce: ArraySlice<Entry> { entries[..<applied] }

    /// The changes of this session that are in force, as many as were made last.
    func last(_ count: Int) -> ArraySlice<Entry> { entries[..<applied].suffix(count) }

    /// Makes the change again that was taken back last; nil when there is none.
    mutating func redo() -> Entry? {
        guard applied < entries.count else { return nil }
        applied += 1
        return entries[applied - 1]
    }
}

extension ChangeLog.Entry {
    /// Whether one value went from the key of one to that of the other, in one step.
    fileprivate func isMove(with other: ChangeLog.Entry) -> Bool {
        guard step != nil, step == other.step, place.domain == other.place.domain,
            place != other.place
        else { return false }
        let (gone, come) = new == nil ? (self, other) : (other, self)
        guard gone.new == nil, let value = gone.old else { return false }
        return come.old == nil && come.new == value
    }

    /// The change without those that it replaced.
    fileprivate var alone: Self {
        var entry = self
        entry.replaced = []
        return entry
    }
}
