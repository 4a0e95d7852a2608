// What is stored, of all domains.

import SettingsModel
import SettingsProtocol

/// The values of all domains, each with the layer that it comes from.
struct StoredValues: Equatable, Sendable {
    /// By domain, so that each of 200,000 settings takes only its key and its value; none is empty.
    private var domains: [Domain: [SettingKeyPath: StoredValue]] = [:]

    var isEmpty: Bool { domains.isEmpty }

    /// Where there is a value.
    var places: some Sequence<SettingPlace> {
        domains.lazy.flatMap { domain, values in
            values.keys.lazy.map { SettingPlace(domain: domain, keyPath: $0) }
        }
    }

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
    var layer: LayerName

    /// What a write may take back: the user's own value, where that is the one in force.
    var own: SettingValue? { layer == .user ? value : nil }

    /// What is in force though it isn't the user's own; which that is, the agent alone knows.
    var other: SettingValue? { layer == .user ? nil : value }

    /// Whether it's in force over the user's own, which no write here changes.
    var isAboveUser: Bool { layer != .user && !layer.isBelowUser }
}
