// The nasty cases of JSON, JSON with comments and JSON5, one by one.

import SettingsDocument
import SettingsModel
import Testing

/// One edit and its exact result.
struct ByteCase: Sendable, CustomTestStringConvertible {
    var name: String
    var format: Format
    var before: String
    var changes: [DocumentChange]
    var after: String

    init(
        _ name: String,
        _ format: Format,
        _ before: String,
        _ changes: [DocumentChange],
        _ after: String
    ) {
        self.name = name
        self.format = format
        self.before = before
        self.changes = changes
        self.after = after
    }

    var testDescription: String { name }

    /// Makes the edit and compares the bytes.
    func check() throws {
        let revision = try format.parse(Array(before.utf8)).revised(by: changes)
        #expect(revision.refusals.isEmpty)
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == after)
    }
}

func set(_ path: DocumentPath, _ value: SettingValue) -> DocumentChange {
    DocumentChange(path, value)
}
func remove(_ path: DocumentPath) -> DocumentChange { DocumentChange(path, nil) }

private let one = SettingValue.integer(1)
private let x = SettingValue.string("x")

@Suite struct `A nasty JSON case` {
    static let cases: [ByteCase] = [
        .init(
            "trailing comma kept",
            .jsonc,
            "{\n  \"a\": 1,\n}",
            [set("b", one)],
            "{\n  \"a\": 1,\n  \"b\": 1,\n}"
        ),
        .init(
            "trailing comma and comment",
            .jsonc,
            "{\n  \"a\": 1, // a\n}",
            [set("b", one)],
            "{\n  \"a\": 1, // a\n  \"b\": 1,\n}"
        ),
        .init(
            "commented-out member below",
            .jsonc,
            "{\n  \"a\": 1 // a\n  // \"z\": 2\n}",
            [set("b", one)],
            "{\n  \"a\": 1, // a\n  \"b\": 1\n  // \"z\": 2\n}"
        ),
        .init("empty on two lines", .json, "{\n}", [set("a", one)], "{\n  \"a\": 1\n}"),
        .init(
            "mixed indentation",
            .json,
            "{\n\t\"a\": {\n    \"x\": 1\n\t},\n  \"b\": 2\n}\n",
            [set("a/y", one), set("c", one)],
            "{\n\t\"a\": {\n    \"x\": 1,\n    \"y\": 1\n\t},\n  \"b\": 2,\n  \"c\": 1\n}\n"
        ),
        .init(
            "reserved words as keys",
            .json5,
            "{class: 1, null: 2}",
            [set("null", one), remove("class")],
            "{null: 1}"
        ),
        .init("comments only", .jsonc, "// c", [set("a", one)], "// c\n{\n  \"a\": 1\n}"),
        .init(
            "blank file with byte order mark",
            .jsonc,
            "\u{FEFF}",
            [set("a/b", one)],
            "\u{FEFF}{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"
        ),
        .init(
            "compact",
            .json,
            #"{"a":1}"#,
            [set("b", .array([one, x]))],
            #"{"a":1,"b":[1,"x"]}"#
        ),
        .init(
            "CRLF",
            .json,
            "{\r\n\t\"a\": 1\r\n}\r\n",
            [set("b/c", one)],
            "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}\r\n"
        ),
        .init(
            "comments around the colon",
            .jsonc,
            "{\"a\" /* 1 */ : /* 2 */ 1 /* 3 */}",
            [set("a", x)],
            "{\"a\" /* 1 */ : /* 2 */ \"x\" /* 3 */}"
        ),
        .init(
            "escaped key found",
            .json,
            #"{"\u0061\/b": 1}"#,
            [DocumentChange(DocumentPath([.key("a/b")]), x)],
            #"{"\u0061\/b": "x"}"#
        ),
        .init(
            "last duplicate edited",
            .json,
            #"{"a": 1, "a": 2}"#,
            [set("a", x)],
            #"{"a": 1, "a": "x"}"#
        ),
        .init(
            "comma first, removed in the middle",
            .json,
            "{\n    \"a\": 1\n  , \"b\": 2\n  , \"c\": 3\n}",
            [remove("b")],
            "{\n    \"a\": 1\n  , \"c\": 3\n}"
        ),
        .init(
            "comma first, removed at the end",
            .json,
            "{\n    \"a\": 1\n  , \"b\": 2\n}",
            [remove("b")],
            "{\n    \"a\": 1\n}"
        ),
        .init("only member removed, one line", .json, "{ \"a\": 1 }", [remove("a")], "{}"),
        .init(
            "only member removed, comment above",
            .jsonc,
            "{\n  // why\n  \"a\": 1 // a\n}",
            [remove("a")],
            "{\n  // why\n}"
        ),
        .init("nested member removed", .json, #"{"a": {"b": 1}}"#, [remove("a/b")], #"{"a": {}}"#),
        .init(
            "array item removed with its comment",
            .jsonc,
            "[\n  1, // one\n  2 // two\n]",
            [remove("0")],
            "[\n  2 // two\n]"
        ),
        .init(
            "single quotes kept",
            .json5,
            "{a: 'it'}",
            [set("a", .string("it's"))],
            "{a: 'it\\'s'}"
        ),
        .init(
            "bare keys",
            .json5,
            "{\n  a: 1,\n}",
            [set("b/c", one)],
            "{\n  a: 1,\n  b: {\n    c: 1\n  },\n}"
        ),
        .init(
            "equal in another spelling",
            .json5,
            "{a: 0x10, b: +1, c: .5, d: '\\x41', e: 1e2}",
            [
                set("a", .integer(16)), set("b", one), set("c", .real(0.5)), set("d", .string("A")),
                set("e", .real(100)),
            ],
            "{a: 0x10, b: +1, c: .5, d: '\\x41', e: 1e2}"
        ),
        .init(
            "byte order mark kept",
            .json,
            "\u{FEFF}{}",
            [set("a", one)],
            "\u{FEFF}{\n  \"a\": 1\n}"
        ),
        .init(
            "block comment between members",
            .jsonc,
            "{\"a\": 1, /* b */ \"b\": 2}",
            [remove("a")],
            "{/* b */ \"b\": 2}"
        ),
        .init(
            "comments around the last member",
            .jsonc,
            "{\n  \"a\": 1,\n  /* b */ \"b\": 2 // two\n}",
            [set("c", one)],
            "{\n  \"a\": 1,\n  /* b */ \"b\": 2, // two\n  \"c\": 1\n}"
        ),
        .init(
            "comments around the last member, comma",
            .jsonc,
            "{\n  /* b */ \"b\": 2, // two\n}",
            [set("c/d", one)],
            "{\n  /* b */ \"b\": 2, // two\n  \"c\": {\n    \"d\": 1\n  },\n}"
        ),
        .init(
            "comments around an element",
            .jsonc,
            "[\n  /* 1 */ 1, // one\n  /* 3 */ 3 // three\n]",
            [set("", .array([.integer(0), one, .integer(2), .integer(3)]))],
            "[\n  0,\n  /* 1 */ 1, // one\n  2,\n  /* 3 */ 3 // three\n]"
        ),
        .init(
            "two members on a line with a comment",
            .jsonc,
            "{\n  \"a\": 1, \"b\": 2 // two\n}",
            [set("c", one)],
            "{\n  \"a\": 1, \"b\": 2, // two\n  \"c\": 1\n}"
        ),
        .init(
            "one-line member with a comment",
            .jsonc,
            "{\n\t\"x\": {\"a\": 1 // one\n\t}\n}",
            [set("x/b", one)],
            "{\n\t\"x\": {\"a\": 1, // one\n\t      \"b\": 1\n\t}\n}"
        ),
        .init(
            "comment behind the last member on the bracket's line",
            .jsonc,
            "{\"a\": 1 /* one */}",
            [set("b", one)],
            "{\"a\": 1 /* one */, \"b\": 1}"
        ),
        .init(
            "comment behind an element that gets a next one",
            .jsonc,
            "[1, // one\n 3]",
            [set("", .array([one, .integer(2), .integer(3)]))],
            "[1, // one\n 2,\n 3]"
        ),
        .init(
            "comment before the first element",
            .jsonc,
            "[/* all */ 1]",
            [set("", .array([.integer(0), one]))],
            "[/* all */ 0, 1]"
        ),
        .init(
            "member with comments around it removed",
            .jsonc,
            "{\n  \"a\": 1,\n  /* b */ \"b\": 2, // two\n  \"c\": 3\n}",
            [remove("b")],
            "{\n  \"a\": 1,\n  \"c\": 3\n}"
        ),
        .init(
            "member on one line removed with its comment",
            .jsonc,
            "{\"a\": 1, /* b */ \"b\": 2}",
            [remove("b")],
            "{\"a\": 1}"
        ),
        .init(
            "comment that a line separator ends",
            .json5,
            "{a: 1 // one\u{2028}}",
            [set("b", one)],
            "{a: 1, // one\u{2028} b: 1}"
        ),
        .init(
            "comment before the first member",
            .jsonc,
            "{ // open\n  \"a\": 1\n}",
            [remove("a")],
            "{ // open\n}"
        ),
        .init(
            "nested empties with blanks",
            .json,
            "{\n    \"a\": {  },\n    \"b\": [ ]\n}",
            [set("a/x", one), set("b/0", one)],
            "{\n    \"a\": {\n        \"x\": 1\n    },\n    \"b\": [1]\n}"
        ),
        .init(
            "lone surrogate untouched",
            .json,
            #"{"a": "\ud800", "b": "\/"}"#,
            [set("c", one)],
            #"{"a": "\ud800", "b": "\/", "c": 1}"#
        ),
        .init(
            "line separators escaped",
            .json,
            #"{"a": 1}"#,
            [set("a", .string("\u{2028}\u{0}"))],
            #"{"a": "\u2028\u0000"}"#
        ),
        .init(
            "indented by 3",
            .json,
            "{\n   \"a\": {\n      \"b\": 1\n   }\n}",
            [set("c/d", one)],
            "{\n   \"a\": {\n      \"b\": 1\n   },\n   \"c\": {\n      \"d\": 1\n   }\n}"
        ),
        .init(
            "object appended to an array",
            .json,
            "[\n  {\n    \"a\": 1\n  }\n]",
            [set("1", .dictionary([.init("b", one)]))],
            "[\n  {\n    \"a\": 1\n  },\n  {\n    \"b\": 1\n  }\n]"
        ),
        .init(
            "dictionary over a dictionary",
            .jsonc,
            "{\n  \"d\": {\n    \"a\": 1, // a\n    \"b\": 2, // b\n    \"c\": 3 // c\n  }\n}",
            [set("d", .dictionary([.init("c", x), .init("a", one), .init("n", one)]))],
            "{\n  \"d\": {\n    \"a\": 1, // a\n    \"c\": \"x\", // c\n    \"n\": 1\n  }\n}"
        ),
        .init(
            "array over an array",
            .jsonc,
            "{\"l\": [\n  \"a\", // A\n  \"b\", // B\n  \"c\" // C\n]}",
            [set("l", .array([.string("a"), .string("c"), .string("d")]))],
            "{\"l\": [\n  \"a\", // A\n  \"c\", // C\n  \"d\"\n]}"
        ),
        .init(
            "array element changed",
            .jsonc,
            "[\n  1, // one\n  2 // two\n]",
            [set("", .array([one, .integer(3)]))],
            "[\n  1, // one\n  3 // two\n]"
        ),
        .init(
            "leaf gives way",
            .json,
            #"{"a": 5}"#,
            [set("a/b/c", one)],
            #"{"a": {"b": {"c": 1}}}"#
        ),
        .init("array gives way", .json, #"{"a": [5]}"#, [set("a/b", one)], #"{"a": {"b": 1}}"#),
        .init(
            "dictionary gives way",
            .json,
            #"{"a": {"b": 1, "c": 2}}"#,
            [remove("a/b"), remove("a/c"), set("a", one)],
            #"{"a": 1}"#
        ),
        .init(
            "removed, then set below",
            .json,
            #"{"a": {"b": 1, "c": 2}}"#,
            [remove("a"), set("a/b", x)],
            #"{"a": {"b": "x"}}"#
        ),
        .init(
            "leaf removed, then set below",
            .json,
            #"{"a": 7}"#,
            [remove("a"), set("a/b", x)],
            #"{"a": {"b": "x"}}"#
        ),
        .init(
            "last removed and others added",
            .jsonc,
            "{\n  \"a\": 1, // a\n  \"b\": 2, // b\n  \"c\": 3 // c\n}",
            [remove("b"), set("d", one), remove("c"), set("e", one)],
            "{\n  \"a\": 1, // a\n  \"d\": 1,\n  \"e\": 1\n}"
        ),
        .init(
            "all removed and others added",
            .jsonc,
            "{ // open\n  \"a\": 1,\n  // why\n  \"b\": 2\n}",
            [remove("a"), remove("b"), set("c", one)],
            "{ // open\n  \"c\": 1\n  // why\n}"
        ),
        .init(
            "all removed and others added, one line",
            .json,
            #"{"a": 1, "b": 2}"#,
            [remove("a"), remove("b"), set("c", one)],
            #"{"c": 1}"#
        ),
        .init(
            "nothing there to remove",
            .json,
            #"{"a": 1}"#,
            [remove("b"), remove("a/c"), remove("d/e")],
            #"{"a": 1}"#
        ),
        .init(
            "infinity in JSON5",
            .json5,
            "{a: 1}",
            [set("a", .real(-.infinity))],
            "{a: -Infinity}"
        ),
    ]

    @Test(arguments: cases)
    func `gives exactly these bytes`(edit: ByteCase) throws { try edit.check() }

    @Test(
        arguments: [
            ("1", one), ("-0", .integer(0)), ("1.0", .real(1)), ("-0.0", .real(-0.0)),
            ("1e400", .raw("1e400")),
            ("-1e400", .raw("-1e400")), ("1e-400", .raw("1e-400")), ("0e-400", .real(0)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .raw("9223372036854775808")), ("\"\\u0000\"", .string("\0")),
            ("\"\\ud83d\\ude00\"", .string("😀")), ("\"\\udc00\"", .raw("\"\\udc00\"")),
        ] as [(String, SettingValue)]
    )
    func `reads exactly`(text: String, value: SettingValue) throws {
        #expect(try Format.json.parse(Array(text.utf8)).root == value)
    }

    @Test(
        arguments: [
            (".5", .real(0.5)), ("5.", .real(5)), ("5.e1", .real(50)), ("-0x1F", .integer(-31)),
            ("+Infinity", .real(.infinity)), ("0xFFFFFFFFFFFFFFFFF", .raw("0xFFFFFFFFFFFFFFFFF")),
            (
                "{null: 1, \\u0061b: 2}",
                .dictionary([.init("null", .integer(1)), .init("ab", .integer(2))])
            ),
        ] as [(String, SettingValue)]
    )
    func `reads in JSON5`(text: String, value: SettingValue) throws {
        #expect(try Format.json5.parse(Array(text.utf8)).root == value)
    }

    @Test(arguments: [
        ("root is an array", "[1]", set("a", one), EditError.Code.noSuchPath),
        ("root is a scalar", "1", set("a", one), .noSuchPath),
        ("position past the end", #"{"a": [1]}"#, set("a/2", one), .noSuchPath),
        ("position in a dictionary", #"{"a": {}}"#, set("a/0", one), .noSuchPath),
        ("duplicate removed", #"{"a": 1, "a": 2}"#, remove("a"), .ambiguous),
        ("infinity", "{}", set("a", .real(.infinity)), .unrepresentable),
        ("local date", "{}", set("a", .raw("1979-05-27")), .unrepresentable),
    ])
    func `refuses an edit`(
        name: String,
        text: String,
        change: DocumentChange,
        code: EditError.Code
    ) throws {
        let document = try Format.json.parse(Array(text.utf8))
        let error = #expect(throws: EditError.self) { try document.revised(by: change) as Revision }
        #expect(error?.code == code)
    }
}

@Suite struct `A JSON error` {
    @Test(arguments: [
        (Format.json, "", DocumentError.Code.syntax, 0, "the file is empty, expected a value"),
        (.json, " \n", .syntax, 2, "the file is empty, expected a value"),
        (
            .json, "{\"a\": 1,}", .syntax, 7,
            "found a comma before '}', which a .json file can't have"
        ),
        (.jsonc, "{,}", .syntax, 1, "found ',', expected a key in double quotes"),
        (.jsonc, "[1,,2]", .syntax, 3, "found ',', expected a value"),
        (.json, "{\"a\" 1}", .syntax, 5, "found '1', expected ':'"),
        (.json, "{\"a\": 1 \"b\"}", .syntax, 8, "found '\"', expected ',' or '}'"),
        (.json, "{\"a\": abc}", .syntax, 6, "found 'abc', expected a value"),
        (.json, "{\"a\": [1}", .syntax, 8, "found '}', expected ',' or ']'"),
        (.json, "{\"a\": 1", .syntax, 0, "the dictionary that begins here has no '}'"),
        (.json, "[1, ", .syntax, 0, "the array that begins here has no ']'"),
        (.json, "{\"a\": \"x", .syntax, 6, "the string that begins here isn't closed"),
        (
            .json, "{\"a\": \"x\n\"}", .syntax, 6,
            "the string that begins here isn't closed on its line"
        ),
        (
            .json, "{\"a\": \"\u{1}\"}", .control, 7,
            "found the control character U+0001 in a string, expected an escape"
        ),
        (.json, "\"\\x41\"", .syntax, 1, "found an escape that stands for nothing"),
        (.json, "{} {}", .syntax, 3, "found '{' after the end of the value, expected nothing more"),
        (.json, "{} // c", .syntax, 3, "found a comment, which a strict .json file can't have"),
        (.jsonc, "{} /* c", .syntax, 3, "the comment that begins here has no end"),
        (
            .json, "{\"\\ud800\": 1}", .syntax, 1,
            "the key has half of a surrogate pair, which is no character"
        ),
        (.json5, "{1a: 1}", .syntax, 1, "found '1', expected a key"),
    ])
    func `says what and where`(
        format: Format,
        text: String,
        code: DocumentError.Code,
        offset: Int,
        problem: String
    ) {
        let error = #expect(throws: DocumentError.self) { try format.parse(Array(text.utf8)) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
    }

    @Test func `names line and column`() {
        let text = "\u{FEFF}{\r\n  \"é\": 1,\r\n  \"é\" x\r\n}"
        let error = #expect(throws: DocumentError.self) { try Format.json.parse(Array(text.utf8)) }
        #expect(error?.place == SourcePlace(line: 3, column: 7))
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0x00], DocumentError.Code.encoding),
            ([0x00, 0x7B, 0x00, 0x7D], .encoding),
            ([0x7B, 0x00, 0x7D, 0x00], .encoding), ([0x7B, 0x22, 0xC3, 0x28], .utf8),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], .utf8),
        ] as [([UInt8], DocumentError.Code)]
    )
    func `tells other encodings`(bytes: [UInt8], code: DocumentError.Code) {
        let error = #expect(throws: DocumentError.self) { try Format.jsonc.parse(bytes) }
        #expect(error?.code == code)
    }

    @Test(arguments: [Format.json, .json5])
    func `comes one level past the nesting limit`(format: Format) throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8
            )
        }
        let limit = Limits.standard.nesting
        #expect(try format.parse(nested(limit)).bytes == nested(limit))
        for depth in [limit + 1, 100_000] {
            let error = #expect(throws: DocumentError.self) { try format.parse(nested(depth)) }
            #expect(error?.code == .tooDeep)
            #expect(error?.offset == limit)
        }
    }

    @Test func `comes one key past the limit`() throws {
        var limits = Limits.standard
        limits.keysPerDomain = 3
        let text = #"{"a": {"b": [1, 2, {"x": 1}], "c": {}}, "d": 4}"#
        #expect(try Format.json.parse(Array(text.utf8), limits: limits).entries.count == 3)
        limits.keysPerDomain = 2
        let error = #expect(throws: DocumentError.self) {
            try Format.json.parse(Array(text.utf8), limits: limits)
        }
        #expect(error?.code == .tooMany)
        #expect(error?.offset == 40)
    }
}

@Suite struct `The place of a key` {
    @Test(
        arguments: [
            (Format.json, "{\"\\u0061\": 1, \"b\": 2}", "a", 11),
            (.json, "{\"\\u0061\": 1}", "\\u0061", nil),
            (.json, "{\"e\u{301}\": 1}", "e\u{301}", 8),
            (.json, "{\"e\u{301}\": 1}", "\u{E9}", nil), (.json5, "{a: 1, 'b': 2}", "b", 12),
            (.json, "{\"a\": 1, \"a\": 2}", "a", 14), (.json, "{\"\": 1}", "", 5),
            (.json, "[1]", "a", nil),
            (.xmlPropertyList, "<dict><key>&#97;</key><true/></dict>", "a", 22),
            (.xmlPropertyList, "<dict><key>&#97;</key><true/></dict>", "&#97;", nil),
            (.xmlPropertyList, "<dict><key/><true/></dict>", "", 12),
            (
                .xmlPropertyList, "<dict><key><![CDATA[a]]></key><true/></dict>", "<![CDATA[a]]>",
                nil
            ),
        ] as [(Format, String, String, Int?)]
    )
    func `is found by what the key says`(
        format: Format,
        text: String,
        key: String,
        place: Int?
    ) throws {
        let document = try format.parse(Array(text.utf8))
        #expect(document.span(of: DocumentPath([.key(key)]))?.lowerBound == place)
    }

    @Test(arguments: [
        ("{\"a\": \"http://x\"}", false), ("{} // c", true), ("{/* c */}", true),
        ("{\"a\\\"//\": 1}", false),
        ("", false), ("/", false), ("{\"//\": 1} /", false),
        ("{\"a\": [1, 2], \"b\": \",}\"}", false), ("{\"a\": [1,\n] }", true),
        ("{\"a\": 1 ,}", true),
    ])
    func `is told from JSON with comments`(text: String, isWithComments: Bool) {
        #expect(JSONDocument.isWithComments(Array(text.utf8)) == isWithComments)
    }
}
