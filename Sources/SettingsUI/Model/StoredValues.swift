// What is stored, of all domains.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The values of all domains, each with the layer that it comes from.
struct StoredValues: Equatable, Sendable {
    /// By domain, so that each of 50,000 settings takes only its key and its value; none is empty.
    private var domains: [Domain: [SettingKeyPath: StoredValue]] = [:]

    /// Without values, and with room for so many of each domain.
    init(room: [Domain: Int] = [:]) {
        domains = room.mapValues { Dictionary(minimumCapacity: $0) }
    }

    /// Forgets the domains that room was made for and nothing came of.
    mutating func removeRoom() { domains = domains.filter { !$0.value.isEmpty } }

    /// Where there is a value.
    var places: some Sequence<SettingPlace> {
        domains.lazy.flatMap { domain, values in
            values.keys.lazy.map { SettingPlace(domain: domain, keyPath: $0) }
        }
    }

    /// Where the agent says that there is a secret.
    var secrets: [SettingPlace] {
        domains.flatMap { domain, values in
            values.filter(\.value.isSecret).keys.map { SettingPlace(domain: domain, keyPath: $0) }
        }
    }

    subscript(domain: Domain) -> [SettingKeyPath: StoredValue] { domains[domain] ?? [:] }

    /// The value of a whole setting; nil for none.
    subscript(place: SettingPlace) -> StoredValue? {
        get { domains[place.domain]?[place.keyPath] }
        set {
            domains[place.domain, default: [:]][place.keyPath] = newValue
            if domains[place.domain]?.isEmpty == true { domains[place.domain] = nil }
        }
    }
}

/// A value with the layer that it comes from.
struct StoredValue: Equatable, Sendable {
    var value: SettingValue
    var layer: Layer
    /// Whether the agent calls it a secret, which panes that are made of files don't know.
    var isSecret = false

    var asSecret: StoredValue { StoredValue(value: value, layer: layer, isSecret: true) }

    /// What a write may take back: the user's own value, where that is the one in force.
    var own: SettingValue? { layer == .user ? value : nil }
}

extension StoredValue? {
    /// Whether nothing but a default is in force: a change of it is nobody's change of the user's values,
    /// and nothing to undo.
    var isOfDefault: Bool { self == nil || self?.layer == .default }

    /// Whether it's a value already; nil for none.
    func isSame(as value: SettingValue?) -> Bool {
        self?.value == value || self.flatMap { value?.means($0.value) } == true
    }
}

/// Values with what is told of them.
struct KnownValues: Sendable {
    private(set) var stored: StoredValues
    /// Those that the user changed: neither the default nor locked.
    private(set) var modified: Set<SettingPlace> = []
    /// Those of the managed layer.
    private(set) var managed: Set<SettingPlace> = []
    /// The last change of each list of a snapshot.
    var listRevs: [SettingPlace: UInt64] = [:]
    /// The number of a snapshot's newest change.
    var seq: UInt64 = 0

    /// Without values, and with room for so many of each domain.
    init(room: [Domain: Int] = [:]) { stored = StoredValues(room: room) }

    /// Forgets the domains that room was made for and nothing came of.
    mutating func removeRoom() { stored.removeRoom() }

    /// Remembers a value, or that there is none.
    mutating func store(_ value: StoredValue?, at place: SettingPlace, _ tree: PaneTree) {
        stored[place] = value
        if tree.isModified(place, value) {
            modified.insert(place)
        } else {
            modified.remove(place)
        }
        if value?.layer == .managed { managed.insert(place) } else { managed.remove(place) }
    }

    /// Compares all values with the defaults of panes that changed.
    mutating func compareAgain(with tree: PaneTree) {
        modified = Set(stored.places.filter { tree.isModified($0, stored[$0]) })
    }
}
