// Key files of GLib, as GTK has them, and btop's file.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A key file of GLib` {
    static let readings: [(String, SettingValue)] = [
        (
            "# c\n[Settings]\na=x # y\nb = \\sx\\ty\\n\\\\ \n[Other]\nc=1\n[Settings]\na=z\n",
            ["Settings": ["a": "z", "b": " x\ty\n\\ "], "Other": ["c": "1"]]
        ),
        ("[a]\r\nb=c\r\n", ["a": ["b": "c"]]),
    ]

    @Test(arguments: readings)
    func `says what GLib reads`(text: String, value: SettingValue) throws {
        #expect(try read(text, .keyFile) == value)
    }

    static let edits: [EditCase] = [
        ("has backslashes", "[s]\na=x\n", [set("s/a", "C:\\new")], "[s]\na=C:\\\\new\n"),
        ("has line breaks", "[s]\na=x\n", [set("s/a", "b\nc")], "[s]\na=b\\nc\n"),
        ("has blanks at its start", "[s]\na=x\n", [set("s/a", " b")], "[s]\na=\\sb\n"),
        ("has signs of comments", "[s]\na=x\n", [set("s/a", "b # c")], "[s]\na=b # c\n"),
        ("has no quotes", "[s]\na=x\n", [set("s/a", "\"b\"")], "[s]\na=\"b\"\n"),
        ("is a boolean", "[s]\na=0\n", [set("s/a", true)], "[s]\na=1\n"),
        ("is a new boolean", "[s]\na=0\n", [set("s/b", true)], "[s]\na=0\nb=true\n"),
        ("is a list", "[s]\na=x;\n", [set("s/a", ["b", "c;d"])], "[s]\na=b;c\\;d;\n"),
        ("has a section", "[s]\na=0\n", [set("b", "c")], .refused(.unrepresentable)),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.keyFile.check(edit) }
}

@Suite struct `A btop.conf` {
    static let readings: [(String, SettingValue)] = [
        (
            "#? Config\na = \"b c\"\nd=e f\n\tg  =\th\ni = \"\"\nj = \"k\"l\nm = n\"o\np = #x\n",
            ["a": "b c", "d": "e", "g": "h", "i": "", "j": "k", "m": "n\"o", "p": "#x"]
        ),
        ("a = 1\na = 2 # c\n", ["a": "2"]),
        // No name of its own has a tab, so that it passes over such lines.
        ("a = 1\na\t= 2\na \t = 3\n", ["a": "1", "a\t": "2", "a \t": "3"]),
    ]

    @Test(arguments: readings)
    func `says what btop reads`(text: String, value: SettingValue) throws {
        #expect(try read(text, .btop) == value)
    }

    static let edits: [EditCase] = [
        ("gets quotes for blanks", "a = b\n", [set("a", "c d")], "a = \"c d\"\n"),
        ("keeps its quotes", "a = \"b\" c\n", [set("a", "d")], "a = \"d\" c\n"),
        ("keeps what stands behind it", "a = b c\n", [set("a", "d")], "a = d c\n"),
        ("gets a blank behind it", "a = \"b\"c\n", [set("a", "d\"e")], "a = d\"e c\n"),
        ("is empty in quotes", "a = b\n", [set("a", "")], "a = \"\"\n"),
        (
            "is new", "a = True\n", [set("b", false), set("c", "d e")],
            "a = True\nb = False\nc = \"d e\"\n"
        ),
        ("is new beside its name with a tab", "a\t=\tb\n", [set("a", "c")], "a\t=\tb\na=\tc\n"),
        ("has a quote", "a = b\n", [set("a", "c\"d")], "a = c\"d\n"),
        ("has no quote and blank", "a = b\n", [set("a", "c\" d")], .refused(.unrepresentable)),
        ("has no line break", "a = b\n", [set("a", "c\nd")], .refused(.unrepresentable)),
        (
            "is only read where a line has no value", "a = b\nc = d\ne =\n", [set("a", "f")],
            .refused(.ambiguous)
        ),
        (
            "is only read where a quote is open", "a = b\nc = d\ne = \"f\n", [set("a", "f")],
            .refused(.ambiguous)
        ),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.btop.check(edit) }
}
