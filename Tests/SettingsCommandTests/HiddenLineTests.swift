// Lines with a secret on them, which no message of 'file check' shows.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private let schema = """
    {"properties": {
      "password": {"type": "string", "writeOnly": true}, "size": {"type": "integer", "maximum": 2},
      "t": {"properties": {
        "password": {"type": "string", "writeOnly": true},
        "size": {"type": "integer", "maximum": 2}
      }}
    }}
    """

@Suite struct `A line with a secret on it` {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try terminal.write("s.json", schema)
    }

    @Test(
        arguments: [
            ("a.json", #"{"password":"hunter2","size":3}"#, "1:30", "size"),
            ("a.json", "{\"password\":\n\"hunter2\",\"size\":3}", "2:18", "size"),
            ("a.json", #"{"t":{"password":"hunter2"},"size":3}"#, "1:36", "size"),
            ("a.toml", #"t = { password = "hunter2", size = 3 }"#, "1:36", "t.size"),
            ("a.toml", "t.password = \"\"\"\nhunter2\"\"\"\nt.size = 3", "3:10", "t.size"),
            ("a.yaml", "t: {password: hunter2, size: 3}", "1:30", "t.size"),
        ]
    )
    func `isn't shown with what is wrong beside it`(
        file: String,
        text: String,
        place: String,
        key: String
    ) throws {
        try terminal.write(file, text + "\n")
        let outcome = try terminal.run("file", "check", file, "--schema", "s.json")
        #expect(outcome.status == 3)
        #expect(!outcome.errors.contains("hunter2"))
        let problem = "settingsctl: \(file):\(place): '\(key)' is 3, expected a whole number"
        #expect(outcome.errors.hasPrefix(problem))
    }

    @Test func `isn't kept with the lines below it from being shown`() throws {
        try terminal.write("a.toml", "password = \"hunter2\"\nsize = 3\n")
        let outcome = try terminal.run("file", "check", "a.toml", "--schema", "s.json")
        let message = """
            settingsctl: a.toml:2:8: 'size' is 3, expected a whole number of at most 2
              2 | size = 3
                |        ^
            Correct the value.

            """
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
    }

    @Test(arguments: [
        ("a.toml", "password = hunter2\n"), ("a.json", "{\"password\": hunter2}\n"),
        ("a.yaml", "password: [hunter2\n"),
    ])
    func `isn't shown where the file can't be read`(file: String, text: String) throws {
        try terminal.write(file, text)
        let words = ["file", "check", file, "--schema", "s.json"]
        let outcome = try terminal.run(words)
        #expect(outcome.status == 6)
        #expect(outcome.errors.contains(" can't be read\nFix the line; it isn't shown"))
        #expect(!outcome.errors.contains("hunter2"))
        let json = try terminal.run(words + ["--json"])
        #expect(json.output.contains(#"can't be read","advice":"Fix the line; it isn't shown"#))
    }

    @Test func `isn't shown by a schema that can't be read itself`() throws {
        try terminal.write("B.bundle/Root.toml", "PreferenceSpecifiers = [[\n")
        try terminal.write("a.toml", "password = \"hunter2\"\n")
        let outcome = try terminal.run("file", "check", "a.toml", "--schema", "B.bundle")
        #expect(outcome.status == 6)
        #expect(outcome.output.isEmpty)
        let message = """
            settingsctl: B.bundle: there are errors in it, the first at Root.toml:2:1
            Nothing was checked. See: settingsctl schema check B.bundle

            """
        #expect(outcome.errors == message)
    }

    @Test func `isn't shown where a row of the schema is wrong`() throws {
        let wrong = schema.replacing("\"maximum\": 2}\n", with: "\"type\": \"intejer\"}\n")
        try terminal.write("s.json", wrong)
        try terminal.write("a.json", #"{"password":"hunter2","size":3}"#)
        let outcome = try terminal.run("file", "check", "a.json", "--schema", "s.json")
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("settingsctl: s.json: there are errors in it"))
        #expect(!outcome.errors.contains("hunter2"))
    }
}

@Suite struct `A file that is made of a private one` {
    private func mode(_ name: String, in terminal: Terminal) throws -> Int? {
        let path = terminal.folder.appending(path: name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [(0o600, 0o600), (0o640, 0o640), (0o644, 0o644), (0o604, 0o604)])
    func `by 'file convert' is for those who may read it`(source: mode_t, mode: Int) throws {
        let terminal = try Terminal()
        try terminal.write("a.toml", "password = \"hunter2\"\n")
        try #require(chmod(terminal.folder.path + "/a.toml", source) == 0)
        #expect(try terminal.run("file", "convert", "a.toml", "out.json").status == 0)
        let mask = try terminal.mask()
        #expect(try self.mode("out.json", in: terminal) == mode & ~mask)
    }

    @Test(arguments: [(["--secrets"], 0o600), ([], 0o666)])
    func `by 'export' is for its owner alone if it has secrets`(
        words: [String],
        mode: Int
    ) throws {
        let terminal = try EditorBundle.terminal { _ in
            let value = SettingValue.string("hunter2")
            let entries = [entry("a.b", "account.token", value), entry("a.b", "wrap", value)]
            return .result(Page(seq: 1, entries: entries, next: nil))
        }
        #expect(try terminal.run(["export", "a.b", "out.toml"] + words).status == 0)
        let mask = try terminal.mask()
        #expect(try self.mode("out.toml", in: terminal) == mode & ~mask)
    }
}
