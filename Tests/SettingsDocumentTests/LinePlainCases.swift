// The nasty cases of .env files, Java properties, kitty's and ssh's files, one by one.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A nasty .env file` {
    static let cases: [EditCase] = [
        ("19 export kept", "export A=1 # c\n", [set("A", "2")], "export A=2 # c\n"),
        ("20 quotes and comment kept", "A='p q' # c\n", [set("A", "x y")], "A='x y' # c\n"),
        ("20 double quotes kept", "A=\"p\" # c\n", [set("A", "x")], "A=\"x\" # c\n"),
        ("21 quotes added", "A=1\n", [set("A", "x # y")], "A=\"x # y\"\n"),
        ("21 emptied", "A=1\nB=2\n", [set("A", "")], "A=\nB=2\n"),
        (
            "22 value over lines", "A=\"one\ntwo\" # c\nB=1\n", [set("A", "x\ny"), set("B", "2")],
            "A=\"x\ny\" # c\nB=2\n"
        ),
        (
            "22 value over lines, new", "B=1 # c\n", [set("A", "x\n# y"), set("B", "1\n$2")],
            "B='1\n$2' # c\nA=\"x\n# y\"\n"
        ),
        ("60 carriage return", "A=1\n", [set("A", "x\ry")], .refused(.unrepresentable)),
        ("23 dollar in single quotes", "A=1\n", [set("A", "$x")], "A='$x'\n"),
        ("24 number sign without a blank", "A=x#y\n", [set("A", "z")], "A=z\n"),
        ("24 comment behind nothing", "A= # c\n", [set("A", "z")], "A=z # c\n"),
        (
            "52 odd keys, and lines that say nothing", "a.b-c=1\nA = 1\nnothing\n",
            [set("a.b-c", "2"), set("A", "2"), set("N", "3")], "a.b-c=2\nA = 2\nN = 3\nnothing\n"
        ),
        (
            "53 commands and variables untouched", "A=$(date)\nB=\"${X:-y}\"\nC=1\n",
            [set("C", "`x`")], "A=$(date)\nB=\"${X:-y}\"\nC='`x`'\n"
        ),
        (
            "54 CRLF inside quotes", "A=\"one\r\ntwo\"\r\nB=1\r\n", [set("B", "2")],
            "A=\"one\r\ntwo\"\r\nB=2\r\n"
        ),
        ("25 last one counts", "A=1\nA=2\n", [set("A", "3")], "A=1\nA=3\n"),
        ("60 dollar beside a quote", "A=1\n", [set("A", "$'")], .refused(.unrepresentable)),
        ("60 backslash at the end", "A=1\n", [set("A", "x y\\")], .refused(.unrepresentable)),
        ("60 key with a blank", "A=1\n", [set("B C", "1")], .refused(.unrepresentable)),
        ("60 key below a key", "A=1\n", [set("B/C", "1")], .refused(.unrepresentable)),
    ]

    @Test(arguments: cases)
    func `comes out byte for byte`(example: EditCase) throws { try Format.dotenv.check(example) }

    private static let readings: [(String, SettingValue)] = [
        ("A=x # c\nB='it\\'s'\nC=\"a\\nb\\$\"\n", ["A": "x", "B": "it's", "C": "a\nb\\$"]),
        ("A=\nB\nexport=1\nexport C=2\n", ["A": "", "export": "1", "C": "2"]),
        ("A=x#y\nB=#z\n", ["A": "x#y", "B": "#z"]),
    ]

    @Test(arguments: readings)
    func `is read as python-dotenv reads it`(text: String, value: SettingValue) throws {
        #expect(try read(text, .dotenv) == value)
    }

    @Test(arguments: ["A=\"x\n", "A='x'y\n", "'A'=1\n", "=1\n", "\0\0\0\0"])
    func `is refused when a quote is amiss`(text: String) {
        #expect(throws: DocumentError.self) { try read(text, .dotenv) }
    }
}

@Suite struct `A nasty properties file` {
    static let cases: [EditCase] = [
        ("25 colon", "a : 1\nb=2\n", [set("a", "2")], "a : 2\nb=2\n"),
        ("26 escaped key", "a\\ b\\:c = 1\n", [set("a b:c", "2")], "a\\ b\\:c = 2\n"),
        ("26 new key escaped", "x=1\n", [set("a b=c", "2")], "x=1\na\\ b\\=c=2\n"),
        ("27 blank in front escaped", "a=1\n", [set("a", " x ")], "a=\\ x\\u0020\n"),
        ("28 continuation", "a = x\\\n    y\nb = 1\n", [set("a", "z")], "a = z\nb = 1\n"),
        (
            "55 backslashes before a line's end", "a=x\\\\\nb=y\\\\\\\nz\nc=1\n",
            [set("a", "1"), set("c", "2")], "a=1\nb=y\\\\\\\nz\nc=2\n"
        ),
        ("55 escapes in a key", "\\u0061b=1\n", [set("ab", "2")], "\\u0061b=2\n"),
        ("55 other letters", "a=1\n", [set("a", "é😀")], "a=\\u00e9\\ud83d\\ude00\n"),
        (
            "56 comment signs at a key's front", "\\#a=1\nx=1\n", [set("#a", "2"), set("!b", "3")],
            "\\#a=2\nx=1\n\\!b=3\n"
        ),
        (
            "55 escape over two lines", "a=\\u00\\\n   e9\nb=1\n", [set("b", "2")],
            "a=\\u00\\\n   e9\nb=2\n"
        ),
        ("26 key that ends with a blank", "a\\ =1\na=2\n", [set("a ", "3")], "a\\ =3\na=2\n"),
        ("form feed for a blank", "\u{C}a\u{C}1\n", [set("a", "2")], "\u{C}a\u{C}2\n"),
        ("key alone", "a\nb=1\n", [set("a", "1")], "a=1\nb=1\n"),
        ("blanks alone", "a 1\n", [set("a", "2"), set("b", "3")], "a 2\nb 3\n"),
        ("60 key below a key", "a=1\n", [set("b/c", "1")], .refused(.unrepresentable)),
        ("60 NUL", "a=1\n", [set("a", "\0")], .refused(.unrepresentable)),
    ]

    @Test(arguments: cases)
    func `comes out byte for byte`(example: EditCase) throws {
        try Format.properties.check(example)
    }

    private static let readings: [(String, SettingValue)] = [
        ("a=x\\\\\nb=y\\\\\\\nz\n", ["a": "x\\", "b": "y\\z"]),
        ("ke\\\n  y = v\n", ["key": "v"]),
        ("a = \\\n  x \n", ["a": "x "]),
        ("a\\tb=\\u00e9\\ud83d\\ude00\n", ["a\tb": "é😀"]),
        ("a:=b\n! c\n#d\n", ["a": "=b"]),
        ("a=x\\", ["a": "x"]),
        ("a=\\u00\\\n   e9\\\r\n\tx\n", ["a": "éx"]), ("\\u0\\\n061=1\n", ["a": "1"]),
        ("a\\ =1\n", ["a ": "1"]), ("a\u{C}:\u{C}1\n", ["a": "1"]),
        ("\\\n# c\n\\\n\n\\\n  a=1\n", ["a": "1"]), ("\\\n", ["": ""]), ("\\", ["": ""]),
        ("a=1\n\\\r\n", ["a": "1"]),
        ("a=1\rb=2\r", ["a": "1", "b": "2"]),
    ]

    @Test(arguments: readings)
    func `is read as Java reads it`(text: String, value: SettingValue) throws {
        #expect(try read(text, .properties) == value)
    }

    @Test(arguments: [
        ("a=\\u00e\n", 3), ("a=\\uXYZ1\n", 3), ("b=1\na=x\\\\\\u12", 6), ("\\u00=1\n", 1),
        ("\\u\n", 1), ("a=\\u00\\\n  e\n", 3), ("a=\\u00\\\n\n", 3),
    ])
    func `55 is refused with half a character, as Java refuses it`(text: String, column: Int) {
        let error = #expect(throws: DocumentError.self) { try read(text, .properties) }
        #expect(error?.problem == "found '\\u' without four hexadecimal digits")
        #expect(error?.place.column == column)
    }

    @Test(arguments: [
        ("a=\\\\u00e\n", "\\u00e"), ("a=\\U00e\n", "U00e"), ("# \\u\na=1\n", "1"),
        ("a=\\\\\\u00e9\n", "\\é"),
    ])
    func `55 has a character of its own behind each backslash`(
        text: String,
        value: SettingValue
    ) throws {
        #expect(try read(text, .properties) == ["a": value])
    }

    @Test func `55 in Latin-1 is read and keeps its bytes`() throws {
        let bytes: [UInt8] = Array("a=caf".utf8) + [0xE9, 0x0A] + Array("b=1\n".utf8)
        let document = try Format.properties.parse(bytes)
        #expect(document.root == ["a": "café", "b": "1"])
        let new = try document.revised(by: set("b", "ü")).document
        #expect(new.bytes == Array(bytes.dropLast(2)) + Array("\\u00fc\n".utf8))
        #expect(new.root == ["a": "café", "b": "ü"])
    }
}

@Suite struct `A nasty kitty configuration` {
    static let cases: [EditCase] = [
        (
            "29 columns kept", "font_size        11.0\nbell_path        none\n",
            [set("font_size", "12"), set("cursor", "none")],
            "font_size        12\nbell_path        none\ncursor none\n"
        ),
        ("57 continuation", "a one\n    \\ two\n\\three\nb 1\n", [set("a", "x")], "a x\nb 1\n"),
        (
            "57 repeated map", "map f1 x\nfont_size 11\nmap f2 y\ninclude a.conf\n",
            [set("map", ["f1 x", "f3 z", "f4 w"])],
            "map f1 x\nfont_size 11\nmap f3 z\nmap f4 w\ninclude a.conf\n"
        ),
        ("57 last one counts", "a 1\na 2\n", [set("a", "3")], "a 1\na 3\n"),
        ("number sign is text", "color #fff\n", [set("color", "#000 # x")], "color #000 # x\n"),
        ("57 map is a list", "map f1 x\n", [set("map", "f2 y")], .refused(.unrepresentable)),
        ("57 a list without elements", "map f1 x\n", [remove("map/0")], .refused(.unrepresentable)),
        ("60 nothing", "a 1\n", [set("a", "")], .refused(.unrepresentable)),
        ("60 line break", "a 1\n", [set("a", "x\n\\y")], .refused(.unrepresentable)),
        ("60 a list elsewhere", "a 1\n", [set("a", ["x", "y"])], .refused(.unrepresentable)),
    ]

    @Test(arguments: cases)
    func `comes out byte for byte`(example: EditCase) throws { try Format.kitty.check(example) }

    /// A place that no value could have isn't answered with another value for it.
    @Test(
        arguments: [
            (["general", "list"], ["x"], "a key within another"),
            (["general", "map"], "x", "a key within another"), (["a b"], ["x"], "the key 'a b'"),
            (["general.list"], ["x"], "an array where 'general.list' is no list"),
        ] as [([String], SettingValue, String)]
    )
    func `says first what keeps any value from its place`(
        keys: [String],
        value: SettingValue,
        what: String
    ) throws {
        let document = try Format.kitty.parse(Array("a 1\n".utf8))
        let path = DocumentPath(keys.map(PathElement.key))
        let refusal = document.revised(by: [DocumentChange(path, value)]).refusals.first
        #expect(refusal?.error.problem == "a kitty configuration can't hold \(what)")
    }

    private static let readings: [(String, SettingValue)] = [
        ("a one\n    \\ two\n\\three\n", ["a": "one twothree"]),
        ("map f1 x\n", ["map": ["f1 x"]]),
        ("# c\n\\ more 1\na 1\n#: {{{\n", ["a": "1"]),
    ]

    @Test(arguments: readings)
    func `is read as kitty reads it`(text: String, value: SettingValue) throws {
        #expect(try read(text, .kitty) == value)
    }
}

@Suite struct `An ssh configuration` {
    static let text = """
        User all
        Host a b*
            HostName one
            HostName two
            IdentityFile ~/.ssh/x
        Match user root
            Port 22
        Host a b*
            User me
        """

    @Test func `58 is read block by block, the first line first`() throws {
        #expect(
            try read(Self.text, .sshConfig) == [
                "User": "all",
                "Host a b*": [
                    "HostName": "one", "IdentityFile": ["~/.ssh/x"], "User": "me",
                ],
                "Match user root": ["Port": ["22"]],
            ]
        )
    }

    @Test(arguments: [
        set("User", "x"), set("User", .null), set("User", .real(.nan)), set("User", "x\ny"),
        set("new", .array([])), set("no such/deep/place", "x"), remove("Host a b*"),
        set("Match user root/Port/0", "23"), set("", .dictionary([])),
    ])
    func `58 is not written, whatever the value`(change: DocumentChange) throws {
        let document = try Format.sshConfig.parse(Array(Self.text.utf8))
        let revision = document.revised(by: [change])
        #expect(revision.refusals.map(\.error.code) == [.readOnly])
        #expect(revision.refusals.map(\.error.problem) == ["an ssh configuration is only read"])
        #expect(revision.document.bytes == document.bytes)
    }

    @Test(arguments: [
        set("User", "all"), set("Match user root/Port/0", "22"), remove("none"),
        set("Match user root/Port", .array([.integer(22)])),
    ])
    func `58 takes what it says already`(change: DocumentChange) throws {
        let document = try Format.sshConfig.parse(Array(Self.text.utf8))
        let revision = document.revised(by: [change])
        #expect(revision.refusals.isEmpty)
        #expect(revision.edits.isEmpty)
    }
}

@Suite struct `Bytes that are no text` {
    @Test(arguments: lineFormats.filter { !statementFormats.contains($0) })
    func `59 stay in comments and in other values`(format: Format) throws {
        let isFlat: [Format] = [
            .dotenv, .properties, .kitty, .keyValue, .ghostty, .xresources, .btop, .hypr,
            .shell,
        ]
        let isCommands = commandFormats.contains(format)
        let hasSections =
            !isFlat.contains(format) && !isCommands && !argumentFormats.contains(format)
        let separator =
            format == .xresources
            ? ": "
            : [.kitty, .keyValue, .gpg].contains(format)
                || isCommands && ![.vim, .mutt, .gtkrc, .cmus, .tig, .abook].contains(format)
                ? " " : "="
        let verbs = [
            Format.tmux: "set -g ", .gtkrc: "", .args: "--", .argLines: "--", .flags: "--",
        ]
        let verb = verbs[format] ?? (isCommands ? "set " : "")
        // Each option of Vim has a name that is known.
        let (first, second) = format == .vim ? ("stl", "titlestring") : ("a", "b")
        func bytes(_ value: String) -> [UInt8] {
            Array((hasSections ? "[s]\n# " : format == .xresources ? "! " : "# ").utf8) + [
                0xFF, 0x80, 0x0A,
            ]
                + Array("\(verb)\(first)\(separator)x".utf8) + [0xC3, 0x0A]
                + Array("\(verb)\(second)\(separator)\(value)\n".utf8)
        }
        let document = try format.parse(bytes("1"))
        let path: DocumentPath = hasSections ? "s/b" : DocumentPath([.key(second)])
        let new = try document.revised(by: DocumentChange(path, "2")).document
        #expect(new.bytes == bytes("2"))
        let value = document.entries.first?.value
        // Latin-1 says what the bytes mean in a properties file.
        #expect(value == (format == .properties ? "xÃ" : .raw("x\\xc3")))
        #expect(document.format.stored(.raw("x\\xc3")) == nil)
    }

    @Test(arguments: lineFormats)
    func `60 make no file when they are UTF-16`(format: Format) {
        let error = #expect(throws: DocumentError.self) {
            try format.parse([0xFF, 0xFE, 0x61, 0, 0x3D, 0, 0x31, 0])
        }
        #expect(error?.code == .encoding)
    }
}

@Suite struct `A file of lines` {
    @Test func `has a limit of keys, and is refused one past it`() throws {
        var limits = Limits.standard
        limits.keysPerDomain = 2
        let atLimit = "[a]\nk=1\nk=2\n[b]\nl=1\n"
        #expect(try Format.ini.parse(Array(atLimit.utf8), limits: limits).entries.count == 2)
        let error = #expect(throws: DocumentError.self) {
            try Format.ini.parse(Array((atLimit + "m=1\n").utf8), limits: limits)
        }
        #expect(error?.code == .tooMany)
        #expect(error?.problem == "the file has more than 2 keys")
        #expect(error?.place == SourcePlace(line: 6, column: 1))
    }

    @Test func `has a limit of depth, and is refused one past it`() throws {
        var limits = Limits.standard
        limits.keyPathSegments = 3
        #expect(throws: Never.self) {
            try Format.kconfig.parse(Array("[a][b]\nk=1\n".utf8), limits: limits)
        }
        let error = #expect(throws: DocumentError.self) {
            try Format.kconfig.parse(Array("[a][b][c]\nk=1\n".utf8), limits: limits)
        }
        #expect(error?.code == .tooDeep)
        #expect(error?.problem == "sections nest deeper than 2 levels here")
    }

    private static let spellings: [(Format, String, DocumentPath, DocumentPath)] = [
        (.ini, "[a]\nKey=1\n", "a/KEY", "a/Key"), (.ini, "[a]\nKey=1\n", "a/x", "a/x"),
        (.gitConfig, "[Core]\n\tautoCRLF = x\n", "Core/AutoCRLF", "core/autocrlf"),
        (.gitConfig, "[remote \"o\"]\n\turl = x\n", "remote/o/URL", "remote.o/url"),
        (.gitConfig, "", "remote/o/url", "remote.o/url"),
        (.gitConfig, "[r \"o\"]\n\tF = x\n\tF = y\n", "r/o/F/1", "r.o/f/1"),
        (.gitConfig, "[r \"o\"]\n\tF = x\n\tF = y\n", "R.o/f/1", "r.o/f/1"),
        (.gitConfig, "[r \"o\"]\n\tf = x\n", "R/o", "r.o"),
        (.gitConfig, "[r \"a.b\"]\n\tf = x\n", "r/a/b/f", "r.a.b/f"),
        (.gitConfig, "[r \"a.b\"]\n\tf = x\n", "r/a/b", "r.a.b"),
        (.gitConfig, "[r]\n\to = x\n[r \"o\"]\n\tf = x\n", "r/O", "r/o"),
        (.gitConfig, "[r \"o\"]\n\tf = x\n", "R/O", "r/o"), (.gitConfig, "", "0/a", "0/a"),
        (.gitConfig, "", "Remote/O/URL", "remote.O/url"),
        (.sshConfig, "identityfile a\n", "IdentityFile/0", "identityfile/0"),
        (.dotenv, "Key=1\n", "KEY", "KEY"), (.toml, "Key = 1\n", "KEY", "KEY"),
    ]

    @Test(arguments: spellings)
    func `says how it spells a key that somebody names`(
        format: Format,
        text: String,
        path: DocumentPath,
        spelled: DocumentPath
    ) throws {
        #expect(try format.parse(Array(text.utf8)).spelled(path) == spelled)
    }

    @Test func `says where an entry of a list stands`() throws {
        let document = try Format.gitConfig.parse(Array("[a]\n\tk = x\n\tk = yy # c\n".utf8))
        #expect(document.span(of: "a/k/0") == 9..<10)
        #expect(document.span(of: "a/k") == 16..<18)
        #expect(document.span(of: "a/k/2") == nil)
        #expect(document.span(of: "a/l") == nil)
    }

    static let flags: [EditCase] = [
        ("stays", "a\nb 1\n", [set("a", "")], "a\nb 1\n"),
        ("gets a value", "a\nb 1\n", [set("a", "x")], "a x\nb 1\n"),
        ("loses its value", "a x\nb 1\n", [set("a", "")], "a\nb 1\n"),
        ("is new", "b 1\n", [set("a", "")], "b 1\na\n"),
        ("goes", "a\nb 1\n", [remove("a")], "b 1\n"),
    ]

    @Test(arguments: flags) func `with keys and values may have a key alone that`(
        example: EditCase
    ) throws {
        try Format.keyValue.check(example)
    }

    @Test(arguments: ["a 1\na 2\n", "a\na\n", "a 1\n\\ b\n"])
    func `with keys and values is refused where it's unclear what counts`(text: String) {
        #expect(throws: DocumentError.self) { try read(text, .keyValue) }
    }
}
