// settingsctl file: the lossless editor by itself.

import Foundation
import Glibc
import Testing

@Suite struct `settingsctl file` {
    private let terminal: Terminal
    private let toml = "# mine\n[font]\nsize = 14  # big\nlist = [1, { a = 2 }]\n"

    init() throws {
        terminal = try Terminal()
        try terminal.write("x.toml", toml)
    }

    @Test(arguments: [
        ("font.size", "14\n"), ("font.list[1].a", "2\n"), ("font.list", "[1,{\"a\":2}]\n"),
        (#""font"."size""#, "14\n"),
    ])
    func `gets a value`(path: String, output: String) throws {
        let outcome = try terminal.run("file", "get", "x.toml", path)
        #expect(outcome.status == 0)
        #expect(outcome.output == output)
    }

    @Test func `sets a value and touches nothing else`() throws {
        #expect(try terminal.run("file", "set", "x.toml", "font.size", "15").status == 0)
        #expect(try terminal.read("x.toml") == toml.replacing("14", with: "15"))
        #expect(try terminal.run("file", "set", "x.toml", "font.list[1].a", "x").status == 0)
        #expect(try terminal.run("file", "get", "x.toml", "font.list[1].a").output == "x\n")
    }

    @Test func `shows a change without making it`() throws {
        let outcome = try terminal.run("file", "set", "x.toml", "font.size", "15", "--dry-run")
        #expect(outcome.output == toml.replacing("14", with: "15"))
        #expect(try terminal.read("x.toml") == toml)
    }

    @Test func `removes a value that is there`() throws {
        #expect(try terminal.run("file", "remove", "x.toml", "font.size").status == 0)
        #expect(try !terminal.read("x.toml").contains("size"))
        let outcome = try terminal.run("file", "remove", "x.toml", "font.size")
        let message = """
            settingsctl: x.toml: there is no such value
            See: settingsctl file list x.toml.

            """
        #expect(outcome == Outcome(status: 1, output: "", errors: message))
    }

    @Test func `lists keys and values in the file's order`() throws {
        let outcome = try terminal.run("file", "list", "x.toml")
        #expect(outcome.output == "font.size 14\nfont.list [1,{\"a\":2}]\n")
        let json = try terminal.run("file", "list", "x.toml", "font.size", "--json")
        let expected = #"{"key":"font.size","path":["font","size"],"value":14,"line":3,"column":1}"#
        #expect(json.output == expected + "\n")
    }

    @Test func `begins a new file`() throws {
        #expect(try terminal.run("file", "set", "new.json", "a.b", "1").status == 0)
        #expect(
            try terminal.run("file", "get", "new.json", "--json").output == "{\"a\":{\"b\":1}}\n"
        )
        #expect(try terminal.run("file", "set", "what.ever", "a", "1").status == 2)
        #expect(try terminal.run("file", "set", "new.plist", "a", "1").status == 0)
        #expect(try terminal.run("file", "get", "new.plist", "a").output == "1\n")
        let binary = ["file", "set", "b.plist", "a", "1", "--format", "binary-plist"]
        #expect(try terminal.run(binary).status == 2)
    }

    @Test func `names the place that can't be read`() throws {
        try terminal.write("bad.toml", "a = 1\nb = \n")
        let outcome = try terminal.run("file", "check", "bad.toml")
        #expect(outcome.status == 6)
        #expect(outcome.errors.hasPrefix("settingsctl: bad.toml:2:5: "))
        #expect(outcome.errors.contains("\n  2 | b = \n    |     ^\n"))
        #expect(try terminal.run("file", "set", "bad.toml", "a", "2").status == 6)
        #expect(try terminal.read("bad.toml") == "a = 1\nb = \n")
        #expect(try terminal.run("file", "check", "x.toml").output == "x.toml: toml, 2 settings\n")
    }

    @Test(arguments: [["get", "none.toml"], ["list", "none.toml"], ["remove", "none.toml", "a"]])
    func `says that a file isn't there`(words: [String]) throws {
        let outcome = try terminal.run(["file"] + words)
        #expect(outcome.status == 6)
        #expect(outcome.errors.hasPrefix("settingsctl: none.toml: can't be read: No such file"))
    }

    @Test func `refuses what the format can't hold`() throws {
        let outcome = try terminal.run("file", "set", "x.toml", "font.size", "null")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("Nothing was changed."))
        #expect(try terminal.read("x.toml") == toml)
    }

    @Test func `follows a link, and keeps mode and other names`() throws {
        let folder = terminal.folder
        let file = folder.appending(path: "x.toml").path
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "link.toml").path,
            withDestinationPath: "x.toml"
        )
        try #require(chmod(file, 0o640) == 0)
        #expect(try terminal.run("file", "set", "link.toml", "font.size", "1").status == 0)
        var status = stat()
        try #require(lstat(folder.appending(path: "link.toml").path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        try #require(stat(file, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640)

        try #require(link(file, folder.appending(path: "other.toml").path) == 0)
        #expect(try terminal.run("file", "set", "x.toml", "font.size", "2").status == 0)
        #expect(try terminal.read("other.toml").contains("size = 2"))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.sorted() == ["link.toml", "other.toml", "x.toml"])
    }

    @Test func `reads the standard input and prints the result`() throws {
        let words = ["file", "set", "-", "a", "2", "--format", "toml"]
        let outcome = try terminal.run(words, input: "a = 1 # x\n")
        #expect(outcome == Outcome(status: 0, output: "a = 2 # x\n", errors: ""))
    }

    @Test(arguments: [["font.size.."], ["[x]"], ["a[1"], [""], ["a b", "c"]])
    func `refuses a path that can't be one`(path: [String]) throws {
        #expect(try terminal.run(["file", "get", "x.toml"] + path).status == 2)
    }
}
