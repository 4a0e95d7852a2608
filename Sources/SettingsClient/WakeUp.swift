// One descriptor that says when there is something to do: on a socket, or because it's time.

import CLinux
import Glibc

/// A descriptor that poll(2) finds readable when a socket is, or when a moment has come.
///
/// It stays the same while sockets come and go. After epoll(7) and timerfd_create(2).
final class WakeUp {
    let descriptor: Int32
    private let timer: Int32
    /// When there is something to do without any socket; nil for never.
    private(set) var moment: ContinuousClock.Instant?

    /// Waits for nothing yet.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent` when the process has no descriptors left.
    init() throws(ClientError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
        guard descriptor >= 0, timer >= 0 else { throw Self.failed }
        try watch(timer)
    }

    deinit {
        for each in [timer, descriptor] where each >= 0 { close(each) }
    }

    private static var failed: ClientError {
        ClientError(
            .noAgent,
            "can't wait for the agent: \(String(cString: strerror(errno)))",
            advice: "Raise the limit of open files: ulimit -n"
        )
    }

    /// What a socket is waited for.
    enum Readiness {
        /// There is something to read.
        case bytes
        /// Or something can be written.
        case bytesOrRoom

        fileprivate var events: UInt32 {
            self == .bytes ? EPOLLIN.rawValue : EPOLLIN.rawValue | EPOLLOUT.rawValue
        }
    }

    /// Begins to wait for a socket, too.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent` when the kernel can't watch one more.
    func watch(_ socket: Int32) throws(ClientError) {
        var event = epoll_event()
        event.events = Readiness.bytes.events
        guard epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0 else { throw Self.failed }
    }

    /// Waits for something else of a socket that is watched.
    func wait(for readiness: Readiness, on socket: Int32) {
        var event = epoll_event()
        event.events = readiness.events
        epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event)
    }

    /// Waits for a socket no longer; a copy that a forked process has of it would count, too.
    func forget(_ socket: Int32) { epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }

    /// Waits for a moment; an earlier one is forgotten.
    func set(_ moment: ContinuousClock.Instant?) {
        self.moment = moment
        var time = itimerspec()
        if let moment {
            // Zero would mean never.
            let left = max(.nanoseconds(1), ContinuousClock.now.duration(to: moment)).components
            time.it_value.tv_sec = Int(left.seconds)
            time.it_value.tv_nsec = Int(left.attoseconds / 1_000_000_000)
            if left.seconds == 0, time.it_value.tv_nsec == 0 { time.it_value.tv_nsec = 1 }
        }
        timerfd_settime(timer, 0, &time, nil)
    }
}
