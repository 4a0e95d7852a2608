// Files of statements in blocks: picom's, rofi's and MPD's.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A file of picom` {
    static let readings: [(String, SettingValue)] = [
        (
            "# c\nshadow = true;\nfade-delta : 7, // c\nbackend = \"glx\"\nopacity=.5; /* c */\n",
            ["shadow": "true", "fade-delta": "7", "backend": "glx", "opacity": ".5"]
        ),
        // Numbers as they are spelled; what is none is left alone.
        (
            "a = 0x1F;\nb = 10L;\nc = -1e-3;\nd = TRUE;\ne = 1.;\nf = +5;\ng = x;\nh = 1.2.3;\ni = -;\nj = 0b1;\nk = 0b2;\n",
            [
                "a": "0x1F", "b": "10L", "c": "-1e-3", "d": "TRUE", "e": "1.", "f": "+5",
                "j": "0b1",
            ]
        ),
        (
            "a = \"\\\"\\\\\\n\\x41\\q\";\nb = \"; # // {\"; # c\nc = \"\";\n",
            ["a": "\"\\\nA\\q", "b": "; # // {", "c": ""]
        ),
        // Blocks in each form.
        (
            "wintypes:\n{\n  dock =\n  {\n    shadow = false;\n  };\n  focus = true\n};\nblur: { # c\n\tmethod = \"kawase\"\n}\nb = 1\n",
            [
                "wintypes": ["dock": ["shadow": "false"], "focus": "true"],
                "blur": ["method": "kawase"], "b": "1",
            ]
        ),
        // What goes over several lines, or shares one.
        (
            "a = [ \"x\",\n  \"}\" ];\nb = ( { c = 1; } );\nd = \"x\"\n  \"y\";\ne = \"x\" \"y\";\nf = 1; g = 2;\nh\n= 1;\ni =\n1;\nj = 1\n;\nk = \"x\ny\";\n/* c */ l = 1;\nm = 1; /*\n*/\nn = /* c */ 1;\no = 1 /* c */;\np = 1;\n",
            ["p": "1"]
        ),
        ("a: { b = 1; };\nc = { d = 1;\n};\ne = {\n  f = 1; };\ng = 1;\n", ["g": "1"]),
        // Comments don't nest, and nothing in them counts.
        ("/* a = 1;\n/* # */\nb = 2;\n# */ c = 1; {\n", ["b": "2"]),
        // Names that stand again.
        (
            "a = 1;\na = 2;\nb: {\n  c = 1;\n};\nb: {\n  d = 1;\n};\ne = 1;\ne: {\n  f = 1;\n};\ng: {\n  a = 1;\n};\n",
            ["g": ["a": "1"]]
        ),
        (
            "@include \"x{\"\na = 1;\nb;\n}\n1c = 2;\nd { e = 3; }\ntrue = 4;\nf = 5;\n",
            ["a": "1", "f": "5"]
        ),
        ("a = 1;\r\nb: {\r\n  c = 2 # c\r\n}\r\n", ["a": "1", "b": ["c": "2"]]),
        ("a: {\n  b = 1;\n", ["a": ["b": "1"]]), ("a = 1;\n/* b = 2;\n", ["a": "1"]),
        ("a = 1;\nb = \"x;\nc = 2;\n", ["a": "1"]), ("", [:]),
    ]

    @Test(arguments: readings)
    func `says what libconfig reads`(text: String, value: SettingValue) throws {
        #expect(try read(text, .picom) == value)
    }

    @Test func `names the lines that libconfig refuses`() throws {
        let document = try Format.picom.parse(Array("a = 1;\nno\n}\nb c = 2;\nd {\n}\n".utf8))
        #expect(document.doubtfulLines.map(\.place.line) == [2, 3, 4, 5])
    }

    static let edits: [EditCase] = [
        (
            "keeps its comment and its end", "a=1 ;  # c\nb = \"x\", // c\nc = True\n",
            [set("a", .real(2.5)), set("b", "y\"\n"), set("c", false)],
            "a=2.5 ;  # c\nb = \"y\\\"\\n\", // c\nc = False\n"
        ),
        (
            "stays in quotes", "a = \"1\";\nb = 1;\n", [set("a", 2), set("b", "true")],
            "a = \"2\";\nb = true;\n"
        ),
        ("gets no quotes", "a = 1;\n", [set("a", "x")], .refused(.unrepresentable)),
        (
            "is new", "a = 1;\n", [set("b", "glx"), set("c", true), set("d", "")],
            "a = 1;\nb = \"glx\";\nc = true;\nd = \"\";\n"
        ),
        ("ends as the one before", "a : 1\n", [set("b", 2)], "a : 1\nb : 2\n"),
        (
            "stands behind the last one of its block",
            "blur:\n{\n\tmethod = \"x\"; # c\n};\na = 1;\n", [set("blur/size", 3)],
            "blur:\n{\n\tmethod = \"x\"; # c\n\tsize = 3;\n};\na = 1;\n"
        ),
        (
            "stands in a block that has none", "wintypes:\n{\n};\n",
            [set("wintypes/dock/shadow", true)],
            "wintypes:\n{\n  dock: {\n    shadow = true;\n  };\n};\n"
        ),
        (
            "gets a block", "a = 1\n", [set("blur/size", 3), set("blur/method", "x")],
            "a = 1\n\nblur: {\n  size = 3;\n  method = \"x\";\n};\n"
        ),
        ("is a first line", "", [set("a", 1)], "a = 1;\n"),
        ("is removed", "a: {\n  b = 1; # c\n};\n", [remove("a/b")], "a: {\n};\n"),
        (
            "stays in CRLF", "a: {\r\n  b = 1;\r\n};\r\n", [set("a/c", 2)],
            "a: {\r\n  b = 1;\r\n  c = 2;\r\n};\r\n"
        ),
        ("is a list", "a = [ 1 ];\n", [set("a", 2)], .refused(.readOnly)),
        ("shares its line", "a = 1; b = 2;\n", [set("b", 3)], .refused(.readOnly)),
        (
            "is in a block on one line", "w: { dock = { a = 1; } }\n", [set("w/dock/b", 3)],
            .refused(.readOnly)
        ),
        ("stands again", "a = 1;\na = 2;\n", [set("a", 3)], .refused(.readOnly)),
        (
            "has a block that stands again", "a: {\n};\na: {\n};\n", [set("a/b", 3)],
            .refused(.readOnly)
        ),
        ("is a block", "a: {\n  b = 1;\n};\n", [set("a", 3)], .refused(.noSuchPath)),
        ("has a name", "", [set("1a", 1)], .refused(.unrepresentable)),
        ("has a name that is no value", "", [set("true", 1)], .refused(.unrepresentable)),
        ("has blocks with names", "", [set("a b/c", 1)], .refused(.unrepresentable)),
        (
            "isn't behind a comment without an end", "a = 1;\n/* c\n", [set("b/c", 1)],
            .refused(.ambiguous)
        ),
        (
            "is before a comment without an end", "a = 1;\n/* c\n", [set("b", 1)],
            "a = 1;\nb = 1;\n/* c\n"
        ),
        (
            "isn't in a block without an end", "a: {\n  b = 1;\n", [set("a/b", 2)],
            .refused(.readOnly)
        ),
        (
            "isn't new in a block without an end", "a: {\n  b = 1;\n", [set("a/c", 2)],
            .refused(.ambiguous)
        ),
        (
            "is above a text without an end", "a = \"x;\nb = 1;\n", [set("c", 2)],
            "c = 2;\na = \"x;\nb = 1;\n"
        ),
        ("is a group", "", [set("a", .array([1]))], .refused(.unrepresentable)),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.picom.check(edit) }
}

@Suite struct `A file of rofi` {
    static let readings: [(String, SettingValue)] = [
        (
            "/* c /* d */ e { */\nconfiguration {\n  font: \"Mono 12\"; // c\n  show-icons: true;\n  timeout {\n    delay: 10;\n  }\n}\n"
                + "@import \"a\"\n* {\n  background: #00000080;\n}\n#element.selected.urgent {\n  padding: 0px 2px solid 0.5em -1%;\n}\n",
            [
                "configuration": [
                    "font": "Mono 12", "show-icons": "true", "timeout": ["delay": "10"],
                ],
                "*": ["background": "#00000080"],
                "element": ["selected": ["urgent": ["padding": "0px 2px solid 0.5em -1%"]]],
            ]
        ),
        // Sections add up, under each spelling of their names, and the last key counts.
        (
            "element selected {\n  a: 1;\n  color: Red;\n}\n#element.selected\n{\n  a: 2;\n  text-color: inherit;\n}\n",
            ["element": ["selected": ["a": "2", "text-color": "inherit"]]]
        ),
        // What another theme resets.
        (
            "configuration {\n  a: 1;\n}\nwindow {\n  b: 1;\n}\n@theme \"/dev/null\"\nwindow {\n  c: 1;\n}\n",
            ["configuration": ["a": "1"], "window": ["c": "1"]]
        ),
        // References are read, lists are not.
        (
            "window {\n  a: @b;\n  c: var( d, 1px );\n  e: [ f, \"g\" ];\n  h: env(I, 1);\n  j: [\n  k ];\n  l: \"@m\";\n}\n",
            ["window": ["a": "@b", "c": "var( d, 1px )", "h": "env(I, 1)", "l": "@m"]]
        ),
        (
            "a {\n  b: rgba ( 0, 43, 55, 100 % );\n  c: calc( 100% - 2px );\n  d: url(\"x y\", width);\n  e: hsl(1deg 2% 3% / 0.5);\n"
                + "  f: \"a\\\"\\n\\101\\q\";\n  g: '*';\n  h: 'it\\'s';\n  i: southeast;\n  j: northeasterly;\n  k: 5pt;\n  l: #12;\n  m: {n};\n}\n",
            [
                "a": [
                    "b": "rgba ( 0, 43, 55, 100 % )", "c": "calc( 100% - 2px )",
                    "d": "url(\"x y\", width)", "e": "hsl(1deg 2% 3% / 0.5)", "f": "a\"\nAq",
                    "g": "*", "h": "it's", "i": "southeast",
                ]
            ]
        ),
        // The last quote of a line ends its text.
        (
            "a {\n  b: \"x\"; // \"y\n  c: \"x\" \"y\";\n  d: 1; e: 2;\n  f: 3\n}\nb { c: 1; }\n",
            [:]
        ),
        // A section of several names hides the keys that it sets.
        (
            "a {\n  x: 1;\n  y: 1;\n}\na, b.c,\nd {\n  x: 2;\n}\nd {\n  z: 1;\n}\n",
            ["a": ["y": "1"], "d": ["z": "1"]]
        ),
        (
            "a {\n  x: 1;\n  y: 1;\n}\n@media ( max-width: 10px ) {\n  a {\n    x: 2;\n  }\n}\nb {\n  z: 1;\n}\n",
            ["a": ["y": "1"], "b": ["z": "1"]]
        ),
        ("a {\n  b: 1;\n}\na b {\n  c: 1;\n}\n", [:]),
        ("a: 1;\na {\n  b 1;\n  c: 2;\n}\n}\n1a {\n  d: 1;\n}\n", ["a": ["c": "2"]]),
    ]

    @Test(arguments: readings)
    func `says what rofi reads`(text: String, value: SettingValue) throws {
        #expect(try read(text, .rasi) == value)
    }

    static let edits: [EditCase] = [
        (
            "keeps its kind",
            "a {\n  b: \"1\";\n  c: 1px; // c\n  d: 'x';\n  e: 'xy';\n  f: RED;\n}\n",
            [
                set("a/b", 2), set("a/c", "0 50% 1.5em"), set("a/d", "*"), set("a/e", "'"),
                set("a/f", "Blue / 50%"),
            ],
            "a {\n  b: \"2\";\n  c: 0 50% 1.5em; // c\n  d: '*';\n  e: '\\'';\n  f: Blue / 50%;\n}\n"
        ),
        (
            "has one character in single quotes", "a {\n  b: 'x';\n}\n", [set("a/b", "yz")],
            "a {\n  b: \"yz\";\n}\n"
        ),
        (
            "has an image", "a {\n  b: url(\"x\");\n}\n", [set("a/b", "url(\"y z\", both)")],
            "a {\n  b: url(\"y z\", both);\n}\n"
        ),
        (
            "gets no quotes", "a {\n  b: red;\n}\n", [set("a/b", "reddish")],
            .refused(.unrepresentable)
        ),
        (
            "gets no list", "a {\n  b: red;\n}\n", [set("a/b", "1; c: 2")],
            .refused(.unrepresentable)
        ),
        (
            "gets no reference", "a {\n  b: red;\n}\n", [set("a/b", "@c")],
            .refused(.unrepresentable)
        ),
        (
            "gets no comment", "a {\n  b: red;\n}\n", [set("a/b", "1 // 2")],
            .refused(.unrepresentable)
        ),
        (
            "is new in its section", "window {\n\twidth : 50%;\n}\n* {\n}\n",
            [set("window/font", "Mono 12"), set("window/enabled", true), set("*/red", "#f00")],
            "window {\n\twidth : 50%;\n\tfont : \"Mono 12\";\n\tenabled : true;\n}\n* {\n\tred : #f00;\n}\n"
        ),
        (
            "gets a section", "configuration {\n  a: 1;\n}\nelement {\n  b: 1;\n}\n",
            [
                set("element/selected/urgent/color-x", 1), set("configuration/timeout/delay", 5),
                set("*/c", 1),
            ],
            "configuration {\n  a: 1;\n\n  timeout {\n    delay: 5;\n  }\n}\nelement {\n  b: 1;\n}\n\nelement selected.urgent {\n  color-x: 1;\n}\n\n* {\n  c: 1;\n}\n"
        ),
        (
            "is new where its section stands last", "a {\n  b: 1;\n}\na {\n  c: 1;\n}\n",
            [set("a/d", 1)],
            "a {\n  b: 1;\n}\na {\n  c: 1;\n  d: 1;\n}\n"
        ),
        (
            "is new behind another theme", "window {\n  a: 1;\n}\n@theme \"x\"\n",
            [set("window/a", 2)],
            "window {\n  a: 1;\n}\n@theme \"x\"\n\nwindow {\n  a: 2;\n}\n"
        ),
        (
            "is removed wherever it stands", "a {\n  b: 1;\n}\n#a {\n  b: 2;\n}\n", [remove("a/b")],
            "a {\n}\n#a {\n}\n"
        ),
        (
            "keeps its other name", "a {\n  color: red;\n}\n", [set("a/text-color", "blue")],
            "a {\n  color: blue;\n}\n"
        ),
        ("has one name", "a {\n}\n", [set("a/color", "blue")], .refused(.unrepresentable)),
        ("has a section", "a {\n}\n", [set("b", 1)], .refused(.unrepresentable)),
        ("has a section with a name", "", [set("1a/b", 1)], .refused(.unrepresentable)),
        ("is a reference", "a {\n  b: @c;\n}\n", [set("a/b", "red")], .refused(.readOnly)),
        ("is used", "* {\n  c: red;\n}\na {\n  b: @c;\n}\n", [remove("*/c")], .refused(.shared)),
        (
            "is used as a variable", "* {\n  c: red;\n}\na {\n  b: var( c );\n}\n", [remove("*/c")],
            .refused(.shared)
        ),
        (
            "isn't used", "* {\n  c: red;\n}\na {\n  b: @c-d;\n}\n", [remove("*/c")],
            "* {\n}\na {\n  b: @c-d;\n}\n"
        ),
        ("is set for several", "a, b {\n  c: 1;\n}\n", [set("a/c", 2)], .refused(.readOnly)),
        (
            "is new beside a section on one line", "a { b: 1; }\n", [set("a/c", 2)],
            "a { b: 1; }\n\na {\n  c: 2;\n}\n"
        ),
        ("stands in a section on one line", "a { b: 1; }\n", [set("a/b", 2)], .refused(.readOnly)),
        (
            "depends", "@media (enabled: true) {\n  a {\n    b: 1;\n  }\n}\n", [set("a/b", 2)],
            .refused(.readOnly)
        ),
        (
            "isn't in a section without an end", "a {\n  b: 1;\n", [set("a/b", 2)],
            .refused(.readOnly)
        ),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.rasi.check(edit) }
}

@Suite struct `A file of MPD` {
    static let readings: [(String, SettingValue)] = [
        (
            "# c\nmusic_directory\t\"~/Music\"\nport \"6600\" # c\n\naudio_output {\n  type  \"pulse\"\n  # c\n  name \"a \\\"b\\\" \\c\"\n}\n",
            [
                "music_directory": "~/Music", "port": "6600",
                "audio_output": ["type": "pulse", "name": "a \"b\" c"],
            ]
        ),
        // Things that stand twice, and keys that do so in one.
        (
            "audio_output {\n  type \"a\"\n}\naudio_output {\n  type \"b\"\n}\ninput {\n  plugin \"a\"\n  plugin \"b\"\n  c \"d\"\n}\n",
            ["input": ["c": "d"]]
        ),
        // Of the keys outside of them the last counts, but where each does.
        (
            "port \"1\"\nport \"2\"\npassword \"a\"\npassword \"b\"\nbind_to_address \"a\"\n",
            ["port": "2", "bind_to_address": "a"]
        ),
        (
            "include \"x\"\na \"b\"c\nd e\nf = \"g\"\nh \"i\"#j\nk \"l\nm 'n'\no\n  p \"q\" # r\n1s \"t\"\nu{\n}\n}\nv {\n  w {\n  }\n}\nx \"\"\n",
            ["p": "q", "x": ""]
        ),
        ("a \"b\"\r\nc {\r\n  d \"e\" \r\n}\r\n", ["a": "b", "c": ["d": "e"]]),
        ("a { b \"c\" }\nd \"e\"\n", [:]),
    ]

    @Test(arguments: readings)
    func `says what MPD reads`(text: String, value: SettingValue) throws {
        #expect(try read(text, .mpd) == value)
    }

    static let edits: [EditCase] = [
        (
            "keeps its comment", "port    \"1\" # c\nauto_update\t\"yes\"\n",
            [set("port", 2), set("auto_update", false)],
            "port    \"2\" # c\nauto_update\t\"no\"\n"
        ),
        ("has quotes", "a \"b\"\n", [set("a", "c \"d\" \\ # {")], "a \"c \\\"d\\\" \\\\ # {\"\n"),
        (
            "is new in its block", "audio_output {\n\ttype \"a\"\n}\n\nport \"1\"\n",
            [set("audio_output/name", "b"), set("log_file", "c")],
            "audio_output {\n\ttype \"a\"\n\tname \"b\"\n}\n\nport \"1\"\nlog_file \"c\"\n"
        ),
        (
            "gets a block", "port \"1\"\n", [set("resampler/plugin", "soxr")],
            "port \"1\"\n\nresampler {\n  plugin \"soxr\"\n}\n"
        ),
        ("has one line", "a \"b\"\n", [set("a", "b\nc")], .refused(.unrepresentable)),
        ("is in one block", "", [set("a/b/c", 1)], .refused(.unrepresentable)),
        ("is one of several", "input {\n}\ninput {\n}\n", [set("input/a", 1)], .refused(.readOnly)),
        (
            "adds up", "password \"a\"\npassword \"b\"\n", [set("password", "c")],
            .refused(.readOnly)
        ),
        ("includes others", "", [set("include", "a")], .refused(.unrepresentable)),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.mpd.check(edit) }
}

@Suite struct `A file of statements` {
    @Test(arguments: [
        (Format.picom, "# \u{1}\na: {\n  b = \"x\u{1}\";\n  c = VALUE;\n};\n"),
        (.rasi, "// \u{1}\na {\n  b: \"x\u{1}\";\n  c: VALUE;\n}\n"),
        (.mpd, "# \u{1}\na {\n  b \"x\u{1}\"\n  c \"VALUE\"\n}\n"),
        (.lua, "-- \u{1}\na = {\n  b = \"x\u{1}\",\n  c = VALUE,\n}\n"),
    ])
    func `keeps bytes that are no text`(format: Format, text: String) throws {
        func bytes(_ value: Character) -> [UInt8] {
            text.replacing("VALUE", with: String(value)).utf8.map { $0 == 1 ? 0xC3 : $0 }
        }
        let document = try format.parse(bytes("1"))
        #expect(document.entries.first?.value == .raw("x\\xc3"))
        let new = try document.revised(by: DocumentChange("a/c", "2")).document
        #expect(new.bytes == bytes("2"))
    }
}
