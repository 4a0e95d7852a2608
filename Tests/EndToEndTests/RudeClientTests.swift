// Clients that send garbage, too much, nothing, or never read: nobody else notices.

import Foundation
import Glibc
import SettingsModel
import TestSupport
import Testing

@Suite(.ownThread) struct `A rude client` {
    private func agent() throws -> AgentUnderTest {
        let home = try Home(holding: "# Mine.\nsize = 1\n")
        return try AgentUnderTest(in: home)
    }

    @Test(arguments: [
        ("nonsense", "ParseError"), ("{", "ParseError"), (#"{"id":1,"method":"#, "ParseError"),
        ("\u{FFFD}\u{1}", "ParseError"), ("GET / HTTP/1.1", "ParseError"),
        ("[]", "InvalidRequest"), ("1", "InvalidRequest"), (#""text""#, "InvalidRequest"),
        ("{}", "InvalidRequest"), (#"{"id":{},"method":"ping"}"#, "InvalidRequest"),
        (#"{"id":1,"method":7}"#, "InvalidRequest"),
        (#"{"id":1,"method":"unheard"}"#, "MethodNotFound"),
        (#"{"id":1,"method":"get"}"#, "InvalidParams"),
        (#"{"id":1,"method":"get","params":7}"#, "InvalidRequest"),
        (#"{"id":1,"method":"get","params":["not a domain","x"]}"#, "InvalidParams"),
        (#"{"id":1,"method":"set","params":["a.b","",1]}"#, "InvalidParams"),
        (#"{"id":1,"method":"set","params":["../../etc/passwd","x",1]}"#, "InvalidParams"),
    ])
    func `that sends garbage is told what was wrong`(line: String, slug: String) throws {
        let agent = try agent()
        let rude = try agent.connect()

        try rude.send(line: line)

        let answer = try #require(try rude.nextLine())
        #expect(answer["error"]?["data"]?["slug"] == .string(slug))
        #expect(answer["error"]?["message"]?.text?.isEmpty == false)
        #expect(try agent.connect().get("size") == "1")
        #expect(agent.said.isEmpty)
        #expect(agent.home.text("settings.toml") == "# Mine.\nsize = 1\n")
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `that sends noise does no harm`(seed: UInt64) throws {
        let agent = try agent()
        let polite = try agent.connect()
        var random = SeededRandom(seed: seed)
        for _ in 0..<20 {
            let rude = try agent.connect()
            let count = Int.random(in: 1...5_000, using: &random)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            // The agent may have closed the connection before all was sent.
            _ = try? rude.descriptor.write(noise)
        }

        #expect(try polite.get("size") == "1")
        #expect(agent.said.isEmpty)
    }

    @Test func `that sends a line of 2 MiB is told, and its connection closed`() throws {
        let agent = try agent()
        let rude = try agent.connect()
        let text = String(repeating: "x", count: 2 << 20)

        // The agent doesn't read on, so that the line may never be sent whole.
        _ = try? rude.set("size", to: "\"\(text)\"")
        let another = try agent.connect()
        _ = try? another.send(line: text)  // It may be closed before all is sent.

        let answer = try #require(try another.nextLine())
        #expect(answer["error"]?["data"]?["slug"] == .string("TooLarge"))
        #expect(
            answer["error"]?["message"] == .string("the line has more than 1048576 bytes")
        )
        #expect(try another.nextLine() == nil)
        #expect(try agent.connect().get("size") == "1")
    }

    @Test func `that never reads keeps nobody waiting`() throws {
        let agent = try agent()
        let polite = try agent.connect()
        let events = try agent.events()
        let deaf = try agent.connect()
        let deafEvents = try Client(to: agent.home["run/settings-agent/events"])
        _ = try deaf.send("subscribe", #"{"domains":["\#(Home.domain)"]}"#)
        let text = String(repeating: "x", count: 100_000)

        for number in 1...12 {
            _ = try deaf.send("get", #"["\#(Home.domain)","text"]"#)
            try polite.set("text", to: "\"\(text)\"")
            try polite.set("size", to: "\(number)")
        }

        try events.nextChange(of: "size", to: "12")
        #expect(try polite.get("size") == "12")
        #expect(agent.said.isEmpty)
        // When they read at last, they hear of the newest value.
        try deafEvents.nextChange(of: "size", to: "12")
    }

    @Test func `that connects and says nothing costs nothing, and leaves nothing behind`() throws {
        let agent = try agent()
        let polite = try agent.connect()
        let descriptors = "/proc/\(agent.program.id)/fd"
        try polite.rescan()
        let before = try FileManager.default.contentsOfDirectory(atPath: descriptors).count

        do {
            let silent = try (0..<100).map { _ in try agent.connect() }
            let half = try (0..<100).map { _ in try agent.connect() }
            for client in half { try client.descriptor.write(Array(#"{"id":1,"#.utf8)) }
            #expect(try polite.get("size") == "1")
            withExtendedLifetime((silent, half)) {}
        }

        let deadline = Deadline()
        while try FileManager.default.contentsOfDirectory(atPath: descriptors).count > before {
            try #require(deadline.milliseconds > 0, "their descriptors are still open")
            try polite.rescan()
        }
    }

    @Test func `that asks too much at once gets everything in order`() throws {
        let agent = try agent()
        let eager = try agent.connect()
        let lines = (1...10_000).map { #"{"id":\#($0),"method":"ping"}"# }

        // More answers than the socket holds, none read before all is asked.
        try eager.descriptor.write(Array((lines.joined(separator: "\n") + "\n").utf8))

        for number in 1...10_000 {
            #expect(try eager.nextLine()?["id"] == .integer(Int64(number)))
        }
    }

    @Test func `of another user is turned away`() throws {
        guard isRoot else { return }
        let home = try Home(holding: "size = 1\n")
        let agent = try AgentUnderTest(in: home)
        try home.shell("chmod 755 . run run/settings-agent; chmod 666 run/settings-agent/socket")
        let ask = #"echo '{"id":1,"method":"ping"}' | nc -N -U run/settings-agent/socket"#

        let answer = try home.shell(
            "setpriv --reuid=64321 --regid=64321 --clear-groups sh -c '\(ask.replacing("'", with: "'\\''"))' || :"
        )

        #expect(answer.isEmpty)
        #expect(try agent.connect().get("size") == "1")
    }
}
