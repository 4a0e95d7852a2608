// Other programs: found, checked and signalled.

import CLinux
import FileReplacing
import Glibc
import Programs
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

/// A program of a test's own, which ends with the test.
private final class Program {
    let number: pid_t
    private var status: Int32?

    /// Starts it with no signal blocked, as threads of a test may have them.
    init(_ words: String...) throws {
        number = try ProgramStart(words).start()
    }

    deinit {
        guard status == nil else { return }
        kill(number, SIGKILL)
        waitpid(number, nil, 0)
    }

    var isRunning: Bool { status == nil && waitpid(number, nil, WNOHANG) == 0 }

    /// The signal that ended it; waits for that.
    func signal() -> Int32 { end() & 0x7F }

    /// The status with which it exited; waits for that.
    func exitStatus() -> Int32 { end() >> 8 & 0xFF }

    private func end() -> Int32 {
        var status: Int32 = 0
        waitpid(number, &status, 0)
        self.status = status
        return status
    }

    /// A program of sh(1), by that or another name, that ends with status 42 at a signal; it has its
    /// handler already.
    static func catching(_ signal: Signal, shell: String = "sh") throws -> Program {
        let program = try Program(
            shell,
            "-c",
            "trap 'exit 42' \(signal.name); while :; do sleep 0.01; done"
        )
        while !SignalReception.takes(signal, program.number) { poll(nil, 0, 1) }
        return program
    }
}

private func signal(_ name: String) throws -> Signal { try #require(Signal(named: name)) }

@Suite(.timeLimit(.minutes(10))) struct `A signal to a numbered file` {
    private let folder: Folder
    private let program: Program

    init() throws {
        folder = try Folder()
        program = try Program("sleep", "1000")
    }

    @Test func `reaches the process`() throws {
        let program = try Program.catching(try signal("USR1"))
        try folder.write("\(program.number)\n", to: "pid")
        let sent = Signalling.send(try signal("USR1"), toPIDFile: folder["pid"])
        #expect(sent == .sent(1))
        #expect(program.exitStatus() == 42)
    }

    @Test func `isn't sent to a process that it would end`() throws {
        try folder.write("\(program.number)\n", to: "pid")
        let hangUp = try signal("HUP")
        let sent = Signalling.send(hangUp, toPIDFile: folder["pid"])
        #expect(sent != .sent(1))
        let start = try #require(RunningProcess.start(of: program.number))
        // It might get ready for it yet.
        #expect(
            Signalling.objection(of: program.number, to: hangUp, at: start + 4_000_000_000)
                == .starting
        )
        let later = start + 6_000_000_000
        while RunningProcess.name(of: program.number) != "sleep" { poll(nil, 0, 1) }
        #expect(
            Signalling.objection(of: program.number, to: hangUp, at: later)
                == .notTaken(process: program.number, name: "sleep")
        )
        #expect(program.isRunning)
    }

    @Test func `is needless where there is no file or no process`() throws {
        let hangUp = try signal("HUP")
        #expect(Signalling.send(hangUp, toPIDFile: folder["none"]) == .notRunning)
        kill(program.number, SIGKILL)
        _ = program.signal()
        try folder.write("\(program.number)\n", to: "pid")
        #expect(Signalling.send(hangUp, toPIDFile: folder["pid"]) == .notRunning)
    }

    @Test func `isn't sent to a process that began after the file`() throws {
        try folder.write("\(program.number)\n", to: "pid")
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        utimensat(AT_FDCWD, folder["pid"], &times, 0)
        let sent = Signalling.send(try signal("USR1"), toPIDFile: folder["pid"])
        #expect(
            sent
                == .refused(
                    "process \(program.number) began after '\(folder["pid"])' was written"
                )
        )
        #expect(program.isRunning)
    }

    @Test(arguments: ["", "1\n", "0", "-5", "x", "\(String(repeating: "1", count: 65))"])
    func `isn't sent for what is no number of a process`(text: String) throws {
        try folder.write(text, to: "pid")
        let sent = Signalling.send(try signal("HUP"), toPIDFile: folder["pid"])
        #expect(
            sent == .refused("'\(folder["pid"])' holds no process's number of this user")
        )
    }

    @Test func `is refused with the file's name as a terminal may show it`() throws {
        try folder.write("x", to: "pid\u{1B}[2J")
        let sent = Signalling.send(try signal("HUP"), toPIDFile: folder["pid\u{1B}[2J"])
        let name = folder["pid"] + "\\u{1B}[2J"
        #expect(sent == .refused("'\(name)' holds no process's number of this user"))
    }

    @Test func `isn't sent for a file that others can write`() throws {
        try folder.write("\(program.number)\n", to: "pid")
        chmod(folder["pid"], 0o666)
        let sent = Signalling.send(try signal("HUP"), toPIDFile: folder["pid"])
        #expect(sent == .refused("'\(folder["pid"])' can be written by others"))
    }

    @Test(arguments: ["open/pid", "link"])
    func `isn't sent for a file that others could have put there`(name: String) throws {
        try shell("cd '\(folder.path)'; mkdir -m 777 open; ln -s open/pid link")
        try folder.write("\(program.number)\n", to: "open/pid")
        let sent = Signalling.send(try signal("HUP"), toPIDFile: folder[name])
        let problem = "can be written by others, who could replace what is in it"
        #expect(sent == .refused("'\(folder["open/"])' \(problem)"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files and processes away"))
    func `isn't sent for another user's file or process`() throws {
        try folder.write("\(program.number)\n", to: "pid")
        chown(folder["pid"], 12_345, 12_345)
        #expect(
            Signalling.send(try signal("HUP"), toPIDFile: folder["pid"])
                == .refused("'\(folder["pid"])' holds no process's number of this user")
        )

        let other = try Program("setpriv", "--reuid=12345", "--", "sleep", "1000")
        while RunningProcess.user(of: other.number) != 12_345 { poll(nil, 0, 1) }
        try folder.write("\(other.number)\n", to: "other")
        #expect(
            Signalling.send(try signal("HUP"), toPIDFile: folder["other"])
                == .refused("process \(other.number) belongs to user 12345")
        )
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A signal to a name` {
    private let folder: Folder
    /// Begins the names, always as long: another run of these tests has other processes.
    private let own = "t\(10_000_000 + Int(getpid()))"

    init() throws {
        folder = try Folder()
        for name in ["\(own)-1", "\(own)-with-a-long-name", "\(own)-with-another"] {
            try shell("cp /bin/sleep '\(folder.path)/\(name)'")
        }
    }

    @Test func `reaches every process of that name`() throws {
        try shell("cd '\(folder.path)'; cp /bin/sh \(own)-2; cp /bin/sh \(own)-3")
        let reload = try signal("USR2")
        let programs = try ["\(own)-2", "\(own)-2", "\(own)-3"].map {
            try Program.catching(reload, shell: folder[$0])
        }
        // It would be ended by the signal, and stays.
        let other = try Program(folder["\(own)-1"], "1000")
        // The kernel lets the starter go on before the new program has its name.
        while RunningProcess.all(named: "\(own)-1").count < 1 { poll(nil, 0, 1) }
        let names = ["\(own)-1", "\(own)-2", "\(own)-3"]
        #expect(Signalling.send(reload, toProcessesNamed: names) == .sent(3))
        #expect(programs.map { $0.exitStatus() } == [42, 42, 42])
        #expect(other.isRunning)
    }

    @Test func `tells names apart that the kernel cuts`() throws {
        let one = try Program(folder["\(own)-with-a-long-name"], "1000")
        let other = try Program(folder["\(own)-with-another"], "1000")
        // The kernel lets the starter go on before the new program has its name and words.
        while !RunningProcess.isNamed("\(own)-with-a-long-name", one.number)
            || !RunningProcess.isNamed("\(own)-with-another", other.number)
        { poll(nil, 0, 1) }
        #expect(RunningProcess.all(named: "\(own)-with-a-long-name") == [one.number])
        #expect(RunningProcess.all(named: "\(own)-with-another") == [other.number])
        #expect(RunningProcess.all(named: "\(own)-with-") == [])
    }

    @Test func `is needless where no program has it`() throws {
        #expect(
            Signalling.send(try signal("HUP"), toProcessesNamed: ["of-no-test"]) == .notRunning
        )
    }
}

@Suite struct `A mask of signals` {
    @Test(
        arguments: [
            ("SigCgt:\t0000000000000001\n", "HUP", true),
            ("SigCgt:\t0000000000000001\n", "INT", false),
            ("Name:\tx\nSigCgt:\t0000000000000800\nSeccomp:\t0\n", "USR2", true),
            ("SigCgt:\t0002000000000000\n", "RTMIN+15", false),
            ("SigCgt:\t0001000000000000\n", "RTMIN+15", true),
            ("SigBlk:\t0000000000000001\n", "HUP", false), ("SigCgt:\tx\n", "HUP", false),
            ("", "HUP", false),
        ]
    )
    func `is read from a process's status`(status: String, name: String, isSet: Bool) throws {
        #expect(SignalReception.mask("SigCgt:", in: status, has: try signal(name)) == isSet)
    }
}

@Suite struct `A process` {
    @Test func `has the time at which it began`() throws {
        let before = SystemClock.wallMilliseconds * 1_000_000
        let program = try Program("sleep", "1000")
        let start = try #require(RunningProcess.start(of: program.number))
        let after = SystemClock.wallMilliseconds * 1_000_000
        // The kernel counts in hundredths of a second.
        #expect(start > before - 20_000_000)
        #expect(start <= after + 20_000_000)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A program that the agent started` {
    @Test func `has said its last word, also where nobody listened until its end`() throws {
        let loop = try EventLoop()
        var last: String?
        let child = try ChildProcess(
            ["sh", "-c", "yes | head -c 60000; echo end"],
            in: "/",
            on: loop,
            for: .seconds(500)
        ) { _, output in last = output }
        var found = siginfo_t()
        waitid(P_PID, id_t(child.number), &found, WEXITED | WNOWAIT)

        loop.run { last != nil }

        #expect(last?.utf8.count == ChildProcess.keptOutput)
        #expect(last?.hasSuffix("y\nend\n") == true)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The end of a program that the agent started` {
    /// Runs a program to its end, in a process of an exit test; gives how that is told.
    private static func end(
        meanwhile: (ChildProcess) -> Void = { _ in }
    ) throws -> ChildProcess.End? {
        let loop = try EventLoop()
        var end: ChildProcess.End?
        let child = try ChildProcess(["true"], in: "/", on: loop, for: .seconds(500)) { found, _ in
            end = found
        }
        meanwhile(child)
        loop.run { end != nil }
        withExtendedLifetime(child) {}
        return end
    }

    @Test func `is told where the process was started with SIGCHLD ignored`() async {
        await #expect(processExitsWith: .success) {
            Glibc.signal(SIGCHLD, SIG_IGN)
            guard try Self.end() == .exited(0) else { exit(1) }
        }
    }

    @Test func `is unknown where its status was lost`() async {
        await #expect(processExitsWith: .success) {
            let end = try Self.end { waitpid($0.number, nil, 0) }
            guard end == .unknown else { exit(1) }
        }
    }
}

@Suite struct `A domain file's word` {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try shell("cd '\(folder.path)'; mkdir d; echo > d/f; chmod 644 d/f; ln -s d/f l")
    }

    @Test(arguments: ["chmod 600 d/f", "chmod 755 d", "true"])
    func `is the user's own where nobody else may write`(command: String) throws {
        try shell("cd '\(folder.path)'; \(command)")
        #expect(FileTrust.of(folder["d/f"]) == .user)
        #expect(FileTrust.of(folder["l"]) == .user)
    }

    @Test(arguments: [
        ("chmod 666 d/f", "'@d/f' can be written by others"),
        ("setfacl -m u:12345:rw d/f", "'@d/f' can be written by others"),
        (
            "chmod 777 d",
            "'@d/' can be written by others, who could replace what is in it"
        ),
    ])
    func `is others' where they may`(command: String, problem: String) throws {
        try shell("cd '\(folder.path)'; \(command)")
        for name in ["d/f", "l"] {
            guard case .others(let error) = FileTrust.of(folder[name]) else {
                Issue.record("'\(name)' is trusted")
                continue
            }
            #expect(error.problem == problem.replacing("@", with: folder.path + "/"))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `is others' when they own it`() throws {
        chown(folder["d/f"], 12_345, 12_345)
        guard case .others(let error) = FileTrust.of(folder["d/f"]) else {
            Issue.record("it is trusted")
            return
        }
        #expect(
            error.problem
                == "'\(folder["d/f"])' belongs to user 12345, who could replace what is in it"
        )
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A program that is asked something` {
    /// Runs a line of shell to its end; gives that and the answer.
    private func answer(
        to script: String,
        atMost count: Int = 1_000,
        for time: Duration = .seconds(500)
    ) throws -> (end: ChildProcess.End, text: String)? {
        let loop = try EventLoop()
        var found: (ChildProcess.End, String)?
        let child = try ChildProcess(
            ["sh", "-c", script],
            in: "/",
            to: .answer(atMost: count),
            on: loop,
            for: time
        ) { found = ($0, $1) }
        loop.run { found != nil }
        withExtendedLifetime(child) {}
        return found
    }

    @Test func `answers with all of its standard output, and that alone`() throws {
        let found = try #require(
            try answer(to: "echo oops >&2; yes | head -c 300000", atMost: 300_000)
        )
        #expect(found.end == .exited(0))
        #expect(found.text == String(repeating: "y\n", count: 150_000))
    }

    @Test(arguments: ["yes", "yes | head -c 1001", "yes & sleep 1000"])
    func `is killed where it answers with too much`(script: String) throws {
        let found = try #require(try answer(to: script))
        #expect(found.end == .wroteTooMuch)
        #expect(found.text.isEmpty)
    }

    @Test func `is killed where it takes too long`() throws {
        let found = try #require(try answer(to: "echo a; sleep 1000", for: .milliseconds(50)))
        #expect(found.end == .timedOut)
    }

    @Test func `has no terminal, and a session of its own`() throws {
        let script = "(: < /dev/tty) 2> /dev/null && echo terminal; ps -o sid= -p $$; echo $$"
        let found = try #require(try answer(to: script))
        let numbers = found.text.split { $0.isWhitespace }
        #expect(numbers.count == 2)
        #expect(numbers.first == numbers.last)
    }

    @Test func `leaves nobody of its group behind`() throws {
        let found = try #require(try answer(to: "sleep 1000 & echo $!"))
        let other = try #require(Int32(found.text.dropLast()))
        // Whoever adopted it may not have heard of its end yet.
        while kill(other, 0) == 0, !Self.isZombie(other) { sched_yield() }
    }

    private static func isZombie(_ process: Int32) -> Bool {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        guard fgets(&line, 200, file) != nil else { return true }
        let text = String(
            decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        return text.contains(") Z ")
    }
}
