// What is told, answered and done while the journal is at work.

import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let path = "/files/editor.toml"
private let domains = [
    "org.example.editor": "[[file]]\npath = \"\(path)\"\n", "org.example.other": "",
]

/// An agent in which `a` is 1, number 1.
private func begun() throws -> Bench {
    let bench = try Bench(domains: domains)
    bench.set("a", .integer(1))
    bench.settle()
    return bench
}

@Suite struct `A change that is written` {
    @Test func `is told at once and answered when it is synced`() throws {
        let bench = try begun()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        bench.log.isHoldingSyncs = true

        let set = client.request("set", #"["org.example.editor","a",2]"#)
        #expect(client.next("changed").changes == ["a=2"])
        #expect(client.rest().isEmpty)

        bench.log.isHoldingSyncs = false
        bench.log.sync()
        #expect(client.answer(to: set).number("seq") == 2)
    }

    @Test func `is put into its file only when that intent is synced`() throws {
        let bench = try begun()
        bench.log.isHoldingSyncs = true
        bench.connect().request("set", #"["org.example.editor","a",2]"#)
        bench.settle()
        bench.log.sync()
        bench.settle()
        #expect(bench.files.paths.count == 2, "the new text waits beside the file")
        #expect(bench.files.text(path) == "a = 1\n")

        bench.log.isHoldingSyncs = false
        bench.log.sync()
        bench.settle()
        #expect(bench.files.text(path) == "a = 2\n")
    }

    @Test func `is answered and kept when only its sync failed`() throws {
        let bench = try begun()
        bench.log.failingSyncs = [bench.log.commits + 1]
        let client = bench.connect()

        let line = client.call("set", #"["org.example.editor","a",2]"#)

        #expect(line.number("seq") == 2)
        #expect(bench.messages.all.map(\.priority) == [.error])
        #expect(bench.agent.announcedSeq == 2)
        bench.run { bench.agent.journalError == nil }
        bench.settle()
        #expect(client.call("get", #"["org.example.editor","a"]"#).number("value") == 2)
        #expect(bench.files.text(path) == "a = 2\n")
    }
}

@Suite struct `A change that isn't written yet` {
    @Test(
        arguments: reads + [
            ("get", #"{"domain":"org.example.editor","key":"a","layer":"user"}"#)
        ]
    )
    func `isn't told by a read, which waits for it`(method: String, params: String) throws {
        let bench = try begun()
        let client = bench.connect()
        bench.log.isHolding = true
        client.request("set", #"["org.example.editor","a",2]"#)
        let read = client.request(method, params)
        // What is undone meanwhile must not show either.
        #expect(client.rest().isEmpty)
        #expect(client.call("ping").number("seq") == 1)

        bench.log.isHolding = false
        bench.log.release()

        let line = client.answer(to: read)
        #expect(line.description.contains(#""value":2"#))
        if let seq = line.number("seq") { #expect(seq == 2) }
    }

    @Test func `keeps nobody waiting who reads something else`() throws {
        let bench = try begun()
        bench.set("b", .integer(7), in: domain("org.example.other"))
        bench.settle()
        let client = bench.connect()
        bench.log.isHolding = true
        client.request("set", #"["org.example.editor","a",2]"#)

        let line = client.call("list", #"{"domain":"org.example.other"}"#)

        #expect(line.description.contains(#""value":7"#))
        #expect(line.number("seq") == 2, "the number that was announced last")
    }

    @Test func `is told by a read under its own number, not under a later one`() throws {
        let bench = try begun()
        let client = bench.connect()
        bench.log.isHolding = true
        client.request("set", #"["org.example.editor","a",2]"#)
        let read = client.request("list", #"{"domain":"org.example.editor"}"#)
        client.request("set", #"["org.example.editor","a",3]"#)
        bench.settle()

        bench.log.release(1)
        let line = client.answer(to: read)
        #expect(line.number("seq") == 2)
        #expect(line.description.contains(#""value":2"#))
        bench.log.isHolding = false
        bench.log.release()
    }

    @Test func `is never told when it fails`() throws {
        let bench = try begun()
        let client = bench.connect()
        bench.log.isHolding = true
        bench.log.failingCommits = [bench.log.commits + 1]
        let set = client.request("set", #"["org.example.editor","a",2]"#)
        let read = client.request("list", #"{"domain":"org.example.editor"}"#)
        bench.settle()

        bench.log.isHolding = false
        bench.log.release()

        #expect(client.answer(to: set).data["slug"] as? String == "Store")
        let line = client.answer(to: read)
        #expect(line.number("seq") == 1)
        #expect(line.description.contains(#""value":1"#))
    }

    @Test func `is told by no refusal either`() throws {
        let bench = try begun()
        let client = bench.connect()
        bench.log.isHolding = true
        client.request("set", #"["org.example.editor","a",2]"#)
        let late = #"{"domain":"org.example.editor","key":"a","value":3,"ifRev":1}"#
        let refused = client.request("set", late)
        #expect(client.rest().isEmpty)

        bench.log.isHolding = false
        bench.log.release()
        #expect(client.answer(to: refused).data["rev"] as? Int == 2)
    }

    @Test func `holds back replies only up to a limit`() throws {
        let bench = try Bench(domains: domains)
        let large = String(repeating: "x", count: 1 << 20)
        bench.set("a", .string(large))
        bench.settle()
        let client = bench.connect()
        bench.log.isHolding = true
        client.request("set", #"["org.example.editor","b",2]"#)
        let reads = (0..<40).map { _ in client.request("get", #"["org.example.editor","a"]"#) }
        bench.settle()
        #expect(!client.transport.wantsBytes)

        bench.log.isHolding = false
        bench.log.release()
        for read in reads { #expect(client.answer(to: read).id == read) }
        bench.settle()
        #expect(client.transport.wantsBytes)
    }
}

@Suite struct `A file whose write can't be recorded` {
    private static let full = "the disk of the journal 'memory' is full"

    private func replica(_ client: Client) -> [String: Any] {
        client.call("replicas", #"{"domain":"org.example.editor"}"#).list("replicas").first ?? [:]
    }

    /// The first commit after an edit's own is that of the intent, the next one tells that it's done.
    @Test(arguments: 2...3)
    func `doesn't undo the change, and isn't called in sync`(commit: Int) throws {
        let bench = try begun()
        let client = bench.connect()
        bench.log.failingCommits = [bench.log.commits + commit]

        #expect(client.call("set", #"["org.example.editor","a",2]"#).number("seq") == 2)
        let settled = client.call("settle", #"["org.example.editor"]"#)

        let warning = settled.list("warnings").first
        #expect(warning?["state"] as? String == "unrecorded")
        #expect(warning?["problem"] as? String == Self.full)
        #expect(replica(client)["state"] as? String == "unrecorded")
        #expect(replica(client)["problem"] as? String == Self.full)
        bench.run { bench.agent.journalError == nil }
        bench.settle()
        #expect(client.call("get", #"["org.example.editor","a"]"#).number("value") == 2)
        #expect(bench.files.text(path) == "a = 2\n")
        #expect(replica(client)["state"] as? String == "ok")
    }

    @Test func `isn't called in sync when somebody else wrote it`() throws {
        let bench = try begun()
        let client = bench.connect()
        bench.log.failingCommits = [bench.log.commits + 1]
        _ = client.call("set", #"["org.example.editor","a",2]"#)
        bench.files.write("a = 9\n", to: path)
        bench.agent.filesChanged()
        bench.settle()
        #expect(replica(client)["state"] as? String == "unrecorded")
        let said = client.call("rescan").error["message"] as? String
        #expect(said == "what files say can't be recorded now: " + Self.full)
    }

    @Test func `may have the change where the journal can't even be read`() throws {
        let bench = try begun()
        let client = bench.connect()
        bench.log.failingCommits = [bench.log.commits + 1]
        bench.log.isUnreadable = true
        let said = client.call("set", #"["org.example.editor","a",2]"#).error["message"] as? String
        #expect(said == "it isn't known whether anything was changed: " + Self.full)
    }
}

@Suite struct `A read while the journal takes nothing` {
    /// An agent in which `a` is 1 in the journal and 9 in the file, which the journal didn't take.
    private func stalled() throws -> Bench {
        let bench = try begun()
        bench.set("b", .integer(7), in: domain("org.example.other"))
        bench.settle()
        bench.log.failingCommits = [bench.log.commits + 1]
        bench.set("b", .integer(8), in: domain("org.example.other"))
        bench.files.write("a = 9\n", to: path)
        bench.agent.filesChanged()
        bench.settle()
        return bench
    }

    @Test(arguments: reads + [("get", #"["org.example.editor","gone"]"#)])
    func `is refused where a change can't be recorded`(method: String, params: String) throws {
        let bench = try stalled()

        let line = bench.connect().call(method, params)

        #expect(line.error["code"] as? Int == -32_012)
        #expect(
            line.error["message"] as? String
                == "what is set now can't be recorded, and isn't told before: the disk of the journal 'memory' is full"
        )
    }

    @Test func `is answered where nothing changed`() throws {
        let line = try stalled().connect().call("list", #"{"domain":"org.example.other"}"#)

        #expect(line.description.contains(#""value":7"#))
        #expect(line.number("seq") == 2)
    }

    @Test func `is answered again when the journal takes the change`() throws {
        let bench = try stalled()

        bench.run { bench.agent.journalError == nil }

        let client = bench.connect()
        #expect(client.call("get", #"["org.example.editor","a"]"#).number("value") == 9)
        #expect(client.call("ping").number("seq") == 3)
    }

    @Test func `is refused when it waited for what then failed, and the file says something new`()
        throws
    {
        let bench = try begun()
        let client = bench.connect()
        bench.log.isHolding = true
        bench.log.failingCommits = [bench.log.commits + 1]
        bench.files.write("a = 9\n", to: path)
        bench.agent.filesChanged()
        let read = client.request("get", #"["org.example.editor","a"]"#)
        #expect(client.rest().isEmpty)

        bench.log.isHolding = false
        bench.log.release()

        #expect(client.answer(to: read).data["slug"] as? String == "Store")
    }

    @Test func `is refused while the journal can't even be read`() throws {
        let bench = try begun()
        bench.log.failingCommits = [bench.log.commits + 1]
        bench.log.isUnreadable = true
        let client = bench.connect()

        #expect(
            client.call("set", #"["org.example.editor","a",2]"#).data["slug"] as? String == "Store"
        )

        #expect(
            client.call("get", #"["org.example.editor","a"]"#).data["slug"] as? String == "Store"
        )
        bench.log.isUnreadable = false
        bench.run { bench.agent.journalError == nil }
        #expect(client.call("get", #"["org.example.editor","a"]"#).number("value") == 1)
    }
}
