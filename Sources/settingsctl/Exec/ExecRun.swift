// 'exec' at work: waits for settings, signals and the program's end, all at once.

import CLinux
import Glibc
import SettingsClient
import SettingsDocument
import SettingsModel

/// One program with a domain's settings, from its start to its end.
final class ExecRun {
    private let domain: Domain
    private let words: [String]
    private let prefix: String?
    private var plan: ExecPlan
    private var file: RenderedFile?
    private var settings: [SettingKeyPath: SettingValue] = [:]
    /// The settings up to here are known.
    private var last: ChangeBatch?
    /// What the program was started with, or has been told of.
    private var shown: Shown?
    private var toldLeftOut: [ProgramEnvironment.LeftOut] = []
    /// Why the file isn't written, as it was told last; nil while it is.
    private var toldTrouble: String?

    /// The settings as the program sees them.
    private struct Shown: Equatable {
        var variables: [String] = []
        var bytes: [UInt8] = []
    }

    /// Everything that ends, or changes, what the program does; the terminal's among them.
    private static let signals = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH, SIGALRM,
    ]
    /// How long to wait for the settings as they are now.
    private static let patience = Duration.seconds(20)

    init(_ domain: Domain, _ words: [String], prefix: String?, plan: ExecPlan) {
        self.domain = domain
        self.words = words
        self.prefix = prefix
        self.plan = plan
    }

    /// Runs the program until it ends; gives the exit code.
    func run(
        in rendered: (path: String, format: Format)?,
        _ existing: FileText.Existing
    ) throws -> Int32 {
        // Ignored, as who started us may have left it, nobody could hear how the program ended: wait(2).
        signal(SIGCHLD, SIG_DFL)
        var options = ClientOptions()
        options.name = "exec:" + words[0]
        let watch = try SettingsWatch([domain], options: options)
        guard let first = try watch.next(within: Self.patience) else {
            throw Failure(.noAgent, "the agent doesn't tell the settings", advice: "Try again")
        }
        take(first)
        tellIfUnknown()
        // Before there is a file that a signal would leave behind.
        let mask = block()
        file = try rendered.map { try RenderedFile(at: $0.path, format: $0.format, existing) }
        defer { file?.remove() }
        let inbox = try signalDescriptor()
        defer { close(inbox) }
        while true {
            do {
                let program = try start(mask)
                // The terminal's may have come before the program was in our group.
                passSignals(from: inbox, to: program, of: .anybody)
                tellApplied(watch)
                let code: Int32
                do {
                    code = try wait(for: program, watch, inbox)
                } catch {
                    // Nobody would look after it, nor keep its file.
                    program.stop(within: ExecPlan.patience)
                    throw error
                }
                guard case .exit(let code) = plan.ended(with: code) else { continue }
                return code
            } catch let failure as ProgramFailure {
                let reason = String(cString: strerror(failure.errno))
                writeError("settingsctl: '\(failure.name)' can't be run: \(reason)\n")
                return failure.exitCode
            } catch let end as EndedBefore {
                return 128 + end.signal
            }
        }
    }

    /// Says that nothing has a domain of this name, which may be mistyped; a new program runs anyway.
    private func tellIfUnknown() {
        guard settings.isEmpty, let client = Client.ofRunningAgent,
            (try? client.knows(domain)) == false  // who doesn't answer says nothing against it
        else { return }
        writeError("settingsctl: no domain '\(domain)' is known, running without settings\n")
    }

    private func start(_ mask: sigset_t) throws -> RunningProgram {
        let shown = try render()
        if let file { try file.write(shown.bytes) }
        self.shown = shown
        if let signal = endingSignal() { throw EndedBefore(signal: signal) }
        return try RunningProgram(words, variables: shown.variables, mask: mask)
    }

    /// Waits for the program's end; meanwhile passes on signals and changes.
    private func wait(
        for program: RunningProgram,
        _ watch: SettingsWatch,
        _ inbox: Int32
    ) throws -> Int32 {
        while true {
            try follow(watch)
            while let order = plan.nextOrder(at: now) { try carryOut(order, program, watch) }
            var entries = [program.descriptor, inbox, watch.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let pause = plan.deadline.map { Int32(clamping: max(0, $0 - now)) } ?? -1
            poll(&entries, nfds_t(entries.count), pause)
            passSignals(from: inbox, to: program, of: .others)
            if let code = program.end() { return code }
        }
    }

    private func carryOut(
        _ order: ExecPlan.Order,
        _ program: RunningProgram,
        _ watch: SettingsWatch
    ) throws {
        switch order {
        case .signal(let signal):
            let shown = try render()
            guard shown != self.shown else { return tellApplied(watch) }
            guard write(shown) else { return plan.failed(at: now) }
            self.shown = shown
            program.send(signal)
            tellApplied(watch)
        case .end:
            // Without its file it couldn't be started again.
            guard write(try render()) else { return plan.failed(at: now) }
            program.send(SIGTERM)
        case .kill: program.send(SIGKILL)
        }
    }

    /// Writes the file for the program that runs; false where that fails, which is told once.
    private func write(_ shown: Shown) -> Bool {
        do {
            if let file { try file.write(shown.bytes) }
            toldTrouble = nil
            return true
        } catch {
            let trouble = "\(Failure(error).problem), keeping the old file"
            if trouble != toldTrouble { writeError("settingsctl: \(trouble.escapedForDisplay)\n") }
            toldTrouble = trouble
            return false
        }
    }

    // MARK: Settings

    /// Takes what has come; an agent that is away for a while is no reason to end a program.
    private func follow(_ watch: SettingsWatch) throws {
        do throws(ClientError) {
            while let batch = try watch.batchAtHand() {
                take(batch)
                // What was changed and changed back needs no reload.
                guard let seen = try? render(), seen == shown else {  // told when it's due
                    plan.changed(at: now)
                    continue
                }
                plan.changedBack()
                tellApplied(watch)
            }
        } catch {
            writeError("settingsctl: \(error.problem.escapedForDisplay); watching on\n")
        }
    }

    private func take(_ batch: ChangeBatch) {
        if batch.isFirst { settings = [:] }
        for change in batch.changes { settings[change.key] = change.value }
        last = batch
    }

    private func tellApplied(_ watch: SettingsWatch) {
        if let last { watch.applied(last) }
    }

    /// The settings as the program would see them now; says once what it can't see.
    private func render() throws -> Shown {
        var shown = Shown()
        var leftOut: [ProgramEnvironment.LeftOut] = []
        if let prefix {
            let environment = ProgramEnvironment(settings, prefix: prefix)
            shown.variables = environment.variables
            leftOut += environment.leftOut
        }
        if let file {
            let text = try RenderedFile.text(settings, as: file.format)
            shown.bytes = text.bytes
            leftOut += text.leftOut
        }
        for one in leftOut where !toldLeftOut.contains(one) {
            let text = "settingsctl: '\(one.key)' is left out: \(one.reason)".escapedForDisplay
            writeError(text + "\n")
        }
        toldLeftOut = leftOut
        return shown
    }

    // MARK: Signals

    /// Blocks the signals that are passed on; gives what was blocked before.
    private func block() -> sigset_t {
        var set = signalSet()
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &set, &before)
        return before
    }

    private func signalDescriptor() throws -> Int32 {
        var set = signalSet()
        let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw Failure(
                .noAgent,
                "signals can't be passed on: \(String(cString: strerror(errno)))",
                advice: "Raise the limit on open files (ulimit -n)"
            )
        }
        return descriptor
    }

    private func signalSet() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.signals { sigaddset(&set, signal) }
        return set
    }

    /// A signal that has come while there is no program, and that ends us as it would have that.
    private func endingSignal() -> Int32? {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] where !isIgnored(signal) {
            sigaddset(&set, signal)
        }
        var noTime = timespec()
        let signal = sigtimedwait(&set, nil, &noTime)
        return signal > 0 ? signal : nil
    }

    /// Whether a signal is ignored, as nohup(1) leaves it; a blocked one comes all the same.
    private func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Whose signals are passed on.
    private enum Senders {
        case anybody
        /// The terminal's come from the kernel, and to the program as well: it is in our group.
        case others
    }

    private func passSignals(
        from inbox: Int32,
        to program: RunningProgram,
        of senders: Senders
    ) {
        var notice = signalfd_siginfo()
        while read(inbox, &notice, MemoryLayout.size(ofValue: notice)) > 0 {
            let signal = Int32(notice.ssi_signo)
            plan.signalled(signal)
            if senders == .anybody || notice.ssi_code != Self.fromKernel { program.send(signal) }
        }
    }

    /// SI_KERNEL of sigaction(2).
    private static let fromKernel: Int32 = 0x80

    /// Monotonic milliseconds.
    private var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Somebody has ended us before there was a program.
private struct EndedBefore: Error {
    let signal: Int32
}
