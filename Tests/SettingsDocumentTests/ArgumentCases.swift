// Files of options of a command line: bat's, ripgrep's, browsers', GnuPG's, curl's and swaylock's.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A file of options` {
    static let readings: [(Format, String, SettingValue)] = [
        (
            .args,
            "# c\n--theme=\"a b\"\n--style numbers,changes # c\n--plain\n-f x\n--map-syntax '*.x:C'\n--map-syntax=\"b\"'c'\n",
            [
                "theme": "a b", "style": "numbers,changes", "plain": "true",
                "map-syntax": ["*.x:C", "bc"],
            ]
        ),
        (
            .args, "--a --b=c\n\"--d=e\"\n--f\n'g h'\n--i\n\n# c\nj\n--k=l#m\n--n=\"\\$o\"\n--p=\n",
            ["f": "g h", "p": ""]
        ),
        (.args, "--a=1\n--b='x\ny'\n--c=1\n", ["a": "1"]),
        (.args, "--a=1\n--\n--b=1\n", ["a": "1"]),
        (.args, "--a=\"x\" # c\n--b #c\n--c=\\ d\n", ["a": "x", "b": "true", "c": " d"]),
        (
            .argLines,
            "# c\n--smart-case\n--glob=!a b\n--glob\n!c\n  --x=\"y\"  \n-i\n--z w\n--a\n\nb\nc\n",
            ["smart-case": "true", "glob": ["!a b", "!c"], "x": "\"y\""]
        ),
        (
            .argLines, "--langdef=x\n--kinds-C++=+p\n--p={{\n--a=b\n}}\n",
            ["langdef": "x", "kinds-C++": "+p"]
        ),
        (
            .flags, "--ozone=wayland\n--dark\n--a=\"b\"\n--c=d e\nhttps://x\n--f=g#h\n",
            ["ozone": "wayland", "dark": "true"]
        ),
        (
            .gpg,
            "# c\nuse-agent\n keyserver  a b \ndefault-key \"A \"\ngroup a = b\ngroup c = d\n--x\n[if y]\nz\n[fi]\nq \"\n",
            [
                "use-agent": "true", "keyserver": "a b", "default-key": "A ",
                "group": ["a = b", "c = d"], "q": "",
            ]
        ),
        (
            .curl,
            "# c\nuser-agent = \"a \\\"b\\\"\\n\" # c\n--silent\n-k\nproxy: x:1\n--header \"A: b\"\nheader = C\ne f g\nh == i\nj=k # c\n--l=m\nnext\nn = o\n",
            [
                "user-agent": "a \"b\"\n", "silent": "true", "proxy": "x:1",
                "header": ["A: b", "C"],
                "h": "i", "j": "k",
            ]
        ),
        (
            .swaylock, "# c\ncolor=#fff\nfont=A b \ndaemonize\n x=y\nz = 1\nq=\n",
            ["color": "#fff", "font": "A b ", "daemonize": "true", "q": ""]
        ),
    ]

    @Test(arguments: readings)
    func `says what its program reads`(format: Format, text: String, value: SettingValue) throws {
        let document = try format.parse(Array(text.utf8))
        #expect(document.root == value)
    }

    static let edits: [(Format, String, String, [DocumentChange], Outcome)] = [
        (
            .args, "keeps its quotes and comment", "--a=\"b\" # c\n", [set("a", "x y")],
            "--a=\"x y\" # c\n"
        ),
        (.args, "gets quotes", "--a=b\n", [set("a", "x (y)")], "--a=\"x (y)\"\n"),
        (.args, "can't begin an option", "--a=b\n", [set("a", "x --b")], "--a=\"x --b\"\n"),
        (.args, "escapes quotes", "--a=b\n", [set("a", "\"'\\")], "--a=\"\\\"'\\\\\"\n"),
        (.args, "has signs as they are", "--a='b'\n", [set("a", "$x `y`")], "--a='$x `y`'\n"),
        (.args, "keeps its blank", "--a b\n", [set("a", "c"), set("d", 1)], "--a c\n--d 1\n"),
        (.args, "keeps its line", "--a\n'b'\n", [set("a", "c d")], "--a\n'c d'\n"),
        (.args, "begins with a dash", "--a=b\n", [set("a", "-5")], "--a=-5\n"),
        (
            .args, "begins with a dash behind a blank", "--a b\n", [set("c", "-5")],
            "--a b\n--c=-5\n"
        ),
        (.args, "isn't an option", "--a b\n", [set("a", "-5")], .refused(.unrepresentable)),
        (
            .args, "isn't another's value", "--a b\n--a c\n", [set("a", ["b", "-x"])],
            .refused(.unrepresentable)
        ),
        (.args, "is a new option", "# c\n", [set("a", true)], "# c\n--a\n"),
        (.args, "is no option that is off", "--b\n", [set("a", false)], .refused(.unrepresentable)),
        (.args, "stays an option that is on", "--a\n", [set("a", true)], "--a\n"),
        (.args, "takes no value", "--a\n", [set("a", "x")], .refused(.unrepresentable)),
        (.args, "is taken out", "--a\n--b=c # d\n", [remove("a")], "--b=c # d\n"),
        (.args, "is taken out with its line", "--a\nb\n--c\n", [remove("a")], "--c\n"),
        (
            .args, "becomes a list", "--a=b\n--c\n", [set("a", ["b", "d e"])],
            "--a=b\n--a=\"d e\"\n--c\n"
        ),
        (.args, "is a shorter list", "--a=b\n--a c\n", [set("a", ["c"])], "--a c\n"),
        (.args, "isn't added twice", "--a --b\n", [set("b", 1)], .refused(.readOnly)),
        (.args, "has no line break", "--a=b\n", [set("a", "c\n--d")], .refused(.unrepresentable)),
        (.args, "stands before the end", "--a=b\n--\n", [set("c", 1)], "--a=b\n--c=1\n--\n"),
        (.args, "has a name", "--a\n", [set("b c", 1)], .refused(.unrepresentable)),
        (.args, "isn't a short option", "--a\n", [set("-k", 1)], .refused(.unrepresentable)),
        (.args, "stays beside another word", "--a=b\nc\n", [remove("a")], .refused(.readOnly)),
        (.args, "keeps its word", "--a=no\n", [set("a", true)], "--a=yes\n"),
        (
            .argLines, "is the rest of its line", "--a=b\n", [set("a", "\"c d\" 'e")],
            "--a=\"c d\" 'e\n"
        ),
        (.argLines, "is the next line", "--a\nb c\n", [set("a", "d")], "--a\nd\n"),
        (.argLines, "isn't a comment", "--a\nb\n", [set("a", "#c")], .refused(.unrepresentable)),
        (.argLines, "is no program", "--a=b\n", [set("a", "c{{")], .refused(.unrepresentable)),
        (.argLines, "has no blank ends", "--a=b\n", [set("a", " c")], .refused(.unrepresentable)),
        (.argLines, "adds a line", "--a\nb\n-i\n", [set("c", "d e")], "--a\nb\n--c=d e\n-i\n"),
        (.flags, "is one word", "--a=b\n", [set("a", "c,d*")], "--a=c,d*\n"),
        (.flags, "has no blanks", "--a=b\n", [set("a", "c --d")], .refused(.unrepresentable)),
        (.flags, "has no quotes", "--a=b\n", [set("a", "\"c\"")], .refused(.unrepresentable)),
        (.gpg, "keeps its blanks", "a  b\n", [set("a", "c d")], "a  c d\n"),
        (
            .gpg, "keeps what follows its number", "a 21600 # 6 hours\n", [set("a", 600)],
            "a 600 # 6 hours\n"
        ),
        (.gpg, "keeps its quotes", "a \"b\"\n", [set("a", "c")], "a \"c\"\n"),
        (.gpg, "gets quotes", "a b\n", [set("a", "\"c\"")], "a \"\"c\"\"\n"),
        (.gpg, "is empty in quotes", "a b\n", [set("a", "")], "a \"\"\n"),
        (.gpg, "is a new option", "a b\n", [set("use-agent", true)], "a b\nuse-agent\n"),
        (
            .gpg, "stands before a condition", "a b\n[if x]\nc d\n[fi]\n", [set("e", "f")],
            "a b\ne f\n[if x]\nc d\n[fi]\n"
        ),
        (.gpg, "has no line break", "a b\n", [set("a", "c\nd")], .refused(.unrepresentable)),
        (.curl, "keeps its quotes", "a = \"b\" # c\n", [set("a", "d")], "a = \"d\" # c\n"),
        (.curl, "gets quotes", "a: b\n", [set("a", "c d")], "a: \"c d\"\n"),
        (.curl, "has escapes", "a = b\n", [set("a", "c\n\"\\")], "a = \"c\\n\\\"\\\\\"\n"),
        (.curl, "keeps its dashes", "--a b\n", [set("a", "-c")], "--a -c\n"),
        (.curl, "adds a line", "--a b\n-k\n", [set("c", "d")], "--a b\nc d\n-k\n"),
        (
            .curl, "adds to a list with dashes", "a = b\n--h x\n", [set("h", ["x", "y z"])],
            "a = b\n--h x\n--h \"y z\"\n"
        ),
        (
            .curl, "isn't for another transfer", "next\nurl = a\n", [set("b", "c")],
            .refused(.ambiguous)
        ),
        (.swaylock, "keeps its blanks", "a=b \n", [set("a", "c")], "a=c\n"),
        (.swaylock, "is all of its line", "a=b\n", [set("a", "\"c\" ")], "a=\"c\" \n"),
        (.swaylock, "is a new option", "a=b\n", [set("c", true)], "a=b\nc\n"),
    ]

    @Test(arguments: edits)
    func `is edited`(
        format: Format,
        name: String,
        before: String,
        changes: [DocumentChange],
        outcome: Outcome
    ) throws {
        try format.check((name, before, changes, outcome))
    }
}
