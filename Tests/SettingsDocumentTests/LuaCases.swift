// Files in Lua: what is a setting among their code, and where a new one goes.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A file in Lua` {
    static let readings: [(String, SettingValue)] = [
        (
            "local w = require 'w'\nlocal config = w.builder()\nconfig.font_size = 12.0 -- c\nconfig[\"a\"]=true;\n  config.b . c = -5\nreturn config\n",
            ["config": ["font_size": "12.0", "a": "true", "b": ["c": "-5"]]]
        ),
        (
            "vim.opt.number = true\nvim.g.mapleader = ' '\nvim.opt['a-b'] = 0x1F\nvim.o.x = 1e-3\nmod = \"Mod4\"\nlocal term = [[kitty]]\n",
            [
                "vim": [
                    "opt": ["number": "true", "a-b": "0x1F", "x": "1e-3"],
                    "g": ["mapleader": " "],
                ],
                "mod": "Mod4", "term": "kitty",
            ]
        ),
        // Tables, one field a line.
        (
            "return {\n  a = 1,\n  [\"b\"] = 'x'; -- c\n  c = {\n    d = .5,\n    e = { 1 },\n    f = g(),\n    h = function()\n      i = 1\n    end,\n    j = 2 },\n  k = nil,\n  l = false\n}\n",
            ["a": "1", "b": "x", "c": ["d": ".5"], "l": "false"]
        ),
        (
            "local config = {\n  a = 1,\n  p = {\n    x = 1,\n  },\n  b = 2,\n}\nconfig.a = 3\nconfig.p.y = 4\n",
            ["config": ["a": "3", "p": ["x": "1", "y": "4"], "b": "2"]]
        ),
        // By position, by an expression, twice.
        (
            "a = {\n  b = 1,\n  2,\n}\nc = {\n  [d] = 1,\n  e = 2,\n}\nf = {\n  g = 1,\n  g = 2,\n  h = 3,\n}\n",
            ["f": ["h": "3"]]
        ),
        (
            "f {\n  a = 1,\n}\nf({\n  a = 1,\n})\nx = f {\n  a = 1,\n}\ny = { a = 1 }\nz = {\n  a = 1,\n} or {}\n",
            [:]
        ),
        // What isn't one literal, or shares its line.
        (
            "a = b\nc = 1 + 2\nd = \"x\" .. y\ne = nil\nf, g = 1, 2\nh = 1; i = 2\nj =\n1\nk = 1 --[[\n]]\n--[[ c ]] l = 1\nm = (1)\nn = not true\no = 1\n  + 2\np = 'x'\n  and q\nr = 3x\ns = - 5\nt = 1 -- c\n(f or g)()\nu = 'a'\n(f)()\n",
            ["t": "1", "u": "a"]
        ),
        (
            #"a = "\"\\\n\065\x41\u{E9}'"\#nb = '"\''\#nc = "\z  x"\#nd = "\q"\#ne = "\192"\#nj = "\300"\#nf = "\u{D800}"\#ng = [==[a]]\]==]\#nh = "--"\#ni = [[\#nx]]\#n"#,
            ["a": "\"\\\nAAé'", "b": "\"'", "e": .raw("\\xc0"), "g": "a]]\\", "h": "--"]
        ),
        // Code counts at another time, or in a case alone.
        (
            "a = 1\nb = 1\nc = 1\nif x then a = 2 elseif y then b = 2 else z = 3 end\nfunction f() c = 2 end\nd = 1\nfor i = 1, 2 do d = i end\ne = 1\nrepeat local e2 = 1; e = 2 until true\ng = 1\n",
            ["g": "1"]
        ),
        (
            "local o = {}\no.a = 1\nlocal function f(k, v) o[k] = v end\nlocal p = {}\np.a = 1\np[x] = 2\np.b = 3\nq.r:append('x')\nq.r = 'y'\nfunction q.s() end\nq.s = 1\nq.t = 1\n",
            ["p": ["b": "3"], "q": ["t": "1"]]
        ),
        // What is replaced later.
        (
            "local c = {\n  a = 1,\n}\nc.b = 2\nif c.x then\n  c = f()\nend\nc.b = 3\nc.d = 4\n",
            ["c": ["b": "3", "d": "4"]]
        ),
        ("c.a.b = 1\nc.a = 2\nd.a = 1\nd.a.b = 2\n", ["c": ["a": "2"]]),
        // Two variables of one name, and fields beside variables.
        ("x = 1\nlocal x = 2\nlocal y = 1\nlocal y = 2\nlocal z = 1\nz = 2\n", ["z": "2"]),
        ("local a = 1\nlocal b = 2\nreturn {\n  a = 3,\n  c = 4,\n}\n", ["b": "2", "c": "4"]),
        (
            "local a <const> = 1\nlocal b, c = 1, 2\nlocal d\nlocal function e() end\n::f::\ng = 1\ngoto f\n",
            ["g": "1"]
        ),
        ("#!/usr/bin/lua\na = 1\r\nb = {\r\n  c = 2,\r\n}\r\n", ["a": "1", "b": ["c": "2"]]),
        // A block that runs once.
        (
            "local o = vim.o\ndo\n  o.a = 1 -- c\n  vim.g.b = 2\n  do\n    vim.opt.l = {\n      x = 1,\n    }\n  end\n  c = 'y'\nend\ndo\n  local vim, d = {}\n  local function e() end\n  vim.o.a = 3\n  d.x = 1\n  e.x = 1\n  local f = 1\nend\ng = 1\nwhile x do\n  do\n    g = 2\n  end\nend\ndo\n  if x then\n    h = 1\n  end\n  i = 1\nend\n",
            ["vim": ["g": ["b": "2"], "opt": ["l": ["x": "1"]]], "c": "y", "i": "1"]
        ),
        // Names that stand for tables, and the two of Neovim's options.
        (
            "local opt = vim.opt -- c\nlocal o, g <const> = vim.o, vim.g;\nopt.a = true\no.b = 4\ng.c = ' '\nvim.o.d = 1\nopt['e-f'] = 2\nopt.g:append('x')\nvim.opt.g = 1\nopt.l = {\n  x = 1,\n}\n",
            [
                "vim": [
                    "opt": ["a": "true", "b": "4", "d": "1", "e-f": "2", "l": ["x": "1"]],
                    "g": ["c": " "],
                ]
            ]
        ),
        (
            "vim.o.a = 1\nvim.opt.a = 2\nvim.o.b = 1\nif x then\n  vim.opt.b = 2\nend\n",
            ["vim": ["opt": ["a": "2"]]]
        ),
        (
            "local o = v.o\nf({ o = 1, p = q.o, r = s:o() })\no.a = 1\nfunction g() o.b = 1 end\no.b = 2\n",
            ["v": ["o": ["a": "1"]]]
        ),
        (
            "o.x = 1\nlocal o = v.o\no.y = 2\nlocal p = v.o.p\np.z = 3\n",
            ["v": ["o": ["y": "2", "p": ["z": "3"]]]]
        ),
        (
            "local o = v.o\no.a = 1\nfor k in f do\n  v.o[k] = 1\nend\no.b = 2\n",
            ["v": ["o": ["b": "2"]]]
        ),
        // Names that may stand for something else.
        (
            "local a = v.a\nlocal b = v.b\nlocal c = v.c\nlocal d = v.d\na.x = 1\nb.x = 1\nc.x = 1\nd.x = 1\na = w\nfunction f(b) end\ndo\n  local c = w\nend\nfor d in w do end\n",
            ["b": ["x": "1"], "c": ["x": "1"], "d": ["x": "1"]]
        ),
        (
            "local o = v.o()\no.x = 1\nlocal p = v.p\n(f)()\np.x = 1\nlocal q = v.q .. 'x'\nq.x = 1\nlocal r = v[i]\nr.x = 1\nlocal s, t = v.s\ns.x = 1\nlocal u = u.v\nu.x = 1\nlocal w\nw = v.w\nw.x = 1\n",
            [
                "o": ["x": "1"], "p": ["x": "1"], "q": ["x": "1"], "r": ["x": "1"],
                "s": ["x": "1"], "u": ["x": "1"], "w": ["x": "1"],
            ]
        ),
        (
            "local c = t.c\nc.a = 1\nt.c = {}\nc.b = 2\nt.c.d = 3\n",
            ["c": ["b": "2"], "t": ["c": ["d": "3"]]]
        ),
        // What has no end.
        ("a = 1\n--[[ b = 2\nc = 3\n", ["a": "1"]), ("a = 1\nb = \"x\nc = 3\n", ["a": "1"]),
        ("a = 1\nif x then\nb = 2\n", ["a": "1"]), ("a = 1\nend\nb = 2\n", ["a": "1"]),
        ("a = 1\nf(]\nb = 2\n", ["a": "1"]), ("a = 1\nb = {\n  c = 1,\n", ["a": "1"]),
        ("a = 1\nwhile x end\n", ["a": "1"]), ("a = 1 $ b\nc = 2\n", ["c": "2"]), ("", [:]),
    ]

    @Test(arguments: readings)
    func `says what its literals say`(text: String, value: SettingValue) throws {
        #expect(try read(text, .lua) == value)
    }

    static let edits: [EditCase] = [
        (
            "keeps its kind, its comment and its end",
            "c.a=1 ;  -- c\nc.b = 'x' -- c\nc.d = false\nc.e = [[y]]\nc.f = \"z\"\n",
            [
                set("c/a", .real(-2.5)), set("c/b", "it's"), set("c/d", true), set("c/e", "q\""),
                set("c/f", "1"),
            ],
            "c.a=-2.5 ;  -- c\nc.b = 'it\\'s' -- c\nc.d = true\nc.e = [[q\"]]\nc.f = \"1\"\n"
        ),
        ("gets no quotes", "c.a = 1\n", [set("c/a", "x")], .refused(.unrepresentable)),
        (
            "leaves brackets that it can't end in", "c.a = [[x]]\nc.b = [==[x]==]\n",
            [set("c/a", "y]"), set("c/b", "z]]")], "c.a = \"y]\"\nc.b = [==[z]]]==]\n"
        ),
        (
            "is escaped", "c.a = 'x'\n", [set("c/a", "\\\n\u{1}\t\"")],
            "c.a = '\\\\\\n\\001\\t\"'\n"
        ),
        (
            "is new behind the last one of its table",
            "local c = f()\nvim.opt.a = 1\nc.a = 'x'\n\nif x then\nend\nreturn c\n",
            [set("c/b", true), set("c/d", "y"), set("vim/opt/z", 2)],
            "local c = f()\nvim.opt.a = 1\nvim.opt.z = 2\nc.a = 'x'\nc.b = true\nc.d = 'y'\n\nif x then\nend\nreturn c\n"
        ),
        (
            "has a form of its own", "vim.g[\"a\"] =  1;\n", [set("vim/g/b", 2)],
            "vim.g[\"a\"] =  1;\nvim.g.b = 2;\n"
        ),
        (
            "stands in its table", "c.p = {\n    l = 1,\n    r = 2, -- c\n}\nc.q = {\n}\n",
            [set("c/p/t", 3), set("c/q/a", "x")],
            "c.p = {\n    l = 1,\n    r = 2, -- c\n    t = 3,\n}\nc.q = {\n    a = \"x\",\n}\n"
        ),
        (
            "stands above a field without a comma",
            "return {\n  a = 1,\n  -- about b\n  b = 2\n}\n",
            [set("c", 3), set("d", 4)],
            "return {\n  a = 1,\n  c = 3,\n  d = 4,\n  -- about b\n  b = 2\n}\n"
        ),
        (
            "stands before the last return",
            "local c = f()\n\n-- the end\nreturn c\n", [set("c/a", 1), set("c/b", 2)],
            "local c = f()\n\nc.a = 1\nc.b = 2\n-- the end\nreturn c\n"
        ),
        (
            "stands at the end", "vim.cmd 'x'", [set("vim/opt/number", true)],
            "vim.cmd 'x'\nvim.opt.number = true"
        ),
        (
            "follows what it replaces", "local c = {\n  a = 1,\n}\nc = f()\n", [set("c/a", 2)],
            "local c = {\n  a = 1,\n}\nc = f()\nc.a = 2\n"
        ),
        (
            "is removed", "c.a = 1 -- c\nc.p = {\n  b = 2,\n}\n", [remove("c/a"), remove("c/p/b")],
            "c.p = {\n}\n"
        ),
        (
            "is removed wherever it stands", "c = {\n  a = 1\n}\nc.a = 2\n", [remove("c/a")],
            "c = {\n}\n"
        ),
        (
            "is written by the name of its table that the last line has",
            "local opt = vim.opt\nopt.a = 1 -- c\n  vim.o.b = true;\nlocal g = vim.g\ng.c = 'x'\n",
            [set("vim/opt/a", 2), set("vim/opt/d", 3), set("vim/g/e", "y")],
            "local opt = vim.opt\nopt.a = 2 -- c\n  vim.o.b = true;\n  vim.o.d = 3;\nlocal g = vim.g\ng.c = 'x'\ng.e = 'y'\n"
        ),
        (
            "has brackets behind the table's own name", "local o = vim.opt\no.a = 1\n",
            [set("vim/opt/b", 2), set("vim/opt/x-y", 3)],
            "local o = vim.opt\no.a = 1\no.b = 2\nvim.opt[\"x-y\"] = 3\n"
        ),
        (
            "stands in a block that runs once",
            "do\n  vim.o.a = 1\n  -- c\nend\ndo\n  local c = f()\n  c.a = 1\nend\n",
            [set("vim/opt/a", 2), set("vim/opt/b", 3), set("vim/g/d", 4)],
            "do\n  vim.o.a = 2\n  vim.o.b = 3\n  -- c\nend\ndo\n  local c = f()\n  c.a = 1\nend\nvim.g.d = 4\n"
        ),
        (
            "is of a block's variable", "do\n  local c = f()\n  c.a = 1\nend\n", [set("c/b", 2)],
            .refused(.noSuchPath)
        ),
        (
            "is set where it counts, by whichever name",
            "local o = vim.opt\no.a = 1\nvim.o.a = 2\n",
            [set("vim/opt/a", 3)], "local o = vim.opt\no.a = 1\nvim.o.a = 3\n"
        ),
        (
            "is removed by each name", "local o = vim.opt\no.a = 1\nvim.o.a = 2\n",
            [remove("vim/opt/a")], "local o = vim.opt\n"
        ),
        (
            "is of a table with another name", "local opt = vim.opt\nopt.a = 1\n",
            [set("opt/b", 2)], .refused(.noSuchPath)
        ),
        (
            "is an option's other name", "vim.o.a = 1\n", [set("vim/o/b", 2)],
            .refused(.unrepresentable)
        ),
        ("stays in CRLF", "c.a = 1\r\n", [set("c/b", 2)], "c.a = 1\r\nc.b = 2\r\n"),
        ("is of no table", "c.a = 1\n", [set("d/a", 1)], .refused(.noSuchPath)),
        ("is Neovim's", "", [set("vim/opt/a", 1)], "vim.opt.a = 1\n"),
        (
            "gets a table", "local c = f()\nreturn c\n",
            [set("c/p/l", 1), set("c/p/r", "x"), set("c/a", 1)],
            "local c = f()\nc.a = 1\nc.p = {\n  l = 1,\n  r = \"x\",\n}\nreturn c\n"
        ),
        (
            "gets no table in one that isn't there", "c.a = 1\n", [set("c/p/q/l", 1)],
            .refused(.noSuchPath)
        ),
        ("is a new variable", "a = 1\n", [set("b", 1)], .refused(.noSuchPath)),
        ("is a function's field", "function f() end\n", [set("f/a", 1)], .refused(.noSuchPath)),
        (
            "has no line before the return", "local c = f() return c\n", [set("c/a", 1)],
            .refused(.noSuchPath)
        ),
        ("is computed", "c.a = f()\n", [set("c/a", 1)], .refused(.readOnly)),
        ("is in a table on one line", "c.p = { l = 1 }\n", [set("c/p/l", 2)], .refused(.readOnly)),
        ("is in a list", "c.p = {\n  'x',\n}\n", [set("c/p/l", 2)], .refused(.readOnly)),
        (
            "is set by code", "c.a = 1\nif x then\n  c.a = 2\nend\n", [set("c/a", 3)],
            .refused(.readOnly)
        ),
        (
            "is set by a function", "c.a = 1\nfunction f(k) c[k] = 2 end\n", [set("c/b", 3)],
            .refused(.readOnly)
        ),
        ("is used", "local t = 'x'\nrun(t)\n", [remove("t")], .refused(.shared)),
        (
            "is set where it is used", "local t = 'x'\nrun(t)\n", [set("t", "y")],
            "local t = 'y'\nrun(t)\n"
        ),
        (
            "has a name in brackets", "c.a = 1\nc.p = {\n  b = 2,\n}\nlocal d = f()\n",
            [set("c/x-y", 1), set("c/p/end", 2), set("d/é", 3), set("d/2x/z", 4)],
            "c.a = 1\nc[\"x-y\"] = 1\nc.p = {\n  b = 2,\n  [\"end\"] = 2,\n}\nlocal d = f()\nd[\"é\"] = 3\nd[\"2x\"] = {\n  z = 4,\n}\n"
        ),
        ("has a name without quotes", "c.a = 1\n", [set("c/a\"", 1)], .refused(.unrepresentable)),
        (
            "is above what has no end", "c.a = 1\nif x then\n", [set("c/a", 2)],
            "c.a = 2\nif x then\n"
        ),
        (
            "isn't new before what has no end", "c.a = 1\nif x then\n", [set("c/b", 2)],
            .refused(.ambiguous)
        ),
        ("is a list", "c.a = 1\n", [set("c/b", .array([1]))], .refused(.unrepresentable)),
    ]

    @Test(arguments: edits)
    func `is edited`(edit: EditCase) throws { try Format.lua.check(edit) }

    @Test(arguments: [
        (
            set("d/a", 1), "the file's code has no table 'd' at its end",
            "Set a key of a table that the file has, or edit the file by hand"
        ),
        (
            set("c/p/l", 1), "line 2 changes 'p' in another way than by a plain value",
            "Edit the file by hand"
        ),
        (
            set("vim/o/a", 1), "a Lua file can't hold an option as 'vim.o'",
            "Set it as 'vim.opt', which has the same options"
        ),
    ])
    func `says why a key can't be new`(
        change: DocumentChange,
        problem: String,
        advice: String
    ) throws {
        let document = try Format.lua.parse(Array("local c = f()\nc.p = { l = 2 }\n".utf8))
        let error = document.revised(by: [change]).refusals.first?.error
        #expect(error?.problem == problem)
        #expect(error?.advice == advice)
    }

    @Test func `has no limit to its depth`() throws {
        let deep =
            String(repeating: "{ a = ", count: 20_000) + "1" + String(repeating: "}", count: 20_000)
        let lines =
            (0..<40).map { "n\($0) = {\n" }.joined() + String(repeating: "},\n", count: 39) + "}\n"
        let path = String(repeating: "d.", count: 20_000)
        let text = "a = 1\nb = \(deep)\n\(lines)\(path)e = 3\nc = 2\n"
        #expect(try read(text, .lua) == ["a": "1", "c": "2"])
    }
}
