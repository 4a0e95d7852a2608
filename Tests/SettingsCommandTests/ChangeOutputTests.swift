// What changes print for programs.

import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `A change, for a program,` {
    /// An agent whose `k` is true and whose `font` has two keys.
    private func terminal() throws -> Terminal {
        try Terminal { call in
            switch call {
            case .get(_, let key, _):
                .result(
                    Setting(key: key, value: .boolean(true), rev: 3, layer: .user, origin: "x")
                )
            case .list(let list) where list.layer == .managed:
                .result(Page(seq: 1, entries: [], next: nil))
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
            case .apply(let apply):
                .result(
                    Application(seq: 5, revs: apply.changes.map { _ in 5 }, warnings: [])
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
            ["delete", "a.b", "font"],
            #"{"keys":["font.name","font.size"],"seq":5,"revs":[5,5],"domain":"a.b"}"#
        ),
        (
            ["rename", "a.b", "font", "f"],
            #"{"keys":["font.name","font.size","f.name","f.size"],"seq":5,"revs":[5,5,5,5],"domain":"a.b"}"#
        ),
        (["writable", "a.b", "k"], #"{"domain":"a.b","key":"k","path":["k"],"writable":true}"#),
        (
            ["read-type", "a.b", "font"],
            #"{"domain":"a.b","key":"font","path":["font"],"type":"dictionary"}"#
        ),
        (
            ["list-keys", "a.b"],
            """
            {"domain":"a.b","key":"font.name","path":["font","name"]}
            {"domain":"a.b","key":"font.size","path":["font","size"]}
            """
        ),
    ])
    func `is an object a line`(words: [String], expected: String) throws {
        let outcome = try terminal().run(words + ["--json"])
        #expect(outcome == Outcome(status: 0, output: expected + "\n", errors: ""))
    }
}
