// settingsctl range, describe, writable, list-keys, list-recursively, toggle, edit.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private func setting(_ keyText: String, _ value: SettingValue, rev: UInt64 = 3) -> Answer {
    .result(Setting(key: key(keyText), value: value, rev: rev, layer: .user, origin: "x"))
}

private let unset = Answer.failure(RPCError(.keyNotFound, "'k' is not set", advice: "Set it"))
private let accepted = Answer.result(Acceptance(seq: 1, rev: 4, isChanged: true, warnings: []))

@Suite struct `settingsctl range` {
    @Test(
        arguments: [
            ("font.size", "a number from 6 to 72\n"),
            ("wrap", "off\tNever\non\tAt the window\ncolumn\tAt a column\n"),
            ("theme", "dark\nlight\n"), ("account.token", "text\n"),
        ]
    )
    func `says what a setting may be`(key: String, expected: String) throws {
        let terminal = try EditorBundle.terminal { _ in unset }
        let outcome = try terminal.run("range", "a.b", key)
        #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
    }

    @Test func `is a JSON Schema for programs`() throws {
        let terminal = try EditorBundle.terminal { _ in unset }
        let expected =
            #"{"title":"Size","description":"In points.","default":12,"type":"number","minimum":6,"maximum":72}"#
        #expect(try terminal.run("range", "a.b", "font.size", "--json").output == expected + "\n")
    }

    @Test(arguments: [("a.b", "nothing"), ("c.d", "k")])
    func `ends with 1 where nothing says it`(domain: String, key: String) throws {
        let terminal = try EditorBundle.terminal { _ in unset }
        let outcome = try terminal.run("range", domain, key)
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
    }

    @Test func `comes from a JSON Schema, too`() throws {
        let terminal = try Terminal(
            domains: { [domainReport("a.b", schema: $0 + "/s.json")] },
            answer: { _ in unset }
        )
        try terminal.write("s.json", #"{"properties":{"k":{"type":"integer","minimum":1}}}"#)
        #expect(try terminal.run("range", "a.b", "k").output == "a whole number of at least 1\n")
    }

    @Test func `says where a bundle can't be read`() throws {
        let terminal = try Terminal(
            domains: { [domainReport("a.b", bundle: $0 + "/Gone.bundle")] },
            answer: { _ in unset }
        )
        let outcome = try terminal.run("range", "a.b", "k")
        #expect(outcome.status == 6)
        #expect(
            outcome.errors.hasSuffix(
                "/Gone.bundle: the bundle or schema can't be read: it isn't there\n"
                    + "Name the folder of a settings bundle.\n"
            )
        )
    }
}

@Suite struct `settingsctl describe` {
    @Test func `says what a setting is`() throws {
        let terminal = try EditorBundle.terminal { _ in setting("font.size", .integer(14)) }
        let outcome = try terminal.run("describe", "a.b", "font.size")
        let expected = """
            Size
            In points.
            expects   a number from 6 to 72
            default   12
            in force  14, of the layer 'user'
            shown in  Editor › Letters
            said in   \(terminal.folder.path)/Editor.bundle/Root.toml, PreferenceSpecifiers[1]

            """
        #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
    }
}

@Suite struct `settingsctl writable` {
    @Test(arguments: [
        ("k", "false\n", 1), ("k.below", "false\n", 1), ("table", "false\n", 1),
        ("table.other", "true\n", 0), ("kk", "true\n", 0),
    ])
    func `is false for what is locked, above or below`(
        keyText: String,
        text: String,
        status: Int32
    ) throws {
        let terminal = try Terminal { call in
            guard case .list(let list) = call, list.layer == .managed else { return unset }
            let entries = [
                entry("a.b", "k", .integer(1)), entry("a.b", "table.locked", .integer(1)),
            ]
            return .result(Page(seq: 1, entries: entries, next: nil))
        }
        let outcome = try terminal.run("writable", "a.b", keyText)
        #expect(outcome == Outcome(status: status, output: text, errors: ""))
    }
}

@Suite struct `Every key of a domain` {
    private func terminal() throws -> Terminal {
        try EditorBundle.terminal { _ in
            let entries = [
                entry("a.b", "added", .boolean(true)), entry("a.b", "font.size", .integer(14)),
            ]
            return .result(Page(seq: 1, entries: entries, next: nil))
        }
    }

    @Test func `is listed as the panes have them, then others that are set`() throws {
        let expected = "font.size\nwrap\ntheme\naccount.token\nadded\n"
        #expect(try terminal().run("list-keys", "a.b").output == expected)
    }

    @Test func `is listed with its value or that it has none`() throws {
        let expected = """
            a.b font.size 14
            a.b wrap (unset)
            a.b theme (unset)
            a.b account.token (unset)
            a.b added true

            """
        #expect(try terminal().run("list-recursively", "a.b").output == expected)
        #expect(try terminal().run("list-recursively").output == expected)
        let json = try terminal().run("list-recursively", "a.b", "--json").output
        #expect(
            json.hasPrefix(
                #"{"domain":"a.b","key":"font.size","path":["font","size"],"value":14,"layer":"user"}"#
                    + "\n"
                    + #"{"domain":"a.b","key":"wrap","path":["wrap"]}"# + "\n"
            )
        )
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
                return .result(
                    Explanation(key: key("k"), winner: .user, layers: [user], losers: [])
                )
            case .rescan: return .result(Position(seq: 1))
            default:
                var first = ReplicaReport(
                    domain: domain("a.b"),
                    file: "/first.toml",
                    format: "toml",
                    state: trouble == nil ? .ok : .broken,
                    layer: .user
                )
                first.problem = trouble?.problem
                first.place = trouble?.place
                return .result(Replicas([first]))
            }
        }
        try terminal.write("editor", "#!/bin/sh\nfor word; do echo \"$word\"; done > words\n")
        chmod(terminal.folder.appending(path: "editor").path, 0o700)
        terminal.environment["PATH"] = "/usr/bin:/bin"
        terminal.environment["VISUAL"] = "./editor --wait"
        return terminal
    }

    @Test func `opens the file at the line of the key`() throws {
        let terminal = try terminal(place: SourcePlace(line: 12, column: 8))
        #expect(try terminal.run("edit", "a.b", "k").status == 0)
        #expect(try terminal.read("words") == "--wait\n+12\n/f.toml\n")
    }

    @Test(arguments: [["a.b"], ["a.b", "k"]])
    func `opens the domain's first file where no file has the key`(words: [String]) throws {
        let terminal = try terminal(place: nil)
        #expect(try terminal.run(["edit"] + words).status == 0)
        #expect(try terminal.read("words") == "--wait\n+1\n/first.toml\n")
    }

    @Test func `tells what keeps the file from being read afterwards`() throws {
        let place = SourcePlace(line: 3, column: 4)
        let terminal = try terminal(place: nil, trouble: ("expected '='", place))
        let outcome = try terminal.run("edit", "a.b")
        let message = """
            settingsctl: /first.toml:3:4: expected '='
            The last good values stay in force. Correct it: settingsctl edit a.b

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
        var report = ReplicaReport(
            domain: domain("a.b"),
            file: "/first.json",
            format: "json",
            state: .ok,
            layer: .user
        )
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
