// Reload hooks at work: real programs, with files and journal in memory.

import Glibc
import Programs
import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

/// An agent whose editor has one file and one hook, which runs a line of shell.
private func bench(_ script: String, more: String = "settle = \"0ms\"") throws -> Bench {
    let bench = try Bench(
        domains: [
            "org.example.editor": """
            defaults = false
            [[file]]
            path = "/files/s.toml"
            [[reload]]
            command = ["sh", "-c", '''\(script)''']
            \(more)
            """
        ],
        // Files that aren't the agent's to write later, as the user's own umask may say.
        preparing: { home in chmod(home["domains/org.example.editor.toml"], 0o644) }
    )
    return bench
}

extension Bench {
    /// How the only hook fares.
    fileprivate var condition: HookSchedule.Condition? {
        reloads.schedule.hooks(of: editor).first.map(reloads.schedule.condition)
    }
    /// What was wrong with its last run.
    fileprivate var trouble: CommandTrouble? {
        reloads.schedule.hooks(of: editor).first.flatMap(reloads.schedule.trouble)
    }
    fileprivate var appliedSeq: UInt64? {
        reloads.schedule.hooks(of: editor).first.flatMap(reloads.schedule.appliedSeq)
    }

    /// Makes a change and waits until the hook has run.
    fileprivate func setAndReload(_ value: Int64) {
        set("a", .integer(value))
        run { condition == .idle }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A command to reload` {
    @Test func `runs in the home folder when a setting has changed`() throws {
        let bench = try bench("pwd > ran; echo $0 $# >> ran")
        bench.setAndReload(1)
        #expect(bench.home.text("/ran") == "\(bench.home.path)\nsh 0\n")
        #expect(bench.trouble == nil)
        #expect(bench.appliedSeq == bench.agent.announcedSeq)
        #expect(bench.messages.texts == [])
    }

    @Test func `has the values of settings in its holes`() throws {
        let more = "settle = \"0ms\"\n[values]\nwords = { 7 = \"seven\" }"
        let bench = try bench("echo {a} {a|*2|number} {a|words} {{x}} > ran", more: more)
        bench.setAndReload(7)
        #expect(bench.home.text("/ran") == "7 14 seven {x}\n")
        #expect(bench.trouble == nil)
    }

    @Test(arguments: [
        ("{b}", "'b' has no value for the command"),
        ("{a|words}", "the value of 'a' has no text in the command"),
        ("{a}", "'a' begins with '-', which the program would read as an option"),
    ])
    func `isn't run where a hole can't be filled`(word: String, problem: String) throws {
        let bench = try bench(
            "echo > ran",
            more: "settle = \"0ms\"\n[values]\nwords = { 7 = \"seven\" }\n"
                + "[[reload]]\nsettle = \"0ms\"\ncommand = [\"touch\", \"\(word)\"]"
        )
        bench.set("a", .integer(-1))
        let hooks = bench.reloads.schedule.hooks(of: editor)
        bench.run { hooks.allSatisfy { bench.reloads.schedule.condition(of: $0) == .idle } }
        #expect(bench.reloads.schedule.trouble(of: hooks[1])?.problem == problem)
    }

    @Test func `is run only while its conditions hold`() throws {
        let bench = try bench("echo >> ran", more: "settle = \"0ms\"\nwhen = { a = 2 }")
        bench.setAndReload(1)
        #expect(bench.home.text("/ran") == nil)
        bench.setAndReload(2)
        #expect(bench.home.text("/ran") == "\n")
        #expect(bench.trouble == nil)
    }

    @Test func `is run only while its program runs`() throws {
        let name = "player-\(getpid())"
        let bench = try bench(
            "echo >> ran",
            more: "settle = \"0ms\"\nprocess = [\"none\", \"\(name)\"]"
        )
        bench.setAndReload(1)
        #expect(bench.home.text("/ran") == nil)
        #expect(bench.trouble == nil)
        let program = bench.home.path + "/" + name
        try #require(symlink("/bin/sh", program) == 0)
        let process = try ProgramStart([program, "-c", "kill -STOP $$"]).start()
        defer {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        // Until it's executed it has the name of this program; it stops itself afterwards.
        try #require(waitpid(process, nil, WUNTRACED) == process)
        bench.setAndReload(2)
        #expect(bench.home.text("/ran") == "\n")
        #expect(bench.trouble == nil)
    }

    @Test func `has no descriptor and no blocked signal of the agent`() throws {
        let bench = try bench("ls /proc/self/fd > ran; grep SigBlk /proc/self/status >> ran")
        bench.setAndReload(1)
        // The fourth is the folder that 'ls' has open.
        #expect(bench.home.text("/ran") == "0\n1\n2\n3\nSigBlk:\t0000000000000000\n")
    }

    @Test func `isn't run for what is set to what it was`() throws {
        let bench = try bench("echo >> ran")
        bench.setAndReload(1)
        bench.setAndReload(1)
        #expect(bench.home.text("/ran") == "\n")
    }

    @Test func `waits until the change is durable and the files are written`() throws {
        let bench = try bench("echo >> ran")
        bench.setAndReload(1)
        bench.log.isHolding = true
        var answered = false
        bench.agent.edit(EditRequest("a", .integer(2))) { _ in answered = true }
        bench.settle()
        #expect(!answered)
        #expect(bench.files.text("/files/s.toml") == "a = 1\n")
        #expect(bench.home.text("/ran") == "\n")

        bench.log.isHolding = false
        bench.log.release()
        var wasWrittenFirst = false
        bench.run {
            if bench.condition == .running {
                wasWrittenFirst = bench.files.text("/files/s.toml") == "a = 2\n"
            }
            return answered && bench.condition == .idle
        }

        #expect(wasWrittenFirst)
        #expect(bench.home.text("/ran") == "\n\n")
    }

    @Test func `doesn't wait for the disk when its program's file has the change already`() throws {
        let bench = try bench("echo >> ran")
        bench.setAndReload(1)
        bench.log.isHoldingSyncs = true
        bench.files.write("a = 2\n", to: "/files/s.toml")
        bench.agent.filesChanged()
        bench.run { bench.home.text("/ran") == "\n\n" }

        bench.log.isHoldingSyncs = false
        bench.log.sync()
        bench.run { bench.condition == .idle }
        #expect(bench.appliedSeq == bench.agent.announcedSeq)
    }

    @Test func `is run for a removal that is forgotten among thousands`() throws {
        let bench = try bench("echo >> ran", more: "settle = \"0ms\"\nkeys = [\"a\"]")
        let paths = [key("a")] + (0..<10_001).map { key("b.k\($0)") }
        for value in [SettingValue.integer(1), nil] {
            let edits = paths.map { KeyEdit($0, value) }
            bench.agent.edit(EditRequest(domain: editor, edits: edits, client: "test")) { _ in }
            bench.run { bench.home.text("/ran") == (value == nil ? "\n\n" : "\n") }
            bench.run { bench.condition == .idle }
        }
        #expect(bench.agent.engine.changes.change(of: editor, key("a")) == nil)
        #expect(bench.appliedSeq == bench.agent.announcedSeq)
    }

    @Test func `that fails is told once, with what it wrote`() throws {
        let bench = try bench("echo one; echo two >&2; exit 3")
        bench.setAndReload(1)
        bench.setAndReload(2)
        let file = bench.home["domains/org.example.editor.toml"]
        #expect(bench.trouble?.output == "one\ntwo\n")
        #expect(
            bench.messages.texts == [
                """
                \(file):5:11: 'sh' ended with status 3
                  | one
                  | two
                The program may still run with the old settings. Try it by hand; it is run again \
                with the next change.
                """
            ]
        )
        #expect(bench.appliedSeq == 0)
    }

    @Test func `keeps no more of its output than the last part`() throws {
        let bench = try bench("yes | head -c 100000; echo end; exit 1")
        bench.setAndReload(1)
        let output = try #require(bench.trouble?.output)
        #expect(output.utf8.count == 4_096)
        #expect(output.hasSuffix("y\nend\n"))
    }

    @Test func `is killed with its children when its time is over`() throws {
        let bench = try bench(
            "sleep 1000 & echo $! > child; wait",
            more: "settle = \"0ms\"\ntimeout = \"200ms\""
        )
        bench.setAndReload(1)
        #expect(bench.trouble?.problem == "'sh' took more than 200 ms and was killed")
        let child = try #require(bench.home.text("/child").flatMap { pid_t($0.dropLast()) })
        // It isn't the loop's child, so only time wakes the loop when it has ended.
        keepAwake(bench.loop)
        bench.run { isGone(child) }
    }

    @Test func `that isn't there is told`() throws {
        let bench = try Bench(
            domains: [
                "org.example.editor": """
                [[reload]]
                command = ["/nowhere/at-all"]
                settle = "0ms"
                """
            ]
        )
        bench.setAndReload(1)
        #expect(
            bench.trouble?.problem
                == "'/nowhere/at-all' can't be started: No such file or directory"
        )
    }

    @Test func `isn't run from a file that others may write`() throws {
        let bench = try bench("echo >> ran")
        let file = bench.home["domains/org.example.editor.toml"]
        chmod(file, 0o666)
        bench.directory.reload(bench.agent)
        #expect(bench.trouble?.problem == "'\(file)' can be written by others")

        bench.set("a", .integer(1))
        bench.settle()
        #expect(bench.home.text("/ran") == nil)

        chmod(file, 0o600)
        bench.directory.reload(bench.agent)
        // It is owed the change that it wasn't run for.
        bench.run { bench.home.text("/ran") == "\n" && bench.condition == .idle }
        #expect(bench.appliedSeq == bench.agent.announcedSeq)
    }

    @Test func `runs once for many changes, and once more for what came meanwhile`() throws {
        let bench = try bench(
            "echo >> ran; while [ ! -e go ]; do :; done",
            more: "settle = \"20ms\""
        )
        // Nothing else wakes the loop when the command has begun.
        keepAwake(bench.loop)
        for value in 1...5 as ClosedRange<Int64> { bench.set("a", .integer(value)) }
        bench.run { bench.home.text("/ran") == "\n" }
        for value in 6...9 as ClosedRange<Int64> { bench.set("a", .integer(value)) }
        bench.settle()
        #expect(bench.home.text("/ran") == "\n")

        try bench.home.write("", to: "/go")
        bench.run { bench.condition == .idle }

        #expect(bench.home.text("/ran") == "\n\n")
        #expect(bench.appliedSeq == bench.agent.announcedSeq)
    }
}

/// Wakes a loop every 10 ms, so that it checks what it waits for.
private func keepAwake(_ loop: EventLoop) {
    _ = loop.schedule(after: .milliseconds(10)) { [weak loop] in
        guard let loop else { return }
        keepAwake(loop)
    }
}

/// Whether a process has ended, or only waits for somebody to look after it.
private func isGone(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return true }
    return String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains(") Z ")
}

@Suite(.timeLimit(.minutes(10))) struct `A file to touch` {
    @Test func `is no linked file, as these are never opened for writing`() throws {
        let bench = try Bench(
            domains: [
                "org.example.editor": """
                defaults = false
                [[file]]
                path = "~/s.toml"
                [[reload]]
                touch = "~/s.toml"
                settle = "0ms"
                """
            ],
            preparing: { home in chmod(home["domains/org.example.editor.toml"], 0o644) }
        )
        bench.setAndReload(2)
        let problem =
            "'\(bench.home.path)/s.toml' is a linked file, which is never opened for writing"
        #expect(bench.trouble?.problem == problem)
        #expect(bench.home.text("/s.toml") == nil)
    }

    @Test func `is made, and then has the time of the last change`() throws {
        let bench = try Bench(
            domains: [
                "org.example.editor": """
                [[reload]]
                touch = "~/touched"
                settle = "0ms"
                """
            ]
        )
        bench.setAndReload(1)
        #expect(bench.home.text("/touched") == "")
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        utimensat(AT_FDCWD, bench.home["/touched"], &times, 0)

        bench.setAndReload(2)

        var status = stat()
        stat(bench.home["/touched"], &status)
        #expect(status.st_mtim.tv_sec > 1)
    }
}

@Suite struct `Replicas` {
    @Test func `are listed with the hooks`() throws {
        let bench = try bench("echo no; exit 1", more: "settle = \"0ms\"\nkeys = [\"a\", \"b.*\"]")
        bench.setAndReload(1)
        let hook = try #require(
            bench.connect().call("replicas", #"{"domain":"org.example.editor"}"#).list("hooks")
                .first
        )
        #expect(hook["domain"] as? String == "org.example.editor")
        #expect(hook["hook"] as? String == "sh -c 'echo no; exit 1'")
        #expect(hook["state"] as? String == "failed")
        #expect(hook["line"] as? Int == 5)
        #expect(hook["keys"] as? [String] == ["a", "b.*"])
        #expect(hook["problem"] as? String == "'sh' ended with status 1")
        #expect(hook["output"] as? String == "no\n")
    }

    @Test func `say up to which change a hook's program has the settings`() throws {
        let bench = try bench("cat ok", more: "settle = \"0ms\"")
        let client = bench.connect()
        let hook = { client.call("replicas").list("hooks").first ?? [:] }
        bench.setAndReload(1)
        #expect(hook()["state"] as? String == "failed")
        #expect(hook()["seq"] as? Int == 0)

        try bench.home.write("", to: "/ok")
        bench.setAndReload(2)

        #expect(hook()["state"] as? String == "ok")
        #expect(hook()["seq"] as? Int == Int(bench.agent.announcedSeq))
    }
}
