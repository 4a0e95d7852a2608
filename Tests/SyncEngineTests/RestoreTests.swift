// Earlier texts of a file that somebody puts back, and programs that save what they had in memory.

import SettingsDocument
import SettingsModel
import SyncEngine
import Testing

@Suite struct `An earlier text of a file` {
    private static let old = "# mine\nsize = 12\ntheme = \"light\"\nwrap = true\n"
    /// A time long before the newest text was written.
    private static let longAgo: Int64 = 900_000

    /// A desk whose file was changed by a client twice, with an editor who has had the first text.
    private func desk() throws -> Desk {
        let desk = try Desk(toml: Self.old)
        desk.read()
        desk.set("size", .integer(14))
        desk.set("theme", .string("dark"))
        return desk
    }

    @Test func `stays where its time says that it was put back`() throws {
        let desk = try desk()
        desk.save("/a.toml", Self.old, modified: Self.longAgo)
        desk.pass(5_000)
        #expect(desk.text() == Self.old)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.problems == [])
        let kinds = desk.history.suffix(2).map(\.kind)
        #expect(kinds == [.set, .set])
        #expect(desk.history.last?.reason == "restored")
    }

    @Test func `stays where it comes in a file that was created in the place of another`() throws {
        let desk = try desk()
        desk.recreate("/a.toml", Self.old)
        desk.pass(5_000)
        #expect(desk.text() == Self.old)
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.problems.map(\.code) == [.replaced])
        #expect(desk.history.last?.reason == "replaced")
    }

    @Test(arguments: [false, true])
    func `counts from when it came, however late the agent sees it`(isMeantLater: Bool) throws {
        let desk = try desk()
        desk.pass(60_000)
        if !isMeantLater { desk.set("size", .integer(77)) }
        desk.pass(1_000)
        desk.put(Self.old, at: "/a.toml")
        desk.take(.event(.placed(desk.id("/a.toml"), .replaced)))
        if isMeantLater { desk.set("size", .integer(77)) }
        desk.touch()
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(isMeantLater ? 77 : 12))
        #expect(desk.value("theme") == .string("light"))
    }

    @Test func `stays so also where the file was seen empty first`() throws {
        let desk = try desk()
        desk.recreate("/a.toml", "")
        desk.overwrite("/a.toml", Self.old)
        desk.touch()
        #expect(desk.text() == Self.old)
        #expect(desk.value("theme") == .string("light"))
    }

    @Test func `tells nothing by a file that was created before the last save`() throws {
        let desk = try desk()
        desk.recreate("/a.toml", Self.old.replacing("light", with: "solar"))
        desk.set("size", .integer(16))
        desk.save("/a.toml", Self.old)
        #expect(desk.value("size") == .integer(16))
    }

    @Test func `tells nothing by a file that is created after it was gone for long`() throws {
        let desk = try desk()
        desk.delete()
        desk.pass(60_000)
        desk.recreate("/a.toml", Self.old)
        #expect(desk.value("size") == .integer(14))
    }

    @Test func `that was put back while no agent ran stays whole`() throws {
        let desk = try desk()
        let middle = Self.old.replacing("12", with: "14")
        // Nobody has read that text, and more is as in the first one than as in the newest.
        desk.set("size", .integer(16))
        desk.set("wrap", .boolean(false))
        desk.dies(by: .farewell)
        desk.pass(60_000)
        desk.put(middle, at: "/a.toml", modified: 1_006_500)
        desk.restart(after: .farewell)
        #expect(desk.text() == middle)
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("theme") == .string("light"))
    }

    @Test func `wins over what another file said in the meantime`() throws {
        let desk = try Desk(
            ["/a.toml": Self.old, "/b.toml": Self.old],
            replicas: ["/a.toml", "/b.toml"].map { ReplicaConfiguration(path: $0) }
        )
        desk.read()
        desk.save("/b.toml", Self.old.replacing("12", with: "14"))
        desk.save("/a.toml", Self.old, modified: Self.longAgo)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.text("/b.toml") == Self.old)
    }

    @Test func `that is saved from memory loses what its program didn't change`() throws {
        let desk = try desk()
        desk.save("/a.toml", Self.old)
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.text() != Self.old)
    }

    @Test(arguments: [0, -5] as [Int64])
    func `tells nothing by a time that no clock has said`(modified: Int64) throws {
        let desk = try desk()
        desk.save("/a.toml", Self.old, modified: modified)
        #expect(desk.value("size") == .integer(14))
    }

    @Test func `tells nothing by its time once the clock was set back`() throws {
        let desk = try desk()
        desk.setBack(by: 500_000)
        desk.save("/a.toml", Self.old)
        #expect(desk.value("size") == .integer(14))
    }

    @Test func `is no restored one where anything in it is new`() throws {
        let desk = try desk()
        let edited = Self.old.replacing("true", with: "false")
        desk.save("/a.toml", edited, modified: Self.longAgo)
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("wrap") == .boolean(false))
    }

    @Test func `is meant when it is saved again within a minute`() throws {
        let desk = try desk()
        desk.save("/a.toml", Self.old)
        desk.save("/a.toml", Self.old, after: 50_000)
        #expect(desk.text() == Self.old)
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.history.last?.reason == "repeated")
    }

    @Test func `isn't meant for being saved again an hour later`() throws {
        let desk = try desk()
        desk.save("/a.toml", Self.old)
        desk.save("/a.toml", Self.old, after: 3_600_000)
        #expect(desk.value("theme") == .string("dark"))
    }

    @Test func `isn't meant for another one that was saved before it`() throws {
        let desk = try desk()
        desk.save("/a.toml", Self.old)
        desk.save("/a.toml", Self.old.replacing("12", with: "14"))
        #expect(desk.value("theme") == .string("dark"))
    }

    @Test func `is told with the command that restores it`() throws {
        let desk = try desk()
        desk.save("/a.toml", Self.old)
        let problem = try #require(desk.problems.first)
        #expect(desk.problems.count == 1)
        #expect(problem.code == .keptOut)
        #expect(problem.severity == .warning)
        #expect(problem.advice.contains("settingsctl restore /a.toml"))
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [problem])
        #expect(desk.condition() == .ok)

        desk.read()
        desk.save("/a.toml", "size = 14\ntheme = \"dark\"\nwrap = false\n")
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
        #expect(desk.recoveries == 1)
    }

    @Test func `is told of no more once it was saved again`() throws {
        let desk = try desk()
        desk.save("/a.toml", Self.old)
        desk.save("/a.toml", Self.old)
        #expect(desk.problems.map(\.code) == [.keptOut, .replaced])
        desk.read()
        desk.save("/a.toml", Self.old.replacing("true", with: "false"))
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `that the agent's own write displaced stays, too`() throws {
        let desk = try desk()
        desk.before = { effect in
            guard case .publish(let id, _, _) = effect, id.path == "/a.toml" else { return }
            desk.before = { _ in }
            desk.put(Self.old, at: "/a.toml", modified: Self.longAgo)
        }
        desk.set("wrap", .boolean(false))
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.value("wrap") == .boolean(false))
    }

    @Test func `that lacks most settings isn't held`() throws {
        let desk = try Desk(toml: "k = 1\n")
        desk.edit((1...8).map { KeyEdit(SettingKeyPath(segments: ["k\($0)"]), .integer($0)) })
        desk.save("/a.toml", "k = 1\n", modified: Self.longAgo)
        desk.pass(5_000)
        #expect(desk.text() == "k = 1\n")
        #expect(desk.value("k3") == nil)
        #expect(desk.problems == [])
    }

    @Test func `to restore is the newest that the file lacks, or else the last good one`() throws {
        let desk = try desk()
        let id = desk.id("/a.toml")
        func former() -> String? {
            let version = desk.engine.keptVersions(of: id)?.former
            return version.map { String(decoding: $0.text, as: UTF8.self) }
        }
        #expect(former() == Self.old.replacing("12", with: "14"))
        desk.save("/a.toml", Self.old)
        let newest = desk.text()
        #expect(former() == Self.old)
        desk.save("/a.toml", "size = = 3\n")
        #expect(former() == newest)
    }

    @Test func `of a time whose text isn't kept any more is none`() throws {
        var limits = Limits.standard
        limits.fileVersions = 4
        let desk = try Desk(toml: Self.old, limits: limits)
        for value in 1...8 as ClosedRange<Int64> {
            desk.pass(1_000)
            desk.set("size", .integer(value))
        }
        let kept = try #require(desk.engine.keptVersions(of: desk.id("/a.toml")))
        let (first, next) = (kept.versions[0], kept.versions[1])
        #expect(first.text == Array(Self.old.utf8))
        #expect(next.number > first.number + 1)
        #expect(kept.version(at: next.recorded - 1) == nil)
        #expect(kept.version(at: next.recorded) == next)
    }

    @Test func `is one for each domain of its file`() throws {
        let domains = try TwoDomains()
        let desk = domains.desk
        desk.read()
        desk.set("size", .integer(14))
        domains.setTheme(.string("dark"))
        desk.pass(1_000)
        desk.put(TwoDomains.text, at: "/a.toml", modified: Self.longAgo)
        desk.take(.event(.touched(desk.id("/a.toml"))))
        desk.take(.event(.touched(ReplicaID(domain: domains.second, path: "/a.toml"))))
        desk.pass(5_000)
        #expect(desk.text() == TwoDomains.text)
        #expect(desk.value("size") == .integer(12))
        #expect(domains.second() == .string("light"))
    }
}

@Suite struct `A new text with an old date` {
    private static let text = "v = 7\nw = 7\n"
    private static let longAgo: Int64 = 900_000

    @Test func `is taken whole when it comes while the agent runs`() throws {
        let desk = try Desk(toml: "v = 1\n")
        desk.set("v", .integer(5))
        desk.save("/a.toml", Self.text, modified: Self.longAgo)
        desk.pass(5_000)
        #expect(desk.text() == Self.text)
        #expect(desk.value("v") == .integer(7))
        #expect(desk.value("w") == .integer(7))
    }

    @Test func `wins over what another file said before it came`() throws {
        let desk = try Desk(
            ["/a.toml": "v = 1\n", "/b.toml": "v = 1\n"],
            replicas: ["/a.toml", "/b.toml"].map { ReplicaConfiguration(path: $0) }
        )
        desk.save("/b.toml", "v = 5\n")
        desk.save("/a.toml", "v = 7\n", modified: Self.longAgo)
        #expect(desk.text("/b.toml") == "v = 7\n")
    }

    @Test func `counts by its date when it came while no agent ran`() throws {
        let desk = try Desk(
            ["/a.toml": "v = 1\n", "/b.toml": "v = 1\n"],
            replicas: ["/a.toml", "/b.toml"].map { ReplicaConfiguration(path: $0) }
        )
        desk.dies(by: .farewell)
        desk.pass(60_000)
        desk.put("v = 5\n", at: "/a.toml")
        desk.put("v = 7\n", at: "/b.toml", modified: Self.longAgo)
        desk.restart(after: .farewell)
        desk.pass(5_000)
        #expect(desk.text("/a.toml") == "v = 5\n")
        #expect(desk.text("/b.toml") == "v = 5\n")
    }
}
