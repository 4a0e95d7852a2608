// The engine among its edges: inputs in, effects out.

package import SettingsModel
package import SyncEngine
package import SyncPlatform

/// Who is told what the agent does.
///
/// A seam: the hub conforms, and tests with a recorder.
package protocol Audience: AnyObject {
    /// Subscribers may hear of everything up to this number.
    func announced(upTo seq: UInt64)
    /// A file has a problem that it didn't have before.
    func hasProblem(_ problem: Problem)
    /// A problem of the file is over.
    func recovered(_ replica: ReplicaID)
    /// Nothing is left to do, or something slow comes next: send what has gathered.
    func paused()
}

/// Why an edit wasn't made.
package enum EditFailure: Error, Equatable, Sendable {
    case refused(Refusal)
    /// The journal takes nothing; nothing was changed.
    case journal(JournalError)
}

/// When an edit is answered.
package enum EditAnswer: Sendable {
    case whenDurable
    /// As soon as it is accepted; a crash may still undo it.
    case whenAccepted
}

/// The agent: it carries out what the engine asks and brings back the answers.
///
/// It belongs to the event loop's thread, like everything it holds.
package final class Agent {
    private enum Task {
        case input(Input)
        case effect(Effect)
    }
    /// Takes what became of a request.
    package typealias Answer = (Result<EditReceipt, EditFailure>) -> Void

    /// What is true of every domain, as far as anybody told; changes may wait to be durable.
    package private(set) var engine: Engine
    /// Everything up to this number is durable and may be told.
    package private(set) var announcedSeq: UInt64
    /// The domains that the journal knew when the agent began.
    package let recordedDomains: Set<Domain>
    package weak var audience: (any Audience)?
    /// Called when a watched folder, or any of them, may hold something else now.
    package var foldersTouched: () -> Void = {}
    package let log: any OperationLog
    package let watcher: any FileWatcher
    private let files: any FileStore
    private let setup: EngineSetup
    private let clock: AgentClock
    private let loop: EventLoop
    private let report: (Message) -> Void

    private var configurations: [DomainConfiguration] = []
    private var tasks: [Task] = []
    private var isWorking = false
    private var answers: [SyncEngine.RequestID: Answer] = [:]
    /// Requests that are answered before they are durable.
    private var hasty: Set<SyncEngine.RequestID> = []
    private var lastRequest: UInt64 = 0
    private var timer: (id: TimerID, deadline: Int64)?
    private var commits = CommitLine()

    /// Makes an agent from what its journal holds.
    ///
    /// What people should know is given to `report`, each thing once.
    ///
    /// - Throws: ``JournalError`` when the journal can't be read.
    package init(
        setup: EngineSetup,
        files: any FileStore,
        watcher: any FileWatcher,
        log: any OperationLog,
        loop: EventLoop,
        clock: AgentClock = .system,
        report: @escaping (Message) -> Void
    ) throws(JournalError) {
        let state = try log.recover()
        engine = Engine(setup, from: state)
        announcedSeq = state.clock.seq
        recordedDomains = Set(state.registers.map(\.domain))
        self.setup = setup
        self.files = files
        self.watcher = watcher
        self.log = log
        self.loop = loop
        self.clock = clock
        self.report = report
    }

    /// Why the journal takes nothing now; nil while it does.
    package var journalError: JournalError? { commits.stall?.error }

    /// How much waits to be worked on.
    var backlog: Int { tasks.count }

    // MARK: What comes in

    /// Takes on these domains; files that are new are looked at before this returns.
    package func configure(_ configurations: [DomainConfiguration]) {
        self.configurations = configurations
        take(.configure(configurations))
    }

    /// Looks at what the watcher has noticed.
    package func filesChanged() {
        drainWatcher()
        work()
    }

    /// Makes an edit and answers when it is durable, or accepted.
    package func edit(
        _ request: EditRequest,
        answering moment: EditAnswer = .whenDurable,
        then answer: @escaping Answer
    ) {
        guard let id = admit(answer) else { return }
        if moment == .whenAccepted { hasty.insert(id) }
        take(.edit(id, request))
    }

    /// Takes the other side of entries of the history.
    package func undo(_ entries: [HistoryEntry], client: String, then answer: @escaping Answer) {
        guard let id = admit(answer) else { return }
        take(.undo(id, entries, client: client))
    }

    /// Looks at files again and answers when everything is read and written.
    package func rescan(_ request: RescanRequest, then answer: @escaping Answer) {
        guard let id = admit(answer) else { return }
        take(.rescan(id, request))
    }

    /// Commits what was noticed and is worth keeping, and waits for what is being committed,
    /// before the agent ends.
    package func sayFarewell(then done: @escaping () -> Void) {
        guard commits.stall == nil else { return done() }
        for effect in engine.farewell() { carryOut(effect) }
        guard !commits.isIdle, let id = admit({ _ in done() }) else { return done() }
        let receipt = EditReceipt(seq: engine.changes.seq, revs: [], changed: false)
        // An empty transaction is done when all before it are.
        commit(Transaction(), then: [.acknowledge(id, .success(receipt))])
    }

    private func admit(_ answer: @escaping Answer) -> SyncEngine.RequestID? {
        if let stall = commits.stall {
            answer(.failure(.journal(stall.error)))
            return nil
        }
        lastRequest += 1
        let id = SyncEngine.RequestID(lastRequest)
        answers[id] = answer
        return id
    }

    private func take(_ input: Input) {
        leave(input)
        work()
    }

    private func drainWatcher() {
        for event in watcher.drain() {
            switch event {
            case .folderTouched: foldersTouched()
            case .overflowed:
                foldersTouched()
                leave(.event(event))
            default: leave(.event(event))
            }
        }
    }

    /// Leaves an input to be worked on.
    ///
    /// While the journal can't even be read there is no engine to take it, and the one that comes
    /// looks at every file first, so nothing is kept that long.
    private func leave(_ input: Input) {
        guard commits.stall?.mustRecover != true else { return }
        tasks.append(.input(input))
    }

    // MARK: Working

    /// Does everything there is to do.
    ///
    /// Called again from inside, it only leaves more to do.
    private func work() {
        guard !isWorking, commits.stall?.mustRecover != true else { return }
        isWorking = true
        var next = 0
        while next < tasks.count {
            let task = tasks[next]
            next += 1
            switch task {
            case .input(let input):
                // What is so already is told before what follows from it is worked out, which takes
                // long in a large domain.
                audience?.paused()
                tasks += engine.step(input, at: now).map(Task.effect)
            case .effect(let effect): carryOut(effect)
            }
            if next == tasks.count || next > 1_024 {
                tasks.removeFirst(next)
                next = 0
            }
        }
        isWorking = false
        setTimer()
        audience?.paused()
    }

    private var now: Instant { Instant(wall: clock.wall(), monotonic: clock.monotonic()) }

    private func setTimer() {
        let deadline = engine.nextDeadline
        guard deadline != timer?.deadline else { return }
        if let timer { loop.cancel(timer.id) }
        timer = nil
        guard let deadline else { return }
        let delay = Duration.milliseconds(max(0, deadline - clock.monotonic()))
        let id = loop.schedule(after: delay) { [weak self] in
            self?.timer = nil
            self?.take(.timePassed)
        }
        timer = (id, deadline)
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .commit(let transaction, let then): commit(transaction, then: then)
        case .acknowledge(let id, let result): acknowledge(id, result)
        case .announce(let seq): announce(seq)
        case .look(let replica, let patience):
            audience?.paused()
            see(.sighted(replica, files.look(at: replica, patience: patience)))
        case .lookAtDisplaced(let replica, let staged, let patience):
            let sighting = files.lookAtDisplaced(staged, of: replica, patience: patience)
            see(.displaced(replica, sighting))
            if case .busy = sighting {} else { FailPoint.reach("before_finish") }
        case .stage(let replica, let bytes, let expected):
            audience?.paused()
            stage(bytes, replica, expected)
        case .publish(let replica, let staged, let bytes, let expected):
            publish(staged, bytes, replica, expected)
        case .resolve(let replica, let staged):
            tasks.append(.input(.resolved(replica, files.state(of: staged))))
        case .discard(let replica, let staged):
            FailPoint.reach("after_finish")
            files.discard(staged, of: replica)
        case .sweep(let replica, let kept): files.sweep(replica, keeping: kept)
        case .watch(let replica): watcher.watch(replica)
        case .unwatch(let replica):
            watcher.unwatch(replica)
            files.forget(replica)
        case .report(let problem):
            report(Message(problem))
            audience?.hasProblem(problem)
        case .recovered(let replica):
            report(Message(recovered: replica))
            audience?.recovered(replica)
        }
    }

    private func announce(_ seq: UInt64) {
        guard seq > announcedSeq else { return }
        announcedSeq = seq
        engine.announce(upTo: seq)
        audience?.announced(upTo: seq)
    }

    /// Brings an answer in; what the watcher noticed before it comes first.
    private func see(_ input: Input) {
        drainWatcher()
        tasks.append(.input(input))
    }

    private func stage(_ bytes: [UInt8], _ replica: ReplicaID, _ expected: FileContent?) {
        do {
            let staged = try files.stage(bytes, for: replica, expecting: expected)
            tasks.append(.input(.staged(replica, staged)))
        } catch {
            tasks.append(.input(.stagingFailed(replica, error)))
        }
    }

    private func publish(
        _ staged: StagedFile,
        _ bytes: [UInt8],
        _ replica: ReplicaID,
        _ expected: FileContent?
    ) {
        do {
            try files.publish(staged, bytes: bytes, for: replica, expecting: expected)
            tasks.append(.input(.published(replica)))
        } catch {
            tasks.append(.input(.publishingFailed(replica, error)))
        }
    }

    private func acknowledge(
        _ id: SyncEngine.RequestID,
        _ result: Result<EditReceipt, Refusal>
    ) {
        hasty.remove(id)
        guard let answer = answers.removeValue(forKey: id) else { return }
        answer(result.mapError(EditFailure.refused))
    }
}

// MARK: The journal

extension Agent {
    private func commit(_ transaction: Transaction, then effects: [Effect]) {
        guard commits.stall == nil else { return commits.hold(transaction, then: effects) }
        if !transaction.registers.isEmpty { FailPoint.reach("before_commit") }
        for case .acknowledge(let id, let result) in effects where hasty.contains(id) {
            acknowledge(id, result)
        }
        let number = commits.begin(transaction, then: effects)
        let owner = WeakReference(self)
        log.commit(transaction) { result in owner.value?.committed(number, result) }
    }

    private func committed(_ number: UInt64, _ result: Result<Void, JournalError>) {
        // After a failure the numbers of the old engine mean nothing to the new one.
        guard let commit = commits.end(number) else { return }
        switch result {
        case .success:
            if commit.hasRegisters { FailPoint.reach("after_commit") }
            if !commit.isEmpty, let error = commits.succeeded() {
                report(Message(journalWorksAgain: error.path))
            }
            tasks += commit.effects.map(Task.effect)
            work()
        case .failure(let error): beginAnew(after: error)
        }
    }

    /// The journal takes nothing: forgets what it doesn't hold, and tries again later.
    ///
    /// It is what a crash and a restart would do, without losing the connections. Meanwhile files
    /// are still read, so that layers are in force; what would have to be committed waits.
    private func beginAnew(after error: JournalError) {
        let delay = commits.failed(error) { report(Message($0)) }
        let waiting = answers.sorted { $0.key.number < $1.key.number }
        answers = [:]
        hasty = []
        recover()
        for (_, answer) in waiting { answer(.failure(.journal(error))) }
        audience?.paused()
        tryAgain(after: delay)
        work()
    }

    /// Makes the engine from the journal; where that can't be read either, it is tried with the rest.
    private func recover() {
        tasks = []
        do {
            let state = try log.recover()
            engine = Engine(setup, from: state)
            tasks = engine.step(.configure(configurations), at: now).map(Task.effect)
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
            for held in commits.endStall() { commit(held.transaction, then: held.effects) }
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
