// settingsctl describe, list --defaults, toggle, edit.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

/// An agent that has one setting, or none, and these locks.
private func agent(
    _ setting: Answer = unset,
    locked: [Entry] = []
) -> @Sendable (Call) -> Answer {
    { call in
        guard case .list = call else { return setting }
        return .result(Page(seq: 1, entries: locked, next: nil))
    }
}

@Suite struct `settingsctl describe` {
    @Test func `says what a setting is`() throws {
        let terminal = try EditorBundle.terminal(answer: agent(setting("font.size", .integer(14))))
        let outcome = try terminal.run("describe", "a.b", "font.size")
        let expected = """
            Size
            In points.
            expects   a number from 6 to 72
            default   12
            current   14, of the layer 'user'
            writable  yes
            shown in  Editor › Letters
            source    \(terminal.folder.path)/Editor.bundle/Root.toml, PreferenceSpecifiers[1]

            """
        #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
    }

    @Test(
        arguments: [
            ("font.size", "expects   a number from 6 to 72\ndefault   12\n"),
            (
                "wrap",
                """
                expects   "off", "on" or "column"
                values    off (Never)
                          on (At the window)
                          column (At a column)
                default   off

                """
            ),
            ("theme", "expects   \"dark\" or \"light\"\ndefault   light\n"),
            ("account.token", "expects   text\ndefault   ••••••\n"),
        ]
    )
    func `says what a setting may be`(key: String, expected: String) throws {
        let terminal = try EditorBundle.terminal(answer: agent())
        let outcome = try terminal.run("describe", "a.b", key)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\n" + expected + "writable  yes\n"))
    }

    @Test func `is a JSON Schema for programs`() throws {
        let terminal = try EditorBundle.terminal(answer: agent())
        let expected =
            #"{"title":"Size","description":"In points.","default":12,"type":"number","minimum":6,"maximum":72}"#
        let outcome = try terminal.run("describe", "a.b", "font.size", "--json")
        #expect(outcome == Outcome(status: 0, output: expected + "\n", errors: ""))
    }

    @Test func `says of a setting without a schema what there is to say`() throws {
        let terminal = try Terminal(answer: agent(setting("k", .integer(14))))
        let outcome = try terminal.run("describe", "a.b", "k")
        let expected = "k\ncurrent   14, of the layer 'user'\nwritable  yes\n"
        #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
        #expect(try terminal.run("describe", "a.b", "k", "--json").output == "{}\n")
    }

    @Test(arguments: [
        ("k", true), ("k.below", true), ("table", true), ("table.other", false), ("kk", false),
    ])
    func `tells what is locked, above or below`(keyText: String, isLocked: Bool) throws {
        let locked = [entry("a.b", "k", .integer(1)), entry("a.b", "table.locked", .integer(1))]
        let terminal = try Terminal(answer: agent(setting(keyText, .integer(1)), locked: locked))
        let outcome = try terminal.run("describe", "a.b", keyText)
        let writable = isLocked ? "no, an administrator has locked it" : "yes"
        #expect(outcome.output.contains("\nwritable  \(writable)\n"))
        let json = try terminal.run("describe", "a.b", keyText, "--json").output
        #expect(json == (isLocked ? "{\"readOnly\":true}\n" : "{}\n"))
        guard case .list(let list)? = terminal.calls.last else { throw NoCall() }
        #expect(list.layer == .managed)
    }

    @Test func `ends with 1 where nothing is known`() throws {
        let known = try EditorBundle.terminal(answer: agent())
        let unknownKey = """
            settingsctl: the schema of 'a.b' doesn't know 'nothing', and it isn't set
            See: settingsctl list a.b --defaults

            """
        #expect(
            try known.run("describe", "a.b", "nothing")
                == Outcome(status: 1, output: "", errors: unknownKey)
        )
        let without = try Terminal(answer: agent())
        let noSchema = """
            settingsctl: 'k' of 'a.b' isn't set, and 'a.b' has no schema
            Create a bundle from its file: settingsctl schema infer FILE

            """
        #expect(
            try without.run("describe", "a.b", "k")
                == Outcome(status: 1, output: "", errors: noSchema)
        )
    }

    @Test func `comes from a JSON Schema, too`() throws {
        let terminal = try Terminal(
            domains: { [domainReport("a.b", schema: $0 + "/s.json")] },
            answer: agent()
        )
        try terminal.write("s.json", #"{"properties":{"k":{"type":"integer","minimum":1}}}"#)
        let output = try terminal.run("describe", "a.b", "k").output
        #expect(output.contains("\nexpects   a whole number of at least 1\n"))
    }

    @Test func `says where a bundle can't be read`() throws {
        let terminal = try Terminal(
            domains: { [domainReport("a.b", bundle: $0 + "/Gone.bundle")] },
            answer: agent()
        )
        let outcome = try terminal.run("describe", "a.b", "k")
        #expect(outcome.status == 6)
        #expect(
            outcome.errors.hasSuffix(
                "/Gone.bundle: the bundle or schema can't be read: it isn't there\n"
                    + "Name the folder of a settings bundle.\n"
            )
        )
    }
}

@Suite struct `settingsctl list --defaults` {
    private func terminal() throws -> Terminal {
        let entries = [
            entry("a.b", "added", .boolean(true)), entry("a.b", "font.size", .integer(14)),
        ]
        return try EditorBundle.terminal { call in
            guard case .list(let list) = call else { return unset }
            let found = entries.filter { list.prefix?.isPrefix(of: $0.key) ?? true }
            return .result(Page(seq: 1, entries: found, next: nil))
        }
    }

    @Test func `has what the panes have, set or not, and then what else is set`() throws {
        let lines = [
            "font.size 14", "wrap (unset)", "theme (unset)", "account.token (unset)", "added true",
        ]
        let output = lines.map { $0 + "\n" }.joined()
        let one = try terminal().run("list", "a.b", "--defaults")
        #expect(one == Outcome(status: 0, output: output, errors: ""))
        let all = lines.map { "a.b " + $0 + "\n" }.joined()
        #expect(try terminal().run("list", "--defaults").output == all)
    }

    @Test func `has an object for each`() throws {
        let output = try terminal().run("list", "a.b", "--defaults", "--json").output
        #expect(
            output.hasPrefix(
                #"{"domain":"a.b","key":"font.size","path":["font","size"],"value":14,"rev":1,"#
                    + #""layer":"user","origin":"agent"}"# + "\n"
                    + #"{"domain":"a.b","key":"wrap","path":["wrap"]}"# + "\n"
            )
        )
    }

    @Test(arguments: [
        ("font", "font.size 14\n"), ("account", "account.token (unset)\n"),
        ("wrap", "wrap (unset)\n"),
    ])
    func `has a key and all below it`(prefix: String, output: String) throws {
        #expect(try terminal().run("list", "a.b", prefix, "--defaults").output == output)
    }

    @Test func `is of no single layer`() throws {
        let outcome = try terminal().run("list", "a.b", "--defaults", "--layer", "user")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--layer and --defaults exclude each other."))
    }
}

@Suite struct `settingsctl toggle` {
    private static func terminal(_ value: SettingValue?) throws -> Terminal {
        try EditorBundle.terminal { call in
            switch call {
            case .get(_, let key, _): value.map { setting(key.description, $0) } ?? unset
            default: accepted
            }
        }
    }

    @Test(
        arguments: [
            ("theme", .string("dark"), [], "light"), ("theme", .string("light"), [], "dark"),
            ("theme", nil, [], "dark"), ("wrap", .string("off"), [], "on"),
            ("wrap", .string("column"), [], "off"), ("wrap", .string("off"), ["--back"], "column"),
            ("other", .boolean(true), [], "false"), ("other", .boolean(false), [], "true"),
        ] as [(String, SettingValue?, [String], String)]
    )
    func `goes on to the next value`(
        keyText: String,
        value: SettingValue?,
        options: [String],
        next: String
    ) throws {
        let terminal = try Self.terminal(value)
        let outcome = try terminal.run(["toggle", "a.b", keyText] + options)
        #expect(outcome == Outcome(status: 0, output: next + "\n", errors: ""))
        guard case .set(let set)? = terminal.calls.last else { throw NoCall() }
        #expect(set.value == SettingValue(toggled: next))
        #expect(set.ifRev == (value == nil ? 0 : 3))
    }

    @Test(
        arguments: [
            ("font.size", .integer(12), 3), ("wrap", .string("x"), 3), ("other", .integer(1), 3),
            ("other", nil, 1),
        ] as [(String, SettingValue?, Int32)]
    )
    func `changes nothing that has no next value`(
        keyText: String,
        value: SettingValue?,
        status: Int32
    ) throws {
        let terminal = try Self.terminal(value)
        #expect(try terminal.run("toggle", "a.b", keyText).status == status)
        #expect(!terminal.calls.contains { if case .set = $0 { true } else { false } })
    }

    @Test(arguments: [("true", "false"), ("3", "")])
    func `knows a row of another domain's bundle, and hides its secret`(
        json: String,
        next: String
    ) throws {
        let value = try SettingValue(json: json)
        let terminal = try EditorBundle.terminal { call in
            if case .get = call { setting("pin", value) } else { accepted }
        }
        try terminal.write(
            "Editor.bundle/Root.toml",
            """
            [[PreferenceSpecifiers]]
            Type = "PSToggleSwitchSpecifier"
            Title = "Pin"
            Key = "pin"
            SADomain = "c.d"
            SASecret = true
            DefaultValue = false
            """
        )
        let outcome = try terminal.run("toggle", "c.d", "pin")
        #expect(outcome.output == (next.isEmpty ? "" : "••••••\n"))
        #expect(outcome.status == (next.isEmpty ? 3 : 0))
        #expect(!outcome.errors.contains("3"))
    }

    @Test func `begins anew where somebody was faster`() throws {
        let answers = Countdown(from: 2)
        let terminal = try EditorBundle.terminal { call in
            switch call {
            case .get: setting("theme", .string("dark"), rev: 3)
            default:
                answers.takeOne()
                    ? .failure(RPCError(.revConflict, "somebody was faster", advice: "Read again"))
                    : accepted
            }
        }
        #expect(try terminal.run("toggle", "a.b", "theme").output == "light\n")
        let sets = terminal.calls.filter { if case .set = $0 { true } else { false } }
        #expect(sets.count == 3)
    }
}

extension SettingValue {
    fileprivate init(toggled word: String) {
        switch word {
        case "true": self = .boolean(true)
        case "false": self = .boolean(false)
        default: self = .string(word)
        }
    }
}

@Suite struct `settingsctl edit` {
    /// An editor that writes its words into a file.
    private func terminal(
        place: SourcePlace?,
        trouble: (problem: String, place: SourcePlace)? = nil
    ) throws -> Terminal {
        let terminal = try Terminal { call in
            switch call {
            case .explain:
                var user = LayerReport(layer: .user, value: .integer(14))
                user.file = place == nil ? nil : "/f.toml"
                user.place = place
                var bundle = LayerReport(layer: .default, value: .integer(13))
                bundle.file = "/s.bundle/Root.plist"
                let layers = [user, bundle]
                return .result(
                    Explanation(key: key("k"), winner: .user, layers: layers, losers: [])
                )
            case .rescan: return .result(Position(seq: 1))
            case .list:
                let theme = entry("a.b", "theme", .integer(1))
                return .result(Page(seq: 1, entries: [theme], next: nil))
            default:
                var first = replica("/first.toml", trouble == nil ? .ok : .broken)
                first.problem = trouble?.problem
                first.place = trouble?.place
                return .result(Replicas([first]))
            }
        }
        try terminal.writeProgram("editor", "for word; do echo \"$word\"; done > words\n")
        terminal.environment["PATH"] = "/usr/bin:/bin"
        terminal.environment["VISUAL"] = "./editor --wait"
        return terminal
    }

    @Test func `opens the file at the line of the key`() throws {
        let terminal = try terminal(place: SourcePlace(line: 12, column: 8))
        let outcome = try terminal.run("edit", "a.b", "k")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        #expect(try terminal.read("words") == "--wait\n+12\n/f.toml\n")
    }

    @Test(arguments: [
        (["a.b"], ""),
        (
            ["a.b", "k"],
            """
            settingsctl: no file of 'a.b' has 'k'
            '/first.toml' is opened.

            """
        ),
        (
            ["a.b", "tehme"],
            """
            settingsctl: no file of 'a.b' has 'tehme'
            Did you mean 'theme'? '/first.toml' is opened.

            """
        ),
    ])
    func `opens the domain's first file where no file has the key`(
        words: [String],
        errors: String
    ) throws {
        let terminal = try terminal(place: nil)
        let outcome = try terminal.run(["edit"] + words)
        #expect(outcome == Outcome(status: 0, output: "", errors: errors))
        #expect(try terminal.read("words") == "--wait\n+1\n/first.toml\n")
    }

    @Test func `tells what keeps the file from being read afterwards`() throws {
        let place = SourcePlace(line: 3, column: 4)
        let terminal = try terminal(place: nil, trouble: ("expected '='", place))
        let outcome = try terminal.run("edit", "a.b")
        let message = """
            settingsctl: /first.toml:3:4: expected '='
            The last valid values stay effective. Correct it: settingsctl edit a.b

            """
        #expect(outcome == Outcome(status: 5, output: "", errors: message))
    }

    @Test func `tells of a key that stands twice, and has taken the file`() throws {
        let place = SourcePlace(line: 2, column: 3)
        var told = ReplicaReport.Diagnostic(
            code: "duplicate",
            key: key("size"),
            place: place,
            problem: "'size' is set again on line 3",
            advice: "Remove all but one of them"
        )
        var report = replica("/first.json", format: "json")
        told.severity = .warning
        (report.problem, report.place, report.diagnostics) = (told.problem, place, [told])
        let replicas = Replicas([report])
        let terminal = try Terminal { call in
            if case .rescan = call { return .result(Position(seq: 1)) }
            return .result(replicas)
        }
        terminal.environment["EDITOR"] = "/bin/true"
        let message = """
            settingsctl: /first.json:2:3: 'size' is set again on line 3
            The file was taken, and one of them counts. Remove all but one of them.

            """
        #expect(
            try terminal.run("edit", "a.b") == Outcome(status: 0, output: "", errors: message)
        )
    }

    @Test func `says that an editor can't be run`() throws {
        let terminal = try terminal(place: nil)
        terminal.environment["VISUAL"] = "/nonexistent/editor"
        #expect(try terminal.run("edit", "a.b").status == 6)
    }
}
