// settingsctl rename, import, export.

import SettingsModel
import SettingsProtocol
import Testing

private let applied = Answer.result(BatchAcceptance(seq: 2, revs: [], warnings: []))

/// An agent that has these values and takes every change.
private func agent(with values: [(String, SettingValue)]) throws -> Terminal {
    try agent(having: values.map { entry("a.b", $0.0, $0.1) })
}

private func agent(having entries: [Entry]) throws -> Terminal {
    try Terminal { call in
        guard case .list = call else { return applied }
        return .result(Page(seq: 1, entries: entries, next: nil))
    }
}

private func hidden(_ entry: Entry) -> Entry {
    var entry = entry
    entry.isSecret = true
    return entry
}

private func changes(_ terminal: Terminal) throws -> [Call.KeyChange] {
    guard case .apply(let apply)? = terminal.calls.last else { throw NoCall() }
    return apply.changes
}

@Suite struct `settingsctl rename` {
    @Test func `moves a key with all below it`() throws {
        let terminal = try agent(with: [("font.size", .integer(1)), ("font.name", .string("x"))])
        #expect(try terminal.run("rename", "a.b", "font", "text.font").status == 0)
        #expect(
            try changes(terminal) == [
                .init(key("font.size"), nil), .init(key("font.name"), nil),
                .init(key("text.font.size"), .integer(1)),
                .init(key("text.font.name"), .string("x")),
            ]
        )
    }

    @Test func `moves nothing that one step can't`() throws {
        let terminal = try agent(with: [
            ("font.name", .string(String(repeating: "x", count: 500 << 10)))
        ])
        let message = """
            settingsctl: 'font' of 'a.b' has more than 500 KiB, too much for one step
            Nothing was changed. Rename what is below it, one key after the other.

            """
        let outcome = try terminal.run("rename", "a.b", "font", "text")
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
        #expect(throws: NoCall.self) { try changes(terminal) }
    }

    @Test(arguments: [
        ("n", "font", "font.size"), ("n", "font.size", "font.size"), ("font", "n.x", "n"),
        ("font.size", "font", "font.name"),
    ])
    func `moves nothing to a name that is taken`(old: String, new: String, taken: String) throws {
        let terminal = try agent(with: [
            ("font.size", .integer(1)), ("font.name", .string("x")), ("n", .integer(2)),
        ])
        let result = try terminal.run("rename", "a.b", old, new)
        #expect(result.status == 3)
        #expect(result.errors.contains("'\(taken)' of 'a.b' is set already"))
        #expect(throws: NoCall.self) { try changes(terminal) }
    }
}

@Suite struct `settingsctl rename of a secret` {
    @Test(arguments: [(true, 0), (false, 3)] as [(Bool, Int32)])
    func `is done where it stays one`(staysSecret: Bool, status: Int32) throws {
        let secret = hidden(entry("a.b", "token", .string("s3cr3t")))
        let terminal = try Terminal { call in
            switch call {
            case .list: return .result(Page(seq: 1, entries: [secret], next: nil))
            case .explain(_, let key):
                var explanation = Explanation(key: key, winner: nil, layers: [], losers: [])
                explanation.isSecret = staysSecret
                return .result(explanation)
            default: return applied
            }
        }
        let outcome = try terminal.run("rename", "a.b", "token", "api-token")
        #expect(outcome.status == status)
        guard !staysSecret else { return }
        #expect(
            outcome.errors.contains("'token' of 'a.b' is a secret, and 'api-token' would be none")
        )
        #expect(throws: NoCall.self) { try changes(terminal) }
    }
}

@Suite struct `settingsctl import and export` {
    @Test func `tell that a request is too long, though the agent hangs up`() throws {
        let terminal = try agent(with: [])
        let text = "k = \"" + String(repeating: "x", count: 2 << 20) + "\"\n"
        let message = """
            settingsctl: the line has more than 1048576 bytes
            Send shorter lines; the connection is closed.

            """
        let outcome = try terminal.run("import", "a.b", "-", input: text)
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
    }

    @Test func `set much in several steps, and say how far that went`() throws {
        let full = RPCError(
            .store,
            "nothing was changed: the disk is full",
            advice: "Make room; changes are taken again then"
        )
        let terminal = try Terminal { call in
            guard case .apply(let apply) = call, apply.changes[0].key == key("k2") else {
                return applied
            }
            return .failure(full)
        }
        let text = String(repeating: "x", count: 400 << 10)
        try terminal.write("x.toml", (0..<4).map { "k\($0) = '\(text)'\n" }.joined())
        let message = """
            settingsctl: changed 2 of 4 settings, and none from 'k2' on: the disk is full
            Make room; changes are taken again then.

            """
        let outcome = try terminal.run("import", "a.b", "x.toml")
        #expect(outcome.errors == message)
        #expect(outcome.status == 6)
        #expect(try changes(terminal).map(\.key) == [key("k2")])

        try terminal.write("x.toml", (0..<2).map { "k\($0) = '\(text)'\n" }.joined())
        #expect(try terminal.run("import", "a.b", "x.toml").status == 0)
    }

    @Test func `take a settings file at its word`() throws {
        let terminal = try agent(with: [])
        try terminal.write("x.toml", "n = 1\n[font]\nsize = 2.0\n")
        #expect(try terminal.run("import", "a.b", "x.toml").status == 0)
        #expect(
            try changes(terminal) == [
                .init(key("n"), .integer(1)), .init(key("font.size"), .real(2)),
            ]
        )
        let json = try terminal.run("import", "a.b", "-", "--format", "json", input: #"{"m":1}"#)
        #expect(json.status == 0)
        #expect(try changes(terminal) == [.init(key("m"), .integer(1))])
    }

    @Test func `tell what a new file has as another type`() throws {
        let terminal = try agent(with: [("when", .date(SettingDate(seconds: 0))), ("n", .null)])
        let outcome = try terminal.run("export", "a.b", "x.json")
        let message = "settingsctl: a.b: 'when': date is written as string\n"
        #expect(outcome == Outcome(status: 0, output: "", errors: message))
    }

    @Test func `leave out keys of files that no path names, and tell`() throws {
        var entries = [entry("a.b", "z", .integer(1)), entry("a.b", "z", .integer(2))]
        entries[1].key = SettingKeyPath(segments: ["font", "", "y"])
        let outcome = try agent(having: entries).run("export", "a.b", "-")
        let told = """
            settingsctl: keys with an empty part are left out: 'font."".y'
            Only their file can set them; there, give them a name.

            """
        #expect(outcome == Outcome(status: 0, output: "z = 1\n", errors: told))
    }

    @Test func `write a new file, and no other`() throws {
        let terminal = try agent(with: [("n", .integer(1)), ("font.size", .real(2))])
        #expect(try terminal.run("export", "a.b", "x.json").status == 0)
        #expect(try terminal.run("file", "get", "x.json", "font.size").output == "2.0\n")
        #expect(try terminal.run("export", "a.b", "x.json").status == 3)
        for words in [["-"], ["-", "--format", "toml"]] {
            let outcome = try terminal.run(["export", "a.b"] + words)
            #expect(outcome.output.contains("n = 1"))
        }
    }
}
