// Leaves a usable terminal behind, however the program ends.

import CNcurses
import Glibc

/// The terminal's modes before the screen, for the signal handler.
// tidy: it's written only while no handler that reads it is installed.
private nonisolated(unsafe) var savedModes = termios()

/// How many bytes of ``reset`` the terminal needs.
// tidy: it's written before the handlers that read it are installed.
private nonisolated(unsafe) var resetCount = 0

/// What was done about each signal before.
// tidy: it's written once, before the handlers that read it are installed.
private nonisolated(unsafe) let savedActions = UnsafeMutablePointer<sigaction>.allocate(
    capacity: Int(NSIG)
)

/// Ends a frame, paste and mouse modes and colours, shows the cursor and the main screen.
private let reset: StaticString =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l\r\n"

/// What the terminal is used for.
enum TerminalUse {
    /// A screen in many colours.
    case screen
    /// A screen on a terminal that doesn't read CSI.
    case plainScreen
}

/// The signals that end a program, by a crash of its own or from elsewhere.
private let guardedSignals = [
    SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTERM, SIGHUP, SIGQUIT, SIGINT,
]

/// Sees to it that a signal which ends the program finds a sane terminal first.
///
/// The handler calls only what signal-safety(7) allows, puts the old action back and lets the
/// signal happen again: a crash still prints its backtrace, where it can be read.
func guardTerminal(_ use: TerminalUse) {
    tcgetattr(STDIN_FILENO, &savedModes)
    resetCount = use == .screen ? reset.utf8CodeUnitCount : 0
    for signal in guardedSignals {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            _ = write(STDOUT_FILENO, reset.utf8Start, resetCount)
            tcsetattr(STDIN_FILENO, TCSANOW, &savedModes)
            sigaction(signal, savedActions + Int(signal), nil)
            // It waits until this handler returns, and then finds the place where it came first.
            raise(signal)
        }
        sigaction(signal, &action, savedActions + Int(signal))
    }
}

/// Puts back what was done about signals before ``guardTerminal(_:)``.
func unguardTerminal() {
    for signal in guardedSignals {
        sigaction(signal, savedActions + Int(signal), nil)
    }
}
