// The engine among its edges: inputs in, effects out.

package import SettingsModel
package import SyncEngine
package import SyncPlatform

/// The agent: it carries out what the engine asks and brings back the answers.
///
/// It belongs to the event loop's thread, like everything it holds.
package final class Agent {
    /// One thing that it has to do.
    enum Job {
        case input(Input)
        /// An edit that depends on those before it; nil where none is made.
        case choice(() -> Input?)
        case effect(Effect)
    }
    /// Takes what became of a request.
    package typealias Answer = (Result<EditReceipt, EditFailure>) -> Void

    /// What is true of every domain, as far as anybody told; changes may wait to be written.
    package internal(set) var engine: Engine
    /// Everything up to this number is written and may be told.
    package private(set) var announcedSeq: UInt64
    /// The domains that the journal knew when the agent began.
    package let recordedDomains: Set<Domain>
    /// What the journal knew of reload hooks when the agent began.
    let recordedHooks: [HookRecord]
    package weak var audience: (any Audience)?
    /// Called when a watched folder, or any of them, may hold something else now.
    package var foldersTouched: () -> Void = {}
    package let log: any OperationLog
    package let watcher: any FileWatcher
    let files: any FileStore
    let setup: EngineSetup
    private let clock: AgentClock
    let loop: EventLoop
    let checks: FileChecks
    let report: (Message) -> Void

    private(set) var configurations: [DomainConfiguration] = []
    private let jobs = RunQueue<Job>()
    /// How many of them are commits: until those are handed over, the engine says things that nobody
    /// knows yet to be unwritten.
    private var commitsToCome = 0
    /// How many of them are configurations: what those describe isn't known yet.
    private var configurationsToCome = 0
    /// The longest that it works before signals and connections have their turn: as long as nobody
    /// notices, though files may change faster than they can be read.
    private static let turn = Duration.milliseconds(100)
    /// The same for taking on domains, whose files are best read before anybody asks for them.
    private static let configurationTurn = Duration.seconds(2)
    /// The longest that it works before it ends; what takes longer is for the next agent.
    private static let lastTurn = Duration.seconds(3)
    /// The turn that is to come, in which what is left is done.
    private var nextTurn: TimerID?
    /// The edits that wait for their turn.
    var edits = EditLine()
    var answers: [AnswerID: Answer] = [:]
    /// Requests that are answered before they are durable.
    var hasty: Set<AnswerID> = []
    var lastRequest: UInt64 = 0
    private var timer: (id: TimerID, deadline: Int64)?
    var commits: CommitLine
    /// Answers that wait until what they tell of is written, by the commit that does it.
    var readers: [(commit: UInt64, go: (CommitEnd) -> Void)] = []

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
        commits = CommitLine(setup.limits)
        announcedSeq = state.clock.seq
        recordedDomains = Set(state.registers.map(\.domain))
        recordedHooks = state.hooks
        self.setup = setup
        self.files = files
        self.watcher = watcher
        self.log = log
        self.loop = loop
        checks = FileChecks(loop: loop)
        self.clock = clock
        self.report = report
    }

    /// Why the journal takes nothing now; nil while it does.
    package var journalError: JournalError? { commits.stall?.error }

    /// How much waits to be worked on.
    var backlog: Int { jobs.count }

    /// Whether what a domain (nil for all) says may not be yet what its files say.
    ///
    /// While the journal takes nothing, nobody waits for it: what may be told then is told.
    package func isStarting(_ domain: Domain?) -> Bool {
        commits.stall == nil && (configurationsToCome > 0 || engine.isStarting(domain))
    }

    // MARK: What comes in

    /// Takes on these domains; files that are new are looked at before this returns, unless that takes
    /// too long.
    package func configure(_ configurations: [DomainConfiguration]) {
        self.configurations = configurations
        checks.configure(configurations)
        leave(.configure(configurations))
        work(for: Self.configurationTurn)
    }

    /// Looks at what the watcher has noticed.
    package func filesChanged() {
        drainWatcher()
        work()
    }

    /// Does what is left to do, commits what was noticed and is worth keeping, and waits for what is
    /// being committed, before the agent ends; gives whether the journal has all of it.
    package func sayFarewell(then done: @escaping (_ isWhole: Bool) -> Void) {
        guard commits.stall == nil else { return done(false) }
        work(for: Self.lastTurn)
        let hasDoneAll = jobs.isEmpty
        for effect in engine.farewell() { carryOut(effect) }
        let answer: Answer = { result in
            if case .success = result { done(hasDoneAll) } else { done(false) }
        }
        guard !commits.isIdle, let id = admit(answer) else { return done(hasDoneAll) }
        let receipt = EditReceipt(seq: engine.changes.seq, revs: [], changed: false)
        // An empty transaction is done when all before it are.
        commit((Transaction(), [], [.acknowledge(id, .success(receipt))]))
    }

    /// Brings an input in and works on it, as far as the turn goes.
    func take(_ input: Input) {
        leave(input)
        work()
    }

    /// Makes an edit that is chosen once all edits before it are made.
    func take(choosing choose: @escaping () -> Input?) {
        edits.add()
        jobs.add(.choice(choose))
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
        if case .configure = input { configurationsToCome += 1 }
        if input.isEdit { edits.add() }
        jobs.add(.input(input))
    }

    // MARK: Working

    /// Leaves effects to be carried out.
    func leave(_ effects: [Effect]) {
        for effect in effects {
            if case .commit(let transaction, _, _) = effect {
                commitsToCome += 1
                commits.expect(transaction)
            }
            jobs.add(.effect(effect))
        }
    }

    /// Drops all that is left to do.
    func dropJobs() {
        jobs.removeAll()
        (commitsToCome, configurationsToCome) = (0, 0)
        commits.expectNothing()
        edits.dropAll()
    }

    /// Lets the audience send what there is, and ask.
    ///
    /// Never between a step and the commit of what it changed: an answer could tell of that.
    func pause() {
        guard commitsToCome == 0 else { return }
        for go in edits.takeReady() { go() }
        audience?.paused()
    }

    /// Does what there is to do, until the turn ends; what is left follows in the next.
    ///
    /// Nothing is done when it's called from inside, or while another turn is to come.
    func work() {
        if nextTurn == nil { work(for: Self.turn) }
    }

    private func work(for turn: Duration) {
        guard commits.stall?.mustRecover != true else { return }
        let end = SystemClock.monotonicNanoseconds + turn.nanoseconds
        let hasRun = jobs.run(
            // Never between a step and its commit, as for ``pause()``.
            until: { commitsToCome == 0 && SystemClock.monotonicNanoseconds >= end },
            doing: perform
        )
        guard hasRun else { return }
        if !jobs.isEmpty { goOnLater() }
        setTimer()
        pause()
    }

    private func perform(_ job: Job) {
        switch job {
        case .input(let input): step(input)
        case .choice(let choose):
            pause()
            edits.step()
            if let input = choose() { leave(engine.step(input, at: now)) }
        case .effect(let effect):
            if case .commit = effect { commitsToCome -= 1 }
            carryOut(effect)
        }
    }

    private func step(_ input: Input) {
        // What is so already is told before what follows from it is worked out, which takes long in a
        // large domain.
        pause()
        if case .configure = input { configurationsToCome -= 1 }
        if input.isEdit { edits.step() }
        leave(engine.step(input, at: now))
    }

    private func goOnLater() {
        guard nextTurn == nil else { return }
        nextTurn = loop.schedule(after: .zero) { [weak self] in
            self?.nextTurn = nil
            self?.work()
        }
    }

    var now: Instant { Instant(wall: clock.wall(), monotonic: clock.monotonic()) }

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
        case .commit(let changes, let written, let synced): commit((changes, written, synced))
        case .acknowledge(let id, let result): acknowledge(id, result)
        case .announce(let seq): announce(seq)
        case .look(let replica, let patience):
            pause()
            see(.sighted(replica, files.look(at: replica, patience: patience)))
        case .lookAtDisplaced(let replica, let staged, let patience):
            let sighting = files.lookAtDisplaced(staged, of: replica, patience: patience)
            see(.displaced(replica, sighting))
            if case .busy = sighting {} else { FailPoint.reach("before_finish") }
        case .stage(let replica, let bytes, let expected, let access, let place):
            pause()
            stage(bytes, replica, expected, access, place)
        case .publish(let replica, let staged, let expected): publish(staged, replica, expected)
        case .resolve(let replica, let staged):
            let state = files.stagedState(of: staged)
            // Before the transaction that forgets the intent.
            log.perform(files.namesSync(of: staged))
            jobs.add(.input(.resolved(replica, state)))
        case .discard(let replica, let staged):
            FailPoint.reach("after_finish")
            files.discard(staged, of: replica)
        case .leave(let replica, let staged):
            let path = files.leave(staged, of: replica)
            // Before the transaction that forgets the intent.
            log.perform(files.namesSync(of: staged))
            jobs.add(.input(.left(replica, at: path)))
        case .check(let replica): checks.checkSave(of: replica, for: self)
        case .findLeft(let replica, let paths):
            jobs.add(.input(.leftAreGone(replica, paths.filter(files.isGone))))
        case .sweep(let replica, let kept): files.sweep(replica, keeping: kept)
        case .watch(let replica): watcher.watch(replica)
        case .unwatch(let replica):
            watcher.unwatch(replica)
            files.forget(replica)
            audience?.unlinked(replica)
        case .report(let problem):
            report(Message(engine.logged(problem)))
            audience?.problemAppeared(problem)
        case .recovered(let replica, let keyPath):
            if keyPath == nil { report(Message(recovered: replica)) }
            audience?.recovered(replica, keyPath)
        case .markSecrets(let domains): audience?.secretsAppeared(in: domains)
        }
    }

    /// Lets everything up to a number be told; one that was announced before makes no difference.
    func announce(_ seq: UInt64) {
        guard seq > announcedSeq else { return }
        announcedSeq = seq
        engine.announce(upTo: seq)
        audience?.announced(upTo: seq)
    }

    /// Brings an answer in; what the watcher noticed before it comes first.
    private func see(_ input: Input) {
        drainWatcher()
        jobs.add(.input(input))
    }

    private func stage(
        _ bytes: [UInt8],
        _ replica: ReplicaID,
        _ expected: FileContent?,
        _ access: FileAccess,
        _ place: FilePlace?
    ) {
        do {
            let staged = try files.stage(
                bytes,
                for: replica,
                expecting: expected,
                access: access,
                in: place
            )
            // The disk is waited for on the journal's thread, before the intent is written.
            log.perform(files.contentSync(of: staged, for: replica))
            guard !checks.check(staged, replacing: expected, of: replica, for: self) else { return }
            jobs.add(.input(.staged(replica, staged)))
        } catch {
            jobs.add(.input(.stagingFailed(replica, error)))
        }
    }

    private func publish(
        _ staged: StagedFile,
        _ replica: ReplicaID,
        _ expected: FileContent?
    ) {
        do {
            try files.publish(staged, for: replica, expecting: expected)
            // Before any transaction is written that counts on the new names.
            log.perform(files.namesSync(of: staged))
            jobs.add(.input(.published(replica)))
        } catch {
            jobs.add(.input(.publishingFailed(replica, error)))
        }
    }
}
