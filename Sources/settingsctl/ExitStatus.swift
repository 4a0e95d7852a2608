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

extension ExitStatus {
    /// Checks several things, whatever comes of each, and throws the worst of it.
    ///
    /// An error is reported, and its status is what came of that one.
    static func throwWorst(
        of words: [String],
        _ check: (String) throws -> ExitStatus?
    ) throws {
        try throwWorst(
            of: words.compactMap { word in
                do {
                    return try check(word)
                } catch {
                    let failure = Failure(error)
                    failure.report()
                    return failure.status
                }
            }
        )
    }

    /// Throws what counts of several that aren't well: that something can't be read before what is wrong
    /// with another, and of the rest what came first.
    static func throwWorst(of statuses: [ExitStatus]) throws {
        if let worst = statuses.first(where: { $0 == .fileTrouble }) ?? statuses.first {
            throw worst
        }
    }
}
