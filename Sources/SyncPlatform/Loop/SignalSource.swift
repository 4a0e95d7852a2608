// Signals as events of the loop.

import CLinux
import FileReplacing
import Glibc

/// Makes SIGPIPE, SIGIO and SIGXFSZ harmless, for the whole process.
///
/// A client that went away gives an error from write(2) instead. The kernel sends SIGIO when a
/// writer opens a file while a look at it holds the read lease; the lease is given back right after.
/// A file past the size limit (ulimit -f) gives an error too.
func ignoreFatalNotices() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGIO, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// Has the ends of started programs be told, for the whole process.
///
/// With SIGCHLD ignored, as who started us may have left it, there is nothing to wait for: wait(2).
func hearOfChildren() { signal(SIGCHLD, SIG_DFL) }

/// Signals that arrive as calls on the loop's thread.
///
/// They are blocked in the calling thread and those it starts, so create this before any other
/// thread. A program that is started must get its signal mask back (posix_spawnattr_setsigmask(3)).
package final class SignalSource {
    private let loop: EventLoop
    private let descriptor: Int32
    private var registration: Registration?

    /// Begins to take the signals.
    package init(
        _ signals: [Int32] = [SIGTERM, SIGINT, SIGHUP],
        on loop: EventLoop,
        then handler: @escaping (Int32) -> Void
    ) throws(PlatformError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        self.loop = loop
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        guard descriptor >= 0 else { throw .eventLoop("signalfd(2)", .last) }
        registration = try loop.watch(descriptor, for: .readable) { [descriptor] _ in
            var notice = signalfd_siginfo()
            while read(descriptor, &notice, MemoryLayout.size(ofValue: notice)) > 0 {
                handler(Int32(notice.ssi_signo))
            }
        }
    }

    deinit {
        if let registration { loop.forget(registration) }
        if descriptor >= 0 { close(descriptor) }
    }
}
