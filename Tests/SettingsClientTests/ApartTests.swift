// Programs that are started apart, and whose turn it is to start one.

import Foundation
import Glibc
import SettingsProtocol
import Testing

@testable import SettingsClient

/// Whether this process has no child at all, ended or not.
private func hasNoChild() -> Bool {
    var information = siginfo_t()
    return waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == -1 && errno == ECHILD
}

/// Whether a file of calls is missing or still empty: a shell creates it before it writes the line.
private func noCall(in path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_size == 0
}

@Suite(.timeLimit(.minutes(10))) struct `A program that is started apart` {
    @Test func `is no child`() async {
        await #expect(processExitsWith: .success) {
            let program = DetachedProcess("sleep", ["5"])
            guard program != nil, hasNoChild() else { exit(1) }
        }
    }

    @Test func `raises no signal, and is not found by who waits for any child`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD) { _ in _exit(1) }
            Thread.detachNewThread {
                while true { if waitpid(-1, nil, 0) > 0 { _exit(2) } }
            }
            for _ in 0..<100 {
                guard let program = DetachedProcess("true", []) else { exit(3) }
                while !program.hasEnded { poll(nil, 0, 1) }
            }
        }
    }

    @Test func `is started where the ends of children are not told`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            guard let program = DetachedProcess("true", []) else { exit(1) }
            while !program.hasEnded { poll(nil, 0, 1) }
        }
    }

    @Test func `has ended when nobody has its standard error any more`() throws {
        let program = try #require(
            DetachedProcess("sh", ["-c", "read go; echo $go; echo last >&2"])
        )
        while !program.hasEnded { poll(nil, 0, 1) }
        #expect(program.said() == "last\n")
    }

    @Test func `gets what belongs to the session, and no password or library of a shell`() async {
        await #expect(processExitsWith: .success) {
            let given = [
                "AWS_SECRET_ACCESS_KEY": "hunter2", "LD_LIBRARY_PATH": "/lib", "LC_TIME": "C",
                "XDG_RUNTIME_DIR": "/run/user/7", "PATH": "/usr/bin:/bin:venv/bin:/missing",
            ]
            for (name, value) in given { setenv(name, value, 1) }
            guard let program = DetachedProcess("sh", ["-c", "env >&2"]) else { exit(1) }
            var text = ""
            while !program.hasEnded {
                text += program.said()
                poll(nil, 0, 1)
            }
            text += program.said()
            let lines = Set(text.split(separator: "\n"))
            guard lines.isSuperset(of: ["LC_TIME=C", "XDG_RUNTIME_DIR=/run/user/7"]) else {
                exit(2)
            }
            guard lines.contains("PATH=/usr/bin:/bin") else { exit(3) }
            guard !text.contains("hunter2"), !text.contains("LD_LIBRARY_PATH") else { exit(4) }
        }
    }

    @Test func `has no signal blocked or ignored, and no descriptor but its three`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGUSR1, SIG_IGN)
            _ = dup2(1, 63)
            let script =
                "exec >&2; grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f 2; ls /proc/$$/fd; :"
            guard let program = DetachedProcess("sh", ["-c", script]) else { exit(1) }
            while !program.hasEnded { poll(nil, 0, 1) }
            let lines = program.said().split(separator: "\n")
            // Beyond SIGUSR1, the system library may have some of its own ignored.
            guard lines.count == 5, lines[0].allSatisfy({ $0 == "0" }), lines[1].hasSuffix("0000"),
                lines[2...] == ["0", "1", "2"]
            else { exit(2) }
        }
    }

    @Test(arguments: [
        ("/dev/null", EACCES), ("/nonexistent/program", ENOENT), ("of-no-test", ENOENT),
    ])
    func `says why it can't be`(program: String, number: Int32) {
        let isStarted = DetachedProcess(program, []) != nil
        let found = errno
        #expect(!isStarted)
        #expect(found == number)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The start of an agent` {
    @Test func `is one for all that look at once, and nobody's child`() async {
        await #expect(processExitsWith: .success) {
            let (folder, place, calls) = try beginLingeringSystemd()
            defer { _ = try? FileManager.default.removeItem(atPath: folder) }  // it's in /tmp
            var ways = (0..<20).map { _ in AgentStart(at: place, waiting: .never) }
            func look() throws {
                for number in ways.indices where try ways[number].attempt() != nil { exit(2) }
            }
            try look()
            while noCall(in: calls) { poll(nil, 0, 1) }
            for _ in 0..<20 { try look() }
            guard try String(contentsOfFile: calls, encoding: .utf8) == "call\n" else { exit(3) }
            guard hasNoChild() else { exit(4) }
        }
    }

    @Test func `counts for a while when who began it lets go of it`() throws {
        let path = "/of/a/test/\(UUID())"
        let now = ContinuousClock.now
        guard case .ours = StartTurn.take(path, at: now) else { throw NotOurs() }
        let last = now + StartTurn.patience - .nanoseconds(1)
        guard case .others = StartTurn.take(path, at: last) else { throw NotOthers() }
        guard case .ours = StartTurn.take(path, at: now + StartTurn.patience) else {
            throw NotOurs()
        }
    }

    @Test func `is over when there is an agent`() throws {
        let path = "/of/a/test/\(UUID())"
        guard case .ours(let turn) = StartTurn.take(path) else { throw NotOurs() }
        guard case .others(let other) = StartTurn.take(path) else { throw NotOthers() }
        turn.succeed()
        #expect(other.now == .over)
        guard case .ours = StartTurn.take(path) else { throw NotOurs() }
    }

    @Test func `fails for all that wait for it, and for those that come soon`() throws {
        let path = "/of/a/test/\(UUID())"
        let now = ContinuousClock.now
        guard case .ours(let turn) = StartTurn.take(path, at: now) else { throw NotOurs() }
        guard case .others(let other) = StartTurn.take(path, at: now) else { throw NotOthers() }
        turn.fail(failure, at: now)
        #expect(other.now == .failed(failure, now))
        let last = now + StartTurn.patience - .nanoseconds(1)
        guard case .others = StartTurn.take(path, at: last) else { throw NotOthers() }
        guard case .ours = StartTurn.take(path, at: now + StartTurn.patience) else {
            throw NotOurs()
        }
    }

    @Test func `isn't tried again for each client that comes soon`() throws {
        let path = "/of/a/test/\(UUID())"
        var options = ClientOptions()
        options.socket = path
        guard case .ours(let turn) = StartTurn.take(path) else { throw NotOurs() }
        // Nobody gets as far as to start one.
        turn.fail(failure, at: .now + .seconds(3_600))
        for _ in 0..<3 { #expect(throws: failure) { try Client(options) } }
    }

    @Test func `is given up by a task that is cancelled, and its agent counts`() async {
        await #expect(processExitsWith: .success) {
            let (folder, place, calls) = try beginLingeringSystemd()
            defer { _ = try? FileManager.default.removeItem(atPath: folder) }  // it's in /tmp
            for _ in 0..<3 {
                var way = AgentStart(at: place, waiting: .never)
                for _ in 0..<3 where try way.attempt() != nil { exit(2) }
            }
            while noCall(in: calls) { poll(nil, 0, 1) }
            guard try String(contentsOfFile: calls, encoding: .utf8) == "call\n" else { exit(3) }
        }
    }
}

private let failure = ClientError(.noAgent, "it ended", advice: "Look")

private struct NotOurs: Error {}
private struct NotOthers: Error {}
