// What clients are told of files, of the agent's own files, and of domains that have nothing.

import Glibc
import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private let iniFile = "[[file]]\npath = \"/f/a.ini\"\n"
private let domainFile = "domains/\(editor).toml"

extension Line {
    /// Files and states.
    fileprivate var states: [String] {
        list("replicas").map { "\($0["file"] ?? "") \($0["state"] ?? "")" }
    }
    fileprivate var mistakes: [String] {
        list("mistakes").map { "\($0["line"] ?? 0):\($0["column"] ?? 0) \($0["problem"] ?? "")" }
    }
}

@Suite struct `A value that a file can't hold` {
    @Test func `is refused where no file is there that can`() throws {
        let bench = try Bench(domains: [editor.name: iniFile])
        bench.files.write("a = 1\n", to: "/f/a.ini")
        let client = bench.connect()
        _ = client.call("rescan")

        let refused = client.call("set", #"["\#(editor)","b",[1,2]]"#)

        #expect(refused.data["slug"] as? String == "Invalid")
        #expect(bench.values()["b"] == nil)
    }

    @Test func `is told with the answer, and makes the file differ`() throws {
        let text = iniFile + "[[file]]\npath = \"/f/b.toml\"\nadopt = \"all\"\n"
        let bench = try Bench(domains: [editor.name: text])
        bench.files.write("a = 1\n", to: "/f/a.ini")
        bench.files.write("a = 1\n", to: "/f/b.toml")
        let client = bench.connect()
        _ = client.call("rescan")

        let line = client.call("set", #"["\#(editor)","b",[1,2]]"#)
        _ = client.call("rescan")

        let warning = line.list("warnings").first
        #expect(warning?["file"] as? String == "/f/a.ini")
        #expect(warning?["state"] as? String == "differs")
        #expect(
            warning?["problem"] as? String
                == "'b' can't be written here: an INI file can't hold an array"
        )
        let states = client.call("replicas", #"["\#(editor)"]"#).states
        #expect(states.contains("/f/a.ini differs"))
        #expect(states.contains("/f/b.toml ok"))
        #expect(client.call("set", #"["\#(editor)","c",1]"#).list("warnings").isEmpty)
    }
}

@Suite struct `A key that a file has twice,` {
    private func bench(_ text: String, more: String = "") throws -> (Bench, Client) {
        let bench = try Bench(domains: [editor.name: "[[file]]\npath = \"/f/a.json\"\n" + more])
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["\#(editor)"]}"#)
        bench.files.write(text, to: "/f/a.json")
        _ = client.call("rescan")
        return (bench, client)
    }

    @Test func `makes no difference to what is in force, and is told with its place`() throws {
        let (_, client) = try bench("{\n  \"a\": 1,\n  \"a\": 2\n}\n")
        let told = client.next("problem")
        #expect(told.text("state") == "ok")
        #expect(told.number("line") == 2)
        let report = client.call("replicas", #"["\#(editor)"]"#).list("replicas").first
        #expect(report?["state"] as? String == "ok")
        #expect(report?["problem"] as? String == "'a' is set again on line 3")
        #expect(report?["line"] as? Int == 2)
    }

    @Test func `gives way to what isn't in force`() throws {
        let site = "[[file]]\npath = \"/f/site.toml\"\nlayer = \"managed\"\n"
        let (bench, client) = try bench("{\"a\": 1, \"a\": 2, \"b\": 1}\n", more: site)
        bench.files.write("b = 2\n", to: "/f/site.toml")
        _ = client.call("rescan")
        bench.files.write("{\"a\": 1, \"a\": 3, \"b\": 4}\n", to: "/f/a.json")
        _ = client.call("rescan")
        let reports = client.call("replicas", #"["\#(editor)"]"#).list("replicas")
        let report = reports.first { $0["file"] as? String == "/f/a.json" }
        #expect(report?["state"] as? String == "differs")
        #expect(report?["problem"] as? String == "'b' is locked by '/f/site.toml'")
    }
}

@Suite struct `A mistake in a domain file` {
    @Test func `is listed with its key's place until it's mended, and told as it comes and goes`()
        throws
    {
        let bench = try Bench(domains: [editor.name: "[[file]]\npath = \"/f/a.toml\"\n"])
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["\#(editor)"]}"#)
        try bench.home.write(
            "  titel = \"X\"\n\n[[file]]\npath = \"/f/a.toml\"\nadopt = \"some\"\n",
            to: domainFile
        )
        bench.directory.reload(bench.agent)

        let told = client.next("problem")
        #expect(told.text("file") == bench.home[domainFile])
        #expect(
            client.call("replicas", #"["\#(editor)"]"#).mistakes == [
                "1:3 'titel' is not known", "5:9 there is no adopt 'some'",
            ]
        )
        #expect(client.call("replicas", #"["org.example.other"]"#).mistakes == [])

        try bench.home.write("title = \"X\"\n", to: domainFile)
        bench.directory.reload(bench.agent)

        #expect(client.next("recovered").text("file") == bench.home[domainFile])
        #expect(client.call("replicas").mistakes == [])
    }

    @Test func `points at the header of a table that isn't known`() throws {
        let bench = try Bench(domains: [editor.name: "[[fiel]]\n# x\npath = \"/f/a.toml\"\n"])
        #expect(bench.connect().call("replicas").mistakes == ["1:3 'fiel' is not known"])
    }

    @Test func `in agent.toml is listed too`() throws {
        let bench = try Bench()
        try bench.home.write("[limits]\nclient = 5\n", to: "agent.toml")
        let follower = bench.follower()
        #expect(bench.connect().call("replicas").mistakes == ["2:1 'client' is not known"])
        withExtendedLifetime(follower) {}
    }
}

@Suite struct `The list of domains` {
    @Test func `leaves out one that has nothing any more`() throws {
        let bench = try Bench(domains: [editor.name: "title = \"E\"\n"])
        let client = bench.connect()
        #expect(client.call("domains").list("domains").count == 1)
        try bench.home.remove(domainFile)
        bench.directory.reload(bench.agent)

        #expect(client.call("domains").list("domains").isEmpty)
        #expect(client.call("stats").number("domains") == 0)
        #expect(client.call("replicas").states == [])
    }

    @Test func `has the global domain's file once`() throws {
        let file = "[[file]]\npath = \"/f/%.toml\"\n"
        let bench = try Bench(
            domains: ["a.b": file, "c.d": file.replacing("%", with: "x")],
            preparing: { _ in }
        )
        let global = bench.home.paths.defaultsStore(of: AgentPaths.globalDomain)
        bench.files.write("<plist version=\"1.0\"><dict/></plist>\n", to: global)
        let client = bench.connect()
        _ = client.call("rescan")

        #expect(client.call("replicas").states.filter { $0.hasPrefix(global) }.count == 1)
        #expect(client.call("replicas", #"["c.d"]"#).states.contains { $0.hasPrefix(global) })
        let files = client.call("domains").list("domains").flatMap {
            $0["replicas"] as? [String] ?? []
        }
        #expect(!files.contains(global))
    }
}

@Suite struct `The statistics` {
    @Test func `count what happened and name the process`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let first = client.call("stats")
        let second = client.call("stats")
        let requests = { (line: Line) in (line.counters as? [String: Int])?["requests"] ?? 0 }
        #expect(requests(second) == requests(first) + 1)
        #expect((second.counters as? [String: Int])?["connections"] == 1)
        #expect(second.number("pid").map(Int32.init) == getpid())
    }

    @Test func `give the journal's size with its log`() throws {
        let bench = try Bench()
        try bench.home.write("12345", to: "/.local/state/settings-agent/journal.db")
        try bench.home.write("123", to: "/.local/state/settings-agent/journal.db-wal")
        let journal = bench.connect().call("stats").journal as? [String: Any]
        #expect(journal?["bytes"] as? Int == 8)
    }
}
