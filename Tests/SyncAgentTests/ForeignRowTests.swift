// Rows whose values live in another domain, from the bundle to the client.

import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private let other = domain("org.example.other")
private let pane = """
    SAKeyPaths = true
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Size"
    Key = "font.size"
    SADomain = "org.example.other"
    SAValueType = "Integer"
    DefaultValue = 12
    SAMinimum = 6
    SAMaximum = 72
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Token"
    Key = "token"
    SADomain = "org.example.other"
    IsSecure = true
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Face"
    Key = "font.face"
    DefaultValue = "Mono"
    SADomain = "org.example.third"

    """

/// An agent with a bundle whose rows are all for other domains, one of which has a file.
private func bench() throws -> Bench {
    let domains = [
        "org.example.editor": "bundle = \"~/Settings.bundle\"\n",
        "org.example.other": "[[file]]\npath = \"/f/other.toml\"\n",
    ]
    return try Bench(domains: domains) { home in
        try home.write(pane, to: "/Settings.bundle/Root.toml")
    }
}

@Suite struct `A row for another domain` {
    @Test func `gives that domain its default, also one that nobody has described`() throws {
        let bench = try bench()
        #expect(bench.values(of: editor) == [:])
        #expect(bench.values(of: other) == ["font.size": .integer(12)])
        let third = domain("org.example.third")
        #expect(bench.values(of: third) == ["font.face": .string("Mono")])
        let layers = bench.connect().call("explain", #"["org.example.other","font.size"]"#)
            .list("layers")
        #expect(layers.first?["file"] as? String == bench.home["/Settings.bundle/Root.toml"])
        #expect(layers.first?["row"] as? String == "PreferenceSpecifiers[0]")
        #expect(layers.first?["line"] as? Int == 3)
    }

    @Test func `holds clients to its rule`() throws {
        let bench = try bench()
        let refused = bench.connect().call("set", #"["org.example.other","font.size",99]"#)
        #expect(
            refused.data["problem"] as? String
                == "'font.size' is 99, expected a whole number from 6 to 72. "
                + "The value in force is 12"
        )
        bench.set("font.size", .integer(99))
        #expect(bench.values(of: editor) == ["font.size": .integer(99)])
    }

    @Test func `holds hand edits to its rule`() throws {
        let bench = try bench()
        bench.files.areOpenToOthers = true
        bench.files.write("font.size = 99\nwrap = true\n", to: "/f/other.toml")
        bench.agent.filesChanged()
        bench.settle()
        #expect(bench.values(of: other) == ["font.size": .integer(12), "wrap": .boolean(true)])
        #expect(bench.messages.texts.first?.hasPrefix("/f/other.toml:1:13: 'font.size'") == true)
        bench.files.write("font.size = 20\nwrap = true\n", to: "/f/other.toml")
        bench.agent.filesChanged()
        bench.settle()
        #expect(bench.values(of: other)["font.size"] == .integer(20))
    }

    @Test func `makes a secret of that domain's value`() throws {
        let bench = try bench()
        let events = bench.connectToEvents()
        bench.set("token", .string("hunter2"), in: other)
        #expect(bench.values(of: other)["token"] == .string("hunter2"))
        let told = events.rest()
        #expect(!told.isEmpty)
        #expect(told.allSatisfy { !$0.description.contains("hunter2") })
        #expect(bench.connect().call("history").list("entries").isEmpty)
    }

    @Test func `lets go of that domain with its bundle`() throws {
        let bench = try bench()
        try bench.home.write("", to: "domains/org.example.editor.toml")
        bench.directory.reload(bench.agent)
        #expect(bench.values(of: other) == [:])
        bench.set("font.size", .integer(99), in: other)
        #expect(bench.values(of: other) == ["font.size": .integer(99)])
    }
}
