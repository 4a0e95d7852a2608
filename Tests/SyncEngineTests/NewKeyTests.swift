// Keys that a file's configuration gives it later, while the file stays as it is.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A key that a file is given later` {
    private let text = "size = 12  # by hand\ntheme = \"light\"\n"

    /// What is configured: a file with these keys, or without any limit, and perhaps a mirror.
    private func configuration(
        _ desk: Desk,
        _ keys: [SettingKeyPath]?,
        mirror: Bool = false
    ) -> [DomainConfiguration] {
        var replicas = [
            ReplicaConfiguration(path: "/a.toml", keys: keys?.map(KeyPattern.exactly))
        ]
        if mirror { replicas.append(ReplicaConfiguration(path: "/b.json", adoption: .all)) }
        return [DomainConfiguration(domain: desk.domain, replicas: replicas)]
    }

    /// A desk whose file has been read for its theme alone.
    private func desk() throws -> Desk {
        let desk = try Desk(["/a.toml": text], replicas: [])
        desk.configure(configuration(desk, ["theme"]))
        desk.pass(5_000)
        #expect(desk.value("size") == nil)
        return desk
    }

    @Test(arguments: [nil, ["size"], ["size", "theme"]] as [[SettingKeyPath]?])
    func `is taken as the file says it, and stays there`(keys: [SettingKeyPath]?) throws {
        let desk = try desk()
        desk.configure(configuration(desk, keys))
        desk.pass(5_000)
        desk.set("theme", .string("dark"))
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.text()?.contains("size = 12  # by hand\n") == true)
    }

    @Test(arguments: [text(theme: "light"), text(theme: "dark")])
    func `is taken by the next agent, too, whether the file has changed or not`(
        now text: String
    ) throws {
        let desk = try desk()
        desk.dies(by: .farewell)
        desk.put(text, at: "/a.toml")
        desk.configure(configuration(desk, nil))
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.text() == text)
    }

    @Test func `reaches the domain's other files`() throws {
        let desk = try desk()
        desk.configure(configuration(desk, nil, mirror: true))
        desk.pass(5_000)
        #expect(desk.text() == text)
        #expect(desk.text("/b.json")?.contains("\"size\": 12") == true)
    }

    @Test func `yields to what the domain says of it already, which is remembered`() throws {
        let desk = try desk()
        desk.set("size", .integer(13))
        desk.configure(configuration(desk, nil))
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(13))
        #expect(desk.text()?.contains("size = 13  # by hand\n") == true)
        let entry = try #require(desk.history.last)
        #expect(entry.kind == .keptNewer)
        #expect(entry.value == .integer(12))
        #expect(entry.kept == .integer(13))

        desk.restart()
        desk.pass(5_000)
        #expect(desk.history.last == entry)
        desk.undo([entry])
        #expect(desk.text()?.contains("size = 12  # by hand\n") == true)
    }

    @Test func `says nothing new where both agree`() throws {
        let desk = try desk()
        desk.set("size", .integer(12))
        desk.configure(configuration(desk, nil))
        desk.pass(5_000)
        #expect(desk.text() == text)
        #expect(desk.history.map(\.kind) == [.set])
    }

    @Test func `goes where the domain has removed it, which is remembered`() throws {
        let desk = try desk()
        desk.set("size", .integer(13))
        desk.set("size", nil)
        desk.configure(configuration(desk, nil))
        desk.pass(5_000)
        #expect(desk.text() == "theme = \"light\"\n")
        #expect(desk.history.last?.kind == .keptNewer)
        #expect(desk.history.last?.value == .integer(12))
    }

    private static func text(theme: String) -> String {
        "size = 12  # by hand\ntheme = \"\(theme)\"\n"
    }
}
