// Values of a file's saves that weren't taken, and which of them are meant when they come again.

import SettingsModel

/// The values that saves of one file said and that newer ones were kept against.
///
/// A value that comes again is meant where its writer has seen that it wasn't taken. Two programs that each
/// write their own value for ever are no such thing: of those the file's wins after a few rounds.
struct KeptOut: Sendable {
    /// Why a value that comes again is meant.
    enum Reason {
        /// Its writer has read what was written against it.
        case seen
        /// It alternates with the domain's.
        case alternating
    }
    private struct UntakenValue: Sendable {
        var value: SettingValue?
        /// The register that was kept.
        var kept: Timestamp
        /// The newest version of the file then.
        var version: UInt64
        /// When it was kept out first, and last, in monotonic milliseconds.
        var first: Int64
        var last: Int64
        /// How often in a row that was an answer to the agent's write.
        var answers: Int
    }
    /// A minute, in milliseconds: time enough to see it, and to save it again.
    private static let time: Int64 = 60_000
    /// After so many answers in so many milliseconds the two values have alternated four times.
    private static let rounds = (answers: 2, time: 10_000 as Int64)

    private var values: [SettingKeyPath: UntakenValue] = [:]

    /// Notes values that weren't taken.
    ///
    /// - Parameters:
    ///   - edits: The keys, with what the save says.
    ///   - registers: What was kept.
    ///   - save: The number of the version that the save became.
    ///   - isAnswer: Whether the save came as an answer to the agent's write.
    ///   - time: When it was taken, in monotonic milliseconds.
    mutating func note(
        _ edits: [KeyEdit],
        against registers: Registers,
        by save: UInt64,
        isAnswer: Bool,
        at time: Int64
    ) {
        values = values.filter { time - $0.value.last < Self.time }
        for edit in edits {
            guard let register = registers.all[edit.keyPath] else { continue }
            var value = UntakenValue(
                value: edit.value,
                kept: register.timestamp,
                version: save,
                first: time,
                last: time,
                answers: isAnswer ? 1 : 0
            )
            if let old = values[edit.keyPath], old.value == value.value, old.kept == value.kept,
                value.answers > 0, old.answers > 0, time - old.first <= Self.rounds.time
            {
                value.first = old.first
                value.answers += old.answers
            }
            values[edit.keyPath] = value
        }
    }

    /// Why a save that says a key's value again means it; nil where nothing tells that.
    ///
    /// - Parameters:
    ///   - edit: The key, with what the save says.
    ///   - register: What was kept.
    ///   - top: The newest version when it came.
    ///   - activity: Who has read that.
    ///   - now: When the save was taken.
    /// - Returns: The reason.
    func reason(
        for edit: KeyEdit,
        against register: Register?,
        over top: FileVersion,
        _ activity: FileActivity,
        at now: Instant
    ) -> Reason? {
        guard let known = values[edit.keyPath], known.value == edit.value,
            known.kept == register?.timestamp, top.author.isAgent, top.number > known.version
        else { return nil }
        let time = now.monotonic
        if time - known.last < Self.time, activity.tellsReading(of: top, at: now) { return .seen }
        let isFight =
            known.answers >= Self.rounds.answers && time - known.first <= Self.rounds.time
        return isFight && activity.tellsAnswer(to: top, at: now) ? .alternating : nil
    }
}
