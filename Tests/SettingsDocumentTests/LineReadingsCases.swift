// Lines that programs read in two ways: what is read, and which changes are refused.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A line with a colon before its equals sign` {
    @Test(
        arguments: [
            ("[dev]\nmac:address=aa\nb=1\n", ["dev": ["mac:address": "aa", "b": "1"]]),
            ("[dev]\nmac:address=aa\n", ["dev": ["mac": "address=aa"]]),
            ("a: x\nurl: http://h?a=b\n", ["a": "x", "url": "http://h?a=b"]),
            ("a: x\nb = y\nc:d = z\n", ["a": "x", "b": "y", "c": "d = z"]),
            (
                "[paths]\ndefault = a\ndefault:pushurl = \"b\" # c\n",
                ["paths": ["default": "a", "default:pushurl": "b"]]
            ),
            ("[h]\nx = 1\n::1 = localhost\n", ["h": ["x": "1", "::1": "localhost"]]),
            (
                "[s]\na = 1\n/bus/0000:00:1f.3/control=auto\n",
                ["s": ["a": "1", "/bus/0000:00:1f.3/control": "auto"]]
            ),
        ] as [(String, SettingValue?)]
    )
    func `is divided as the other lines are`(text: String, value: SettingValue?) {
        #expect((try? read(text, .ini)) == value)
    }

    static let cases: [EditCase] = [
        (
            "divided at '=' as the others", "[dev]\nmac:address=aa\nb=1\n",
            [set("dev/mac:address", "bb")], "[dev]\nmac:address=bb\nb=1\n"
        ),
        ("no other line", "[dev]\nmac:address=aa\n", [set("dev/mac", "b")], .refused(.ambiguous)),
        (
            "no other line, removed", "[dev]\nmac:address=aa\n", [remove("dev/mac")],
            .refused(.ambiguous)
        ),
        (
            "no other line, new key", "[dev]\nmac:address=aa\n", [set("dev/x", "1")],
            .refused(.ambiguous)
        ),
        ("the others disagree", "a: x\nb = y\nc:d = z\n", [set("c", "1")], .refused(.ambiguous)),
        (
            "another line changed", "a: x\nb = y\nc:d = z\n", [set("b", "1")],
            "a: x\nb = 1\nc:d = z\n"
        ),
        (
            "divided at ':' as the others", "a: x\nurl: http://h?a=b\n", [set("url", "h?c=d")],
            "a: x\nurl: h?c=d\n"
        ),
        (
            "the line that shows it removed", "[s]\nb=1\nm:a=2\n", [remove("s/b")],
            .refused(.ambiguous)
        ),
        (
            "the last two removed together", "[s]\nb=1\nm:a=2\n", [remove("s/b"), remove("s/m:a")],
            "[s]\n"
        ),
        ("an equals sign set behind ':'", "a: x\nb = y\n", [set("a", "c=d")], .refused(.ambiguous)),
        (
            "an equals sign set behind the only ':'", "a: x\n", [set("a", "c=d")],
            .refused(.ambiguous)
        ),
        (
            "a new key with ':'", "[paths]\ndefault = a\n", [set("paths/default:pushurl", "b")],
            "[paths]\ndefault = a\ndefault:pushurl = b\n"
        ),
        (
            "a new key with ':' where ':' may divide", "a: x\n", [set("b:c", "b")],
            .refused(.unrepresentable)
        ),
    ]

    @Test(arguments: cases) func `is edited without changing what it says`(example: EditCase) throws
    {
        try Format.ini.check(example)
    }

    @Test func `is named where nothing shows how it is divided`() throws {
        let lines = try Format.ini.parse(Array("a: x\nb = y\n\nc:d = z\n".utf8)).doubtfulLines
        #expect(lines.map(\.place) == [SourcePlace(line: 4, column: 1)])
        #expect(lines.first?.problem == "some programs divide the line at ':', others at '='")
        #expect(try Format.ini.parse(Array("b = y\nc:d = z\n".utf8)).doubtfulLines.isEmpty)
    }

    @Test func `is named by the refusal of a change`() throws {
        let document = try Format.ini.parse(Array("[dev]\nmac:address=aa\n".utf8))
        let error = #expect(throws: EditError.self) {
            try document.revised(by: set("dev/mac", "b"))
        }
        #expect(
            error?.problem
                == "line 2, 'mac:address=aa', is divided at ':' by some programs and at '=' by others"
        )
    }

    @Test func `keeps an INI file known by its content`() {
        #expect(
            Format.detect(name: "nm.conf", bytes: Array("[dev]\nmac:address=aa\nb=1\n".utf8))
                == .ini
        )
    }
}

@Suite struct `A header that only some programs see` {
    static let cases: [EditCase] = [
        (
            "a new key goes before it", "[a]\nx = 1\ny = 2\n  [b]\nz = 3\n", [set("a/k", "v")],
            "[a]\nx = 1\nk = v\ny = 2\n  [b]\nz = 3\n"
        ),
        (
            "a new key goes before the first value that has it",
            "[a]\n\n# x\nx = 1\n  [b]\nz = 3\n",
            [set("a/k", "v")], "[a]\n\nk = v\n# x\nx = 1\n  [b]\nz = 3\n"
        ),
        (
            "a new key goes before it at the front of the file", "x = 1\n\t[b]\nz = 3\n",
            [set("k", "v")],
            "k = v\nx = 1\n\t[b]\nz = 3\n"
        ),
        (
            "a key of a later section", "[a]\nx = 1\n  [b]\n[c]\ny = 1\n", [set("c/k", "v")],
            "[a]\nx = 1\n  [b]\n[c]\ny = 1\nk = v\n"
        ),
        ("its own section", "[a]\nx = 1\n  [b]\nz = 3\n", [set("b/k", "v")], .refused(.ambiguous)),
        (
            "its own section with blanks", "[a]\nx = 1\n  [ b ]\nz = 3\n", [set("b/k", "v")],
            .refused(.ambiguous)
        ),
        ("a name with blanks", "[ name ]\nx = 1\n", [set("name/k", "v")], .refused(.ambiguous)),
        (
            "a name with blanks, another section", "[ name ]\nx = 1\n", [set("n/k", "v")],
            "[ name ]\nx = 1\n\n[n]\nk = v\n"
        ),
        (
            "a key of the section itself", "[ name ]\nx = 1\n", [set([" name ", "k"], "v")],
            "[ name ]\nx = 1\nk = v\n"
        ),
    ]

    @Test(arguments: cases) func `hides no new key`(example: EditCase) throws {
        try Format.ini.check(example)
    }

    @Test func `is named`() throws {
        let document = try Format.ini.parse(Array("[a]\nx = 1\n  [b]\n".utf8))
        let error = #expect(throws: EditError.self) { try document.revised(by: set("b/k", "v")) }
        #expect(error?.problem == "line 3, '[b]', is the header of this section to some programs")
    }
}

@Suite struct `A header with brackets in its name` {
    @Test(
        arguments: [
            ("[*.[ch]]\nx=1\n", "*.[ch]"), ("[{a,[bc]d}.txt] ; c\nx=1\n", "{a,[bc]d}.txt"),
            ("[[a-z][0-9]]\nx=1\n", "[a-z][0-9]"), ("[a]b]\nx=1\n", "a]b"),
            ("[*.{js,ts}]\nx=1\n", "*.{js,ts}"),
            ("[A][B]\nx=1\n", nil), ("[a] ; see [b]\nx=1\n", nil),
        ] as [(String, String?)]
    )
    func `ends at the last one`(text: String, name: String?) {
        let value = name.map { SettingValue.dictionary([.init($0, ["x": "1"])]) }
        #expect((try? read(text, .ini)) == value)
    }

    static let cases: [EditCase] = [
        ("a value", "[*.[ch]]\nx=1\n", [set("*.[ch]/x", "2")], "[*.[ch]]\nx=2\n"),
        ("a new section", "[*]\nx=1\n", [set("*.[ch]/x", "2")], "[*]\nx=1\n\n[*.[ch]]\nx=2\n"),
        (
            "a name that would be another", "[*]\nx=1\n", [set("a] ; [b/x", "2")],
            .refused(.unrepresentable)
        ),
        ("two names", "[*]\nx=1\n", [set("a][b/x", "2")], .refused(.unrepresentable)),
    ]

    @Test(arguments: cases) func `can be edited`(example: EditCase) throws {
        try Format.ini.check(example)
    }
}

@Suite struct `A line that can't be read` {
    private static let dosbox =
        "[cpu]\ncycles = auto\n\n[autoexec]\n@echo off\nmount c ~/dos\nset x=1\n"

    static let cases: [(Format, EditCase)] = [
        (
            .ini,
            (
                "another section", dosbox, [set("cpu/cycles", "max")],
                .bytes(dosbox.replacing("auto\n", with: "max\n"))
            )
        ),
        (.ini, ("a key beside it", dosbox, [set("autoexec/set x", "2")], .refused(.ambiguous))),
        (
            .ini,
            ("a key beside it, removed", dosbox, [remove("autoexec/set x")], .refused(.ambiguous))
        ),
        (.ini, ("a new key beside it", dosbox, [set("autoexec/y", "2")], .refused(.ambiguous))),
        (.ini, ("a new section", dosbox, [set("sdl/y", "2")], .bytes(dosbox + "\n[sdl]\ny=2\n"))),
        (
            .kitty,
            (
                "alone", "font_size\nmap a b\n", [set("tab_bar", "x")],
                "font_size\nmap a b\ntab_bar x\n"
            )
        ),
        (
            .kitty,
            (
                "that begins with the key", "font_size\nmap a b\n", [set("font_size", "9")],
                "font_size\nmap a b\nfont_size 9\n"
            )
        ),
        (.kitty, ("that goes on", "x\n\\ y\na 1\n", [set("a", "2")], "x\n\\ y\na 2\n")),
        (
            .systemd,
            (
                "alone", "[S]\nA=1\nstray\nB=2\n", [set("S/A", "3"), set("S/C", "4")],
                "[S]\nA=3\nstray\nB=2\nC=4\n"
            )
        ),
        (
            .systemd,
            (
                "that goes on", "[S]\nstray \\\n  B=1\nA=1\n", [set("S/A", "2")],
                "[S]\nstray \\\n  B=1\nA=2\n"
            )
        ),
        (
            .systemd,
            ("before the first section", "x=1\n[S]\nA=1\n", [set("S/A", "2")], "x=1\n[S]\nA=2\n")
        ),
        (.mpv, ("alone", "a b\nvolume=1\n", [set("volume", "2")], "a b\nvolume=2\n")),
        (.kconfig, ("alone", "[A]\nstray\nk=1\nl=1\n", [remove("A/k")], "[A]\nstray\nl=1\n")),
        (
            .kconfig,
            ("with fewer settings left", "[A]\nstray\nk=1\n", [remove("A/k")], .refused(.readOnly))
        ),
    ]

    @Test(arguments: cases) func `stays as it is beside others`(
        format: Format,
        example: EditCase
    ) throws {
        try format.check(example)
    }

    @Test(
        arguments: [
            (.gitConfig, "[a]\n\tb c\n\td = 1\n"), (.desktopEntry, "[a]\nstray\nb=1\n"),
            (.ini, "one line\nanother line\n"), (.kitty, "word\nword\na 1\n"),
            (.ini, "[a]\nx = 1\n[b\ny = 2\n"),
        ] as [(Format, String)]
    )
    func `refuses a file of a program that would, and one with more of them than settings`(
        format: Format,
        text: String
    ) {
        #expect(throws: DocumentError.self) { try read(text, format) }
    }

    @Test func `is named`() throws {
        let document = try Format.ini.parse(Array(Self.dosbox.utf8))
        #expect(document.doubtfulLines.map(\.place.line) == [5, 6])
        #expect(document.doubtfulLines.map(\.code) == [.syntax, .syntax])
        let error = #expect(throws: EditError.self) {
            try document.revised(by: set("autoexec/set x", "2"))
        }
        #expect(
            error?.problem
                == "line 5, '@echo off', can't be read, so the keys of its section are only read"
        )
    }

    @Test func `is no setting`() throws {
        #expect(try read("font_size\na 1\n", .kitty) == ["a": "1"])
        #expect(try read("[S]\nstray \\\n  B=1\nA=1\n", .systemd) == ["S": ["A": "1"]])
    }

    @Test(arguments: [(200, true), (201, false)])
    func `is one of at most 200`(count: Int, isRead: Bool) throws {
        let settings = (0..<300).map { "a\($0) 1\n" }.joined()
        let text = settings + String(repeating: "stray\n", count: count)
        let document = try? Format.kitty.parse(Array(text.utf8))  // nil: there are too many
        #expect(document?.entries.count == (isRead ? 300 : nil))
        #expect(document?.unreadLines.count == (isRead ? 200 : nil))
    }

    /// The place of each was once looked for from the file's first line.
    @Test(.timeLimit(.minutes(10))) func `is found among 20,000 that programs read in two ways`()
        throws
    {
        let lines = (0..<20_000).map { "key\($0) = value # comment\n" }.joined()
        let doubts = try Format.ini.parse(Array(lines.utf8)).doubtfulLines
        #expect(doubts.map(\.place.line) == Array(1...20_000))
    }

    @Test func `makes no guess of the format`() {
        #expect(Format.detect(name: "x.conf", bytes: Array("[a]\nx = 1\nb c\n".utf8)) == nil)
    }
}
