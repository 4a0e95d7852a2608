// settingsctl file convert and check.

import Foundation
import Testing

@Suite struct `settingsctl file convert` {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try terminal.write("x.toml", "# mine\na = 1 # one\nb = \"x\"\nc = 2026-11-21T09:30:00Z\n")
    }

    @Test func `counts the lines with comments that stay behind`() throws {
        let text = "{ // a\n/* b\n c */ \"x\": 1, /* d */ \"y\": \"// e\",\n  // f\n}\n"
        try terminal.write("x.jsonc", text)
        let outcome = try terminal.run("file", "convert", "x.jsonc", "--to", "json")
        let note = "settingsctl: x.jsonc: the comments of 4 lines stay behind\n"
        #expect(outcome.errors == note)
    }

    @Test func `says what stays behind and what becomes something else`() throws {
        let outcome = try terminal.run("file", "convert", "x.toml", "--to", "json")
        let json = """
            {
              "a": 1,
              "b": "x",
              "c": "2026-11-21T09:30:00Z"
            }

            """
        let notes = """
            settingsctl: x.toml: 'c': date is written as string
            settingsctl: x.toml: the comments of 2 lines stay behind

            """
        #expect(outcome == Outcome(status: 0, output: json, errors: notes))
    }

    @Test(arguments: ["json", "yaml", "xml-plist", "binary-plist"], [[], ["--lossy"]])
    func `writes local dates and times as strings`(format: String, options: [String]) throws {
        try terminal.write("d.toml", "d = 2026-05-05\nt = 07:32:00\nb = 2026-05-05T07:32:00\n")
        let command = ["file", "convert", "d.toml", "d.out", "--to", format] + options
        let outcome = try terminal.run(command)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("'d': literal is written as string\n"))
        let list = try terminal.run("file", "list", "d.out", "--format", format, "--json").output
        for text in ["2026-05-05", "07:32:00", "2026-05-05T07:32:00"] {
            #expect(list.contains("\"value\":\"\(text)\""))
        }
    }

    @Test func `writes a new file, and another one's place only by force`() throws {
        #expect(try terminal.run("file", "convert", "x.toml", "y.plist").status == 0)
        #expect(try terminal.run("file", "get", "y.plist", "b").output == "x\n")
        let again = try terminal.run("file", "convert", "x.toml", "y.plist")
        let message = """
            settingsctl: y.plist: the file is there already
            Nothing was written. To replace it, add --force.

            """
        #expect(again == Outcome(status: 3, output: "", errors: message))
        #expect(try terminal.run("file", "convert", "x.toml", "y.plist", "--force").status == 0)
        let folder = try terminal.run("file", "convert", "x.toml", ".", "--to", "json", "--force")
        #expect(folder.status == 6)
        #expect(folder.errors.hasSuffix(": can't be read: Is a directory\nName a file in it.\n"))
        let binary = ["file", "convert", "y.plist", "b.plist", "--to", "binary-plist"]
        #expect(try terminal.run(binary).status == 0)
        let values = try terminal.run("file", "get", "b.plist", "--json").output
        #expect(try terminal.run("file", "get", "y.plist", "--json").output == values)
    }

    @Test func `refuses what the format can't hold, or leaves it out`() throws {
        try terminal.write("n.json", #"{"a":null,"b":{"c":[1,null],"d":2}}"#)
        let outcome = try terminal.run("file", "convert", "n.json", "--to", "toml")
        let message = """
            settingsctl: n.json: 'a': TOML can't hold null
            settingsctl: n.json: 'b.c': TOML can't hold null at '[1]'
            settingsctl: n.json: TOML can't hold all of it
            Nothing was written. To leave out what it can't hold, add --lossy.

            """
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
        let lossy = try terminal.run("file", "convert", "n.json", "--to", "toml", "--lossy")
        #expect(lossy.status == 0)
        #expect(lossy.output.contains("d = 2\n"))
        #expect(lossy.errors.contains("'a': TOML can't hold null, left out\n"))
    }

    @Test(
        arguments: [
            ("a: 1\n---\nb: 2\n", "another document follows"),
            ("---\na: 1\n---\nb: 2\n...\n---\n", "2 more documents follow"),
        ]
    )
    func `refuses a file of several documents, or takes the first`(
        text: String,
        others: String
    ) throws {
        try terminal.write("several.yaml", text)
        let outcome = try terminal.run("file", "convert", "several.yaml", "--to", "json")
        let message = """
            settingsctl: several.yaml: \(others) the first
            Nothing was written. To convert the first alone, add --lossy.

            """
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
        let lossy = try terminal.run("file", "convert", "several.yaml", "--to", "json", "--lossy")
        let note = "settingsctl: several.yaml: \(others) the first, left out\n"
        #expect(lossy == Outcome(status: 0, output: "{\n  \"a\": 1\n}\n", errors: note))
    }

    @Test(arguments: ["a: 1\n", "%YAML 1.2\n---\na: 1\n...\n# end\n"])
    func `takes a file of one document as it is`(text: String) throws {
        try terminal.write("one.yaml", text)
        let outcome = try terminal.run("file", "convert", "one.yaml", "--to", "json")
        #expect(outcome.status == 0)
        #expect(!outcome.errors.contains("follow"))
    }
}

@Suite struct `settingsctl file check` {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    @Test func `tells each problem that is none of the others' doing`() throws {
        try terminal.write("bad.toml", "a = null?\nb = 1\nc = \nd = 2\n[x\n")
        try terminal.write("good.toml", "a = 1\n")
        let outcome = try terminal.run("file", "check", "bad.toml", "good.toml")
        let problems = """
            settingsctl: bad.toml:1:5: 'null' is not a value
              1 | a = null?
                |     ^
            Put text in double quotes.
            settingsctl: bad.toml:3:5: found the end of the line, expected a value
              3 | c =\u{20}
                |     ^
            Write a value after the '=', text in double quotes.
            settingsctl: bad.toml:5:3: found the end of the line in the table header, expected ']'
              5 | [x
                |   ^
            Write the header as [name].

            """
        #expect(
            outcome == Outcome(status: 6, output: "good.toml: toml, 1 setting\n", errors: problems)
        )
    }

    @Test(arguments: [
        ("a.toml", "a = [1, 2\nb = 3\nc = 4\n"), ("a.json", "{\n  \"a\": 1\n  \"b\": 2\n  c\n}\n"),
        ("a.plist", "<dict>\n<key>a</key>\n<key>b</key>\n<true/>\n"),
    ])
    func `tells no problem that another one makes`(name: String, text: String) throws {
        try terminal.write(name, text)
        let outcome = try terminal.run("file", "check", name)
        #expect(outcome.status == 6)
        #expect(outcome.errors.components(separatedBy: "settingsctl: ").count == 2)
    }

    @Test func `speaks JSON`() throws {
        try terminal.write("bad.toml", "a = \n")
        let outcome = try terminal.run("file", "check", "bad.toml", "--json")
        let line =
            #"{"file":"bad.toml","line":1,"column":5,"code":"syntax","#
            + #""problem":"found the end of the line, expected a value","#
            + #""advice":"Write a value after the '=', text in double quotes"}"#
        #expect(outcome == Outcome(status: 6, output: line + "\n", errors: ""))
    }
}
