// The history as 'log' prints it, and what a redo says of it.

import SettingsModel
import SettingsProtocol
import Testing

@testable import settingsctl

private func report(_ id: UInt64, _ keyText: String, _ why: String = "set") -> HistoryReport {
    HistoryReport(
        id: id,
        seq: 1,
        time: Int64(id) * 1_000,
        domain: domain("a.b"),
        key: key(keyText),
        origin: "file:/f",
        why: why
    )
}

@Suite struct `The history` {
    @Test func `names the entry that a redo made, which undoes it`() throws {
        let terminal = try Terminal { call in
            guard case .history = call else {
                var application = BatchAcceptance(seq: 9, revs: nil, warnings: [])
                application.group = 5
                return .result(application)
            }
            return .result(HistoryPage([report(5, "font.size", "redo")]))
        }
        #expect(try terminal.run("redo", "a.b").output.hasSuffix("To undo: settingsctl undo 5\n"))
    }

    @Test(arguments: [([], nil), (["--limit", "3"], 3)] as [([String], Int?)])
    func `is printed with all its pages, the oldest first`(
        options: [String],
        limit: Int?
    ) throws {
        let terminal = try Terminal { call in
            guard case .history(let history) = call else { return .result(Position(seq: 1)) }
            let ids: ClosedRange<UInt64> = history.before == nil ? 3...4 : 2...2
            let entries = ids.map { report($0, "k") }
            return .result(HistoryPage(entries, next: history.before == nil ? 3 : nil))
        }
        let output = try terminal.run(["log", "a.b"] + options).output
        #expect(output.split(separator: "\n").map { $0.prefix(1) } == ["2", "3", "4"])
        let asked = terminal.calls.compactMap { call -> Call.History? in
            if case .history(let history) = call { history } else { nil }
        }
        #expect(asked.map(\.before) == [nil, 3])
        #expect(asked.map(\.limit) == [limit, limit.map { $0 - 2 }])
    }

    @Test(arguments: [
        ("1970-01-01T00:00:02Z", ["3", "4"], 2), ("1970-01-01T00:00:01Z", ["2", "3", "4"], 3),
    ])
    func `is printed from a time on`(time: String, ids: [String], pages: Int) throws {
        let terminal = try Terminal { call in
            guard case .history(let history) = call else { return .result(Position(seq: 1)) }
            let pages: [UInt64?: [UInt64]] = [nil: [3, 4], 3: [1, 2]]
            let ids = pages[history.before] ?? []
            return .result(HistoryPage(ids.map { report($0, "k") }, next: ids.first))
        }
        let output = try terminal.run("log", "a.b", "--since", time).output
        #expect(output.split(separator: "\n").map { String($0.prefix(1)) } == ids)
        #expect(terminal.calls.count == pages)
    }

    @Test(
        arguments: [
            ("concurrent", "repeated", "an older text restored"),
            ("concurrent", "restored", "an older text restored"),
            ("concurrent", "replaced", "set"), ("concurrent", "unread", "conflict"),
            ("concurrent", nil, "conflict"), ("ambiguous", "reverted", "conflict"),
            ("set", "repeated", "an older text restored"),
        ] as [(String, String?, String)]
    )
    func `calls only what nobody knew of a conflict`(why: String, reason: String?, words: String) {
        #expect(outcomeInWords(why, reason) == words)
    }

    @Test func `has nothing after a seq or a time`() throws {
        let terminal = try Terminal { _ in .result(HistoryPage([report(1, "k")])) }
        let outcome = try terminal.run("log", "--since", "1970-01-01T00:00:05Z")
        let message = """
            settingsctl: the history has no change since 1970-01-01T00:00:05Z
            See all that it has: settingsctl log

            """
        #expect(outcome == Outcome(status: 1, output: "", errors: message))
        #expect(try terminal.run("log", "--since", "soon").status == 2)
        _ = try terminal.run("log", "--since", "7")
        guard case .history(let asked)? = terminal.calls.last else { throw NoCall() }
        #expect(asked.since == 7)
    }
}
