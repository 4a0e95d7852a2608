// Files of Ghostty, kitty and foot.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A Ghostty configuration` {
    static let readings: [(String, SettingValue)] = [
        (
            "# c\nfont-size=14\n a = b # c\nb = \"x \"\nc = \"a\"b\"\nd\ne =\nf g\nh = \"\ni = \"\"\n",
            [
                "font-size": "14", "a": "b # c", "b": "x ", "c": "a\"b", "d": "true", "e": "",
                "h": "\"", "i": "",
            ]
        ),
        (
            "keybind = a=b\nkeybind = c=d\npalette = 0=#fff\nfont-family = x\nfont-family = \"\"\nfont-family = y\n",
            ["keybind": ["a=b", "c=d"], "palette": ["0=#fff"], "font-family": ["y"]]
        ),
        ("env = a=b\nenv =\na = 1\na = 2\n", ["env": "", "a": "2"]),
    ]

    @Test(arguments: readings)
    func `says what Ghostty reads`(text: String, value: SettingValue) throws {
        #expect(try Format.ghostty.parse(Array(text.utf8)).root == value)
    }

    static let edits: [EditCase] = [
        ("keeps its quotes", "a = \"b\"\n", [set("a", "c")], "a = \"c\"\n"),
        ("has signs of comments", "a = b\n", [set("a", "#fff # c")], "a = #fff # c\n"),
        ("gets quotes for blanks", "a = b\n", [set("a", " c")], "a = \" c\"\n"),
        ("gets quotes for quotes", "a = b\n", [set("a", "\"c\"")], "a = \"\"c\"\"\n"),
        ("has quotes within", "a = b\n", [set("a", "c \"d")], "a = c \"d\n"),
        ("is a default again", "a = b\n", [set("a", "")], "a =\n"),
        ("is a boolean", "a = true\n", [set("a", false), set("b", true)], "a = false\nb = true\n"),
        ("gets a value", "a\n", [set("a", "x")], "a = x\n"),
        ("is a list of one", "a = 1\n", [set("keybind", ["x=y"])], "a = 1\nkeybind = x=y\n"),
        ("is a list", "a = 1\n", [set("keybind", "x=y")], .refused(.unrepresentable)),
        (
            "keeps what forgets others", "env =\nenv = a=b\n", [set("env", ["c=d", "e=f"])],
            "env =\nenv = c=d\nenv = e=f\n"
        ),
        (
            "follows what forgets others", "env = \"\"\n", [set("env", ["a=b"])],
            "env = \"\"\nenv = \"a=b\"\n"
        ),
        (
            "follows as a list what forgets others", "env = a=b\nenv =\n",
            [set("env", ["c=d", "e=f"])],
            "env = a=b\nenv =\nenv = c=d\nenv = e=f\n"
        ),
        ("forgets others", "env = a=b\nenv = c=d\n", [set("env", "")], "env =\n"),
        (
            "has no empty element", "env = a=b\n", [set("env", ["a=b", ""])],
            .refused(.unrepresentable)
        ),
        ("has no line break", "a = b\n", [set("a", "b\nc")], .refused(.unrepresentable)),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.ghostty.check(edit) }
}

@Suite struct `A terminal's list` {
    static let readings: [(Format, String, SettingValue)] = [
        (
            .kitty, "filter_notification a\nfilter_notification b\nmenu_map global x\n",
            ["filter_notification": ["a", "b"], "menu_map": ["global x"]]
        ),
        (.foot, "include=/a\n[main]\ninclude=/b\n", ["main": ["include": ["/a", "/b"]]]),
    ]

    @Test(arguments: readings)
    func `has all of its lines`(format: Format, text: String, value: SettingValue) throws {
        let document = try format.parse(Array(text.utf8))
        #expect(document.root == value)
        #expect(document.repeatedKeys.isEmpty)
    }
}
