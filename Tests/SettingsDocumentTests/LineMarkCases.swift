// Quotes around values and comments behind them, in INI files and those of programs we know.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A value in quotes, or before a comment` {
    static let cases: [LineCase] = [
        .init(
            "keeps its comment",
            .php,
            "[PHP]\nmemory_limit = 128M ; max\n",
            [set("PHP/memory_limit", "256M")],
            "[PHP]\nmemory_limit = 256M ; max\n"
        ),
        .init("gets quotes for '='", .php, "a = 1\n", [set("a", "x=y")], "a = \"x=y\"\n"),
        .init(
            "has its quotes escaped",
            .php,
            "a = \"b\"\n",
            [set("a", "x\"y")],
            "a = \"x\\\"y\"\n"
        ),
        .init(
            "gets quotes for an operator",
            .php,
            "a = PHP\nb = a\nc = a\n",
            [set("a", "Mozilla (X11)"), set("b", "a!b"), set("c", "{x}")],
            "a = \"Mozilla (X11)\"\nb = \"a!b\"\nc = \"{x}\"\n"
        ),
        .init(
            "becomes an expression",
            .php,
            "a = E_ALL\n",
            [set("a", "(E_ALL & ~E_NOTICE) | 4")],
            "a = (E_ALL & ~E_NOTICE) | 4\n"
        ),
        .init("may be an expression", .php, "a = B & ~C\n", [set("a", "B & ~D")], "a = B & ~D\n"),
        .init(
            "adds to a list",
            .php,
            "x[] = a\nx[] = 'b'\n",
            [set("x[]", .array(["a", "b", "c;"]))],
            "x[] = a\nx[] = 'b'\nx[] = \"c;\"\n"
        ),
        .init(
            "keeps its quotes",
            .mpv,
            "user-agent=\"Mozilla/5.0\"\n",
            [set("user-agent", "x")],
            "user-agent=\"x\"\n"
        ),
        .init("changes its quotes", .mpv, "a='b' # c\n", [set("a", "it's")], "a=\"it's\" # c\n"),
        .init("gets quotes", .mpv, "a=b\n", [set("a", "#1")], "a=\"#1\"\n"),
        .init(
            "gets quotes for a leading '%'",
            .mpv,
            "a=b\nc=%5%hello\n",
            [set("a", "%F-%P")],
            "a=\"%F-%P\"\nc=%5%hello\n"
        ),
        .init("stands behind a flag", .mpv, "fs # c\n", [set("fs", "no")], "fs=no # c\n"),
        .init(refused: "has no escapes", .mpv, "a=b\n", [set("a", "#'\"")], .unrepresentable),
        .init(
            "keeps a colour's sign from being a comment",
            .dunst,
            "[u]\n    background = \"#222222\"\n",
            [set("u/background", "#333333")],
            "[u]\n    background = \"#333333\"\n"
        ),
        .init("gets quotes", .dunst, "a = b # c\n", [set("a", "#1")], "a = \"#1\" # c\n"),
        .init("is empty before a comment", .dunst, "a = # c\n", [set("a", "b")], "a = b # c\n"),
        .init(
            refused: "has one kind alone",
            .dunst,
            "a = b\n",
            [set("a", ";\"")],
            .unrepresentable
        ),
        .init(
            "keeps a sign without a blank",
            .foot,
            "[c]\nx=#112233 # c\n",
            [set("c/x", "112233")],
            "[c]\nx=112233 # c\n"
        ),
        .init("is empty in quotes", .foot, "a=b\n", [set("a", "")], "a=\"\"\n"),
        .init(
            refused: "can't have a comment",
            .foot,
            "a=\"b\"\n",
            [set("a", "x # y")],
            .unrepresentable
        ),
        .init(
            "isn't split at ':'",
            .npmrc,
            "//r.example.org/:_authToken=abc\n@o:registry=https://x/\n",
            [
                DocumentChange(DocumentPath([.key("//r.example.org/:_authToken")]), "d=="),
                DocumentChange(DocumentPath([.key("@o:registry")]), "https://y/"),
            ],
            "//r.example.org/:_authToken=d==\n@o:registry=https://y/\n"
        ),
        .init("escapes signs", .npmrc, "a=b\n", [set("a", "x;y#z")], "a=x\\;y\\#z\n"),
        .init("is JSON in quotes", .npmrc, "a=\"b\"\n", [set("a", "\"q\\")], "a=\"\\\"q\\\\\"\n"),
        .init("keeps its quotes", .ini, "t = \"Default\"\n", [set("t", "nord")], "t = \"nord\"\n"),
        .init("keeps single quotes", .ini, "f='Mono 9'\n", [set("f", "x")], "f='x'\n"),
        .init("keeps a comment", .ini, "t = \"a\" # c\n", [set("t", "b")], "t = \"b\" # c\n"),
        .init(refused: "may have a comment", .ini, "t = a ; b\n", [set("t", "c")], .ambiguous),
        .init(refused: "may have one of '#'", .ini, "t = a #b\n", [set("t", "c")], .ambiguous),
        .init(
            refused: "may have one in a further line",
            .ini,
            "t = a\n  b # c\nu = 1\n",
            [set("t", "c")],
            .ambiguous
        ),
        .init(
            "keeps what may be a comment",
            .ini,
            "t = a ; b\n",
            [set("t", "c ; b")],
            "t = c ; b\n"
        ),
        .init("goes with it", .ini, "t = a ; b\nu = 1\n", [remove("t")], "u = 1\n"),
        .init("is a list of texts", .ini, "t = a;b#c\n", [set("t", "c")], "t = c\n"),
        .init(
            "is a list of colours",
            .ini,
            "t = #112233 #abc\n",
            [set("t", "#445566 #def")],
            "t = #445566 #def\n"
        ),
        .init(
            refused: "is a colour with a word",
            .ini,
            "t = #112233 # dark\n",
            [set("t", "#000")],
            .ambiguous
        ),
        .init(refused: "has a quote", .ini, "t = \"a\"\n", [set("t", "b\"c")], .unrepresentable),
        .init(refused: "would gain quotes", .ini, "t = a\n", [set("t", "\"b\"")], .unrepresentable),
        .init(refused: "is a list", .ini, "t = 'a', 'b'\n", [set("t", "'c'")], .unrepresentable),
    ]

    @Test(arguments: cases)
    func `is edited`(_ change: LineCase) throws { try change.check() }

    static let readings: [(Format, String, String)] = [
        (.php, "128M ; max", "128M"), (.php, "\"a;b\" ; c", "a;b"), (.php, "'a\\'", "a\\"),
        (.php, "E_ALL & ~E_NOTICE", "E_ALL & ~E_NOTICE"), (.php, "\"a\nb\" ; c", "a\nb"),
        (.mpv, "\"a # b\" # c", "a # b"), (.mpv, "a#c", "a"), (.mpv, "\"a", "\"a"),
        (.dunst, "<b>\"#\"</b> # c", "<b>\"#\"</b>"), (.dunst, "'a'", "'a'"), (.dunst, "a;b", "a"),
        (.foot, "a#bc", "a#bc"), (.foot, "#abc", ""), (.foot, "\"a # b\"", "\"a"),
        (.foot, "'a\\'b'", "a'b"),
        (.npmrc, "a\\;b ; c", "a;b"), (.npmrc, "\"\\u00e9\"", "é"),
        (.npmrc, "\"a\\q\"", "\"a\\q\""),
        (.ini, "\"a\"", "a"), (.ini, "\"a\" b", "\"a\" b"), (.ini, "\"a\" ; b", "a"),
        (.ini, "\"a\";b", "\"a\";b"), (.ini, "\"a\"b\"", "\"a\"b\""), (.ini, "\"", "\""),
        (.ini, "a ; b", "a ; b"),
    ]

    @Test(arguments: readings)
    func `is read as its program does`(format: Format, text: String, value: String) throws {
        #expect(try read("k = \(text)\n", format) == ["k": .string(value)])
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
