// Domains that keep to a settings bundle or a JSON Schema, in real folders.

import Glibc
import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private let pane = """
    SAKeyPaths = true
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Size"
    Key = "font.size"
    SAValueType = "Integer"
    DefaultValue = 12
    SAMinimum = 6
    SAMaximum = 72
    [[PreferenceSpecifiers]]
    Type = "PSToggleSwitchSpecifier"
    Title = "Wrap"
    Key = "wrap"
    DefaultValue = true

    """
private let domainFile = "bundle = \"~/Settings.bundle\"\n\n[[file]]\npath = \"/f/a.toml\"\n"

/// An agent whose domain has a bundle with one pane.
private func bench(_ pane: String? = pane, _ text: String = domainFile) throws -> Bench {
    try Bench(domains: ["org.example.editor": text]) { home in
        if let pane { try home.write(pane, to: "/Settings.bundle/Root.toml") }
    }
}

@Suite struct `A domain with a bundle` {
    @Test func `has the bundle's defaults, and no file has them`() throws {
        let bench = try bench()
        let client = bench.connect()

        let size = client.call("get", #"["org.example.editor","font.size"]"#)

        #expect(size.number("value") == 12)
        #expect(size.text("layer") == "default")
        #expect(size.text("origin") == "file:\(bench.home["/Settings.bundle/Root.toml"])")
        #expect(bench.values() == ["font.size": .integer(12), "wrap": .boolean(true)])
        #expect(bench.files.paths == [])
        #expect(bench.messages.texts == [])
    }

    @Test func `tells subscribers when a changed bundle changes a default in force`() throws {
        let bench = try bench()
        bench.set("wrap", .boolean(false))
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        let changed = pane.replacing("= 12", with: "= 14").replacing("= true\n\n", with: "= 1\n")
        try bench.home.write(changed, to: "/Settings.bundle/Root.toml")

        bench.directory.reload(bench.agent)

        #expect(client.next("changed").changes == ["font.size=14"])
        #expect(client.rest().isEmpty)
    }

    @Test func `refuses what breaks a rule, with what was found, expected and in force`() throws {
        let bench = try bench()
        let client = bench.connect()
        let place = bench.home["/Settings.bundle/Root.toml"]

        for (method, params) in [
            ("set", #"["org.example.editor","font.size",99]"#),
            (
                "apply",
                #"{"domain":"org.example.editor","changes":[{"key":"wrap","value":false},{"key":"font.size","value":99}]}"#
            ),
        ] {
            let refused = client.call(method, params)
            #expect(refused.error["code"] as? Int == -32_002)
            #expect(
                refused.data["problem"] as? String
                    == "'font.size' is 99, expected a whole number from 6 to 72. "
                    + "The value in force is 12"
            )
            #expect(
                refused.data["advice"] as? String
                    == "Set another value; the rule is in '\(place)'"
            )
        }
        #expect(bench.values() == ["font.size": .integer(12), "wrap": .boolean(true)])
        #expect(bench.files.paths == [])
    }

    @Test func `passes a hand edit on only where it breaks no rule, and says where it does`()
        throws
    {
        let bench = try bench()
        bench.set("font.size", .integer(14))
        bench.settle()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        bench.files.areOpenToOthers = true
        bench.files.write("font.size = 99\nwrap = false\n", to: "/f/a.toml")

        bench.agent.filesChanged()

        let problem = client.next("problem")
        #expect(problem.number("line") == 1)
        #expect(problem.number("column") == 13)
        #expect(problem.text("code") == "invalid")
        #expect(problem.text("key") == "font.size")
        #expect(problem.text("state") == "differs")
        #expect(problem.number("value") == 99)
        #expect(
            problem.text("problem") == "'font.size' is 99, expected a whole number from 6 to 72"
        )
        #expect(client.next("changed").changes == ["wrap=0"])
        #expect(
            bench.messages.texts.last == """
                /f/a.toml:1:13: 'font.size' is 99, expected a whole number from 6 to 72
                  1 | font.size = 99
                    |             ^
                Kept the last good value, 14. Fix the line, or run: settingsctl reset \
                org.example.editor font.size
                """
        )
        let replica = client.call("replicas", "{}").list("replicas").first
        #expect(replica?["state"] as? String == "differs")
        #expect(replica?["line"] as? Int == 1)
        let told = replica?["diagnostics"] as? [[String: Any]]
        #expect(told?.first?["value"] as? Int == 99)

        bench.files.write("font.size = 20\nwrap = false\n", to: "/f/a.toml")
        bench.agent.filesChanged()
        #expect(client.next("recovered").text("file") == "/f/a.toml")
        #expect(client.next("changed").changes == ["font.size=20"])
    }

    @Test func `tells which of several wrong values is in force again`() throws {
        let bench = try bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        bench.files.write("font.size = 99\nwrap = 7\n", to: "/f/a.toml")
        bench.agent.filesChanged()
        #expect(client.next("problem").text("key") == "font.size")
        #expect(client.next("problem").text("key") == "wrap")

        bench.files.write("font.size = 99\nwrap = true\n", to: "/f/a.toml")
        bench.agent.filesChanged()
        let recovered = client.next("recovered")
        #expect(recovered.text("key") == "wrap")
        #expect(recovered.text("file") == "/f/a.toml")
    }

    @Test func `says what is wrong with its settings, and with changes before they are made`()
        throws
    {
        let bench = try bench()
        bench.files.write("font.size = 99\n", to: "/f/a.toml")
        bench.agent.filesChanged()
        bench.settle()
        let client = bench.connect()

        let problems = client.call("validate", #"["org.example.editor"]"#).list("problems")
        #expect(problems.count == 1)
        #expect(problems.first?["key"] as? String == "font.size")
        #expect(problems.first?["file"] as? String == "/f/a.toml")
        #expect(problems.first?["line"] as? Int == 1)

        let changes = #"[{"key":"wrap","value":3},{"key":"font.size","value":20}]"#
        let others = client.call(
            "validate",
            #"{"domain":"org.example.editor","changes":\#(changes)}"#
        ).list("problems")
        #expect(others.map { $0["key"] as? String } == ["wrap"])
        #expect(bench.values()["wrap"] == .boolean(true))
    }

    @Test func `says which row a default comes from`() throws {
        let bench = try bench()
        let client = bench.connect()
        let layers = client.call("explain", #"["org.example.editor","font.size"]"#).list("layers")
        #expect(layers.count == 1)
        #expect(layers.first?["layer"] as? String == "default")
        #expect(layers.first?["file"] as? String == bench.home["/Settings.bundle/Root.toml"])
        #expect(layers.first?["line"] as? Int == 3)
        #expect(layers.first?["row"] as? String == "PreferenceSpecifiers[0]")
        #expect(layers.first?["replica"] as? String == bench.home["/Settings.bundle"])
    }

    @Test func `is named with its problems`() throws {
        let bench = try bench(pane + "[[PreferenceSpecifiers]]\nType = \"PSSliderSpecifier\"\n")
        let client = bench.connect()
        let found = client.call("domains", "{}").list("domains").first
        #expect(found?["bundle"] as? String == bench.home["/Settings.bundle"])
        let schema = client.call("replicas", "{}").list("schemas").first
        #expect(schema?["kind"] as? String == "bundle")
        #expect(schema?["state"] as? String == "faulty")
        let diagnostics = schema?["diagnostics"] as? [[String: Any]]
        #expect(diagnostics?.isEmpty == false)
        #expect(found?["problems"] as? Int == diagnostics?.count)
        #expect(bench.messages.texts.first?.contains("The rest of it is in force") == true)
    }

    @Test func `keeps to what a bundle said that breaks or vanishes, and follows when it's back`()
        throws
    {
        let bench = try bench()
        let client = bench.connect()
        try bench.home.write("[[broken\n", to: "/Settings.bundle/Root.toml")
        bench.directory.reload(bench.agent)
        #expect(bench.values()["font.size"] == .integer(12))
        #expect(bench.messages.texts.last?.contains("What it said before stays in force") == true)

        try bench.home.remove("/Settings.bundle")
        bench.directory.reload(bench.agent)
        #expect(bench.values()["font.size"] == .integer(12))
        let schema = client.call("replicas", "{}").list("schemas").first
        #expect(schema?["state"] as? String == "old")

        let changed = pane.replacing("= 12", with: "= 14")
        try bench.home.write(changed, to: "/Settings.bundle/Root.toml")
        bench.directory.reload(bench.agent)
        #expect(bench.values()["font.size"] == .integer(14))
        #expect(bench.messages.texts.last?.contains("has no errors any more") == true)
    }

    @Test(arguments: [
        ("Kay = 1", "Extra = 1", false), ("SAPatern = 1", "", false), ("SAStyle = 1", "", true),
        ("SAStyle = 1", "SAPatern = 1", true),
    ])
    func `says that a bundle's errors are mended, whatever else there is`(
        before: String,
        after: String,
        isTold: Bool
    ) throws {
        let row = """
            [[PreferenceSpecifiers]]
            Type = "PSSliderSpecifier"
            Key = "volume"
            DefaultValue = 1
            MinimumValue = 0
            MaximumValue = 10

            """
        let bench = try bench(row + before + "\n")
        let told = bench.messages.texts.count
        try bench.home.write(row + after + "\n", to: "/Settings.bundle/Root.toml")
        bench.directory.reload(bench.agent)
        let path = bench.home["/Settings.bundle/Root.toml"]
        #expect(
            bench.messages.texts.dropFirst(told)
                == (isTold ? ["\(path): has no errors any more"] : [])
        )
    }

    @Test func `says so when there is no bundle, and goes on without`() throws {
        let bench = try bench(nil)
        #expect(
            bench.messages.texts == [
                """
                \(bench.home["/Settings.bundle"]): the bundle or schema can't be read: it isn't there
                Nothing is checked, and there are no defaults. Name the folder of a settings \
                bundle.
                """
            ]
        )
        bench.set("font.size", .integer(99))
        #expect(bench.values() == ["font.size": .integer(99)])
    }

    @Test func `is let go of with the bundle's line`() throws {
        let bench = try bench()
        #expect(bench.files.watchedFolders.contains(bench.home["/Settings.bundle"]) == false)
        bench.directory.follow(bench.files)
        #expect(bench.files.watchedFolders.contains(bench.home["/Settings.bundle"]))
        try bench.home.write(
            "[[file]]\npath = \"/f/a.toml\"\n",
            to: "domains/org.example.editor.toml"
        )
        bench.directory.reload(bench.agent)
        #expect(bench.values() == [:])
        #expect(bench.files.watchedFolders.contains(bench.home["/Settings.bundle"]) == false)
    }
}

@Suite struct `A hostile bundle` {
    @Test func `isn't followed out of its folder, and nobody waits for it`() throws {
        let bench = try Bench(domains: ["org.example.editor": domainFile]) { home in
            try home.write("secret = 1\n", to: "/secret.toml")
            let child = "[[PreferenceSpecifiers]]\nType = \"PSChildPaneSpecifier\"\nTitle = \"x\"\n"
            let files = ["Link", "Pipe", "Folder", "../secret", "Root"].map {
                child + "File = \"\($0)\"\n"
            }
            try home.write(pane + files.joined(), to: "/Settings.bundle/Root.toml")
            symlink(home["/secret.toml"], home["/Settings.bundle/Link.toml"])
            mkfifo(home["/Settings.bundle/Pipe.toml"], 0o600)
            mkdir(home["/Settings.bundle/Folder.toml"], 0o700)
        }
        #expect(bench.values()["font.size"] == .integer(12))
        let schema = bench.connect().call("replicas", "{}").list("schemas").first
        let diagnostics = schema?["diagnostics"] as? [[String: Any]] ?? []
        #expect(
            diagnostics.map { $0["code"] as? String } == [
                "file-name", "unreadable", "unreadable", "unreadable",
            ]
        )
    }

    @Test(arguments: [
        "", "\0", "{", "PreferenceSpecifiers = 3", "[[PreferenceSpecifiers]]\nType = 3\n",
        "PreferenceSpecifiers = " + String(repeating: "[", count: 100_000),
    ])
    func `gives problems, and the agent goes on`(text: String) throws {
        let bench = try bench(text)
        bench.set("font.size", .integer(99))
        #expect(bench.values()["font.size"] == .integer(99))
        let schema = bench.connect().call("replicas", "{}").list("schemas").first
        #expect((schema?["diagnostics"] as? [Any])?.isEmpty == false)
    }
}

@Suite struct `A domain with a JSON Schema` {
    private let schema = """
        {"type": "object", "properties": {
          "font": {"type": "object", "properties": {
            "size": {"type": "integer", "minimum": 6, "maximum": 72, "default": 12}}}}}
        """
    private let text = "schema = \"~/settings.schema.json\"\n[[file]]\npath = \"/f/a.toml\"\n"

    @Test func `keeps to it and has its defaults`() throws {
        let bench = try Bench(domains: ["org.example.editor": text]) { home in
            try home.write(schema, to: "/settings.schema.json")
        }
        let client = bench.connect()
        #expect(bench.values() == ["font.size": .integer(12)])
        let refused = client.call("set", #"["org.example.editor","font.size",99]"#)
        #expect(refused.data["slug"] as? String == "Invalid")
        let found = client.call("domains", "{}").list("domains").first
        #expect(found?["schema"] as? String == bench.home["/settings.schema.json"])
        let layers = client.call("explain", #"["org.example.editor","font.size"]"#).list("layers")
        #expect(layers.first?["line"] as? Int == 3)
    }
}

@Suite struct `Linking a bundle` {
    @Test func `writes it into the domain file, and takes it out again`() throws {
        let bench = try Bench(domains: [
            "org.example.editor": "# mine\ntitle = \"E\"\n\n[[file]]\npath = \"/f/a.toml\"\n"
        ]) { home in try home.write(pane, to: "/Settings.bundle/Root.toml") }
        let client = bench.connect()
        let bundle = bench.home["/Settings.bundle"]

        let linked = client.call(
            "link",
            #"{"domain":"org.example.editor","bundle":"\#(bundle)"}"#
        )
        #expect((linked.result["schema"] as? [String: Any])?["state"] as? String == "ok")
        #expect(
            bench.home.text("domains/org.example.editor.toml")
                == "# mine\ntitle = \"E\"\nbundle = \"~/Settings.bundle\"\n\n"
                + "[[file]]\npath = \"/f/a.toml\"\n"
        )
        #expect(bench.values()["font.size"] == .integer(12))

        _ = client.call("unlink", #"["org.example.editor","\#(bundle)"]"#)
        #expect(
            bench.home.text("domains/org.example.editor.toml")
                == "# mine\ntitle = \"E\"\n\n[[file]]\npath = \"/f/a.toml\"\n"
        )
        #expect(bench.values() == [:])
    }

    @Test func `refuses what is none, and changes nothing`() throws {
        let bench = try Bench()
        let client = bench.connect()
        let refused = client.call(
            "link",
            #"{"domain":"org.example.editor","bundle":"\#(bench.home["/none"])"}"#
        )
        let problem = "the bundle or schema can't be read: it isn't there"
        #expect(refused.data["problem"] as? String == problem)
        #expect(bench.home.text("domains/org.example.editor.toml") == nil)
    }
}
