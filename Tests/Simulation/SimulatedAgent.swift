// An agent around the real engine, that can be killed between any two of its steps.

import SettingsDocument
import SettingsModel
package import SyncEngine
import TestSupport

/// The engine with its effects carried out one at a time on simulated files.
package final class SimulatedAgent {
    private enum Task {
        case effect(Effect)
        case input(Input)
    }

    package private(set) var engine: Engine
    private var tasks: [Task] = []
    private var head = 0
    private unowned let world: World
    private let weakness: Weakness?
    private var eventCount = 0
    /// The number that subscribers may have been told of.
    package private(set) var announced: UInt64
    var problems: [Problem] = []

    init(world: World) {
        self.world = world
        weakness = world.weakness
        let state = world.journal.recovered
        var setup = EngineSetup(agent: "simulated")
        setup.timing.missingGrace = 200
        engine = Engine(setup, from: state)
        announced = state.clock.seq
        world.files.isWatched = true
        add([.input(.configure(world.configuration))])
    }

    /// Does one step.
    ///
    /// - Returns: Whether there was anything to do.
    func step() -> Bool {
        if let task = next() {
            run(task)
        } else if let request = world.inbox.first {
            world.inbox.removeFirst()
            world.took(request.id)
            take(.edit(request.id, request.edit))
        } else if !world.files.events.isEmpty {
            drain()
        } else if !world.journal.waiting.isEmpty {
            add(world.journal.flush().map(Task.effect))
        } else if let deadline = engine.nextDeadline, deadline <= world.now {
            add([.input(.timePassed)])
        } else {
            return false
        }
        return true
    }

    /// The journal's own thread: it flushes whenever it likes.
    func flush() { add(world.journal.flush().map(Task.effect)) }

    /// Whether the agent waits for time to pass.
    var nextDeadline: Int64? { engine.nextDeadline }

    private func next() -> Task? {
        guard head < tasks.count else {
            tasks = []
            head = 0
            return nil
        }
        defer { head += 1 }
        return tasks[head]
    }

    private func add(_ new: [Task]) { tasks += new }

    private func run(_ task: Task) {
        switch task {
        case .input(let input): take(input)
        case .effect(let effect): carryOut(effect)
        }
    }

    private func take(_ input: Input) {
        var now = Instant(wall: world.wall, monotonic: world.now)
        // A file's time is clamped to now; with now at the end of time, it is believed.
        if weakness == .believesTimes, case .sighted = input { now.wall = .max / 4 }
        add(engine.step(input, at: now).map(Task.effect))
    }

    private func drain() {
        let events = world.files.events
        world.files.events = []
        for event in events {
            eventCount += 1
            if weakness == .missesEvents, eventCount % 4 == 0 { continue }
            if weakness == .ignoresReaders, case .read = event { continue }
            take(.event(event))
        }
    }

    // MARK: Effects

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .commit(let transaction, let then):
            if weakness == .answersEarly {
                world.journal.commit(transaction, then: [])
                add(then.map(Task.effect))
            } else {
                world.journal.commit(transaction, then: then)
            }
        case .acknowledge(let id, let result): world.acknowledged(id, result)
        case .announce(let seq):
            announced = max(announced, seq)
            engine.announced(upTo: seq)
            world.subscriber.isTold(upTo: seq, of: engine)
        case .look(let replica, _): look(replica)
        case .stage(let replica, let bytes, _): stage(bytes, for: replica)
        case .publish(let replica, let staged, _, let expected):
            publish(staged, for: replica, expecting: expected)
        case .lookAtDisplaced(let replica, let staged, _): lookAtDisplaced(staged, of: replica)
        case .resolve(let replica, let staged): resolve(staged, of: replica)
        case .discard(_, let staged): world.files.put(nil, at: staged.temporaryPath)
        case .sweep(let replica, let kept):
            let temporary = replica.path + ".tmp"
            if kept == nil || weakness == .sweepsAll { world.files.put(nil, at: temporary) }
        case .report(let problem): problems.append(problem)
        case .watch, .unwatch, .recovered: break
        }
    }

    private func look(_ replica: ReplicaID) {
        let sighting = sighting(replica.path)
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

    private func sighting(_ path: String) -> Sighting {
        guard let inode = world.files.inode(path) else { return .absent }
        if inode.writers > 0, weakness != .readsOpenFiles { return .busy(mark: inode.mark) }
        world.files.observed.insert(Saved(identity: inode.identity, text: inode.text))
        if let replica = world.files.replicas[path] {
            world.files.watchedInodes[inode.identity] = replica
        }
        return .content(
            FileContent(bytes: inode.text, identity: inode.identity, modified: inode.modified)
        )
    }

    private func stage(_ bytes: [UInt8], for replica: ReplicaID) {
        let temporary = replica.path + ".tmp"
        let inode = world.files.make(bytes, modified: world.wall)
        world.files.put(inode, at: temporary)
        world.files.watchedInodes[inode.identity] = replica
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
        guard (target == nil) == (expected == nil), (target == nil) == (staged.method == .create)
        else {
            let error = StorageError(
                code: .raced,
                call: "renameat2",
                path: staged.targetPath,
                errno: 17,
                problem: "the file appeared or vanished",
                advice: "Nothing to do"
            )
            add([.input(.publishingFailed(replica, error))])
            return
        }
        world.files.swap(staged.temporaryPath, staged.targetPath)
        if weakness == .renamesBlindly { world.files.put(nil, at: staged.temporaryPath) }
        world.files.touched(staged.targetPath)
        if weakness == .assumesFresh { world.files.events.append(.read(replica, staged.identity)) }
        world.writes += 1
        add([.input(.published(replica))])
    }

    private func lookAtDisplaced(_ staged: StagedFile, of replica: ReplicaID) {
        var sighting = sighting(staged.temporaryPath)
        if weakness == .ignoresDisplaced { sighting = .absent }
        drain()
        add([.input(.displaced(replica, sighting))])
    }

    private func resolve(_ staged: StagedFile, of replica: ReplicaID) {
        let state: StagedState =
            switch world.files.inode(staged.temporaryPath)?.identity {
            case nil: .gone
            case staged.identity: .notPublished
            default: .published
            }
        add([.input(.resolved(replica, state))])
    }
}
