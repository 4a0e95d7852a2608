// Arrays of values and of tables, changed as a whole.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

@Suite struct `A TOML array` {
    private func set(
        _ before: String,
        _ path: [PathElement],
        _ value: SettingValue?
    ) throws -> String {
        let revision = try toml(before).revised(by: DocumentChange(DocumentPath(path), value))
        return String(decoding: revision.document.bytes, as: UTF8.self)
    }

    private static let commented = "a = [ # list\n  1, # one\n  2, # two\n  3, # three\n] # end\n"

    @Test(arguments: [
        ([1, 20, 3], "a = [ # list\n  1, # one\n  20, # two\n  3, # three\n] # end\n"),
        ([1, 2], "a = [ # list\n  1, # one\n  2, # two\n] # end\n"),
        ([2, 3], "a = [ # list\n  2, # two\n  3, # three\n] # end\n"),
        ([1, 3], "a = [ # list\n  1, # one\n  3, # three\n] # end\n"),
        (
            [1, 2, 3, 4, 5],
            "a = [ # list\n  1, # one\n  2, # two\n  3, # three\n  4,\n  5,\n] # end\n"
        ),
        ([0, 1, 2, 3], "a = [ # list\n  0,\n  1, # one\n  2, # two\n  3, # three\n] # end\n"),
        ([2, 9], "a = [ # list\n  2, # two\n  9, # three\n] # end\n"),
        ([2, 3, 9], "a = [ # list\n  2, # two\n  3, # three\n  9,\n] # end\n"),
        ([9, 1, 2], "a = [ # list\n  9,\n  1, # one\n  2, # two\n] # end\n"),
        (
            [1, 9, 2, 3, 8],
            "a = [ # list\n  1, # one\n  9,\n  2, # two\n  3, # three\n  8,\n] # end\n"
        ),
        ([], "a = [ # list\n] # end\n"),
    ])
    func `keeps the comments of the items it keeps`(_ items: [Int64], _ after: String) throws {
        let value = SettingValue.array(items.map(SettingValue.integer))
        #expect(try set(Self.commented, [.key("a")], value) == after)
    }

    @Test func `changes only what differs in nested arrays and tables`() throws {
        #expect(
            try set(
                "a = [[1,2], {x = 0x1, y='z'}]\n",
                [.key("a"), .index(1), .key("y")],
                .string("w")
            )
                == "a = [[1,2], {x = 0x1, y='w'}]\n"
        )
        #expect(
            try set("a = [[1,2], [3]]\n", [.key("a"), .index(0), .index(2)], .integer(9))
                == "a = [[1,2, 9], [3]]\n"
        )
    }

    @Test func `of tables keeps the comments of those it keeps`() throws {
        let before = "[[p]] # a\nn = 1\n[[p]] # b\nn = 2\n[[p]] # c\nn = 3\n"
        let tables = [2, 4].map { SettingValue.dictionary([.init("n", .integer($0))]) }
        let after = "[[p]] # b\nn = 2\n[[p]] # c\nn = 4\n"
        #expect(try set(before, [.key("p")], .array(tables)) == after)
    }

    @Test func `of tables grows, shrinks and changes by its sections`() throws {
        let before = "[[p]]\nn = 1 # c\n\n# second\n[[p]]\nn = 2\n[p.sub]\nx = 1\n\n[z]\n"
        let one = SettingValue.dictionary([.init("n", .integer(1))])
        let two = SettingValue.dictionary([
            .init("n", .integer(2)), .init("sub", .dictionary([.init("x", .integer(1))])),
        ])
        let three = SettingValue.dictionary([.init("m", .array([.integer(3)]))])
        #expect(
            try set(before, [.key("p")], .array([one, two, three]))
                == "[[p]]\nn = 1 # c\n\n# second\n[[p]]\nn = 2\n[p.sub]\nx = 1\n\n[[p]]\nm = [3]\n\n[z]\n"
        )
        #expect(
            try set(before, [.key("p")], .array([one])) == "[[p]]\nn = 1 # c\n\n# second\n[z]\n"
        )
        #expect(
            try set(before, [.key("p"), .index(1), .key("sub"), .key("x")], .integer(7))
                == before.replacing("x = 1", with: "x = 7")
        )
        #expect(
            try set(before, [.key("p"), .index(0), .key("new"), .key("k")], .integer(7))
                == before.replacing("# c\n\n", with: "# c\n\n[p.new]\nk = 7\n\n")
        )
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `becomes any other array`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<60 {
            let text = Self.randomArray(&random)
            let document = try toml(text)
            let value = SettingValue.array(
                (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    Bool.random(using: &random)
                        ? .integer(Int64.random(in: 0...4, using: &random))
                        : .dictionary([
                            .init("k", .integer(Int64.random(in: 0...2, using: &random)))
                        ])
                }
            )
            let revision = document.revised(by: [DocumentChange(DocumentPath([.key("a")]), value)])
            #expect(revision.refusals.isEmpty, "\(text) \(value)")
            let edits = try document.edits(
                for: [DocumentChange(DocumentPath([.key("a")]), value)],
                style: .natural
            )
            #expect(
                try document.bytes.applying(edits) == revision.document.bytes,
                "\(text) \(value)"
            )
        }
    }

    /// An array of few values in many layouts.
    private static func randomArray(_ random: inout SeededRandom) -> String {
        if Int.random(in: 0..<4, using: &random) == 0 {
            let count = Int.random(in: 1...4, using: &random)
            return (0..<count).map { "[[a]]\nk = \($0 % 3) # c\n\n" }.joined() + "[z]\n"
        }
        let count = Int.random(in: 0...5, using: &random)
        let gaps = ["", " ", "\n  ", " # c\n  ", "\n"]
        var text = "a = ["
        for index in 0..<count {
            text += gaps.randomElement(using: &random) ?? ""
            text += Bool.random(using: &random) ? "\(index)" : "{ k = \(index % 3) }"
            text += gaps.randomElement(using: &random) ?? ""
            if index + 1 < count || Bool.random(using: &random) { text += "," }
        }
        return text + (gaps.randomElement(using: &random) ?? "") + "] # end\nz = 1\n"
    }
}
