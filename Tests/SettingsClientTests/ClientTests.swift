// A client over one end of a pair of sockets, with an agent's words on the other.

import Foundation
import Glibc
import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsClient

/// The far end of a client's connection.
private struct FarEnd {
    let descriptor: Int32

    /// Sends what the agent would.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        let sent = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #expect(sent == bytes.count)
    }

    /// What the client has sent.
    func received() -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    func close() { Glibc.close(descriptor) }
}

private func pair() throws -> (Client, FarEnd) {
    var descriptors: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
    return (Client(Connection(adopting: descriptors[0])), FarEnd(descriptor: descriptors[1]))
}

@Suite struct `A client` {
    @Test func `asks in one line and takes the answer with its id`() throws {
        let (client, agent) = try pair()
        defer { agent.close() }
        agent.send(#"{"id":9,"result":{"seq":1}}"# + "\n")
        agent.send(#"{"jsonrpc":"2.0","id":1,"result":{"seq":42}}"# + "\n")
        let position: Position = try client.call(.rescan) { $0.member("domain", "a") }
        #expect(position.seq == 42)
        #expect(agent.received() == #"{"id":1,"method":"rescan","params":{"domain":"a"}}"# + "\n")
    }

    @Test func `passes over notifications that come before the answer`() throws {
        let (client, agent) = try pair()
        defer { agent.close() }
        agent.send(#"{"method":"bookmark","params":{"sub":1,"epoch":"e","seq":5}}"# + "\n")
        agent.send(#"{"method":"new-kind","params":{}}"# + "\n")
        agent.send(#"{"id":1,"result":{"seq":4}}"# + "\n")
        let position: Position = try client.call(.ping)
        #expect(position.seq == 4)
    }

    @Test func `throws what the agent refused`() throws {
        let (client, agent) = try pair()
        defer { agent.close() }
        let error = RPCError(.readOnly, "'a' is locked", advice: "Ask").with {
            $0.layer = .managed
            $0.file = "/etc/x"
            $0.line = 3
        }
        let address = ReplyAddress(id: RequestID(json: [0x31]))
        agent.send(String(decoding: address.reply(error), as: UTF8.self))
        #expect(throws: ClientError(error)) { try client.result(of: .ping) }
    }

    @Test func `says of a value of another type what it is, and not the value`() throws {
        let (client, agent) = try pair()
        defer { agent.close() }
        agent.send(
            #"{"id":1,"result":{"path":["k"],"value":"hush","rev":1,"layer":"user","origin":"x"}}"#
                + "\n"
        )
        let error = #expect(throws: ClientError.self) {
            try client.value(Domain("org.example.editor"), "k", as: Int.self)
        }
        #expect(
            error.map { "\($0)" }
                == "'k' is of type string, expected one that can be read as Int. "
                + "Correct the setting, or read it as the type it has."
        )
    }

    @Test(arguments: [(#""secret":true,"#, true), ("", false)])
    func `says whether a value may be shown`(member: String, isSecret: Bool) throws {
        let (client, agent) = try pair()
        defer { agent.close() }
        agent.send(
            #"{"id":1,"result":{"path":["k"],"value":"hush",\#(member)"rev":1,"layer":"user","#
                + #""origin":"x"}}"# + "\n"
        )
        let found = try #require(try client.current(Domain("org.example.editor"), "k"))
        #expect(found.value == .string("hush"))
        #expect(found.isSecret == isSecret)
    }

    @Test func `gives up after its patience`() throws {
        let (client, agent) = try pair()
        defer { agent.close() }
        #expect {
            try client.result(of: .ping, patience: .milliseconds(1))
        } throws: {
            ($0 as? ClientError)?.code == .timedOut
        }
    }

    @Test(arguments: [
        ("", ClientError.Code.closed), ("{\"id\":1", .closed), ("nonsense\n", .malformed),
        ("{}\n", .malformed), (#"{"id":1,"result":{}}"# + "\n", .malformed),
        (#"{"id":1,"result":[]}"# + "\n", .malformed),
    ])
    func `says what is wrong with an answer`(answer: String, code: ClientError.Code) throws {
        let (client, agent) = try pair()
        agent.send(answer)
        shutdown(agent.descriptor, Int32(SHUT_WR))
        defer { agent.close() }
        #expect {
            let _: Position = try client.call(.ping)
        } throws: {
            ($0 as? ClientError)?.code == code
        }
    }

    @Test func `takes an answer of many megabytes`() throws {
        let (client, agent) = try pair()
        let text = String(repeating: "x", count: 3 << 20)
        let value = SettingValue.string(text)
        let sender = Thread {
            var rest =
                Array(
                    #"{"id":1,"result":{"path":["k"],"value":\#(value.json),"rev":1,"layer":"user","origin":"agent"}}"#
                        .utf8
                )[...] + [0x0A]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(agent.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
        sender.start()
        let setting: Setting = try client.call(.get)
        #expect(setting.value == value)
        agent.close()
    }

    @Test func `finds nobody at a path where nothing listens`() throws {
        #expect(try Connection(path: "/nonexistent/socket") == nil)
        #expect(throws: ClientError.self) {
            try Connection(path: "/" + String(repeating: "x", count: 107))
        }
        #expect(try Connection(path: "/" + String(repeating: "x", count: 106)) == nil)
    }
}
