// Elements that are being made.

import SettingsModel

/// An element that isn't in its list yet.
struct Draft: Equatable, Sendable {
    /// The list that gets it.
    var list: SettingPlace
    var value: SettingValue

    /// Whether something was filled in.
    var isBegun: Bool { value != .dictionary([]) }
}
