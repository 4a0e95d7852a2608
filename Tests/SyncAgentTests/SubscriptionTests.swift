// What subscribers are told: nothing twice, nothing left out, no gap in the numbers.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

@Suite struct `A subscription` {
    @Test func `hears of changes with their numbers, and of no others`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let subscribed = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        #expect(subscribed.text("mode") == "now")
        #expect(subscribed.number("seq") == 0)

        bench.set("a", .integer(1))
        bench.set("x", .integer(1), in: domain("org.example.other"))
        bench.set("a", .integer(2))
        bench.set("a", nil)

        let lines = client.rest()
        #expect(lines.map(\.changes) == [["a=1"], ["a=2"], ["a=nil"]])
        #expect(lines.map { $0.number("from") } == [0, 1, 3])
        #expect(lines.map { $0.number("seq") } == [1, 3, 4])
        #expect(lines.allSatisfy { $0.number("sub") == subscribed.number("sub") })
    }

    @Test(arguments: [
        (#"["font.size"]"#, ["font.size=1"]), (#"["font.*"]"#, ["font.size=1", "font.face.x=3"]),
        (#"["font"]"#, []), (#"["font.*","b"]"#, ["font.size=1", "b=2", "font.face.x=3"]),
        (#"[["font","size"]]"#, ["font.size=1"]),
    ])
    func `hears of the keys it asked for`(keys: String, expected: [String]) throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"keys":\#(keys)}"#)

        bench.set("font.size", .integer(1))
        bench.set("b", .integer(2))
        bench.set("font.face.x", .integer(3))

        #expect(client.rest().flatMap(\.changes) == expected)
    }

    @Test func `goes on after more changes of other domains than are kept`() throws {
        var limits = Limits.standard
        limits.resumableChanges = 20
        let bench = try Bench(limits: limits)
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)

        for value in 1...50 { bench.set("x", .integer(Int64(value)), in: domain("org.example.o")) }
        bench.set("a", .integer(1))

        #expect(client.rest().map(\.method) == ["changed"])
    }

    @Test func `isn't looked at for changes of other domains`() throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)

        for value in 1...5 { bench.set("x", .integer(Int64(value)), in: domain("org.example.o")) }
        bench.settle()
        #expect(client.session.subscriptions.map(\.cursor) == [0])

        bench.set("a", .integer(1))
        #expect(client.rest().map { $0.number("from") } == [0])
        #expect(client.session.subscriptions.map(\.cursor) == [6])
    }

    @Test func `ends when it is told to, on its own connection only`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let other = bench.connect()
        let sub = client.call("subscribe").number("sub") ?? 0

        #expect(other.call("unsubscribe", "[\(sub)]").data["slug"] as? String == "InvalidParams")
        #expect(client.call("unsubscribe", "[\(sub)]").error.isEmpty)
        bench.set("a", .integer(1))

        #expect(client.rest().isEmpty)
        #expect(client.call("unsubscribe", "[\(sub)]").data["slug"] as? String == "InvalidParams")
    }

    @Test func `is one of at most 1,024 of a client`() throws {
        let bench = try Bench()
        let client = bench.connect()
        for _ in 0..<1_024 { client.request("subscribe") }
        #expect(client.rest().allSatisfy { $0.error.isEmpty })

        let line = client.call("subscribe")
        #expect(line.error["code"] as? Int == -32_006)
        bench.set("a", .integer(1))
        let told = client.rest()
        #expect(Set(told.compactMap { $0.number("sub") }).count == 1_024)
        #expect(told.count == 1_024)
        _ = client.call("unsubscribe", "[1]")
        #expect(client.call("subscribe").error.isEmpty)
    }

    @Test func `begins with a snapshot when it asks for one`() throws {
        let bench = try Bench()
        bench.set("a", .integer(1))
        bench.set("b", .integer(2))
        bench.set("b", nil)
        let client = bench.connect()

        let line = client.call("subscribe", #"{"snapshot":true}"#)
        #expect(line.text("mode") == "snapshot")
        #expect(line.text("reason") == "asked")
        let snapshot = client.next("snapshot")

        #expect(snapshot.changes == ["a=1"])
        #expect(snapshot.number("seq") == 3)
        #expect(snapshot.params["first"] as? Bool == true)
        #expect(snapshot.params["more"] as? Bool == false)
        bench.set("c", .integer(3))
        #expect(client.next("changed").number("from") == 3)
    }

    @Test func `goes on where it was, with the newest value of each key`() throws {
        let bench = try Bench()
        for value in 1...3 { bench.set("a", .integer(Int64(value))) }
        bench.set("b", .integer(1))
        bench.set("b", nil)
        let client = bench.connect()

        let line = client.call("subscribe", #"{"epoch":"memory","seq":1}"#)
        #expect(line.text("mode") == "resumed")
        #expect(line.number("seq") == 1)
        let changed = client.next("changed")

        #expect(changed.changes == ["a=3", "b=nil"])
        #expect(changed.number("from") == 1)
        #expect(changed.number("seq") == 5)
    }

    @Test(arguments: [
        (#""epoch":"other","seq":1"#, "epoch"), (#""epoch":"memory","seq":99"#, "future"),
    ])
    func `gets a snapshot, or fails, when its cursor can't be resumed from`(
        cursor: String,
        reason: String
    ) throws {
        let bench = try Bench()
        bench.set("a", .integer(1))
        let client = bench.connect()

        let line = client.call("subscribe", "{\(cursor)}")
        #expect(line.text("mode") == "snapshot")
        #expect(line.text("reason") == reason)
        #expect(client.next("snapshot").changes == ["a=1"])
        let failed = client.call("subscribe", #"{\#(cursor),"onGap":"fail"}"#)
        #expect(failed.error["code"] as? Int == -32_005)
        #expect(failed.data["slug"] as? String == "Gap")
    }

    @Test func `is told where it stands after a thousand changes of others`() throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        for number in 1...999 { bench.set("x", .integer(Int64(number)), in: domain("other")) }
        #expect(client.rest().isEmpty)

        bench.set("x", .integer(0), in: domain("other"))

        let bookmark = client.next("bookmark")
        #expect(bookmark.number("seq") == 1_000)
        bench.set("a", .integer(1))
        #expect(client.next("changed").number("from") == 1_000)
    }

    @Test func `gathers changes for as long as it asked`() throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"minInterval":40}"#)
        // A poll that waits for long must not hold the subscription's time up.
        client.request("wait", #"{"domain":"org.example.other","keys":["x"],"timeoutMs":60000}"#)

        let start = SystemClock.monotonicMilliseconds
        for value in 1...5 { bench.set("a", .integer(Int64(value))) }

        var messages = [client.next("changed")]
        #expect(messages[0].changes == ["a=1"])
        // On a slow machine the time may be over before the last change.
        while let last = messages.last, last.number("seq") ?? 5 < 5 {
            messages.append(client.next("changed"))
            #expect(messages.last?.number("from") == last.number("seq"))
        }
        let time = SystemClock.monotonicMilliseconds - start
        #expect(messages.last?.changes == ["a=5"])
        #expect(messages.count <= 1 + Int(time / 40))
    }

    @Test func `doesn't hear of what may still be lost, nor miss what it replaces`() throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("subscribe")
        bench.know(editor)
        bench.log.isHolding = true
        for value in 1...3 { client.request("set", #"["org.example.editor","a",\#(value)]"#) }

        bench.log.release(1)
        #expect(client.next("changed").changes == ["a=1"])
        bench.log.release(1)
        #expect(client.next("changed").changes == ["a=2"])

        let late = bench.connect()
        _ = late.call("subscribe", #"{"snapshot":true}"#)
        let snapshot = late.next("snapshot")
        #expect(snapshot.changes == ["a=2"])
        #expect(snapshot.number("seq") == 2)
        bench.log.release()
        #expect(late.next("changed").changes == ["a=3"])
    }

    @Test func `of the events socket hears everything without asking`() throws {
        let bench = try Bench()
        bench.set("a", .integer(1))
        let client = bench.connectToEvents()
        let hello = client.next("hello")
        #expect(hello.number("seq") == 1)
        #expect(hello.text("epoch") == "memory")
        #expect(hello.number("protocol") == 1)
        client.send("nobody listens to this\n")
        client.session.inputEnded()

        bench.set("a", .integer(2))

        let changed = client.next("changed")
        #expect(changed.changes == ["a=2"])
        #expect(changed.number("from") == 1)
        #expect(changed.params["sub"] == nil)
        #expect(client.rest().isEmpty)
        #expect(!client.transport.isClosed)
    }

    @Test func `hears of problems with files of its domains, and when they are over`() throws {
        let path = "/files/editor.toml"
        let text = "[[file]]\npath = \"\(path)\"\n"
        let bench = try Bench(domains: ["org.example.editor": text])
        let client = bench.connect()
        let stranger = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        _ = stranger.call("subscribe", #"{"domains":["org.example.other"]}"#)

        bench.files.write("a = = 1\n", to: path)
        bench.agent.filesChanged()
        let problem = client.next("problem")
        #expect(problem.text("file") == path)
        #expect(problem.number("line") == 1)
        #expect(problem.number("column") == 5)
        #expect(problem.text("state") == "broken")
        #expect(problem.params["key"] == nil)
        bench.files.write("a = 1\n", to: path)
        bench.agent.filesChanged()

        #expect(client.next("recovered").text("file") == path)
        #expect(stranger.rest().isEmpty)
    }

    @Test func `is told goodbye when the agent ends`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let silent = bench.connect()
        _ = client.call("subscribe")

        bench.host.sayGoodbye(.restart)

        let lines = client.transport.takeLines().map(Line.init)
        #expect(lines.map(\.method) == ["goodbye"])
        #expect(lines.first?.text("reason") == "restart")
        #expect(client.transport.isClosed)
        #expect(silent.transport.isClosed)
        #expect(bench.host.sessionCount == 0)
    }
}

@Suite struct `A snapshot` {
    private let large = String(repeating: "x", count: 10_000)

    private func bench(keys: Int) throws -> Bench {
        let bench = try Bench()
        for number in 0..<keys { bench.set("k\(number)", .string(large)) }
        return bench
    }

    /// An agent that took so many large values under one number, as of a file that it read.
    private func benchOfOneStep(keys: Int) throws -> Bench {
        let bench = try Bench()
        let changes = (0..<keys).map { #"{"key":"k\#($0)","value":"\#(large)"}"# }
        let params = #"{"domain":"org.example.editor","changes":["#
        let made = bench.connect().call("apply", params + changes.joined(separator: ",") + "]}")
        #expect(made.error.isEmpty)
        return bench
    }

    /// The values that a client has after the parts of a snapshot.
    private func values(after parts: [Line]) -> [String: String] {
        parts.flatMap(\.changes).reduce(into: [:]) { values, change in
            let words = change.split(separator: "=", maxSplits: 1)
            values[String(words[0])] = words[1] == "nil" ? nil : String(words[1])
        }
    }

    @Test(arguments: [12, 1])
    func `of much comes in parts, and ends where it says, in however many steps it came`(
        steps: Int
    ) throws {
        let bench = try steps == 1 ? benchOfOneStep(keys: 12) : bench(keys: steps)
        let client = bench.connect()

        _ = client.call("subscribe", #"{"snapshot":true}"#)
        let parts = client.rest()

        #expect(parts.map { $0.params["first"] as? Bool } == [true, false, false])
        #expect(parts.map { $0.params["more"] as? Bool } == [true, true, false])
        #expect(parts.flatMap(\.changes).count == 12)
        #expect(values(after: parts).count == 12)
        #expect(parts.last?.number("seq") == steps)
    }

    // After 2,000 changes of one key the log is made shorter, and its entries have other places.
    @Test(arguments: [(1, 1), (1, 2_000), (12, 1)])
    func `has all that is left of what was there, and what came since`(
        steps: Int,
        changes: Int
    ) throws {
        let bench = try steps == 1 ? benchOfOneStep(keys: 12) : bench(keys: steps)
        let client = bench.connect()
        client.transport.room = 60_000
        client.request("subscribe", #"{"snapshot":true}"#)
        bench.set("k0", nil)
        bench.set("k11", nil)
        for number in 1...changes { bench.set("k1", .integer(Int64(number))) }

        client.transport.room = .max
        client.session.becameWritable()

        let parts = client.rest().filter { $0.method == "snapshot" }
        #expect(parts.count > 2)
        var expected = Dictionary(uniqueKeysWithValues: (2..<11).map { ("k\($0)", large) })
        expected["k1"] = String(changes)
        #expect(values(after: parts) == expected)
        #expect(parts.last?.number("seq") == steps + 2 + changes)
        #expect(parts.last?.params["more"] as? Bool == false)
    }

    @Test func `begins again when removals it would have to tell are forgotten`() throws {
        var limits = Limits.standard
        limits.resumableChanges = 20
        let bench = try Bench(limits: limits)
        for number in 0..<12 { bench.set("k\(number)", .string(large)) }
        let client = bench.connect()
        client.transport.room = 60_000
        client.request("subscribe", #"{"snapshot":true}"#)
        bench.set("k0", nil)
        for number in 0..<40 { bench.set("n", .integer(Int64(number))) }

        client.transport.room = .max
        client.session.becameWritable()

        let parts = client.rest().filter { $0.method == "snapshot" }
        #expect(parts.filter { $0.params["first"] as? Bool == true }.count == 2)
        let second = parts.lastIndex { $0.params["first"] as? Bool == true } ?? 0
        let keys = parts[second...].flatMap(\.changes).map { $0.prefix { $0 != "=" } }
        #expect(Set(keys) == Set((1..<12).map { "k\($0)" } + ["n"]))
        #expect(parts.last?.number("seq") == 53)
    }

    @Test func `is what a slow subscriber gets when the horizon passes it`() throws {
        var limits = Limits.standard
        limits.resumableChanges = 20
        let bench = try Bench(limits: limits)
        let client = bench.connect()
        _ = client.call("subscribe")
        client.transport.room = 0
        bench.set("a", .string(large))
        for number in 0..<40 { bench.set("n", .integer(Int64(number))) }

        client.transport.room = .max
        client.session.becameWritable()

        let lines = client.rest()
        #expect(lines.map(\.method) == ["changed", "snapshot"])
        #expect(lines.last?.number("seq") == 41)
    }
}

@Suite struct `A long poll` {
    @Test func `is answered by the next change of its keys`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let id = client.request("wait", #"["org.example.editor",["a"]]"#)
        bench.set("b", .integer(1))
        #expect(client.rest().isEmpty)

        bench.set("a", .integer(2))

        let line = client.answer(to: id)
        #expect(line.changes == ["a=2"])
        #expect(line.number("seq") == 2)
    }

    @Test func `is answered at once by what changed since`() throws {
        let bench = try Bench()
        bench.set("a", .integer(1))
        bench.set("b", .integer(1))
        let client = bench.connect()

        let line = client.call("wait", #"["org.example.editor",["a","b"],"memory",1]"#)
        #expect(line.changes == ["b=1"])
        let other = client.call("wait", #"["org.example.editor",["a","b"],"other",1]"#)
        #expect(other.changes == ["a=1", "b=1"])
    }

    @Test func `ends when its time is over`() throws {
        let client = try Bench().connect()

        let line = client.call("wait", #"["org.example.editor",["a"],null,null,5]"#)

        #expect(line.result["timedOut"] as? Bool == true)
        #expect(line.number("seq") == 0)
        #expect(client.call("wait", #"["org.example.editor",["a"],null,null,0]"#).error.isEmpty)
    }

    @Test func `is cancelled by its id`() throws {
        let client = try Bench().connect()
        client.send(#"{"id":"poll","method":"wait","params":["org.example.editor",["a"]]}"# + "\n")

        let line = client.call("cancel", #"["poll"]"#)

        #expect(line.error.isEmpty)
        let cancelled = client.rest().first
        #expect(cancelled?.json["id"] as? String == "poll")
        #expect(cancelled?.error["code"] as? Int == -32_008)
        #expect(cancelled?.data["slug"] as? String == "Cancelled")
    }

    @Test func `is one of at most 1,024 of a client`() throws {
        let bench = try Bench()
        let client = bench.connect()
        for _ in 0..<1_024 { client.request("wait", #"["org.example.editor",["a"]]"#) }
        let line = client.call("wait", #"["org.example.editor",["a"]]"#)
        #expect(line.data["slug"] as? String == "TooLarge")

        bench.set("a", .integer(1))

        #expect(client.rest().count { $0.changes == ["a=1"] } == 1_024)
    }

    @Test func `of a client that writes no more is still answered`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let id = client.request("wait", #"["org.example.editor",["a"]]"#)
        client.session.inputEnded()
        #expect(!client.transport.isClosed)

        bench.set("a", .integer(1))

        #expect(client.answer(to: id).changes == ["a=1"])
        #expect(client.transport.isClosed)
    }
}
