// Files that can't be read or that are being written, as the commands tell of them.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private let problem = "another program has it open and keeps writing it"

@Suite struct `A file that is being written` {
    @Test func `is named by rescan, which ends all the same`() throws {
        let terminal = try Terminal { _ in
            let warning = Warning(file: "/f", state: .busy, problem: problem)
            return .result(BatchAcceptance(seq: 7, revs: nil, warnings: [warning]))
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
        var report = replica("/f", .busy)
        report.problem = problem
        let outcome = try doctor(SettingsProtocol.Replicas([report]))
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
        var report = replica("/f", .broken)
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
        let output = try doctor(SettingsProtocol.Replicas([pipe()])).output
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
}
