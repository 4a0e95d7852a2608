// Whose a change is: the number of the connection whose request it came of.

import Foundation
import SettingsModel
import SettingsProtocol
import SyncEngine
import Testing

@testable import SyncAgent

extension Line {
    /// Keys and the numbers of the connections that their changes name; `nil` for none.
    fileprivate var marks: [String] {
        list("changes").map { change in
            "\(change["key"] ?? "?")=\(change["connection"].map { "\($0)" } ?? "nil")"
        }
    }
}

@Suite struct `A change` {
    private func mark(_ client: Client) -> Int { client.call("hello").number("connection") ?? 0 }

    @Test func `names the connection whose request it came of, to all in the same bytes`() throws {
        let bench = try Bench()
        let (client, other, third) = (bench.connect(), bench.connect(), bench.connect())
        let numbers = [client, other, third].map(mark)
        #expect(Set(numbers).count == 3 && !numbers.contains(0))
        for listener in [client, other, third] {
            _ = listener.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        }

        _ = client.call("set", #"["org.example.editor","a",1]"#)
        _ = other.call(
            "apply",
            #"{"domain":"org.example.editor","changes":[{"key":"b","value":1}]}"#
        )
        _ = other.call("unset", #"["org.example.editor","b"]"#)

        let told = [client, other, third].map { $0.rest() }
        let expected = [["a=\(numbers[0])"], ["b=\(numbers[1])"], ["b=\(numbers[1])"]]
        #expect(told[0].map(\.marks) == expected)
        let bytes = told.map { lines in
            lines.map { $0.description.components(separatedBy: #""changes":"#).last }
        }
        #expect(bytes[0] == bytes[1] && bytes[1] == bytes[2])
    }

    @Test func `of a value that gave way names the connection, too`() throws {
        let bench = try Bench()
        bench.set("a.b", .integer(1))
        bench.set("a.c", .integer(2))
        let client = bench.connect()
        let number = mark(client)
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)

        _ = client.call("set", #"["org.example.editor","a",3]"#)

        let told = client.next("changed")
        #expect(told.changes == ["a=3", "a.b=nil", "a.c=nil"])
        #expect(told.marks == ["a", "a.b", "a.c"].map { "\($0)=\(number)" })
    }

    @Test func `of an undo and of a redo names who asked for it`() throws {
        let bench = try Bench()
        bench.set("a", .integer(1))
        let client = bench.connect()
        let number = mark(client)
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)

        _ = client.call("undo", #"{"domain":"org.example.editor"}"#)
        #expect(client.next("changed").marks == ["a=\(number)"])
        _ = client.call("redo", #"{"domain":"org.example.editor"}"#)
        #expect(client.next("changed").marks == ["a=\(number)"])
    }

    @Test func `of a save, or of the agent itself, names nobody`() throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)

        bench.set("a", .integer(1))

        #expect(client.next("changed").marks == ["a=nil"])
    }

    @Test func `keeps its mark in a snapshot`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let number = mark(client)
        _ = client.call("set", #"["org.example.editor","a",1]"#)
        _ = client.call("subscribe", #"{"snapshot":true}"#)
        #expect(client.next("snapshot").marks == ["a=\(number)"])
    }
}
