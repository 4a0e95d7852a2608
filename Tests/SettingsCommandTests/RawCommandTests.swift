// settingsctl read, read-type, write, rename, delete, dump, load, import, export.

import SettingsModel
import SettingsProtocol
import Testing

private let applied = Answer.result(Application(seq: 2, revs: [], warnings: []))

/// An agent that has these values and takes every change.
private func agent(with values: [(String, SettingValue)]) throws -> Terminal {
    try agent(having: values.map { entry("a.b", $0.0, $0.1) })
}

private func agent(having entries: [Entry]) throws -> Terminal {
    try Terminal { call in
        switch call {
        case .list(let list):
            let found = entries.filter { list.prefix?.isPrefix(of: $0.key) ?? true }
            return .result(Page(seq: 1, entries: found, next: nil))
        case .get(_, let key, _):
            guard let found = entries.first(where: { $0.key == key }),
                case .value(let value, _, _, _) = found.content
            else { return .failure(RPCError(.keyNotFound, "not set", advice: "")) }
            return .result(Setting(key: key, value: value, rev: 9, layer: .user, origin: "agent"))
        case .set: return .result(Acceptance(seq: 2, rev: 2, isChanged: true, warnings: []))
        default: return applied
        }
    }
}

private func changes(_ terminal: Terminal) throws -> [Call.KeyChange] {
    guard case .apply(let apply)? = terminal.calls.last else { throw NoCall() }
    return apply.changes
}

@Suite struct `settingsctl read` {
    @Test func `prints a value, a part, a domain or everything`() throws {
        let terminal = try agent(with: [("n", .string("x")), ("font.size", .integer(1))])
        #expect(try terminal.run("read", "a.b", "n").output == "x\n")
        #expect(try terminal.run("read", "a.b", "font").output == "{\n  \"size\": 1\n}\n")
        #expect(
            try terminal.run("read", "a.b", "--json").output == #"{"n":"x","font":{"size":1}}"#
                + "\n"
        )
        #expect(
            try terminal.run("read", "--json").output
                == #"{"a.b":{"n":"x","font":{"size":1}}}"# + "\n"
        )
        #expect(try terminal.run("read", "a.b", "nope").status == 1)
        guard case .list(let list)? = terminal.calls.first else { throw NoCall() }
        #expect(list.layer == .user)
    }

    @Test func `takes -g for the global domain`() throws {
        let terminal = try agent(with: [("n", .integer(1))])
        _ = try terminal.run("read", "-g", "n")
        guard case .list(let list)? = terminal.calls.first else { throw NoCall() }
        #expect(list.domain == domain("NSGlobalDomain"))
    }

    @Test(
        arguments: [
            (.integer(1), "integer"), (.real(1), "real"), (.boolean(true), "boolean"),
            (.data([]), "data"),
        ] as [(SettingValue, String)]
    )
    func `says the type`(value: SettingValue, name: String) throws {
        let terminal = try agent(with: [("n", value)])
        #expect(try terminal.run("read-type", "a.b", "n").output == "Type is \(name)\n")
    }
}

@Suite struct `settingsctl write` {
    @Test(
        arguments: [
            (["14"], .integer(14)), (["-string", "14"], .string("14")),
            (["-int", "-5"], .integer(-5)),
            (["-float", "2"], .real(2)), (["-bool", "yes"], .boolean(true)),
            (["-data", "0aFF"], .data([10, 255])),
            (["-date", "1970-01-01T00:00:00Z"], .date(SettingDate(seconds: 0))),
            (["-array", "1", "-int", "2"], .array([.string("1"), .integer(2)])),
            (["-array"], .array([])),
            (
                ["-dict", "a", "x", "b", "-bool", "no"],
                .dictionary([.init("a", .string("x")), .init("b", .boolean(false))])
            ),
        ] as [([String], SettingValue)]
    )
    func `takes values as macOS does`(words: [String], value: SettingValue) throws {
        let terminal = try agent(with: [])
        #expect(try terminal.run(["write", "a.b", "k"] + words).status == 0)
        guard case .set(let set)? = terminal.calls.last else { throw NoCall() }
        #expect(set.value == value)
    }

    @Test func `adds to an array that nobody changes meanwhile`() throws {
        let terminal = try agent(with: [("k", .array([.integer(1)]))])
        #expect(try terminal.run("write", "a.b", "k", "-array-add", "-int", "2").status == 0)
        guard case .set(let set)? = terminal.calls.last else { throw NoCall() }
        #expect(set.value == .array([.integer(1), .integer(2)]))
        #expect(set.ifRev == 9)
        let other = try agent(with: [("k", .integer(1))])
        #expect(try other.run("write", "a.b", "k", "-array-add", "x").status == 3)
    }

    @Test func `adds entries to a dictionary`() throws {
        let terminal = try agent(with: [])
        #expect(try terminal.run("write", "a.b", "k", "-dict-add", "x.y", "1").status == 0)
        #expect(try changes(terminal) == [.init(key(#"k."x.y""#), .string("1"))])
    }

    @Test(arguments: ["editor.fontSize", "\"a\".b", "list[0]"])
    func `takes a key as it is, dots and all`(name: String) throws {
        let terminal = try agent(with: [])
        #expect(try terminal.run("write", "a.b", name, "1").status == 0)
        guard case .set(let set)? = terminal.calls.last else { throw NoCall() }
        #expect(set.key.segments == [name])
    }

    @Test func `keeps keys apart that only look alike`() throws {
        let terminal = try agent(with: [])
        let words = ["-dict", "\u{E9}", "1", "e\u{301}", "2", "\u{E9}", "3"]
        #expect(try terminal.run(["write", "a.b", "k"] + words).status == 0)
        guard case .set(let set)? = terminal.calls.last else { throw NoCall() }
        let entries = [
            SettingValue.Entry("e\u{301}", .string("2")), .init("\u{E9}", .string("3")),
        ]
        #expect(set.value == .dictionary(entries))
    }

    @Test(arguments: [["-int"], ["-int", "x"], ["-data", "0"], ["a", "b"], ["-dict", "k"], []])
    func `refuses what it can't mean`(words: [String]) throws {
        let terminal = try agent(with: [])
        #expect([2, 3].contains(try terminal.run(["write", "a.b", "k"] + words).status))
        #expect(terminal.calls.isEmpty)
    }
}

@Suite struct `settingsctl rename and delete` {
    @Test func `move a key with all below it`() throws {
        let terminal = try agent(with: [("font.size", .integer(1)), ("font.name", .string("x"))])
        #expect(try terminal.run("rename", "a.b", "font", "text.font").status == 0)
        #expect(
            try changes(terminal) == [
                .init(key("font.size"), nil), .init(key("font.name"), nil),
                .init(key("text.font.size"), .integer(1)),
                .init(key("text.font.name"), .string("x")),
            ]
        )
    }

    @Test(arguments: [
        ("n", "font", "font.size"), ("n", "font.size", "font.size"), ("font", "n.x", "n"),
        ("font.size", "font", "font.name"),
    ])
    func `move nothing to a name that is taken`(old: String, new: String, taken: String) throws {
        let terminal = try agent(with: [
            ("font.size", .integer(1)), ("font.name", .string("x")), ("n", .integer(2)),
        ])
        let result = try terminal.run("rename", "a.b", old, new)
        #expect(result.status == 3)
        #expect(result.errors.contains("'\(taken)' of 'a.b' is set already"))
        #expect(throws: NoCall.self) { try changes(terminal) }
    }

    @Test func `delete a key, a part or a domain`() throws {
        let terminal = try agent(with: [("font.size", .integer(1)), ("n", .integer(2))])
        #expect(try terminal.run("delete", "a.b", "font").status == 0)
        #expect(try changes(terminal) == [.init(key("font.size"), nil)])
        #expect(try terminal.run("delete", "a.b").status == 0)
        #expect(try changes(terminal).count == 2)
        #expect(try terminal.run("delete", "a.b", "nope").status == 1)
    }
}

@Suite struct `settingsctl dump and load` {
    private let values: [(String, SettingValue)] = [
        ("z", .integer(1)), ("font.size", .real(14)), ("font.name", .string("a\nb\"c")),
        (#"font."a.b".x"#, .data([1])), ("e", .dictionary([])),
        (##""#note""##, .boolean(true)), (#""a=b""#, .array([.integer(1)])),
    ]

    @Test func `are two ways of the same text`() throws {
        let terminal = try agent(with: values)
        let dump = try terminal.run("dump", "a.b").output
        let expected = """
            [/]
            z=1
            e={}
            "#note"=true
            "a=b"=[1]

            [font]
            size=14.0
            name="a\\nb\\"c"

            [font."a.b"]
            x={"$bytes":"AQ=="}

            """
        #expect(dump == expected)
        #expect(try terminal.run("load", "a.b", input: dump).status == 0)
        let loaded = try Dictionary(
            uniqueKeysWithValues: changes(terminal).map { ($0.key, $0.value) }
        )
        #expect(loaded == Dictionary(uniqueKeysWithValues: values.map { (key($0.0), $0.1) }))
    }

    @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}", "\u{0B}"])
    func `go round with text that has other ends of lines in it`(end: String) throws {
        let text = SettingValue.string("a\(end)b")
        let dump = try agent(with: [("k", text)]).run("dump", "a.b").output
        let terminal = try agent(with: [])
        #expect(try terminal.run("load", "a.b", input: dump).status == 0)
        #expect(try changes(terminal) == [.init(key("k"), text)])
    }

    @Test func `leave out keys of files that no path names, and tell`() throws {
        var entries = [entry("a.b", "z", .integer(1)), entry("a.b", "z", .integer(2))]
        entries[1].key = SettingKeyPath(segments: ["font", "", "y"])
        let outcome = try agent(having: entries).run("dump", "a.b")
        let told = """
            settingsctl: keys with an empty part are left out: 'font."".y'
            Only their file can set them; there, give them a name.

            """
        #expect(outcome == Outcome(status: 0, output: "[/]\nz=1\n", errors: told))
    }

    @Test(arguments: ["\u{A0}k", "k\u{2003}", "\u{3000}.\u{A0}", "\u{2003}k.\u{A0}"])
    func `go round with keys that begin or end with another alphabet's blanks`(
        text: String
    ) throws {
        let path = key(text)
        let dump = try agent(with: [(text, .integer(1))]).run("dump", "a.b").output
        let terminal = try agent(with: [])
        #expect(try terminal.run("load", "a.b", input: dump).status == 0)
        #expect(try changes(terminal) == [.init(path, .integer(1))])
    }

    @Test func `print an object a value where that is asked for`() throws {
        let terminal = try agent(with: [("font.size", .integer(1)), ("z", .real(2))])
        let lines = try terminal.run("dump", "a.b", "--json").output.split(separator: "\n")
        #expect(lines.count == 2)
        let first = try JSONText(Array(lines[0].utf8), nesting: 8)
        #expect(first["key"]?.string == "font.size")
        #expect(first["value"]?.integer == 1)
    }

    @Test func `have a part below a key`() throws {
        let terminal = try agent(with: [("font.size", .integer(1))])
        #expect(try terminal.run("dump", "a.b", "font").output == "[/]\nsize=1\n")
        let text = "# note\n\n[/]\n size = 2 \n"
        #expect(try terminal.run("load", "a.b", "font", input: text).status == 0)
        #expect(try changes(terminal) == [.init(key("font.size"), .integer(2))])
    }

    @Test(arguments: [
        ("[/]\nsize\n", 2, "Write it as one of them, or put '#' before a comment."),
        ("size=x\n", 1, "Write it as size=VALUE, with text in double quotes."),
        ("\n[a..b]\n", 2, ""),
        ("a=1\n=2\n", 2, "Write it as one of them, or put '#' before a comment."),
    ])
    func `name the line that is wrong and what would be right, and change nothing`(
        text: String,
        line: Int,
        advice: String
    ) throws {
        let terminal = try agent(with: [])
        let outcome = try terminal.run("load", "a.b", input: text)
        #expect(outcome.status == 6)
        #expect(outcome.errors.hasPrefix("settingsctl: standard input:\(line): "))
        #expect(outcome.errors.hasSuffix("\nNothing was changed. \(advice)\n") || advice.isEmpty)
        #expect(terminal.calls.isEmpty)
    }
}

@Suite struct `settingsctl import and export` {
    @Test func `tell that a request is too long, though the agent hangs up`() throws {
        let terminal = try agent(with: [])
        let text = "k=\"" + String(repeating: "x", count: 4 << 20) + "\"\n"
        let message = """
            settingsctl: the line has more than 1048576 bytes
            Send shorter lines; the connection is closed.

            """
        let outcome = try terminal.run("load", "a.b", input: text)
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
    }

    @Test func `take a settings file at its word`() throws {
        let terminal = try agent(with: [])
        try terminal.write("x.toml", "n = 1\n[font]\nsize = 2.0\n")
        #expect(try terminal.run("import", "a.b", "x.toml").status == 0)
        #expect(
            try changes(terminal) == [
                .init(key("n"), .integer(1)), .init(key("font.size"), .real(2)),
            ]
        )
        let json = try terminal.run("import", "a.b", "-", "--format", "json", input: #"{"m":1}"#)
        #expect(json.status == 0)
        #expect(try changes(terminal) == [.init(key("m"), .integer(1))])
    }

    @Test func `tell what a new file has as another type`() throws {
        let terminal = try agent(with: [("when", .date(SettingDate(seconds: 0))), ("n", .null)])
        let outcome = try terminal.run("export", "a.b", "x.json")
        let message = "settingsctl: a.b: 'when': date is written as string\n"
        #expect(outcome == Outcome(status: 0, output: "", errors: message))
    }

    @Test func `write a new file, and no other`() throws {
        let terminal = try agent(with: [("n", .integer(1)), ("font.size", .real(2))])
        #expect(try terminal.run("export", "a.b", "x.json").status == 0)
        #expect(try terminal.run("file", "get", "x.json", "font.size").output == "2.0\n")
        #expect(try terminal.run("export", "a.b", "x.json").status == 3)
        for words in [["-"], ["-", "--format", "toml"]] {
            let outcome = try terminal.run(["export", "a.b"] + words)
            #expect(outcome.output.contains("n = 1"))
        }
    }
}
