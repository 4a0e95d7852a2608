// Many changes to a TOML file in one go.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

@Suite struct `Many changes to a TOML file` {
    private static let writableProbes = probes.filter { Format.toml.stored($0) == $0 }

    private static let dotted =
        "# about\nbrowser.scheme.one = 1 # c\nbrowser.scheme.two = 2\nz = 1\n"
    private static let plain = "# about\nbrowser.scheme = \"v\" # c\nz = 1\n"
    private static let parts = [remove("browser/scheme/one"), remove("browser/scheme/two")]

    static let cases: [EditCase] = [
        (
            "let a value take the place of a dotted table", dotted,
            parts + [set("browser/scheme", "v")], .bytes(plain)
        ),
        (
            "let a value take the place of a dotted table, the value first", dotted,
            [set("browser/scheme", "v")] + parts, .bytes(plain)
        ),
        (
            "let a table take the place of a value", "a = 1 # c\nz = 1\n",
            [remove("a"), set("a/b", 2), set("a/c/d", 3)], "a.b = 2 # c\na.c.d = 3\nz = 1\n"
        ),
        (
            "let a table take the place of the last value", "z = 1\na = 1\n",
            [remove("a"), set("a/b", 2)], "z = 1\na.b = 2\n"
        ),
        (
            "let a table take the place of the last value, no final newline", "z = 1\na = 1",
            [remove("a"), set("a/b", 2)], "z = 1\na.b = 2"
        ),
        (
            "let another table take the place of one with a header",
            "[a]\nx = 1 # x\ny = 2\n[z]\n", [remove("a"), set("a/x", 5), set("a/n", 3)],
            "[a]\nx = 5 # x\nn = 3\n[z]\n"
        ),
        (
            "set, add and remove at once",
            "# head\na = 1\nb.x = 2 # two\nb.y = 3\nc = [1]\n",
            [
                remove("a"), set("b/x", 20), set("b/z", true), set("c", [1, 2]),
                set("d", .real(1)), set("b/w", 0),
            ],
            "# head\nb.x = 20 # two\nb.y = 3\nb.z = true\nb.w = 0\nc = [1, 2]\nd = 1.0\n"
        ),
        (
            "remove the last lines, no final newline", "a = 1\nb = 2\nc = 3",
            [remove("b"), remove("c")], "a = 1"
        ),
        (
            "replace the last line, no final newline", "a = 1\nb = 2", [remove("b"), set("c", 3)],
            "a = 1\nc = 3"
        ),
        (
            "replace the only line, no final newline", "a = 1",
            [remove("a"), set("b", 3), set("c", 4)], "b = 3\nc = 4"
        ),
        (
            "add lines, no final newline", "a = 1", [set("b", 3), set("c", 4)],
            "a = 1\nb = 3\nc = 4"
        ),
        (
            "replace the last line, CRLF and no final newline", "a = 1\r\nb = 2",
            [remove("b"), set("c", 3)], "a = 1\r\nc = 3"
        ),
        (
            "remove the last line, CRLF and no final newline", "a = 1\r\nb = 2", [remove("b")],
            "a = 1"
        ),
        (
            "fill an empty file with dotted keys", "", [set("a", 1), set("b/c", 2), set("e", [:])],
            "a = 1\nb.c = 2\ne = {}\n"
        ),
        (
            "add sections where the file has some", "[a]\nx = 1\n\n# about b\n[b]\ny = 1\n",
            [
                set("a/s/k", 1), set("n/k", 2), set("n/m", 3), set("top", 4), set("b/z", 5),
            ],
            .bytes(
                "top = 4\n\n[a]\nx = 1\n\n[a.s]\nk = 1\n\n# about b\n[b]\ny = 1\nz = 5\n"
                    + "\n[n]\nk = 2\nm = 3\n"
            )
        ),
        (
            "replace neighbouring values by tables", "a.x = 3\nb = 4\n",
            [set("a/x/k", 1), set("a/x/l", 2), set("b/k", 1)],
            "a.x.k = 1\na.x.l = 2\nb.k = 1\n"
        ),
        (
            "put a sub-table of the last element before a new element", "[[p]]\nn = 1\n",
            [set("p", [["n": 1, "sub": ["k": 1]], ["n": 2]])],
            "[[p]]\nn = 1\n\n[p.sub]\nk = 1\n\n[[p]]\nn = 2\n"
        ),
        (
            "put lines before sections at the end of a file", "[z]\nq = 1\n[a]\n  a = 1",
            [set("b/c", 1), set("a/a/b", 2), set("a/d", 3)],
            "[z]\nq = 1\n[a]\n  a.b = 2\n  d = 3\n\n[b]\nc = 1"
        ),
        (
            "put a section in the place of the last element", "[h]\ni = 1\n[[m]]\nx = 1",
            [set("h/new/x", 1), remove("m")], "[h]\ni = 1\n\n[h.new]\nx = 1"
        ),
    ]

    @Test(arguments: cases)
    func `come out byte for byte`(example: EditCase) throws { try Format.toml.check(example) }

    @Test func `keep what can be made when one can't`() throws {
        let list = [set("a", 2), set("b", .null), set("c", .raw("not toml")), set("d", 4)]
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
