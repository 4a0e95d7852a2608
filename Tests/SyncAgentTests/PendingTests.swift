// Who still runs with old settings, as 'applied' and 'pending' tell it.

import SettingsModel
import TestSupport
import Testing

@testable import SyncAgent

/// An agent with a domain that has no file.
private func bench(_ reload: String = "") throws -> Bench {
    try Bench(domains: ["org.example.editor": "defaults = false\n\(reload)"])
}

extension Client {
    /// Subscribes; gives the number of the subscription.
    fileprivate func subscribe(_ more: String = "") -> Int {
        call("subscribe", #"{"domains":["org.example.editor"]\#(more)}"#).number("sub") ?? 0
    }

    fileprivate func applied(_ sub: Int, _ seq: UInt64) -> Line {
        call("applied", #"{"sub":\#(sub),"seq":\#(seq)}"#)
    }

    /// Each line of 'pending' as `CLIENT SEQ: KEYS`.
    fileprivate func pending(_ params: String = "{}") -> [String] {
        call("pending", params).list("clients").map { client in
            let keys = client["behind"] as? [String] ?? []
            let name = "\(client["client"] ?? "?") \(client["seq"] ?? "?")"
            return "\(name): \(keys.joined(separator: " "))"
        }
    }
}

@Suite struct `A client that says what it runs with` {
    @Test func `is pending from the next change until it says it has that`() throws {
        let bench = try bench()
        let editor = bench.connect()
        let other = bench.connect()
        _ = editor.call("hello", #"{"client":"editor"}"#)
        let sub = editor.subscribe()
        bench.set("a", .integer(1))
        #expect(editor.applied(sub, 1).error.isEmpty)
        #expect(other.pending() == [])

        bench.set("b.c", .integer(2))
        bench.set("a", .integer(3))
        #expect(other.pending() == ["editor 1: a b.c"])

        #expect(editor.applied(sub, 2).error.isEmpty)
        #expect(other.pending() == ["editor 2: a"])
        #expect(editor.applied(sub, 3).error.isEmpty)
        #expect(other.pending() == [])
    }

    @Test func `has applied what it follows once it isn't behind, and never said so before`() throws
    {
        let bench = try bench()
        let editor = bench.connect()
        let sub = editor.subscribe(#","keys":["a","b.*"]"#)
        #expect(editor.call("pending", "{}").list("applied").isEmpty)
        _ = editor.applied(sub, 0)
        bench.set("a", .integer(1))
        #expect(editor.call("pending", "{}").list("applied").isEmpty)
        _ = editor.applied(sub, 1)
        let other = bench.connect()
        let applied = try #require(other.call("pending", "{}").list("applied").first)
        #expect(applied["domain"] as? String == "org.example.editor")
        #expect(applied["keys"] as? [String] == ["a", "b.*"])
    }

    @Test func `is asked for by domain, with its process`() throws {
        let bench = try bench()
        let editor = bench.connect()
        let sub = editor.subscribe()
        _ = editor.applied(sub, 0)
        bench.set("a", .integer(1))
        #expect(editor.pending(#"{"domain":"org.example.other"}"#) == [])
        let client = try #require(
            editor.call("pending", #"{"domain":"org.example.editor"}"#).list("clients").first
        )
        #expect(client["domain"] as? String == "org.example.editor")
        #expect(client["pid"] as? Int == 4_711)
    }

    @Test func `is behind in what it asked for, no more`() throws {
        let bench = try bench()
        let editor = bench.connect()
        let sub = editor.subscribe(#","keys":["font.*"]"#)
        _ = editor.applied(sub, 0)
        bench.set("a", .integer(1))
        #expect(editor.pending() == [])
        bench.set("font.size", .integer(1))
        #expect(editor.pending().map { $0.split(separator: ": ")[1] } == ["font.size"])
    }

    @Test func `isn't pending any more when it is gone`() throws {
        let bench = try bench()
        let editor = bench.connect()
        let sub = editor.subscribe()
        _ = editor.applied(sub, 0)
        bench.set("a", .integer(1))
        let other = bench.connect()
        #expect(other.pending().count == 1)
        editor.session.connectionEnded()
        #expect(other.pending() == [])
    }

    @Test func `has a thousand keys listed at most`() throws {
        let bench = try bench()
        let editor = bench.connect()
        let sub = editor.subscribe()
        _ = editor.applied(sub, 0)
        let entries = (0...StatusReports.keysBehind).map {
            SettingValue.Entry("k\($0)", .integer(1))
        }
        bench.set("a", .dictionary(entries))
        let behind = editor.call("pending").list("clients").first?["behind"] as? [String]
        #expect(behind?.count == StatusReports.keysBehind)
    }

    @Test(arguments: [
        (#"{"sub":77,"seq":0}"#, "this connection has no subscription 77"),
        (#"{"sub":1,"seq":9}"#, "'seq' is 9, and the last change has 0"),
    ])
    func `can't say what isn't so`(params: String, problem: String) throws {
        let bench = try bench()
        let editor = bench.connect()
        #expect(editor.subscribe() == 1)
        let answer = editor.call("applied", params)
        #expect(answer.error["message"] as? String == problem)
        #expect(answer.error["code"] as? Int == -32_602)
    }
}

@Suite struct `A client that never says what it runs with` {
    @Test func `isn't called pending`() throws {
        let bench = try bench()
        let watcher = bench.connect()
        _ = watcher.subscribe()
        bench.set("a", .integer(1))
        #expect(watcher.pending() == [])
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A hook that reloads a program` {
    @Test func `is pending until its command has ended well`() throws {
        let bench = try bench(
            """
            [[reload]]
            command = ["sh", "-c", "cat ok"]
            settle = "0ms"
            """
        )
        let client = bench.connect()
        let id = try #require(bench.reloads.schedule.hooks(of: editor).first)
        bench.set("a", .integer(1))
        bench.run { bench.reloads.schedule.condition(of: id) == .idle }
        #expect(client.pending() == ["reload: sh -c 'cat ok' 0: a"])

        try bench.home.write("", to: "/ok")
        bench.set("b", .integer(1))
        bench.run { bench.reloads.schedule.condition(of: id) == .idle }

        #expect(client.pending() == [])
    }
}
