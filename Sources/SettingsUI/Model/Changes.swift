// What the screen of changes compares the settings with.

import SettingsModel

/// What the screen of changes compares with, and which of its rows are picked.
struct Changes: Sendable {
    var comparison = Comparison.defaults
    var picked: Set<SettingPlace> = []

    /// Compares with the defaults, or with the start where that was already.
    mutating func turn() { compare(with: comparison == .defaults ? .start : .defaults) }

    /// Compares with something else.
    mutating func compare(with comparison: Comparison) {
        self.comparison = comparison
        picked = []
    }

    /// Goes on with the same entry of a history that has more at its start.
    mutating func shift(by count: Int) {
        if case .entry(let index) = comparison { comparison = .entry(index + count) }
    }
}

/// What the values are compared with.
enum Comparison: Equatable, Sendable {
    case defaults
    /// The values when the screen was opened.
    case start
    /// The values after a change of the history; an index into the log.
    case entry(Int)
}
