// A vimrc: which lines set options, what they say, and how they are written.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A vimrc` {
    static let readings: [(String, SettingValue)] = [
        ("set number", ["number": "on"]), ("set nonumber", ["number": "off"]),
        ("set nu nornu", ["number": "on", "relativenumber": "off"]),
        ("set ts=4 sw=2 et \" c", ["tabstop": "4", "shiftwidth": "2", "expandtab": "on"]),
        (":set ts:4", ["tabstop": "4"]), ("se ts =4 list", ["tabstop": "4", "list": "on"]),
        ("set listchars=tab:>-,eol:$,trail:·", ["listchars": "tab:>-,eol:$,trail:·"]),
        ("set stl=%f\\ \\|\\ %l\\\"", ["statusline": "%f | %l\""]),
        ("set stl=a\\\\b", ["statusline": "a\\b"]), ("set stl=", ["statusline": ""]),
        ("set stl=a\\", ["statusline": "a\\"]),
        ("set nu foo list", ["number": "on"]),
        ("set t_Co=256", ["t_Co": "256"]),
        ("set nu? ts?  ts  list", ["list": "on"]),
        ("set bs=2|syntax on", ["backspace": "2"]), ("set nu\"c", ["number": "on"]),
        ("set wig=a\nset wig+=b", ["wildignore": ["a", "b"]]),
        // These depend on what the option has by then.
        ("set go-=T\nset go-=m\nset nu", ["number": "on"]), ("set wig=a,b\nset wig-=a", [:]),
        ("set wig=a\nset wig^=b", [:]), ("set ts=4\nset ts+=4", [:]),
        ("set ts^=2 nu", ["number": "on"]),
        ("set wig-=a\nset wig=b", ["wildignore": "b"]),
        ("set ts=4\nset tabstop=8", ["tabstop": "8"]),
        ("set nonu | set nu", ["number": "on"]),
        (
            "set nowildmenu\nset wildmode=full|:se wildmenu ts=4 | syn on",
            ["wildmenu": "on", "wildmode": "full", "tabstop": "4"]
        ),
        ("set nu foo list | set ts=4 \" | set ts=8", ["number": "on"]),
        ("set nu ts=x list\nset ruler", ["number": "on", "ruler": "on"]),
        ("set nu list=1 ruler\nset ts=4", ["number": "on", "tabstop": "4"]),
        ("set nu nots ruler\nset sw=4", ["number": "on", "shiftwidth": "4"]),
        ("set nu ts! ruler\nset ts=4", ["number": "on", "tabstop": "4"]),
        ("set nu list&x ruler", ["number": "on"]), ("set nu list!ruler", ["number": "on"]),
        ("set nu=1 | set list", [:]), ("set nu ts+=x list", ["number": "on"]),
        ("set nu all list termcap ruler", ["number": "on", "list": "on", "ruler": "on"]),
        ("set nu ts=4\nset ts=8 all& list", ["list": "on"]),
        ("set nu t_Co=16\nset all&vim\nset ts=8", ["tabstop": "8"]),
        ("set history=7 nu\nset nocp", ["number": "on", "compatible": "off"]),
        ("set nocp history=7", ["compatible": "off", "history": "7"]),
        ("set ts=4 nu\nlet x = &ts\nlet &g:x = 1", ["tabstop": "4", "number": "on"]),
        ("set ts=4 nu\nexe 'set sw=' . &ts", ["tabstop": "4", "number": "on"]),
        ("set nu\nexe 'normal x'\nsilent! colorscheme x", ["number": "on"]),
        ("set stl=a\\|\\ set | set nu", ["statusline": "a| set", "number": "on"]),
        ("set nu\nnnoremap x :set nonu<CR>\nau X * x | set nonu", ["number": "on"]),
        ("setlocal list ts=2\nset list\nset ts=4", ["list": "on", "tabstop": "4"]),
        ("let &l:list = 0\nset list", ["list": "on"]),
        ("silent! set ts=2\nset list! ts=4 list", ["tabstop": "4", "list": "on"]),
        ("set history=7\nset nocp\nset history=8", ["compatible": "off", "history": "8"]),
        ("let &wig = x\nset wig+=a\nset nu", ["number": "on"]),
        ("set nu\nnnoremap x :noh \\| set nonu<CR>", ["number": "on"]),
    ]

    @Test(arguments: readings)
    func `says what Vim reads`(text: String, value: SettingValue) throws {
        #expect(try read(text + "\n", .vim) == value)
    }

    @Test(arguments: [
        "let g:x = 1", "\" set list", "setlocal list", "setglobal list", "silent! set list",
        "exe 'set list'", "nnoremap x :set list<CR>", "au FileType c set list | set nu",
        "if has('x')\nset list\nelse\nset nolist\nendif", "if x | set list | endif",
        "function! F() abort\n  if x\n set list\nendfunction", "def F(): bool\n  set list\nenddef",
        "augroup A\n  au!\n  set list\naugroup END", "augroup A\nset list\naugroup end",
        "for x in y\nset list\nendfor", "while x\nset list\nendwhile",
        "try\nset list\ncatch\nset nu\nendtry",
        "if a\nif b\nset list\nendif\nset nu\nendif", "let x =<< trim END\nset list\nEND",
        "python << EOF\nset list\nEOF", "lua<<EOF\nset list\nEOF", "append\nset list\n.",
        "set list!", "set invlist", "set list&", "set list<", "set list&vim nu!", "set list=1",
        "set nots",
        "set ts=x", "set foo list", "set foo=1", "set <F1>=x", "set", "set all",
        "set nolist\n  \\ nu",
        "set nu\0",
        "set list\n\"\\ c\n  \\ nu", "if 1 \" it's | endif\nset list\nendif",
        "if x == '|' || y\nset list\nendif", "com! X set list",
        "set list\nlet &list = 0", "set list\nlet [x, &g:list] = y",
        "set ts=4\nlet &ts .= x", "set list\nsilent! set nolist", "set list\n4verb sil se nolist",
        "set list ts=4\nexe \"set\" 'nolist' | execute 'setl ts=' . x",
        "set list\nexe 'let &list = ' . x", "set list\nsetl nolist", "set list\nsetglobal list&",
        "set list\nsyn on | let &list = 0", "set ts=4\nlet &tabstop =\n  \\ 8",
        "set ts=4\nset foo | set ts=8", "set nu\nset ts=x nonu",
        "set list\nsyn on | set nolist nu", "set nu\nlet x = '|' | echo x | :se nonu \" ruler",
    ])
    func `is no setting`(text: String) throws {
        let document = try Format.vim.parse(Array((text + "\nset ruler\n").utf8))
        #expect(document.entries.map(\.keyPath.segments) == [["ruler"]])
        #expect(document.doubtfulLines.isEmpty)
        let new = try document.revised(by: set("ruler", "off")).document
        #expect(new.bytes == Array((text + "\nset noruler\n").utf8))
    }

    @Test(arguments: ["vim9script", "finish"])
    func `ends where the rest isn't run, or is another language`(line: String) throws {
        let text = "set nu\n\(line)\nset list\n"
        #expect(try read(text, .vim) == ["number": "on"])
        try Format.vim.check(
            ("", text, [set("ruler", true)], "set nu\nset ruler\n\(line)\nset list\n")
        )
        try Format.vim.check(
            ("", "\(line)\nset list\n", [set("ruler", true)], .refused(.ambiguous))
        )
    }

    static let edits: [EditCase] = [
        ("turns off", "set nu ts=4\n", [set("number", "off")], "set nonu ts=4\n"),
        ("turns on", "set ts=4 nonumber \" c\n", [set("number", true)], "set ts=4 number \" c\n"),
        ("stays on", "set nu\n", [set("number", true)], "set nu\n"),
        ("keeps its name", "set ts=4 sw=4 et\n", [set("shiftwidth", 8)], "set ts=4 sw=8 et\n"),
        ("keeps its sign", "set ts:4\n", [set("tabstop", 8)], "set ts:8\n"),
        (
            "escapes", "set stl=a nu\n", [set("statusline", "x y|\"\\")],
            "set stl=x\\ y\\|\\\"\\\\ nu\n"
        ),
        ("is emptied", "set stl=a nu\n", [set("statusline", "")], "set stl= nu\n"),
        ("is filled", "set stl= nu\n", [set("statusline", "b")], "set stl=b nu\n"),
        (
            "goes from its line", "set ts=4 sw=4 et \" c\n", [remove("shiftwidth")],
            "set ts=4 et \" c\n"
        ),
        ("goes first", "set ts=4 sw=4\n", [remove("tabstop")], "set sw=4\n"),
        ("goes last", "set ts=4 nonu\n", [remove("number")], "set ts=4\n"),
        ("goes with its line", "set nu \" c\nset ts=4\n", [remove("number")], "set ts=4\n"),
        (
            "goes with all of its line", "  :set nu ts=4\nset sw=4\n",
            [remove("number"), remove("tabstop")], "set sw=4\n"
        ),
        (
            "leaves what is no setting", "set nu ts?\nset sw=4\n", [remove("number")],
            "set ts?\nset sw=4\n"
        ),
        (
            "goes beside a change", "set nu ts=4\n", [remove("number"), set("tabstop", 8)],
            "set ts=8\n"
        ),
        ("goes with all lines", "set ts=4 nu\nset ts=8\n", [remove("tabstop")], "set nu\n"),
        (
            "adds flags, numbers and texts", "\" c\nset nu ts=4\nsyntax on\n",
            [
                set("list", true), set("ruler", false), set("shiftwidth", 4),
                set("guifont", "Mono 9"),
            ],
            "\" c\nset nu ts=4\nset list\nset noruler\nset shiftwidth=4\nset guifont=Mono\\ 9\nsyntax on\n"
        ),
        (
            "adds as the file does", "  :se nu\nx\n", [set("tabstop", 4)],
            "  :se nu\n  :se tabstop=4\nx\n"
        ),
        (
            "adds to a file without one", "syntax on\n", [set("number", true)],
            "syntax on\nset number\n"
        ),
        (
            "adds outside of blocks", "set nu\nif x\n set ts=4\nendif\n", [set("list", true)],
            "set nu\nset list\nif x\n set ts=4\nendif\n"
        ),
        ("adds no line to a block", "if x\n set ts=4\n", [set("list", true)], .refused(.ambiguous)),
        ("is on or off", "set nu\n", [set("number", 4)], .refused(.unrepresentable)),
        ("is a number", "set ts=4\n", [set("tabstop", "x")], .refused(.unrepresentable)),
        ("is a new number", "set nu\n", [set("tabstop", "x")], .refused(.unrepresentable)),
        ("isn't known", "set nu\n", [set("tabstopp", "4")], .refused(.unrepresentable)),
        ("has a long name", "set nu\n", [set("ts", "4")], .refused(.unrepresentable)),
        (
            "has no line break", "set stl=a\n", [set("statusline", "a\nb")],
            .refused(.unrepresentable)
        ),
        ("runs nothing", "set stl=a\n", [set("statusline", "%{x}")], .refused(.unrepresentable)),
        ("runs no expression", "set nu\n", [set("foldexpr", "x()")], .refused(.unrepresentable)),
        (
            "is only read as an expression", "set foldexpr=x()\n", [set("foldexpr", "1")],
            .refused(.readOnly)
        ),
        (
            "is only read with a variable", "set dir=$X/y\n", [set("directory", "a")],
            .refused(.readOnly)
        ),
        (
            "is only read where lines add", "set wig+=a\n", [set("wildignore", "b")],
            .refused(.readOnly)
        ),
        (
            "is only read beside others", "set nu|syn on\n", [set("number", false)],
            .refused(.readOnly)
        ),
        (
            "is only read behind others", "set nonu\nset ts=4|set nu\n", [set("number", false)],
            .refused(.readOnly)
        ),
        (
            "isn't written where it follows another command", "set nu\nsyn on|set nonu\n",
            [set("number", true)], .refused(.readOnly)
        ),
        (
            "isn't written where a line toggles it", "set list!\n", [set("list", true)],
            .refused(.readOnly)
        ),
        (
            "isn't written where a line goes on", "set nu\n  \\ ts=4\n", [set("tabstop", 8)],
            .refused(.readOnly)
        ),
        (
            "isn't written behind a mistake", "set ts=x nu\n", [set("number", false)],
            .refused(.readOnly)
        ),
        (
            "isn't written where an expression sets it", "set ts=4\nlet &ts = 8\n",
            [set("tabstop", 2)], .refused(.readOnly)
        ),
        (
            "is written behind a local value", "setl ts=2\nset ts=4\n", [set("tabstop", 8)],
            "setl ts=2\nset ts=8\n"
        ),
        (
            "isn't written where a local value follows", "set ts=4\nsetl ts=2\n",
            [set("tabstop", 8)], .refused(.readOnly)
        ),
        (
            "isn't written where a modified command sets it", "set ts=4\nsilent! set ts=8\n",
            [set("tabstop", 2)], .refused(.readOnly)
        ),
        (
            "is added behind what forgets it", "set nu\nset all&\n", [set("number", false)],
            "set nu\nset all&\nset nonumber\n"
        ),
        (
            "isn't added where lines end with CR", "syntax on\r\n", [set("number", true)],
            .refused(.readOnly)
        ),
    ]

    @Test(
        arguments: [
            ("set nu\r\nset ts=4\r\nset list\n", ["list": "on"]),
            ("set dir=/x\r\nset wig=a \r\nset list\n", ["list": "on"]),
            ("if 0\r\nset nu\nendif\nset list\n", ["list": "on"]),
            ("set nu\nif x\nendif\r\nset list\n", ["number": "on"]),
            ("set list\n\" c\r\nlet x =<< E\r\nset nu\nE\r\n", ["list": "on"]),
        ] as [(String, SettingValue)]
    )
    func `is left alone where CR is a part of a line`(text: String, value: SettingValue) throws {
        #expect(try read(text, .vim) == value)
        try Format.vim.check(
            ("", "set nu\r\nset list\n", [set("number", true)], .refused(.readOnly))
        )
    }

    @Test(arguments: edits)
    func `is edited`(example: EditCase) throws { try Format.vim.check(example) }

    @Test func `is read whatever stands in it`() throws {
        for text in [
            "\0", "set a=\\", "set \"", "set |", "endif", "if", "let x =<<", "fu F(", "\r",
            "set no", "set inv",
        ] {
            #expect(throws: Never.self) { try Format.vim.parse(Array(text.utf8)) }
        }
    }
}
