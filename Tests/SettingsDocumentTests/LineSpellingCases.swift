// How a new text is spelled over an old one: the lines and quotes that stand there stay where they can.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A value over several lines` {
    static let cases: [(Format, EditCase)] = [
        (
            .systemd,
            (
                "the last part", "[S]\nA=x \\\n  y \\\n  z\n", [set("S/A", "x  y  w v")],
                "[S]\nA=x \\\n  y \\\n  w v\n"
            )
        ),
        (
            .systemd,
            (
                "a part between", "[S]\nA=x \\\n# c\n  y \\\n  z\n", [set("S/A", "x  q  z")],
                "[S]\nA=x \\\n# c\n  q \\\n  z\n"
            )
        ),
        (
            .systemd,
            (
                "one part less", "[S]\nA=x \\\n  y \\\n  z\n", [set("S/A", "x  z")],
                "[S]\nA=x \\\n  z\n"
            )
        ),
        (
            .systemd,
            ("one part more", "[S]\nA=x \\\n  y\n", [set("S/A", "x  y z")], "[S]\nA=x \\\n  y z\n")
        ),
        (.systemd, ("another text", "[S]\nA=x \\\n  y\n", [set("S/A", "z")], "[S]\nA=z\n")),
        (
            .systemd,
            (
                "with CRLF", "[S]\r\nA=x \\\r\n  y\r\n", [set("S/A", "x  z")],
                "[S]\r\nA=x \\\r\n  z\r\n"
            )
        ),
        (
            .gitConfig,
            (
                "a part of an alias", "[alias]\n\tl = log \\\n\t\t--graph \\\n\t\t--all\n",
                [set("alias/l", "log \t\t--oneline \t\t--all")],
                "[alias]\n\tl = log \\\n\t\t--oneline \\\n\t\t--all\n"
            )
        ),
        (
            .gitConfig,
            (
                "quotes in the middle", "[c]\n\td = syntax \"#aaa\" bold # c\n",
                [set("c/d", "syntax #bbb bold")], "[c]\n\td = syntax \"#bbb\" bold # c\n"
            )
        ),
        (
            .gitConfig,
            (
                "quotes at the end", "[c]\n\td = syntax \"#aaa\"\n", [set("c/d", "syntax #aaa x")],
                "[c]\n\td = syntax \"#aaa\" x\n"
            )
        ),
        (
            .gitConfig,
            (
                "a sign outside of the quotes", "[c]\n\td = a \"#b\" c\n", [set("c/d", "a #b #")],
                "[c]\n\td = \"a #b #\"\n"
            )
        ),
        (
            .kitty,
            (
                "the last part", "map a b \\\n\\ c\nd 1\n", [set("map", ["a b \\ d"])],
                "map a b \\\n\\ d\nd 1\n"
            )
        ),
        (
            .ini,
            (
                "one line of a text", "[a]\nk = one\n  two\n  three\n",
                [set("a/k", "one\n2\nthree")], "[a]\nk = one\n  2\n  three\n"
            )
        ),
        (
            .ini,
            (
                "one line less", "[a]\nk = one\n  two\n  three\n", [set("a/k", "one\nthree")],
                "[a]\nk = one\n  three\n"
            )
        ),
        (
            .ini,
            (
                "one line more", "[a]\nk = one\n  two\n", [set("a/k", "one\ntwo\nthree")],
                .refused(.unrepresentable)
            )
        ),
        (
            .properties,
            (
                "an escape stays", "a=\\u0041 \\\n  b c\n", [set("a", "A b d")],
                "a=\\u0041 \\\n  b d\n"
            )
        ),
        (
            .properties,
            (
                "an escape on one line stays", "a=https\\://x\n", [set("a", "https://y")],
                "a=https\\://y\n"
            )
        ),
        (
            .properties,
            (
                "an escape isn't cut", "k = a\\=b\\\n  c\n", [set("k", "acbc")],
                "k = acb\\\n  c\n"
            )
        ),
        (
            .properties,
            (
                "an escape in digits isn't cut", "k = \\u00e9b\\\n  c\n", [set("k", "dbc")],
                "k = db\\\n  c\n"
            )
        ),
    ]

    @Test(arguments: cases) func `keeps its lines where only a part changes`(
        format: Format,
        example: EditCase
    ) throws {
        try format.check(example)
    }
}

@Suite struct `A text in an .env file` {
    static let cases: [EditCase] = [
        ("double quotes stay", "A=\"x\"\n", [set("A", "it's y")], "A=\"it's y\"\n"),
        ("single quotes spare escapes", "A=\"x\"\n", [set("A", "say \"x\"")], "A='say \"x\"'\n"),
        ("single quotes stay", "A='x'\n", [set("A", "say \"y\"")], "A='say \"y\"'\n"),
        ("double quotes spare escapes", "A='x'\n", [set("A", "it's")], "A=\"it's\"\n"),
        ("nothing spares escapes", "A='x'\n", [set("A", "it's \"y\"")], "A=\"it's \\\"y\\\"\"\n"),
        ("without quotes", "A=x\n", [set("A", "y")], "A=y\n"),
        ("a new text", "A=x\n", [set("B", "say \"x\"")], "A=x\nB='say \"x\"'\n"),
        ("single quotes spare a backslash", "A=\"x\"\n", [set("A", "a\\n")], "A='a\\n'\n"),
        (
            "they don't spare two, nor a mark behind one", "A=x\nB=x\n",
            [set("A", "a\\\\b"), set("B", "a\\\\\u{301}")],
            "A=\"a\\\\\\\\b\"\nB=\"a\\\\\\\\\u{301}\"\n"
        ),
        ("a sign of the shell", "A=\"x\"\n", [set("A", "$HOME")], "A='$HOME'\n"),
    ]

    @Test(arguments: cases) func `has as few escapes as its quotes allow`(example: EditCase) throws
    {
        try Format.dotenv.check(example)
    }
}

@Suite struct `A text in quotes` {
    static let cases: [(Format, EditCase)] = [
        (.ini, ("final blanks", "prompt=\">>  \"\n", [set("prompt", ">   ")], "prompt=\">   \"\n")),
        (.ini, ("leading blanks", "prompt='>'\n", [set("prompt", "  >")], "prompt='  >'\n")),
        (.ini, ("none", "prompt=>\n", [set("prompt", "> ")], .refused(.unrepresentable))),
        (.ini, ("quotes of its own", "c=\"sh 'n \\\"x\\\"'\"\n", [set("c", "y")], "c=y\n")),
        (
            .ini,
            (
                "quotes of its own, back", "c=y\n", [set("c", "\"sh 'n \\\"x\\\"'\"")],
                "c=\"sh 'n \\\"x\\\"'\"\n"
            )
        ),
        (
            .ini,
            ("two texts in quotes", "c=\"a\" \"b\"\n", [set("c", "\"a\" \"d\"")], "c=\"a\" \"d\"\n")
        ),
    ]

    @Test(arguments: cases) func `can have what quotes can hold`(
        format: Format,
        example: EditCase
    ) throws {
        try format.check(example)
    }
}

@Suite struct `A flag of mpv that takes no value` {
    static let cases: [EditCase] = [
        ("stays", "no-border\n", [set("no-border", "yes")], "no-border\n"),
        (
            "is refused another value", "no-border\n", [set("no-border", "no")],
            .refused(.unrepresentable)
        ),
        ("is new", "fs\n", [set("no-border", "yes")], "fs\nno-border\n"),
        ("is new in a profile", "fs\n", [set("p/no-border", true)], "fs\n\n[p]\nno-border\n"),
        ("is new with another value", "fs\n", [set("no-border", "no")], .refused(.unrepresentable)),
        ("is no other flag", "fs\n", [set("fs", "no")], "fs=no\n"),
    ]

    @Test(arguments: cases) func `gets none`(example: EditCase) throws {
        try Format.mpv.check(example)
    }

    @Test func `says what to set instead`() throws {
        let document = try Format.mpv.parse(Array("no-border\n".utf8))
        let error = #expect(throws: EditError.self) {
            try document.revised(by: set("no-border", "no"))
        }
        #expect(error?.problem == "an mpv.conf can't hold a value behind 'no-border'")
        #expect(error?.advice == "Remove the key, and set 'border' instead")
    }
}

@Suite struct `A value that was emptied` {
    static let files: [(Format, String, DocumentPath)] = [
        (.ini, "a=x\nb = y\n", "a"), (.ini, "a = x\nb=y\n", "a"),
        (.ini, "[s]\na: x\nb: y\n", "s/a"),
        (.ini, "[s]\na=x\nb =y\n", "s/a"), (.dunst, "[g]\na = x ; c\nb = y\n", "g/a"),
        (.dunst, "[g]\na = x   ; c\nb = y\n", "g/a"), (.dunst, "[g]\na=x ; c\nb = y\n", "g/a"),
        (.php, "a = 14 ; c\nb=1\n", "a"), (.npmrc, "a=x\nb = y\n", "a"),
        (.npmrc, "a=x # c\nb = y\n", "a"), (.mpv, "a=x # c\nb=y\n", "a"),
        (.properties, "a = x\nb:y\n", "a"), (.properties, "a : x\nb : y\n", "a"),
        (.dotenv, "A = x\nB=y\n", "A"), (.gitConfig, "[s]\n\ta = \"x y\" ; c\n", "s/a"),
    ]

    @Test(arguments: files) func `stands again where it stood`(
        format: Format,
        text: String,
        path: DocumentPath
    ) throws {
        let document = try format.parse(Array(text.utf8))
        let value = try #require(document.root.value(at: path))
        let emptied = document.revised(by: [set(path, "")])
        #expect(emptied.document.root.value(at: path) == "")
        let revision = emptied.document.revised(by: [set(path, value)])
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("[s]\n\ta = x\n", "[s]\n\ta = \"x\"\n"), ("[s]\n\ta = \"\"\n", "[s]\n\ta = \"x\"\n"),
        ("[s]\n\ta = \"\" \"\"\n", "[s]\n\ta = \"x\"\n"),
    ])
    func `leaves no empty quotes beside the next one in git's files`(
        before: String,
        after: String
    ) throws {
        let emptied = try Format.gitConfig.parse(Array(before.utf8)).revised(by: [set("s/a", "")])
        let revision = emptied.document.revised(by: [set("s/a", "x")])
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == after)
    }
}

@Suite struct `A key with no value` {
    static let files: [(Format, String, DocumentPath)] = [
        (.ini, "[a]\nfps\ngpu\nram\nsize=24\n", "a/fps"),
        (.ini, "  fps\n  gpu\nram\nsize = 24\n", "gpu"),
        (.php, "a\nb\nc = 1\nd\n", "a"), (.properties, "a\nb\nc: 1\nd\n", "a"),
        (.keyValue, "a\nb\nc 1\n", "a"), (.ini, "[a]\r\nfps\r\ngpu\r\n", "a/gpu"),
        (.ini, "[a]\nb = \nc = \n", "a/b"), (.dunst, "[g]\na = \nb = \nc = 1\n", "g/b"),
        (.desktopEntry, "[D]\nA= \nB= \n", "D/A"),
    ]

    @Test(arguments: files) func `is again as it was once it had one`(
        format: Format,
        text: String,
        path: DocumentPath
    ) throws {
        let document = try format.parse(Array(text.utf8))
        try #require(document.root.value(at: path) == "")
        let filled = document.revised(by: [set(path, "x")]).document
        try #require(filled.root.value(at: path) == "x")
        let revision = filled.revised(by: [set(path, "")])
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == text)
    }

    // The fuzzer's php-ini, seed 46117913.
    @Test func `has none however often its empty text is set`() throws {
        let changes = [set(["n[]", 0], "")]
        try Format.php.check(("", "k\nn[] = a\n", changes, "k\nn[]\n"))
        try Format.php.check(("", "k\nn[]\n", changes, "k\nn[]\n"))
    }
}

@Suite struct `A new line of a list` {
    static let cases: [(Format, EditCase)] = [
        (
            .npmrc,
            (
                "quotes and no blanks", "ca[]=\"a\"\nx = y\n", [set("ca[]", ["a", "b"])],
                "ca[]=\"a\"\nca[]=\"b\"\nx = y\n"
            )
        ),
        (
            .mpv,
            (
                "no quotes", "script=a\nx=\"y\"\n", [set("script", ["a", "b"])],
                "script=a\nscript=b\nx=\"y\"\n"
            )
        ),
        (
            .gitConfig,
            (
                "quotes", "[r]\n\tf=\"a\"\n\tx = y\n", [set("r/f", ["a", "b"])],
                "[r]\n\tf=\"a\"\n\tf=\"b\"\n\tx = y\n"
            )
        ),
        (
            .systemd,
            (
                "blanks", "[S]\nA = x\nB=y\n", [set("S/A", ["x", "z"])],
                "[S]\nA = x\nA = z\nB=y\n"
            )
        ),
        (
            .php,
            (
                "other quotes where those don't fit", "a[]='x'\nb = 1\n",
                [set("a[]", ["x", "it's"])],
                "a[]='x'\na[]=\"it's\"\nb = 1\n"
            )
        ),
    ]

    @Test(arguments: cases) func `is written as the line that it is like`(
        format: Format,
        example: EditCase
    ) throws {
        try format.check(example)
    }
}
