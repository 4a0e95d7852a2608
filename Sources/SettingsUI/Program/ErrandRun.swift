// A command that a row runs, apart from the terminal.

import Glibc

/// One command that is running, and the last line of what it wrote.
final class ErrandRun {
    let errand: Errand
    /// What poll(2) waits for: the command's output; -1 once that is at its end.
    private(set) var descriptor: Int32
    private let process: pid_t
    private var output: [UInt8] = []

    /// Enough for the last line of any output.
    private static let mostOutput = 16 << 10

    /// Starts an errand; nil, with `errno` set, if it can't be.
    init?(_ errand: Errand) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        guard let process = spawn(errand.words, output: ends[1]) else {
            close(ends[0])
            return nil
        }
        self.errand = errand
        self.process = process
        descriptor = ends[0]
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Takes what was written since the last time.
    func readOutput() {
        guard descriptor >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                output += buffer.prefix(count)
                output.removeFirst(max(0, output.count - Self.mostOutput))
            } else if count < 0, errno == EINTR {
                continue
            } else {
                if count == 0 {
                    close(descriptor)
                    descriptor = -1
                }
                return
            }
        }
    }

    /// Waits for the command's end.
    func wait() -> ErrandResult {
        while true {
            if let result = result() { return result }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // A command may close its output long before it ends.
            poll(&entry, 1, 100)
            readOutput()
        }
    }

    /// How the command ended; nil while it runs.
    func result() -> ErrandResult? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) != 0 else { return nil }
        readOutput()
        // As a shell has it: 128 and the signal's number for a command that a signal ended.
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        return .ended(code, lastLine: lines.last.map(String.init) ?? "")
    }
}

/// Starts a program in a process group of its own, with nothing to read; its name is looked for in
/// PATH.
///
/// - Returns: Its id; nil, with `errno` set, if it can't be started.
private func spawn(_ words: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    let strings = words.map { strdup($0) }
    defer { for string in strings { free(string) } }
    var process: pid_t = 0
    let problem = posix_spawnp(
        &process,
        words[0],
        &actions,
        &attributes,
        strings + [nil],
        environ
    )
    guard problem == 0 else {
        errno = problem
        return nil
    }
    return process
}

/// Whether a desktop is there that opens addresses.
func hasDesktop() -> Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in
        getenv(name).map { $0.pointee != 0 } ?? false
    }
}
