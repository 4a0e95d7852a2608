// How a file that is written anew gets to its place.

/// How a staged file is put in its place; the raw value is the name on the wire and in the journal.
package enum PublishMethod: String, CaseIterable, Sendable {
    /// renameat2(2) RENAME_EXCHANGE: what it displaces can be read afterwards.
    case exchange
    /// renameat2(2) RENAME_NOREPLACE, as there was no file.
    case create
    /// Compare, then rename(2): the file system knows no exchange, so a save in between is lost.
    case compareAndRename = "compare-and-rename"
}
