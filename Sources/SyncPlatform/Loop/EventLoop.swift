// The one thread that waits: for descriptors, timers, and work from other threads.

import CLinux
import FileReplacing
import Glibc
import Synchronization

/// What a descriptor is ready for.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    /// Creates a set from epoll's bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Something exceptional, such as a change of the mount table.
    package static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
    /// The connection is gone or broken, which is always told; a half-closed one is readable.
    package static let hangup = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
}

/// A descriptor that a loop watches.
package struct Registration: Hashable, Sendable {
    fileprivate var descriptor: Int32
    /// Tells this use of the descriptor's number from a later one.
    fileprivate var generation: UInt32
}

/// A timer that was set.
package struct TimerID: Hashable, Sendable {
    fileprivate var number: UInt64
}

/// An event loop on epoll(7), which is also an executor for tasks and actors.
///
/// The thread that creates it owns it: everything but ``perform(_:)``, ``enqueue(_:)`` and
/// ``stop()`` is for that thread alone. With nothing to do it sleeps without waking once.
// tidy: 'inbox' is a Mutex; all other state is used on the owner's thread only, which is checked.
package final class EventLoop: @unchecked Sendable {
    private struct Source {
        var generation: UInt32
        var handler: (Readiness) -> Void
    }
    private enum Work {
        case job(UnownedJob)
        case body(@Sendable () -> Void)
    }
    private struct Inbox {
        var work: [Work] = []
        var isWaking = false
    }
    /// How many ready descriptors one wake-up takes; the rest are ready again at the next.
    private static let batchSize = 256

    private let owner = pthread_self()
    private let epoll: Int32
    private let alarm: Int32
    private let inbox = Mutex(Inbox())
    private var sources: [Int32: Source] = [:]
    private var generation: UInt32 = 0
    private var timers = DeadlineQueue<() -> Void>()
    private var isStopping = false
    private let ready: UnsafeMutableBufferPointer<epoll_event>

    /// How often the loop has woken, for whatever reason.
    package private(set) var wakeUps: UInt64 = 0
    /// The longest that anything had to wait for what was being done, in nanoseconds.
    package private(set) var longestTurn: Int64 = 0
    /// When what is being done was begun, in monotonic nanoseconds.
    private var turnBegan = SystemClock.monotonicNanoseconds

    /// Creates a loop that belongs to the calling thread.
    ///
    /// The whole process ignores SIGPIPE, SIGIO and SIGXFSZ from then on, and hears of its children.
    package init() throws(PlatformError) {
        ignoreFatalNotices()
        hearOfChildren()
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        alarm = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        let error = Errno.last
        ready = .allocate(capacity: Self.batchSize)
        guard epoll >= 0 else { throw .eventLoop("epoll_create1(2)", error) }
        guard alarm >= 0 else { throw .eventLoop("eventfd(2)", error) }
        // Watched as long as the loop lives. Each alarm is taken as it is heard, as it may ring for
        // work that is done already: who handed it over rings after that.
        _ = try watch(alarm, for: .readable) { [alarm] _ in
            var count: UInt64 = 0
            read(alarm, &count, 8)
        }
    }

    deinit {
        ready.deallocate()
        if alarm >= 0 { close(alarm) }
        if epoll >= 0 { close(epoll) }
    }

    /// Whether the calling thread is the loop's.
    package var isOnLoop: Bool { pthread_equal(owner, pthread_self()) != 0 }

    // MARK: Descriptors

    /// Calls `handler` whenever the descriptor is ready; hang-ups are always told.
    package func watch(
        _ descriptor: Int32,
        for interest: Readiness,
        then handler: @escaping (Readiness) -> Void
    ) throws(PlatformError) -> Registration {
        requireLoop()
        generation &+= 1
        let registration = Registration(descriptor: descriptor, generation: generation)
        try control(EPOLL_CTL_ADD, registration, interest)
        sources[descriptor] = Source(generation: generation, handler: handler)
        return registration
    }

    /// Changes what a descriptor is watched for.
    package func change(_ registration: Registration, to interest: Readiness) throws(PlatformError)
    {
        requireLoop()
        guard isCurrent(registration) else { return }
        try control(EPOLL_CTL_MOD, registration, interest)
    }

    /// Stops watching, before the descriptor is closed; the handler isn't called again.
    package func forget(_ registration: Registration) {
        requireLoop()
        guard isCurrent(registration) else { return }
        sources[registration.descriptor] = nil
        epoll_ctl(epoll, EPOLL_CTL_DEL, registration.descriptor, nil)
    }

    private func isCurrent(_ registration: Registration) -> Bool {
        sources[registration.descriptor]?.generation == registration.generation
    }

    private func control(
        _ operation: Int32,
        _ registration: Registration,
        _ interest: Readiness
    ) throws(PlatformError) {
        let tag = UInt64(registration.generation) << 32 | UInt64(registration.descriptor)
        var event = epoll_event(
            events: interest.rawValue,
            data: epoll_data_t(u64: tag)
        )
        guard epoll_ctl(epoll, operation, registration.descriptor, &event) == 0 else {
            throw .eventLoop("epoll_ctl(2)", .last)
        }
    }

    // MARK: Timers

    /// Calls `body` once, no earlier than after `delay`.
    @discardableResult
    package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerID {
        requireLoop()
        let due = SystemClock.monotonicNanoseconds + delay.nanoseconds
        return TimerID(number: timers.insert(body, due: due))
    }

    /// Takes a timer back; one that has fired makes no difference.
    package func cancel(_ timer: TimerID) {
        requireLoop()
        timers.remove(timer.number)
    }

    // MARK: From any thread

    /// Runs `body` on the loop's thread, after what was handed over before it.
    package func perform(_ body: @escaping @Sendable () -> Void) { post(.body(body)) }

    /// Makes ``run(until:)`` return after what it is doing now.
    package func stop() {
        guard !isOnLoop else {
            isStopping = true
            return
        }
        perform { [self] in isStopping = true }
    }

    private func post(_ work: Work) {
        let mustWake = inbox.withLock { inbox in
            inbox.work.append(work)
            defer { inbox.isWaking = true }
            return !inbox.isWaking
        }
        // The loop's own thread looks into the inbox before it sleeps.
        guard mustWake, !isOnLoop else { return }
        ring()
    }

    /// Ends the wait, or the next one.
    func ring() {
        var one: UInt64 = 1
        // Unheard, the work would wait for whatever wakes the loop next, and nobody would try again.
        // EAGAIN: the alarm is ringing already.
        while write(alarm, &one, 8) < 0, errno != EAGAIN {}
    }

    // MARK: Running

    /// Runs until ``stop()``, or until `isDone` says so; it is asked after each round.
    package func run(until isDone: () -> Bool = { false }) {
        requireLoop()
        isStopping = false
        while true {
            runInbox()
            fireTimers()
            if isStopping || isDone() { return }
            wait()
        }
    }

    private func runInbox() {
        let batch = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return inbox.work
        }
        for work in batch {
            switch work {
            case .job(let job):
                job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(),
                    taskExecutor: asUnownedTaskExecutor()
                )
            case .body(let body): body()
            }
        }
    }

    private func fireTimers() {
        guard timers.nextDue != nil else { return }
        let now = SystemClock.monotonicNanoseconds
        while let body = timers.popDue(at: now) { body() }
    }

    private func wait() {
        longestTurn = max(longestTurn, SystemClock.monotonicNanoseconds - turnBegan)
        let count = epoll_wait(epoll, ready.baseAddress, Int32(ready.count), timeout())
        turnBegan = SystemClock.monotonicNanoseconds
        wakeUps += 1
        for event in ready.prefix(Int(max(count, 0))) {
            let tag = event.data.u64
            // A handler before this one may have closed the descriptor; its number may be in use again.
            guard let source = sources[Int32(truncatingIfNeeded: tag)],
                source.generation == UInt32(tag >> 32)
            else { continue }
            source.handler(Readiness(rawValue: event.events))
        }
    }

    /// In milliseconds, rounded up so that no timer is early; −1 for no end.
    private func timeout() -> Int32 {
        if inbox.withLock({ !$0.work.isEmpty }) { return 0 }
        guard let due = timers.nextDue else { return -1 }
        let left = max(0, due - SystemClock.monotonicNanoseconds)
        return Int32(clamping: (left + 999_999) / 1_000_000)
    }

    private func requireLoop() {
        precondition(isOnLoop, "the event loop was used on a thread that doesn't own it")
    }
}

extension EventLoop: SerialExecutor, TaskExecutor {
    package func enqueue(_ job: consuming ExecutorJob) { post(.job(UnownedJob(job))) }

    /// The loop as an actor's executor.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// The loop as a task's preferred executor.
    package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    /// Ends the program on any other thread.
    package func checkIsolated() { requireLoop() }

    /// Whether the calling thread is the loop's.
    package func isIsolatingCurrentContext() -> Bool? { isOnLoop }
}

extension PlatformError {
    static func eventLoop(_ call: String, _ error: Errno) -> PlatformError {
        PlatformError(
            code: .eventLoop,
            problem: "\(call) failed: \(error.text)",
            advice: advice(against: error)
        )
    }

    private static func advice(against error: Errno) -> String {
        switch error.number {
        // epoll_ctl(2): the limit on what a user may have watched.
        case ENOSPC: "Raise the limit: sysctl fs.epoll.max_user_watches=1000000"
        case ENOMEM: "Free some memory"
        default: "Raise the limit on open files (ulimit -n)"
        }
    }
}

extension Duration {
    /// More than anybody waits for, and small enough to be added to a time: about 73 years.
    private static let longest: Int64 = .max / 4

    /// Whole nanoseconds; less is cut off, and what is longer than ``longest`` counts as that.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isTooLong, whole.magnitude < UInt64(Self.longest) else {
            return seconds < 0 ? -Self.longest : Self.longest
        }
        return whole + attoseconds / 1_000_000_000
    }
}
