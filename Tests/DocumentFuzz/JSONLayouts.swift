// JSON in the layouts that programs and people write.

import SettingsDocument

/// Layouts of JSON, JSON with comments and JSON5.
let jsonLayouts: [(name: String, format: Format, text: String)] = [
    ("one line", .json, #"{"a":1,"b":{"c":[1,2,{"d":null}],"e":{}},"f":"x"}"#),
    ("one line, spaced", .json, #"{ "a": 1, "b": { "c": [ 1, 2 ], "e": {} }, "f": "x" }"#),
    (
        "two spaces", .json,
        "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [\n      1,\n      2\n    ],\n    \"e\": {}\n  }\n}\n"
    ),
    (
        "tabs and CRLF", .jsonc,
        "{\r\n\t\"a\": 1, // one\r\n\t/* two */ \"b\": [1, 2],\r\n\t\"c\": {\r\n\t}\r\n}\r\n"
    ),
    (
        "comments", .jsonc,
        "// top\n{\n  // first\n  \"a\": 1, // one\n  /* b */ \"b\" /* k */ : /* v */ 2 /* w */, \"c\": 3,\n  // last\n  \"d\": [\n    1, // x\n    // y\n    2 // z\n    // end\n  ] // d\n  // tail\n} // after\n"
    ),
    (
        "trailing commas", .jsonc,
        "{\n  \"a\": [1, 2,],\n  \"b\": {\n    \"c\": 1, // c\n  },\n  // \"off\": 1,\n}"
    ),
    (
        "comma first", .jsonc,
        "{\n    \"a\": 1 // one\n  , \"b\": 2\n  // three\n  , \"c\": [\n      1\n    , 2\n    ]\n}\n"
    ),
    ("brackets shared", .jsonc, "[{\n  \"a\": 1\n}, {\n  \"b\": 2 }, {}\n]"),
    ("wrapped", .json, "{\"a\": 1, \"b\": 2,\n \"c\": 3,\n \"d\": [1, 2, 3,\n  4, 5]}"),
    (
        "odd commas", .jsonc,
        "{\n  \"a\": 1\n  ,\n  \"b\": 2 /* x\n y */ ,\n  \"c\": 3 // z\n  ,\n}\n"
    ),
    (
        "JSON5", .json5,
        "{\n  // c\n  a: 'x', $b: +1, 'c d': .5,\n  e: [0x10, Infinity, -NaN,],\n  \\u0066: 'l\\\n2', é: 5.,\n}\n"
    ),
    ("byte order mark", .json, "\u{FEFF}{\n \"a\": 1\n}"),
    ("duplicates", .json, #"{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}"#),
    ("old Mac", .json, "{\r  \"a\": 1,\r  \"b\": 2\r}\r"),
    ("NBSP", .json5, "{\u{A0}a\u{A0}:\u{A0}1\u{A0},\u{2028}b: [1,\u{A0}2]}//x\u{2028}"),
]
