// Earlier texts of files, as clients ask for them and put them back.

import SettingsModel
import SyncEngine
import Synchronization
import TestSupport
import Testing

@testable import SyncAgent

/// A wall clock that is moved by hand.
private final class Wall: Sendable {
    let time = Mutex<Int64>(1_700_000_000_000)
}

@Suite struct `An earlier text` {
    private static let path = "/files/editor.toml"
    private static let old = "# mine\nfont.size = 12\n"
    /// The year 2100: a time that tells nothing of a restored copy.
    private static let later: Int64 = 4_102_444_800_000

    /// An agent of whose file an earlier text is kept, and what its client hears.
    private func bench(clock: AgentClock = .system) throws -> Bench {
        let file = "title = \"Editor\"\n[[file]]\npath = \"\(Self.path)\"\n"
        let bench = try Bench(domains: ["org.example.editor": file], clock: clock)
        bench.files.write(Self.old, to: Self.path)
        bench.agent.filesChanged()
        bench.settle()
        bench.set("font.size", .integer(14))
        bench.settle()
        return bench
    }

    private func text(of line: Line) -> String? {
        let value = line.result["text"] as? [String: Any]
        return value?["$bytes"] as? String
    }

    @Test func `is listed with its number, writer and size`() throws {
        let versions = try bench().connect().call("versions", #"["\#(Self.path)"]"#)
            .list("versions")
        #expect(versions.map { $0["version"] as? Int } == [1, 2])
        #expect(versions.map { $0["writer"] as? String } == ["other", "agent"])
        #expect(versions.map { $0["size"] as? Int } == [Self.old.utf8.count, Self.old.utf8.count])
        #expect(versions.map { $0["shown"] as? Bool } == [nil, true])
    }

    @Test func `is taken whole when it is restored`() throws {
        let bench = try bench()
        let line = bench.connect().call("version", #"{"file":"\#(Self.path)","restore":true}"#)
        #expect(line.number("version") == 1)
        #expect(text(of: line) == "IyBtaW5lCmZvbnQuc2l6ZSA9IDEyCg==")
        bench.files.write(Self.old, to: Self.path, modified: Self.later)
        bench.agent.filesChanged()
        bench.settle()
        #expect(bench.files.text(Self.path) == Self.old)
        #expect(bench.values()["font.size"] == .integer(12))
    }

    @Test func `is not believed for having been looked at`() throws {
        let bench = try bench()
        let line = bench.connect().call("version", #"{"file":"\#(Self.path)","version":1}"#)
        #expect(line.number("version") == 1)
        bench.files.write(Self.old, to: Self.path, modified: Self.later)
        bench.agent.filesChanged()
        bench.settle()
        #expect(bench.values()["font.size"] == .integer(14))
        #expect(bench.files.text(Self.path) == Self.old.replacing("12", with: "14"))
    }

    @Test(arguments: [
        (#""version":9"#, "KeyNotFound"), (#""at":1"#, "KeyNotFound"),
        (#""at":1,"version":1"#, "InvalidParams"),
    ])
    func `must be there`(choice: String, slug: String) throws {
        let line = try bench().connect().call("version", #"{"file":"\#(Self.path)",\#(choice)}"#)
        #expect(line.data["slug"] as? String == slug)
    }

    @Test func `is as good as the values of a time, for all of a domain`() throws {
        let wall = Wall()
        let clock = AgentClock(
            wall: { wall.time.withLock { $0 } },
            monotonic: AgentClock.system.monotonic
        )
        let bench = try bench(clock: clock)
        bench.set("font.name", .string("x"))
        let client = bench.connect()
        let time = wall.time.withLock { time in
            defer { time += 1 }
            return time
        }
        bench.set("font.size", .integer(16))
        bench.set("font.size", .integer(18))
        bench.set("font.name", nil)
        bench.set("font.color", .string("red"))
        let done = client.call("undo", #"{"domain":"org.example.editor","since":\#(time)}"#)
        #expect(done.number("seq") == 8)
        #expect(bench.values() == ["font.size": .integer(14), "font.name": .string("x")])
    }

    @Test func `is kept of no file that isn't linked`() throws {
        let line = try bench().connect().call("versions", #"["/files/other.toml"]"#)
        #expect(line.data["slug"] as? String == "KeyNotFound")
    }
}
