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

@Suite(.timeLimit(.minutes(10))) struct `A program that is started apart` {
    @Test func `is no child`() async {
        await #expect(processExitsWith: .success) {
            let program = Process("sleep", ["5"])
            guard program != nil, hasNoChild() else { exit(1) }
        }
    }

    @Test func `is started where the ends of children are not told`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            guard let program = Process("true", []) else { exit(1) }
            while !program.hasEnded { sched_yield() }
        }
    }

    @Test func `has ended when nobody has its standard error any more`() throws {
        let program = try #require(Process("sh", ["-c", "read go; echo $go; echo last >&2"]))
        while !program.hasEnded { sched_yield() }
        #expect(program.said() == "last\n")
    }

    @Test func `has no signal blocked or ignored, and no descriptor but its three`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGUSR1, SIG_IGN)
            _ = dup2(1, 63)
            let script =
                "exec >&2; grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f 2; ls /proc/$$/fd; :"
            guard let program = Process("sh", ["-c", script]) else { exit(1) }
            while !program.hasEnded { sched_yield() }
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
        let isStarted = Process(program, []) != nil
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
            while access(calls, F_OK) != 0 { sched_yield() }
            for _ in 0..<20 { try look() }
            guard try String(contentsOfFile: calls, encoding: .utf8) == "call\n" else { exit(3) }
            guard hasNoChild() else { exit(4) }
        }
    }

    @Test func `is another's where the first is let go of`() throws {
        let path = "/of/a/test/\(UUID())"
        do {
            guard case .ours(let turn) = StartTurn.take(path) else { throw NotOurs() }
            guard case .others(let other) = StartTurn.take(path) else { throw NotOurs() }
            #expect(!other.isStuck)
            withExtendedLifetime(turn) {}
        }
        guard case .ours = StartTurn.take(path) else { throw NotOurs() }
    }

    @Test func `fails for all that wait for it`() throws {
        let path = "/of/a/test/\(UUID())"
        guard case .ours(let turn) = StartTurn.take(path) else { throw NotOurs() }
        guard case .others(let other) = StartTurn.take(path) else { throw NotOurs() }
        let error = ClientError(.noAgent, "it ended", advice: "Look")
        turn.fail(error)
        #expect(other.now == .failed(error))
        guard case .ours = StartTurn.take(path) else { throw NotOurs() }
    }
}

private struct NotOurs: Error {}
