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
        guard descriptor >= 0, timer >= 0 else {
            let reason = String(cString: strerror(errno))
            closeAll()
            throw ClientError(
                .noAgent,
                "can't wait for the agent: \(reason)",
                advice: "Raise the limit of open files: ulimit -n"
            )
        }
        watch(timer)
    }

    deinit { closeAll() }

    private func closeAll() {
        for each in [timer, descriptor] where each >= 0 { close(each) }
    }

    /// Waits for a socket, too; closing it ends that.
    func watch(_ other: Int32) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        let result = epoll_ctl(descriptor, EPOLL_CTL_ADD, other, &event)
        // The descriptors are ours and open, and few of them.
        precondition(result == 0, "epoll_ctl(2) takes a socket")
    }

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
