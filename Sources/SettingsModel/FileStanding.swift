// How a file stands to what is in force, and how it is written, in words for all who tell of it.

/// What a problem of a file means for what is in force; the raw value is the name on the wire.
package enum ProblemSeverity: String, CaseIterable, Sendable {
    /// Some of what the file says isn't in force, or what is in force isn't in the file.
    case error
    /// The file is in sync, but may say something that isn't meant.
    case warning
}

/// How a staged file is put in its place; the raw value is the name on the wire and in the journal.
package enum PublishMethod: String, CaseIterable, Sendable {
    /// renameat2(2) RENAME_EXCHANGE: what it displaces can be read afterwards.
    case exchange
    /// renameat2(2) RENAME_NOREPLACE, as there was no file.
    case create
    /// Compare, then rename(2): the file system knows no exchange, so a save in between is lost.
    case compareAndRename = "compare-and-rename"
}
