// Files that add to a domain file: read with it, written by `link`, trusted each by itself.

import Foundation
import SchemaFiles
import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let own = "domains/org.example.editor.toml"
private let folder = "domains/org.example.editor.d"
private let package = "/share/settings-agent/domains/org.example.editor.toml"
private let administrators = "/etc/settings-agent/domains/org.example.editor.d"

/// The linked files of the domain, but those that go without saying.
private func files(_ bench: Bench) -> [String] {
    (bench.directory.description(of: editor)?.replicas ?? []).map(\.path).filter {
        $0.hasPrefix("/f/")
    }
}

private func linking(_ path: String, _ more: String = "") -> String {
    "[[file]]\npath = \"\(path)\"\n\(more)"
}

@Suite struct `A file that adds to a domain file` {
    @Test func `is read after it, an administrator's before the user's, and the later word counts`()
        throws
    {
        let bench = try Bench(preparing: { home in
            let base = "title = \"P\"\ndefaults = true\n" + linking("/f/p.toml")
            try home.write(base, to: package)
            try home.write("title = \"Z\"\n" + linking("/f/z.toml"), to: folder + "/z.toml")
            try home.write(linking("/f/a.toml"), to: folder + "/a.toml")
            let theirs = "title = \"A\"\ndefaults = false\n" + linking("/f/adm.toml")
            try home.write(theirs, to: administrators + "/zz.toml")
            try home.write("not TOML", to: folder + "/notes.txt")
        })

        let found = try #require(bench.directory.description(of: editor))

        #expect(files(bench) == ["/f/p.toml", "/f/adm.toml", "/f/a.toml", "/f/z.toml"])
        #expect(found.title == "Z")
        #expect(found.replicas.map(\.adoption).prefix(2) == [.primary, .present])
        #expect(!found.replicas.contains { $0.path.hasSuffix("/org.example.editor.plist") })
        #expect(bench.directory.origin(of: "/f/p.toml", in: editor) == bench.home[package])
        #expect(
            bench.directory.origin(of: "/f/z.toml", in: editor) == bench.home[folder + "/z.toml"]
        )
        #expect(bench.messages.texts == [])
    }

    @Test func `describes a domain that has no other file`() throws {
        let bench = try Bench(preparing: { home in
            try home.write(linking("/f/a.toml"), to: folder + "/a.toml")
        })
        #expect(files(bench) == ["/f/a.toml"])
        try bench.home.remove(folder + "/a.toml")
        bench.directory.reload(bench.agent)
        #expect(files(bench) == [])
    }

    @Test func `can't name a file again, which is told with its place`() throws {
        let bench = try Bench(preparing: { home in
            try home.write(linking("/f/p.toml"), to: package)
            try home.write("\n" + linking("/f/p.toml", "prefix = \"x\"\n"), to: folder + "/a.toml")
        })
        #expect(files(bench) == ["/f/p.toml"])
        let text = try #require(bench.messages.texts.first)
        #expect(text.hasPrefix("\(bench.home[folder + "/a.toml"]):3:8: '/f/p.toml' is named twice"))
        #expect(bench.directory.mistakes.first?.domain == editor)
    }

    @Test func `that breaks keeps all that was said of the domain`() throws {
        let bench = try Bench(
            domains: ["org.example.editor": linking("/f/a.toml")],
            preparing: { try $0.write(linking("/f/b.toml"), to: folder + "/b.toml") }
        )
        try bench.home.write("[[file\n", to: folder + "/b.toml")
        try bench.home.write(linking("/f/c.toml"), to: own)

        bench.directory.reload(bench.agent)

        #expect(files(bench) == ["/f/a.toml", "/f/b.toml"])
        let text = try #require(bench.messages.texts.first)
        #expect(text.hasPrefix(bench.home[folder + "/b.toml"] + ":1:7: "))
        #expect(text.contains("The last good version stays in force"))
    }

    @Test(arguments: [
        ("bundle = \"/b\"\n", "schema = \"/s.json\"\n", "/s.json"),
        ("schema = \"/s.json\"\n", "", "/s.json"), ("bundle = \"/b\"\n", "bundle = \"\"\n", nil),
        ("bundle = \"/b\"\n", "schema = \"\"\n", nil),
    ])
    func `may name other rules, or none`(base: String, added: String, path: String?) throws {
        let paths = try Bench().home.paths
        let readers = try [("/b.toml", base), ("/a.toml", added)].map {
            try TableReader(Array($1.utf8), path: $0)
        }
        let file = DomainFile(readers, domain: editor, paths: paths, previous: nil)
        #expect(file.schemaSource?.path == path)
        #expect(file.problems == [])
    }

    @Test func `in a folder that can't be read keeps its own domain alone from being written`()
        throws
    {
        let bench = try Bench(preparing: { home in
            try home.write("", to: "/etc/settings-agent/domains/org.example.other.toml")
            #expect(symlink("org.example.editor.d", home[administrators]) == 0)
        })
        func code(of domain: String) -> String? {
            bench.connect().call("set", #"["\#(domain)","a",1]"#).data["slug"] as? String
        }
        #expect(code(of: "org.example.editor") == "Denied")
        #expect(code(of: "org.example.other") == nil)
        #expect(bench.directory.mistakes.map(\.path) == [bench.home[administrators]])
    }

    @Test func `is watched from its folder's making on`() throws {
        let bench = try Bench()
        bench.directory.follow(bench.files)
        #expect(!bench.files.watchedFolders.contains(bench.home[folder]))
        try bench.home.write(linking("/f/a.toml"), to: folder + "/a.toml")
        bench.directory.reload(bench.agent)
        #expect(bench.files.watchedFolders.contains(bench.home[folder]))
    }
}

@Suite struct `Linking a file where a package has the domain file` {
    private func bench(_ text: String = "title = \"P\"\n" + linking("/f/p.toml")) throws -> Bench {
        try Bench(preparing: { try $0.write(text, to: package) })
    }

    @Test func `adds to it, and copies nothing`() throws {
        let bench = try bench(linking("/f/p.toml") + "[[reload]]\ncommand = [\"evil\"]\n")

        let line = bench.connect().call("link", #"["org.example.editor","/f/own.toml"]"#)

        #expect(line.error.isEmpty)
        #expect(bench.home.text(own) == nil)
        #expect(bench.home.text(folder + "/link.toml") == linking("/f/own.toml"))
        #expect(files(bench) == ["/f/p.toml", "/f/own.toml"])
        let report = try #require(line.result["replica"] as? [String: Any] ?? line.result)
        #expect(report["namedIn"] as? String == bench.home[folder + "/link.toml"])
        // An update of the package arrives.
        try bench.home.write(linking("/f/new.toml"), to: package)
        bench.directory.reload(bench.agent)
        #expect(files(bench) == ["/f/new.toml", "/f/own.toml"])
    }

    @Test func `is undone without a trace`() throws {
        let bench = try bench()
        let client = bench.connect()
        _ = client.call("link", #"["org.example.editor","/f/own.toml"]"#)
        _ = client.call("link", #"["org.example.editor","/f/two.toml"]"#)
        #expect(client.call("unlink", #"["org.example.editor","/f/own.toml"]"#).error.isEmpty)
        #expect(files(bench) == ["/f/p.toml", "/f/two.toml"])
        #expect(client.call("unlink", #"["org.example.editor","/f/two.toml"]"#).error.isEmpty)
        #expect(files(bench) == ["/f/p.toml"])
        #expect(bench.home.text(folder + "/link.toml") == nil)
    }

    @Test func `leaves the package's own file linked, and says what replaces it`() throws {
        let bench = try bench()
        let line = bench.connect().call("unlink", #"["org.example.editor","/f/p.toml"]"#)
        #expect(line.data["slug"] as? String == "Invalid")
        #expect(
            line.error["message"] as? String
                == "'/f/p.toml' is linked by '\(bench.home[package])', which isn't yours"
        )
        #expect((line.data["advice"] as? String)?.contains("write '\(bench.home[own])'") == true)
        #expect(files(bench) == ["/f/p.toml"])
    }

    @Test func `leaves an administrator's addition, and doesn't advise what changes nothing`()
        throws
    {
        let bench = try Bench(preparing: {
            try $0.write(linking("/f/adm.toml"), to: administrators + "/a.toml")
        })
        let line = bench.connect().call("unlink", #"["org.example.editor","/f/adm.toml"]"#)
        #expect(
            line.data["advice"] as? String
                == "Ask whoever administers this computer to change that file"
        )
    }

    @Test func `of a schema ends with the package's rules when it is unlinked`() throws {
        func rules(_ maximum: Int) -> String {
            #"{"properties":{"size":{"type":"integer","maximum":\#(maximum)}}}"#
        }
        let bench = try Bench(preparing: { home in
            try home.write(rules(100), to: "/package.json")
            try home.write(rules(900), to: "/own.json")
            let text = "schema = \"\(home["/package.json"])\"\n" + linking("/f/p.toml")
            try home.write(text, to: package)
        })
        let own = bench.home["/own.json"]
        let client = bench.connect()
        let linked = client.call("link", #"{"domain":"org.example.editor","schema":"\#(own)"}"#)
        #expect(linked.error.isEmpty)
        #expect(bench.directory.schemaSource(of: editor)?.path == own)

        let unlinked = client.call("unlink", #"["org.example.editor","\#(own)"]"#)

        #expect(unlinked.error.isEmpty)
        #expect(bench.directory.schemaSource(of: editor)?.path == bench.home["/package.json"])
        #expect(bench.home.text(folder + "/link.toml") == nil)
    }

    @Test func `is done in the user's own domain file where there is one`() throws {
        let bench = try bench()
        try bench.home.write(linking("/f/u.toml"), to: own)
        _ = bench.connect().call("link", #"["org.example.editor","/f/own.toml"]"#)
        #expect(files(bench) == ["/f/u.toml", "/f/own.toml"])
        #expect(bench.home.text(folder + "/link.toml") == nil)
    }
}

@Suite struct `A command` {
    @Test func `is run by what its own file is, not the other`() throws {
        let paths = try Bench().home.paths
        let readers = try ["package", "own"].map { (name: String) throws -> TableReader in
            let text = "[[reload]]\ncommand = [\"\(name)\"]\n"
            return try TableReader(Array(text.utf8), path: "/\(name).toml")
        }
        var file = DomainFile(readers, domain: editor, paths: paths, previous: nil)

        file.refuseCommands { $0 == "/own.toml" ? .user : .system }

        #expect(file.hooks.map { $0.refusal == nil } == [false, true])
        #expect(file.problems.map(\.path) == ["/package.toml"])
        #expect(
            file.hooks.first?.refusal?.advice.contains("domains/org.example.editor.d/reload.toml")
                == true
        )
    }
}
