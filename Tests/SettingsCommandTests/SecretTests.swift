// No command prints a secret that wasn't asked for by its key.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private let secret = "s3cr3t"

private let entries: [Entry] = {
    var token = entry("a.b", "account.token", .string(secret))
    token.isSecret = true
    return [token, entry("a.b", "wrap", .string("on"))]
}()

private func explanation(_ key: SettingKeyPath) -> Explanation {
    let loser = LoserReport(value: .string(secret), origin: "x", time: 0, why: "superseded")
    var explanation = Explanation(
        key: key,
        winner: .user,
        layers: [LayerReport(layer: .user, value: .string(secret))],
        losers: [loser]
    )
    explanation.isSecret = true
    return explanation
}

private let change = ChangeMessage(
    domain: domain("a.b"),
    key: key("account.token"),
    value: .string(secret),
    old: .string(secret),
    rev: 5,
    layer: .user,
    origin: "x"
).ofSecret

/// Tells of the secret, and ends; who comes back is refused, so that a watch ends, too.
private func subscription(
    from cursor: Call.Cursor?,
    telling change: ChangeMessage = change
) -> Answer {
    guard cursor == nil else { return .failure(RPCError(.denied, "no", advice: "Go")) }
    let whole = SettingsProtocol.Notification.SnapshotPart(isFirst: true, isLast: true)
    return .streamAndClose(
        Subscribed(sub: 1, epoch: "e", seq: 4, mode: .snapshot, reason: nil),
        [
            .snapshot(epoch: "e", seq: 4, part: whole, changes: []),
            .changed(epoch: "e", from: 4, seq: 5, changes: [change.json]),
        ]
    )
}

/// An agent that knows a secret and tells it.
private func terminal() throws -> Terminal {
    try EditorBundle.terminal { call in
        switch call {
        case .get(_, let key, _):
            let value = SettingValue.string(secret)
            var setting = Setting(key: key, value: value, rev: 1, layer: .user, origin: "x")
            setting.isSecret = true
            return .result(setting)
        case .explain(_, let key): return .result(explanation(key))
        case .wait: return .result(Waited(epoch: "e", seq: 5, changes: [change]))
        case .subscribe(let subscribe): return subscription(from: subscribe.cursor)
        default: return .result(Page(seq: 1, entries: entries, next: nil))
        }
    }
}

/// An agent that keeps a secret to itself, so that nothing here has it.
private func discreetTerminal() throws -> Terminal {
    try EditorBundle.terminal { call in
        guard case .subscribe(let subscribe) = call else {
            let hidden = Entry(
                domain: domain("a.b"),
                key: key("wrap"),
                content: .value(nil, rev: 1, layer: .user, origin: "agent")
            )
            return .result(Page(seq: 1, entries: [hidden], next: nil))
        }
        var change = change
        change.key = key("wrap")
        return subscription(from: subscribe.cursor, telling: change.withoutValue)
    }
}

private let commands: [[String]] = [
    ["list"], ["list", "a.b"], ["list", "a.b", "account"], ["find", "token"], ["find", "s3cr3t"],
    ["list", "a.b", "--defaults"], ["export", "a.b", "-"], ["explain", "a.b", "account.token"],
    ["watch", "a.b"], ["wait", "a.b"], ["describe", "a.b", "account.token"],
]

@Suite struct `A secret` {
    @Test(arguments: commands)
    func `is printed by no command that shows more than it`(words: [String]) throws {
        let outcome = try terminal().run(words)
        #expect(!(outcome.output + outcome.errors).contains(secret))
        if words != ["find", "s3cr3t"] {
            let shown = ["••••••", "left out"]
            #expect(shown.contains { (outcome.output + outcome.errors).contains($0) })
        }
    }

    @Test(arguments: commands.filter { !["export", "describe"].contains($0[0]) })
    func `isn't in their JSON either`(words: [String]) throws {
        let outcome = try terminal().run(words + ["--json"])
        #expect(!(outcome.output + outcome.errors).contains(secret))
    }

    @Test func `is marked where it's hidden`() throws {
        #expect(
            try terminal().run("list", "a.b").output == "account.token ••••••\nwrap \"on\"\n"
        )
        let json = try terminal().run("list", "a.b", "--json").output
        let expected =
            #"{"domain":"a.b","key":"account.token","path":["account","token"],"rev":1,"layer":"user","origin":"agent","secret":true}"#
        #expect(json.hasPrefix(expected + "\n"))
        #expect(
            try terminal().run("watch", "a.b", "--as-commands").output
                == "# a.b account.token was changed; its value is a secret\n"
        )
    }

    @Test func `is left out of what is read back, unless it's wanted`() throws {
        let outcome = try terminal().run("export", "a.b", "-")
        #expect(!outcome.output.contains("token"))
        let message = """
            settingsctl: secrets are left out: 'account.token'
            To have them, too, add --secrets.

            """
        #expect(outcome.errors == message)
        let whole = try terminal().run("export", "a.b", "-", "--secrets")
        #expect(whole.output.contains(secret))
        #expect(whole.errors.isEmpty)
    }

    @Test(arguments: [["get", "a.b", "account.token"], ["get", "a.b", "account.token", "--json"]])
    func `is printed where just that key is asked for`(words: [String]) throws {
        #expect(try terminal().run(words).output.contains(secret))
    }

    @Test(arguments: [
        (["list"], "a.b wrap ••••••\n"), (["watch"], "a.b wrap ••••••\n"),
        (["watch", "--as-commands"], "# a.b wrap was changed; its value is a secret\n"),
    ])
    func `that the agent keeps to itself is marked as one`(words: [String], output: String) throws {
        #expect(try discreetTerminal().run(words).output == output)
    }

    @Test(arguments: ["list", "watch"])
    func `that the agent keeps to itself says so once in JSON`(command: String) throws {
        let output = try discreetTerminal().run(command, "--json").output
        #expect(output.components(separatedBy: #""secret":true"#).count == 2)
        #expect(!output.contains("value"))
    }

    @Test(arguments: ["describe", "toggle"])
    func `that no row speaks of is one because the agent says so`(command: String) throws {
        let terminal = try EditorBundle.terminal { call in
            switch call {
            case .get:
                let value = SettingValue.boolean(false)
                var setting = Setting(
                    key: key("other"),
                    value: value,
                    rev: 1,
                    layer: .user,
                    origin: "x"
                )
                setting.isSecret = true
                return .result(setting)
            case .list: return .result(Page(seq: 1, entries: [], next: nil))
            default: return .result(Acceptance(seq: 1, rev: 2, isChanged: true, warnings: []))
            }
        }
        let outcome = try terminal.run(command, "a.b", "other")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("••••••"))
        #expect(!outcome.output.contains("true") && !outcome.output.contains("false"))
    }

    @Test func `is hidden where a file differs, and where only the file has it`() throws {
        let folder = try Terminal()
        let file = try folder.write("x.toml", "token = \"\(secret)\"\nold = \"\(secret)2\"\n")
        let terminal = try Terminal { call in
            switch call {
            case .list:
                var known = entry("a.b", "old", .string(secret))
                known.isSecret = true
                return .result(Page(seq: 1, entries: [known], next: nil))
            case .explain(_, let key): return .result(explanation(key))
            default:
                return .result(SettingsProtocol.Replicas([replica(file)]))
            }
        }
        let outcome = try terminal.run("diff")
        #expect(
            outcome.output == "\(file) token •••••• → (unset)\n\(file) old •••••• → ••••••\n"
        )
        #expect(try !terminal.run("diff", "--json").output.contains(secret))
    }
}
