// Two domains on a desk that have one file, each with keys of its own in it.

import SettingsDocument
import SettingsModel
import SyncEngine

/// A desk whose own domain has the size, and a second one the theme.
struct TwoDomains {
    static let text = "size = 12\ntheme = \"light\"\n"

    let desk: Desk
    let second: Domain

    /// Makes a desk with a file of both.
    init(_ text: String = Self.text) throws {
        desk = try Desk(["/a.toml": text], replicas: [])
        second = try Domain("org.example.another")
        desk.configure(both)
        desk.pass(5_000)
    }

    var both: [DomainConfiguration] { [ofFirst(), ofSecond()] }

    /// The domain of the desk with a key of the file, or with all (nil).
    func ofFirst(_ key: SettingKeyPath? = "size") -> DomainConfiguration {
        configuration(desk.domain, key)
    }

    /// The second domain with a key of the file, or with all (nil).
    func ofSecond(_ key: SettingKeyPath? = "theme") -> DomainConfiguration {
        configuration(second, key)
    }

    private func configuration(
        _ domain: Domain,
        _ key: SettingKeyPath?
    ) -> DomainConfiguration {
        let keys = key.map { [KeyPattern.exactly($0)] }
        let replica = ReplicaConfiguration(path: "/a.toml", keys: keys)
        return DomainConfiguration(domain: domain, replicas: [replica])
    }

    func setTheme(_ value: SettingValue) {
        let edits = [KeyEdit("theme", value)]
        let request = EditRequest(domain: second, edits: edits, client: "test")
        desk.ask { .edit($0, request) }
    }

    /// What the second domain says.
    func second(_ key: SettingKeyPath = "theme") -> SettingValue? {
        desk.engine.entry(second, key)?.value
    }

    /// What is told of the second domain's file.
    var problems: [Problem] { desk.problems.filter { $0.replica.domain == second } }

    /// Has every file that was touched looked at.
    func touch() {
        desk.take(.event(.touched(ReplicaID(domain: desk.domain, path: "/a.toml"))))
        desk.take(.event(.touched(ReplicaID(domain: second, path: "/a.toml"))))
    }

    /// The same, with all that comes of it in the seconds after.
    func look() {
        touch()
        desk.pass(5_000)
    }
}
