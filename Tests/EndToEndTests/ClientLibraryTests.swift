// A program that uses the client library, and a real agent that comes and goes.

import Foundation
import SettingsClient
import SettingsModel
import Testing

/// The settings of the tests' domain, by the agent in a home.
private func settings(in home: Home) throws -> Settings {
    var options = ClientOptions()
    options.socket = home["run/settings-agent/socket"]
    options.start = .never
    options.name = "library test"
    return Settings(of: try Domain(Home.domain), options: options)
}

extension SettingsChanges.AsyncIterator {
    /// The next batch as `key=value` in alphabetical order, a removal without a value.
    fileprivate mutating func nextChanges() async throws -> [String] {
        let batch = try #require(try await next())
        return batch.changes.map { "\($0.key)=\($0.value?.json ?? "")" }.sorted()
    }

    /// Takes batches until one has a change.
    fileprivate mutating func wait(for change: String) async throws {
        while try await !nextChanges().contains(change) {}
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A program with the client library` {
    @Test func `reads and writes settings as its own types`() async throws {
        let home = try Home(holding: "theme = \"dark\"\n[font]\nsize = 13\n")
        let agent = try AgentUnderTest(in: home)
        let settings = try settings(in: home)

        #expect(try await settings.value(for: "font.size", as: Int.self) == 13)
        #expect(try await settings.value(for: "theme", as: String.self) == "dark")
        #expect(try await settings.value(for: "none", as: String.self) == nil)
        let receipt = try await settings.apply([
            .set("font.size", to: 15), .set("names", to: ["a", "b"]), .remove("theme"),
        ])
        #expect(receipt.troubles == [])
        let snapshot = try await settings.snapshot()
        #expect(
            snapshot.values
                == ["font.size": .integer(15), "names": .array([.string("a"), .string("b")])]
        )
        #expect(snapshot.seq == receipt.seq)
        try home.waitForText(
            "names = [\"a\", \"b\"]\n[font]\nsize = 15\n",
            of: "settings.toml",
            asking: agent.connect()
        )
        await #expect(throws: ClientError.self) {
            try await settings.value(for: "names", as: Int.self)
        }
    }

    @Test func `has every answer, however many it asks for at once`() async {
        await #expect(processExitsWith: .success) {
            let home = try Home(holding: "size = 13\n")
            let agent = try AgentUnderTest(in: home)
            try agent.connect().rescan()
            let settings = try settings(in: home)
            // Fewer than the requests, which would each have a connection.
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 256
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            try await withThrowingTaskGroup(of: SettingValue?.self) { group in
                for _ in 0..<1_000 { group.addTask { try await settings.get("size") } }
                for try await value in group where value != .integer(13) { exit(1) }
            }
            try await withThrowingTaskGroup(of: SettingsSnapshot.self) { group in
                for _ in 0..<200 { group.addTask { try await settings.snapshot() } }
                for try await all in group where all.values != ["size": .integer(13)] { exit(2) }
            }
            try agent.stop()
        }
    }

    @Test func `hears what happened while the agent was dead, removals too`() async throws {
        let home = try Home(holding: "a = 1\nb = 2\n")
        let agent = try AgentUnderTest(in: home)
        var changes = try settings(in: home).watch().makeAsyncIterator()
        #expect(try await changes.nextChanges() == ["a=1", "b=2"])

        try agent.kill9()
        try home.write("a = 3\n", to: "settings.toml")
        let second = try AgentUnderTest(in: home)
        // Both may be one batch or two: a removal is taken only from a text that is complete.
        var heard: [String] = []
        while heard.count < 2 { heard += try await changes.nextChanges() }
        #expect(heard.sorted() == ["a=3", "b="])

        try second.stop()
        let third = try AgentUnderTest(in: home)
        try third.connect().set("c", to: "4")
        #expect(try await changes.nextChanges() == ["c=4"])
    }

    @Test func `goes on when the journal is another`() async throws {
        let home = try Home(holding: "a = 1\nb = 2\n")
        let agent = try AgentUnderTest(in: home)
        var changes = try settings(in: home).watch().makeAsyncIterator()
        #expect(try await changes.nextChanges() == ["a=1", "b=2"])

        try agent.stop()
        try home.shell("rm -r state/*")
        try home.write("b = 2\nc = 3\n", to: "settings.toml")
        let second = try AgentUnderTest(in: home)
        defer { withExtendedLifetime(second) {} }
        #expect(try await changes.nextChanges() == ["a=", "c=3"])
    }

    @Test func `hears its own writes and others' only of the keys that it asked for`() async throws
    {
        let home = try Home()
        let agent = try AgentUnderTest(in: home)
        let settings = try settings(in: home)
        var changes = settings.watch(["font.*"]).makeAsyncIterator()
        #expect(try await changes.nextChanges() == [])

        try await settings.set("theme", to: "dark")
        let receipt = try await settings.set("font.size", to: 15)
        let batch = try #require(try await changes.next())
        #expect(batch.changes.map(\.key) == ["font.size"])
        #expect(batch.changes.map(\.origin) == ["client:library test"])
        #expect(batch.seq == receipt.seq)
        try agent.connect().set("font.family", to: #""Mono""#)
        #expect(try await changes.nextChanges() == [#"font.family="Mono""#])
    }

    @Test func `keeps its one client while agents come and go`() throws {
        let home = try Home(holding: "a = 1\n")
        var options = ClientOptions()
        options.socket = home["run/settings-agent/socket"]
        options.start = .never
        options.name = "library test"
        let domain = try Domain(Home.domain)
        let agent = try AgentUnderTest(in: home)
        let client = try SettingsClient.Client(options)
        try client.set(domain, "a", to: 2)
        try agent.kill9()
        let second = try AgentUnderTest(in: home)
        #expect(try client.value(domain, "a", as: Int.self) == 2)
        try second.stop()
        #expect(throws: ClientError.self) { try client.get(domain, "a") }
        let third = try AgentUnderTest(in: home)
        defer { withExtendedLifetime(third) {} }
        try client.set(domain, "a", to: 3)
        #expect(try client.value(domain, "a", as: Int.self) == 3)
    }

    @Test func `makes many requests at once`() async throws {
        let home = try Home()
        let agent = try AgentUnderTest(in: home)
        let settings = try settings(in: home)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let key = SettingKeyPath(segments: ["k\(number)"])
                    try await settings.set(key, to: number)
                    #expect(try await settings.value(for: key) == number)
                }
            }
            try await group.waitForAll()
        }
        #expect(try agent.connect().get("k63") == "63")
    }

    @Test func `makes changes too many for one line, while another task does the same`()
        async throws
    {
        let home = try Home()
        let agent = try AgentUnderTest(in: home)
        defer { withExtendedLifetime(agent) {} }
        let settings = try settings(in: home)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a", "b"] {
                group.addTask {
                    // More than two lines' worth.
                    let text = String(repeating: name, count: 4 << 10)
                    let edits = (0..<300).map { number in
                        SettingEdit.set(SettingKeyPath(segments: [name, "k\(number)"]), to: text)
                    }
                    try await settings.apply(edits)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await settings.snapshot().values.count == 600)
    }

    @Test func `is told that there is no agent, and stops waiting when cancelled`() async throws {
        let home = try Home()
        let settings = try settings(in: home)
        let error = await #expect(throws: ClientError.self) { try await settings.get("a") }
        #expect(error?.code == .noAgent)

        let agent = try AgentUnderTest(in: home)
        defer { withExtendedLifetime(agent) {} }
        let task = Task {
            var batches = 0
            for try await _ in settings.watch() { batches += 1 }
            return batches
        }
        try await settings.set("a", to: 1)
        task.cancel()
        #expect(try await task.value <= 2)
    }

    @Test func `has no descriptor and no thread of ours left when it's done`() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let agent = try AgentUnderTest(in: home)
            // What the runtime sets up with the first task is its own.
            try await use(home)
            let before = Resources()
            for _ in 0..<3 { try await use(home) }
            let after = Resources()
            try agent.stop()
            guard after == before else {
                throw TestFailure("\(after) after, \(before) before")
            }
        }
    }
}

/// Every part of the library, with tasks that end in every way.
private func use(_ home: Home) async throws {
    let settings = try settings(in: home)
    try await settings.set("a", to: Int.random(in: 0..<1_000_000))
    _ = try await settings.snapshot()
    for try await batch in settings.watch() where batch.isFirst { break }
    let watching = Task { for try await _ in settings.watch() {} }
    let asking = Task { try await settings.set("b", to: 1) }
    for _ in 0..<10 { await Task.yield() }
    watching.cancel()
    asking.cancel()
    _ = try await watching.value
    _ = try? await asking.value  // it may have been cancelled in time
    let watch = try SettingsWatch(
        [settings.domain],
        options: {
            var options = ClientOptions()
            options.socket = home["run/settings-agent/socket"]
            return options
        }()
    )
    _ = try watch.next()
}

/// What a process holds of the kernel's.
private struct Resources: Equatable {
    var descriptors: [String]
    var threads: [String]

    init() {
        let files = FileManager.default
        let numbers = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        descriptors = numbers.compactMap {
            try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.map { String($0.prefix { $0 != ":" }) }.sorted()
        let tasks = (try? files.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        // The runtime's own pool grows and shrinks as it likes; ours has a name.
        threads = tasks.compactMap {
            try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
        }.filter { $0.hasPrefix("settings") }
    }
}
