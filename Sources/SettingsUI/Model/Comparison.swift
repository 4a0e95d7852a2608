// The other side of the changes.

import SettingsModel
import SettingsSchema

/// The other side of the changes.
enum Comparison: Equatable, Sendable {
    case defaults
    /// The values when the screen was opened.
    case start
    /// The values after a change of the history; an index into the log.
    case entry(Int)
}

/// The screen of changes: what they are compared with, and which are chosen.
struct Changes: Sendable {
    var comparison = Comparison.defaults
    var picked: Set<SettingPlace> = []

    /// Compares with another side.
    mutating func compare(with comparison: Comparison) {
        self.comparison = comparison
        picked = []
    }
}
