// The nasty cases of JSON, JSON with comments and JSON5, one by one.

import SettingsDocument
import SettingsModel
import Testing

private let megabyte = String(repeating: "long ", count: 200_000)

@Suite struct `A nasty JSON case` {
    static let json: [EditCase] = [
        ("7 empty on two lines", "{\n}", [set("a", 1)], "{\n  \"a\": 1\n}"),
        (
            "47 mixed indentation", "{\n\t\"a\": {\n    \"x\": 1\n\t},\n  \"b\": 2\n}\n",
            [set("a/y", 1), set("c", 1)],
            "{\n\t\"a\": {\n    \"x\": 1,\n    \"y\": 1\n\t},\n  \"b\": 2,\n  \"c\": 1\n}\n"
        ),
        ("11 compact", #"{"a":1}"#, [set("b", [1, "x"])], #"{"a":1,"b":[1,"x"]}"#),
        (
            "15 CRLF", "{\r\n\t\"a\": 1\r\n}\r\n", [set("b/c", 1)],
            "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}\r\n"
        ),
        ("19 escaped key found", #"{"\u0061\/b": 1}"#, [set(["a/b"], "x")], #"{"\u0061\/b": "x"}"#),
        (
            "19 escapes stay", #"{"a": "\u00e9\/\ud83d\ude00x"}"#, [set("a", "é/😀y\"")],
            #"{"a": "\u00e9\/\ud83d\ude00y\""}"#
        ),
        ("21 last duplicate edited", #"{"a": 1, "a": 2}"#, [set("a", "x")], #"{"a": 1, "a": "x"}"#),
        (
            "22 comma first, removed in the middle",
            "{\n    \"a\": 1\n  , \"b\": 2\n  , \"c\": 3\n}", [remove("b")],
            "{\n    \"a\": 1\n  , \"c\": 3\n}"
        ),
        (
            "22 comma first, removed at the end", "{\n    \"a\": 1\n  , \"b\": 2\n}", [remove("b")],
            "{\n    \"a\": 1\n}"
        ),
        ("27 only member removed, one line", "{ \"a\": 1 }", [remove("a")], "{}"),
        ("27 nested member removed", #"{"a": {"b": 1}}"#, [remove("a/b")], #"{"a": {}}"#),
        ("36 byte order mark kept", "\u{FEFF}{}", [set("a", 1)], "\u{FEFF}{\n  \"a\": 1\n}"),
        (
            "41 nested empties with blanks", "{\n    \"a\": {  },\n    \"b\": [ ]\n}",
            [set("a/x", 1), set("b/0", 1)],
            "{\n    \"a\": {\n        \"x\": 1\n    },\n    \"b\": [1]\n}"
        ),
        (
            "43 lone surrogate untouched", #"{"a": "\ud800", "b": "\/"}"#, [set("c", 1)],
            #"{"a": "\ud800", "b": "\/", "c": 1}"#
        ),
        (
            "44 line separators escaped", #"{"a": 1}"#, [set("a", "\u{2028}\u{0}")],
            #"{"a": "\u2028\u0000"}"#
        ),
        (
            "48 indented by 3", "{\n   \"a\": {\n      \"b\": 1\n   }\n}", [set("c/d", 1)],
            "{\n   \"a\": {\n      \"b\": 1\n   },\n   \"c\": {\n      \"d\": 1\n   }\n}"
        ),
        (
            "49 object appended to an array", "[\n  {\n    \"a\": 1\n  }\n]", [set("1", ["b": 1])],
            "[\n  {\n    \"a\": 1\n  },\n  {\n    \"b\": 1\n  }\n]"
        ),
        ("6 empty object", "{}\n", [set("a", 1)], "{\n  \"a\": 1\n}\n"),
        ("12 spaced on one line", "{ \"a\": 1 }", [set("b", 1)], "{ \"a\": 1, \"b\": 1 }"),
        (
            "13 tabs", "{\n\t\"a\": 1\n}\n", [set("b/c", 1)],
            "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": 1\n\t}\n}\n"
        ),
        (
            "14 four blanks, new nested path", "{\n    \"a\": 1\n}\n", [set("b/c/d", 1)],
            "{\n    \"a\": 1,\n    \"b\": {\n        \"c\": {\n            \"d\": 1\n        }\n    }\n}\n"
        ),
        ("16 array on one line", "{\"a\": [1, 2]}", [set("a/2", 1)], "{\"a\": [1, 2, 1]}"),
        (
            "22 comma first, inserted", "{\n  \"a\": 1\n  , \"b\": 2\n}\n", [set("c", 1)],
            "{\n  \"a\": 1\n  , \"b\": 2, \"c\": 1\n}\n"
        ),
        (
            "23 bracket on the last member's line", "{ \"a\": 1,\n  \"b\": 2 }\n", [set("c", 1)],
            "{ \"a\": 1,\n  \"b\": 2, \"c\": 1 }\n"
        ),
        ("28 first removed on one line", "{\"a\": 1, \"b\": 2}", [remove("a")], "{\"b\": 2}"),
        ("28 last removed on one line", "{\"a\": 1, \"b\": 2}", [remove("b")], "{\"a\": 1}"),
        ("29 no blank line stays behind an item", "[1,\n 2,\n 3]", [remove("1")], "[1,\n 3]"),
        ("37 no line end at the end", "{\n  \"a\": 1\n}", [set("a", "x")], "{\n  \"a\": \"x\"\n}"),
        (
            "42 long and large numbers untouched",
            "{\"a\": 12345678901234567890, \"b\": 1e400, \"c\": 1}", [set("c", "x")],
            "{\"a\": 12345678901234567890, \"b\": 1e400, \"c\": \"x\"}"
        ),
        (
            "45 escaped slash untouched", "{\"a\": \"\\/\", \"b\": 1}",
            [set("a", "/"), set("b", "x")], "{\"a\": \"\\/\", \"b\": \"x\"}"
        ),
        (
            "48 indented by 1", "{\n \"a\": {\n  \"b\": 1\n }\n}", [set("c/d", 1)],
            "{\n \"a\": {\n  \"b\": 1\n },\n \"c\": {\n  \"d\": 1\n }\n}"
        ),
        ("51 root array", "[1]\n", [set("", [1, "x"])], "[1, \"x\"]\n"),
        ("51 root scalar", "5\n", [set("", "x")], "\"x\"\n"),
        (
            "52 strict JSON gets no trailing comma", "{\n  \"a\": 1\n}\n",
            [set("b", 1), set("c", 1)], "{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 1\n}\n"
        ),
        (
            "56 empty key, and one with blanks", "{\"\": 1, \"a b\": 2}",
            [set([""], "x"), set("a b", "x")], "{\"\": \"x\", \"a b\": \"x\"}"
        ),
        (
            "46 a line of a megabyte", "{\"a\": \"\(megabyte)\", \"b\": 1}", [set("b", "x")],
            "{\"a\": \"\(megabyte)\", \"b\": \"x\"}"
        ),
    ]

    static let jsonc: [EditCase] = [
        (
            "3 trailing comma kept", "{\n  \"a\": 1,\n}", [set("b", 1)],
            "{\n  \"a\": 1,\n  \"b\": 1,\n}"
        ),
        (
            "4 trailing comma and comment", "{\n  \"a\": 1, // a\n}", [set("b", 1)],
            "{\n  \"a\": 1, // a\n  \"b\": 1,\n}"
        ),
        (
            "5 commented-out member below", "{\n  \"a\": 1 // a\n  // \"z\": 2\n}", [set("b", 1)],
            "{\n  \"a\": 1, // a\n  \"b\": 1\n  // \"z\": 2\n}"
        ),
        ("10 comments only", "// c", [set("a", 1)], "// c\n{\n  \"a\": 1\n}"),
        (
            "9 blank file with byte order mark", "\u{FEFF}", [set("a/b", 1)],
            "\u{FEFF}{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"
        ),
        (
            "18 comments around the colon", "{\"a\" /* 1 */ : /* 2 */ 1 /* 3 */}", [set("a", "x")],
            "{\"a\" /* 1 */ : /* 2 */ \"x\" /* 3 */}"
        ),
        (
            "27 only member removed, comment above", "{\n  // why\n  \"a\": 1 // a\n}",
            [remove("a")], "{\n  // why\n}"
        ),
        (
            "29 array item removed with its comment", "[\n  1, // one\n  2 // two\n]",
            [remove("0")], "[\n  2 // two\n]"
        ),
        (
            "38 block comment between members", "{\"a\": 1, /* b */ \"b\": 2}", [remove("a")],
            "{/* b */ \"b\": 2}"
        ),
        (
            "2 comments around the last member", "{\n  \"a\": 1,\n  /* b */ \"b\": 2 // two\n}",
            [set("c", 1)], "{\n  \"a\": 1,\n  /* b */ \"b\": 2, // two\n  \"c\": 1\n}"
        ),
        (
            "4 comments around the last member, comma", "{\n  /* b */ \"b\": 2, // two\n}",
            [set("c/d", 1)], "{\n  /* b */ \"b\": 2, // two\n  \"c\": {\n    \"d\": 1\n  },\n}"
        ),
        (
            "comments around an element", "[\n  /* 1 */ 1, // one\n  /* 3 */ 3 // three\n]",
            [set("", [0, 1, 2, 3])], "[\n  0,\n  /* 1 */ 1, // one\n  2,\n  /* 3 */ 3 // three\n]"
        ),
        (
            "two members on a line with a comment", "{\n  \"a\": 1, \"b\": 2 // two\n}",
            [set("c", 1)], "{\n  \"a\": 1, \"b\": 2, // two\n  \"c\": 1\n}"
        ),
        (
            "one-line member with a comment", "{\n\t\"x\": {\"a\": 1 // one\n\t}\n}",
            [set("x/b", 1)], "{\n\t\"x\": {\"a\": 1, // one\n\t      \"b\": 1\n\t}\n}"
        ),
        (
            "comment behind the last member on the bracket's line", "{\"a\": 1 /* one */}",
            [set("b", 1)], "{\"a\": 1 /* one */, \"b\": 1}"
        ),
        (
            "comment behind an element that gets a next one", "[1, // one\n 3]",
            [set("", [1, 2, 3])], "[1, // one\n 2,\n 3]"
        ),
        (
            "comment before the first element", "[/* all */ 1]", [set("", [0, 1])],
            "[/* all */ 0, 1]"
        ),
        (
            "member with comments around it removed",
            "{\n  \"a\": 1,\n  /* b */ \"b\": 2, // two\n  \"c\": 3\n}", [remove("b")],
            "{\n  \"a\": 1,\n  \"c\": 3\n}"
        ),
        (
            "member on one line removed with its comment", "{\"a\": 1, /* b */ \"b\": 2}",
            [remove("b")], "{\"a\": 1}"
        ),
        (
            "39 comment before the first member", "{ // open\n  \"a\": 1\n}", [remove("a")],
            "{ // open\n}"
        ),
        (
            "50 dictionary over a dictionary",
            "{\n  \"d\": {\n    \"a\": 1, // a\n    \"b\": 2, // b\n    \"c\": 3 // c\n  }\n}",
            [set("d", ["c": "x", "a": 1, "n": 1])],
            "{\n  \"d\": {\n    \"a\": 1, // a\n    \"c\": \"x\", // c\n    \"n\": 1\n  }\n}"
        ),
        (
            "array over an array", "{\"l\": [\n  \"a\", // A\n  \"b\", // B\n  \"c\" // C\n]}",
            [set("l", ["a", "c", "d"])], "{\"l\": [\n  \"a\", // A\n  \"c\", // C\n  \"d\"\n]}"
        ),
        (
            "array element changed", "[\n  1, // one\n  2 // two\n]", [set("", [1, 3])],
            "[\n  1, // one\n  3 // two\n]"
        ),
        (
            "1 value before a comment", "{\n  \"a\": 1 // one\n}", [set("a", "x")],
            "{\n  \"a\": \"x\" // one\n}"
        ),
        (
            "2 last member has a comment", "{\n  \"a\": 1 // one\n}\n", [set("b", 1)],
            "{\n  \"a\": 1, // one\n  \"b\": 1\n}\n"
        ),
        (
            "8 object with only a comment", "{\n  // c\n}\n", [set("a", 1)],
            "{\n  // c\n  \"a\": 1\n}\n"
        ),
        ("8 comment alone on the line", "{/* c */}", [set("a", 1)], "{/* c */ \"a\": 1}"),
        (
            "8 comment alone on the line, set apart", "{ /* c */ }", [set("a", 1)],
            "{ /* c */ \"a\": 1 }"
        ),
        ("9 empty file", "", [set("a", 1)], "{\n  \"a\": 1\n}\n"),
        (
            "17 array over lines, behind a comment", "[\n  1, // one\n  2 // two\n]\n",
            [set("2", 1)], "[\n  1, // one\n  2, // two\n  1\n]\n"
        ),
        (
            "20 slashes in strings", "{\"a\": \"http://x\", \"b\": 1} // c", [set("b", "x")],
            "{\"a\": \"http://x\", \"b\": \"x\"} // c"
        ),
        (
            "22 comma first, on the bracket's line", "[1 // a\n, 2 // b\n, 3 // c\n]",
            [remove("1")], "[1 // a\n, 3 // c\n]"
        ),
        (
            "22 comma first, on the bracket's line, last", "[1 // a\n, 2 // b\n, 3 // c\n]",
            [remove("2")], "[1 // a\n, 2 // b\n]"
        ),
        (
            "24 removed in the middle with its comment",
            "{\n  \"a\": 1, // a\n  \"b\": 2, // b\n  \"c\": 3\n}\n", [remove("b")],
            "{\n  \"a\": 1, // a\n  \"c\": 3\n}\n"
        ),
        (
            "25 last removed, the comma before it goes",
            "{\n  \"a\": 1, // a\n  \"b\": 2 // b\n}\n", [remove("b")], "{\n  \"a\": 1 // a\n}\n"
        ),
        (
            "26 last removed, trailing commas stay", "{\n  \"a\": 1,\n  \"b\": 2,\n}\n",
            [remove("b")], "{\n  \"a\": 1,\n}\n"
        ),
        (
            "40 comment behind the last bracket", "{\"a\": 1} // end", [set("b", 1)],
            "{\"a\": 1, \"b\": 1} // end"
        ),
    ]

    static let json5: [EditCase] = [
        (
            "58 reserved words as keys", "{class: 1, null: 2}", [set("null", 1), remove("class")],
            "{null: 1}"
        ),
        ("30 single quotes kept", "{a: 'it'}", [set("a", "it's")], "{a: 'it\\'s'}"),
        ("31 bare keys", "{\n  a: 1,\n}", [set("b/c", 1)], "{\n  a: 1,\n  b: {\n    c: 1\n  },\n}"),
        (
            "33 another in that spelling", "{a: 0x1f, b: +1, c: .5, d: '0x1F', e: 1e2, f: -0x1}",
            [set("a", 44), set("b", 2), set("c", 3), set("d", 4), set("e", 5), set("f", 6)],
            "{a: 0x2c, b: +2, c: 3, d: 4, e: 5, f: 6}"
        ),
        (
            "33 equal in another spelling", "{a: 0x10, b: +1, c: .5, d: '\\x41', e: 1e2}",
            [set("a", 16), set("b", 1), set("c", .real(0.5)), set("d", "A"), set("e", .real(100))],
            "{a: 0x10, b: +1, c: .5, d: '\\x41', e: 1e2}"
        ),
        (
            "comment that a line separator ends", "{a: 1 // one\u{2028}}", [set("b", 1)],
            "{a: 1, // one\u{2028} b: 1}"
        ),
        ("35 infinity in JSON5", "{a: 1}", [set("a", .real(-.infinity))], "{a: -Infinity}"),
        ("32 quoted where it is no name", "{a: 1}", [set("b-c", 1)], "{a: 1, \"b-c\": 1}"),
        ("34 line continuation stays", "{a: 'x\\\ny'}", [set("a", "xz")], "{a: 'x\\\nz'}"),
        ("35 infinity replaced", "{a: Infinity}", [set("a", 1)], "{a: 1}"),
        ("58 no-break space for a blank", "{a:\u{A0}1}", [set("a", "x")], "{a:\u{A0}\"x\"}"),
    ]

    @Test(arguments: json)
    func `gives exactly these bytes in strict JSON`(edit: EditCase) throws {
        try Format.json.check(edit)
    }

    @Test(arguments: jsonc)
    func `gives exactly these bytes with comments`(edit: EditCase) throws {
        try Format.jsonc.check(edit)
    }

    @Test(arguments: json5)
    func `gives exactly these bytes in JSON5`(edit: EditCase) throws {
        try Format.json5.check(edit)
    }

    private static let refused: [EditCase] = [
        ("root is an array", "[1]", [set("a", 1)], .refused(.noSuchPath)),
        ("root is a scalar", "1", [set("a", 1)], .refused(.noSuchPath)),
        ("position past the end", #"{"a": [1]}"#, [set("a/2", 1)], .refused(.noSuchPath)),
        ("position in a dictionary", #"{"a": {}}"#, [set("a/0", 1)], .refused(.noSuchPath)),
        ("duplicate removed", #"{"a": 1, "a": 2}"#, [remove("a")], .refused(.ambiguous)),
        ("infinity", "{}", [set("a", .real(.infinity))], .refused(.unrepresentable)),
        ("literal of TOML", "{}", [set("a", .raw("1979-05-27x"))], .refused(.unrepresentable)),
    ]

    @Test(arguments: refused)
    func `refuses an edit`(edit: EditCase) throws { try Format.json.check(edit) }
}
