// A problem of a file that was reported.

import SettingsDocument
import SettingsModel

/// A problem that was told, and what ends it.
struct ToldProblem: Equatable, Sendable {
    /// What must be well again for the problem to be over.
    enum Concern: Sendable {
        /// The file's content could not be taken.
        case reading
        /// The file could not be written.
        case writing
        /// The program's own check refuses the file, or couldn't run.
        case check
        /// Some values can't be in this file.
        case values
        /// Lines without effect, as a managed layer decides over their keys.
        case locks
        /// Values that break a rule of the domain's schema.
        case rules
        /// Keys that stand several times.
        case repeats
        /// A save that could be read in another way.
        case doubts
        /// Comments that the last save doesn't have.
        case comments
        /// A save that stands beside the file, as it couldn't be merged.
        case displaced
        /// A writer that has had the file open for long.
        case writer
    }
    var problem: Problem
    var concern: Concern
}
