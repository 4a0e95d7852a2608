// A program that the agent starts, and what became of it.

import CLinux
import FileReplacing
import Glibc
import Programs
import SettingsModel

/// A program in a process group of its own, without input, that may run for so long.
///
/// It belongs to the loop's thread. Let go of before its end, it runs on and nobody hears of it.
package final class ChildProcess {
    /// How it ended.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// It was killed with its process group.
        case timedOut
        /// Something else in this process took its status.
        case unknown
    }
    /// What it wrote last is kept, up to so many bytes.
    package static let keptOutput = 4_096

    private let loop: EventLoop
    private let process: pid_t
    /// A descriptor that is readable when the process has ended.
    private let handle: Int32
    private let output: ChildOutput
    private let done: (End, _ output: String) -> Void
    private var registration: Registration?
    private var timer: TimerID?
    private var isTimedOut = false

    /// Starts a program; its name is looked for in PATH.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - folder: Where it starts.
    ///   - loop: Where its end is heard of.
    ///   - time: How long it may run.
    ///   - done: Called once, with what it wrote last to either output.
    /// - Throws: ``PlatformError`` when it can't be started; `done` isn't called then.
    package init(
        _ words: [String],
        in folder: String,
        on loop: EventLoop,
        for time: Duration,
        then done: @escaping (End, _ output: String) -> Void
    ) throws(PlatformError) {
        var ends: [Int32] = [-1, -1]
        guard clinux_make_pipe(&ends) == 0 else { throw .process(words, .last) }
        defer { close(ends[1]) }
        output = ChildOutput(ends[0])
        do {
            process = try start(words, in: folder, output: ends[1])
        } catch {
            throw .process(words, Errno(number: error.errno))
        }
        self.loop = loop
        self.done = done
        handle = clinux_open_process(process)
        guard handle >= 0 else {
            let error = Errno.last
            giveUp()
            throw .process(words, error)
        }
        do throws(PlatformError) {
            try output.begin(on: loop)
            registration = try loop.watch(handle, for: .readable) { [weak self] _ in self?.ended() }
        } catch {
            giveUp()
            throw error
        }
        timer = loop.schedule(after: time) { [weak self] in self?.timeOut() }
    }

    deinit {
        if let registration { loop.forget(registration) }
        if let timer { loop.cancel(timer) }
        if handle >= 0 { close(handle) }
    }

    /// The process's number.
    package var number: Int32 { process }

    /// Ends what couldn't be looked after.
    private func giveUp() {
        kill(-process, SIGKILL)
        waitpid(process, nil, 0)
    }

    private func timeOut() {
        timer = nil
        isTimedOut = true
        // Its end is heard of as any other.
        kill(-process, SIGKILL)
    }

    private func ended() {
        var status: Int32 = 0
        let found = waitpid(process, &status, WNOHANG)
        let isUnknown = found < 0 && errno == ECHILD
        guard found == process || isUnknown else { return }
        if let registration { loop.forget(registration) }
        registration = nil
        if let timer { loop.cancel(timer) }
        timer = nil
        let signal = status & 0x7F
        let end: End =
            if isTimedOut { .timedOut } else if isUnknown { .unknown } else if signal != 0 {
                .signalled(signal)
            } else { .exited(status >> 8 & 0xFF) }
        done(end, output.last())
    }
}

/// What a child writes: read to its end, the last of it kept.
///
/// A program that the child left behind may have the pipe, too: closed, it would end that.
private final class ChildOutput {
    private var descriptor: Int32
    private var bytes: [UInt8] = []

    /// What a pipe holds, in bytes (pipe(7)).
    private static let fullPipe = 65_536
    /// What is read at once, in bytes.
    private static let part = 4 * ChildProcess.keptOutput

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads from now on; the loop keeps this as long as there is anybody to write.
    func begin(on loop: EventLoop) throws(PlatformError) {
        var registration: Registration?
        registration = try loop.watch(descriptor, for: .readable) { [unowned loop] _ in
            guard !self.read(), let registration else { return }
            loop.forget(registration)
            close(self.descriptor)
            self.descriptor = -1
        }
    }

    /// The last that was written.
    func last() -> String {
        // All that the pipe holds, and no more: a program left behind may never cease to write.
        for _ in 0..<Self.fullPipe / Self.part { _ = read() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes a part of what there is; false at the end.
    private func read() -> Bool {
        guard descriptor >= 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: Self.part)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        bytes += buffer[..<count]
        bytes.removeFirst(max(0, bytes.count - ChildProcess.keptOutput))
        return true
    }
}

/// Starts a program in a process group of its own, with no descriptor of ours and every signal as
/// it is by default.
private func start(
    _ words: [String],
    in folder: String,
    output: Int32
) throws(StartError) -> pid_t {
    var start = ProgramStart(words)
    // What the service manager said to the agent is not for it.
    start.withheldVariables = [
        "NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "JOURNAL_STREAM=", "INVOCATION_ID=",
    ]
    start.folder = OwnFiles.exists(folder + "/.") ? folder : nil
    start.output = output
    start.group = .own
    sigfillset(&start.unignoredSignals)
    return try start.start()
}

extension PlatformError {
    fileprivate static func process(_ words: [String], _ error: Errno) -> PlatformError {
        PlatformError(
            code: .process,
            problem: "'\((words.first ?? "").escapedForDisplay)' can't be started: \(error.text)",
            advice: "Check that the program is there, and in the PATH of the agent"
        )
    }
}
