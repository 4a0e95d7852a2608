// Rules for the layers around the user's, and for values that nobody may see.

import SettingsModel
import SettingsSchema
import SyncEngine
import Testing

private let rows = numberRow("size", 6...72, default: 12)

private func desk(_ site: String, _ user: String = "") throws -> Desk {
    let desk = try Desk(
        ["/site.toml": site, "/a.toml": user],
        replicas: [
            ReplicaConfiguration(path: "/a.toml"),
            ReplicaConfiguration(path: "/site.toml", layer: .site),
        ]
    )
    desk.adopt(rows: rows)
    return desk
}

@Suite struct `A layer` {
    @Test func `has its place in the search order, each with its file and line`() throws {
        let desk = try desk("# of the site\nsize = 20\n", "size = 30\n")
        let layers = desk.engine.explain(desk.domain, "size")
        #expect(layers.map(\.layer) == [.user, .site, .default])
        #expect(layers.map(\.value) == [.integer(30), .integer(20), .integer(12)])
        #expect(layers.map(\.path) == ["/a.toml", "/site.toml", "/Settings.bundle/Root.toml"])
        #expect(layers[1].place == SourcePlace(line: 2, column: 8))
        #expect(layers[1].time != nil)

        desk.set("size", nil)
        #expect(desk.value("size") == .integer(20))
        desk.save("/site.toml", "")
        desk.ask { .rescan($0, RescanRequest(domain: desk.domain, acceptsEmpty: true)) }
        #expect(desk.value("size") == .integer(12))
    }

    @Test func `keeps its last good value where a rule refuses the new one`() throws {
        let desk = try desk("size = 20\n")
        desk.save("/site.toml", "size = 99\n")
        #expect(desk.value("size") == .integer(20))
        #expect(
            desk.problems.map(\.problem) == [
                "'size' is 99, expected a whole number from 6 to 72"
            ]
        )
        #expect(desk.engine.problems(in: desk.domain).map(\.path) == ["/site.toml"])
        desk.save("/site.toml", "size = 40\n")
        #expect(desk.value("size") == .integer(40))
        #expect(desk.recoveries == 1)
    }

    @Test func `is passed over where it has only what a rule refuses`() throws {
        let desk = try desk("size = 99\n")
        #expect(desk.value("size") == .integer(12))
    }
}

@Suite struct `A secret` {
    private let rows = textRow("token", "IsSecure = true\nSAMaximumLength = 4")

    @Test func `is in force, and never in the history or a problem`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.read()
        desk.save("/a.toml", "token = \"hunter2\"\n")
        desk.set("token", .string("efgh"))
        desk.read()
        desk.save("/a.toml", "token = \"ijkl\"\n")
        #expect(desk.value("token") == .string("ijkl"))
        #expect(desk.history == [])
        let problem = try #require(desk.problems.first)
        #expect(problem.problem == "'token' is a hidden value, expected at most 4 characters")
        #expect(problem.excerpt == "")
        #expect(problem.consequence == "Kept the last good value")
    }

    @Test func `isn't written where others can read it`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.open(toOthers: true)
        guard case .failure(let refusal) = desk.set("token", .string("efgh")) else {
            Issue.record("it was taken")
            return
        }
        #expect(refusal.problem == "'token' is a secret, and others can read '/a.toml'")
        #expect(refusal.advice == "Take the right from them: chmod 600 '/a.toml'")
        #expect(desk.value("token") == .string("abcd"))
        desk.open(toOthers: false)
        desk.set("token", .string("efgh"))
        #expect(desk.text() == "token = \"efgh\"\n")
    }

    @Test func `goes to the files that only their owner reads`() throws {
        let desk = try Desk(
            ["/a.toml": "token = \"abcd\"\n", "/b.toml": "token = \"abcd\"\n"],
            replicas: [
                ReplicaConfiguration(path: "/a.toml"),
                ReplicaConfiguration(path: "/b.toml", adoption: .present),
            ]
        )
        desk.adopt(rows: rows)
        desk.open("/b.toml", toOthers: true)
        desk.set("token", .string("efgh"))
        #expect(desk.text("/a.toml") == "token = \"efgh\"\n")
        #expect(desk.text("/b.toml") == "token = \"abcd\"\n")
        #expect(desk.problems.map(\.replica.path) == ["/b.toml"])
        desk.open("/b.toml", toOthers: false)
        #expect(desk.text("/b.toml") == "token = \"efgh\"\n")
    }

    @Test func `isn't told in a refusal`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        guard case .failure(let refusal) = desk.set("token", .string("hunter2")) else {
            Issue.record("it was taken")
            return
        }
        #expect(!refusal.problem.contains("hunter2"))
        #expect(!refusal.problem.contains("abcd"))
    }
}
