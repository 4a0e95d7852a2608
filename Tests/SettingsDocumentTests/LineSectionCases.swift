// The nasty cases of desktop entries, systemd units, KDE's files and INI files, one by one.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A nasty desktop entry` {
    static let cases: [EditCase] = [
        (
            "8 localised key is its own", "[Desktop Entry]\nName=A\nName[de]=B\n",
            [set("Desktop Entry/Name[de]", "C"), set("Desktop Entry/Name[pt_BR@x]", "D")],
            "[Desktop Entry]\nName=A\nName[de]=C\nName[pt_BR@x]=D\n"
        ),
        (
            "9 number sign in a value is text", "[Desktop Entry]\nExec=a # b\n",
            [set("Desktop Entry/Exec", "b")], "[Desktop Entry]\nExec=b\n"
        ),
        (
            "10 before the blank line and the next group's comment",
            "[Desktop Entry]\nName=A\n\n# new\n[Desktop Action new]\nName=N\n",
            [set("Desktop Entry/Type", "Application")],
            "[Desktop Entry]\nName=A\nType=Application\n\n# new\n[Desktop Action new]\nName=N\n"
        ),
        (
            "11 new group behind a blank line", "[Desktop Entry]\nName=A\n",
            [set("Desktop Action x/Name", "X")],
            "[Desktop Entry]\nName=A\n\n[Desktop Action x]\nName=X\n"
        ),
        (
            "12 blanks at the ends", "[D]\nName=A\n", [set("D/Name", " a\nb\t\\ ")],
            "[D]\nName=\\sa\\nb\\t\\\\\\s\n"
        ),
        (
            "15 blanks around the separator copied", "[D]\nName = A\n", [set("D/X", "1")],
            "[D]\nName = A\nX = 1\n"
        ),
        (
            "42 list with an escaped semicolon", "[D]\nL=a;b\\;c;\nM=x;\n",
            [set("D/L", ["a", "b;c", "d\\"]), set("D/M", "x;")], "[D]\nL=a;b\\;c;d\\\\;\nM=x;\n"
        ),
        (
            "42 the same list touches nothing", "[D]\nL=a;b\\;c\n", [set("D/L", ["a", "b;c"])],
            "[D]\nL=a;b\\;c\n"
        ),
        (
            "a media type as a key, as mimeapps.list has it",
            "[Default Applications]\ntext/plain=vim.desktop\n\n[Added Associations]\n",
            [set(["Default Applications", "image/png"], "a.desktop")],
            .bytes(
                "[Default Applications]\ntext/plain=vim.desktop\nimage/png=a.desktop\n"
                    + "\n[Added Associations]\n"
            )
        ),
        (
            "60 equals sign in a key", "[D]\nName=A\n", [set("D/a=b", "1")],
            .refused(.unrepresentable)
        ),
        (
            "60 comment sign at the start of a key", "[D]\nName=A\n", [set("D/#b", "1")],
            .refused(.unrepresentable)
        ),
        (
            "60 bracket in a group's name", "[D]\nName=A\n", [set("a]b/K", "1")],
            .refused(.unrepresentable)
        ),
    ]

    @Test(arguments: cases)
    func `comes out byte for byte`(example: EditCase) throws {
        try Format.desktopEntry.check(example)
    }

    private static let refusals: [(name: String, String, String, DocumentError.Code)] = [
        (
            "43 group again", "[D]\nA=1\n[D]\nB=1\n", "duplicate section 'D'",
            .duplicate
        ),
        ("43 key again", "[D]\nA=1\nA=2\n", "duplicate key 'A'", .duplicate),
        ("44 key before any group", "A=1\n[D]\n", "found a key before the first section", .syntax),
        ("key alone", "[D]\nA\n", "found a line without '='", .syntax),
        ("group not closed", "[D\nA=1\n", "the header that begins here has no ']'", .syntax),
        ("text behind a group", "[D] x\nA=1\n", "found text behind a section's header", .syntax),
        ("group without a name", "[]\nA=1\n", "the section has no name", .syntax),
        ("value alone", "[D]\n=1\n", "found no key before the separator", .syntax),
        (
            "60 old-Mac line ends", "[D]\rA=1\r", "found a carriage return without a line feed",
            .control
        ),
    ]

    @Test(arguments: refusals)
    func `is refused where the specification refuses it`(
        name: String,
        text: String,
        problem: String,
        code: DocumentError.Code
    ) {
        let error = #expect(throws: DocumentError.self) { try read(text, .desktopEntry) }
        #expect(error?.problem == problem)
        #expect(error?.code == code)
    }
}

@Suite struct `A nasty systemd unit` {
    static let cases: [EditCase] = [
        (
            "13 continuation replaced whole",
            "[Service]\nExecStart=/bin/a \\\n  --x \\\n  --y\nType=x\n",
            [set("Service/ExecStart", "/bin/b")], "[Service]\nExecStart=/bin/b\nType=x\n"
        ),
        (
            "37 empty assignment stays, the value follows it", "[Service]\nExecStart=\nType=x\n",
            [set("Service/ExecStart", "/bin/b")],
            "[Service]\nExecStart=\nExecStart=/bin/b\nType=x\n"
        ),
        (
            "37 value behind an empty assignment", "[Service]\nExecStart=\nExecStart=/bin/a\n",
            [set("Service/ExecStart", "/bin/b")], "[Service]\nExecStart=\nExecStart=/bin/b\n"
        ),
        (
            "37 emptied again", "[Service]\nExecStart=\nExecStart=/bin/a\nType=x\n",
            [set("Service/ExecStart", "")], "[Service]\nExecStart=\nType=x\n"
        ),
        (
            "38 comment inside a continuation", "[S]\nE=a \\\n# c\n  b\nT=x\n",
            [set("S/E", "a   b")], "[S]\nE=a   b\nT=x\n"
        ),
        (
            "39 quotes are the value's own", "[S]\nEnvironment=\"A=b c\" \"D=e\"\n",
            [set("S/Environment", "\"A=x\" F=g")], "[S]\nEnvironment=\"A=x\" F=g\n"
        ),
        (
            "40 repeated key is a list", "[S]\nExecStart=/a\nType=x\nExecStart=/b\n",
            [set("S/ExecStart", ["/a", "/c", "/d"])],
            "[S]\nExecStart=/a\nType=x\nExecStart=/c\nExecStart=/d\n"
        ),
        (
            "40 sections that stand for several routes",
            "[Route]\nGateway=192.0.2.1\n\n[Route]\nGateway=198.51.100.1\n",
            [set("Route/Gateway", "192.0.2.254")], .refused(.ambiguous)
        ),
        (
            "40 sections of a unit are one",
            "[Service]\nEnvironment=A=1\n[Unit]\nAfter=x\n[Service]\nEnvironment=B=2\n",
            [set("Service/Environment", "C=3"), set("Service/Type", "simple")],
            "[Service]\n[Unit]\nAfter=x\n[Service]\nEnvironment=C=3\nType=simple\n"
        ),
        (
            "41 specifiers untouched", "[S]\nA=%h/x %%\nB=1\n", [set("S/B", "%i")],
            "[S]\nA=%h/x %%\nB=%i\n"
        ),
        (
            "30 before the comment at the end", "[S]\nA=1\n; tail\n", [set("S/B", "2")],
            "[S]\nA=1\nB=2\n; tail\n"
        ),
        ("60 backslash at the end", "[S]\nA=1\n", [set("S/A", "x\\")], .refused(.unrepresentable)),
        ("60 line break", "[S]\nA=1\n", [set("S/A", "x\ny")], .refused(.unrepresentable)),
        ("60 blank at the end", "[S]\nA=1\n", [set("S/A", "x ")], .refused(.unrepresentable)),
        (
            "60 empty text behind a list", "[S]\nA=1\nA=2\n", [set("S/A/2", "")],
            .refused(.unrepresentable)
        ),
        (
            "60 empty text in a list", "[S]\nA=1\n", [set("S/A", ["a", ""])],
            .refused(.unrepresentable)
        ),
    ]

    @Test(arguments: cases)
    func `comes out byte for byte`(example: EditCase) throws { try Format.systemd.check(example) }

    private static let readings: [(String, SettingValue)] = [
        ("[S]\nE=a \\\n# c\n  b\n", ["S": ["E": "a  b"]]),
        ("[S]\nE=a\nE=\nE=b\nE=c\n", ["S": ["E": ["b", "c"]]]),
        ("[S]\nE=a\nE=\n", ["S": ["E": ""]]),
        ("[S]\nE = x\\\\\nF=1\n", ["S": ["E": "x\\\\", "F": "1"]]),
        ("[S]\rE=1\r", ["S": ["E": "1"]]), ("[S]\nE=x \\\n", ["S": ["E": "x"]]),
        ("[S]\nE=x\\", ["S": ["E": "x"]]), ("[S]\nE=x \\\n# c\n", ["S": ["E": "x"]]),
    ]

    @Test(arguments: readings)
    func `is read as systemd reads it`(text: String, value: SettingValue) throws {
        #expect(try read(text, .systemd) == value)
    }
}

@Suite struct `A nasty KDE configuration` {
    static let cases: [EditCase] = [
        (
            "45 nested groups", "[A]\nx=1\n\n[A][B]\ny=1\n",
            [set("A/B/y", "2"), set("A/B/C/z", "3"), set("A/w", "4")],
            "[A]\nx=1\nw=4\n\n[A][B]\ny=2\n\n[A][B][C]\nz=3\n"
        ),
        (
            "45 expanded key keeps its flag", "[A]\npath[$e]=$HOME/a\n",
            [set("A/path", "$HOME/b"), set("A/n", "1")], "[A]\npath[$e]=$HOME/b\nn=1\n"
        ),
        ("45 immutable key", "[A]\nk[$i]=1\nl=2\n", [set("A/k", "2")], .refused(.readOnly)),
        ("45 immutable group", "[A][$i]\nk=1\n[B]\nl=2\n", [set("A/n", "2")], .refused(.readOnly)),
        ("45 immutable file", "[$i]\n[A]\nk=1\n", [set("A/k", "2")], .refused(.readOnly)),
        (
            "45 beside an immutable group", "[A][$i]\nk=1\n[B]\nl=2\n", [set("B/l", "3")],
            "[A][$i]\nk=1\n[B]\nl=3\n"
        ),
        (
            "45 behind what takes the key back", "[A]\nl=1\nk[$d]\n", [set("A/k", "2")],
            "[A]\nl=1\nk[$d]\nk=2\n"
        ),
        ("localised key", "[A]\nName[de]=x\n", [set("A/Name[de]", "y")], "[A]\nName[de]=y\n"),
        (
            "brackets and equal signs in names", "[A]\nk=1\n",
            [set("A/a=[b", "1"), set("x]y/k", "2")], "[A]\nk=1\na\\x3d\\x5bb=1\n\n[x\\x5dy]\nk=2\n"
        ),
        (
            "key before the first group", "a=1\n\n[G]\nb=1\n", [set("c", "2")],
            "a=1\nc=2\n\n[G]\nb=1\n"
        ),
        (
            "list with commas", "[A]\nl=1\n", [set("A/l", ["a,b", "c\\", ""])],
            "[A]\nl=a\\\\,b,c\\\\\\\\,\n"
        ),
        (
            "control characters", "[A]\nl=1\n", [set("A/l", " \u{1}\n\t ")],
            "[A]\nl=\\s\\x01\\n\\t\\s\n"
        ),
    ]

    @Test(arguments: cases)
    func `comes out byte for byte`(example: EditCase) throws { try Format.kconfig.check(example) }

    private static let readings: [(String, SettingValue)] = [
        ("[A][B]\nk=\\sx\\x41\\n\n", ["A": ["B": ["k": " xA\n"]]]),
        ("[A]\nk[$d]\nl=1\n", ["A": ["l": "1"]]),
        ("[A]\nk=1\n[A]\nk=2\n", ["A": ["k": "2"]]),
        ("[A\\x5d]\nk\\x3d=1\n", ["A]": ["k=": "1"]]),
    ]

    @Test(arguments: readings)
    func `is read as KConfig reads it`(text: String, value: SettingValue) throws {
        #expect(try read(text, .kconfig) == value)
    }

    @Test(arguments: [
        "[A]\nB=1\n[A][B]\nk=1\n", "[A]\nB=1\n[A][B][C]\nk=1\n", "B=1\n[B][C]\nk=1\n",
        "[A][B][C]\nk=1\n[A]\nB=1\n",
    ])
    func `can't have a key and a group of one name`(text: String) {
        let error = #expect(throws: DocumentError.self) { try read(text, .kconfig) }
        #expect(error?.code == .conflict)
        #expect(error?.problem == "the section 'B' has the name of a key")
    }
}

@Suite struct `A nasty INI file` {
    static let cases: [EditCase] = [
        (
            "14 indented continuation replaced", "[a]\nk = one\n  two\n\n  three\nl = 1\n",
            [set("a/k", "x")], "[a]\nk = x\nl = 1\n"
        ),
        ("15 separator copied", "[a]\nk: 1\n", [set("a/l", "2")], "[a]\nk: 1\nl: 2\n"),
        (
            "16 case kept", "[a]\nKey=1\n", [set("a/Key", "2"), set("a/Other", "3")],
            "[a]\nKey=2\nOther=3\n"
        ),
        ("17 no final newline", "[a]\nk=1", [set("a/n", "2")], "[a]\nk=1\nn=2"),
        ("17 the last line goes", "[a]\nk=1\nl=2", [remove("a/l")], "[a]\nk=1"),
        (
            "17 the last line gives way", "[a]\nk=1\nl=2", [remove("a/l"), set("a/m", "3")],
            "[a]\nk=1\nm=3"
        ),
        ("17 the only line goes", "k=1", [remove("k"), set("l", "2")], "l=2"),
        (
            "18 CRLF", "[a]\r\nk=1\r\n", [set("a/n", "2"), set("b/c", "3")],
            "[a]\r\nk=1\r\nn=2\r\n\r\n[b]\r\nc=3\r\n"
        ),
        (
            "30 before the comment at the end", "[a]\nk=1\n# tail\n", [set("a/l", "2")],
            "[a]\nk=1\nl=2\n# tail\n"
        ),
        (
            "46 DEFAULT is a section like others", "[DEFAULT]\nk=1\n[a]\nl=2\n", [set("a/k", "3")],
            "[DEFAULT]\nk=1\n[a]\nl=2\nk=3\n"
        ),
        ("47 colon in a key", "[a]\nk: 1\n", [set("a/x:y", "1")], .refused(.unrepresentable)),
        ("47 equal sign in a key", "[a]\nk=1\n", [set("a/x=y", "1")], .refused(.unrepresentable)),
        (
            "48 value that begins with a semicolon or a bracket", "[a]\nk=1\nl=1\n",
            [set("a/k", ";x"), set("a/l", "[x")], "[a]\nk=;x\nl=[x\n"
        ),
        (
            "49 byte order mark", "\u{FEFF}[a]\nk=1\n", [set("a/k", "2"), set("z", "0")],
            "\u{FEFF}z=0\n[a]\nk=2\n"
        ),
        (
            "50 repeated sections: a key that only one of them has",
            "[a]\nk=1\n[b]\nx=1\n[a]\nl=2\n", [set("a/k", "3"), set("b/x", "2")],
            "[a]\nk=3\n[b]\nx=2\n[a]\nl=2\n"
        ),
        (
            "50 repeated sections: a key that both have", "[Peer]\nKey=1\n[Peer]\nKey=2\n",
            [set("Peer/Key", "3")], .refused(.ambiguous)
        ),
        (
            "50 repeated sections: a key that both have, removed", "[Peer]\nKey=1\n[Peer]\nKey=2\n",
            [remove("Peer/Key")], .refused(.ambiguous)
        ),
        (
            "50 repeated sections: a new key", "[Peer]\nKey=1\n[Peer]\nKey=2\n",
            [set("Peer/New", "3")], .refused(.ambiguous)
        ),
        (
            "indented lines that look like settings, under a value that is set",
            "[a]\nk = v\n  l = w\n", [set("a/k", "x")], .refused(.ambiguous)
        ),
        (
            "an indented header under a value that is removed", "[a]\nk = v\n  [b]\n  l = w\n",
            [remove("a/k")], .refused(.ambiguous)
        ),
        (
            "a key below an indented header, removed", "[a]\nk = v\n  [b]\nl = w\n",
            [remove("a/l")], .refused(.ambiguous)
        ),
        (
            "a line that would look like a header", "[a]\nk = v\n  w\nl = w\n",
            [set("a/k", "v\n[x]")], .refused(.ambiguous)
        ),
        (
            "a line that would look like a setting", "[a]\nk = v\n  w\nl = w\n",
            [set("a/k", "v\nx=1")], .refused(.ambiguous)
        ),
        (
            "requirements on indented lines are a value's own",
            "[options]\ninstall_requires = x\n  a>=1\n  b==2\n  [x] y\n",
            [set("options/install_requires", "c")], "[options]\ninstall_requires = c\n"
        ),
        (
            "51 blank line with blanks inside a value", "[a]\nk = one\n   \n  two\nl = 1\n",
            [set("a/l", "2")], "[a]\nk = one\n   \n  two\nl = 2\n"
        ),
        (
            "key without a value", "[a]\nbare\nk = 1\n", [set("a/bare", "1")],
            "[a]\nbare = 1\nk = 1\n"
        ),
        (
            "keys in another case are others", "[a]\nj = down\nJ = end\n",
            [set("a/J", "x"), set("a/j", "y")], "[a]\nj = y\nJ = x\n"
        ),
        (
            "a third case is new", "[a]\njk = 1\nJK = 2\n", [set("a/Jk", "3")],
            "[a]\njk = 1\nJK = 2\nJk = 3\n"
        ),
        (
            "empty where keys stand alone", "[a]\nb\nc = 1\n", [set("a/c", ""), set("a/d", "")],
            "[a]\nb\nc\nd\n"
        ),
        (
            "empty where keys stand alone and with a sign", "[a]\nb\nc = 1\ne =\n",
            [set("a/c", ""), set("a/d", "")], "[a]\nb\nc =\ne =\nd =\n"
        ),
        (
            "empty where blanks stand behind the signs", "[a]\nb = \nc = 1\n",
            [set("a/c", ""), set("a/d", "")], "[a]\nb = \nc = \nd = \n"
        ),
        (
            "empty where some have blanks", "[a]\nb = \nc = 1\ne=\n", [set("a/c", "")],
            "[a]\nb = \nc =\ne=\n"
        ),
        ("empty value", "[a]\nk =\nl = 1\n", [set("a/k", "x")], "[a]\nk = x\nl = 1\n"),
        ("new and empty", "[a]\nk = x\n", [set("a/m", "")], "[a]\nk = x\nm =\n"),
        ("emptied", "[a]\nk = x\nl=y\n", [set("a/k", ""), set("a/l", "")], "[a]\nk =\nl=\n"),
        (
            "before the comment above the first section", "# file\n\n# a\n[a]\nk=1\n",
            [set("z", "0")], "# file\n\nz=0\n# a\n[a]\nk=1\n"
        ),
        ("60 line break", "[a]\nk=1\n", [set("a/k", "x\ny")], .refused(.unrepresentable)),
        ("60 blank in front", "[a]\nk=1\n", [set("a/k", " x")], .refused(.unrepresentable)),
        ("60 array", "[a]\nk=1\n", [set("a/k", ["x", "y"])], .refused(.unrepresentable)),
        (
            "60 value in the place of a section", "[a]\nk=1\n", [set("a", "x")],
            .refused(.noSuchPath)
        ),
        ("60 key of an empty section's name", "[a]\n", [set("a", "x")], .refused(.noSuchPath)),
        ("60 null", "[a]\nk=1\n", [set("a/k", .null)], .refused(.unrepresentable)),
        ("60 too deep", "[a]\nk=1\n", [set("a/b/c", "x")], .refused(.unrepresentable)),
        ("60 old-Mac line ends", "[a]\rk=1\rl=2\r", [set("a/k", "3")], "[a]\rk=3\rl=2\r"),
        (
            "59 NUL in a comment and in another value", "[a]\n# \0\nj=\0\nk=1\n", [set("a/k", "2")],
            "[a]\n# \0\nj=\0\nk=2\n"
        ),
    ]

    @Test(arguments: cases)
    func `comes out byte for byte`(example: EditCase) throws { try Format.ini.check(example) }

    private static let readings: [(String, SettingValue)] = [
        ("[a]\nk = one\n  two\n\n  three\n\nl=1\n", ["a": ["k": "one\ntwo\n\nthree", "l": "1"]]),
        ("[a]\nK=1\nK=2\n", ["a": ["K": "2"]]),
        ("[a] ; c\nk=1\n", ["a": ["k": "1"]]),
        ("[a]\n  k=1\n  l=2\n", ["a": ["k": "1", "l": "2"]]),
        ("a = b = c\n", ["a": "b = c"]),
    ]

    @Test(arguments: readings)
    func `is read as configparser reads it`(text: String, value: SettingValue) throws {
        #expect(try read(text, .ini) == value)
    }

    @Test(arguments: ["a b c\n", "[a\n", "[a] b\n", "= 1\n", "a = 1\n[a]\nb = 1\n", "\0\0\0\0"])
    func `is refused when it is something else`(text: String) {
        #expect(throws: DocumentError.self) { try read(text, .ini) }
    }
}
