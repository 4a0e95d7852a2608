// When bundles are read: at the start, on a thread of their own, and from a kept copy.

import Glibc
import SettingsModel
import SettingsSchema
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private func pane(_ size: Int, _ more: String = "") -> String {
    """
    SAKeyPaths = true
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Size"
    Key = "font.size"
    SAValueType = "Integer"
    DefaultValue = \(size)
    SAMaximum = 72
    \(more)

    """
}
private let domainFile = "bundle = \"~/Settings.bundle\"\n\n[[file]]\npath = \"/f/a.toml\"\n"

private func bench(_ pane: String = pane(12)) throws -> Bench {
    try Bench(domains: ["org.example.editor": domainFile]) { home in
        try home.write(pane, to: "/Settings.bundle/Root.toml")
    }
}

@Suite struct `A bundle that can't be read at the start` {
    /// What an agent knows that begins now in the home of another.
    private func restarted(_ bench: Bench) -> (directory: DomainDirectory, messages: Messages) {
        let messages = Messages()
        let directory = DomainDirectory(paths: bench.home.paths, report: messages.add)
        directory.load()
        return (directory, messages)
    }

    private func defaults(_ directory: DomainDirectory) -> [SettingValue] {
        let configuration = directory.configurations.first { $0.domain == editor }
        guard case .read(let schema)? = configuration?.schema else { return [] }
        return schema.schema.defaults.map(\.value)
    }

    @Test(arguments: ["[[broken\n", "", nil])
    func `is in force as it last was`(text: String?) throws {
        let bench = try bench()
        try bench.home.write(pane(14), to: "/Settings.bundle/Root.toml")
        bench.directory.reload(bench.agent)
        if let text {
            try bench.home.write(text, to: "/Settings.bundle/Root.toml")
        } else {
            try bench.home.remove("/Settings.bundle")
        }

        for _ in 0..<2 {
            let (directory, messages) = restarted(bench)
            #expect(defaults(directory) == [.integer(14)])
            #expect(directory.schemaProblems(of: editor).isOld)
            #expect(messages.texts.first?.contains("What it said before stays in force") == true)
        }

        try bench.home.write(pane(16), to: "/Settings.bundle/Root.toml")
        #expect(defaults(restarted(bench).directory) == [.integer(16)])
    }

    @Test func `is in force as it last was in full, where a pane of it is gone`() throws {
        let child = "[[PreferenceSpecifiers]]\nType = \"PSChildPaneSpecifier\"\nTitle = \"x\"\n"
        let bench = try bench(pane(12, child + "File = \"Child\"\n"))
        #expect(bench.messages.texts.count == 1)
        let key = pane(1).replacing("font.size", with: "other")
        try bench.home.write(key, to: "/Settings.bundle/Child.toml")
        bench.directory.reload(bench.agent)
        try bench.home.remove("/Settings.bundle/Child.toml")
        bench.directory.reload(bench.agent)
        #expect(bench.values() == ["font.size": .integer(12), "other": .integer(1)])
        #expect(defaults(restarted(bench).directory) == [.integer(12), .integer(1)])
    }

    @Test func `is forgotten when nobody uses it any more`() throws {
        let bench = try bench()
        let folder = bench.home.paths.schemaFolder
        #expect(try names(in: folder).count == 1)
        try bench.home.write("", to: "domains/org.example.editor.toml")
        bench.directory.reload(bench.agent)
        #expect(try names(in: folder).isEmpty)
    }

    @Test func `is kept where only its owner looks`() throws {
        let bench = try bench()
        var status = stat()
        #expect(stat(bench.home.paths.schemaFolder, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    private func names(in folder: String) throws -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}

@Suite struct `A bundle that is read in the background` {
    private func bench() throws -> Bench {
        let bench = try SyncAgentTests.bench()
        bench.directory.readInBackground(of: bench.loop, for: bench.agent)
        bench.run { !bench.directory.isReading }
        return bench
    }

    @Test func `is in force as it was until it's read, and then as it is`() throws {
        let bench = try bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        for size in [14, 16] {
            try bench.home.write(pane(size), to: "/Settings.bundle/Root.toml")
            bench.directory.reload(bench.agent)
            #expect(bench.values()["font.size"] == .integer(Int64(size) - 2))
            #expect(client.next("changed").changes == ["font.size=\(size)"])
        }
    }

    @Test func `is read once more when it changes meanwhile`() throws {
        let bench = try bench()
        for size in [14, 16, 18] {
            try bench.home.write(pane(size), to: "/Settings.bundle/Root.toml")
            bench.directory.reload(bench.agent)
        }
        bench.run { bench.values()["font.size"] == .integer(18) }
        #expect(bench.values()["font.size"] == .integer(18))
    }

    @Test func `holds up its domain until it's read, so that nothing is taken unchecked`() throws {
        let bench = try bench()
        let other = domain("org.example.other")
        bench.files.areOpenToOthers = true
        bench.files.write("font.size = 99\n", to: "/f/other.toml")
        try bench.home.write(pane(10), to: "/Other.bundle/Root.toml")
        let text = "bundle = \"~/Other.bundle\"\n[[file]]\npath = \"/f/other.toml\"\n"
        try bench.home.write(text, to: "domains/org.example.other.toml")
        let client = bench.connect()

        bench.directory.reload(bench.agent)
        let set = client.request("set", #"["org.example.other","font.size",99]"#)
        let get = client.request("get", #"["org.example.other","font.size"]"#)

        #expect(client.answer(to: set).data["slug"] as? String == "Invalid")
        #expect(client.answer(to: get).number("value") == 10)
        #expect(bench.values(of: other) == ["font.size": .integer(10)])
        #expect(bench.messages.texts.last?.contains("'font.size' is 99") == true)
    }

    @Test func `isn't waited for by who doesn't name its domain`() throws {
        let bench = try bench()
        let other = domain("org.example.other")
        let client = bench.connect()
        let set = client.call("set", #"["\#(other)","font.size",9]"#)
        try bench.home.write(pane(10), to: "/Other.bundle/Root.toml")
        try bench.home.write("bundle = \"~/Other.bundle\"\n", to: "domains/org.example.other.toml")

        bench.directory.reload(bench.agent)
        let refused = client.call("undo", #"{"seq":\#(set.number("seq") ?? 0)}"#)
        let path = bench.home["/Other.bundle"]
        #expect(
            refused.error["message"] as? String
                == "the rules of 'org.example.other' in '\(path)' are still being read"
        )
        // It may be undone later.
        #expect(refused.data["slug"] as? String == "Denied")
        #expect(client.call("undo", "{}").data["slug"] as? String == "Denied")
        #expect(client.call("get", #"["org.example.other","font.size"]"#).number("value") == 9)
    }

    @Test func `brings its domain's reload hooks when it's read`() throws {
        let bench = try bench()
        let other = domain("org.example.other")
        try bench.home.write(pane(10), to: "/Other.bundle/Root.toml")
        let text = "bundle = \"~/Other.bundle\"\n[[reload]]\ntouch = \"~/touched\"\n"
        try bench.home.write(text, to: "domains/org.example.other.toml")
        bench.directory.reload(bench.agent)
        #expect(bench.reloads.schedule.hooks(of: other) == [])

        bench.run { !bench.values(of: other).isEmpty }
        #expect(bench.reloads.schedule.hooks(of: other).count == 1)
    }

    @Test func `is linked when it has been read, or refused`() throws {
        let bench = try bench()
        try bench.home.write(pane(10), to: "/Other.bundle/Root.toml")
        let client = bench.connect()
        func link(_ bundle: String) -> Line {
            let path = bench.home[bundle]
            return client.call("link", #"{"domain":"org.example.other","bundle":"\#(path)"}"#)
        }

        #expect(link("/None.bundle").data["slug"] as? String == "Invalid")
        let linked = link("/Other.bundle")

        #expect((linked.result["schema"] as? [String: Any])?["state"] as? String == "ok")
        #expect(bench.values(of: domain("org.example.other")) == ["font.size": .integer(10)])
    }
}
