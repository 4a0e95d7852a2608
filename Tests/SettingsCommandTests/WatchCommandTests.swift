// settingsctl watch, wait.

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

private let subscribed = Subscribed(sub: 1, epoch: "e", seq: 4, mode: .now, reason: nil)

@Suite(.timeLimit(.minutes(1))) struct `settingsctl watch` {
    private let notifications = [
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

    @Test func `begins where it is told`() throws {
        let terminal = try terminal()
        _ = try terminal.lines(1, of: "watch", "org.example.editor", "--since", "3")
        guard case .subscribe(let subscribe)? = terminal.calls.first else { throw NoCall() }
        #expect(subscribe.cursor == Call.Cursor(epoch: nil, seq: 3))
    }

    @Test func `goes on where it was when the agent comes back`() throws {
        let terminal = try Terminal { call in
            guard case .subscribe(let subscribe) = call, subscribe.cursor == nil else {
                return .stream(subscribed, [changed(change("b", .integer(2), rev: 6))])
            }
            let first = changed(change("a", .integer(1), rev: 5))
            let farewell = SettingsProtocol.Notification.goodbye(
                reason: .restart,
                reconnectMilliseconds: 1
            )
            return .streamAndClose(subscribed, [first, farewell])
        }
        let lines = try terminal.lines(2, of: "watch", "org.example.editor")
        #expect(lines == ["a 1", "b 2"])
        guard case .subscribe(let second) = terminal.calls[1] else { throw NoCall() }
        #expect(second.cursor == Call.Cursor(epoch: "e", seq: 5))
    }

    @Test func `ends when the agent is ended`() throws {
        let terminal = try Terminal { _ in
            .streamAndClose(subscribed, [.goodbye(reason: .exit, reconnectMilliseconds: 0)])
        }
        let outcome = try terminal.run("watch")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("the agent was ended"))
    }

    @Test func `tells of files in trouble apart from changes`() throws {
        let trouble = SettingsProtocol.Notification.problem(
            domain: domain("a.b"),
            file: "/f.toml",
            place: SourcePlace(line: 3, column: 4),
            problem: "expected '='",
            advice: "Correct the line"
        )
        let terminal = try Terminal { _ in
            .streamAndClose(
                subscribed,
                [
                    trouble, .recovered(domain: domain("a.b"), file: "/f.toml"),
                    .goodbye(reason: .exit, reconnectMilliseconds: 0),
                ]
            )
        }
        let outcome = try terminal.run("watch", "--json")
        #expect(outcome.output.isEmpty)
        let message = """
            settingsctl: /f.toml:3:4: expected '='
            The last good values stay in force. Correct the line.
            settingsctl: '/f.toml' can be read again

            """
        #expect(outcome.errors.hasPrefix(message))
    }
}

@Suite struct `settingsctl wait` {
    @Test func `prints the change and ends`() throws {
        let terminal = try Terminal { _ in
            .result(Waited(epoch: "e", seq: 5, changes: [change("k", .integer(1), rev: 5)]))
        }
        let outcome = try terminal.run("wait", "a.b", "k", "--timeout", "1.5")
        #expect(outcome == Outcome(status: 0, output: "k 1\n", errors: ""))
        guard case .wait(let wait)? = terminal.calls.first else { throw NoCall() }
        #expect(wait.timeoutMilliseconds == 1_500)
        #expect(wait.keys == [.exactly(key("k")), .below(key("k"))])
    }

    @Test func `ends with 1 when the time is over`() throws {
        let terminal = try Terminal { _ in .result(Waited(epoch: "e", seq: 5, changes: nil)) }
        #expect(try terminal.run("wait", "a.b") == Outcome(status: 1, output: "", errors: ""))
        #expect(try terminal.run("wait", "a.b", "--timeout", "-1").status == 2)
    }
}
