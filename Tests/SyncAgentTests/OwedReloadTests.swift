// Reloads that an agent couldn't make before it ended: the next one makes up for them.

import Glibc
import SettingsModel
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

/// Agents one after another, with one journal and one file.
private final class Succession {
    private let loop: EventLoop
    private let log: MemoryLog
    private var text = "a = 1\n"

    init() throws {
        let loop = try EventLoop()
        self.loop = loop
        log = MemoryLog { body in loop.perform(body) }
    }

    /// The next agent, with this hook if one is named.
    func next(_ hook: String? = atOnce) throws -> Bench {
        let table = hook.map { "[[reload]]\n" + $0 } ?? ""
        return try bench("[[file]]\npath = \"/files/s.toml\"\n" + table)
    }

    /// An agent in whose time the setting changes.
    func first(_ hook: String?) throws -> Bench {
        let first = try next(hook)
        first.set("a", .integer(2))
        first.settle()
        text = try #require(first.files.text("/files/s.toml"))
        #expect(text == "a = 2\n")
        return first
    }

    /// The next agent, which can't read what its domain file says.
    func nextWithBrokenFile() throws -> Bench { try bench("[[file") }

    private func bench(_ domainFile: String) throws -> Bench {
        try Bench(
            domains: [editor.name: "defaults = false\n" + domainFile],
            log: log,
            loop: loop,
            preparing: { home in chmod(home["domains/\(editor).toml"], 0o644) },
            files: { $0.write(text, to: "/files/s.toml") }
        )
    }
}

private let atOnce = "command = [\"touch\", \"ran\"]\nsettle = \"0ms\""
/// The same, at a time that doesn't come.
private let later = "command = [\"touch\", \"ran\"]\nsettle = \"60s\""

extension Bench {
    fileprivate var hasRun: Bool { home.text("/ran") != nil }

    /// Lets everything happen that is due now.
    fileprivate func settleHooks() {
        run { reloads.schedule.nextDeadline == nil }
        settle()
        run { reloads.schedule.hooks(of: editor).map(reloads.schedule.condition) != [.running] }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A reload that the agent owed when it ended` {
    @Test func `is made up for by the next one, once`() throws {
        let agents = try Succession()
        let first = try agents.first(later)
        #expect(!first.hasRun)

        let second = try agents.next()
        second.run { second.hasRun }
        second.settleHooks()

        let third = try agents.next()
        third.settleHooks()
        #expect(!third.hasRun)
    }

    @Test func `is made up for where it failed`() throws {
        let agents = try Succession()
        let hook = "command = [\"test\", \"-e\", \"well\"]\nsettle = \"0ms\""
        let first = try agents.first(hook)
        first.settleHooks()
        let id = try #require(first.reloads.schedule.hooks(of: editor).first)
        #expect(first.reloads.schedule.trouble(of: id) != nil)

        let second = try agents.next(hook)
        second.settleHooks()

        let again = try #require(second.reloads.schedule.hooks(of: editor).first)
        #expect(second.reloads.schedule.trouble(of: again) != nil)
    }

    @Test(arguments: ["keys = [\"b\"]", "keys = [\"a.b\"]"])
    func `is none for keys that didn't change`(keys: String) throws {
        let agents = try Succession()
        _ = try agents.first(later + "\n" + keys)

        let second = try agents.next(atOnce + "\n" + keys)
        second.settleHooks()
        #expect(!second.hasRun)
        let applied = second.reloads.schedule.hooks(of: editor).map(
            second.reloads.schedule.appliedSeq
        )
        #expect(applied == [second.agent.announcedSeq])
    }

    @Test func `is none for what its domain file says for the first time`() throws {
        let agents = try Succession()
        _ = try agents.first(nil)

        let second = try agents.next()
        second.settleHooks()
        #expect(!second.hasRun)
    }

    @Test func `is dropped with its hook`() throws {
        let agents = try Succession()
        _ = try agents.first(later)
        try agents.next(nil).settleHooks()

        let third = try agents.next()
        third.settleHooks()
        #expect(!third.hasRun)
    }

    @Test func `waits for a domain file that can't be read`() throws {
        let agents = try Succession()
        _ = try agents.first(later)
        let second = try agents.nextWithBrokenFile()
        second.settle()

        let third = try agents.next()
        third.run { third.hasRun }
    }
}
