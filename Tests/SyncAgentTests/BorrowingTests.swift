// Files that belong to no domain and are looked at for a while, and domains whose file is let go.

import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private let borrowed = domain("file.prefs-toml-1")
private let domainFile = "domains/file.prefs-toml-1.toml"

extension Client {
    fileprivate func borrow(_ file: String) -> Line {
        call("link", #"{"domain":"\#(borrowed)","file":"\#(file)","borrowed":true}"#)
    }
}

extension Bench {
    /// What is kept of a domain beside its files.
    func kept(of domain: Domain) throws -> [String] {
        var query = HistoryQuery()
        query.domain = domain
        let state = try log.recover()
        return state.registers.filter { $0.domain == domain }.map(\.keyPath.description)
            + state.versions.filter { $0.replica.domain == domain }.map(\.replica.path)
            + (try log.history(query)).map { "\($0.keyPath) was set" }
    }
}

@Suite struct `A borrowed file` {
    @Test func `leaves nothing behind when its only connection ends`() throws {
        let bench = try Bench()
        bench.files.write("a = 1\n", to: "/f/prefs.toml")
        let client = bench.connect()
        #expect(client.borrow("/f/prefs.toml").error.isEmpty)
        _ = client.call("set", #"["\#(borrowed)","a",2]"#)
        bench.settle()
        #expect(bench.files.text("/f/prefs.toml") == "a = 2\n")
        #expect(try bench.kept(of: borrowed) != [])

        client.session.connectionEnded()
        bench.settle()

        #expect(bench.home.text(domainFile) == nil)
        #expect(!bench.agent.engine.knownDomains.contains(borrowed))
        #expect(try bench.kept(of: borrowed) == [])
        #expect(bench.files.text("/f/prefs.toml") == "a = 2\n")
    }

    @Test func `gives nothing to the next file of its domain`() throws {
        let bench = try Bench()
        bench.files.write("a = 1\n", to: "/f/prefs.toml")
        bench.files.write("b = 1\n", to: "/g/prefs.toml")
        for file in ["/f/prefs.toml", "/g/prefs.toml"] {
            let client = bench.connect()
            #expect(client.borrow(file).error.isEmpty)
            bench.settle()
            client.session.connectionEnded()
            bench.settle()
        }
        #expect(bench.files.text("/f/prefs.toml") == "a = 1\n")
        #expect(bench.files.text("/g/prefs.toml") == "b = 1\n")
    }

    @Test func `stays as long as anybody looks at it`() throws {
        let bench = try Bench()
        bench.files.write("a = 1\n", to: "/f/prefs.toml")
        let (first, second, third) = (bench.connect(), bench.connect(), bench.connect())
        _ = first.borrow("/f/prefs.toml")
        _ = second.borrow("/f/prefs.toml")
        _ = third.call("subscribe", #"{"domains":["\#(borrowed)"]}"#)

        _ = first.call("unlink", #"["\#(borrowed)","/f/prefs.toml"]"#)
        bench.settle()
        #expect(bench.agent.engine.knownDomains.contains(borrowed))
        second.session.connectionEnded()
        bench.settle()
        #expect(bench.agent.engine.knownDomains.contains(borrowed))
        third.session.connectionEnded()
        bench.settle()
        #expect(!bench.agent.engine.knownDomains.contains(borrowed))
    }

    @Test func `is let go at the next start if nobody comes back`() throws {
        let text = "borrowed = true\n\n[[file]]\npath = \"/f/prefs.toml\"\n"
        let bench = try Bench(domains: [borrowed.name: text])
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["\#(borrowed)"]}"#)
        bench.host.borrowed.letGoOfUnheld()
        #expect(bench.home.text(domainFile) == text)

        client.session.connectionEnded()
        bench.host.borrowed.letGoOfUnheld()

        #expect(bench.home.text(domainFile) == nil)
    }

    @Test func `is the user's own once its domain file says no more that it is borrowed`() throws {
        let text = "[[file]]\npath = \"/f/prefs.toml\"\n"
        let bench = try Bench(domains: [borrowed.name: "borrowed = true\n\n" + text])
        try bench.home.write(text, to: domainFile)

        // The agent reads its own files a moment later.
        bench.host.borrowed.letGoOfUnheld()

        #expect(bench.home.text(domainFile) == text)
    }

    @Test func `is the user's own once it is linked to a domain that is`() throws {
        let own = "[[file]]\npath = \"/f/a.toml\"\n"
        let bench = try Bench(domains: [editor.name: own])
        let client = bench.connect()
        _ = client.call("link", #"{"domain":"\#(editor)","file":"/f/b.toml","borrowed":true}"#)
        client.session.connectionEnded()
        bench.settle()
        #expect(bench.home.text("domains/\(editor).toml")?.hasPrefix(own) == true)
    }
}

@Suite struct `A domain whose only file is unlinked` {
    private func bench() throws -> Bench {
        let bench = try Bench(domains: [editor.name: "[[file]]\npath = \"/f/a.toml\"\n"])
        bench.files.write("a = 1\n", to: "/f/a.toml")
        bench.files.write("b = 1\n", to: "/f/b.toml")
        _ = bench.connect().call("rescan")
        return bench
    }

    @Test func `gives none of its values to the file that is linked next`() throws {
        let bench = try bench()
        let client = bench.connect()
        _ = client.call("set", #"["\#(editor)","a",2]"#)
        _ = client.call("rescan")
        _ = client.call("unlink", #"["\#(editor)","/f/a.toml"]"#)
        _ = client.call("link", #"["\#(editor)","/f/b.toml"]"#)
        _ = client.call("rescan")

        #expect(bench.files.text("/f/a.toml") == "a = 2\n")
        #expect(bench.files.text("/f/b.toml") == "b = 1\n")
        #expect(bench.values() == ["b": .integer(1)])
        #expect(try bench.kept(of: editor).contains("a was set"))
    }

    @Test func `gives none of them when it's unlinked as soon as a change is answered`() throws {
        let bench = try bench()
        let client = bench.connect()
        _ = client.call("set", #"["\#(editor)","a",2]"#)
        let answer = client.call("unlink", #"["\#(editor)","/f/a.toml"]"#)
        _ = client.call("link", #"["\#(editor)","/f/b.toml"]"#)
        _ = client.call("rescan")

        #expect(answer.number("kept") == nil)
        #expect(bench.files.text("/f/a.toml") == "a = 2\n")
        #expect(bench.files.text("/f/b.toml") == "b = 1\n")
        #expect(bench.values() == ["b": .integer(1)])
    }

    @Test(arguments: [nil, ""])
    func `keeps its values when the file is gone or emptied`(text: String?) throws {
        let bench = try bench()
        if let text {
            bench.files.write(text, to: "/f/a.toml")
        } else {
            bench.files.remove("/f/a.toml")
        }
        let client = bench.connect()
        _ = client.call("rescan")

        let answer = client.call("unlink", #"["\#(editor)","/f/a.toml"]"#)
        bench.settle()

        #expect(answer.number("kept") == 1)
        #expect(bench.values() == ["a": .integer(1)])
    }

    @Test func `keeps a value that the file doesn't have`() throws {
        let bench = try bench()
        bench.files.write("a = = 1\n", to: "/f/a.toml")
        let client = bench.connect()
        _ = client.call("rescan")
        _ = client.call("set", #"["\#(editor)","c",3]"#)

        let answer = client.call("unlink", #"["\#(editor)","/f/a.toml"]"#)
        bench.settle()

        #expect(answer.number("kept") == 2)
        #expect(bench.values() == ["a": .integer(1), "c": .integer(3)])
    }
}
