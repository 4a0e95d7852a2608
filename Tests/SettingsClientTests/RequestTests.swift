// Requests that get no answer, or only half of the way.

import Glibc
import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsClient

/// More than a socket holds that isn't read.
private let large = String(repeating: "x", count: 4 << 20)

/// Edits that three requests make.
private let manyEdits = (0..<3).map { number in
    let text = String(repeating: "x", count: 400 << 10)
    return SettingEdit.set(SettingKeyPath(segments: ["k\(number)"]), to: text)
}

private let refusal = #"{"id":1,"error":{"code":-32012,"message":"the disk is full","data":{}}}"#

@Suite(.timeLimit(.minutes(10))) struct `A request` {
    private func settings(_ agent: ScriptedAgent) throws -> Settings {
        Settings(of: try Domain("a.b"), options: agent.options)
    }

    @Test func `that is refused before it was sent whole is told why`() async throws {
        let agent = try ScriptedAgent { peer in
            peer.answer("ping", #""seq":1"#)
            peer.read(1 << 20)
            let error = #"{"code":-32006,"message":"the line has too many bytes","data":{}}"#
            peer.send(#"{"id":null,"error":\#(error)}"#)
        }
        let error = await #expect(throws: ClientError.self) {
            try await settings(agent).set("a", to: large)
        }
        guard case .refused(let refusal)? = error?.code else { throw WrongEnd(error) }
        #expect(refusal.code == .tooLarge)
    }

    @Test func `that the agent can't have heard is made again`() async throws {
        let agent = try ScriptedAgent(
            { peer in #expect(peer.readLine().contains(#""method":"ping""#)) },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.read(1 << 20)
            },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.answer("apply", #""seq":9,"revs":[9]"#)
            }
        )
        #expect(try await settings(agent).set("a", to: large).seq == 9)
    }

    @Test func `that the agent has left unread is made again`() async throws {
        let agent = try ScriptedAgent(
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.waitForBytes()
            },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.answer("apply", #""seq":9,"revs":[9]"#)
            }
        )
        #expect(try await settings(agent).set("a", to: 1).seq == 9)
    }

    @Test func `that may have been heard is made again only if it changes nothing`() async throws {
        let agent = try ScriptedAgent(
            { peer in peer.readLine() },
            { peer in
                peer.readLine()
                peer.send(
                    #"{"id":1,"result":{"path":["a"],"value":5,"rev":1,"layer":"user","origin":""}}"#
                )
            },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.readLine()
            },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.answer("apply", #""seq":2,"revs":[2]"#)
            }
        )
        let settings = try settings(agent)
        #expect(try await settings.value(for: "a", as: Int.self) == 5)
        let error = await #expect(throws: ClientError.self) { try await settings.set("a", to: 6) }
        #expect(error?.code == .closed)
        #expect(
            error?.problem
                == "the agent ended before it answered, and nobody knows whether it made the change"
        )
    }

    @Test func `of many edits goes in batches, and says what was made before one is refused`()
        async throws
    {
        let agent = try ScriptedAgent { peer in
            peer.answer("ping", #""seq":1"#)
            for seq in 1...3 { peer.answer("apply", #""seq":\#(seq),"revs":[\#(seq)]"#) }
            peer.answer("apply", #""seq":4,"revs":[4]"#)
            peer.readLine()
            peer.send(refusal)
            peer.answer("apply", #""seq":5,"revs":[5]"#)
        }
        let settings = try settings(agent)
        #expect(try await settings.apply(manyEdits).seq == 3)
        let error = await #expect(throws: ClientError.self) { try await settings.apply(manyEdits) }
        #expect(
            error?.problem
                == "changed 1 of 3 settings, and none from 'k1' on: the disk is full"
        )
        #expect(try await settings.set("a", to: 1).seq == 5)
    }

    @Test func `of many edits says that nobody knows of a batch without an answer`() async throws {
        let agent = try ScriptedAgent { peer in
            peer.answer("ping", #""seq":1"#)
            for seq in 1...2 { peer.answer("apply", #""seq":\#(seq),"revs":[\#(seq)]"#) }
            peer.readLine()
        }
        let error = await #expect(throws: ClientError.self) {
            try await settings(agent).apply(manyEdits)
        }
        #expect(error?.code == .closed)
        #expect(
            error?.problem
                == "changed 2 of 3 settings, and perhaps some from 'k2' on: the agent ended before "
                + "it answered, and nobody knows whether it made the change"
        )
    }

    @Test func `of a script with many edits goes in batches, too`() throws {
        let agent = try ScriptedAgent { peer in
            peer.answer("ping", #""seq":1"#)
            peer.answer("apply", #""seq":1,"revs":[1]"#)
            peer.answer("apply", #""seq":2,"revs":[2]"#)
            peer.readLine()
            peer.send(refusal.replacing("\"id\":1", with: "\"id\":4"))
        }
        let domain = try Domain("a.b")
        let client = try Client(agent.options)
        let error = #expect(throws: ClientError.self) { try client.apply(manyEdits, to: domain) }
        #expect(
            error?.problem
                == "changed 2 of 3 settings, and none from 'k2' on: the disk is full"
        )
    }

    @Test func `of a task is given up in time, and lets the next one in`() async throws {
        let agent = try ScriptedAgent(
            { peer in peer.waitForEnd() },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.waitForEnd()
            },
            { peer in peer.waitForEnd() },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.readLine()
                peer.send(#"{"id":1,"result":{"seq":9,"revs":[9]}}"#)
            }
        )
        let settings = Settings(
            of: try Domain("a.b"),
            options: agent.options,
            patience: .milliseconds(200)
        )
        let errors = [
            await #expect(throws: ClientError.self) { try await settings.get("a") },
            await #expect(throws: ClientError.self) { try await settings.set("a", to: large) },
            await #expect(throws: ClientError.self) { try await settings.snapshot() },
        ]
        let overdue = ClientError(
            .timedOut,
            "the agent didn't answer in time",
            advice: "Run: settingsctl doctor"
        )
        #expect(errors == [overdue, overdue, overdue])
        #expect(try await settings.set("a", to: 1).seq == 9)
    }

    @Test func `of a script is made again where the agent has just ended`() throws {
        let agent = try ScriptedAgent(
            { _ in },
            { peer in peer.readLine() },
            { peer in peer.answer("rescan", #""seq":9"#) }
        )
        let position: Position = try Client(agent.options).call(.rescan)
        #expect(position.seq == 9)
    }

    @Test func `of a script that changes something goes only to an agent that talks`() throws {
        let agent = try ScriptedAgent(
            { peer in #expect(peer.readLine().contains(#""method":"ping""#)) },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.answer("set", #""seq":9"#)
                peer.answer("unset", #""seq":10"#)
            }
        )
        let client = try Client(agent.options)
        #expect(try client.call(.set, returning: Position.self).seq == 9)
        #expect(try client.call(.unset, returning: Position.self).seq == 10)
    }

    @Test func `of a script that is cut off on its way is made again`() throws {
        let agent = try ScriptedAgent(
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.read(1 << 20)
            },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.answer("set", #""seq":9"#)
            }
        )
        let client = try Client(agent.options)
        let position: Position = try client.call(.set) { $0.member("value", large) }
        #expect(position.seq == 9)
    }

    @Test func `of a script is given up where each agent ends`() throws {
        // One that has ended before the request is no try of it: whether the first has is chance.
        let agent = try ScriptedAgent(
            { _ in },
            { _ in },
            { _ in },
            { _ in },
            { peer in peer.answer("rescan", #""seq":9"#) }
        )
        let client = try Client(agent.options)
        let error = #expect(throws: ClientError.self) { try client.result(of: .rescan) }
        #expect(error?.code == .closed)
    }

    @Test func `of a script that the agent has left unread is made again`() throws {
        let agent = try ScriptedAgent(
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.waitForBytes()
            },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.answer("unset", #""seq":2"#)
            }
        )
        let client = try Client(agent.options)
        let position: Position = try client.call(.unset)
        #expect(position.seq == 2)
    }

    @Test func `of a script that may have changed something is never made again`() throws {
        let agent = try ScriptedAgent(
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.readLine()
            },
            { peer in
                peer.answer("ping", #""seq":1"#)
                peer.answer("unset", #""seq":2"#)
            }
        )
        let client = try Client(agent.options)
        let error = #expect(throws: ClientError.self) { try client.result(of: .unset) }
        #expect(error?.code == .closed)
        #expect(
            error?.problem
                == "the agent ended before it answered, and nobody knows whether it made the change"
        )
    }

    @Test func `of a script is given up in time, however long it is`() throws {
        let agent = try ScriptedAgent { peer in
            peer.answer("ping", #""seq":1"#)
            peer.waitForEnd()
        }
        let client = try Client(agent.options)
        let error = #expect(throws: ClientError.self) {
            try client.result(of: .set, patience: .milliseconds(20)) { $0.member("value", large) }
        }
        #expect(error?.code == .timedOut)
    }

    @Test func `of a script comes over another connection after one that was cut off`() throws {
        // Whether the first one is cut off in its greeting or in the script depends on the machine.
        let agent = try ScriptedAgent(
            { peer in
                peer.answer("hello", #""seq":1"#)
                peer.waitForEnd()
            },
            { peer in
                peer.answer("hello", #""seq":1"#)
                peer.answer("rescan", #""seq":1"#)
            }
        )
        var options = agent.options
        options.name = "a script"
        let client = try Client(options)
        #expect(throws: ClientError.self) {
            try client.result(of: .set, patience: .milliseconds(20)) { $0.member("value", large) }
        }
        _ = try client.result(of: .rescan)
    }
}

private struct WrongEnd: Error {
    var error: ClientError?

    init(_ error: ClientError?) { self.error = error }
}
