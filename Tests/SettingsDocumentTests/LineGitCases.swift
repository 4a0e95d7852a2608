// The nasty cases of git's configuration files, one by one.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A nasty git configuration` {
    static let cases: [EditCase] = [
        (
            "1 comment behind the value stays", "[core]\n\teditor = vim # c\n",
            [set("core/editor", "nano")], "[core]\n\teditor = nano # c\n"
        ),
        (
            "1 comment without a blank stays", "[core]\n\teditor = vim;c\n",
            [set("core/editor", "nano")], "[core]\n\teditor = nano;c\n"
        ),
        (
            "2 number sign needs quotes", "[core]\n\te = x\n", [set("core/e", "a # b")],
            "[core]\n\te = \"a # b\"\n"
        ),
        (
            "3 key without a value", "[core]\n\tbare\n", [set("core/bare", "false")],
            "[core]\n\tbare = false\n"
        ),
        (
            "3 key without a value is true", "[core]\n\tbare\n", [set("core/bare", "true")],
            "[core]\n\tbare\n"
        ),
        (
            "4 sub-sections differ by case",
            "[Remote \"O\"]\n\turl = x\n[remote \"o\"]\n\turl = y\n", [set("remote.O/url", "u")],
            "[Remote \"O\"]\n\turl = u\n[remote \"o\"]\n\turl = y\n"
        ),
        (
            "4 a section in another case", "[Core]\n\ta = 1\n",
            [set("core/a", "2"), set("core/b", "3")],
            "[Core]\n\ta = 2\n\tb = 3\n"
        ),
        (
            "4 a key in another case", "[core]\n\tautoCRLF = x\n", [set("core/autocrlf", "y")],
            "[core]\n\tautoCRLF = y\n"
        ),
        (
            "4 a key in two cases",
            "[core]\n\tautoCRLF = x\n\tk = 1\n[Core]\n\tautocrlf = y\n\tl = 1\n",
            [remove("core/autocrlf")], "[core]\n\tk = 1\n[Core]\n\tl = 1\n"
        ),
        (
            "4 a key of which git knows no case", "[core]\n\tautoCRLF = x\n",
            [set("core/autoCRLF", "y")], .refused(.ambiguous)
        ),
        (
            "4 a new key with case", "[core]\n", [set("core/autoCRLF", "y")],
            .refused(.unrepresentable)
        ),
        ("4 a new section with case", "", [set("Core/a", "y")], .refused(.unrepresentable)),
        ("5 key on the header's line", "[a] k = 1 ; c\n", [set("a/k", "2")], "[a] k = 2 ; c\n"),
        (
            "5 key on the header's line goes", "[a] k = 1 ; c\n[b]\n\tx = 1\n", [remove("a/k")],
            "[a]\n[b]\n\tx = 1\n"
        ),
        (
            "5 key behind one on the header's line", "[a] k = 1\n", [set("a/l", "2")],
            "[a] k = 1\n\tl = 2\n"
        ),
        (
            "6 new sub-section with a blank and quotes", "[core]\n\ta = 1\n",
            [set("branch.x \"y\\z/merge", "m")],
            "[core]\n\ta = 1\n[branch \"x \\\"y\\\\z\"]\n\tmerge = m\n"
        ),
        (
            "7 the last of repeated sections",
            "[a]\n\tx = 1\n[b]\n\ty = 1\n[a]\n\tz = 1\n[c]\n\tk = 1\n", [set("a/n", "2")],
            "[a]\n\tx = 1\n[b]\n\ty = 1\n[a]\n\tz = 1\n\tn = 2\n[c]\n\tk = 1\n"
        ),
        ("17 no final newline", "[a]\n\tk = 1", [set("a/n", "2")], "[a]\n\tk = 1\n\tn = 2"),
        (
            "18 CRLF", "[a]\r\n\tk = 1\r\n", [set("a/n", "2"), set("b/m", "3")],
            "[a]\r\n\tk = 1\r\n\tn = 2\r\n[b]\r\n\tm = 3\r\n"
        ),
        (
            "31 joined parts", "[a]\n\tk = \"a # b\" c\n", [set("a/k", "a # b c")],
            "[a]\n\tk = \"a # b\" c\n"
        ),
        (
            "31 joined parts replaced", "[a]\n\tk = x\" # \"y # c\n", [set("a/k", "z")],
            "[a]\n\tk = z # c\n"
        ),
        (
            "32 continuation with a comment behind", "[a]\n\tk = one \\\n  two # c\n\tl = 1\n",
            [set("a/k", "x")], "[a]\n\tk = x # c\n\tl = 1\n"
        ),
        (
            "32 continuation at the end of the file", "[a]\n\tk = x \\\n", [set("a/k", "y")],
            "[a]\n\tk = y\n"
        ),
        ("33 backslash at the end", "[a]\n\tk = x\n", [set("a/k", "c:\\")], "[a]\n\tk = c:\\\\\n"),
        (
            "34 quotes in a sub-section's name", "[a \"b\\\"c\"]\n\tk = 1\n",
            [set("a.b\"c/k", "2")], "[a \"b\\\"c\"]\n\tk = 2\n"
        ),
        ("34 the older form", "[a.b]\n\tk = 1\n", [set("a.b/k", "2")], "[a.b]\n\tk = 2\n"),
        (
            "35 repeated key set to one",
            "[remote \"o\"]\n\tfetch = a # 1\n\turl = u\n\tfetch = b # 2\n",
            [set("remote.o/fetch", "c")], "[remote \"o\"]\n\turl = u\n\tfetch = c # 2\n"
        ),
        (
            "35 repeated key gets one more",
            "[remote \"o\"]\n\tfetch = a # 1\n\tfetch = b\n\turl = u\n",
            [set("remote.o/fetch", ["a", "b", "c"])],
            "[remote \"o\"]\n\tfetch = a # 1\n\tfetch = b\n\tfetch = c\n\turl = u\n"
        ),
        (
            "35 one of a repeated key goes", "[remote \"o\"]\n\tfetch = a # 1\n\tfetch = b\n",
            [remove("remote.o/fetch/0")], "[remote \"o\"]\n\tfetch = b\n"
        ),
        (
            "35 single key becomes repeated", "[a]\n\tk = 1\n\tl = 1\n", [set("a/k", ["0", "1"])],
            "[a]\n\tk = 0\n\tk = 1\n\tl = 1\n"
        ),
        (
            "35 removal removes all", "[a]\n\tk = 1\n\tl = 1\n\tk = 2\n", [remove("a/k")],
            "[a]\n\tl = 1\n"
        ),
        (
            "36 includes untouched",
            "[include]\n\tpath = ~/a\n[includeIf \"gitdir:~/x/\"]\n\tpath = b\n[core]\n\ta = 1\n",
            [set("core/a", "2")],
            "[include]\n\tpath = ~/a\n[includeIf \"gitdir:~/x/\"]\n\tpath = b\n[core]\n\ta = 2\n"
        ),
        ("line break and tab", "[a]\n\tk = x\n", [set("a/k", "l\n\tm")], "[a]\n\tk = l\\n\\tm\n"),
        ("blanks at the ends", "[a]\n\tk = x\n", [set("a/k", " y ")], "[a]\n\tk = \" y \"\n"),
        ("quotes stay", "[a]\n\tk = \"x\"\n", [set("a/k", "y")], "[a]\n\tk = \"y\"\n"),
        ("an empty file", "", [set("core/a", "1")], "[core]\n\ta = 1\n"),
        (
            "section with its header alone", "[core]\n# c\n", [set("core/a", "1")],
            "[core]\n\ta = 1\n# c\n"
        ),
        (
            "same words, one a section and a key",
            "[color]\n\tbranch = auto\n[color \"branch\"]\n\tlocal = red\n",
            [set("color.branch/local", "blue")],
            "[color]\n\tbranch = auto\n[color \"branch\"]\n\tlocal = blue\n"
        ),
        ("60 carriage return", "[a]\n\tk = x\n", [set("a/k", "x\ry")], .refused(.unrepresentable)),
        ("60 NUL", "[a]\n\tk = x\n", [set("a/k", "x\0y")], .refused(.unrepresentable)),
        ("60 key outside a section", "[a]\n\tk = x\n", [set("z", "1")], .refused(.unrepresentable)),
        ("60 key with a dot", "[a]\n\tk = x\n", [set("a/x.y", "1")], .refused(.unrepresentable)),
        (
            "60 key deeper than two", "[a]\n\tk = x\n", [set("a/x/y", "1")],
            .refused(.unrepresentable)
        ),
        ("60 empty list", "[a]\n\tk = x\n", [set("a/k", [])], .refused(.unrepresentable)),
    ]

    @Test(arguments: cases)
    func `comes out byte for byte`(example: EditCase) throws { try Format.gitConfig.check(example) }

    private static let readings: [(String, SettingValue)] = [
        ("[a]\n\tk = 1\n\tk = 2\n", ["a": ["k": ["1", "2"]]]),
        ("[A \"B.c\"]\n\tk = 1\n[a]\nl\n", ["a.B.c": ["k": "1"], "a": ["l": "true"]]),
        ("[a]\n\tk = \"x\\ty\" \\\n z\\\\ ; c\n", ["a": ["k": "x\ty  z\\"]]),
        ("[A \"B\"]\n\tKey = 1\n[A.B]\n\tkEY = 2\n", ["a.B": ["key": "1"], "a.b": ["key": "2"]]),
        ("[empty]\n[a]\nk=1\n", ["a": ["k": "1"]]),
        ("[a]\r\n\tk = 1\r\n", ["a": ["k": "1"]]),
        ("[a]\n\tk = x\\\n", ["a": ["k": "x"]]), ("[a]\n\tk = x\\", ["a": ["k": "x"]]),
    ]

    @Test(arguments: readings)
    func `is read as git reads it`(text: String, value: SettingValue) throws {
        #expect(try read(text, .gitConfig) == value)
    }

    private static let refusals: [(String, String, DocumentError.Code)] = [
        ("[a]\n\tk = \"x\n", "the quote isn't closed on its line", DocumentError.Code.syntax),
        ("[a\n", "the section's header isn't closed, expected ']'", .syntax),
        ("[a \"b]\n", "the name in quotes isn't closed on its line", .syntax),
        ("[a]\n\tk = \\x\n", "found an escape that stands for nothing", .syntax),
        ("[a]\n\tk # c\n", "found a line without '='", .syntax),
        ("k = 1\n", "found a key before the first section", .syntax),
        ("[a]\rk = 1\r", "found a carriage return without a line feed", .control),
        ("[a]\n\tk = x\0\n", "found NUL in a value", .control),
        (
            "[a]\n\t1k = x\n", "found a key with other characters than letters, digits and '-'",
            .syntax
        ),
    ]

    @Test(arguments: refusals)
    func `is refused where git refuses it, or would not keep it`(
        text: String,
        problem: String,
        code: DocumentError.Code
    ) {
        let error = #expect(throws: DocumentError.self) { try read(text, .gitConfig) }
        #expect(error?.problem == problem)
        #expect(error?.code == code)
    }
}
