// What is numbered once for all domains: timestamps, changes, and entries of the history.

import SettingsModel

/// The numbers that the engine has given, and the last change of every key by its number.
///
/// A number is given once: each of them only grows, and the journal has the last of each with every
/// transaction.
struct Ledger: Sendable {
    /// Stamps registers.
    var clock: HybridClock
    /// The last change of every key, for subscribers.
    private(set) var changes: ChangeLog
    /// The id of the last entry of the history.
    private(set) var historyID: UInt64
    /// Tombstones that subscribers can't resume from any more, for the next transaction.
    private var forgotten: [ChangedKey] = []

    /// Resumes where a journal ends.
    init(_ state: RecoveredState, _ setup: EngineSetup) {
        clock = HybridClock(counter: state.clock.counter, agent: setup.agent)
        historyID = state.clock.historyID
        changes = ChangeLog(
            seq: state.clock.seq,
            horizon: state.clock.horizon,
            changes: state.changes,
            resumableChanges: setup.limits.resumableChanges
        )
    }

    /// The numbers as the journal has them.
    var record: ClockRecord {
        ClockRecord(
            seq: changes.seq,
            counter: clock.counter,
            horizon: changes.horizon,
            historyID: historyID
        )
    }

    /// The number of the change that comes next.
    var nextRev: UInt64 { changes.seq + 1 }

    /// Gives an entry of the history its id.
    mutating func nextHistoryID() -> UInt64 {
        historyID += 1
        return historyID
    }

    /// Records one step's changes, which have the next number, also in its transaction.
    mutating func record(_ changed: [Change], in transaction: inout Transaction) {
        changes.record(changed)
        transaction.changes += changed
        // A key that was set again since has a change to resume from, which must not go with it.
        transaction.forgotten += forgotten.filter {
            changes.change(of: $0.domain, $0.keyPath) == nil
        }
        forgotten = []
    }

    /// Lets subscribers see everything up to a number.
    mutating func announce(upTo seq: UInt64) { forgotten += changes.announce(upTo: seq) }

    /// The end of each value of a domain, in key order, as changes with the next number.
    ///
    /// The change of a hidden key lacks the value that it had.
    func ends(
        of domain: Domain,
        hiding isHidden: (SettingKeyPath) -> Bool
    ) -> [Change] {
        changes.values(of: domain).map { change in
            var change = change
            change.old = isHidden(change.keyPath) ? nil : change.value
            change.value = nil
            change.rev = nextRev
            change.origin = .agent
            return change
        }
    }
}
