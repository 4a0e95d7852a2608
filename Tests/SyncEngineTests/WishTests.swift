// Values that are read as the type that their setting has.

import SettingsDocument
import SettingsModel
import SettingsProtocol
import SyncEngine
import Testing

extension Desk {
    /// Sets what a person typed; where nothing is typed, removes the place.
    @discardableResult
    fileprivate func type(
        _ text: String?,
        at key: SettingKeyPath,
        _ place: [PathElement] = [],
        isForced: Bool = false
    ) -> Result<EditReceipt, SyncEngine.Refusal>? {
        pass(1_000)
        var request = EditRequest(domain: domain, edits: [KeyEdit(key, nil)], client: "test")
        let content = text.map { ValueWish.Content.text(TypedText($0), isForced: isForced) }
        request.wish = ValueWish(place: place, content ?? .nothing)
        return ask { .edit($0, request) }
    }

    /// Why it is refused; empty where it isn't.
    fileprivate func refusal(
        _ text: String,
        at key: SettingKeyPath,
        _ place: [PathElement] = []
    )
        -> String
    {
        guard case .failure(let refusal)? = type(text, at: key, place) else { return "" }
        return "\(refusal.problem). \(refusal.advice)"
    }
}

private func desk(_ path: String, _ text: String) throws -> Desk {
    try Desk([path: text], replicas: [ReplicaConfiguration(path: path)])
}

@Suite struct `A typed value` {
    @Test func `names the sections that no force chooses among, before its type`() throws {
        let desk = try desk("/e.network", "[Route]\nGateway=a\n\n[Route]\nGateway=b\n")
        let refusal = desk.refusal("c", at: "Route.Gateway")
        let reason = "in '/e.network': the section 'Route' occurs 2 times (lines 1, 4)"
        #expect(refusal.contains(reason), "\(refusal)")
        #expect(!refusal.contains("--force"))
    }

    @Test(arguments: [
        ("a = 12.0 # pt\n", "14", "a = 14.0 # pt\n"), ("a = 12\n", "14", "a = 14\n"),
        ("a = 12.0\n", "1e2", "a = 100.0\n"), ("a = \"8080\"\n", "9090", "a = \"9090\"\n"),
        ("a = \"x\"\n", "\"9\"", "a = \"\\\"9\\\"\"\n"), ("a = \"x\"\n", "[1,", "a = \"[1,\"\n"),
        ("a = \"x\"\n", "{\"b\":1}", "a = \"{\\\"b\\\":1}\"\n"),
        ("a = true\n", "false", "a = false\n"), ("a = true\n", "off", "a = false\n"),
        ("a = false\n", "Yes", "a = true\n"), ("a = [1.0, 2.0]\n", "[3,4]", "a = [3.0, 4.0]\n"),
        ("a = [1]\n", "[]", "a = []\n"), ("a = 1979-05-27\n", "1980-01-01", "a = 1980-01-01\n"),
        ("a = 2026-11-21T09:30:00Z\n", "2027-11-21T09:30:00Z", "a = 2027-11-21T09:30:00Z\n"),
        ("", "14", "a = 14\n"), ("", "dark", "a = \"dark\"\n"), ("", "true", "a = true\n"),
    ])
    func `is read as the type that is there`(old: String, text: String, new: String) throws {
        let desk = try Desk(toml: old)
        let receipt = try #require(try desk.type(text, at: "a")?.get())
        #expect(desk.text() == new)
        #expect(receipt.granted == [KeyEdit("a", desk.value("a"))])
    }

    @Test(arguments: [
        ("a = false\n", "maybe", "'a' is a boolean (false), but 'maybe' is text", "string"),
        ("a = false\n", "\"true\"", "'a' is a boolean (false), but '\"true\"' is text", "string"),
        ("a = 12.0\n", "big", "'a' is a real number (12.0), but 'big' is text", "string"),
        ("a = 12\n", "14.5", "'a' is an integer (12), but '14.5' is a real number", "real"),
        ("a = [1]\n", "1", "'a' is a list, but '1' is an integer", "integer"),
        ("a = 1.0\n", "9007199254740993", "'a' is a real number (1.0), but", "integer"),
        (
            "a = 1979-05-27\n", "soon", "'a' is a literal of its file's format (1979-05-27)",
            "string"
        ),
    ])
    func `of another type is refused`(old: String, text: String, why: String, type: String) throws {
        let desk = try Desk(toml: old)
        let refusal = desk.refusal(text, at: "a")
        #expect(refusal.hasPrefix(why))
        let command = "settingsctl set --type \(type) org.example.editor a \(text.quotedForShell)"
        #expect(refusal.hasSuffix(command))
        #expect(refusal.contains(". Nothing was changed. "))
        #expect(desk.text() == old)
        #expect((try? desk.type(text, at: "a", isForced: true)?.get()) != nil)
        #expect(desk.text() != old)
    }

    @Test func `in place of a table is refused`() throws {
        let text = "[font]\nsize = 21 # pt\nname = \"Mono\"\n"
        let desk = try Desk(toml: text)
        let message = """
            'font' is a table of 2 settings, which '5' would replace. Nothing was changed. \
            One of them is 'font.name'. To replace the table: \
            settingsctl set --force org.example.editor font 5
            """
        #expect(desk.refusal("5", at: "font") == message)
        #expect(desk.text() == text)
        desk.type("5", at: "font", isForced: true)
        #expect(desk.text() == "font = 5\n")
    }

    @Test func `below a value is refused`() throws {
        let text = "theme = \"pink\" # t\n"
        let desk = try Desk(toml: text)
        let message = """
            'theme' is text ("pink"), not a table, and 'theme.x' would replace it. \
            Nothing was changed. To replace it by a table: \
            settingsctl set --force org.example.editor theme.x 5
            """
        #expect(desk.refusal("5", at: "theme.x") == message)
        #expect(desk.text() == text)
    }

    @Test func `that is a table keeps the type of each setting in it`() throws {
        let desk = try Desk(toml: "[font]\nsize = 12.0\nname = \"Mono\"\nin = { a = 1 }\n")
        #expect(
            desk.refusal(#"{"name":5}"#, at: "font").hasPrefix(
                "'font.name' is text (\"Mono\"), but 5"
            )
        )
        #expect(
            desk.refusal(#"{"in":5}"#, at: "font").hasPrefix("'font.in' is a table of 1 setting")
        )
        #expect(desk.refusal(#"{"size":{"a":1}}"#, at: "font").contains("is a table. Nothing"))
        desk.type(#"{"size":14,"in":{"a":2}}"#, at: "font")
        #expect(desk.value("font.size") == .real(14))
        #expect(desk.value("font.name") == nil)
        #expect(desk.value("font.in.a") == .integer(2))
    }

    @Test func `is judged when it is set, and not when it was sent`() throws {
        let desk = try Desk(toml: "a = 1\n")
        desk.set("a", .string("x"))
        desk.type("2", at: "a")
        #expect(desk.value("a") == .string("2"))
    }

    @Test(arguments: [
        ("/a.json", #"{"a": 12}"#, "14.5", #"{"a": 14.5}"#),
        ("/a.ini", "a = 12\n", "14", "a = 14\n"), ("/a.env", "a=true\n", "yes", "a=yes\n"),
    ])
    func `may be what the file can't tell from the old one`(
        path: String,
        old: String,
        text: String,
        new: String
    ) throws {
        let desk = try desk(path, old)
        #expect((try? desk.type(text, at: "a")?.get()) != nil)
        #expect(desk.text(path) == new)
    }

    @Test func `of a file of texts is a text`() throws {
        let desk = try desk("/a.env", "PORT=8080\n")
        desk.type("9090", at: "PORT")
        #expect(desk.value("PORT") == .string("9090"))
    }

    @Test func `that is a list is one where a list is a text with signs in it`() throws {
        let desk = try desk("/a.desktop", "[D]\nL=a;b;\nM=x\n")
        desk.type("[\"c\",\"d;e\"]", at: "D.L")
        #expect(desk.text("/a.desktop") == "[D]\nL=c;d\\;e;\nM=x\n")
        #expect(desk.refusal("{\"a\":1}", at: "D.M").contains("is a table"))
        desk.type("[x", at: "D.M")
        #expect(desk.text("/a.desktop") == "[D]\nL=c;d\\;e;\nM=[x\n")
    }

    @Test func `that is a list is one where a key may have several lines`() throws {
        let desk = try desk("/.ripgreprc", "--glob=a\n")
        desk.type("[\"b\",\"c\"]", at: "glob")
        #expect(desk.text("/.ripgreprc") == "--glob=b\n--glob=c\n")
    }

    @Test func `that is false leaves out an option, which has no other way to be off`() throws {
        let desk = try desk("/.ripgreprc", "--hidden\n--glob=a\n")
        #expect(try desk.set("hidden", .boolean(false))?.get().changed == true)
        #expect(desk.text("/.ripgreprc") == "--glob=a\n")
        #expect(desk.value("hidden") == nil)
        #expect(try desk.set("hidden", .boolean(false))?.get().changed == false)
        #expect(try desk.type("false", at: "new")?.get().changed == false)
        desk.set("hidden", .boolean(true))
        #expect(desk.text("/.ripgreprc") == "--hidden\n--glob=a\n")
    }

    @Test(arguments: [
        ("--x=false\n", "--x=false\n"), ("--x=true\n", "--x=false\n"),
        ("--x=150\n", "--x=false\n"),
    ])
    func `that is false takes no line out that has a value`(old: String, new: String) throws {
        let desk = try desk("/.ripgreprc", old)
        desk.set("x", .boolean(false))
        #expect(desk.text("/.ripgreprc") == new)
    }

    @Test func `that is a list is none where another file would get another type`() throws {
        let files = ["/.ripgreprc": "--glob=a\n", "/a.toml": "glob = \"a\"\n"]
        let paths = files.keys.sorted().map { ReplicaConfiguration(path: $0) }
        let desk = try Desk(files, replicas: paths)
        #expect(desk.refusal("[\"b\"]", at: "glob").contains("is text"))
        #expect(desk.text() == "glob = \"a\"\n")
    }

    @Test func `that is false stays where another file has a word for it`() throws {
        let files = ["/.ripgreprc": "--hidden\n", "/a.toml": "hidden = true\n"]
        let paths = files.keys.sorted().map { ReplicaConfiguration(path: $0) }
        let desk = try Desk(files, replicas: paths)
        #expect(try desk.set("hidden", .boolean(false))?.get().changed == true)
        #expect(desk.value("hidden") == .boolean(false))
        #expect(desk.text() == "hidden = false\n")
    }

    @Test func `that begins as JSON is text only where text is`() throws {
        let desk = try Desk(toml: "a = 1\n")
        let why =
            "'[1,' begins as JSON and isn't valid: expected a value, found the end, in column 4"
        #expect(desk.refusal("[1,", at: "a").hasPrefix(why))
        #expect(desk.refusal("[1,", at: "b").hasPrefix(why))
    }
}

@Suite struct `A typed value beside one that a rule refused` {
    @Test(
        arguments: [
            (
                #"{"type":"object","properties":{"mode":{"type":"string"}}}"#,
                "a = \"Nord\" # mine\n", "a.mode"
            ),
            (#"{"type":"string"}"#, "[a]\nb = 1 # mine\n", "a"),
        ] as [(String, String, SettingKeyPath)]
    )
    func `doesn't take its place unless it's forced`(
        rule: String,
        text: String,
        key: SettingKeyPath
    ) throws {
        let desk = try Desk(["/a.toml": text], replicas: [])
        var configuration = DomainConfiguration(domain: desk.domain, replicas: ["/a.toml"])
        configuration.schema = .read(try .json(#"{"properties":{"a":\#(rule)}}"#))
        desk.configure([configuration])
        desk.pass(5_000)
        #expect(desk.refusal("light", at: key).contains("--force"))
        #expect(desk.text() == text)
        #expect((try? desk.type("light", at: key, isForced: true)?.get()) != nil)
        #expect(desk.value(key) == .string("light"))
    }
}

@Suite struct `A typed value under rules` {
    private func desk(_ rule: String, _ text: String = "") throws -> Desk {
        let desk = try Desk(toml: text)
        var configuration = desk.configurations[0]
        configuration.schema = .read(try .json(#"{"properties":{"a":\#(rule)}}"#))
        desk.configure([configuration])
        return desk
    }

    @Test(
        arguments: [
            (#"{"type":"string"}"#, "", "8080", .string("8080")),
            (#"{"type":"number"}"#, "a = 12\n", "14.5", .real(14.5)),
            (#"{"type":["string","integer"]}"#, "a = \"x\"\n", "8080", .string("8080")),
            (#"{"enum":["auto",1,2]}"#, "a = \"auto\"\n", "2", .integer(2)),
            (#"{"type":"integer"}"#, "", "8080", .integer(8_080)),
            (#"{"type":"boolean"}"#, "", "on", .boolean(true)),
            (#"{"enum":["on","off"]}"#, "a = \"on\"\n", "off", .string("off")),
            (#"{"type":"number","default":12.5}"#, "", "14", .real(14)),
        ] as [(String, String, String, SettingValue)]
    )
    func `has a type that they take`(
        rule: String,
        old: String,
        text: String,
        value: SettingValue
    ) throws {
        let desk = try desk(rule, old)
        #expect((try? desk.type(text, at: "a")?.get()) != nil)
        #expect(desk.value("a") == value)
    }

    @Test(
        arguments: [
            ("", "2026-05-05", "a = 2026-05-05\n"), ("", "07:32:00", "a = 07:32:00\n"),
            ("a = 2026-01-01\n", "2026-05-05", "a = 2026-05-05\n"),
            ("a = 2026-01-01T00:00:00Z\n", "2026-05-05", "a = 2026-05-05\n"),
            // A program that has a text there may read nothing else.
            ("a = \"2026-01-01T00:00:00Z\"\n", "2026-05-05", nil), ("", "soon", nil),
        ] as [(String, String, String?)]
    )
    func `is a local date where they ask for a date and a file can have it`(
        old: String,
        text: String,
        new: String?
    ) throws {
        let row = """
            [[PreferenceSpecifiers]]
            Type = "IASKDatePickerSpecifier"
            Title = "Until"
            Key = "a"
            DatePickerMode = "Date"
            """
        for path in ["/a.toml", "/a.json"] where old.isEmpty || path == "/a.toml" {
            let desk = try Desk([path: old], replicas: [ReplicaConfiguration(path: path)])
            var configuration = desk.configurations[0]
            configuration.schema = .read(.bundle(row))
            desk.configure([configuration])
            let isTaken = (try? desk.type(text, at: "a")?.get()) != nil
            #expect(isTaken == (new != nil && path == "/a.toml"))
            if path == "/a.toml" { #expect(desk.text() == new ?? old) }
        }
    }

    @Test func `is refused with their words`() throws {
        let desk = try desk(#"{"type":"integer","maximum":72}"#, "a = 12\n")
        #expect(desk.refusal("99", at: "a").hasPrefix("'a' is 99, expected"))
        #expect(desk.refusal("big", at: "a").hasPrefix("'a' is \"big\", expected"))
    }

    @Test func `keeps its type where they say nothing of types`() throws {
        let desk = try desk(#"{"minimum":1}"#, "a = 12\n")
        #expect(desk.refusal("big", at: "a").hasPrefix("'a' is an integer (12), but"))
    }

    @Test func `is told of no secret`() throws {
        let desk = try desk(#"{"writeOnly":true}"#, "a = 1234\n")
        #expect(
            desk.refusal("hunter2", at: "a") == """
                'a' is an integer, but the value is text. Nothing was changed. \
                Write a whole number, for example 14. \
                To change its type: Repeat the command with --type string
                """
        )
    }
}

@Suite struct `An element` {
    private let list = "list = [\"a\", \"b\"] # l\n"

    @Test(
        arguments: [
            ("z", [.index(0)], "list = [\"z\", \"b\"] # l\n"),
            ("8", [.index(2)], "list = [\"a\", \"b\", \"8\"] # l\n"),
            (nil, [.index(0)], "list = [\"b\"] # l\n"),
        ] as [(String?, [PathElement], String)]
    )
    func `of a list is changed, added or removed`(
        text: String?,
        place: [PathElement],
        new: String
    ) throws {
        let desk = try Desk(toml: list)
        #expect((try? desk.type(text, at: "list", place)?.get()) != nil)
        #expect(desk.text() == new)
    }

    @Test func `is a table's value, too`() throws {
        let desk = try desk("/a.json", #"{"s": [{"name": "a", "port": 1}]}"#)
        desk.type("8080", at: "s", [.index(0), .key("port")])
        #expect(desk.text("/a.json") == #"{"s": [{"name": "a", "port": 8080}]}"#)
        let why = "'s[0]' is a table of 2 settings, which 'x' would replace"
        #expect(desk.refusal("x", at: "s", [.index(0)]).hasPrefix(why))
        let type = "'s[0].port' is an integer (8080), but 'x' is text"
        #expect(desk.refusal("x", at: "s", [.index(0), .key("port")]).hasPrefix(type))
        let way = "'s[0].name' is text, not a table, so there is no 's[0].name.x'"
        #expect(desk.refusal("x", at: "s", [.index(0), .key("name"), .key("x")]).hasPrefix(way))
    }

    @Test func `past the end is refused`() throws {
        let desk = try Desk(toml: list)
        #expect(
            desk.refusal("z", at: "list", [.index(5)]) == """
                'list' has 2 elements, counted from 0, so there is no 'list[5]'. \
                Nothing was changed. To add one at the end: \
                settingsctl set org.example.editor 'list[2]' z
                """
        )
    }

    @Test func `that isn't there can't be removed`() throws {
        let desk = try Desk(toml: list)
        guard case .failure(let refusal)? = desk.type(nil, at: "list", [.index(2)]) else {
            Issue.record("it was removed")
            return
        }
        #expect(refusal.code == .notFound)
        #expect(desk.text() == list)
    }

    @Test(
        arguments: [
            ("n = 1\n", "n", "'n' is an integer, not a list, so there is no 'n[0]'"),
            ("n.a = 1\n", "n", "'n' is a table, not a list, so there is no 'n[0]'"),
            ("", "n", "'n' of 'org.example.editor' isn't set, so it has no elements"),
        ] as [(String, SettingKeyPath, String)]
    )
    func `is none where no list is`(text: String, key: SettingKeyPath, why: String) throws {
        let desk = try Desk(toml: text)
        #expect(desk.refusal("z", at: key, [.index(0)]).hasPrefix(why))
        #expect(desk.text() == text)
    }
}
