// Files of commands of zathura, readline, ranger, i3, screen, Newsboat, tig, cmus and others.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A file of commands` {
    static let readings: [(Format, String, SettingValue)] = [
        (
            .zathura,
            "# c\n\" c\nset font \"Mono 9\"\nset bg '#fff' # c\nset a\\ b c\nset d e\\ f\nset g\nset h i j\nmap a b\nset k \"\\\"\\x\"\n",
            ["font": "Mono 9", "bg": "#fff", "d": "e f", "k": "\"\\x"]
        ),
        (
            .readline,
            "set Bell-Style none\n  set a  b c \n\"\\C-a\": x\nset keymap vi\n$if x\nset d e\n$if y\n$endif\n$endif\nset f\n$include g\n",
            ["Bell-Style": "none", "a": "b c"]
        ),
        (.readline, "set bell-style x\nset Bell-Style\nset a b\n", ["a": "b"]),
        (
            .ranger,
            "set a true\nset b=c d\nset e!\nset f\nsetlocal g h\nmap i set j k\nset l m=n\n",
            ["a": "true", "b": "c d", "l": "m=n"]
        ),
        (
            .i3,
            "set $mod Mod4\nfont pango:Mono 9\nbindsym $mod+q kill\nbar {\n  font x\n  colors {\n    font y\n  }\n}\nset a b\nmode \"x\" {\n font z\n}\n"
                + "default_border pixel 2\nworkspace_layout \\\ntabbed\nshow_marks $x\nbar\n{\nfont w\n}\n",
            [
                "$mod": "Mod4", "font": "pango:Mono 9", "default_border": "pixel 2",
                "show_marks": "$x",
            ]
        ),
        (
            .i3,
            "primary_selection disabled\ntiling_drag_threshold 9\nswaybg_command -\n"
                + "swaynag_command x -y\nipc_kill_timeout 60\ngaps inner 10\nworkspace 1 gaps inner 5\n",
            [
                "primary_selection": "disabled", "tiling_drag_threshold": "9",
                "swaybg_command": "-", "swaynag_command": "x -y", "ipc_kill_timeout": "60",
                "gaps inner": "10",
            ]
        ),
        (
            .screen,
            "vbell off\nhardstatus off\nshell \"/bin/a b\" # c\nterm $X\nescape \\141\nbind a b\n",
            ["vbell": "off", "shell": "/bin/a b", "term": "$X"]
        ),
        (
            .newsboat,
            "a yes#c\nbrowser \"x %u # y\" # c\nbind-key a b\nc d e\ncolor f g\nplayer `x`\nh \"\\n\"\n"
                + "feedlist-format \"%4i \\\"%t\\\" \\\\\" # d\ni a\\\"b\n",
            [
                "a": "yes", "browser": "x %u # y", "player": "`x`",
                "feedlist-format": "%4i \"%t\" \\",
            ]
        ),
        (
            .tridactyl,
            "\" set a b\n# c\nset a b  c\nset d.e true\nset f\nbind g set h i\nset j \\\n  k\nset l \"m\"\n",
            ["a": "b  c", "d.e": "true", "l": "\"m\""]
        ),
        (
            .tig,
            "# c\nset a = b # c\nset d-e = \"f g\"#c\nset h = \"i#j\"\nset k = l m\nset n += o\ncolor p q r\nset s = 't'\n",
            ["a": "b", "d-e": "f g", "s": "t"]
        ),
        (
            .abook,
            "# c\nfield a = B, date\nset b=c\nset d = \"e f\"\nset g=h i\nset j=#k\nset l=\"m\\n\"\n",
            ["b": "c", "d": "e f"]
        ),
        (
            .scriptOptions, "# c\na=b c\nd_e=#f # g\nh= i\nj=k \nl =m\nn\no=\n",
            ["a": "b c", "d_e": "#f # g"]
        ),
        (
            .cmus,
            "set a=b c\nset d= %e \nset f = g\nset h=\nset i\n# c\nbind common x quit\nset j.k=true\nset l=m#n\n",
            ["a": "b c", "j.k": "true", "l": "m#n"]
        ),
        (
            .gtkrc,
            "# c\ninclude \"x\"\ngtk-theme-name=\"A\" # c\n  gtk-font-name = \"B 9\"\na = 1#c\nb=GTK_C\nd = { 1, 2 }\n"
                + "e = \"f\" g = 1\nstyle \"x\"\n{\n  h = 1\n  engine \"y\" {\n    i = 1\n  }\n}\nstyle \"z\" {\n  a = 2\n}\n"
                + "widget \"*\" style \"x\"\nj \"k\"\nl = \"\\\"m\\\"\"\nn=\"\\t\"\n",
            [
                "gtk-theme-name": "A", "gtk-font-name": "B 9", "a": "1", "b": "GTK_C",
                "l": "\"m\"",
            ]
        ),
    ]

    @Test(arguments: readings)
    func `says what its program reads`(format: Format, text: String, value: SettingValue) throws {
        let document = try format.parse(Array(text.utf8))
        #expect(document.root == value)
        #expect(document.doubtfulLines.isEmpty)
    }

    static let edits: [(Format, String, String, [DocumentChange], Outcome)] = [
        (
            .zathura, "keeps its quotes", "set a \"b\" # c\n", [set("a", "x y")],
            "set a \"x y\" # c\n"
        ),
        (.zathura, "gets quotes", "set a b\n", [set("a", "#fff")], "set a \"#fff\"\n"),
        (.zathura, "changes its quotes", "set a 'b'\n", [set("a", "it's")], "set a \"it's\"\n"),
        (.zathura, "escapes", "set a \"b\"\n", [set("a", "\"\\")], "set a \"\\\"\\\\\"\n"),
        (
            .zathura, "adds a line", "set a b\nmap c d\n", [set("e", true)],
            "set a b\nset e true\nmap c d\n"
        ),
        (.zathura, "adds a first line", "map c d\n", [set("e", 1)], "map c d\nset e 1\n"),
        (
            .zathura, "isn't written beside a toggle", "set a\n", [set("a", true)],
            .refused(.readOnly)
        ),
        (
            .zathura, "has no line break", "set a b\n", [set("a", "b\nc")],
            .refused(.unrepresentable)
        ),
        (.zathura, "is removed", "set a b # c\nset d e\n", [remove("a")], "set d e\n"),
        (.readline, "keeps its word", "set a On\n", [set("a", false)], "set a Off\n"),
        (
            .readline, "has one spelling", "set Bell-Style x\n", [set("bell-style", "y")],
            .refused(.ambiguous)
        ),
        (
            .readline, "isn't written where a line of another case has no value",
            "set bell-style x\nset Bell-Style\nset a b\n", [set("bell-style", "y")],
            .refused(.readOnly)
        ),
        (
            .readline, "adds outside of blocks", "set a b\n$if x\nset c d\n$endif\n",
            [set("e", "f")], "set a b\nset e f\n$if x\nset c d\n$endif\n"
        ),
        (
            .readline, "adds no line to a block", "$if x\nset c d\n", [set("e", "f")],
            .refused(.ambiguous)
        ),
        (
            .readline, "keeps what may be a comment", "set a b # c\n", [set("a", "d")],
            .refused(.ambiguous)
        ),
        (
            .readline, "isn't a keymap", "set a b\n", [set("keymap", "vi")],
            .refused(.unrepresentable)
        ),
        (
            .ranger, "keeps its sign", "set a=b\n", [set("a", "c"), set("d", "e")],
            "set a=c\nset d=e\n"
        ),
        (.ranger, "isn't empty", "set a b\n", [set("a", "")], .refused(.unrepresentable)),
        (
            .i3, "is the rest of its line", "font pango:a 9\n", [set("font", "pango:b c 10")],
            "font pango:b c 10\n"
        ),
        (
            .i3, "is a variable", "set $a b\n", [set("$a", "c"), set("$d", "e")],
            "set $a c\nset $d e\n"
        ),
        (
            .i3, "adds behind its kind", "font a\nset $b c\nbindsym d e\n",
            [set("show_marks", true)], "font a\nshow_marks yes\nset $b c\nbindsym d e\n"
        ),
        (.i3, "is only read with a variable", "set $a $b\n", [set("$a", "c")], .refused(.readOnly)),
        (.i3, "has no variable", "font a\n", [set("font", "$b")], .refused(.unrepresentable)),
        (.i3, "is a setting", "font a\n", [set("bindsym", "b")], .refused(.unrepresentable)),
        (.i3, "opens no block", "font a\n", [set("font", "b {")], .refused(.unrepresentable)),
        (
            .i3, "has colours", "client.focused #111111 #222222\n",
            [set("client.focused", "#333333 #444444")], "client.focused #333333 #444444\n"
        ),
        (
            .i3, "has a name of two words", "  gaps inner\t5\nfont a\n",
            [set("gaps inner", 10), set("gaps outer", 3)],
            "  gaps inner\t10\nfont a\ngaps outer 3\n"
        ),
        (
            .i3, "has no name of one of them", "font a\n", [set("gaps", 1)],
            .refused(.unrepresentable)
        ),
        (.i3, "is used", "set $a b\nbindsym $a c\n", [remove("$a")], .refused(.shared)),
        (.i3, "isn't used", "set $a b\nfont c\n", [remove("$a")], "font c\n"),
        (.screen, "keeps its quotes", "shell 'a'\n", [set("shell", "b c")], "shell 'b c'\n"),
        (
            .screen, "is only read with a variable", "term $X\n", [set("term", "c")],
            .refused(.readOnly)
        ),
        (
            .screen, "is a known command", "vbell on\n", [set("bind", "c")],
            .refused(.unrepresentable)
        ),
        (.newsboat, "keeps a comment", "a yes#c\n", [set("a", false)], "a no#c\n"),
        (
            .newsboat, "escapes its quotes", "a \"b \\\"c\\\"\"\nd e\n",
            [set("a", "x \"y\\"), set("d", "\"")],
            "a \"x \\\"y\\\\\"\nd \"\\\"\"\n"
        ),
        (
            .tridactyl, "adds a line", "set a b\nbind c d\n", [set("a", false), set("e", "f g")],
            "set a false\nset e f g\nbind c d\n"
        ),
        (.tridactyl, "joins no line", "set a b\n", [set("a", "\\")], .refused(.unrepresentable)),
        (
            .gtkrc, "has its texts in quotes", "a=\"b\"\n",
            [set("a", "1"), set("c", "d"), set("e", 2), set("f", true)],
            "a=\"1\"\nc=\"d\"\ne=2\nf=1\n"
        ),
        (.gtkrc, "keeps its word", "a = GTK_B # c\n", [set("a", "GTK_D")], "a = GTK_D # c\n"),
        (
            .gtkrc, "adds outside of styles", "style \"x\" {\n  a=1\n}\n", [set("b", 1)],
            "style \"x\" {\n  a=1\n}\nb=1\n"
        ),
        (
            .tig, "has no comment in quotes", "set a = b\n", [set("a", "c#d")],
            .refused(.unrepresentable)
        ),
        (
            .tig, "adds a line", "set a = b\ncolor c d e\n", [set("a", "x y"), set("f", true)],
            "set a = \"x y\"\nset f = yes\ncolor c d e\n"
        ),
        (
            .scriptOptions, "adds a line", "a=yes\n", [set("a", false), set("b", "#c d")],
            "a=no\nb=#c d\n"
        ),
        (
            .cmus, "adds a line", "set a=b\nbind c d\n", [set("a", false), set("e", "f")],
            "set a=false\nset e=f\nbind c d\n"
        ),
        (
            .cmus, "has no blanks at its ends", "set a=b\n", [set("a", " c")],
            .refused(.unrepresentable)
        ),
        (.newsboat, "runs nothing", "a b\n", [set("a", "`x`")], .refused(.unrepresentable)),
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
