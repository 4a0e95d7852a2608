// settingsctl file set PATH=VALUE ...: several values of a file at once.

import Foundation
import Testing

@Suite struct `Several values of a file` {
    private let terminal: Terminal
    private let toml = "# mine\ntheme = \"dark\"\n[font]\nsize = 14  # big\n"

    init() throws {
        terminal = try Terminal()
        try terminal.write("x.toml", toml)
    }

    private func set(_ words: String...) throws -> Outcome {
        try terminal.run(["file", "set", "x.toml"] + words)
    }

    @Test func `are set at once, and nothing else is touched`() throws {
        let outcome = try set("font.size=15", "theme=light", "new=true")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        let changed = toml.replacing("14", with: "15").replacing("dark", with: "light")
        let text = try terminal.read("x.toml")
        #expect(text.contains("\nnew = true\n"))
        #expect(text.replacing("new = true\n", with: "") == changed)
        let left = try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path)
        #expect(left == ["x.toml"])
    }

    @Test(
        arguments: [
            (["font.size=15", "theme=5", "font=1"], 3), (["font.size=15", "new=null"], 3),
            (["font.size=15", "font.size.unit=pt"], 3), (["font.size=15", "new"], 2),
            (["font.size=15", "a..b=1"], 2), (["font.size=15", "=1"], 2),
            (["font.size=15", "new={"], 3),
        ] as [([String], Int32)]
    )
    func `are all as they were where one can't be set`(words: [String], status: Int32) throws {
        let outcome = try terminal.run(["file", "set", "x.toml"] + words)
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(try terminal.read("x.toml") == toml)
    }

    @Test(arguments: [["file", "set", "x.toml", "theme"], ["set", "a.b", "theme"]])
    func `that begin with a dash need two before them`(words: [String]) throws {
        for value in ["-x", "-ehx"] {
            let errors = """
                settingsctl: the value '\(value)' begins with a dash, as an option does
                Write '--' before it: settingsctl \(words.joined(separator: " ")) -- \(value)

                """
            let outcome = try terminal.run(words + [value])
            #expect(outcome == Outcome(status: 2, output: "", errors: errors))
        }
        _ = try terminal.run("file", "set", "x.toml", "theme", "--", "-ehx")
        #expect(try terminal.read("x.toml") == toml.replacing("dark", with: "-ehx"))
    }

    @Test func `name the one that can't be set`() throws {
        let errors = """
            settingsctl: x.toml: 'new': TOML can't hold null
            Nothing was changed. Remove the key instead, or set another value.

            """
        let refused = try set("theme=light", "new=null")
        #expect(refused == Outcome(status: 3, output: "", errors: errors))
        let outcome = try set("theme=light", "new")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("'new' isn't PATH=VALUE, but 'theme=light' is."))
    }

    @Test(arguments: [
        (#""a=b"=1"#, #""a=b""#, "1\n"), (#""a\"=b".c=1"#, #""a\"=b".c"#, "1\n"),
        (#""a\\"=b"#, #""a\\""#, "b\n"), (#"font."x=y"=z=1"#, #"font."x=y""#, "z=1\n"),
        ("a==", "a", "=\n"), ("a=", "a", "\n"), (#"a="b=c""#, "a", "b=c\n"), ("a=-5", "a", "-5\n"),
        ("a=[1, 2]", "a[1]", "2\n"),
    ])
    func `begin behind the first '=' outside of quotes`(
        word: String,
        path: String,
        output: String
    ) throws {
        #expect(try set(word) == Outcome(status: 0, output: "", errors: ""))
        #expect(try terminal.run("file", "get", "x.toml", path).output == output)
    }

    @Test(arguments: [["a", "b=c"], ["--path-json", #"["a"]"#, "b=c"]])
    func `are one where PATH stands alone`(words: [String]) throws {
        #expect(try terminal.run(["file", "set", "x.toml"] + words).status == 0)
        #expect(try terminal.run("file", "get", "x.toml", "a").output == "b=c\n")
    }

    @Test func `are set in their order`() throws {
        #expect(try set("a={}", "a.b=[1]", "a.b[1]=2", "a.b[2]=3", "a.c=1", "a.c=2").status == 0)
        let value = try terminal.run("file", "get", "x.toml", "a", "--json").output
        #expect(value == #"{"b":[1,2,3],"c":2}"# + "\n")
    }

    @Test(arguments: [["--force"], ["--type", "string"]])
    func `take what is said of them all`(options: [String]) throws {
        #expect(try set("font.size=big", "theme=x").status == 3)
        let words = ["file", "set", "x.toml", "font.size=big", "theme=x"] + options
        #expect(try terminal.run(words).status == 0)
        #expect(try terminal.read("x.toml").hasSuffix("size = \"big\"  # big\n"))
    }

    @Test func `have one result`() throws {
        let dry = try set("font.size=15", "theme=light", "--json", "--dry-run").output
        #expect(dry.hasPrefix(#"{"changed":true,"diff":"--- x.toml\n+++ x.toml\n@@ -1,4 "#))
        #expect(dry.contains(#"+theme = \"light\"\n"#) && dry.contains("+size = 15"))
        #expect(dry.split(separator: "\n").count == 1)
        #expect(try terminal.read("x.toml") == toml)
        let words = ["font.size=15", "theme=light", "--json"]
        let first = try terminal.run(["file", "set", "x.toml"] + words)
        #expect(first == Outcome(status: 0, output: "{\"changed\":true}\n", errors: ""))
        let again = try terminal.run(["file", "set", "x.toml"] + words)
        #expect(again == Outcome(status: 0, output: "{\"changed\":false}\n", errors: ""))
    }

    @Test func `are set in the standard input, which is read once`() throws {
        let words = ["file", "set", "-", "a=2", "b=x", "--format", "toml"]
        let outcome = try terminal.run(words, input: "a = 1 # one\n")
        #expect(outcome == Outcome(status: 0, output: "a = 2 # one\nb = \"x\"\n", errors: ""))
    }

    @Test(arguments: [("get", "a"), ("set", "a=1"), ("remove", "a")])
    func `are no lines of the standard input`(command: String, word: String) throws {
        let outcome = try terminal.run("file", command, "x.toml", word, "--batch")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("settingsctl: unknown option '--batch'"))
    }
}
