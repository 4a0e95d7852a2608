// Programs that are asked for their options, with files and journal in memory.

import Glibc
import SchemaFiles
import SettingsModel
import SettingsSchema
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let rows = """
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Status line"
    Key = "status"

    """

private let domainFile = """
    bundle = "~/Settings.bundle"
    describe = { command = ["~/bin/term", "a"], reader = "tmux" }

    [[file]]
    path = "/f/a.conf"
    format = "tmux"

    """

/// What a program prints, and that it was asked.
private func program(_ lines: String) -> String {
    "#!/bin/sh\necho \"$1\" >> ~/asked\nprintf 'tmux 9\\n'\n\(lines)\n"
}

/// An agent with a program that can be asked.
private final class Asking {
    let bench: Bench
    private let follower: ConfigurationFollower

    init(_ lines: String, domainFile: String = domainFile) throws {
        bench = try Bench(domains: [editor.name: domainFile]) { home in
            try home.write(rows, to: "/Settings.bundle/Root.toml")
        }
        follower = bench.follower()
        try install(lines)
        follower.begin()
        wait()
    }

    // A child that ends unheard would stay for another test's program to be taken for.
    deinit { wait() }

    /// Puts a program in the place of the one that is there.
    func install(_ lines: String) throws {
        let text = program(lines).replacing("~", with: bench.home.path)
        try bench.home.write(text, to: "/bin/new")
        chmod(bench.home["/bin/new"], 0o755)
        rename(bench.home["/bin/new"], bench.home["/bin/term"])
    }

    /// Waits until nobody is asked, and what was said is in force.
    func wait() {
        bench.settle()
        bench.run { !bench.directory.isAsking && !bench.directory.isReading }
        bench.settle()
    }

    /// How often the program was asked.
    var count: Int { bench.home.text("/asked")?.split(separator: "\n").count ?? 0 }

    /// The keys that have rows.
    var keys: [String] {
        guard case .read(let schema)? = bench.agent.engine.configuration(of: editor)?.schema else {
            return []
        }
        return schema.schema.panes.flatMap(\.rows).compactMap { $0.keyPath?.description }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A program that is asked for its options` {
    @Test func `adds its rows and defaults to those of the bundle`() throws {
        let asking = try Asking("echo 'mode-keys vi'; echo 'status on'")
        #expect(asking.keys == ["status", "mode-keys"])
        #expect(asking.bench.values() == ["mode-keys": .string("vi")])
        #expect(asking.bench.messages.texts == [])
    }

    @Test func `is asked once, and not again by the next agent`() throws {
        let asking = try Asking("echo 'mode-keys vi'")
        asking.bench.directory.reload(asking.bench.agent)
        asking.wait()
        #expect(asking.count == 1)

        let next = asking.bench.follower()
        next.begin()
        asking.wait()
        #expect(asking.count == 1)
    }

    @Test func `is asked again after an upgrade`() throws {
        let asking = try Asking("echo 'mode-keys vi'")
        try asking.install("echo 'mode-keys emacs'; echo 'mouse off'")
        asking.bench.directory.reload(asking.bench.agent)
        asking.bench.run { asking.keys == ["status", "mode-keys", "mouse"] }
        #expect(asking.bench.values()["mode-keys"] == .string("emacs"))
        #expect(asking.count == 2)
    }

    @Test(arguments: [
        ("exit 3", "'term' ended with status 3"), ("kill -9 $$", "'term' was ended by signal 9"),
        ("echo 'no server running' >&2", "the reader 'tmux' finds none"),
        ("yes", "'term' wrote too much and was killed"),
    ])
    func `is reported once where it lists none, and everything else works`(
        lines: String,
        problem: String
    ) throws {
        let asking = try Asking(lines)
        asking.bench.directory.reload(asking.bench.agent)
        asking.wait()
        let texts = asking.bench.messages.texts
        #expect(texts.count == 1)
        #expect(texts.first?.contains("'describe' lists no options: ") == true)
        #expect(texts.first?.contains(problem) == true)
        #expect(asking.count == 1)
        #expect(asking.keys == ["status"])
        let problems = asking.bench.directory.schemaProblems(of: editor).list
        #expect(problems.map(\.severity) == [.warning])
        asking.bench.set("status", .string("off"))
        #expect(asking.bench.values() == ["status": .string("off")])

        try asking.install("echo 'mode-keys vi'")
        asking.bench.directory.reload(asking.bench.agent)
        asking.bench.run { asking.keys == ["status", "mode-keys"] }
        #expect(asking.bench.directory.schemaProblems(of: editor).list == [])
    }

    @Test func `isn't asked where it isn't there`() throws {
        let asking = try Asking(
            "echo 'mode-keys vi'",
            domainFile: domainFile.replacing("~/bin/term", with: "a-program-that-is-not-there")
        )
        #expect(asking.keys == ["status"])
        #expect(asking.bench.messages.texts == [])
    }

    @Test func `keeps what it listed, where it fails after an upgrade`() throws {
        let asking = try Asking("echo 'mode-keys vi'")
        try asking.install("exit 1")
        asking.bench.directory.reload(asking.bench.agent)
        asking.bench.run { !asking.bench.messages.all.isEmpty }
        #expect(asking.bench.messages.texts.first?.contains("What it listed before") == true)
        #expect(asking.keys == ["status", "mode-keys"])
    }

    @Test func `is forgotten with its domain file's word`() throws {
        let asking = try Asking("echo 'mode-keys vi'")
        let text = domainFile.split(separator: "\n").filter { !$0.hasPrefix("describe") }
        try asking.bench.home.write(
            text.joined(separator: "\n") + "\n",
            to: "domains/\(editor).toml"
        )
        asking.bench.directory.reload(asking.bench.agent)
        asking.wait()
        #expect(asking.keys == ["status"])
        #expect(asking.bench.home.text("/.local/state/settings-agent/options/\(editor)") == nil)
    }
}

private func read(_ text: String) throws -> DomainFile {
    try DomainFile(
        Array(text.utf8),
        path: "/d.toml",
        domain: editor,
        paths: AgentPaths { ["HOME": "/home/u"][$0] }
    )
}

@Suite struct `What a domain file says of asking` {
    private let options = "/home/u/.local/state/settings-agent/options/org.example.editor"

    @Test func `is a command, and how what it prints is read`() throws {
        var file = try read(domainFile)
        #expect(file.problems == [])
        #expect(file.listing?.words == ["/home/u/bin/term", "a"])
        #expect(file.listing?.reader == .tmux)
        #expect(file.schemaSource == .bundle("/home/u/Settings.bundle", options: options))

        file.refuseCommands { _ in .user }
        #expect(file.listing != nil)
    }

    @Test func `counts only in a file of the user's own`() throws {
        var file = try read(domainFile)
        file.refuseCommands { _ in .system }
        #expect(file.listing == nil)
        #expect(file.schemaSource == .bundle("/home/u/Settings.bundle"))
        #expect(
            file.problems.map(\.problem)
                == ["'describe' is run only from a file of the user's own"]
        )
    }

    @Test(arguments: ["", "schema = \"~/s.json\"\n"])
    func `is nothing without a bundle`(line: String) throws {
        let file = try read(line + "describe = { command = [\"a\"], reader = \"git\" }\n")
        #expect(file.problems == [])
        #expect(file.listing == nil)
    }

    @Test(arguments: [
        ("1", "'describe' is integer, expected a table"),
        ("{ reader = \"git\" }", "'describe' has no 'command'"),
        ("{ command = [\"a\"] }", "'describe' has no 'reader'"),
        ("{ command = [], reader = \"git\" }", "'command' names no program"),
        ("{ command = [\"a\"], reader = \"emacs\" }", "there is no reader 'emacs'"),
        ("{ command = [\"a\"], reader = \"git\", to = 1 }", "'to' is not known"),
    ])
    func `is left out with a mistake`(table: String, problem: String) throws {
        let file = try read("bundle = \"~/B.bundle\"\ndescribe = \(table)\n")
        #expect(file.problems.map(\.problem) == [problem])
        #expect(file.listing == nil)
        #expect(file.schemaSource == .bundle("/home/u/B.bundle"))
    }
}
