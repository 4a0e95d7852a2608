// Words that one version of YAML reads as true and false, and the other as text.

import SettingsModel
import SyncEngine
import Testing

/// A desk with a TOML file and a YAML file that keeps up with it.
private func desk(_ toml: String, _ yaml: String, modified: Int64 = 9_000) throws -> Desk {
    let desk = try Desk(replicas: [
        "/a.toml", ReplicaConfiguration(path: "/b.yaml", adoption: .present),
    ])
    desk.save("/a.toml", toml, modified: 5_000, changed: 5_000)
    desk.save("/b.yaml", yaml, modified: modified, changed: modified)
    return desk
}

@Suite struct `A plain yes or no in YAML` {
    @Test(
        arguments: [("yes", true), ("No", false), ("ON", true), ("off", false), ("y", true)],
        [1_000, 9_000] as [Int64]
    )
    func `says of a known boolean what it says in YAML 1_1`(
        spelling: (word: String, truth: Bool),
        modified: Int64
    ) throws {
        let toml = "wrap = \(spelling.truth)\n"
        let yaml = "wrap: \(spelling.word) # mine\n"
        let desk = try desk(toml, yaml, modified: modified)
        #expect(desk.value("wrap") == .boolean(spelling.truth))
        #expect(desk.text("/a.toml") == toml)
        #expect(desk.text("/b.yaml") == yaml)
        #expect(desk.engine.differences(of: desk.id("/b.yaml")) == [])

        desk.set("wrap", .boolean(!spelling.truth))
        #expect(desk.text("/b.yaml") == "wrap: \(!spelling.truth) # mine\n")
    }

    @Test func `is passed on as a boolean`() throws {
        let desk = try desk("wrap = true\n", "wrap: yes\n")
        desk.read("/b.yaml")
        desk.save("/b.yaml", "wrap: no\n")
        #expect(desk.text("/a.toml") == "wrap = false\n")
        #expect(desk.text("/b.yaml") == "wrap: no\n")
    }

    @Test(arguments: [1_000, 9_000] as [Int64])
    func `is a boolean where that is known later, whichever was saved last`(
        modified: Int64
    ) throws {
        let desk = try desk("", "wrap: yes\n", modified: 5_000)
        desk.save("/a.toml", "wrap = true\n", modified: modified, changed: modified)
        #expect(desk.value("wrap") == .boolean(true))
        #expect(desk.text("/a.toml") == "wrap = true\n")
        #expect(desk.text("/b.yaml") == "wrap: yes\n")
    }

    @Test func `is text where nothing else is known, or in quotes`() throws {
        let desk = try desk("wrap = true\n", "wrap: yes\nlang: no\n")
        #expect(desk.value("lang") == .string("no"))
        desk.read("/b.yaml")
        desk.save("/b.yaml", "wrap: \"yes\"\nlang: no\n")
        #expect(desk.value("wrap") == .string("yes"))
        #expect(desk.text("/a.toml")?.contains("wrap = \"yes\"\n") == true)
        desk.set("wrap", .boolean(true))
        #expect(desk.text("/b.yaml") == "wrap: true\nlang: no\n")
    }
}
