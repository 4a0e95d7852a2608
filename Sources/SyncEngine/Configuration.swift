// What the agent was told about a domain.

package import SettingsDocument
package import SettingsMapping
package import SettingsModel

/// When a file is made that isn't there and never was.
package enum Creation: Sendable {
    /// As soon as the domain has a value for it.
    case atOnce
    /// With the first change after the file came to be the domain's: nobody asked for another place
    /// of what the domain said before.
    case withNextChange
    /// Never: it is used only if it is there.
    case never
}

/// One file of a domain, as the domain file describes it.
package struct ReplicaConfiguration: Equatable, Sendable {
    /// The absolute path.
    package var path: String {
        get { exactPath.text }
        set { exactPath = ExactText(newValue) }
    }
    private var exactPath: ExactText
    /// nil: by the file's name and content.
    package var format: Format?
    /// The part of the domain that the file holds; nil for all.
    package var prefix: SettingKeyPath?
    /// How its own keys and texts say the domain's; nil where they are the same.
    package var map: FileMap?
    /// Key paths it takes part in, each exact or a prefix; nil for all.
    package var keys: [KeyPattern]?
    package var adoption: Adoption
    /// The layer it feeds; only `.user` files are ever written.
    package var layer: Layer
    /// Keys that this file's values decide for good; for `.site` files.
    package var locks: [SettingKeyPath]
    /// The program and arguments that test the file, the word `{}` being its path; nil for none.
    package var check: [String]?
    /// Whether the file is made where there is none.
    package var creation = Creation.atOnce
    /// Whether it's a defaults store, of which programs ask what it says.
    package var isStore = false

    package init(
        path: String,
        format: Format? = nil,
        prefix: SettingKeyPath? = nil,
        map: FileMap? = nil,
        keys: [KeyPattern]? = nil,
        adoption: Adoption = .primary,
        layer: Layer = .user,
        locks: [SettingKeyPath] = []
    ) {
        exactPath = ExactText(path)
        self.format = format
        self.prefix = prefix
        self.map = map
        self.keys = keys
        self.adoption = adoption
        self.layer = layer
        self.locks = locks
    }

    /// The same with another answer to which keys it takes on.
    func adopting(as adoption: Adoption) -> ReplicaConfiguration {
        var changed = self
        changed.adoption = adoption
        return changed
    }

    /// Whether the file takes part in a key of the domain.
    package func owns(_ path: SettingKeyPath) -> Bool {
        if let map, !map.has(path) { return false }
        if let prefix, !(prefix.isPrefix(of: path) && prefix != path) { return false }
        return keys.map { patterns in patterns.contains { $0.matches(path) } } ?? true
    }

    /// The keys that it takes part in, as far as they are named; nil for all.
    package var namedKeys: [KeyPattern]? {
        map.map { $0.keys.filter(owns).sorted().map(KeyPattern.exactly) } ?? keys
    }

    /// Whether the file takes part in every key, under its own name.
    var takesAll: Bool { prefix == nil && keys == nil && map == nil }

    /// Where a key of the file is in the domain.
    func domainPath(_ filePath: SettingKeyPath) -> SettingKeyPath {
        guard let prefix else { return filePath }
        return SettingKeyPath(segments: prefix.segments + filePath.segments)
    }

    /// Where a key of the domain is in the file.
    func filePath(_ domainPath: SettingKeyPath) -> SettingKeyPath {
        guard let prefix else { return domainPath }
        return SettingKeyPath(segments: Array(domainPath.segments.dropFirst(prefix.segments.count)))
    }
}

/// One domain as its domain file describes it.
package struct DomainConfiguration: Equatable, Sendable {
    package var domain: Domain
    package var title: String?
    /// Lower layers first where several feed the same layer.
    package var replicas: [ReplicaConfiguration]
    /// What its settings may be, and what they are by default.
    package var schema = ConfiguredSchema.none

    package init(
        domain: Domain,
        title: String? = nil,
        replicas: [ReplicaConfiguration]
    ) {
        self.domain = domain
        self.title = title
        self.replicas = replicas
    }
}

/// How patient the engine is, in milliseconds.
package struct Timing: Equatable, Sendable {
    /// How long an absent or emptied file may be a save in progress.
    package var missingGrace: Int64 = 500
    /// How long an open writer may pause before its file is taken as it is.
    package var writerPatience: Int64 = 2_000
    /// How long a writer that pauses may have a file open before its text counts as a whole one.
    package var openPatience: Int64 = 30_000
    /// How long requests wait for a domain's files to be seen, before those that are busy are left out.
    package var startPatience: Int64 = 5_000
    /// The first wait before a failed write is tried again; doubled up to a minute.
    package var retry: Int64 = 500

    package init() {}
}

/// The two clocks, read once for each step.
package struct Instant: Equatable, Sendable {
    /// Milliseconds since 1970; may go back.
    package var wall: Int64
    /// Milliseconds that never go back.
    package var monotonic: Int64

    package init(wall: Int64, monotonic: Int64) {
        self.wall = wall
        self.monotonic = monotonic
    }
}
