// Whose comments, blanks and order a file has where two have saved it.

import SettingsModel
import Simulation
import SyncEngine
import Testing

@Suite struct `A save of somebody who hadn't seen another one` {
    private let text = "# mine\nsize = 12 # points\ntheme = \"light\"\n"

    /// A desk whose file was read by two people, one of whom has saved it with a comment since.
    private func desk() throws -> Desk {
        let desk = try Desk(toml: text)
        desk.read()
        desk.read()
        desk.save("/a.toml", "# first\n" + text.replacing("light", with: "dark"))
        desk.set("size", .integer(14))
        return desk
    }

    @Test func `gives the file its comments, with the settings of both`() throws {
        let desk = try desk()
        desk.save("/a.toml", "\n" + text + "# second\n")
        #expect(
            desk.text() == "\n# mine\nsize = 14 # points\ntheme = \"dark\"\n# second\n"
        )
    }

    @Test func `is reported with the version whose comments it drops, until the next save`() throws
    {
        let desk = try desk()
        desk.save("/a.toml", text + "# second\n")
        let problem = try #require(desk.problems.first)
        #expect(desk.problems.count == 1)
        #expect(problem.code == .droppedComments && problem.severity == .warning)
        #expect(
            problem.problem
                == "it was saved from an older text, without the comments of version 3"
        )
        #expect(problem.advice.hasSuffix("settingsctl restore /a.toml --version 3 --dry-run"))
        let id = desk.id("/a.toml")
        #expect(desk.engine.status(of: id)?.problems == [problem])
        #expect(desk.condition() == .ok)
        let versions = desk.journal.recovered.versions.compactMap(\.version)
        let named = try #require(versions.first { $0.number == 3 })
        #expect(String(decoding: named.text, as: UTF8.self).hasPrefix("# first\n"))

        desk.read()
        let current = try #require(desk.text())
        desk.save("/a.toml", current + "# third\n")
        #expect(desk.engine.status(of: id)?.problems == [])
        #expect(desk.recoveries == 1)
    }

    @Test func `is told nothing where it drops none`() throws {
        let desk = try desk()
        desk.save("/a.toml", "# first\n" + text + "# second\n")
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.problems == [])
    }

    @Test func `is told nothing where its writer has seen what it drops`() throws {
        let desk = try desk()
        desk.read()
        let seen = try #require(desk.text())
        desk.save("/a.toml", seen.replacing("# first\n", with: "").replacing("14", with: "15"))
        #expect(desk.text() == "# mine\nsize = 15 # points\ntheme = \"dark\"\n")
        #expect(desk.problems == [])
    }
}

@Suite struct `Comments of a save that a write displaced` {
    private let old = "# old\nsize = 12\nname = \"a\"\n"

    /// A desk whose next write displaces a save.
    private func desk(displacing save: String, keys: [KeyPattern]? = nil) throws -> Desk {
        let desk = try Desk(
            ["/a.toml": old],
            replicas: [ReplicaConfiguration(path: "/a.toml", keys: keys)]
        )
        desk.read()
        desk.before = { effect in
            guard case .publish = effect else { return }
            desk.before = { _ in }
            desk.put(save, at: "/a.toml")
        }
        return desk
    }

    @Test(arguments: [
        "size = 12\nname = \"b\"\n", "# new\nsize = 12\nname = \"b\"\n",
        "name = 'b'\n\n# old\nsize   =   12\n",
    ])
    func `are in the next text, with its blanks and order`(save: String) throws {
        let desk = try desk(displacing: save)
        desk.set("size", .integer(14))
        #expect(desk.text() == save.replacing("12", with: "14"))
        #expect(desk.value("name") == .string("b"))
        #expect(desk.problems == [])
    }

    @Test func `are there with what the save says of keys that no domain has`() throws {
        let save = "# new\nsize = 12\nname = \"b\"\nmore = 1\n"
        let desk = try desk(displacing: save, keys: [.exactly("size")])
        desk.set("size", .integer(14))
        #expect(desk.text() == save.replacing("12", with: "14"))
    }

    /// It says what the agent was about to write, in its own way.
    @Test(arguments: ["size = 14 # mine\nname = \"a\"\n", "name = 'a'\nsize   =   14\n"])
    func `are in the next text where its values are the same`(save: String) throws {
        let desk = try desk(displacing: save)
        desk.set("size", .integer(14))
        #expect(desk.text() == save)
    }

    @Test func `are in the next text though the agent died before it was written`() throws {
        let save = "# new\nname = \"b\"\nsize = 12\n"
        let desk = try Desk(toml: old)
        desk.read()
        desk.before = { effect in
            switch effect {
            case .publish: desk.put(save, at: "/a.toml")
            case .lookAtDisplaced:
                desk.before = { effect in
                    if case .stage = effect { desk.effectsToLive = 0 }
                }
            default: break
            }
        }
        desk.set("size", .integer(14))
        #expect(desk.text() == old.replacing("12", with: "14"))
        desk.before = { _ in }
        desk.restart()
        desk.pass(5_000)
        #expect(desk.text() == save.replacing("12", with: "14"))
        #expect(desk.files.count == 1)
    }
}
