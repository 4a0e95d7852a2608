// Files of options that are on or off without a value: lf's, Mutt's and nano's.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A file of options that are on or off` {
    static let readings: [(Format, String, SettingValue)] = [
        (
            .lf,
            "# c\nset hidden\nset nowrap # c\n  set ratios 1:2:3#c\nset opts '-eu' # c\nset icons true\nset a \"b \\\"c\\\"\"\n"
                + "set ifs \"\\n\"\nset d e f\nset g :h\nset i w\"b\nset j x; set k y\nset l!\nmap zh set m!\nsetlocal ~/x n o\nset q \"a\"b\n"
                + "cmd open ${{\n  # c\n  set -f\n  set hidden false\n}}\ncmd p %{{ set r s }}\nset t u\n",
            [
                "hidden": "true", "wrap": "false", "ratios": "1:2:3", "opts": "-eu",
                "icons": "true", "a": "b \"c\"", "t": "u",
            ]
        ),
        (.lf, "set a b\ncmd x {{\nset c d\n", ["a": "b"]),
        (.lf, "set a\nset noa\nset b\nset b!\n", ["a": "false"]),
        (
            .mutt,
            "# c\nset realname = \"A \\\"B\\\"\" # c\nset from=a@b#c\nset help\nset nomark_old\nunset wait_key # c\nset sort = 'x y'\n"
                + "set folder =~/Mail\nset editor = `vi`\nset a = \"$b\"\nset c=d e=f\nset g = \\\n  h i=j\nset k=l;set m=n\nset invo\n"
                + "set ?p\nset q += r\ntoggle s\nreset t\nset u v\ncolor index red\nsource x\nset w =\nunset x = y\nset z = \"\\t\"\n",
            [
                "realname": "A \"B\"", "from": "a@b", "help": "yes", "mark_old": "no",
                "wait_key": "no", "sort": "x y", "folder": "~/Mail", "editor": "`vi`",
                "a": "$b",
            ]
        ),
        (
            .mutt, "set a=1\nset b=2\nset c=3 d=4\nset e\ntoggle a\nset x = \\\nb\n",
            ["e": "yes"]
        ),
        (
            .nano,
            "## c\nset autoindent\nunset mouse\nSet TabSize 4\nset brackets \"(<[{)>]}\"\nset titlecolor bold,white,blue\n"
                + "set nohelp\nset a b # c\nset d \"e\" f\nset g h\"i\nset j \"k\"l\nbind ^X exit main\ninclude \"x\"\nset m #n\n",
            [
                "autoindent": "on", "mouse": "off", "TabSize": "4", "brackets": "(<[{)>]}",
                "titlecolor": "bold,white,blue", "nohelp": "on", "m": "#n",
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
            .lf, "is switched", "set a # c\n  set  nob\n", [set("a", false), set("b", true)],
            "set noa # c\n  set  b\n"
        ),
        (.lf, "keeps its value", "set a true\n", [set("a", false)], "set a false\n"),
        (
            .lf, "is new", "set nob\nmap c d\n",
            [set("e", true), set("f", false), set("g", "h i")],
            "set nob\nset e\nset nof\nset g \"h i\"\nmap c d\n"
        ),
        (.lf, "is removed", "set a\nset nob # c\n", [remove("b")], "set a\n"),
        (.lf, "gets quotes", "set a b\n", [set("a", ":x;y")], "set a \":x;y\"\n"),
        (.lf, "keeps its quotes", "set a 'b'\n", [set("a", "c d")], "set a 'c d'\n"),
        (
            .lf, "has no value where it is switched", "set a\n", [set("a", "x")],
            .refused(.unrepresentable)
        ),
        (
            .lf, "isn't set twice in a line", "set a 1; set b 2\n", [set("a", "3")],
            .refused(.readOnly)
        ),
        (.lf, "isn't toggled", "set a\nset a!\n", [set("a", false)], .refused(.readOnly)),
        (.lf, "is no denial", "set a\n", [set("nob", true)], .refused(.unrepresentable)),
        (
            .lf, "isn't added to a block", "cmd x ${{\n", [set("a", true)], .refused(.ambiguous)
        ),
        (
            .mutt, "is switched", "set a\nset nob\nunset c\n",
            [set("a", "no"), set("b", "yes"), set("c", "yes")], "unset a\nset b\nset c\n"
        ),
        (
            .mutt, "is new", "set a=1 # c\n", [set("b", true), set("c", "d e")],
            "set a=1 # c\nset b=yes\nset c=\"d e\"\n"
        ),
        (.mutt, "is the first", "color x\n", [set("a", false)], "color x\nset a = no\n"),
        (.mutt, "runs nothing", "set a=\"b\"\n", [set("a", "$x")], "set a='$x'\n"),
        (.mutt, "ends nothing", "set a=b\n", [set("a", "x;y#z")], "set a=\"x;y#z\"\n"),
        (.mutt, "escapes", "set a=\"b\"\n", [set("a", "\"\\")], "set a=\"\\\"\\\\\"\n"),
        (.mutt, "is only read", "set a=`b`\n", [set("a", "c")], .refused(.readOnly)),
        (
            .nano, "is switched", "set a\nunset b\n", [set("a", false), set("b", true)],
            "unset a\nset b\n"
        ),
        (
            .nano, "is new", "unset a\n", [set("b", true), set("c", false), set("d", 4)],
            "unset a\nset b\nunset c\nset d 4\n"
        ),
        (.nano, "has quotes", "set a b\n", [set("a", "b c")], "set a \"b c\"\n"),
        (.nano, "has signs", "set a \"b\"\n", [set("a", "#;")], "set a \"#;\"\n"),
        (.nano, "has one spelling", "set tabsize 4\n", [set("TABSIZE", 8)], .refused(.ambiguous)),
        (
            .nano, "has no quotes in quotes", "set a b\n", [set("a", "b \"c")],
            .refused(.unrepresentable)
        ),
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
