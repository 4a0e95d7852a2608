// Tasks that wait for descriptors and time.

import Foundation
import Glibc
import SettingsModel
import Testing

@testable import SettingsClient

@Suite(.timeLimit(.minutes(10))) struct `A task that waits` {
    private func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func `goes on when there is something to read`() async throws {
        let (reading, writing) = try pipe()
        defer { for end in [reading, writing] { close(end) } }
        let thread = try ReadinessThread.current()
        async let waiting: Void = thread.wait(for: reading)
        write(writing, "x", 1)
        try await waiting
    }

    @Test func `goes on when its time has come`() async throws {
        let thread = try ReadinessThread.current()
        let moment = ContinuousClock.now + .milliseconds(20)
        try await thread.wait(for: -1, until: moment)
        #expect(ContinuousClock.now >= moment)
    }

    @Test func `ends when it is cancelled, before and while it waits`() async throws {
        let (reading, writing) = try pipe()
        defer { for end in [reading, writing] { close(end) } }
        for _ in 0..<200 {
            let task = Task { try await ReadinessThread.current().wait(for: reading) }
            if Bool.random() { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `has the thread of the program's request before`() async {
        await #expect(processExitsWith: .success) {
            let answer =
                #"{"id":1,"result":{"path":["a"],"value":5,"rev":1,"layer":"user","origin":""}}"#
            let agent = try ScriptedAgent { peer in
                for _ in 0..<2 {
                    peer.readLine()
                    peer.send(answer)
                }
                peer.waitForEnd()
            }
            let settings = Settings(of: try Domain("a.b"), options: agent.options)
            _ = try await settings.get("a")
            var first = ownThreads()
            // The answer may have come before the thread had its name.
            for _ in 0..<1_000 where first.isEmpty {
                try await ReadinessThread.current().wait(for: -1, until: .now + .milliseconds(5))
                first = ownThreads()
            }
            _ = try await settings.get("a")
            guard first.count == 1, ownThreads() == first else { exit(1) }
        }
    }

    @Test func `takes no processor time, however many wait for theirs`() async {
        await #expect(processExitsWith: .success) { try await waitInCrowd(for: -1) }
    }

    @Test func `takes no processor time, however many wait for one descriptor`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            guard Glibc.pipe(&ends) == 0 else { exit(2) }
            try await waitInCrowd(for: ends[0])
        }
    }

    @Test func `goes on with what it waits for, and not with what others do`() async throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (end, far) = (ends[0], ends[1])
        defer { for end in [end, far] { close(end) } }
        let thread = try ReadinessThread.current()
        let reading = Task { try await thread.wait(for: end) }
        for _ in 0..<20 { try await thread.wait(for: end, POLLOUT) }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func `shares its thread with the others`() async throws {
        let thread = try ReadinessThread.current()
        #expect(try ReadinessThread.current() === thread)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await thread.wait(for: -1, until: .now + .microseconds(100 * number))
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Has more tasks wait for a second than files may be open; ends the process where that takes time.
///
/// As poll(2) takes no more entries, it would return at once, for ever.
private func waitInCrowd(for descriptor: Int32) async throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = 64
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let thread = try ReadinessThread.current()
    // The start of the process counts for nothing.
    let before = processorMilliseconds()
    let moment = ContinuousClock.now + .seconds(1)
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<200 { group.addTask { try await thread.wait(for: descriptor, until: moment) } }
        try await group.waitForAll()
    }
    // A loop that never rests takes all of the second.
    guard processorMilliseconds() - before < 400 else { exit(1) }
}

/// How much processor time this process has had.
private func processorMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

/// The library's threads in this process, by their numbers.
private func ownThreads() -> [String] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.filter { task in
        let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
        return name == "settings-client\n"
    }
}

@Suite struct `The pause before the agent is looked for again` {
    @Test func `doubles up to five seconds, and is shortened by chance by half at most`() {
        var random = SystemRandomNumberGenerator()
        var backoff = Backoff()
        var longest = Duration.milliseconds(20)
        for _ in 0..<12 {
            let pause = backoff.pause(using: &random)
            #expect(pause >= longest / 2 && pause <= longest)
            longest = min(longest * 2, .seconds(5))
        }
        backoff.reset()
        #expect(backoff.pause(using: &random) <= .milliseconds(20))
    }
}
