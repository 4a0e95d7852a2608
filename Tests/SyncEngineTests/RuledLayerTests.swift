// Rules for the layers around the user's.

import SettingsDocument
import SettingsModel
import SettingsSchema
import Simulation
import SyncEngine
import Testing

private let rows = numberRow("size", 6...72, default: 12)

private func desk(_ site: String, _ user: String = "") throws -> Desk {
    let desk = try Desk(
        ["/site.toml": site, "/a.toml": user],
        replicas: ["/a.toml", ReplicaConfiguration(path: "/site.toml", layer: .site)]
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
        desk.accept()
        #expect(desk.value("size") == .integer(12))
    }

    @Test func `tells the format of its file`() throws {
        let desk = try Desk(
            [
                "/site.plist": "<plist><dict><key>size</key><integer>20</integer></dict></plist>",
                "/a.toml": "",
            ],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/site.plist", layer: .site)]
        )
        #expect(desk.engine.status(of: desk.id("/site.plist"))?.format == .xmlPropertyList)
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

@Suite struct `A layer's last good value` {
    private func restarted(_ stories: (Desk) -> Void) throws -> Desk {
        let desk = try desk("size = 20\nface = \"Mono\"\n")
        stories(desk)
        desk.restart()
        desk.pass(5_000)
        return desk
    }

    @Test func `survives a restart with a value that a rule refuses`() throws {
        let desk = try restarted { $0.save("/site.toml", "size = 99\nface = \"Serif\"\n") }
        #expect(desk.value("size") == .integer(20))
        #expect(desk.value("face") == .string("Serif"))
        #expect(desk.problems.last?.problem.contains("'size' is 99") == true)
        desk.save("/site.toml", "size = 40\n")
        desk.restart()
        #expect(desk.value("size") == .integer(40))
        #expect(desk.value("face") == nil)
    }

    @Test func `survives several such saves, and several restarts`() throws {
        let desk = try restarted { desk in
            for size in [99, 100, 101] { desk.save("/site.toml", "size = \(size)\n") }
        }
        desk.save("/site.toml", "size = 102\n")
        desk.restart()
        desk.restart(after: .farewell)
        #expect(desk.value("size") == .integer(20))
        let kept = desk.journal.recovered.versions.filter { $0.replica.path == "/site.toml" }
        #expect(kept.count == 2)
    }

    @Test func `survives a restart with a file that can't be read`() throws {
        let desk = try restarted { $0.save("/site.toml", "size = [\n") }
        #expect(desk.value("size") == .integer(20))
        #expect(desk.value("face") == .string("Mono"))
        let layers = desk.engine.explain(desk.domain, "face")
        #expect(layers.first?.place == SourcePlace(line: 2, column: 8))
    }

    @Test func `goes with the file, also while nobody is there`() throws {
        let desk = try restarted { desk in
            desk.delete("/site.toml")
            desk.pass(5_000)
        }
        #expect(desk.value("size") == .integer(12))
        #expect(desk.journal.recovered.versions.allSatisfy { $0.replica.path != "/site.toml" })
        desk.save("/site.toml", "size = 30\n")
        desk.dies()
        desk.files["/site.toml"] = nil
        desk.configure(desk.configurations)
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(12))
    }

    @Test(arguments: [false, true])
    func `isn't taken for the user's own when the file becomes one`(hasRestarted: Bool) throws {
        let desk = try desk("size = 20\n")
        if hasRestarted { desk.dies() }
        var configurations = desk.configurations
        configurations[0].replicas[1].layer = .user
        desk.configure(configurations)
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(20))
        #expect(desk.engine.explain(desk.domain, "size").first?.layer == .user)
        #expect(desk.text("/site.toml") == "size = 20\n")
    }
}

@Suite struct `A managed file` {
    @Test func `locks its keys, also when it can't be read after a restart`() throws {
        let desk = try Desk(
            ["/a.toml": "size = 30\n", "/managed.toml": "size = 40\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/managed.toml", layer: .managed)]
        )
        desk.adopt(rows: rows)
        for _ in 0..<2 {
            #expect(desk.value("size") == .integer(40))
            guard case .failure(let refusal) = desk.set("size", .integer(50)) else {
                Issue.record("it was taken")
                return
            }
            #expect(refusal.code == .locked)
            desk.save("/managed.toml", "size = [\n")
            desk.restart()
            desk.pass(5_000)
        }
        #expect(desk.text("/a.toml") == "size = 30\n")
    }
}
