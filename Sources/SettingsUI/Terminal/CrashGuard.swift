// Leaves a usable terminal behind, however the program ends.

import CNcurses
import Glibc

/// The terminal's modes before the screen, for the signal handler.
// tidy: it's written only while no handler that reads it is installed.
private nonisolated(unsafe) var savedModes = termios()

/// What resets the terminal.
// tidy: it's written before the handlers that read it are installed.
private nonisolated(unsafe) var reset = UnsafeBufferPointer<CChar>(start: nil, count: 0)

/// What was done about each signal before.
// tidy: it's written once, before the handlers that read it are installed.
private nonisolated(unsafe) let savedActions = UnsafeMutablePointer<sigaction>.allocate(
    capacity: Int(NSIG)
)

/// The signals that end a program, by a crash of its own or from elsewhere.
private let guardedSignals = [
    SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTERM, SIGHUP, SIGQUIT, SIGINT,
]

/// Restores the terminal before a signal ends the program.
///
/// The handler calls only what signal-safety(7) allows, restores the old action and raises the
/// signal again: a crash still prints its backtrace, where it can be read.
///
/// - Parameter text: What the terminal is sent then.
func guardTerminal(resetBy text: String) {
    tcgetattr(STDIN_FILENO, &savedModes)
    reset = UnsafeBufferPointer(start: strdup(text), count: text.utf8.count)
    for signal in guardedSignals {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            _ = write(STDOUT_FILENO, reset.baseAddress, reset.count)
            tcsetattr(STDIN_FILENO, TCSANOW, &savedModes)
            sigaction(signal, savedActions + Int(signal), nil)
            // It waits until this handler returns, and then finds the place where it came first.
            raise(signal)
        }
        sigaction(signal, &action, savedActions + Int(signal))
        // Who started the program in the background had it ignore some; a screen without a terminal that
        // is set for it is of no use, so each of them ends it.
        if savedActions[Int(signal)].isIgnored { savedActions[Int(signal)] = sigaction() }
    }
}

extension sigaction {
    fileprivate var isIgnored: Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// Puts back what was done about signals before ``guardTerminal(resetBy:)``; but an ignored one ends the
/// program from then on.
func unguardTerminal() {
    for signal in guardedSignals {
        sigaction(signal, savedActions + Int(signal), nil)
    }
}
