// A loop and a watcher that tests drive until what they wait for happens.

import FileReplacing
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

/// The library has one instance in a process, so everything that watches runs one after the other.
@Suite(.serialized) struct `Watched` {}

/// The moment between the last look at a file and its replacement, in which somebody acts.
final class LastMoment {
    private var action: (() throws -> Void)?

    /// Has something happen in the next such moment.
    func act(_ action: @escaping () throws -> Void) { self.action = action }

    /// The calls of a file store.
    var calls: RenameCalls {
        RenameCalls(exchange: { [self] from, to in
            do { try action?() } catch { Issue.record(error) }
            action = nil
            return RenameCalls().exchange(from, to)
        })
    }
}

/// A watcher with a file store.
final class Storing {
    let watching: Watching
    let store: DiskFileStore
    let folder: Folder

    init(
        timing: PlatformTiming = PlatformTiming(),
        limits: Limits = .standard,
        calls: RenameCalls = RenameCalls()
    ) throws {
        folder = try Folder()
        watching = try Watching(timing: timing)
        store = DiskFileStore(watcher: watching.watcher, limits: limits, calls: calls)
    }

    /// A store that closes files soon after their last use.
    static func resting() throws -> Storing {
        var timing = PlatformTiming()
        timing.rest = .milliseconds(20)
        return try Storing(timing: timing)
    }

    /// Waits until no file is open.
    func rest() throws {
        try watching.wait(for: "still \(store.openCount) open") { store.openCount == 0 }
    }

    /// A replica that is watched and holds this text.
    func replica(_ name: String, holding text: String? = nil) throws -> ReplicaID {
        if let text { try folder.write(text, to: name) }
        let replica = folder.replica(name)
        watching.watcher.watch(replica)
        return replica
    }

    /// What a look sees once nobody has the file open for writing.
    ///
    /// A process that another test starts has a copy of each descriptor until it runs its program.
    func whenClosed(_ look: () -> Sighting) -> Sighting {
        let end = SystemClock.monotonicMilliseconds + 120_000
        var sighting = look()
        while case .busy = sighting, SystemClock.monotonicMilliseconds < end {
            var isDue = false
            _ = watching.loop.schedule(after: .milliseconds(10)) { isDue = true }
            watching.loop.run { isDue }
            sighting = look()
        }
        return sighting
    }

    func content(of replica: ReplicaID, _ patience: Patience = .untilClosed) throws -> FileContent {
        let sighting = whenClosed { store.look(at: replica, patience: patience) }
        guard case .content(let content) = sighting else {
            throw WaitedInVain(description: "expected content, saw \(sighting)")
        }
        return content
    }

    /// Looks, stages, publishes and takes what came out, as the agent does.
    @discardableResult
    func write(_ text: String, to replica: ReplicaID) throws -> StagedFile {
        let old = store.look(at: replica, patience: .untilClosed)
        var expected: FileContent?
        if case .content(let content) = old { expected = content }
        let staged = try store.stage(Array(text.utf8), for: replica, expecting: expected)
        try store.publish(staged, for: replica, expecting: expected)
        _ = store.lookAtDisplaced(staged, of: replica, patience: .untilClosed)
        store.discard(staged, of: replica)
        return staged
    }
}

/// Waited in vain.
struct WaitedInVain: Error, CustomStringConvertible {
    var description: String
}

/// A watcher with its loop, and what it told so far.
final class Watching {
    let loop: EventLoop
    let watcher: ReplicaWatcher
    private(set) var events: [FileEvent] = []
    private let box = ProblemBox()

    final class ProblemBox {
        var problems: [PlatformError] = []
    }

    init(timing: PlatformTiming = PlatformTiming()) throws {
        loop = try EventLoop()
        watcher = ReplicaWatcher(loop: loop, timing: timing) { [box] in box.problems.append($0) }
        watcher.onEvents = { [unowned self] in events += watcher.drain() }
    }

    var reported: [PlatformError] { box.problems }

    func forgetEvents() {
        events += watcher.drain()
        events = []
    }

    /// Runs the loop until something is so, for two minutes at most: a busy machine is slow.
    func wait(
        for what: String,
        atMost limit: Duration = .seconds(120),
        until isSo: () -> Bool
    ) throws {
        var isLate = false
        let timer = loop.schedule(after: limit) { isLate = true }
        loop.run {
            isSo() || isLate
        }
        loop.cancel(timer)
        guard isSo() else { throw WaitedInVain(description: "\(what); had: \(events)") }
    }

    func waitForTouch(of replica: ReplicaID) throws {
        try wait(for: "no touch of \(replica)") { events.contains(.touched(replica)) }
    }

    /// Everything that the kernel has queued before this has been told when it returns.
    func settle() { events += watcher.drain() }

    func touches(of replica: ReplicaID) -> Int { events.count { $0 == .touched(replica) } }
}

extension FileStore {
    /// Stages a file that is as open as the user's other files.
    func stage(
        _ bytes: [UInt8],
        for replica: ReplicaID,
        expecting expected: FileContent?
    ) throws(StorageError) -> StagedFile {
        try stage(bytes, for: replica, expecting: expected, access: .asUsual, in: nil)
    }
}
