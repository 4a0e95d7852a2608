// What an undo by entry and by key takes back.

import SettingsModel
import TestSupport
import Testing

private let path = "/f/s.toml"
private let name = "org.example.editor"

/// An agent with one file.
private func bench(_ text: String) throws -> Bench {
    let bench = try Bench(
        domains: [name: "[[file]]\npath = \"\(path)\"\n"],
        files: { $0.write(text, to: path) }
    )
    _ = bench.connect().call("rescan")
    return bench
}

@Suite struct `An undo` {
    /// The entry of the history that is newest for a key.
    private func newest(_ key: String, _ client: Client) -> Int {
        let page = client.call("history", #"{"domain":"\#(name)","key":"\#(key)"}"#)
        return page.list("entries").last?["id"] as? Int ?? 0
    }

    @Test(arguments: ["new", "old"], [true, false])
    func `of a key that a client renamed takes that back, whichever end is named`(
        end: String,
        isByKey: Bool
    ) throws {
        let bench = try bench("old = \"v\" # mine\n")
        let client = bench.connect()
        let changes = #"[{"key":"old","unset":true},{"key":"new","value":"v"}]"#
        _ = client.call("apply", #"{"domain":"\#(name)","changes":\#(changes)}"#)
        _ = client.call("rescan")
        #expect(bench.values() == ["new": .string("v")])
        #expect(bench.files.text(path) == "new = \"v\" # mine\n")

        let id = newest(end, client)
        let target = isByKey ? #"{"domain":"\#(name)","key":"\#(end)"}"# : #"{"id":\#(id)}"#
        #expect(client.call("undo", target).error.isEmpty)
        _ = client.call("rescan")

        #expect(bench.values() == ["old": .string("v")])
        #expect(bench.files.text(path) == "old = \"v\" # mine\n")
    }

    @Test func `of a key in a table that a client renamed brings back its old name`() throws {
        let bench = try bench("[aa]\nx = true\ny = true\n")
        let client = bench.connect()
        let changes = """
            [{"key":"aa.x","unset":true},{"key":"aa.y","unset":true},\
            {"key":"bb.x","value":true},{"key":"bb.y","value":true}]
            """
        _ = client.call("apply", #"{"domain":"\#(name)","changes":\#(changes)}"#)
        #expect(bench.values() == ["bb.x": .boolean(true), "bb.y": .boolean(true)])

        _ = client.call("undo", #"{"domain":"\#(name)","key":"bb.y"}"#)
        #expect(bench.values() == ["aa.y": .boolean(true), "bb.x": .boolean(true)])
        _ = client.call("undo", #"{"domain":"\#(name)","key":"bb.x"}"#)
        #expect(bench.values() == ["aa.y": .boolean(true), "aa.x": .boolean(true)])
    }

    @Test func `of a key that came as another went leaves that one alone`() throws {
        let bench = try bench("a = 1\nb = 2\n")
        let client = bench.connect()
        let changes = #"[{"key":"a","unset":true},{"key":"b","value":3}]"#
        _ = client.call("apply", #"{"domain":"\#(name)","changes":\#(changes)}"#)

        _ = client.call("undo", #"{"domain":"\#(name)","key":"b"}"#)

        #expect(bench.values() == ["b": .integer(2)])
    }

    @Test func `of a table takes back the last change in it`() throws {
        let bench = try bench("z = 1\n[t]\na = 1\nb = 2\n")
        let client = bench.connect()
        _ = client.call("unset", #"["\#(name)","t"]"#)
        _ = client.call("set", #"["\#(name)","z",2]"#)
        #expect(bench.values() == ["z": .integer(2)])

        _ = client.call("undo", #"{"domain":"\#(name)","key":"t"}"#)
        #expect(bench.values() == ["z": .integer(2), "t.a": .integer(1), "t.b": .integer(2)])

        _ = client.call("set", #"["\#(name)","t",5]"#)
        #expect(bench.values() == ["z": .integer(2), "t": .integer(5)])
        _ = client.call("undo", #"{"domain":"\#(name)","key":"t"}"#)
        #expect(bench.values() == ["z": .integer(2), "t.a": .integer(1), "t.b": .integer(2)])
    }

    @Test func `of one key of a table that a value replaced brings all of the table back`() throws {
        let bench = try bench("z = 1\n[t]\na = 1\nb = 2\n")
        let client = bench.connect()
        _ = client.call("set", #"["\#(name)","t",5]"#)

        #expect(client.call("undo", #"{"domain":"\#(name)","key":"t.a"}"#).error.isEmpty)
        #expect(bench.values()["t.a"] == .integer(1))
        #expect(bench.values()["t.b"] == .integer(2))
    }
}
