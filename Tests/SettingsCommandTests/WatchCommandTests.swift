// settingsctl watch, wait.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private func change(_ keyText: String, _ value: SettingValue?, rev: UInt64) -> ChangeMessage {
    ChangeMessage(
        domain: domain("org.example.editor"),
        key: key(keyText),
        value: value,
        old: nil,
        rev: rev,
        layer: .user,
        origin: "client:x"
    )
}

private func changed(_ changes: ChangeMessage...) -> SettingsProtocol.Notification {
    let seq = changes.last?.rev ?? 0
    return .changed(epoch: "e", from: seq - 1, seq: seq, changes: changes.map(\.json))
}

private func snapshot(
    _ changes: ChangeMessage...,
    at seq: UInt64
) -> SettingsProtocol.Notification {
    let whole = SettingsProtocol.Notification.SnapshotPart(isFirst: true, isLast: true)
    return .snapshot(epoch: "e", seq: seq, part: whole, changes: changes.map(\.json))
}

private let subscribed = Subscribed(sub: 1, epoch: "e", seq: 4, mode: .snapshot, reason: nil)
private let resumed = Subscribed(sub: 1, epoch: "e", seq: 3, mode: .resumed, reason: nil)

@Suite(.timeLimit(.minutes(10))) struct `settingsctl watch` {
    private let notifications = [
        snapshot(change("font.size", .integer(12), rev: 2), at: 4),
        changed(change("font.size", .integer(14), rev: 5)),
        changed(change("it's", .string("a'b"), rev: 6), change("n", .integer(-1), rev: 6)),
        changed(change("font.size", nil, rev: 7)),
    ]

    private func terminal() throws -> Terminal {
        let notifications = notifications
        return try Terminal { _ in .stream(subscribed, notifications) }
    }

    @Test func `prints keys and values`() throws {
        let terminal = try terminal()
        let lines = try terminal.lines(4, of: "watch", "org.example.editor")
        #expect(lines == ["font.size 14", "it's \"a'b\"", "n -1", "font.size (unset)"])
        guard case .subscribe(let subscribe)? = terminal.calls.first else { throw NoCall() }
        #expect(subscribe.domains == [domain("org.example.editor")])
        #expect(subscribe.keys == nil)
        #expect(subscribe.cursor == nil)
        #expect(subscribe.start == .snapshot)
    }

    @Test func `prints no value again that became a secret`() throws {
        let notifications = [
            snapshot(change("n", .integer(1), rev: 2), at: 4),
            .secrets(domain: domain("org.example.editor"), keys: [key("n")]),
            changed(change("n", nil, rev: 5)),
        ]
        let terminal = try Terminal { _ in .stream(subscribed, notifications) }
        #expect(try terminal.lines(1, of: "watch", "org.example.editor") == ["n (unset)"])
        let waited = try terminal.run("wait", "org.example.editor")
        #expect(waited == Outcome(status: 0, output: "n (unset)\n", errors: ""))
    }

    @Test func `prints the domain, too, when it watches all`() throws {
        let lines = try terminal().lines(1, of: "watch")
        #expect(lines.first == "org.example.editor font.size 14")
    }

    @Test func `prints changes as the agent told them`() throws {
        let terminal = try terminal()
        let lines = try terminal.lines(4, of: "watch", "org.example.editor", "font", "--json")
        let first = String(decoding: change("font.size", .integer(14), rev: 5).json, as: UTF8.self)
        #expect(lines.first == first)
        guard case .subscribe(let subscribe)? = terminal.calls.first else { throw NoCall() }
        #expect(subscribe.keys == [.exactly(key("font")), .below(key("font"))])
    }

    @Test func `prints commands that a shell can run`() throws {
        let lines = try terminal().lines(4, of: "watch", "org.example.editor", "--as-commands")
        #expect(
            lines == [
                "settingsctl set org.example.editor font.size 14",
                #"settingsctl set org.example.editor 'it'\''s' 'a'\''b'"#,
                "settingsctl set -- org.example.editor n -1",
                "settingsctl reset org.example.editor font.size",
            ]
        )
    }

    @Test func `prints a reset where the value below the user's is in force`() throws {
        let terminal = try Terminal { _ in
            var change = change("a", .integer(1), rev: 5)
            change.layer = .default
            return .stream(subscribed, [snapshot(at: 4), changed(change)])
        }
        let lines = try terminal.lines(1, of: "watch", "org.example.editor", "--as-commands")
        #expect(lines == ["settingsctl reset org.example.editor a"])
    }

    @Test func `prints commands that store for good only what the user stored`() throws {
        let terminal = try Terminal { _ in
            var change = change("a", .integer(1), rev: 5)
            change.layer = .managed
            return .stream(subscribed, [snapshot(at: 4), changed(change)])
        }
        let lines = try terminal.lines(1, of: "watch", "org.example.editor", "--as-commands")
        #expect(lines == ["# org.example.editor a is locked: no command changes it"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `ends when its reader has gone, though no signal says so`() throws {
        let terminal = try terminal()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "trap '' PIPE; exec \"$0\" watch org.example.editor",
            try Terminal.executable.get().path,
        ]
        process.environment = terminal.environment
        let output = Pipe()
        try output.fileHandleForReading.close()
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `begins where it is told`() throws {
        let terminal = try Terminal { _ in
            let changes = [change("a", nil, rev: 4), change("b", nil, rev: 5)]
            return .stream(resumed, changes.map { changed($0) })
        }
        let lines = try terminal.lines(2, of: "watch", "org.example.editor", "--since", "3")
        #expect(lines == ["a (unset)", "b (unset)"])
        guard case .subscribe(let subscribe)? = terminal.calls.first else { throw NoCall() }
        #expect(subscribe.cursor == Call.Cursor(epoch: nil, seq: 3))
    }

    @Test func `begins with the settings as they are where that is wanted`() throws {
        let lines = try terminal().lines(2, of: "watch", "org.example.editor", "--now")
        #expect(lines.prefix(2) == ["font.size 12", "font.size 14"])
        let both = try Terminal().run("watch", "a.b", "--now", "--since", "3")
        #expect(both.status == 2)
    }

    @Test func `prints all settings when it can't begin where it is told`() throws {
        let terminal = try Terminal { _ in
            .stream(subscribed, [snapshot(change("a", .integer(1), rev: 4), at: 4)])
        }
        let lines = try terminal.lines(1, of: "watch", "org.example.editor", "--since", "3")
        #expect(lines == ["a 1"])
    }

    @Test(arguments: [SettingsProtocol.Notification.GoodbyeReason.restart, .exit])
    func `goes on where it was when the agent comes back`(
        reason: SettingsProtocol.Notification.GoodbyeReason
    ) throws {
        let terminal = try Terminal { call in
            guard case .subscribe(let subscribe) = call, subscribe.cursor == nil else {
                return .stream(resumed, [changed(change("b", .integer(2), rev: 6))])
            }
            let farewell = SettingsProtocol.Notification.goodbye(
                reason: reason,
                reconnectMilliseconds: 1
            )
            let first = changed(change("a", .integer(1), rev: 5))
            return .streamAndClose(subscribed, [snapshot(at: 4), first, farewell])
        }
        let lines = try terminal.lines(2, of: "watch", "org.example.editor")
        #expect(lines == ["a 1", "b 2"])
        guard case .subscribe(let second) = terminal.calls[1] else { throw NoCall() }
        #expect(second.cursor == Call.Cursor(epoch: "e", seq: 5))
    }

    @Test func `tells what was removed while nobody knew what changed`() throws {
        let terminal = try Terminal { call in
            let kept = change("kept", .integer(1), rev: 2)
            let gone = change("gone", .integer(2), rev: 3)
            guard case .subscribe(let subscribe) = call, subscribe.cursor == nil else {
                return .stream(subscribed, [snapshot(kept, at: 900)])
            }
            return .streamAndClose(subscribed, [snapshot(kept, gone, at: 4)])
        }
        #expect(try terminal.lines(1, of: "watch", "org.example.editor") == ["gone (unset)"])
    }

    @Test func `tells of files in trouble apart from changes`() throws {
        let trouble = SettingsProtocol.Notification.problem(
            domain: domain("a.b"),
            file: "/f.toml",
            state: .broken,
            ReplicaReport.Diagnostic(
                code: "syntax",
                key: nil,
                place: SourcePlace(line: 3, column: 4),
                problem: "expected '='",
                advice: "Correct the line"
            )
        )
        let terminal = try Terminal { call in
            guard case .subscribe(let subscribe) = call, subscribe.cursor == nil else {
                return .failure(RPCError(.denied, "not again", advice: "Go away"))
            }
            return .streamAndClose(
                subscribed,
                [
                    snapshot(at: 4), trouble,
                    .recovered(
                        domain: domain("a.b"),
                        file: "/f.toml",
                        key: SettingKeyPath(segments: ["port"])
                    ),
                    .recovered(domain: domain("a.b"), file: "/f.toml", key: nil),
                    .goodbye(reason: .exit, reconnectMilliseconds: 0),
                ]
            )
        }
        let outcome = try terminal.run("watch", "--json")
        #expect(outcome.output.isEmpty)
        let message = """
            settingsctl: /f.toml:3:4: expected '='
            The last valid values stay effective. Correct the line.
            settingsctl: 'port' in '/f.toml' is effective again
            settingsctl: '/f.toml' is in sync again
            settingsctl: the agent was stopped; changes are printed when it is back
            settingsctl: not again
            Go away.

            """
        #expect(outcome.errors == message)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `settingsctl wait` {
    @Test(arguments: [["wait", "a.c", "--timeout", "0.01"], ["watch", "a.c"]])
    func `names a domain that isn't known, and waits for it`(words: [String]) throws {
        let terminal = try Terminal { call in
            guard case .subscribe(let subscribe) = call, subscribe.cursor == nil else {
                return .failure(RPCError(.denied, "not again", advice: "Go away"))
            }
            return .streamAndClose(subscribed, [snapshot(at: 4)])
        }
        let message = """
            settingsctl: no domain 'a.c' is known; it is waited for
            Did you mean 'a.b'? List the domains with: settingsctl domains

            """
        #expect(try terminal.run(words).errors.hasPrefix(message))
        #expect(!terminal.calls.isEmpty)
    }

    @Test func `prints the next change and ends`() throws {
        let terminal = try Terminal { _ in
            let before = change("k", .integer(0), rev: 4)
            return .stream(
                subscribed,
                [snapshot(before, at: 4), changed(change("k", .integer(1), rev: 5))]
            )
        }
        let outcome = try terminal.run("wait", "a.b", "k", "--timeout", "60")
        #expect(outcome == Outcome(status: 0, output: "k 1\n", errors: ""))
        guard case .subscribe(let subscribe)? = terminal.calls.first else { throw NoCall() }
        #expect(subscribe.keys == [.exactly(key("k")), .below(key("k"))])
    }

    @Test func `prints what has changed already`() throws {
        let terminal = try Terminal { _ in
            .result(Waited(epoch: "e", seq: 5, changes: [change("k", .integer(1), rev: 5)]))
        }
        let outcome = try terminal.run("wait", "a.b", "k", "--since", "4", "--timeout", "0")
        #expect(outcome == Outcome(status: 0, output: "k 1\n", errors: ""))
        guard case .wait(let wait)? = terminal.calls.first else { throw NoCall() }
        #expect(wait.cursor == Call.Cursor(epoch: nil, seq: 4))
        #expect(wait.timeoutMilliseconds == 0)
        #expect(wait.keys == [.exactly(key("k")), .below(key("k"))])
    }

    @Test func `goes on over a restart of the agent`() throws {
        let terminal = try Terminal { call in
            switch call {
            case .wait: .result(Waited(epoch: "e", seq: 4, changes: nil))
            case .subscribe(let subscribe) where subscribe.cursor?.seq == 4:
                .streamAndClose(resumed, [.bookmark(epoch: "e", seq: 1_004)])
            default: .stream(resumed, [changed(change("k", nil, rev: 1_005))])
            }
        }
        let outcome = try terminal.run("wait", "a.b", "--since", "4")
        #expect(outcome == Outcome(status: 0, output: "k (unset)\n", errors: ""))
    }

    @Test func `ends with 1 when the time is over`() throws {
        let terminal = try Terminal { _ in .stream(subscribed, [snapshot(at: 4)]) }
        let outcome = try terminal.run("wait", "a.b", "--timeout", "0.01")
        #expect(outcome == Outcome(status: 1, output: "", errors: ""))
        #expect(try terminal.run("wait", "a.b", "--timeout", "-1").status == 2)
    }
}
