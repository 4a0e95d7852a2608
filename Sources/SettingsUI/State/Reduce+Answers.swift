// The agent's answers to our writes, which also tell our own changes from those of others.

import SettingsModel
import SettingsProtocol

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

    /// Takes on what was told of a setting while it was written, once the last write is answered.
    private mutating func release(_ place: SettingPlace, at moment: Moment) -> [Effect] {
        guard !isWriting(place), let changes = held.removeValue(forKey: place) else { return [] }
        return take(changes, at: moment)
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
        case .changed(let rev?): ownRevs[place, default: []].insert(rev)
        case .changed(nil): break
        case .unchanged: goBack(from: write, number)
        }
        for warning in warnings { waiting[warning.file, default: []].insert(place) }
        if let warning = warnings.first {
            failures[place] = warning.problem
            let file = warning.file.shortened(home: home)
            let isWaiting = warning.state == .broken
            status = Status(
                .warning,
                isWaiting
                    ? "\(title(place)) waits until '\(file)' can be read again"
                    : "\(glyphs.error) Not in '\(file)' yet: \(warning.problem)"
            )
        } else if status?.kind == .good, number == lastWrite, let text = status?.text {
            status = Status(.good, text + "   saved")
        }
        return release(place, at: moment)
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
        failures[place] = problem
        status = Status(
            .error,
            "\(glyphs.error) \(title(place)): \(problem). Not saved; "
                + "still \(shown(value(place), place)). \(advice.asSentence)"
        )
        return release(place, at: moment)
    }

    /// Shows what was there before a write that changed nothing.
    private mutating func goBack(from write: PendingWrite, _ number: Int) {
        // A later write of ours says what is shown; what it would go back to isn't this one's value.
        let later = writes.filter { $0.key > number && $0.value.place == write.place }.keys
        if let next = later.min() {
            writes[next]?.old = write.old
        } else {
            put(write.old, at: write.place)
        }
    }
}
