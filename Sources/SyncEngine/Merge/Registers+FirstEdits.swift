// The edits that a file makes when it is linked.

import SettingsModel

extension Registers {
    /// Makes the edits of a file's first content as its link prefers.
    ///
    /// - Parameters:
    ///   - edits: What the file says, or what it says otherwise than it was known to.
    ///   - preference: Whose values count.
    ///   - time: The file's time, not later than now, and now, in milliseconds since 1970.
    ///   - origin: The file.
    ///   - clock: Stamps what is changed.
    /// - Returns: What became of each edit.
    mutating func apply(
        first edits: [KeyEdit],
        preferring preference: LinkPreference,
        at time: (file: Int64, now: Int64),
        origin: Origin,
        clock: inout HybridClock
    ) -> EditOutcome {
        let unseen = Sight.base { _ in .zero }
        let all = Sight.everything { _ in .zero }
        switch preference {
        case .newer:
            return apply(edits, at: time.file, sight: unseen, origin: origin, clock: &clock)
        case .this:
            return apply(edits, at: time.now, sight: all, origin: origin, clock: &clock)
        case .others:
            let yields = { [self] (edit: KeyEdit) in
                isLive(edit.keyPath) || hasLiveConflict(with: edit.keyPath)
            }
            // Stamped, so that a value that loses has a place in the file's versions and the history.
            let losing = edits.filter(yields)
            let coming = edits.filter { !yields($0) }
            var outcome = apply(coming, at: time.file, sight: all, origin: origin, clock: &clock)
            outcome.superseded += stamped(losing, at: 0, sight: unseen, clock: &clock)
            return outcome
        }
    }
}
