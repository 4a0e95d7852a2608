// Steps that a client knows by their numbers, and has undone together.

import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private let name = "org.example.editor"
private let other = "org.example.other"

private func bench() throws -> Bench {
    let bench = try Bench()
    bench.set("k", .integer(19))
    bench.set("o", .integer(1), in: domain(other))
    return bench
}

extension Client {
    /// Sets a key, and gives the step that it was; nil for none.
    fileprivate func set(_ key: String, _ value: Int, in domain: String = name) -> Int? {
        call("set", #"["\#(domain)","\#(key)",\#(value)]"#).number("group")
    }

    fileprivate func undo(_ steps: Int?...) -> Line {
        let numbers = steps.map { "\($0 ?? 0)" }.joined(separator: ",")
        return call("undo", #"{"steps":[\#(numbers)]}"#)
    }

    /// The value of a key.
    fileprivate func value(_ key: String, in domain: String = name) -> Int? {
        call("get", #"["\#(domain)","\#(key)"]"#).number("value")
    }
}

@Suite struct `A step` {
    @Test func `is named by the answer and by its changes`() throws {
        let bench = try bench()
        let client = bench.connect()
        _ = client.call("subscribe", #"{"domains":["\#(name)"]}"#)

        let step = client.set("k", 20)

        let told = client.next("changed").list("changes").first
        #expect(step != nil && told?["group"] as? Int == step)
        #expect(client.set("k", 20) == nil)
        let changes = #"[{"key":"k","value":1},{"key":"n","value":2}]"#
        let all = client.call("apply", #"{"domain":"\#(name)","changes":\#(changes)}"#)
        #expect(client.undo(all.number("group")).error.isEmpty)
        #expect(client.value("k") == 20 && client.value("n") == nil)
    }

    @Test func `is undone with others as one, and redone so`() throws {
        let client = try bench().connect()
        let first = client.set("k", 20)
        let second = client.set("k", 21)
        let third = client.set("o", 2, in: other)

        let undone = client.undo(first, second, third)
        #expect(client.value("k") == 19 && client.value("o", in: other) == 1)
        #expect(client.undo(undone.number("group")).error.isEmpty)
        #expect(client.value("k") == 21 && client.value("o", in: other) == 2)
        #expect(client.undo(first, second, third).error.isEmpty)
        #expect(client.value("k") == 19)
    }

    @Test func `is left as it is where somebody has changed one of its keys`() throws {
        let bench = try bench()
        let client = bench.connect()
        let first = client.set("k", 20)
        let second = client.set("o", 2, in: other)
        bench.set("k", .integer(7))

        #expect(client.undo(first, second).data["slug"] as? String == "RevConflict")
        #expect(client.value("k") == 7 && client.value("o", in: other) == 2)
    }

    @Test func `is not undone together with undos`() throws {
        let client = try bench().connect()
        let first = client.set("k", 20)
        let second = client.set("o", 2, in: other)
        let undone = client.undo(first).number("group")

        let refusal = client.undo(second, undone)
        #expect(refusal.error["message"] as? String == "some of these steps are undos of others")
        #expect(client.value("k") == 19 && client.value("o", in: other) == 2)
    }

    @Test(arguments: [1_000, 1_001])
    func `is undone with a thousand others at most`(count: Int) throws {
        let client = try bench().connect()
        let first = client.set("k", 20)
        let steps = Array(repeating: "\(first ?? 0)", count: count).joined(separator: ",")
        let answer = client.call("undo", #"{"steps":[\#(steps)]}"#)
        #expect(answer.error.isEmpty == (count == 1_000))
        let message = answer.error["message"] as? String ?? ""
        #expect(message.contains("has 1001 numbers, at most 1000") == (count > 1_000))
        #expect(client.value("k") == (count > 1_000 ? 20 : 19))
    }

    @Test func `that isn't there is named`() throws {
        let client = try bench().connect()
        let step = client.set("k", 20)
        let refusal = client.undo(step, 99)
        #expect(refusal.data["slug"] as? String == "KeyNotFound")
        #expect((refusal.error["message"] as? String)?.contains("step 99") == true)
        #expect(client.value("k") == 20)
    }
}

@Suite struct `A step of a save that had an older secret` {
    private let path = "/f/a.toml"
    private var replica: ReplicaID { ReplicaID(domain: editor, path: path) }
    private let pane = """
        [[PreferenceSpecifiers]]
        Type = "PSTextFieldSpecifier"
        Title = "Token"
        Key = "token"
        IsSecure = true

        """

    /// An older text is saved after the secret was changed, with another size.
    private func bench() throws -> Bench {
        let domain = "bundle = \"~/Settings.bundle\"\n\n[[file]]\npath = \"\(path)\"\n"
        let bench = try Bench(domains: [name: domain]) { home in
            try home.write(pane, to: "/Settings.bundle/Root.toml")
        }
        save("size = 1\ntoken = \"old\"\n", bench)
        read(bench)
        bench.set("token", .string("new"))
        bench.settle()
        read(bench)
        bench.files.notice(.placed(replica, .renamedBesideAnother))
        save("size = 2\ntoken = \"old\"\n", bench)
        return bench
    }

    private func save(_ text: String, _ bench: Bench) {
        bench.files.write(text, to: path)
        bench.agent.filesChanged()
        bench.settle()
    }

    /// Some program reads the file, and may hold its text from then on.
    private func read(_ bench: Bench) {
        guard case .content(let content) = bench.files.look(at: replica, patience: .untilStill)
        else {
            return
        }
        bench.files.notice(.reading(replica, content.identity))
        bench.files.notice(.read(replica, content.identity))
        bench.agent.filesChanged()
        bench.settle()
    }

    @Test func `leaves the secret as it is when it is undone`() throws {
        let bench = try bench()
        let client = bench.connect()
        let entries = client.call("history", #"{"domain":"\#(name)"}"#).list("entries")
        let step = entries.last?["group"] as? Int
        let group = client.call("history", #"{"group":\#(step ?? 0)}"#).list("entries")
        #expect(group.compactMap { $0["key"] as? String } == ["size", "token"])
        #expect(group.last?["why"] as? String == "ambiguous")
        #expect(bench.values()["token"] == .string("new"))
        #expect(client.undo(step).error.isEmpty)
        #expect(bench.values()["token"] == .string("new"))
        #expect(client.value("size") == 1)
    }
}
