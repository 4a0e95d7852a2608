// The agent's answers to our writes, which also tell our own changes from those of others.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A write that the agent hasn't answered.
struct PendingWrite: Equatable, Sendable {
    var place: SettingPlace
    /// What is stored if it's refused.
    var old: StoredValue?
    var new: SettingValue?
    var recording: State.Recording
    /// What it changes of a list; nil where all of the value is meant.
    var edit: ElementEdit?
    /// The element that it adds, where that was made in a pane of its own.
    var draft: Draft?
    /// What was typed for it, where it may be shown again.
    var typed: TypedText?
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
    mutating func release(_ place: SettingPlace, at moment: Moment) -> [Effect] {
        let free = held.keys.filter { other in
            (other == place || place.gives(wayTo: other))
                && !isWriting(other) && !mayFollowWrite(other)
        }
        let changes = free.flatMap { held.removeValue(forKey: $0) ?? [] }
        return changes.isEmpty ? [] : take(changes.sorted { $0.rev < $1.rev }, at: moment)
    }

    // MARK: Answers

    /// A write was taken.
    mutating func accepted(
        _ number: Int,
        _ outcome: Outcome,
        _ warnings: [Warning],
        at moment: Moment
    ) -> [Effect] {
        guard let write = writes.removeValue(forKey: number) else { return [] }
        let place = write.place
        switch outcome {
        case .changed(let rev?):
            noteOwn(rev, place)
            if case .array? = write.new { listRevs[place] = max(rev, listRevs[place] ?? 0) }
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
        return release(place, at: moment) + writeOutrun(at: moment)
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
        return warning.state == .broken
            ? "\(title(place)) waits until '\(file)' can be read again"
            : "\(glyphs.error) Not in '\(file)' yet: \(warning.problem)"
    }

    /// A write was not taken.
    mutating func refused(
        _ number: Int,
        problem: String,
        advice: String,
        at moment: Moment
    ) -> [Effect] {
        guard let write = writes.removeValue(forKey: number) else { return [] }
        let place = write.place
        log.refuse(write: number, write.recording)
        goBack(from: write, number)
        // Another write may be on its way to take its place.
        if !isWriting(place) { replaced.remove(place) }
        failures[place] = advice.isEmpty ? problem : "\(problem). \(advice.asSentence)"
        var text =
            "\(glyphs.error) \(title(place)): \(problem). Not saved; "
            + "still \(shown(value(place), place)). \(advice.asSentence)"
        if let draft = write.draft {
            keep(draft)
            text += " What was made is kept; add it again."
        }
        text += keep(write.typed)
        status = Status(.error, text)
        return release(place, at: moment)
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
