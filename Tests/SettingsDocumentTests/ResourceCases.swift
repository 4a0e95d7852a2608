// Files of X resources.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A file of X resources` {
    static let readings: [(String, SettingValue)] = [
        (
            "! c\nXTerm*faceName: Mono 9\n*.color0:\t#1d1f21\nURxvt.font : x:y \n  a.b:c\\n\\\\d\\101\\ e\\f\n",
            [
                "XTerm*faceName": "Mono 9", "*.color0": "#1d1f21", "URxvt.font": "x:y",
                "a.b": "c\n\\dA ef",
            ]
        ),
        (
            "#include \"x\"\n#define red #f00\n*a: red\n*b: redder\n*red: x\nno colon\n*c d: e\n*e:\n",
            ["*a": "red", "*b": "redder", "*e": ""]
        ),
        (
            "*a: 1\n#ifdef X\n*b: 2\n#if Y\n#endif\n*c: 3\n#else\n#endif\n*d: 4\n",
            ["*a": "1", "*d": "4"]
        ),
        (
            "*a: b \\\n   c\n*d: \\\n e\n*f: g\\\\\n*h: i\n",
            ["*a": "b    c", "*d": "e"]
        ),
        ("/* c\n*a: 1\n*/\n*b: 2\n! d /* e */\n*c: 3\n! f /*\n*d: 4\n", ["*b": "2", "*c": "3"]),
        (
            "*a: http://b\n*c: d /* e */\n*f: 1\n*f: 2\n",
            ["*a": "http://b", "*c": "d /* e */", "*f": "2"]
        ),
    ]

    @Test(arguments: readings)
    func `says what Xlib and xrdb read`(text: String, value: SettingValue) throws {
        let document = try Format.xresources.parse(Array(text.utf8))
        #expect(document.root == value)
    }

    static let edits: [EditCase] = [
        ("keeps its blanks", "*a:\t\tb\n", [set("*a", "c")], "*a:\t\tc\n"),
        ("has escapes", "*a: b\n", [set("*a", " c\nd\\e\r")], "*a: \\ c\\nd\\\\e\\015\n"),
        ("has blanks", "*a: b \n", [set("*a", "c  d ")], "*a: c \\040d\\040\n"),
        ("has other letters", "*a: é\n", [set("*a", "ü")], "*a: \\303\\274\n"),
        ("ends in a backslash", "*a: b\n", [set("*a", "c\\ \\")], "*a: c\\134\\040\\134\n"),
        ("keeps its word", "*a: On\n", [set("*a", false)], "*a: Off\n"),
        ("is one key", "a.b: 1\n", [set("a.b", 2), set("c.d*e", 3)], "a.b: 2\nc.d*e: 3\n"),
        ("is empty", "*a: b\n", [set("*a", "")], "*a: \n"),
        ("is a first line", "! c\n", [set("*a", true)], "! c\n*a: true\n"),
        ("is taken out", "*a: 1\n! c\n*b: 2\n", [remove("*a")], "! c\n*b: 2\n"),
        (
            "is added outside of conditions", "*a: 1\n#if X\n*b: 2\n#endif\n", [set("*c", 3)],
            "*a: 1\n*c: 3\n#if X\n*b: 2\n#endif\n"
        ),
        (
            "stays where xrdb replaces it", "#define b c\n*a: b\n", [set("*a", "d")],
            .refused(.readOnly)
        ),
        (
            "is no defined name", "#define b c\n*a: d\n", [set("*a", "x b")],
            .refused(.unrepresentable)
        ),
        (
            "has no defined name", "#define b c\n*a: d\n", [set("b.e", 1)],
            .refused(.unrepresentable)
        ),
        ("is no comment", "*a: b\n", [set("*a", "http://c")], .refused(.unrepresentable)),
        ("stays over lines", "*a: b\\\nc\n", [set("*a", "d")], .refused(.readOnly)),
        ("has a name", "*a: b\n", [set("c:d", "e")], .refused(.unrepresentable)),
        ("has no list", "*a: b\n", [set("*a", ["c", "d"])], .refused(.unrepresentable)),
        (
            "stands before a comment without end", "*a: b\n/* c\n", [set("*d", 1)],
            "*a: b\n*d: 1\n/* c\n"
        ),
        ("isn't in a comment", "/* c\n", [set("*d", 1)], .refused(.ambiguous)),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.xresources.check(edit) }
}
