// Undo and redo, step by step.

import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let path = "/f/s.toml"
private let name = "org.example.editor"
private let other = "org.example.other"
private let managed = "/f/managed.toml"

/// An agent with a file for each of two domains.
private func bench(
    _ log: MemoryLog? = nil,
    limits: Limits = .standard,
    loop: EventLoop? = nil
) throws -> Bench {
    try Bench(
        domains: [
            name: "[[file]]\npath = \"\(path)\"\n\n"
                + "[[file]]\npath = \"\(managed)\"\nlayer = \"managed\"\n",
            other: "[[file]]\npath = \"/f/other.toml\"\n",
        ],
        limits: limits,
        log: log,
        loop: loop,
        files: { files in
            files.write("k = 19\nb = 1\n", to: path)
            files.write("o = 1\n", to: "/f/other.toml")
        }
    )
}

extension Bench {
    /// A connection of settingsctl.
    fileprivate func person() -> Client {
        let client = connect()
        _ = client.call("hello", #"{"client":"settingsctl"}"#)
        return client
    }
}

extension Client {
    fileprivate func set(_ key: String, _ value: Int, in domain: String = name) {
        #expect(call("set", #"["\#(domain)","\#(key)",\#(value)]"#).error.isEmpty)
    }

    /// Undoes or redoes, and gives what a refusal says.
    @discardableResult
    fileprivate func take(_ method: String, _ params: String = "{}") -> String? {
        call(method, params).error["message"] as? String
    }
}

@Suite struct `Undo and redo` {
    private let key = #"{"domain":"\#(name)","key":"k"}"#
    private let domain = #"{"domain":"\#(name)"}"#

    @Test(arguments: [#"{"domain":"\#(name)","key":"k"}"#, #"{"domain":"\#(name)"}"#, "{}"])
    func `go step by step`(target: String) throws {
        let bench = try bench()
        let client = bench.person()
        for value in 20...22 { client.set("k", value) }
        var values: [SettingValue?] = []
        for method in ["undo", "undo", "redo", "redo", "undo", "undo", "undo"] {
            #expect(client.take(method, target) == nil)
            values.append(bench.values()["k"])
        }
        #expect(values == [21, 20, 21, 22, 21, 20, 19].map { .integer($0) })
        #expect(client.take("undo", target)?.hasPrefix("there is nothing to undo") == true)

        _ = client.call("rescan")
        #expect(bench.files.text(path) == "k = 19\nb = 1\n")
    }

    @Test func `go on after a restart of the agent`() throws {
        let loop = try EventLoop()
        let log = MemoryLog { body in loop.perform(body) }
        var bench = try bench(log, loop: loop)
        for value in 20...22 { bench.person().set("k", value) }
        bench.person().take("undo")
        bench.settle()

        bench = try restarted(log, loop, bench)
        bench.person().take("undo")
        #expect(bench.values()["k"] == .integer(20))
        bench.person().take("redo")
        bench.person().take("redo")
        #expect(bench.values()["k"] == .integer(22))
    }

    @Test func `end with a new change`() throws {
        let bench = try bench()
        let client = bench.person()
        client.set("k", 20)
        client.take("undo", key)
        client.set("b", 5)

        #expect(
            client.take("redo", domain)
                == "there is nothing to redo: 'b' of '\(name)' was changed last, by 'settingsctl'"
        )
        client.set("k", 30)
        let refusal = client.call("redo", key)
        #expect(
            refusal.error["message"] as? String
                == "'k' of '\(name)' was changed since, by 'settingsctl'"
        )
        #expect(refusal.data["slug"] as? String == "RevConflict")
        #expect(
            refusal.data["advice"] as? String
                == "Nothing was redone. To undo that: settingsctl undo \(name) k"
        )
        #expect(bench.values()["k"] == .integer(30))
    }

    @Test func `are of people's own steps without a domain, whatever programs do`() throws {
        let bench = try bench()
        let client = bench.person()
        client.set("k", 20)
        bench.set("b", .integer(7))
        bench.files.write("o = 2\n", to: "/f/other.toml")
        bench.agent.filesChanged()
        bench.settle()

        #expect(client.take("undo") == nil)
        #expect(bench.values() == ["k": .integer(19), "b": .integer(7)])
        #expect(client.take("undo")?.hasPrefix("there is nothing to undo") == true)
        #expect(client.take("undo", #"{"domain":"\#(other)"}"#) == nil)
        #expect(bench.values(of: domain(other)) == ["o": .integer(1)])
        #expect(client.take("redo") == nil)
        #expect(bench.values(of: domain(other)) == ["o": .integer(2)])
    }

    private func domain(_ name: String) -> Domain { SyncAgentTests.domain(name) }

    @Test func `are for all of a step or nothing`() throws {
        let bench = try bench()
        let client = bench.person()
        let changes = #"[{"key":"k","value":20},{"key":"b","value":2}]"#
        let step = client.call("apply", #"{"domain":"\#(name)","changes":\#(changes)}"#)
        bench.files.write("b = 9\n", to: managed)
        bench.agent.filesChanged()
        bench.settle()

        for target in ["{}", domain, #"{"seq":\#(step.number("seq") ?? 0)}"#] {
            let refusal = client.call("undo", target)
            #expect(refusal.error["message"] as? String == "'b' is locked by '\(managed)'")
            #expect(
                refusal.data["advice"] as? String
                    == "Nothing was undone. Ask whoever administers this computer"
            )
        }
        #expect(bench.values()["k"] == .integer(20))
        #expect(client.take("undo", key) == nil)
        #expect(bench.values()["k"] == .integer(19))
    }

    @Test func `are refused over a later change, also by id and number`() throws {
        let bench = try bench()
        let client = bench.person()
        for value in 20...21 { client.set("k", value) }
        let entries = client.call("history", key).list("entries")
        let (id, seq) = (entries[0]["id"] as? Int ?? 0, entries[0]["seq"] as? Int ?? 0)

        for target in [#"{"id":\#(id)}"#, #"{"seq":\#(seq)}"#] {
            let words = "'k' of '\(name)' was changed since, by 'settingsctl'"
            #expect(client.take("undo", target) == words)
        }
        client.take("undo", key)
        #expect(client.take("undo", #"{"seq":\#(seq)}"#) == nil)
        #expect(bench.values()["k"] == .integer(19))
        #expect(client.take("undo", #"{"seq":\#(seq)}"#) == "that is undone already")
        #expect(client.take("undo", #"{"seq":77}"#) == "the history has no seq 77, or not any more")
    }

    @Test func `name the step, by which the history gives what they changed`() throws {
        let bench = try bench()
        let client = bench.person()
        client.set("k", 20)
        let undo = client.call("undo")
        let step = undo.number("group") ?? 0
        let entries = client.call("history", #"{"group":\#(step)}"#).list("entries")
        #expect(undo.text("domain") == name)
        #expect(entries.map { $0["new"] as? Int } == [19])
        #expect(entries.map { $0["why"] as? String } == ["undo"])
        #expect(entries.first?["undoes"] as? [Int] == [step - 1])

        // The undo's own number takes it back.
        #expect(client.take("undo", #"{"seq":\#(undo.number("seq") ?? 0)}"#) == nil)
        #expect(bench.values()["k"] == .integer(20))
        #expect(client.call("history", key).list("entries").last?["why"] as? String == "redo")
    }

    @Test func `go across programs since a time`() throws {
        let bench = try bench()
        let client = bench.person()
        for value in 20...22 { client.set("k", value) }
        client.take("undo")
        client.set("o", 5, in: other)

        let undo = client.call("undo", #"{"since":0}"#)
        #expect(undo.error.isEmpty && undo.text("domain") == nil)
        #expect(bench.values()["k"] == .integer(19))
        #expect(bench.values(of: domain(other)) == ["o": .integer(1)])

        #expect(client.take("redo") == nil)
        #expect(bench.values()["k"] == .integer(21))
        #expect(bench.values(of: domain(other)) == ["o": .integer(5)])
    }

    @Test func `give no values of a time to which the history doesn't go back`() throws {
        var limits = Limits.standard
        limits.historyEntries = 5
        let bench = try bench(limits: limits)
        let client = bench.person()
        client.set("o", 5, in: other)
        for value in 20...24 { client.set("k", value) }

        #expect(
            client.take("undo", #"{"since":0}"#)
                == "the history of '\(name)' doesn't go back to that time by now"
        )
        #expect(bench.values()["k"] == .integer(24))
        #expect(client.take("undo", #"{"since":0,"domain":"\#(other)"}"#) == nil)
    }

    @Test(arguments: ["newest", "key", "id"])
    func `of what follows another domain are of that one's step`(target: String) throws {
        let file = "[[file]]\npath = \"\(path)\"\n"
        let bench = try Bench(
            domains: [name: file, other: file],
            files: { files in files.write("k = 19\n", to: path) }
        )
        let client = bench.person()
        for value in 20...21 {
            client.set("k", value)
            bench.run { bench.values(of: domain(other))["k"] == .integer(Int64(value)) }
        }
        let followers = client.call("history", #"{"domain":"\#(other)"}"#).list("entries")
        let id = try #require(followers.last?["id"] as? Int)

        let params = [
            "newest": #"{"domain":"\#(other)"}"#, "key": #"{"domain":"\#(other)","key":"k"}"#,
            "id": #"{"id":\#(id)}"#,
        ]
        let undo = client.call("undo", params[target] ?? "")
        #expect(undo.error.isEmpty && undo.text("domain") == nil)
        bench.run { bench.values(of: domain(other))["k"] == .integer(20) }
        let entries = client.call("history", domain).list("entries")
        #expect(entries.last?["why"] as? String == "undo")
        #expect(client.take("undo", #"{"domain":"\#(other)"}"#) == nil)
        bench.run { bench.values(of: domain(other))["k"] == .integer(19) }
        for (value, params) in [(20, #"{"domain":"\#(other)"}"#), (21, "{}")] {
            #expect(client.take("redo", params) == nil)
            bench.run { bench.values(of: domain(other))["k"] == .integer(Int64(value)) }
        }
    }

    @Test(arguments: ["{}", #"{"domain":"pixels"}"#, #"{"domain":"points"}"#])
    func `bring back what a mapped file has rounded`(target: String) throws {
        let (pixels, terminal) = ("/f/pixels.json", "/f/terminal.conf")
        let bench = try Bench(
            domains: [
                "pixels": "[[file]]\npath = \"\(pixels)\"\n",
                "points": "[[file]]\npath = \"\(pixels)\"\nmap.s = \"{size|*4/3|int}\"\n\n"
                    + "[[file]]\npath = \"\(terminal)\"\nformat = \"kitty\"\n"
                    + "map.font_size = \"{size|number}\"\n",
            ],
            files: { files in
                files.write("{\n  \"s\": 17\n}\n", to: pixels)
                files.write("font_size 13.0\n", to: terminal)
            }
        )
        let client = bench.person()
        let points = domain("points")
        #expect(bench.values(of: points)["size"] == .integer(13))
        #expect(client.call("history", "{}").list("entries").isEmpty)

        client.set("s", 20, in: "pixels")
        bench.run { bench.values(of: points)["size"] == .integer(15) }
        bench.settle()
        #expect(bench.files.text(terminal) == "font_size 15.0\n")
        let entries = client.call("history", "{}").list("entries")
        #expect(entries.allSatisfy { $0["why"] as? String == "set" })

        #expect(client.take("undo", target) == nil)
        bench.run { bench.values(of: points)["size"] == .integer(13) }
        bench.settle()
        #expect(bench.files.text(terminal) == "font_size 13.0\n")
        #expect(bench.files.text(pixels) == "{\n  \"s\": 17\n}\n")

        #expect(client.take("redo", target) == nil)
        bench.run { bench.values(of: points)["size"] == .integer(15) }
        bench.settle()
        #expect(bench.files.text(terminal) == "font_size 15.0\n")
    }

    @Test(arguments: ["dim", nil])
    func `bring back a value that a mapped file has no text for`(value: String?) throws {
        let (look, code) = ("/f/look.toml", "/f/code.json")
        let bench = try Bench(
            domains: [
                "code": "[[file]]\npath = \"\(code)\"\n",
                "look": "values.side = { dark = \"Night\", light = \"Day\" }\n"
                    + "[[file]]\npath = \"\(look)\"\n\n"
                    + "[[file]]\npath = \"\(code)\"\nmap.theme = \"{side|side}\"\n",
            ],
            files: { files in
                files.write("side = \"dark\"\n", to: look)
                files.write("{ \"theme\": \"Night\" }\n", to: code)
            }
        )
        let client = bench.person()
        let first = value.map { #"["look","side","\#($0)"]"# } ?? #"["look","side"]"#
        #expect(client.take(value == nil ? "unset" : "set", first) == nil)
        bench.settle()
        #expect(client.take("set", #"["look","side","light"]"#) == nil)
        bench.settle()
        #expect(bench.files.text(code) == "{ \"theme\": \"Day\" }\n")

        #expect(client.take("undo") == nil)
        bench.settle()
        #expect(bench.values(of: domain("look"))["side"] == value.map(SettingValue.string))
        #expect(bench.files.text(code) == "{ \"theme\": \"Night\" }\n")
        #expect(client.take("redo") == nil)
        bench.settle()
        #expect(bench.files.text(code) == "{ \"theme\": \"Day\" }\n")
    }

    @Test func `wait for what the client sent before, though its domain is still starting`() throws
    {
        let bench = try Bench(
            domains: [name: "[[file]]\npath = \"\(path)\"\n", other: ""],
            files: { files in
                files.write("k = 19\n", to: path)
                files.busy = [path]
            }
        )
        let client = bench.person()
        client.send(
            #"{"id":91,"method":"set","params":["\#(name)","k",20]}"# + "\n"
                + #"{"id":92,"method":"undo"}"# + "\n"
                + #"{"id":93,"method":"set","params":["\#(other)","o",3]}"# + "\n"
        )
        #expect(client.rest().isEmpty)
        bench.files.close(path)
        bench.agent.filesChanged()

        #expect(client.answer(to: 93).error.isEmpty)
        #expect(bench.values()["k"] == .integer(19))
        #expect(bench.values(of: domain(other)) == ["o": .integer(3)])
    }
}

/// Another agent with the journal and the files of one that ended.
private func restarted(
    _ log: MemoryLog,
    _ loop: EventLoop,
    _ old: Bench
) throws -> Bench {
    let text = old.files.text(path) ?? ""
    let bench = try Bench(
        domains: [name: "[[file]]\npath = \"\(path)\"\n"],
        log: log,
        loop: loop,
        files: { $0.write(text, to: path) }
    )
    bench.settle()
    return bench
}
