// Files of Hyprland and the programs around it.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A file of Hyprland` {
    static let readings: [(String, SettingValue)] = [
        (
            "# c\ngeneral {\n    gaps_in = 5 # c\n    col.active_border = rgba(33ccffee) 45deg\n\n    snap {\n"
                + "        enabled=yes\n    }\n    layout = dwindle\n}\ndecoration:blur:size = 3\n",
            [
                "general": [
                    "gaps_in": "5", "col.active_border": "rgba(33ccffee) 45deg",
                    "layout": "dwindle", "snap": ["enabled": "yes"],
                ],
                "decoration": ["blur": ["size": "3"]],
            ]
        ),
        // Both spellings are one, and the later one counts.
        (
            "decoration:blur {\n  size = 1\n}\ndecoration {\n  blur:size = 2\n  blur{\n  passes = 3\n  }\n}\n",
            ["decoration": ["blur": ["size": "2", "passes": "3"]]]
        ),
        // Comments and their signs, and values without a text.
        (
            "a = b## c # d\nb = #e\nc =\nd = ####x\ne = ###x\nf = g = h\ni#= j\n",
            ["a": "b# c", "b": "", "c": "", "d": "##", "e": "##x", "f": "g = h"]
        ),
        // Variables, and what is computed.
        (
            "$mod = SUPER\n$x = $mod SHIFT\ngeneral {\n  gaps_in = {{x + 2}}\n  gaps_out = a\\{\n $y = 1\n}\n$mod:a = 1\n",
            [
                "$mod": "SUPER", "$x": "$mod SHIFT",
                "general": ["gaps_in": "{{x + 2}}", "gaps_out": "a\\{"],
            ]
        ),
        // Commands, but for the files that are included.
        (
            "bind = $mod, Q, killactive,\nbindel = , a, exec, x\nexec-once = x\nmonitor = ,preferred,auto,1\n"
                + "env = A,1\nenvd = B,2\nsource = a.conf\nwindowrule = float, x\nanimations {\n  enabled = 1\n"
                + "  bezier = a, 0, 0, 1, 1\n  animation = x, 1, 7, a\n  source = z\n}\nsubmap = reset\nsource = ~/b.conf\n",
            ["source": ["a.conf", "~/b.conf"], "animations": ["enabled": "1"]]
        ),
        // What stands for a thing of its own is a setting where it stands once.
        (
            "label {\n  monitor =\n  text = a\n}\ninput-field {\n  size = 1\n}\ninput-field {\n  size = 2\n}\n"
                + "device:x {\n  a = 1\n}\ndevice:y {\n  a = 2\n}\ndevice[z] {\n  a = 3\n}\n",
            [
                "label": ["monitor": "", "text": "a"],
                "device": ["x": ["a": "1"], "y": ["a": "2"]],
            ]
        ),
        ("label {\n  text = a\n}\nlabel:text = b\n", [:]),
        (
            "plugin {\n  x {\n    button = 1\n    button = 2\n    size = 3\n  }\n}\nplugin = /x.so\n",
            ["plugin": ["x": ["size": "3"]]]
        ),
        ("a = 1\na {\n  b = 2\n}\nc:d:e = 1\nc = 2\n", [:]),
        // What stands in a condition is left alone, also where it stands outside, too.
        (
            "a = 1\nb = 1\n# hyprlang if X\nb = 2\n# hyprlang if !Y\nc = 3\n#hyprlang endif\nd {\n e = 1\n}\n# hyprlang endif\n"
                + "# hyprlang noerror true\nf = 2\n# hyprlang if\n# hyprlanguage\n",
            ["a": "1", "f": "2"]
        ),
        ("a = 1\nb {\n# hyprlang if X\n}\n# hyprlang endif\nc = 2\n", ["a": "1"]),
        ("# hyprlang if X\na {\n# hyprlang endif\nc = 2\n", [:]),
        // Lines that go on in another one.
        (
            "a = 1 \\\n  2\nb = 3\n# c \\\nd = 4\ne = 5\n\\\n}\nf \\\n{\n  g = 6\n}\nh = 7\ni = \\",
            ["b": "3", "e": "5", "h": "7"]
        ),
        // Lines that can't be read, and names that can't.
        (
            "a = 1\nno\n}\nb c = 2\n{\n  d = 3\n}\ne f {\n  g = 4\n}\nh { }\na:: = 5\ni = 6\n:j = 7\n",
            ["a": "1", "i": "6"]
        ),
        ("a = 1\r\nb {\r\n  c = x\u{0B}y\r\n  d = 2 \r\n}\r\n", ["a": "1", "b": ["d": "2"]]),
        // To the program, the mark is a part of the first name.
        ("\u{FEFF}a = 1\nb = 2\n", ["b": "2"]),
        ("a {\n  b = 1\n", ["a": ["b": "1"]]),
    ]

    @Test(arguments: readings)
    func `says what hyprlang reads`(text: String, value: SettingValue) throws {
        #expect(try read(text, .hypr) == value)
    }

    @Test func `names the lines that the program refuses`() throws {
        let document = try Format.hypr.parse(Array("a = 1\nno\n}\nh { }\nb {\n".utf8))
        #expect(document.doubtfulLines.map(\.place.line) == [2, 3, 4])
    }

    static let edits: [EditCase] = [
        (
            "keeps its comment", "general {\n\tgaps_in=5   # c\n}\n", [set("general/gaps_in", 8)],
            "general {\n\tgaps_in=8   # c\n}\n"
        ),
        (
            "keeps its word", "a = Yes\nb = on\n", [set("a", false), set("b", false)],
            "a = No\nb = off\n"
        ),
        (
            "is one in both spellings", "a:b:c = 1\nd {\n  e = 1\n}\n",
            [set("a/b/c", 2), set("a/b/f", 3), set("d/g", 4)],
            "a:b:c = 2\na:b:f = 3\nd {\n  e = 1\n  g = 4\n}\n"
        ),
        (
            "is written as one word beside such keys", "  a:b = 1\n", [set("a/c/d", 2)],
            "  a:b = 1\n  a:c:d = 2\n"
        ),
        (
            "is added behind the last one of its block",
            "input {\n    kb_layout = us\n\n    touchpad {\n        tap = 1\n    }\n    follow_mouse = 1\n}\n\nmisc {\n}\n",
            [set("input/sensitivity", 0), set("input/touchpad/drag", true), set("misc/vrr", 1)],
            "input {\n    kb_layout = us\n\n    touchpad {\n        tap = 1\n        drag = true\n    }\n    follow_mouse = 1\n    sensitivity = 0\n}\n\nmisc {\n    vrr = 1\n}\n"
        ),
        (
            "gets a block within one that is there", "input {\n  kb_layout = us\n}\n",
            [set("input/touchpad/tap", 1), set("input/touchpad/drag", 2)],
            "input {\n  kb_layout = us\n\n  touchpad {\n    tap = 1\n    drag = 2\n  }\n}\n"
        ),
        (
            "gets a block at the end", "$mod = SUPER\n",
            [set("decoration/rounding", 4), set("decoration/blur/size", 3), set("misc/vrr", 1)],
            "$mod = SUPER\n\ndecoration {\n    rounding = 4\n    blur {\n        size = 3\n    }\n}\n\nmisc {\n    vrr = 1\n}\n"
        ),
        ("is a first line", "", [set("splash", false)], "splash = false\n"),
        ("is a first block", "# c\n", [set("a/b", 1)], "# c\n\na {\n    b = 1\n}\n"),
        (
            "is no line of a block", "$mod = SUPER\na {\n  b = 1\n}\n",
            [set("splash", 1), set("$x", 2)],
            "$mod = SUPER\nsplash = 1\n$x = 2\na {\n  b = 1\n}\n"
        ),
        (
            "is added where its category stands last",
            "misc {\n  b = 1\n}\nmisc {\n  c = 1\n}\n", [set("misc/d", 2)],
            "misc {\n  b = 1\n}\nmisc {\n  c = 1\n  d = 2\n}\n"
        ),
        ("is empty", "a = 1\nb = 2 # c\n", [set("a", ""), set("b", "")], "a = \nb =  # c\n"),
        (
            "isn't empty any more", "a =\nb = \nc =# d\n", [set("a", 1), set("b", 2), set("c", 3)],
            "a = 1\nb = 2\nc = 3 # d\n"
        ),
        (
            "has signs", "a = 1\nb = 2#c\n", [set("a", "#x ## y"), set("b", "c#")],
            "a = ##x ### y\nb = c## #c\n"
        ),
        (
            "stays in CRLF", "a {\r\n  b = 1\r\n}\r\n", [set("a/c", 2)],
            "a {\r\n  b = 1\r\n  c = 2\r\n}\r\n"
        ),
        (
            "is removed wherever it stands", "misc {\n  b = 1 # c\n  d = 2\n}\nmisc:b = 3\n",
            [remove("misc/b")],
            "misc {\n  d = 2\n}\n"
        ),
        (
            "is a picture more", "preload = a\nwallpaper = ,a\n",
            [set("preload", ["a", "b"]), set("wallpaper/0", ",b")],
            "preload = a\npreload = b\nwallpaper = ,b\n"
        ),
        (
            "is a file more", "source = a\nbind = x\n", [set("source", ["a", "b"])],
            "source = a\nsource = b\nbind = x\n"
        ),
        ("is only read with a variable", "$m = a\nb = $m\n", [set("b", "c")], .refused(.readOnly)),
        ("has no variable", "a = 1\n", [set("a", "$b")], .refused(.unrepresentable)),
        ("has no expression", "a = 1\n", [set("a", "{{b + 1}}")], .refused(.unrepresentable)),
        ("has no escape", "a = 1\n", [set("a", "\\{")], .refused(.unrepresentable)),
        ("joins no line", "a = 1\n", [set("a", "b\\")], .refused(.unrepresentable)),
        ("has one line", "a = 1\n", [set("a", "b\nc")], .refused(.unrepresentable)),
        ("has a sign of money", "a = 1\n", [set("a", "5 $ (x) {y}")], "a = 5 $ (x) {y}\n"),
        ("is a variable", "$m = a\nbind = $m\n", [set("$m", "b")], "$m = b\nbind = $m\n"),
        ("is used", "$m = a\nbind = $m\n", [remove("$m")], .refused(.shared)),
        (
            "is used in an expression", "$m = a\nb = {{ m + 1 }}\n", [remove("$m")],
            .refused(.shared)
        ),
        (
            "is used in a condition", "$m = a\n# hyprlang if m\n# hyprlang endif\n", [remove("$m")],
            .refused(.shared)
        ),
        ("isn't used", "$m = a\nm = 1 # m {\n", [remove("$m")], "m = 1 # m {\n"),
        ("is a setting", "a = 1\n", [set("bind", "x")], .refused(.unrepresentable)),
        (
            "is a setting in a block", "a = 1\n", [set("animations/bezier", "x")],
            .refused(.unrepresentable)
        ),
        (
            "is a setting of a thing", "label {\n  text = a\n}\n", [set("label/monitor", "x")],
            "label {\n  text = a\n  monitor = x\n}\n"
        ),
        ("has a name", "a = 1\n", [set("b c", "x")], .refused(.unrepresentable)),
        ("has blocks with names", "a = 1\n", [set("b:c/d", "x")], .refused(.unrepresentable)),
        ("is no name with a dot", "a = 1\n", [set("b/col/c", "x")], .refused(.unrepresentable)),
        (
            "is one of several", "label {\n  text = a\n}\nlabel {\n}\n", [set("label/text", "b")],
            .refused(.readOnly)
        ),
        (
            "depends", "# hyprlang if X\na:b = 1\n# hyprlang endif\n", [set("a/b", 2)],
            .refused(.readOnly)
        ),
        ("has lines", "a {\n  b = 1 \\\n  2\n}\n", [set("a/b", 2)], .refused(.readOnly)),
        ("isn't in a block without an end", "a {\n", [set("b", 1)], .refused(.ambiguous)),
        ("is in its block without an end", "misc {\n", [set("misc/b", 1)], "misc {\n    b = 1\n"),
        (
            "isn't behind a condition without an end", "# hyprlang if X\n", [set("b/c", 1)],
            .refused(.ambiguous)
        ),
        ("isn't joined", "bind = x \\\n", [set("b", 1)], .refused(.ambiguous)),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.hypr.check(edit) }
}
