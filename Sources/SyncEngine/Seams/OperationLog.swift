// What the engine needs of its journal: to commit, and to get everything back.

package import SettingsModel

/// Everything that one step changes for good; it is committed as a whole or not at all.
package struct Transaction: Equatable, Sendable {
    /// Registers set anew, by domain and key path.
    package var registers: [RegisterRecord] = []
    /// Keys whose registers are no longer needed: tombstones, or those of a domain that is forgotten.
    package var pruned: [ChangedKey] = []
    /// The sequence number and Lamport counter after this step.
    package var clock: ClockRecord?
    /// What subscribers see changed.
    package var changes: [Change] = []
    /// Keys whose tombstones subscribers can no longer resume from.
    package var forgotten: [ChangedKey] = []
    package var history: [HistoryEntry] = []
    package var versions: [VersionRecord] = []
    package var replicas: [ReplicaRecord] = []
    /// Replicas that were unlinked; all that is kept about them goes.
    package var removedReplicas: [ReplicaID] = []
    /// Domains whose history goes, what this transaction adds to it included.
    package var removedHistory: [Domain] = []
    package var hooks: [HookRecord] = []
    /// The secrets of domains; each record replaces what was kept of its domain's.
    package var secrets: [SecretRecord] = []

    package init() {}

    package var isEmpty: Bool { self == Transaction() }
}

/// One register as it is kept.
package struct RegisterRecord: Equatable, Sendable {
    package var domain: Domain
    package var keyPath: SettingKeyPath
    package var register: Register

    package init(domain: Domain, keyPath: SettingKeyPath, register: Register) {
        self.domain = domain
        self.keyPath = keyPath
        self.register = register
    }
}

/// The agent's counters.
package struct ClockRecord: Equatable, Sendable {
    /// The number of the last change.
    package var seq: UInt64
    /// The Lamport counter of the last timestamp.
    package var counter: UInt64
    /// The greatest seq of a tombstone that was forgotten: older cursors need a snapshot.
    package var horizon: UInt64
    /// The id of the last history entry.
    package var historyID: UInt64

    package init(seq: UInt64 = 0, counter: UInt64 = 0, horizon: UInt64 = 0, historyID: UInt64 = 0) {
        self.seq = seq
        self.counter = counter
        self.horizon = horizon
        self.historyID = historyID
    }
}

/// One version of a file as it is kept; a record with the same replica and number replaces it.
package struct VersionRecord: Equatable, Sendable {
    package var replica: ReplicaID
    /// nil removes the version.
    package var version: FileVersion?
    package var number: UInt64

    package init(replica: ReplicaID, number: UInt64, version: FileVersion?) {
        self.replica = replica
        self.number = number
        self.version = version
    }
}

/// What is kept about a replica beside its versions.
package struct ReplicaRecord: Equatable, Sendable {
    package var replica: ReplicaID
    /// The version that the path shows, as far as known; nil before the first.
    package var top: UInt64?
    /// A replacement that is under way.
    package var intent: PublishIntent?
    /// The registers' counter when there was no file, though there had been one or none was asked for; only
    /// a later change makes it.
    package var missingSince: UInt64?
    /// The paths of saves that couldn't be merged and stay beside the file.
    package var left: [String]

    package init(
        replica: ReplicaID,
        top: UInt64? = nil,
        intent: PublishIntent? = nil,
        missingSince: UInt64? = nil,
        left: [String] = []
    ) {
        self.replica = replica
        self.top = top
        self.intent = intent
        self.missingSince = missingSince
        self.left = left
    }
}

/// A replacement that was decided but may not have happened: enough to find out and to finish it.
package struct PublishIntent: Equatable, Sendable {
    package var staged: StagedFile
    /// What the target held; nil for no file.
    package var old: FileContent?
    package var new: [UInt8]
    /// The timestamps that the new text shows.
    package var timestamps: SharedMap<Timestamp>
    /// When it was decided, in milliseconds since 1970.
    package var decided: Int64

    package init(
        staged: StagedFile,
        old: FileContent?,
        new: [UInt8],
        timestamps: SharedMap<Timestamp>,
        decided: Int64
    ) {
        self.staged = staged
        self.old = old
        self.new = new
        self.timestamps = timestamps
        self.decided = decided
    }
}

/// With which settings a program runs that a hook reloads; the engine itself has no use for it.
package struct HookRecord: Equatable, Sendable {
    package var domain: Domain
    /// What tells the hook from the domain's others.
    package var hook: String
    /// The number of the last change that the program has; nil removes the record.
    package var seq: UInt64?

    package init(domain: Domain, hook: String, seq: UInt64?) {
        self.domain = domain
        self.hook = hook
        self.seq = seq
    }
}

/// Which settings of a domain are secrets, or were, as its rules say or said; without their values.
package struct SecretRecord: Equatable, Sendable {
    /// A table in which everything is a secret but some keys.
    package struct Table: Equatable, Sendable {
        /// nil for the whole domain.
        package var path: SettingKeyPath?
        /// Sorted.
        package var openKeys: [String]

        /// Creates a table's part of a record.
        package init(path: SettingKeyPath?, openKeys: [String]) {
            self.path = path
            self.openKeys = openKeys
        }
    }
    package var domain: Domain
    /// Sorted.
    package var keys: [SettingKeyPath]
    package var tables: [Table]

    package init(domain: Domain, keys: [SettingKeyPath] = [], tables: [Table] = []) {
        self.domain = domain
        self.keys = keys
        self.tables = tables
    }
}

/// How an agent ended.
package enum AgentEnd: Sendable {
    /// With all that it had noticed in its journal.
    case farewell
    /// Otherwise: it died, or its journal took nothing any more.
    case death
}

/// All that a journal holds, read when the agent starts.
package struct RecoveredState: Equatable, Sendable {
    package var clock = ClockRecord()
    package var registers: [RegisterRecord] = []
    /// The last change of each key, tombstones among them, ordered by seq.
    package var changes: [Change] = []
    package var versions: [VersionRecord] = []
    package var replicas: [ReplicaRecord] = []
    package var hooks: [HookRecord] = []
    package var secrets: [SecretRecord] = []
    package var previousEnd = AgentEnd.farewell

    /// Creates the state of an empty journal.
    package init() {}
}

/// A journal that could not be read or written.
package struct JournalError: Error, Equatable, Sendable {
    /// What kind of thing was wrong.
    package enum Code: String, Sendable {
        case damaged
        case newer
        /// It holds what another program wrote.
        case conflict
        case diskFull = "disk-full"
        case readOnly = "read-only"
        case inputOutput = "io-error"
    }
    package var code: Code
    package var path: String
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String

    package init(code: Code, path: String, problem: String, advice: String) {
        self.code = code
        self.path = path
        self.problem = problem
        self.advice = advice
    }
}

/// Which entries of the history are asked for.
package struct HistoryQuery: Equatable, Sendable {
    package var domain: Domain?
    /// The key path itself and what is below it; nil for all.
    package var keyPath: SettingKeyPath?
    /// Whether what is below the key path is left out.
    package var isExact = false
    /// Entries after this time, in milliseconds since 1970.
    package var since: Int64?
    /// At most so many, the newest.
    package var limit: Int?
    /// The newest that have about so many bytes together, one at least.
    package var bytes: Int?
    package var id: UInt64?
    /// Entries before the one with this id.
    package var before: UInt64?
    package var seq: UInt64?
    /// The step that they are of.
    package var group: UInt64?
    /// Entries after the last that has this number or a lower one.
    package var afterSeq: UInt64?

    /// Creates a query for everything.
    package init() {}

    /// Whether an entry is one of those; limits and ``afterSeq``, which depend on the others, aside.
    package func includes(_ entry: HistoryEntry) -> Bool {
        (domain.map { $0 == entry.domain } ?? true)
            && (keyPath.map { isExact ? $0 == entry.keyPath : $0.isPrefix(of: entry.keyPath) }
                ?? true)
            && (since.map { entry.time > $0 } ?? true)
            && (id.map { $0 == entry.id } ?? true)
            && entry.id < before ?? .max
            && (seq.map { $0 == entry.seq } ?? true)
            && (group.map { $0 == entry.group } ?? true)
    }
}

/// How safe a transaction is.
package enum CommitStage: Sendable {
    /// The kernel has it: the agent's death can't undo it, a power cut can.
    case written
    /// The disk has it: nothing undoes it.
    case synced
}

/// The durable journal of an agent.
package protocol OperationLog: AnyObject {
    /// A random id of this journal; a new journal has another, and one that may have lost what was
    /// written to a power cut.
    var epoch: String { get }

    /// Everything that was written, synced now.
    func recover() throws(JournalError) -> RecoveredState

    /// Commits a transaction and calls back when it is written and again when it is synced, or once
    /// when either failed.
    ///
    /// Transactions are committed in the order of the calls, several at once where they wait; after
    /// a failure, all that waited behind it fail as well. The call-backs come on the caller's loop.
    func commit(
        _ transaction: Transaction,
        then reached: @escaping @Sendable (Result<CommitStage, JournalError>) -> Void
    )

    /// Does some work on the journal's thread, before any transaction committed later is written.
    func perform(_ work: @escaping @Sendable () -> Void)

    /// Entries of the history, oldest first.
    func history(_ query: HistoryQuery) throws(JournalError) -> [HistoryEntry]
}
