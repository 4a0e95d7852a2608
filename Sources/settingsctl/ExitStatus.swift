// How settingsctl ends.

/// What the exit status tells a script; the raw value is the number.
enum ExitStatus: Int32, Error {
    case done = 0
    /// The key is not set, the answer is no, or the time is over.
    case notSet = 1
    case usage = 2
    /// The schema, the value's type or a lock refused it; nothing was changed.
    case refused = 3
    /// No agent listens and none could be started, or it can't serve now.
    case noAgent = 4
    /// The change was accepted, but a replica can't take it now.
    case replicaTrouble = 5
    /// A file can't be read as settings, or not be written: the disk is full, for one, also that of
    /// the agent's journal.
    case fileTrouble = 6
}
