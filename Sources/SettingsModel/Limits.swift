// How big things may get.

/// The limits of one agent; its user may lower most of them in `agent.toml`, never raise them.
public struct Limits: Equatable, Sendable {
    /// A settings file, in bytes: a hundred times as much as the largest in /etc of a Debian installation,
    /// little enough that each save is read, compared and written as a whole.
    package var fileBytes = 4 << 20
    /// How deep collections may nest; more would let a file of brackets exhaust the stack.
    package var nesting = 512
    /// Keys in one domain, and in one file: more than any program has, few enough to go through all of them
    /// for one change.
    package var keysPerDomain = 50_000
    /// Removed keys of one domain that are remembered, but for those that a known text still shows.
    package var tombstones = 10_000
    /// Segments in a key path.
    package var keyPathSegments = 64
    /// One segment of a key path, in bytes.
    package var segmentBytes = 1 << 10
    /// One value as JSON, in bytes: as much as a file.
    package var valueBytes = 4 << 20
    /// One line in from a client, in bytes: thousands of settings, and soon enough read that nobody else
    /// waits for long.
    package var lineBytes = 1 << 20
    /// How deep a client's JSON may nest.
    package var messageNesting = 64
    /// Subscriptions of one client.
    package var subscriptionsPerClient = 1_024
    /// Clients; the descriptor limit may be lower.
    package var clients = 16_384
    /// History entries kept for a domain.
    package var historyEntries = 10_000
    /// What these say, in bytes: as much as four of the largest files.
    package var historyBytes = 16 << 20
    /// How long history is kept.
    package var historyDays = 90
    /// A domain's newest entries stay however old: a clock that was ahead for a moment must not take
    /// everything that could be undone.
    package static let historyEntriesOfAnyAge = 100
    /// Versions kept of each file; stale editor buffers older than that are taken as new text.
    package var fileVersions = 16
    /// Changes a reconnecting subscriber may have missed before it gets a snapshot instead.
    package var resumableChanges = 1_000_000
    /// Commits that wait while the journal takes nothing.
    package var heldCommits = 1_024
    /// Bytes of files in these; past either limit they are dropped, and what the files say then is read
    /// when it works again.
    package var heldBytes = 64 << 20
    /// Values that aliases and array expansion may make of one file.
    package var expandedValues = 100_000

    /// The limits of a plain installation.
    public static let standard = Limits()

    /// Creates the standard limits.
    public init() {}
}
