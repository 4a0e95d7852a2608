// Files that can't be read or that are being written, as the commands tell of them.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private let problem = "another program has it open and keeps writing it"

private func replica(_ state: ReplicaReport.State) -> ReplicaReport {
    ReplicaReport(domain: domain("a.b"), file: "/f", format: "toml", state: state, layer: .user)
}

@Suite struct `A file that is being written` {
    @Test func `is named by rescan, which ends all the same`() throws {
        let terminal = try Terminal { _ in
            let warning = Warning(file: "/f", state: .busy, problem: problem)
            return .result(Application(seq: 7, revs: nil, warnings: [warning]))
        }
        let errors = """
            settingsctl: '/f' is busy: another program has it open and keeps writing it
            It is read when its writer is done.

            """
        #expect(try terminal.run("rescan", "a.b") == Outcome(status: 5, output: "", errors: errors))
        #expect(
            try terminal.run("rescan", "a.b", "--json")
                == Outcome(status: 5, output: #"{"domain":"a.b","seq":7}"# + "\n", errors: errors)
        )
    }
}

@Suite struct `A file that is being written, to doctor,` {
    @Test func `is busy, with how to see who has it open`() throws {
        let terminal = try Terminal { call in
            guard case .stats = call else {
                var report = replica(.busy)
                report.problem = problem
                return .result(SettingsProtocol.Replicas([report]))
            }
            return .result(Statistics(version: "0.1.0", uptimeMilliseconds: 1, seq: 1))
        }
        let outcome = try terminal.run("doctor")
        #expect(outcome.status == 1)
        #expect(
            outcome.output.split(separator: "\n").suffix(2).joined(separator: "\n") == """
                !!  a.b: '/f' is busy: another program has it open and keeps writing it
                    It's taken when its writer is done; see who has it open: fuser -v /f
                """
        )
    }
}

@Suite struct `A file that can't be read` {
    private func pipe() -> ReplicaReport {
        var report = replica(.broken)
        report.problem = "'/f' is a device, pipe or socket, expected a file"
        report.diagnostics = [
            ReplicaReport.Diagnostic(
                code: "not-regular",
                key: nil,
                place: nil,
                problem: "'/f' is a device, pipe or socket, expected a file",
                advice: "Move it away, or link another path"
            )
        ]
        return report
    }

    @Test func `is linked, and that nothing of it is taken is told by the status`() throws {
        let terminal = try Terminal { _ in .result(Linked(pipe())) }
        let outcome = try terminal.run("link", "a.b", "/f")
        #expect(outcome.status == 5)
        #expect(outcome.output.hasSuffix("is a device, pipe or socket, expected a file\n"))
    }

    @Test func `has the advice of doctor that is of use for it`() throws {
        let terminal = try Terminal { call in
            guard case .stats = call else { return .result(SettingsProtocol.Replicas([pipe()])) }
            return .result(Statistics(version: "0.1.0", uptimeMilliseconds: 1, seq: 1))
        }
        let output = try terminal.run("doctor").output
        #expect(output.hasSuffix("    Move it away, or link another path.\n"), "\(output)")
    }
}

@Suite struct `A key with an empty part` {
    @Test func `is told by import with its place, and nothing is set`() throws {
        let terminal = try Terminal { _ in .result(Position(seq: 1)) }
        try terminal.write("x.json", "{\n  \"a\": {\"\": 2}\n}\n")
        let errors = """
            settingsctl: x.json:2:9: 'a.""' can't be set: the key path has an empty segment
            Nothing was changed. Give the key another name in the file, or take it out.

            """
        let outcome = try terminal.run("import", "a.b", "x.json")
        #expect(outcome == Outcome(status: 3, output: "", errors: errors))
        #expect(terminal.calls.isEmpty)
    }

    @Test func `is left out by export, and told, so that import takes the file`() throws {
        let keys = [SettingKeyPath(segments: ["a", ""]), SettingKeyPath(segments: ["b"])]
        let terminal = try Terminal { _ in
            let entries = keys.map { key in
                let content = Entry.Content.value(.integer(1), rev: 1, layer: .user, origin: "x")
                return Entry(domain: domain("a.b"), key: key, content: content)
            }
            return .result(Page(seq: 1, entries: entries, next: nil))
        }
        let errors = """
            settingsctl: keys with an empty part are left out: 'a.""'
            Only their file can set them; there, give them a name.

            """
        let outcome = try terminal.run("export", "a.b", "x.toml")
        #expect(outcome == Outcome(status: 0, output: "", errors: errors))
        #expect(try terminal.read("x.toml") == "b = 1\n")
    }
}

@Suite struct `What the agent kept against a removal` {
    @Test func `is shown as what the file said, and what was kept`() throws {
        let terminal = try Terminal { _ in
            var entry = HistoryReport(
                id: 1,
                seq: 1,
                time: 0,
                domain: domain("a.b"),
                key: key("c"),
                origin: "file:/f",
                why: "ambiguous"
            )
            entry.kept = .integer(5)
            return .result(HistoryPage([entry]))
        }
        #expect(
            try terminal.run("log", "a.b").output
                == "1  1970-01-01T00:00:00Z  c  (unset)  ambiguous, kept 5  file:/f\n"
        )
    }
}
