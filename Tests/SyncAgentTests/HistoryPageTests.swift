// Pages of the history.

import SettingsModel
import SettingsProtocol
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

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
