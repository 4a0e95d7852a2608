// JSON and property lists of OpenStep in the layouts that programs and people write.

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

/// Layouts of OpenStep property lists and .strings files.
let openStepLayouts: [(name: String, format: Format, text: String)] = [
    (
        "as GNUstep writes it", .openStepPropertyList,
        "{\n    a = 1;\n    \"b c\" = (\n        one,\n        \"two words\",\n        (\n            x,\n            y\n        )\n    );\n    d = {\n        e = <0fbd7700 11>;\n        f = ();\n        g = {\n        };\n    };\n}\n"
    ),
    (
        "comments", .openStepPropertyList,
        "// top\n{\n  // first\n  a = 1; // one\n  /* b */ b /* k */ = /* v */ 2 /* w */; c = 3;\n  // last\n  d = (\n    1, // x\n    // y\n    2 // z\n    // end\n  ); // d\n  e = { /* empty */ };\n  // tail\n} // after\n"
    ),
    ("one line", .openStepPropertyList, "{a=1;b=(x,y,);c={d=\"q\";e={};f=();};}"),
    ("one line, spaced", .openStepPropertyList, "{ a = 1; b = ( x, y ); c = { d = 'q'; }; }"),
    (
        "missing last semicolon", .openStepPropertyList,
        "{ a = 1; b = { c = 2 }; d = {\n  e = 1;\n  f = 2\n  }\n}"
    ),
    (
        "tabs and CRLF", .openStepPropertyList,
        "{\r\n\ta = 1;\r\n\tb = \"x\r\ny\";\r\n\tc = {\r\n\t};\r\n}\r\n"
    ),
    ("byte order mark", .openStepPropertyList, "\u{FEFF}{\n a = \"é\";\n}"),
    (
        "GNUstep types", .openStepPropertyList,
        "{\n    a = <*I5>;\n    b = <*BY>;\n    c = ( <*R1.5>, <*BN> );\n    d = <*D2001-01-01 00:00:00 +0000>;\n    s = text;\n}\n"
    ),
    ("root array", .openStepPropertyList, "(\n  a,\n  { b = c; },\n  ()\n)\n"),
    ("root string", .openStepPropertyList, "\"x y\" // c\n"),
    ("duplicates", .openStepPropertyList, "{ a = 1; b = { c = 1; c = 2; }; a = 3; }"),
    (
        "semicolons first", .openStepPropertyList,
        "{\n  a = 1\n  ; b = 2\n  ; c = ( x\n    , y\n    )\n  ;\n}\n"
    ),
    ("old Mac", .openStepPropertyList, "{\r  a = 1;\r  b = 2;\r}\r"),
    (
        "line separators", .openStepPropertyList,
        "{\u{2028}// x\u{2028}a = 1;\u{2028}b = 2;\u{2028}}"
    ),
    (
        "an Xcode project", .openStepPropertyList,
        "// !$*UTF8*$!\n{\n\tobjects = {\n\n/* Begin */\n\t\tA1 /* x.c */ = {isa = PBXFile; path = x.c; };\n/* End */\n\t\tB2 = {\n\t\t\tfiles = (\n\t\t\t\tA1 /* x.c */,\n\t\t\t);\n\t\t};\n\t};\n\trootObject = B2 /* Project */;\n}\n"
    ),
    (
        "strings", .strings,
        "/* The title. */\n\"title\" = \"Settings\";\n\n/* %d items */\n\"%d items\" = \"%d \\\"items\\\"\\n\"; // two\n\"last\" = \"\";\n"
    ),
    ("strings on a line", .strings, "a = 1; \"b\" = \"2\"; c = { d = e; };"),
    ("strings that say their keys", .strings, "\"a\";\n\"b c\" ;\n\"d\" = \"e\";\n"),
    ("strings in CRLF", .strings, "\u{FEFF}\"a\" = \"1\";\r\n\r\n  \"b\" = \"2\";\r\n/* end */"),
    ("comments alone", .strings, "/* nothing\n yet */ // here"),
]
