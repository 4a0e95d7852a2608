// Files that shells read: what is a setting among their commands, and where a new one goes.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A file for a shell` {
    static let readings: [(String, SettingValue)] = [
        (
            "#!/bin/sh\nexport EDITOR=nvim # c\n  HISTSIZE=5000\nA='x y'\nB=\"x'y\"\nC=\nD=''\nE=\"\"\nF=a\\ b'c'\"d\"\nG=x#y\nH=a=b,c:/d\n",
            [
                "EDITOR": "nvim", "HISTSIZE": "5000", "A": "x y", "B": "x'y", "C": "", "D": "",
                "E": "", "F": "a bcd", "G": "x#y", "H": "a=b,c:/d",
            ]
        ),
        (
            #"PS1="\u \$ \\ \" \`""# + "\n" + #"A='\u $x `y`'"# + "\n" + #"B=\$\~\*"# + "\n",
            ["PS1": #"\u $ \ " `"#, "A": #"\u $x `y`"#, "B": "$~*"]
        ),
        // What shells compute is read, and nothing else.
        (
            "A=$x\nB=\"$x y\"\nC=`x`\nD=~/a\nE=a*\nF={a,b}\nG=$'a'\nH=\"$(x \"y z\")\"\nI==ls\nJ='a''b'\nK=$((1 + 2))\nL=[a]\n",
            [
                "A": "$x", "B": "$x y", "C": "`x`", "D": "~/a", "E": "a*", "F": "{a,b}",
                "G": "$a", "H": "\"$(x \"y z\")\"", "I": "=ls", "J": "ab", "K": "$((1 + 2))",
                "L": "[a]",
            ]
        ),
        ("A=1\nA=2\nB=1\nB=$A\n", ["A": "2", "B": "$A"]),
        // Other commands, and what shares its line.
        (
            "A=(b c)\nD=(\n  E=1\n)\nF=1 g\nH=1; I=2\nJ=1 && K=2\nL=1 |\nM=1\nN=1 > o\n>p Q=1\nR+=1\nS[0]=1\n! T=1\nU=1 &\nexport V=1 W=2\nexport -n X=1\nreadonly Y=1\ndeclare Z=1\nAA=1\n",
            ["AA": "1"]
        ),
        (
            "A='b\nB=1'\nC=\"d\nD=2\"\nE=f\\\n\nG=1\\\nH=2\n\\\nI=3\nJ=1 # K=2 \\\nL=3\n",
            ["J": "1", "L": "3"]
        ),
        // Blocks, and what they change.
        (
            "A=1\nB=1\nC=1\nD=1\nE=1\nF=1\nif x; then A=2; elif B=2; then y; else z C; fi\nwhile D=2; do w; done\nfor E in a b; do v; done\ncase u in\n  (A) t ;;\n  s|r) F=2 ;;\n  *) ;;\nesac\nG=1\n",
            ["G": "1"]
        ),
        (
            "f() {\n  local A=1\n}\nfunction g { B=1; }\nfunction h() (C=1)\ni () D=1\n{ E=1; }\n(F=1)\nj() { k }\nA=1\nB=1\nC=1\nD=1\nE=1\nF=1\nG=1\n",
            ["G": "1"]
        ),
        (
            "A=1\nB=1\nC=1\nD=1\nE=1\nF=1\nG=1\nH=1\nI=1\nread -r A\nunset B\nprintf -v C x\n: ${D:=x}\n((E++))\nlet F=1\neval 'G=2'\nexport H\necho I $((I + 1)) \"${I-x}\"\n",
            ["H": "1", "I": "1"]
        ),
        (
            "A=1\nB=1\nC=1\nD=1\nE=1\n\\export A=3\n'unset' B\n$c C=3\ncommand -p export D=3\nexec {E}>f\nF=1\n",
            ["F": "1"]
        ),
        (
            "A=$(x <<EOF\nB=1\nEOF\n)\ncat <<-'E' > y\nC=1\n\tE\ncat <<E1 <<\"E2\"\nD=1\nE1\nE=1\nE2\nF=1\n",
            ["F": "1"]
        ),
        (
            "A=\"$(case x in (a) b ;; c) d ;; esac)\"\nB=\"${x:-\"}\"}\"\nC=\"${x%'a'}\"\n[[ a =~ (b|c) && d < e ]] && f\n(( 1 < 2 ))\nx=(a # )\n  b)\ng <(h) 2>&1 >|i\nD=1\n",
            [
                "A": "$(case x in (a) b ;; c) d ;; esac)", "B": "${x:-}}", "C": "${x%'a'}",
                "D": "1",
            ]
        ),
        // zsh's own.
        (
            "setopt a\nA=${(f)x}\nB=${(s.:.)x}\nls *(.)\nC=(*(N) =(x))\nd() { e \"$1\" }\nF=1\n",
            ["A": "${(f)x}", "B": "${(s.:.)x}", "F": "1"]
        ),
        ("A=1\nif [[ x ]] {\n  B=1\n}\nC=1\n", ["A": "1"]),
        ("A=1\nfor x (a b) y\nC=1\n", ["A": "1"]),
        ("A=1\n{ x } always { y }\nC=1\n", ["A": "1"]),
        ("for A (a b); do c; done\nA=1\nB=1\n", ["B": "1"]),
        ("A=1\nB=\"${x%'}'}\"\nC=1\n", ["A": "1"]),
        ("A=1\nrepeat 3 x\nC=1\n", ["A": "1"]), ("A=1\nx=${(s:':)y}\nC='1'\n", ["A": "1"]),
        ("A=1\n{ echo a}\nC=1\n", ["A": "1"]),
        // Where bash and zsh differ on the end of a block, the rest shows who is right.
        ("A=1\nf() {\n  echo }\n  B=1\n}\nC=1\n", ["A": "1"]),
        // Nothing behind these is read.
        ("A=1\nreturn\nA=2\nB=1\n", ["A": "1"]), ("A=1\nexec x\nB=1\n", ["A": "1"]),
        ("A=1\nexit 0", ["A": "1"]),
        (
            "[ x ] || return\nexec 2>x\nif y; then\n  exit\nfi\nf() { return; }\nA=1\n", ["A": "1"]
        ),
        // What has no end, with the names that it may set.
        ("A=1\nB=1\nif x; then\n  B=2\n", ["A": "1"]), ("A=1\nB='x\nC=1\n", ["A": "1"]),
        ("A=1\ncat <<E\nC=1\n", ["A": "1"]), ("A=1\nfi\nC=1\n", ["A": "1"]),
        ("A=1\n}\nC=1\n", ["A": "1"]), ("A=1\n)\nC=1\n", ["A": "1"]),
        ("A=1\nB=$(x\nC=1\n", ["A": "1"]), ("A=1\nB=\"${x\nC=1\n", ["A": "1"]),
        ("A=1\ncase x in\n  a) b;;\nC=1\n", ["A": "1"]), ("A=1\n[[ x\nC=1\n", ["A": "1"]),
        ("A=1\r\nB=\"x\"\r\n# c\r\n", ["A": "1", "B": "x"]), ("A=1\r", ["A": "1"]), ("", [:]),
    ]

    @Test(arguments: readings)
    func `says what its literals say`(text: String, value: SettingValue) throws {
        #expect(try read(text, .shell) == value)
    }

    static let edits: [EditCase] = [
        (
            "keeps its quotes and its comment",
            "A=1 # c\nexport B='x'  # c\nC=\"x\"\nD=x\n  E=\n",
            [set("A", 2), set("B", "y z"), set("C", "a'b"), set("D", "y"), set("E", true)],
            "A=2 # c\nexport B='y z'  # c\nC=\"a'b\"\nD=y\n  E=true\n"
        ),
        (
            "gets the quotes that it needs", "A=x\nB='x'\nC=\"x\"\nD=x\nE=x\nF=x\nG=x\n",
            [
                set("A", "a b"), set("B", "it's"), set("C", "$x `y` \\ \""), set("D", ""),
                set("E", "~/a"), set("F", "#"), set("G", "a\"b$"),
            ],
            "A=\"a b\"\nB=\"it's\"\nC=\"\\$x \\`y\\` \\ \\\"\"\nD=\"\"\nE=\"~/a\"\nF=\"#\"\nG=\"a\\\"b\\$\"\n"
        ),
        (
            "escapes what needs it", "A=\"\\u \\w\"\nB=x\nC=\"\"\n",
            [set("C", "a:='' b"), set("A", "\\u\\\\ \\$ \\"), set("B", "\\e 1")],
            "A=\"\\u\\\\\\ \\\\\\$ \\\\\"\nB=\"\\\\e 1\"\nC=\"a:='' b\"\n"
        ),
        (
            "has words for true and false", "A=\"on\"\nB=no\nC=0\n",
            [set("A", false), set("B", true), set("C", true)], "A=\"off\"\nB=yes\nC=1\n"
        ),
        (
            "is new behind the last one", "A=1\nexport B=2 # c\n\nif x; then\n  y\nfi\n",
            [set("C", "x y"), set("D", 3)],
            "A=1\nexport B=2 # c\nexport C=\"x y\"\nexport D=3\n\nif x; then\n  y\nfi\n"
        ),
        ("is new at the end", "alias x=y\n", [set("A", "b")], "alias x=y\nA=b\n"),
        ("is new before the end", "x\n\nexec y\n", [set("A", "b")], "x\n\nA=b\nexec y\n"),
        (
            "is new above what has no end", "x 'a\nb'; if y; then\n", [set("A", "b")],
            "A=b\nx 'a\nb'; if y; then\n"
        ),
        ("is removed", "A=1\nB=2 # c\nA=3\n", [remove("A")], "B=2 # c\n"),
        ("is of one line", "A=1\n", [set("A", "b\nc")], .refused(.unrepresentable)),
        ("has a name", "A=1\n", [set("a-b", 1)], .refused(.unrepresentable)),
        ("is no list", "A=1\n", [set("B", .array([1]))], .refused(.unrepresentable)),
        ("is computed", "A=$x\n", [set("A", 1)], .refused(.readOnly)),
        ("is an array", "A=(x)\n", [set("A", 1)], .refused(.readOnly)),
        ("is set in a block", "A=1\nx && A=2\n", [set("A", 3)], .refused(.readOnly)),
        ("ends in CRLF", "A=1\r\n", [set("A", 2)], .refused(.readOnly)),
        ("is new where lines end in CRLF", "x\r\n", [set("A", 2)], .refused(.readOnly)),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.shell.check(edit) }

    @Test func `keeps bytes that are no text`() throws {
        let bytes = Array("# \u{1}\nA='\u{1}'\nB=1\n".utf8).map { $0 == 1 ? 0xC3 : $0 }
        let document = try Format.shell.parse(bytes)
        #expect(document.entries.first?.value == .raw("\\xc3"))
        let new = try document.revised(by: DocumentChange("B", "2")).document
        #expect(new.bytes == bytes.map { $0 == UInt8(ascii: "1") ? UInt8(ascii: "2") : $0 })
    }

    @Test func `has no limit to its depth`() throws {
        for (open, close) in [("$(", ")"), ("${x:-", "}"), ("\"${x:-", "}\""), ("((", "))")] {
            let deep = String(repeating: open, count: 20_000)
            let end = String(repeating: close, count: 20_000)
            #expect(try read("A=1\necho \(deep)\(end)\nB=1\n", .shell)["A"] == "1")
        }
        let blocks = String(repeating: "if x; then\n", count: 20_000)
        let ends = String(repeating: "fi\n", count: 20_000)
        #expect(try read("A=1\n\(blocks)\(ends)B=1\n", .shell) == ["A": "1", "B": "1"])
    }
}
