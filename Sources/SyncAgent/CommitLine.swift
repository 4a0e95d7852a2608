// What was handed to the journal and has not come back, and what waits while it takes nothing.

import SettingsModel
import SyncEngine

/// The commits of one agent that are under way or held back.
struct CommitLine {
    /// One commit that is under way.
    struct Commit {
        /// What is to be done when it is written, and when it is synced.
        var effects: (written: [Effect], synced: [Effect])
        var hasRegisters: Bool
        var isEmpty: Bool
        /// The newest entry of the history that it adds.
        var lastEntry: UInt64?
        var isWritten = false
    }
    /// One commit that waits for the journal to be tried again.
    typealias Held = (transaction: Transaction, written: [Effect], synced: [Effect])
    /// The journal takes nothing for a while.
    struct Stall {
        var error: JournalError
        /// Whether the engine knows what the journal will never hold, and must be made anew: the journal
        /// couldn't even be read, or too much waited for it.
        var mustRecover = false
    }
    /// So many commits are under way at most while edits are answered before theirs is durable; with
    /// more, their clients wait.
    static let earlyAnswers = 1_024
    private static let firstDelay = Duration.milliseconds(500)
    private static let longestDelay = Duration.seconds(60)

    private let limits: Limits
    /// nil while the journal takes commits.
    var stall: Stall?
    /// The last failure, until a commit succeeds; each is told once.
    private var failure: JournalError?
    private var delay = firstDelay
    private var underWay: [UInt64: Commit] = [:]
    private var last: UInt64 = 0
    /// The last commit that came back as written; those before it are, too.
    private var lastWritten: UInt64 = 0
    /// The last commit of each domain, and the last of all that isn't empty.
    private var lastOfDomain: [Domain: UInt64] = [:]
    private var lastFull: UInt64 = 0
    private var held: [Held] = []
    /// The bytes of files in them.
    private var heldBytes = 0
    /// The domains whose values those change.
    private var heldDomains: Set<Domain> = []
    /// Entries of the history that the journal may not have yet, oldest first.
    private(set) var newHistory: [HistoryEntry] = []

    init(_ limits: Limits) { self.limits = limits }

    /// Whether an edit may be answered before its commit is durable.
    var takesEarlyAnswers: Bool { underWay.count < Self.earlyAnswers }

    /// Whether nothing is under way.
    var isIdle: Bool { underWay.isEmpty }

    /// Why it isn't known whether what there is can be recorded: the journal takes nothing, or is tried again.
    var trouble: JournalError? { stall?.error ?? (isIdle ? nil : failure) }

    /// Remembers the history of a transaction that is to be committed, until that is written.
    mutating func expect(_ transaction: Transaction) { newHistory += transaction.history }

    /// Forgets what is to be committed, as it never will be.
    mutating func expectNothing() { newHistory = [] }

    /// Notes a commit; gives its number.
    mutating func begin(
        _ transaction: Transaction,
        then effects: (written: [Effect], synced: [Effect])
    ) -> UInt64 {
        last += 1
        let isEmpty = transaction.isEmpty
        underWay[last] = Commit(
            effects: effects,
            hasRegisters: !transaction.registers.isEmpty,
            isEmpty: isEmpty,
            lastEntry: transaction.history.last?.id
        )
        if !isEmpty { lastFull = last }
        for domain in transaction.domains { lastOfDomain[domain] = last }
        return last
    }

    /// Notes that a commit is written; nil for one from before a failure.
    mutating func wrote(_ number: UInt64) -> Commit? {
        guard let commit = underWay[number] else { return nil }
        underWay[number]?.isWritten = true
        lastWritten = number
        if let last = commit.lastEntry {
            newHistory.removeFirst(newHistory.prefix { $0.id <= last }.count)
        }
        return commit
    }

    /// Whether a commit has neither come back as synced nor been given up.
    func isUnderWay(_ number: UInt64) -> Bool { underWay[number] != nil }

    /// Takes a commit out that is synced; nil for one from before a failure.
    mutating func end(_ number: UInt64) -> Commit? { underWay.removeValue(forKey: number) }

    /// The commit that must be written before a domain, or any (nil), may be told of; nil for none.
    func unwritten(of domain: Domain?) -> UInt64? {
        let number = domain.map { lastOfDomain[$0] ?? 0 } ?? lastFull
        return number > lastWritten ? number : nil
    }

    /// Whether what is so in a domain, or in all (nil), may be told.
    func standing(of domain: Domain?) -> Standing {
        guard let stall else { return unwritten(of: domain) == nil ? .written : .beingWritten }
        let isHeld = domain.map { heldDomains.contains($0) } ?? !heldDomains.isEmpty
        return isHeld || stall.mustRecover ? .stalled(stall.error) : .written
    }

    /// The journal has taken something; gives the failure that is over with it.
    mutating func succeeded() -> JournalError? {
        delay = Self.firstDelay
        defer { failure = nil }
        return failure
    }

    /// The journal has failed: nothing that is under way counts any more.
    ///
    /// `tell` is called for a failure that isn't the last one again.
    ///
    /// - Returns: How long to wait before the next try, and the commits that were under way, oldest first:
    ///   the journal will hold those that were written, when it can be read.
    mutating func failed(
        _ error: JournalError,
        tell: (JournalError) -> Void
    ) -> (delay: Duration, lost: [Commit]) {
        if failure != error { tell(error) }
        failure = error
        stall = Stall(error: error)
        let lost = underWay.sorted { $0.key < $1.key }
        underWay = [:]
        dropHeld()
        lastWritten = last
        return (nextDelay(), lost.map(\.value))
    }

    /// What became of the requests that commits were to answer which were under way at a failure.
    func outcomes(
        of lost: [Commit],
        after error: JournalError
    ) -> [AnswerID: Result<EditReceipt, EditFailure>] {
        var outcomes: [AnswerID: Result<EditReceipt, EditFailure>] = [:]
        for commit in lost {
            for case .acknowledge(let id, let result) in commit.effects.synced {
                if stall?.mustRecover == true {
                    // One that failed may be there whole, until the journal is opened again.
                    outcomes[id] = .failure(.uncertain(error))
                } else if commit.isWritten {
                    // Its sync alone failed: it's in the journal that was read again, and synced.
                    outcomes[id] = result.mapError(EditFailure.refused)
                }
            }
        }
        return outcomes
    }

    /// The wait before the next try, each twice the one before.
    mutating func nextDelay() -> Duration {
        defer { delay = min(delay * 2, Self.longestDelay) }
        return delay
    }

    /// Keeps a commit until the journal is tried again.
    mutating func hold(_ commit: Held) {
        guard stall?.mustRecover != true else { return }
        held.append(commit)
        heldBytes += commit.transaction.textBytes
        heldDomains.formUnion(commit.transaction.domains)
        guard held.count > limits.heldCommits || heldBytes > limits.heldBytes else { return }
        dropHeld()
        stall?.mustRecover = true
    }

    private mutating func dropHeld() {
        held = []
        heldBytes = 0
        heldDomains = []
    }

    /// The journal is tried again; gives what waited for it, the oldest first.
    mutating func endStall() -> [Held] {
        stall = nil
        defer { dropHeld() }
        return held
    }
}

extension Transaction {
    /// How many bytes of files it keeps.
    fileprivate var textBytes: Int { versions.reduce(0) { $0 + ($1.version?.text.count ?? 0) } }

    /// The domains whose values it changes; neighbours are mostly of the same one.
    fileprivate var domains: Set<Domain> {
        var domains: Set<Domain> = []
        var last: Domain?
        for domain in registers.lazy.map(\.domain) where domain != last {
            domains.insert(domain)
            last = domain
        }
        for domain in changes.lazy.map(\.domain) where domain != last {
            domains.insert(domain)
            last = domain
        }
        return domains
    }
}
