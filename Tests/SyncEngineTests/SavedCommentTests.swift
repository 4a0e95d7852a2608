// Whose comments, blanks and order a file has where two have saved it.

import SettingsDocument
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
        #expect(desk.problems.map(\.code) == [.keptOut, .droppedComments])
        let problem = try #require(desk.problems.last)
        #expect(problem.severity == .warning)
        #expect(
            problem.problem
                == "it was saved from an older text, without the comments of version 3"
        )
        #expect(problem.advice.hasSuffix("settingsctl restore /a.toml --version 3 --dry-run"))
        let id = desk.id("/a.toml")
        #expect(desk.engine.status(of: id)?.problems.last == problem)
        #expect(desk.condition() == .ok)
        let versions = desk.journal.recovered.versions.compactMap(\.version)
        let named = try #require(versions.first { $0.number == 3 })
        #expect(String(decoding: named.text, as: UTF8.self).hasPrefix("# first\n"))

        desk.read()
        let current = try #require(desk.text())
        desk.save("/a.toml", current + "# third\n")
        #expect(desk.engine.status(of: id)?.problems == [])
        #expect(desk.recoveries == 2)
    }

    @Test func `is told nothing where it drops none`() throws {
        let desk = try desk()
        desk.save("/a.toml", "# first\n" + text + "# second\n")
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.problems.map(\.code) == [.keptOut])
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
        desk.beforePublishing { desk.put(save, at: "/a.toml") }
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

    @Test func `are there though the save lacks a value that can't be written anew`() throws {
        let desk = try Desk(["/a.env": "A=1\nP=\"a'\\$b\"\n# old\n"], replicas: ["/a.env"])
        desk.read("/a.env")
        desk.beforePublishing { desk.put("A=1\n# new\n", at: "/a.env") }
        desk.set("A", .string("2"))
        #expect(desk.text("/a.env") == "A=2\n# new\n")
        #expect(desk.value("P") == nil)
    }

    @Test func `are there though the agent has emptied a table, with what no domain has`() throws {
        let desk = try Desk(
            ["/a.json": "{\"font\": {\"size\": 12}, \"x\": 1}\n"],
            replicas: [ReplicaConfiguration(path: "/a.json", keys: [.below("font")])]
        )
        desk.read("/a.json")
        desk.beforePublishing { desk.put("{\"x\": 2, \"font\": {\"size\": 12}}\n", at: "/a.json") }
        desk.set("font.size", nil)
        #expect(desk.text("/a.json") == "{\"x\": 2, \"font\": {}}\n")
    }

    @Test func `leave another domain's value as it is that their writer hadn't seen`() throws {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.read()
        shared.setTheme(.string("dark"))
        shared.look()
        desk.beforePublishing { desk.put(TwoDomains.text + "more = 1\n# note\n", at: "/a.toml") }
        desk.set("size", .integer(13))
        shared.look()
        #expect(shared.second() == .string("dark"))
        #expect(desk.text() == "size = 13\ntheme = \"dark\"\nmore = 1\n# note\n")
    }

    @Test func `leave another domain's value that goes back to an earlier text in place`() throws {
        let shared = try TwoDomains()
        let desk = shared.desk
        desk.overwrite("/a.toml", TwoDomains.text.replacing("light", with: "dark"))
        shared.look()
        #expect(shared.second() == .string("dark"))
        desk.beforePublishing { desk.overwrite("/a.toml", TwoDomains.text) }
        desk.set("size", .integer(13))
        shared.look()
        #expect(shared.second() == .string("light"))
        #expect(desk.text() == TwoDomains.text.replacing("12", with: "13"))
    }

    @Test func `stay where another domain has emptied a table that the save has full`() throws {
        let another = try Domain("org.example.another")
        let old = "{\"theme\": {\"x\": 1}, \"font\": {\"size\": 12}, \"more\": 1}\n"
        let desk = try Desk(["/a.json": old], replicas: [])
        let configurations = zip([desk.domain, another], ["font", "theme"]).map { domain, table in
            let keys = [KeyPattern.below(SettingKeyPath(segments: [table]))]
            let replica = ReplicaConfiguration(path: "/a.json", keys: keys)
            return DomainConfiguration(domain: domain, replicas: [replica])
        }
        desk.configure(configurations)
        func look() {
            for domain in configurations.map(\.domain) {
                desk.take(.event(.touched(ReplicaID(domain: domain, path: "/a.json"))))
            }
            desk.pass(5_000)
        }
        look()
        let removal = EditRequest(
            domain: another,
            edits: [KeyEdit("theme.x", nil)],
            client: "test"
        )
        desk.ask { .edit($0, removal) }
        look()
        desk.beforePublishing {
            desk.put(old.replacing("\"more\": 1", with: "\"more\": 2"), at: "/a.json")
        }
        desk.set("font.size", .integer(13))
        look()
        #expect(desk.text("/a.json")?.contains("\"more\": 2") == true)
        #expect(desk.value("font.size") == .integer(13))
    }

    @Test func `and what no domain has stay where the other domain has a change to write`() throws {
        let shared = try TwoDomains("size = 12\ntheme = \"light\" # old\nmore = 1\n")
        let desk = shared.desk
        desk.beforePublishing {
            desk.put("size = 12\ntheme = \"solar\" # new\nmore = 2\n", at: "/a.toml")
        }
        desk.set("size", .integer(13))
        shared.look()
        #expect(desk.text() == "size = 13\ntheme = \"solar\" # new\nmore = 2\n")
        #expect(shared.second() == .string("solar"))
    }

    @Test func `and its format are those of the file, as its program chose another`() throws {
        func list(_ format: Format, _ size: Int64) throws -> [UInt8] {
            let size = DocumentChange(DocumentPath([.key("size")]), .integer(size))
            let name = DocumentChange(DocumentPath([.key("name")]), .string("a"))
            return try format.parse(format.emptyFile).revised(by: [size, name]).document.bytes
        }
        let desk = try Desk([:], replicas: ["/a.plist"])
        desk.save("/a.plist", bytes: try list(.xmlPropertyList, 12))
        let save = try list(.binaryPropertyList, 12)
        desk.beforePublishing { desk.save("/a.plist", bytes: save) }
        desk.set("size", .integer(14))
        #expect(desk.bytes("/a.plist") == (try list(.binaryPropertyList, 14)))
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
