// What the agent commits, and what it does when the journal takes nothing.

import SettingsModel
import SyncEngine
import SyncPlatform

extension Agent {
    /// Hands a commit to the journal, or keeps it while that takes nothing.
    func commit(_ commit: CommitLine.Held) {
        guard commits.stall == nil else { return commits.hold(commit) }
        if !commit.transaction.registers.isEmpty { FailPoint.reach("before_commit") }
        let number = commits.begin(commit.transaction, then: (commit.written, commit.synced))
        let owner = WeakReference(self)
        log.commit(commit.transaction) { result in owner.value?.reached(result, number) }
        for case .acknowledge(let id, let result) in commit.synced where hasty.contains(id) {
            acknowledge(id, result)
        }
    }

    /// Keeps what is known of reload hooks.
    ///
    /// What the journal doesn't take is forgotten: the next agent then runs a hook once too often. One of
    /// which it has no record it takes for up to date, so that isn't run for what came meanwhile.
    func keep(_ hooks: [HookRecord]) {
        var transaction = Transaction()
        transaction.hooks = hooks
        if !transaction.isEmpty, commits.stall == nil { commit((transaction, [], [])) }
    }

    private func reached(_ result: Result<CommitStage, JournalError>, _ number: UInt64) {
        switch result {
        case .success(.written): written(number)
        case .success(.synced): synced(number)
        case .failure(let error):
            // After a failure the numbers of the old engine mean nothing to the new one.
            if commits.isUnderWay(number) { beginAnew(after: error) }
        }
    }

    private func written(_ number: UInt64) {
        guard let commit = commits.wrote(number) else { return }
        if commit.hasRegisters { FailPoint.reach("after_commit") }
        leave(commit.effects.written)
        work()
        answerReaders(upTo: number, .written)
    }

    private func synced(_ number: UInt64) {
        guard let commit = commits.end(number) else { return }
        if commit.hasRegisters { FailPoint.reach("after_sync") }
        if !commit.isEmpty, let error = commits.succeeded() {
            report(Message(journalWorksAgain: error.path))
        }
        leave(commit.effects.synced)
        work()
    }

    /// The journal takes nothing: forgets what it doesn't hold, and tries again later.
    ///
    /// It is what a crash and a restart would do, without losing the connections. Meanwhile files
    /// are still read, so that layers are in force; what would have to be committed waits.
    private func beginAnew(after error: JournalError) {
        let (delay, lost) = commits.failed(error) { report(Message($0)) }
        let waiting = answers.sorted { $0.key.number < $1.key.number }
        answers = [:]
        hasty = []
        recover()
        let outcomes = commits.outcomes(of: lost, after: error)
        for (id, answer) in waiting { answer(outcomes[id] ?? .failure(.journal(error))) }
        tryAgain(after: delay)
        work()
        // Only now it is known which domains have what the journal doesn't take.
        answerReaders(upTo: .max, .lost)
        pause()
    }

    /// Makes the engine from the journal; where that can't be read either, it is tried with the rest.
    private func recover() {
        dropJobs()
        checks.dropStaged()
        do {
            let state = try log.recover()
            let old = engine
            engine = Engine(setup, from: state)
            engine.goOn(from: old)
            leave(engine.step(.configure(configurations), at: now))
            commits.stall?.mustRecover = false
            announce(state.clock.seq)
        } catch {
            commits.stall?.mustRecover = true
        }
    }

    private func tryAgain(after delay: Duration) {
        loop.schedule(after: delay) { [weak self] in
            guard let self, let stall = commits.stall else { return }
            if stall.mustRecover { recover() }
            if commits.stall?.mustRecover == true { return tryAgain(after: commits.nextDelay()) }
            for held in commits.endStall() { commit(held) }
            work()
        }
    }
}

/// A reference that may cross to the journal's thread and back, where alone it is used.
// tidy: only the loop's thread, which owns the agent, looks at the value.
private final class WeakReference: @unchecked Sendable {
    weak var value: Agent?
    init(_ value: Agent) { self.value = value }
}
