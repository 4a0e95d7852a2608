// A loop and a watcher that tests drive until what they wait for happens.

import Glibc
import SyncEngine
import Testing

@testable import SyncPlatform

/// The library has one instance in a process, so everything that watches runs one after the other.
@Suite(.serialized) struct `Watched` {}

/// Waited in vain.
struct WaitedInVain: Error, CustomStringConvertible {
    var description: String
}

/// A watcher with its loop, and what it told so far.
final class Watching {
    let loop: EventLoop
    let watcher: ReplicaWatcher
    private(set) var events: [FileEvent] = []
    private(set) var problems: [PlatformError] = []
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

    /// Runs the loop until something is so, for ten seconds at most.
    func wait(
        for what: String,
        atMost limit: Duration = .seconds(10),
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
