// What commands say of a domain that nothing knows, and of a command that there isn't.

import SettingsModel
import SettingsProtocol
import Testing

/// An agent without any domain.
private func terminal() throws -> Terminal {
    try Terminal(
        domains: { _ in [] },
        answer: { call in
            switch call {
            case .list: .result(Page(seq: 1, entries: [], next: nil))
            case .history: .result(HistoryPage([]))
            case .replicas: .result(SettingsProtocol.Replicas([]))
            case .explain(_, let key):
                .result(Explanation(key: key, winner: nil, layers: [], losers: []))
            default: .failure(RPCError(.keyNotFound, "'k' is not set", advice: "Set it"))
            }
        }
    )
}

@Suite struct `A domain that isn't known` {
    @Test(arguments: [
        ["list", "typo"], ["list", "typo", "--defaults"], ["log", "typo"], ["replicas", "typo"],
        ["diff", "typo"], ["export", "typo", "f.toml"], ["get", "typo", "k"],
        ["explain", "typo", "k"], ["describe", "typo", "k"],
    ])
    func `is named by each command that reads it`(words: [String]) throws {
        let terminal = try terminal()
        let message = """
            settingsctl: no domain 'typo' is known
            List the domains with: settingsctl domains

            """
        #expect(try terminal.run(words) == Outcome(status: 1, output: "", errors: message))
        #expect(throws: (any Error).self) { try terminal.read("f.toml") }
    }
}

@Suite struct `A command that there isn't` {
    @Test(
        arguments: [
            (["nope"], "nope"), (["nope", "a.b"], "nope"), (["help", "nope"], "nope"),
            (["exec", "a.b", "--", "true"], "exec"), (["read", "a.b", "k"], "read"),
            (["write", "a.b", "k", "-int", "1"], "write"), (["dump", "a.b"], "dump"),
        ] as [([String], String)]
    )
    func `is named`(words: [String], name: String) throws {
        let message = """
            settingsctl: there is no command '\(name)'
            List the commands with: settingsctl help

            """
        #expect(try terminal().run(words) == Outcome(status: 2, output: "", errors: message))
    }
}
