// What changes print for programs.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `A change, for a program,` {
    /// An agent whose `k` is true and whose `font` has two keys.
    private func terminal() throws -> Terminal {
        try Terminal { call in
            switch call {
            case .get: setting("k", .boolean(true))
            case .list:
                .result(
                    Page(
                        seq: 1,
                        entries: [
                            entry("a.b", "font.name", .string("x")),
                            entry("a.b", "font.size", .integer(1)),
                        ],
                        next: nil
                    )
                )
            case .rescan: .result(Position(seq: 5))
            case .unlink: .result(Linked(nil))
            case .apply(let apply):
                .result(
                    BatchAcceptance(seq: 5, revs: apply.changes.map { _ in 5 }, warnings: [])
                )
            default: .result(Acceptance(seq: 5, rev: 5, isChanged: true, warnings: []))
            }
        }
    }

    private static let one =
        #"{"domain":"a.b","key":"k","path":["k"],"seq":5,"rev":5,"changed":true}"#

    @Test(arguments: [
        (["set", "a.b", "k", "1"], one), (["unset", "a.b", "k"], one),
        (
            ["toggle", "a.b", "k"],
            #"{"domain":"a.b","key":"k","path":["k"],"value":false,"seq":5,"rev":5,"changed":true}"#
        ),
        (
            ["reset", "a.b", "font"],
            #"{"keys":["font.name","font.size"],"seq":5,"revs":[5,5],"domain":"a.b"}"#
        ),
        (
            ["rename", "a.b", "font", "f"],
            #"{"keys":["font.name","font.size","f.name","f.size"],"seq":5,"revs":[5,5,5,5],"domain":"a.b"}"#
        ),
        (["import", "a.b", "f.toml"], #"{"keys":["k"],"seq":5,"revs":[5],"domain":"a.b"}"#),
        (["rescan", "a.b"], #"{"domain":"a.b","seq":5}"#), (["rescan"], #"{"seq":5}"#),
        (
            ["unlink", "a.b", "/f/a.toml"], #"{"domain":"a.b","file":"/f/a.toml"}"#
        ),
    ])
    func `is an object a line`(words: [String], expected: String) throws {
        let terminal = try terminal()
        try terminal.write("f.toml", "k = 1\n")
        let outcome = try terminal.run(words + ["--json"])
        #expect(outcome == Outcome(status: 0, output: expected + "\n", errors: ""))
    }

    @Test func `names the file that was made, and nothing that is printed`() throws {
        let terminal = try terminal()
        let outcome = try terminal.run("export", "a.b", "out.toml", "--json")
        let expected =
            #"{"domain":"a.b","file":"\#(terminal.folder.path)/out.toml","format":"toml","#
            + #""keys":["font.name","font.size"]}"#
        #expect(outcome == Outcome(status: 0, output: expected + "\n", errors: ""))
        let printed = try terminal.run("export", "a.b", "-", "--json")
        #expect(printed.status == 2)
        #expect(printed.errors.hasPrefix("settingsctl: with FILE -, the file is printed; --json"))
    }

    @Test func `says how the file fares that was edited`() throws {
        let terminal = try Terminal { call in
            if case .rescan = call { return .result(Position(seq: 5)) }
            return .result(SettingsProtocol.Replicas([replica("/f/a.toml")]))
        }
        terminal.environment["EDITOR"] = "/bin/true"
        let outcome = try terminal.run("edit", "a.b", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix(#"{"domain":"a.b","file":"/f/a.toml","format":"toml","#))
    }
}
