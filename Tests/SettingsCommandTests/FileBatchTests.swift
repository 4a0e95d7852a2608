// settingsctl file --batch, convert and check.

import Foundation
import Testing

@Suite struct `A batch of edits` {
    private let terminal: Terminal
    private let toml = "# mine\n[font]\nsize = 14  # big\n"

    init() throws {
        terminal = try Terminal()
        try terminal.write("x.toml", toml)
    }

    private func run(_ lines: [String], _ words: String...) throws -> Outcome {
        let input = lines.map { $0 + "\n" }.joined()
        return try terminal.run(["file", "set", "x.toml", "--batch"] + words, input: input)
    }

    @Test func `gives each line its result`() throws {
        let outcome = try run([
            #"{"path":"font.size","value":15}"#, #"{"path":["font","size"],"get":true}"#,
            #"{"path":"font.size","value":15}"#, #"{"path":"none","remove":true}"#,
            #"{"path":"font","value":null}"#, "nonsense", #"{"path":"font.size","remove":true}"#,
        ])
        let results = """
            {"ok":true,"changed":true}
            {"ok":true,"value":15}
            {"ok":true,"changed":false}
            {"ok":false,"status":1,"problem":"x.toml: 'none': there is no such value",\
            "advice":"See: settingsctl file list x.toml"}
            {"ok":false,"status":3,"problem":"x.toml: 'font': TOML can't hold null",\
            "advice":"Nothing was changed. Remove the key instead, or set another value"}
            {"ok":false,"status":2,"problem":"the line can't be an edit: it is no JSON: \
            expected a value, found 'n'","advice":"Write it as in {\\"path\\":\\"font.size\\",\\"value\\":14}"}
            {"ok":true,"changed":true}

            """
        #expect(outcome.output == results)
        #expect(outcome.status == 1)
        #expect(try terminal.read("x.toml") == "# mine\n[font]\n")
    }

    @Test func `refuses a line that asks for two things`() throws {
        let outcome = try run([#"{"path":"font.size","remove":true,"value":5}"#])
        #expect(outcome.status == 2)
        #expect(outcome.output.contains("it has a 'value' and is no 'set'"))
        #expect(try terminal.read("x.toml") == toml)
    }

    @Test(arguments: [
        ("remove", #"{"path":"font.size","get":1}"#),
        ("remove", #"{"path":"font.size","remove":false}"#),
        ("remove", #"{"path":"font.size","value":1}"#), ("get", #"{"path":"font.size","value":1}"#),
        ("get", #"{"path":"font.size","get":false}"#),
        ("set", #"{"path":"font.size","remove":"yes"}"#),
    ])
    func `makes no edit that nobody asked for`(command: String, line: String) throws {
        let outcome = try terminal.run(["file", command, "x.toml", "--batch"], input: line + "\n")
        #expect(outcome.status == 2)
        #expect(outcome.output.contains("the line can't be an edit"))
        #expect(try terminal.read("x.toml") == toml)
    }

    @Test(arguments: [
        (#""value":14,"type":"string""#, #"a = "14""#), (#""value":14,"type":"real""#, "a = 14.0"),
        (#""value":"14","type":"integer""#, "a = 14"),
        (#""value":"14","type":"json""#, #"a = "14""#),
        (#""value":"yes","type":"boolean""#, "a = true"),
    ])
    func `makes of a value what its type says`(members: String, line: String) throws {
        try terminal.write("x.toml", "")
        #expect(try run([#"{"path":"a",\#(members)}"#]).status == 0)
        #expect(try terminal.read("x.toml") == line + "\n")
    }

    @Test(arguments: [
        (#""value":1.5,"type":"integer""#, "the value is 1.5, of type real, not integer"),
        (#""value":[1],"type":"string""#, "the value is [1], of type array, not string"),
        (#""value":null,"type":"string""#, "the value is null, of type null, not string"),
        (#""value":1,"type":"boolean""#, "the value is 1, of type integer, not boolean"),
    ])
    func `makes nothing else of a value than its type says`(
        members: String,
        problem: String
    ) throws {
        let outcome = try run([#"{"path":"a",\#(members)}"#])
        #expect(outcome.status == 3)
        #expect(outcome.output.contains(#""problem":"x.toml: \#(problem)""#))
        #expect(try terminal.read("x.toml") == toml)
    }

    @Test func `takes a file for the same by any of its names and formats`() throws {
        let edits = [
            "\"x.toml\"", "\"./x.toml\"", "\"x.toml\",\"format\":\"toml\"", "\"./x.toml\"",
        ]
        let lines = edits.enumerated().map {
            #"{"file":\#($1),"path":"font.size","value":\#($0)}"#
        }
        #expect(try run(lines).status == 0)
        #expect(try terminal.read("x.toml") == toml.replacing("14", with: "3"))
    }

    @Test func `tells files apart whose names differ in bytes alone`() throws {
        let names = ["caf\u{E9}.toml", "cafe\u{301}.toml"]
        let lines = names.enumerated().map { #"{"file":"\#($1)","path":"a","value":\#($0)}"# }
        #expect(try run(lines).status == 0)
        #expect(try names.map(terminal.read) == ["a = 0\n", "a = 1\n"])
    }

    @Test func `names a place as a single edit does`() throws {
        try terminal.write("x.gitconfig", "[Core]\n\tX = 1\n")
        let edits = [
            #"{"path":"core.x","get":true}"#, #"{"path":"core.x","value":"2"}"#,
            #"{"path":"core.x","get":true}"#,
        ]
        let outcome = try terminal.run(
            ["file", "set", "x.gitconfig", "--format", "git-config", "--batch"],
            input: edits.map { $0 + "\n" }.joined()
        )
        let results = """
            {"ok":true,"value":"1"}
            {"ok":true,"changed":true}
            {"ok":true,"value":"2"}

            """
        #expect(outcome == Outcome(status: 0, output: results, errors: ""))
        #expect(try terminal.read("x.gitconfig") == "[Core]\n\tX = 2\n")
    }

    @Test func `makes thousands of edits in one process`() throws {
        let lines = (0..<3_000).map { #"{"path":"t\#($0 % 30).k\#($0)","value":\#($0)}"# }
        let removals = (0..<3_000).filter { $0 % 2 == 0 }
            .map { #"{"path":"t\#($0 % 30).k\#($0)","remove":true}"# }
        let outcome = try run(lines + removals)
        let expected = String(repeating: "{\"ok\":true,\"changed\":true}\n", count: 4_500)
        #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
        let text = try terminal.read("x.toml")
        #expect(text.hasPrefix(toml.replacing("[font]", with: "").prefix(7)))
        #expect(text.contains("size = 14  # big\n"))
        let found = (0..<3_000).filter { text.contains("k\($0) = \($0)\n") }
        #expect(found == Array(stride(from: 1, to: 3_000, by: 2)))
    }

    @Test func `is as one edit after the other`() throws {
        let edits = [
            #"{"path":"a","value":[1,2,3]}"#, #"{"path":"a[0]","remove":true}"#,
            #"{"path":"a[0]","value":9}"#, #"{"path":"a[2]","value":4}"#,
            #"{"path":"b","value":1}"#, #"{"path":"b","remove":true}"#,
            #"{"path":"b.c","value":2}"#, #"{"path":"b","value":{"d":3}}"#,
            #"{"path":"b.d","remove":true}"#, #"{"path":"font.size","remove":true}"#,
            #"{"path":"font.size","value":1}"#,
        ]
        #expect(try run(edits).status == 0)
        let together = try terminal.read("x.toml")
        try terminal.write("x.toml", toml)
        for edit in edits { #expect(try run([edit]).status == 0) }
        let value = try terminal.run("file", "get", "x.toml", "--json").output
        #expect(value == #"{"a":[9,3,4],"font":{"size":1},"b":{}}"# + "\n")
        try terminal.write("y.toml", together)
        #expect(try terminal.run("file", "get", "y.toml", "--json").output == value)
    }

    @Test(arguments: ["x.toml", "x.json"])
    func `adds to arrays as one edit after the other`(file: String) throws {
        let edits = [
            #"{"path":"a","value":[1]}"#, #"{"path":"b","value":[[1],[]]}"#,
            #"{"path":"a[1]","value":2}"#, #"{"path":"b[1][0]","value":2}"#,
            #"{"path":"a[2]","value":3}"#, #"{"path":"a[1]","value":9}"#,
            #"{"path":"b[0][1]","value":3}"#, #"{"path":"b[2]","value":[4]}"#,
            #"{"path":"b[2][1]","value":5}"#, #"{"path":"a[0]","remove":true}"#,
            #"{"path":"a[2]","value":4}"#, #"{"path":"a[9]","value":4}"#,
            #"{"path":"a[3]","value":5}"#,
        ]
        let input = edits.map { $0 + "\n" }.joined()
        try terminal.write(file, file == "x.json" ? "{}" : "")
        let outcome = try terminal.run(["file", "set", file, "--batch"], input: input)
        let results = outcome.output.split(separator: "\n").map { $0.hasPrefix(#"{"ok":true"#) }
        #expect(results == edits.map { !$0.contains("a[9]") })
        let value = try terminal.run("file", "get", file, "--json").output
        #expect(value == #"{"a":[9,3,4,5],"b":[[1,3],[2],[4,5]]}"# + "\n")
    }

    @Test(.timeLimit(.minutes(10)))
    func `adds thousands of elements to a big array`() throws {
        let numbers = (0..<60_000).map { "\($0 + 100_000)" }.joined(separator: ",\n  ")
        try terminal.write("x.json", "{\"a\": [\n  \(numbers)\n]}\n")
        let lines = (60_000..<63_000).map {
            #"{"path":"a[\#($0)]","value":\#($0 + 100_000)}"# + "\n"
        }
        let outcome = try terminal.run(["file", "set", "x.json", "--batch"], input: lines.joined())
        #expect(outcome.status == 0)
        #expect(try terminal.read("x.json").hasSuffix("162998,\n  162999\n]}\n"))
    }

    @Test func `edits files that the lines name, and texts that are nowhere`() throws {
        let outcome = try run([
            #"{"file":"new.json","path":"a.b","value":1}"#,
            #"{"text":"{\"a\": 1} // c\n","format":"jsonc","path":"a","value":2}"#,
            #"{"file":"none.toml","path":"a","get":true}"#,
        ])
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0] == #"{"ok":true,"changed":true}"#)
        #expect(lines[1] == #"{"ok":true,"changed":true,"text":"{\"a\": 2} // c\n"}"#)
        #expect(lines[2].hasPrefix(#"{"ok":false,"status":6,"problem":"none.toml: can't be read:"#))
        #expect(try terminal.read("new.json") == "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n")
    }

    @Test func `answers who waits for each result`() throws {
        let process = Process()
        process.executableURL = try Terminal.executable.get()
        process.arguments = ["file", "set", "x.toml", "--batch"]
        process.currentDirectoryURL = terminal.folder
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for size in 20..<25 {
            let line = #"{"path":"font.size","value":\#(size)}"# + "\n"
            try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
            let answer = output.fileHandleForReading.availableData
            #expect(answer == Data("{\"ok\":true,\"changed\":true}\n".utf8))
            #expect(try terminal.read("x.toml") == toml.replacing("14", with: "\(size)"))
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `writes nothing when it's only asked what would be`() throws {
        let outcome = try run([#"{"path":"font.size","value":15}"#], "--dry-run")
        let diff = try #require(outcome.output.range(of: #","diff":"--- x.toml\n"#))
        #expect(outcome.output[..<diff.lowerBound] == #"{"ok":true,"changed":true"#)
        #expect(outcome.output.hasSuffix("\\n+size = 15  # big\\n\"}\n"))
        #expect(try terminal.read("x.toml") == toml)
    }

    @Test func `says what would change in each file with its last edit`() throws {
        try terminal.write("y.toml", "a = 1\n")
        let lines = [
            #"{"path":"font.size","value":15}"#, #"{"path":"a","value":1,"file":"y.toml"}"#,
            #"{"path":"new","value":1}"#, #"{"path":"none","remove":true}"#,
        ]
        let results = try run(lines, "--dry-run").output.split(separator: "\n")
        #expect(results.map { $0.contains("diff") } == [false, false, true, false])
        #expect(results[2].contains("+size = 15") && results[2].contains("+new = 1"))
    }

    @Test(arguments: [
        ("json", #"{\n  \"a\": 1\n}\n"#), ("toml", #"a = 1\n"#),
        ("openstep-plist", #"{\n    a = 1;\n}\n"#),
    ])
    func `begins a text without any bytes`(format: String, text: String) throws {
        let line = #"{"text":"","format":"\#(format)","path":"a","value":1}"#
        #expect(try run([line]).output == #"{"ok":true,"changed":true,"text":"\#(text)"}"# + "\n")
    }

    @Test func `takes no binary property list as text`() throws {
        let line = #"{"text":"","format":"binary-plist","path":"a","value":1}"#
        #expect(try run([line]).output.contains("can't be a binary property list"))
    }
}

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
