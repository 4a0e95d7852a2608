// Every method end to end, as the lines a client sends and gets.

import SettingsModel
import SettingsProtocol
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private let path = "/files/editor.toml"

/// An agent with a file of the user's, and one of the site where that says something.
private func bench(
    _ text: String = "font.size = 12\n",
    site: String? = nil,
    limits: Limits = .standard
) throws -> Bench {
    var file = "title = \"Editor\"\n[[file]]\npath = \"\(path)\"\n"
    if site != nil { file += "[[file]]\npath = \"/files/site.toml\"\nlayer = \"site\"\n" }
    let bench = try Bench(domains: ["org.example.editor": file], limits: limits)
    bench.files.write(text, to: path)
    if let site { bench.files.write(site, to: "/files/site.toml") }
    bench.agent.filesChanged()
    bench.settle()
    return bench
}

@Suite struct `Every method` {
    @Test(arguments: Method.allCases)
    func `is answered by the agent`(method: Method) throws {
        let reply = try bench().connect().call(method.rawValue, "{}")
        #expect(reply.data["slug"] as? String != "MethodNotFound")
    }
}

@Suite struct `A request to set a text` {
    private func set(_ members: String, _ client: Client) -> Line {
        client.call("set", #"{"domain":"org.example.editor",\#(members)}"#)
    }

    @Test func `sets it as the type that the setting has`() throws {
        let bench = try bench("size = 12.0\nlist = [\"a\"]\n")
        let client = bench.connect()
        #expect(set(#""key":"size","text":"14""#, client).number("rev") != nil)
        #expect(set(#""key":"list","at":"[1]","text":"5""#, client).number("rev") != nil)
        bench.settle()
        #expect(bench.files.text(path) == "size = 14.0\nlist = [\"a\", \"5\"]\n")
        let unset = #"{"domain":"org.example.editor","key":"list","at":"[0]"}"#
        #expect(client.call("unset", unset).number("rev") != nil)
        bench.settle()
        #expect(bench.files.text(path) == "size = 14.0\nlist = [\"5\"]\n")
    }

    @Test func `refuses another type, unless it's forced`() throws {
        let bench = try bench("size = 12.0\n")
        let client = bench.connect()
        #expect(set(#""key":"size","text":"big""#, client).data["slug"] as? String == "Invalid")
        #expect(set(#""key":"size","text":"big","force":true"#, client).number("rev") != nil)
        bench.settle()
        #expect(bench.files.text(path) == "size = \"big\"\n")
    }

    @Test func `takes any value, as before`() throws {
        let bench = try bench("size = 12.0\n")
        #expect(set(#""key":"size","value":14"#, bench.connect()).number("rev") != nil)
        bench.settle()
        #expect(bench.files.text(path) == "size = 14\n")
    }

    @Test(arguments: ["name", "", "[x]"])
    func `refuses a place that is none`(place: String) throws {
        let client = try bench("list = [1]\n").connect()
        let line = set(#""key":"list","at":"\#(place)","text":"5""#, client)
        #expect(line.data["slug"] as? String == "InvalidParams")
        #expect(line.data["parameter"] as? String == "at")
    }
}

@Suite struct `A request to read` {
    @Test(arguments: [
        #"{"domain":"org.example.editor","key":"font.size"}"#,
        #"{"domain":"org.example.editor","key":["font","size"]}"#,
        #"["org.example.editor","font.size"]"#,
        #"["org.example.editor",["font","size"]]"#,
    ])
    func `gets a value, its parameters by name or position`(params: String) throws {
        let line = try bench().connect().call("get", params)

        #expect(line.number("value") == 12)
        #expect(line.text("key") == "font.size")
        #expect(line.number("rev") == 1)
        #expect(line.text("layer") == "user")
        #expect(line.text("origin") == "file:/files/editor.toml")
    }

    @Test func `gets a value with its type and digits`() throws {
        let text = "a = 1.0\nb = 9223372036854775807\nc = 2026-01-02T03:04:05Z\nd = [1, \"x\"]\n"
        let client = try bench(text).connect()

        func value(_ key: String) -> String {
            let line = client.call("get", #"["org.example.editor","\#(key)"]"#).description
            let rest = line.split(separator: "\"value\":", maxSplits: 1).last ?? ""
            return rest.split(separator: ",\"rev\"").first.map(String.init) ?? ""
        }

        #expect(value("a") == "1.0")
        #expect(value("b") == "9223372036854775807")
        #expect(value("c") == #"{"$date":"2026-01-02T03:04:05Z"}"#)
        #expect(value("d") == #"[1,"x"]"#)
    }

    @Test func `says that a key isn't set, or holds others`() throws {
        let client = try bench().connect()

        let none = client.call("get", #"["org.example.editor","colour"]"#)
        #expect(none.error["code"] as? Int == -32_001)
        #expect(none.data["slug"] as? String == "KeyNotFound")
        #expect(none.error["message"] as? String == "'colour' is not set in 'org.example.editor'")
        #expect(
            none.data["advice"] as? String
                == "List the keys with: settingsctl list org.example.editor"
        )
        let table = client.call("get", #"["org.example.editor","font"]"#)
        #expect(
            table.data["advice"] as? String
                == "It holds other keys; list them with: settingsctl list org.example.editor font"
        )
        let unknown = client.call("get", #"["org.example.nobody","x"]"#)
        #expect(unknown.data["slug"] as? String == "KeyNotFound")
    }

    @Test func `gets several values at one seq, those without a value left out`() throws {
        let client = try bench("a = 1\nb.c = 2\nb.d = 3\n").connect()

        let some = client.call(
            "getMany",
            #"{"domain":"org.example.editor","keys":["b.d","x","a","b.d"]}"#
        )
        #expect(some.list("entries").map { $0["key"] as? String } == ["b.d", "a"])
        #expect(some.number("seq") == 1)
        let below = client.call("getMany", #"{"domain":"org.example.editor","prefix":"b"}"#)
        #expect(below.list("entries").map { $0["key"] as? String } == ["b.c", "b.d"])
        let all = client.call("getMany", #"["org.example.editor"]"#)
        #expect(all.list("entries").count == 3)
    }

    @Test func `lists a page at a time, each key once`() throws {
        let text = (0..<7).map { "k\($0) = \($0)\n" }.joined() + "\"a b\".\"c.d\" = 1\n"
        let client = try bench(text).connect()
        var keys: [String] = []
        var after = ""
        var pages = 0

        repeat {
            let page = client.call("list", #"{"limit":3\#(after)}"#)
            keys += page.list("entries").compactMap { $0["key"] as? String }
            pages += 1
            let next = page.text("next")?.replacing("\"", with: "\\\"")
            after = next.map { #","after":"\#($0)""# } ?? ""
        } while !after.isEmpty && pages < 10

        #expect(keys == [#""a b"."c.d""#] + (0..<7).map { "k\($0)" })
        #expect(pages == 3)
    }

    @Test func `sums up what is deeper than asked`() throws {
        let client = try bench("a.b.c = 1\na.b.d = 2\na.e = 3\nf = 4\n").connect()

        let top = client.call("list", #"{"domain":"org.example.editor","depth":1}"#)
        #expect(top.list("entries").map { $0["key"] as? String } == ["a", "f"])
        #expect(top.list("entries").first?["children"] as? Int == 3)
        let below = client.call(
            "list",
            #"{"domain":"org.example.editor","prefix":"a","depth":1}"#
        )
        #expect(below.list("entries").map { $0["key"] as? String } == ["a.b", "a.e"])
    }

    @Test func `lists one layer`() throws {
        let bench = try bench("a = 1\nb = 2\n", site: "b = 9\n")
        let client = bench.connect()

        let site = client.call("list", #"{"domain":"org.example.editor","layer":"site"}"#)
        #expect(site.list("entries").map { $0["key"] as? String } == ["b"])
        let user = client.call("list", #"{"domain":"org.example.editor","layer":"user"}"#)
        #expect(user.list("entries").map { $0["value"] as? Int } == [1, 2])
        #expect(client.call("get", #"["org.example.editor","b"]"#).number("value") == 2)
        #expect(client.call("get", #"["org.example.editor","b","site"]"#).number("value") == 9)
    }

    @Test func `explains a value by layers, with its place and what lost`() throws {
        let bench = try bench("# mine\nfont.size = 12\n", site: "font.size = 20\n")
        let client = bench.connect()

        let line = client.call("explain", #"["org.example.editor","font.size"]"#)

        #expect(line.text("winner") == "user")
        #expect(line.list("layers").map { $0["layer"] as? String } == ["user", "site"])
        let user = line.list("layers").first
        #expect(user?["file"] as? String == path)
        #expect(user?["line"] as? Int == 2)
        #expect(user?["column"] as? Int == 1)
        #expect(line.list("losers").isEmpty)
    }

    @Test func `tells of domains, files and itself`() throws {
        let client = try bench().connect()

        let domains = client.call("domains")
        #expect(domains.list("domains").first?["title"] as? String == "Editor")
        #expect(domains.list("domains").first?["replicas"] as? [String] == [path])
        let replicas = client.call("replicas", #"["org.example.editor"]"#)
        #expect(replicas.list("replicas").map { $0["file"] as? String } == [path])
        #expect(replicas.list("replicas").first?["state"] as? String == "ok")
        #expect(replicas.list("replicas").first?["watch"] as? String == "inotify")
        let stats = client.call("stats")
        #expect(stats.number("clients") == 1)
        #expect(stats.number("keys") == 1)
        #expect(client.call("ping").number("seq") == 1)
        let hello = client.call("hello", #"{"client":"tester","protocols":[1]}"#)
        #expect(hello.text("server") == "settings-agent")
        #expect(hello.text("epoch") == "memory")
        let capabilities = hello.result["capabilities"] as? [String]
        #expect(capabilities == Greeting.capabilities)
    }

    @Test func `is told when it speaks another protocol`() throws {
        let line = try bench().connect().call("hello", #"{"protocols":[2,3]}"#)
        #expect(line.error["code"] as? Int == -32_011)
        #expect(line.data["slug"] as? String == "Version")
    }
}

@Suite struct `A request to write` {
    @Test func `sets a value, which is then in the file`() throws {
        let bench = try bench("# size\nfont.size = 12 # pt\n")
        let client = bench.connect()

        let line = client.call("set", #"["org.example.editor","font.size",14]"#)
        #expect(line.number("seq") == 2)
        #expect(line.number("rev") == 2)
        #expect(line.result["changed"] as? Bool == true)
        bench.settle()

        #expect(bench.files.text(path) == "# size\nfont.size = 14 # pt\n")
        // The replaced text stays beside it for a moment.
        bench.run { bench.files.paths == [path] }
    }

    @Test func `is answered when the change is durable, and at once if it says so`() throws {
        let bench = try bench()
        bench.log.isHolding = true
        let client = bench.connect()

        client.request("set", #"["org.example.editor","a",1]"#)
        client.request(
            "set",
            #"{"domain":"org.example.editor","key":"b","value":2,"durable":false}"#
        )

        #expect(client.rest().map(\.id) == [2])
        bench.log.isHolding = false
        bench.log.release()
        #expect(client.rest().map(\.id) == [1])
    }

    @Test func `removes a value, and says when there was none`() throws {
        let bench = try bench("a = 1\nb = 2\n")
        let client = bench.connect()

        let line = client.call("unset", #"["org.example.editor","a"]"#)
        #expect(line.result["changed"] as? Bool == true)
        bench.settle()
        #expect(bench.files.text(path) == "b = 2\n")
        let again = client.call("unset", #"["org.example.editor","a"]"#)
        #expect(again.result["changed"] as? Bool == false)
    }

    @Test func `is refused when the key has changed since`() throws {
        let client = try bench().connect()

        let line = client.call(
            "set",
            #"{"domain":"org.example.editor","key":"font.size","value":1,"ifRev":0}"#
        )
        #expect(line.error["code"] as? Int == -32_003)
        #expect(line.data["slug"] as? String == "RevConflict")
        #expect(line.data["rev"] as? Int == 1)
        let right = client.call(
            "set",
            #"{"domain":"org.example.editor","key":"font.size","value":1,"ifRev":1}"#
        )
        #expect(right.number("rev") == 2)
    }

    @Test func `makes several changes, all or none`() throws {
        let bench = try bench("a = 1\nb = 2\n")
        let client = bench.connect()
        let changes = #"[{"key":"a","unset":true},{"key":"c","value":3}]"#

        let line = client.call("apply", #"{"domain":"org.example.editor","changes":\#(changes)}"#)
        #expect(line.number("seq") == 2)
        #expect(line.result["revs"] as? [Int] == [2, 2])
        bench.settle()
        #expect(bench.files.text(path) == "b = 2\nc = 3\n")
        let late = client.call(
            "apply",
            #"{"domain":"org.example.editor","ifSeq":1,"changes":[{"key":"d","value":1}]}"#
        )
        #expect(late.data["slug"] as? String == "RevConflict")
        #expect(bench.values()["d"] == nil)
    }

    @Test func `is refused where an administrator decides`() throws {
        let bench = try bench()
        let managed = bench.home.paths.managedFiles(of: "org.example.editor")[0]
        bench.files.write("font.size = 10\n", to: managed)
        bench.agent.filesChanged()
        bench.settle()

        let line = bench.connect().call("set", #"["org.example.editor","font.size",14]"#)

        #expect(line.error["code"] as? Int == -32_004)
        #expect(line.data["slug"] as? String == "ReadOnly")
        #expect(line.data["layer"] as? String == "managed")
        #expect(line.error["message"] as? String == "'font.size' is locked by '\(managed)'")
    }

    @Test func `warns of a file that will not have the change now`() throws {
        let bench = try bench()
        bench.files.write("font.size = = 3\n", to: path)
        bench.agent.filesChanged()

        let line = bench.connect().call("set", #"["org.example.editor","a",1]"#)

        #expect(line.list("warnings").map { $0["file"] as? String } == [path])
        #expect(line.list("warnings").first?["state"] as? String == "broken")
    }

    @Test func `warns of a file whose save is held`() throws {
        let bench = try bench("a = 1\nb = 2\n")
        bench.files.write("", to: path)
        bench.agent.filesChanged()

        let line = bench.connect().call("set", #"["org.example.editor","a",3]"#)

        #expect(line.list("warnings").first?["state"] as? String == "held")
    }

    @Test func `is undone by entry, by number and by key`() throws {
        let bench = try bench("a = 1\n")
        let client = bench.connect()
        for value in 2...4 { _ = client.call("set", #"["org.example.editor","a",\#(value)]"#) }
        let history = client.call("history", #"{"domain":"org.example.editor","key":"a"}"#)
        let entries = history.list("entries")
        // What a file said when it was first seen is not a change.
        #expect(entries.map { $0["new"] as? Int } == [2, 3, 4])

        _ = client.call("undo", #"{"domain":"org.example.editor","key":"a"}"#)
        #expect(bench.values()["a"] == .integer(3))
        let id = entries[1]["id"] as? Int ?? 0
        _ = client.call("undo", #"{"id":\#(id)}"#)
        #expect(bench.values()["a"] == .integer(2))
        let seq = entries.first?["seq"] as? Int ?? 0
        _ = client.call("undo", #"{"seq":\#(seq)}"#)
        #expect(bench.values()["a"] == .integer(1))
        let none = client.call("undo", #"{"seq":4711}"#)
        #expect(none.data["slug"] as? String == "KeyNotFound")
    }

    @Test func `isn't undone by the number 0, which many changes without effect have`() throws {
        let client = try bench("c = 1\n", site: "a = 2\nb = 2\n").connect()
        for key in ["a", "b"] { _ = client.call("set", #"["org.example.editor","\#(key)",2]"#) }
        let entries = client.call("history", #"{"domain":"org.example.editor"}"#).list("entries")
        #expect(entries.count { $0["seq"] as? Int == 0 } == 2)

        let none = client.call("undo", #"{"seq":0}"#)

        #expect(none.data["slug"] as? String == "KeyNotFound")
    }

    @Test func `shows history after a seq, the newest of them`() throws {
        let bench = try bench("a = 1\n")
        let client = bench.connect()
        for value in 2...5 { _ = client.call("set", #"["org.example.editor","a",\#(value)]"#) }

        func values(_ params: String) -> [Int?] {
            client.call("history", params).list("entries").map { $0["new"] as? Int }
        }

        #expect(values(#"{"since":3}"#) == [4, 5])
        #expect(values(#"{"since":2,"limit":2}"#) == [4, 5])
        #expect(values(#"{"limit":1}"#) == [5])
        #expect(values(#"{"since":9}"#) == [])
    }

    @Test func `waits with rescan until every file has been seen and written`() throws {
        let bench = try bench("a = 1\n")
        bench.files.write("a = 2\n", to: path)

        let line = bench.connect().call("rescan", #"["org.example.editor"]"#)

        #expect(line.number("seq") == 2)
        #expect(bench.values()["a"] == .integer(2))
        let unknown = bench.connect().call("rescan", #"["org.example.nobody"]"#)
        #expect(unknown.data["slug"] as? String == "KeyNotFound")
    }

    @Test(arguments: [(.readOnly, "readOnly"), (.raced, "busy")] as [(StorageError.Code, String)])
    func `waits with settle until a change is written, and hears what couldn't be`(
        code: StorageError.Code,
        state: String
    ) throws {
        let bench = try bench("a = 1\n")
        let client = bench.connect()
        bench.files.unwritable[path] = .sample(code, path)

        let accepted = client.request("set", #"["org.example.editor","a",2]"#)
        let settled = client.call("settle", #"["org.example.editor"]"#)

        #expect(client.answer(to: accepted).list("warnings").isEmpty)
        #expect(settled.list("warnings").map { $0["state"] as? String } == [state])

        bench.files.unwritable = [:]
        _ = client.call("rescan")
        _ = client.call("set", #"["org.example.editor","a",3]"#)
        #expect(client.call("settle", #"["org.example.editor"]"#).list("warnings").isEmpty)
        #expect(bench.files.text(path) == "a = 3\n")
    }

    @Test func `makes a domain that nobody described, kept in its defaults store`() throws {
        let bench = try bench()

        _ = bench.connect().call("set", #"["org.example.new","x",true]"#)
        bench.settle()

        let store = bench.home.paths.defaultsStore(of: "org.example.new")
        #expect(bench.files.text(store)?.contains("<key>x</key>") == true)
    }

    @Test(arguments: [(256, true), (257, false)])
    func `is kept with a short name of its client`(length: Int, isTaken: Bool) throws {
        let client = try bench().connect()
        let name = String(repeating: "x", count: length)

        let line = client.call("hello", #"{"client":"\#(name)"}"#)

        #expect(line.error.isEmpty == isTaken)
        _ = client.call("set", #"["org.example.editor","a",1]"#)
        let origin = client.call("get", #"["org.example.editor","a"]"#).text("origin")
        #expect(origin == (isTaken ? "client:" + name : "client:pid:4711"))
    }

    @Test func `is taken by the limits that hold when it comes`() throws {
        var limits = Limits.standard
        limits.valueBytes = 10
        let bench = try bench(limits: limits)
        let client = bench.connect()
        let set = #"["org.example.editor","a","123456789"]"#
        let refused = client.call("set", set)
        #expect(refused.error["code"] as? Int == -32_006)
        #expect(refused.data["slug"] as? String == "TooLarge")

        bench.settings.limits.valueBytes = 11

        #expect(client.call("set", set).error.isEmpty)
    }
}

@Suite struct `A request that is wrong` {
    @Test(arguments: [
        ("{", -32_700, "ParseError"), ("[]", -32_600, "InvalidRequest"),
        ("{\"id\":1}", -32_600, "InvalidRequest"),
        (#"{"id":1,"method":"nonsense"}"#, -32_601, "MethodNotFound"),
        (#"{"id":1,"method":"get"}"#, -32_602, "InvalidParams"),
        (#"{"id":1,"method":"get","params":["a/b","c"]}"#, -32_602, "InvalidParams"),
        (#"{"id":1,"method":"get","params":{"domian":"a","key":"c"}}"#, -32_602, "InvalidParams"),
        (#"{"id":1,"method":"unsubscribe","params":[9]}"#, -32_602, "InvalidParams"),
        (#"{"id":1,"method":"cancel","params":[9]}"#, -32_602, "InvalidParams"),
        (#"{"id":1,"method":"list","params":{"after":"x"}}"#, -32_602, "InvalidParams"),
        (#"{"id":1,"method":"link","params":["a.b","x.toml"]}"#, -32_602, "InvalidParams"),
        (#"{"id":1,"method":"set","params":["a.b",["a\u001bb"],1]}"#, -32_602, "InvalidParams"),
    ])
    func `gets an error with its code and stable name`(
        request: String,
        code: Int,
        slug: String
    ) throws {
        let client = try bench().connect()

        client.send(request + "\n")

        let line = client.rest().first
        #expect(line?.error["code"] as? Int == code)
        #expect(line?.data["slug"] as? String == slug)
        #expect(client.call("ping").number("seq") == 1)
    }

    @Test(arguments: ["1", "-7", "1.5", "\"x y\"", "null", "12345678901234567890", #""a\u00e9""#])
    func `gets its id back as it was`(id: String) throws {
        let client = try bench().connect()

        client.send(#"{"id":\#(id),"method":"ping"}"# + "\n")

        let expected = #"{"jsonrpc":"2.0","id":\#(id),"result":{"seq":1}}"# + "\n"
        #expect(String(decoding: client.transport.takeAll(), as: UTF8.self) == expected)
    }

    @Test func `without an id is done and not answered`() throws {
        let bench = try bench()
        let client = bench.connect()

        client.send(#"{"method":"set","params":["org.example.editor","a",1]}"# + "\n")

        #expect(client.rest().isEmpty)
        #expect(bench.values()["a"] == .integer(1))
    }
}
