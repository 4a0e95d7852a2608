// tmux's configuration: which lines are settings, what they say, and how they are written.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A tmux configuration` {
    @Test(arguments: [
        ("set -g mouse on", "mouse", "on"), ("set-option -g mouse on", "mouse", "on"),
        ("setw -g mode-keys vi # c", "mode-keys", "vi"),
        ("set-window-option -g mode-keys vi", "mode-keys", "vi"),
        ("set -wg mode-keys vi", "mode-keys", "vi"), ("set -gq -w mode-keys vi", "mode-keys", "vi"),
        ("set -s escape-time 0", "escape-time", "0"), ("set escape-time 0", "escape-time", "0"),
        ("set -g -- prefix C-a", "prefix", "C-a"), ("\tset\t-g  a   b  ", "a", "b"),
        ("set -g status-left \"#S \"", "status-left", "#S "),
        ("set -g @theme 'a b'", "@theme", "a b"), ("set -g a b#c", "a", "b#c"),
        ("set -g a a\"b c\"d", "a", "ab cd"), ("set -g a a\\ b", "a", "a b"),
        ("set -g a \"\\u00e9\\101\\e\\t\\q\"", "a", "éA\u{1B}\tq"), ("set -g a ''", "a", ""),
        ("set -g a '\\\\x'", "a", "\\\\x"), ("set -g a \"\\$x \\\"\"", "a", "$x \""),
        ("set -g a '$x'", "a", "$x"), ("set -g a a{b", "a", "a{b"), ("set -g a %1", "a", "%1"),
        ("set -g a -x", "a", "-x"), ("set -g status-format[1] x", "status-format[1]", "x"),
        ("set -g a $", "a", "$"), ("set -g a x~", "a", "x~"),
    ])
    func `says what tmux reads`(line: String, key: String, value: String) throws {
        #expect(try read(line + "\n", .tmux) == .dictionary([.init(key, .string(value))]))
        let new = try Format.tmux.parse(Array((line + "\n").utf8))
            .revised(by: set([.key(key)], "n e w")).document
        #expect(new.root == .dictionary([.init(key, "n e w")]))
    }

    @Test(arguments: [
        "bind r set -g mouse on", "bind -n M-x run \"tmux set -g mouse on\"", "run '~/x'",
        "source-file ~/.tmux.conf", "unbind C-b", "# set -g mouse on", "FOO=bar", "%hidden A=1",
        "if-shell 'x' 'set -g mouse on'", "if-shell x {\n  set -g mouse on\n}",
        "if x { set -g mouse on } { set -g mouse off }",
        "%if #{==:#{host},a b}\nset -g mouse on\n%endif",
        "%if 1\n%if 0\nset -g mouse on\n%else\nset -g a b\n%endif\nset -g c d\n%endif",
        "%if 1 set -g mouse on %endif", "bind x {\n set -g mouse on\n}", "# c \\\nset -g mouse on",
        "set mouse on", "set -t x mouse on", "set -p @a 1", "set -s @a 1", "set -wg @a 1",
        "set -gu mouse", "set -go mouse on", "set -g mouse", "set -g a { b }", "set -g mouse #x",
        "set -gx mouse on", "set -g \"mouse\" on", "set -g $x on", "set -g a \"\\400\"",
        "settle -g a b",
        "display \"\nset -g mouse on\n\"", "setenv -g A b", "set -g mouse on\r",
    ])
    func `is no setting`(text: String) throws {
        // A setting behind it is read, but for lines that never end.
        let bytes = Array((text + "\nset -g last 1\n").utf8)
        let document = try Format.tmux.parse(bytes)
        let last: SettingValue =
            text.hasSuffix("\r") ? ["mouse": "on", "last": "1"] : ["last": "1"]
        #expect(document.root == last)
        #expect(document.doubtfulLines.isEmpty)
        let new = try document.revised(by: set("last", "2")).document
        #expect(new.bytes == Array((text + "\nset -g last 2\n").utf8))
    }

    static let edits: [EditCase] = [
        (
            "keeps double quotes", "set -g a \"b\" # c\n", [set("a", "x y")],
            "set -g a \"x y\" # c\n"
        ),
        ("keeps single quotes", "set -g a 'b'\n", [set("a", "$x")], "set -g a '$x'\n"),
        (
            "has no quotes where none are needed", "set -g a b\n", [set("a", "C-a")],
            "set -g a C-a\n"
        ),
        ("gets quotes for a blank", "set -g a b\n", [set("a", "x y")], "set -g a \"x y\"\n"),
        ("gets quotes for a sign", "set -g a b\n", [set("a", "#S")], "set -g a \"#S\"\n"),
        ("gets single quotes for others", "set -g a b\n", [set("a", "x\"y")], "set -g a 'x\"y'\n"),
        ("escapes", "set -g a \"b\"\n", [set("a", "\"$x\\'~")], "set -g a \"\\\"\\$x\\\\'~\"\n"),
        ("holds a line break", "set -g a b\n", [set("a", "x\ny")], "set -g a \"x\\ny\"\n"),
        ("guards a home folder", "set -g a b\n", [set("a", "~/x")], "set -g a '~/x'\n"),
        ("is empty in quotes", "set -g a b\n", [set("a", "")], "set -g a \"\"\n"),
        (
            "isn't touched by its own value", "set -g a  a\"b\"\n", [set("a", "ab")],
            "set -g a  a\"b\"\n"
        ),
        ("has a word for off", "set -g mouse on\n", [set("mouse", false)], "set -g mouse off\n"),
        (
            "changes the line that counts", "set -g a 1\nset -g a 2\n", [set("a", "3")],
            "set -g a 1\nset -g a 3\n"
        ),
        (
            "goes with all lines", "set -g a 1\n# c\nset -g a 2 # d\nset -g b 1\n", [remove("a")],
            "# c\nset -g b 1\n"
        ),
        (
            "adds behind its kind", "set -g a 1\nsetw -g mode-keys vi\nset -g @x y\nrun 'tpm'\n",
            [set("b", "2"), set("mode-style", "x"), set("@z", "1"), set("escape-time", "0")],
            .bytes(
                "set -g a 1\nset -g b 2\nsetw -g mode-keys vi\nsetw -g mode-style x\nset -g @x y\n"
                    + "set -g @z 1\nset -s escape-time 0\nrun 'tpm'\n"
            )
        ),
        (
            "adds as the file does", "  set-option  -gq  a  1\nbind x y\n", [set("b", "2")],
            "  set-option  -gq  a  1\n  set-option  -gq  b  2\nbind x y\n"
        ),
        (
            "adds to a file without one", "bind x y\n", [set("mouse", true)],
            "bind x y\nset -g mouse on\n"
        ),
        ("adds to an empty file", "", [set("mode-keys", "vi")], "setw -g mode-keys vi\n"),
        ("adds no line to a block", "if x {\n  y\n", [set("a", "1")], .refused(.ambiguous)),
        (
            "adds above a block", "set -g a 1\nif x {\n set -g b 1\n", [set("c", "1")],
            "set -g a 1\nset -g c 1\nif x {\n set -g b 1\n"
        ),
        (
            "lists plugins", "set -g @plugin 'a'\nset -g @plugin 'b'\nrun x\n",
            [set("@plugin", ["a", "b", "c/d"])],
            "set -g @plugin 'a'\nset -g @plugin 'b'\nset -g @plugin 'c/d'\nrun x\n"
        ),
        (
            "lists one plugin", "set -g @plugin 'a'\n", [set("@plugin/0", "x")],
            "set -g @plugin 'x'\n"
        ),
        (
            "is a list alone", "set -g @plugin 'a'\n", [set("@plugin", "x")],
            .refused(.unrepresentable)
        ),
        ("runs no command", "set -g a b\n", [set("a", "#(x)")], .refused(.unrepresentable)),
        ("has no such name", "set -g a b\n", [set("a b", "c")], .refused(.unrepresentable)),
        ("has no list", "set -g a b\n", [set("a", ["b", "c"])], .refused(.unrepresentable)),
        (
            "is only read where a command runs", "set -g a '#(b)'\n", [set("a", "c")],
            .refused(.readOnly)
        ),
        ("is only read with a variable", "set -g a \"$B\"\n", [set("a", "c")], .refused(.readOnly)),
        ("is only read with a home folder", "set -g a ~/b\n", [remove("a")], .refused(.readOnly)),
        ("is only read over lines", "set -g \\\na b\n", [set("a", "c")], .refused(.readOnly)),
        ("is only read with a format", "set -gF a b\n", [set("a", "c")], .refused(.readOnly)),
        (
            "is only read beside another", "set -g a b ; set -g c d\n", [set("c", "e")],
            .refused(.readOnly)
        ),
        (
            "is only read where lines add", "set -g a b\nset -ga a c\n", [set("a", "d")],
            .refused(.readOnly)
        ),
        (
            "isn't written where a line resets it", "set -gu a\n", [set("a", "d")],
            .refused(.readOnly)
        ),
        (
            "isn't written where a line toggles it", "set -g a\n", [set("a", "d")],
            .refused(.readOnly)
        ),
        (
            "is only read where CR may be a part of it", "set -g d e\nset -g a b\r\n",
            [set("a", "c")], .refused(.readOnly)
        ),
        (
            "isn't added where lines end with CR", "set -g a b\r\n", [set("d", "e")],
            .refused(.readOnly)
        ),
        ("keeps an open end", "set -g a b", [set("d", "e")], "set -g a b\nset -g d e"),
    ]

    @Test(arguments: edits)
    func `is edited`(example: EditCase) throws { try Format.tmux.check(example) }

    @Test func `reads lines that add as a list`() throws {
        let text = "set -g a x\nset -g a \",y\"\nset -ga a ',z'\nset -ag b 1\n"
        #expect(try read(text, .tmux) == ["a": [",y", ",z"], "b": "1"])
    }

    @Test func `reads lines that add to a text as one`() throws {
        let text =
            "set -g status-left a\nset -ag status-left \" b\"\nset -g @c d\nset -ga @c ',e'\n"
            + "set -g status-style bg=red\nset -ga status-style fg=blue\n"
            + "set -g @plugin x/y\nset -g @plugin z\n"
        #expect(
            try read(text, .tmux) == [
                "status-left": "a b", "@c": "d,e", "status-style": "bg=red,fg=blue",
                "@plugin": ["x/y", "z"],
            ]
        )
        for key in ["status-left", "@c", "status-style"] as [DocumentPath] {
            try Format.tmux.check(("", text, [set(key, "f")], .refused(.readOnly)))
            try Format.tmux.check(("", text, [remove(key)], .refused(.readOnly)))
        }
    }

    @Test(arguments: [
        ("\"a\n\tb\"", "a\nb"), ("'a\n  b\n # c '\"\n  d'", "a\nb\n\nd"),
        ("\"a\n #, b\n#{c}\n#d \\\n e\n\"", "a\n#, b\n#{c}\n\n"),
    ])
    func `reads no indents and comments in quotes over lines`(text: String, value: String) throws {
        #expect(
            try read("set -g @a \(text)\nset -g b c\n", .tmux)
                == ["@a": .string(value), "b": "c"]
        )
    }

    @Test func `reads computed values as they stand`() throws {
        let text = "set -g a \"$HOME/x\"\nset -g b ~/y\nset -g c '#(date) '\n"
        #expect(try read(text, .tmux) == ["a": "$HOME/x", "b": "~/y", "c": "#(date) "])
    }

    @Test func `reports a line that tmux refuses, and reads the others`() throws {
        let document = try Format.tmux.parse(Array("set -g a b c\nset -g d e\n".utf8))
        #expect(document.root == ["d": "e"])
        #expect(
            document.doubtfulLines.map(\.problem) == [
                "found more than a name and a value behind 'set'"
            ]
        )
        #expect(document.doubtfulLines.map(\.place) == [SourcePlace(line: 1, column: 10)])
    }

    @Test func `is read whatever stands in it`() throws {
        for text in [
            "\0", "set -g a \"", "set -g a '\n\n", "}}}", "%endif", "%if", "{", "\r", "\\",
            "set -g a \\",
        ] {
            #expect(throws: Never.self) { try Format.tmux.parse(Array(text.utf8)) }
        }
    }
}
