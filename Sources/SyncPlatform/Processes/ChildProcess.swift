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
        /// It gave more of an answer than it may, and was killed with its process group.
        case wroteTooMuch
        /// Something else in this process took its status.
        case unknown
    }
    /// What it's started for.
    package enum Purpose: Equatable, Sendable {
        /// It does something, and may leave others behind; what it wrote last to either output is kept.
        case work
        /// It answers on its standard output, in so many bytes at most. It has no terminal, and at its end all of its
        /// process group ends.
        case answer(atMost: Int)
    }
    /// What it wrote last is kept, up to so many bytes.
    package static let keptOutput = 4_096

    private let loop: EventLoop
    private let process: pid_t
    private let purpose: Purpose
    /// A descriptor that is readable when the process has ended.
    private let handle: Int32
    private let output: ChildOutput
    private let done: (End, _ output: String) -> Void
    private var registration: Registration?
    private var timer: TimerID?
    /// Why it was killed.
    private var killedFor: End?

    /// Starts a program; its name is looked for in PATH.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - folder: Where it starts.
    ///   - purpose: What it's started for.
    ///   - loop: Where its end is heard of.
    ///   - time: How long it may run.
    ///   - done: Called once, with what is kept of its output.
    /// - Throws: ``PlatformError`` when it can't be started; `done` isn't called then.
    package init(
        _ words: [String],
        in folder: String,
        to purpose: Purpose = .work,
        on loop: EventLoop,
        for time: Duration,
        then done: @escaping (End, _ output: String) -> Void
    ) throws(PlatformError) {
        var ends: [Int32] = [-1, -1]
        guard clinux_make_pipe(&ends) == 0 else { throw .process(words, .last) }
        defer { close(ends[1]) }
        output = ChildOutput(ends[0], of: purpose)
        self.purpose = purpose
        do {
            process = try start(words, in: folder, to: purpose, output: ends[1])
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
            try output.begin(on: loop) { [weak self] in self?.end(for: .wroteTooMuch) }
            registration = try loop.watch(handle, for: .readable) { [weak self] _ in self?.ended() }
        } catch {
            giveUp()
            throw error
        }
        timer = loop.schedule(after: time) { [weak self] in
            self?.timer = nil
            self?.end(for: .timedOut)
        }
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

    private func end(for reason: End) {
        // Once it has ended, its number may be another's.
        guard registration != nil else { return }
        killedFor = killedFor ?? reason
        // Its end is heard of as any other.
        kill(-process, SIGKILL)
    }

    private func ended() {
        // Before its number is free for others.
        if purpose != .work { kill(-process, SIGKILL) }
        var status: Int32 = 0
        let found = waitpid(process, &status, WNOHANG)
        let isUnknown = found < 0 && errno == ECHILD
        guard found == process || isUnknown else { return }
        if let registration { loop.forget(registration) }
        registration = nil
        if let timer { loop.cancel(timer) }
        timer = nil
        let signal = status & 0x7F
        let text = output.last()
        if output.isTooLong { killedFor = .wroteTooMuch }
        let end: End =
            if let killedFor { killedFor } else if isUnknown { .unknown } else if signal != 0 {
                .signalled(signal)
            } else { .exited(status >> 8 & 0xFF) }
        done(end, text)
    }
}

/// What a child writes: read to its end, the last of it kept, or its answer.
///
/// A program that the child left behind may have the pipe, too: closed, it would end that.
private final class ChildOutput {
    private var descriptor: Int32
    private let purpose: ChildProcess.Purpose
    private var bytes: [UInt8] = []
    /// Whether it's more than an answer may have; then nothing of it is kept.
    private(set) var isTooLong = false

    /// What a pipe holds, in bytes (pipe(7)).
    private static let fullPipe = 65_536
    /// What is read at once, in bytes.
    private static let part = 4 * ChildProcess.keptOutput

    init(_ descriptor: Int32, of purpose: ChildProcess.Purpose) {
        self.descriptor = descriptor
        self.purpose = purpose
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads from now on; the loop keeps this as long as there is anybody to write.
    ///
    /// - Parameters:
    ///   - loop: The loop to read on.
    ///   - tooMuch: Called when it's more than an answer may have.
    /// - Throws: ``PlatformError`` if the kernel can't watch it.
    func begin(on loop: EventLoop, tooMuch: @escaping () -> Void) throws(PlatformError) {
        var registration: Registration?
        registration = try loop.watch(descriptor, for: .readable) { [unowned loop] _ in
            let mayGoOn = self.read()
            if self.isTooLong { tooMuch() }
            guard !mayGoOn, let registration else { return }
            loop.forget(registration)
            close(self.descriptor)
            self.descriptor = -1
        }
    }

    /// What is kept of it at the child's end.
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
        if !isTooLong { bytes += buffer[..<count] }
        switch purpose {
        case .work: bytes.removeFirst(max(0, bytes.count - ChildProcess.keptOutput))
        case .answer(let most) where bytes.count > most: (bytes, isTooLong) = ([], true)
        case .answer: break
        }
        return true
    }
}

/// Starts a program in a process group of its own, with no descriptor of ours and every signal as
/// it is by default.
private func start(
    _ words: [String],
    in folder: String,
    to purpose: ChildProcess.Purpose,
    output: Int32
) throws(StartError) -> pid_t {
    var start = ProgramStart(words)
    // What the service manager said to the agent is not for it.
    start.withheldVariables = [
        "NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "JOURNAL_STREAM=", "INVOCATION_ID=",
    ]
    start.folder = OwnFiles.exists(folder + "/.") ? folder : nil
    start.output = output
    start.keepsErrors = purpose == .work
    start.group = purpose == .work ? .own : .ownSession
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
