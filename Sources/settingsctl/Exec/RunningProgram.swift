// The program that 'exec' runs: started, signalled, ended.

import CLinux
import Glibc

/// A program in our own process group, with our own input and output.
///
/// So the terminal signals it as it does us, stops and continues both together, and lets it read.
final class RunningProgram {
    /// Readable when it has ended.
    let descriptor: Int32
    private let process: pid_t

    /// Starts a program; its name is looked for in PATH.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - variables: `NAME=value`, over those of our own environment.
    ///   - mask: The signals that it has blocked.
    /// - Throws: ``Failure``, as a shell would tell it.
    init(_ words: [String], variables: [String], mask: sigset_t) throws {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = words.map { strdup($0) }
        let environment = Self.environment(with: variables).map { strdup($0) }
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let result = posix_spawnp(
            &process,
            words[0],
            nil,
            &attributes,
            arguments + [nil],
            environment + [nil]
        )
        guard result == 0 else { throw ProgramFailure(words[0], result) }
        self.process = process
        descriptor = clinux_open_process(process)
        guard descriptor >= 0 else {
            let number = errno
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw ProgramFailure(words[0], number)
        }
    }

    deinit { close(descriptor) }

    /// Sends it a signal; one that has ended needs none.
    func send(_ signal: Int32) { _ = clinux_signal_process(descriptor, signal) }

    /// Ends it, by force after so many milliseconds.
    func stop(within patience: Int64) {
        send(SIGTERM)
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&entry, 1, Int32(clamping: patience)) == 0 { send(SIGKILL) }
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// How it ended if nobody knows.
    static let unknownEnd: Int32 = 1

    /// Its exit status, or 128 and the number of the signal that ended it; nil while it runs.
    func end() -> Int32? {
        var status: Int32 = 0
        let found = waitpid(process, &status, WNOHANG)
        if found < 0, errno == ECHILD { return Self.unknownEnd }
        guard found == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Our own environment, with some variables set.
    private static func environment(with variables: [String]) -> [String] {
        let names = Set(variables.map { $0.prefix { $0 != "=" } })
        var all: [String] = []
        var next = environ
        while let text = next.pointee {
            let variable = String(cString: text)
            if !names.contains(variable.prefix { $0 != "=" }) { all.append(variable) }
            next += 1
        }
        return all + variables
    }
}

/// A program that couldn't be started.
struct ProgramFailure: Error {
    let name: String
    let errno: Int32

    init(_ name: String, _ errno: Int32) {
        self.name = name
        self.errno = errno
    }

    /// The exit status by which a shell tells it: 127 for no such program, 126 for one that it can't run.
    var exitCode: Int32 { errno == ENOENT ? 127 : 126 }
}
