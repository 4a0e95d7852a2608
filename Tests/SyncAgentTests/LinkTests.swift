// Files compared with a domain before they are linked, and unlinked.

import Glibc
import SettingsModel
import SettingsProtocol
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

/// A bench whose domain has a file, beside one that differs from it.
private func bench() throws -> Bench {
    let bench = try Bench(domains: ["org.example.editor": "[[file]]\npath = \"/f/a.toml\"\n"])
    bench.files.write("theme = \"light\"\nsize = 1\n", to: "/f/a.toml")
    bench.agent.filesChanged()
    bench.settle()
    bench.files.write("theme = \"weird\"\nport = 9\n", to: "/f/b.toml")
    return bench
}

private let file = #"{"domain":"org.example.editor","file":"/f/b.toml"}"#

private func link(_ words: String) -> String {
    #"{"domain":"org.example.editor","file":"/f/b.toml",\#(words)}"#
}

@Suite struct `A file that is compared` {
    @Test func `isn't linked, and its differences are told`() throws {
        let bench = try bench()
        let line = bench.connect().call("compare", file)
        let difference = try #require(line.list("differences").first)
        #expect(line.number("differs") == 1)
        #expect(difference["key"] as? String == "theme")
        #expect(difference["here"] as? String == "weird")
        #expect(difference["there"] as? String == "light")
        #expect((line.result["taken"] as? [String: Any])?["keys"] as? [String] == ["port"])
        #expect(bench.values() == ["theme": .string("light"), "size": .integer(1)])
        let text = try #require(bench.home.text("domains/org.example.editor.toml"))
        #expect(!text.contains("b.toml"))
    }

    @Test func `is told to be linked`() throws {
        let line = try bench().connect().call("compare", #"["org.example.editor","/f/a.toml"]"#)
        #expect(line.result["linked"] as? Bool == true)
    }

    @Test func `is linked as it was compared, or not at all`() throws {
        let bench = try bench()
        let client = bench.connect()
        let token = try #require(client.call("compare", file).text("token"))
        bench.set("size", .integer(2))
        let stale = client.call("link", link(#""prefer":"others","plan":"\#(token)""#))
        #expect(stale.data["slug"] as? String == "RevConflict")
        let fresh = try #require(client.call("compare", file).text("token"))
        #expect(client.call("link", link(#""prefer":"others","plan":"\#(fresh)""#)).error.isEmpty)
    }
}

@Suite struct `A file of the agent's own` {
    /// Below the home folder of a bench.
    private static let places = [
        ".config/settings-agent/domains/org.evil.toml", ".config/settings-agent/agent.toml",
        ".local/state/settings-agent/journal.db", "link/domains/org.evil.toml",
        ".local/share/settings-agent/domains/org.evil.toml",
        "share/settings-agent/domains/org.evil.toml",
    ]

    @Test(arguments: places, ["compare", "link"])
    func `can't be linked, through a symlink neither`(place: String, method: String) throws {
        let bench = try bench()
        symlink(bench.home.paths.agentFolder, bench.home.path + "/link")
        let path = bench.home.path + "/" + place
        let line = bench.connect().call(
            method,
            #"{"domain":"org.example.editor","file":"\#(path)"}"#
        )
        #expect(line.data["slug"] as? String == "Invalid")
        let message = try #require(line.error["message"] as? String)
        #expect(
            message.contains("'\(path)' is one of the agent's own files, which can't be linked")
        )
    }
}

@Suite struct `A file past the limits` {
    /// At the limits of 2 keys and 20 bytes, and one past each.
    @Test(
        arguments: [
            ("a = 1\nb = 2\n", nil), ("a = 123456789012345\n", nil),
            ("a = 1\nb = 2\nc = 3\n", "the file has more than 2 settings"),
            ("a = 1234567890123456\n", "the file has 21 bytes, at most 20"),
        ] as [(String, String?)]
    )
    func `isn't linked, and the numbers are told`(text: String, problem: String?) throws {
        var limits = Limits.standard
        (limits.keysPerDomain, limits.fileBytes) = (2, 20)
        let bench = try Bench(limits: limits, files: { $0.write(text, to: "/f/b.toml") })

        let line = bench.connect().call("link", file)

        #expect(line.error["message"] as? String == problem)
        #expect(line.data["slug"] as? String == problem.map { _ in "TooLarge" })
        #expect(line.data["file"] as? String == problem.map { _ in "/f/b.toml" })
        #expect((bench.home.text("domains/org.example.editor.toml") == nil) == (problem != nil))
    }

    @Test(
        arguments: [
            (
                "/f/b.unit", "a = \"x\"\nb = 1\n", "json",
                "'/f/b.unit' can't be read as JSON at line 1: found 'a', expected a value",
                "It can be read with --format toml, or --format ini"
            ),
            (
                "/f/b.toml", "a = 1\na = 2\n", nil,
                "'/f/b.toml' can't be read at line 2: 'a' is already set on line 1",
                "Remove one of the two"
            ),
        ] as [(String, String, String?, String, String)]
    )
    func `isn't linked where its text can't be read`(
        path: String,
        text: String,
        format: String?,
        problem: String,
        advice: String
    ) throws {
        let bench = try bench()
        bench.files.write(text, to: path)
        let named = format.map { #","format":"\#($0)""# } ?? ""
        let words = #"{"domain":"org.example.editor","file":"\#(path)"\#(named)}"#

        let line = bench.connect().call("link", words)

        #expect(line.error["message"] as? String == problem)
        #expect(line.data["slug"] as? String == "FileBroken")
        #expect(line.data["advice"] as? String == "Nothing was linked. \(advice)")
        let own = try #require(bench.home.text("domains/org.example.editor.toml"))
        #expect(!own.contains(path))
    }

    @Test func `is linked in any format while nothing is in it`() throws {
        let bench = try bench()
        bench.files.write("\n", to: "/f/b.toml")
        #expect(bench.connect().call("link", link(#""format":"json""#)).error.isEmpty)
    }

    @Test func `isn't linked where the disk tells its size`() throws {
        let bench = try bench()
        bench.files.unreadable["/f/b.toml"] = StorageError(
            code: .tooLarge,
            path: "/f/b.toml",
            errno: 27,
            problem: "'/f/b.toml' has 4194305 bytes, at most 4194304 are read",
            advice: "Link the settings file itself"
        )
        let line = bench.connect().call("link", file)
        let problem = "'/f/b.toml' has 4194305 bytes, at most 4194304 are read"
        #expect(line.error["message"] as? String == problem)
        #expect(
            line.data["advice"] as? String == "Nothing was linked. Link the settings file itself"
        )
        let text = try #require(bench.home.text("domains/org.example.editor.toml"))
        #expect(!text.contains("b.toml"))
    }
}

@Suite struct `A file that is linked` {
    @Test(arguments: [("this", "weird"), ("others", "light")])
    func `counts as its link prefers`(preference: String, theme: String) throws {
        let bench = try bench()
        let line = bench.connect().call("link", link(#""prefer":"\#(preference)""#))
        bench.settle()
        #expect(bench.values()["theme"] == .string(theme))
        #expect(bench.values()["port"] == .integer(9))
        #expect((line.number("seq") != nil) == (preference == "this"))
    }

    @Test func `is undone by the number of its change and by unlink`() throws {
        let bench = try bench()
        let client = bench.connect()
        let seq = try #require(client.call("link", link(#""prefer":"this""#)).number("seq"))
        bench.settle()
        #expect(client.call("undo", #"{"seq":\#(seq)}"#).error.isEmpty)
        let line = client.call("unlink", file)
        #expect(line.number("forgotten") == 1)
        bench.settle()
        #expect(bench.values() == ["theme": .string("light"), "size": .integer(1)])
        bench.set("size", .integer(2))
        let text = "theme = \"light\"\nsize = 2\n"
        bench.run { bench.files.text("/f/a.toml") == text }
        bench.settle()
        #expect(bench.files.text("/f/a.toml") == text)
    }
}

@Suite struct `A linked file that another path leads to` {
    /// A bench whose domain has a file, in a folder that a symlink leads to.
    private func bench() throws -> Bench {
        let bench = try Bench(
            domains: ["org.example.editor": "[[file]]\npath = \"~/dot/s.toml\"\n"],
            preparing: { home in
                mkdir(home.path + "/dot", 0o700)
                symlink("dot", home.path + "/cfg")
            }
        )
        // Files in memory know no symlinks.
        for folder in ["dot", "cfg"] {
            bench.files.write("size = 1\n", to: bench.home.path + "/\(folder)/s.toml")
        }
        bench.agent.filesChanged()
        bench.settle()
        return bench
    }

    private func file(_ bench: Bench, _ path: String) -> String {
        #"{"domain":"org.example.editor","file":"\#(bench.home.path)/\#(path)"}"#
    }

    private static let paths = ["cfg/s.toml", "cfg/../dot/s.toml", "dot/./s.toml"]

    @Test(arguments: paths) func `is told to be linked`(path: String) throws {
        let bench = try bench()
        let line = bench.connect().call("compare", file(bench, path))
        #expect(line.result["linked"] as? Bool == true)
    }

    @Test(arguments: paths) func `isn't linked a second time`(path: String) throws {
        let bench = try bench()
        let client = bench.connect()
        let line = client.call("link", file(bench, path))
        let report = line.result["replica"] as? [String: Any]
        #expect(report?["file"] as? String == bench.home.path + "/dot/s.toml")
        let files = client.call("replicas").list("replicas").compactMap { $0["file"] as? String }
        #expect(files.filter { $0.hasSuffix("s.toml") } == [bench.home.path + "/dot/s.toml"])
    }

    @Test(arguments: paths) func `is unlinked`(path: String) throws {
        let bench = try bench()
        #expect(bench.connect().call("unlink", file(bench, path)).error.isEmpty)
        #expect(bench.home.text("domains/org.example.editor.toml")?.contains("s.toml") != true)
    }

    @Test(arguments: paths) func `has its versions`(path: String) throws {
        let bench = try bench()
        let client = bench.connect()
        let file = #"{"file":"\#(bench.home.path)/\#(path)"}"#
        #expect(client.call("versions", file).list("versions").count == 1)
        let version = #"{"file":"\#(bench.home.path)/\#(path)","version":1}"#
        #expect(client.call("version", version).number("version") == 1)
    }
}
