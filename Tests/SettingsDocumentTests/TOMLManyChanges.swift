// Many changes to a TOML file in one go.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Changes as they are written in a table: a dotted path, and a value or nil.
func changes(_ list: KeyValuePairs<String, SettingValue?>) throws -> [DocumentChange] {
    try list.map { DocumentChange(DocumentPath(try SettingKeyPath(parsing: $0.key)), $0.value) }
}

@Suite struct `Many changes to a TOML file` {
    private static let writableProbes = probes.filter { Format.toml.stored($0) == $0 }

    private func text(
        _ before: String,
        _ list: KeyValuePairs<String, SettingValue?>
    ) throws -> String {
        let revision = try toml(before).revised(by: try changes(list))
        #expect(revision.refusals.isEmpty)
        return String(decoding: revision.document.bytes, as: UTF8.self)
    }

    @Test func `let a value take the place of a dotted table, in either order`() throws {
        let before = "# about\nbrowser.scheme.one = 1 # c\nbrowser.scheme.two = 2\nz = 1\n"
        let after = "# about\nbrowser.scheme = \"v\" # c\nz = 1\n"
        #expect(
            try text(
                before,
                [
                    "browser.scheme.one": nil, "browser.scheme.two": nil,
                    "browser.scheme": .string("v"),
                ]
            ) == after
        )
        #expect(
            try text(
                before,
                [
                    "browser.scheme": .string("v"), "browser.scheme.one": nil,
                    "browser.scheme.two": nil,
                ]
            ) == after
        )
    }

    @Test func `let a table take the place of a value`() throws {
        #expect(
            try text("a = 1 # c\nz = 1\n", ["a": nil, "a.b": .integer(2), "a.c.d": .integer(3)])
                == "a.b = 2 # c\na.c.d = 3\nz = 1\n"
        )
        #expect(try text("z = 1\na = 1\n", ["a": nil, "a.b": .integer(2)]) == "z = 1\na.b = 2\n")
        #expect(try text("z = 1\na = 1", ["a": nil, "a.b": .integer(2)]) == "z = 1\na.b = 2")
    }

    @Test func `let another table take the place of one with a header`() throws {
        #expect(
            try text(
                "[a]\nx = 1 # x\ny = 2\n[z]\n",
                ["a": nil, "a.x": .integer(5), "a.n": .integer(3)]
            )
                == "[a]\nx = 5 # x\nn = 3\n[z]\n"
        )
    }

    @Test func `set, add and remove at once`() throws {
        #expect(
            try text(
                "# head\na = 1\nb.x = 2 # two\nb.y = 3\nc = [1]\n",
                [
                    "a": nil, "b.x": .integer(20), "b.z": .boolean(true),
                    "c": .array([.integer(1), .integer(2)]),
                    "d": .real(1), "b.w": .integer(0),
                ]
            ) == "# head\nb.x = 20 # two\nb.y = 3\nb.z = true\nb.w = 0\nc = [1, 2]\nd = 1.0\n"
        )
    }

    @Test func `replace the last lines of a file without a final newline`() throws {
        #expect(try text("a = 1\nb = 2\nc = 3", ["b": nil, "c": nil]) == "a = 1")
        #expect(try text("a = 1\nb = 2", ["b": nil, "c": .integer(3)]) == "a = 1\nc = 3")
        #expect(
            try text("a = 1", ["a": nil, "b": .integer(3), "c": .integer(4)]) == "b = 3\nc = 4"
        )
        #expect(try text("a = 1", ["b": .integer(3), "c": .integer(4)]) == "a = 1\nb = 3\nc = 4")
        #expect(try text("a = 1\r\nb = 2", ["b": nil, "c": .integer(3)]) == "a = 1\r\nc = 3")
        #expect(try text("a = 1\r\nb = 2", ["b": nil]) == "a = 1")
    }

    @Test func `fill an empty file with dotted keys`() throws {
        #expect(
            try text("", ["a": .integer(1), "b.c": .integer(2), "e": .dictionary([])])
                == "a = 1\nb.c = 2\ne = {}\n"
        )
    }

    @Test func `add sections where the file has some`() throws {
        #expect(
            try text(
                "[a]\nx = 1\n\n# about b\n[b]\ny = 1\n",
                [
                    "a.s.k": .integer(1), "n.k": .integer(2), "n.m": .integer(3),
                    "top": .integer(4), "b.z": .integer(5),
                ]
            )
                == "top = 4\n\n[a]\nx = 1\n\n[a.s]\nk = 1\n\n# about b\n[b]\ny = 1\nz = 5\n\n[n]\nk = 2\nm = 3\n"
        )
    }

    @Test func `replace neighbouring values by tables`() throws {
        #expect(
            try text(
                "a.x = 3\nb = 4\n",
                ["a.x.k": .integer(1), "a.x.l": .integer(2), "b.k": .integer(1)]
            ) == "a.x.k = 1\na.x.l = 2\nb.k = 1\n"
        )
    }

    @Test func `put a sub-table of the last element before a new element`() throws {
        let first = SettingValue.dictionary([
            .init("n", .integer(1)), .init("sub", .dictionary([.init("k", .integer(1))])),
        ])
        let second = SettingValue.dictionary([.init("n", .integer(2))])
        #expect(
            try text("[[p]]\nn = 1\n", ["p": .array([first, second])])
                == "[[p]]\nn = 1\n\n[p.sub]\nk = 1\n\n[[p]]\nn = 2\n"
        )
    }

    @Test func `put lines before sections at the end of a file`() throws {
        #expect(
            try text(
                "[z]\nq = 1\n[a]\n  a = 1",
                ["b.c": .integer(1), "a.a.b": .integer(2), "a.d": .integer(3)]
            )
                == "[z]\nq = 1\n[a]\n  a.b = 2\n  d = 3\n\n[b]\nc = 1"
        )
        #expect(
            try text("[h]\ni = 1\n[[m]]\nx = 1", ["h.new.x": .integer(1), "m": nil])
                == "[h]\ni = 1\n\n[h.new]\nx = 1"
        )
    }

    @Test func `keep what can be made when one can't`() throws {
        let list = try changes([
            "a": .integer(2), "b": .null, "c": .raw("not toml"), "d": .integer(4),
        ])
        let revision = try toml("a = 1\n").revised(by: list)
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == "a = 2\nd = 4\n")
        #expect(revision.refusals.map(\.change.path) == [list[1].path, list[2].path])
        #expect(revision.refusals.map(\.error.code) == [.unrepresentable, .unrepresentable])
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `come out as one after the other`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<40 {
            let before = try toml(Self.randomFile(&random))
            var chosen: [DocumentChange] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let path = Self.randomPath(&random)
                let isFree = chosen.allSatisfy { change in
                    guard let other = change.path.keyPath else { return false }
                    return other != path && !other.conflicts(with: path)
                }
                guard isFree else { continue }
                let value =
                    Bool.random(using: &random)
                    ? Self.writableProbes.randomElement(using: &random) : nil
                chosen.append(DocumentChange(DocumentPath(path), value))
            }

            let together = before.revised(by: chosen)
            var document: any Document = before
            for change in chosen.shuffled(using: &random) {
                document = try document.revised(by: change).document
            }

            let text = String(decoding: before.bytes, as: UTF8.self)
            #expect(together.refusals.isEmpty, "\(text) \(chosen)")
            #expect(
                together.document.root.prunedEmpty == document.root.prunedEmpty,
                "\(text) \(chosen)"
            )
            #expect(try before.bytes.applying(together.edits) == together.document.bytes)
            // The gate takes removals first.
            let ordered = chosen.filter { $0.value == nil } + chosen.filter { $0.value != nil }
            #expect(throws: Never.self, "\(text) \(ordered)") {
                let direct = try before.bytes.applying(before.edits(for: ordered, style: .natural))
                #expect(
                    String(decoding: direct, as: UTF8.self)
                        == String(decoding: together.document.bytes, as: UTF8.self),
                    "the list fell to pieces: \(text) \(ordered)"
                )
            }
        }
    }

    private static func randomPath(_ random: inout SeededRandom) -> SettingKeyPath {
        let length = Int.random(in: 1...3, using: &random)
        let names = ["a", "b", "c d"]
        return SettingKeyPath(
            segments: (0..<length).map { _ in names[Int.random(in: 0..<3, using: &random)] }
        )
    }

    /// A small file of all the constructs that meet when keys move.
    private static func randomFile(_ random: inout SeededRandom) -> String {
        let parts = [
            "a.x = 1 # one\n", "b = { c = 1, d.e = 2 }\n", "\"c d\" = [1, 2]\n", "# note\n", "\n",
            "a.b.y = 2\n", "a.\"c d\" = 3\n", "[b]\n", "[a.b]\nx = 1\n", "[[c]]\nk = 1\n",
            "[a]\n  a = 1\n",
            "[b.a.\"c d\"]\n", "[z]\nq = 1 # q\n",
        ]
        let ending = Bool.random(using: &random) ? "\n" : "\r\n"
        while true {
            let count = Int.random(in: 0...7, using: &random)
            var text = parts.shuffled(using: &random).prefix(count).joined()
            if Bool.random(using: &random), text.hasSuffix("\n") { text.removeLast() }
            text = text.replacing("\n", with: ending)
            if (try? toml(text)) != nil { return text }
        }
    }
}
