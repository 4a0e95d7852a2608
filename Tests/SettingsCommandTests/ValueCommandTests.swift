// settingsctl get, set, unset, reset, list, find, domains.

import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `settingsctl get` {
    @Test(
        arguments: [
            (.integer(14), "14"), (.real(14), "14.0"), (.string("dark"), "dark"),
            (.string("14"), "14"), (.string("true"), "true"), (.string(""), ""),
            (.array([.string("1")]), #"["1"]"#), (.data([1]), "AQ=="), (.null, "null"),
            (.string("[x"), "[x"), (.string("a\nb"), "a\nb"), (.string("\"x\""), "\"x\""),
            (.raw("2026-05-05"), "2026-05-05"),
            (.date(SettingDate(seconds: 0)), "1970-01-01T00:00:00Z"),
        ] as [(SettingValue, String)]
    )
    func `prints what set takes back`(value: SettingValue, text: String) throws {
        let terminal = try Terminal { _ in setting("font.size", value) }
        let outcome = try terminal.run("get", "org.example.editor", "font.size")
        #expect(outcome == Outcome(status: 0, output: text + "\n", errors: ""))
        #expect(
            terminal.calls
                == [.get(domain: domain("org.example.editor"), key: key("font.size"), layer: nil)]
        )
    }

    @Test(arguments: [["--json"], ["--json", "--layer", "user"]])
    func `prints all it knows as JSON`(options: [String]) throws {
        let terminal = try Terminal { _ in setting("font.size", .integer(14)) }
        let words = ["get", "org.example.editor", "font.size"] + options
        let outcome = try terminal.run(words)
        let expected =
            #"{"domain":"org.example.editor","key":"font.size","path":["font","size"],"value":14,"rev":3,"layer":"user","origin":"client:x"}"#
        #expect(outcome == Outcome(status: 0, output: expected + "\n", errors: ""))
    }

    @Test(arguments: [
        ("l[1]", Outcome(status: 0, output: "b\n", errors: "")),
        ("l[2].n", Outcome(status: 0, output: "5\n", errors: "")),
        (
            "l[3]",
            Outcome(
                status: 1,
                output: "",
                errors: "settingsctl: 'l[3]' of 'a.b' is not set\nSee: settingsctl list a.b l\n"
            )
        ),
    ])
    func `prints an element of a list`(place: String, expected: Outcome) throws {
        let list = SettingValue.array([
            .string("a"), .string("b"), .dictionary([.init("n", .integer(5))]),
        ])
        let terminal = try Terminal { _ in setting("l", list) }
        #expect(try terminal.run("get", "a.b", place) == expected)
        let asked = Call.get(domain: domain("a.b"), key: key("l"), layer: nil)
        #expect(terminal.calls == [asked])
    }

    @Test func `ends with 1 where nothing is set`() throws {
        let terminal = try Terminal { call in
            if case .list = call { return .result(Page(seq: 1, entries: [], next: nil)) }
            return unset
        }
        let message = """
            settingsctl: 'font.size' of 'org.example.editor' is not set
            See what is set: settingsctl list org.example.editor

            """
        let outcome = try terminal.run("get", "org.example.editor", "font.size")
        #expect(outcome == Outcome(status: 1, output: "", errors: message))
    }

    @Test(arguments: [
        (["--default", "12"], "12\n"), (["--default", ""], "\n"),
        (
            ["--default", "x y", "--json"],
            #"{"domain":"a.b","key":"k","path":["k"],"value":"x y"}"# + "\n"
        ),
    ])
    func `prints a default where nothing is set`(options: [String], output: String) throws {
        let terminal = try Terminal { call in
            if case .list = call { return .result(Page(seq: 1, entries: [], next: nil)) }
            return unset
        }
        let outcome = try terminal.run(["get", "a.b", "k"] + options)
        #expect(outcome == Outcome(status: 0, output: output, errors: ""))
    }

    @Test func `names the key that may have been meant`() throws {
        let entries = [
            entry("a.b", "font.size", .integer(14)),
            entry("a.b", #""editor.tabSize""#, .integer(4)),
        ]
        let terminal = try Terminal { call in
            if case .unset = call {
                return .result(Acceptance(seq: 1, rev: 1, isChanged: false, warnings: []))
            }
            guard case .list(let list) = call else { return unset }
            let found = list.prefix == nil ? entries : []
            return .result(Page(seq: 1, entries: found, next: nil))
        }
        #expect(
            try terminal.run("get", "a.b", "font.szie").errors == """
                settingsctl: 'font.szie' of 'a.b' is not set
                Did you mean 'font.size'? Run: settingsctl get a.b font.size

                """
        )
        #expect(
            try terminal.run("unset", "a.b", "editor.tabsize").errors.contains(
                #"Run: settingsctl unset a.b '"editor.tabSize"'"#
            )
        )
    }

    @Test(arguments: ["unset", "rename"])
    func `names the layer where the user has no value to take away`(verb: String) throws {
        let scale = Entry(
            domain: domain("a.b"),
            key: key("scale"),
            content: .value(.integer(1), rev: 1, layer: .site, origin: "file:/site.toml")
        )
        let terminal = try Terminal { call in
            if case .unset = call {
                return .result(Acceptance(seq: 1, rev: 1, isChanged: false, warnings: []))
            }
            guard case .list(let list) = call else { return unset }
            let found = list.layer == nil ? [scale] : []
            return .result(Page(seq: 1, entries: found, next: nil))
        }
        let words = [verb, "a.b", "scale"] + (verb == "rename" ? ["size"] : [])
        let message = """
            settingsctl: 'scale' of 'a.b' has no value of yours, but one of the layer 'site'
            Nothing was changed. See: settingsctl explain a.b scale

            """
        #expect(try terminal.run(words) == Outcome(status: 1, output: "", errors: message))
    }

    @Test func `doesn't advise to set what holds keys`() throws {
        let size = Entry(
            domain: domain("org.example.editor"),
            key: key("font.size"),
            content: .value(.integer(14), rev: 1, layer: .user, origin: "client:x")
        )
        let terminal = try Terminal { call in
            if case .list = call { return .result(Page(seq: 1, entries: [size], next: nil)) }
            return unset
        }
        let message = """
            settingsctl: 'font' of 'org.example.editor' is a group of settings, not a value
            List them with: settingsctl list org.example.editor font

            """
        let outcome = try terminal.run("get", "org.example.editor", "font")
        #expect(outcome == Outcome(status: 1, output: "", errors: message))
    }
}

@Suite struct `settingsctl set` {
    @Test(arguments: [["set", "a.b", "k", "1"], ["set", "a.b", "k", "1", "--type", "string"]])
    func `says 5 when a file turned out to be unwritable after the change was accepted`(
        words: [String]
    ) throws {
        let warning = Warning(file: "/x.toml", state: .readOnly, problem: "it may not be written")
        let terminal = try Terminal(warnings: [warning]) { _ in
            .result(Acceptance(seq: 1, rev: 1, isChanged: true, warnings: []))
        }
        let outcome = try terminal.run(words)
        #expect(outcome.status == 5)
        #expect(outcome.errors.hasPrefix("settingsctl: '/x.toml' is read-only: it may not be"))
    }

    @Test func `waits for the other files where one can't have the change`() throws {
        let first = Warning(file: "/x.toml", state: .broken, problem: "expected '='")
        let later = Warning(file: "/y.toml", state: .readOnly, problem: "it may not be written")
        let terminal = try Terminal(warnings: [first, later]) { _ in
            .result(Acceptance(seq: 1, rev: 1, isChanged: true, warnings: [first]))
        }
        let outcome = try terminal.run("set", "a.b", "k", "1")
        #expect(outcome.status == 5)
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("settingsctl:") }
        #expect(
            lines == [
                "settingsctl: '/x.toml' is broken: expected '='",
                "settingsctl: '/y.toml' is read-only: it may not be written",
            ]
        )
    }

    @Test func `says nothing of a file that was well by the end`() throws {
        let first = Warning(file: "/x.toml", state: .differs, problem: "its check refuses it")
        let terminal = try Terminal { _ in
            .result(Acceptance(seq: 1, rev: 1, isChanged: true, warnings: [first]))
        }
        let outcome = try terminal.run("set", "a.b", "k", "1")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
    }

    @Test func `says 5 and what became of the value when no file takes the key`() throws {
        let warning = Warning(file: nil, state: .absent, problem: "no file of the domain takes 'k'")
        let terminal = try Terminal { _ in
            .result(Acceptance(seq: 1, rev: 1, isChanged: true, warnings: [warning]))
        }
        let outcome = try terminal.run(["set", "a.b", "k", "1"])
        #expect(outcome.status == 5)
        #expect(
            outcome.errors == """
                settingsctl: no file of the domain takes 'k'
                Saved, but only in the agent's database.

                """
        )
    }

    @Test(
        arguments: [
            (["14"], .integer(14)), (["1.0"], .real(1)), (["true"], .boolean(true)),
            (["dark"], .string("dark")), (["\"14\""], .string("14")), (["-5"], .integer(-5)),
            (["[1, 2]"], .array([.integer(1), .integer(2)])), (["x["], .string("x[")),
            ([""], .string("")), (["--type", "string", "14"], .string("14")),
            (["--type", "string", #"{"a":"#], .string(#"{"a":"#)),
            (["--type", "real", "14"], .real(14)), (["--type", "boolean", "YES"], .boolean(true)),
            (["--type", "data", "AQ=="], .data([1])), (["null"], .null),
            (["--type", "date", "1970-01-01T00:00:01Z"], .date(SettingDate(seconds: 1))),
            (["--", "-x"], .string("-x")),
        ] as [([String], SettingValue)]
    )
    func `sends the value exactly`(words: [String], value: SettingValue) throws {
        let terminal = try Terminal { _ in accepted }
        let outcome = try terminal.run(["set", "a.b", "k"] + words)
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        guard case .set(let set)? = terminal.calls.first else { throw NoCall() }
        #expect(set.value == value)
        #expect(set.key == key("k"))
    }

    @Test func `passes its condition on`() throws {
        let terminal = try Terminal { _ in accepted }
        _ = try terminal.run("set", "a.b", "k", "1", "--if-rev", "7")
        guard case .set(let set)? = terminal.calls.first else { throw NoCall() }
        #expect(set.ifRev == 7)
    }

    @Test(arguments: [
        ("integer", "x"), ("boolean", "maybe"), ("json", "{"), ("real", "1,5"), ("date", "today"),
        ("date", "1970-01-01 01:00:01 +0100"), ("data", "A"),
    ])
    func `refuses a value of another type`(type: String, text: String) throws {
        let terminal = try Terminal { _ in accepted }
        let outcome = try terminal.run("set", "a.b", "k", text, "--type", type)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("Nothing was changed."))
        #expect(terminal.calls.isEmpty)
    }

    @Test(
        arguments: [
            (.readOnly, "read-only", "as soon as it can be written."),
            (.broken, "broken", "once it is correct. See what to do: settingsctl doctor"),
            (
                .held, "held",
                "once it is restored or its save is accepted. See what to do: settingsctl doctor"
            ),
        ] as [(ReplicaReport.State, String, String)]
    )
    func `says when a file can't take it`(
        state: ReplicaReport.State,
        phrase: String,
        wait: String
    ) throws {
        let warning = Warning(file: "/etc/x", state: state, problem: "a reason")
        let terminal = try Terminal(warnings: [warning]) { _ in accepted }
        let message = """
            settingsctl: '/etc/x' is \(phrase): a reason
            Saved. The file will be updated \(wait)

            """
        let outcome = try terminal.run("set", "a.b", "k", "1")
        #expect(outcome == Outcome(status: 5, output: "", errors: message))
    }

    @Test(
        arguments: [
            (.invalid, 3), (.readOnly, 3), (.revConflict, 3), (.tooLarge, 3), (.denied, 3),
            (.keyNotFound, 1), (.invalidParams, 2), (.fileBroken, 6), (.store, 6), (.busy, 4),
            (.internal, 4),
        ] as [(RPCError.Code, Int32)]
    )
    func `ends as the agent refused it`(code: RPCError.Code, status: Int32) throws {
        let terminal = try Terminal { _ in
            .failure(RPCError(code, "'k' is locked", advice: "Ask your administrator"))
        }
        let message = "settingsctl: 'k' is locked\nAsk your administrator.\n"
        let outcome = try terminal.run("set", "a.b", "k", "1")
        #expect(outcome == Outcome(status: status, output: "", errors: message))
    }

    @Test func `says that its output has no room`() throws {
        let terminal = try Terminal { _ in setting("k", .integer(1)) }
        let message = """
            settingsctl: the standard output can't be written: No space left on device
            What was printed so far is not all.

            """
        let outcome = try terminal.run(["get", "a.b", "k"], into: "/dev/full")
        #expect(outcome == Outcome(status: 6, output: "", errors: message))
    }

    @Test(
        arguments: [(#"{"a":"#, 6), ("[1,", 4), (#""dark"#, 6)] as [(String, Int)],
        [["set"], ["set", "--if-rev", "3"]]
    )
    func `leaves what begins as JSON and is none to the agent`(
        value: (text: String, column: Int),
        words: [String]
    ) throws {
        let terminal = try Terminal { _ in accepted }
        #expect(try terminal.run(words + ["a.b", "k", value.text]).status == 0)
        guard case .set(let set)? = terminal.calls.first,
            case .text(let typed, isForced: false) = set.content
        else { throw NoCall() }
        #expect(typed.text == value.text)
        #expect(typed.plain == nil)
        #expect(typed.mistake.hasSuffix(", in column \(value.column)"))
    }

    @Test(
        arguments: [
            (["list[0]", "z"], "list", "[0]", false), (["k", "z", "--force"], "k", nil, true),
            (["s[1].\"a.b\"[2]", "z"], "s", "[1].\"a.b\"[2]", false),
            (["a.\"list[0]\"", "z"], "a.\"list[0]\"", nil, false),
        ] as [([String], String, String?, Bool)]
    )
    func `sends a text with its place`(
        words: [String],
        path: String,
        place: String?,
        isForced: Bool
    ) throws {
        let terminal = try Terminal { _ in accepted }
        #expect(try terminal.run(["set", "a.b"] + words).status == 0)
        guard case .set(let set)? = terminal.calls.first else { throw NoCall() }
        #expect(set.key == key(path))
        #expect(set.place == place)
        let typed = TypedText("z", plain: .string("z"))
        #expect(set.content == .text(typed, isForced: isForced))
    }

    @Test func `of a named type sends a value`() throws {
        let terminal = try Terminal { _ in accepted }
        #expect(try terminal.run("set", "a.b", "l[0]", "5", "--type", "string").status == 0)
        guard case .set(let set)? = terminal.calls.first else { throw NoCall() }
        #expect(set.content == .value(.string("5")))
        #expect(set.place == "[0]")
    }

    @Test func `names the file that was refused`() throws {
        let terminal = try Terminal { _ in
            .failure(
                RPCError(.fileBroken, "expected '='", advice: "Correct the line").with {
                    $0.file = "/f.toml"
                    $0.line = 3
                    $0.column = 4
                }
            )
        }
        let outcome = try terminal.run("set", "a.b", "k", "1")
        #expect(outcome.errors == "settingsctl: /f.toml:3:4: expected '='\nCorrect the line.\n")
        #expect(outcome.status == 6)
    }
}

@Suite struct `settingsctl unset and reset` {
    @Test func `tell a removed value from none`() throws {
        let terminal = try Terminal { call in
            if case .list = call { return .result(Page(seq: 1, entries: [], next: nil)) }
            guard case .unset(let unset) = call else { return setting("k", .null) }
            let isChanged = unset.key == key("k")
            return .result(Acceptance(seq: 1, rev: 1, isChanged: isChanged, warnings: []))
        }
        #expect(try terminal.run("unset", "a.b", "k").status == 0)
        #expect(try terminal.run("unset", "a.b", "other").status == 1)
    }

    @Test func `tell of a removed value that another layer has too`() throws {
        let terminal = try Terminal { call in
            if case .list(let list) = call {
                let entries = list.layer == .user ? [entry("a.b", "k", .integer(1))] : []
                return .result(Page(seq: 1, entries: entries, next: nil))
            }
            guard case .unset = call else { return setting("k", .null) }
            return .result(Acceptance(seq: 1, rev: 1, isChanged: false, warnings: []))
        }
        let outcome = try terminal.run("unset", "a.b", "k")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
    }

    @Test func `reset what has no value and say so`() throws {
        let terminal = try Terminal { call in
            guard case .list = call else {
                return .result(Acceptance(seq: 2, rev: 0, isChanged: false, warnings: []))
            }
            return .result(Page(seq: 1, entries: [], next: nil))
        }
        let outcome = try terminal.run("reset", "a.b", "font")
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: "",
                    errors: "settingsctl: 'font' of 'a.b' isn't set in the user layer\n"
                        + "See: settingsctl list a.b\n"
                )
        )
        // A file may say it all the same: what a rule refused.
        guard case .unset(let unset) = terminal.calls[1] else { throw NoCall() }
        #expect(unset.key == key("font"))
    }

    @Test func `reset a key and all below it at once`() throws {
        let terminal = try Terminal { call in
            guard case .list = call else {
                return .result(BatchAcceptance(seq: 2, revs: [2, 2], warnings: []))
            }
            let entries = [
                entry("a.b", "font.size", .integer(1)), entry("a.b", "font.name", .string("x")),
            ]
            return .result(Page(seq: 1, entries: entries, next: nil))
        }
        #expect(try terminal.run("reset", "a.b", "font").status == 0)
        guard case .list(let list) = terminal.calls[0] else { throw NoCall() }
        #expect(list.prefix == key("font"))
        #expect(list.layer == .user)
        #expect(
            terminal.calls[1]
                == .apply(
                    Call.Apply(
                        domain: domain("a.b"),
                        changes: [.init(key("font.size"), nil), .init(key("font.name"), nil)]
                    )
                )
        )
        #expect(try terminal.run("reset", "a.b").status == 2)
    }
}

@Suite struct `settingsctl list` {
    @Test func `goes on to the last page`() throws {
        let terminal = try Terminal { call in
            guard case .list(let list) = call else { return unset }
            let isFirst = list.after == nil
            let name = isFirst ? "a" : "b.\"c d\""
            let entries = [entry("x.y", name, .string("v"))]
            return .result(Page(seq: 1, entries: entries, next: isFirst ? "a" : nil))
        }
        let outcome = try terminal.run("list", "x.y")
        #expect(outcome == Outcome(status: 0, output: "a \"v\"\nb.\"c d\" \"v\"\n", errors: ""))
        let all = try terminal.run("list", "--json")
        #expect(
            all.output.hasPrefix(#"{"domain":"x.y","key":"a","path":["a"],"value":"v","rev":1,"#)
        )
    }

    @Test func `leaves out what has a default alone, unless that layer is asked for`() throws {
        var standard = entry("x.y", "b", .integer(2))
        standard.content = .value(.integer(2), rev: 0, layer: .default, origin: "schema")
        let entries = [entry("x.y", "a", .integer(1)), standard]
        let terminal = try Terminal { _ in .result(Page(seq: 1, entries: entries, next: nil)) }
        #expect(try terminal.run("list", "x.y").output == "a 1\n")
        #expect(try terminal.run("list", "x.y", "--layer", "default").output == "a 1\nb 2\n")
    }

    @Test func `of nothing ends with 1`() throws {
        let terminal = try Terminal { _ in .result(Page(seq: 1, entries: [], next: nil)) }
        let errors = try terminal.run("list").errors
        #expect(errors == "settingsctl: nothing is set\nSee the files: settingsctl status\n")
        #expect(
            try terminal.run("list", "a.b").errors == """
                settingsctl: nothing of 'a.b' is set
                See its files: settingsctl status a.b

                """
        )
        #expect(try terminal.run("list").status == 1)
    }

    @Test func `finds a word in domain, key or value`() throws {
        let entries = [
            entry("org.dark", "k", .integer(1)), entry("x.y", "darkMode", .integer(2)),
            entry("x.y", "theme", .string("Dark")), entry("x.y", "size", .integer(3)),
        ]
        let terminal = try Terminal { _ in .result(Page(seq: 1, entries: entries, next: nil)) }
        let expected = "org.dark k 1\nx.y darkMode 2\nx.y theme \"Dark\"\n"
        #expect(try terminal.run("find", "dark").output == expected)
        #expect(try terminal.run("find", "nowhere").status == 1)
    }

    @Test func `finds words of titles and groups too, those of the look first`() throws {
        let entries = [
            entry("a.b", "fontSize", .integer(1)), entry("look", "mono.size", .integer(2)),
        ]
        let terminal = try Terminal(
            domains: { [domainReport("a.b"), domainReport("look", bundle: $0 + "/L.bundle")] },
            answer: { _ in .result(Page(seq: 1, entries: entries, next: nil)) }
        )
        try terminal.write(
            "L.bundle/Root.toml",
            """
            SAKeyPaths = true

            [[PreferenceSpecifiers]]
            Type = "PSGroupSpecifier"
            Title = "Font of terminals"

            [[PreferenceSpecifiers]]
            Type = "PSTextFieldSpecifier"
            Title = "Size"
            Key = "mono.size"
            """
        )
        #expect(try terminal.run("find", "font").output == "look mono.size 2\na.b fontSize 1\n")
        #expect(try terminal.run("find", "font size").output.contains("look mono.size 2\n"))
        #expect(try terminal.run("find", "font of").output == "look mono.size 2\n")
    }

    @Test func `of domains is one a line`() throws {
        let reports = ["a.b", "c.d"].map { domainReport($0) }
        let terminal = try Terminal(domains: { _ in reports }, answer: { _ in unset })
        #expect(try terminal.run("domains").output == "a.b\nc.d\n")
    }
}

/// The agent was asked something else, or nothing.
struct NoCall: Error {}

@Suite struct `settingsctl alone` {
    @Test func `counts a file of two domains once`() throws {
        let terminal = try Terminal(
            domains: { _ in
                ["a.b", "look"].map { name in
                    var report = domainReport(name)
                    report.files = ["/f", "/\(name)"]
                    return report
                }
            },
            answer: { _ in unset }
        )
        #expect(try terminal.run([]).output.hasPrefix("2 domains, 3 files, in sync.\n"))
    }
}
