// The nasty cases of YAML, one by one.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A nasty YAML file` {
    private static let scalars: [EditCase] = [
        ("1 comment after value", "a: 1 # c\n", [set("a", 2)], "a: 2 # c\n"),
        ("2 value below the key", "a:\n  1\nb: 2\n", [set("a", 2)], "a:\n  2\nb: 2\n"),
        ("3 empty value", "a:\nb: 1\n", [set("a", 2)], "a: 2\nb: 1\n"),
        ("4 empty value, comment", "a:  # c\n", [set("a", 2)], "a: 2  # c\n"),
        ("5 single quotes", "a: 'x'\n", [set("a", "it's")], "a: 'it''s'\n"),
        ("6 double quotes", "a: \"x\"\n", [set("a", "y")], "a: \"y\"\n"),
        ("7 y is a string", "a: x\n", [set("a", "y")], "a: \"y\"\n"),
        ("7 yes is a string", "a: x\n", [set("a", "yes")], "a: \"yes\"\n"),
        ("7 no is a string", "a: x\n", [set("a", "No")], "a: \"No\"\n"),
        ("7 yes over another word", "a: yes # c\n", [set("a", "no")], "a: no # c\n"),
        ("7 yes over one in quotes", "a: 'on'\n", [set("a", "off")], "a: 'off'\n"),
        ("7 yes over one with a tag", "a: !!str yes\n", [set("a", "no")], "a: \"no\"\n"),
        ("7 words in braces", "{a: on, \"b\":Yes}\n", [set("b", "No")], "{a: on, \"b\":No}\n"),
        (
            "7 y is a text to some", "a: yes\nb: y\n", [set("a", "n"), set("b", "no")],
            "a: \"n\"\nb: \"no\"\n"
        ),
        ("7 y over n", "a: n\n", [set("a", "y")], "a: y\n"),
        ("8 time of day", "a: x\n", [set("a", "12:30:45")], "a: \"12:30:45\"\n"),
        ("9 leading zeros", "a: x\n", [set("a", "007")], "a: \"007\"\n"),
        ("9 version", "a: x\n", [set("a", "1.20.0")], "a: 1.20.0\n"),
        ("9 address", "a: x\n", [set("a", "127.0.0.1:80")], "a: 127.0.0.1:80\n"),
        ("9 dot alone", "a: x\n", [set("a", ".")], "a: \".\"\n"),
        ("9 two dots", "a: x\n", [set("a", "..")], "a: ..\n"),
        ("10 colon and blank", "a: x\n", [set("a", "x: y")], "a: \"x: y\"\n"),
        ("11 address", "a: x\n", [set("a", "http://x/#z")], "a: http://x/#z\n"),
        (
            "12 literal over literal", "a: |\n    x\n    y\nb: 1\n", [set("a", "p\n\nq\n")],
            "a: |\n    p\n\n    q\nb: 1\n"
        ),
        ("13 literal with comment", "a: | # c\n  x\nb: 1\n", [set("a", 1)], "a: 1 # c\nb: 1\n"),
        ("14 literal at the very end", "a: |\n  x", [set("b", 1)], "a: |-\n  x\nb: 1"),
        ("14 folded at the very end", "a: >+\n  x", [set("b", 1)], "a: >-\n  x\nb: 1"),
        ("15 after kept blanks", "a: |+\n  x\n\n", [set("b", 1)], "a: |+\n  x\n\nb: 1\n"),
        ("16 after clipped", "a: |\n  x\n\n# e\n", [set("b", 1)], "a: |\n  x\nb: 1\n\n# e\n"),
        ("17 no final newline", "a: 1", [set("b", 2)], "a: 1\nb: 2"),
        ("18 CRLF", "a: 1\r\n# c\r\n", [set("b", 1)], "a: 1\r\nb: 1\r\n# c\r\n"),
        ("19 BOM", "\u{FEFF}a: 1\n", [set("a", 2)], "\u{FEFF}a: 2\n"),
        ("19 BOM, first removed", "\u{FEFF}a: 1\nb: 2\n", [remove("a")], "\u{FEFF}b: 2\n"),
        ("33 tag goes", "a: !!str 4\n", [set("a", 5)], "a: 5\n"),
        ("34 unused anchor stays", "a: &x 1\n", [set("a", 2)], "a: &x 2\n"),
        ("43 plain over lines", "a: x\n  y\n# c\n", [set("a", "z")], "a: z\n# c\n"),
        ("43 quoted over lines", "a: \"x\n  y\" # c\n", [set("a", "z")], "a: \"z\" # c\n"),
        ("44 tab before comment", "a: 1\t# c\n", [set("a", 2)], "a: 2\t# c\n"),
        ("45 emoji before", "ä: \"🙂\" # é\nb: 1\n", [set("b", 2)], "ä: \"🙂\" # é\nb: 2\n"),
        ("46 equal is untouched", "a: 0x10\n", [set("a", 16)], "a: 0x10\n"),
        ("46 hexadecimal another", "a: 0x1F # c\n", [set("a", 32)], "a: 0x20 # c\n"),
        ("46 octal another", "a: 0o755\n", [set("a", 420)], "a: 0o644\n"),
        ("46 underscores are text", "a: 1_000\n", [set("a", 1001)], "a: 1001\n"),
        ("46 in braces", "{a: 0x0f}\n", [set("a", 16)], "{a: 0x10}\n"),
        ("46 tilde is untouched", "a: ~\n", [set("a", .null)], "a: ~\n"),
        (
            "58 blanks longer than the indent", "a: |\n  x\n     \nb: 1\n", [set("b", 2)],
            "a: |\n  x\n     \nb: 2\n"
        ),
        ("59 NEL in text", "a: \"x\u{85}y\"\nb: 1\n", [set("b", 2)], "a: \"x\u{85}y\"\nb: 2\n"),
        ("59 lone CR", "a: 1\rb: 2\r", [set("c", 3)], "a: 1\rb: 2\rc: 3\r"),
        (
            "colors without a mark stay plain", "a: 222222ff\nb: 1e5\n",
            [set("a", "333333fd"), set("b", "2e5")], "a: 333333fd\nb: \"2e5\"\n"
        ),
        (
            "timestamps stay plain", "a: 2001-12-14T21:59:43Z\n",
            [set("a", "2026-11-21T09:30:00Z")], "a: 2026-11-21T09:30:00Z\n"
        ),
        ("data", "a: 1\n", [set("a", .data([1, 2, 3]))], "a: !!binary AQID\n"),
    ]

    private static let collections: [EditCase] = [
        (
            "20 four blanks", "a:\n    b: 1\nd: 2\n", [set("e/f", 1)],
            "a:\n    b: 1\nd: 2\ne:\n    f: 1\n"
        ),
        (
            "21 new nested path", "a:\n    b: 1\n", [set("x/y/z", 1)],
            "a:\n    b: 1\nx:\n    \"y\":\n        z: 1\n"
        ),
        ("22 dashes below the key", "a:\n- b\nc: 1\n", [set("a/1", "d")], "a:\n- b\n- d\nc: 1\n"),
        (
            "23 before a trailing comment", "s:\n  - a # 1\n  # t\nt: 1\n", [set("s/1", "c")],
            "s:\n  - a # 1\n  - c\n  # t\nt: 1\n"
        ),
        (
            "24 into an element", "s:\n  - a: 1\n  - d\n", [set("s/0/c", 1)],
            "s:\n  - a: 1\n    c: 1\n  - d\n"
        ),
        ("25 flow insert", "a: {b: 1} # c\n", [set("a/c", 1)], "a: {b: 1, c: 1} # c\n"),
        ("26 empty braces", "a: {}\n", [set("a/c", 1)], "a: {c: 1}\n"),
        ("26 brackets on two lines", "a: [\n]\n", [set("a/0", 1)], "a: [\n  1\n]\n"),
        (
            "26 comment alone between brackets", "a: {\n    # x\n}\n", [set("a/c", 1)],
            "a: {\n    # x\n    c: 1\n}\n"
        ),
        ("27 trailing comma", "a: {b: 1,}\n", [set("a/c", 1)], "a: {b: 1, c: 1}\n"),
        ("28 tall flow", "a: [\n  x\n]\n", [set("a/1", "z")], "a: [\n  x,\n  z\n]\n"),
        ("28 no blank line stays", "a: [x,\n  y,\n  z]\n", [remove("a/1")], "a: [x,\n  z]\n"),
        (
            "29 tall flow, comma, comment", "a: [\n  y, # w\n]\n", [set("a/1", "z")],
            "a: [\n  y, # w\n  z,\n]\n"
        ),
        (
            "29 two on a line with a comment", "a: {\n  b: 1, c: 2 # two\n}\n", [set("a/d", 3)],
            "a: {\n  b: 1, c: 2, # two\n  d: 3\n}\n"
        ),
        (
            "29 comment behind the first", "a: {b: 1, # one\n  }\n", [set("a/c", 2)],
            "a: {b: 1, # one\n    c: 2\n  }\n"
        ),
        ("30 flow key alone", "a: {k, l: 2}\n", [set("a/k", 1)], "a: {k: 1, l: 2}\n"),
        ("31 flow as JSON", "a: {\"k\":2}\n", [set("a/k", 1)], "a: {\"k\": 1}\n"),
        ("31 flow as JSON, insert", "a: {\"k\":2}\n", [set("a/l", 1)], "a: {\"k\":2, \"l\": 1}\n"),
        ("32 comma in flow text", "a: [z]\n", [set("a/0", "x, y")], "a: [\"x, y\"]\n"),
        ("37 markers", "---\na: 1\n...\n", [set("b", 1)], "---\na: 1\nb: 1\n...\n"),
        ("38 first of two", "a: 1\n---\nc: 2\n", [set("b", 1)], "a: 1\nb: 1\n---\nc: 2\n"),
        ("39 block to scalar", "a: # why\n  b: 1\nd: 3\n", [set("a", 1)], "a: 1 # why\nd: 3\n"),
        (
            "39 block to brackets keeps comments between",
            "a: # why\n  - b\n\n  # c\n  - c # d\n  # e\nd: 3\n", [set("a", [])],
            "a: [] # why\n  # c\n  # e\nd: 3\n"
        ),
        (
            "40 scalar to block", "a: 5  # why\nd: 3\n", [set("a", ["b": 1])],
            "a:  # why\n  b: 1\nd: 3\n"
        ),
        ("41 comments only", "# hello\n", [set("a", 1)], "# hello\na: 1\n"),
        ("41 marker and comment", "---\n# c\n", [set("a", 1)], "---\n# c\na: 1\n"),
        ("41 comments only, no line end", "# a\n# b", [set("a", 1)], "# a\n# b\na: 1"),
        ("42 empty file", "", [set("a", 1)], "a: 1\n"),
        ("37 marker only, no line end", "# a\n---", [set("a", 1)], "# a\n---\na: 1"),
        (
            "47 own comment above stays", "# a\na: 1\n# b\nb: 2 # x\n", [remove("b")],
            "# a\na: 1\n# b\n"
        ),
        ("48 only nested key", "a:\n  b: 1\nc: 2\n", [remove("a/b")], "a: {}\nc: 2\n"),
        ("48 only key of all", "# c\na: 1\n", [remove("a")], "# c\n"),
        ("49 first of an element", "- a: 1 # x\n  b: 2\n", [remove("0/a")], "- b: 2\n"),
        ("49 comment moves up", "- a: 1\n  # b\n  b: 2\n", [remove("0/a")], "- # b\n  b: 2\n"),
        ("50 after kept blanks", "a: |+\n  x\n\nb: 1\n", [remove("b")], "a: |+\n  x\n\n"),
        ("50 a block's own line end", "a: |\n  x\nb: 1", [remove("b")], "a: |\n  x\n"),
        ("53 flow, missing value", "{k: }\n", [set("m", 1)], "{k: , m: 1}\n"),
        ("54 question mark key", "? [a, b]\n: 1\n", [set("[a, b]", 2)], "? [a, b]\n: 2\n"),
        ("54 question mark alone", "? k\n? l\n", [set("k", 1)], "? k\n: 1\n? l\n"),
        ("54 beside question marks", "? k\n: 1\n", [set("l", 2)], "? k\n: 1\nl: 2\n"),
        ("54 question mark removed", "? k\n: 1\n? l\n: 2\n", [remove("k")], "? l\n: 2\n"),
        ("54 block below question mark", "? k\n: 1\n", [set("k", [1])], "? k\n:\n  - 1\n"),
        (
            "55 properties on their own lines", "a:\n  &x\n  !!map\n  b: 1\n", [set("a/b", 2)],
            "a:\n  &x\n  !!map\n  b: 2\n"
        ),
        (
            "elements keep their comments", "a:\n  - x # 1\n  # y\n  - y\n  - z # 3\n",
            [set("a", ["x", "new", "z"])], "a:\n  - x # 1\n  # y\n  - new\n  - z # 3\n"
        ),
        (
            "dictionary over dictionary", "a:\n  # b\n  b: 1 # one\n  c: 2\n",
            [set("a", ["b": 3, "d": 4])], "a:\n  # b\n  b: 3 # one\n  d: 4\n"
        ),
    ]

    private static let shared: [EditCase] = [
        ("35 alias replaced", "a: &x 1\nb: *x\n", [set("b", 2)], "a: &x 1\nb: 2\n"),
        (
            "36 merged key overridden", "b: &b\n  k: 1\nu:\n  <<: *b\n", [set("u/k", 2)],
            "b: &b\n  k: 1\nu:\n  <<: *b\n  k: 2\n"
        ),
        (
            "36 merged key removed", "b: &b\n  k: 1\nu:\n  <<: *b\n", [remove("u/k")],
            .refused(.shared)
        ),
        (
            "36 override removed", "b: &b\n  k: 1\nu:\n  <<: *b\n  k: 2\n", [remove("u/k")],
            .refused(.shared)
        ),
        ("51 used anchor", "a: &x {b: 1}\nc: *x\n", [set("a/b", 2)], .refused(.shared)),
        ("51 by the alias", "a: &x {b: 1}\nc: *x\n", [set("c/b", 2)], .refused(.shared)),
        ("52 used later", "a:\n  - &x 1\nc: *x\n", [remove("a")], .refused(.shared)),
        (
            "60 key over 1024 characters", "a: 1\n",
            [set([.key(String(repeating: "k", count: 1_025))], 1)], .refused(.unrepresentable)
        ),
    ]

    @Test(arguments: scalars + collections + shared)
    func `is edited or refused`(example: EditCase) throws { try Format.yaml.check(example) }

    @Test(arguments: [
        "!t x\n  y", "!t\n  x\n  y", "!t \"x\n  y\"", "!t |\n  x\n  y", "!t 'x\n\n  y'",
        "!!int >\n  x",
    ])
    func `a value over lines with a tag of its own can be set again`(source: String) throws {
        let document = try Format.yaml.parse(Array("a: \(source)\nb: 1\n".utf8))
        let value = try #require(document.root.value(at: "a"))
        let changed = document.revised(by: [set("a", "other")]).document
        let restored = changed.revised(by: [DocumentChange("a", value)])
        #expect(restored.refusals.isEmpty)
        #expect(restored.document.root.value(at: "a") == value)
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
