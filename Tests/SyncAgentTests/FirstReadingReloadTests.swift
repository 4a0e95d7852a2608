// Hooks of a new domain, whose programs have read the domain's files before the agent does.

import Glibc
import SettingsModel
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let name = "domains/\(editor).toml"

/// A domain file with these files and one hook, which runs a line of shell.
private func domainFile(_ paths: String..., running script: String = "echo >> ran") -> String {
    let files = paths.map { "[[file]]\npath = \"\($0)\"\n" }.joined()
    let hook = "[[reload]]\ncommand = [\"sh\", \"-c\", '''\(script)''']\nsettle = \"0ms\"\n"
    return "defaults = false\n" + files + hook
}

extension Bench {
    /// Makes a domain of files that are there, while the agent runs.
    fileprivate func add(_ text: String) throws {
        try home.write(text, to: name)
        // Whatever the user's own umask is.
        chmod(home[name], 0o644)
        directory.reload(agent)
        settle()
    }

    /// Runs the loop until the hook's program has all that the domain says.
    fileprivate func awaitHook() {
        run {
            guard let id = reloads.schedule.hooks(of: editor).first, agent.announcedSeq > 0 else {
                return false
            }
            return reloads.schedule.condition(of: id) == .idle
                && reloads.schedule.appliedSeq(of: id) == agent.announcedSeq
        }
    }

    /// How often the hook has run.
    fileprivate var runs: Int { home.text("/ran")?.count ?? 0 }
}

@Suite(.timeLimit(.minutes(10))) struct `A hook of a new domain` {
    private let bench: Bench

    init() throws {
        bench = try Bench(files: {
            $0.write("a = 1\n", to: "/files/s.toml")
            $0.write("b = 1\n", to: "/files/t.toml")
            $0.write("a = 2\n", to: "/files/u.toml")
        })
    }

    @Test(arguments: [nil, "keys = [\"a\"]\n"])
    func `isn't run for what the files say already`(keys: String?) throws {
        try bench.add(domainFile("/files/s.toml", "/files/t.toml") + (keys ?? ""))
        bench.awaitHook()
        #expect(bench.values() == ["a": .integer(1), "b": .integer(1)])
        #expect(bench.runs == 0)
    }

    @Test func `isn't run for that at the agent's first start either`() throws {
        let bench = try Bench(
            domains: [editor.name: domainFile("/files/s.toml")],
            preparing: { home in chmod(home[name], 0o644) },
            files: { $0.write("a = 1\n", to: "/files/s.toml") }
        )
        bench.awaitHook()
        #expect(bench.runs == 0)
    }

    @Test func `is run for a line that is added later, by hand or by a client`() throws {
        try bench.add(domainFile("/files/s.toml"))
        bench.awaitHook()
        bench.files.write("a = 1\nc = 1\n", to: "/files/s.toml")
        bench.agent.filesChanged()
        bench.run { bench.runs == 1 }
        bench.awaitHook()
        bench.set("d", .integer(1))
        bench.run { bench.runs == 2 }
    }

    @Test func `is run for a line that is added before all files have been seen`() throws {
        bench.files.busy = ["/files/t.toml"]
        try bench.add(domainFile("/files/s.toml", "/files/t.toml"))
        bench.files.write("a = 1\nc = 1\n", to: "/files/s.toml")
        bench.agent.filesChanged()
        bench.settle()
        bench.files.close("/files/t.toml")
        bench.agent.filesChanged()
        bench.settle()
        bench.awaitHook()
        #expect(bench.values().count == 3)
        #expect(bench.runs > 0)
    }

    @Test func `is run for a file that is made later`() throws {
        try bench.add(domainFile("/files/v.toml"))
        bench.files.write("a = 1\n", to: "/files/v.toml")
        bench.agent.filesChanged()
        bench.run { bench.runs == 1 }
    }

    @Test func `is run where one of the files has to be written`() throws {
        try bench.add(domainFile("/files/s.toml", "/files/u.toml"))
        bench.run { bench.runs > 0 }
        #expect(bench.files.text("/files/s.toml") == bench.files.text("/files/u.toml"))
    }

    @Test func `is run where its command has the values in its words`() throws {
        try bench.add(domainFile("/files/s.toml", running: "echo {a} > ran"))
        bench.run { bench.home.text("/ran") == "1\n" }
    }

    @Test func `is run at the next start of the agent for what was saved meanwhile`() throws {
        let loop = try EventLoop()
        let log = MemoryLog { body in loop.perform(body) }
        func next(_ text: String) throws -> Bench {
            try Bench(
                domains: [editor.name: domainFile("/files/s.toml")],
                log: log,
                loop: loop,
                preparing: { home in chmod(home[name], 0o644) },
                files: { $0.write(text, to: "/files/s.toml") }
            )
        }
        let first = try next("a = 1\n")
        first.awaitHook()
        let second = try next("a = 1\nb = 2\n")
        second.run { second.runs == 1 }
        #expect(first.runs == 0)
    }
}
