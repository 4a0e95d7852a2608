// Recording that a file was replaced: not by itself, but with the next thing that is committed.

/// What the journal needn't have at once.
///
/// As long as it lacks it, the intent is there, and a crash is recovered from that.
struct Unrecorded: Sendable {
    /// How long it may wait for company, in milliseconds: a replaced text lies beside its file meanwhile.
    static let patience: Int64 = 50

    var transaction = Transaction()
    /// The removal of what was replaced, which the journal must have no need of any more.
    var afterSync: [Effect] = []
    /// When it is committed by itself, in monotonic milliseconds.
    var due: Int64
}

extension Engine {
    /// Puts down for later that a file was replaced.
    mutating func record(_ recording: Step) {
        var all =
            unrecorded ?? Unrecorded(due: recording.now.monotonic + Unrecorded.patience)
        all.transaction.add(recording.transaction)
        all.afterSync += recording.afterSync
        unrecorded = all
    }

    /// Has what was put down for later committed with this step.
    mutating func recordNow(_ step: inout Step) {
        guard let unrecorded else { return }
        let own = step.transaction
        step.transaction = unrecorded.transaction
        step.transaction.add(own)
        step.afterSync += unrecorded.afterSync
        self.unrecorded = nil
    }

    /// The same where the step commits something anyway, or it is time.
    mutating func takeUnrecorded(_ step: inout Step) {
        guard let due = unrecorded?.due else { return }
        let answers = step.afterSync.contains { if case .acknowledge = $0 { true } else { false } }
        guard !step.transaction.isEmpty || answers || due <= step.now.monotonic else { return }
        recordNow(&step)
    }
}
