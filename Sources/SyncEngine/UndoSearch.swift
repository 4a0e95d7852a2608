// Which entries of the history an undo or a redo takes back.

package import SettingsModel

/// Of which entries the newest step is looked for.
package struct HistoryScope: Equatable, Sendable {
    /// nil for all.
    package var domain: Domain?
    /// This key and what is below it; nil for all.
    package var keyPath: SettingKeyPath?
    /// The clients whose steps count; nil for everybody's.
    package var authors: Set<String>?

    package init(
        domain: Domain? = nil,
        keyPath: SettingKeyPath? = nil,
        authors: Set<String>? = nil
    ) {
        self.domain = domain
        self.keyPath = keyPath
        self.authors = authors
    }

    fileprivate func covers(_ entry: HistoryEntry) -> Bool {
        guard domain.map({ $0 == entry.domain }) ?? true,
            keyPath?.isPrefix(of: entry.keyPath) ?? true
        else { return false }
        guard let authors else { return true }
        if case .client(let name) = entry.origin { return authors.contains(name) }
        return false
    }
}

/// What an entry of the history is about: a key of a domain, or its text at a place of a mapped file.
struct HistorySubject: Hashable, Sendable {
    var key: ChangedKey
    var place: MappedPlace?

    init(_ entry: HistoryEntry) { (key, place) = (ChangedKey(entry), entry.place) }

    init(_ key: ChangedKey) { self.key = key }
}

/// Reads the history backwards and finds what an undo or a redo takes back.
///
/// An undo or a redo names the entries that it takes back. One that is named by an entry which counts
/// doesn't count itself: so an undo ends a change, a redo ends the undo, and the change counts again.
package struct UndoSearch: Sendable {
    /// What is looked for.
    package enum Aim: Equatable, Sendable {
        /// The newest step that counts.
        case undo(HistoryScope)
        /// The newest undo that counts.
        case redo(HistoryScope)
        /// All that is read, so that keys get the values of before.
        case everything(HistoryScope)
        /// The entries with these ids.
        case entries(Set<UInt64>)
    }

    private let aim: Aim
    /// The entries that don't count, as far as read.
    private var takenBack: Set<UInt64> = []
    /// The keys that gave way to what an undo or a redo set, whose newest change before doesn't count.
    private var displaced: Set<HistorySubject> = []
    /// What was found, newest first, and its subjects.
    private var found: [HistoryEntry] = []
    private var foundSubjects: Set<HistorySubject> = []
    /// The step that was found.
    private var group: UInt64?
    /// The newest change of each subject that counts and isn't found.
    private var later: [HistorySubject: HistoryEntry] = [:]
    /// The newest change in the scope of a redo, which nothing before it outlasts.
    private var end: HistoryEntry?
    /// An entry that was asked for and doesn't count any more.
    private var undone: HistoryEntry?
    /// The keys with a change that counts.
    private var changed: Set<ChangedKey> = []
    /// How many entries were asked for and not seen.
    private var missing: Int
    /// The oldest entry that was read.
    private var oldest: UInt64 = .max
    /// Whether nothing that is older matters.
    package private(set) var isComplete = false

    /// Begins a search.
    package init(_ aim: Aim) {
        self.aim = aim
        if case .entries(let ids) = aim { missing = ids.count } else { missing = 0 }
    }

    /// Reads the next older entry; with the one it follows, where it only does that, which decides whether
    /// it counts and is an undo.
    package mutating func read(_ entry: HistoryEntry, following leader: HistoryEntry? = nil) {
        if let group, entry.group != group { isComplete = true }
        guard !isComplete else { return }
        oldest = entry.id
        let step = leader ?? entry
        let counts = !takenBack.contains(entry.id) && !takenBack.contains(step.id)
        if counts { takenBack.formUnion(step.undoes) }
        let subject = HistorySubject(entry)
        if counts, entry.takesBack, entry.undoes.isEmpty { displaced.insert(subject) }
        let isChange =
            counts && !step.takesBack && entry.changesValue
            && displaced.remove(subject) == nil
        switch aim {
        case .undo(let scope): find(entry, isChange && scope.covers(entry), .ofOneStep)
        case .redo(let scope):
            find(entry, counts && step.isUndo && scope.covers(entry), .ofOneStep)
            if group == nil, end == nil, isChange, scope.covers(entry) { end = entry }
        case .everything(let scope):
            let isCovered = entry.transition != nil && !entry.isSecret && scope.covers(entry)
            find(entry, isCovered, .ofAnyStep)
            if isChange, entry.place == nil { changed.insert(ChangedKey(entry)) }
        case .entries(let ids): find(entry, among: ids, counts)
        }
        if isChange, !foundSubjects.contains(subject), later[subject] == nil {
            later[subject] = entry
        }
    }

    /// Whether all that is found is of one step.
    private enum Extent { case ofOneStep, ofAnyStep }

    private mutating func find(_ entry: HistoryEntry, _ isWanted: Bool, _ extent: Extent) {
        guard isWanted else { return }
        if extent == .ofOneStep { group = entry.group }
        found.append(entry)
        foundSubjects.insert(HistorySubject(entry))
    }

    private mutating func find(_ entry: HistoryEntry, among ids: Set<UInt64>, _ counts: Bool) {
        guard ids.contains(entry.id) else { return }
        missing -= 1
        if missing == 0 { isComplete = true }
        find(entry, counts, .ofAnyStep)
        if !counts { undone = entry }
    }
}

// MARK: What is found

/// What is so now, where it decides whether an entry can be taken back.
package struct CurrentValues {
    /// The user's value of a key.
    package var value: (ChangedKey) -> SettingValue?
    /// The keys above and below one that have a value.
    package var rivals: (ChangedKey) -> [SettingKeyPath]
    /// What stands now at the place of an entry.
    package var text: (HistoryEntry) -> SettingValue?

    /// Creates what asks these.
    package init(
        value: @escaping (ChangedKey) -> SettingValue?,
        rivals: @escaping (ChangedKey) -> [SettingKeyPath] = { _ in [] },
        text: @escaping (HistoryEntry) -> SettingValue? = { _ in nil }
    ) {
        self.value = value
        self.rivals = rivals
        self.text = text
    }
}

extension UndoSearch {
    /// What is taken back, newest first.
    ///
    /// - Parameter current: What is so now.
    /// - Returns: Entries that all are undos, or all aren't, but for ``Aim/everything(_:)``.
    /// - Throws: ``Refusal`` where nothing is left to take back.
    package func entries(given current: CurrentValues) throws(Refusal) -> [HistoryEntry] {
        var entries = found
        switch aim {
        case .everything(let scope):
            // What follows a step from before stays with it.
            if scope.domain == nil { entries.removeAll { $0.group < oldest } }
            entries = outdated(entries, given: current)
        case .entries where entries.isEmpty && undone != nil: throw .undoneAlready
        case .redo where entries.isEmpty || end != nil: try checkEnd()
        default: break
        }
        guard !entries.isEmpty else { throw nothing }
        return entries
    }

    /// All entries of the keys whose values, or changes that count, are others than before; none where all
    /// values are as they were.
    private func outdated(
        _ found: [HistoryEntry],
        given current: CurrentValues
    ) -> [HistoryEntry] {
        var first: [ChangedKey: HistoryEntry] = [:]
        for entry in found { first[ChangedKey(entry)] = entry }
        let same = first.filter { $1.transition?.before == current.value($0) }
        guard same.count < first.count else { return [] }
        return found.filter {
            let key = ChangedKey($0)
            return same[key] == nil || changed.contains(key)
        }
    }

    /// Refuses to redo what was undone before a change: of the same key, or of another in the scope.
    private func checkEnd() throws(Refusal) {
        guard let end else { return }
        if let entry = found.first(where: { later[HistorySubject($0)] != nil }) {
            throw Refusal(changed: entry, by: later[HistorySubject(entry)]?.origin)
        }
        throw Refusal(
            code: .notFound,
            problem:
                "there is nothing to redo: '\(end.keyPath)' of '\(end.domain)' was changed last, "
                + "by \(end.origin.name)",
            advice: "List the history with: settingsctl log \(end.domain)"
        )
    }

    private var nothing: Refusal {
        switch aim {
        case .undo(let scope): .nothing(to: "undo", in: scope)
        case .everything(let scope): .nothing(to: "undo", in: scope)
        case .redo(let scope): .nothing(to: "redo", in: scope)
        case .entries: .nothing(to: "undo", in: HistoryScope())
        }
    }

    /// Refuses entries one of which can't be taken back: somebody has changed its key since.
    package func check(
        _ entries: [HistoryEntry],
        given current: CurrentValues
    ) throws(Refusal) {
        var values: [HistorySubject: SettingValue?] = [:]
        for entry in entries {
            let subject = HistorySubject(entry)
            guard !entry.isWithoutValues else {
                let others = entries.lazy.filter { !$0.isWithoutValues }.map(ChangedKey.init)
                throw Refusal(forgotten: subject.key, beside: others.first)
            }
            if let change = later[subject] { throw Refusal(changed: entry, by: change.origin) }
            // A text that says the key goes along with its value.
            let goesAlong = entry.place != nil && values[HistorySubject(subject.key)] != nil
            if values[subject] == nil, !goesAlong {
                try Self.checkOutcome(of: entry, given: current)
            }
            values[subject] = .some(entry.otherSide)
        }
        for entry in entries where entry.transition != nil {
            let subject = HistorySubject(entry)
            guard case .some(.some) = values[subject] else { continue }
            let rival = current.rivals(subject.key).first { rival in
                values[HistorySubject(ChangedKey(entry.domain, rival))] == nil
            }
            if let rival { throw Refusal(changed: ChangedKey(entry.domain, rival), by: nil) }
        }
    }

    /// Refuses an entry where its key has another value now than it had afterwards.
    private static func checkOutcome(
        of entry: HistoryEntry,
        given current: CurrentValues
    ) throws(Refusal) {
        let key = ChangedKey(entry)
        guard entry.place == nil else {
            guard current.text(entry) == entry.value else { throw Refusal(changed: entry, by: nil) }
            return
        }
        let value = current.value(key)
        if let transition = entry.transition {
            guard value == transition.after else { throw Refusal(changed: key, by: nil) }
            return
        }
        // A value that is hidden was kept out by one above or below it.
        let isHidden = value == nil && !current.rivals(key).isEmpty
        guard entry.kind == .refused || value == entry.kept || isHidden else {
            throw Refusal(changed: key, by: nil)
        }
    }
}

extension ChangedKey {
    /// The key of an entry.
    init(_ entry: HistoryEntry) { self.init(entry.domain, entry.keyPath) }
}

extension HistoryEntry {
    /// Whether it is of a step that took back a change, so that taking it back is a redo.
    ///
    /// An entry whose key only gave way to another one names nothing that it takes back.
    package var isUndo: Bool { kind == .undo }

    /// Whether it is of an undo or a redo, which is no change of its own.
    fileprivate var takesBack: Bool { isUndo || kind == .redo || !undoes.isEmpty }

    /// Whether it changed a value, or the text at a place of a mapped file.
    package var isChange: Bool { transition != nil || place != nil }

    /// The values of its key before and after it; nil where it changed none.
    package var transition: (before: SettingValue?, after: SettingValue?)? {
        guard place == nil else { return nil }
        return switch kind {
        case .set, .concurrent, .undo, .redo: (old, value)
        case .ambiguous: kept == nil ? (old, value) : nil
        case .superseded: reason == Self.alternating ? (value, kept) : nil
        case .keptNewer, .refused, .own, .follow: nil
        }
    }

    /// Whether its subject had another value before it; of values that are forgotten it's assumed.
    fileprivate var changesValue: Bool {
        guard let transition else { return place != nil }
        return transition.before != transition.after || isWithoutValues
    }

    /// What its subject gets when it is taken back; nothing for a refused one, which was never in force, and
    /// what it has where a file only went its own way.
    package var otherSide: SettingValue? {
        if let transition { return transition.before }
        if place != nil { return old }
        return switch kind {
        case .refused: nil
        case .own: kept
        default: value
        }
    }

    /// Why a value gave way that a program and the agent had set in turn.
    package static let alternating = "alternating"
}

extension Origin {
    /// Who it is, for a message.
    fileprivate var name: String {
        switch self {
        case .file(let path): "the file '\(path)'"
        case .client(let name): "'\(name)'"
        case .agent: "the agent"
        }
    }
}

extension Refusal {
    /// An entry whose key, or whose text in a file, somebody else has changed since.
    fileprivate init(changed entry: HistoryEntry, by origin: Origin?) {
        guard let place = entry.place else {
            self.init(changed: ChangedKey(entry), by: origin)
            return
        }
        self.init(
            code: .revConflict,
            problem: "the text of '\(place.key)' in '\(place.file)' was changed since"
                + (origin.map { ", by \($0.name)" } ?? ""),
            advice: "List the file's earlier texts: settingsctl versions "
                + place.file.quotedForShell
        )
    }

    /// A key that somebody else has changed since.
    fileprivate init(changed key: ChangedKey, by origin: Origin?) {
        self.init(
            code: .revConflict,
            problem: "'\(key.keyPath)' of '\(key.domain)' was changed since"
                + (origin.map { ", by \($0.name)" } ?? ""),
            advice: (origin == nil
                ? "See what happened: settingsctl log" : "To undo that: settingsctl undo")
                + " \(key.domain) \(key.keyPath.description.quotedForShell)"
        )
    }

    /// A secret's earlier value, which no journal has; with another key of the step that can be undone.
    fileprivate init(forgotten key: ChangedKey, beside other: ChangedKey?) {
        let command = other.map { "undo \($0.domain) \($0.keyPath.description.quotedForShell)" }
        self.init(
            code: .invalid,
            problem: "the earlier value of '\(key.keyPath)' of '\(key.domain)' is a secret, "
                + "which is kept only while the agent runs",
            advice: command.map {
                "Undo the other keys one by one, such as: settingsctl \($0)"
            }
                ?? "Set it: settingsctl set \(key.domain) "
                + key.keyPath.description.quotedForShell + " -"
        )
    }

    fileprivate static let undoneAlready = Refusal(
        code: .revConflict,
        problem: "that is undone already",
        advice: "To redo what was undone last, run: settingsctl redo"
    )

    fileprivate static func nothing(to verb: String, in scope: HistoryScope) -> Refusal {
        var words = ""
        if let key = scope.keyPath { words += " of '\(key)'" }
        if let domain = scope.domain { words += " in '\(domain)'" }
        let arguments = [scope.domain?.name, scope.keyPath?.description.quotedForShell]
        return Refusal(
            code: .notFound,
            problem: "there is nothing to \(verb)\(words)",
            advice: (["List the history with: settingsctl log"] + arguments.compactMap(\.self))
                .joined(separator: " ")
        )
    }
}
