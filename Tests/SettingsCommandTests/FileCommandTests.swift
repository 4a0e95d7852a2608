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
        #expect(try terminal.run("file", "set", "x.toml", "font.list[1].a", "3").status == 0)
        #expect(try terminal.run("file", "get", "x.toml", "font.list[1].a").output == "3\n")
    }

    @Test(arguments: [
        ("size", "true", "size = 14.5\n", 3), ("size", "15", "size = 15.0\n", 0),
        ("name", "15", "name = \"15\"\n", 0), ("on", "maybe", "on = true\n", 3),
        ("on", "false", "on = false\n", 0), ("on", "NO", "on = false\n", 0),
        ("table", "5", "table = {a = 1}\n", 3),
        ("new", "5", "new = 5\n", 0), ("new", "{x", "", 3),
    ])
    func `keeps the type of the value that is there`(
        key: String,
        value: String,
        line: String,
        status: Int32
    ) throws {
        let text = "size = 14.5\nname = \"a\"\non = true\ntable = {a = 1}\n"
        try terminal.write("t.toml", text)
        #expect(try terminal.run("file", "set", "t.toml", key, value).status == status)
        let written = try terminal.read("t.toml")
        #expect(status == 0 ? written.contains(line) : written == text)
    }

    @Test(arguments: [["--force"], ["--type", "boolean"]])
    func `takes another type where that is said`(options: [String]) throws {
        try terminal.write("t.toml", "size = 14.5\n")
        let words = ["file", "set", "t.toml", "size", "true"]
        let refused = try terminal.run(words)
        #expect(
            refused.errors
                == "settingsctl: t.toml: 'size' is of type real, but 'true' is of type boolean\n"
                + "Nothing was changed. To replace it all the same, add --force.\n"
        )
        #expect(try terminal.run(words + options).status == 0)
        #expect(try terminal.read("t.toml") == "size = true\n")
    }

    @Test func `finds and adds flat keys where a file has those`() throws {
        try terminal.write("s.json", #"{"editor.fontSize": 12}"#)
        #expect(try terminal.run("file", "get", "s.json", "editor.fontSize").output == "12\n")
        #expect(try terminal.run("file", "set", "s.json", "editor.fontSize", "14").status == 0)
        #expect(try terminal.run("file", "set", "s.json", "editor.wrap", "true").status == 0)
        #expect(
            try terminal.read("s.json") == #"{"editor.fontSize": 14, "editor.wrap": true}"#
        )
        let listed = try terminal.run("file", "list", "s.json", "editor.wrap").output
        #expect(listed == #""editor.wrap""# + "\tboolean\ttrue\t1\t25\n")
        #expect(try terminal.run("file", "remove", "s.json", "editor.wrap").status == 0)
        #expect(try terminal.read("s.json") == #"{"editor.fontSize": 14}"#)
    }

    @Test func `names both keys that a text can mean`() throws {
        let text = #"{"a.b": 1, "a": {"b": 2}}"#
        try terminal.write("s.json", text)
        let outcome = try terminal.run("file", "set", "s.json", "a.b", "3")
        #expect(outcome.status == 2)
        #expect(
            outcome.errors
                == "settingsctl: 'a.b' matches 2 keys\n"
                + #"Name one of them: '"a".b' or '"a.b"'."# + "\n"
        )
        #expect(try terminal.read("s.json") == text)
    }

    @Test func `takes a negative number for a value`() throws {
        let words = ["file", "set", "x.toml", "font.size", "-5", "--type", "integer"]
        #expect(try terminal.run(words).status == 0)
        #expect(try terminal.read("x.toml") == toml.replacing("14", with: "-5"))
    }

    @Test(arguments: [
        (#"["font","size"]"#, "14\n"), (#"["font","list",1,"a"]"#, "2\n"),
        (#"["other.key"]"#, "1\n"),
    ])
    func `takes a place as JSON`(place: String, output: String) throws {
        try terminal.write("x.toml", "\"other.key\" = 1\n" + toml)
        #expect(try terminal.run("file", "get", "x.toml", "--path-json", place).output == output)
        let words = ["file", "set", "x.toml", "--path-json", place, "7"]
        #expect(try terminal.run(words).status == 0)
        #expect(try terminal.run("file", "get", "x.toml", "--path-json", place).output == "7\n")
    }

    @Test func `takes any key in quotes`() throws {
        try terminal.write("k.json", #"{"":{"a\nb":1}}"#)
        let listed = try terminal.run("file", "list", "k.json").output
        #expect(listed == #""""# + "." + #""a\nb""# + "\tinteger\t1\t1\t6\n")
        let outcome = try terminal.run("file", "get", "k.json", #""""# + "." + #""a\nb""#)
        #expect(outcome.output == "1\n")
    }

    @Test(arguments: [
        ("string", "14\n", 0), ("integer", "14\n", 0), ("real", "14.0\n", 0), ("boolean", "", 3),
    ])
    func `gets a value as a type`(type: String, output: String, status: Int32) throws {
        let outcome = try terminal.run("file", "get", "x.toml", "font.size", "--type", type)
        #expect(outcome.output == output)
        #expect(outcome.status == status)
    }

    @Test func `gets a string's text where it must be one`() throws {
        try terminal.write("s.json", #"{"a":"14","b":"x"}"#)
        #expect(try terminal.run("file", "get", "s.json", "a").output == "14\n")
        #expect(try terminal.run("file", "get", "s.json", "a", "--type", "string").output == "14\n")
        #expect(
            try terminal.run("file", "get", "s.json", "a", "--type", "integer").output == "14\n"
        )
        let refused = try terminal.run("file", "get", "s.json", "b", "--type", "integer")
        let message = """
            settingsctl: s.json: the value is "x", of type string, not integer
            Ask for another type.

            """
        #expect(refused == Outcome(status: 3, output: "", errors: message))
    }

    @Test func `shows a change without making it`() throws {
        let outcome = try terminal.run("file", "set", "x.toml", "font.size", "15", "--dry-run")
        let difference = """
            --- x.toml
            +++ x.toml
            @@ -1,4 +1,4 @@
             # mine
             [font]
            -size = 14  # big
            +size = 15  # big
             list = [1, { a = 2 }]

            """
        #expect(outcome == Outcome(status: 0, output: difference, errors: ""))
        #expect(try terminal.read("x.toml") == toml)
        let same = try terminal.run("file", "set", "x.toml", "font.size", "14", "--dry-run")
        #expect(same == Outcome(status: 0, output: "", errors: ""))
    }

    @Test func `keeps what it prints apart from what it says`() throws {
        let words = ["file", "set", "x.toml", "font.size", "15", "--json", "--dry-run"]
        let outcome = try terminal.run(words)
        #expect(
            outcome.output.hasPrefix(#"{"changed":true,"diff":"--- x.toml\n+++ x.toml\n@@ -1,4"#)
        )
        #expect(outcome.output.hasSuffix("\"}\n"))
        #expect(try terminal.read("x.toml") == toml)
        let piped = ["file", "set", "-", "a", "2", "--format", "toml", "--json"]
        #expect(try terminal.run(piped, input: "a = 1\n").status == 2)
        let dry = try terminal.run(piped + ["--dry-run"], input: "a = 1\n")
        #expect(dry.output.hasPrefix(#"{"changed":true,"diff":"--- standard input\n"#))
    }

    @Test(arguments: ["x.toml", "x.json", "x.yaml", "x.plist", "x.ini"])
    func `takes all of a file out`(name: String) throws {
        try terminal.write(name, "")
        #expect(try terminal.run("file", "set", name, "a", "x").status == 0)
        let outcome = try terminal.run("file", "remove", name, "--path-json", "[]")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        #expect(try terminal.run("file", "get", name).output == "{}\n")
    }

    @Test func `removes a value that is there`() throws {
        #expect(try terminal.run("file", "remove", "x.toml", "font.size").status == 0)
        #expect(try !terminal.read("x.toml").contains("size"))
    }

    @Test func `lists values in the file's order, and where they stand`() throws {
        let outcome = try terminal.run("file", "list", "x.toml")
        let lines = "font.size\tinteger\t14\t3\t1\nfont.list\tarray\t[1,{\"a\":2}]\t4\t1\n"
        #expect(outcome == Outcome(status: 0, output: lines, errors: ""))
        let json = try terminal.run("file", "list", "x.toml", "font.size", "--json")
        let expected =
            #"{"key":"font.size","path":["font","size"],"type":"integer","value":14,"line":3,"column":1}"#
        #expect(json.output == expected + "\n")
        let elements = try terminal.run("file", "list", "x.toml", "font.list").output
        #expect(elements == "font.list[0]\tinteger\t1\t4\t9\nfont.list[1].a\tinteger\t2\t4\t18\n")
        try terminal.write("root.json", "5")
        let root = try terminal.run("file", "list", "root.json")
        #expect(root == Outcome(status: 0, output: "\tinteger\t5\t1\t1\n", errors: ""))
        try terminal.write("empty.toml", "# nothing yet\n")
        let nothing = try terminal.run("file", "list", "empty.toml")
        #expect(nothing == Outcome(status: 0, output: "", errors: ""))
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
        #expect(try terminal.run(binary).status == 0)
        #expect(try terminal.run("file", "list", "b.plist").output == "a\tinteger\t1\t-\t-\n")
    }

    @Test(arguments: [
        ["get", "old.plist"], ["set", "old.plist", "a", "2"], ["check", "old.plist"],
    ])
    func `refuses an OpenStep property list with what converts it`(arguments: [String]) throws {
        try terminal.write("old.plist", "{ a = 1; }\n")
        let message = """
            settingsctl: 'old.plist' can't be read: this is a property list in OpenStep's text form, \
            which isn't read
            Convert it to XML: plutil -convert xml1 old.plist

            """
        let outcome = try terminal.run(["file"] + arguments)
        #expect(outcome == Outcome(status: 6, output: "", errors: message))
        #expect(try terminal.read("old.plist") == "{ a = 1; }\n")
    }

    @Test(arguments: ["e.json", "e.plist", "e.toml", "e.yaml", "e.env"])
    func `begins a file without bytes as a new one`(name: String) throws {
        try terminal.write(name, "")
        #expect(try terminal.run("file", "set", name, "a=x").status == 0)
        let begun = try terminal.read(name)
        try terminal.write(name, "")
        #expect(try terminal.run("file", "set", name, "a", "x").status == 0)
        #expect(try terminal.read(name) == begun)
        #expect(try terminal.run("file", "get", name, "a").output == "x\n")
    }

    @Test func `names the place of a key that stands again`() throws {
        try terminal.write("x.json", "{\n  \"a\": 1,\n  \"a\": 2\n}\n")
        let errors = """
            settingsctl: x.json:2:3: 'a' is set again on line 3
              2 |   "a": 1,
                |   ^
            Only the last one counts. Remove all but one of them.

            """
        let outcome = try terminal.run("file", "check", "x.json")
        #expect(outcome == Outcome(status: 3, output: "", errors: errors))
        #expect(
            try terminal.run("file", "check", "x.json", "--json").output
                == #"{"file":"x.json","line":2,"column":3,"path":"a","code":"duplicate","#
                + #""problem":"'a' is set again on line 3","advice":"Remove all but one of them"}"#
                + "\n"
                + #"{"file":"x.json","format":"json","settings":1}"# + "\n"
        )
    }

    @Test func `names what may be a comment behind a value`() throws {
        try terminal.write("x.ini", "[a]\nk = v # w\nl = 1\n")
        let errors = """
            settingsctl: x.ini:2:7: this is a part of the value to some programs and a comment to others
              2 | k = v # w
                |       ^
            If it is a comment to its program, move it to a line of its own.

            """
        let outcome = try terminal.run("file", "check", "x.ini")
        #expect(outcome == Outcome(status: 3, output: "", errors: errors))
    }

    @Test(arguments: [
        (
            "x.py", "--- a\n", "by its name it is Python, which isn't supported",
            "Edit the file by hand"
        ),
        (
            "x.conf", "a = 1\nb = 2 # c\n",
            "its format isn't certain, because of line 2: a comment may stand behind the value of 'b'",
            "Name its format: --format toml, or --format ini"
        ),
        (
            "x.conf", "a 1\nfoo b c\n",
            "its format isn't certain, because of line 2: several words stand behind 'foo'",
            "Name it, for example: --format toml"
        ),
        (
            "settings", "a = \"x\"\n", "its format can't be detected",
            "Name its format: --format toml, or --format ini"
        ),
    ])
    func `says why a format isn't guessed`(
        name: String,
        text: String,
        reason: String,
        advice: String
    ) throws {
        try terminal.write(name, text)
        let errors = "settingsctl: '\(name)' can't be read: \(reason)\n\(advice).\n"
        for command in ["check", "list"] {
            let outcome = try terminal.run("file", command, name)
            #expect(outcome == Outcome(status: 6, output: "", errors: errors))
        }
    }

    @Test func `names an odd line where the name tells the format`() throws {
        try terminal.write("x.service", "[Unit]\nDescription=x\noops\n")
        let errors = """
            settingsctl: x.service:3:1: found a line without '='
              3 | oops
                | ^
            Write it as key=value, or put '#' before a comment.

            """
        let outcome = try terminal.run("file", "check", "x.service")
        #expect(outcome == Outcome(status: 3, output: "", errors: errors))
    }

    @Test func `writes a typed list as the file has lists`() throws {
        let text = "[Desktop Entry]\nCategories=A;B;\nName=x\n"
        try terminal.write("a.desktop", text)
        let object = try terminal.run("file", "set", "a.desktop", "Desktop Entry.Name", "{\"a\":1}")
        #expect(object.status == 3)
        #expect(try terminal.read("a.desktop") == text)
        let list = ["Desktop Entry.Categories", "[\"C\",\"d;e\"]"]
        #expect(try terminal.run(["file", "set", "a.desktop"] + list).status == 0)
        #expect(try terminal.read("a.desktop") == text.replacing("A;B;", with: "C;d\\;e;"))
        let string = ["Desktop Entry.Name", "[\"C\"]", "--type", "string"]
        #expect(try terminal.run(["file", "set", "a.desktop"] + string).status == 0)
        #expect(try terminal.read("a.desktop").contains("Name=[\"C\"]\n"))
    }

    @Test(arguments: [("X=[1]", "[2]"), ("X={\"a\":1}", "{\"b\": 2}"), ("X=[]", "[\"a\"]")])
    func `writes brackets over a text in brackets`(line: String, typed: String) throws {
        try terminal.write("kwinrc", "[A]\n\(line)\n")
        #expect(try terminal.run("file", "set", "kwinrc", "A.X", typed).status == 0)
        #expect(try terminal.read("kwinrc") == "[A]\nX=\(typed)\n")
    }

    @Test func `names a line that can't be read, and writes around it`() throws {
        try terminal.write("kitty.conf", "stray\nfont_size 9\n")
        let outcome = try terminal.run("file", "check", "kitty.conf")
        #expect(outcome.status == 3)
        #expect(
            outcome.errors.hasPrefix("settingsctl: kitty.conf:1:1: found a line without a value\n")
        )
        #expect(try terminal.run("file", "set", "kitty.conf", "font_size", "10").status == 0)
        #expect(try terminal.read("kitty.conf") == "stray\nfont_size 10\n")
    }

    @Test func `names the line that programs read in two ways`() throws {
        try terminal.write("x.ini", "[a]\nk = v\n  l = w\n")
        let errors = """
            settingsctl: x.ini:3:3: the line is a part of the value above to some programs and a line of \
            its own to others
              3 |   l = w
                |   ^
            Remove the blanks at its start, or indent nothing that isn't a part of a value.

            """
        let outcome = try terminal.run("file", "check", "x.ini")
        #expect(outcome == Outcome(status: 3, output: "", errors: errors))
    }

    @Test(arguments: [["[\"a\"]"], ["x", "--force"], ["x"]])
    func `says of sections that stand several times what no force helps`(words: [String]) throws {
        let text = "[Route]\nGateway=a\n\n[Route]\nGateway=b\n"
        try terminal.write("e.network", text)
        let outcome = try terminal.run(["file", "set", "e.network", "Route.Gateway"] + words)
        #expect(outcome.status == 3)
        #expect(
            outcome.errors.contains("the section 'Route' occurs 2 times (lines 1, 4)"),
            "\(outcome.errors)"
        )
        #expect(try terminal.read("e.network") == text)
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

    @Test(arguments: [
        ["get", "none.toml"], ["list", "none.toml"], ["remove", "none.toml", "a"],
        ["check", "none.toml"], ["convert", "none.toml", "--to", "json"],
    ])
    func `says that a file isn't there`(words: [String]) throws {
        let message = """
            settingsctl: none.toml: can't be read: No such file or directory
            Name a file that is there.

            """
        let outcome = try terminal.run(["file"] + words)
        #expect(outcome == Outcome(status: 6, output: "", errors: message))
    }

    @Test(arguments: ["get", "list", "remove"])
    func `says that a value isn't there`(command: String) throws {
        let message = """
            settingsctl: x.toml: 'font.none': there is no such value
            See: settingsctl file list x.toml

            """
        let outcome = try terminal.run("file", command, "x.toml", "font.none")
        #expect(outcome == Outcome(status: 1, output: "", errors: message))
    }

    @Test(arguments: [
        (
            ["list", "-"], "\n", 2,
            "the standard input doesn't tell its format\nSay it with --format: "
        ),
        (["convert", "x.toml", "x.zip"], "", 2, "'x.zip' has no known format\nSay it with --to: "),
        (
            ["list", "-"], "font.size: 14\n", 6,
            "the standard input can't be read: its format can't be detected\n"
                + "Name its format: --format yaml"
        ),
        (
            ["list", "-"], "if x then\n  y()\nend\n", 6,
            "the standard input can't be read: no known format reads it\nEdit the file by hand.\n"
        ),
    ])
    func `asks for a format that nothing tells, and that reads the text`(
        words: [String],
        input: String,
        status: Int32,
        message: String
    ) throws {
        let outcome = try terminal.run(["file"] + words, input: input)
        #expect(outcome.status == status)
        #expect(outcome.errors.hasPrefix("settingsctl: " + message), "\(outcome.errors)")
    }

    @Test(arguments: [
        (
            "x.toml", "font.list", "[1,{\"a\":null}]",
            """
            settingsctl: x.toml: 'font.list': TOML can't hold null at '[1].a'
            Nothing was changed. Remove the key instead, or set another value.

            """
        ),
        (
            "x.ini", "font.size", "a\nb",
            """
            settingsctl: x.ini: 'font.size': an INI file can't hold a line break
            Nothing was changed. Set a text of one line.

            """
        ),
    ])
    func `refuses what the format can't hold`(
        file: String,
        path: String,
        value: String,
        message: String
    ) throws {
        try terminal.write("x.ini", "[font]\nsize = 14\n")
        let before = try terminal.read(file)
        let outcome = try terminal.run("file", "set", file, path, value)
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
        #expect(try terminal.read(file) == before)
    }

    @Test(arguments: [
        ("r.o.fetch[1]", "y\n"), ("R.o.Fetch[0]", "x\n"),
        ("r.o", "{\n  \"fetch\": [\n    \"x\",\n    \"y\"\n  ]\n}\n"),
        ("\"r.o\".fetch[1]", "y\n"),
    ])
    func `names a place in git's files as git does`(path: String, output: String) throws {
        try terminal.write(".gitconfig", "[r \"o\"]\n\tfetch = x # 1\n\tfetch = y # 2\n")
        #expect(try terminal.run("file", "get", ".gitconfig", path).output == output)
        #expect(try terminal.run("file", "set", ".gitconfig", "r.o.fetch[1]", "z").status == 0)
        #expect(
            try terminal.read(".gitconfig")
                == "[r \"o\"]\n\tfetch = x # 1\n\tfetch = z # 2\n"
        )
        #expect(try terminal.run("file", "remove", ".gitconfig", "r.o.fetch[0]").status == 0)
        #expect(try terminal.read(".gitconfig") == "[r \"o\"]\n\tfetch = z # 2\n")
    }

    @Test func `refuses a change that makes the file look like another format`() throws {
        try terminal.write("k.conf", "a 1\n")
        let message = """
            settingsctl: k.conf: 'a': the file's content would tell no format then
            Nothing was changed. Say its format with --format.

            """
        let outcome = try terminal.run("file", "set", "k.conf", "a", "x=")
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
        #expect(try terminal.run("file", "set", "k.conf", "a=x=").status == 3)
        #expect(try terminal.read("k.conf") == "a 1\n")
        let told = ["file", "set", "k.conf", "a", "x=", "--format", "key-value"]
        #expect(try terminal.run(told).status == 0)
        #expect(try terminal.read("k.conf") == "a x=\n")
    }

    @Test func `writes a group's equal values as they stand`() throws {
        try terminal.write("x.ini", "[s]\nb = yes\nc = 0\n")
        #expect(try terminal.run("file", "set", "x.ini", "s", #"{"b":true,"c":1}"#).status == 0)
        #expect(try terminal.read("x.ini") == "[s]\nb = yes\nc = 1\n")
    }

    @Test func `reads the standard input and prints the result`() throws {
        let words = ["file", "set", "-", "a", "2", "--format", "toml"]
        let outcome = try terminal.run(words, input: "a = 1 # x\n")
        #expect(outcome == Outcome(status: 0, output: "a = 2 # x\n", errors: ""))
    }

    @Test func `names the words that an option takes`() throws {
        let outcome = try terminal.run("file", "get", "x.toml", "font.size", "--type", "int")
        let message = """
            settingsctl: the value 'int' is invalid for '--type <type>', which takes one of these:
              - json
              - string
            """
        #expect(outcome.errors.hasPrefix(message))
    }

    @Test func `names PATH as the usage does`() throws {
        let outcome = try terminal.run("file", "set", "x.toml", "font..size", "1")
        let message =
            "settingsctl: PATH is a place in the file, for example font.size or servers[0].\"a.b\"."
        #expect(outcome.errors.hasPrefix(message))
        #expect(outcome.status == 2)
    }

    @Test(arguments: [
        ("integer", "Write a whole number that fits 64 bits, for example 14"),
        ("real", "Write a number, for example 14.5"),
        ("boolean", "Write true or false"),
        ("date", "Write a time with its offset, for example 2026-11-21T09:30:00Z"),
        ("data", "Write base64, for example AQID"),
    ])
    func `refuses what is no value of a type`(type: String, advice: String) throws {
        let outcome = try terminal.run("file", "set", "x.toml", "font.size", "*", "--type", type)
        let message = """
            settingsctl: '*' is no \(type)
            Nothing was changed. \(advice).

            """
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
    }

    @Test(arguments: [["font.size.."], ["[x]"], ["a[1"], [""], ["a b", "c"]])
    func `refuses a path that can't be one`(path: [String]) throws {
        #expect(try terminal.run(["file", "get", "x.toml"] + path).status == 2)
    }
}
