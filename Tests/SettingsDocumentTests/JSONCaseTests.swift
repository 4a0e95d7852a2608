// The nasty cases of JSON, JSON with comments and JSON5, one by one.

import SettingsDocument
import SettingsModel
import Testing

private let one = SettingValue.integer(1)
private let x = SettingValue.string("x")
private let megabyte = String(repeating: "long ", count: 200_000)

@Suite struct `A nasty JSON case` {
    static let cases: [ByteCase] = [
        .init(
            "3 trailing comma kept",
            .jsonc,
            "{\n  \"a\": 1,\n}",
            [set("b", one)],
            "{\n  \"a\": 1,\n  \"b\": 1,\n}"
        ),
        .init(
            "4 trailing comma and comment",
            .jsonc,
            "{\n  \"a\": 1, // a\n}",
            [set("b", one)],
            "{\n  \"a\": 1, // a\n  \"b\": 1,\n}"
        ),
        .init(
            "5 commented-out member below",
            .jsonc,
            "{\n  \"a\": 1 // a\n  // \"z\": 2\n}",
            [set("b", one)],
            "{\n  \"a\": 1, // a\n  \"b\": 1\n  // \"z\": 2\n}"
        ),
        .init("7 empty on two lines", .json, "{\n}", [set("a", one)], "{\n  \"a\": 1\n}"),
        .init(
            "47 mixed indentation",
            .json,
            "{\n\t\"a\": {\n    \"x\": 1\n\t},\n  \"b\": 2\n}\n",
            [set("a/y", one), set("c", one)],
            "{\n\t\"a\": {\n    \"x\": 1,\n    \"y\": 1\n\t},\n  \"b\": 2,\n  \"c\": 1\n}\n"
        ),
        .init(
            "58 reserved words as keys",
            .json5,
            "{class: 1, null: 2}",
            [set("null", one), remove("class")],
            "{null: 1}"
        ),
        .init("10 comments only", .jsonc, "// c", [set("a", one)], "// c\n{\n  \"a\": 1\n}"),
        .init(
            "9 blank file with byte order mark",
            .jsonc,
            "\u{FEFF}",
            [set("a/b", one)],
            "\u{FEFF}{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"
        ),
        .init(
            "11 compact",
            .json,
            #"{"a":1}"#,
            [set("b", .array([one, x]))],
            #"{"a":1,"b":[1,"x"]}"#
        ),
        .init(
            "15 CRLF",
            .json,
            "{\r\n\t\"a\": 1\r\n}\r\n",
            [set("b/c", one)],
            "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}\r\n"
        ),
        .init(
            "18 comments around the colon",
            .jsonc,
            "{\"a\" /* 1 */ : /* 2 */ 1 /* 3 */}",
            [set("a", x)],
            "{\"a\" /* 1 */ : /* 2 */ \"x\" /* 3 */}"
        ),
        .init(
            "19 escaped key found",
            .json,
            #"{"\u0061\/b": 1}"#,
            [DocumentChange(DocumentPath([.key("a/b")]), x)],
            #"{"\u0061\/b": "x"}"#
        ),
        .init(
            "21 last duplicate edited",
            .json,
            #"{"a": 1, "a": 2}"#,
            [set("a", x)],
            #"{"a": 1, "a": "x"}"#
        ),
        .init(
            "22 comma first, removed in the middle",
            .json,
            "{\n    \"a\": 1\n  , \"b\": 2\n  , \"c\": 3\n}",
            [remove("b")],
            "{\n    \"a\": 1\n  , \"c\": 3\n}"
        ),
        .init(
            "22 comma first, removed at the end",
            .json,
            "{\n    \"a\": 1\n  , \"b\": 2\n}",
            [remove("b")],
            "{\n    \"a\": 1\n}"
        ),
        .init("27 only member removed, one line", .json, "{ \"a\": 1 }", [remove("a")], "{}"),
        .init(
            "27 only member removed, comment above",
            .jsonc,
            "{\n  // why\n  \"a\": 1 // a\n}",
            [remove("a")],
            "{\n  // why\n}"
        ),
        .init(
            "27 nested member removed",
            .json,
            #"{"a": {"b": 1}}"#,
            [remove("a/b")],
            #"{"a": {}}"#
        ),
        .init(
            "29 array item removed with its comment",
            .jsonc,
            "[\n  1, // one\n  2 // two\n]",
            [remove("0")],
            "[\n  2 // two\n]"
        ),
        .init(
            "30 single quotes kept",
            .json5,
            "{a: 'it'}",
            [set("a", .string("it's"))],
            "{a: 'it\\'s'}"
        ),
        .init(
            "31 bare keys",
            .json5,
            "{\n  a: 1,\n}",
            [set("b/c", one)],
            "{\n  a: 1,\n  b: {\n    c: 1\n  },\n}"
        ),
        .init(
            "33 equal in another spelling",
            .json5,
            "{a: 0x10, b: +1, c: .5, d: '\\x41', e: 1e2}",
            [
                set("a", .integer(16)), set("b", one), set("c", .real(0.5)), set("d", .string("A")),
                set("e", .real(100)),
            ],
            "{a: 0x10, b: +1, c: .5, d: '\\x41', e: 1e2}"
        ),
        .init(
            "36 byte order mark kept",
            .json,
            "\u{FEFF}{}",
            [set("a", one)],
            "\u{FEFF}{\n  \"a\": 1\n}"
        ),
        .init(
            "38 block comment between members",
            .jsonc,
            "{\"a\": 1, /* b */ \"b\": 2}",
            [remove("a")],
            "{/* b */ \"b\": 2}"
        ),
        .init(
            "2 comments around the last member",
            .jsonc,
            "{\n  \"a\": 1,\n  /* b */ \"b\": 2 // two\n}",
            [set("c", one)],
            "{\n  \"a\": 1,\n  /* b */ \"b\": 2, // two\n  \"c\": 1\n}"
        ),
        .init(
            "4 comments around the last member, comma",
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
            "39 comment before the first member",
            .jsonc,
            "{ // open\n  \"a\": 1\n}",
            [remove("a")],
            "{ // open\n}"
        ),
        .init(
            "41 nested empties with blanks",
            .json,
            "{\n    \"a\": {  },\n    \"b\": [ ]\n}",
            [set("a/x", one), set("b/0", one)],
            "{\n    \"a\": {\n        \"x\": 1\n    },\n    \"b\": [1]\n}"
        ),
        .init(
            "43 lone surrogate untouched",
            .json,
            #"{"a": "\ud800", "b": "\/"}"#,
            [set("c", one)],
            #"{"a": "\ud800", "b": "\/", "c": 1}"#
        ),
        .init(
            "44 line separators escaped",
            .json,
            #"{"a": 1}"#,
            [set("a", .string("\u{2028}\u{0}"))],
            #"{"a": "\u2028\u0000"}"#
        ),
        .init(
            "48 indented by 3",
            .json,
            "{\n   \"a\": {\n      \"b\": 1\n   }\n}",
            [set("c/d", one)],
            "{\n   \"a\": {\n      \"b\": 1\n   },\n   \"c\": {\n      \"d\": 1\n   }\n}"
        ),
        .init(
            "49 object appended to an array",
            .json,
            "[\n  {\n    \"a\": 1\n  }\n]",
            [set("1", .dictionary([.init("b", one)]))],
            "[\n  {\n    \"a\": 1\n  },\n  {\n    \"b\": 1\n  }\n]"
        ),
        .init(
            "50 dictionary over a dictionary",
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
            "35 infinity in JSON5",
            .json5,
            "{a: 1}",
            [set("a", .real(-.infinity))],
            "{a: -Infinity}"
        ),
        .init(
            "1 value before a comment",
            .jsonc,
            "{\n  \"a\": 1 // one\n}",
            [set("a", x)],
            "{\n  \"a\": \"x\" // one\n}"
        ),
        .init(
            "2 last member has a comment",
            .jsonc,
            "{\n  \"a\": 1 // one\n}\n",
            [set("b", one)],
            "{\n  \"a\": 1, // one\n  \"b\": 1\n}\n"
        ),
        .init(
            "6 empty object",
            .json,
            "{}\n",
            [set("a", one)],
            "{\n  \"a\": 1\n}\n"
        ),
        .init(
            "8 object with only a comment",
            .jsonc,
            "{\n  // c\n}\n",
            [set("a", one)],
            "{\n  // c\n  \"a\": 1\n}\n"
        ),
        .init(
            "8 comment alone on the line",
            .jsonc,
            "{/* c */}",
            [set("a", one)],
            "{/* c */ \"a\": 1}"
        ),
        .init(
            "8 comment alone on the line, set apart",
            .jsonc,
            "{ /* c */ }",
            [set("a", one)],
            "{ /* c */ \"a\": 1 }"
        ),
        .init(
            "9 empty file",
            .jsonc,
            "",
            [set("a", one)],
            "{\n  \"a\": 1\n}\n"
        ),
        .init(
            "12 spaced on one line",
            .json,
            "{ \"a\": 1 }",
            [set("b", one)],
            "{ \"a\": 1, \"b\": 1 }"
        ),
        .init(
            "13 tabs",
            .json,
            "{\n\t\"a\": 1\n}\n",
            [set("b/c", one)],
            "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": 1\n\t}\n}\n"
        ),
        .init(
            "14 four blanks, new nested path",
            .json,
            "{\n    \"a\": 1\n}\n",
            [set("b/c/d", one)],
            "{\n    \"a\": 1,\n    \"b\": {\n        \"c\": {\n            \"d\": 1\n        }\n    }\n}\n"
        ),
        .init(
            "16 array on one line",
            .json,
            "{\"a\": [1, 2]}",
            [set("a/2", one)],
            "{\"a\": [1, 2, 1]}"
        ),
        .init(
            "17 array over lines, behind a comment",
            .jsonc,
            "[\n  1, // one\n  2 // two\n]\n",
            [set("2", one)],
            "[\n  1, // one\n  2, // two\n  1\n]\n"
        ),
        .init(
            "20 slashes in strings",
            .jsonc,
            "{\"a\": \"http://x\", \"b\": 1} // c",
            [set("b", x)],
            "{\"a\": \"http://x\", \"b\": \"x\"} // c"
        ),
        .init(
            "22 comma first, inserted",
            .json,
            "{\n  \"a\": 1\n  , \"b\": 2\n}\n",
            [set("c", one)],
            "{\n  \"a\": 1\n  , \"b\": 2, \"c\": 1\n}\n"
        ),
        .init(
            "22 comma first, on the bracket's line",
            .jsonc,
            "[1 // a\n, 2 // b\n, 3 // c\n]",
            [remove("1")],
            "[1 // a\n, 3 // c\n]"
        ),
        .init(
            "22 comma first, on the bracket's line, last",
            .jsonc,
            "[1 // a\n, 2 // b\n, 3 // c\n]",
            [remove("2")],
            "[1 // a\n, 2 // b\n]"
        ),
        .init(
            "23 bracket on the last member's line",
            .json,
            "{ \"a\": 1,\n  \"b\": 2 }\n",
            [set("c", one)],
            "{ \"a\": 1,\n  \"b\": 2, \"c\": 1 }\n"
        ),
        .init(
            "24 removed in the middle with its comment",
            .jsonc,
            "{\n  \"a\": 1, // a\n  \"b\": 2, // b\n  \"c\": 3\n}\n",
            [remove("b")],
            "{\n  \"a\": 1, // a\n  \"c\": 3\n}\n"
        ),
        .init(
            "25 last removed, the comma before it goes",
            .jsonc,
            "{\n  \"a\": 1, // a\n  \"b\": 2 // b\n}\n",
            [remove("b")],
            "{\n  \"a\": 1 // a\n}\n"
        ),
        .init(
            "26 last removed, trailing commas stay",
            .jsonc,
            "{\n  \"a\": 1,\n  \"b\": 2,\n}\n",
            [remove("b")],
            "{\n  \"a\": 1,\n}\n"
        ),
        .init(
            "28 first removed on one line",
            .json,
            "{\"a\": 1, \"b\": 2}",
            [remove("a")],
            "{\"b\": 2}"
        ),
        .init(
            "28 last removed on one line",
            .json,
            "{\"a\": 1, \"b\": 2}",
            [remove("b")],
            "{\"a\": 1}"
        ),
        .init(
            "29 no blank line stays behind an item",
            .json,
            "[1,\n 2,\n 3]",
            [remove("1")],
            "[1,\n 3]"
        ),
        .init(
            "32 quoted where it is no name",
            .json5,
            "{a: 1}",
            [set("b-c", one)],
            "{a: 1, \"b-c\": 1}"
        ),
        .init(
            "34 line continuation replaced",
            .json5,
            "{a: 'x\\\ny'}",
            [set("a", x)],
            "{a: 'x'}"
        ),
        .init(
            "35 infinity replaced",
            .json5,
            "{a: Infinity}",
            [set("a", one)],
            "{a: 1}"
        ),
        .init(
            "37 no line end at the end",
            .json,
            "{\n  \"a\": 1\n}",
            [set("a", x)],
            "{\n  \"a\": \"x\"\n}"
        ),
        .init(
            "40 comment behind the last bracket",
            .jsonc,
            "{\"a\": 1} // end",
            [set("b", one)],
            "{\"a\": 1, \"b\": 1} // end"
        ),
        .init(
            "42 long and large numbers untouched",
            .json,
            "{\"a\": 12345678901234567890, \"b\": 1e400, \"c\": 1}",
            [set("c", x)],
            "{\"a\": 12345678901234567890, \"b\": 1e400, \"c\": \"x\"}"
        ),
        .init(
            "45 escaped slash untouched",
            .json,
            "{\"a\": \"\\/\", \"b\": 1}",
            [set("a", .string("/")), set("b", x)],
            "{\"a\": \"\\/\", \"b\": \"x\"}"
        ),
        .init(
            "48 indented by 1",
            .json,
            "{\n \"a\": {\n  \"b\": 1\n }\n}",
            [set("c/d", one)],
            "{\n \"a\": {\n  \"b\": 1\n },\n \"c\": {\n  \"d\": 1\n }\n}"
        ),
        .init(
            "51 root array",
            .json,
            "[1]\n",
            [set("", .array([one, x]))],
            "[1, \"x\"]\n"
        ),
        .init(
            "51 root scalar",
            .json,
            "5\n",
            [set("", x)],
            "\"x\"\n"
        ),
        .init(
            "52 strict JSON gets no trailing comma",
            .json,
            "{\n  \"a\": 1\n}\n",
            [set("b", one), set("c", one)],
            "{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 1\n}\n"
        ),
        .init(
            "56 empty key, and one with blanks",
            .json,
            "{\"\": 1, \"a b\": 2}",
            [DocumentChange(DocumentPath([.key("")]), x), set("a b", x)],
            "{\"\": \"x\", \"a b\": \"x\"}"
        ),
        .init(
            "58 no-break space for a blank",
            .json5,
            "{a:\u{A0}1}",
            [set("a", x)],
            "{a:\u{A0}\"x\"}"
        ),
        .init(
            "46 a line of a megabyte",
            .json,
            "{\"a\": \"\(megabyte)\", \"b\": 1}",
            [set("b", x)],
            "{\"a\": \"\(megabyte)\", \"b\": \"x\"}"
        ),
    ]

    @Test(arguments: cases)
    func `gives exactly these bytes`(edit: ByteCase) throws { try edit.check() }

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
