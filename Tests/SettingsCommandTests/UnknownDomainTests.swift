// What commands say of a domain that nothing knows, and of a command that there isn't.

import SettingsModel
import SettingsProtocol
import Testing

/// An agent without any domain, or with one.
private func terminal(_ domain: String? = nil) throws -> Terminal {
    try Terminal(
        domains: { _ in domain.map { [domainReport($0)] } ?? [] },
        answer: { call in
            switch call {
            case .list: .result(Page(seq: 1, entries: [], next: nil))
            case .history: .result(HistoryPage([]))
            case .replicas: .result(SettingsProtocol.Replicas([]))
            case .explain(_, let key):
                .result(Explanation(key: key, winner: nil, layers: [], losers: []))
            case .set(let set) where !set.mayCreate:
                .failure(
                    RPCError(.denied, "no domain is known", advice: "Link its file")
                        .with { $0.parameter = "create" }
                )
            case .apply(let apply) where !apply.mayCreate:
                .failure(
                    RPCError(.denied, "no domain is known", advice: "Link its file")
                        .with { $0.parameter = "create" }
                )
            case .set: accepted
            case .apply: .result(BatchAcceptance(seq: 2, revs: [1], warnings: []))
            default: .failure(RPCError(.keyNotFound, "'k' is not set", advice: "Set it"))
            }
        }
    )
}

@Suite struct `A domain that isn't known` {
    @Test(arguments: [
        ["list", "typo"], ["list", "typo", "--defaults"], ["log", "typo"], ["replicas", "typo"],
        ["diff", "typo"], ["export", "typo", "f.toml"], ["get", "typo", "k"],
        ["explain", "typo", "k"], ["describe", "typo", "k"], ["undo", "typo"], ["redo", "typo"],
        ["follow", "typo", "k"], ["unlink", "typo", "f.toml"], ["rescan", "typo"],
        ["edit", "typo"], ["edit", "typo", "k"],
    ])
    func `is named by each command that needs it`(words: [String]) throws {
        let terminal = try terminal()
        let message = """
            settingsctl: no domain 'typo' is known
            List the domains with: settingsctl domains

            """
        #expect(try terminal.run(words) == Outcome(status: 1, output: "", errors: message))
        #expect(throws: (any Error).self) { try terminal.read("f.toml") }
    }

    @Test(arguments: [
        ["unset", "typo", "k"], ["reset", "typo", "k"], ["reset", "typo", "--all"],
    ])
    func `isn't made where a value is to go`(words: [String]) throws {
        let terminal = try terminal()
        let outcome = try terminal.run(words)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("settingsctl: no domain 'typo' is known\n"))
        #expect(terminal.calls.count == 1, "what is set is asked for, and nothing is changed")
    }

    @Test func `is named with the one that may have been meant`() throws {
        let errors = try terminal("typos").run("list", "typo").errors
        let advice = "Did you mean 'typos'? List the domains with: settingsctl domains\n"
        #expect(errors == "settingsctl: no domain 'typo' is known\n" + advice)
    }

    @Test(arguments: [
        (["k", "1"], "settingsctl set --create typo k 1"),
        (["k", "a b"], "settingsctl set --create typo k 'a b'"),
        (["k", "-5"], "settingsctl set --create -- typo k -5"),
        (["k", "14", "--type", "string"], #"settingsctl set --create --type json typo k '"14"'"#),
    ])
    func `is made by no set of a script`(words: [String], command: String) throws {
        let outcome = try terminal("typos").run(["set", "typo"] + words)
        let message = """
            settingsctl: no domain 'typo' is known
            Nothing was changed. Did you mean 'typos'? To create it: \(command)

            """
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
    }

    @Test(arguments: [
        (
            [],
            "Nothing was changed. Did you mean 'typos'? To create it: settingsctl set --create typo k -"
        ),
        (["--type", "string"], "To create it: settingsctl set --create --type string typo k -"),
        (["--type", "json"], "the standard input is no JSON"),
        (["--type", "integer"], "the standard input is no integer"),
    ])
    func `repeats nothing that came from the standard input`(options: [String], said: String) throws
    {
        let words = ["set", "typo", "k", "-"] + options
        let outcome = try terminal("typos").run(words, input: "hunter2\n")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains(said))
        #expect(!outcome.errors.contains("hunter2"))
    }

    @Test(arguments: [
        (["f.toml"], "settingsctl import --create typo f.toml"),
        (["-", "--format", "json"], "settingsctl import --create --format json typo -"),
    ])
    func `is made by no import of a script`(words: [String], command: String) throws {
        let terminal = try terminal("typos")
        try terminal.write("f.toml", "k = 1\n")
        let outcome = try terminal.run(["import", "typo"] + words, input: #"{"k":1}"#)
        let message = """
            settingsctl: no domain 'typo' is known
            Nothing was changed. Did you mean 'typos'? To create it: \(command)

            """
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
        #expect(try terminal.run("import", "typo", "f.toml", "--create").status == 0)
    }

    @Test func `is made where that is asked for`() throws {
        let terminal = try terminal()
        let outcome = try terminal.run("set", "typo", "k", "1", "--create")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        guard case .set(let set)? = terminal.calls.last else { throw NoCall() }
        #expect(set.mayCreate)
    }
}

@Suite struct `settingsctl forget` {
    private func terminal() throws -> Terminal {
        try Terminal { call in
            switch call {
            case .list:
                .result(Page(seq: 1, entries: [entry("a.b", "k", .integer(1))], next: nil))
            case .replicas:
                .result(SettingsProtocol.Replicas([replica("/f"), replica("/gone", .absent)]))
            default: .result(Position(seq: 1))
            }
        }
    }

    @Test func `is refused where nobody can be asked`() throws {
        let terminal = try terminal()
        let message = """
            settingsctl: 'forget' can't be undone, and there is no terminal to ask on
            Nothing was changed. To do it all the same: settingsctl forget --yes a.b

            """
        #expect(
            try terminal.run("forget", "a.b") == Outcome(status: 3, output: "", errors: message)
        )
        #expect(!terminal.calls.contains(.forget(domain: domain("a.b"))))
    }

    @Test func `says which files stay`() throws {
        let terminal = try terminal()
        let outcome = try terminal.run("forget", "a.b", "--yes")
        #expect(
            outcome
                == Outcome(status: 0, output: "Forgot 'a.b'. Its files stay: /f\n", errors: "")
        )
        #expect(terminal.calls.last == .forget(domain: domain("a.b")))
        let json = try terminal.run("forget", "a.b", "--yes", "--json").output
        #expect(json == #"{"domain":"a.b","settings":1,"files":["/f"]}"# + "\n")
        #expect(try terminal.run("forget", "x.y", "--yes").status == 1)
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

    @Test(arguments: [
        (["gte", "a.b", "k"], "'gte'", "get", "settingsctl help"),
        (["domain"], "'domain'", "domains", "settingsctl help"),
        (["file", "chekc", "x.toml"], "'file chekc'", "check", "settingsctl help file"),
        (["agent", "restrat"], "'agent restrat'", "restart", "settingsctl help agent"),
        // As other programs call it.
        (["history"], "'history'", "log", "settingsctl help"),
        (["restart"], "'restart'", "agent restart", "settingsctl help"),
        (["help", "version"], "'version'", "--version", "settingsctl help"),
    ])
    func `is named with the one that may have been meant`(
        words: [String],
        name: String,
        meant: String,
        list: String
    ) throws {
        let message = """
            settingsctl: there is no command \(name)
            Did you mean '\(meant)'? List the commands with: \(list)

            """
        #expect(try terminal().run(words) == Outcome(status: 2, output: "", errors: message))
    }
}

@Suite struct `An option with a mistyped word` {
    @Test(arguments: [
        (["file", "get", "x", "--format", "tmol"], "toml"),
        (["set", "a.b", "k", "1", "--type", "itneger"], "integer"),
        (["link", "a.b", "x", "--prefer", "ths"], "this"),
        (["list", "a.b", "--layer", "usre"], "user"),
    ])
    func `names the one that may have been meant`(words: [String], meant: String) throws {
        let outcome = try terminal().run(words)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasSuffix("Did you mean '\(meant)'?\n"), "\(outcome.errors)")
    }
}
