// Waits for descriptors and time, so that tasks needn't hold up the threads that they share.

import CLinux
import Glibc
import Synchronization

/// One thread for all tasks of a program that wait for the agent; it ends with the last of them.
final class ReadinessThread: Sendable {
    private let waits: Waits
    private let thread: pthread_t

    private static let shared = Mutex(Shared())

    private struct Shared {
        weak var thread: ReadinessThread?
    }

    /// The program's thread, begun if there is none; whoever waits keeps hold of it.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent` when the process can't have one more.
    static func current() throws(ClientError) -> ReadinessThread {
        try shared.withLock { shared throws(ClientError) in
            if let thread = shared.thread { return thread }
            let thread = try ReadinessThread()
            shared.thread = thread
            return thread
        }
    }

    private init() throws(ClientError) {
        guard let waits = Waits(), let thread = Self.begin(waits) else {
            throw ClientError(
                .noAgent,
                "can't wait for the agent: \(String(cString: strerror(errno)))",
                advice: "Raise the limits of open files and of threads"
            )
        }
        self.waits = waits
        self.thread = thread
    }

    deinit {
        waits.end()
        pthread_join(thread, nil)
    }

    /// The thread takes no signals: those are the program's.
    private static func begin(_ waits: Waits) -> pthread_t? {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(waits)
        let result = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Waits>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            argument.toOpaque()
        )
        if result == 0 { return thread }
        argument.release()
        errno = result
        return nil
    }

    /// Waits until a descriptor can be read from or written to, or the time has come.
    ///
    /// - Parameters:
    ///   - descriptor: -1 for none; it stays open until this returns.
    ///   - events: What poll(2) is asked for.
    ///   - deadline: nil for none.
    /// - Throws: `CancellationError`.
    func wait(
        for descriptor: Int32,
        _ events: Int32 = POLLIN,
        until deadline: ContinuousClock.Instant? = nil
    ) async throws {
        let id = waits.reserve()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let entry = Waits.Entry(
                    descriptor: descriptor,
                    events: Int16(events),
                    deadline: deadline,
                    continuation: continuation
                )
                waits.take(id, entry)
            }
        } onCancel: {
            waits.cancel(id)
        }
    }
}

/// What is waited for, and the loop that waits.
private final class Waits: Sendable {
    /// One task that waits.
    struct Entry {
        var descriptor: Int32
        var events: Int16
        var deadline: ContinuousClock.Instant?
        var continuation: CheckedContinuation<Void, any Error>

        /// Whether it has what it waits for, or its descriptor's end; others may wait for more of that.
        func isOver(at now: ContinuousClock.Instant, _ found: Int16) -> Bool {
            let ends = Int16(POLLERR | POLLHUP | POLLNVAL)
            return found & (events | ends) != 0 || deadline.map { $0 <= now } == true
        }
    }

    private enum Place {
        /// A number was given out, and the task is about to wait.
        case reserved
        case taken(Entry)
    }

    private struct State {
        var places: [UInt64: Place] = [:]
        var lastID: UInt64 = 0
        var isOver = false
    }
    private let state = Mutex(State())
    /// Written to when the thread has to look again: eventfd(2).
    private let alarm: Int32

    init?() {
        alarm = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        if alarm < 0 { return nil }
    }

    // A failed initializer ends here, too, and the error of its call is told.
    deinit { if alarm >= 0 { close(alarm) } }

    func reserve() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            state.places[state.lastID] = .reserved
            return state.lastID
        }
    }

    func take(_ id: UInt64, _ entry: Entry) {
        let isReserved = state.withLock { state in
            // A task that was cancelled has lost its place.
            guard state.places[id] != nil else { return false }
            state.places[id] = .taken(entry)
            return true
        }
        guard isReserved else { return entry.continuation.resume(throwing: CancellationError()) }
        ring()
    }

    func cancel(_ id: UInt64) {
        guard case .taken(let entry)? = remove(id) else { return }
        entry.continuation.resume(throwing: CancellationError())
        ring()
    }

    private func remove(_ id: UInt64) -> Place? {
        state.withLock { $0.places.removeValue(forKey: id) }
    }

    func end() {
        state.withLock { $0.isOver = true }
        ring()
    }

    private func ring() {
        var one: UInt64 = 1
        write(alarm, &one, 8)
    }

    // MARK: The thread

    func run() {
        clinux_name_thread("settings-client")
        while let waiting = entries() {
            // poll(2) takes no more than there may be files open: each descriptor once, however many
            // wait for it, and none for those who wait for time alone.
            var events: [Int32: Int16] = [alarm: Int16(POLLIN)]
            for (_, entry) in waiting where entry.descriptor >= 0 {
                events[entry.descriptor, default: 0] |= entry.events
            }
            var polled = events.map { pollfd(fd: $0, events: $1, revents: 0) }
            poll(&polled, nfds_t(polled.count), Self.timeout(of: waiting.map(\.1)))
            let found = polled.filter { $0.revents != 0 }.map { ($0.fd, $0.revents) }
            let ready = Dictionary(uniqueKeysWithValues: found)
            var count: UInt64 = 0
            if ready[alarm] != nil { read(alarm, &count, 8) }
            let now = ContinuousClock.now
            for (id, entry) in waiting where entry.isOver(at: now, ready[entry.descriptor] ?? 0) {
                if case .taken(let entry)? = remove(id) { entry.continuation.resume() }
            }
        }
    }

    /// Who waits now; nil when it's over.
    private func entries() -> [(UInt64, Entry)]? {
        state.withLock { state in
            if state.isOver { return nil }
            return state.places.compactMap { id, place in
                if case .taken(let entry) = place { (id, entry) } else { nil }
            }
        }
    }

    private static func timeout(of entries: [Entry]) -> Int32 {
        guard let next = entries.compactMap(\.deadline).min() else { return -1 }
        return ContinuousClock.now.duration(to: next).inMilliseconds
    }
}
