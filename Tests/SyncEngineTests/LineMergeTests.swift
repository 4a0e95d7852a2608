// Comments of two sides, merged by line.

import SettingsDocument
import SettingsModel
import Simulation
import TestSupport
import Testing

@testable import SyncEngine

@Suite struct `Comments of both sides` {
    private func merged(
        _ format: Format = .toml,
        base: String,
        ours: String,
        theirs: String
    ) throws -> String {
        func read(_ text: String) throws -> any Document { try format.parse(Array(text.utf8)) }
        let merged = mergedComments(
            base: try read(base),
            ours: try read(ours),
            theirs: try read(theirs)
        )
        return String(decoding: merged.bytes, as: UTF8.self)
    }

    @Test func `stay, wherever they stand`() throws {
        let text = try merged(
            base: "a = 1\nb = 2\n",
            ours: "# ours\na = 1\nb = 2\n",
            theirs: "a = 1\nb = 2\n# theirs\n"
        )
        #expect(text == "# ours\na = 1\nb = 2\n# theirs\n")
    }

    @Test func `stay both at one place`() throws {
        let text = try merged(
            base: "a = 1\n",
            ours: "a = 1\n# ours\n",
            theirs: "a = 1\n# theirs\n"
        )
        #expect(text == "a = 1\n# ours\n# theirs\n")
    }

    @Test func `are not doubled when both sides wrote the same`() throws {
        let text = try merged(
            base: "a = 1\n",
            ours: "# same\na = 1\n",
            theirs: "# same\na = 2\n"
        )
        #expect(text == "# same\na = 2\n")
    }

    @Test func `never bring values with them`() throws {
        let text = try merged(
            base: "a = 1\nb = 2\n",
            ours: "# ours\na = 9\nc = 3\n",
            theirs: "a = 1\nb = 5\n"
        )
        #expect(text == "# ours\na = 1\nb = 5\n")
    }

    @Test func `change no line ending where one side has none of its own`() throws {
        let theirs = "# two\na = 1\r\nb = 3\n"
        let text = try merged(
            base: "# one\na = 1\r\nb = 2\n",
            ours: "# one\na = 2\r\nb = 2\n",
            theirs: theirs
        )
        #expect(text == theirs)
    }

    @Test(
        arguments: [
            ("a = 2\nb = 2\n", false), ("b = 2\na = 1\n", false), ("a = 1 # one\nb = 2\n", false),
            ("a = 1\n# one\nb = 2\n", true), ("a = 1\n\nb = 2\n", true), ("a = 1\nb = 2\n", false),
        ]
    )
    func `are told apart from values`(text: String, isOther: Bool) throws {
        let base = try Format.toml.parse(Array("a = 1\nb = 2\n".utf8))
        let document = try Format.toml.parse(Array(text.utf8))
        #expect(hasOtherTrivia(document, than: base) == isOther)
    }

    @Test func `go where one side removed them`() throws {
        let text = try merged(
            base: "# old\na = 1\nb = 2\n",
            ours: "a = 1\nb = 2\n",
            theirs: "# old\na = 1\nb = 3\n"
        )
        #expect(text == "a = 1\nb = 3\n")
    }

    @Test func `go to the later save where both changed one line`() throws {
        let text = try merged(
            base: "# one\na = 1\n",
            ours: "# two\na = 1\n",
            theirs: "# three\na = 1\n"
        )
        #expect(text.contains("# three\n"))
        #expect(!text.contains("# one\n"))
    }

    @Test func `never come back where both sides changed them`() throws {
        let names = ["one", "two", "three", "four", "five", "six"]
        func text(_ change: (String) -> String) -> String {
            "a = 1\n" + names.map { "# \(change($0))\n" }.joined() + "b = 2\n"
        }
        let text = try merged(
            base: text { $0 },
            ours: text { "B \($0)" },
            theirs: text { ["two", "five"].contains($0) ? "A \($0)" : $0 }
        )
        let lines = text.split(separator: "\n").map(String.init)
        #expect(!lines.contains("# two") && !lines.contains("# five"))
        let theirs = ["# one", "# A two", "# three", "# four", "# A five", "# six", "b = 2"]
        #expect(Array(lines.suffix(7)) == theirs)
        #expect(Set(lines).isSuperset(of: names.map { "# B \($0)" }))
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `keep their neighbours of the later save, and what both sides dropped stays away`(
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        func edited(
            _ lines: [String],
            by name: String,
            using random: inout SeededRandom
        ) -> [String] {
            lines.enumerated().flatMap { index, line in
                switch Int.random(in: 0...5, using: &random) {
                case 0: [] as [String]
                case 1: ["# \(name)\(index)"]
                case 2: [line, "# \(name)+\(index)"]
                default: [line]
                }
            }
        }
        let base = (0..<8).map { "# \($0)" }
        let ours = edited(base, by: "ours", using: &random)
        let theirs = edited(base, by: "theirs", using: &random)
        func text(_ lines: [String]) -> String { (lines + ["a = 1", ""]).joined(separator: "\n") }

        let result = try merged(base: text(base), ours: text(ours), theirs: text(theirs))
            .split(separator: "\n").map(String.init)

        for line in base where !ours.contains(line) && !theirs.contains(line) {
            #expect(!result.contains(line))
        }
        let oldOrTheirs = result.filter { !$0.hasPrefix("# ours") && $0 != "a = 1" }
        #expect(oldOrTheirs == theirs.filter(oldOrTheirs.contains), "the order of their lines")
        for line in ours + theirs where !base.contains(line) { #expect(result.contains(line)) }
    }

    @Test func `stay within their braces in JSON with comments`() throws {
        let base = "{\n  \"a\": 1,\n  \"wrap\": true\n}\n"
        let text = try merged(
            .jsonc,
            base: base,
            ours: "{\n// ours\n  \"a\": 1\n}\n",
            theirs: base
        )
        #expect(text == "{\n// ours\n  \"a\": 1,\n  \"wrap\": true\n}\n")
    }

    @Test func `keep the line ending of the later save`() throws {
        let text = try merged(
            base: "a = 1\r\n",
            ours: "# ours\r\na = 1\r\n",
            theirs: "a = 2\r\n"
        )
        #expect(text == "# ours\r\na = 2\r\n")
    }

    @Test func `stay out when the text would say something else`() throws {
        let theirs = "text = '''\nx\n'''\n"
        let text = try merged(
            base: "text = '''\nx\n'''\n",
            ours: "# ours\ntext = '''\ny\n'''\n",
            theirs: theirs
        )
        #expect(
            try Format.toml.parse(Array(text.utf8)).root
                == Format.toml.parse(Array(theirs.utf8)).root
        )
    }

    @Test func `count as their distance`() throws {
        func lines(_ text: String) throws -> TriviaLines {
            TriviaLines(of: try Format.toml.parse(Array(text.utf8)))
        }
        let a = try lines("# a\n# b\nx = 1\n")
        #expect(a.distance(to: a) == 0)
        #expect(try a.distance(to: lines("# a\nx = 2\n")) == 1)
        #expect(try a.distance(to: lines("# c\nx = 2\n")) == 3)
    }
}

@Suite struct `Comments of a save that a write displaced` {
    @Test(arguments: ["size = 12\nname = \"b\"\n", "# new\nsize = 12\nname = \"b\"\n"])
    func `are carried to the next text, and nothing is where there are none`(save: String) throws {
        let desk = try Desk(toml: "size = 12\nname = \"a\"\n")
        desk.read()
        var carried: [CarriedText?] = []
        desk.before = { effect in
            guard case .publish = effect else { return }
            desk.put(save, at: "/a.toml")
            desk.before = { effect in
                guard case .stage = effect else { return }
                carried = desk.journal.recovered.replicas.map(\.carried)
            }
        }
        desk.set("size", .integer(14))
        #expect(desk.text() == save.replacing("12", with: "14"))
        #expect(carried.map { $0 != nil } == [save.hasPrefix("#")])
    }

    /// It says what the agent was about to write, in its own way.
    @Test(arguments: ["size = 14 # mine\nname = \"a\"\n", "name = 'a'\nsize   =   14\n"])
    func `are in the file with its order and spacing, where its values are the same`(
        save: String
    ) throws {
        let desk = try Desk(toml: "size = 12\nname = \"a\"\n")
        desk.read()
        desk.before = { effect in
            guard case .publish = effect else { return }
            desk.before = { _ in }
            desk.put(save, at: "/a.toml")
        }
        desk.set("size", .integer(14))
        #expect(desk.text() == save)
    }
}
