// A program run apart from this one.

import CLinux
import Glibc
import Synchronization

/// A child process in a session of its own, without a terminal and without our files.
///
/// It runs on when its owner is gone; its end is looked after later, so that it leaves no zombie.
final class Process {
    let id: pid_t
    private var hasEnded = false

    /// Starts a program; nil, with `errno` set, if it can't be.
    ///
    /// A name without a slash is looked for in PATH. The environment is ours, so an agent listens
    /// where we look for it. What it says on the standard error goes to `errors`, or nowhere.
    init?(_ program: String, _ arguments: [String], errors: ErrorPipe? = nil) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        if let errors {
            posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
        }
        // A descriptor of the calling program, say a lock, must not live as long as an agent does.
        clinux_close_from(&actions, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags =
            Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Self.spawnInNewSession
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var id: pid_t = 0
        let result = withCStrings([program] + arguments) { words in
            posix_spawnp(&id, program, &actions, &attributes, words, environ)
        }
        guard result == 0 else {
            errno = result
            return nil
        }
        self.id = id
    }

    deinit {
        if !hasEnded { Self.orphans.withLock { $0.append(id) } }
    }

    /// POSIX_SPAWN_SETSID, which `<spawn.h>` shows only with _GNU_SOURCE.
    private static let spawnInNewSession: Int32 = 0x80

    /// The exit status, or nil while it runs; told once.
    func exitStatusIfEnded() -> Int32? {
        var status: Int32 = 0
        guard !hasEnded, waitpid(id, &status, WNOHANG) == id else { return nil }
        hasEnded = true
        return Self.meaning(of: status)
    }

    /// Processes that nobody waits for any more.
    private static let orphans = Mutex<[pid_t]>([])

    /// Looks after the orphans that have ended.
    static func reapOrphans() {
        orphans.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    }

    private static func meaning(of status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

/// Calls `body` with texts as C wants them: an array that ends with nil.
private func withCStrings<Result>(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let strings = texts.map { strdup($0) }
    defer { for string in strings { free(string) } }
    return body(strings + [nil])
}
