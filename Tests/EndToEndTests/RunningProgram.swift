// A program that a test started, with what it said.

import Foundation
import Glibc

/// A process that a test started; it ends with its owner.
final class RunningProgram {
    enum Ending: Equatable {
        case exited(Int32)
        case killed(by: Int32)
    }
    let id: pid_t
    private let output: Descriptor
    private let error: Descriptor
    private var outputBytes: [UInt8] = []
    private var errorBytes: [UInt8] = []
    private var ending: Ending?

    /// Starts a program; a descriptor that it keeps is its number 3.
    init(
        _ arguments: [String],
        environment: [String: String],
        keeping kept: Descriptor? = nil
    ) throws {
        let output = try Self.pipe()
        let error = try Self.pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing.number, 1)
        posix_spawn_file_actions_adddup2(&actions, error.writing.number, 2)
        if let kept { posix_spawn_file_actions_adddup2(&actions, kept.number, 3) }
        for number in try Self.inherited() { posix_spawn_file_actions_addclose(&actions, number) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The test's thread may block signals; the program should begin as from a shell.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var id: pid_t = 0
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        let result = posix_spawnp(&id, arguments[0], &actions, &attributes, argv, envp)
        guard result == 0 else {
            throw TestFailure("\(arguments[0]): \(String(cString: strerror(result)))")
        }
        self.id = id
        self.output = output.reading
        self.error = error.reading
    }

    deinit { end() }

    /// Kills it if it is still there.
    func end() {
        guard ending == nil else { return }
        kill(id, SIGKILL)
        var status: Int32 = 0
        waitpid(id, &status, 0)
        ending = .killed(by: SIGKILL)
    }

    /// A socket pair as a pipe: unlike pipe(2) it is close-on-exec from its beginning, so that a
    /// program that another test starts just now doesn't keep it open.
    private static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &numbers) == 0 else {
            throw TestFailure.call("socketpair")
        }
        return (
            try Descriptor(numbers[0], from: "socketpair"),
            try Descriptor(numbers[1], from: "socketpair")
        )
    }

    /// Descriptors that the tests were started with, which would count as the program's own.
    private static func inherited() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
            .filter { number in
                let flags = fcntl(number, F_GETFD)
                return number > 3 && flags >= 0 && flags & FD_CLOEXEC == 0
            }
    }

    /// Sends a signal.
    func send(_ signal: Int32) { kill(id, signal) }

    /// What it has printed so far.
    func outputText() -> String {
        while let bytes = output.readNow() { outputBytes += bytes }
        return String(decoding: outputBytes, as: UTF8.self)
    }

    /// What it has said on stderr so far.
    func errorText() -> String {
        while let bytes = error.readNow() { errorBytes += bytes }
        return String(decoding: errorBytes, as: UTF8.self)
    }

    /// Waits until it has said something on stderr.
    func waitForError(containing text: String) throws {
        let deadline = Deadline()
        while !errorText().contains(text) {
            let what = "'\(text)' on stderr, which has '\(errorText())'"
            guard let bytes = try error.read(until: deadline, for: what) else {
                throw TestFailure("the program ended before it said \(what)")
            }
            errorBytes += bytes
        }
    }

    /// What came first.
    enum Ready {
        case other
        case error
        case errorEnded
    }

    /// Waits until something is said, on stderr or on another descriptor.
    func firstReady(or other: Descriptor, _ deadline: Deadline) throws -> Ready {
        var ready = [
            pollfd(fd: other.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: error.number, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&ready, 2, deadline.milliseconds) > 0 else {
            throw TestFailure("waited in vain for the program to begin: \(errorText())")
        }
        if ready[0].revents != 0 { return .other }
        guard let bytes = error.readNow() else { return .errorEnded }
        errorBytes += bytes
        return .error
    }

    /// Waits until it has ended, and with it all that have its stderr.
    @discardableResult
    func waitForEnd() throws -> Ending {
        if let ending { return ending }
        let deadline = Deadline()
        let what = "the program's end"
        // What it prints is little; what it says on stderr may be more than a pipe holds.
        while let bytes = try error.read(until: deadline, for: what) { errorBytes += bytes }
        _ = outputText()
        var status: Int32 = 0
        guard waitpid(id, &status, 0) == id else { throw TestFailure.call("waitpid") }
        let signal = status & 0x7F
        let ending = signal == 0 ? Ending.exited(status >> 8 & 0xFF) : .killed(by: signal)
        self.ending = ending
        return ending
    }
}

/// Runs a shell command outside any home.
@discardableResult
func shell(_ command: String) throws -> String {
    let program = try RunningProgram(
        ["/bin/sh", "-c", command],
        environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    )
    let status = try program.waitForEnd()
    guard status == .exited(0) else {
        throw TestFailure("\(command): \(status) \(program.errorText())")
    }
    return program.outputText()
}
