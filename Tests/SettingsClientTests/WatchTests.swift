// A watch over connections that end in every way.

import Dispatch
import Glibc
import SettingsModel
import SettingsProtocol
import Synchronization
import Testing

@testable import SettingsClient

/// What an agent was asked, for a test to look at.
private final class Heard: Sendable {
    private let list = Mutex<[String]>([])
    var lines: [String] { list.withLock(\.self) }
    func note(_ line: String) { list.withLock { $0.append(line) } }
}

@Suite(.timeLimit(.minutes(10))) struct `A watch` {
    private func watch(_ agent: ScriptedAgent) throws -> SettingsWatch {
        try SettingsWatch([Domain("a.b")], options: agent.options)
    }

    /// The next batch as `seq: key=value …`.
    private func next(_ watch: SettingsWatch) throws -> String {
        let batch = try #require(try watch.next())
        let changes = batch.changes.map { "\($0.key)=\($0.value?.json ?? "")" }.sorted()
        return (["\(batch.seq):"] + changes).joined(separator: " ")
    }

    @Test func `goes on where it was when a connection ends`() throws {
        let heard = Heard()
        let agent = try ScriptedAgent(
            { peer in
                heard.note(peer.takeSubscription(seq: 4, mode: "snapshot"))
                peer.sendSnapshot("a=1", at: 4)
            },
            { peer in
                heard.note(peer.takeSubscription(seq: 4, mode: "resumed"))
                peer.sendChanged("a=2", from: 4, to: 6)
                peer.readLine()
            }
        )
        let watch = try watch(agent)
        #expect(try next(watch) == "4: a=1")
        #expect(try next(watch) == "6: a=2")
        #expect(heard.lines[0].hasSuffix(#""params":{"domains":["a.b"],"snapshot":true}}"#))
        #expect(heard.lines[1].hasSuffix(#""params":{"domains":["a.b"],"epoch":"e","seq":4}}"#))
    }

    @Test(arguments: ["restart", "upgrade", "exit"])
    func `goes on after an agent that has said goodbye`(reason: String) throws {
        let heard = Heard()
        let agent = try ScriptedAgent(
            { peer in
                peer.takeSubscription(seq: 4, mode: "snapshot")
                peer.sendSnapshot("a=1", at: 4)
                let params = #"{"sub":7,"reason":"\#(reason)","reconnectMs":20}"#
                peer.send(#"{"method":"goodbye","params":\#(params)}"#)
            },
            { peer in
                heard.note(peer.takeSubscription(seq: 4, mode: "resumed"))
                // A newer agent may say what this library has never heard of.
                peer.send(#"{"method":"weather","params":{"sub":7,"wind":3}}"#)
                peer.sendChanged("a=2", from: 4, to: 6)
                peer.readLine()
            }
        )
        let watch = try watch(agent)
        #expect(try next(watch) == "4: a=1")
        #expect(try next(watch) == "6: a=2")
        #expect(heard.lines[0].hasSuffix(#""params":{"domains":["a.b"],"epoch":"e","seq":4}}"#))
    }

    @Test func `asks again for what it couldn't read, and says so if that is no use`() throws {
        let place = #""epoch":"e","from":4,"seq":5"#
        let nonsense = #"{"method":"changed","params":{\#(place),"changes":[1]}}"#
        let agent = try ScriptedAgent(
            { peer in
                peer.takeSubscription(seq: 4, mode: "snapshot")
                peer.sendSnapshot("a=1", at: 4)
                peer.send(nonsense)
                peer.readLine()
            },
            { peer in
                peer.takeSubscription(seq: 4, mode: "resumed")
                peer.sendChanged("a=2", from: 4, to: 5)
            },
            { peer in
                peer.takeSubscription(seq: 5, mode: "resumed")
                peer.send(nonsense)
                peer.readLine()
            }
        )
        let watch = try watch(agent)
        #expect(try next(watch) == "4: a=1")
        #expect(try next(watch) == "5: a=2")
        let error = #expect(throws: ClientError.self) { try watch.next() }
        #expect(error?.code == .malformed)
    }

    @Test func `is told what the agent refuses, and tries again where it's only busy`() throws {
        func refusal(_ code: RPCError.Code) -> ScriptedAgent.Part {
            { peer in
                peer.readLine()
                let error = #"{"code":\#(code.rawValue),"message":"no","data":{}}"#
                peer.send(#"{"id":2,"error":\#(error)}"#)
                peer.readLine()
            }
        }
        let agent = try ScriptedAgent(refusal(.busy), refusal(.tooLarge))
        let error = #expect(throws: ClientError.self) { try watch(agent).next() }
        guard case .refused(let refusal)? = error?.code else { throw NoRefusal() }
        #expect(refusal.code == .tooLarge)
    }

    @Test func `that begins in the middle tells removals of what it never knew`() throws {
        let removal =
            #"{"domain":"a.b","path":["b"],"deleted":true,"rev":5,"layer":"user","origin":"x"}"#
        let agent = try ScriptedAgent { peer in
            peer.takeSubscription(seq: 4, mode: "resumed")
            let place = #""epoch":"e","from":4,"seq":5"#
            peer.send(#"{"method":"changed","params":{"sub":7,\#(place),"changes":[\#(removal)]}}"#)
            peer.readLine()
        }
        let watch = try SettingsWatch(
            [Domain("a.b")],
            keys: [.all],
            from: .after(epoch: nil, seq: 4),
            options: agent.options
        )
        #expect(try next(watch) == "5: b=")
    }

    @Test func `goes on for one reader when another is cancelled`() async throws {
        let cancellation = DispatchSemaphore(value: 0)
        let agent = try ScriptedAgent { peer in
            peer.takeSubscription(seq: 4, mode: "snapshot")
            peer.sendSnapshot("a=1", at: 4)
            cancellation.wait()
            peer.sendChanged("a=2", from: 4, to: 5)
            peer.readLine()
        }
        let changes = Settings(of: try Domain("a.b"), options: agent.options).watch()
        var reader = changes.makeAsyncIterator()
        #expect(try await reader.next()?.seq == 4)
        let other = Task {
            for try await _ in changes {}
        }
        let cancelling = Task {
            for _ in 0..<100 { await Task.yield() }
            other.cancel()
            try await other.value
            cancellation.signal()
        }
        let batch = try await reader.next()
        try await cancelling.value
        #expect(batch?.seq == 5)
        #expect(batch?.isFirst == false)
    }

    @Test func `gives a cancelled task nothing more`() async throws {
        let agent = try ScriptedAgent { peer in
            peer.takeSubscription(seq: 4, mode: "snapshot")
            peer.sendSnapshot("a=1", at: 4)
            for seq in 5...20 { peer.sendChanged("a=\(seq)", from: seq - 1, to: seq) }
            peer.readLine()
        }
        let settings = Settings(of: try Domain("a.b"), options: agent.options)
        let task = Task {
            var batches = 0
            for try await batch in settings.watch() {
                batches += 1
                if batch.seq == 5 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return batches
        }
        #expect(try await task.value == 2)
    }
}

private struct NoRefusal: Error {}

@Suite(.timeLimit(.minutes(10))) struct `A lasting connection` {
    @Test func `starts no agent where the last one was ended on purpose`() async {
        await #expect(processExitsWith: .success) {
            var agent: ScriptedAgent? = try ScriptedAgent { peer in
                peer.send(#"{"method":"goodbye","params":{"reason":"exit","reconnectMs":1}}"#)
            }
            var options = try #require(agent?.options)
            options.start = .ifNeeded
            // Whatever is started has a home of its own.
            for name in ["HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
                setenv(name, try #require(options.socket), 1)
            }
            let connection = try LastingConnection(options)
            var losses: [ClientError] = []
            while losses.count < 2 {
                switch connection.eventAtHand() {
                case .opened?: break
                case .message?: agent = nil
                case .lost(let error)?: losses.append(error)
                case nil: await Task.yield()
                }
            }
            guard losses[1].advice == "Start it: settingsctl doctor" else { throw losses[1] }
        }
    }

    @Test func `holds so much for an agent that doesn't read, and ends after that`() throws {
        let agent = try ScriptedAgent { peer in
            peer.send(#"{"id":1,"result":{}}"#)
            peer.waitForEnd()
        }
        let connection = try LastingConnection(agent.options)
        try wait(for: connection) { if case .opened = $0 { true } else { false } }
        connection.send([UInt8](repeating: 0x20, count: 1 << 20))
        let room = LastingConnection.mostUnsentBytes - connection.unsentBytes
        connection.send([UInt8](repeating: 0x20, count: room))
        try wait(for: connection) { if case .message = $0 { true } else { false } }
        #expect(connection.isOpen)
        connection.send([0x20])
        try wait(for: connection) { event in
            if case .lost(let error) = event { error.code == .timedOut } else { false }
        }
    }

    @Test func `is at rest when an agent has read late what was too much`() throws {
        let count = LastingConnection.mostUnsentBytes * 2
        let agent = try ScriptedAgent { peer in
            peer.read(count)
            peer.waitForEnd()
        }
        let connection = try LastingConnection(agent.options)
        try wait(for: connection) { if case .opened = $0 { true } else { false } }
        connection.send([UInt8](repeating: 0x20, count: count))
        while connection.unsentBytes > 0 { connection.send([]) }
        if connection.eventAtHand() != nil { Issue.record("something happened") }
        var entry = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 0) == 0)
    }

    /// Waits for one event, and takes no other.
    private func wait(
        for connection: LastingConnection,
        _ isExpected: (LastingConnection.Event) -> Bool
    ) throws {
        while true {
            if let event = connection.eventAtHand() {
                #expect(isExpected(event))
                return
            }
            var entry = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A sequence of changes with two readers` {
    @Test func `wakes one for a batch that the other has left`() async throws {
        let agent = try ScriptedAgent { peer in
            peer.takeSubscription(seq: 4, mode: "snapshot")
            let range = #""sub":7,"epoch":"e""#
            // In one piece, so that the second is there when the first has been taken.
            peer.send(
                #"{"method":"snapshot","params":{\#(range),"first":true,"more":false,"seq":4,"#
                    + #""changes":[]}}"# + "\n"
                    + #"{"method":"snapshot","params":{\#(range),"first":true,"more":false,"#
                    + #""seq":5,"changes":[{"domain":"a.b","path":["a"],"value":1,"rev":5,"#
                    + #""layer":"user","origin":"test"}]}}"#
            )
            peer.waitForEnd()
        }
        let changes = Settings(of: try Domain("a.b"), options: agent.options).watch()
        var first: SettingsChanges.AsyncIterator? = changes.makeAsyncIterator()
        var second = changes.makeAsyncIterator()
        #expect(try await first?.next()?.seq == 4)
        var entry = pollfd(
            fd: try #require(changes.descriptor),
            events: Int16(POLLIN),
            revents: 0
        )
        #expect(poll(&entry, 1, 0) == 0)
        first = nil
        #expect(poll(&entry, 1, 0) == 1)
        #expect(try await second.next()?.seq == 5)
        #expect(poll(&entry, 1, 0) == 0)
    }
}
