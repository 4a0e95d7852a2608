// Changes that are too many for one line, and pages of the history.

import SettingsModel
import SettingsProtocol
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

@Suite struct `Changes in parts` {
    private func part(
        _ number: Int,
        of count: Int,
        _ key: String,
        _ value: Int,
        in domain: String = "org.example.editor"
    ) -> String {
        let changes = #"[{"key":"\#(key)","value":\#(value)}]"#
        return #"{"domain":"\#(domain)","changes":\#(changes),"part":\#(number),"parts":\#(count)}"#
    }

    @Test func `are made at once when the last part is there`() throws {
        let bench = try Bench()
        let client = bench.connect()
        #expect(client.call("apply", part(1, of: 3, "a", 1)).error.isEmpty)
        #expect(client.call("apply", part(2, of: 3, "b", 2)).error.isEmpty)
        #expect(bench.values() == [:])

        let made = client.call("apply", part(3, of: 3, "a", 3))
        #expect(made.result["revs"] as? [Int] == [1, 1, 1])
        #expect(bench.values() == ["a": .integer(3), "b": .integer(2)])
    }

    @Test(
        arguments: [
            // Parts that come in this order, the last of which is refused.
            [(2, 2)], [(1, 3), (3, 3)], [(1, 3), (2, 3), (2, 3)], [(1, 2), (2, 3)],
            [(1, 2), (2, 2), (2, 2)], [(3, 2)],
        ] as [[(number: Int, count: Int)]]
    )
    func `are refused where a part doesn't follow the one before`(
        numbers: [(number: Int, count: Int)]
    ) throws {
        let bench = try Bench()
        let client = bench.connect()
        for (number, count) in numbers.dropLast() {
            #expect(client.call("apply", part(number, of: count, "a", number)).error.isEmpty)
        }
        let before = bench.values()
        let last = try #require(numbers.last)
        let refused = client.call("apply", part(last.number, of: last.count, "b", 9))
        #expect(refused.data["parameter"] as? String == "part")
        let next = client.call("apply", part(last.number + 1, of: last.count, "b", 9))
        #expect(!next.error.isEmpty)
        #expect(bench.values() == before)
    }

    @Test func `are refused with a part that can't be read, though all are sent at once`() throws {
        let bench = try Bench()
        let client = bench.connect()
        client.request("apply", part(1, of: 3, "a", 1))
        client.request("apply", part(2, of: 3, "b..c", 1))
        client.request("apply", part(3, of: 3, "d", 1))
        let refused = client.rest().filter { !$0.error.isEmpty }
        #expect(refused.count == 2)
        #expect(bench.values() == [:])
    }

    @Test func `are those of one domain and one connection`() throws {
        let bench = try Bench()
        let (client, other) = (bench.connect(), bench.connect())
        _ = client.call("apply", part(1, of: 2, "a", 1))
        _ = client.call("apply", part(1, of: 2, "x", 1, in: "org.example.other"))
        #expect(!other.call("apply", part(2, of: 2, "b", 2)).error.isEmpty)
        #expect(client.call("apply", part(2, of: 2, "b", 2)).error.isEmpty)
        #expect(bench.values() == ["a": .integer(1), "b": .integer(2)])
        #expect(bench.values(of: domain("org.example.other")) == [:])
    }

    @Test func `are forgotten when a request without parts comes`() throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("apply", part(1, of: 2, "a", 1))
        let plain = #"{"domain":"org.example.editor","changes":[{"key":"c","value":3}]}"#
        #expect(client.call("apply", plain).error.isEmpty)
        #expect(!client.call("apply", part(2, of: 2, "b", 2)).error.isEmpty)
        #expect(bench.values() == ["c": .integer(3)])
    }

    private func gathered(_ parts: [(changes: Int, bytes: Int)], _ limits: Limits) throws -> Int? {
        var gathering = GatheredParts()
        var whole: Call.Apply?
        for (index, part) in parts.enumerated() {
            let changes = Array(repeating: Call.KeyChange(key("a"), nil), count: part.changes)
            let place = Call.Part(UInt64(index + 1), of: UInt64(parts.count))
            let apply = Call.Apply(domain: editor, changes: changes, part: place)
            whole = try gathering.add(apply, lineBytes: part.bytes, limits)
        }
        return whole?.changes.count
    }

    @Test func `are at most so many, and so large together`() throws {
        var limits = Limits.standard
        limits.keysPerDomain = 10
        #expect(try gathered([(10, 1), (10, 1)], limits) == 20)
        #expect(throws: RPCError.self) { try gathered([(10, 1), (11, 1)], limits) }
        let bytes = GatheredParts.mostBytes
        #expect(try gathered([(1, bytes - 1), (1, 1)], limits) == 2)
        #expect(throws: RPCError.self) { try gathered([(1, bytes), (1, 1)], limits) }
    }
}

@Suite struct `The history's pages` {
    /// What each page has, the first page first, each value shortened to its number.
    private func pages(_ bench: Bench, _ params: String) -> [[String]] {
        let client = bench.connect()
        var pages: [[String]] = []
        var place = ""
        while pages.count < 20 {
            let page = client.call("history", "{\(params)\(place)}")
            pages.append(
                page.list("entries").map { String(($0["new"] as? String ?? "?").prefix(1)) }
            )
            guard let next = page.number("next") else { break }
            place = (params.isEmpty ? "" : ",") + #""before":\#(next)"#
        }
        return pages
    }

    private func bench() throws -> Bench {
        let bench = try Bench()
        // Old and new value together make a third of a page.
        let size = Queries.historyPageBytes / 6
        for letter in "abcdefgh" {
            bench.set("k", .string(String(repeating: letter, count: size)))
        }
        return bench
    }

    @Test func `are so large at most, and lead from the newest to the oldest`() throws {
        let pages = pages(try bench(), "")
        #expect(pages.reversed().flatMap(\.self) == "abcdefgh".map(String.init))
        #expect(pages.first == ["f", "g", "h"])
        #expect(pages.allSatisfy { $0.count <= 4 })
    }

    @Test func `are as short as somebody asks`() throws {
        let client = try bench().connect()
        let page = client.call("history", #"{"limit":2}"#)
        #expect(page.list("entries").count == 2)
        #expect(page.number("next") == page.list("entries").first?["id"] as? Int)
    }

    @Test func `end where what was asked for ends`() throws {
        let pages = pages(try bench(), #""since":2"#)
        #expect(pages.reversed().flatMap(\.self) == "cdefgh".map(String.init))
    }
}
