// Two documents compared without listing all that they say, against the lists.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Checks that what is found without a look at all leaves and lines is what such a look finds.
func expectQuickComparison(
    _ old: any Document,
    _ new: any Document,
    _ comment: @autoclosure () -> Comment? = nil
) {
    var leaves = Dictionary(old.entries.map { ($0.keyPath, $0.value) }) { _, last in last }
    for change in old.leafChanges(toAny: new) ?? [] {
        #expect(leaves[change.keyPath] != change.value, comment())
        leaves[change.keyPath] = change.value
    }
    #expect(leaves == Dictionary(new.entries.map { ($0.keyPath, $0.value) }) { $1 }, comment())
    #expect(new.trivia == new.lines.filter { $0.anchor == .trivia }.map(\.range), comment())
}

@Suite struct `Two lists of lines` {
    /// The search for what they share once took memory for each line that they don't share, squared.
    @Test func `share what they share, however much they don't`() {
        func lines(_ word: String) -> [LineToken] {
            let lines = (0..<20_000).map { LineToken.structure("\(word) \($0)") }
            return lines + [.structure("both")] + lines.reversed()
        }
        let hunks = lineHunks(from: lines("old"), to: lines("new"))
        #expect(hunks.map(\.range) == [0..<20_000, 20_001..<40_001])
        #expect(hunks.map(\.tokens.count) == [20_000, 20_000])
    }
}

@Suite struct `Two documents` {
    private static let texts: [(Format, [String])] = [
        (
            .toml,
            [
                "", "# only\n\n", "a = 1\n", "a = 2 # two\n\n# end", "a.b = 1\na.c = 2\n",
                "a = {}\n", "[a]\n", "[a]\nb = 1\n\n[c]\n# c\nb = 1\n", "[c]\nb = 1\n[a]\nb = 1\n",
                "a = {b = 1, c = [1, 2]}\n", "[[a]]\n# in\nb = 1\n\n[[a]]\nb = 2\n",
                "[x]\n[[a]]\nb = 1\n[y]\n[[a]]\nb = 2\n", "a = \"1\"\n", "a = '1'\n", "a = 1.0\n",
                "text = '''\n# no comment\n\n'''\n", "[a.b.c]\nd = 1\n[a]\ne = 1\n[a.b]\nf = 1\n",
                "\u{FEFF}# first\r\na = 1\r\n\r\n", "a = {b = {}}\n", "[a.b]\n",
            ]
        ),
        (
            .jsonc,
            [
                "{}", "{\"a\": 1}", "{\"a\": {\"b\": 1, \"c\": 2}}\n", "{\"a\": {}}",
                "{\n// c\n\"a\": {\"c\": 2, \"b\": 1}\n}", "{\"a\": 1, \"a\": {\"b\": 1}}",
                "{\"a\": [1, {\"b\": 2}], \"b\": null}", "[1]", "{\"a\": {\"b\": {}}, \"c\": 1}",
            ]
        ),
    ]

    @Test(arguments: texts.indices)
    func `differ in the leaves in which their lists differ`(index: Int) throws {
        let (format, texts) = Self.texts[index]
        let documents = try texts.map { try format.parse(Array($0.utf8)) }
        for old in documents {
            for new in documents {
                expectQuickComparison(
                    old,
                    new,
                    "\(String(decoding: old.bytes + new.bytes, as: UTF8.self))"
                )
            }
        }
    }

    @Test func `of different types can't be compared`() throws {
        let toml = try Format.toml.parse(Array("a = 1\n".utf8))
        #expect(toml.leafChanges(toAny: try Format.json.parse(Array("{}".utf8))) == nil)
    }
}
