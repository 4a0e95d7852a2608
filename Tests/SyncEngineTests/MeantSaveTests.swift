// Saves that follow a change by a client: those that mean the value of before, and those from an old buffer.

import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

@Suite struct `A save after a set` {
    private static let old = "size = 10\ntheme = \"light\"\nwrap = true\n"
    /// The old theme, and another size.
    private static let edited = old.replacing("10", with: "14")

    /// A desk whose theme a client has set to dark, with an editor who has had the text before.
    private func desk() throws -> Desk {
        let desk = try Desk(toml: Self.old)
        desk.read()
        desk.pass(5_000)
        desk.set("theme", .string("dark"))
        desk.pass(5_000)
        return desk
    }

    private func isTaken(_ desk: Desk) -> Bool {
        desk.value("theme") == .string("light") && desk.value("size") == .integer(14)
            && desk.text() == Self.edited
    }

    private func isKeptOut(_ desk: Desk) -> Bool {
        desk.value("theme") == .string("dark") && desk.value("size") == .integer(14)
    }

    // MARK: Made from the newest text

    @Test func `is meant where another file was made from the newest text`() throws {
        let desk = try desk()
        desk.remake("/a.toml", Self.edited)
        #expect(isTaken(desk))
        #expect(desk.history.suffix(2).map(\.kind) == [.set, .ambiguous])
        #expect(desk.history.last?.reason == "remade")
    }

    @Test func `is meant so right after the set, while others read each text`() throws {
        let desk = try desk()
        desk.set("wrap", .boolean(false))
        desk.read()
        desk.pass(300)
        desk.remake("/a.toml", Self.edited)
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.value("wrap") == .boolean(true))
    }

    @Test func `has its writer no longer hold what it was made from`() throws {
        let desk = try Desk(toml: Self.old)
        desk.remake("/a.toml", Self.old.replacing("light", with: "dark"))
        desk.pass(5_000)
        // An editor that saves from memory, and goes back to the theme of before.
        desk.save("/a.toml", Self.edited)
        #expect(isTaken(desk))
    }

    @Test func `isn't meant where the newest text was read for a backup beside it`() throws {
        let desk = try desk()
        desk.remake("/a.toml", Self.edited, as: .renamedBesideAnother)
        #expect(isKeptOut(desk))
    }

    @Test func `isn't meant where the newest text was read before a save in place`() throws {
        let desk = try desk()
        desk.rewrite("/a.toml", Self.edited)
        #expect(isKeptOut(desk))
    }

    @Test func `isn't meant where the newest text was read as soon as it was there`() throws {
        let desk = try desk()
        desk.set("wrap", .boolean(false))
        desk.read()
        desk.pass(1_500)
        desk.put(Self.edited, at: "/a.toml")
        desk.take(.event(.placed(desk.id("/a.toml"), .renamed)))
        desk.touch()
        #expect(isKeptOut(desk))
        #expect(desk.value("wrap") == .boolean(false))
    }

    @Test func `isn't meant where the file was written long before it was read`() throws {
        let desk = try desk()
        desk.read()
        desk.put(Self.edited, at: "/a.toml", modified: 900_000)
        desk.take(.event(.placed(desk.id("/a.toml"), .renamed)))
        desk.touch()
        #expect(isKeptOut(desk))
    }

    // MARK: Created in its place

    @Test func `is meant whole in a file that was created in the place of a removed one`() throws {
        let desk = try desk()
        desk.recreate("/a.toml", Self.edited)
        #expect(isTaken(desk))
        #expect(desk.history.last?.reason == "replaced")
    }

    @Test func `leaves a set that the removed file didn't have yet`() throws {
        let desk = try desk()
        desk.stagingErrors["/a.toml"] = .onDesk(.diskFull)
        desk.set("wrap", .boolean(false))
        desk.recreate("/a.toml", Self.edited)
        desk.stagingErrors = [:]
        desk.pass(60_000)
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.value("wrap") == .boolean(false))
        #expect(desk.text()?.contains("wrap = false") == true)
    }

    @Test func `is meant so however many sets came since its text`() throws {
        let desk = try desk()
        let committed = desk.text() ?? ""
        desk.read()
        for size in 20...40 as ClosedRange<Int64> {
            desk.set("size", .integer(size))
            desk.pass(2_000)
        }
        desk.recreate("/a.toml", committed)
        #expect(desk.text() == committed)
        #expect(desk.value("size") == .integer(10))
        #expect(desk.value("theme") == .string("dark"))
    }

    // MARK: Said again

    @Test func `is meant where it comes again after its writer has read the answer`() throws {
        let desk = try desk()
        desk.read()
        desk.pass(2_000)
        desk.rewrite("/a.toml", Self.edited)
        #expect(isKeptOut(desk))
        desk.pass(2_000)
        desk.read()
        desk.pass(2_000)
        desk.rewrite("/a.toml", Self.edited.replacing("true", with: "false"))
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.value("wrap") == .boolean(false))
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems.map(\.code) == [.replaced])
    }

    @Test func `isn't meant for coming again from the same buffer`() throws {
        let desk = try desk()
        for size in 14...18 {
            desk.rewrite("/a.toml", Self.old.replacing("10", with: "\(size)"))
            desk.pass(1_500)
        }
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.value("size") == .integer(18))
    }

    @Test func `isn't meant for coming again while somebody reads each text at once`() throws {
        let desk = try Desk(toml: Self.old)
        desk.read()
        for theme in ["blue", "green", "dark"] {
            desk.pass(5_000)
            desk.set("theme", .string(theme))
            desk.pass(300)
            desk.read()
        }
        for size in 14...18 {
            desk.pass(300)
            desk.read()
            desk.pass(3_000)
            desk.rewrite("/a.toml", Self.old.replacing("10", with: "\(size)"))
        }
        #expect(desk.value("theme") == .string("dark"))
    }

    @Test(arguments: [(nil, 3_600_000), ("blue", 2_000)] as [(String?, Int64)])
    func `isn't meant for coming again an hour later, nor after another set`(
        theme: String?,
        time: Int64
    ) throws {
        let desk = try desk()
        desk.rewrite("/a.toml", Self.edited)
        desk.pass(2_000)
        if let theme { desk.set("theme", .string(theme)) }
        desk.pass(200)
        desk.read()
        desk.pass(time)
        desk.rewrite("/a.toml", Self.edited.replacing("true", with: "false"))
        #expect(desk.value("theme") == .string(theme ?? "dark"))
    }

    // MARK: No fight

    @Test func `by a program that clamps and stamps comes to rest with the program's value`() throws
    {
        let desk = try Desk(toml: "n = 5\ntime = 0\n")
        desk.read()
        desk.rewrite("/a.toml", "n = 10\ntime = 1\n")
        desk.pass(5_000)
        desk.set("n", .integer(20))
        var rounds = 0
        while desk.text()?.contains("n = 20") == true, rounds < 10 {
            rounds += 1
            desk.pass(50)
            desk.rewrite("/a.toml", "n = 10\ntime = \(rounds + 1)\n")
        }
        #expect(rounds == 3)
        #expect(desk.value("n") == .integer(10))
        let entry = desk.history.last { $0.keyPath == "n" }
        #expect(entry?.kind == .superseded)
        #expect(entry?.value == .integer(20))
        #expect(entry?.kept == .integer(10))
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems.map(\.code) == [.replaced])

        desk.pass(5_000)
        desk.set("n", .integer(7))
        #expect(desk.text()?.contains("n = 7") == true)
    }

    // MARK: Not in silence

    @Test func `is reported where it is kept out, with the version that has it`() throws {
        let desk = try desk()
        desk.read()
        desk.rewrite("/a.toml", Self.edited)
        let problem = try #require(desk.engine.status(of: desk.id("/a.toml"))?.problems.first)
        #expect(problem.code == .keptOut)
        #expect(problem.severity == .warning)
        let versions = try #require(desk.engine.keptVersions(of: desk.id("/a.toml")))
        let number = try #require(problem.advice.split(separator: " ").last.flatMap { UInt64($0) })
        #expect(versions.version(number)?.text == Array(Self.edited.utf8))
        #expect(desk.history.last { $0.keyPath == "theme" }?.kind == .ambiguous)
    }

    @Test func `is reported where it replaced a value, with the undo of it`() throws {
        let desk = try desk()
        desk.remake("/a.toml", Self.edited)
        let problem = try #require(desk.engine.status(of: desk.id("/a.toml"))?.problems.first)
        #expect(problem.code == .replaced)
        let entry = try #require(desk.history.last { $0.keyPath == "theme" })
        #expect(problem.advice.hasSuffix("settingsctl undo \(entry.id)"))
        desk.undo([entry])
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.value("size") == .integer(14))
    }

    @Test func `isn't reported where no other version explains it`() throws {
        let desk = try desk()
        let text = desk.text() ?? ""
        desk.remake("/a.toml", text.replacing("10", with: "14"))
        #expect(desk.problems == [])
        #expect(desk.history.last?.kind == .set)
    }

    // MARK: Versions

    @Test func `finds the version that an editor has, however often nobody's was written`() throws {
        let desk = try desk()
        desk.read()
        let buffer = desk.text() ?? ""
        for size in 20...50 as ClosedRange<Int64> { desk.set("size", .integer(size)) }
        desk.save("/a.toml", buffer.replacing("true", with: "false"))
        #expect(desk.value("size") == .integer(50))
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.value("wrap") == .boolean(false))
    }

    /// A desk whose newest four versions are all held, and none of them is the text that was committed.
    private func forgetfulDesk() throws -> (desk: Desk, committed: String) {
        var limits = Limits.standard
        limits.fileVersions = 4
        let desk = try Desk(toml: Self.old + "a = 1\nb = 1\n", limits: limits)
        desk.read()
        desk.set("theme", .string("dark"))
        let committed = desk.text() ?? ""
        desk.read()
        for number in 2...9 as ClosedRange<Int64> {
            for key in ["size", "a", "b"] as [SettingKeyPath] {
                desk.set(key, .integer(number))
                desk.read()
            }
        }
        return (desk, committed)
    }

    @Test func `counts whole where the version that it is from may be gone`() throws {
        let (desk, committed) = try forgetfulDesk()
        desk.rewrite("/a.toml", committed)
        #expect(desk.text() == committed)
        #expect(desk.value("size") == .integer(10))
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.history.last?.reason == "forgotten")
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems.map(\.code) == [.replaced])
    }

    @Test func `doesn't where it shows nothing that came after the version that explains it`()
        throws
    {
        let (desk, _) = try forgetfulDesk()
        desk.rewrite("/a.toml", (Self.old + "a = 1\nb = 1\n").replacing("true", with: "false"))
        #expect(desk.value("size") == .integer(9))
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.value("wrap") == .boolean(false))
    }
}
