// Files that other programs have open while they are looked at.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A file that is written on and on` {
    /// A desk with a change that waits, beside a program that writes every 50 ms for so long.
    private func desk(writing milliseconds: Int) throws -> Desk {
        let desk = try Desk(toml: "size = 12\n")
        desk.writers["/a.toml"] = 1
        desk.set("size", .integer(14))
        write(for: milliseconds, beside: desk)
        return desk
    }

    private func write(for milliseconds: Int, beside desk: Desk) {
        for _ in 0..<(milliseconds / 50) {
            desk.writers["/a.toml", default: 0] += 1
            desk.pass(50)
        }
    }

    private func looks(of desk: Desk) -> Int {
        desk.effects.count { if case .look = $0 { true } else { false } }
    }

    @Test func `is said to be, with what can be done, and well again once it is`() throws {
        let desk = try desk(writing: 1_000)
        #expect(desk.condition() == .busy)
        #expect(desk.problems == [])
        write(for: 1_500, beside: desk)
        let problem = Problem(beingWritten: desk.id("/a.toml"))
        #expect(problem.problem == "another program has it open and keeps writing it")
        #expect(problem.advice == "See who has it open: fuser -v /a.toml")
        #expect(desk.condition() == .beingWritten(problem))
        #expect(desk.problems == [problem])
        desk.writers = [:]
        desk.touch()
        #expect(desk.condition() == .ok)
        #expect(desk.recoveries == 1)
        #expect(desk.text() == "size = 14\n")
    }

    @Test func `is looked at less and less often`() throws {
        let desk = try desk(writing: 5_000)
        desk.forget()
        write(for: 10_000, beside: desk)
        #expect((1...5).contains(looks(of: desk)))
    }

    @Test func `is looked at often again when its writer has closed it`() throws {
        let desk = try desk(writing: 10_000)
        // The claim goes only after the event.
        desk.touch()
        desk.writers = [:]
        desk.pass(10)
        #expect(desk.text() == "size = 14\n")
    }

    @Test func `is waited for only so long`() throws {
        let desk = try desk(writing: 1_000)
        let answered = desk.answers.count
        let request = RescanRequest(domain: desk.domain)
        #expect(desk.ask { .rescan($0, request) } == nil)
        write(for: 2_500, beside: desk)
        #expect(desk.answers.count == answered + 1)
        #expect(desk.text() == "size = 12\n")
    }

    @Test func `isn't told of where it is only kept open`() throws {
        let desk = try Desk(toml: "size = 12\n")
        desk.writers["/a.toml"] = 1
        desk.save("/a.toml", "size = 13\n")
        desk.pass(2_500)
        #expect(desk.value("size") == .integer(13))
        #expect(desk.problems == [])
    }
}
