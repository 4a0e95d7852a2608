// An undo among the other requests of its client.

import SettingsModel
import TestSupport
import Testing

@testable import SyncAgent

private let path = "/files/editor.toml"
private let name = "org.example.editor"

/// An agent in which a client has set `a` from 1 to 2.
private func begun() throws -> (Bench, Client) {
    let bench = try Bench(
        domains: [name: "[[file]]\npath = \"\(path)\"\n"],
        files: { $0.write("a = 1\n", to: path) }
    )
    let client = bench.connect()
    _ = client.call("set", #"["\#(name)","a",2]"#)
    return (bench, client)
}

@Suite struct `An undo behind other requests` {
    /// Requests in one piece, none of which is answered before the next is sent.
    private let set = #"{"id":101,"method":"set","params":["\#(name)","a",3]}"# + "\n"
    private let undo =
        #"{"id":102,"method":"undo","params":{"domain":"\#(name)","key":"a"}}"# + "\n"
    private let get = #"{"id":103,"method":"get","params":["\#(name)","a"]}"# + "\n"

    @Test func `undoes the set before it, which isn't written yet`() throws {
        let (bench, client) = try begun()
        bench.log.isHolding = true

        client.send(set + undo + get)
        bench.settle()
        bench.log.isHolding = false
        bench.log.release()

        #expect(client.answer(to: 102).error.isEmpty)
        #expect(client.answer(to: 103).number("value") == 2)
        #expect(bench.values() == ["a": .integer(2)])
    }

    @Test func `undoes the set before it, which waits for its turn`() throws {
        let (bench, client) = try begun()
        // What is sent from inside the agent's work waits for what is under way.
        bench.agent.take(choosing: {
            client.send(self.set + self.undo + self.get)
            return nil
        })

        #expect(client.answer(to: 103).number("value") == 2)
        #expect(bench.values() == ["a": .integer(2)])
    }

    @Test func `leaves the set behind it alone`() throws {
        let (bench, client) = try begun()
        bench.log.isHolding = true

        client.send(undo + set + get)
        bench.settle()
        bench.log.isHolding = false
        bench.log.release()

        #expect(client.answer(to: 103).number("value") == 3)
        let entries = client.call("history", #"{"domain":"\#(name)"}"#).list("entries")
        #expect(entries.map { $0["new"] as? Int } == [2, 1, 3])
    }

    @Test func `undoes the set before it, whose domain is still starting`() throws {
        let bench = try Bench(
            domains: [name: "[[file]]\npath = \"\(path)\"\n"],
            files: { files in
                files.write("a = 1\n", to: path)
                files.busy = [path]
            }
        )
        let client = bench.connect()
        client.send(set + undo + get)
        #expect(client.rest().isEmpty)

        bench.files.close(path)
        bench.agent.filesChanged()

        #expect(client.answer(to: 103).number("value") == 1)
        #expect(bench.values() == ["a": .integer(1)])
    }
}
