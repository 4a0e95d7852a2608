// An agent around the real engine, that can be killed between any two of its steps.

import SettingsDocument
import SettingsModel
package import SyncEngine
import TestSupport

/// The engine with its effects carried out one at a time on simulated files.
package final class SimulatedAgent {
    enum Job {
        case effect(Effect)
        case input(Input)
    }

    package private(set) var engine: Engine
    private var jobs: [Job] = []
    private var head = 0
    unowned let world: World
    let weakness: Weakness?
    private var setup: EngineSetup
    private var eventCount = 0
    private var stepsInARow = 0
    /// More than any people here can make it do without a rest.
    private static let mostSteps = 3_000
    var problems: [Problem] = []

    init(world: World) {
        self.world = world
        weakness = world.weakness
        world.journal.open()
        // So few that they go all the time.
        var limits = Limits()
        limits.tombstones = 2
        setup = EngineSetup(limits: limits, agent: "simulated\(world.journal.epoch)")
        setup.timing.missingGrace = 200
        if weakness == .forgetsVersions { setup.limits.fileVersions = 1 }
        let state = world.journal.recovered
        engine = Engine(setup, from: state)
        world.files.isWatched = true
        add([.input(.configure(world.configuration))])
    }

    /// Copies an agent that has nothing to do into a world like its own.
    init(copying other: SimulatedAgent, into world: World) {
        precondition(other.isIdle, "what is to be done is another world's")
        self.world = world
        engine = other.engine
        weakness = other.weakness
        setup = other.setup
        eventCount = other.eventCount
        stepsInARow = other.stepsInARow
        problems = other.problems
    }

    /// Whether there is nothing left to do.
    var isIdle: Bool { head == jobs.count }

    /// A commit has failed: forgets what the journal doesn't hold, and goes on.
    func beginAnew() {
        jobs = []
        head = 0
        world.journal.open()
        let old = engine
        engine = Engine(setup, from: world.journal.recovered)
        engine.goOn(from: old)
        add([.input(.configure(world.configuration))])
    }

    /// Whether names are exchanged next, or were with its last step.
    var isReplacing: Bool {
        guard head < jobs.count else { return false }
        switch jobs[head] {
        case .effect(.publish), .effect(.lookAtDisplaced), .effect(.leave): return true
        default: return false
        }
    }

    /// Does one step.
    ///
    /// - Returns: Whether there was anything to do.
    func step() -> Bool {
        stepsInARow += 1
        if stepsInARow == Self.mostSteps { world.complaints.append("it works without end") }
        if let job = next() {
            run(job)
        } else if let request = world.inbox.first {
            world.inbox.removeFirst()
            take(request)
        } else if !world.files.events.isEmpty {
            drain()
        } else if !world.journal.isIdle {
            advanceJournal()
        } else if let deadline = engine.nextDeadline, deadline <= world.now {
            add([.input(.timePassed)])
        } else {
            stepsInARow = 0
            return false
        }
        return true
    }

    /// The journal's own thread: it goes on whenever it likes.
    func advanceJournal() {
        add(world.journal.advance().map(Job.effect))
        if !world.journal.hasUnsynced { world.files.lostStray = false }
    }

    /// Whether the agent waits for time to pass.
    var nextDeadline: Int64? { engine.nextDeadline }

    private func next() -> Job? {
        guard head < jobs.count else {
            jobs = []
            head = 0
            return nil
        }
        defer { head += 1 }
        return jobs[head]
    }

    func add(_ new: [Job]) { jobs += new }

    private func run(_ job: Job) {
        switch job {
        case .input(let input): take(input)
        case .effect(let effect): carryOut(effect)
        }
    }

    private func take(_ pending: Pending) {
        let id = pending.id
        switch pending.request {
        case .edit(let edit):
            world.took(id, engine)
            take(.edit(id, edit))
        case .acceptance:
            var request = RescanRequest(domain: nil)
            request.acceptsHeld = true
            take(.rescan(id, request))
        case .undo(let entries): takeBack(entries, as: .undo, id)
        case .step(let aim):
            do {
                let entries = try entries(aim)
                world.chose(entries, for: id)
                world.following.take(id, Set(entries.compactMap(\.place)))
                takeBack(entries, as: aim.isRedo ? .redo : .undo, id)
            } catch {
                world.acknowledged(id, .failure(error))
            }
        case .follow(let key, let path): follow(key, in: path, id)
        }
    }

    private func takeBack(_ entries: [HistoryEntry], as kind: HistoryEntry.Kind, _ id: AnswerID) {
        world.took(id, engine)
        take(.undo(id, TakenBack(entries, as: kind, by: Requester(client: "tui"))))
        world.checkUndone(id, engine)
    }

    func take(_ input: Input) {
        world.tell("takes \(String(legibly: input))")
        world.digest?.add(input)
        var now = Instant(wall: world.wall, monotonic: world.now)
        // A file's time is clamped to now; with now at the end of time, it is believed.
        if weakness == .believesTimes, case .sighted = input { now.wall = .max / 4 }
        add(engine.step(input, at: now).map(Job.effect))
        if case .sighted(let replica, .content(let content)) = input,
            case .broken(let problem) = engine.status(of: replica)?.condition,
            problem.code == .wiped
        {
            world.files.wasHeld(content)
        }
    }

    func drain() {
        let events = world.files.events
        world.files.events = []
        for event in events {
            eventCount += 1
            if weakness == .missesEvents, eventCount % 4 == 0 { continue }
            if weakness == .ignoresReaders, case .read = event { continue }
            // Not taken at once: what was seen before it comes first.
            add([.input(.event(event))])
        }
    }

    // MARK: Effects

    private func carryOut(_ effect: Effect) {
        world.tell("does \(String(legibly: effect))")
        world.digest?.add(effect)
        switch effect {
        case .commit(let transaction, let written, let synced):
            commit(transaction, written, synced)
        case .acknowledge(let id, let result): world.acknowledged(id, result)
        case .announce(let seq):
            engine.announce(upTo: seq)
            world.subscriber.isTold(upTo: seq, by: engine.changes)
        case .look(let replica, _): look(replica)
        case .stage(let replica, let bytes, _, _, _): stage(bytes, for: replica)
        case .publish(let replica, let staged, let expected):
            publish(staged, for: replica, expecting: expected)
        case .lookAtDisplaced(let replica, let staged, _): lookAtDisplaced(staged, of: replica)
        case .resolve(let replica, let staged): resolve(staged, of: replica)
        case .discard(_, let staged): remove(staged.temporaryPath, of: staged.targetPath)
        case .leave(let replica, let staged): leave(staged, of: replica)
        case .findLeft(let replica, let paths):
            let gone = paths.filter { world.files.inode($0) == nil }
            add([.input(.leftAreGone(replica, gone))])
        case .sweep(let replica, let kept):
            for name in world.files.temporaryNames(of: replica.path)
            where !isNeeded(name, by: replica, or: kept) {
                remove(name, of: replica.path)
            }
        case .report(let problem): problems.append(problem)
        case .check(let replica): add([.input(.checked(replica, nil))])
        case .watch, .unwatch, .recovered, .markSecrets: break
        }
    }

    private func isNeeded(_ name: String, by replica: ReplicaID, or kept: Set<String>) -> Bool {
        switch weakness {
        case .sweepsAll: return false
        case .sweepsOthers:
            let records = world.journal.recovered.replicas
            let own = records.first { $0.replica == replica }?.intent?.staged.temporaryPath
            return name == own
        default: return kept.contains(name)
        }
    }

    private func remove(_ temporary: String, of target: String) {
        world.checkMistakes(beforeRemoving: temporary, of: target)
        world.files.put(nil, at: temporary)
    }

    private func commit(_ transaction: Transaction, _ written: [Effect], _ synced: [Effect]) {
        func isEarly(_ effect: Effect) -> Bool {
            switch effect {
            case .acknowledge: weakness == .answersUnsynced
            case .publish: weakness == .publishesUnsynced
            default: false
            }
        }
        guard weakness != .answersEarly else {
            world.journal.commit(transaction, written: [], synced: [])
            return add((written + synced).map(Job.effect))
        }
        world.journal.commit(
            transaction,
            written: written + synced.filter(isEarly),
            synced: synced.filter { !isEarly($0) }
        )
    }

    private func look(_ replica: ReplicaID) {
        let sighting = sighting(replica.path, of: replica)
        if weakness == .writesAlways, case .content(let content) = sighting {
            world.files.put(
                world.files.make(content.bytes, modified: world.wall),
                at: replica.path
            )
            world.files.touched(replica.path)
            world.writes += 1
        }
        // Reads that came before this content are in the queue.
        drain()
        add([.input(.sighted(replica, sighting))])
    }

    private func sighting(_ path: String, of replica: ReplicaID) -> Sighting {
        guard let inode = world.files.inode(path) else { return .absent }
        if inode.writers > 0, weakness != .readsOpenFiles { return .busy(mark: inode.mark) }
        world.files.look(at: inode, path, by: replica)
        if world.files.replicas[path] != nil { world.files.watchedInodes.insert(inode.identity) }
        let modified = weakness == .ignoresTimes ? world.wall : inode.modified
        var content = FileContent(
            bytes: inode.text,
            identity: inode.identity,
            modified: modified
        )
        content.place = FilePlace(nameFolder: 1, fileFolder: 1)
        return .content(content)
    }

    private func stage(_ bytes: [UInt8], for replica: ReplicaID) {
        if world.isRefusing {
            return add([.input(.stagingFailed(replica, raced(at: replica.path)))])
        }
        if world.files.isAway(replica.path) {
            return add([.input(.stagingFailed(replica, noFolder(of: replica.path)))])
        }
        let inode = world.files.make(bytes, modified: world.wall)
        let temporary = world.files.stage(inode, beside: replica.path)
        let files = world.files
        if weakness != .stagesUnsynced {
            world.journal.perform { files.syncContent(inode.identity) }
        }
        world.files.watchedInodes.insert(inode.identity)
        let isThere = world.files.inode(replica.path) != nil
        let staged = StagedFile(
            temporaryPath: temporary,
            targetPath: replica.path,
            identity: inode.identity,
            method: isThere ? .exchange : .create
        )
        add([.input(.staged(replica, staged))])
    }

    private func publish(
        _ staged: StagedFile,
        for replica: ReplicaID,
        expecting expected: FileContent?
    ) {
        let target = world.files.inode(staged.targetPath)
        guard !world.files.isAway(staged.targetPath), (target == nil) == (expected == nil),
            (target == nil) == (staged.method == .create)
        else {
            add([.input(.publishingFailed(replica, raced(at: staged.targetPath)))])
            return
        }
        let files = world.files
        // Where nobody has, publishing itself waits for the disk.
        if weakness != .stagesUnsynced { files.syncContent(staged.identity) }
        files.exchange(staged.temporaryPath, staged.targetPath)
        if weakness != .keepsNamesUnsynced {
            world.journal.perform { files.syncNames(staged.targetPath) }
        }
        if weakness == .renamesBlindly { world.files.put(nil, at: staged.temporaryPath) }
        world.files.touched(staged.targetPath)
        world.writes += 1
        add([.input(.published(replica))])
    }

    private func noFolder(of path: String) -> StorageError {
        StorageError(
            code: .noFolder,
            path: path,
            errno: 2,
            problem: "the folder isn't there",
            advice: "Nothing to do"
        )
    }

    private func raced(at path: String) -> StorageError {
        StorageError(
            code: .raced,
            path: path,
            errno: 17,
            problem: "the file changed, appeared or vanished",
            advice: "Nothing to do"
        )
    }

    private func lookAtDisplaced(_ staged: StagedFile, of replica: ReplicaID) {
        var sighting = sighting(staged.temporaryPath, of: replica)
        if weakness == .ignoresDisplaced { sighting = .absent }
        drain()
        add([.input(.displaced(replica, sighting))])
    }

    private func resolve(_ staged: StagedFile, of replica: ReplicaID) {
        let state: StagedState =
            switch world.files.inode(staged.temporaryPath)?.identity {
            case nil where weakness == .ignoresDisplaced: .gone
            case nil: world.files.inode(staged.targetPath) == nil ? .away : .gone
            case staged.identity: .notPublished
            default: .published
            }
        let files = world.files
        if state == .published { world.journal.perform { files.syncNames(staged.targetPath) } }
        add([.input(.resolved(replica, state))])
    }
}
