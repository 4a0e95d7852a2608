// The engine among its edges: inputs in, effects out.

package import SyncEngine
package import SyncPlatform

/// Who is told what the agent does.
///
/// A seam: sessions conform, and tests with a recorder.
package protocol Audience: AnyObject {
    /// Subscribers may hear of everything up to this number.
    func announced(upTo seq: UInt64)
    func hasProblem(_ problem: Problem)
    func recovered(_ replica: ReplicaID)
    /// The journal failed and the agent began anew from what it holds: cursors need a snapshot.
    func beganAnew()
}

/// Why an edit wasn't made.
package enum EditFailure: Error, Equatable, Sendable {
    case refused(Refusal)
    /// The journal takes nothing; nothing was changed.
    case journal(JournalError)
}

/// Where an agent reads the time.
package struct AgentClock: Sendable {
    package var wall: @Sendable () -> Int64
    package var monotonic: @Sendable () -> Int64

    /// The system's clocks.
    package static let system = AgentClock(
        wall: { SystemClock.wallMilliseconds },
        monotonic: { SystemClock.monotonicMilliseconds }
    )
}

/// The agent: it carries out what the engine asks and brings back the answers.
///
/// It belongs to the event loop's thread, like everything it holds.
package final class Agent {
    private enum Task {
        case input(Input)
        case effect(Effect)
    }
    package typealias Answer = (Result<EditReceipt, EditFailure>) -> Void

    package private(set) var engine: Engine
    /// Everything up to this number is durable and may be told.
    package private(set) var announcedSeq: UInt64
    package weak var audience: (any Audience)?
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
    private var commits: [UInt64: [Effect]] = [:]
    private var lastCommit: UInt64 = 0
    private var timer: (id: TimerID, deadline: Int64)?
    /// The journal takes nothing: when it is tried again, and why.
    package private(set) var stall: JournalError?
    private var stallDelay = Duration.milliseconds(500)

    /// Makes an agent from what its journal holds.
    ///
    /// - Parameters:
    ///   - report: Tells people something, once.
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
        self.setup = setup
        self.files = files
        self.watcher = watcher
        self.log = log
        self.loop = loop
        self.clock = clock
        self.report = report
    }

    // MARK: What comes in

    /// Takes on these domains; files that are new are looked at before this returns.
    package func configure(_ configurations: [DomainConfiguration]) {
        self.configurations = configurations
        take(.configure(configurations))
    }

    /// Looks at what the watcher has noticed.
    package func filesChanged() {
        for event in watcher.drain() { tasks.append(.input(.event(event))) }
        work()
    }

    /// Makes an edit and answers when it is durable, or at once with `.accepted`.
    package func edit(
        _ request: EditRequest,
        isHasty: Bool = false,
        then answer: @escaping Answer
    ) {
        guard let id = admit(answer) else { return }
        if isHasty { hasty.insert(id) }
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

    /// Commits what was noticed and is worth keeping, before the agent ends.
    package func sayFarewell(then done: @escaping () -> Void) {
        let effects = engine.farewell()
        guard !effects.isEmpty, stall == nil else { return done() }
        for effect in effects { carryOut(effect) }
        let id = SyncEngine.RequestID(lastRequest + 1)
        lastRequest += 1
        answers[id] = { _ in done() }
        carryOut(
            .commit(
                Transaction(),
                then: [.acknowledge(id, .success(EditReceipt(seq: 0, revs: [], changed: false)))]
            )
        )
    }

    private func admit(_ answer: @escaping Answer) -> SyncEngine.RequestID? {
        if let stall {
            answer(.failure(.journal(stall)))
            return nil
        }
        lastRequest += 1
        let id = SyncEngine.RequestID(lastRequest)
        answers[id] = answer
        return id
    }

    private func take(_ input: Input) {
        tasks.append(.input(input))
        work()
    }

    // MARK: Working

    /// Does everything there is to do. Called again from inside, it only leaves more to do.
    private func work() {
        guard !isWorking, stall == nil else { return }
        isWorking = true
        var next = 0
        while next < tasks.count, stall == nil {
            let task = tasks[next]
            next += 1
            switch task {
            case .input(let input):
                tasks += engine.step(input, at: now).map(Task.effect)
            case .effect(let effect): carryOut(effect)
            }
            if next == tasks.count || next > 1_024 {
                tasks.removeFirst(min(next, tasks.count))
                next = 0
            }
        }
        isWorking = false
        setTimer()
    }

    private var now: Instant { Instant(wall: clock.wall(), monotonic: clock.monotonic()) }

    private func setTimer() {
        let deadline = stall == nil ? engine.nextDeadline : nil
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
        case .announce(let seq):
            engine.announce(upTo: seq)
            announcedSeq = max(announcedSeq, seq)
            audience?.announced(upTo: seq)
        case .look(let replica, let patience):
            see(.sighted(replica, files.look(at: replica, patience: patience)))
        case .lookAtDisplaced(let replica, let staged, let patience):
            let sighting = files.lookAtDisplaced(staged, of: replica, patience: patience)
            see(.displaced(replica, sighting))
            if case .busy = sighting {} else { FailPoint.reach("before_finish") }
        case .stage(let replica, let bytes, let expected): stage(bytes, replica, expected)
        case .publish(let replica, let staged, let bytes, let expected):
            publish(staged, bytes, replica, expected)
        case .resolve(let replica, let staged):
            tasks.append(.input(.resolved(replica, files.state(of: staged))))
        case .discard(let replica, let staged):
            FailPoint.reach("after_finish")
            files.discard(staged, of: replica)
        case .sweep(let replica, let kept): files.sweep(replica, keeping: kept)
        case .watch(let replica): watcher.watch(replica)
        case .unwatch(let replica): watcher.unwatch(replica)
        case .report(let problem):
            report(Message(problem))
            audience?.hasProblem(problem)
        case .recovered(let replica):
            report(Message(recovered: replica))
            audience?.recovered(replica)
        }
    }

    /// Reads of a file that came before what was seen of it are told first.
    private func see(_ input: Input) {
        for event in watcher.drain() { tasks.append(.input(.event(event))) }
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
        if !transaction.registers.isEmpty { FailPoint.reach("before_commit") }
        for case .acknowledge(let id, let result) in effects where hasty.contains(id) {
            acknowledge(id, result)
        }
        lastCommit += 1
        let number = lastCommit
        let hasRegisters = !transaction.registers.isEmpty
        commits[number] = effects
        let owner = Unretained(self)
        log.commit(transaction) { result in
            owner.value?.committed(number, result, hasRegisters: hasRegisters)
        }
    }

    private func committed(
        _ number: UInt64,
        _ result: Result<Void, JournalError>,
        hasRegisters: Bool
    ) {
        // After a failure the numbers of the old engine mean nothing to the new one.
        guard let effects = commits.removeValue(forKey: number) else { return }
        switch result {
        case .success:
            if hasRegisters { FailPoint.reach("after_commit") }
            stallDelay = .milliseconds(500)
            tasks += effects.map(Task.effect)
            work()
        case .failure(let error): beginAnew(after: error)
        }
    }

    /// The journal takes nothing: forgets what it doesn't hold, and tries again later.
    ///
    /// It is what a crash and a restart would do, without losing the connections.
    private func beginAnew(after error: JournalError) {
        commits = [:]
        tasks = []
        if stall == nil || stall != error { report(Message(error, delay: stallDelay)) }
        stall = error
        let waiting = answers
        answers = [:]
        hasty = []
        for answer in waiting.values { answer(.failure(.journal(error))) }
        if let state = try? log.recover() {  // unreadable now, it is tried again with the rest
            engine = Engine(setup, from: state)
            announcedSeq = state.clock.seq
            tasks = engine.step(.configure(configurations), at: now).map(Task.effect)
        }
        audience?.beganAnew()
        setTimer()
        loop.schedule(after: stallDelay) { [weak self] in
            self?.stall = nil
            self?.work()
        }
        stallDelay = min(stallDelay * 2, .seconds(60))
    }
}

/// A reference that may cross to the journal's thread and back, where alone it is used.
// tidy: only the loop's thread, which owns the agent, looks at the value.
private final class Unretained: @unchecked Sendable {
    weak var value: Agent?
    init(_ value: Agent) { self.value = value }
}
