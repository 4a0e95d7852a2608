// What is answered while files haven't been looked at yet.

import SettingsModel
import SyncEngine
import SyncPlatform
import Synchronization
import TestSupport
import Testing

@testable import SyncAgent

private let path = "/files/editor.toml"
private let domains = [
    "org.example.editor": "[[file]]\npath = \"\(path)\"\n",
    "org.example.other": "[[file]]\npath = \"/files/other.toml\"\n",
]

/// An agent that starts while a writer has the editor's file open.
private func busy(clock: AgentClock = .system) throws -> Bench {
    try Bench(
        domains: domains,
        clock: clock,
        files: { files in
            files.write("a = 1\n", to: path)
            files.write("b = 2\n", to: "/files/other.toml")
            files.busy = [path]
        }
    )
}

extension Bench {
    fileprivate func closeFile() {
        files.close(path)
        agent.filesChanged()
    }
}

@Suite struct `A domain whose file is still being written` {
    @Test func `takes changes that waited for it as what their own lines hold`() throws {
        let bench = try busy()
        let client = bench.connect()
        let requests = (1...40).map { number in
            let changes = #"[{"key":"k\#(number)","value":1}]"#
            return client.request(
                "apply",
                #"{"domain":"org.example.editor","changes":\#(changes)}"#
            )
        }
        client.request("ping", String(repeating: " ", count: 1_000_000) + "{}")
        bench.closeFile()

        let refused = requests.filter { !client.answer(to: $0).error.isEmpty }
        #expect(refused.isEmpty)
        #expect(bench.values().count == 41)
    }

    @Test func `answers undos that wait behind each other`() throws {
        let bench = try busy()
        let client = bench.connect()
        let requests = (1...40).map { _ in
            client.request("undo", #"{"domain":"org.example.editor","key":"a"}"#)
        }
        bench.closeFile()

        // There is nothing to undo.
        #expect(requests.allSatisfy { !client.answer(to: $0).error.isEmpty })
    }

    @Test(arguments: reads)
    func `is read when the file has been seen`(method: String, params: String) throws {
        let bench = try busy()
        let client = bench.connect()
        let read = client.request(method, params)
        #expect(client.rest().isEmpty)

        bench.closeFile()

        #expect(client.answer(to: read).description.contains(#""value":1"#))
    }

    @Test func `keeps nobody waiting who asks for something else`() throws {
        let bench = try busy()
        let client = bench.connect()
        client.request("get", #"["org.example.editor","a"]"#)

        #expect(client.call("ping").error.isEmpty)
        #expect(client.call("hello").text("epoch") == bench.log.epoch)
        #expect(client.call("get", #"["org.example.other","b"]"#).number("value") == 2)
        #expect(client.call("replicas").list("replicas").count == 2)
    }

    @Test func `does what was asked of it in order`() throws {
        let bench = try busy()
        let client = bench.connect()
        for value in 2...4 { client.request("set", #"["org.example.editor","a",\#(value)]"#) }
        let read = client.request("get", #"["org.example.editor","a"]"#)

        bench.closeFile()

        #expect(client.answer(to: read).number("value") == 4)
        bench.settle()
        #expect(bench.files.text(path) == "a = 4\n")
    }

    @Test func `is waited for until its patience ends`() throws {
        let time = Time()
        let bench = try busy(clock: time.clock)
        let client = bench.connect()
        let read = client.request("get", #"["org.example.editor","a"]"#)
        time.pass(4_999)
        bench.files.notice(.overflowed)
        bench.agent.filesChanged()
        #expect(client.rest().isEmpty)

        time.pass(1)
        bench.files.notice(.overflowed)
        bench.agent.filesChanged()

        #expect(client.answer(to: read).data["slug"] as? String == "KeyNotFound")
    }

    @Test func `has no long poll that can't be cancelled`() throws {
        let bench = try busy()
        let client = bench.connect()
        let poll = client.request("wait", #"{"domain":"org.example.editor"}"#)
        _ = client.call("cancel", "[\(poll)]")
        #expect(client.answer(to: poll).data["slug"] as? String == "Cancelled")
    }

    @Test func `is forgotten by a client that goes`() throws {
        let bench = try busy()
        let client = bench.connect()
        client.request("set", #"["org.example.editor","a",2]"#)
        client.session.connectionEnded()

        bench.closeFile()
        bench.settle()

        #expect(bench.values() == ["a": .integer(1)])
    }
}

@Suite struct `A subscriber at the start` {
    /// An agent whose journal has written nothing of what it found.
    private func unwritten(_ domainFile: String, _ pane: String? = nil) throws -> Bench {
        let loop = try EventLoop()
        let log = MemoryLog { body in loop.perform(body) }
        log.isHolding = true
        return try Bench(domains: ["org.example.editor": domainFile], log: log, loop: loop) {
            if let pane { try $0.write(pane, to: "/Settings.bundle/Root.toml") }
        } files: {
            $0.write("a = 1\n", to: path)
        }
    }

    @Test(arguments: [
        #"{"snapshot":true}"#,
        #"{"domains":["org.example.editor"],"epoch":"another","seq":7}"#,
    ])
    func `has what the files say in its first snapshot`(params: String) throws {
        let bench = try unwritten(domains["org.example.editor"] ?? "")
        let client = bench.connect()
        let subscribe = client.request("subscribe", params)
        #expect(client.rest().isEmpty)

        bench.log.isHolding = false
        bench.log.release()

        #expect(client.answer(to: subscribe).text("mode") == "snapshot")
        #expect(client.next("snapshot").changes == ["a=1"])
        #expect(client.rest().isEmpty)
    }

    @Test func `has a bundle's defaults in its first snapshot`() throws {
        let pane = """
            [[PreferenceSpecifiers]]
            Type = "PSToggleSwitchSpecifier"
            Title = "Wrap"
            Key = "wrap"
            DefaultValue = true

            """
        let bench = try unwritten("bundle = \"~/Settings.bundle\"\n", pane)
        let client = bench.connect()
        client.request("subscribe", #"{"snapshot":true}"#)
        #expect(client.rest().isEmpty)

        bench.log.isHolding = false
        bench.log.release()

        #expect(client.next("snapshot").changes == ["wrap=1"])
        #expect(client.rest().count == 1, "the answer itself")
    }

    @Test func `of the events socket hears of what happens after it`() throws {
        let bench = try unwritten(domains["org.example.editor"] ?? "")
        let client = bench.connectToEvents()
        #expect(client.rest().isEmpty)

        bench.log.isHolding = false
        bench.log.release()

        #expect(client.next("hello").number("seq") == 1)
        #expect(client.rest().isEmpty)
        bench.set("a", .integer(2))
        #expect(client.next("changed").changes == ["a=2"])
    }
}

@Suite struct `A file that is linked while it is being written` {
    private let link = #"{"domain":"org.example.editor","file":"/files/editor.toml"}"#

    @Test func `is in force when the link is answered`() throws {
        let bench = try Bench(files: { files in
            files.write("a = 1\n", to: path)
            files.busy = [path]
        })
        let client = bench.connect()
        let link = client.request("link", link)
        #expect(client.rest().isEmpty)

        bench.closeFile()

        #expect(client.answer(to: link).description.contains(#""state":"ok""#))
        #expect(client.call("get", #"["org.example.editor","a"]"#).number("value") == 1)
    }

    @Test func `is in the snapshot of whoever subscribes after it`() throws {
        let bench = try Bench(files: { $0.write("a = 1\n", to: path) })
        bench.log.isHolding = true
        let client = bench.connect()
        client.request("link", link)
        client.request("subscribe", #"{"domains":["org.example.editor"],"snapshot":true}"#)
        #expect(client.rest().isEmpty)

        bench.log.isHolding = false
        bench.log.release()

        #expect(client.next("snapshot").changes == ["a=1"])
        #expect(client.rest().count == 2, "the two answers")
    }
}

/// A clock that only goes when it is told to.
private final class Time: Sendable {
    private let now = Mutex<Int64>(1_000_000)

    var clock: AgentClock {
        AgentClock(wall: { self.now.withLock { $0 } }, monotonic: { self.now.withLock { $0 } })
    }

    func pass(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
}
