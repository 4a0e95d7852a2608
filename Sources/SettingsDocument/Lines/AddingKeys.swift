// Keys whose lines add up.

/// The keys of which a dialect's programs take every line, and not only one.
struct AddingKeys: Sendable {
    /// Keys that are arrays of all their lines, however many there are; in lower case where keys are
    /// compared without it.
    var lists: Set<String> = []
    /// What the names of such keys end with.
    var listSuffixes: [String] = []
    /// Whether a line without a value forgets those of a list before it.
    var resets = false
    /// Keys of which some programs take every line, in lower case.
    ///
    /// As others don't, the value is that of the line that counts by ``LineDialect/repeats``; that the
    /// other lines don't count isn't said.
    var cumulative: Set<String> = []
    /// Whether the programs are unknown, so that one may take every line of any key.
    var mayBeAny = false

    /// Whether some keys are arrays of all their lines.
    var hasLists: Bool { !listSuffixes.isEmpty || !lists.isEmpty }
}
