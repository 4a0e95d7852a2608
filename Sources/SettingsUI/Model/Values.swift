// The values of all settings, as the agent reported them or as they were just written.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// What is stored, what of it is special, and whether it comes from the agent.
struct Values: Sendable {
    private var known = KnownValues()
    /// Another number for each change of a value.
    private(set) var edition = 0
    /// A snapshot that isn't complete.
    private var incoming = KnownValues()
    var link = AgentLink.waiting
    /// The domains of the next snapshot, and those of the last one.
    var subscribed: Set<Domain> = []
    var heard: Set<Domain> = []
    /// The settings that somebody else just changed.
    var flashing: Set<SettingPlace> = []
    /// Why the last write to a setting failed.
    var failures: [SettingPlace: String] = [:]
    /// When the first values had come; nil until then.
    var start: Moment?
    /// The settings whose change takes effect at a restart of their program.
    var restarts: Set<SettingPlace> = []

    var stored: StoredValues { known.stored }
    /// The settings that the user changed: with a value that is neither the default nor locked.
    var modified: Set<SettingPlace> { known.modified }
    /// The settings whose effective value is of the managed layer.
    var managed: Set<SettingPlace> { known.managed }

    /// The stored value of a whole setting; nil for none.
    subscript(place: SettingPlace) -> StoredValue? { stored[place] }

    /// Whether a written value is stored, or removed.
    func has(_ write: PendingWrite) -> Bool {
        guard let value = write.new else { return self[write.place]?.own == nil }
        return self[write.place]?.value.means(value) ?? false
    }

    /// The settings whose effective value changed; only of domains that the snapshot before had too.
    func changes(since before: StoredValues, _ tree: PaneTree) -> [SettingPlace] {
        guard !heard.isEmpty else { return [] }
        return Set(before.places).union(stored.places).filter { place in
            guard heard.contains(place.domain) else { return false }
            let fallback = tree.setting(place)?.specifier.defaultValue
            return (stored[place]?.value ?? fallback) != (before[place]?.value ?? fallback)
        }.sorted { ($0.domain, $0.keyPath) < ($1.domain, $1.keyPath) }
    }

    /// How many of a domain's settings the user changed.
    func modifiedCount(_ domain: Domain) -> Int { modified.count { $0.domain == domain } }

    /// Remembers a value, or that there is none any more.
    mutating func store(_ value: StoredValue?, at place: SettingPlace, _ tree: PaneTree) {
        known.store(value, at: place, tree)
        edition += 1
    }

    /// Forgets why writes to a setting and to parts of it failed.
    mutating func forgetFailures(of place: SettingPlace) {
        for failed in failures.keys where failed.root == place { failures[failed] = nil }
    }

    /// Compares all values with the defaults of panes that changed.
    mutating func compareAgain(with tree: PaneTree) {
        known.compareAgain(with: tree)
        incoming.compareAgain(with: tree)
    }

    // MARK: Snapshots

    /// Starts a snapshot, with room for so many values of each domain: to make it while they come takes
    /// some milliseconds for the last of 50,000.
    mutating func expect(room: [Domain: Int]) { incoming = KnownValues(room: room) }

    /// Adds a part to the snapshot, which is shown when it's complete.
    mutating func receive(_ changes: [ChangeMessage], _ tree: PaneTree) {
        for change in changes {
            let place = tree.shared(change.place)
            incoming.store(change.stored, at: place, tree)
            incoming.seq = max(incoming.seq, change.rev)
            if case .array? = change.value { incoming.listRevs[place] = change.rev }
        }
    }

    /// Shows the snapshot instead of the values before it; gives both.
    mutating func showSnapshot() -> (old: StoredValues, new: KnownValues) {
        incoming.removeRoom()
        let old = stored
        (known, incoming) = (incoming, KnownValues())
        edition += 1
        return (old, known)
    }
}

/// Whether values come from the agent.
enum AgentLink: Equatable, Sendable {
    /// The first values haven't come yet.
    case waiting
    case live
    /// The connection is over; it's tried again.
    case lost(String)
}
