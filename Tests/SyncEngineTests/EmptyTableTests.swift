// A table of which one file has nothing, and others have settings.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `An empty table in a file` {
    private static let json = "{\"x\": 1, \"font\": {\"size\": 13}}\n"
    private static let emptied = "{\"x\": 1, \"font\": {}}\n"
    private static let toml = "[font]\nfamily = \"Iosevka\"\nsize = 13\n"

    /// A desk whose JSON file has one of the two settings that the TOML file has.
    private func desk(_ json: String = json, _ toml: String = toml) throws -> Desk {
        try Desk(
            ["/a.toml": toml, "/b.json": json],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.json", adoption: .present)]
        )
    }

    @Test(arguments: [AgentEnd.death, .farewell])
    func `that a removal left is none of the domain's values after a restart`(
        end: AgentEnd
    ) throws {
        let desk = try desk()
        desk.set("font.size", nil)
        #expect(desk.text("/b.json") == Self.emptied)
        let history = desk.history.count

        desk.restart(after: end)

        #expect(desk.value("font.family") == .string("Iosevka"))
        #expect(desk.value("font") == nil)
        #expect(desk.text("/b.json") == Self.emptied)
        #expect(desk.text() == "[font]\nfamily = \"Iosevka\"\n")
        #expect(desk.history.count == history)
    }

    @Test func `that somebody emptied removes what the file had alone, and nothing else`() throws {
        let desk = try desk(Self.json, "[font]\nfamily = \"Iosevka\"\n")
        desk.save("/b.json", Self.emptied)
        #expect(desk.value("font.size") == nil)
        #expect(desk.value("font") == nil)
        #expect(desk.value("font.family") == .string("Iosevka"))
        #expect(desk.text() == "[font]\nfamily = \"Iosevka\"\n")
        #expect(desk.text("/b.json") == Self.emptied)
    }

    @Test func `that somebody emptied removes nothing that another file has, too`() throws {
        let desk = try desk()
        desk.save("/b.json", Self.emptied)
        #expect(desk.value("font.size") == .integer(13))
        #expect(desk.text() == Self.toml)
        #expect(desk.text("/b.json") == Self.emptied)
    }

    @Test func `of a file that is linked removes nothing, however new it is`() throws {
        let desk = try Desk(toml: Self.toml)
        desk.pass(60_000)
        desk.put(Self.emptied, at: "/b.json")
        desk.configure([
            DomainConfiguration(
                domain: desk.domain,
                replicas: ["/a.toml", ReplicaConfiguration(path: "/b.json", adoption: .present)]
            )
        ])
        #expect(desk.value("x") == .integer(1))
        #expect(desk.value("font.family") == .string("Iosevka"))
        #expect(desk.text() == Self.toml)
        #expect(desk.text("/b.json") == Self.emptied)
    }

    @Test func `is a section of YAML in which nothing is left`() throws {
        let yaml = "x: 1\nfont:\n  size: 13\n"
        let files = [ReplicaConfiguration(path: "/b.yaml", adoption: .present)]
        let desk = try Desk(
            ["/a.toml": Self.toml, "/b.yaml": yaml],
            replicas: ["/a.toml"] + files
        )
        let emptied = yaml.replacing("  size", with: "  # size")
        desk.save("/b.yaml", emptied)
        #expect(desk.value("font") == nil && desk.value("font.size") == .integer(13))
        desk.set("font.family", .string("Mono"))
        #expect(desk.text() == Self.toml.replacing("Iosevka", with: "Mono"))
        #expect(desk.text("/b.yaml") == emptied)
        #expect(desk.problems == [])
        desk.set("font.family", nil)
        desk.save("/b.yaml", yaml.replacing("13", with: "14"))
        #expect(desk.value("font.size") == .integer(14))
    }

    @Test func `stays what is left of a section when the others' keys go, too`() throws {
        let desk = try Desk(
            ["/a.toml": "x = 1\n[font]\nsize = 13\n", "/b.yaml": "x: 1\nfont:\n  size: 13\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.yaml", adoption: .present)]
        )
        let emptied = "x: 1\nfont:\n  # size: 13\n"
        desk.save("/b.yaml", emptied)
        desk.save("/a.toml", "x = 1\n[font]\n")
        #expect(desk.value("font.size") == nil)
        desk.restart()
        desk.pass(5_000)
        #expect(desk.value("font") == nil)
        #expect(desk.text("/b.yaml") == emptied)
        desk.undo(desk.history.filter { $0.keyPath == "font.size" && $0.kind == .set })
        #expect(desk.value("font.size") == .integer(13))
    }

    @Test func `is such a section in a file that is linked, however new it is`() throws {
        let desk = try Desk(toml: Self.toml)
        desk.pass(60_000)
        desk.put("font:\nx: 1\n", at: "/b.yaml")
        desk.configure([
            DomainConfiguration(domain: desk.domain, replicas: ["/a.toml", "/b.yaml"])
        ])
        desk.pass(5_000)
        #expect(desk.value("font.family") == .string("Iosevka"))
        #expect(desk.text() == Self.toml)
        #expect(desk.text("/b.yaml") == "font:\nx: 1\n")
    }

    @Test func `is a value where the domain has nothing in it`() throws {
        let desk = try desk("{\"x\": 1}\n", "x = 1\n")
        desk.save("/b.json", "{\"x\": 1, \"map\": {}}\n")
        #expect(desk.value("map") == .dictionary([]))
    }

    @Test func `is filled when it is set as a whole`() throws {
        let desk = try desk()
        desk.set("font.size", nil)
        desk.set("font.size", .integer(14))
        #expect(desk.text("/b.json") == "{\"x\": 1, \"font\": {\"size\": 14}}\n")
        #expect(desk.value("font.family") == .string("Iosevka"))
    }
}
