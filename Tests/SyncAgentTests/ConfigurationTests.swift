// What the agent's own files say, and each mistake in them with its place.

import Glibc
import SettingsDocument
import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private func paths(_ environment: [String: String] = [:]) -> AgentPaths {
    let environment = ["HOME": "/home/u"].merging(environment) { _, new in new }
    return AgentPaths { environment[$0] }
}

private func read(_ text: String, previous: DomainConfiguration? = nil) throws -> DomainFile {
    try DomainFile(
        Array(text.utf8),
        path: "/d.toml",
        domain: editor,
        paths: paths(),
        previous: previous
    )
}

@Suite struct `The agent's paths` {
    @Test func `are the ones of the XDG Base Directory Specification`() {
        let plain = paths()
        #expect(plain.agentFile == "/home/u/.config/settings-agent/agent.toml")
        #expect(plain.journal == "/home/u/.local/state/settings-agent/journal.db")
        #expect(
            plain.domainFolders == [
                "/home/u/.config/settings-agent/domains",
                "/home/u/.local/share/settings-agent/domains",
                "/usr/local/share/settings-agent/domains", "/usr/share/settings-agent/domains",
            ]
        )
        #expect(plain.managedFiles(of: "a") == ["/etc/xdg/settings-agent/managed/a.toml"])
        #expect(plain.defaultsStore(of: "a") == "/home/u/.config/a.plist")
    }

    @Test func `follow the environment`() {
        let own = paths([
            "XDG_CONFIG_HOME": "/c//", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d",
            "XDG_DATA_DIRS": "/x:relative:/y/", "XDG_CONFIG_DIRS": "/first:/second",
        ])
        #expect(own.configHome == "/c")
        #expect(own.stateHome == "/s")
        #expect(own.dataFolders == ["/d", "/x", "/y"])
        // The first folder is the most important, so it comes last.
        #expect(
            own.managedFiles(of: "a").map { $0.split(separator: "/")[0] } == ["second", "first"]
        )
    }

    @Test(arguments: ["", "relative", "./x"])
    func `pass over what isn't absolute`(value: String) {
        let names = [
            "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
            "XDG_CONFIG_DIRS",
        ]
        #expect(paths(Dictionary(uniqueKeysWithValues: names.map { ($0, value) })) == paths())
    }

    @Test(arguments: [
        ("~/a.toml", "/home/u/a.toml"), ("~", "/home/u"), ("a/b", "/home/u/a/b"),
        ("~/\u{301}x", "/home/u/\u{301}x"), ("/\u{301}x/y", "/\u{301}x/y"),
        ("/a//b/./c", "/a/b/c"), ("/a/../b", "/a/../b"), ("~other/x", "/home/u/~other/x"),
    ])
    func `make a path absolute`(written: String, expected: String) {
        #expect(paths().expanded(written) == expected)
        #expect(paths().expanded(paths().abbreviated(expected)) == expected)
    }
}

@Suite struct `A domain file` {
    @Test func `says everything about its files`() throws {
        let file = try read(
            """
            title = "Editor"
            defaults = false
            [[file]]
            path = "~/a.json"
            format = "jsonc"
            prefix = "ui"
            keys = ["ui.theme.*", "ui.size"]
            [[file]]
            path = "~/b.toml"
            [[file]]
            path = "/etc/b.toml"
            layer = "site"
            locks = ["x"]
            [[file]]
            path = "~/c.toml"
            adopt = "all"
            """
        )

        #expect(file.problems == [])
        #expect(file.configuration.title == "Editor")
        let replicas = file.configuration.replicas
        #expect(
            replicas.map(\.path) == [
                "/home/u/a.json", "/home/u/b.toml", "/etc/b.toml", "/home/u/c.toml",
                "/home/u/.config/.GlobalPreferences.plist",
                "/etc/xdg/settings-agent/managed/org.example.editor.toml",
            ]
        )
        #expect(
            replicas.map(\.adoption) == [.primary, .present, .present, .all, .primary, .primary]
        )
        #expect(replicas.map(\.layer) == [.user, .user, .site, .user, .global, .managed])
        #expect(replicas[0].format == .jsonc)
        #expect(replicas[0].prefix == key("ui"))
        #expect(replicas[0].keys == [.below(key("ui.theme")), .exactly(key("ui.size"))])
        #expect(replicas[2].locks == [key("x")])
    }

    @Test(
        arguments: [
            ("", .withNextChange), ("[[file]]\npath = \"~/a.toml\"", .never),
            ("defaults = true", .atOnce), ("defaults = false", nil),
            ("defaults = true\n[[file]]\npath = \"~/a.toml\"", .atOnce),
            ("[[file]]\npath = \"/s.toml\"\nlayer = \"site\"", .withNextChange),
            ("[[file]]\npath = \"~/a.toml\"\nformat = \"x\"", .never),
        ] as [(String, Creation?)]
    )
    func `has the defaults store at once, with a setting, if it is there, or never`(
        text: String,
        creation: Creation?
    ) throws {
        let replicas = try read(text).configuration.replicas
        let store = replicas.first { $0.path == "/home/u/.config/org.example.editor.plist" }
        #expect(store?.creation == creation)
        #expect(store == nil || store?.adoption == .all)
    }

    @Test(arguments: [
        ("titel = \"x\"", "1:1", "'titel' is not known"),
        ("title = 5", "1:9", "'title' is integer, expected text"),
        ("sets = [\"x\"]", "1:1", "'sets' is not known"),
        ("defaults = \"yes\"", "1:12", "'defaults' is string, expected true or false"),
        ("file = 3", "1:8", "'file' is integer, expected an array of tables"),
        ("[[file]]\nformat = \"toml\"", "2:10", "the file has no 'path'"),
        ("[[file]]\npath = 3", "2:8", "'path' is integer, expected text"),
        ("[[file]]\npath = \"\"", "2:8", "the file has no 'path'"),
        (
            "[[file]]\npath = \"~/.config/settings-agent/agent.toml\"", "2:8",
            "'/home/u/.config/settings-agent/agent.toml' is one of the agent's own files, which can't be linked"
        ),
        ("[[file]]\npath = \"a\"\nformat = \"yml\"", "3:10", "there is no format 'yml'"),
        ("[[file]]\npath = \"a\"\nlayer = \"session\"", "3:9", "there is no layer 'session'"),
        ("[[file]]\npath = \"a\"\nadopt = \"some\"", "3:9", "there is no adopt 'some'"),
        ("[[file]]\npath = \"a\"\nprefix = \"\"", "3:10", "the key path is empty"),
        ("[[file]]\npath = \"a\"\nprefx = \"ui\"", "3:1", "'prefx' is not known"),
        ("[[file]]\npath = \"a\"\nkeys = [\"a.\"]", "3:8", "the key path has an empty segment"),
        (
            "[[file]]\npath = \"a\"\nkeys = [1]", "3:8",
            "'keys' is array, expected an array of texts"
        ),
        (
            "[[file]]\npath = \"a\"\nlocks = [\"x\"]", "3:9",
            "'locks' is for files of the layer 'site'"
        ),
        ("[[file]]\npath = \"a\"\n[[file]]\npath = \"~/a\"", "4:8", "'~/a' is named twice"),
    ])
    func `has each mistake shown at its place`(text: String, place: String, problem: String) throws
    {
        let file = try read(text)

        #expect(file.problems.map(\.problem) == [problem])
        let found = file.problems.first?.place
        #expect("\(found?.line ?? 0):\(found?.column ?? 0)" == place)
        // Nothing of a table with a mistake is in force.
        let own = file.configuration.replicas.filter {
            $0.layer != .global && !$0.path.contains("org.example.editor")
        }
        #expect(own.count == (problem.hasSuffix("twice") ? 1 : 0))
    }

    @Test func `names each file once, by whatever path`() throws {
        let home = try Home()
        try home.write("a = 1\n", to: "/s.toml")
        symlink("s.toml", home["/one.toml"])
        let folder = home["/folder"]
        symlink(home.path, folder)
        let paths = [home["/one.toml"], folder + "/s.toml", home["/two.toml"]]
        let text = paths.map { "[[file]]\npath = \"\($0)\"\n" }.joined()
        let file = try DomainFile(
            Array(text.utf8),
            path: "/d.toml",
            domain: editor,
            paths: home.paths
        )
        #expect(
            file.problems.map(\.problem) == [
                "'\(paths[1])' leads to the same file as '\(paths[0])'"
            ]
        )
        #expect(file.problems.first?.consequence == "The file is left out")
        let linked = file.configuration.replicas.filter { $0.layer == .user }.map(\.path)
        #expect(linked.starts(with: [paths[0], paths[2]]))
    }

    @Test func `keeps what it said of a file where its table now has a mistake`() throws {
        let good = try read("[[file]]\npath = \"a\"\nprefix = \"ui\"\n[[file]]\npath = \"b\"\n")

        let file = try read(
            "[[file]]\npath = \"a\"\nprefx = \"ui\"\n[[file]]\npath = \"b\"\n",
            previous: good.configuration
        )

        #expect(file.configuration == good.configuration)
        #expect(
            file.problems.map(\.consequence) == ["What was said of the file before stays in force"]
        )
    }

    @Test func `that is no TOML is refused as a whole`() {
        #expect(throws: DocumentError.self) { try read("title = ") }
    }
}

@Suite struct `The agent's file` {
    private func read(_ text: String, last: AgentFile = AgentFile()) -> AgentFile {
        AgentFile(Array(text.utf8), path: "/agent.toml", last: last)
    }

    @Test func `lowers limits and sets times`() {
        let file = read(
            "[limits]\nfile_bytes = 1000\nclients = 5\n[timing]\nmissing_grace_ms = 0\n"
        )

        #expect(file.problems == [])
        #expect(file.limits.fileBytes == 1_000)
        #expect(file.limits.clients == 5)
        #expect(file.timing.missingGrace == 0)
        #expect(file.limits.nesting == Limits.standard.nesting)
    }

    @Test(
        arguments: [
            ("[limits]\nclients = 16384", nil), ("[limits]\nclients = 1", nil),
            ("[limits]\nclients = 16385", "2:11 'clients' must be a whole number from 1 to 16384"),
            ("[limits]\nclients = 0", "2:11 'clients' must be a whole number from 1 to 16384"),
            ("[limits]\nclients = \"5\"", "2:11 'clients' must be a whole number from 1 to 16384"),
            (
                "[limits]\nline_bytes = 1023",
                "2:14 'line_bytes' must be a whole number from 1024 to 1048576"
            ),
            ("[limits]\nclient = 5", "2:1 'client' is not known"),
            ("limits = 5", "1:10 'limits' is integer, expected a table"),
            (
                "[timing]\nmissing_grace_ms = 60001",
                "2:20 'missing_grace_ms' must be a whole number from 0 to 60000"
            ),
            ("[time]\nx = 1", "1:2 'time' is not known"),
        ] as [(String, String?)]
    )
    func `has each mistake shown at its place, and the standard in force`(
        text: String,
        problem: String?
    ) {
        let file = read(text)

        let found = file.problems.map {
            "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.problem)"
        }
        #expect(found == (problem.map { [$0] } ?? []))
        if problem != nil { #expect(file.limits == .standard) }
    }

    @Test func `keeps its last good version when it can't be read`() {
        let good = read("[limits]\nclients = 5\n")
        let broken = read("[limits\n", last: good)
        #expect(broken.limits.clients == 5)
        #expect(broken.problems.count == 1)
    }

    @Test func `tells limits that change at once from those that need a restart`() {
        let file = read(
            "[limits]\nclients = 5\nfile_bytes = 9\nnesting = 3\n[timing]\nmissing_grace_ms = 1\n"
        )

        let limits = file.limits(changing: .standard)

        #expect(limits.clients == 5)
        #expect(limits.fileBytes == Limits.standard.fileBytes)
        #expect(
            file.waitingForRestart(limits: limits, running: AgentFile())
                == ["file_bytes", "missing_grace_ms", "nesting"]
        )
    }
}
