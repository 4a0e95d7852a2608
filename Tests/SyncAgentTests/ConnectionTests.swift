// Clients that stop, stall or talk nonsense.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let set = #"{"id":1,"method":"set","params":["org.example.editor","a",1]}"#

@Suite struct `Connections that hold much` {
    private let half = Array(repeating: UInt8(ascii: "x"), count: 300_000)

    @Test func `are closed from the largest on, past the limit of all`() throws {
        let bench = try Bench()
        bench.host.mostHeldBytes = 1_000_000
        let clients = (0..<4).map { _ in bench.connect() }
        for client in clients.prefix(3) { client.send(half) }
        clients[1].send(Array(half.prefix(100_000)))
        bench.settle()
        #expect(clients.filter(\.transport.isClosed).isEmpty)

        clients[3].send("x")
        bench.settle()

        #expect(clients.map(\.transport.isClosed) == [false, true, false, false])
        clients[3].send(#"{"id":1,"method":"ping"}"# + "\n")
        #expect(!clients[3].rest().isEmpty)
    }

    @Test func `are counted no more when they have gone on`() throws {
        let bench = try Bench()
        bench.host.mostHeldBytes = 400_000
        for _ in 0..<3 {
            let client = bench.connect()
            client.send(half)
            client.send("\n")
            bench.settle()
            let other = bench.connect()
            other.send(half)
            other.session.connectionEnded()
        }
        let client = bench.connect()
        client.send(half)
        bench.settle()
        #expect(!client.transport.isClosed)
    }

    @Test(arguments: [(-1, false), (0, true)])
    func `are closed where half a line doesn't go on`(late: Int64, isClosed: Bool) throws {
        let bench = try Bench()
        let client = bench.connect()
        let idle = bench.connect()
        let before = SystemClock.monotonicMilliseconds
        client.send("{")
        let after = SystemClock.monotonicMilliseconds
        bench.host.endStaleLines(at: (isClosed ? after : before) + Session.patience + late)
        #expect(client.transport.isClosed == isClosed)
        #expect(!idle.transport.isClosed)
        guard !isClosed else { return }
        client.send(#""id":1,"method":"ping"}"# + "\n")
        bench.host.endStaleLines(at: .max)
        #expect(!client.transport.isClosed)
    }
}

@Suite struct `A connection` {
    @Test func `that writes no more gets every answer and then ends`() throws {
        let bench = try Bench()
        let client = bench.connect()

        // The last line may end without its line feed.
        client.send(#"{"id":1,"method":"ping"}"# + "\n" + #"{"id":2,"method":"ping"}"#)
        client.session.inputEnded()

        #expect(client.rest().map(\.id) == [1, 2])
        #expect(client.transport.isClosed)
        #expect(bench.host.sessionCount == 0)
    }

    @Test func `that writes no more gets answers that take time`() throws {
        let bench = try Bench()
        bench.log.isHolding = true
        let client = bench.connect()
        client.send(set + "\n")
        client.session.inputEnded()
        #expect(client.rest().isEmpty)
        #expect(!client.transport.isClosed)

        bench.log.isHolding = false
        bench.log.release()

        #expect(client.rest().map(\.id) == [1])
        #expect(client.transport.isClosed)
    }

    @Test func `that writes no more keeps its subscriptions`() throws {
        let bench = try Bench()
        let client = bench.connect()
        client.send(#"{"id":1,"method":"subscribe"}"# + "\n")
        client.session.inputEnded()

        bench.set("a", .integer(1))

        #expect(client.next("changed").changes == ["a=1"])
        #expect(!client.transport.isClosed)
    }

    @Test func `that says nothing costs nothing and may end`() throws {
        let bench = try Bench()
        let client = bench.connect()
        #expect(client.rest().isEmpty)

        client.session.inputEnded()

        #expect(client.transport.isClosed)
        #expect(client.transport.sends == 0)
    }

    @Test func `that asks much at once keeps nobody waiting, and gets every answer in order`()
        throws
    {
        let bench = try Bench()
        let (greedy, polite) = (bench.connect(), bench.connect())
        let lines = (1...20_000).map { #"{"id":\#($0),"method":"ping"}"# + "\n" }

        greedy.send(lines.joined())
        let early = greedy.transport.takeLines().map(Line.init)

        #expect(early.count < 20_000)
        #expect(!greedy.transport.wantsBytes)
        #expect(polite.call("ping").number("seq") == 0)
        var rest: [Line] = []
        bench.run {
            rest += greedy.transport.takeLines().map(Line.init)
            return early.count + rest.count == 20_000
        }
        #expect((early + rest).map(\.id) == Array(1...20_000))
        #expect(greedy.transport.wantsBytes)
    }

    @Test func `takes lines in any pieces`() throws {
        let client = try Bench().connect()
        let text = Array(#"{"id":1,"method":"ping"}"#.utf8) + [0x0A]

        for byte in text + [0x0A, 0x0A] + text { client.send([byte]) }

        #expect(client.rest().map(\.id) == [1, 1])
    }

    @Test func `goes on after garbage`() throws {
        let client = try Bench().connect()
        var random = SeededRandom(seed: 7)
        for _ in 0..<200 {
            let bytes = (0..<40).map { _ in UInt8.random(in: 1...255, using: &random) }
            client.send(bytes.filter { $0 != 0x0A } + [0x0A])
        }

        let lines = client.rest()
        #expect(lines.count == 200)
        #expect(lines.allSatisfy { !$0.error.isEmpty })
        #expect(client.call("ping").number("seq") == 0)
    }

    @Test(arguments: [(1 << 20, false), (1 << 20 + 1, true), (2 << 20, true)])
    func `ends over a line that is too long`(length: Int, ends: Bool) throws {
        let bench = try Bench()
        let client = bench.connect()
        let head = Array(#"{"id":1,"method":"ping","x":""#.utf8)
        let fill = [UInt8](repeating: 0x78, count: length - head.count - 2)

        client.send(set + "\n")
        client.send(head + fill + Array("\"}\n".utf8))
        client.request("ping")

        let lines = client.rest()
        #expect(client.transport.isClosed == ends)
        if ends {
            // What was asked before is answered all the same.
            #expect(lines.count == 2)
            #expect(lines.contains { $0.id == 1 && $0.error.isEmpty })
            let error = lines.first { !$0.error.isEmpty }
            #expect(error?.error["code"] as? Int == -32_006)
            #expect(error?.id == nil)
        } else {
            #expect(lines.count == 3)
        }
    }

    @Test func `ends over a line that never ends`() throws {
        let client = try Bench().connect()
        client.send([UInt8](repeating: 0x78, count: 1 << 20))
        #expect(!client.transport.isClosed)

        client.send([0x78])

        #expect(client.rest().first?.data["slug"] as? String == "TooLarge")
        #expect(client.transport.isClosed)
    }

    @Test(arguments: [(64, false), (65, true)])
    func `ends over a message that nests too deep`(depth: Int, ends: Bool) throws {
        let client = try Bench().connect()
        // The message is the first level, its params the second.
        let arrays =
            String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)

        client.send(#"{"id":1,"method":"set","params":["a.b","c",\#(arrays)]}"# + "\n")

        let line = client.rest().first
        #expect(client.transport.isClosed == ends)
        #expect(line?.data["slug"] as? String == (ends ? "TooLarge" : nil))
    }

    @Test func `that breaks is forgotten, whatever it still waits for`() throws {
        let bench = try Bench()
        let client = bench.connect()
        bench.log.isHolding = true
        client.request("subscribe")
        client.request("wait", #"["org.example.editor",["a"],null,null,5]"#)
        client.request("set", #"["org.example.editor","a",1]"#)
        client.transport.isBroken = true

        bench.log.isHolding = false
        bench.log.release()
        bench.settle()

        #expect(client.transport.isClosed)
        #expect(bench.host.sessionCount == 0)
        #expect(bench.values()["a"] == .integer(1))
    }
}

@Suite struct `A client that doesn't read` {
    @Test func `is no longer read after 16 MiB of replies, and gets all of them later`() throws {
        let bench = try Bench()
        bench.set("a", .string(String(repeating: "x", count: 500_000)))
        let client = bench.connect()
        client.transport.room = 0
        var asked = 0
        while client.transport.wantsBytes, asked < 100 {
            client.request("get", #"["org.example.editor","a"]"#)
            asked += 1
        }
        #expect(asked == 34)

        // What came before it was held back waits, also past the end of the input.
        for _ in 0..<20 { client.request("get", #"["org.example.editor","a"]"#) }
        client.session.inputEnded()
        while !client.transport.isClosed {
            client.transport.room = 3_000_000
            client.session.becameWritable()
            bench.settle()
        }

        #expect(client.rest().map(\.id) == Array(1...54))
    }

    @Test func `gets replies past the limit when they go out at once`() throws {
        let bench = try Bench()
        bench.set("a", .string(String(repeating: "x", count: 500_000)))
        let client = bench.connect()
        let request = #"{"id":1,"method":"get","params":["org.example.editor","a"]}"# + "\n"

        client.send(String(repeating: request, count: 80))

        var count = 0
        bench.run {
            count += client.transport.takeLines().count
            return count == 80
        }
        #expect(client.transport.wantsBytes)
    }

    @Test func `finds the newest values and not a heap of old ones`() throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("subscribe")
        client.transport.room = 100
        for number in 1...500 {
            bench.set("a", .string(String(repeating: "\(number % 10)", count: 2_000)))
        }

        client.transport.room = .max
        client.session.becameWritable()

        let lines = client.rest()
        #expect(lines.count == 2)
        #expect(lines.last?.number("seq") == 500)
        #expect(lines.last?.number("from") == 1)
    }

    @Test func `has at most so many requests waiting for the journal`() throws {
        let bench = try Bench()
        bench.know(editor)
        let client = bench.connect()
        bench.log.isHolding = true

        let line = #"{"id":1,"method":"set","params":["org.example.editor","a",1]}"# + "\n"
        client.send(String(repeating: line, count: 5_000))
        bench.settle()

        #expect(bench.log.waiting == RequestAllowance.requestsUnderWay)
        #expect(!client.transport.wantsBytes)
        bench.log.isHolding = false
        bench.log.release()
        #expect(client.rest().count == 5_000)
        #expect(client.transport.wantsBytes)
    }

    @Test func `doesn't gather problems`() throws {
        let path = "/files/editor.toml"
        let bench = try Bench(domains: ["org.example.editor": "[[file]]\npath = \"\(path)\"\n"])
        let client = bench.connect()
        _ = client.call("subscribe")
        client.transport.room = 0
        for number in 1...3_000 {
            bench.files.write("a = = \(number)\n", to: path)
            bench.agent.filesChanged()
            bench.files.write("a = 1\n", to: path)
            bench.agent.filesChanged()
            bench.settle()
        }

        client.transport.room = .max
        client.session.becameWritable()

        let size = client.transport.takeAll().count
        #expect(size > SessionOutput.unsentNotificationBytes)
        #expect(size < SessionOutput.unsentNotificationBytes + 4_096)
    }
}
