// settingsctl schema check, export, infer.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private let brokenRoot = """
    [[PreferenceSpecifiers]]
    Type = "PSSliderSpecifier"
    Key = "size"
    DefaultValue = 70
    MinimumValue = "low"
    MaximumValue = 72

    [[PreferenceSpecifiers]]
    Type = "PSChildPaneSpecifier"
    Title = "More"
    File = "Gone"

    """

private let plain = """
    {"properties": {
      "size": {"type": "integer", "minimum": 6, "default": 5}
    }}
    """

@Suite struct `settingsctl schema check` {
    @Test func `tells of a bundle without errors what it has`() throws {
        let terminal = try Terminal()
        try terminal.write("Editor.bundle/Root.toml", EditorBundle.root)
        let outcome = try terminal.run("schema", "check", "Editor.bundle")
        let summary = "Editor.bundle: bundle, 1 pane, 4 settings\n"
        #expect(outcome == Outcome(status: 0, output: summary, errors: ""))
        let json = try terminal.run("schema", "check", "Editor.bundle", "--json")
        #expect(
            json.output
                == #"{"file":"Editor.bundle","kind":"bundle","panes":1,"settings":4}"# + "\n"
        )
    }

    @Test func `prints each problem with its place, its line and what to do`() throws {
        let terminal = try Terminal()
        try terminal.write("B.bundle/Root.toml", brokenRoot)
        try terminal.write("B.bundle/Unused.json", "{}")
        let outcome = try terminal.run("schema", "check", "B.bundle")
        #expect(outcome.status == 3)
        #expect(outcome.output.isEmpty)
        let expected = """
            settingsctl: B.bundle/Gone.plist: the pane 'Gone' has no file
            Add 'Gone.plist', or correct 'File' where it's named.
            settingsctl: B.bundle/Root.toml:5:16: 'PreferenceSpecifiers[0].MinimumValue' is \
            "low", expected a number
              5 | MinimumValue = "low"
                |                ^
            Write a number there.
            settingsctl: B.bundle/Unused.json: warning: no row opens this pane
            Add a PSChildPaneSpecifier for it, or remove the file.

            """
        #expect(outcome.errors == expected)
    }

    @Test func `prints a problem as an object a line`() throws {
        let terminal = try Terminal()
        try terminal.write("s.json", plain)
        let outcome = try terminal.run("schema", "check", "s.json", "--json")
        let expected = """
            {"file":"s.json","line":2,"column":56,"path":"properties.size.default",\
            "severity":"warning","code":"bad-default",\
            "problem":"the default is 5, expected a whole number of at least 6",\
            "advice":"Correct the default or the rule"}
            {"file":"s.json","kind":"schema","panes":1,"settings":1}

            """
        #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
    }

    @Test(
        arguments: [
            ("Editor.bundle", 0), ("good.json", 0), ("good.yaml", 0), ("wrong.json", 3),
            ("settings.toml", 3), ("cut.json", 6), ("Cut.bundle", 6), ("Gone.bundle", 6),
            ("pipe", 6), ("Empty.bundle", 3),
        ]
    )
    func `ends with 3 for an error and 6 for what can't be read`(
        name: String,
        status: Int32
    ) throws {
        let terminal = try Terminal()
        try terminal.write("Editor.bundle/Root.toml", EditorBundle.root)
        try terminal.write("good.json", #"{"properties":{"a":{"type":"string"}}}"#)
        try terminal.write("good.yaml", "properties:\n  a: {type: string}\n")
        try terminal.write("wrong.json", #"{"properties":{"a":{"type":"strin"}}}"#)
        try terminal.write("settings.toml", "size = 12\n")
        try terminal.write("cut.json", #"{"properties":{"a":"#)
        try terminal.write("Cut.bundle/Root.plist", "<?xml version=\"1.0\"?><plist><dict><key>")
        try terminal.write("Empty.bundle/x", "")
        try #require(mkfifo(terminal.folder.appending(path: "pipe").path, 0o600) == 0)
        #expect(try terminal.run("schema", "check", name).status == status)
    }

    @Test func `checks several, and the worst of them counts`() throws {
        let terminal = try Terminal()
        try terminal.write("cut.json", "{")
        try terminal.write("wrong.json", #"{"properties":{"a":{"type":"strin"}}}"#)
        try terminal.write("good.json", #"{"properties":{"a":{"type":"string"}}}"#)
        let outcome = try terminal.run("schema", "check", "wrong.json", "cut.json", "good.json")
        #expect(outcome.status == 6)
        #expect(outcome.output == "good.json: schema, 1 pane, 1 setting\n")
        #expect(outcome.errors.contains("wrong.json:1:28: the type 'strin'"))
        #expect(outcome.errors.contains("cut.json:1:1: "))
    }

    @Test func `goes on after one that isn't there`() throws {
        let terminal = try Terminal()
        try terminal.write("wrong.json", #"{"properties":{"a":{"type":"strin"}}}"#)
        let outcome = try terminal.run("schema", "check", "./gone.json", "wrong.json")
        #expect(outcome.status == 6)
        #expect(outcome.errors.contains("./gone.json: there is no such bundle"))
        #expect(outcome.errors.contains("wrong.json:1:28: the type 'strin'"))
    }

    @Test func `finds the bundle of a domain`() throws {
        let terminal = try Terminal(
            domains: {
                [domainReport("a.b", bundle: $0 + "/Editor.bundle"), domainReport("c.d")]
            },
            answer: { _ in .result(Position(seq: 1)) }
        )
        try terminal.write("Editor.bundle/Root.toml", EditorBundle.root)
        let outcome = try terminal.run("schema", "check", "a.b")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("/Editor.bundle: bundle, 1 pane, 4 settings\n"))
        #expect(try terminal.run("schema", "check", "c.d").status == 1)
        #expect(try terminal.run("schema", "check", "e.f").status == 6)
    }
}

@Suite struct `settingsctl schema export` {
    private let expected = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Editor",
          "type": "object",
          "properties": {
            "account": {
              "type": "object",
              "properties": {
                "token": {
                  "title": "Token",
                  "writeOnly": true,
                  "type": "string"
                }
              }
            },
            "font": {
              "type": "object",
              "properties": {
                "size": {
                  "title": "Size",
                  "description": "In points.",
                  "default": 12,
                  "type": "number",
                  "minimum": 6,
                  "maximum": 72
                }
              }
            },
            "theme": {
              "title": "Theme",
              "default": "light",
              "enum": [
                "dark",
                "light"
              ]
            },
            "wrap": {
              "title": "Wrap",
              "default": "off",
              "oneOf": [
                {
                  "const": "off",
                  "title": "Never"
                },
                {
                  "const": "on",
                  "title": "At the window"
                },
                {
                  "const": "column",
                  "title": "At a column"
                }
              ]
            }
          }
        }

        """

    @Test(arguments: [["a.b"], ["Editor.bundle"], ["Editor.bundle", "--output", "new.json"]])
    func `prints or writes the schema`(words: [String]) throws {
        let terminal = try EditorBundle.terminal { _ in .result(Position(seq: 1)) }
        let outcome = try terminal.run(["schema", "export"] + words)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let written = words.count > 1 ? try terminal.read("new.json") : outcome.output
        #expect(written == expected)
    }

    @Test func `replaces a file only when it is told to`() throws {
        let terminal = try EditorBundle.terminal { _ in .result(Position(seq: 1)) }
        try terminal.write("old.json", "mine")
        let words = ["schema", "export", "a.b", "--output", "old.json"]
        let refused = try terminal.run(words)
        #expect(refused.status == 3)
        #expect(refused.errors.contains("To replace it, add --force."))
        #expect(try terminal.read("old.json") == "mine")
        #expect(try terminal.run(words + ["--force"]).status == 0)
        #expect(try terminal.read("old.json") == expected)
    }

    @Test func `takes the part that a file with a prefix holds`() throws {
        let terminal = try EditorBundle.terminal { _ in .result(Position(seq: 1)) }
        let words = ["schema", "export", "a.b", "--prefix"]
        let part = try terminal.run(words + ["font"])
        #expect(part.output.contains("\"properties\": {\n    \"size\": {"))
        #expect(try terminal.run(words + ["font.size"]).status == 1)
        #expect(try terminal.run(words + ["nowhere"]).status == 1)
    }

    @Test func `writes nothing from a bundle with errors`() throws {
        let terminal = try Terminal()
        try terminal.write("B.bundle/Root.toml", brokenRoot)
        let outcome = try terminal.run("schema", "export", "B.bundle")
        #expect(outcome.status == 3)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("See: settingsctl schema check B.bundle"))
    }

    /// What is exported is a schema that says the same: read again, it checks well.
    @Test func `gives what check has nothing to say about`() throws {
        let terminal = try EditorBundle.terminal { _ in .result(Position(seq: 1)) }
        _ = try terminal.run("schema", "export", "a.b", "--output", "new.json")
        let outcome = try terminal.run("schema", "check", "new.json")
        let summary = "new.json: schema, 3 panes, 4 settings\n"
        #expect(outcome == Outcome(status: 0, output: summary, errors: ""))
    }
}

@Suite struct `Each example bundle` {
    @Test(arguments: ["ShootStuffUp", "Tabs", "Specimens"])
    func `is checked, exported, and checked again without an error`(name: String) throws {
        let bundle = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Examples/\(name).bundle").path
        let terminal = try Terminal()
        #expect(try terminal.run("schema", "check", bundle).status == 0)
        let words = ["schema", "export", bundle, "--output", "new.json"]
        #expect(try terminal.run(words) == Outcome(status: 0, output: "", errors: ""))
        let again = try terminal.run("schema", "check", "new.json")
        #expect(again.status == 0)
        #expect(again.errors.isEmpty)
    }
}

@Suite struct `settingsctl file check with a schema` {
    @Test func `says which values aren't allowed, and where`() throws {
        let terminal = try Terminal()
        try terminal.write("Editor.bundle/Root.toml", EditorBundle.root)
        let text = "wrap = \"of\"\n\n[font]\nsize = 5 # small\n"
        try terminal.write("settings.toml", text)
        let words = ["file", "check", "settings.toml", "--schema", "Editor.bundle"]
        let expected = """
            settingsctl: settings.toml:1:8: 'wrap' is "of", expected "off", "on" or "column"
              1 | wrap = "of"
                |        ^
            Correct the value.
            settingsctl: settings.toml:4:8: 'font.size' is 5, expected a number from 6 to 72
              4 | size = 5 # small
                |        ^
            Correct the value.

            """
        #expect(try terminal.run(words) == Outcome(status: 3, output: "", errors: expected))
        let json = try terminal.run(words + ["--json"])
        #expect(
            json.output.hasPrefix(
                #"{"file":"settings.toml","line":1,"column":8,"path":"wrap","code":"choice","problem":"'wrap' is \"of\","#
            )
        )
        try terminal.write("settings.toml", "wrap = \"off\"\n")
        #expect(try terminal.run(words).output == "settings.toml: toml, 1 setting\n")
    }

    @Test(arguments: [("size = 12", 0), ("size = 5", 3), ("size = big", 3)])
    func `reads the texts of a format without types as they are meant`(
        line: String,
        status: Int32
    ) throws {
        let terminal = try Terminal()
        try terminal.write("Editor.bundle/Root.toml", EditorBundle.root)
        try terminal.write("settings.ini", "wrap = off\n\n[font]\n\(line)\n")
        let words = ["file", "check", "settings.ini", "--schema", "Editor.bundle"]
        #expect(try terminal.run(words).status == status)
    }

    @Test func `ends as the worst of several files`() throws {
        let terminal = try Terminal()
        try terminal.write("Editor.bundle/Root.toml", EditorBundle.root)
        try terminal.write("refused.toml", "wrap = \"of\"\n")
        try terminal.write("cut.toml", "wrap = \"of\n")
        let words = ["file", "check", "refused.toml", "cut.toml", "gone.toml"]
        let outcome = try terminal.run(words + ["--schema", "Editor.bundle"])
        #expect(outcome.status == 6)
        #expect(outcome.errors.contains("refused.toml:1:8: "))
        #expect(outcome.errors.contains("cut.toml:1:8: "))
        #expect(outcome.errors.contains("gone.toml: can't be read: "))
    }

    @Test func `hides a secret`() throws {
        let terminal = try Terminal()
        try terminal.write("Editor.bundle/Root.toml", EditorBundle.root)
        try terminal.write("settings.json", #"{"account": {"token": [31415926]}}"#)
        let words = ["file", "check", "settings.json", "--schema", "Editor.bundle"]
        let outcome = try terminal.run(words)
        let message = """
            settingsctl: settings.json:1:23: 'account.token' is a hidden value, expected text
            Correct the value.

            """
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
    }
}

@Suite struct `settingsctl schema infer` {
    private static let settings = """
        # Which colors to use.
        theme = "dark"

        [font]
        # In points.
        size = 12

        """

    @Test(
        arguments: [
            ([], "toml"), (["--format", "json"], "json"), (["--format", "yaml"], "yaml"),
            (["--format", "xml-plist"], "plist"),
        ] as [([String], String)]
    )
    func `writes a bundle that check has nothing to say about`(
        options: [String],
        ending: String
    ) throws {
        let terminal = try Terminal()
        try terminal.write("settings.toml", Self.settings)
        let outcome = try terminal.run(["schema", "infer", "settings.toml"] + options)
        #expect(outcome == Outcome(status: 0, output: "settings.bundle\n", errors: ""))
        let names = try FileManager.default.contentsOfDirectory(
            atPath: terminal.folder.appending(path: "settings.bundle").path
        )
        #expect(names.sorted() == ["Pane1.\(ending)", "Root.\(ending)"])
        let check = try terminal.run("schema", "check", "settings.bundle")
        let summary = "settings.bundle: bundle, 2 panes, 2 settings\n"
        #expect(check == Outcome(status: 0, output: summary, errors: ""))
    }

    @Test func `is told what a file is that doesn't tell itself`() throws {
        let terminal = try Terminal()
        try terminal.write("settings", Self.settings)
        let outcome = try terminal.run("schema", "infer", "settings")
        #expect(outcome.status == 6)
        #expect(
            outcome.errors == """
                settingsctl: 'settings' can't be read: its format can't be detected
                Name its format: --from toml, or --from ini.

                """
        )
        let told = try terminal.run("schema", "infer", "settings", "--from", "toml")
        #expect(told == Outcome(status: 0, output: "settings.bundle\n", errors: ""))
    }

    @Test func `keeps comments as help and values as defaults`() throws {
        let terminal = try Terminal()
        try terminal.write("settings.toml", Self.settings)
        _ = try terminal.run("schema", "infer", "settings.toml", "--output", "x.bundle/")
        let expected = """
            SAKeyPaths = true
            Title = "font"

            [[PreferenceSpecifiers]]
            Type = "PSGroupSpecifier"

            [[PreferenceSpecifiers]]
            Type = "PSTextFieldSpecifier"
            Title = "size"
            Key = "font.size"
            SAHelp = "In points."
            SAValueType = "Integer"
            KeyboardType = "NumbersAndPunctuation"
            DefaultValue = 12

            """
        #expect(try terminal.read("x.bundle/Pane1.toml") == expected)
    }

    @Test func `copies no value of environment variables`() throws {
        let terminal = try Terminal()
        try terminal.write(".env", "PORT=8080  # where it listens\nSTRIPE=abc123\nDB_PASSWORD=x\n")
        let outcome = try terminal.run("schema", "infer", ".env")
        #expect(outcome == Outcome(status: 0, output: "env.bundle\n", errors: ""))
        let expected = """
            SAKeyPaths = true

            [[PreferenceSpecifiers]]
            Type = "PSGroupSpecifier"

            [[PreferenceSpecifiers]]
            Type = "PSTextFieldSpecifier"
            Title = "PORT"
            Key = "PORT"
            SAHelp = "where it listens"

            [[PreferenceSpecifiers]]
            Type = "PSTextFieldSpecifier"
            Title = "STRIPE"
            Key = "STRIPE"

            [[PreferenceSpecifiers]]
            Type = "PSTextFieldSpecifier"
            Title = "DB_PASSWORD"
            Key = "DB_PASSWORD"
            SASecret = true

            """
        #expect(try terminal.read("env.bundle/Root.toml") == expected)
    }

    @Test(arguments: [(0o600, 0o600, 0o700), (0o640, 0o640, 0o750), (0o644, 0o644, 0o755)])
    func `writes for those who may read the file`(
        mode: mode_t,
        file: Int,
        folder: Int
    ) throws {
        let terminal = try Terminal()
        try terminal.write("settings.toml", Self.settings)
        let path = terminal.folder.path
        try #require(chmod(path + "/settings.toml", mode) == 0)
        _ = try terminal.run("schema", "infer", "settings.toml")
        let modes = try ["settings.bundle/Root.toml", "settings.bundle"].map { name in
            try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions]
                as? Int
        }
        let mask = try terminal.mask()
        #expect(modes == [file & ~mask, folder & ~mask])
    }

    @Test(arguments: ["settings.bundle/Root.toml", "settings.bundle"])
    func `never writes over what is there`(name: String) throws {
        let terminal = try Terminal()
        try terminal.write("settings.toml", Self.settings)
        try terminal.write(name, "mine")
        let outcome = try terminal.run("schema", "infer", "settings.toml")
        #expect(outcome.status == 3)
        let expected = """
            settingsctl: settings.bundle: something of this name is there already
            Nothing was written. Name another folder with --output.

            """
        #expect(outcome.errors == expected)
        #expect(try terminal.read(name) == "mine")
        let left = try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path)
        #expect(left.sorted() == ["settings.bundle", "settings.toml"])
    }

    @Test(arguments: ["[1]", "{", "3"])
    func `begins nothing from a file without settings`(text: String) throws {
        let terminal = try Terminal()
        try terminal.write("a.json", text)
        #expect(try terminal.run("schema", "infer", "a.json").status == 6)
        let left = try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path)
        #expect(left == ["a.json"])
    }
}
