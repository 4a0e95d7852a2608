// Everything that was changed, by whomever and as far back as is known.

import SettingsModel
import SettingsSchema

/// Changes in the order in which they happened.
struct ChangeLog: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        enum Author: Equatable, Sendable {
            case us
            case other(String)

            var word: String {
                switch self {
                case .us: "you"
                case .other(let name): name
                }
            }
        }
        var time: Moment
        var author: Author
        var place: SettingPlace
        /// What was in force before, or what wasn't adopted; nil for the schema's default.
        var from: StoredValue?
        /// What was in force after it; nil for the schema's default.
        var to: StoredValue?
        /// The mapped file whose texts these are; nil for values of the setting.
        var file: String?
        /// The write that made it.
        var write: Int?
        /// The agent's number of the step that it is of; nil where that isn't known.
        var group: UInt64?
        /// The agent's number of a value of a save that wasn't adopted, which an undo adopts.
        var notAdopted: UInt64?
        /// Whether it took the place of a value in a file that a rule refuses, which no undo can set.
        var endsRefused = false
        var isUndone = false
        /// False once the agent has refused to undo it, for good.
        var canBeUndone = true

        var new: SettingValue? { to?.value }

        /// Whether its new value means the same as another; nil is a removal.
        func sets(_ other: SettingValue?) -> Bool {
            guard let new, let other else { return new == nil && other == nil }
            return new.means(other)
        }

        /// Whether it's the change of a setting in one of the agent's steps.
        func isChange(of place: SettingPlace, in group: UInt64?) -> Bool {
            self.place == place && self.group == group && notAdopted == nil
        }

        /// Whether it changed a setting's value, and that isn't undone.
        var isInForce: Bool { file == nil && !isUndone }

        /// Whether an undo can be asked for: it isn't undone, and won't be with one of these steps.
        func isToUndo(besides steps: [Step]) -> Bool {
            !isUndone && canBeUndone && !steps.contains { $0.has(self) }
        }

        /// What was in force before it; nil for the schema's default.
        var before: StoredValue? { notAdopted == nil ? from : to }
    }

    private(set) var entries: [Entry] = []
    /// How many of the entries are older than the screen.
    private(set) var start = 0
    /// Whether those are known.
    private(set) var hasEarlier = false

    /// The number of the newest entry of the agent's history that is known.
    var lastReport: UInt64 = 0
    /// The epoch of the agent's database, whose numbers these are; nil before it's known.
    var epoch: String?

    /// How many changes are remembered; more than anyone scrolls through.
    static let mostEntries = 10_000

    /// Who made a change of which that wasn't told, as the status and the history have it.
    static let unnamed = "a reset"
    /// Who made a change while no agent was heard: anybody, perhaps with a request of this screen.
    static let others = "others"

    /// The changes that aren't undone, the oldest first.
    var inForce: LazyFilterSequence<[Entry]> { entries.lazy.filter { !$0.isUndone } }

    /// The last change that isn't undone; all after it are.
    var lastInForce: Int? { entries.lastIndex { !$0.isUndone } }

    /// Who made the first change of a step, which its others follow; nil where that isn't known.
    func author(ofStep group: UInt64) -> Entry.Author? {
        let newest = entries.last { ($0.group ?? .max) <= group }
        return newest?.group == group ? newest?.author : nil
    }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        guard entries.count > Self.mostEntries else { return }
        entries.removeFirst()
        start = max(0, start - 1)
    }

    /// Remembers what happened before the screen was opened; gives how many entries that is.
    mutating func prepend(_ earlier: [Entry]) -> Int {
        hasEarlier = true
        let kept = earlier.suffix(max(0, Self.mostEntries - entries.count))
        entries = kept + entries
        start += kept.count
        return kept.count
    }

    /// Notes of which step what a write changed is; what changed nothing of the user's own is forgotten.
    mutating func answer(write: Int, group: UInt64?) {
        guard let group else { return remove { $0.write == write } }
        set(\.group, to: group) { $0.write == write }
    }

    private mutating func remove(where isGone: (Entry) -> Bool) {
        start -= entries[..<start].count(where: isGone)
        entries.removeAll(where: isGone)
    }

    private mutating func set<Value>(
        _ member: WritableKeyPath<Entry, Value>,
        to value: Value,
        where isMeant: (Entry) -> Bool
    ) {
        for index in entries.indices where isMeant(entries[index]) {
            entries[index][keyPath: member] = value
        }
    }

    /// Notes that the changes of a step are undone, or in force again.
    mutating func mark(_ step: Step, isUndone: Bool) {
        set(\.isUndone, to: isUndone, where: step.has)
    }

    /// Notes whether what a step changed in one setting is undone.
    mutating func mark(_ place: SettingPlace, of group: UInt64, isUndone: Bool) {
        set(\.isUndone, to: isUndone) { $0.isChange(of: place, in: group) }
    }

    /// Forgets what a step changed in one setting.
    mutating func remove(_ place: SettingPlace, of group: UInt64) {
        remove { $0.isChange(of: place, in: group) }
    }

    /// Notes that a step can't be undone.
    mutating func markNotUndoable(_ step: Step) {
        set(\.canBeUndone, to: false, where: step.has)
    }

    /// Notes that a step took the place of a value in a file that a rule refuses.
    mutating func noteRefused(at place: SettingPlace, of step: Step) {
        set(\.endsRefused, to: true) { $0.place == place && step.has($0) }
    }

    /// Notes what was in force before a write, which is known now.
    mutating func correct(from old: StoredValue?, ofWrite write: Int, at place: SettingPlace) {
        set(\.from, to: old) { $0.write == write && $0.place == place }
    }

    /// Notes the step that a change is of, and who made it, where that isn't known.
    ///
    /// - Parameters:
    ///   - reported: What the agent's history says of a change.
    ///   - awaited: The writes that the agent will still answer.
    /// - Returns: The change as it is now; nil where it isn't known, or nothing was learned.
    mutating func learn(_ reported: Entry, awaited: Set<Int>) -> Entry? {
        guard let group = reported.group else { return nil }
        let known = entries.lastIndex { $0.isChange(of: reported.place, in: group) }
        if let known, entries[known].author != .other(Self.unnamed) { return nil }
        let index =
            known
            ?? entries.lastIndex { entry in
                guard entry.isChange(of: reported.place, in: nil) else { return false }
                if let write = entry.write, awaited.contains(write) { return false }
                let mayBe =
                    entry.author == .other(Self.others)
                    || (entry.author == .us) == (reported.author == .us)
                return mayBe && entry.sets(reported.new)
            }
        guard let index else { return nil }
        if entries[index].author != .us, reported.author != .other(Self.unnamed) {
            entries[index].author = reported.author
        }
        entries[index].group = reported.group
        return entries[index]
    }
}

extension Step {
    /// An undo of changes that others may have made, or of the one whose value wasn't adopted.
    init(undoing entries: [ChangeLog.Entry]) {
        if entries.count == 1 { entry = entries[0].notAdopted }
        for group in entries.compactMap(\.group) where !groups.contains(group) {
            groups.append(group)
        }
    }

    /// Whether a change is of it.
    func has(_ entry: ChangeLog.Entry) -> Bool {
        if let notAdopted = entry.notAdopted { return notAdopted == self.entry }
        return entry.group.map(groups.contains) ?? false
            || entry.write.map(writes.contains) ?? false
    }
}
