// The nasty cases of YAML, one by one.

import SettingsDocument
import SettingsModel
import Testing

/// One edit with what must come of it.
struct YAMLNastyCase: Sendable, CustomTestStringConvertible {
    var name: String
    var before: String
    var path: [PathElement]
    /// The value to set, or nil to remove.
    var value: SettingValue?
    /// The file after it, or nil where it's refused.
    var after: String?
    /// Why it is refused.
    var refusal: EditError.Code?

    var testDescription: String { name }

    /// A case that is edited.
    init(
        _ name: String,
        _ before: String,
        _ path: [PathElement],
        _ value: SettingValue?,
        _ after: String
    ) {
        self.name = name
        self.before = before
        self.path = path
        self.value = value
        self.after = after
    }

    /// A case that is deliberately refused.
    init(
        refused name: String,
        _ before: String,
        _ path: [PathElement],
        _ value: SettingValue?,
        as code: EditError.Code
    ) {
        self.name = name
        self.before = before
        self.path = path
        self.value = value
        refusal = code
    }
}

extension PathElement: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A key.
    public init(stringLiteral key: String) { self = .key(key) }
    /// A position.
    public init(integerLiteral index: Int) { self = .index(index) }
}

@Suite struct `A nasty YAML file` {
    private static let scalars: [YAMLNastyCase] = [
        .init("1 comment after value", "a: 1 # c\n", ["a"], .integer(2), "a: 2 # c\n"),
        .init("2 value below the key", "a:\n  1\nb: 2\n", ["a"], .integer(2), "a:\n  2\nb: 2\n"),
        .init("3 empty value", "a:\nb: 1\n", ["a"], .integer(2), "a: 2\nb: 1\n"),
        .init("4 empty value, comment", "a:  # c\n", ["a"], .integer(2), "a: 2  # c\n"),
        .init("5 single quotes", "a: 'x'\n", ["a"], .string("it's"), "a: 'it''s'\n"),
        .init("6 double quotes", "a: \"x\"\n", ["a"], .string("y"), "a: \"y\"\n"),
        .init("7 y is a string", "a: x\n", ["a"], .string("y"), "a: \"y\"\n"),
        .init("7 yes is a string", "a: x\n", ["a"], .string("yes"), "a: \"yes\"\n"),
        .init("7 no is a string", "a: x\n", ["a"], .string("No"), "a: \"No\"\n"),
        .init("8 time of day", "a: x\n", ["a"], .string("12:30:45"), "a: \"12:30:45\"\n"),
        .init("9 leading zeros", "a: x\n", ["a"], .string("007"), "a: \"007\"\n"),
        .init("10 colon and blank", "a: x\n", ["a"], .string("x: y"), "a: \"x: y\"\n"),
        .init("11 address", "a: x\n", ["a"], .string("http://x/#z"), "a: http://x/#z\n"),
        .init(
            "12 literal over literal",
            "a: |\n    x\n    y\nb: 1\n",
            ["a"],
            .string("p\n\nq\n"),
            "a: |\n    p\n\n    q\nb: 1\n"
        ),
        .init(
            "13 literal with comment",
            "a: | # c\n  x\nb: 1\n",
            ["a"],
            .integer(1),
            "a: 1 # c\nb: 1\n"
        ),
        .init("14 literal at the very end", "a: |\n  x", ["b"], .integer(1), "a: |-\n  x\nb: 1"),
        .init("14 folded at the very end", "a: >+\n  x", ["b"], .integer(1), "a: >-\n  x\nb: 1"),
        .init("15 after kept blanks", "a: |+\n  x\n\n", ["b"], .integer(1), "a: |+\n  x\n\nb: 1\n"),
        .init(
            "16 after clipped",
            "a: |\n  x\n\n# e\n",
            ["b"],
            .integer(1),
            "a: |\n  x\nb: 1\n\n# e\n"
        ),
        .init("17 no final newline", "a: 1", ["b"], .integer(2), "a: 1\nb: 2"),
        .init("18 CRLF", "a: 1\r\n# c\r\n", ["b"], .integer(1), "a: 1\r\nb: 1\r\n# c\r\n"),
        .init("19 BOM", "\u{FEFF}a: 1\n", ["a"], .integer(2), "\u{FEFF}a: 2\n"),
        .init("19 BOM, first removed", "\u{FEFF}a: 1\nb: 2\n", ["a"], nil, "\u{FEFF}b: 2\n"),
        .init("33 tag goes", "a: !!str 4\n", ["a"], .integer(5), "a: 5\n"),
        .init("34 unused anchor stays", "a: &x 1\n", ["a"], .integer(2), "a: &x 2\n"),
        .init("43 plain over lines", "a: x\n  y\n# c\n", ["a"], .string("z"), "a: z\n# c\n"),
        .init("43 quoted over lines", "a: \"x\n  y\" # c\n", ["a"], .string("z"), "a: \"z\" # c\n"),
        .init("44 tab before comment", "a: 1\t# c\n", ["a"], .integer(2), "a: 2\t# c\n"),
        .init(
            "45 emoji before",
            "ä: \"🙂\" # é\nb: 1\n",
            ["b"],
            .integer(2),
            "ä: \"🙂\" # é\nb: 2\n"
        ),
        .init("46 equal is untouched", "a: 0x10\n", ["a"], .integer(16), "a: 0x10\n"),
        .init("46 tilde is untouched", "a: ~\n", ["a"], .null, "a: ~\n"),
        .init(
            "58 blanks longer than the indent",
            "a: |\n  x\n     \nb: 1\n",
            ["b"],
            .integer(2),
            "a: |\n  x\n     \nb: 2\n"
        ),
        .init(
            "59 NEL in text",
            "a: \"x\u{85}y\"\nb: 1\n",
            ["b"],
            .integer(2),
            "a: \"x\u{85}y\"\nb: 2\n"
        ),
        .init("59 lone CR", "a: 1\rb: 2\r", ["c"], .integer(3), "a: 1\rb: 2\rc: 3\r"),
        .init(
            "timestamps stay plain",
            "a: 2001-12-14T21:59:43Z\n",
            ["a"],
            .string("2026-11-21T09:30:00Z"),
            "a: 2026-11-21T09:30:00Z\n"
        ),
        .init("data", "a: 1\n", ["a"], .data([1, 2, 3]), "a: !!binary AQID\n"),
    ]

    private static let collections: [YAMLNastyCase] = [
        .init(
            "20 four blanks",
            "a:\n    b: 1\nd: 2\n",
            ["e", "f"],
            .integer(1),
            "a:\n    b: 1\nd: 2\ne:\n    f: 1\n"
        ),
        .init(
            "21 new nested path",
            "a:\n    b: 1\n",
            ["x", "y", "z"],
            .integer(1),
            "a:\n    b: 1\nx:\n    \"y\":\n        z: 1\n"
        ),
        .init(
            "22 dashes below the key",
            "a:\n- b\nc: 1\n",
            ["a", 1],
            .string("d"),
            "a:\n- b\n- d\nc: 1\n"
        ),
        .init(
            "23 before a trailing comment",
            "s:\n  - a # 1\n  # t\nt: 1\n",
            ["s", 1],
            .string("c"),
            "s:\n  - a # 1\n  - c\n  # t\nt: 1\n"
        ),
        .init(
            "24 into an element",
            "s:\n  - a: 1\n  - d\n",
            ["s", 0, "c"],
            .integer(1),
            "s:\n  - a: 1\n    c: 1\n  - d\n"
        ),
        .init(
            "25 flow insert",
            "a: {b: 1} # c\n",
            ["a", "c"],
            .integer(1),
            "a: {b: 1, c: 1} # c\n"
        ),
        .init("26 empty braces", "a: {}\n", ["a", "c"], .integer(1), "a: {c: 1}\n"),
        .init("26 brackets on two lines", "a: [\n]\n", ["a", 0], .integer(1), "a: [\n  1\n]\n"),
        .init(
            "26 comment alone between brackets",
            "a: {\n    # x\n}\n",
            ["a", "c"],
            .integer(1),
            "a: {\n    # x\n    c: 1\n}\n"
        ),
        .init("27 trailing comma", "a: {b: 1,}\n", ["a", "c"], .integer(1), "a: {b: 1, c: 1}\n"),
        .init("28 tall flow", "a: [\n  x\n]\n", ["a", 1], .string("z"), "a: [\n  x,\n  z\n]\n"),
        .init("28 no blank line stays", "a: [x,\n  y,\n  z]\n", ["a", 1], nil, "a: [x,\n  z]\n"),
        .init(
            "29 tall flow, comma, comment",
            "a: [\n  y, # w\n]\n",
            ["a", 1],
            .string("z"),
            "a: [\n  y, # w\n  z,\n]\n"
        ),
        .init(
            "29 two on a line with a comment",
            "a: {\n  b: 1, c: 2 # two\n}\n",
            ["a", "d"],
            .integer(3),
            "a: {\n  b: 1, c: 2, # two\n  d: 3\n}\n"
        ),
        .init(
            "29 comment behind the first",
            "a: {b: 1, # one\n  }\n",
            ["a", "c"],
            .integer(2),
            "a: {b: 1, # one\n    c: 2\n  }\n"
        ),
        .init("30 flow key alone", "a: {k, l: 2}\n", ["a", "k"], .integer(1), "a: {k: 1, l: 2}\n"),
        .init("31 flow as JSON", "a: {\"k\":2}\n", ["a", "k"], .integer(1), "a: {\"k\": 1}\n"),
        .init(
            "31 flow as JSON, insert",
            "a: {\"k\":2}\n",
            ["a", "l"],
            .integer(1),
            "a: {\"k\":2, \"l\": 1}\n"
        ),
        .init("32 comma in flow text", "a: [z]\n", ["a", 0], .string("x, y"), "a: [\"x, y\"]\n"),
        .init("37 markers", "---\na: 1\n...\n", ["b"], .integer(1), "---\na: 1\nb: 1\n...\n"),
        .init(
            "38 first of two",
            "a: 1\n---\nc: 2\n",
            ["b"],
            .integer(1),
            "a: 1\nb: 1\n---\nc: 2\n"
        ),
        .init(
            "39 block to scalar",
            "a: # why\n  b: 1\nd: 3\n",
            ["a"],
            .integer(1),
            "a: 1 # why\nd: 3\n"
        ),
        .init(
            "40 scalar to block",
            "a: 5  # why\nd: 3\n",
            ["a"],
            .dictionary([.init("b", .integer(1))]),
            "a:  # why\n  b: 1\nd: 3\n"
        ),
        .init("41 comments only", "# hello\n", ["a"], .integer(1), "# hello\na: 1\n"),
        .init("41 marker and comment", "---\n# c\n", ["a"], .integer(1), "---\n# c\na: 1\n"),
        .init("41 comments only, no line end", "# a\n# b", ["a"], .integer(1), "# a\n# b\na: 1"),
        .init("42 empty file", "", ["a"], .integer(1), "a: 1\n"),
        .init("37 marker only, no line end", "# a\n---", ["a"], .integer(1), "# a\n---\na: 1"),
        .init(
            "47 own comment above stays",
            "# a\na: 1\n# b\nb: 2 # x\n",
            ["b"],
            nil,
            "# a\na: 1\n# b\n"
        ),
        .init("48 only nested key", "a:\n  b: 1\nc: 2\n", ["a", "b"], nil, "a: {}\nc: 2\n"),
        .init("48 only key of all", "# c\na: 1\n", ["a"], nil, "# c\n"),
        .init("49 first of an element", "- a: 1 # x\n  b: 2\n", [0, "a"], nil, "- b: 2\n"),
        .init("49 comment moves up", "- a: 1\n  # b\n  b: 2\n", [0, "a"], nil, "- # b\n  b: 2\n"),
        .init("50 after kept blanks", "a: |+\n  x\n\nb: 1\n", ["b"], nil, "a: |+\n  x\n\n"),
        .init("50 a block's own line end", "a: |\n  x\nb: 1", ["b"], nil, "a: |\n  x\n"),
        .init("53 flow, missing value", "{k: }\n", ["m"], .integer(1), "{k: , m: 1}\n"),
        .init(
            "54 question mark key",
            "? [a, b]\n: 1\n",
            ["[a, b]"],
            .integer(2),
            "? [a, b]\n: 2\n"
        ),
        .init("54 question mark alone", "? k\n? l\n", ["k"], .integer(1), "? k\n: 1\n? l\n"),
        .init("54 beside question marks", "? k\n: 1\n", ["l"], .integer(2), "? k\n: 1\nl: 2\n"),
        .init("54 question mark removed", "? k\n: 1\n? l\n: 2\n", ["k"], nil, "? l\n: 2\n"),
        .init(
            "54 block below question mark",
            "? k\n: 1\n",
            ["k"],
            .array([.integer(1)]),
            "? k\n:\n  - 1\n"
        ),
        .init(
            "55 properties on their own lines",
            "a:\n  &x\n  !!map\n  b: 1\n",
            ["a", "b"],
            .integer(2),
            "a:\n  &x\n  !!map\n  b: 2\n"
        ),
        .init(
            "elements keep their comments",
            "a:\n  - x # 1\n  # y\n  - y\n  - z # 3\n",
            ["a"],
            .array([.string("x"), .string("new"), .string("z")]),
            "a:\n  - x # 1\n  # y\n  - new\n  - z # 3\n"
        ),
        .init(
            "dictionary over dictionary",
            "a:\n  # b\n  b: 1 # one\n  c: 2\n",
            ["a"],
            .dictionary([.init("b", .integer(3)), .init("d", .integer(4))]),
            "a:\n  # b\n  b: 3 # one\n  d: 4\n"
        ),
    ]

    private static let shared: [YAMLNastyCase] = [
        .init("35 alias replaced", "a: &x 1\nb: *x\n", ["b"], .integer(2), "a: &x 1\nb: 2\n"),
        .init(
            "36 merged key overridden",
            "b: &b\n  k: 1\nu:\n  <<: *b\n",
            ["u", "k"],
            .integer(2),
            "b: &b\n  k: 1\nu:\n  <<: *b\n  k: 2\n"
        ),
        .init(
            refused: "36 merged key removed",
            "b: &b\n  k: 1\nu:\n  <<: *b\n",
            ["u", "k"],
            nil,
            as: .shared
        ),
        .init(
            refused: "36 override removed",
            "b: &b\n  k: 1\nu:\n  <<: *b\n  k: 2\n",
            ["u", "k"],
            nil,
            as: .shared
        ),
        .init(
            refused: "51 used anchor",
            "a: &x {b: 1}\nc: *x\n",
            ["a", "b"],
            .integer(2),
            as: .shared
        ),
        .init(
            refused: "51 by the alias",
            "a: &x {b: 1}\nc: *x\n",
            ["c", "b"],
            .integer(2),
            as: .shared
        ),
        .init(refused: "52 used later", "a:\n  - &x 1\nc: *x\n", ["a"], nil, as: .shared),
        .init(
            refused: "60 key over 1024 characters",
            "a: 1\n",
            [.key(String(repeating: "k", count: 1_025))],
            .integer(1),
            as: .unrepresentable
        ),
    ]

    @Test(arguments: scalars + collections + shared)
    func `is edited or refused`(_ nasty: YAMLNastyCase) throws {
        let document = try Format.yaml.parse(Array(nasty.before.utf8))
        let change = DocumentChange(DocumentPath(nasty.path), nasty.value)

        let revision = document.revised(by: [change])

        #expect(revision.refusals.first?.error.code == nasty.refusal)
        let after = String(decoding: revision.document.bytes, as: UTF8.self)
        #expect(after == nasty.after ?? nasty.before)
    }

    private static let bomb =
        "a0: &a0 [x]\n"
        + (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()

    private static let unreadable: [(String, String, DocumentError.Code, line: Int)] = [
        ("56 duplicate key", "a: 1\nb: 2\na: 3\n", .duplicate, 3),
        ("57 alias bomb", bomb, .tooMany, 16),
        ("57 alias of itself", "a: &a\n  - *a\n", .syntax, 2),
        ("60 key over 1024", String(repeating: "k", count: 1_025) + ": 1\n", .syntax, 1),
        ("60 deep brackets", String(repeating: "[", count: 1_001), .tooDeep, 1),
        ("60 deep dashes", String(repeating: "- ", count: 600) + "a\n", .tooDeep, 1),
        ("60 UTF-16", "\u{FFFE}", .control, 1),
        ("NUL", "a: 1\nb: \"\0\"\n", .control, 2),
        ("59 tab after a dash", "a:\n-\tb\n", .syntax, 2),
        ("tab as indentation", "a:\n\tb: 1\n", .syntax, 2),
        ("unclosed bracket", "a: 1\nb: [x,\ny\n", .syntax, 2),
        ("unclosed bracket behind a comma", "a: {x: 1,\n", .syntax, 1),
        ("half a character", "a: 1\nb: \"\\ud83d\"\n", .syntax, 2),
        ("unclosed quote", "a: 1\nb: \"x\n", .syntax, 2),
        ("unknown alias", "a: *x\n", .syntax, 1),
        ("unknown tag handle", "a: !x!y z\n", .syntax, 1),
        ("two values", "a: 1\nb\n", .syntax, 2),
        ("no document marker", "a: 1\n...\nb: 2\n", .syntax, 3),
    ]

    @Test(arguments: unreadable)
    func `is refused with its place`(
        name: String,
        text: String,
        code: DocumentError.Code,
        line: Int
    ) {
        let error = #expect(throws: DocumentError.self) {
            try Format.yaml.parse(Array(text.utf8))
        }
        #expect(error?.code == code, "\(name): \(error?.problem ?? "")")
        #expect(error?.place.line == line, "\(name): \(error?.problem ?? "")")
    }

    @Test(arguments: [
        ([0xFF, 0xFE, 0x61, 0x00] as [UInt8], DocumentError.Code.encoding),
        ([0x61, 0x00, 0x3A, 0x00], .encoding), ([0x61, 0x3A, 0x20, 0xC3, 0x28], .utf8),
    ])
    func `is refused in another encoding`(bytes: [UInt8], code: DocumentError.Code) {
        let error = #expect(throws: DocumentError.self) { try Format.yaml.parse(bytes) }
        #expect(error?.code == code)
    }
}
