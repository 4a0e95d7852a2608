// The agent's answers to our writes, which also tell our own changes from those of others.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A write that the agent hasn't answered.
struct PendingWrite: Equatable, Sendable {
    /// What a write changes.
    enum Scope: Equatable, Sendable {
        /// All of the value.
        case setting
        /// A part of a list, which goes to the agent as the whole list.
        case element
    }
    var place: SettingPlace
    /// What is stored if it's refused.
    var old: StoredValue?
    var new: SettingValue?
    var recording: State.Recording
    var scope: Scope
    /// Whether it isn't sent before an earlier one to the same setting is answered.
    var isWaiting: Bool
    /// The element that it adds, where that was made in a pane of its own.
    var draft: Draft?
    /// The field in which it was typed; nil for what wasn't.
    var field: OpenField?
}

/// The number of a write that was taken, and of what.
struct OwnWrite: Equatable, Sendable {
    var rev: UInt64
    var place: SettingPlace
}

extension State {
    // MARK: Whose a change is

    /// Whether a write to a setting waits for its answer.
    func isWriting(_ place: SettingPlace) -> Bool { writes.values.contains { $0.place == place } }

    /// Whether a change came of a write of ours; older ones of ours are over with it.
    mutating func isOwn(_ change: ChangeMessage) -> Bool {
        guard let revs = ownRevs[change.place] else { return false }
        let later = revs.filter { $0 > change.rev }
        ownRevs[change.place] = later.isEmpty ? nil : later
        return revs.contains(change.rev)
    }

    /// Whether a write waits for its answer that may take the setting away, as a value takes the
    /// place of a table and a table that of a value.
    func mayFollowWrite(_ place: SettingPlace) -> Bool {
        writes.values.contains { $0.place.gives(wayTo: place) }
    }

    /// Whether a change came of a write of ours to a table above it, or to a setting in it.
    func isConsequence(_ change: ChangeMessage) -> Bool {
        let place = change.place
        return ownWrites.contains { $0.rev == change.rev && $0.place.gives(wayTo: place) }
    }

    /// How many writes are remembered for what comes of them, which is told soon.
    private static let mostOwnWrites = 100

    private mutating func noteOwn(_ rev: UInt64, _ place: SettingPlace) {
        ownRevs[place, default: []].insert(rev)
        ownWrites.append(OwnWrite(rev: rev, place: place))
        if ownWrites.count > Self.mostOwnWrites { ownWrites.removeFirst() }
    }

    /// Takes on what was told of a setting, and of those that it gives way to, while it was written,
    /// once the last write is answered.
    mutating func release(_ place: SettingPlace) {
        let free = held.keys.filter { other in
            (other == place || place.gives(wayTo: other))
                && !isWriting(other) && !mayFollowWrite(other)
        }
        let changes = free.flatMap { held.removeValue(forKey: $0) ?? [] }
        if !changes.isEmpty { take(changes.sorted { $0.rev < $1.rev }) }
    }

    // MARK: Answers

    /// A write was taken.
    mutating func accepted(_ number: Int, _ outcome: Outcome, _ warnings: [Warning]) {
        guard let write = writes.removeValue(forKey: number) else { return }
        let place = write.place
        switch outcome {
        case .changed(let rev?):
            noteOwn(rev, place)
            note(rev: rev, of: write.new, at: place)
        case .changed(nil): break
        case .unchanged: goBack(from: resolved(write), number)
        }
        for file in warnings.compactMap(\.file) { waiting[file, default: []].insert(place) }
        if let warning = warnings.first {
            failures[place] = warning.problem
            status = Status(.warning, text(of: warning, at: place))
        } else if status?.kind == .good, number == lastWrite, let text = status?.text {
            status = Status(.good, text + "   saved")
        }
        release(place)
        sendNext(place)
    }

    /// A write that changed nothing in force: what it would go back to now comes from elsewhere,
    /// where the user's own value was the same as that of a layer below.
    private func resolved(_ write: PendingWrite) -> PendingWrite {
        guard let old = write.old else { return write }
        var write = write
        if let new = write.new {
            if old.layer.isBelowUser, new.means(old.value) { write.old?.layer = .user }
        } else if old.layer == .user {
            let isDefault = setting(write.place)?.specifier.defaultValue?.means(old.value) ?? true
            write.old?.layer = isDefault ? .default : .site
        }
        return write
    }

    private func text(of warning: Warning, at place: SettingPlace) -> String {
        guard let file = warning.file?.shortened(home: home) else {
            return "\(glyphs.error) In no file: \(warning.problem)"
        }
        return switch warning.state {
        case .broken: "\(title(place)) waits until '\(file)' can be read again"
        case .held: "\(title(place)) waits until the save of '\(file)' is accepted"
        default: "\(glyphs.error) Not in '\(file)' yet: \(warning.problem)"
        }
    }

    /// A write was not taken.
    mutating func refused(_ number: Int, problem: String, advice: String) {
        guard let place = writes[number]?.place else { return }
        let taken = takeBack(number)
        // Another write may be on its way to take its place.
        if !isWriting(place) { replaced.remove(place) }
        let typed = wordsOfTyped(taken)
        let failure = typed.isEmpty ? problem : "\(problem). Not saved\(typed)"
        failures[place] = advice.isEmpty ? failure : "\(failure). \(advice.asSentence)"
        release(place)
        var text = "\(title(place)): \(problem). Not saved\(typed); still \(now(place))."
        if !advice.isEmpty { text += " \(advice.asSentence)" }
        status = Status(.unsaved, "\(glyphs.error) \(text)" + keepDrafts(of: taken))
    }

    /// A list that was to be changed has a newer change; the field that was typed into is open again.
    mutating func outrun(_ number: Int) {
        let field = writes[number]?.field
        let problem = "the list was changed meanwhile"
        refused(number, problem: problem, advice: "")
        if let field { reopen(field) }
    }

    /// What was typed for writes that weren't stored, as it follows their verb; empty for nothing.
    func wordsOfTyped(_ writes: [PendingWrite]) -> String {
        let texts = writes.compactMap(\.field).map { $0.isSecret ? glyphs.secret : $0.edit.text }
        return texts.isEmpty ? "" : ": " + texts.joined(separator: ", ")
    }

    /// Keeps the elements that weren't added; gives a sentence that says so, after a blank.
    mutating func keepDrafts(of writes: [PendingWrite]) -> String {
        let drafts = writes.compactMap(\.draft)
        for draft in drafts { keep(draft) }
        return drafts.isEmpty ? "" : " What was made is kept; add it again."
    }

    /// Shows what was there before a write that changed nothing.
    mutating func goBack(from write: PendingWrite, _ number: Int) {
        // A later write of ours says what is shown; what it would go back to isn't this one's value.
        let later = writes.filter { $0.key > number && $0.value.place == write.place }.keys
        if let next = later.min() {
            writes[next]?.old = write.old
        } else {
            put(write.old, at: write.place)
        }
    }
}

extension SettingPlace {
    /// Whether only one of two settings can have a value, as one would be a table with the other.
    func gives(wayTo other: SettingPlace) -> Bool {
        domain == other.domain && keyPath.conflicts(with: other.keyPath)
    }
}
