// settingsctl explain, log, undo, diff, doctor, link, replicas, rescan.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private func report(_ id: UInt64, _ keyText: String, _ why: String = "set") -> HistoryReport {
    HistoryReport(
        id: id,
        seq: 1,
        time: 0,
        domain: domain("a.b"),
        key: key(keyText),
        origin: "file:/f",
        why: why
    )
}

@Suite struct `settingsctl explain and log` {
    @Test func `print every layer as a table`() throws {
        let terminal = try Terminal { _ in
            var user = LayerReport(layer: .user, value: .integer(14))
            user.file = "/f.toml"
            user.place = SourcePlace(line: 12, column: 8)
            user.origin = "file:/f.toml"
            user.time = 86_400_000
            let site = LayerReport(layer: .site, value: .integer(12))
            let loser = LoserReport(value: nil, origin: "client:x", time: 0, why: "superseded")
            return .result(
                Explanation(key: key("k"), winner: .user, layers: [user, site], losers: [loser])
            )
        }
        let expected = """
            >  user        14       /f.toml:12:8  file:/f.toml  1970-01-02T00:00:00Z
               site        12
               superseded  (unset)                client:x      1970-01-01T00:00:00Z

            """
        #expect(try terminal.run("explain", "a.b", "k").output == expected)
        #expect(try terminal.run("explain", "a.b", "k", "--json").output.hasPrefix(#"{"key":"k","#))
    }

    @Test func `print the history with the ids that undo takes`() throws {
        let terminal = try Terminal { _ in
            var first = report(7, "font.size")
            first.new = .integer(1)
            var second = first
            second.id = 12
            second.old = .integer(1)
            second.new = nil
            second.kept = .integer(1)
            second.why = "kept-newer"
            return .result(HistoryPage([first, second]))
        }
        let expected = """
            7   1970-01-01T00:00:00Z  font.size  (unset) → 1  set                 file:/f
            12  1970-01-01T00:00:00Z  font.size  1 → (unset)  kept-newer, kept 1  file:/f

            """
        #expect(try terminal.run("log", "a.b", "--limit", "2").output == expected)
        guard case .history(let history)? = terminal.calls.first else { throw NoCall() }
        #expect(history.limit == 2)
    }

    @Test(arguments: [
        (["a.b", "nokey"], "no change of 'nokey' in 'a.b'"), (["a.b"], "no change in 'a.b'"),
        ([], "no change"), (["--since", "9"], "no change after seq 9"),
    ]) func `say that nothing happened`(words: [String], found: String) throws {
        let terminal = try Terminal { _ in .result(HistoryPage([])) }
        let outcome = try terminal.run(["log"] + words)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("settingsctl: the history has \(found)\n"))
    }

    @Test(
        arguments: [
            ("superseded", .integer(5), .integer(6), "5  superseded, kept 6"),
            ("refused", .integer(5), nil, "5  refused"),
            ("ambiguous", .integer(5), .integer(6), "5  ambiguous, kept 6"),
            ("ambiguous", nil, .integer(5), "(unset)  ambiguous, kept 5"),
            ("set", .integer(5), nil, "(unset) → 5  set"),
        ] as [(String, SettingValue?, SettingValue?, String)]
    )
    func `say of what wasn't taken just what it was`(
        why: String,
        new: SettingValue?,
        kept: SettingValue?,
        shown: String
    ) throws {
        let terminal = try Terminal { _ in
            var entry = report(1, "size", why)
            (entry.new, entry.kept) = (new, kept)
            return .result(HistoryPage([entry]))
        }
        let output = try terminal.run("log", "a.b").output
        #expect(output == "1  1970-01-01T00:00:00Z  size  \(shown)  file:/f\n")
    }

    @Test(
        arguments: [
            (["12"], .entry(id: 12)), (["--seq", "3"], .seq(3)), ([], .newest(nil)),
            (["a.b", "k"], .key(domain("a.b"), key("k"))), (["a.b"], .newest(domain("a.b"))),
            (["--since", "1970-01-01T00:00:05Z"], .since(nil, 5_999)),
            (["a.b", "--since", "1970-01-01T00:00:05Z"], .since(domain("a.b"), 5_999)),
        ] as [([String], Call.UndoTarget)]
    )
    func `undo by id, seq or key, and wait for the files of what was undone`(
        words: [String],
        target: Call.UndoTarget
    ) throws {
        let warning = Warning(file: "/x.toml", state: .broken, problem: "expected '='")
        let terminal = try Terminal(warnings: [warning]) { _ in
            var acceptance = BatchAcceptance(seq: 9, revs: nil, warnings: [])
            acceptance.domain = domain("a.b")
            return .result(acceptance)
        }
        let outcome = try terminal.run(["undo"] + words + ["--json"])
        #expect(outcome.status == 5)
        #expect(terminal.calls == [.undo(target)])
        let expected =
            #"{"seq":9,"domain":"a.b","warnings":[{"file":"/x.toml","state":"broken","problem":"expected '='"}],"changes":[]}"#
        #expect(outcome.output == expected + "\n")
    }

    @Test(arguments: [(["undo", "a.b"], "To redo: settingsctl redo a.b"), (["redo"], nil)])
    func `print what an undo changed, and the command for the other way`(
        words: [String],
        command: String?
    ) throws {
        let warning = Warning(file: "/x.toml", state: .broken, problem: "expected '='")
        let isRedo = words[0] == "redo"
        let terminal = try Terminal(warnings: [warning]) { call in
            guard case .history(let history) = call else {
                var acceptance = BatchAcceptance(seq: 9, revs: nil, warnings: [])
                acceptance.group = 5
                return .result(acceptance)
            }
            #expect(history.group == 5)
            var entry = report(5, "font.size", isRedo ? "redo" : "undo")
            entry.old = .integer(22)
            entry.new = .integer(21)
            var secret = entry.withoutValues
            secret.key = key("token")
            return .result(HistoryPage([entry, secret]))
        }
        let outcome = try terminal.run(words)
        let name = isRedo ? "a.b " : ""
        let rows = "\(name)font.size  22 → 21\n\(name)token      •••••• → ••••••\n"
        #expect(outcome.output == rows + (command ?? "To undo: settingsctl undo --seq 1") + "\n")
        #expect(outcome.status == 5)
    }

    @Test(arguments: [
        ["1", "--seq", "2"], ["a/b", "k"], ["--seq", "2", "--since", "1m"],
        ["a.b", "k", "--since", "1m"], ["a.b", "--since", "2147483647-01-01"],
    ])
    func `undo nothing that isn't said clearly`(words: [String]) throws {
        let terminal = try Terminal { _ in .result(Position(seq: 1)) }
        #expect(try terminal.run(["undo"] + words).status == 2)
        #expect(terminal.calls.isEmpty)
    }
}

@Suite struct `settingsctl diff` {
    @Test func `shows where a file says something else`() throws {
        let folder = try Terminal()
        let file = try folder.write("x.toml", "a = 1\nb = 2\nd = 1979-05-27T07:32:00Z\n")
        let terminal = try Terminal { call in
            guard case .list = call else {
                var report = replica(file)
                report.adopt = "all"
                return .result(SettingsProtocol.Replicas([report]))
            }
            let date = SettingDate(seconds: 296_638_320)
            let entries = [
                entry("a.b", "a", .integer(1)), entry("a.b", "b", .integer(3)),
                entry("a.b", "c", .string("x")), entry("a.b", "d", .date(date)),
            ]
            return .result(Page(seq: 1, entries: entries, next: nil))
        }
        let outcome = try terminal.run("diff")
        #expect(outcome.status == 1)
        #expect(outcome.output == "\(file) b 2 → 3\n\(file) c (unset) → \"x\"\n")
        let json = try terminal.run("diff", "--json").output
        #expect(json.contains(#""key":"b","path":["b"],"inFile":2,"inSettings":3}"#))
    }

    /// In the second file, a table has lost its last key.
    @Test(arguments: ["a = 1\n", "a = 1\n[t]\n"])
    func `is silent when all say the same`(text: String) throws {
        let folder = try Terminal()
        let file = try folder.write("x.toml", text)
        let terminal = try Terminal { call in
            guard case .list = call else {
                return .result(SettingsProtocol.Replicas([replica(file)]))
            }
            // A file that takes on only what it has lacks 'other' by right.
            let entries = [entry("a.b", "a", .integer(1)), entry("a.b", "other", .integer(2))]
            return .result(Page(seq: 1, entries: entries, next: nil))
        }
        #expect(try terminal.run("diff") == Outcome(status: 0, output: "", errors: ""))
    }
}

@Suite struct `settingsctl diff, of a file that can't be read,` {
    /// A broken file that may hold a secret, before one that differs.
    private func outcome(_ state: ReplicaReport.State) throws -> Outcome {
        let folder = try Terminal()
        let broken = try folder.write("x.toml", "a = 1\ntoken = \"hunter5\n")
        let other = try folder.write("y.toml", "a = 2\n")
        let terminal = try Terminal { call in
            if case .list = call {
                let entries = [entry("a.b", "a", .integer(1))]
                return .result(Page(seq: 1, entries: entries, next: nil))
            }
            var report = replica(broken, state)
            if state == .broken {
                report.place = SourcePlace(line: 2, column: 9)
                report.problem = "the text has no end"
            }
            return .result(SettingsProtocol.Replicas([report, replica(other)]))
        }
        var outcome = try terminal.run("diff")
        outcome.output = outcome.output.replacing(folder.folder.path, with: "")
        outcome.errors = outcome.errors.replacing(folder.folder.path, with: "")
        return outcome
    }

    @Test(
        arguments: [
            (.broken, "/x.toml:2:9: the text has no end"),
            (.ok, "/x.toml:2:9: it can't be read as settings"),
        ] as [(ReplicaReport.State, String)]
    )
    func `quotes none of it, and goes on`(state: ReplicaReport.State, problem: String) throws {
        let outcome = try outcome(state)
        let advice = "Find the mistake: settingsctl file check /x.toml\n"
        #expect(
            outcome
                == Outcome(
                    status: 6,
                    output: "/y.toml a 2 → 1\n",
                    errors: "settingsctl: \(problem)\n\(advice)"
                )
        )
    }

    @Test func `gives the agent's advice where the text is no mistake`() throws {
        let terminal = try Terminal { call in
            if case .list = call { return .result(Page(seq: 1, entries: [], next: nil)) }
            var held = replica("/x.toml", .broken)
            held.problem = "the file has become empty"
            held.diagnostics = [
                ReplicaReport.Diagnostic(
                    code: "wiped",
                    key: nil,
                    place: nil,
                    problem: "the file has become empty",
                    advice: "To accept it: settingsctl accept /x.toml"
                )
            ]
            return .result(SettingsProtocol.Replicas([held]))
        }
        let errors = """
            settingsctl: /x.toml: the file has become empty
            To accept it: settingsctl accept /x.toml

            """
        #expect(try terminal.run("diff") == Outcome(status: 6, output: "", errors: errors))
    }
}

/// What doctor says of an agent with these files.
func doctor(
    _ replicas: SettingsProtocol.Replicas,
    _ change: @escaping @Sendable (inout Statistics) -> Void = { _ in }
) throws -> Outcome {
    let terminal = try Terminal { call in
        guard case .stats = call else { return .result(replicas) }
        var statistics = Statistics(version: "0.1.0", uptimeMilliseconds: 1, seq: 1)
        change(&statistics)
        return .result(statistics)
    }
    terminal.environment["SETTINGS_AGENT_SOCKET"] = "s"
    return try terminal.run("doctor")
}

@Suite struct `settingsctl doctor` {
    private func outcome(
        _ change: @escaping @Sendable (inout Statistics) -> Void,
        _ replicas: [ReplicaReport]
    ) throws -> Outcome {
        try doctor(SettingsProtocol.Replicas(replicas)) {
            $0.process = 7
            $0.journal.file = "/j"
            $0.watches.limit = 100
            change(&$0)
        }
    }

    @Test func `says ok for all that is well`() throws {
        let expected = """
            ok  agent: version 0.1.0, process 7, listens at 's'
            ok  version: agent and settingsctl are both 0.1.0
            ok  journal: '/j', 0 bytes
            ok  watches: 0 of 100 that the kernel allows
            ok  a.b: '/f' is in sync

            """
        #expect(
            try outcome({ _ in }, [replica("/f")])
                == Outcome(status: 0, output: expected, errors: "")
        )
    }

    @Test(arguments: [
        (PublishMethod.exchange, ""),
        (
            .compareAndRename,
            "; its file system can't exchange names, so a save in the same instant can be lost"
        ),
    ])
    func `names a file whose saves a write can lose`(
        publishing: PublishMethod,
        risk: String
    ) throws {
        var file = replica("/f")
        file.publishing = publishing
        let outcome = try outcome({ _ in }, [file])
        #expect(outcome.output.hasSuffix("\nok  a.b: '/f' is in sync\(risk)\n"))
        #expect(outcome.status == 0)
    }

    @Test func `says what to do for all that isn't`() throws {
        var broken = replica("/f", .broken)
        broken.place = SourcePlace(line: 3, column: 4)
        broken.problem = "expected '='"
        broken.watch = .inotify
        let outcome = try outcome(
            {
                $0.version = "0.0.9"
                $0.journal.problem = "the disk is full"
                $0.journal.advice = "Make room; changes are taken again then"
                $0.watches.polledCount = 2
            },
            [broken]
        )
        let expected = """
            ok  agent: version 0.0.9, process 7, listens at 's'
            !!  version: the agent is 0.0.9, settingsctl 0.1.0
                Restart the agent: settingsctl agent restart
            !!  journal: '/j', 0 bytes: the disk is full
                Make room; changes are taken again then.
            !!  watches: 0 of 100 that the kernel allows; 2 files are polled
                Raise the limit: sysctl fs.inotify.max_user_watches=524288
            !!  a.b: '/f:3:4' is broken: expected '='
                The last valid values stay effective; find the mistake: \
            settingsctl file check --format toml /f

            """
        #expect(outcome == Outcome(status: 1, output: expected, errors: ""))
    }
}

@Suite struct `settingsctl doctor, of what is in sync in part,` {
    @Test func `says each value that differs with what to do`() throws {
        var file = replica("/f", .differs)
        file.diagnostics = [
            ReplicaReport.Diagnostic(
                code: "type",
                key: nil,
                place: SourcePlace(line: 3, column: 4),
                problem: "'font.size' is \"big\", expected a number",
                advice: "Correct the line"
            ),
            ReplicaReport.Diagnostic(
                code: "unrepresentable",
                key: nil,
                place: nil,
                problem: "'b' can't be written here",
                advice: "Set another value"
            ),
        ]
        let outcome = try doctor(SettingsProtocol.Replicas([file]))
        #expect(outcome.status == 1)
        #expect(
            outcome.output.hasSuffix(
                """
                !!  a.b: '/f:3:4' is different: 'font.size' is "big", expected a number
                    Correct the line.
                !!  a.b: '/f' is different: 'b' can't be written here
                    Set another value.

                """
            )
        )
    }

    @Test(arguments: [ReplicaReport.State.ok, .differs])
    func `warns of a key that stands twice`(state: ReplicaReport.State) throws {
        var file = replica("/f", state)
        var repeated = ReplicaReport.Diagnostic(
            code: "duplicate",
            key: key("size"),
            place: SourcePlace(line: 2, column: 3),
            problem: "'size' is set again on line 3",
            advice: "Remove all but one of them"
        )
        repeated.severity = .warning
        let locked = ReplicaReport.Diagnostic(
            code: "locked",
            key: key("b"),
            place: SourcePlace(line: 4, column: 3),
            problem: "'b' is locked by '/m'",
            advice: "Remove the line"
        )
        file.diagnostics = state == .ok ? [repeated] : [repeated, locked]
        (file.problem, file.place) = (file.diagnostics.last?.problem, file.diagnostics.last?.place)
        let outcome = try doctor(SettingsProtocol.Replicas([file]))
        #expect(outcome.status == (state == .ok ? 0 : 1))
        let first =
            state == .ok
            ? "ok  a.b: '/f' is in sync\n"
            : "!!  a.b: '/f:4:3' is different: 'b' is locked by '/m'\n    Remove the line.\n"
        let warning = """
             !  a.b: '/f:2:3': 'size' is set again on line 3
                Remove all but one of them.

            """
        #expect(outcome.output.hasSuffix(first + warning))
    }

    @Test func `says the mistakes in the agent's own files`() throws {
        var mistake = ConfigurationMistake(
            file: "/d/a.b.toml",
            problem: "'titel' is not known",
            consequence: "Ignored it",
            advice: "Use one of title"
        )
        mistake.domain = domain("a.b")
        mistake.place = SourcePlace(line: 1, column: 1)
        let outcome = try doctor(SettingsProtocol.Replicas([], mistakes: [mistake]))
        #expect(outcome.status == 1)
        #expect(
            outcome.output.hasSuffix(
                """
                !!  a.b: /d/a.b.toml:1:1: 'titel' is not known. Ignored it
                    Use one of title.

                """
            )
        )
    }
}

@Suite struct `settingsctl link and status` {
    @Test func `send the whole path of a file`() throws {
        let terminal = try Terminal { _ in .result(Linked(replica("/f"))) }
        let words = [
            "link", "a.b", "./x.toml", "--prefix", "ui", "--keys", "font.*", "--layer", "site",
            "--adopt", "all", "--format", "json",
        ]
        #expect(try terminal.run(words).output == "in sync  toml  user  /f\n")
        guard case .link(let link)? = terminal.calls.first else { throw NoCall() }
        #expect(link.file == terminal.folder.path + "/x.toml")
        #expect(link.prefix == key("ui"))
        #expect(link.keys == [.below(key("font"))])
        #expect(link.layer == .site)
        #expect(link.adopt == .all)
        #expect(link.format == "json")
        let nothing = Outcome(status: 0, output: "", errors: "")
        #expect(try terminal.run("unlink", "a.b", "/y") == nothing)
        #expect(terminal.calls.contains(.unlink(Call.Unlink(domain: domain("a.b"), file: "/y"))))
    }

    @Test func `say that a last file didn't have everything`() throws {
        var linked = Linked(replica("/f"))
        linked.kept = 2
        let terminal = try Terminal { [linked] _ in .result(linked) }
        let expected = """
            settingsctl: '/f' didn't have all that was set; only the agent's database has the domain's 2 settings now
            Give them a file again: settingsctl link a.b FILE

            """
        #expect(
            try terminal.run("unlink", "a.b", "/f")
                == Outcome(status: 0, output: "", errors: expected)
        )
    }

    @Test(arguments: [["--layer", "session"], ["--format", "yml"], ["--adopt", "some"]])
    func `name the choices there are`(words: [String]) throws {
        let terminal = try Terminal { _ in .result(Linked(replica("/f"))) }
        let outcome = try terminal.run(["link", "a.b", "/f"] + words)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("'\(words[1])' is invalid"))
        #expect(terminal.calls.isEmpty)
        let help = try terminal.run("link", "--help").output
        for choice in ["managed", "yaml", "primary"] { #expect(help.contains(choice)) }
    }

    @Test func `print a line a file`() throws {
        var broken = replica("/long", .broken)
        broken.place = SourcePlace(line: 3, column: 4)
        broken.problem = "expected '='"
        broken.pendingWrites = 2
        let reports = [replica("/f"), broken]
        let terminal = try Terminal { _ in .result(SettingsProtocol.Replicas(reports)) }
        let expected = """
            in sync  toml  user  /f
            broken   toml  user  /long:3:4: expected '=' (2 changes wait to be written)

            """
        let outcome = Outcome(status: 1, output: expected, errors: "")
        #expect(try terminal.run("status", "a.b") == outcome)
        #expect(try terminal.run("status").output.hasPrefix("a.b  in sync"))
        // The older name has no status.
        let older = Outcome(status: 0, output: expected, errors: "")
        #expect(try terminal.run("replicas", "a.b") == older)
    }

    @Test func `end with 0 where all is well, and name the values that break a rule`() throws {
        let problem = ProblemReport(problem: "'size' is 99, expected 1", advice: "Set another")
        let terminal = try Terminal { call in
            if case .validate = call { return .result(Validation([problem])) }
            guard case .replicas(let name) = call, name == nil else {
                return .result(SettingsProtocol.Replicas([replica("/f")]))
            }
            let schema = SchemaReport(domain: domain("a.b"), file: "/s", kind: "schema", state: .ok)
            return .result(SettingsProtocol.Replicas([replica("/f")], schemas: [schema]))
        }
        let well = Outcome(status: 0, output: "in sync  toml  user  /f\n", errors: "")
        #expect(try terminal.run("status", "a.b") == well)
        let outcome = try terminal.run("status")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasSuffix("'size' is 99, expected 1\n    Set another.\n"))
    }

    @Test(arguments: [
        (HookState.ok, "up to date"), (.waiting, "to be reloaded"), (.failed, "not reloaded"),
    ])
    func `say of a hook that has nothing to do no more than that`(
        state: HookState,
        phrase: String
    ) throws {
        var found = SettingsProtocol.Replicas([replica("/f")])
        let hook = HookReport(domain: domain("a.b"), hook: "x", state: state, file: "/d", seq: 0)
        found.hooks = [hook]
        let terminal = try Terminal { [found] _ in .result(found) }
        let lines = try terminal.run("replicas", "a.b").output.split(separator: "\n")
        #expect(lines.last?.split(separator: " ").joined(separator: " ") == "\(phrase) reload - x")
    }

    @Test func `look at every file`() throws {
        let terminal = try Terminal { _ in .result(Position(seq: 1)) }
        #expect(try terminal.run("rescan").status == 0)
        #expect(terminal.calls == [.rescan(domain: nil)])
    }

    @Test func `accept a held save of a file or of a domain's files`() throws {
        let terminal = try Terminal { _ in .result(Position(seq: 1)) }
        #expect(try terminal.run("accept", "/x/s.toml").status == 0)
        // A folder of that name is no linked file.
        try terminal.write("a.b/x.toml", "")
        #expect(try terminal.run("accept", "a.b").status == 0)
        let domain = try Domain("a.b")
        #expect(
            terminal.calls == [
                .accept(domain: nil, file: "/x/s.toml"), .accept(domain: domain, file: nil),
            ]
        )
    }
}
