// Signals about the terminal, as something that poll(2) waits for.

import CLinux
import Glibc

/// The terminal's size changed, the program is to stop or goes on, or a command ended.
final class TerminalSignals {
    /// What poll(2) waits for; -1 where signals can't be had this way.
    let descriptor: Int32
    private var set = sigset_t()

    /// Blocks the signals, so that they wait to be read.
    init() {
        sigemptyset(&set)
        for signal in [SIGWINCH, SIGCONT, SIGTSTP, SIGCHLD] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    }

    deinit {
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        if descriptor >= 0 { close(descriptor) }
    }

    /// The signals that came since the last time.
    func received() -> [Int32] {
        var signals: [Int32] = []
        var notice = signalfd_siginfo()
        while read(descriptor, &notice, MemoryLayout.size(ofValue: notice)) > 0 {
            signals.append(Int32(notice.ssi_signo))
        }
        return signals
    }

    /// Stops the program, and all that runs with it on the terminal, until it's to go on.
    func stop() {
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(0, SIGTSTP)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
