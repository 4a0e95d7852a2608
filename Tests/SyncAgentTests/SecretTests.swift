// Who is told the value of a secret, and who isn't.

import Foundation
import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let token = """
    SAKeyPaths = true
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Token"
    Key = "account.token"
    IsSecure = true

    """
private let pane =
    token + """
        [[PreferenceSpecifiers]]
        Type = "PSToggleSwitchSpecifier"
        Title = "Wrap"
        Key = "wrap"
        DefaultValue = true

        """

/// An agent whose domain has a secret with a value.
private func bench(
    _ pane: String = pane,
    log: MemoryLog? = nil,
    loop: EventLoop? = nil
) throws -> Bench {
    let text = "bundle = \"~/Settings.bundle\"\n\n[[file]]\npath = \"/f/a.toml\"\n"
    return try Bench(domains: ["org.example.editor": text], log: log, loop: loop) { home in
        try home.write(pane, to: "/Settings.bundle/Root.toml")
    }
}

/// The next agent with the same journal.
private func again(log: MemoryLog, loop: EventLoop) throws -> Bench {
    try bench(log: log, loop: loop)
}

@Suite struct `A secret on the socket` {
    @Test func `is told to who names its domain, and marked`() throws {
        let bench = try bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["org.example.editor"]}"#)
        bench.set("account.token", .string("hunter2"))
        let changed = client.next("changed")
        #expect(changed.changes == ["account.token=hunter2"])
        #expect(changed.list("changes").first?["secret"] as? Bool == true)
        bench.set("account.token", nil)
        let removal = client.next("changed")
        #expect(removal.list("changes").first?["secret"] == nil)
        #expect(!removal.description.contains("hunter2"))
        bench.set("account.token", .string("hunter2"))
        let list = client.call("list", #"{"domain":"org.example.editor"}"#).list("entries")
        #expect(list.first?["value"] as? String == "hunter2")
        #expect(list.map { $0["secret"] as? Bool } == [true, nil])
        let found = client.call("get", #"["org.example.editor","account.token"]"#)
        #expect(found.text("value") == "hunter2")
        #expect(found.result["secret"] as? Bool == true)
        #expect(client.call("get", #"["org.example.editor","wrap"]"#).result["secret"] == nil)
        for (key, mark) in [("account.token", true), ("wrap", nil)] {
            let explained = client.call("explain", #"["org.example.editor","\#(key)"]"#)
            #expect(explained.result["secret"] as? Bool == mark)
        }
    }

    @Test func `has no value for the events socket and for who hears of all domains`() throws {
        let bench = try bench()
        let events = bench.connectToEvents()
        let client = bench.connect()
        _ = client.call("subscribe")
        let snapshots = bench.connect()

        bench.set("account.token", .string("hunter2"))
        bench.set("account.token", .string("hunter3"))
        _ = snapshots.call("subscribe", #"{"snapshot":true}"#)
        bench.set("account.token", nil)

        for lines in [events.rest(), client.rest(), snapshots.rest()] {
            #expect(!lines.isEmpty)
            #expect(lines.allSatisfy { !$0.description.contains("hunter") })
            let changes = lines.flatMap { $0.list("changes") }.filter {
                $0["key"] as? String == "account.token"
            }
            #expect(changes.contains { $0["secret"] as? Bool == true })
            #expect(changes.last?["deleted"] as? Bool == true)
            #expect(changes.last?["secret"] == nil)
        }
    }

    @Test func `has no value in a list of all domains`() throws {
        let bench = try bench()
        bench.set("account.token", .string("hunter2"))
        let client = bench.connect()
        let line = client.call("list")
        #expect(!line.description.contains("hunter2"))
        let entry = line.list("entries").first { $0["key"] as? String == "account.token" }
        #expect(entry?["secret"] as? Bool == true)
        #expect(entry?["layer"] as? String == "user")
    }

    @Test func `isn't told when its bundle is let go`() throws {
        let bench = try bench()
        bench.set("account.token", .string("hunter2"))
        let events = bench.connectToEvents()
        try bench.home.remove("domains/org.example.editor.toml")
        bench.directory.reload(bench.agent)
        bench.set("account.token", .string("hunter3"))
        let told = events.rest()
        #expect(!told.isEmpty)
        #expect(told.allSatisfy { !$0.description.contains("hunter") })
    }

    @Test func `isn't told by a message that was made before its row was`() throws {
        let file = "[[file]]\npath = \"/f/a.toml\"\n"
        let bench = try Bench(domains: ["org.example.editor": file]) { home in
            try home.write(token, to: "/Settings.bundle/Root.toml")
        }
        let early = bench.connect()
        let start = try #require(early.call("subscribe").number("seq"))
        bench.set("account.token", .string("hunter2"))
        #expect(early.next("changed").changes == ["account.token=hunter2"])

        try bench.home.write(
            "bundle = \"~/Settings.bundle\"\n\n" + file,
            to: "domains/org.example.editor.toml"
        )
        bench.directory.reload(bench.agent)
        bench.settle()
        let late = bench.connect()
        _ = late.call("subscribe", #"{"epoch":"memory","seq":\#(start)}"#)

        let changed = late.next("changed")
        #expect(!changed.description.contains("hunter2"))
        #expect(changed.list("changes").first?["secret"] as? Bool == true)
    }

    /// Of two values that are set, only the one with a row is told.
    private func expectNoValueWithoutRow(_ bench: Bench, _ events: Client) {
        bench.set("other", .string("hunter2"))
        bench.set("wrap", .boolean(false))
        let lines = events.rest()
        #expect(lines.allSatisfy { !$0.description.contains("hunter") })
        #expect(lines.last?.changes == ["wrap=0"])
    }

    @Test func `is hidden with all that no row calls open where a pane can't be read`() throws {
        let child = "[[PreferenceSpecifiers]]\nType = \"PSChildPaneSpecifier\"\n"
        let bench = try bench(pane + child + "Title = \"x\"\nFile = \"Missing\"\n")
        let events = bench.connectToEvents()
        expectNoValueWithoutRow(bench, events)
        let client = bench.connect()
        let history = client.call("history", #"{"domain":"org.example.editor"}"#)
        #expect(!history.description.contains("hunter"))
        let entries = history.list("entries")
        #expect(entries.map { $0["key"] as? String } == ["other", "wrap"])
        #expect(entries.map { $0["secret"] as? Bool } == [true, nil])
        #expect(entries.map { $0["new"] as? Bool } == [nil, false])
        let explained = client.call("explain", #"["org.example.editor","other"]"#)
        #expect(explained.result["secret"] as? Bool == true)
    }

    @Test func `is hidden with all that no row calls open while its bundle can't be read`() throws {
        let bench = try bench()
        try bench.home.write("[[broken\n", to: "/Settings.bundle/Root.toml")
        bench.directory.reload(bench.agent)
        let events = bench.connectToEvents()
        expectNoValueWithoutRow(bench, events)

        try bench.home.write(pane, to: "/Settings.bundle/Root.toml")
        bench.directory.reload(bench.agent)
        bench.set("other", .string("open"))
        #expect(events.rest().last?.changes == ["other=open"])
    }

    @Test func `is in no message and in no history`() throws {
        let bench = try bench()
        let client = bench.connect()
        bench.set("account.token", .string("hunter2"))
        bench.settle()
        for text in ["[account]\ntoken = 12345678\n", "[account]\ntoken = \"12345678\n"] {
            bench.files.write(text, to: "/f/a.toml")
            bench.agent.filesChanged()
            bench.settle()
        }
        _ = client.call("set", #"["org.example.editor","account.token",12345678]"#)
        #expect(bench.messages.texts.count >= 2)
        #expect(bench.messages.texts.allSatisfy { !$0.contains("12345678") })
        let history = client.call("history", #"{"domain":"org.example.editor"}"#)
        #expect(history.list("entries").isEmpty)
        for method in ["validate", "replicas"] {
            let line = client.call(method, #"{"domain":"org.example.editor"}"#)
            #expect(!line.description.contains("12345678"))
        }
    }

    @Test func `can be undone while the agent runs, which is refused afterwards`() throws {
        let loop = try EventLoop()
        let log = MemoryLog { body in loop.perform(body) }
        var bench = try bench(log: log, loop: loop)
        let client = bench.connect()
        for value in ["hunter2", "hunter3"] { bench.set("account.token", .string(value)) }
        let undo = client.call("undo", #"{"domain":"org.example.editor"}"#)
        #expect(bench.values()["account.token"] == .string("hunter2"))
        let step = client.call("history", #"{"group":\#(undo.number("group") ?? 0)}"#)
        #expect(step.list("entries").map { $0["secret"] as? Bool } == [true])
        #expect(!step.description.contains("hunter"))
        #expect(client.call("redo", #"{"domain":"org.example.editor"}"#).error.isEmpty)
        #expect(bench.values()["account.token"] == .string("hunter3"))
        #expect(try log.history(HistoryQuery()).filter { !$0.isWithoutValues } == [])
        bench.settle()

        let text = try #require(bench.files.text("/f/a.toml"))
        bench = try again(log: log, loop: loop)
        bench.files.write(text, to: "/f/a.toml")
        bench.agent.filesChanged()
        bench.settle()
        let refusal = bench.connect().call("undo", #"{"domain":"org.example.editor"}"#)
        #expect(
            refusal.error["message"] as? String
                == "the earlier value of 'account.token' of 'org.example.editor' is a secret, "
                + "which is kept only while the agent runs"
        )
        #expect(
            refusal.data["advice"] as? String
                == "Nothing was undone. Set it: settingsctl set org.example.editor account.token -"
        )
        #expect(bench.values()["account.token"] == .string("hunter3"))
    }

    @Test func `holds up the rest of its step afterwards, with the command for that`() throws {
        let loop = try EventLoop()
        let log = MemoryLog { body in loop.perform(body) }
        var bench = try bench(log: log, loop: loop)
        let changes =
            #"[{"key":"account.token","value":"hunter2"},{"key":"wrap","value":false}]"#
        let step = bench.connect()
            .call("apply", #"{"domain":"org.example.editor","changes":\#(changes)}"#)
            .number("group")
        bench.settle()

        let text = try #require(bench.files.text("/f/a.toml"))
        bench = try again(log: log, loop: loop)
        bench.files.write(text, to: "/f/a.toml")
        bench.agent.filesChanged()
        bench.settle()
        let client = bench.connect()
        let refusal = client.call("undo", #"{"steps":[\#(step ?? 0)]}"#)
        #expect(
            refusal.data["advice"] as? String
                == "Nothing was undone. Undo the other keys one by one, such as: "
                + "settingsctl undo org.example.editor wrap"
        )
        #expect(bench.values()["wrap"] == .boolean(false))
        let other = client.call("undo", #"{"domain":"org.example.editor","key":"wrap"}"#)
        #expect(other.error.isEmpty)
        #expect(bench.values()["wrap"] == .boolean(true))
    }

    @Test
    func `may be in a text that a write displaced, of which no more is told than where it is`()
        throws
    {
        let bench = try bench()
        bench.set("account.token", .string("hunter2"))
        bench.settle()
        bench.files.willTouch = { step, path in
            guard step == "publish" else { return }
            bench.files.willTouch = { _, _ in }
            bench.files.write("[account]\ntoken = = \"hunter3\"\n", to: path)
        }
        bench.set("wrap", .boolean(false))
        bench.settle()
        #expect(bench.files.text("/f/a.toml.saved")?.contains("hunter3") == true)
        #expect(bench.messages.texts.contains { $0.contains("'/f/a.toml.saved'") })
        #expect(bench.messages.texts.allSatisfy { !$0.contains("hunter") })
        for method in ["history", "replicas"] {
            let line = bench.connect().call(method, #"{"domain":"org.example.editor"}"#)
            #expect(!line.description.contains("hunter"))
        }
    }
}

@Suite struct `A setting that becomes a secret` {
    private static let openPane = pane.replacingOccurrences(of: "IsSecure = true\n", with: "")

    /// An agent whose domain has a value that nothing calls a secret yet.
    private func openBench() throws -> Bench {
        let bench = try bench(Self.openPane)
        bench.set("account.token", .string("hunter2"))
        return bench
    }

    private func callItSecret(_ bench: Bench) throws {
        try bench.home.write(pane, to: "/Settings.bundle/Root.toml")
        bench.directory.reload(bench.agent)
    }

    @Test(arguments: ["{}", #"{"domains":["org.example.editor"]}"#, #"{"keys":["account.*"]}"#])
    func `is told at once to who may have its value`(interest: String) throws {
        let bench = try openBench()
        let client = bench.connect()
        let others = bench.connect()
        _ = client.call("subscribe", interest)
        _ = others.call("subscribe", #"{"keys":["wrap"]}"#)
        try callItSecret(bench)
        let lines = client.rest()
        #expect(lines.map(\.method) == ["secrets"])
        #expect(lines.first?.text("domain") == "org.example.editor")
        #expect(lines.first?.keys as? [String] == ["account.token"])
        #expect(others.rest().isEmpty)
    }

    @Test func `is told on the events socket, without its value`() throws {
        let bench = try openBench()
        let events = bench.connectToEvents()
        _ = events.rest()
        try callItSecret(bench)
        #expect(events.rest().map { $0.keys as? [String] } == [["account.token"]])
    }

    @Test func `is told to who comes back, as it may have become one meanwhile`() throws {
        let bench = try openBench()
        let seq = bench.agent.announcedSeq
        let epoch = bench.log.epoch
        try callItSecret(bench)
        let client = bench.connect()
        let answer = client.call("subscribe", #"{"epoch":"\#(epoch)","seq":\#(seq)}"#)
        #expect(answer.text("mode") == "resumed")
        #expect(client.rest().map { $0.keys as? [String] } == [["account.token"]])
    }

    @Test func `is told behind a snapshot, of which a part may have been sent before`() throws {
        let bench = try openBench()
        let long = SettingValue.string(String(repeating: "x", count: 60_000))
        for index in 0..<8 { bench.set("long\(index)", long) }
        let client = bench.connect()
        client.transport.room = 0
        _ = client.request("subscribe", #"{"snapshot":true}"#)
        try callItSecret(bench)
        client.transport.room = .max
        client.session.becameWritable()
        let methods = client.rest().map(\.method).filter { !$0.isEmpty }
        #expect(methods.last == "secrets")
        #expect(methods.dropLast().allSatisfy { $0 == "snapshot" })
    }

    @Test func `has no value in a message that others had before`() throws {
        let bench = try bench(Self.openPane)
        let (quick, slow) = (bench.connect(), bench.connect())
        for client in [quick, slow] { _ = client.call("subscribe") }
        slow.transport.room = 0
        bench.set("wrap", .boolean(false))
        bench.set("account.token", .string("hunter2"))
        #expect(quick.rest().last?.changes == ["account.token=hunter2"])
        try callItSecret(bench)
        slow.transport.room = .max
        slow.session.becameWritable()
        let late = slow.rest()
        #expect(!late.isEmpty)
        #expect(late.allSatisfy { !$0.description.contains("hunter") })
    }

    @Test func `is told to nobody who has no value of it`() throws {
        let bench = try bench(Self.openPane)
        let client = bench.connect()
        _ = client.call("subscribe")
        try callItSecret(bench)
        #expect(client.rest().isEmpty)
    }
}

@Suite struct `The log of a file with a mistake` {
    private static let broken = "password = \"hunter2\n"

    /// What the log and a subscriber are told of a save with a mistake.
    private func told(
        in path: String,
        saying text: String,
        othersMayRead: Bool
    ) throws -> (log: [String], event: Line) {
        let bench = try Bench(domains: [editor.name: "[[file]]\npath = \"\(path)\"\n"])
        bench.files.areOpenToOthers = othersMayRead
        bench.files.write("a = 1\n", to: path)
        let client = bench.connect()
        _ = client.call("rescan")
        _ = client.call("subscribe", #"{"domains":["\#(editor)"]}"#)
        bench.files.write(text, to: path)
        bench.agent.filesChanged()
        bench.settle()
        return (bench.messages.texts, client.next("problem"))
    }

    @Test func `has no line of one that others can't read, and its subscribers have`() throws {
        let (log, event) = try told(in: "/f/a.toml", saying: Self.broken, othersMayRead: false)
        #expect(log.allSatisfy { !$0.contains("hunter2") })
        #expect(log.last?.contains("/f/a.toml:1:12: there is a mistake") == true, "\(log)")
        #expect(log.last?.contains("Show it: settingsctl doctor") == true, "\(log)")
        #expect(event.text("problem")?.isEmpty == false)
        #expect(event.text("problem")?.contains("there is a mistake") == false)
    }

    @Test func `has the line of one that others can read`() throws {
        let (log, _) = try told(in: "/f/a.toml", saying: Self.broken, othersMayRead: true)
        #expect(log.last?.contains("hunter2") == true)
    }

    @Test func `has no line of environment variables`() throws {
        let (log, event) = try told(in: "/f/.env", saying: "T='hunter2\n", othersMayRead: true)
        #expect(!log.isEmpty)
        #expect(log.allSatisfy { !$0.contains("hunter2") })
        #expect(event.text("problem")?.isEmpty == false)
    }
}
