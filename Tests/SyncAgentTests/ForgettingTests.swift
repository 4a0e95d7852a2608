// Domains that are forgotten, and domains that a mistyped word doesn't make.

import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private let other = domain("org.example.other")
private let file = "[[file]]\npath = \"/f/a.toml\"\n"

@Suite struct `A domain that is forgotten` {
    @Test func `leaves its files, and nothing else`() throws {
        let bench = try Bench(
            domains: ["org.example.editor": file],
            preparing: { home in
                let more = "[[file]]\npath = \"/f/b.json\"\n"
                try home.write(more, to: "domains/org.example.editor.d/more.toml")
            },
            files: {
                $0.write("a = 1\n", to: "/f/a.toml")
                $0.write("{\"a\": 1}\n", to: "/f/b.json")
            }
        )
        bench.set("a", .integer(2))
        bench.set("x", .integer(2), in: other)
        #expect(try bench.kept(of: editor) != [])

        let answer = bench.connect().call("forget", #"["org.example.editor"]"#)

        #expect(answer.error.isEmpty)
        #expect(try bench.kept(of: editor) == [])
        #expect(!bench.agent.engine.knownDomains.contains(editor))
        #expect(bench.home.text("domains/org.example.editor.toml") == nil)
        #expect(bench.home.text("domains/org.example.editor.d/more.toml") == nil)
        #expect(bench.files.text("/f/a.toml") == "a = 2\n")
        #expect(bench.files.text("/f/b.json") == "{\"a\": 2}\n")
        #expect(bench.values(of: other) == ["x": .integer(2)])
        #expect(try bench.kept(of: other) != [])
    }

    @Test func `gives nothing to a domain of its name that comes later`() throws {
        let bench = try Bench(
            domains: ["org.example.editor": file],
            files: { $0.write("a = 1\n", to: "/f/a.toml") }
        )
        bench.set("c", .integer(3))
        let client = bench.connect()
        #expect(client.call("forget", #"["org.example.editor"]"#).error.isEmpty)
        bench.files.write("b = 1\n", to: "/f/b.toml")
        let link = #"{"domain":"org.example.editor","file":"/f/b.toml"}"#
        #expect(client.call("link", link).error.isEmpty)
        bench.settle()
        #expect(bench.values() == ["b": .integer(1)])
        #expect(bench.files.text("/f/b.toml") == "b = 1\n")
    }

    @Test func `may have its defaults store alone, which stays`() throws {
        let bench = try Bench()
        bench.set("a", .integer(1))
        bench.settle()
        let store = bench.directory.paths.defaultsStore(of: editor.name)
        #expect(bench.files.text(store) != nil)
        let client = bench.connect()
        #expect(client.call("forget", #"["org.example.editor"]"#).error.isEmpty)
        #expect(try bench.kept(of: editor) == [])
        #expect(client.call("domains").list("domains").isEmpty)
        #expect(bench.files.text(store) != nil)
    }

    @Test func `isn't one that a package describes`() throws {
        let bench = try Bench(
            preparing: { home in
                try home.write(file, to: "/share/settings-agent/domains/org.example.editor.toml")
            },
            files: { $0.write("a = 1\n", to: "/f/a.toml") }
        )
        let answer = bench.connect().call("forget", #"["org.example.editor"]"#)
        #expect(answer.data["slug"] as? String == "Invalid")
        #expect(bench.values() == ["a": .integer(1)])
    }

    @Test func `must be known`() throws {
        let answer = try Bench().connect().call("forget", #"["org.example.editor"]"#)
        #expect(answer.data["slug"] as? String == "KeyNotFound")
    }
}

@Suite struct `A set that makes no domain` {
    private let set = Self.requests[0].1
    private static let requests = [
        ("set", #"{"domain":"org.example.editor","key":"a","value":2,"create":false}"#),
        (
            "apply",
            #"{"domain":"org.example.editor","changes":[{"key":"a","value":2}],"create":false}"#
        ),
    ]

    @Test(arguments: requests)
    func `is refused where nobody knows the domain, and makes nothing`(
        method: String,
        parameters: String
    ) throws {
        let bench = try Bench()
        let answer = bench.connect().call(method, parameters)
        #expect(answer.data["slug"] as? String == "Denied")
        #expect(answer.data["parameter"] as? String == "create")
        bench.settle()
        #expect(!bench.agent.engine.knownDomains.contains(editor))
        #expect(try bench.kept(of: editor) == [])
    }

    @Test func `sets what is in a file`() throws {
        let bench = try Bench(
            domains: ["org.example.editor": file],
            files: { $0.write("a = 1\n", to: "/f/a.toml") }
        )
        #expect(bench.connect().call("set", set).error.isEmpty)
        #expect(bench.values() == ["a": .integer(2)])
    }

    @Test func `sets what has a value without a file, or had one for all programs`() throws {
        let bench = try Bench()
        bench.set("b", .integer(1))
        #expect(bench.connect().call("set", set).error.isEmpty)
        let global = #"{"domain":"NSGlobalDomain","key":"a","value":2,"create":false}"#
        #expect(bench.connect().call("set", global).error.isEmpty)
    }
}
