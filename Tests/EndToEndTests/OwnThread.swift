// A thread for each test, so that one that waits for a program keeps no other from running.

import Foundation
import Synchronization
import Testing

/// Runs a test on a thread of its own.
///
/// These tests wait in poll(2); on the shared pool, which has a thread for each core, two of them
/// would hold up all others.
struct OwnThreadTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing body: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await body() }
        let thread = ThreadExecutor()
        defer { thread.end() }
        try await withTaskExecutorPreference(thread) { try await body() }
    }
}

extension Trait where Self == OwnThreadTrait {
    /// Each test on a thread of its own.
    static var ownThread: Self { OwnThreadTrait() }
}

/// One thread that runs jobs in their order.
private final class ThreadExecutor: TaskExecutor {
    /// How many tests run at once.
    ///
    /// Each has an agent, and the kernel gives a user 128 inotify
    /// instances (fs.inotify.max_user_instances), of which other programs have some.
    private static let places = DispatchSemaphore(value: 16)

    private struct State {
        var jobs: [UnownedJob] = []
        var hasEnded = false
    }
    private let state = Mutex(State())
    private let signal = Signal()

    init() {
        let thread = Thread { [self] in run() }
        thread.stackSize = 8 << 20
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        signal.send()
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        signal.send()
    }

    private func run() {
        Self.places.wait()
        defer { Self.places.signal() }
        while true {
            let (job, hasEnded) = state.withLock { state in
                (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.hasEnded)
            }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if hasEnded {
                return
            } else {
                signal.wait()
            }
        }
    }
}

/// A counting signal between threads.
private final class Signal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func send() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
