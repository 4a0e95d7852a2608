// Files whose programs have a check of their own: what it refuses isn't there, and nothing is tried for ever.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A file with a check` {
    private func desk(_ text: String = "size = 12\n") throws -> Desk {
        var file = ReplicaConfiguration(path: "/a.toml")
        file.check = ["checker", "{}"]
        return try Desk(["/a.toml": text], replicas: [file])
    }

    @Test func `keeps its text where the check refuses the new one, until that is another`() throws
    {
        let desk = try desk()
        desk.stagingErrors["/a.toml"] = .onDesk(.failedCheck)
        desk.forget()
        desk.set("size", .integer(14))
        #expect(desk.text() == "size = 12\n")
        #expect(desk.problems.map(\.code) == [.file(.failedCheck)])
        #expect(desk.problems.map(\.consequence) == ["The change is kept and waits to be written"])

        // Nothing is tried again by itself.
        #expect(desk.engine.nextDeadline == nil)
        desk.forget()
        desk.pass(3_600_000)
        #expect(desk.effects.isEmpty)

        // Nor when the file is touched: the same text over the same would be refused again.
        desk.save("/a.toml", "size = 12\n")
        #expect(!desk.effects.contains { if case .stage = $0 { true } else { false } })
        #expect(desk.value("size") == .integer(14))

        desk.stagingErrors = [:]
        desk.set("size", .integer(15))
        #expect(desk.text() == "size = 15\n")
        #expect(desk.recoveries == 1)
    }

    @Test func `is checked when somebody saves it, and the save counts whatever that says`() throws
    {
        let desk = try desk()
        desk.forget()
        let id = ReplicaID(domain: desk.domain, path: "/a.toml")
        desk.checkProblem = Problem(failedCheck: "no size 99", of: id)
        desk.save("/a.toml", "size = 99\n")
        // Its first text was somebody's, too.
        #expect(desk.checked == ["/a.toml", "/a.toml"])
        #expect(desk.value("size") == .integer(99))
        #expect(desk.problems.map(\.problem) == ["the file's check refuses it: no size 99"])
        #expect(desk.engine.condition(of: id) == .ok)

        desk.checkProblem = nil
        desk.save("/a.toml", "size = 13\n")
        #expect(desk.engine.problems(of: id) == [])
        #expect(desk.recoveries == 1)
    }

    @Test func `isn't checked for what the agent itself has written, nor without a check`() throws {
        let desk = try desk()
        desk.forget()
        let before = desk.checked.count
        desk.set("size", .integer(14))
        #expect(desk.text() == "size = 14\n")
        #expect(desk.checked.count == before)

        let plain = try Desk(toml: "size = 12\n")
        plain.save("/a.toml", "size = 13\n")
        #expect(plain.checked == [])
    }
}
