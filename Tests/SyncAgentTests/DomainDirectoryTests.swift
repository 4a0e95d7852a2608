// Which domains there are: read, linked, unlinked and followed while the agent runs.

import Foundation
import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let name = "domains/org.example.editor.toml"

private func files(_ bench: Bench, _ domain: Domain = editor) -> [String] {
    bench.agent.engine.statuses(of: domain).map(\.id.path).filter {
        !$0.contains("\(domain)") && !$0.hasSuffix("/.GlobalPreferences.plist")
    }
}

@Suite struct `The directory of domains` {
    @Test func `takes the user's file before a package's`() throws {
        let bench = try Bench()
        let shared = "/share/settings-agent/domains/"
        try bench.home.write("title = \"P\"", to: shared + "org.example.editor.toml")
        try bench.home.write("title = \"Q\"", to: shared + "org.example.other.toml")
        try bench.home.write("title = \"U\"", to: name)

        bench.directory.reload(bench.agent)

        #expect(bench.directory.configurations.map(\.title) == ["U", "Q"])
        #expect(bench.messages.texts == [])
    }

    @Test func `keeps the last good version of a file that breaks, and says so once`() throws {
        let bench = try Bench(domains: ["org.example.editor": "[[file]]\npath = \"/f/a.toml\"\n"])
        try bench.home.write("[[file\n", to: name)

        bench.directory.reload(bench.agent)
        bench.directory.reload(bench.agent)

        #expect(files(bench) == ["/f/a.toml"])
        #expect(bench.messages.all.count == 1)
        #expect(
            bench.messages.texts.first?.contains("The last good version stays in force") == true
        )
    }

    @Test(arguments: [
        ".#org.example.editor.toml", "._org.example.editor.toml", ".org.example.editor.toml",
        ".d", "._org.example.editor.d/x.toml", "org.example.editor.d/.#x.toml",
    ]) func `passes over names that begin with a dot`(litter: String) throws {
        let bench = try Bench(domains: ["org.example.editor": "title = \"E\""])
        try bench.home.write("title = \"Litter\"", to: "domains/" + litter)

        bench.directory.reload(bench.agent)

        #expect(bench.directory.configurations.map(\.title) == ["E"])
        #expect(bench.directory.mistakes.isEmpty)
    }

    @Test(arguments: [
        "org.example.editor.sync-conflict-20260101-120000-ABCDEF7.toml",
        "org.example.editor (conflicted copy 2026-01-01 120000).toml",
        "org.example.editor (desk's conflicted copy 2026-01-01).toml",
        "org.example.editor (Case Conflict).toml",
        "org.example.editor_conflict-20260101-120000.toml",
        "org.example.editor (SFConflict ada@example.org 2026-01-01).toml",
        "org.example.editor.d/x.sync-conflict-20260101-120000-ABCDEF7.toml",
        "org.example.editor.sync-conflict-20260101-120000-ABCDEF7.d/x.toml",
    ]) func `reports copies of synchronisers, and runs nothing of them`(copy: String) throws {
        let text = "title = \"E\"\n[[reload]]\ntouch = \"~/touched\"\n"
        let bench = try Bench(domains: ["org.example.editor": text])
        try bench.home.write(text, to: "domains/" + copy)

        bench.directory.reload(bench.agent)

        #expect(bench.directory.configurations.map(\.domain) == [editor])
        #expect(bench.directory.hooks.values.map(\.count) == [1])
        let path = bench.home["domains/" + copy]
        let folder = copy.hasSuffix(".d/x.toml") ? path.dropLast("/x.toml".count) : path[...]
        #expect(bench.directory.mistakes.map(\.path) == [String(folder)])
    }

    @Test func `keeps the values of a domain whose file is gone`() throws {
        let bench = try Bench(domains: ["org.example.editor": "[[file]]\npath = \"/f/a.toml\"\n"])
        bench.set("a", .integer(1))
        bench.settle()
        try bench.home.remove(name)

        bench.directory.reload(bench.agent)
        bench.settle()

        #expect(bench.values() == ["a": .integer(1)])
        #expect(files(bench) == [])
        #expect(bench.connect().call("domains").list("domains").count == 1)
    }

    @Test func `tells of names that are no domain's`() throws {
        let bench = try Bench()
        try bench.home.write("", to: "domains/-x.toml")
        bench.directory.reload(bench.agent)
        #expect(
            bench.messages.texts == [
                """
                \(bench.home["domains/-x.toml"]): the file's name is not a domain's
                Ignored it. Name it after its domain, for example org.example.editor.toml.
                """
            ]
        )
    }

    @Test func `refuses what is written to a domain whose file was never readable`() throws {
        let bench = try Bench()
        let broken = "domains/org.example.broken.toml"
        try bench.home.write("[[file\n", to: broken)
        bench.directory.reload(bench.agent)
        let client = bench.connect()

        let refused = client.call("set", #"["org.example.broken","a",1]"#)
        #expect(refused.data["slug"] as? String == "Denied")
        #expect(bench.agent.engine.knownDomains == [])

        try bench.home.write("[[file]]\npath = \"/f/b.toml\"\n", to: broken)
        let taken = client.call("set", #"["org.example.broken","a",1]"#)
        #expect(taken.error.isEmpty)
        #expect(files(bench, domain("org.example.broken")) == ["/f/b.toml"])
    }

    @Test func `knows a domain that only has a defaults store`() throws {
        let bench = try Bench()
        try bench.home.write("x", to: "/.config/org.example.old.plist")
        let client = bench.connect()
        _ = client.call("get", #"["org.example.old","a"]"#)
        _ = client.call("get", #"["org.example.none","a"]"#)
        #expect(bench.agent.engine.knownDomains == [domain("org.example.old")])
    }

    @Test func `knows the domains of the journal again`() throws {
        let bench = try Bench()
        bench.set("a", .integer(1))
        bench.settle()
        let again = try Bench(log: bench.log)
        #expect(again.agent.recordedDomains == [editor])

        again.directory.add(again.agent.recordedDomains)
        again.agent.configure(again.directory.configurations)

        #expect(again.values() == ["a": .integer(1)])
    }
}

@Suite struct `Linking` {
    @Test func `writes a table behind what is there`() throws {
        let text = "# mine\ntitle = \"E\" # name\n\n[[file]]\npath = \"/f/a.toml\"   # first"
        let bench = try Bench(domains: ["org.example.editor": text])

        let line = bench.connect().call(
            "link",
            #"{"domain":"org.example.editor","file":"\#(bench.home.path)/b.conf","format":"toml","prefix":"ui","keys":["ui.*"]}"#
        )

        #expect((line.result["replica"] as? [String: Any])?["prefix"] as? String == "ui")
        #expect(
            bench.home.text(name) == text + """


                [[file]]
                path = "~/b.conf"
                format = "toml"
                prefix = "ui"
                keys = ["ui.*"]

                """
        )
        #expect(files(bench) == ["/f/a.toml", bench.home.path + "/b.conf"])
    }

    @Test func `says the format where only the name that a symlink leads to tells it`() throws {
        let bench = try Bench()
        try bench.home.write("a = 1\n", to: "/s.toml")
        let file = bench.home.path + "/rc"
        try FileManager.default.createSymbolicLink(
            atPath: file,
            withDestinationPath: bench.home.path + "/s.toml"
        )

        let line = bench.connect().call("link", #"["org.example.editor","\#(file)"]"#)

        #expect(line.error.isEmpty)
        #expect(bench.home.text(name)?.contains("format = \"toml\"\n") == true)
    }

    @Test func `needs the format to be said where neither name nor content tells it`() throws {
        let bench = try Bench()
        try bench.home.write("a = 1\n", to: "/settings")
        let file = bench.home.path + "/settings"
        let client = bench.connect()

        let line = client.call("link", #"["org.example.editor","\#(file)"]"#)

        #expect(line.data["slug"] as? String == "Invalid")
        #expect(
            line.error["message"] as? String
                == "can't detect the format of '\(file)'"
        )
        #expect(
            line.data["advice"] as? String
                == "Name its format: --format toml, or --format ini"
        )
        #expect(bench.home.text(name) == nil)
        try bench.home.write("{}", to: "/settings")
        #expect(client.call("link", #"["org.example.editor","\#(file)"]"#).error.isEmpty)
    }

    @Test func `of a doubtful text needs somebody who knows its format`() throws {
        let bench = try Bench()
        try bench.home.write("a 1\nfoo b c\n", to: "/x.conf")
        let file = bench.home.path + "/x.conf"
        let line = bench.connect().call("link", #"["org.example.editor","\#(file)"]"#)
        #expect(
            line.error["message"] as? String
                == "'\(file)' can't be linked: its format isn't certain, because of line 2: "
                + "several words stand behind 'foo'"
        )
        #expect(line.data["advice"] as? String == "Name it, for example: --format toml")
        #expect(bench.home.text(name) == nil)
    }

    @Test func `of an OpenStep property list is refused with what converts it`() throws {
        let bench = try Bench()
        try bench.home.write("{ a = 1; }\n", to: "/a.plist")
        let file = bench.home.path + "/a.plist"

        let line = bench.connect().call("link", #"["org.example.editor","\#(file)"]"#)

        #expect(line.data["slug"] as? String == "Invalid")
        #expect(
            line.error["message"] as? String
                == "'\(file)' can't be linked: this is a property list in OpenStep's text form, which "
                + "isn't read"
        )
        #expect(line.data["advice"] as? String == "Convert it to XML: plutil -convert xml1 \(file)")
        #expect(bench.home.text(name) == nil)
    }

    @Test func `twice is once, and in another way is refused`() throws {
        let bench = try Bench()
        let client = bench.connect()
        _ = client.call("link", #"["org.example.editor","/f/a.toml"]"#)
        let text = bench.home.text(name)

        #expect(client.call("link", #"["org.example.editor","/f/./a.toml"]"#).error.isEmpty)
        #expect(bench.home.text(name) == text)
        let other = client.call(
            "link",
            #"{"domain":"org.example.editor","file":"/f/a.toml","prefix":"ui"}"#
        )
        #expect(other.data["slug"] as? String == "Invalid")
        #expect(bench.home.text(name) == text)
    }

    @Test(arguments: [#"/f/a \"b\\c.toml"#, #"/f/line\nbreak.toml"#, "/f/ümläut.toml"])
    func `takes any name of a file`(path: String) throws {
        let bench = try Bench()
        let line = bench.connect().call("link", #"["org.example.editor","\#(path)"]"#)
        #expect(line.error.isEmpty)
        #expect(files(bench).count == 1)
        let unlinked = bench.connect().call("unlink", #"["org.example.editor","\#(path)"]"#)
        #expect(unlinked.error.isEmpty)
        #expect(files(bench) == [])
        #expect(bench.home.text(name) == nil)
    }

    @Test(arguments: [nil, "title = \"T\"\n"])
    func `leaves what no file has to the journal alone, over a restart too`(rest: String?) throws {
        let linked = "[[file]]\npath = \"/f/a.toml\"\n"
        let bench = try Bench(domains: [editor.name: (rest ?? "") + linked])
        bench.set("a", .integer(1))
        bench.settle()
        bench.files.remove("/f/a.toml")
        _ = bench.connect().call("unlink", #"["\#(editor)","/f/a.toml"]"#)
        bench.settle()

        let again = try Bench(domains: rest.map { [editor.name: $0] } ?? [:], log: bench.log)
        again.directory.add(again.agent.recordedDomains)
        again.agent.configure(again.directory.configurations)
        again.settle()

        #expect(again.values() == ["a": .integer(1)])
        for bench in [bench, again] {
            #expect(bench.files.text(bench.home.paths.defaultsStore(of: editor.name)) == nil)
        }
    }

    @Test func `is undone without touching anything else`() throws {
        let text = """
            # mine
            [[file]]
            path = "/f/a.toml"
            # about b
            [[file]]
            path = "/f/b.toml"
            [[reload]]
            command = ["x"]

            """
        let bench = try Bench(domains: ["org.example.editor": text])
        let client = bench.connect()

        _ = client.call("unlink", #"["org.example.editor","/f/b.toml"]"#)

        let left = bench.home.text(name) ?? ""
        #expect(left.hasPrefix("# mine\n[[file]]\npath = \"/f/a.toml\"\n"))
        #expect(left.hasSuffix("[[reload]]\ncommand = [\"x\"]\n"))
        #expect(!left.contains("b.toml"))
        #expect(files(bench) == ["/f/a.toml"])
        let none = client.call("unlink", #"["org.example.editor","/f/b.toml"]"#)
        #expect(none.data["slug"] as? String == "KeyNotFound")
    }

    @Test(arguments: ["title = \"T\"\n", "# mine\n", "[[reload]]\nunit = \"x\"\n"])
    func `is undone to the last, with no file in its place`(rest: String) throws {
        let linked = "[[file]]\npath = \"/f/a.toml\"\n"
        let text = rest.hasPrefix("[") ? linked + "\n" + rest : rest + "\n" + linked
        let bench = try Bench(
            domains: ["org.example.editor": text],
            files: { $0.write("a = 1\n", to: "/f/a.toml") }
        )
        let client = bench.connect()
        _ = client.call("rescan")

        let unlinked = client.call("unlink", #"["org.example.editor","/f/a.toml"]"#)
        bench.settle()

        #expect(unlinked.error.isEmpty)
        let left = bench.home.text(name) ?? ""
        #expect(left.split(separator: "\n") == rest.split(separator: "\n"))
        #expect(bench.values() == [:])
        let store = bench.home.paths.defaultsStore(of: "org.example.editor")
        #expect(bench.files.text(store) == nil)
        let again = client.call("link", #"["org.example.editor","/f/a.toml"]"#)
        bench.settle()
        #expect(again.error.isEmpty)
        #expect(bench.values() == ["a": .integer(1)])
        #expect(bench.files.text(store) == nil)
    }

    @Test func `is undone to the last, and a value that is set then has a file`() throws {
        let text = "title = \"T\"\n\n[[file]]\npath = \"/f/a.toml\"\n"
        let bench = try Bench(domains: ["org.example.editor": text])
        let client = bench.connect()
        _ = client.call("unlink", #"["org.example.editor","/f/a.toml"]"#)

        #expect(client.call("set", #"["org.example.editor","b",2]"#).error.isEmpty)
        _ = client.call("rescan")
        bench.settle()

        let store = bench.home.paths.defaultsStore(of: "org.example.editor")
        #expect(bench.files.text(store)?.contains("<key>b</key>") == true)
    }

    @Test func `refuses a format that isn't known, and leaves a broken file alone`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let yml = client.call("link", #"["org.example.editor","/f/a","yml"]"#)
        #expect(yml.data["slug"] as? String == "InvalidParams")
        try bench.home.write("[[file\n", to: name)

        let line = client.call("link", #"["org.example.editor","/f/a.toml"]"#)

        #expect(line.data["slug"] as? String == "Invalid")
        #expect(line.data["advice"] as? String == "Correct it first")
        #expect(bench.home.text(name) == "[[file\n")
    }
}

@Suite struct `The agent's files` {
    @Test func `are watched and read again some time after they were touched`() throws {
        let bench = try Bench()
        let follower = bench.follower()
        follower.begin()
        #expect(
            Set(bench.files.watchedFolders)
                == Set(
                    [bench.home.paths.agentFolder] + bench.home.paths.domainFolders
                        + bench.home.paths.additionFolders
                )
        )
        // A save that first empties the file must not unlink anything.
        try bench.home.write("", to: name)
        bench.files.notice(.folderTouched(bench.home.paths.domainFolder))
        bench.agent.filesChanged()
        #expect(bench.directory.configurations.isEmpty)
        try bench.home.write("[[file]]\npath = \"/f/a.toml\"\n", to: name)
        bench.files.notice(.folderTouched(bench.home.paths.domainFolder))
        bench.agent.filesChanged()

        bench.run { !bench.directory.configurations.isEmpty }

        #expect(files(bench) == ["/f/a.toml"])
        withExtendedLifetime(follower) {}
    }

    @Test func `and all settings files are looked at when asked for, unseen or not`() throws {
        let bench = try Bench(domains: ["org.example.editor": "[[file]]\npath = \"/f/a.toml\"\n"])
        bench.files.write("a = 1\n", to: "/f/a.toml")
        bench.agent.filesChanged()
        bench.settle()
        let follower = bench.follower()
        follower.begin()
        bench.files.write("a = 2\n", to: "/f/a.toml")
        _ = bench.files.drain()

        bench.log.isHolding = true
        var isDone = false
        follower.reloadAll { isDone = true }
        bench.settle()
        #expect(!isDone)
        bench.log.isHolding = false
        bench.log.release()
        bench.run { isDone }

        #expect(bench.values() == ["a": .integer(2)])
    }

    @Test func `change the limits of a running agent, and say what needs a restart`() throws {
        let bench = try Bench()
        let follower = bench.follower()
        follower.begin()
        try bench.home.write("[limits]\nclients = 5\nnesting = 9\n", to: "agent.toml")

        follower.reload()
        follower.reload()

        #expect(bench.settings.limits.clients == 5)
        #expect(bench.settings.limits.nesting == Limits.standard.nesting)
        #expect(
            bench.messages.texts == [
                """
                \(bench.home["agent.toml"]): 'nesting' can't change while the agent runs
                The old value stays in force. Restart the agent: settingsctl agent restart
                """
            ]
        )
    }
}
