// The TOML cases that break editors, by name.

import SettingsDocument
import SettingsModel
import Testing

/// Reads text that the test knows to be right.
func toml(_ text: String) throws -> TOMLDocument {
    try TOMLDocument(Array(text.utf8), as: .toml, limits: .standard)
}

@Suite struct `A nasty TOML case` {
    static let cases: [EditCase] = [
        ("5 root with only tables", "[t]\nx = 1\n", [set("n", 1)], "n = 1\n\n[t]\nx = 1\n"),
        ("6 insert before sub-table", "[t]\n[t.u]\n", [set("t/n", 1)], "[t]\nn = 1\n[t.u]\n"),
        ("7 empty table", "[t]\n", [set("t/n", 1)], "[t]\nn = 1\n"),
        ("11 empty inline table", "a = {}\n", [set("a/n", 1)], "a = { n = 1 }\n"),
        (
            "12 dotted in inline", "a = { b.c = 1 }\n", [set("a/b/d", 2)],
            "a = { b.c = 1, b.d = 2 }\n"
        ),
        ("14 array trailing comma", "a = [\n  1,\n]\n", [set("a/1", 2)], "a = [\n  1,\n  2,\n]\n"),
        ("15 one-line array", "a = [1, 2]\n", [set("a/2", 3)], "a = [1, 2, 3]\n"),
        (
            "16 new section after subtree", "[t]\n[t.v]\nx = 1\n[z]\n", [set("t/u/k", 1)],
            "[t]\n[t.v]\nx = 1\n\n[t.u]\nk = 1\n\n[z]\n"
        ),
        ("20 empty-quote key", "\"\" = 1\n", [set([""], 2)], "\"\" = 2\n"),
        ("21 CRLF", "a = 1\r\n", [set("b", 2)], "a = 1\r\nb = 2\r\n"),
        (
            "43 CRLF inside triple quotes", "a = \"\"\"\r\nx\r\ny\"\"\"\r\n", [set("a", "p\nq")],
            "a = \"\"\"\r\np\r\nq\"\"\"\r\n"
        ),
        ("22 BOM insert", "\u{FEFF}", [set("a", 1)], "\u{FEFF}a = 1\n"),
        ("23 remove the last line, no final newline", "a = 1\nb = 2", [remove("b")], "a = 1"),
        ("23 remove the only line", "a = 1", [remove("a")], ""),
        ("25 type change", "a = 1 # c\n", [set("a", [1])], "a = [1] # c\n"),
        ("26 real keeps its point", "a = 1.0\n", [set("a", .real(3))], "a = 3.0\n"),
        ("27 hexadecimal equal", "a = 0xFF\n", [set("a", 255)], "a = 0xFF\n"),
        ("27 hexadecimal another", "a = 0x1F\n", [set("a", 32)], "a = 0x20\n"),
        ("27 hexadecimal with zeros", "a = 0x00ff\n", [set("a", 171)], "a = 0x00ab\n"),
        ("27 hexadecimal in capitals", "a = 0xDEAD_BEEF\n", [set("a", 255)], "a = 0xFF\n"),
        ("27 hexadecimal in uneven groups", "a = 0xBEEF_00\n", [set("a", 43981)], "a = 0xABCD\n"),
        ("27 octal another", "a = 0o755\n", [set("a", 420)], "a = 0o644\n"),
        ("27 binary another", "a = 0b0101\n", [set("a", 2)], "a = 0b0010\n"),
        ("27 no negative hexadecimal", "a = 0xFF\n", [set("a", -1)], "a = -1\n"),
        ("28 underscores another", "a = 1_000\n", [set("a", 1_234_567)], "a = 1_234_567\n"),
        ("28 underscores of less", "a = 1_000\n", [set("a", 7)], "a = 7\n"),
        ("28 underscores negative", "a = 1_000\n", [set("a", -54_321)], "a = -54_321\n"),
        ("28 uneven underscores", "a = 1_00_0000\n", [set("a", 12345)], "a = 12345\n"),
        ("28 underscores of a text", "a = \"_\"\n", [set("a", 32)], "a = 32\n"),
        ("28 plus stays", "a = +5\n", [set("a", 6)], "a = +6\n"),
        ("28 plus goes", "a = +5\n", [set("a", -6)], "a = -6\n"),
        ("28 underscores of a real", "a = 1_000.5\n", [set("a", 6_000)], "a = 6000\n"),
        ("28 underscores equal", "a = 1_000\n", [set("a", 1000)], "a = 1_000\n"),
        ("odd array equal", "a = [1,2 ,3 ]\n", [set("a", [1, 2, 3])], "a = [1,2 ,3 ]\n"),
        (
            "29 interleaved dotted keys", "a.x = 1\nb.x = 2\na.y = 3\n", [set("a/z", 4)],
            "a.x = 1\nb.x = 2\na.y = 3\na.z = 4\n"
        ),
        ("54 remove the last dotted key", "a.b = 1\nc = 2\n", [remove("a/b")], "c = 2\n"),
        ("31 remove keeps the comment above", "# about\na = 1 # own\n", [remove("a")], "# about\n"),
        (
            "32 remove table, next comment stays", "[t]\nx = 1\n\n# z\n[z]\n", [remove("t")],
            "# z\n[z]\n"
        ),
        (
            "33 remove inline entry in the middle", "a = { x = 1, y = 2, z = 3 }\n",
            [remove("a/y")], "a = { x = 1, z = 3 }\n"
        ),
        (
            "33 remove the last inline entry", "a = { x = 1, y = 2 }\n", [remove("a/y")],
            "a = { x = 1 }\n"
        ),
        ("33 remove the only inline entry", "a = { x = 1 }\n", [remove("a/x")], "a = {}\n"),
        (
            "34 remove item with its comment", "a = [\n  1, # one\n  2, # two\n  3 # three\n]\n",
            [remove("a/1")], "a = [\n  1, # one\n  3 # three\n]\n"
        ),
        (
            "34 remove last item with its comment", "a = [\n  1, # one\n  2 # two\n]\n",
            [remove("a/1")], "a = [\n  1 # one\n]\n"
        ),
        (
            "36 super-table after sub-table", "[a.b]\nx = 1\n[a]\ny = 1\n", [set("a/z", 1)],
            "[a.b]\nx = 1\n[a]\ny = 1\nz = 1\n"
        ),
        (
            "37 the last element's sub-table", "[[a]]\n[b]\n[a.c]\nx = 1\n", [set("a/0/c/x", 2)],
            "[[a]]\n[b]\n[a.c]\nx = 2\n"
        ),
        (
            "38 split array of tables", "[[a]]\nx = 1\n[b]\n[[a]]\nx = 2\n", [set("a/1/x", 3)],
            "[[a]]\nx = 1\n[b]\n[[a]]\nx = 3\n"
        ),
        (
            "all elements of tables removed", "[[a]]\nx = 1\n[[a]]\nx = 2\n", [set("a", [])],
            "a = []\n"
        ),
        (
            "40 literal with a quote at its end", "a = '''\nx\n'''\n", [set("a", "p\nq'")],
            "a = \"\"\"\np\nq'\"\"\"\n"
        ),
        ("41 quotes at the end", "a = \"\"\"x\"\"\"\"\"\n", [set("a", "y")], "a = \"\"\"y\"\"\"\n"),
        (
            "lines that are joined stay lines", "a = \"\"\"\\\n$user\\\n  $host\\\n\"\"\"\n",
            [set("a", "$user$hosts")], "a = \"\"\"\\\n$user\\\n  $hosts\\\n\"\"\"\n"
        ),
        (
            "a blank that joining lines would take", "a = \"\"\"x\\\n  yz\"\"\"\n",
            [set("a", "x z")], "a = \"x z\"\n"
        ),
        (
            "three single quotes stay", "a = '''[\"x\"]'''\n", [set("a", "[\"y\"]")],
            "a = '''[\"y\"]'''\n"
        ),
        ("an escape stays", "a = \"\\u00e9 x\"\n", [set("a", "é \"y")], "a = \"\\u00e9 \\\"y\"\n"),
        (
            "a character of two bytes", "a = \"xäy\"\n", [set("a", "xöy")], "a = \"xöy\"\n"
        ),
        (
            "42 line-ending backslash", "a = \"\"\"\\\n  x\"\"\"\n", [set("a", "x")],
            "a = \"\"\"\\\n  x\"\"\"\n"
        ),
        (
            "44 local date kept raw", "a = 1979-05-27\n", [set("a", .raw("1980-01-01"))],
            "a = 1980-01-01\n"
        ),
        (
            "45 date with a blank, equal", "a = 1979-05-27 07:32:00z\n",
            [set("a", .date(SettingDate(seconds: 296_638_320)))], "a = 1979-05-27 07:32:00z\n"
        ),
        ("46 infinity", "a = 1\n", [set("a", .real(-.infinity))], "a = -inf\n"),
        ("46 negative zero", "a = 0.0\n", [set("a", .real(-0.0))], "a = -0.0\n"),
        ("46 exponent", "a = 1\n", [set("a", .real(1e100))], "a = 1e+100\n"),
        ("47 64-bit minimum", "a = 1\n", [set("a", .integer(.min))], "a = -9223372036854775808\n"),
        (
            "49 comments between commas", "a = [ 1 # x\n , 2 # y\n ]\n", [set("a/0", 9)],
            "a = [ 9 # x\n , 2 # y\n ]\n"
        ),
        (
            "49 comments between nested arrays", "a = [ [ 1, # x\n  2 ], # y\n  [ 3 ] ]\n",
            [set("a/0/1", 9)], "a = [ [ 1, # x\n  9 ], # y\n  [ 3 ] ]\n"
        ),
        (
            "50 number signs in strings", "a = \"x # no\" # c\nb = '#'\n", [set("a", "# y")],
            "a = \"# y\" # c\nb = '#'\n"
        ),
        ("51 comment after header", "[t] # c\nx = 1\n", [set("t/y", 2)], "[t] # c\nx = 1\ny = 2\n"),
        (
            "53 dotted extended by header", "[f]\na.c = 1\n[f.a.t]\nd = 1\n", [set("f/a/e", 2)],
            "[f]\na.c = 1\na.e = 2\n[f.a.t]\nd = 1\n"
        ),
        (
            "55 dictionary over table", "[t]\nx = 1 # x\ny = 2\n", [set("t", ["x": 1, "z": 3])],
            "[t]\nx = 1 # x\nz = 3\n"
        ),
        (
            "56 comment block owned by the next header", "[t]\n# only comment\n\n# z\n[z]\n",
            [set("t/n", 1)], "[t]\nn = 1\n# only comment\n\n# z\n[z]\n"
        ),
        ("57 only comments", "# one\n# two\n", [set("a", 1)], "# one\n# two\na = 1\n"),
        ("57 empty file", "", [set("a/b", 1)], "a.b = 1\n"),
        (
            "nested key, no header", "a = 1\n# end\n", [set("terminal/bell", 5270)],
            "a = 1\nterminal.bell = 5270\n# end\n"
        ),
        (
            "nested key, headers", "[a]\nx = 1\n", [set("terminal/bell", 1)],
            "[a]\nx = 1\n\n[terminal]\nbell = 1\n"
        ),
        (
            "39 key with dot, hash and line feed", "a = 1\n", [set(["b.#]=\n"], 1)],
            "a = 1\n\"b.#]=\\n\" = 1\n"
        ),
        ("item in front", "a = [\"b\"]\n", [set("a", ["a", "b"])], "a = [\"a\", \"b\"]\n"),
        ("empty array filled", "a = []\n", [set("a/0", 1)], "a = [1]\n"),
        ("leaf over table", "[t]\nx = 1\n[t.u]\ny = 1\n", [set("t", 1)], "t = 1\n"),
        (
            "leaf over dotted group", "b.one = 1 # c\nb.two = 2\nz = 1\n", [set("b", "v")],
            "b = \"v\" # c\nz = 1\n"
        ),
        (
            "table over leaf", "b = 1 # c\nz = 1\n", [set("b", ["x": 1, "y": 2])],
            "b.x = 1 # c\nb.y = 2\nz = 1\n"
        ),
        ("blanks around dots", "a . b = 1\n", [set("a/c", 2)], "a . b = 1\na.c = 2\n"),
        ("data", "a = 1\n", [set("b", .data([1, 2, 3]))], "a = 1\nb = \"AQID\"\n"),
        ("1 comment after value", "a = 1 # c\n", [set("a", 2)], "a = 2 # c\n"),
        ("2 literal quotes kept", "a = 'x'\n", [set("a", "y\\z")], "a = 'y\\z'\n"),
        ("3 literal quotes impossible", "a = 'x'\n", [set("a", "it's")], "a = \"it's\"\n"),
        (
            "4 before the first table and its comment", "a = 1\n\n# t\n[t]\nx = 1\n", [set("b", 1)],
            "a = 1\nb = 1\n\n# t\n[t]\nx = 1\n"
        ),
        ("8 indented keys", "[t]\n  x = 1\n", [set("t/y", 1)], "[t]\n  x = 1\n  y = 1\n"),
        (
            "9 beside its dotted siblings", "a.x = 1\nb = 2\n", [set("a/y", 1)],
            "a.x = 1\na.y = 1\nb = 2\n"
        ),
        ("10 inline insert", "a = { x = 1 } # c\n", [set("a/y", 1)], "a = { x = 1, y = 1 } # c\n"),
        (
            "13 array append behind a comment", "a = [\n  1, # one\n  2 # two\n]\n",
            [set("a/2", 3)], "a = [\n  1, # one\n  2, # two\n  3\n]\n"
        ),
        (
            "17 element of tables appended", "[[p]]\nn = 1\n", [set("p/1", ["n": 2])],
            "[[p]]\nn = 1\n\n[[p]]\nn = 2\n"
        ),
        (
            "18 set in the second element", "[[p]]\nn = 1 # a\n[[p]]\nn = 2 # b\n",
            [set("p/1/n", 3)], "[[p]]\nn = 1 # a\n[[p]]\nn = 3 # b\n"
        ),
        (
            "19 key of an implied table", "[a.b]\nx = 1\n", [set("a/y", 1)],
            "[a.b]\nx = 1\n\n[a]\ny = 1\n"
        ),
        ("20 quoted key", "\"a.b\" = 1\n", [set(["a.b"], 2)], "\"a.b\" = 2\n"),
        ("22 byte order mark kept", "\u{FEFF}a = 1\n", [set("a", 2)], "\u{FEFF}a = 2\n"),
        ("23 no final newline", "a = 1", [set("b", 2)], "a = 1\nb = 2"),
        (
            "24 comment behind three quotes", "a = \"\"\"\nx\"\"\" # c\n", [set("a", "p\nq")],
            "a = \"\"\"\np\nq\"\"\" # c\n"
        ),
        (
            "30 header with blanks", "[ a . \"b\" ] # h\nx = 1\n", [set("a/b/y", 2)],
            "[ a . \"b\" ] # h\nx = 1\ny = 2\n"
        ),
        (
            "32 remove table with sub-tables", "[t]\nx = 1\n[t.u]\ny = 1\n\n# z\n[z]\n",
            [remove("t")], "# z\n[z]\n"
        ),
        (
            "35 remove element of tables", "[[p]]\nn = 1\n\n[[p]]\nn = 2\n", [remove("p/0")],
            "[[p]]\nn = 2\n"
        ),
        ("44 local time", "a = 07:32:00\n", [set("a", .raw("08:00:00"))], "a = 08:00:00\n"),
        (
            "44 local date and time, equal", "a = 1979-05-27 07:32:00\n",
            [set("a", .raw("1979-05-27 07:32:00"))], "a = 1979-05-27 07:32:00\n"
        ),
        (
            "45 digits of a fraction kept", "a = 1979-05-27T07:32:00.100Z\n",
            [set("a", .date(SettingDate(seconds: 296_638_320, nanoseconds: 100_000_000)))],
            "a = 1979-05-27T07:32:00.100Z\n"
        ),
        ("46 not a number", "a = 1\n", [set("a", .real(.nan))], "a = nan\n"),
        ("47 64-bit maximum", "a = 1\n", [set("a", .integer(.max))], "a = 9223372036854775807\n"),
        (
            "48 array of mixed types", "a = [1, \"x\", { y = 1 }]\n", [set("a/2/y", 2)],
            "a = [1, \"x\", { y = 2 }]\n"
        ),
        (
            "48 array of inline tables", "a = [{ y = 1 }, { y = 2 }]\n", [remove("a/0")],
            "a = [{ y = 2 }]\n"
        ),
    ]

    @Test(arguments: cases)
    func `comes out as it should`(example: EditCase) throws { try Format.toml.check(example) }

    @Test(arguments: [SettingValue.null, .array([.null]), .raw("12345678901234567890")])
    func `is refused when TOML can't hold the value`(_ value: SettingValue) throws {
        let error = #expect(throws: EditError.self) {
            try toml("a = 1\n").revised(by: DocumentChange(DocumentPath([.key("a")]), value))
        }
        #expect(error?.code == .unrepresentable)
    }

    @Test func `is refused when the whole file would be a value`() throws {
        let document = try toml("a = 1\n")
        let revision = document.revised(by: [DocumentChange(DocumentPath([]), .integer(1))])
        #expect(revision.refusals.count == 1)
        #expect(revision.document.bytes == document.bytes)
    }

    @Test func `is refused past an array's end`() throws {
        let change = DocumentChange(DocumentPath([.key("a"), .index(5)]), .integer(1))
        let error = #expect(throws: EditError.self) { try toml("a = [1]\n").revised(by: change) }
        #expect(error?.code == .noSuchPath)
    }
}
