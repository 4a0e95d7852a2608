// The TOML cases that break editors, by name.

import SettingsDocument
import SettingsModel
import Testing

/// One nasty case; `path` is dotted, with `#0` for a position.
struct TOMLNastyCase: Sendable, CustomTestStringConvertible {
    var name: String
    var before: String
    var path: String
    var value: SettingValue?
    var after: String

    init(_ name: String, _ before: String, _ path: String, _ value: SettingValue?, _ after: String)
    {
        self.name = name
        self.before = before
        self.path = path
        self.value = value
        self.after = after
    }

    var testDescription: String { name }

    var change: DocumentChange {
        // Not a path to the parser: an empty key, or one with a control character.
        let segments = (try? SettingKeyPath(parsing: path).segments) ?? [path]
        return DocumentChange(
            DocumentPath(
                segments.map { segment in
                    guard segment.hasPrefix("#"), let index = Int(segment.dropFirst()) else {
                        return .key(segment)
                    }
                    return .index(index)
                }
            ),
            value
        )
    }
}

/// Reads text that the test knows to be right.
func toml(_ text: String) throws -> TOMLDocument {
    try TOMLDocument(Array(text.utf8), as: .toml, limits: .standard)
}

@Suite struct `A nasty TOML case` {
    static let cases: [TOMLNastyCase] = [
        .init("5 root with only tables", "[t]\nx = 1\n", "n", .integer(1), "n = 1\n\n[t]\nx = 1\n"),
        .init(
            "6 insert before sub-table",
            "[t]\n[t.u]\n",
            "t.n",
            .integer(1),
            "[t]\nn = 1\n[t.u]\n"
        ),
        .init("7 empty table", "[t]\n", "t.n", .integer(1), "[t]\nn = 1\n"),
        .init("11 empty inline table", "a = {}\n", "a.n", .integer(1), "a = { n = 1 }\n"),
        .init(
            "12 dotted in inline",
            "a = { b.c = 1 }\n",
            "a.b.d",
            .integer(2),
            "a = { b.c = 1, b.d = 2 }\n"
        ),
        .init(
            "14 array trailing comma",
            "a = [\n  1,\n]\n",
            "a.#1",
            .integer(2),
            "a = [\n  1,\n  2,\n]\n"
        ),
        .init("15 one-line array", "a = [1, 2]\n", "a.#2", .integer(3), "a = [1, 2, 3]\n"),
        .init(
            "16 new section after subtree",
            "[t]\n[t.v]\nx = 1\n[z]\n",
            "t.u.k",
            .integer(1),
            "[t]\n[t.v]\nx = 1\n\n[t.u]\nk = 1\n\n[z]\n"
        ),
        .init("20 empty-quote key", "\"\" = 1\n", "", .integer(2), "\"\" = 2\n"),
        .init("21 CRLF", "a = 1\r\n", "b", .integer(2), "a = 1\r\nb = 2\r\n"),
        .init(
            "43 CRLF inside triple quotes",
            "a = \"\"\"\r\nx\r\ny\"\"\"\r\n",
            "a",
            .string("p\nq"),
            "a = \"\"\"\r\np\r\nq\"\"\"\r\n"
        ),
        .init("22 BOM insert", "\u{FEFF}", "a", .integer(1), "\u{FEFF}a = 1\n"),
        .init("23 remove the last line, no final newline", "a = 1\nb = 2", "b", nil, "a = 1"),
        .init("23 remove the only line", "a = 1", "a", nil, ""),
        .init("25 type change", "a = 1 # c\n", "a", .array([.integer(1)]), "a = [1] # c\n"),
        .init("26 real keeps its point", "a = 1.0\n", "a", .real(3), "a = 3.0\n"),
        .init("27 hexadecimal equal", "a = 0xFF\n", "a", .integer(255), "a = 0xFF\n"),
        .init("28 underscores equal", "a = 1_000\n", "a", .integer(1000), "a = 1_000\n"),
        .init(
            "odd array equal",
            "a = [1,2 ,3 ]\n",
            "a",
            .array([.integer(1), .integer(2), .integer(3)]),
            "a = [1,2 ,3 ]\n"
        ),
        .init(
            "29 interleaved dotted keys",
            "a.x = 1\nb.x = 2\na.y = 3\n",
            "a.z",
            .integer(4),
            "a.x = 1\nb.x = 2\na.y = 3\na.z = 4\n"
        ),
        .init("54 remove the last dotted key", "a.b = 1\nc = 2\n", "a.b", nil, "c = 2\n"),
        .init("31 remove keeps the comment above", "# about\na = 1 # own\n", "a", nil, "# about\n"),
        .init(
            "32 remove table, next comment stays",
            "[t]\nx = 1\n\n# z\n[z]\n",
            "t",
            nil,
            "# z\n[z]\n"
        ),
        .init(
            "33 remove inline entry in the middle",
            "a = { x = 1, y = 2, z = 3 }\n",
            "a.y",
            nil,
            "a = { x = 1, z = 3 }\n"
        ),
        .init(
            "33 remove the last inline entry",
            "a = { x = 1, y = 2 }\n",
            "a.y",
            nil,
            "a = { x = 1 }\n"
        ),
        .init("33 remove the only inline entry", "a = { x = 1 }\n", "a.x", nil, "a = {}\n"),
        .init(
            "34 remove item with its comment",
            "a = [\n  1, # one\n  2, # two\n  3 # three\n]\n",
            "a.#1",
            nil,
            "a = [\n  1, # one\n  3 # three\n]\n"
        ),
        .init(
            "34 remove last item with its comment",
            "a = [\n  1, # one\n  2 # two\n]\n",
            "a.#1",
            nil,
            "a = [\n  1 # one\n]\n"
        ),
        .init(
            "36 super-table after sub-table",
            "[a.b]\nx = 1\n[a]\ny = 1\n",
            "a.z",
            .integer(1),
            "[a.b]\nx = 1\n[a]\ny = 1\nz = 1\n"
        ),
        .init(
            "37 the last element's sub-table",
            "[[a]]\n[b]\n[a.c]\nx = 1\n",
            "a.#0.c.x",
            .integer(2),
            "[[a]]\n[b]\n[a.c]\nx = 2\n"
        ),
        .init(
            "38 split array of tables",
            "[[a]]\nx = 1\n[b]\n[[a]]\nx = 2\n",
            "a.#1.x",
            .integer(3),
            "[[a]]\nx = 1\n[b]\n[[a]]\nx = 3\n"
        ),
        .init(
            "all elements of tables removed",
            "[[a]]\nx = 1\n[[a]]\nx = 2\n",
            "a",
            .array([]),
            "a = []\n"
        ),
        .init(
            "40 literal with a quote at its end",
            "a = '''\nx\n'''\n",
            "a",
            .string("p\nq'"),
            "a = \"\"\"\np\nq'\"\"\"\n"
        ),
        .init("41 quotes at the end", "a = \"\"\"x\"\"\"\"\"\n", "a", .string("y"), "a = \"y\"\n"),
        .init(
            "42 line-ending backslash",
            "a = \"\"\"\\\n  x\"\"\"\n",
            "a",
            .string("x"),
            "a = \"\"\"\\\n  x\"\"\"\n"
        ),
        .init(
            "44 local date kept raw",
            "a = 1979-05-27\n",
            "a",
            .raw("1980-01-01"),
            "a = 1980-01-01\n"
        ),
        .init(
            "45 date with a blank, equal",
            "a = 1979-05-27 07:32:00z\n",
            "a",
            .date(SettingDate(seconds: 296_638_320)),
            "a = 1979-05-27 07:32:00z\n"
        ),
        .init("46 infinity", "a = 1\n", "a", .real(-.infinity), "a = -inf\n"),
        .init("46 negative zero", "a = 0.0\n", "a", .real(-0.0), "a = -0.0\n"),
        .init("46 exponent", "a = 1\n", "a", .real(1e100), "a = 1e+100\n"),
        .init("47 64-bit minimum", "a = 1\n", "a", .integer(.min), "a = -9223372036854775808\n"),
        .init(
            "49 comments between commas",
            "a = [ 1 # x\n , 2 # y\n ]\n",
            "a.#0",
            .integer(9),
            "a = [ 9 # x\n , 2 # y\n ]\n"
        ),
        .init(
            "49 comments between nested arrays",
            "a = [ [ 1, # x\n  2 ], # y\n  [ 3 ] ]\n",
            "a.#0.#1",
            .integer(9),
            "a = [ [ 1, # x\n  9 ], # y\n  [ 3 ] ]\n"
        ),
        .init(
            "50 number signs in strings",
            "a = \"x # no\" # c\nb = '#'\n",
            "a",
            .string("# y"),
            "a = \"# y\" # c\nb = '#'\n"
        ),
        .init(
            "51 comment after header",
            "[t] # c\nx = 1\n",
            "t.y",
            .integer(2),
            "[t] # c\nx = 1\ny = 2\n"
        ),
        .init(
            "53 dotted extended by header",
            "[f]\na.c = 1\n[f.a.t]\nd = 1\n",
            "f.a.e",
            .integer(2),
            "[f]\na.c = 1\na.e = 2\n[f.a.t]\nd = 1\n"
        ),
        .init(
            "55 dictionary over table",
            "[t]\nx = 1 # x\ny = 2\n",
            "t",
            .dictionary([.init("x", .integer(1)), .init("z", .integer(3))]),
            "[t]\nx = 1 # x\nz = 3\n"
        ),
        .init(
            "56 comment block owned by the next header",
            "[t]\n# only comment\n\n# z\n[z]\n",
            "t.n",
            .integer(1),
            "[t]\nn = 1\n# only comment\n\n# z\n[z]\n"
        ),
        .init("57 only comments", "# one\n# two\n", "a", .integer(1), "# one\n# two\na = 1\n"),
        .init("57 empty file", "", "a.b", .integer(1), "a.b = 1\n"),
        .init(
            "nested key, no header",
            "a = 1\n# end\n",
            "terminal.bell",
            .integer(5270),
            "a = 1\nterminal.bell = 5270\n# end\n"
        ),
        .init(
            "nested key, headers",
            "[a]\nx = 1\n",
            "terminal.bell",
            .integer(1),
            "[a]\nx = 1\n\n[terminal]\nbell = 1\n"
        ),
        .init(
            "39 key with dot, hash and line feed",
            "a = 1\n",
            "b.#]=\n",
            .integer(1),
            "a = 1\n\"b.#]=\\n\" = 1\n"
        ),
        .init(
            "item in front",
            "a = [\"b\"]\n",
            "a",
            .array([.string("a"), .string("b")]),
            "a = [\"a\", \"b\"]\n"
        ),
        .init("empty array filled", "a = []\n", "a.#0", .integer(1), "a = [1]\n"),
        .init("leaf over table", "[t]\nx = 1\n[t.u]\ny = 1\n", "t", .integer(1), "t = 1\n"),
        .init(
            "leaf over dotted group",
            "b.one = 1 # c\nb.two = 2\nz = 1\n",
            "b",
            .string("v"),
            "b = \"v\" # c\nz = 1\n"
        ),
        .init(
            "table over leaf",
            "b = 1 # c\nz = 1\n",
            "b",
            .dictionary([.init("x", .integer(1)), .init("y", .integer(2))]),
            "b.x = 1 # c\nb.y = 2\nz = 1\n"
        ),
        .init("blanks around dots", "a . b = 1\n", "a.c", .integer(2), "a . b = 1\na.c = 2\n"),
        .init("data", "a = 1\n", "b", .data([1, 2, 3]), "a = 1\nb = \"AQID\"\n"),
        .init(
            "1 comment after value",
            "a = 1 # c\n",
            "a",
            .integer(2),
            "a = 2 # c\n"
        ),
        .init(
            "2 literal quotes kept",
            "a = 'x'\n",
            "a",
            .string("y\\z"),
            "a = 'y\\z'\n"
        ),
        .init(
            "3 literal quotes impossible",
            "a = 'x'\n",
            "a",
            .string("it's"),
            "a = \"it's\"\n"
        ),
        .init(
            "4 before the first table and its comment",
            "a = 1\n\n# t\n[t]\nx = 1\n",
            "b",
            .integer(1),
            "a = 1\nb = 1\n\n# t\n[t]\nx = 1\n"
        ),
        .init(
            "8 indented keys",
            "[t]\n  x = 1\n",
            "t.y",
            .integer(1),
            "[t]\n  x = 1\n  y = 1\n"
        ),
        .init(
            "9 beside its dotted siblings",
            "a.x = 1\nb = 2\n",
            "a.y",
            .integer(1),
            "a.x = 1\na.y = 1\nb = 2\n"
        ),
        .init(
            "10 inline insert",
            "a = { x = 1 } # c\n",
            "a.y",
            .integer(1),
            "a = { x = 1, y = 1 } # c\n"
        ),
        .init(
            "13 array append behind a comment",
            "a = [\n  1, # one\n  2 # two\n]\n",
            "a.#2",
            .integer(3),
            "a = [\n  1, # one\n  2, # two\n  3\n]\n"
        ),
        .init(
            "17 element of tables appended",
            "[[p]]\nn = 1\n",
            "p.#1",
            .dictionary([.init("n", .integer(2))]),
            "[[p]]\nn = 1\n\n[[p]]\nn = 2\n"
        ),
        .init(
            "18 set in the second element",
            "[[p]]\nn = 1 # a\n[[p]]\nn = 2 # b\n",
            "p.#1.n",
            .integer(3),
            "[[p]]\nn = 1 # a\n[[p]]\nn = 3 # b\n"
        ),
        .init(
            "19 key of an implied table",
            "[a.b]\nx = 1\n",
            "a.y",
            .integer(1),
            "[a.b]\nx = 1\n\n[a]\ny = 1\n"
        ),
        .init(
            "20 quoted key",
            "\"a.b\" = 1\n",
            "\"a.b\"",
            .integer(2),
            "\"a.b\" = 2\n"
        ),
        .init(
            "22 byte order mark kept",
            "\u{FEFF}a = 1\n",
            "a",
            .integer(2),
            "\u{FEFF}a = 2\n"
        ),
        .init(
            "23 no final newline",
            "a = 1",
            "b",
            .integer(2),
            "a = 1\nb = 2"
        ),
        .init(
            "24 comment behind three quotes",
            "a = \"\"\"\nx\"\"\" # c\n",
            "a",
            .string("p\nq"),
            "a = \"\"\"\np\nq\"\"\" # c\n"
        ),
        .init(
            "30 header with blanks",
            "[ a . \"b\" ] # h\nx = 1\n",
            "a.b.y",
            .integer(2),
            "[ a . \"b\" ] # h\nx = 1\ny = 2\n"
        ),
        .init(
            "32 remove table with sub-tables",
            "[t]\nx = 1\n[t.u]\ny = 1\n\n# z\n[z]\n",
            "t",
            nil,
            "# z\n[z]\n"
        ),
        .init(
            "35 remove element of tables",
            "[[p]]\nn = 1\n\n[[p]]\nn = 2\n",
            "p.#0",
            nil,
            "[[p]]\nn = 2\n"
        ),
        .init(
            "44 local time",
            "a = 07:32:00\n",
            "a",
            .raw("08:00:00"),
            "a = 08:00:00\n"
        ),
        .init(
            "44 local date and time, equal",
            "a = 1979-05-27 07:32:00\n",
            "a",
            .raw("1979-05-27 07:32:00"),
            "a = 1979-05-27 07:32:00\n"
        ),
        .init(
            "45 digits of a fraction kept",
            "a = 1979-05-27T07:32:00.100Z\n",
            "a",
            .date(SettingDate(seconds: 296_638_320, nanoseconds: 100_000_000)),
            "a = 1979-05-27T07:32:00.100Z\n"
        ),
        .init(
            "46 not a number",
            "a = 1\n",
            "a",
            .real(.nan),
            "a = nan\n"
        ),
        .init(
            "47 64-bit maximum",
            "a = 1\n",
            "a",
            .integer(.max),
            "a = 9223372036854775807\n"
        ),
        .init(
            "48 array of mixed types",
            "a = [1, \"x\", { y = 1 }]\n",
            "a.#2.y",
            .integer(2),
            "a = [1, \"x\", { y = 2 }]\n"
        ),
        .init(
            "48 array of inline tables",
            "a = [{ y = 1 }, { y = 2 }]\n",
            "a.#0",
            nil,
            "a = [{ y = 2 }]\n"
        ),
    ]

    @Test(arguments: cases)
    func `comes out as it should`(_ nasty: TOMLNastyCase) throws {
        let revision = try toml(nasty.before).revised(by: nasty.change)

        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == nasty.after)
    }

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
