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

@Suite struct `A text whose writer has the file open` {
    private static let whole = "size = 12\ntheme = \"light\"\nwrap = true\n"

    /// A desk with a file that a program has read, and opens now.
    private func desk(_ text: String = Self.whole) throws -> Desk {
        let desk = try Desk(toml: text)
        desk.read()
        desk.writers["/a.toml"] = 1
        return desk
    }

    /// Writes a text and pauses.
    private func write(_ text: String, beside desk: Desk, pausing milliseconds: Int64 = 5_000) {
        desk.overwrite("/a.toml", text)
        desk.writers["/a.toml", default: 0] += 1
        desk.touch()
        desk.pass(milliseconds)
    }

    private func close(_ desk: Desk) {
        desk.writers = [:]
        desk.touch()
        desk.pass(1_000)
    }

    @Test func `counts for what it has, and not for what it lacks`() throws {
        let desk = try desk()
        write("size = 13\ntheme = \"light\"\n", beside: desk)
        #expect(desk.value("size") == .integer(13))
        #expect(desk.value("wrap") == .boolean(true))
        close(desk)
        #expect(desk.value("size") == .integer(13))
        #expect(desk.value("wrap") == nil)
        #expect(desk.history.map(\.value) == [.integer(13), nil])
        #expect(desk.problems == [])
    }

    @Test func `isn't replaced before it is whole, and doesn't undo what was set meanwhile`() throws
    {
        let desk = try desk()
        write("size = 13\n", beside: desk)
        desk.set("theme", .string("dark"))
        desk.pass(5_000)
        #expect(desk.text() == "size = 13\n")
        write(Self.whole.replacing("12", with: "13"), beside: desk)
        #expect(desk.value("theme") == .string("dark"))
        close(desk)
        #expect(desk.text() == "size = 13\ntheme = \"dark\"\nwrap = true\n")
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.value("wrap") == .boolean(true))
    }

    @Test func `gives way to what was set after its part was seen`() throws {
        let desk = try desk()
        write("size = 13\n", beside: desk)
        desk.set("size", .integer(14))
        write(Self.whole.replacing("12", with: "13"), beside: desk)
        close(desk)
        #expect(desk.value("size") == .integer(14))
        #expect(desk.text() == Self.whole.replacing("12", with: "14"))
    }

    @Test func `is told in other files at once`() throws {
        let desk = try Desk(
            ["/a.toml": Self.whole, "/b.toml": Self.whole],
            replicas: ["/a.toml", "/b.toml"].map { ReplicaConfiguration(path: $0) }
        )
        desk.read()
        desk.writers["/a.toml"] = 1
        write("size = 13\n", beside: desk)
        #expect(desk.text("/b.toml") == Self.whole.replacing("12", with: "13"))
        close(desk)
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.text("/b.toml") == Self.whole.replacing("12", with: "13"))
    }

    @Test(arguments: [
        "size = 1", "theme = \"light\"\nsize = 1", "size = 12\n[theme]\n", "size = [",
    ])
    func `has nothing that may be cut`(half: String) throws {
        let desk = try desk()
        write(half, beside: desk)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.problems == [])
        write(Self.whole.replacing("12", with: "14"), beside: desk)
        close(desk)
        #expect(desk.value("size") == .integer(14))
        #expect(desk.problems == [])
    }

    @Test func `has no list whose end may be missing`() throws {
        let desk = try Desk(["/a.yaml": "a: 1\nl:\n- x\n- y\n"], replicas: ["/a.yaml"])
        desk.read("/a.yaml")
        desk.writers["/a.yaml"] = 1
        desk.overwrite("/a.yaml", "a: 2\nl:\n- x\n")
        desk.touch("/a.yaml")
        desk.pass(5_000)
        #expect(desk.value("a") == .integer(2))
        #expect(desk.value("l") == .array([.string("x"), .string("y")]))
    }

    @Test func `counts as a whole one after 30 seconds, which is told until it is closed`() throws {
        let desk = try desk()
        desk.set("theme", .string("dark"))
        write("size = 13\ntheme = \"light\"\n", beside: desk, pausing: 25_000)
        #expect(desk.value("wrap") == .boolean(true))
        #expect(desk.problems == [])
        desk.pass(10_000)
        #expect(desk.value("wrap") == nil)
        #expect(desk.problems == [Problem(keptOpen: desk.id("/a.toml"))])
        #expect(desk.text() == "size = 13\ntheme = \"dark\"\n")
        close(desk)
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
        #expect(desk.recoveries == 1)
    }

    @Test func `takes nothing away where a write has displaced it`() throws {
        let desk = try desk()
        desk.writers = [:]
        desk.beforePublishing {
            desk.overwrite("/a.toml", "size = 13\n")
            desk.before = { effect in
                guard case .lookAtDisplaced(_, let staged, _) = effect else { return }
                desk.writers[staged.temporaryPath] = 1
                desk.before = { _ in }
            }
        }
        desk.set("theme", .string("dark"))
        desk.pass(5_000)
        desk.writers = [:]
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(13))
        #expect(desk.value("wrap") == .boolean(true))
        #expect(desk.value("theme") == .string("dark"))
    }

    @Test func `is broken only once it is whole`() throws {
        let desk = try desk()
        write("size = \n", beside: desk)
        #expect(desk.condition() == .busy)
        close(desk)
        #expect(desk.problems.count == 1)
    }
}
