// The merge as a pure state machine: one input in, effects out.

import SettingsModel
import SettingsSchema

/// The merge: what became of every domain's settings, and what must be done about it.
///
/// It has no clock, no files and no randomness: whatever it needs comes in an ``Input``, and
/// whatever must happen goes out in an ``Effect``. The agent carries effects out in their order and
/// brings their answers back. When a commit fails, the engine is thrown away and another is made
/// from the journal, as after a crash.
package struct Engine: Sendable {
    let setup: EngineSetup
    /// When the step that is under way happens.
    var now = Instant(wall: 0, monotonic: 0)
    /// What that step changes for good and asks for; empty between two steps.
    var outbox = Outbox()
    /// The numbers of timestamps, changes and entries of the history.
    var ledger: Ledger
    var domains: [Domain: DomainState] = [:]
    var replicas = ReplicaTable()
    /// Counts how often some domain got other rules, which say what is a secret.
    package internal(set) var rulesEdition: UInt64 = 0
    /// The newest versions of the files that were written or read last.
    var recentDocuments = RecentDocuments()
    /// The domains whose files haven't all been seen.
    var firstLooks = FirstLooks()
    /// Files that wait until another domain has written their target.
    var turns = Turns()
    /// What waits until files have been written.
    var agenda = Agenda()
    /// Requests that wait until everything is read and written.
    var barriers = Barriers()
    /// What is known of domains and files that aren't configured.
    var recollection: Recollection

    /// Makes an engine from what a journal holds.
    package init(_ setup: EngineSetup, from state: RecoveredState) {
        self.setup = setup
        ledger = Ledger(state, setup)
        recollection = Recollection(state)
    }

    /// Goes on where another engine of this process ended: with what it knew to be secrets.
    package mutating func goOn(from old: Engine) {
        rulesEdition = old.rulesEdition + 1
        firstLooks.preferences = old.firstLooks.preferences
        let known = old.domains.mapValues(\.knownSecrets)
        recollection.add(old.recollection, knowing: known, upTo: ledger.historyID)
    }

    /// Takes one input.
    ///
    /// - Returns: What must be done, in this order.
    package mutating func step(_ input: Input, at now: Instant) -> [Effect] {
        self.now = now
        // A new one though it is empty: a copy of this engine has the same budget for checks.
        outbox = Outbox()
        outbox.connection = input.connection
        receive(input)
        outbox.connection = nil
        if !turns.isEmpty { giveTurns() }
        if !agenda.isEmpty {
            configureRest()
            forgetRest()
        }
        replicas.list()
        endFirstLooks()
        if !barriers.isEmpty { openBarriers() }
        assert(replicas.isListedRight, "the lists of files aren't what the files are")
        return takeOutbox()
    }

    private mutating func receive(_ input: Input) {
        switch input {
        case .configure(let configurations): configure(configurations)
        case .prefer(let preference, let id): firstLooks.preferences[id] = preference
        case .event(let event): take(event)
        case .sighted(let replica, let sighting): take(sighting, of: replica)
        case .staged(let replica, let file): take(file, of: replica)
        case .stagingFailed(let replica, let error):
            writeFailed(error, of: replica, looking: .atOnce)
        case .checked(let replica, let problem): wasChecked(replica, problem)
        case .published(let replica): wasPublished(replica)
        case .publishingFailed(let replica, let error): publishingFailed(error, of: replica)
        case .displaced(let replica, let sighting): tookOut(sighting, of: replica)
        case .left(let replica, let path): left(at: path, of: replica)
        case .leftAreGone(let replica, let paths): tookLeft(paths, of: replica)
        case .resolved(let replica, let state): resolved(state, of: replica)
        case .edit(let id, let request): edit(request, id)
        case .undo(let id, let taken): undo(taken, id)
        case .rescan(let id, let request): rescan(request, id)
        case .settle(let id, let domain, let patience): settle(domain, patience: patience, id)
        case .believe(let id, let text):
            replicas[id]?.meant = MeantText(text, from: now, isAsked: true)
        case .forget(let domain, let extent): agenda.forget(domain, extent)
        case .timePassed: timePassed()
        }
    }

    /// Lets subscribers see everything up to this number; called when ``Effect/announce(seq:)`` comes.
    package mutating func announce(upTo seq: UInt64) {
        ledger.announce(upTo: seq)
        firstLooks.announced(upTo: ledger.changes.announced)
    }

    /// When ``Input/timePassed`` is due, in monotonic milliseconds; nil while nothing waits.
    package var nextDeadline: Int64? {
        let waits = replicas.lists.deadlines.values.min()
        return [waits, barriers.nextDeadline, firstLooks.nextDeadline].compactMap(\.self).min()
    }
}

extension Engine {
    var limits: Limits { setup.limits }
    var timing: Timing { setup.timing }
    var holdsWipes: Bool { setup.holdsWipes }
    /// The last change of every key, for subscribers.
    package var changes: ChangeLog { ledger.changes }
}

// MARK: What a step comes to

extension Engine {
    /// Takes out what the step has sent, with what must be written of it.
    private mutating func takeOutbox() -> [Effect] {
        if !outbox.transaction.isEmpty {
            saveHolders()
            outbox.transaction.clock = ledger.record
        }
        defer { outbox = Outbox() }
        return outbox.contents
    }

    /// Adds what was noticed of readers since the last transaction; by itself it isn't worth one.
    private mutating func saveHolders() {
        for (id, version) in replicas.takeUnsaved() { outbox.save(version, of: id) }
    }

    /// What must be committed before the agent ends, so that it forgets nothing it noticed.
    package mutating func farewell() -> [Effect] {
        saveHolders()
        return takeOutbox()
    }
}

// MARK: Effective changes

extension Engine {
    /// Does something to a domain and records which effective values it changed, if `keys` are at
    /// least all that may change.
    mutating func recordingChanges(
        in domain: Domain,
        of keys: [SettingKeyPath],
        origin: Origin,
        _ body: (inout Engine) -> Void
    ) {
        // In key order before they are changes, which take longer to move.
        let affected = (domains[domain]?.affected(by: keys) ?? Set(keys)).sorted()
        let before = valuesInForce(at: affected, in: domain)
        let firstEntry = outbox.transaction.history.count
        body(&self)
        let state = domains[domain]
        let changed = zip(affected, before).compactMap { key, old in
            state?.change(of: key, from: old, rev: ledger.nextRev, origin: origin)
        }
        record(changed, in: outbox.step(from: firstEntry))
        // Where no value in force changed, no number was used up.
        outbox.number(from: firstEntry, as: changed.isEmpty ? 0 : ledger.changes.seq)
    }

    /// Kept apart, as whoever still held the domain's state would have it copied when it changes.
    private func valuesInForce(at keys: [SettingKeyPath], in domain: Domain) -> [SettingValue?] {
        let state = domains[domain]
        return keys.map { state?.effective($0)?.value }
    }

    /// Gives changes their number and has them announced.
    mutating func record(_ changed: [Change], in group: UInt64?) {
        guard !changed.isEmpty else { return }
        ledger.record(outbox.marked(changed, in: group), in: &outbox.transaction)
        outbox.send(.announce(seq: ledger.changes.seq), .afterWriting)
    }
}
