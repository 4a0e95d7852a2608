// Quotes around values and comments behind them, in INI files and those of programs we know.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A value in quotes, or before a comment` {
    static let cases: [(Format, String, String, [DocumentChange], Outcome)] = [
        (
            .php, "keeps its comment", "[PHP]\nmemory_limit = 128M ; max\n",
            [set("PHP/memory_limit", "256M")], "[PHP]\nmemory_limit = 256M ; max\n"
        ),
        (.php, "gets quotes for '='", "a = 1\n", [set("a", "x=y")], "a = \"x=y\"\n"),
        (.php, "has its quotes escaped", "a = \"b\"\n", [set("a", "x\"y")], "a = \"x\\\"y\"\n"),
        (
            .php, "gets quotes for an operator", "a = PHP\nb = a\nc = a\n",
            [set("a", "Mozilla (X11)"), set("b", "a!b"), set("c", "{x}")],
            "a = \"Mozilla (X11)\"\nb = \"a!b\"\nc = \"{x}\"\n"
        ),
        (
            .php, "becomes an expression", "a = E_ALL\n", [set("a", "(E_ALL & ~E_NOTICE) | 4")],
            "a = (E_ALL & ~E_NOTICE) | 4\n"
        ),
        (.php, "may be an expression", "a = B & ~C\n", [set("a", "B & ~D")], "a = B & ~D\n"),
        (
            .php, "adds to a list", "x[] = a\nx[] = 'b'\n", [set("x[]", ["a", "b", "c;"])],
            "x[] = a\nx[] = 'b'\nx[] = \"c;\"\n"
        ),
        (
            .mpv, "keeps its quotes", "user-agent=\"Mozilla/5.0\"\n", [set("user-agent", "x")],
            "user-agent=\"x\"\n"
        ),
        (.mpv, "changes its quotes", "a='b' # c\n", [set("a", "it's")], "a=\"it's\" # c\n"),
        (.mpv, "gets quotes", "a=b\n", [set("a", "#1")], "a=\"#1\"\n"),
        (
            .mpv, "gets quotes for a leading '%'", "a=b\nc=%5%hello\n", [set("a", "%F-%P")],
            "a=\"%F-%P\"\nc=%5%hello\n"
        ),
        (.mpv, "stands behind a flag", "fs # c\n", [set("fs", "no")], "fs=no # c\n"),
        (.mpv, "has its length", "a=b\n", [set("a", "#'\"")], "a=%3%#'\"\n"),
        (
            .mpv, "has quotes that its text doesn't begin with", "a=b\nc=b\nd=b\ne=b\nf=b\n",
            [
                set("a", "\"a\" b"), set("c", "'a' b"), set("d", "\"\"a"), set("e", "\""),
                set("f", "\"a'"),
            ],
            "a='\"a\" b'\nc=\"'a' b\"\nd='\"\"a'\ne='\"'\nf=%3%\"a'\n"
        ),
        (.mpv, "keeps its length", "a=%2%é # c\n", [set("a", "#1 ")], "a=%3%#1  # c\n"),
        (
            .mpv, "keeps its dashes", "--a=b\n--c\n", [set("a", "x"), remove("c"), set("d", 1)],
            "--a=x\nd=1\n"
        ),
        (.mpv, "has no dashes", "a=b\n", [set("--c", 1)], .refused(.unrepresentable)),
        (
            .mpv, "is in the default profile", "a=b\n[x]\na=c\n[default]\nd=e\n",
            [set("d", "f"), set("a", "g"), set("h", 1)], "a=g\n[x]\na=c\n[default]\nd=f\nh=1\n"
        ),
        (
            .dunst, "keeps a colour's sign from being a comment",
            "[u]\n    background = \"#222222\"\n", [set("u/background", "#333333")],
            "[u]\n    background = \"#333333\"\n"
        ),
        (.dunst, "gets quotes", "a = b # c\n", [set("a", "#1")], "a = \"#1\" # c\n"),
        (.dunst, "is empty before a comment", "a = # c\n", [set("a", "b")], "a = b # c\n"),
        (.dunst, "holds its own quotes", "a = b\n", [set("a", ";\"")], "a = \";\"\"\n"),
        (.dunst, "gets quotes for one", "a = b\n", [set("a", "a\"b")], "a = \"a\"b\"\n"),
        (.dunst, "needs none for two", "a = b\n", [set("a", "a \"b\"")], "a = a \"b\"\n"),
        (
            .dunst, "has no sign behind a quote", "a = b\n", [set("a", "x\";")],
            .refused(.unrepresentable)
        ),
        (
            .foot, "keeps a sign without a blank", "[c]\nx=#112233 # c\n", [set("c/x", "112233")],
            "[c]\nx=112233 # c\n"
        ),
        (.foot, "is empty in quotes", "a=b\n", [set("main/a", "")], "a=\"\"\n"),
        (
            .foot, "can't have a comment", "a=\"b\"\n", [set("main/a", "x # y")],
            .refused(.unrepresentable)
        ),
        (
            .foot, "is in 'main' before the first header", "font=a\n[bell]\nurgent=no\n",
            [set("main/font", "b"), set("main/pad", "5x5")],
            "font=b\npad=5x5\n[bell]\nurgent=no\n"
        ),
        (
            .foot, "is in 'main' with a header, too", "font=a\n[bell]\nx=no\n[main]\npad=1x1\n",
            [set("main/font", "b"), set("main/pad", "5x5"), set("main/term", "foot")],
            "font=b\n[bell]\nx=no\n[main]\npad=5x5\nterm=foot\n"
        ),
        (
            .foot, "gets a header where there is none", "[bell]\nurgent=no\n",
            [set("main/font", "b")], "[bell]\nurgent=no\n\n[main]\nfont=b\n"
        ),
        (
            .foot, "has no key of the root", "font=a\n", [set("font", "b")],
            .refused(.unrepresentable)
        ),
        (
            .npmrc, "isn't split at ':'",
            "//r.example.org/:_authToken=abc\n@o:registry=https://x/\n",
            [set(["//r.example.org/:_authToken"], "d=="), set("@o:registry", "https://y/")],
            "//r.example.org/:_authToken=d==\n@o:registry=https://y/\n"
        ),
        (
            .npmrc, "has no quotes before a comment", "a=b ; c\n", [set("a", " x")],
            .refused(.unrepresentable)
        ),
        (.npmrc, "may begin with a quote", "a=b ; c\n", [set("a", "'x")], "a='x ; c\n"),
        (.npmrc, "may end in a backslash", "a=b;c\n", [set("a", "x\\")], "a=x\\ ;c\n"),
        (.npmrc, "has blanks behind it", "a=b \n", [set("a", " x")], "a=\" x\" \n"),
        (.npmrc, "is emptied before a comment", "a=b ; c\n", [set("a", "")], "a= ; c\n"),
        (
            .npmrc, "in single quotes that would be JSON has others", "a='b'\n",
            [set("a", "\"q\"")], "a=\"\\\"q\\\"\"\n"
        ),
        (.npmrc, "escapes signs", "a=b\n", [set("a", "x;y#z")], "a=x\\;y\\#z\n"),
        (
            .npmrc, "has a key with signs, as npm's ini reads it",
            "a\\;b=1\n\"c\"=2\n'd'=3\ne\\f=4\n",
            [set("a;b", "x"), set("c", "y"), set("d", "z"), remove("e\\f")],
            "a\\;b=x\n\"c\"=y\n'd'=z\n"
        ),
        (
            .npmrc, "has no new key with a sign", "a=b\n", [set("c;d", "1")],
            .refused(.unrepresentable)
        ),
        (
            .npmrc, "has no new key in quotes", "a=b\n", [set("'c'", "1")],
            .refused(.unrepresentable)
        ),
        (.npmrc, "is JSON in quotes", "a=\"b\"\n", [set("a", "\"q\\")], "a=\"\\\"q\\\\\"\n"),
        (.ini, "keeps its quotes", "t = \"Default\"\n", [set("t", "nord")], "t = \"nord\"\n"),
        (.ini, "keeps single quotes", "f='Mono 9'\n", [set("f", "x")], "f='x'\n"),
        (.ini, "keeps a comment", "t = \"a\" # c\n", [set("t", "b")], "t = \"b\" # c\n"),
        (.ini, "may have a comment", "t = a ; b\n", [set("t", "c")], .refused(.ambiguous)),
        (.ini, "may have one of '#'", "t = a #b\n", [set("t", "c")], .refused(.ambiguous)),
        (
            .ini, "may have one in a further line", "t = a\n  b # c\nu = 1\n", [set("t", "c")],
            .refused(.ambiguous)
        ),
        (.ini, "keeps what may be a comment", "t = a ; b\n", [set("t", "c ; b")], "t = c ; b\n"),
        (.ini, "gains none", "t = a\n", [set("t", "b ; c")], .refused(.ambiguous)),
        (.ini, "has none in a new value", "t = a\n", [set("u", "b #c")], .refused(.ambiguous)),
        (.ini, "may have a colour", "t = a #ff00ff\n", [set("t", "b #00ff00")], "t = b #00ff00\n"),
        (.keyValue, "keeps one that is text, too", "t a # b\n", [set("t", "c # b")], "t c # b\n"),
        (.ini, "goes with it", "t = a ; b\nu = 1\n", [remove("t")], "u = 1\n"),
        (.ini, "is a list of texts", "t = a;b#c\n", [set("t", "c")], "t = c\n"),
        (
            .ini, "is a list of colours", "t = #112233 #abc\n", [set("t", "#445566 #def")],
            "t = #445566 #def\n"
        ),
        (
            .ini, "is a colour with a word", "t = #112233 # dark\n", [set("t", "#000")],
            .refused(.ambiguous)
        ),
        (.ini, "has a quote", "t = \"a\"\n", [set("t", "b\"c")], .refused(.unrepresentable)),
        (.ini, "would gain quotes", "t = a\n", [set("t", "\"b\"")], .refused(.unrepresentable)),
        (.ini, "is a list", "t = 'a', 'b'\n", [set("t", "'c'")], .refused(.unrepresentable)),
    ]

    @Test(arguments: cases)
    func `is edited`(
        format: Format,
        name: String,
        before: String,
        changes: [DocumentChange],
        outcome: Outcome
    ) throws { try format.check((name, before, changes, outcome)) }

    static let readings: [(Format, String, String)] = [
        (.php, "128M ; max", "128M"), (.php, "\"a;b\" ; c", "a;b"), (.php, "'a\\'", "a\\"),
        (.php, "E_ALL & ~E_NOTICE", "E_ALL & ~E_NOTICE"), (.php, "\"a\nb\" ; c", "a\nb"),
        (.mpv, "\"a # b\" # c", "a # b"), (.mpv, "a#c", "a"), (.mpv, "a \"b", "a \"b"),
        (.mpv, "%3%a #", "a #"), (.mpv, "%4%a #  # c", "a # "), (.mpv, "%3%a\"b", "a\"b"),
        (.dunst, "\"a \"b\" c\"", "a \"b\" c"), (.dunst, "a # \"b\" # c", "a # \"b\""),
        (.dunst, "\"a\" \"b;c\"", "\"a\" \"b"),
        (.dunst, "<b>\"#\"</b> # c", "<b>\"#\"</b>"), (.dunst, "'a'", "'a'"), (.dunst, "a;b", "a"),
        (.foot, "a#bc", "a#bc"), (.foot, "#abc", ""), (.foot, "\"a # b\"", "\"a"),
        (.foot, "'a\\'b'", "a'b"),
        (.npmrc, "a\\;b ; c", "a;b"), (.npmrc, "\"\\u00e9\"", "é"),
        (.npmrc, "\"a\\q\"", "\"a\\q\""), (.npmrc, "'\"q\"'", "q"),
        (.npmrc, "'\"q\", \"r\"'", "\"q\", \"r\""),
        (.npmrc, "'q;r'", "q;r"), (.npmrc, "'1'", "1"), (.npmrc, "\"a;b\" ; c", "\"a"),
        (.npmrc, "x \"y;z\"", "x \"y"),
        (.ini, "\"a\"", "a"), (.ini, "\"a\" b", "\"a\" b"), (.ini, "\"a\" ; b", "a"),
        (.ini, "\"a\";b", "\"a\";b"), (.ini, "\"a\"b\"", "\"a\"b\""), (.ini, "\"", "\""),
        (.ini, "a ; b", "a ; b"),
    ]

    @Test(arguments: readings)
    func `is read as its program does`(format: Format, text: String, value: String) throws {
        let key: DocumentPath = format == .foot ? "main/k" : "k"
        #expect(try read("k = \(text)\n", format).value(at: key) == .string(value))
    }

    @Test(
        arguments: [
            (.dunst, "a\"b"), (.dunst, "\""), (.dunst, "a # \"b"), (.mpv, "\"a"), (.mpv, "\""),
            (.mpv, "\"a\" b"), (.mpv, "'a' b"), (.mpv, "\"\"a"), (.mpv, "%9%a"), (.mpv, "%F"),
            (.mpv, "%1%ab"),
        ] as [(Format, String)]
    )
    func `isn't read where its program passes over the line`(
        format: Format,
        text: String
    ) throws {
        let document = try format.parse(Array("[s]\nk = \(text)\nl = 1\n".utf8))
        #expect(document.root == ["s": ["l": "1"]])
        #expect(document.doubtfulLines.map(\.place.line) == [2])
    }

    @Test func `must close its quote where that may hold lines`() {
        #expect(throws: DocumentError.self) { try read("a = \"b\nc = d\n", .php) }
    }

    @Test func `is refused with what would be lost`() throws {
        let document = try Format.ini.parse(Array("[PHP]\nmemory_limit = 128M ; max\n".utf8))
        let error = document.revised(by: [set("PHP/memory_limit", "256M")]).refusals.first?.error
        #expect(
            error?.problem
                == "'; max' in line 2 is a part of the value to some programs and a comment to others, "
                + "and it would be lost"
        )
        #expect(error?.advice == "Set a value that ends with it, too, or edit the line by hand")
    }

    @Test func `is refused with a reason`() throws {
        let document = try Format.ini.parse(Array("t = \"a\"\n".utf8))
        let error = document.revised(by: [set("t", "b\"c")]).refusals.first?.error
        #expect(
            error?.problem == "an INI file can't hold such a quote in a value that stands in quotes"
        )
        #expect(error?.advice == "Leave the quote out, or edit the line by hand")
    }
}
